/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare --what=values: each side has the figures that “dwell-cli values” tells of it,
 * and changes are the differences of those. */
#include "cli-run.h"

#include <math.h>

#include "support/file-fixture.h"

#define BASE "vcd/counter.vcd"
#define NEW  "compare/values-new.vcd"

static JsonArray *
get_array (JsonNode *root)
{
  g_assert_true (JSON_NODE_HOLDS_ARRAY (root));
  return json_node_get_array (root);
}

/* The row of “values” of that variable; NULL: there is none. */
static JsonObject *
find_variable (JsonArray  *rows,
               JsonObject *compared)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_str_equal (json_object_get_string_member (row, "area"),
                       json_object_get_string_member (compared, "area")) &&
          g_str_equal (json_object_get_string_member (row, "context"),
                       json_object_get_string_member (compared, "context")))
        return row;
    }

  return NULL;
}

/* Of a state without a name the value is told. */
static JsonObject *
find_state (JsonObject *variable,
            const char *state)
{
  JsonArray *states = json_object_get_array_member (variable, "states");

  for (guint i = 0; i < json_array_get_length (states); i++)
    {
      JsonObject *row = json_array_get_object_element (states, i);
      const char *name = json_object_get_string_member (row, "name");
      g_autofree char *value = NULL;

      if (*name == '\0')
        value = g_strdup_printf ("%" G_GINT64_FORMAT, json_object_get_int_member (row, "value"));
      if (g_str_equal (value != NULL ? value : name, state))
        return row;
    }

  return NULL;
}

/* What a member of an object is; NAN: null, or no number, or there is no object. */
static double
get_number (JsonObject *object,
            const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) == G_TYPE_STRING)
    return NAN;

  return json_node_get_double (node);
}

static void
assert_same (double a,
             double b)
{
  g_assert_true ((isnan (a) && isnan (b)) || a == b);
}

/* Holds a figure of a row against those of either side. */
static void
check_figure (JsonObject *row,
              const char *name,
              JsonObject *base,
              JsonObject *new,
              const char *of_side)
{
  JsonObject *figure = json_object_get_object_member (row, name);
  double of_base = get_number (base, of_side);
  double of_new = get_number (new, of_side);

  assert_same (get_number (figure, "base"), of_base);
  assert_same (get_number (figure, "new"), of_new);
  if (json_object_has_member (figure, "change") && !isnan (of_base) && !isnan (of_new))
    assert_same (get_number (figure, "change"), of_new - of_base);
  if (json_object_has_member (figure, "ratio"))
    g_assert_true (isnan (of_base) || isnan (of_new) || of_base == 0
                     ? isnan (get_number (figure, "ratio"))
                     : fabs (get_number (figure, "ratio") - of_new / of_base) <=
                       1e-8 * fabs (of_new / of_base));
}

static void
check_variable (JsonObject *row,
                JsonObject *base,
                JsonObject *new)
{
  check_figure (row, "writes", base, new, "writes");
  check_figure (row, "min", base, new, "min");
  check_figure (row, "max", base, new, "max");
  check_figure (row, "mean", base, new, "mean");
  check_figure (row, "last", base, new, "last");
}

static void
check_state (JsonObject *row,
             JsonObject *base,
             JsonObject *new)
{
  const char *state = json_object_get_string_member (row, "state");
  JsonObject *of_base = base != NULL ? find_state (base, state) : NULL;
  JsonObject *of_new = new != NULL ? find_state (new, state) : NULL;

  g_assert_true (of_base != NULL || of_new != NULL);
  check_figure (row, "writes", of_base, of_new, "count");
  check_figure (row, "time", of_base, of_new, "time");
  check_figure (row, "share", of_base, of_new, "share");
}

/* Returns how many rows there are. */
static guint
check (const char *base_file,
       const char *new_file,
       const char *options)
{
  g_autofree char *compare = g_strdup_printf ("compare --what=values --as=json%s %s %s", options,
                                              base_file, new_file);
  g_autofree char *of_base = g_strdup_printf ("values --as=json%s %s", options, base_file);
  g_autofree char *of_new = g_strdup_printf ("values --as=json%s %s", options, new_file);
  g_autoptr(JsonNode) root = cli_run_json (compare);
  g_autoptr(JsonNode) base = cli_run_json (of_base);
  g_autoptr(JsonNode) new = cli_run_json (of_new);
  JsonArray *rows = get_array (root);
  guint n_base = 0;
  guint n_new = 0;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      JsonObject *base_row = find_variable (get_array (base), row);
      JsonObject *new_row = find_variable (get_array (new), row);

      if (!json_object_get_null_member (row, "state"))
        {
          check_state (row, base_row, new_row);
          continue;
        }

      check_variable (row, base_row, new_row);
      n_base += base_row != NULL;
      n_new += new_row != NULL;
    }

  /* Each variable of either is in one row. */
  g_assert_cmpuint (n_base, ==, json_array_get_length (get_array (base)));
  g_assert_cmpuint (n_new, ==, json_array_get_length (get_array (new)));
  return json_array_get_length (rows);
}

static void
test_sides (void)
{
  g_assert_cmpuint (check (BASE, NEW, ""), >, 6);
  g_assert_cmpuint (check (NEW, BASE, ""), >, 6);
  check (BASE, NEW, " --from=2us --to=6us");
  check (BASE, NEW, " --filter=task");
  check ("text1/doc_examples.txt", "text1/doc_examples.txt", "");
  check ("text1/preempt.txt", "text1/doc_examples.txt", "");
}

/* A recording and itself differ in nothing. */
static void
test_self (void)
{
  static const char * const files[] = { BASE, NEW, "text1/doc_examples.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *line = g_strdup_printf ("compare --what=values --as=json %s %s", files[i],
                                               files[i]);
      g_autofree char *brief = g_strdup_printf ("compare --what=values %s %s", files[i], files[i]);
      g_autoptr(JsonNode) root = cli_run_json (line);
      g_auto(CliRun) run = { 0 };

      g_assert_cmpuint (json_array_get_length (get_array (root)), >, 0);
      for (guint k = 0; k < json_array_get_length (get_array (root)); k++)
        g_assert_cmpstr (json_object_get_string_member (
                           json_array_get_object_element (get_array (root), k), "verdict"), ==,
                         "identical");
      cli_run_well (&run, brief);
      g_assert_cmpuint ((gsize) (strchr (run.out, '\n') - run.out) + 1, ==, strlen (run.out));
    }
}

static JsonObject *
find_row (JsonArray  *rows,
          const char *area,
          const char *state)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      const char *name = json_object_get_null_member (row, "state")
                           ? NULL : json_object_get_string_member (row, "state");

      if (g_str_equal (json_object_get_string_member (row, "area"), area) &&
          g_strcmp0 (name, state) == 0)
        return row;
    }

  g_assert_not_reached ();
}

static const char *
get_verdict (JsonArray  *rows,
             const char *area,
             const char *state)
{
  return json_object_get_string_member (find_row (rows, area, state), "verdict");
}

static void
test_verdicts (void)
{
  g_autoptr(JsonNode) root = cli_run_json ("compare --what=values --as=json " BASE " " NEW);
  JsonArray *rows = get_array (root);
  g_auto(CliRun) run = { 0 };

  g_assert_cmpstr (get_verdict (rows, "board.voltage", NULL), ==, "more");
  g_assert_cmpstr (get_verdict (rows, "board.timer.error", NULL), ==, "identical");
  g_assert_cmpstr (get_verdict (rows, "board.level", NULL), ==, "new");
  g_assert_cmpstr (get_verdict (rows, "board.task", "WAIT"), ==, "new");
  g_assert_cmpstr (get_verdict (rows, "board.task", "IDLE"), ==, "less");

  cli_run_well (&run, "compare --what=values --as=markdown " BASE " " NEW);
  g_assert_nonnull (strstr (run.out, "| board.voltage |  | more |"));
  cli_run (&run, "compare --what=values --fail-if=count>+0 " BASE " " NEW);
  g_assert_cmpint (run.status, ==, 2);
  cli_run (&run, "compare --what=values compare/base.csv compare/new.csv");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "it has no variables"));
}

/* Writes a signal of states, 10 µs each. Returns: (transfer full): its file */
static char *
write_states (const char *name,
              const char *states)
{
  g_autoptr(GString) text = g_string_new ("$timescale 1 us $end\n$var string 1 % task $end\n"
                                          "$enddefinitions $end\n");
  g_autoptr(GFile) file = NULL;
  guint i;

  for (i = 0; states[i] != '\0'; i++)
    g_string_append_printf (text, "#%u\ns%c %%\n", 10 * i, states[i]);

  g_string_append_printf (text, "#%u\n", 10 * i);
  file = file_fixture_write (name, text->str, text->len);
  return g_file_get_path (file);
}

/* What was in each state as long and as often, but ended in another, is not identical. */
static void
test_ends (void)
{
  static const struct {
    const char *base;
    const char *new;
    const char *verdict;
  } cases[] = {
    { "ABAB", "ABAB", "identical" }, { "ABAB", "BABA", "same" }, { "AABB", "BBAA", "same" },
    { "ABC", "BAC", "identical" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *base = write_states ("base.vcd", cases[i].base);
      g_autofree char *new = write_states ("new.vcd", cases[i].new);
      g_autofree char *line = g_strdup_printf ("compare --what=values --as=json %s %s", base, new);
      g_autoptr(JsonNode) root = cli_run_json (line);

      g_assert_cmpstr (get_verdict (get_array (root), "task", NULL), ==, cases[i].verdict);
    }

  file_fixture_remove_all ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-compare-values/sides", test_sides);
  g_test_add_func ("/cli-compare-values/self", test_self);
  g_test_add_func ("/cli-compare-values/verdicts", test_verdicts);
  g_test_add_func ("/cli-compare-values/ends", test_ends);
  return g_test_run ();
}
