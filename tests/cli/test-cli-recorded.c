/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file's own statistics on the command line: preempt.txt, whose figures were worked by hand, as
 * it is and with something changed. */
#include "config.h"

#include <glib/gstdio.h>

#include "cli-run.h"

/* Writes to @path a copy of preempt.txt with @from replaced by @to, cut off before @cut. */
static void
doctor (const char *path,
        const char *from,
        const char *to,
        const char *cut)
{
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", "text1", "preempt.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr(GString) doctored = NULL;
  g_autoptr(GError) error = NULL;

  g_file_get_contents (data, &text, NULL, &error);
  g_assert_no_error (error);
  doctored = g_string_new (text);

  if (from != NULL)
    g_assert_cmpuint (g_string_replace (doctored, from, to, 0), >, 0);
  if (cut != NULL)
    g_string_truncate (doctored, (gsize) (strstr (doctored->str, cut) - doctored->str));

  g_file_set_contents (path, doctored->str, (gssize) doctored->len, &error);
  g_assert_no_error (error);
}

static JsonArray *
run_json (JsonParser *parser,
          CliRun     *run,
          const char *command,
          const char *path)
{
  g_autofree char *line = g_strdup_printf ("%s --as=json %s", command, path);
  g_autoptr(GError) error = NULL;

  cli_run (run, line);
  g_assert_cmpint (run->status, ==, 0);
  json_parser_load_from_data (parser, run->out, -1, &error);
  g_assert_no_error (error);
  return json_node_get_array (json_parser_get_root (parser));
}

static void
test_problems (void)
{
  static const struct {
    const char *from;
    const char *to;
    const char *cut;
    const char *code;    /* NULL: no problem */
    const char *message; /* a part of it */
  } cases[] = {
    { NULL, NULL, NULL, NULL, NULL },
    { "00000001,,1,160,", "00000001,,1,161,", NULL, "recorded-statistics-differ",
      "TASK_A, foo: Self is 161 ns in the file’s own statistics, but 160 ns" },
    { "00000000,,2,250,", "00000000,,7,250,", NULL, "recorded-statistics-differ",
      "TASK_A, taskA_main: Count is 7 in the file’s own statistics, but 2" },
    /* One row of several is beyond the session: the others show that it is this recording. */
    { "00000001,,1,160,", "00000001,,1,9999,", NULL, "recorded-statistics-differ",
      "TASK_A, foo: Self is 9999 ns" },
    { "00000002,,1,40,", "00000002,,1,9999,", NULL, "recorded-statistics-foreign", "(ISR_B)" },
    { "CONTEXT(TSK: ISR_B)", "CONTEXT(TSK: other)", NULL, "recorded-statistics-foreign",
      "(other) belong to another recording: nothing" },
    /* An average may be rounded otherwise. */
    { "250,50,200,125,", "250,50,200,126,", NULL, NULL, NULL },
    /* Without events there is nothing to compare with. */
    { "00000001,,1,160,", "00000001,,1,161,", "* TIMELINE", "no-timeline", "doctored.txt.BIN" },
  };
  g_autofree char *place = g_dir_make_tmp ("dwell-recorded-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (place, "doctored.txt", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonParser) parser = json_parser_new ();
      g_auto(CliRun) run = { 0 };
      g_autofree char *line = g_strdup_printf ("info --as=json %s", path);
      JsonArray *problems;
      JsonObject *problem;

      doctor (path, cases[i].from, cases[i].to, cases[i].cut);
      problems = run_json (parser, &run, "problems", path);
      g_assert_cmpuint (json_array_get_length (problems), ==, cases[i].code != NULL);
      g_assert_cmpint (strstr (run.err, "1 problem;") != NULL, ==, cases[i].code != NULL);

      if (cases[i].code != NULL)
        {
          problem = json_array_get_object_element (problems, 0);
          g_assert_cmpstr (json_object_get_string_member (problem, "severity"), ==,
                           cases[i].cut != NULL ? "info" : "warning");
          g_assert_cmpstr (json_object_get_string_member (problem, "code"), ==, cases[i].code);
          g_assert_nonnull (strstr (json_object_get_string_member (problem, "message"),
                                    cases[i].message));
        }

      cli_run (&run, line);
      g_assert_nonnull (strstr (run.out, cases[i].code != NULL ? "\"problems\" : 1"
                                                               : "\"problems\" : 0"));
      /* Commands that show neither problems nor statistics do not compare them; they only count the
       * problems of reading. */
      g_free (line);
      line = g_strdup_printf ("events %s", path);
      cli_run (&run, line);
      g_assert_cmpint (*run.err != '\0', ==, cases[i].cut != NULL);
      g_remove (path);
    }

  g_rmdir (place);
}

static JsonObject *
find_row (JsonArray  *rows,
          const char *context,
          const char *area)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_str_equal (json_object_get_string_member (row, "context"), context) &&
          g_str_equal (json_object_get_string_member (row, "area"), area))
        return row;
    }

  g_assert_not_reached ();
}

static gint64
get_figure (JsonObject *row,
            const char *object,
            const char *name)
{
  return json_object_get_int_member (json_object_get_object_member (row, object), name);
}

static void
test_statistics (void)
{
  g_autoptr(JsonParser) parser = json_parser_new ();
  g_auto(CliRun) run = { 0 };
  JsonArray *rows = run_json (parser, &run, "statistics", "text1/preempt.txt");
  JsonObject *row = find_row (rows, "TASK_A", "taskA_main");
  JsonObject *recorded = json_object_get_object_member (row, "recorded");

  g_assert_cmpint (json_object_get_int_member (recorded, "count"), ==, 2);
  g_assert_cmpint (get_figure (recorded, "net", "total"), ==, 250);
  g_assert_cmpint (get_figure (recorded, "gross", "max"), ==, 360);
  g_assert_cmpint (get_figure (recorded, "outside", "avg"), ==, 100);
  g_assert_cmpfloat (json_object_get_double_member (recorded, "difference"), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (recorded, "differing")),
                    ==, 0);

  /* A variable has writes and the periods between them, and nothing else. */
  row = find_row (rows, "", "VAR");
  g_assert_cmpstr (json_object_get_string_member (row, "kind"), ==, "variable");
  g_assert_cmpint (json_object_get_int_member (row, "count"), ==, 3);
  g_assert_cmpint (get_figure (row, "period", "avg"), ==, 200);
  g_assert_true (json_object_get_null_member (row, "recorded"));
  g_assert_true (json_object_get_null_member (json_object_get_object_member (row, "net"), "total"));
  g_assert_true (json_object_get_null_member (json_object_get_object_member (row, "call"), "sum"));
  g_assert_true (json_object_get_null_member (row, "incomplete"));

  /* The file's own statistics do not cover ranges. */
  rows = run_json (parser, &run, "statistics --from=0 --to=400ns", "text1/preempt.txt");
  row = find_row (rows, "", "VAR");
  g_assert_cmpint (json_object_get_int_member (row, "count"), ==, 2);
  row = find_row (rows, "TASK_A", "taskA_main");
  g_assert_true (json_object_get_null_member (row, "recorded"));

  /* A file without statistics has no such key. */
  rows = run_json (parser, &run, "statistics", "lms/doc_example.csv");
  g_assert_false (json_object_has_member (json_array_get_object_element (rows, 0), "recorded"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recorded/problems", test_problems);
  g_test_add_func ("/recorded/statistics", test_statistics);
  return g_test_run ();
}
