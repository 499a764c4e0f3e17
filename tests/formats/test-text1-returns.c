/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever an export does not report as a loss is read back the same: the session and all figures,
 * by every preset and by random settings, as text and as records, of the whole and of ranges. And
 * the statistics that it writes agree with its events. */
#include "config.h"

#include <string.h>

#include "analysis/statistics/dwell-recorded.h"
#include "session-dump.h"
#include "support/stride.h"
#include "support/text1-settings.h"
#include "text1-fixture.h"
#include "text1-maker.h"

/* Enough of each kind come up among these, too. */
#define N_ROUNDS (TEST_STRIDE > 1 ? 80u : 250u)
#define N_PLAIN  (TEST_STRIDE > 1 ? 10u : 40u)
#define LARGE    ((gsize) 64 << 20)

static DwellTrace *
export_and_open (DwellTrace               *trace,
                 const DwellText1Settings *settings)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (LARGE);
  g_autoptr(GBytes) text = NULL;
  g_autoptr(GBytes) records = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFile) binary = NULL;
  g_autoptr(GError) error = NULL;
  DwellTrace *again;

  dwell_text1_export (trace, &settings->base, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  text = dwell_sink_get_part (sink, "");
  records = dwell_sink_get_part (sink, ".BIN");
  g_assert_cmpint (records != NULL, ==, dwell_text1_has_binary (trace, &settings->base));

  file = file_fixture_write ("again.txt", g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  if (records != NULL)
    binary = file_fixture_write ("again.txt.BIN", g_bytes_get_data (records, NULL),
                                 g_bytes_get_size (records));
  again = text1_open (file, NULL);
  if (binary != NULL)
    g_assert_true (g_file_delete (binary, NULL, NULL));
  return again;
}

/* Returns whether the export reports a loss. */
static gboolean
has_loss (DwellTrace               *trace,
          const DwellText1Settings *settings)
{
  g_autoptr(GArray) warnings = dwell_text1_check (trace, &settings->base, NULL);
  gboolean is_loss = FALSE;

  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      g_assert_false (warning->is_error);
      is_loss = is_loss || warning->is_loss;
    }

  return is_loss;
}

/* Returns the differences between the file's own statistics and those of its events. */
static char **
find_contradictions (DwellTrace *trace)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(DwellStatistics) whole =
    dwell_statistics_index_query (index, trace->begin, trace->end, DWELL_STATISTICS_ALL, NULL);
  g_autoptr(DwellProblems) problems = dwell_recorded_find_problems (trace, whole);
  g_autoptr(GStrvBuilder) messages = g_strv_builder_new ();

  for (guint i = 0; problems != NULL && i < dwell_problems_get_n (problems); i++)
    if (g_str_has_prefix (dwell_problems_get (problems, i)->code, "recorded"))
      g_strv_builder_add (messages, dwell_problems_get (problems, i)->message);

  return g_strv_builder_end (messages);
}

static void
tell_settings (const DwellText1Settings *settings)
{
  g_autoptr(GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;

  dwell_export_settings_save (&settings->base, file);
  text = g_key_file_to_data (file, NULL, NULL);
  g_test_message ("from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", %s", settings->base.begin,
                  settings->base.end, text);
}

/* @text: (nullable): the file, to print if it differs */
static void
assert_returns (DwellTrace               *trace,
                const DwellText1Settings *settings,
                guint                     flags,
                const char               *text)
{
  gboolean is_whole = settings->base.begin > settings->base.end;
  gint64 begin = is_whole ? trace->begin : MAX (settings->base.begin, trace->begin);
  gint64 end = is_whole ? trace->end : MIN (settings->base.end, trace->end);
  guint what = is_whole ? flags : flags | SESSION_DUMP_CUT;
  g_autoptr(DwellTrace) again = export_and_open (trace, settings);
  g_autofree char *before = session_dump (trace, begin, end, what);
  g_autofree char *after = session_dump (again, again->begin, again->end, what);
  g_auto(GStrv) lines = g_strsplit (before, "\n", -1);
  g_auto(GStrv) others = g_strsplit (after, "\n", -1);
  g_auto(GStrv) old = find_contradictions (trace);
  g_auto(GStrv) new = find_contradictions (again);

  if (!g_str_equal (before, after))
    {
if (text)       tell_settings (settings);
      g_test_message ("%s", text != NULL ? text : "");
    }

  /* The lines are in alphabetical order, so that the first difference is the most useful. */
  for (guint i = 0; lines[i] != NULL && others[i] != NULL; i++)
    g_assert_cmpstr (others[i], ==, lines[i]);
  g_assert_cmpuint (g_strv_length (others), ==, g_strv_length (lines));

  for (guint i = 0; new[i] != NULL; i++)
    if (!g_strv_contains ((const char * const *) old, new[i]))
      {
        tell_settings (settings);
        g_test_message ("%s", text != NULL ? text : "");
        g_assert_cmpstr (new[i], ==, NULL);
      }
}

/* Mostly chooses times of events, because other times rarely matter. */
static gint64
choose_time (const DwellTrace *trace)
{
  gint64 length = trace->end - trace->begin;

  if (trace->n_file_events > 0 && g_test_rand_int_range (0, 3) > 0)
    return dwell_trace_get_event_time (
      trace, (guint32) g_test_rand_int_range (0, (int) trace->n_file_events));

  return trace->begin + g_test_rand_int_range (0, (int) MIN (length, 1000) + 1);
}

static void
choose_range (const DwellTrace   *trace,
              DwellText1Settings *settings)
{
  gint64 times[2] = { choose_time (trace), choose_time (trace) };

  if (g_test_rand_int_range (0, 3) == 0)
    times[0] = trace->begin - g_test_rand_int_range (0, 3);

  settings->base.begin = MIN (times[0], times[1]);
  settings->base.end = MAX (times[0], times[1]);
}

static DwellText1Settings *
choose_settings (void)
{
  static const char * const presets[] = { "default", "full", "csv" };
  static const char * const changes[][2] = {
    { "TimelineBinary", "true" }, { "BinaryVersion", "1.0" }, { "TimelineStates", "true" },
    { "TimelineStates", "false" }, { "LineEnds", "lf" }, { "ContextValue", "name" },
    { "ContextValue", "handle" }, { "Sections", "contexts,mapping,statistics,timeline" },
    { "Sections", "info,mapping,timeline" }, { "Sections", "mapping,timeline" },
    { "StatisticsEntry", "%HANDLE%;%VALUE%;%T.CALL%;%T.PERIOD.AVG%;%COUNT%" },
    { "TimelineEntry", "%TIME% %CONTEXT% %HANDLE% %EVENT% %VALUE%" },
    { "MappingEntry", "%HANDLE%,%VALUE.TYPE%,%VALUE%,%NAME%" },
  };
  DwellText1Settings *settings =
    text1_settings_new (presets[g_test_rand_int_range (0, 3)]);

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    if (g_test_rand_int_range (0, 6) == 0)
      g_assert_true (dwell_export_settings_set (&settings->base, changes[i][0], changes[i][1],
                                                NULL));

  return settings;
}

/* Returns how many of @n_tries were read back the same; the others were reported as losses. */
static guint
try_at_random (DwellTrace *trace,
               guint       n_tries,
               gboolean    is_range,
               const char *text)
{
  guint n = 0;

  for (guint i = 0; i < n_tries; i++)
    {
      g_autoptr(DwellText1Settings) settings = choose_settings ();

      if (is_range)
        choose_range (trace, settings);
      if (has_loss (trace, settings))
        continue;

      assert_returns (trace, settings, SESSION_DUMP_TEXT1, text);
      n++;
    }

  return n;
}

static void
test_random (gconstpointer data)
{
  gboolean is_odd = data != NULL;
  guint n_whole = 0;
  guint n_ranges = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gboolean is_clear;
      g_autofree char *text = text1_maker_make (is_odd, &is_clear);
      g_autoptr(DwellTrace) trace = text1_open_text (text, NULL);

      n_whole += try_at_random (trace, 2, FALSE, text);
      if (is_clear)
        n_ranges += try_at_random (trace, 3, TRUE, text);
    }

  g_test_message ("%u whole sessions, %u ranges", n_whole, n_ranges);
  g_assert_cmpuint (n_whole, >, N_ROUNDS / 2);
  g_assert_true (is_odd || n_ranges > N_ROUNDS / 10);
}

/* Only the order of events tells what ran in no context that has a name, and which activation of an
 * area, or of one instant, they mean. */
static gboolean
needs_order (const DwellTrace *trace)
{
  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (g_str_equal (dwell_trace_get_context_name (trace, i), "Unknown"))
      return TRUE;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      if (dwell_trace_get_span_duration (trace, i) == 0)
        return TRUE;

      for (guint32 outer = trace->span_parent[i]; outer != DWELL_NONE;
           outer = trace->span_parent[outer])
        if (trace->span_area[outer] == trace->span_area[i])
          return TRUE;
    }

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (trace->suspension_begin[i] == trace->suspension_end[i])
      return TRUE;

  return FALSE;
}

/* Leaves out the rows of lines: only Text1 has these, with their events. */
static char *
make_without_lines (gboolean *is_clear)
{
  g_autofree char *text = text1_maker_make (FALSE, is_clear);
  g_auto(GStrv) rows = g_strsplit (text, "\n", -1);
  g_autoptr(GStrvBuilder) kept = g_strv_builder_new ();
  g_auto(GStrv) others = NULL;

  for (guint i = 0; rows[i] != NULL; i++)
    if (!g_str_has_prefix (rows[i], "1000000"))
      g_strv_builder_add (kept, rows[i]);

  others = g_strv_builder_end (kept);
  return g_strjoinv ("\n", others);
}

/* What is made of spans, suspensions, states and writes says the same as the events they came
 * from. */
static void
test_without_events (void)
{
  guint n_whole = 0;

  for (guint round = 0; round < N_ROUNDS * 100 && n_whole < N_PLAIN; round++)
    {
      gboolean is_clear;
      g_autofree char *text = make_without_lines (&is_clear);
      g_autoptr(DwellTrace) trace = text1_open_text (text, NULL);

      trace->n_file_events = 0;
      if (needs_order (trace) || !dwell_text1_has_timeline (trace))
        continue;
      n_whole += try_at_random (trace, 2, FALSE, text);
      if (is_clear)
        try_at_random (trace, 3, TRUE, text);
    }

  g_assert_cmpuint (n_whole, >=, N_PLAIN);
}

/* What an export of a file is expected to lose. */
typedef enum {
  LOSES_NOTHING,  /* by the preset "full" */
  KEEPS_FIGURES,  /* … but messages, of which no figure is */
  LOSES_FIGURES,  /* activations overlap; only messages show when the session begins; weights */
} Expectation;

static DwellTrace *
open_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
test_files (void)
{
  static const struct {
    const char  *name;
    Expectation  expectation;
  } files[] = {
    { "data/lms/doc_example.csv", LOSES_NOTHING },
    { "data/lms/runtime_nested.csv", LOSES_NOTHING },
    { "data/br/timed_backtrace.prof", LOSES_FIGURES },
    { "data/lms/quirks.csv", LOSES_FIGURES },
    { "data/ooo/clean_4711.log", LOSES_FIGURES },
    { "data/ooo/doc_example.log", LOSES_FIGURES },
    { "data/ooo/quirks_99.log", LOSES_FIGURES },
    { "data/text1/begins-late.txt", LOSES_NOTHING },
    { "data/text1/doc_examples.txt", LOSES_NOTHING },
    /* Statistics of f in B alone would attract its line, whose context is not known. */
    { "data/text1/line-in-unknown-context.txt", LOSES_FIGURES },
    { "data/text1/never-ran.txt", LOSES_NOTHING },
    { "data/text1/preempt.txt", LOSES_NOTHING },
    /* A state with a handle of the kind of signals, which stands below a variable. */
    { "data/text1/signal-state-of-variable.txt", LOSES_NOTHING },
    { "data/text1/state-before-recording.txt", LOSES_NOTHING },
    { "data/text1/states-of-other-handle.txt", LOSES_NOTHING },
    { "data/text1/statistics-before-handle.txt", LOSES_NOTHING },
    { "../data/examples/autonomous-car.csv", LOSES_FIGURES },
    { "../data/examples/motor-control.txt", LOSES_NOTHING },
    { "../data/examples/office-start_4711.log", KEEPS_FIGURES },
  };
  static const char * const presets[] = { "full", "default", "csv" };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_file (files[i].name);
      guint flags = g_str_equal (trace->format_id, "text1") ? SESSION_DUMP_TEXT1 : 0;

      g_test_message ("%s", files[i].name);
      for (gsize form = 0; form < G_N_ELEMENTS (presets) * 2; form++)
        {
          g_autoptr(DwellText1Settings) settings = text1_settings_new (presets[form / 2]);
          gboolean is_lossy;

          settings->timeline_binary = form % 2 != 0;
          is_lossy = has_loss (trace, settings);
          if (form == 0)
            g_assert_cmpint (is_lossy, ==, files[i].expectation != LOSES_NOTHING);
          if (!is_lossy || (form == 0 && files[i].expectation == KEEPS_FIGURES))
            assert_returns (trace, settings, flags, NULL);
        }

      if (flags != 0)
        try_at_random (trace, 20, TRUE, files[i].name);
    }
}

/* The label before the name of a context makes it that of no other, however both are called. */
static void
test_labels (void)
{
  static const char * const presets[] = { "full", "default", "csv" };
  static const char text[] =
    "* CONTEXTS %NAME%,%HANDLE%\nTSK: x,0x0\nx,0x1\nTTSK: x,0x2\nA: x,0x3\nTSK: A: x,0x4\n"
    "* HANDLE(Functions) %HANDLE%,%NAME%\n"
    "00000000,a\n00000001,b\n00000002,c\n00000003,d\n00000004,e\n"
    "* TIMELINE %HANDLE%,%EVENT%,%TIME%,%CONTEXT%\n"
    "00000000,E,0,0x0\n00000000,X,10,0x0\n00000001,E,20,0x1\n00000001,X,50,0x1\n"
    "00000002,E,60,0x2\n00000002,X,65,0x2\n00000003,E,70,0x3\n00000003,X,77,0x3\n"
    "00000004,E,80,0x4\n00000004,X,92,0x4\n";
  g_autoptr(DwellTrace) trace = text1_open_text (text, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (presets) * 4; i++)
    {
      g_autoptr(DwellText1Settings) settings = text1_settings_new (presets[i / 4]);

      if ((i & 1) != 0)
        settings->sections &= ~(guint) DWELL_TEXT1_CONTEXTS;
      settings->context_value = (i & 2) != 0 ? DWELL_TEXT1_CONTEXT_NAME
                                             : DWELL_TEXT1_CONTEXT_AUTO;
      g_assert_false (has_loss (trace, settings));
      assert_returns (trace, settings, SESSION_DUMP_TEXT1, text);
    }
}

/* The same of files, which lose nothing. */
static void
test_files_without_events (void)
{
  static const char * const files[] = {
    "data/text1/begins-late.txt",
    "data/text1/preempt.txt",
    "data/text1/state-before-recording.txt",
    "../data/examples/motor-control.txt",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_file (files[i]);
      g_autoptr(DwellText1Settings) settings = text1_settings_new ("full");

      g_test_message ("%s", files[i]);
      trace->n_file_events = 0;
      g_assert_false (has_loss (trace, settings));
      assert_returns (trace, settings, SESSION_DUMP_TEXT1, NULL);
      try_at_random (trace, 20, TRUE, files[i]);
    }
}

/* Spans that only show the order of lines or samples are not read back as calls. */
static void
test_sequences (void)
{
  static const struct {
    const char *name;
    guint64     n_hits;
  } files[] = {
    { "data/br/timed_backtrace.prof", 7 },
    { "data/br/sampled_plain.prof", 6 },
    { "data/perf-script/stacks.perf", 0 },
  };
  static const char * const presets[] = { "full", "default", "csv" };

  for (gsize form = 0; form < G_N_ELEMENTS (files) * G_N_ELEMENTS (presets); form++)
    {
      g_autoptr(DwellTrace) trace = open_file (files[form / G_N_ELEMENTS (presets)].name);
      g_autoptr(DwellText1Settings) settings =
        text1_settings_new (presets[form % G_N_ELEMENTS (presets)]);
      g_autoptr(DwellTrace) again = export_and_open (trace, settings);
      g_auto(GStrv) contradictions = find_contradictions (again);
      guint64 n_hits = 0;

      g_assert_true (trace->n_spans > 0 && has_loss (trace, settings));
      g_assert_cmpuint (again->n_spans, ==, 0);
      g_assert_null (contradictions[0]);
      for (guint32 i = 0; i < again->n_recorded; i++)
        if (again->areas[again->recorded[i].area].kind == DWELL_AREA_LINE)
          n_hits += (guint64) again->recorded[i].values[DWELL_RECORDED_COUNT];
      g_assert_cmpuint (n_hits, ==, files[form / G_N_ELEMENTS (presets)].n_hits);
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/text1-returns/random", NULL, test_random);
  g_test_add_data_func ("/text1-returns/odd", "odd", test_random);
  g_test_add_func ("/text1-returns/without-events", test_without_events);
  g_test_add_func ("/text1-returns/labels", test_labels);
  g_test_add_func ("/text1-returns/files", test_files);
  g_test_add_func ("/text1-returns/sequences", test_sequences);
  g_test_add_func ("/text1-returns/files-without-events", test_files_without_events);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
