/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unreadable files and wrong usage: one line on standard error with the file's name, nothing on
 * standard output, the right exit status, and no waiting. */
#include "config.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/folder.h"

typedef struct {
  char *folder;
  char *path; /* of a file in it, to be made */
} Place;

static void
set_up (Place        *place,
        gconstpointer data)
{
  place->folder = folder_new ();
  place->path = g_build_filename (place->folder, (const char *) data, NULL);
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  folder_remove (place->folder);
  g_free (place->path);
}

/* Every command refuses the place's file: status 1, one line that names it and holds @cause. */
static void
check_refused (const Place *place,
               const char  *cause)
{
  static const char * const commands[] = { "info", "statistics", "events --as=json",
                                           "problems --as=csv" };
  g_autofree char *prefix = g_strdup_printf ("dwell-cli: %s: ", place->path);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s %s", commands[i], place->path);
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_test_message ("%s", run.err);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_true (g_str_has_prefix (run.err, prefix));
      g_assert_true (strchr (run.err, '\n') == run.err + strlen (run.err) - 1);
      g_assert_nonnull (strstr (run.err + strlen (prefix), cause));
    }
}

static void
write_bytes (const Place *place,
             const char  *bytes,
             gsize        length)
{
  g_assert_true (g_file_set_contents (place->path, bytes, (gssize) length, NULL));
}

static void
test_missing (Place        *place,
              gconstpointer data)
{
  check_refused (place, "no such file");
}

static void
test_empty (Place        *place,
            gconstpointer data)
{
  write_bytes (place, "", 0);
  check_refused (place, "empty");
}

static void
test_directory (Place        *place,
                gconstpointer data)
{
  g_assert_cmpint (g_mkdir (place->path, 0700), ==, 0);
  check_refused (place, "folder");
}

static void
test_forbidden (Place        *place,
                gconstpointer data)
{
  if (geteuid () == 0)
    {
      g_test_skip ("nothing is forbidden to root");
      return;
    }

  write_bytes (place, "0,0,1\n", 6);
  g_assert_cmpint (g_chmod (place->path, 0), ==, 0);
  check_refused (place, "permission");
}

static void
test_png (Place        *place,
          gconstpointer data)
{
  static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde";

  g_autofree char *old = g_strdup (g_getenv ("ASAN_OPTIONS"));

  /* Asked what it is instead, GIO loads its table of types, which it never frees. */
  g_setenv ("ASAN_OPTIONS", "detect_leaks=0", TRUE);
  write_bytes (place, png, sizeof png - 1);
  check_refused (place, "PNG");

  if (old != NULL)
    g_setenv ("ASAN_OPTIONS", old, TRUE);
  else
    g_unsetenv ("ASAN_OPTIONS");
}

static void
test_zeros (Place        *place,
            gconstpointer data)
{
  int file = g_open (place->path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

  /* Sparse: 4 GB that take no room. */
  g_assert_cmpint (ftruncate (file, (off_t) 4 << 30), ==, 0);
  g_assert_true (g_close (file, NULL));
  check_refused (place, "zeros");
}

/* An LMS file of many spans, as bytes of gzip. */
static GBytes *
make_gzip (void)
{
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  g_autoptr(GString) text = g_string_new ("2,0,work\n");

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (text, "%u,0,%u\n", i % 2, (i * 7919u) % 1000);

  g_assert_true (g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static JsonNode *
run_on_place (const char  *command,
              const Place *place)
{
  g_autofree char *line = g_strdup_printf ("%s --as=json %s", command, place->path);

  return cli_run_json (line);
}

static JsonNode *
find_problem (JsonNode   *problems,
              const char *code)
{
  JsonArray *array = json_node_get_array (problems);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *row = json_array_get_element (array, i);

      if (g_strcmp0 (cli_get_text (row, "code"), code) == 0)
        return row;
    }

  g_assert_not_reached ();
}

static void
test_gzip (Place        *place,
           gconstpointer data)
{
  g_autoptr(GBytes) bytes = make_gzip ();
  gsize length;
  const char *gzip = g_bytes_get_data (bytes, &length);
  g_autoptr(JsonNode) whole = NULL;
  g_autoptr(JsonNode) part = NULL;
  g_autoptr(JsonNode) problems = NULL;
  JsonNode *row;

  write_bytes (place, gzip, length);
  whole = run_on_place ("info", place);
  g_assert_cmpint (cli_get_int (whole, "spans"), ==, 25000);
  g_assert_cmpint (cli_get_int (whole, "problems"), ==, 0);

  /* A file cut in the middle: its readable part is shown, and a problem says that it was cut. */
  write_bytes (place, gzip, length / 2);
  part = run_on_place ("info", place);
  g_assert_cmpint (cli_get_int (part, "spans"), >, 1000);
  g_assert_cmpint (cli_get_int (part, "spans"), <, 25000);
  g_assert_cmpint (cli_get_int (part, "problems"), >, 0);
  problems = run_on_place ("problems", place);
  row = find_problem (problems, "compression-truncated");
  g_assert_cmpint (cli_get_int (row, "offset"), ==, (gint64) (length / 2));
  g_assert_cmpstr (cli_get_text (row, "severity"), ==, "error");

  /* Cut in the header: nothing to show. */
  write_bytes (place, gzip, 8);
  check_refused (place, "");
}

static void
test_usage (void)
{
  static const char * const lines[] = {
    "", "nonsense", "--nonsense", "info", "statistics", "formats lms/doc_example.csv",
    "info --nonsense lms/doc_example.csv",
    "info --as=xml lms/doc_example.csv",
    "info --group-by=module lms/doc_example.csv",
    "statistics --group-by=size lms/doc_example.csv",
    "statistics --from=yesterday lms/doc_example.csv",
    "statistics --from=2s --to=1s lms/doc_example.csv",
    "statistics --to=1,5ms lms/doc_example.csv",
    "statistics --filter=/(/ lms/doc_example.csv",
    "statistics --filter=args.a>1 lms/doc_example.csv",
    "events --filter=args.a>x lms/doc_example.csv",
    "statistics --input-format=word lms/doc_example.csv",
    "statistics --option=Rows=diagonal lms/doc_example.csv",
    "statistics --option=Nonsense=1 lms/doc_example.csv",
    "statistics --option=Rows lms/doc_example.csv",
    "statistics --as lms/doc_example.csv",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto(CliRun) run = { 0 };

      cli_run (&run, lines[i]);
      g_test_message ("%s", run.err);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_true (g_str_has_prefix (run.err, "dwell-cli: "));
      g_assert_true (strchr (run.err, '\n') == run.err + strlen (run.err) - 1);
    }
}

/* Small files that options name are refused as traces are. No more of them is read than they may
 * have: /dev/zero has no end.
 * Limit: cli/MAX_CONFIG_BYTES
 * Limit: cli/MAX_PAIRS_BYTES */
static void
test_small_files (void)
{
  static const struct {
    const char *line;
    const char *cause;
  } cases[] = {
    { "check --requirements=/dev/zero lms/doc_example.csv", "1048576 bytes" },
    { "export --config=/dev/zero -o nowhere/x.txt lms/doc_example.csv", "1048576 bytes" },
    { "compare --matches=/dev/zero compare/base.csv compare/new.csv", "16777216 bytes" },
    { "check --requirements=nowhere/r lms/doc_example.csv", "nowhere/r: there is no such file" },
    { "check --requirements=lms lms/doc_example.csv", "lms: this is a folder" },
    { "export --config=nowhere/c -o nowhere/x.txt lms/doc_example.csv",
      "nowhere/c: there is no such file" },
    { "compare --matches=nowhere/m compare/base.csv compare/new.csv",
      "--matches: nowhere/m: there is no such file" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(CliRun) run = { 0 };

      cli_run (&run, cases[i].line);
      g_test_message ("%s", run.err);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_true (strstr (cases[i].line, "/dev/zero") == NULL ||
                     strstr (run.err, "/dev/zero: it is larger than ") != NULL);
      g_assert_nonnull (strstr (run.err, cases[i].cause));
    }
}

static void
test_failures (void)
{
  static const struct {
    const char *line;
    const char *cause;
  } cases[] = {
    { "events --context=thread~99 ooo/clean_4711.log", "“thread 1”" },
    { "info --input-format=ooo lms/doc_example.csv", "lms/doc_example.csv" },
    { "info --joined lms/doc_example.csv ooo/doc_example.log", "ooo/doc_example.log" },
    { "info --joined lms/doc_example.csv lms/nothing.csv", "lms/nothing.csv" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(CliRun) run = { 0 };

      cli_run (&run, cases[i].line);
      g_test_message ("%s", run.err);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_nonnull (strstr (run.err, cases[i].cause));
    }
}

/* One bad file of several: the others are shown, and what is shown is still valid. */
static void
test_one_of_several (void)
{
  g_auto(CliRun) run = { 0 };
  g_autoptr(JsonNode) node = NULL;

  cli_run (&run, "events --as=json lms/nothing.csv lms/doc_example.csv lms/nowhere.csv");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "dwell-cli: lms/nothing.csv: "));
  g_assert_nonnull (strstr (run.err, "dwell-cli: lms/nowhere.csv: "));

  node = json_from_string (run.out, NULL);
  g_assert_nonnull (node);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (node)), ==, 1);

  cli_run (&run, "events --as=json lms/nothing.csv lms/nowhere.csv");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.out, ==, "");
}

/* Problems are no errors: they are counted in one line, and the status is 0. */
static void
test_problems (void)
{
  g_auto(CliRun) run = { 0 };

  cli_run (&run, "info lms/quirks.csv");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==,
                   "dwell-cli: lms/quirks.csv: 6 problems; see “dwell-cli problems”\n");

  cli_run (&run, "info lms/doc_example.csv");
  g_assert_cmpstr (run.err, ==, "");
}

/* Every number of problems is that of different ones, however often they occur. */
static void
test_problem_numbers (Place        *place,
                      gconstpointer data)
{
  static const char log[] = "2,0,app\n0,0,0\n9,0,1\n9,0,1\n1,0,10\n";
  g_autofree char *info = g_strdup_printf ("info --as=json %s", place->path);
  g_autofree char *compare = g_strdup_printf ("compare --as=json %s %s", place->path, place->path);
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) comparison = { 0 };

  write_bytes (place, log, sizeof log - 1);
  cli_run_well (&run, info);
  g_assert_true (g_str_has_suffix (run.err, ": 1 problem · 2 occurrences; see “dwell-cli "
                                            "problems”\n"));
  g_assert_nonnull (strstr (run.out, "\"problems\" : 1,"));
  cli_run_well (&comparison, compare);
  g_assert_nonnull (strstr (comparison.out, "\"problems\":1,"));
}

/* With --strict they are an error: nothing is shown or written, but by the command that lists
 * them. */
static void
test_strict (Place        *place,
             gconstpointer data)
{
  static const char * const commands[] = { "info", "statistics", "events", "tree" };
  g_auto(CliRun) run = { 0 };
  g_autofree char *export = g_strdup_printf ("export --strict -o %s lms/quirks.csv", place->path);
  g_autofree char *render = g_strdup_printf ("render --strict -o %s lms/quirks.csv", place->path);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line = g_strdup_printf ("%s --strict --as=json lms/quirks.csv", commands[i]);
      g_autofree char *good = g_strdup_printf ("%s --strict lms/doc_example.csv", commands[i]);

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_nonnull (strstr (run.err, "6 problems"));
      g_assert_nonnull (strstr (run.err, "--strict"));
      cli_run_well (&run, good);
      g_assert_cmpstr (run.err, ==, "");
    }

  cli_run (&run, export);
  g_assert_cmpint (run.status, ==, 1);
  cli_run (&run, render);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));

  cli_run (&run, "problems --strict --as=csv lms/quirks.csv");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.out, "warning,"));
  cli_run_well (&run, "problems --strict lms/doc_example.csv");
}

/* What is only worth knowing is no error. */
static void
test_strict_info (Place        *place,
                  gconstpointer data)
{
  static const char log[] = "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,main,\n";
  g_autofree char *line = g_strdup_printf ("info --strict %s", place->path);
  g_auto(CliRun) run = { 0 };

  write_bytes (place, log, sizeof log - 1);
  cli_run_well (&run, line);
  g_assert_nonnull (strstr (run.err, "1 problem;"));
}

/* A regular expression that gives up on a name does not let it through, and says so. */
static void
test_filter (Place        *place,
             gconstpointer data)
{
  static const char * const lines[] = {
    "statistics --as=json --filter=/(x+x+)+y|x/ %s",
    "export --filter=/(x+x+)+y|x/ -o %s.txt %s",
    "render --filter=/(x+x+)+y|x/ -o %s.svg %s",
  };
  g_autoptr(GString) log = g_string_new ("2,0,default\n2,1,");

  for (guint i = 0; i < 3000; i++)
    g_string_append_c (log, 'x');
  g_string_append (log, "\n0,1,10\n1,1,20\n");
  write_bytes (place, log->str, log->len);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto(GStrv) parts = g_strsplit (lines[i], "%s", -1);
      g_autofree char *line = g_strjoinv (place->path, parts);
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_cmpstr (run.err, ==, "dwell-cli: --filter: this regular expression takes too long "
                                    "for some names; they were left out\n");
    }
}

/* Output that cannot be written is a failure. */
static void
test_full_disk (gconstpointer arguments)
{
  g_autofree char *line = g_strdup_printf ("exec %s %s > /dev/full", g_getenv ("DWELL_CLI"),
                                           (const char *) arguments);
  const char * const argv[] = { "/bin/sh", "-c", line, NULL };
  g_autoptr(GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr(GSubprocess) process = NULL;
  g_autofree char *err = NULL;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no /dev/full here");
      return;
    }

  g_subprocess_launcher_set_cwd (launcher, data);
  process = g_subprocess_launcher_spawnv (launcher, argv, NULL);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, NULL));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  g_assert_cmpstr (err, ==, "dwell-cli: standard output: No space left on device\n");
}

/* Messages do not go into a picture that took the place of a closed standard error. */
static void
test_closed_streams (Place        *place,
                     gconstpointer data)
{
  static const char * const closings[] = { "2>/dev/null", "2>&-", "<&- >&- 2>&-" };
  g_autofree char *expected = NULL;

  g_setenv ("FONTCONFIG_FILE", "/nowhere", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (closings); i++)
    {
      g_autofree char *line = g_strdup_printf ("exec \"$0\" render -o %s lms/quirks.csv %s",
                                               place->path, closings[i]);
      g_autofree char *data_folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
      g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
      g_autoptr(GSubprocess) process = NULL;
      g_autofree char *picture = NULL;

      g_subprocess_launcher_set_cwd (launcher, data_folder);
      process = g_subprocess_launcher_spawn (launcher, NULL, "/bin/sh", "-c", line,
                                             g_getenv ("DWELL_CLI"), NULL);
      g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
      g_assert_true (g_file_get_contents (place->path, &picture, NULL, NULL));
      if (expected == NULL)
        expected = g_steal_pointer (&picture);
      else
        g_assert_cmpstr (picture, ==, expected);
    }

  g_unsetenv ("FONTCONFIG_FILE");
}

int
main (int    argc,
      char **argv)
{
  static const struct {
    const char *path;
    const char *file;
    void      (*test) (Place *, gconstpointer);
  } refusals[] = {
    { "/cli/errors/missing", "missing.csv", test_missing },
    { "/cli/errors/empty", "empty.csv", test_empty },
    { "/cli/errors/directory", "some.log", test_directory },
    { "/cli/errors/forbidden", "forbidden.csv", test_forbidden },
    { "/cli/errors/png", "picture.csv", test_png },
    { "/cli/errors/zeros", "zeros.log", test_zeros },
    { "/cli/errors/gzip", "packed.csv.gz", test_gzip },
    { "/cli/errors/problem-numbers", "some.csv", test_problem_numbers },
    { "/cli/errors/strict", "new.svg", test_strict },
    { "/cli/errors/strict/info", "no-timeline.txt", test_strict_info },
    { "/cli/errors/filter", "names.csv", test_filter },
    { "/cli/errors/closed-streams", "picture.svg", test_closed_streams },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    g_test_add (refusals[i].path, Place, refusals[i].file, set_up, refusals[i].test, tear_down);

  g_test_add_func ("/cli/errors/usage", test_usage);
  g_test_add_func ("/cli/errors/small-files", test_small_files);
  g_test_add_func ("/cli/errors/failures", test_failures);
  g_test_add_func ("/cli/errors/one-of-several", test_one_of_several);
  g_test_add_func ("/cli/errors/problems", test_problems);
  g_test_add_data_func ("/cli/errors/full-disk/rows", "events lms/doc_example.csv", test_full_disk);
  g_test_add_data_func ("/cli/errors/full-disk/help", "--help", test_full_disk);
  g_test_add_data_func ("/cli/errors/full-disk/version", "--version", test_full_disk);
  g_test_add_data_func ("/cli/errors/full-disk/command-help", "events --help", test_full_disk);

  return g_test_run ();
}
