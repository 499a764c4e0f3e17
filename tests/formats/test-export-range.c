/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A range of a trace, written in each format that can hold it, has the counts and times that the
 * statistics of the range have: of random calls whose starts and ends coincide with the borders of
 * the range, and of some that have no length. */
#include "config.h"

#include <string.h>

#include "analysis/statistics/dwell-statistics.h"
#include "core/dwell-error.h"
#include "formats/common/dwell-export-select.h"
#include "support/file-fixture.h"

#define N_FILES 24
#define N_NAMES 3

typedef struct {
  guint64 count;
  guint64 time_ns;
} Figures;

static int
choose (int n)
{
  return g_test_rand_int_range (0, n);
}

/* Appends calls from @begin to @end, and what they call. */
static void
append_calls (GString *text,
              int      thread,
              int      begin,
              int      end,
              gboolean has_empty)
{
  for (int time = begin + choose (3); time < end; time += choose (3))
    {
      int first = time;

      time += has_empty && choose (4) == 0 ? 0 : 1 + choose (end - first);
      g_string_append_printf (text, "%d,%d,%c,T%d\n", first, time, 'a' + choose (N_NAMES), thread);
      if (time - first > 1)
        append_calls (text, thread, first, time, has_empty);
      else if (time == first)
        time++;
    }
}

static char *
make_calls (gboolean has_empty)
{
  GString *text = g_string_new ("begin_ns,end_ns,name,thread\n");

  for (int thread = choose (2); thread >= 0; thread--)
    append_calls (text, thread, choose (4), 8 + choose (20), has_empty);
  g_string_append (text, "0,1,a,T0\n");
  return g_string_free (text, FALSE);
}

/* The figures of all areas with the names of calls, by name; a name may be that of a state. */
static void
get_figures (DwellTrace *trace,
             gint64      begin,
             gint64      end,
             Figures    *figures)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_TOTALS, NULL);

  memset (figures, 0, N_NAMES * sizeof *figures);
  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      const char *name;

      if (row->context != DWELL_NONE || row->of != DWELL_STATISTICS_OF_SPANS)
        continue;

      name = dwell_trace_get_string (trace, trace->areas[row->area].name);
      if (name[0] >= 'a' && name[0] < 'a' + N_NAMES && name[1] == '\0')
        {
          figures[name[0] - 'a'].count += row->count;
          figures[name[0] - 'a'].time_ns += (guint64) row->call_sum;
        }
    }
}

static DwellExportSettings *
make_settings (const char *format,
               const char *options,
               gint64      begin,
               gint64      end)
{
  g_auto(GStrv) words = g_strsplit (options, " ", -1);
  DwellExportSettings *settings =
    dwell_export_settings_new (dwell_formats_find_writer (format),
                               g_str_equal (format, "text1") ? "full" : "default", NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_auto(GStrv) parts = g_strsplit (words[i], "=", 2);

      g_assert_true (dwell_export_settings_set (settings, parts[0], parts[1], NULL));
    }
  settings->begin = begin;
  settings->end = end;
  return settings;
}

/* Returns NULL if nothing happens in the range. */
static char *
write_range (DwellTrace                *trace,
             const DwellExportSettings *settings)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_memory (1 << 22);
  g_autoptr(DwellTrace) part = dwell_export_select (trace, settings, NULL, &error);
  g_autoptr(GBytes) bytes = NULL;
  char *words;

  if (part == NULL)
    {
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_OPTION);
      return NULL;
    }

  g_assert_true (settings->format->write (part, settings, sink, NULL, NULL, &error));
  g_assert_no_error (error);
  bytes = dwell_sink_get_part (sink, "");
  words = settings->format->decode != NULL
          ? settings->format->decode (part, settings, "", bytes) : NULL;
  return words != NULL ? words
                       : g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Whether an export says that something cannot be read back: BTF, and Text1, have no word for what
 * goes on during the whole range. */
static gboolean
is_lossy (DwellTrace                *trace,
          const DwellExportSettings *settings)
{
  g_autoptr(GArray) warnings = settings->format->check (trace, settings, NULL);

  for (guint i = 0; i < warnings->len; i++)
    if (g_array_index (warnings, DwellExportWarning, i).is_loss)
      return TRUE;

  return FALSE;
}

static void
assert_counts (const Figures *figures,
               const Figures *wanted)
{
  for (guint i = 0; i < N_NAMES; i++)
    g_assert_cmpuint (figures[i].count, ==, wanted[i].count);
}

/* Folded stacks have the count of each stack as its weight. */
static char *
fold (DwellTrace *trace,
      gint64      begin,
      gint64      end)
{
  g_autoptr(DwellExportSettings) settings =
    make_settings ("folded", "Unit=samples ContextsAs=none", begin, end);
  char *text = write_range (trace, settings);

  return text != NULL ? text : g_strdup ("");
}

static void
check_folded (DwellTrace    *trace,
              gint64         begin,
              gint64         end,
              const Figures *wanted)
{
  g_autofree char *text = fold (trace, begin, end);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  Figures figures[N_NAMES] = { { 0 } };

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      const char *blank = strrchr (lines[i], ' ');

      g_assert_true (blank[-1] >= 'a' && blank[-1] < 'a' + N_NAMES);
      figures[blank[-1] - 'a'].count += g_ascii_strtoull (blank + 1, NULL, 10);
    }
  assert_counts (figures, wanted);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* Checks that each call has the callers that it had. */
static void
check_stacks (DwellTrace *trace,
              gint64      begin,
              gint64      end,
              DwellTrace *again)
{
  DwellTrace *traces[] = { trace, again };
  char *texts[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *text = fold (traces[i], i == 0 ? begin : again->begin,
                                    i == 0 ? end : again->end);
      g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

      qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
      texts[i] = g_strjoinv ("\n", lines);
    }
  g_assert_cmpstr (texts[1], ==, texts[0]);
  g_free (texts[0]);
  g_free (texts[1]);
}

/* Returns whether what was written could be compared. */
static gboolean
check_read (DwellTrace    *trace,
            const char    *format,
            gboolean       has_empty,
            gint64         begin,
            gint64         end,
            const Figures *wanted)
{
  g_autoptr(DwellExportSettings) settings = make_settings (format, "", begin, end);
  g_autofree char *text = write_range (trace, settings);
  g_autoptr(DwellTrace) again = NULL;
  Figures figures[N_NAMES];
  gboolean is_empty = TRUE;

  for (guint i = 0; i < N_NAMES; i++)
    is_empty = is_empty && wanted[i].count == 0 && wanted[i].time_ns == 0;
  /* At a single moment, what goes on has neither a count nor time. */
  if (begin < end || !is_empty)
    g_assert_true (is_empty == (text == NULL));
  if (text == NULL || is_lossy (trace, settings))
    return FALSE;

  g_test_message ("%s", text);
  again = file_fixture_open_text (format, text, NULL);
  get_figures (again, again->begin, again->end, figures);
  assert_counts (figures, wanted);
  for (guint i = 0; i < N_NAMES; i++)
    g_assert_cmpuint (figures[i].time_ns, ==, wanted[i].time_ns);
  /* The processes of BTF are outermost calls. */
  if (!has_empty && !g_str_equal (format, "btf"))
    check_stacks (trace, begin, end, again);
  return TRUE;
}

static guint64
count_words (const char *text,
             const char *word)
{
  guint64 n = 0;

  while ((text = strstr (text, word)) != NULL)
    {
      text += strlen (word);
      n++;
    }

  return n;
}

/* No reader for it is here, but the starts that are known can be counted. */
static void
check_perfetto (DwellTrace    *trace,
                gint64         begin,
                gint64         end,
                const Figures *wanted)
{
  g_autoptr(DwellExportSettings) settings = make_settings ("perfetto", "", begin, end);
  g_autofree char *text = write_range (trace, settings);
  guint64 n = 0;

  for (guint i = 0; i < N_NAMES; i++)
    n += wanted[i].count;
  if (text == NULL)
    g_assert_cmpuint (n, ==, 0);
  else
    g_assert_cmpuint (count_words (text, "TYPE_SLICE_BEGIN") - count_words (text, "\"begin\""), ==,
                      n);
}

static void
test_calls (void)
{
  static const char * const formats[] = { "trace-event", "btf", "text1" };
  guint n_compared[G_N_ELEMENTS (formats)] = { 0 };

  for (guint round = 0; round < N_FILES; round++)
    {
      gboolean has_empty = round % 2 == 0;
      g_autofree char *text = make_calls (has_empty);
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", text, NULL);

      for (guint i = 0; i < 8; i++)
        {
          gint64 begin = trace->begin + choose ((int) (trace->end - trace->begin) + 1);
          gint64 end = begin + choose ((int) (trace->end - begin) + 1);
          Figures wanted[N_NAMES];

          g_test_message ("%s%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, text, begin, end);
          get_figures (trace, begin, end, wanted);
          for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
            n_compared[k] += (guint) check_read (trace, formats[k], has_empty, begin, end,
                                                  wanted);
          check_folded (trace, begin, end, wanted);
          check_perfetto (trace, begin, end, wanted);
        }
    }

  for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
    {
      g_test_message ("%s: %u", formats[k], n_compared[k]);
      g_assert_cmpuint (n_compared[k], >, N_FILES);
    }
}

/* A dump does not tell whether what is there at its start began just then, and holds nothing that
 * takes no time unless it is last. */
static void
test_dumps (void)
{
  for (guint round = 0; round < N_FILES; round++)
    {
      g_autofree char *text = make_calls (FALSE);
      g_autoptr(DwellTrace) trace = file_fixture_open_text ("csv", text, NULL);
      gint64 begin = trace->begin + choose ((int) (trace->end - trace->begin));
      gint64 end = begin + 1 + choose ((int) (trace->end - begin));
      g_autoptr(DwellExportSettings) settings = make_settings ("vcd", "", begin, end);
      g_autofree char *dump = write_range (trace, settings);
      Figures figures[N_NAMES] = { { 0 } };
      Figures wanted[N_NAMES];

      g_test_message ("%s%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n%s", text, begin, end,
                      dump != NULL ? dump : "");
      get_figures (trace, begin + 1, end, wanted);
      if (dump != NULL)
        {
          g_autoptr(DwellTrace) again = file_fixture_open_text ("vcd", dump, NULL);

          get_figures (again, again->begin, again->end, figures);
        }
      assert_counts (figures, wanted);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/export-range/calls", test_calls);
  g_test_add_func ("/export-range/dumps", test_dumps);

  return g_test_run ();
}
