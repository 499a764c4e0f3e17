/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli check against examples that were worked by hand: each field that stands in their
 * expected.json. */
#include "config.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/file-fixture.h"
#include "support/folder.h"

static gboolean is_like (JsonNode *found, JsonNode *expected);

static gboolean
has_members (JsonObject *found,
             JsonObject *expected)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, expected);
  while (json_object_iter_next (&iter, &name, &node))
    if (!json_object_has_member (found, name) ||
        !is_like (json_object_get_member (found, name), node))
      return FALSE;
  return TRUE;
}

static gboolean
is_like (JsonNode *found,
         JsonNode *expected)
{
  JsonArray *left;
  JsonArray *right;

  if (json_node_get_node_type (found) != json_node_get_node_type (expected))
    return FALSE;

  switch (json_node_get_node_type (expected))
    {
    case JSON_NODE_OBJECT:
      return has_members (json_node_get_object (found), json_node_get_object (expected));

    case JSON_NODE_ARRAY:
      left = json_node_get_array (found);
      right = json_node_get_array (expected);
      if (json_array_get_length (left) != json_array_get_length (right))
        return FALSE;
      for (guint i = 0; i < json_array_get_length (right); i++)
        if (!is_like (json_array_get_element (left, i), json_array_get_element (right, i)))
          return FALSE;
      return TRUE;

    case JSON_NODE_VALUE:
      if (json_node_get_value_type (expected) == G_TYPE_STRING)
        return g_strcmp0 (json_node_get_string (found), json_node_get_string (expected)) == 0;
      return fabs (json_node_get_double (found) - json_node_get_double (expected)) < 2e-6;

    case JSON_NODE_NULL:
    default:
      return TRUE;
    }
}

static JsonNode *
parse (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
  return node;
}

static void
compare_members (JsonObject *found,
                 JsonObject *expected,
                 const char *where)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, expected);
  while (json_object_iter_next (&iter, &name, &node))
    {
      JsonNode *other = json_object_get_member (found, name);
      g_autofree char *wanted = json_to_string (node, FALSE);
      g_autofree char *got = other != NULL ? json_to_string (other, FALSE) : NULL;

      if (g_str_equal (name, "results") || g_str_equal (name, "exit"))
        continue;
      if (other == NULL || !is_like (other, node))
        g_error ("%s: %s is %s, not %s", where, name, got, wanted);
    }
}

static void
compare_results (JsonObject *found,
                 JsonObject *expected)
{
  JsonArray *left = json_object_get_array_member (found, "results");
  JsonArray *right = json_object_get_array_member (expected, "results");

  g_assert_cmpuint (json_array_get_length (left), ==, json_array_get_length (right));
  for (guint i = 0; i < json_array_get_length (right); i++)
    {
      JsonObject *result = json_array_get_object_element (right, i);

      compare_members (json_array_get_object_element (left, i), result,
                       json_object_get_string_member (result, "id"));
    }
}

static void
compare_errors (const char *messages,
                JsonArray  *expected)
{
  g_auto(GStrv) lines = g_strsplit (messages, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, json_array_get_length (expected) + 1);
  for (guint i = 0; i < json_array_get_length (expected); i++)
    {
      JsonObject *error = json_array_get_object_element (expected, i);
      g_autofree char *end =
        g_strdup_printf ("line %" G_GINT64_FORMAT ": %s",
                         json_object_get_int_member (error, "line"),
                         json_object_get_string_member (error, "message"));

      if (!g_str_has_suffix (lines[i], end))
        g_error ("“%s” is not “%s”", lines[i], end);
    }
}

static const char *
find_trace (const char *folder)
{
  static const char * const names[] = { "trace.csv", "trace.txt", "trace.log", "trace.prof",
                                        "trace.aprof", "trace.json", "trace.vcd" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_build_filename (folder, names[i], NULL);

      if (g_file_test (file, G_FILE_TEST_EXISTS))
        return names[i];
    }
  g_assert_not_reached ();
}

static void
test_example (gconstpointer data)
{
  const char *name = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", "requirements", name, NULL);
  g_autofree char *file = g_build_filename (folder, "expected.json", NULL);
  g_autofree char *line =
    g_strdup_printf ("check --as=json --requirements=requirements/%s/requirements "
                     "requirements/%s/%s", name, name, find_trace (folder));
  g_autofree char *text = NULL;
  g_autoptr(JsonNode) expected = NULL;
  g_autoptr(JsonNode) found = NULL;
  JsonObject *object;
  g_auto(CliRun) run = { 0 };

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  expected = parse (text);
  object = json_node_get_object (expected);
  cli_run (&run, line);
  g_assert_cmpint (run.status, ==, json_object_get_int_member (object, "exit"));
  if (json_object_has_member (object, "errors"))
    {
      compare_errors (run.err, json_object_get_array_member (object, "errors"));
      g_assert_cmpstr (run.out, ==, "");
      return;
    }

  found = parse (run.out);
  compare_members (json_array_get_object_element (json_node_get_array (found), 0), object, name);
  compare_results (json_array_get_object_element (json_node_get_array (found), 0), object);
}

/* What could not be decided fails a build, unless that is allowed. */
static void
test_status (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, "check --requirements=requirements/09-undecided/requirements "
                 "requirements/09-undecided/trace.csv");
  g_assert_cmpint (run.status, ==, 4);
  cli_run (&run, "check --allow-inconclusive --requirements=requirements/09-undecided/requirements "
                 "requirements/09-undecided/trace.csv");
  g_assert_cmpint (run.status, ==, 0);
  cli_run (&run, "check --only=N5,N7 --requirements=requirements/09-undecided/requirements "
                 "requirements/09-undecided/trace.csv");
  g_assert_cmpint (run.status, ==, 0);
  cli_run (&run, "check --only=NONE --requirements=requirements/09-undecided/requirements "
                 "requirements/09-undecided/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  cli_run (&run, "check requirements/09-undecided/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  cli_run (&run, "check --requirements=requirements/09-undecided/requirements no-such-file");
  g_assert_cmpint (run.status, ==, 1);
}

/* What holds no requirement cannot fail, so it does not pass. */
static void
test_nothing (void)
{
  static const char * const texts[] = {
    "dwell-requirements 1\n", "dwell-requirements 1\n#C1: call of cycle <= 1 ms\n",
    "dwell-requirements 1\ntrack T: call of cycle\n",
  };
  char *folder = folder_new ();
  g_autofree char *file = g_build_filename (folder, "requirements", NULL);
  g_autofree char *line = g_strdup_printf ("check --requirements=%s "
                                           "requirements/01-deadlines/trace.csv", file);
  g_autofree char *message =
    g_strdup_printf ("dwell-cli: %s: there is no requirement to check: remove the # in front of "
                     "those that must hold\n", file);
  g_auto(CliRun) run = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_true (g_file_set_contents (file, texts[i], -1, NULL));
      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_cmpstr (run.err, ==, message);
    }
  cli_run (&run, "check --only= --requirements=requirements/01-deadlines/requirements "
                 "requirements/01-deadlines/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  folder_remove (folder);
}

/* The example keeps all in the one recording, and breaks three in the other. */
static void
test_installed_example (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run_well (&run, "check --requirements=../../data/examples/lane-keeping.requirements "
                      "../../data/examples/lane-keeping-base.csv");
  cli_run (&run, "check --as=csv --requirements=../../data/examples/lane-keeping.requirements "
                 "../../data/examples/lane-keeping-new.csv");
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.out, "\r\nL1,keeper.lane.fit,violated,,error,120,0,84,,"));
  g_assert_nonnull (strstr (run.out, "\r\nL2,keeper,violated,,error,119,0,12,,"));
  g_assert_nonnull (strstr (run.out,
                            "\r\nL3,keeper.lane.markings,violated,,error,120,0,31,,1,2,-1,"));
  g_assert_nonnull (strstr (run.out, "\r\nL4,keeper,passed,,error,,0,0,,49.986,63.022,1.978,%,"));
}

static void
test_samples (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run_well (&run, "samples --of=D1 --as=csv --requirements=requirements/01-deadlines/"
                      "requirements requirements/01-deadlines/trace.csv");
  g_assert_cmpstr (run.out, ==,
                   "begin,end,low,high,context\r\n"
                   "130000,430000,300000,300000,session\r\n"
                   "1270000,1670000,400000,400000,session\r\n"
                   "2020000,2530000,510000,,session\r\n");
}

/* A track has samples and no verdict. */
static void
test_track (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-check-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "requirements", NULL);
  g_autofree char *line = g_strdup_printf ("samples --of=T --as=csv --requirements=%s "
                                           "requirements/01-deadlines/trace.csv", file);
  g_autofree char *check = g_strdup_printf ("check --as=csv --requirements=%s "
                                            "requirements/01-deadlines/trace.csv", file);
  g_autofree char *only = g_strdup_printf ("check --only=T --requirements=%s "
                                           "requirements/01-deadlines/trace.csv", file);
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) checked = { 0 };
  g_auto(CliRun) refused = { 0 };

  g_assert_true (g_file_set_contents (file, "dwell-requirements 1\ntrack T: call of cycle.act\n"
                                            "A: call of cycle.act <= 1 ms\n", -1, NULL));
  cli_run_well (&run, line);
  g_assert_cmpstr (run.out, ==,
                   "begin,end,low,high,context\r\n"
                   "130000,430000,300000,300000,session\r\n"
                   "1270000,1670000,400000,400000,session\r\n"
                   "2020000,2530000,510000,,session\r\n");
  cli_run_well (&checked, check);
  g_assert_nonnull (strstr (checked.out, "\r\nA,"));
  g_assert_null (strstr (checked.out, "T,"));
  cli_run (&refused, only);
  g_assert_cmpint (refused.status, ==, 2);
  g_assert_cmpstr (refused.err, ==, "dwell-cli: “T” is a track, which has no limit\n");
  g_remove (file);
  g_rmdir (folder);
}

static void
test_reports (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-check-XXXXXX", NULL);
  g_autofree char *junit = g_build_filename (folder, "report.xml", NULL);
  g_autofree char *sarif = g_build_filename (folder, "report.sarif", NULL);
  g_autofree char *line =
    g_strdup_printf ("check --junit=%s --sarif=%s --requirements=requirements/09-undecided/"
                     "requirements requirements/09-undecided/trace.csv", junit, sarif);
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *xml = NULL;
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;
  g_auto(CliRun) run = { 0 };
  JsonArray *results;

  cli_run (&run, line);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_true (g_file_get_contents (junit, &xml, NULL, NULL));
  g_assert_true (g_file_get_contents (sarif, &json, NULL, NULL));

  g_assert_nonnull (strstr (xml, "tests=\"8\" failures=\"0\" errors=\"5\" skipped=\"1\""));
  g_assert_nonnull (strstr (xml, "classname=\"requirements.trace\" name=\"N7 [controller]\""));
  g_assert_nonnull (strstr (xml, "type=\"not-in-format\""));
  g_assert_nonnull (strstr (xml, "did you mean control?"));
  g_assert_nonnull (strstr (xml, "<system-out>control: violated, 1.5 ms &gt; 1 ms at 1 ms "));

  root = parse (json);
  g_assert_cmpstr (cli_get_text (root, "version"), ==, "2.1.0");
  results = json_object_get_array_member (
    json_array_get_object_element (json_object_get_array_member (json_node_get_object (root),
                                                                 "runs"), 0), "results");
  g_assert_cmpuint (json_array_get_length (results), ==, 7);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (results, 0),
                                                  "kind"), ==, "open");
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (results, 4),
                                                  "level"), ==, "warning");

  cli_run (&run, line);
  g_assert_true (g_file_get_contents (sarif, &again, NULL, NULL));
  g_assert_cmpstr (json, ==, again);
  g_remove (junit);
  g_remove (sarif);
  g_rmdir (folder);
}

/* A failure says all in its message, and holds the worst violations as text. */
static void
test_failures (void)
{
  static const struct { const char *example; const char *text; } cases[] = {
    { "12-allowances",
      "<failure message=\"x: violated, 220 µs &gt; 219 µs (margin −1 µs) [K8: p90 of call of x "
      "&lt;= 219 us]\" type=\"violated\"/>" },
    { "04-chain",
      "<failure message=\"steer: violated, 3 &gt; 2 at 10 ms (margin −1) [C6: lost of steer &lt;= "
      "2]\" type=\"violated\">10 ms\n30 ms\n</failure>" },
    { "07-order",
      "<failure message=\"default: violated, missing: default.a at 10 ms (4 of 5) [O1: order of "
      "default.a, default.b, default.c in default]\" type=\"violated\">10 ms: missing: "
      "default.a, session\n20 ms: missing: default.c, session\nand 2 more\n</failure>" },
    { "07-order",
      "<failure message=\"default.a: violated, 2 &gt; 1 at 30 ms (1 of 6; margin −1) [O3: count of "
      "default.a in each default &lt;= 1]\" type=\"violated\">30 ms: 2, session\n</failure>" },
    { "06-windows", "\">4 ms: 80 %, from 1.000001 ms until 18.999999 ms\n</failure>" },
    { "01-deadlines", "510 µs &gt; 500 µs at 2.02 ms (1 of 3; margin −10 µs)" },
  };
  char *folder = folder_new ();
  g_autofree char *junit = g_build_filename (folder, "report.xml", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *example = cases[i].example;
      g_autofree char *line =
        g_strdup_printf ("check --worst=2 --junit=%s --requirements=requirements/%s/requirements "
                         "requirements/%s/trace.csv", junit, example, example);
      g_autofree char *xml = NULL;
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, 3);
      g_assert_true (g_file_get_contents (junit, &xml, NULL, NULL));
      if (strstr (xml, cases[i].text) == NULL)
        g_error ("“%s” is not in %s", cases[i].text, xml);
    }
  folder_remove (folder);
}

/* The message tells how the worst value breaks the limit, and when that was. */
static void
test_failure_message (gconstpointer data)
{
  const char * const *texts = data;
  g_autoptr(GFile) csv = file_fixture_write ("a.csv", texts[0], strlen (texts[0]));
  g_autoptr(GFile) file = file_fixture_write ("a.requirements", texts[1], strlen (texts[1]));
  g_autofree char *junit = g_strconcat (g_file_peek_path (csv), ".xml", NULL);
  g_autofree char *line = g_strdup_printf ("check --junit=%s --requirements=%s %s", junit,
                                           g_file_peek_path (file), g_file_peek_path (csv));
  g_autofree char *xml = NULL;
  g_auto(CliRun) run = { 0 };

  cli_run (&run, line);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_true (g_file_get_contents (junit, &xml, NULL, NULL));
  g_assert_nonnull (strstr (xml, texts[2]));
  g_remove (junit);
  file_fixture_remove_all ();
}

/* What an expression stands for that takes too long for a name is not known, whatever is found. */
static void
test_slow_name (void)
{
  char *folder = folder_new ();
  g_autofree char *file = g_build_filename (folder, "requirements", NULL);
  g_autofree char *recording = g_build_filename (folder, "in.csv", NULL);
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *text = g_strdup_printf ("2,0,aab\n2,1,%sxb!\n0,0,1\n1,0,2\n", many);
  g_autofree char *line = g_strdup_printf ("check --as=csv --requirements=%s %s", file, recording);
  g_auto(CliRun) run = { 0 };

  g_assert_true (g_file_set_contents (recording, text, -1, NULL));
  g_assert_true (g_file_set_contents (file, "dwell-requirements 1\n"
                                            "A: call of /((a*)*)*b$/ <= 1 s\n"
                                            "B: call of /a+xb!$/ <= 1 s optional\n", -1, NULL));
  cli_run (&run, line);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_nonnull (strstr (run.out, ",inconclusive,slow-name,"));
  folder_remove (folder);
}

/* A report that is replaced keeps its links and its mode, and what cannot be replaced is told. */
static void
test_reports_replaced (void)
{
  char *folder = folder_new ();
  g_autofree char *report = g_build_filename (folder, "report.xml", NULL);
  g_autofree char *link = g_build_filename (folder, "link.xml", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.sarif", NULL);
  g_autofree char *line =
    g_strdup_printf ("check --junit=%s --sarif=%s --requirements=requirements/09-undecided/"
                     "requirements requirements/09-undecided/trace.csv", link, pipe);
  g_autofree char *message =
    g_strdup_printf ("dwell-cli: %s: this is a pipe, a socket or a device, not a file\n", pipe);
  g_autofree char *xml = NULL;
  g_auto(CliRun) run = { 0 };
  GStatBuf status;

  g_assert_true (g_file_set_contents (report, "old", -1, NULL));
  g_assert_cmpint (g_chmod (report, 0600), ==, 0);
  g_assert_cmpint (symlink ("report.xml", link), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);

  cli_run (&run, line);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.err, ==, message);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (report, &xml, NULL, NULL));
  g_assert_true (g_str_has_prefix (xml, "<?xml"));
  g_assert_cmpint (g_stat (report, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  folder_remove (folder);
}

/* All that is suggested holds of the recording that it comes from, with headroom and without. */
static void
test_suggest (void)
{
  static const struct { const char *file; guint n_min; } cases[] = {
    { "../../data/examples/lane-keeping-new.csv", 18 },
    { "../../data/examples/motor-control.txt", 22 },
    { "../../data/examples/office-start_4711.log", 20 },
    { "../../data/examples/nightly-invoices.prof", 0 },
    { "requirements/01-deadlines/trace.csv", 3 },
    { "requirements/02-preemption/trace.txt", 3 },
    { "requirements/05-states/trace.txt", 4 },
    { "requirements/09-undecided/trace.csv", 1 },
    { "requirements/17-processes/trace.json", 2 },
  };
  g_autofree char *folder = g_dir_make_tmp ("dwell-check-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "all.requirements", NULL);
  g_autoptr(GRegex) comment = g_regex_new ("^#(?=[A-Z]\\d+:)", G_REGEX_MULTILINE, 0, NULL);
  g_auto(CliRun) run = { 0 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("check --suggest --headroom=%u%% %s", i % 2 * 20,
                                               cases[i / 2].file);
      g_autofree char *check = g_strdup_printf ("check --as=csv --requirements=%s %s", file,
                                                cases[i / 2].file);
      g_autofree char *text = NULL;
      g_auto(GStrv) rows = NULL;

      cli_run_well (&run, line);
      g_assert_true (g_str_has_prefix (run.out, "dwell-requirements 1\n"));
      text = g_regex_replace_literal (comment, run.out, -1, 0, "", 0, NULL);
      g_assert_true (g_file_set_contents (file, text, -1, NULL));
      if (cases[i / 2].n_min == 0)
        continue;
      cli_run_well (&run, check);
      rows = g_strsplit (run.out, "\r\n", -1);
      g_assert_cmpuint (g_strv_length (rows) - 2, >=, cases[i / 2].n_min);
    }

  cli_run (&run, "check --headroom=10 requirements/01-deadlines/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  cli_run (&run, "check --suggest --headroom=-1 requirements/01-deadlines/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  cli_run (&run, "check --suggest --requirements=x requirements/01-deadlines/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  cli_run (&run, "check --suggest requirements/01-deadlines/trace.csv "
                 "requirements/03-jitter/trace.csv");
  g_assert_cmpint (run.status, ==, 2);
  g_remove (file);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  static const char * const examples[] = {
    "01-deadlines", "02-preemption", "03-jitter", "04-chain", "05-states", "06-windows",
    "07-order", "08-pipeline", "09-undecided", "10-file-errors", "11-office-start",
    "12-allowances", "13-lines", "14-sampled-lines", "15-costs", "16-scope",
    "17-processes", "18-same-event", "19-clauses", "20-ranges", "21-states",
    "22-first-state", "23-mixed", "24-moments", "25-last-moment",
  };
  static const char * const strict[] = {
    "begin_us,end_us,name\n0,10,f\n", "dwell-requirements 1\nA: call of f < 10 us\n",
    "f: violated, 10 µs ≥ 10 µs at 0 ns (1 of 1; margin 0 ns)",
  };
  static const char * const run[] = {
    "time_us,name,value\n0,v,1\n10,v,2\n20,v,3\n30,v,0\n",
    "dwell-requirements 1\nA: value of v < 1.5\n",
    "v: violated, 3 &gt; 1.5 at 20 µs (1 of 4; margin −1.5) [A: value of v &lt; 1.5]\" "
    "type=\"violated\">20 µs: 3, from 10 µs until 30 µs\n",
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/cli/check/", examples[i], NULL);

      g_test_add_data_func (path, examples[i], test_example);
    }
  g_test_add_func ("/cli/check/status", test_status);
  g_test_add_func ("/cli/check/nothing", test_nothing);
  g_test_add_func ("/cli/check/installed-example", test_installed_example);
  g_test_add_func ("/cli/check/samples", test_samples);
  g_test_add_func ("/cli/check/track", test_track);
  g_test_add_func ("/cli/check/suggest", test_suggest);
  g_test_add_func ("/cli/check/reports", test_reports);
  g_test_add_func ("/cli/check/failures", test_failures);
  g_test_add_data_func ("/cli/check/strict-failure", strict, test_failure_message);
  g_test_add_data_func ("/cli/check/worst-of-run", run, test_failure_message);
  g_test_add_func ("/cli/check/slow-name", test_slow_name);
  g_test_add_func ("/cli/check/reports/replaced", test_reports_replaced);

  return g_test_run ();
}
