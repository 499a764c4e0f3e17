/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing Text1: golden text, files written back byte for byte, and round trips: what is read again
 * is what was written, from other formats, by all presets, in text and both binary versions. */
#include "config.h"

#include <string.h>

#include "core/dwell-scan.h"
#include "support/text1-settings.h"
#include "support/trace-maker.h"
#include "text1-fixture.h"

#define LARGE ((gsize) 64 << 20)

/* Settings of a preset, changed by "Name=value" lines. */
static DwellText1Settings *
make_settings (const char *preset,
               const char *changes)
{
  g_autoptr(GError) error = NULL;
  DwellText1Settings *settings = text1_settings_new (preset);
  g_auto(GStrv) lines = g_strsplit (changes, "\n", -1);

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      char *equals = strchr (lines[i], '=');

      *equals = '\0';
      dwell_export_settings_set (&settings->base, lines[i], equals + 1, &error);
      g_assert_no_error (error);
    }

  return settings;
}

static GBytes *
export_part (DwellTrace               *trace,
             const DwellText1Settings *settings,
             const char               *suffix)
{
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (LARGE);
  g_autoptr(GError) error = NULL;

  dwell_text1_export (trace, &settings->base, sink, NULL, NULL, &error);
  g_assert_no_error (error);
  return dwell_sink_get_part (sink, suffix);
}

static char *
export_text (DwellTrace *trace,
             const char *preset,
             const char *changes)
{
  g_autoptr(DwellText1Settings) settings = make_settings (preset, changes);
  g_autoptr(GBytes) bytes = export_part (trace, settings, "");

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Writes files and reads them again. */
static DwellTrace *
round_trip (DwellTrace *trace,
            const char *preset,
            const char *changes)
{
  g_autoptr(DwellText1Settings) settings = make_settings (preset, changes);
  g_autofree char *path = file_fixture_path ("again.txt");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  g_autoptr(GError) error = NULL;

  g_assert_true (dwell_text1_export (trace, &settings->base, sink, NULL, NULL, &error));
  g_assert_true (dwell_sink_commit (sink, NULL, &error));
  g_assert_no_error (error);
  return text1_open (file, NULL);
}

static DwellTrace *
open_data (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Two calls of f in main, and a message. */
static DwellTrace *
make_trace (const char *second_name)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  guint32 context = dwell_builder_add_context (builder, "task", DWELL_CONTEXT_THREAD, 7,
                                               DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "task", context, FALSE);
  guint32 rows[2] = { dwell_builder_add_row (builder, track, 0),
                      dwell_builder_add_row (builder, track, 0) };
  guint32 areas[2];
  guint32 spans[3];

  area.name = dwell_strings_intern (builder->strings, "main", -1);
  areas[0] = dwell_builder_add_area (builder, &area);
  area.name = dwell_strings_intern (builder->strings, second_name, -1);
  areas[1] = dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, 3, NULL));
  spans[0] = dwell_builder_open_span (builder, areas[0], rows[0], DWELL_NONE, 0);
  spans[1] = dwell_builder_open_span (builder, areas[1], rows[1], spans[0], 100);
  spans[2] = dwell_builder_open_span (builder, areas[1], rows[1], spans[0], 300);
  dwell_builder_close_span (builder, spans[0], 1000, 0);
  dwell_builder_close_span (builder, spans[1], 150, 0);
  dwell_builder_close_span (builder, spans[2], 400, 0);
  g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 200, track, DWELL_NONE,
                                         DWELL_NONE,
                                         dwell_strings_intern (builder->strings, "hello", -1),
                                         NULL));
  return dwell_builder_finish (builder);
}

static void
test_golden (void)
{
  g_autoptr(DwellTrace) trace = make_trace ("f(a, b)");
  g_autofree char *text = export_text (trace, "default", "");
  g_autofree char *csv = export_text (trace, "csv", "LineEnds=lf\nSections=timeline\n"
                                                    "ContextValue=handle");

  g_assert_cmpstr (text, ==,
                   "* INFO %TOTAL_TIME%\r\n1000\r\n"
                   "* CONTEXTS %NAME%,%HANDLE%\r\ntask,0x0\r\n"
                   "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\r\n"
                   "00000000,main,\r\n00000001,f(a, b),\r\n"
                   "* STATISTICS(Functions) CONTEXT(TSK: task) %HANDLE%,%VALUE%,%COUNT%,%T.NET%\r\n"
                   "00000000,,1,850\r\n00000001,,2,150\r\n"
                   "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\r\n"
                   "00000000,E,,0\r\n"
                   "00000000,S,,100\r\n00000001,E,,100\r\n00000001,X,,150\r\n00000000,R,,150\r\n"
                   "00000000,S,,300\r\n00000001,E,,300\r\n00000001,X,,400\r\n00000000,R,,400\r\n"
                   "00000000,X,,1000\r\n");
  g_assert_cmpstr (csv, ==,
                   "* TIMELINE %TIME%,%EVENT%,%HANDLE%,%VALUE%,%CONTEXT%\n"
                   "0,E,00000000,,0x0\n"
                   "100,S,00000000,,0x0\n100,E,00000001,,0x0\n"
                   "150,X,00000001,,0x0\n150,R,00000000,,0x0\n"
                   "300,S,00000000,,0x0\n300,E,00000001,,0x0\n"
                   "400,X,00000001,,0x0\n400,R,00000000,,0x0\n"
                   "1000,X,00000000,,0x0\n");
}

/* The examples of the format's page: each section is written exactly as it is printed there. */
static void
test_page (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/doc_examples.txt");
  g_autoptr(GBytes) original = file_fixture_load ("text1/doc_examples.txt");
  g_autofree char *page = g_strndup (g_bytes_get_data (original, NULL),
                                     g_bytes_get_size (original));
  const char *mapping = strstr (page, "* HANDLE(Functions)");
  const char *data = strstr (page, "* HANDLE(Data)");
  const char *statistics = strstr (page, "* STATISTICS");
  const char *timeline = strstr (page, "* TIMELINE");
  const char *sections[] = { page, mapping, data, timeline };
  const char *ends[] = { mapping, data, statistics, page + strlen (page) };
  g_autofree char *text = export_text (trace, "default", "LineEnds=lf\nSections=info,contexts,"
                                                         "mapping,timeline");

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_autofree char *section = g_strndup (sections[i], (gsize) (ends[i] - sections[i]));

      g_assert_nonnull (strstr (text, g_strchomp (section)));
    }
}

/* The worked recording: its statistics, and its rows of the timeline with their contexts. */
static void
test_worked (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  const DwellText1Source *source = text1_get_source (trace);
  g_autoptr(GBytes) original = file_fixture_load ("text1/preempt.txt");
  g_autoptr(DwellText1Settings) settings = make_settings ("default", "");
  g_autoptr(GBytes) written = NULL;
  g_autofree char *text = NULL;
  g_autofree char *expected = g_strndup (g_bytes_get_data (original, NULL),
                                         g_bytes_get_size (original));
  const char *data;
  const char *rest;

  for (guint i = 0; i < DWELL_N_TEMPLATES; i++)
    if (source->templates[i] != NULL && i % 2 != 0)
      g_assert_true (dwell_export_settings_set (&settings->base, dwell_template_get_id (i),
                                               source->templates[i], NULL));

  /* It has no statistics of data; all else is as it was worked by hand. */
  written = export_part (trace, settings, "");
  text = g_strndup (g_bytes_get_data (written, NULL), g_bytes_get_size (written));
  data = strstr (text, "* STATISTICS(Data)");
  g_assert_nonnull (data);
  rest = strstr (data, "* STATISTICS(Functions)");
  g_assert_nonnull (rest);
  memmove (text + (data - text), rest, strlen (rest) + 1);
  g_assert_cmpstr (text, ==, expected);
}

/* Statistics without a timeline cannot be computed, so they are written as they were read. */
static void
test_recorded (void)
{
  static const char * const texts[] = {
    "* STATISTICS(Functions) %HANDLE%,%VALUE%,%COUNT%,%T.NET%\n00000000,,3,\n"
    "* STATISTICS(Functions) CONTEXT(TSK: a) %HANDLE%,%VALUE%,%COUNT%,%T.NET%\n"
    "00000000,,1,70\n00000001,,0,0\n"
    "* STATISTICS(Functions) CONTEXT(TSK: b) %HANDLE%,%VALUE%,%COUNT%,%T.NET%\n00000000,,2,\n",
    "* STATISTICS(Data) %HANDLE%,%VALUE%,%COUNT%,%T.NET%\n20000000,,2,0\n30000000,1,2,\n"
    "* STATISTICS(Functions) CONTEXT(TSK: a) %HANDLE%,%VALUE%,%COUNT%,%T.NET%\n00000001,,,9\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *all = g_strconcat ("* HANDLE(Functions) %HANDLE%,%NAME%\n00000000,f\n"
                                          "00000001,g\n* HANDLE(Data) %HANDLE%,%NAME%,%VALUE%\n"
                                          "20000000,v,\n30000000,on,1\n", texts[i], NULL);
      g_autoptr(DwellTrace) trace = text1_open_text (all, NULL);
      g_autofree char *text = export_text (trace, "default", "LineEnds=lf\nSections=statistics");

      g_assert_cmpstr (text, ==, texts[i]);
    }
}

static void
assert_source (DwellTrace    *trace,
               gconstpointer  main,
               gsize          length,
               GBytes        *binary)
{
  g_autoptr(DwellText1Settings) settings = make_settings ("source", "");
  g_autoptr(GBytes) text = export_part (trace, settings, "");
  g_autoptr(GBytes) records = export_part (trace, settings, ".BIN");

  g_assert_cmpmem (g_bytes_get_data (text, NULL), g_bytes_get_size (text), main, length);
  g_assert_cmpint (records != NULL, ==, binary != NULL);
  if (binary != NULL)
    g_assert_true (g_bytes_equal (records, binary));
}

static void
test_source (gconstpointer data)
{
  g_autoptr(GBytes) bytes = file_fixture_load (data);
  g_autoptr(DwellTrace) trace = open_data (data);

  assert_source (trace, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);
}

static void
test_source_binary (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("text1/preempt.v%s.BIN", (const char *) data);
  g_autoptr(GBytes) text = file_fixture_load ("text1/preempt.txt");
  g_autoptr(GBytes) binary = file_fixture_load (name);
  gsize length = (gsize) (g_strstr_len (g_bytes_get_data (text, NULL),
                                        (gssize) g_bytes_get_size (text), "* TIMELINE") -
                          (const char *) g_bytes_get_data (text, NULL));
  g_autoptr(GFile) companion = file_fixture_write ("trace.txt.BIN",
                                                   g_bytes_get_data (binary, NULL),
                                                   g_bytes_get_size (binary));
  g_autoptr(DwellTrace) trace = text1_open_bytes (g_bytes_get_data (text, NULL), length, NULL);

  assert_source (trace, g_bytes_get_data (text, NULL), length, binary);
  g_assert_true (g_file_delete (companion, NULL, NULL));
}

/* Contexts in rows, other encodings, other line ends, irregular forms. */
static void
test_source_irregular (void)
{
#define ROWS(end) \
  "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%" end "00000000,f\xe4,," end \
  "* TIMELINE %HANDLE%,%EVENT%,%TIME%,%CONTEXT%" end "00000000,E,-5,t\xe4sk" end \
  "00000000,S,0007,t\xe4sk" end "what is this" end "00000000,R,8,t\xe4sk" end "0,X,9," end
  static const char * const texts[] = {
    ROWS ("\n"), ROWS ("\r\n"), ROWS ("\r"), ROWS ("\n") "00000000,E,10,t\xe4sk",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(DwellTrace) trace = text1_open_text (texts[i], NULL);
      g_autofree char *utf8 = g_convert (texts[i], -1, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);
      g_autofree char *marked = g_strconcat ("\xef\xbb\xbf", utf8, NULL);
      g_autofree char *wide = NULL;
      g_autoptr(DwellTrace) again = text1_open_text (marked, NULL);
      g_autoptr(DwellTrace) last = NULL;
      gsize n;

      g_assert_cmpuint (trace->n_file_events, >=, 4);
      assert_source (trace, texts[i], strlen (texts[i]), NULL);
      assert_source (again, marked, strlen (marked), NULL);

      wide = g_convert (marked, -1, "UTF-16LE", "UTF-8", NULL, &n, NULL);
      last = text1_open_bytes (wide, n, NULL);
      assert_source (last, wide, n, NULL);
    }
#undef ROWS
}

/* Wherever a file was cut off. */
static void
test_source_cut (void)
{
  g_autoptr(GBytes) bytes = file_fixture_load ("text1/preempt.txt");
  const char *text = g_bytes_get_data (bytes, NULL);

  for (gsize length = 64; length < g_bytes_get_size (bytes); length += 7)
    {
      g_autoptr(DwellTrace) trace = text1_open_bytes (text, length, NULL);

      assert_source (trace, text, length, NULL);
    }
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

/* An end that was not recorded comes back as such only if it is the caller's, or the session's; and
 * if the end of no other activation of the area could be meant. */
static gboolean
has_written_end (const DwellTrace *trace,
                 guint32           span)
{
  guint32 parent = trace->span_parent[span];
  gint64 end = dwell_trace_get_span_end (trace, span);

  if ((trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0 ||
      end < (parent != DWELL_NONE ? dwell_trace_get_span_end (trace, parent) : trace->end))
    return TRUE;

  for (; parent != DWELL_NONE; parent = trace->span_parent[parent])
    if (trace->span_area[parent] == trace->span_area[span] &&
        dwell_trace_get_span_end (trace, parent) == end &&
        (end < trace->end || !(trace->span_flags[parent] & DWELL_SPAN_END_MISSING)))
      return TRUE;

  return FALSE;
}

/* Returns what must be read back: of each span the context, area, time, and if it is complete the
 * end and its own time. The net time of a Text1 trace excludes suspensions. */
static char *
dump_spans (const DwellTrace *trace,
            gboolean          with_contexts)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree gint64 *suspended = g_new0 (gint64, (gsize) trace->n_spans + 1);

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    suspended[trace->suspension_span[i]] += trace->suspension_end[i] - trace->suspension_begin[i];

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gboolean is_complete = has_written_end (trace, i);
      gint64 own = trace->n_suspensions > 0
                     ? dwell_trace_get_span_duration (trace, i) - suspended[i]
                     : dwell_trace_get_span_own (trace, i);

      if (own == DWELL_TIME_NONE)
        own = dwell_trace_get_span_duration (trace, i);

      g_ptr_array_add (lines, g_strdup_printf ("%s|%s|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT
                                               "|%" G_GINT64_FORMAT,
                                               with_contexts
                                                 ? dwell_trace_get_context_name (trace,
                                                     dwell_trace_get_span_context (trace, i))
                                                 : "",
                                               dwell_trace_get_area_name (trace,
                                                                          trace->span_area[i]),
                                               dwell_trace_get_span_begin (trace, i),
                                               is_complete ? dwell_trace_get_span_end (trace, i)
                                                           : -1,
                                               is_complete ? own : -1));
    }

  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* If activations overlap, it is unknown which end belongs to which begin; but all events are read
 * back. */
static char *
dump_events (const DwellTrace *trace)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      const char *name = dwell_trace_get_area_name (trace, trace->span_area[i]);

      g_ptr_array_add (lines,
                       g_strdup_printf ("%s|E%" G_GINT64_FORMAT, name,
                                        dwell_trace_get_span_begin (trace, i)));
      if (has_written_end (trace, i))
        g_ptr_array_add (lines, g_strdup_printf ("%s|X%" G_GINT64_FORMAT, name,
                                                 dwell_trace_get_span_end (trace, i)));
    }

  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
assert_returns (DwellTrace *trace,
                const char *preset,
                const char *changes,
                gboolean    with_contexts)
{
  g_autoptr(DwellTrace) again = round_trip (trace, preset, changes);
  g_autofree char *before = dump_spans (trace, with_contexts);
  g_autofree char *after = dump_spans (again, with_contexts);

  g_test_message ("%s %s", preset, changes);
  g_assert_cmpuint (file_fixture_count (again, "guessed-fields"), ==, 0);
  g_assert_cmpuint (again->n_areas, ==, trace->n_areas);
  g_assert_cmpstr (after, ==, before);
}

static void
test_round_trip (gconstpointer data)
{
  g_autoptr(DwellTrace) trace = open_data (data);

  assert_returns (trace, "full", "", TRUE);
  assert_returns (trace, "full", "ContextValue=name\nLineEnds=lf", TRUE);
  assert_returns (trace, "csv", "", TRUE);
  assert_returns (trace, "default", "", FALSE);
  assert_returns (trace, "default", "TimelineBinary=true", FALSE);
  assert_returns (trace, "full", "TimelineBinary=true\nBinaryVersion=1.0", FALSE);
}

static guint64
find_warning (DwellTrace *trace,
              const char *preset,
              const char *changes,
              const char *part,
              gboolean   *is_error,
              gboolean   *is_loss)
{
  g_autoptr(DwellText1Settings) settings = make_settings (preset, changes);
  g_autoptr(GArray) warnings = dwell_text1_check (trace, &settings->base, NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const DwellExportWarning *warning = &g_array_index (warnings, DwellExportWarning, i);

      *is_error = warning->is_error;
      *is_loss = warning->is_loss;
      if (strstr (warning->message, part) != NULL)
        return warning->count;
    }

  return 0;
}

/* Recordings with all that can be wrong with them: what the check does not count comes back. */
static void
test_quirks (gconstpointer data)
{
  static const struct {
    const char *preset;
    const char *changes;
    gboolean    with_contexts;
  } forms[] = {
    { "default", "", FALSE }, { "full", "", TRUE }, { "csv", "ContextValue=name", TRUE },
    { "default", "TimelineBinary=true", FALSE },
    { "full", "TimelineBinary=true\nBinaryVersion=1.0", FALSE },
  };
  g_autoptr(DwellTrace) trace = open_data (data);

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      gboolean is_error;
      gboolean is_loss = FALSE;

      if (find_warning (trace, forms[i].preset, forms[i].changes, "overlap", &is_error,
                        &is_loss) == 0)
        assert_returns (trace, forms[i].preset, forms[i].changes, forms[i].with_contexts);
      else
        {
          g_autoptr(DwellTrace) again = round_trip (trace, forms[i].preset, forms[i].changes);
          g_autofree char *before = dump_events (trace);
          g_autofree char *after = dump_events (again);

          g_assert_true (is_loss);
          g_assert_cmpstr (after, ==, before);
        }
    }
}

/* An end that was not recorded, inside the caller: what is called behind it is still the
 * caller's. */
static void
test_inferred_end (void)
{
  static const struct {
    gint64  begin;
    gint64  end;
    guint   flags;
    guint32 parent;
  } spans[] = {
    { 0, 100, 0, DWELL_NONE },
    { 10, 20, DWELL_SPAN_END_MISSING, 0 },
    { 30, 40, 0, 0 },
    { 90, 100, DWELL_SPAN_END_MISSING, 0 },
    { 120, 130, DWELL_SPAN_END_MISSING, DWELL_NONE },
    { 140, 200, DWELL_SPAN_END_MISSING, DWELL_NONE },
  };
  g_autoptr(DwellBuilder) builder = dwell_builder_new ("lms", "LMS", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  guint32 rows[2];
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellTrace) again = NULL;
  gboolean is_error;
  gboolean is_loss = FALSE;

  rows[0] = dwell_builder_add_row (builder, track, 0);
  rows[1] = dwell_builder_add_row (builder, track, 0);
  g_assert_true (dwell_builder_reserve_spans (builder, G_N_ELEMENTS (spans), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      const char name[] = { (char) ('a' + i), '\0' };
      DwellArea area = {
        .name = dwell_strings_intern (builder->strings, name, -1), .parent = DWELL_NONE,
      };
      guint32 span = dwell_builder_open_span (builder, dwell_builder_add_area (builder, &area),
                                              rows[spans[i].parent != DWELL_NONE], spans[i].parent,
                                              spans[i].begin);

      dwell_builder_close_span (builder, span, spans[i].end, spans[i].flags);
    }

  trace = dwell_builder_finish (g_steal_pointer (&builder));
  again = round_trip (trace, "full", "");
  assert_returns (trace, "full", "", TRUE);
  g_assert_cmpuint (find_warning (trace, "full", "", "inferred", &is_error, &is_loss), ==, 2);
  g_assert_true (is_loss);
  for (guint32 i = 0; i < G_N_ELEMENTS (spans); i++)
    g_assert_cmpuint (again->span_parent[i], ==, spans[i].parent);
  g_assert_cmpuint (file_fixture_count (again, "missing-exit"), ==, 1);
}

static void
test_random (void)
{
  for (guint round = 0; round < 4; round++)
    {
      g_autoptr(DwellTrace) trace = NULL;
      TraceMaker maker;

      trace_maker_init (&maker, FALSE);
      for (guint i = 0; i < (round == 0 ? 60000u : 500u); i++)
        trace_maker_step (&maker);
      trace = trace_maker_finish (&maker);

      assert_returns (trace, "full", "", TRUE);
      assert_returns (trace, "csv", "ContextValue=name", TRUE);
    }
}

/* A Text1 file of many rows: its events come back, one by one, in text and as records. */
static void
test_many_events (void)
{
  g_autoptr(GString) text = g_string_new ("* CONTEXTS %NAME%,%HANDLE%\na,0x0\nb,0x1\n"
                                          "* HANDLE(Data) %HANDLE%,%NAME%\n20000000,v\n"
                                          "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%,%CONTEXT%\n");
  static const char * const forms[] = { "", "TimelineBinary=true",
                                        "TimelineBinary=true\nBinaryVersion=1.0" };
  g_autoptr(DwellTrace) trace = NULL;

  for (guint i = 0; i < 150000; i++)
    if (i % 3 == 2)
      g_string_append_printf (text, "20000000,W,%08X,%u,\n", g_test_rand_int () & 0x7fffffffu, i);
    else
      g_string_append_printf (text, "0000000%u,%c,,%u,0x%u\n", i / 6 % 4, "EX"[i % 3], i,
                              i / 3 % 2);

  trace = text1_open_text (text->str, NULL);
  assert_source (trace, text->str, text->len, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr(DwellTrace) again = round_trip (trace, "full", forms[i]);

      g_assert_cmpuint (again->n_file_events, ==, trace->n_file_events);
      for (guint32 k = 0; k < trace->n_file_events; k++)
        g_assert_cmpint (dwell_trace_get_event_time (again, k), ==,
                         dwell_trace_get_event_time (trace, k));
      g_assert_cmpmem (again->event_kind, again->n_file_events, trace->event_kind,
                       trace->n_file_events);
      g_assert_cmpmem (again->write_value, again->n_writes * sizeof (guint64),
                       trace->write_value, trace->n_writes * sizeof (guint64));
      for (guint32 k = 0; k < trace->n_file_events; k++)
        g_assert_cmpuint (again->areas[again->event_area[k]].handle, ==,
                          trace->areas[trace->event_area[k]].handle);
    }
}

/* States as writes of their variable, or as events of their own: the same states. */
static void
test_states (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  g_autofree char *text = export_text (trace, "default", "TimelineStates=true\nSections=timeline\n"
                                                         "Areas=VAR\nLineEnds=lf");
  g_autoptr(DwellTrace) states = round_trip (trace, "full", "TimelineStates=true");
  g_autofree char *before = dump_spans (trace, TRUE);
  g_autofree char *between = dump_spans (states, TRUE);
  g_autoptr(DwellTrace) writes = round_trip (states, "full", "");
  g_autofree char *after = dump_spans (writes, TRUE);

  g_assert_cmpstr (text, ==,
                   "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
                   "30000000,E,00000001,120\n"
                   "30000000,X,00000001,320\n30000000,E,00000000,320\n"
                   "30000000,X,00000000,520\n30000000,E,00000001,520\n");
  g_assert_cmpstr (between, ==, before);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (states->n_writes, ==, 0);
  g_assert_cmpuint (writes->n_writes, ==, trace->n_writes);
}

/* Variables that have no states: what is between their writes. One that is never written has no
 * statistics. */
static void
test_writes (void)
{
  g_autoptr(DwellTrace) trace =
    text1_open_text ("* HANDLE(Data) %HANDLE%,%NAME%\n20000000,v\n20000001,never\n"
                     "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n20000000,W,00000001,100\n"
                     "20000000,W,FFFFFFFF,130\n20000000,W,0000000100000000,200\n", NULL);
  g_autofree char *text =
    export_text (trace, "default", "Sections=statistics,timeline\nStatisticsEntry=%NAME% %COUNT% "
                 "%T.NET% %T.PERIOD.MIN% %T.PERIOD.MAX% %T.PERIOD.AVG% %T.OUTSIDE%\n"
                 "StatisticsHeader=* %CLASS%\nLineEnds=lf");

  g_assert_cmpstr (text, ==,
                   "* Data\nv 3 0 30 70 50 100\n"
                   "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n20000000,W,00000001,100\n"
                   "20000000,W,FFFFFFFF,130\n20000000,W,0000000100000000,200\n");
}

/* A template without anything is one of rows without anything: no row of text is a record. */
static void
test_empty_entry (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  g_autofree char *text = export_text (trace, "default", "TimelineEntry=\nSections=timeline\n"
                                                         "LineEnds=lf");
  const char *rows = strchr (text, '\n');

  /* The end of the header, and of each row. */
  g_assert_nonnull (rows);
  g_assert_cmpuint (strlen (rows), ==, trace->n_file_events + 1);
  g_assert_cmpuint (strspn (rows, "\n"), ==, strlen (rows));
}

static void
test_choice (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  g_autoptr(DwellText1Settings) settings =
    make_settings ("full", "Sections=timeline\nTimelineEntry=%HANDLE% %TIME%\nLineEnds=lf\n"
                           "TimelineHeader=*");
  static const struct {
    const char *name;
    const char *value;
    const char *text;
  } cases[] = {
    { "Areas", "foo", "*\n00000001 200\n00000001 250\n00000001 290\n00000001 400\n" },
    { "Areas", "f*o", "*\n00000001 200\n00000001 250\n00000001 290\n00000001 400\n" },
    { "Areas", "/^isr.$/", "*\n00000002 250\n00000002 290\n" },
    { "Contexts", "ISR_B", "*\n00000002 250\n00000002 290\n" },
    /* The exit of the state shows that it began before the range. */
    { "Contexts", "/session|ISR_B/",
      "*\n00000002 250\n00000002 290\n30000000 320\n30000000 320\n" },
    { "Classes", "data", "*\n30000000 320\n30000000 320\n" },
  };

  settings->base.begin = 200;
  settings->base.end = 400;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellText1Settings) chosen = text1_settings_copy (settings);
      g_autoptr(GBytes) bytes = NULL;

      g_assert_true (dwell_export_settings_set (&chosen->base, cases[i].name, cases[i].value,
                                                NULL));
      bytes = export_part (trace, chosen, "");
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), cases[i].text,
                       strlen (cases[i].text));
    }
}

static void
test_check (void)
{
  static const struct {
    const char *preset;
    const char *changes;
    const char *part;
    guint64     count;
    gboolean    is_error;
    gboolean    is_loss;
  } cases[] = {
    { "default", "", "essage", 1, FALSE, TRUE },
    { "default", "", "line breaks", 1, FALSE, TRUE },
    { "default", "", "tabs", 0, FALSE, FALSE },
    { "full", "", "tabs", 1, FALSE, TRUE },
    { "default", "MappingEntry=%NAME%,%FILE%", "%NAME%", 1, FALSE, FALSE },
    { "default", "MappingEntry=%NAME%;%FILE%", "%NAME%", 0, FALSE, FALSE },
    { "default", "MappingEntry=%NAME", "MappingEntry", 1, TRUE, FALSE },
    { "default", "InfoEntry=%HANDLE%", "InfoEntry", 1, TRUE, FALSE },
    { "default", "InfoEntry=%HANDLE%\nSections=timeline", "InfoEntry", 0, FALSE, FALSE },
    { "default", "Areas=/(/", "", 1, TRUE, FALSE },
    { "default", "Areas=nothing*", "No area", 1, FALSE, FALSE },
    { "default", "Contexts=nothing*", "No context", 1, FALSE, FALSE },
    { "default", "", "No ", 0, FALSE, FALSE },
    { "default", "Sections=mapping,timeline", "Contexts", 1, FALSE, TRUE },
    { "full", "Sections=mapping,timeline", "Contexts", 0, FALSE, FALSE },
    { "full", "Sections=mapping,timeline\nTimelineBinary=true", ".BIN", 1, FALSE, TRUE },
    { "source", "", "source", 1, TRUE, FALSE },
  };
  g_autoptr(DwellTrace) trace = make_trace ("f(a,\nb\t)");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_error = FALSE;
      gboolean is_loss = FALSE;

      g_test_message ("case %u", i);
      g_assert_cmpuint (find_warning (trace, cases[i].preset, cases[i].changes, cases[i].part,
                                      &is_error, &is_loss), ==, cases[i].count);
      if (cases[i].count > 0)
        {
          g_assert_cmpint (is_error, ==, cases[i].is_error);
          g_assert_cmpint (is_loss, ==, cases[i].is_loss);
        }
    }
}

/* Problems in the mapping of entries that leave out what only the mapping states. */
static void
test_check_mapping (void)
{
  static const struct {
    const char *changes;
    const char *part;
    guint64     count;
  } cases[] = {
    { "", "%VALUE.TYPE%", 1 },
    { "", "%VALUE.UNIT%", 2 },
    { "", "%FILE%", 1 },
    { "", "%PATH%", 1 },
    { "", "Names", 0 },
    { "Classes=aux", "%PATH%", 0 },
    { "MappingEntry=%HANDLE%,%NAME%,%VALUE.TYPE%", "%VALUE.TYPE%", 0 },
    { "MappingEntry=%HANDLE%,%VALUE%", "Names", 4 },
    { "Sections=timeline", "Names", 4 },
    { "Sections=timeline", "%VALUE.TYPE%", 0 },
  };
  g_autoptr(DwellTrace) trace =
    text1_open_text ("* HANDLE(Functions) %HANDLE%,%NAME%,%FILE%|%PATH%\n"
                     "00000000,f,f.c|here\n00000001,g,|\n"
                     "* HANDLE(AUX) %HANDLE%,%NAME%,%VALUE.TYPE%,%VALUE.UNIT%\n"
                     "40000000,battery,F64,V\n40000001,level,I64,m\n"
                     "* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
                     "40000000,W,4028D8B6F183BA3D,10\n", NULL);
  g_autoptr(DwellText1Settings) full = make_settings ("full", "");
  g_autoptr(GArray) none = dwell_text1_check (trace, &full->base, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_error = FALSE;
      gboolean is_loss = FALSE;

      g_test_message ("case %u", i);
      g_assert_cmpuint (find_warning (trace, "default", cases[i].changes, cases[i].part, &is_error,
                                      &is_loss), ==, cases[i].count);
      g_assert_true (is_loss || cases[i].count == 0);
    }

  for (guint i = 0; i < none->len; i++)
    g_assert_false (g_array_index (none, DwellExportWarning, i).is_loss);
}

/* Weights that a file has instead of a timeline: those that are not times are not written as
 * times. */
static void
test_weights (void)
{
  static const char changes[] = "LineEnds=lf\nSections=info,statistics,timeline\n"
                                "StatisticsEntry=%VALUE%|%COUNT%|%T.NET%|%T.NET.MIN%|%T.CALL%|"
                                "%T.CALL.MAX%|%T.PERIOD.AVG%|%NAME%\n"
                                "StatisticsHeader=*\nTimelineHeader=* TIMELINE";
  static const struct {
    const char *file;
    const char *text; /* it begins with that */
    gboolean    is_sequence;
    guint64     n_lost;
    guint64     n_clauses;
  } cases[] = {
    { "br/sampled_plain.prof", "*\n100|1||||||00100:01\n110|4||||||00110:01\n"
                               "120|1||||||00120:01\n", TRUE, 3, 3 },
    { "br/timed_backtrace.prof",
      "* INFO %TOTAL_TIME%\n28500\n*\n100|1|1500|1500||||00100:01\n"
      "110|1|2500|2500||||00110:01\n110|1|3500|3500||||00110:02\n120|0|0|0||0|0|00120:01\n",
      TRUE, 0, 7 },
    { "aprof/versions/merge_1_v0.aprof",
      "*\n|204799||||||merge_sort_ric\n|1||||||merge_sort\n|1||||||main\n|102399||||||merge\n",
      FALSE, 79, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(DwellTrace) trace = open_data (cases[i].file);
      g_autofree char *text = export_text (trace, "default", changes);
      g_autofree char *begin = g_strndup (text, strlen (cases[i].text));
      gboolean is_error;
      gboolean is_loss = FALSE;

      g_assert_cmpstr (begin, ==, cases[i].text);
      g_assert_null (strstr (text, "* TIMELINE"));
      g_assert_cmpuint (find_warning (trace, "default", "", "not times", &is_error, &is_loss), ==,
                        cases[i].n_lost);
      g_assert_cmpuint (find_warning (trace, "default", "", "no timeline", &is_error, &is_loss),
                        ==, !cases[i].is_sequence);
      g_assert_cmpuint (find_warning (trace, "default", "", "sequence", &is_error, &is_loss), ==,
                        cases[i].is_sequence);
      g_assert_cmpuint (find_warning (trace, "default", "", "Clauses", &is_error, &is_loss), ==,
                        cases[i].n_clauses);
    }
}

/* As many contexts as Text1 can have, in each of which one function of a hundred ran once, those of
 * odd numbers twice. Work that grows with the square of that ends in the time limit of the test. */
#define N_CONTEXTS  65536
#define N_FUNCTIONS 100

static DwellTrace *
make_contexts (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 areas[N_FUNCTIONS];

  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);
      DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };

      area.name = dwell_strings_intern (builder->strings, name, -1);
      areas[i] = dwell_builder_add_area (builder, &area);
    }

  g_assert_true (dwell_builder_reserve_spans (builder, 2 * N_CONTEXTS, NULL));
  for (guint i = 0; i < N_CONTEXTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("c%u", i);
      guint32 context = dwell_builder_add_context (builder, name, DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, name, context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);

      for (guint n = 0; n <= i % 2; n++)
        dwell_builder_close_span (builder, dwell_builder_open_span (builder,
                                                                    areas[i % N_FUNCTIONS], row,
                                                                    DWELL_NONE, 10 * n),
                                  10 * n + 3, 0);
    }

  return dwell_builder_finish (builder);
}

static void
test_contexts (void)
{
  g_autoptr(DwellTrace) trace = make_contexts ();
  g_autofree char *text = export_text (trace, "default", "LineEnds=lf\nSections=statistics");
  DwellScan s = { text, text + strlen (text) };
  DwellScan line = { NULL, NULL };

  for (guint i = 0; i < N_CONTEXTS; i++)
    {
      guint count = i % 2 + 1;
      g_autofree char *header = g_strdup_printf ("* STATISTICS(Functions) CONTEXT(TSK: c%u) "
                                                 "%%HANDLE%%,%%VALUE%%,%%COUNT%%,%%T.NET%%", i);
      g_autofree char *row = g_strdup_printf ("%08X,,%u,%u", i % N_FUNCTIONS, count, 3 * count);

      g_assert_true (dwell_scan_line (&s, &line));
      g_assert_cmpmem (line.p, (gsize) (line.end - line.p), header, strlen (header));
      g_assert_true (dwell_scan_line (&s, &line));
      g_assert_cmpmem (line.p, (gsize) (line.end - line.p), row, strlen (row));
    }

  g_assert_false (dwell_scan_line (&s, &line));
}

static void
test_cancel (void)
{
  g_autoptr(DwellTrace) trace = make_trace ("f");
  g_autoptr(DwellText1Settings) settings = make_settings ("default", "");
  g_autoptr(GFile) file = file_fixture_write ("old.txt", "old", 3);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  DwellSink *sink = dwell_sink_new_for_file (file);
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (dwell_text1_export (trace, &settings->base, sink, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  dwell_sink_free (sink);
  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, "old");
}

static GPtrArray *
get_examples (DwellTrace        *trace,
              DwellTemplateKind  kind)
{
  const DwellOption *option = dwell_format_find_write_option (&dwell_text1_format,
                                                              dwell_template_get_id (kind));

  return dwell_text1_get_examples (trace, option, NULL);
}

static void
test_examples (void)
{
  g_autoptr(DwellTrace) trace = open_data ("text1/preempt.txt");
  static const struct {
    DwellTemplateKind kind;
    DwellMacro        macro;
    const char       *text;
  } cases[] = {
    { DWELL_TEMPLATE_INFO_ENTRY, DWELL_MACRO_TOTAL_TIME, "700" },
    { DWELL_TEMPLATE_CONTEXT_ENTRY, DWELL_MACRO_NAME, "TASK_A" },
    { DWELL_TEMPLATE_MAPPING_HEADER, DWELL_MACRO_CLASS, "Functions" },
    { DWELL_TEMPLATE_MAPPING_ENTRY, DWELL_MACRO_HANDLE_STATE, "30000000" },
    { DWELL_TEMPLATE_MAPPING_ENTRY, DWELL_MACRO_FILE, NULL },
    { DWELL_TEMPLATE_STATISTICS_ENTRY, DWELL_MACRO_COUNT, "3" },
    { DWELL_TEMPLATE_TIMELINE_ENTRY, DWELL_MACRO_EVENT, "E" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GPtrArray) texts = get_examples (trace, cases[i].kind);

      g_assert_cmpuint (texts->len, ==, DWELL_N_MACROS);
      g_assert_cmpstr (g_ptr_array_index (texts, cases[i].macro), ==, cases[i].text);
    }
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text1-export/golden", test_golden);
  g_test_add_func ("/text1-export/page", test_page);
  g_test_add_func ("/text1-export/worked", test_worked);
  g_test_add_func ("/text1-export/recorded", test_recorded);
  g_test_add_data_func ("/text1-export/source/page", "text1/doc_examples.txt", test_source);
  g_test_add_data_func ("/text1-export/source/worked", "text1/preempt.txt", test_source);
  g_test_add_data_func ("/text1-export/source/1.0", "10", test_source_binary);
  g_test_add_data_func ("/text1-export/source/1.1", "11", test_source_binary);
  g_test_add_func ("/text1-export/source/irregular", test_source_irregular);
  g_test_add_func ("/text1-export/source/cut", test_source_cut);
  g_test_add_data_func ("/text1-export/round-trip/lms", "lms/runtime_nested.csv", test_round_trip);
  g_test_add_data_func ("/text1-export/round-trip/lms-page", "lms/doc_example.csv",
                        test_round_trip);
  g_test_add_data_func ("/text1-export/round-trip/ooo", "ooo/clean_4711.log", test_round_trip);
  g_test_add_data_func ("/text1-export/quirks/lms", "lms/quirks.csv", test_quirks);
  g_test_add_data_func ("/text1-export/quirks/ooo", "ooo/quirks_99.log", test_quirks);
  g_test_add_data_func ("/text1-export/quirks/ooo-page", "ooo/doc_example.log", test_quirks);
  g_test_add_func ("/text1-export/inferred-end", test_inferred_end);
  g_test_add_func ("/text1-export/round-trip/random", test_random);
  g_test_add_func ("/text1-export/many-events", test_many_events);
  g_test_add_func ("/text1-export/states", test_states);
  g_test_add_func ("/text1-export/writes", test_writes);
  g_test_add_func ("/text1-export/empty-entry", test_empty_entry);
  g_test_add_func ("/text1-export/choice", test_choice);
  g_test_add_func ("/text1-export/check", test_check);
  g_test_add_func ("/text1-export/contexts", test_contexts);
  g_test_add_func ("/text1-export/cancel", test_cancel);
  g_test_add_func ("/text1-export/weights", test_weights);
  g_test_add_func ("/text1-export/check-mapping", test_check_mapping);
  g_test_add_func ("/text1-export/examples", test_examples);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
