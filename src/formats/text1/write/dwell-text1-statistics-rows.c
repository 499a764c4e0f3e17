/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes statistics sections by Text1's own rules (README.md, "The figures of the macros"): a
 * missing figure is 0, and an average is the total divided by COUNT, cut to whole ns. Functions
 * and lines have a section for each context, and one for all if some ran in no context with a
 * name; data and AUX have one.
 *
 * An area without figures has no row. Figures that are only in the statistics of the file are
 * written as they are there. */
#include "config.h"

#include "analysis/statistics/dwell-recorded.h"
#include "core/dwell-hash.h"
#include "core/dwell-memory.h"
#include "formats/text1/write/dwell-text1-writer.h"

typedef struct {
  DwellText1Writer      *writer;
  DwellText1Output      *output;
  const DwellStatistics *statistics;
  guint32               *rows;     /* of the areas that are listed: by context, then as listed */
  guint32               *begins;   /* by context, and for all contexts: where its rows begin */
  guint32               *ends;     /* … and where they end */
  guint32               *n_absent; /* by area: number of contexts without a row */
  GHashTable            *touched;  /* set of context << 32 | area: ends or begins at an edge */
} Work;

/* Returns: (transfer full): for each of @n keys, and after the last, how many rows have keys below
 * it. @get_key: the key of a row */
static guint32 *
count_rows (const Work *work,
            guint32     n,
            guint32   (*get_key) (const Work *work, guint32 row))
{
  guint32 *begins = g_new0 (guint32, (gsize) n + 1);

  for (guint32 i = 0; i < work->statistics->n_rows; i++)
    begins[get_key (work, i) + 1]++;
  for (guint32 key = 0; key < n; key++)
    begins[key + 1] += begins[key];

  return begins;
}

static guint32
get_area (const Work *work,
          guint32     row)
{
  return work->statistics->rows[row].area;
}

static guint32
get_context (const Work *work,
             guint32     row)
{
  guint32 context = work->statistics->rows[row].context;

  return context != DWELL_NONE ? context : work->writer->trace->n_contexts;
}

/* Sorts the rows by area and then by context, so that each section looks only at its own rows. */
static void
sort_rows (Work *work)
{
  const DwellText1Writer *writer = work->writer;
  guint32 n_rows = work->statistics->n_rows;
  guint32 n_areas = writer->trace->n_areas;
  guint32 n_contexts = writer->trace->n_contexts + 1;
  g_autofree guint32 *begins = count_rows (work, n_areas, get_area);
  g_autofree guint32 *ends = g_memdup2 (begins, ((gsize) n_areas + 1) * sizeof *ends);
  g_autofree guint32 *by_area = g_new (guint32, (gsize) n_rows + 1);

  for (guint32 i = 0; i < n_rows; i++)
    by_area[ends[get_area (work, i)]++] = i;

  work->rows = g_new (guint32, (gsize) n_rows + 1);
  work->begins = count_rows (work, n_contexts, get_context);
  work->ends = g_memdup2 (work->begins, ((gsize) n_contexts + 1) * sizeof *work->ends);
  for (guint32 i = 0; i < writer->n_listed; i++)
    for (guint32 j = begins[writer->order[i]]; j < ends[writer->order[i]]; j++)
      work->rows[work->ends[get_context (work, by_area[j])]++] = by_area[j];
}

static void
add_touched (Work    *work,
             guint32  context,
             guint32  area)
{
  gint64 pair = (gint64) ((guint64) context << 32 | area);

  g_hash_table_add (work->touched, g_memdup2 (&pair, sizeof pair));
}

/* An area that ends at the start of the range, or begins at its end, has a row in the timeline. */
static void
find_touched (Work *work)
{
  const DwellText1Writer *writer = work->writer;
  const DwellTrace *trace = writer->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_get_span_end (trace, i) == writer->begin ||
        dwell_trace_get_span_begin (trace, i) == writer->end)
      {
        add_touched (work, dwell_trace_get_span_context (trace, i), trace->span_area[i]);
        add_touched (work, DWELL_NONE, trace->span_area[i]);
      }
}

/* Returns FALSE for a row outside the range, and for sums of figures that the file has by
 * context. */
static gboolean
is_written (const Work               *work,
            const DwellStatisticsRow *row)
{
  gint64 pair = (gint64) ((guint64) row->context << 32 | row->area);

  switch (row->of)
    {
    case DWELL_STATISTICS_OF_SPANS:
      return row->count > 0 || row->incomplete > 0 || row->call_sum > 0 ||
             g_hash_table_contains (work->touched, &pair);
    case DWELL_STATISTICS_OF_WRITES:
      return row->count > 0;
    case DWELL_STATISTICS_OF_RECORD:
    default:
      return !row->is_recorded_sum;
    }
}

/* A reader of a range does not know contexts in which an area ran only outside of it, so they are
 * missing in its sums. */
static void
count_absent (Work *work)
{
  for (guint i = 0; i < work->statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &work->statistics->rows[i];

      work->n_absent[row->area] += row->context != DWELL_NONE && !is_written (work, row);
    }
}

static void
fill_entry (const Work               *work,
            const DwellStatisticsRow *row,
            gint64                   *values,
            DwellText1Entry          *entry)
{
  const DwellText1Writer *writer = work->writer;
  gint64 length = dwell_time_between (writer->begin, writer->end);
  DwellStatisticsRow sums = *row;

  entry->times = values;
  entry->known = G_MAXUINT32;
  if (row->of == DWELL_STATISTICS_OF_RECORD)
    {
      entry->times = row->recorded->values;
      entry->known = row->recorded->known;
    }
  else
    {
      if (row->context == DWELL_NONE && row->of == DWELL_STATISTICS_OF_SPANS)
        sums.outside.total -= (DwellWide) work->n_absent[row->area] * (DwellWide) length;
      dwell_recorded_compute (&sums, length, values);
    }

  entry->count = (guint64) entry->times[DWELL_RECORDED_COUNT];
}

static gboolean
write_section (Work        *work,
               const char  *class_name,
               guint32      context,
               GError     **error)
{
  DwellText1Writer *writer = work->writer;
  guint32 section = MIN (context, writer->trace->n_contexts);
  gboolean has_header = FALSE;

  if (g_cancellable_set_error_if_cancelled (work->output->cancellable, error))
    return FALSE;

  for (guint32 i = work->begins[section]; i < work->ends[section]; i++)
    {
      const DwellStatisticsRow *row = &work->statistics->rows[work->rows[i]];
      gint64 values[DWELL_N_RECORDED];
      DwellText1Entry entry = { .area = row->area, .context = context };

      if (!(writer->areas[entry.area] & DWELL_TEXT1_AREA_IS_CHOSEN) ||
          !g_str_equal (dwell_text1_get_class_name (writer, entry.area), class_name) ||
          !is_written (work, row))
        continue;

      /* The macros of times have the order of the recorded figures, except the count. */
      fill_entry (work, row, values, &entry);

      if (!has_header)
        dwell_text1_append_header (writer, work->output->pending, DWELL_TEMPLATE_STATISTICS_HEADER,
                                   class_name, context);
      has_header = TRUE;
      dwell_text1_append_entry (writer, work->output->pending, DWELL_TEMPLATE_STATISTICS_ENTRY,
                                &entry);
      if (!dwell_text1_output_flush (work->output, FALSE, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns whether there is a section of functions beside those of contexts: if some ran in no named
 * context, or if the figures are from the file's own statistics, which name no context. */
static gboolean
has_section_of_all (const Work *work)
{
  const DwellText1Writer *writer = work->writer;
  gboolean has_named = FALSE;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    has_named = has_named || writer->context_handles[i] != DWELL_NONE;

  if (!has_named || writer->has_unnamed)
    return TRUE;

  for (guint i = 0; i < work->statistics->n_rows; i++)
    if (work->statistics->rows[i].context == DWELL_NONE &&
        work->statistics->rows[i].of == DWELL_STATISTICS_OF_RECORD &&
        is_written (work, &work->statistics->rows[i]))
      return TRUE;

  return FALSE;
}

static gboolean
write_sections (Work    *work,
                GError **error)
{
  DwellText1Writer *writer = work->writer;

  if ((has_section_of_all (work) && !write_section (work, "Functions", DWELL_NONE, error)) ||
      !write_section (work, "Data", DWELL_NONE, error) ||
      !write_section (work, "AUX", DWELL_NONE, error))
    return FALSE;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      if (writer->context_handles[i] != DWELL_NONE && writer->contexts[i] &&
          !write_section (work, "Functions", i, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_text1_write_statistics:
 * @self: a writer
 * @output: the output
 * @error: the reason of a failure; %G_IO_ERROR_CANCELLED
 *
 * Writes the statistics of the range.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_write_statistics (DwellText1Writer  *self,
                              DwellText1Output  *output,
                              GError           **error)
{
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autofree guint32 *n_absent = g_new0 (guint32, (gsize) self->trace->n_areas + 1);
  g_autoptr(GHashTable) touched = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free,
                                                         NULL);
  Work work = { .writer = self, .output = output, .n_absent = n_absent, .touched = touched };
  gboolean is_written;

  if (dwell_text1_has_weights (self->trace))
    return dwell_text1_write_weights (self, output, error);

  index = dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, output->cancellable);
  if (index != NULL)
    statistics = dwell_statistics_index_query (index, self->begin, self->end, DWELL_STATISTICS_ALL,
                                               output->cancellable);
  if (statistics == NULL)
    {
      if (!g_cancellable_set_error_if_cancelled (output->cancellable, error))
        dwell_memory_set_error (error);
      return FALSE;
    }

  work.statistics = statistics;
  if (dwell_text1_writer_has_range (self))
    find_touched (&work);
  count_absent (&work);
  sort_rows (&work);
  is_written = write_sections (&work, error);
  g_free (work.rows);
  g_free (work.begins);
  g_free (work.ends);
  return is_written;
}
