/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures that times alone would get wrong, in the smallest files that show them. */
#include "config.h"

#include <glib/gstdio.h>

#include "cli-run.h"

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

/* The row of @area in all contexts. */
static JsonNode *
find_row (JsonNode   *rows,
          const char *area)
{
  JsonArray *array = json_node_get_array (rows);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *row = json_array_get_element (array, i);

      if (g_strcmp0 (cli_get_text (row, "context"), "") == 0 &&
          g_strcmp0 (cli_get_text (row, "area"), area) == 0)
        return row;
    }

  g_error ("There is no row “%s”", area);
}

static void
test_outermost (void)
{
  static const struct {
    const char *file;
    const char *area;
    gint64      sum;
    gint64      total;
    gint64      outside;
  } cases[] = {
    /* Two processes of one label at once: neither called the other. */
    { "lms/two_ids_one_label.csv", "work", 60 * US, 60 * US, 0 },
    { "lms/quirks.csv", "default.a,b\"c\"\\d", 82 * US, 82 * US, 63 * US },
    /* The second call begins before the first one only by the clock. */
    { "ooo/clock_set_back.log", "::A", 35 * MS, 35 * MS, 0 },
    /* Only the last exit shows that this is a recursion. */
    { "text1/recursion_before_recording.txt", "f", 50, 40, 20 },
    { "text1/recursion_before_recording.txt", "g", 30, 30, 30 },
    /* A line of a function that calls itself there: the inner call runs it once more. */
    { "text1/line_of_recursion.txt", "fall", 130, 100, 0 },
    { "text1/line_of_recursion.txt", "fall (n - 1);", 60, 50, 50 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("statistics --as=json %s", cases[i].file);
      g_autoptr(JsonNode) rows = cli_run_json (line);
      JsonNode *row = find_row (rows, cases[i].area);

      g_assert_cmpint (cli_get_int (row, "call.sum"), ==, cases[i].sum);
      g_assert_cmpint (cli_get_int (row, "call.total"), ==, cases[i].total);
      g_assert_cmpint (cli_get_int (row, "gross.total"), ==, cases[i].total);
      g_assert_cmpint (cli_get_int (row, "outside.total"), ==, cases[i].outside);
    }
}

/* A single context is listed alone, without sums over all contexts. */
static void
test_context (void)
{
  g_autoptr(JsonNode) all = cli_run_json ("statistics --as=json lms/doc_example.csv");
  g_autoptr(JsonNode) one = cli_run_json ("statistics --as=json --context=session "
                                          "lms/doc_example.csv");
  JsonArray *rows = json_node_get_array (one);

  g_assert_cmpuint (json_array_get_length (json_node_get_array (all)), ==, 4);
  g_assert_cmpuint (json_array_get_length (rows), ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (cli_get_text (json_array_get_element (rows, i), "context"), ==, "session");
}

/* Outside the session nothing is known, for a variable as for a state variable. */
static void
test_values (void)
{
  static const struct {
    const char *range;
    gboolean    is_known;
    double      mean; /* 0: none */
    const char *state;
  } cases[] = {
    { "", TRUE, 3, "ON" },
    { "--to=200", TRUE, 3, "ON" },
    { "--from=-100 --to=200", TRUE, 3, "ON" },
    { "--from=50 --to=200", TRUE, 4, "ON" },
    { "--from=100 --to=200", TRUE, 0, "ON" },
    { "--from=101 --to=200", FALSE, 0, NULL },
    { "--from=-100 --to=-1", FALSE, 0, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("values --as=json text1/values_past_the_end.txt %s",
                                               cases[i].range);
      g_autoptr(JsonNode) rows = cli_run_json (line);
      JsonNode *number = json_array_get_element (json_node_get_array (rows), 0);
      JsonNode *mode = json_array_get_element (json_node_get_array (rows), 1);

      g_assert_cmpstr (cli_get_text (mode, "last"), ==, cases[i].state);
      g_assert_cmpint (cli_is_null (number, "last"), ==, !cases[i].is_known);
      g_assert_cmpint (cli_is_null (number, "max"), ==, !cases[i].is_known);
      g_assert_cmpint (cli_is_null (number, "mean"), ==, cases[i].mean == 0);
      if (cases[i].is_known)
        g_assert_cmpint (cli_get_int (number, "last"), ==, 4);
      if (cases[i].mean != 0)
        g_assert_cmpfloat (json_node_get_double (cli_get (number, "mean")), ==, cases[i].mean);
    }
}

/* Sums of more than 64 bits are printed digit by digit, and their means are exact. */
static void
test_large_sums (void)
{
  g_autoptr(JsonNode) rows = cli_run_json ("statistics --as=json text1/sum_beyond_int64.txt");
  g_autoptr(JsonNode) wide = cli_run_json ("statistics --as=json --from=-9000000000000000000 "
                                           "--to=9000000000000000000 lms/two_ids_one_label.csv");
  JsonNode *row = find_row (rows, "main");
  g_auto(CliRun) run = { 0 };

  g_assert_cmpstr (cli_get_text (row, "call.sum"), ==, "12000000000000000000");
  g_assert_cmpint (cli_get_int (row, "call.total"), ==, G_GINT64_CONSTANT (4000000000000000000));
  g_assert_cmpint (cli_get_int (row, "net.avg"), ==, G_GINT64_CONSTANT (1333333333333333333));
  g_assert_cmpstr (cli_get_text (find_row (wide, "work"), "outside.total"), ==,
                   "17999999999999960000");

  cli_run_well (&run, "statistics --as=csv text1/sum_beyond_int64.txt");
  g_assert_nonnull (strstr (run.out, ",12000000000000000000,"));
  cli_run_well (&run, "statistics text1/sum_beyond_int64.txt");
  g_assert_nonnull (strstr (run.out, "  12000000000000000000  "));
}

/* A percentile is the same in a comparison and in a requirement, also where its rank is a whole
 * number that a double misses: here, of a thousand spans that take 1, 2 … 1000 ns. */
static void
test_percentiles (void)
{
  static const struct {
    const char *measure;
    gint64      value;
  } cases[] = {
    { "p99.9", 999 }, { "p99.91", 1000 }, { "p7", 70 }, { "p55", 550 }, { "p100", 1000 },
  };
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  g_autofree char *requirements = g_build_filename (folder, "a.requirements", NULL);
  g_autoptr(GString) text = g_string_new ("start_ns,end_ns,name\n");
  g_autoptr(GString) lines = g_string_new ("dwell-requirements 1\n");
  g_autofree char *check = g_strdup_printf ("check --as=json --requirements=%s %s", requirements,
                                            path);
  g_autoptr(JsonNode) checked = NULL;

  for (guint i = 1; i <= 1000; i++)
    g_string_append_printf (text, "%u,%u,job\n", i * 1000, i * 1000 + i);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_string_append_printf (lines, "R%u: %s of call of job <= 1 us\n", i, cases[i].measure);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_true (g_file_set_contents (requirements, lines->str, -1, NULL));
  checked = cli_run_json (check);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("compare --as=json --all --measure=%s %s %s",
                                               cases[i].measure, path, path);
      g_autoptr(JsonNode) compared = cli_run_json (line);
      JsonArray *rows = json_node_get_array (cli_get (compared, "rows"));
      JsonNode *recording = json_array_get_element (json_node_get_array (checked), 0);
      JsonArray *results = json_node_get_array (cli_get (recording, "results"));

      g_assert_cmpint (cli_get_int (json_array_get_element (rows, 0), "value.base"), ==,
                       cases[i].value);
      g_assert_cmpint (cli_get_int (json_array_get_element (results, i), "value"), ==,
                       cases[i].value);
    }

  g_unlink (path);
  g_unlink (requirements);
  g_rmdir (folder);
}

static void
test_growth (void)
{
  static const struct {
    const char *file;
    const char *class;
    const char *confidence;
  } cases[] = {
    { "aprof/growth/exponential_with_start_up_cost.aprof", "2^n", "high" },
    { "aprof/growth/factorial.aprof", "2^n", "low" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("costs --as=json %s", cases[i].file);
      g_autoptr(JsonNode) costs = cli_run_json (line);
      JsonArray *routines = json_node_get_array (cli_get (costs, "routines"));
      JsonNode *growth = cli_get (json_array_get_element (routines, 0), "growth");

      g_assert_cmpstr (cli_get_text (growth, "class"), ==, cases[i].class);
      g_assert_cmpstr (cli_get_text (growth, "confidence"), ==, cases[i].confidence);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/figures/outermost", test_outermost);
  g_test_add_func ("/cli/figures/context", test_context);
  g_test_add_func ("/cli/figures/values", test_values);
  g_test_add_func ("/cli/figures/large-sums", test_large_sums);
  g_test_add_func ("/cli/figures/percentiles", test_percentiles);
  g_test_add_func ("/cli/figures/growth", test_growth);

  return g_test_run ();
}
