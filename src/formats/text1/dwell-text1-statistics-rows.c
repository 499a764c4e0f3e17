/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics sections, by Text1's own rules (text1.md §6): what does not exist is 0 there, and an
 * average is the total over COUNT, cut to whole ns. Functions and lines stand in a section for each
 * context, and in one for all where some ran in no context that has a name; data and AUX in one. */
#include "config.h"

#include "analysis/dwell-statistics.h"
#include "formats/text1/dwell-text1-writer.h"

#define N_TIMES (DWELL_MACRO_T_OUTSIDE_AVG - DWELL_MACRO_T_NET + 1)

/* The writes of a variable or signal inside the range. */
typedef struct {
  guint64 n;
  gint64  first;
  gint64  last;
  gint64  min_period; /* if n > 1 */
  gint64  max_period;
} Writes;

typedef struct {
  DwellText1Writer      *writer;
  DwellText1Output      *output;
  const DwellStatistics *statistics;
  guint32               *row_of_area; /* of the context that is written, or DWELL_NONE */
  Writes                *writes;      /* by area */
} Work;

static void
fill_times (gint64           *times,
            const DwellTimes *of,
            gboolean          has_extremes,
            guint64           count)
{
  times[0] = of->total;
  times[1] = has_extremes ? of->min : 0;
  times[2] = has_extremes ? of->max : 0;
  times[3] = count > 0 ? of->total / (gint64) count : 0;
}

/* The macros from T.NET on, in order. */
static void
fill_row (gint64                   *times,
          const DwellStatisticsRow *row)
{
  fill_times (times, &row->net, row->n_complete > 0 && row->net_is_defined, row->count);
  fill_times (times + 4, &row->gross, row->n_complete > 0, row->count);
  fill_times (times + 8, &row->call, row->n_complete > 0, row->count);
  times[12] = row->n_periods > 0 ? row->period.min : 0;
  times[13] = row->n_periods > 0 ? row->period.max : 0;
  times[14] = row->n_periods > 0 ? (gint64) row->period.avg : 0;
  times[15] = row->outside.total;
  times[16] = row->n_gaps > 0 ? row->outside.min : 0;
  times[17] = row->n_gaps > 0 ? row->outside.max : 0;
  times[18] = row->n_gaps > 0 ? (gint64) row->outside.avg : 0;
}

static void
add_write (Writes *writes,
           gint64  time)
{
  gint64 period = time - writes->last;

  if (writes->n == 0)
    writes->first = time;
  else if (writes->n == 1)
    writes->min_period = writes->max_period = period;
  else
    {
      writes->min_period = MIN (writes->min_period, period);
      writes->max_period = MAX (writes->max_period, period);
    }

  writes->last = time;
  writes->n++;
}

static void
gather_writes (Work *work)
{
  const DwellTrace *trace = work->writer->trace;

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      guint32 area = trace->tracks[trace->write_track[i]].area;

      if (area != DWELL_NONE && trace->write_time[i] >= work->writer->begin &&
          trace->write_time[i] <= work->writer->end)
        add_write (&work->writes[area], trace->write_time[i]);
    }
}

static void
index_rows (Work    *work,
            guint32  context)
{
  for (guint32 i = 0; i < work->writer->trace->n_areas; i++)
    work->row_of_area[i] = DWELL_NONE;

  for (guint i = 0; i < work->statistics->n_rows; i++)
    if (work->statistics->rows[i].context == context)
      work->row_of_area[work->statistics->rows[i].area] = i;
}

static gboolean
is_variable (const Work *work,
             guint32     area)
{
  DwellAreaKind kind = work->writer->trace->areas[area].kind;

  return kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_AUX;
}

/* Entries of the states of a variable count as its own, unless its writes were told. */
static guint64
count_states (const Work *work,
              guint32     variable)
{
  const DwellTrace *trace = work->writer->trace;
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].parent == variable && trace->areas[i].kind == DWELL_AREA_STATE &&
        work->row_of_area[i] != DWELL_NONE)
      n += work->statistics->rows[work->row_of_area[i]].count;

  return n;
}

/* What is written into has no times but those between writes. */
static guint64
fill_variable (const Work *work,
               guint32     area,
               gint64     *times)
{
  const Writes *writes = &work->writes[area];
  gint64 *period = times + (DWELL_MACRO_T_PERIOD_MIN - DWELL_MACRO_T_NET);

  times[DWELL_MACRO_T_OUTSIDE - DWELL_MACRO_T_NET] = work->writer->end - work->writer->begin;

  if (writes->n > 1)
    {
      period[0] = writes->min_period;
      period[1] = writes->max_period;
      period[2] = (writes->last - writes->first) / (gint64) (writes->n - 1);
    }

  return writes->n == 0 && (work->writer->areas[area] & DWELL_TEXT1_AREA_HAS_STATES)
           ? count_states (work, area) : writes->n;
}

static gboolean
write_section (Work        *work,
               const char  *class_name,
               guint32      context,
               GError     **error)
{
  DwellText1Writer *writer = work->writer;
  gboolean has_header = FALSE;

  for (guint32 i = 0; i < writer->n_listed; i++)
    {
      gint64 times[N_TIMES] = { 0 };
      DwellText1Entry entry = { .area = writer->order[i], .context = context, .times = times };
      guint32 row = work->row_of_area[entry.area];

      if (!(writer->areas[entry.area] & DWELL_TEXT1_AREA_IS_CHOSEN) ||
          !g_str_equal (dwell_text1_get_class_name (writer, entry.area), class_name) ||
          (context != DWELL_NONE && row == DWELL_NONE))
        continue;

      if (is_variable (work, entry.area))
        entry.count = fill_variable (work, entry.area, times);
      else if (row != DWELL_NONE)
        {
          entry.count = work->statistics->rows[row].count;
          fill_row (times, &work->statistics->rows[row]);
        }
      else
        times[DWELL_MACRO_T_OUTSIDE - DWELL_MACRO_T_NET] = writer->end - writer->begin;

      if (!has_header)
        dwell_text1_append_header (writer, work->output->pending, DWELL_TEMPLATE_STATISTICS_HEADER,
                                   class_name, context);
      has_header = TRUE;
      dwell_text1_append_entry (writer, work->output->pending, DWELL_TEMPLATE_STATISTICS_ENTRY,
                                &entry);
      if (!dwell_text1_output_pour (work->output, FALSE, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_sections (Work    *work,
                GError **error)
{
  DwellText1Writer *writer = work->writer;
  gboolean has_named = FALSE;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    has_named = has_named || writer->context_handles[i] != DWELL_NONE;

  index_rows (work, DWELL_NONE);
  if (((writer->has_unnamed || !has_named) &&
       !write_section (work, "Functions", DWELL_NONE, error)) ||
      !write_section (work, "Data", DWELL_NONE, error) ||
      !write_section (work, "AUX", DWELL_NONE, error))
    return FALSE;

  for (guint32 i = 0; i < writer->trace->n_contexts; i++)
    {
      if (writer->context_handles[i] == DWELL_NONE || !writer->contexts[i])
        continue;
      index_rows (work, i);
      if (!write_section (work, "Functions", i, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_text1_write_statistics:
 * @self: a writer
 * @output: where to
 * @error: why it could not be written; that it was cancelled
 *
 * Writes the statistics of the range.
 *
 * Returns: whether they were written
 */
gboolean
dwell_text1_write_statistics (DwellText1Writer  *self,
                              DwellText1Output  *output,
                              GError           **error)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, output->cancellable);
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autofree guint32 *row_of_area = g_new (guint32, (gsize) self->trace->n_areas + 1);
  g_autofree Writes *writes = g_new0 (Writes, (gsize) self->trace->n_areas + 1);
  Work work = { self, output, NULL, row_of_area, writes };

  if (index != NULL)
    statistics = dwell_statistics_index_query (index, self->begin, self->end, DWELL_STATISTICS_ALL,
                                               output->cancellable);
  if (statistics == NULL)
    {
      g_cancellable_set_error_if_cancelled (output->cancellable, error);
      return FALSE;
    }

  work.statistics = statistics;
  gather_writes (&work);
  return write_sections (&work, error);
}
