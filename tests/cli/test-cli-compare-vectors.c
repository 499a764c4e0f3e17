/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare with every recording of tests/data: itself against itself differs in nothing,
 * and fails no build; swapped sides negate every change, rows add up, and no number is none. */
#include "cli-run.h"

#include <math.h>

/* What the walk along figures does with each: an object with base, new, change and ratio. */
typedef void (*FigureFunc) (JsonObject *figure,
                            JsonObject *other);

/* Adds the recordings of a folder of tests/data, and of those below. */
static void
add_files (GPtrArray  *files,
           const char *folder)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", folder, NULL);
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = *folder != '\0' ? g_strconcat (folder, "/", name, NULL)
                                              : g_strdup (name);
      g_autofree char *full = g_test_build_filename (G_TEST_DIST, "data", file, NULL);

      if (g_file_test (full, G_FILE_TEST_IS_DIR))
        add_files (files, file);
      else if (strchr (file, ' ') == NULL && strchr (file, '~') == NULL)
        g_ptr_array_add (files, g_steal_pointer (&file));
    }
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

static GPtrArray *
list_files (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  add_files (files, "");
  g_ptr_array_sort (files, compare_names);
  g_assert_cmpuint (files->len, >, 50);
  return files;
}

/* Returns: (nullable): the answer in JSON, or NULL: these cannot be compared so. */
static JsonNode *
run_json (const char *line)
{
  g_auto(CliRun) run = { 0 };
  g_autoptr(GError) error = NULL;
  JsonNode *root;

  cli_run (&run, line);
  if (run.status != 0)
    {
      if (run.status != 1)
        g_test_message ("%s: %s", line, run.err);
      g_assert_cmpint (run.status, ==, 1);
      return NULL;
    }

  g_assert_null (strstr (run.out, ":nan"));
  g_assert_null (strstr (run.out, ":-nan"));
  g_assert_null (strstr (run.out, ":inf"));
  g_assert_null (strstr (run.out, ":-inf"));
  root = json_from_string (run.out, &error);
  g_assert_no_error (error);
  return root;
}

/* What a member is: NAN if null. Integers beyond int64 are strings. */
static double
get_real (JsonObject *object,
          const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  g_assert_nonnull (node);
  if (JSON_NODE_HOLDS_NULL (node))
    return NAN;

  return json_node_get_value_type (node) == G_TYPE_STRING
           ? g_ascii_strtod (json_node_get_string (node), NULL) : json_node_get_double (node);
}

/* Goes along the figures of an object, and those at the same place of another. */
static void
for_each_figure (JsonObject *object,
                 JsonObject *other,
                 FigureFunc  func)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (json_object_has_member (object, "ratio") && json_object_has_member (object, "base"))
    func (object, other);

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &node))
    if (JSON_NODE_HOLDS_OBJECT (node))
      for_each_figure (json_node_get_object (node),
                       other != NULL ? json_object_get_object_member (other, name) : NULL, func);
}

/* A ratio is there where both sides are, and the base is not 0. */
static void
check_ratio (JsonObject *figure,
             JsonObject *other)
{
  double base = get_real (figure, "base");
  double new = get_real (figure, "new");
  double ratio = get_real (figure, "ratio");

  g_assert_cmpint (isnan (ratio), ==, isnan (base) || isnan (new) || base == 0);
}

static void
check_same (JsonObject *figure,
            JsonObject *other)
{
  double change = get_real (figure, "change");
  double ratio = get_real (figure, "ratio");

  g_assert_true (isnan (change) || change == 0);
  g_assert_true (isnan (ratio) || ratio == 1);
}

static gboolean
is_near (double a,
         double b)
{
  return (isnan (a) && isnan (b)) || fabs (a - b) <= 1e-7 * (1 + fabs (a) + fabs (b));
}

static void
check_negated (JsonObject *figure,
               JsonObject *other)
{
  double ratio = get_real (figure, "ratio");
  double back = get_real (other, "ratio");

  g_assert_true (is_near (get_real (figure, "base"), get_real (other, "new")));
  g_assert_true (is_near (get_real (figure, "new"), get_real (other, "base")));
  g_assert_true (is_near (get_real (figure, "change"), -get_real (other, "change")));
  g_assert_true (isnan (ratio) || isnan (back) || is_near (ratio * back, 1));
}

static JsonArray *
get_rows (JsonNode *root)
{
  return json_object_get_array_member (json_node_get_object (root), "rows");
}

static gboolean
is_of_spans (JsonObject *row)
{
  return json_object_has_member (row, "superiority");
}

/* 0: functions and the like; the others ran inside them, or beside. In a call tree nothing is
 * counted twice. */
static guint
get_class (JsonObject *row)
{
  const char *kind = json_object_get_string_member (row, "kind");

  return !is_of_spans (row) ? 0 : g_str_equal (kind, "line") ? 1 : g_str_equal (kind, "state") ? 2
         : g_str_equal (kind, "variable") || g_str_equal (kind, "aux") ? 3 : 0;
}

/* The changes of the rows that the whole is of add up to its change. */
static void
check_sum (JsonNode *root)
{
  JsonArray *rows = get_rows (root);
  JsonObject *total = json_node_get_object (cli_get (root, "summary.total"));
  guint class = 3;
  double sum = 0;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    class = MIN (class, get_class (json_array_get_object_element (rows, i)));
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      JsonObject *net = json_object_get_object_member (json_object_get_object_member (row, "net"),
                                                       "total");
      double change = get_real (net, "change");

      if (get_class (row) == class && !isnan (change))
        sum += change;
    }

  if (!isnan (get_real (total, "change")))
    g_assert_true (is_near (sum, get_real (total, "change")));
}

static void
check_rows (JsonNode   *root,
            FigureFunc  func)
{
  JsonArray *rows = get_rows (root);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      for_each_figure (row, NULL, check_ratio);
      for_each_figure (row, NULL, func);
    }

  check_sum (root);
}

static char *
make_line (const char *options,
           const char *base,
           const char *new)
{
  return g_strdup_printf ("compare %s %s %s", options, base, new);
}

/* No condition holds, whatever they are. */
static void
check_gates (const char *file,
             gboolean    has_spans)
{
  static const char conditions[] =
    "--as=csv --judge=measured --allow-missing --fail-if=new --fail-if=gone --fail-if=total>+0% "
    "--fail-if=net.total>+0% --fail-if=net.total<-0% --fail-if=unmatched>0%";
  static const char more[] = " --fail-if=p95>+0% --fail-if=count>+0 --fail-if=call.max>+0ns "
                             "--fail-if=duration>+0ns --fail-if=period.p50<-0%";
  g_autofree char *options = g_strconcat (conditions, has_spans ? more : "", NULL);
  g_autofree char *line = make_line (options, file, file);
  g_auto(CliRun) run = { 0 };

  cli_run (&run, line);
  if (run.status != 0)
    g_test_message ("%s: %s", line, run.err);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_null (strstr (run.out, ",nan,"));
  g_assert_null (strstr (run.out, ",-nan,"));
  g_assert_null (strstr (run.out, ",inf,"));
  g_assert_null (strstr (run.out, ",-inf,"));
}

static void
check_timeline (const char *file)
{
  g_autofree char *line = make_line ("--what=timeline --as=json", file, file);
  g_autoptr(JsonNode) root = run_json (line);
  JsonArray *rows = get_rows (root);

  g_assert_cmpint (cli_get_int (root, "summary.moved"), ==, 0);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    g_assert_cmpfloat (get_real (json_array_get_object_element (rows, i), "drift"), ==, 0);
}

static void
test_self (void)
{
  g_autoptr(GPtrArray) files = list_files ();
  guint n_compared = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const char *file = files->pdata[i];
      g_autofree char *line = make_line ("--as=json", file, file);
      g_autoptr(JsonNode) root = run_json (line);
      gboolean has_spans;

      if (root == NULL)
        continue;

      n_compared++;
      has_spans = json_array_get_length (get_rows (root)) > 0 &&
                  is_of_spans (json_array_get_object_element (get_rows (root), 0));
      g_assert_cmpstr (cli_get_text (root, "summary.verdict"), ==, "identical");
      check_rows (root, check_same);
      check_gates (file, has_spans);
      if (has_spans)
        check_timeline (file);
    }

  g_assert_cmpuint (n_compared, >, 30);
}

/* Trees have lost and gained nothing, costs have not grown, lines have not changed. */
static void
test_self_elsewhere (void)
{
  static const struct {
    const char *what;
    const char *key; /* whose figures are looked at */
  } whats[] = { { "tree", "count" }, { "costs", "cost" }, { "lines", "hits" } };
  g_autoptr(GPtrArray) files = list_files ();

  for (guint i = 0; i < files->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (whats); k++)
      {
        g_autofree char *options = g_strdup_printf ("--as=json --what=%s", whats[k].what);
        g_autofree char *line = make_line (options, files->pdata[i], files->pdata[i]);
        g_autoptr(JsonNode) root = NULL;
        JsonArray *rows;

        if ((k == 1) != (g_str_has_prefix (files->pdata[i], "aprof")) ||
            (k == 2) != (g_str_has_prefix (files->pdata[i], "br")))
          continue;

        root = run_json (line);
        rows = root != NULL ? json_node_get_array (root) : NULL;
        for (guint n = 0; rows != NULL && n < json_array_get_length (rows); n++)
          {
            JsonObject *row = json_array_get_object_element (rows, n);

            for_each_figure (row, NULL, check_ratio);
            for_each_figure (row, NULL, check_same);
            g_assert_true (json_object_has_member (row, whats[k].key));
            if (k == 0)
              g_assert_cmpfloat (get_real (row, "lost") + get_real (row, "gained"), ==, 0);
          }
      }
}

/* The row of the other answer with the same areas and context. */
static JsonObject *
find_row (JsonArray  *rows,
          JsonObject *row)
{
  const char *area = json_object_get_string_member (row, "area");
  const char *base = !json_object_get_null_member (row, "base_area")
                       ? json_object_get_string_member (row, "base_area") : area;
  JsonObject *found = NULL;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *other = json_array_get_object_element (rows, i);

      if (g_str_equal (json_object_get_string_member (other, "area"), base) &&
          get_real (json_object_get_object_member (other, "value"), "new") ==
            get_real (json_object_get_object_member (row, "value"), "base") &&
          g_str_equal (json_object_get_string_member (other, "kind"),
                       json_object_get_string_member (row, "kind")))
        found = found == NULL ? other : NULL; /* of two nobody can tell which */
    }

  return found;
}

static void
check_swapped (JsonNode *there,
               JsonNode *back)
{
  JsonArray *rows = get_rows (there);

  g_assert_cmpuint (json_array_get_length (rows), ==, json_array_get_length (get_rows (back)));
  for_each_figure (json_node_get_object (cli_get (there, "summary")),
                   json_node_get_object (cli_get (back, "summary")), check_negated);
  g_assert_cmpint (cli_get_int (there, "summary.rows.new"), ==,
                   cli_get_int (back, "summary.rows.gone"));

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      JsonObject *other = find_row (get_rows (back), row);

      for_each_figure (row, NULL, check_ratio);
      if (other == NULL)
        continue;
      for_each_figure (row, other, check_negated);
      g_assert_true (is_near (get_real (row, "p"), get_real (other, "p")));
      g_assert_true (is_near (get_real (row, "q"), get_real (other, "q")));
    }
}

/* Each file against the next of its folder. */
static void
test_swapped (void)
{
  g_autoptr(GPtrArray) files = list_files ();
  guint n_compared = 0;

  for (guint i = 0; i + 1 < files->len; i++)
    {
      g_autofree char *there_line = make_line ("--as=json", files->pdata[i], files->pdata[i + 1]);
      g_autofree char *back_line = make_line ("--as=json", files->pdata[i + 1], files->pdata[i]);
      g_autoptr(JsonNode) there = run_json (there_line);
      g_autoptr(JsonNode) back = NULL;

      if (there == NULL)
        continue;

      back = run_json (back_line);
      g_assert_nonnull (back);
      check_sum (there);
      check_swapped (there, back);
      n_compared++;
    }

  g_assert_cmpuint (n_compared, >, 20);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-compare-vectors/self", test_self);
  g_test_add_func ("/cli-compare-vectors/self-elsewhere", test_self_elsewhere);
  g_test_add_func ("/cli-compare-vectors/swapped", test_swapped);
  return g_test_run ();
}
