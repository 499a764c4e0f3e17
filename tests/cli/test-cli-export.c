/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli export: what it writes, from options and key files, what is left when it fails, and
 * what it refuses. */
#include "config.h"

#include <glib/gstdio.h>

#include "cli-run.h"
#include "support/folder.h"

typedef struct {
  char *folder;
} Place;

static void
set_up (Place        *place,
        gconstpointer data)
{
  place->folder = folder_new ();
}

static void
tear_down (Place        *place,
           gconstpointer data)
{
  folder_remove (place->folder);
}

static char *
load (Place      *place,
      const char *name)
{
  g_autofree char *path = g_build_filename (place->folder, name, NULL);
  g_autoptr(GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Exports into out.txt. */
static void
export (Place      *place,
        const char *arguments,
        CliRun     *run)
{
  g_autofree char *line = g_strdup_printf ("export -o %s/out.txt %s", place->folder, arguments);

  cli_run (run, line);
  g_assert_cmpstr (run->out, ==, "");
}

static void
test_source (Place        *place,
             gconstpointer data)
{
  g_auto(CliRun) run = { 0 };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "text1", "preempt.txt", NULL);
  g_autofree char *original = NULL;
  g_autofree char *written = NULL;

  export (place, "--option Preset=source text1/preempt.txt", &run);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_true (g_file_get_contents (path, &original, NULL, NULL));
  written = load (place, "out.txt");
  g_assert_cmpstr (written, ==, original);
}

static void
test_options (Place        *place,
              gconstpointer data)
{
  static const char * const expected =
    "* TIMELINE\n00000001 S 250\n00000001 R 290\n00000001 X 400\n";
  g_autofree char *config = g_build_filename (place->folder, "config", NULL);
  g_autofree char *line = g_strdup_printf ("--config=%s --option LineEnds=lf --from=250 --to=400ns "
                                           "--context=TASK_A --filter=foo text1/preempt.txt",
                                           config);
  g_auto(CliRun) run = { 0 };
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (config,
                                      "[text1]\nSections=timeline\nTimelineHeader=* TIMELINE\n"
                                      "TimelineEntry=%HANDLE% %EVENT% %TIME%\n", -1, NULL));
  export (place, line, &run);
  g_assert_cmpint (run.status, ==, 0);
  text = load (place, "out.txt");
  g_assert_cmpstr (text, ==, expected);
}

/* An option of reading goes to reading; a .BIN is found again beside its main file. */
static void
test_binary (Place        *place,
             gconstpointer data)
{
  g_auto(CliRun) run = { 0 };
  g_autofree char *line = g_strdup_printf ("statistics --as=csv %s/out.txt", place->folder);
  g_autofree char *records = NULL;

  export (place, "--option TimelineBinary=true --option Rows=label lms/runtime_nested.csv", &run);
  g_assert_cmpint (run.status, ==, 0);
  records = load (place, "out.txt.BIN");
  cli_run_well (&run, line);
  g_assert_nonnull (strstr (run.out, "session"));
}

/* The .BIN of the file that is replaced goes, and that is said. */
static void
test_old_binary (Place        *place,
                 gconstpointer data)
{
  g_auto(CliRun) first = { 0 };
  g_auto(CliRun) second = { 0 };
  g_autofree char *binary = g_build_filename (place->folder, "out.txt.BIN", NULL);

  export (place, "--option TimelineBinary=true lms/runtime_nested.csv", &first);
  g_assert_true (g_file_test (binary, G_FILE_TEST_EXISTS));
  g_assert_null (strstr (first.err, ".BIN"));
  export (place, "lms/runtime_nested.csv", &second);
  g_assert_false (g_file_test (binary, G_FILE_TEST_EXISTS));
  g_assert_nonnull (strstr (second.err, ".BIN of the replaced file"));
}

static void
put (Place      *place,
     const char *name,
     const char *text,
     gssize      length)
{
  g_autofree char *path = g_build_filename (place->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, length, NULL));
}

/* A .BIN that is not this file's timeline is neither replaced nor deleted, whatever it is. */
static void
test_foreign_binary (Place        *place,
                     gconstpointer data)
{
  static const char text1[] = "* TIMELINE %HANDLE%,%EVENT%,%TIME%\n00000000,E,1\n00000000,X,2\n";
  static const struct {
    const char *main;  /* NULL: there is none */
    const char *other; /* a file that could be the .BIN's main file */
    gboolean    is_timeline;
    gboolean    is_replaced; /* by an export with a .BIN */
    gboolean    stays;       /* beside an export without */
  } cases[] = {
    { text1, NULL, FALSE, FALSE, TRUE },  /* something else */
    { NULL, NULL, FALSE, FALSE, TRUE },
    { text1, NULL, TRUE, TRUE, FALSE },   /* its own */
    { text1, "out.txt.csv", TRUE, TRUE, FALSE },
    { NULL, "out.txt.csv", TRUE, FALSE, TRUE }, /* another's */
    { "notes\n", "out.txt.csv", TRUE, FALSE, TRUE },
    { NULL, NULL, TRUE, TRUE, TRUE },     /* a file of another program */
    { "notes\n", NULL, TRUE, TRUE, TRUE },
  };
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "data", "text1", "preempt.v11.BIN",
                                                   NULL);
  g_autofree char *records = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (source, &records, &length, NULL));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const char *old = cases[i / 2].is_timeline ? records : "precious and not a timeline at all";
      gsize old_length = cases[i / 2].is_timeline ? length : strlen (old);
      gboolean is_binary = i % 2 == 0;
      gboolean is_written = !is_binary || cases[i / 2].is_replaced;
      gboolean is_kept = is_binary ? !cases[i / 2].is_replaced : cases[i / 2].stays;
      g_auto(CliRun) run = { 0 };
      g_autofree char *binary = NULL;

      folder_empty (place->folder);
      put (place, "out.txt.BIN", old, (gssize) old_length);
      if (cases[i / 2].main != NULL)
        put (place, "out.txt", cases[i / 2].main, -1);
      if (cases[i / 2].other != NULL)
        put (place, cases[i / 2].other, text1, -1);

      export (place, is_binary ? "--option TimelineBinary=true lms/quirks.csv" : "lms/quirks.csv",
              &run);
      g_assert_cmpint (run.status, ==, is_written ? 0 : 1);
      g_assert_cmpint (strstr (run.err, "out.txt.BIN”, which holds something else") != NULL, ==,
                       !is_written);
      g_assert_cmpint (strstr (run.err, "“out.txt.BIN” is still beside it") != NULL, ==,
                       is_written && is_kept);
      if (is_kept)
        {
          gsize kept_length;
          g_autofree char *path = g_build_filename (place->folder, "out.txt.BIN", NULL);

          g_assert_true (g_file_get_contents (path, &binary, &kept_length, NULL));
          g_assert_cmpmem (binary, kept_length, old, old_length);
        }
      if (!is_written && cases[i / 2].main != NULL)
        {
          g_autofree char *main_text = load (place, "out.txt");

          g_assert_cmpstr (main_text, ==, cases[i / 2].main);
        }
    }
}

/* The longest name that there is has no room for a .BIN beside it. */
static void
test_long_name (Place        *place,
                gconstpointer data)
{
  g_autofree char *name = g_strnfill (255, 'x');

  for (guint is_binary = 0; is_binary < 2; is_binary++)
    {
      g_autofree char *line = g_strdup_printf ("export -o %s/%s --option TimelineBinary=%s "
                                               "lms/runtime_nested.csv", place->folder, name,
                                               is_binary ? "true" : "false");
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, is_binary);
      g_assert_null (strstr (run.err, "still beside"));
      g_assert_cmpint (g_str_has_suffix (run.err, "x: the name is too long\n"), ==, is_binary);
    }
}

/* An empty one holds nothing. Dwell writes such a one itself, where no event is chosen. */
static void
test_empty_binary (Place        *place,
                   gconstpointer data)
{
  g_auto(CliRun) run = { 0 };

  put (place, "out.txt.BIN", "", 0);
  for (guint i = 0; i < 2; i++)
    {
      export (place, "--option TimelineBinary=true --filter=nothing lms/quirks.csv", &run);
      g_assert_cmpint (run.status, ==, 0);
    }
}

static void
test_losses (Place        *place,
             gconstpointer data)
{
  g_auto(CliRun) run = { 0 };

  g_auto(CliRun) range = { 0 };

  export (place, "ooo/clean_4711.log", &run);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.err, "Messages: Text1 has no place for them (3)"));

  /* taskA_main waits for what it called until after the range, and VAR stays ON. */
  export (place, "--from=205 --to=300 --option Preset=full text1/preempt.txt", &range);
  g_assert_cmpint (range.status, ==, 0);
  g_assert_nonnull (strstr (range.err, "it is read back from 250 ns to 290 ns"));
  g_assert_nonnull (strstr (range.err, "no event in the range shows them (2)"));
}

/* A preset that the user saved in the dialog; what else --option says goes before it. */
/* A state of which only the number is known is not blank in a value change dump. */
static void
test_unnamed_state (Place        *place,
                    gconstpointer data)
{
  g_auto(CliRun) run = { 0 };
  g_autofree char *text = NULL;

  export (place, "--to-format=vcd text1/states-of-other-handle.txt", &run);
  g_assert_cmpint (run.status, ==, 0);
  text = load (place, "out.txt");
  g_assert_nonnull (strstr (text, "sIDLE "));
  g_assert_nonnull (strstr (text, "smode\\x20=\\x203 "));
}

static void
test_saved_preset (Place        *place,
                   gconstpointer data)
{
  g_autofree char *home = folder_new ();
  g_autofree char *folder = g_build_filename (home, "dwell", "text1", NULL);
  g_autofree char *path = g_build_filename (folder, "für mich.conf", NULL);
  g_autofree char *config = g_build_filename (place->folder, "config", NULL);
  g_autofree char *line = g_strdup_printf ("--config=%s --option LineEnds=lf "
                                           "--option Preset=für~mich text1/preempt.txt", config);
  g_autofree char *old_home = g_strdup (g_getenv ("XDG_CONFIG_HOME"));
  g_auto(CliRun) run = { 0 };
  g_auto(CliRun) broken = { 0 };
  g_autofree char *text = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "[text1]\nSections=info\nInfoHeader=* INFO of mine\n",
                                      -1, NULL));
  g_assert_true (g_file_set_contents (config, "[text1]\nPreset=source\n", -1, NULL));
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  export (place, line, &run);
  g_assert_cmpint (run.status, ==, 0);
  text = load (place, "out.txt");
  g_assert_cmpstr (text, ==, "* INFO of mine\n700\n");

  g_assert_true (g_file_set_contents (path, "[text1]\nLineEnds=cr\n", -1, NULL));
  export (place, line, &broken);
  g_assert_cmpint (broken.status, ==, 2);
  g_assert_nonnull (strstr (broken.err, "für mich: LineEnds"));

  if (old_home != NULL)
    g_setenv ("XDG_CONFIG_HOME", old_home, TRUE);
  else
    g_unsetenv ("XDG_CONFIG_HOME");
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_failures (Place        *place,
               gconstpointer data)
{
  static const struct {
    const char *arguments;
    int         status;
    const char *message;
  } cases[] = {
    { "--option LineEnds=cr lms/quirks.csv", 2, "LineEnds" },
    { "--option Loudness=1 lms/quirks.csv", 2, "Loudness" },
    { "--option Preset=mine lms/quirks.csv", 2, "mine" },
    { "--option Preset=source lms/quirks.csv", 1, "source" },
    { "--option Preset=source --option LineEnds=lf text1/preempt.txt", 2, "source" },
    { "--option TimelineEntry=%HANDLE lms/quirks.csv", 1, "TimelineEntry" },
    { "--to-format=lms lms/quirks.csv", 2, "lms" },
    { "--to-format=br lms/quirks.csv", 1, "br" },
    { "--to-format=lines-csv --to=1s br/sampled_plain.prof", 2, "lines-csv" },
    { "--to-format=lines-csv --option Loudness=1 br/sampled_plain.prof", 2, "Loudness" },
    { "--context=TASK text1/preempt.txt", 1, "TASK_A" },
    { "--config=no/such/file lms/quirks.csv", 2, "no/such/file" },
    { "lms/quirks.csv ooo/clean_4711.log", 2, "--joined" },
    { "no/such/file", 1, "no/such/file" },
  };
  g_autofree char *path = g_build_filename (place->folder, "out.txt", NULL);

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(CliRun) run = { 0 };
      g_autofree char *text = NULL;

      export (place, cases[i].arguments, &run);
      g_assert_cmpint (run.status, ==, cases[i].status);
      g_assert_nonnull (strstr (run.err, cases[i].message));
      text = load (place, "out.txt");
      g_assert_cmpstr (text, ==, "old");
    }
}

/* The row of statistics over all contexts that are there. */
static JsonNode *
find_row (JsonNode   *rows,
          const char *area)
{
  JsonArray *array = json_node_get_array (rows);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *row = json_array_get_element (array, i);

      if (g_str_equal (cli_get_text (row, "area"), area))
        return row;
    }

  return NULL;
}

/* The figures of @written are those of @row; with @has_gaps its own time holds that of what was
 * left out. What is cut off is in no extremes. */
static void
compare_rows (JsonNode *row,
              JsonNode *written,
              gboolean  has_gaps)
{
  static const char * const figures[] = {
    "count", "call.total", "call.sum", "gross.total", "call.min", "call.max", "p50", "net.total",
  };

  for (guint i = 0; i < G_N_ELEMENTS (figures) - (has_gaps ? 1 : 0); i++)
    if (cli_is_null (row, figures[i]))
      g_assert_true (cli_is_null (written, figures[i]));
    else
      g_assert_cmpint (cli_get_int (written, figures[i]), ==, cli_get_int (row, figures[i]));
}

/* What is written of a part of a recording has the figures that statistics of the part have. */
static void
test_selection (Place        *place,
                gconstpointer data)
{
  static const char * const formats[] = { "trace-event", "btf" };
  static const struct {
    const char *options;
    const char *file;
    gboolean    has_gaps;
    gboolean    cuts_twice; /* a span at both ends: the Best Trace Format must begin it */
    guint       n_rows;
  } cases[] = {
    { "--from=5ms --to=45ms", "ooo/clean_4711.log", FALSE, FALSE, 4 },
    { "--from=15ms --to=16ms", "ooo/clean_4711.log", FALSE, TRUE, 1 },
    { "--context=thread~1", "ooo/clean_4711.log", FALSE, FALSE, 3 },
    { "--context=thread~1 --from=30ms --to=50ms", "ooo/clean_4711.log", FALSE, TRUE, 3 },
    { "--filter=Init --from=30ms", "ooo/clean_4711.log", TRUE, FALSE, 2 },
    { "--context=core~0 --to=450us", "csv/spans.csv", FALSE, FALSE, 2 },
    { "--filter=/^(main|isr|parse.*)$/ --from=210us --to=850us", "csv/spans.csv", TRUE, TRUE, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (formats); i++)
    {
      guint n = i / G_N_ELEMENTS (formats);
      g_autofree char *line = g_strdup_printf ("statistics --as=json %s %s", cases[n].options,
                                               cases[n].file);
      g_autofree char *arguments = g_strdup_printf ("--to-format=%s %s %s",
                                                    formats[i % G_N_ELEMENTS (formats)],
                                                    cases[n].options, cases[n].file);
      g_autofree char *again = g_strdup_printf ("statistics --as=json %s/out.txt", place->folder);
      g_autoptr(JsonNode) rows = cli_run_json (line);
      g_autoptr(JsonNode) written = NULL;
      g_auto(CliRun) run = { 0 };
      JsonArray *array = json_node_get_array (rows);
      const char *context;
      guint n_rows = 0;

      if (cases[n].cuts_twice && i % G_N_ELEMENTS (formats) == 1)
        continue;

      g_test_message ("%s", arguments);
      export (place, arguments, &run);
      g_assert_cmpint (run.status, ==, 0);
      written = cli_run_json (again);
      context = cli_get_text (json_array_get_element (array, 0), "context");
      for (guint k = 0; k < json_array_get_length (array); k++)
        {
          JsonNode *row = json_array_get_element (array, k);
          JsonNode *other = find_row (written, cli_get_text (row, "area"));

          if (!g_str_equal (cli_get_text (row, "context"), context) ||
              cli_get_int (row, "call.sum") == 0)
            continue;

          n_rows++;
          g_assert_nonnull (other);
          compare_rows (row, other, cases[n].has_gaps);
        }
      g_assert_cmpuint (n_rows, ==, cases[n].n_rows);
    }
}

/* Stacks: of the contexts and functions that are asked for; others give their own weight to what
 * called them. */
static void
test_selected_stacks (Place        *place,
                      gconstpointer data)
{
  static const struct {
    const char *arguments;
    const char *text;
  } cases[] = {
    { "--to-format=folded --context=thread~2 ooo/clean_4711.log", "thread_2;" },
    { "--to-format=folded --filter=Desktop --context=thread~1 --option=ContextsAs=none "
      "ooo/clean_4711.log", "desktop" },
    { "--to-format=callgrind --filter=Desktop ooo/clean_4711.log", "Desktop::" },
    { "--to-format=br --filter=nothing br/sampled_plain.prof", NULL },
    { "--to-format=vcd --filter=nothing ooo/clean_4711.log", NULL },
    { "--to-format=folded --context=thread~9 ooo/clean_4711.log", NULL },
    { "--to-format=aprof --from=1s aprof/real/cct/sort_23705_0_4.aprof", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(CliRun) run = { 0 };
      g_autofree char *text = NULL;

      g_test_message ("%s", cases[i].arguments);
      export (place, cases[i].arguments, &run);
      if (cases[i].text == NULL)
        {
          g_assert_cmpint (run.status, !=, 0);
          continue;
        }

      g_assert_cmpint (run.status, ==, 0);
      text = load (place, "out.txt");
      g_assert_nonnull (strstr (text, cases[i].text));
      g_assert_null (strstr (text, "SfxApplication"));
    }
}

/* An expression that gives up on a name leaves nothing out without a word: nothing is written. */
static void
test_slow_pattern (Place        *place,
                   gconstpointer data)
{
  static const char * const options[] = {
    "Areas=/(x+x+)+y|x/", "Contexts=/(x+x+)+y|x/",
    "Areas=/(x+x+)+y|x/ --to-format=trace-event", "Contexts=/(x+x+)+y|x/ --to-format=trace-event",
  };
  g_autofree char *path = g_build_filename (place->folder, "in.csv", NULL);
  g_autofree char *name = g_strnfill (3000, 'x');
  g_autofree char *table = g_strdup_printf ("start_ms,end_ms,name,thread\n1,2,a,b\n3,4,%s,%s\n",
                                            name, name);

  g_assert_true (g_file_set_contents (path, table, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("--option=%s %s", options[i], path);
      g_auto(CliRun) run = { 0 };

      export (place, arguments, &run);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_true (g_str_has_suffix (run.err, "out.txt: The regular expression takes too long "
                                                "for some names\n"));
    }
}

/* If nothing can be written, a short sentence says so. */
static void
test_no_output (void)
{
  static const struct {
    const char *output;
    int         status;
    const char *message;
  } cases[] = {
    { "-o no/such/folder/out.txt", 1, "no/such/folder/out.txt: there is no such folder\n" },
    { "-o /", 1, "/: a folder has this name\n" },
    { "-o .", 1, ".: a folder has this name\n" },
    { "-o ..", 1, "..: a folder has this name\n" },
    { "-o lms/", 1, "lms/: a folder has this name\n" },
    { "-o lms/quirks.csv/out.txt", 1, "out.txt: a part of the path is not a folder\n" },
    { "", 2, "no file to write" },
    { "--output=", 2, "no file to write" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = g_strdup_printf ("export %s lms/quirks.csv", cases[i].output);
      g_auto(CliRun) run = { 0 };

      cli_run (&run, line);
      g_assert_cmpint (run.status, ==, cases[i].status);
      g_assert_nonnull (strstr (run.err, cases[i].message));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) \
  g_test_add ("/cli/export/" name, Place, NULL, set_up, function, tear_down)
  ADD ("source", test_source);
  ADD ("options", test_options);
  ADD ("binary", test_binary);
  ADD ("old-binary", test_old_binary);
  ADD ("foreign-binary", test_foreign_binary);
  ADD ("empty-binary", test_empty_binary);
  ADD ("long-name", test_long_name);
  ADD ("losses", test_losses);
  ADD ("unnamed-state", test_unnamed_state);
  ADD ("saved-preset", test_saved_preset);
  ADD ("selection", test_selection);
  ADD ("selected-stacks", test_selected_stacks);
  ADD ("slow-pattern", test_slow_pattern);
  ADD ("failures", test_failures);
  g_test_add_func ("/cli/export/no-output", test_no_output);

  return g_test_run ();
}
