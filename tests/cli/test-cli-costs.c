/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The costs of every vector against what an independent reader found (data/aprof/expected.json),
 * and the form of the command's output. */
#include "config.h"

#include "cli-run.h"

/* Names are cut there in expected.json: characters of ISO 8859-1, as bytes here. */
#define NAME_BYTES 80

static JsonObject *
get_object (JsonNode *node)
{
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return json_node_get_object (node);
}

static JsonObject *
find_routine (JsonArray *routines,
              gint64     id)
{
  JsonObject *found = NULL;

  for (guint i = 0; i < json_array_get_length (routines); i++)
    {
      JsonObject *routine = json_array_get_object_element (routines, i);

      if (json_object_get_int_member (routine, "id") == id)
        {
          g_assert_null (found);
          found = routine;
        }
    }

  g_assert_nonnull (found);
  return found;
}

/* The expected figures have 0 for numbers that the version of the report lacks; dwell-cli prints
 * null. */
static void
assert_number (JsonObject *routine,
               const char *name,
               gint64      expected)
{
  g_assert_true (json_object_has_member (routine, name));

  if (json_object_get_null_member (routine, name))
    g_assert_cmpint (expected, ==, 0);
  else
    g_assert_cmpint (json_object_get_int_member (routine, name), ==, expected);
}

static void
check_routine (JsonArray  *routines,
               JsonObject *expected,
               const char *sizes)
{
  JsonObject *routine = find_routine (routines, json_object_get_int_member (expected, "id"));
  g_autofree char *name = g_strndup (json_object_get_string_member (routine, "name"), NAME_BYTES);

  g_assert_cmpstr (name, ==, json_object_get_string_member (expected, "name"));
  assert_number (routine, "calls", json_object_get_int_member (expected, "calls"));
  assert_number (routine, "sizes", json_object_get_int_member (expected, sizes));

  if (json_object_has_member (expected, "sum"))
    {
      assert_number (routine, "cumulative", json_object_get_int_member (expected, "sum"));
      assert_number (routine, "real", json_object_get_int_member (expected, "real"));
      assert_number (routine, "self", json_object_get_int_member (expected, "self"));
    }
}

static gint64
sum_over (JsonArray  *routines,
          const char *name)
{
  gint64 sum = 0;

  for (guint i = 0; i < json_array_get_length (routines); i++)
    {
      JsonObject *routine = json_array_get_object_element (routines, i);

      if (!json_object_get_null_member (routine, name))
        sum += json_object_get_int_member (routine, name);
    }

  return sum;
}

static gint64
max_over (JsonArray  *routines,
          const char *name)
{
  gint64 max = 0;

  for (guint i = 0; i < json_array_get_length (routines); i++)
    {
      JsonObject *routine = json_array_get_object_element (routines, i);

      if (!json_object_get_null_member (routine, name))
        max = MAX (max, json_object_get_int_member (routine, name));
    }

  return max;
}

static void
check_header (JsonNode   *info,
              JsonObject *expected)
{
  static const struct {
    const char *tag;
    const char *path;
    gboolean    is_number;
  } fields[] = {
    { "a", "properties.program", FALSE }, { "f", "properties.command_line", FALSE },
    { "e", "properties.executable_date", FALSE }, { "m", "properties.metric", FALSE },
    { "i", "properties.input_metric", FALSE }, { "k", "properties.total_cost", TRUE },
    { "t", "properties.cell_bytes", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const char *text = json_object_get_string_member_with_default (expected, fields[i].tag, NULL);
      g_autofree char *number = NULL;

      if (text == NULL)
        continue;

      if (fields[i].is_number)
        number = g_strdup_printf ("%" G_GINT64_FORMAT, cli_get_int (info, fields[i].path));
      g_assert_cmpstr (number != NULL ? number : cli_get_text (info, fields[i].path), ==, text);
    }
}

static void
check_info (const char *file,
            JsonObject *expected)
{
  g_autofree char *line = g_strdup_printf ("info --as=json aprof/%s", file);
  g_autoptr(JsonNode) info = cli_run_json (line);
  gint64 n_contexts = json_object_get_int_member (expected, "contexts");

  g_assert_cmpstr (cli_get_text (info, "format"), ==, "aprof");
  g_assert_cmpint (cli_get_int (info, "problems"), ==, 0);
  g_assert_cmpint (cli_get_int (info, "cost_points"), ==,
                   json_object_get_int_member (expected, "points"));
  g_assert_cmpint (cli_get_int (info, "properties.report_version"), ==,
                   json_object_get_int_member (expected, "version"));
  g_assert_true (cli_is_null (info, "spans"));

  if (n_contexts > 0)
    g_assert_cmpint (cli_get_int (info, "stack_nodes"), ==, n_contexts);
  else
    g_assert_true (cli_is_null (info, "stack_nodes"));

  check_header (info, json_object_get_object_member (expected, "header"));
}

static void
check_costs (const char *file,
             JsonObject *expected)
{
  g_autofree char *line = g_strdup_printf ("costs --points --as=json aprof/%s", file);
  g_autoptr(JsonNode) costs = cli_run_json (line);
  JsonArray *routines = json_object_get_array_member (get_object (costs), "routines");
  JsonArray *top = json_object_get_array_member (expected, "top_by_cost");
  JsonArray *richest = json_object_get_array_member (expected, "richest");
  gint64 n_zeros = 0;

  g_assert_cmpstr (cli_get_text (costs, "metric"), ==, "bb-count");
  assert_number (get_object (costs), "total", json_object_get_int_member (expected, "k"));
  g_assert_cmpint (json_array_get_length (routines), ==,
                   json_object_get_int_member (expected, "routines"));
  g_assert_cmpint (sum_over (routines, "calls"), ==,
                   json_object_get_int_member (expected, "calls"));
  g_assert_cmpint (sum_over (routines, "self"), ==,
                   json_object_get_int_member (expected, "sum_self"));
  g_assert_cmpint (max_over (routines, "real"), ==,
                   json_object_get_int_member (expected, "max_real"));

  for (guint i = 0; i < json_array_get_length (top); i++)
    check_routine (routines, json_array_get_object_element (top, i), "n");
  for (guint i = 0; i < json_array_get_length (richest); i++)
    check_routine (routines, json_array_get_object_element (richest, i), "distinct_rms");

  for (guint i = 0; i < json_array_get_length (routines); i++)
    {
      JsonObject *routine = json_array_get_object_element (routines, i);
      JsonArray *points = json_object_get_array_member (routine, "points");

      g_assert_cmpint (json_array_get_length (points), ==,
                       json_object_get_int_member (routine, "sizes"));
      for (guint k = 0; k < json_array_get_length (points); k++)
        n_zeros += json_object_get_int_member (json_array_get_object_element (points, k),
                                               "size") == 0;
    }

  /* With stack nodes, several points of one routine can have the size 0. */
  g_assert_cmpint (n_zeros, <=, json_object_get_int_member (expected, "zero_rms_points"));
}

static void
test_vectors (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "aprof", "expected.json",
                                                 NULL);
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(GList) files = NULL;
  JsonObject *all;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  all = get_object (json_parser_get_root (parser));
  files = json_object_get_members (all);
  g_assert_cmpuint (g_list_length (files), ==, 20);

  for (GList *l = files; l != NULL; l = l->next)
    {
      JsonObject *expected = json_object_get_object_member (all, l->data);

      check_info (l->data, expected);
      check_costs (l->data, expected);
    }
}

/* Routines whose growth is known, in reports of three cell sizes, of contexts, and joined. */
static void
test_growth (void)
{
  static const char * const files[] = {
    "aprof/real/rms/sort_23697_0_4.aprof", "aprof/real/rms/sort_3323_0_1.aprof",
    "aprof/real/cct/sort_23705_0_4.aprof", "aprof/real/drms/sort_23701_0_4.aprof",
    "--joined aprof/real/rms/sort_23697_0_4.aprof aprof/real/rms/sort_3323_0_1.aprof",
  };
  static const struct {
    const char *name;
    const char *class;
  } known[] = {
    { "quick_sort_ric", "n log n" }, { "partition", "n" }, { "linear_sum", "n" },
    { "bubble_sort", "n^2" }, { "matmul", "n^1.5" }, { "subset_sum", "2^n" },
  };

  for (gsize f = 0; f < G_N_ELEMENTS (files); f++)
    {
      g_autofree char *line = g_strdup_printf ("costs --as=json %s", files[f]);
      g_autoptr(JsonNode) costs = cli_run_json (line);
      JsonArray *routines = json_object_get_array_member (get_object (costs), "routines");

      for (gsize k = 0; k < G_N_ELEMENTS (known); k++)
        for (guint i = 0; i < json_array_get_length (routines); i++)
          {
            JsonNode *routine = json_array_get_element (routines, i);

            if (!g_str_equal (cli_get_text (routine, "name"), known[k].name))
              continue;

            g_test_message ("%s", known[k].name);
            g_assert_cmpstr (cli_get_text (routine, "growth.class"), ==, known[k].class);
            g_assert_cmpstr (cli_get_text (routine, "growth.confidence"), ==, "high");
          }
    }
}

static void
test_form (void)
{
  static const char keys[] = "name image module id calls cumulative real self share self_share "
                             "syscall thread sizes growth";
  g_autoptr(JsonNode) costs = cli_run_json ("costs --as=json aprof/versions/bubble_1_v0.aprof");
  g_autoptr(JsonNode) many = cli_run_json ("costs --as=json aprof/versions/bubble_1_v0.aprof "
                                           "aprof/versions/merge_1_v0.aprof");
  JsonArray *routines = json_object_get_array_member (get_object (costs), "routines");
  JsonNode *first = json_array_get_element (routines, 0);
  JsonNode *last = json_array_get_element (routines, json_array_get_length (routines) - 1);
  g_autofree char *top_keys = cli_get_keys (costs);
  g_autofree char *row_keys = cli_get_keys (first);
  g_auto(CliRun) csv = { 0 };

  g_assert_cmpstr (top_keys, ==, "total metric routines");
  g_assert_cmpstr (row_keys, ==, keys);
  g_assert_true (cli_is_null (costs, "total"));
  g_assert_true (cli_is_null (first, "real"));
  g_assert_true (cli_is_null (first, "self"));
  g_assert_true (cli_is_null (first, "share"));
  g_assert_true (cli_is_null (first, "syscall"));
  g_assert_cmpstr (cli_get_text (first, "growth.class"), ==, "n^2");
  g_assert_true (cli_is_null (last, "growth.class"));
  g_assert_true (cli_is_null (last, "growth.sure"));
  g_assert_true (cli_is_null (last, "growth.at_10x"));

  g_assert_cmpuint (json_array_get_length (json_node_get_array (many)), ==, 2);
  cli_get (json_array_get_element (json_node_get_array (many), 1), "costs.routines");

  cli_run_well (&csv, "costs --as=csv aprof/quirks/unsorted_dup_rms.aprof");
  g_assert_nonnull (strstr (csv.out, "g,/bin/a,,1,6,41,41,41,0.041,0.041,,,2,,,,,,,\r\n"));
  cli_run_well (&csv, "costs --points --as=csv aprof/quirks/unsorted_dup_rms.aprof");
  g_assert_nonnull (strstr (csv.out, "g,/bin/a,,1,50,4,4,20,38,38,38,4,20,"));
  cli_run_well (&csv, "costs --filter=nothing aprof/quirks/fav.aprof");
  cli_run (&csv, "costs --context=nothing aprof/quirks/fav.aprof");
  g_assert_cmpint (csv.status, ==, 1);
}

/* Numbers beyond int64 are texts, and none of them is cut. */
static void
test_large_numbers (void)
{
  g_autoptr(JsonNode) costs = cli_run_json ("costs --points --as=json aprof/quirks/u64_max.aprof");
  JsonNode *routine = json_array_get_element (json_object_get_array_member (get_object (costs),
                                                                            "routines"), 0);
  JsonArray *points = json_object_get_array_member (get_object (routine), "points");

  g_assert_cmpstr (cli_get_text (routine, "cumulative"), ==, "18446744073709551620");
  g_assert_cmpstr (cli_get_text (costs, "total"), ==, "18446744073709551620");
  g_assert_cmpstr (cli_get_text (json_array_get_element (points, 0), "max"), ==,
                   "18446744073709551615");
  g_assert_cmpint (cli_get_int (json_array_get_element (points, 0), "variance"), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/costs/vectors", test_vectors);
  g_test_add_func ("/cli/costs/growth", test_growth);
  g_test_add_func ("/cli/costs/form", test_form);
  g_test_add_func ("/cli/costs/large-numbers", test_large_numbers);
  return g_test_run ();
}
