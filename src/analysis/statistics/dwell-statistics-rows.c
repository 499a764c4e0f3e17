/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows in addition to those of spans: of variables and signals that are written, and rows that only
 * the file's own statistics have. Both come in the order of rows (all contexts first, then context
 * by context, each by area), so they are merged; for the whole session each row gets the file's
 * figures. If rows are grouped by module or author there are no such rows. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"

/* DWELL_NONE, which stands for all contexts, comes first. */
static int
compare_pairs (guint32 context,
               guint32 area,
               guint32 other_context,
               guint32 other_area)
{
  guint32 left = context + 1;
  guint32 right = other_context + 1;

  if (left != right)
    return left < right ? -1 : 1;

  return (area > other_area) - (area < other_area);
}

static int
compare_rows (const DwellStatisticsRow *a,
              const DwellStatisticsRow *b)
{
  return compare_pairs (a->context, a->area, b->context, b->area);
}

/* Merges @extra into the rows. A pair with a row of spans keeps that row. */
static void
merge_rows (DwellStatistics *statistics,
            GArray          *extra)
{
  DwellStatisticsRow *rows = g_new (DwellStatisticsRow, (gsize) statistics->n_rows + extra->len);
  guint n = 0;
  guint i = 0;

  for (guint j = 0; j < extra->len; j++)
    {
      const DwellStatisticsRow *row = &g_array_index (extra, DwellStatisticsRow, j);
      int order = -1;

      while (i < statistics->n_rows && (order = compare_rows (&statistics->rows[i], row)) < 0)
        rows[n++] = statistics->rows[i++];

      if (i == statistics->n_rows || order != 0)
        rows[n++] = *row;
    }

  while (i < statistics->n_rows)
    rows[n++] = statistics->rows[i++];

  g_free (statistics->rows);
  statistics->rows = rows;
  statistics->n_rows = n;
}

/* The areas that have any data in the trace, in any context. */
static guint8 *
find_known_areas (const DwellStatisticsIndex *self,
                  const DwellStatistics      *statistics)
{
  guint8 *is_known = g_malloc0 (MAX (self->trace->n_areas, 1));

  for (guint i = 0; i < statistics->n_rows && statistics->rows[i].context == DWELL_NONE; i++)
    is_known[statistics->rows[i].area] = TRUE;

  return is_known;
}

/* Gives the row of @recorded the file's figures; searches from @place on, which is advanced. A pair
 * that only the file has figures for gets a row in @extra. */
static void
attach (DwellStatistics        *statistics,
        guint                  *place,
        const DwellRecordedRow *recorded,
        gboolean                is_sum,
        gboolean                is_comparable,
        gboolean                is_comparable_alone,
        GArray                 *extra)
{
  DwellStatisticsRow row = {
    .context = recorded->context, .area = recorded->area, .of = DWELL_STATISTICS_OF_RECORD,
    .recorded = recorded, .is_recorded_sum = is_sum, .is_comparable = is_comparable_alone,
    .share = -1,
  };

  while (*place < statistics->n_rows && compare_rows (&statistics->rows[*place], &row) < 0)
    (*place)++;

  if (*place < statistics->n_rows && compare_rows (&statistics->rows[*place], &row) == 0)
    {
      statistics->rows[*place].recorded = recorded;
      statistics->rows[*place].is_recorded_sum = is_sum;
      statistics->rows[*place].is_comparable = is_comparable;
    }
  else
    {
      g_array_append_val (extra, row);
    }
}

/* Figures cannot be compared where there are no events, or not all of them. If some events name no
 * context, a function called in several contexts runs in an unknown one, so the file's figures for
 * each context cannot be compared. A sum can be compared if the file has figures for all
 * contexts. */
static void
attach_recorded (const DwellStatisticsIndex *self,
                 DwellStatistics            *statistics,
                 GArray                     *extra)
{
  const DwellTrace *trace = self->trace;
  gboolean has_events = !trace->is_partial && (trace->n_spans > 0 || trace->n_writes > 0);
  gboolean has_contexts = has_events && self->has_contexts;
  g_autofree guint8 *is_known = find_known_areas (self, statistics);
  guint place = 0;

  for (guint32 i = 0; i < self->n_recorded; i++)
    {
      const DwellRecordedRow *recorded = &trace->recorded[self->recorded[i]];

      attach (statistics, &place, recorded, FALSE, has_events,
              has_contexts || (has_events && (!is_known[recorded->area] ||
                                              recorded->context == DWELL_NONE)), extra);
    }

  merge_rows (statistics, extra);
  g_array_set_size (extra, 0);
  place = 0;

  for (guint i = 0; i < self->recorded_sums->len; i++)
    {
      const DwellRecordedSum *sum = &g_array_index (self->recorded_sums, DwellRecordedSum, i);
      guint32 area = sum->row.area;
      gboolean is_whole = sum->n_met == self->group_pairs[area + 1] - self->group_pairs[area];

      attach (statistics, &place, &sum->row, TRUE, has_events && is_whole, has_events, extra);
    }

  merge_rows (statistics, extra);
}

/*< private >
 * _dwell_statistics_complete: adds the rows other than those of spans */
void
_dwell_statistics_complete (const DwellStatisticsIndex *self,
                            DwellStatistics            *statistics)
{
  g_autoptr(GArray) extra = g_array_new (FALSE, FALSE, sizeof (DwellStatisticsRow));

  if (self->writes != NULL)
    {
      _dwell_write_index_query (self->writes, statistics->begin, statistics->end,
                                statistics->detail, extra);
      merge_rows (statistics, extra);
      g_array_set_size (extra, 0);
    }

  if (self->n_recorded > 0 && statistics->begin == self->trace->begin &&
      statistics->end == self->trace->end)
    {
      attach_recorded (self, statistics, extra);
      statistics->recorded_sums = g_array_ref (self->recorded_sums);
    }
}
