/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of dwell-cli: the keys of src/cli/README.md, "Rows", in their order, whole outputs
 * against golden files, CSV by RFC 4180, missing values as opposed to 0, ranges, filters, groups,
 * several files, and the help. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/file-fixture.h"

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

static void
test_golden (void)
{
  static const struct {
    const char *line;
    const char *file;
  } cases[] = {
    { "statistics --as=csv lms/doc_example.csv", "statistics-lms.csv" },
    { "statistics --as=json lms/doc_example.csv", "statistics-lms.json" },
    { "statistics lms/runtime_nested.csv", "statistics-lms.txt" },
    { "statistics --as=csv ooo/quirks_99.log", "statistics-ooo.csv" },
    { "events --as=csv lms/quirks.csv", "events-lms.csv" },
    { "events --as=json ooo/clean_4711.log", "events-ooo.json" },
    { "events ooo/clean_4711.log", "events-ooo.txt" },
    { "problems --as=csv lms/quirks.csv", "problems-lms.csv" },
    { "info --as=json ooo/clean_4711.log", "info-ooo.json" },
    { "info ooo/clean_4711.log", "info-ooo.txt" },
    { "info --as=csv lms/doc_example.csv", "info-lms.csv" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "cli", cases[i].file,
                                                     NULL);
      g_autofree char *expected = NULL;
      g_autoptr(GError) error = NULL;
      g_auto(CliRun) run = { 0 };

      g_file_get_contents (path, &expected, NULL, &error);
      g_assert_no_error (error);
      cli_run_well (&run, cases[i].line);
      g_assert_cmpstr (run.out, ==, expected);
    }
}

static void
check_keys (JsonNode   *node,
            const char *path,
            const char *expected)
{
  g_autofree char *keys = cli_get_keys (path != NULL ? cli_get (node, path) : node);

  g_assert_cmpstr (keys, ==, expected);
}

static void
test_keys (void)
{
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json ooo/clean_4711.log");
  g_autoptr(JsonNode) statistics = cli_run_json ("statistics --as=json ooo/clean_4711.log");
  g_autoptr(JsonNode) events = cli_run_json ("events --as=json ooo/clean_4711.log");
  g_autoptr(JsonNode) problems = cli_run_json ("problems --as=json ooo/quirks_99.log");
  g_autoptr(JsonNode) formats = cli_run_json ("formats --as=json");
  JsonNode *row = json_array_get_element (json_node_get_array (statistics), 0);

  check_keys (info, NULL, "format title files begin end duration contexts areas spans marks writes "
                          "stack_nodes cost_points problems properties");
  check_keys (row, NULL, "context area kind handle value module author count net gross call period "
                         "outside std p50 p90 p99 share incomplete");
  check_keys (row, "net", "total min max avg");
  check_keys (row, "gross", "total min max avg");
  check_keys (row, "call", "total min max avg sum");
  check_keys (row, "period", "min max avg");
  check_keys (row, "outside", "total min max avg");

  row = json_array_get_element (json_node_get_array (events), 0);
  check_keys (row, NULL, "time duration context area depth kind value text");
  row = json_array_get_element (json_node_get_array (problems), 0);
  check_keys (row, NULL, "severity code line offset message count");
  row = json_array_get_element (json_node_get_array (formats), 0);
  check_keys (row, NULL, "id title mime_type suffixes options");
}

/* Fields of CSV, as RFC 4180 has them. A field without quotes that is empty comes as NULL. */
static GPtrArray *
parse_csv (const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  const char *p = text;

  while (*p != '\0')
    {
      GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

      g_ptr_array_add (rows, row);

      for (;;)
        {
          g_autoptr(GString) field = g_string_new (NULL);
          gboolean is_quoted = *p == '"';

          if (is_quoted)
            {
              for (p++; *p != '\0' && (*p != '"' || p[1] == '"'); p++)
                {
                  p += *p == '"' ? 1 : 0;
                  g_string_append_c (field, *p);
                }

              g_assert_true (*p == '"');
              p++;
            }
          else
            {
              for (; *p != '\0' && strchr (",\r\n\"", *p) == NULL; p++)
                g_string_append_c (field, *p);
            }

          g_ptr_array_add (row, is_quoted || field->len > 0 ? g_strdup (field->str) : NULL);

          if (*p != ',')
            break;

          p++;
        }

      g_assert_true (g_str_has_prefix (p, "\r\n"));
      p += 2;
    }

  return rows;
}

static const char *
get_field (GPtrArray *rows,
           guint      row,
           const char *column)
{
  GPtrArray *header = g_ptr_array_index (rows, 0);

  for (guint i = 0; i < header->len; i++)
    if (g_strcmp0 (g_ptr_array_index (header, i), column) == 0)
      return g_ptr_array_index ((GPtrArray *) g_ptr_array_index (rows, row), i);

  g_assert_not_reached ();
}

static void
test_csv (void)
{
  static const char * const lines[] = {
    "statistics --as=csv lms/quirks.csv", "events --as=csv lms/quirks.csv",
    "problems --as=csv lms/quirks.csv", "info --as=csv lms/quirks.csv", "formats --as=csv",
    "events --as=csv ooo/quirks_99.log", "events --as=csv lms/quirks.csv ooo/quirks_99.log",
    "info --as=csv lms/quirks.csv ooo/quirks_99.log ooo/doc_example.log",
  };
  g_auto(CliRun) run = { 0 };
  g_autoptr(GPtrArray) rows = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr(GPtrArray) table = NULL;

      cli_run_well (&run, lines[i]);
      table = parse_csv (run.out);
      g_assert_cmpuint (table->len, >, 1);

      for (guint k = 1; k < table->len; k++)
        g_assert_cmpuint (((GPtrArray *) g_ptr_array_index (table, k))->len, ==,
                          ((GPtrArray *) g_ptr_array_index (table, 0))->len);
    }

  cli_run_well (&run, "statistics --as=csv lms/quirks.csv");
  rows = parse_csv (run.out);
  g_assert_cmpstr (get_field (rows, 2, "area"), ==, "default.a,b\"c\"\\d");
  g_assert_cmpstr (get_field (rows, 2, "context"), ==, "");
  g_assert_cmpstr (get_field (rows, 2, "call.sum"), ==, "82000");
}

/* Nothing is nothing and 0 is 0, in each form. */
static void
test_null (void)
{
  g_autoptr(JsonNode) rows = cli_run_json ("statistics --as=json --filter=writer --context=session "
                                           "lms/doc_example.csv");
  JsonNode *row = json_array_get_element (json_node_get_array (rows), 0);
  g_auto(CliRun) run = { 0 };
  g_autoptr(GPtrArray) table = NULL;

  g_assert_cmpint (cli_get_int (row, "incomplete"), ==, 0);
  g_assert_cmpint (cli_get_int (row, "std"), ==, 0);
  g_assert_true (cli_is_null (row, "period.min"));
  g_assert_true (cli_is_null (row, "outside.max"));
  g_assert_true (cli_is_null (row, "handle"));
  g_assert_true (cli_is_null (row, "module"));

  cli_run_well (&run, "statistics --as=csv --filter=writer --context=session lms/doc_example.csv");
  table = parse_csv (run.out);
  g_assert_cmpuint (table->len, ==, 2);
  g_assert_cmpstr (get_field (table, 1, "incomplete"), ==, "0");
  g_assert_cmpstr (get_field (table, 1, "std"), ==, "0");
  g_assert_null (get_field (table, 1, "period.min"));
  g_assert_null (get_field (table, 1, "handle"));
  g_assert_null (get_field (table, 1, "module"));
}

/* Returns how many events of clean_4711.log remain with these options. */
static guint
count_events (const char *options)
{
  g_autofree char *line = g_strdup_printf ("events ooo/clean_4711.log --as=json %s", options);
  g_autoptr(JsonNode) rows = cli_run_json (line);

  return json_array_get_length (json_node_get_array (rows));
}

static void
test_selection (void)
{
  g_autoptr(JsonNode) rows = NULL;
  JsonNode *row;

  /* Both ends are included; options may follow the files. */
  g_assert_cmpuint (count_events (""), ==, 7);
  g_assert_cmpuint (count_events ("--from=10ms"), ==, 5);
  g_assert_cmpuint (count_events ("--from=10ms --to=25ms"), ==, 3);
  g_assert_cmpuint (count_events ("--to 2000000"), ==, 2);
  g_assert_cmpuint (count_events ("--from=1s"), ==, 0);
  g_assert_cmpuint (count_events ("--from=-5s --to=-1s"), ==, 0);

  g_assert_cmpuint (count_events ("--context=thread~2"), ==, 1);
  g_assert_cmpuint (count_events ("--context=process~4711"), ==, 7);
  g_assert_cmpuint (count_events ("--filter=INIT"), ==, 2);
  g_assert_cmpuint (count_events ("--filter=/Init$/"), ==, 1);
  g_assert_cmpuint (count_events ("--filter=nothing"), ==, 0);
  /* Messages are found by their text. */
  g_assert_cmpuint (count_events ("--filter=finished"), ==, 1);

  /* Within a range times are cut at its ends: Desktop::Init 10…110 from 30 to 50. */
  rows = cli_run_json ("statistics --as=json ooo/clean_4711.log --filter=::Desktop::Init "
                       "--from=30ms --to=50ms --context=thread~1");
  row = json_array_get_element (json_node_get_array (rows), 0);
  g_assert_cmpint (cli_get_int (row, "count"), ==, 0);
  g_assert_cmpint (cli_get_int (row, "call.total"), ==, 20 * MS);
  g_assert_true (cli_is_null (row, "call.min"));
}

/* In JSON arguments have the types of the file; elsewhere they are columns, if asked for. */
static void
test_arguments (void)
{
  static const char file[] = "trace-event/arguments.json";
  g_autofree char *all_line = g_strdup_printf ("events --as=json %s", file);
  g_autofree char *some_line = g_strdup_printf ("events --as=json --args=n %s", file);
  g_autofree char *csv_line = g_strdup_printf ("events --as=csv --args=n --args==n %s", file);
  g_autofree char *table_line = g_strdup_printf ("events --args=list --args=text %s", file);
  g_autofree char *wrong_line = g_strdup_printf ("events --args=m %s", file);
  g_autoptr(JsonNode) all = cli_run_json (all_line);
  g_autoptr(JsonNode) some = cli_run_json (some_line);
  JsonNode *row = json_array_get_element (json_node_get_array (all), 0);
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) table = { 0 };
  g_auto(CliRun) wrong = { 0 };

  g_assert_cmpint (cli_get_int (row, "args.n"), ==, 1);
  g_assert_cmpstr (cli_get_text (row, "args.text"), ==, "x,\"y");
  g_assert_true (json_node_get_value_type (cli_get (row, "args.real")) == G_TYPE_DOUBLE);
  g_assert_true (json_node_get_boolean (cli_get (row, "args.yes")));
  g_assert_true (cli_is_null (row, "args.none"));
  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get (row, "args.list"))), ==,
                    2);
  row = json_array_get_element (json_node_get_array (all), 2);
  g_assert_true (cli_is_null (row, "args"));
  row = json_array_get_element (json_node_get_array (all), 3);
  g_assert_cmpint (cli_get_int (row, "args.n"), ==, -5);

  row = json_array_get_element (json_node_get_array (some), 0);
  g_assert_cmpuint (json_object_get_size (json_node_get_object (cli_get (row, "args"))), ==, 1);

  cli_run_well (&run, csv_line);
  g_assert_cmpstr (run.out, ==,
                   "time,duration,context,area,depth,kind,value,text,args.n,args.=n\r\n"
                   "0,10000,Main thread,a,0,span,,,1,\r\n"
                   "2000,3000,Main thread,b,1,span,,,one,-2\r\n"
                   "6000,2000,Main thread,c,1,span,,,,\r\n"
                   "7000,,Main thread,,,message,,said,-5,\r\n");

  cli_run_well (&table, table_line);
  g_assert_nonnull (strstr (table.out, "text  args.list  args.text\n"));
  g_assert_nonnull (strstr (table.out, "[1,2]      x,\"y\n"));

  cli_run (&wrong, wrong_line);
  g_assert_cmpint (wrong.status, ==, 1);
  g_assert_cmpstr (wrong.out, ==, "");
  g_assert_nonnull (strstr (wrong.err, "“m”; there are: “n”, “text”, "));
}

static void
test_groups (void)
{
  g_autoptr(JsonNode) modules = cli_run_json ("statistics --as=json --group-by=module "
                                              "--context=thread~1 ooo/clean_4711.log");
  g_autoptr(JsonNode) authors = cli_run_json ("statistics --as=json --group-by=author --filter=JP "
                                              "--context=thread~2 ooo/clean_4711.log");
  JsonArray *array = json_node_get_array (modules);
  JsonNode *row;

  g_assert_cmpuint (json_array_get_length (array), ==, 2);

  for (guint i = 0; i < 2; i++)
    {
      gboolean is_desktop;

      row = json_array_get_element (array, i);
      is_desktop = g_strcmp0 (cli_get_text (row, "area"), "desktop") == 0;
      g_assert_cmpstr (cli_get_text (row, "kind"), ==, "module");
      g_assert_cmpstr (cli_get_text (row, "module"), ==, cli_get_text (row, "area"));
      g_assert_true (cli_is_null (row, "author"));

      /* The module sfx2 contains the application and its logical scope. */
      g_assert_cmpint (cli_get_int (row, "count"), ==, is_desktop ? 1 : 2);
      g_assert_cmpint (cli_get_int (row, "call.total"), ==, is_desktop ? 100 * MS : 40 * MS);
      g_assert_cmpint (cli_get_int (row, "call.sum"), ==, is_desktop ? 100 * MS : 60 * MS);
    }

  array = json_node_get_array (authors);
  g_assert_cmpuint (json_array_get_length (array), ==, 1);
  row = json_array_get_element (array, 0);
  g_assert_cmpstr (cli_get_text (row, "author"), ==, "JP93722");
}

static void
test_several (void)
{
  g_autoptr(JsonNode) events = cli_run_json ("events --as=json lms/doc_example.csv "
                                             "ooo/doc_example.log");
  g_autoptr(JsonNode) info = cli_run_json ("info --as=json lms/doc_example.csv "
                                           "ooo/doc_example.log");
  JsonNode *second = json_array_get_element (json_node_get_array (events), 1);
  JsonNode *row;
  g_auto(CliRun) run = { 0 };

  check_keys (second, NULL, "file events");
  g_assert_cmpstr (cli_get_text (second, "file"), ==, "ooo/doc_example.log");
  row = cli_get (second, "events");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (row)), ==, 3);

  row = json_array_get_element (json_node_get_array (info), 0);
  check_keys (row, NULL, "file info");
  g_assert_cmpstr (cli_get_text (row, "info.format"), ==, "lms");

  cli_run_well (&run, "events --as=csv lms/doc_example.csv ooo/doc_example.log");
  g_assert_true (g_str_has_prefix (run.out, "file,time,duration,"));
  g_assert_nonnull (strstr (run.out, "\r\nooo/doc_example.log,1234000000,3333000000,thread 11,"));

  cli_run_well (&run, "events lms/doc_example.csv ooo/doc_example.log");
  g_assert_true (g_str_has_prefix (run.out, "==> lms/doc_example.csv <==\n"));
  g_assert_nonnull (strstr (run.out, "\n\n==> ooo/doc_example.log <==\n"));
}

static void
test_joined (void)
{
  static const char files[] = "--joined ooo/clean_4711.log ooo/quirks_99.log";
  g_autofree char *info_line = g_strdup_printf ("info --as=json %s", files);
  g_autofree char *problems_line = g_strdup_printf ("problems --as=json %s", files);
  g_autofree char *events_line = g_strdup_printf ("events --as=json --context=process~99,~thread~2 "
                                                  "%s", files);
  g_autoptr(JsonNode) info = cli_run_json (info_line);
  g_autoptr(JsonNode) problems = cli_run_json (problems_line);
  g_autoptr(JsonNode) events = cli_run_json (events_line);
  JsonNode *row;

  g_assert_cmpuint (json_array_get_length (json_node_get_array (cli_get (info, "files"))), ==, 2);
  g_assert_cmpint (cli_get_int (info, "spans"), ==, 14);
  g_assert_cmpstr (cli_get_text (info, "properties.process_id"), ==,
                   "clean_4711.log: 4711; quirks_99.log: 99");

  row = json_array_get_element (json_node_get_array (problems), 0);
  check_keys (row, NULL, "severity code line offset message count file");
  g_assert_cmpstr (cli_get_text (row, "file"), ==, "quirks_99.log");

  /* The second log opened at the same moment, 3 ms after its own zero. */
  row = json_array_get_element (json_node_get_array (events), 0);
  g_assert_cmpstr (cli_get_text (row, "area"), ==, "C (z3) ::h");
  g_assert_cmpint (cli_get_int (row, "time"), ==, 41 * MS);
  g_assert_cmpint (cli_get_int (info, "begin"), ==, 4 * MS);
}

/* Names with control characters do nothing to a terminal, and are whole in JSON and CSV. */
static void
test_hostile_names (void)
{
  static const char text[] = "2,0,a\x1b[31m\tb\n2,1,x\xe2\x80\xae" "y\n2,2,\xe4\n"
                             "0,0,1\n1,0,1\n0,1,1\n1,1,1\n0,2,1\n1,2,1\n";
  g_autofree char *folder = g_dir_make_tmp ("dwell-cli-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "odd.csv", NULL);
  g_autofree char *table_line = g_strdup_printf ("events %s", path);
  g_autofree char *json_line = g_strdup_printf ("events --as=json %s", path);
  g_autoptr(JsonNode) rows = NULL;
  JsonArray *array;
  g_auto(CliRun) run = { 0 };

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  cli_run_well (&run, table_line);
  g_assert_nonnull (strstr (run.out, "a\\u{1b}[31m\\tb"));
  g_assert_nonnull (strstr (run.out, "x\\u{202e}y"));
  g_assert_null (strchr (run.out, '\x1b'));

  rows = cli_run_json (json_line);
  array = json_node_get_array (rows);
  g_assert_cmpstr (cli_get_text (json_array_get_element (array, 0), "area"), ==, "a\x1b[31m\tb");
  g_assert_cmpstr (cli_get_text (json_array_get_element (array, 2), "area"), ==, "ä");

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Spans and messages by their arguments. */
static void
test_args (void)
{
  static const char text[] =
    "[{\"ph\":\"X\",\"ts\":0,\"dur\":9,\"name\":\"a\",\"args\":{\"n\":1,\"kind\":\"GPU\"}},"
    "{\"ph\":\"X\",\"ts\":2,\"dur\":1,\"name\":\"b\",\"args\":{\"n\":2.5}},"
    "{\"ph\":\"i\",\"ts\":3,\"name\":\"m\",\"args\":{\"n\":3}}]";
  g_autofree char *folder = g_dir_make_tmp ("dwell-cli-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "args.json", NULL);
  g_autofree char *above = g_strdup_printf ("events --as=csv --filter=args.n>1 %s", path);
  g_autofree char *written = g_build_filename (folder, "written", NULL);
  g_autofree char *to_text1 = g_strdup_printf ("export --to-format=text1 -o %s %s", written, path);
  g_autofree char *to_json = g_strdup_printf ("export --to-format=trace-event -o %s %s", written,
                                              path);
  g_autofree char *same = g_strdup_printf ("events --as=csv --filter=args.kind=gpu %s", path);
  g_auto(CliRun) run = { 0 };

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  cli_run_well (&run, above);
  g_assert_null (strstr (run.out, ",a,"));
  g_assert_nonnull (strstr (run.out, ",b,"));
  g_assert_nonnull (strstr (run.out, ",m\r\n"));
  cli_run_well (&run, same);
  g_assert_nonnull (strstr (run.out, ",a,"));
  g_assert_null (strstr (run.out, ",b,"));

  /* Other formats have no place for them, and the command says so. */
  cli_run (&run, to_text1);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.err, ": Arguments of spans and messages: the format does not hold "
                                     "them (4)\n"));
  cli_run_well (&run, to_json);
  g_assert_cmpstr (run.err, ==, "");

  g_assert_cmpint (g_unlink (written), ==, 0);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Runs dwell-cli on a terminal. Returns: (transfer full): what came out there */
static char *
run_on_terminal (const char *command,
                 const char *form,
                 const char *path)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr(GSubprocess) process = NULL;
  g_autoptr(GString) out = g_string_new (NULL);
  g_autoptr(GError) error = NULL;
  int terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  char bytes[1024];
  ssize_t n;

  g_assert_cmpint (terminal, >=, 0);
  g_assert_true (grantpt (terminal) == 0 && unlockpt (terminal) == 0);
  g_subprocess_launcher_take_stdout_fd (launcher, g_open (ptsname (terminal),
                                                          O_RDWR | O_NOCTTY | O_CLOEXEC, 0));
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("DWELL_CLI"), command, form,
                                         path, NULL);
  g_assert_no_error (error);
  g_clear_object (&launcher);

  /* It ends with an error when the program has closed the other side. */
  while ((n = read (terminal, bytes, sizeof bytes)) > 0)
    g_string_append_len (out, bytes, n);
  g_assert_true (g_close (terminal, NULL));
  g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The same names have no effect on a terminal in any form; in a file CSV has their bytes. */
static void
test_terminal (void)
{
  static const char text[] = "2,0,a\x1b]0;title\a,b\n2,1,x\xe2\x80\xae" "y\n"
                             "0,0,1\n1,0,1\n0,1,1\n1,1,1\n";
  static const char * const commands[] = { "statistics", "events", "tree" };
  static const char * const forms[] = { "--as=csv", "--as=table" };
  g_autoptr(GFile) file = file_fixture_write ("odd.csv", text, sizeof text - 1);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s --as=csv %s", commands[i],
                                               g_file_peek_path (file));
      g_auto(CliRun) run = { 0 };

      for (guint form = 0; form < G_N_ELEMENTS (forms); form++)
        {
          g_autofree char *out = run_on_terminal (commands[i], forms[form],
                                                  g_file_peek_path (file));

          g_assert_nonnull (strstr (out, "a\\u{1b}]0;title\\u{7}"));
          g_assert_nonnull (strstr (out, "x\\u{202e}y"));
          g_assert_null (strpbrk (out, "\x1b\a"));
        }

      cli_run_well (&run, line);
      g_assert_nonnull (strstr (run.out, "a\x1b]0;title\a"));
    }
}

/* A spreadsheet would compute such names. */
static void
test_formulas (void)
{
  static const char text[] = "2,0,=cmd|'/C calc'!A0\n2,1,-[View draw]\n2,2,main\n"
                             "0,2,1\n0,0,1\n1,0,1\n0,1,1\n1,1,1\n1,2,1\n";
  static const char * const commands[] = { "statistics", "events", "tree" };
  g_autoptr(GFile) file = file_fixture_write ("formulas.csv", text, sizeof text - 1);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint is_guarded = 0; is_guarded < 2; is_guarded++)
      {
        g_autofree char *line = g_strdup_printf ("%s --as=csv %s %s", commands[i],
                                                 is_guarded ? "--guard-formulas" : "--full-names",
                                                 g_file_peek_path (file));
        g_auto(CliRun) run = { 0 };

        cli_run_well (&run, line);
        g_assert_true ((strstr (run.out, ",'=cmd|") || strstr (run.out, "\n'=cmd|")) ==
                       is_guarded);
        g_assert_true ((strstr (run.out, ",'-[View draw]") ||
                        strstr (run.out, "\n'-[View draw]")) == is_guarded);
        g_assert_nonnull (strstr (run.out, "-[View draw]"));
        g_assert_null (strstr (run.out, "'main"));
      }
}

static void
test_help (void)
{
  static const char * const commands[] = { "info", "statistics", "events", "problems", "formats" };
  g_auto(CliRun) run = { 0 };

  cli_run_well (&run, "--version");
  g_assert_cmpstr (run.out, ==, "dwell-cli " DWELL_VERSION "\n");

  cli_run_well (&run, "--help");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s --help", commands[i]);
      g_auto(CliRun) help = { 0 };

      g_assert_nonnull (strstr (run.out, commands[i]));
      cli_run_well (&help, line);
      g_assert_nonnull (strstr (help.out, "--as="));
      g_assert_cmpstr (help.err, ==, "");
    }

  cli_run_well (&run, "statistics --help");
  g_assert_nonnull (strstr (run.out, "--group-by="));
  g_assert_nonnull (strstr (run.out, "Rows=label|packed"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/golden", test_golden);
  g_test_add_func ("/cli/keys", test_keys);
  g_test_add_func ("/cli/csv", test_csv);
  g_test_add_func ("/cli/null", test_null);
  g_test_add_func ("/cli/selection", test_selection);
  g_test_add_func ("/cli/arguments", test_arguments);
  g_test_add_func ("/cli/groups", test_groups);
  g_test_add_func ("/cli/several", test_several);
  g_test_add_func ("/cli/joined", test_joined);
  g_test_add_func ("/cli/hostile-names", test_hostile_names);
  g_test_add_func ("/cli/args", test_args);
  g_test_add_func ("/cli/terminal", test_terminal);
  g_test_add_func ("/cli/formulas", test_formulas);
  g_test_add_func ("/cli/help", test_help);

  return g_test_run ();
}
