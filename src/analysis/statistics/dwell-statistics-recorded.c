/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file's own statistics in the order of rows, each pair of context and area once. If the file
 * has figures only for single contexts, they are summed up for the rows of all contexts: counts and
 * totals are added, minimum and maximum are the extremes, averages are recomputed. Figures over the
 * merged entries of several contexts (periods) or that need the number of gaps are not
 * available. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"

#define BIT(figure) (1u << (figure))

/* The figures that go together: total, minimum, maximum, average. */
static const DwellRecorded times[] = {
  DWELL_RECORDED_NET, DWELL_RECORDED_GROSS, DWELL_RECORDED_CALL
};

/* DWELL_NONE, which stands for all contexts, comes first. */
static int
compare_recorded (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  const DwellRecordedRow *rows = user_data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;
  guint32 context = rows[left].context + 1;
  guint32 other = rows[right].context + 1;

  if (context != other)
    return context < other ? -1 : 1;

  if (rows[left].area != rows[right].area)
    return rows[left].area < rows[right].area ? -1 : 1;

  return (left > right) - (left < right);
}

static gboolean
ran_in (const DwellStatisticsIndex *self,
        guint32                     area,
        guint32                     context)
{
  for (guint32 pair = self->group_pairs[area]; pair < self->group_pairs[area + 1]; pair++)
    if (self->pairs[pair].context == context)
      return TRUE;

  return FALSE;
}

static void
add_total (DwellRecordedRow       *sum,
           const DwellRecordedRow *row,
           DwellRecorded           figure)
{
  if (__builtin_add_overflow (sum->values[figure], row->values[figure], &sum->values[figure]))
    sum->known &= ~BIT (figure);
}

/* Minimum and maximum are 0 if they do not exist. */
static void
add_extremes (DwellRecordedRow       *sum,
              const DwellRecordedRow *row,
              DwellRecorded           total)
{
  gint64 *min = &sum->values[total + 1];
  gint64 *max = &sum->values[total + 2];
  gboolean had_any = *min != 0 || *max != 0;

  if (row->values[total + 1] == 0 && row->values[total + 2] == 0)
    return;

  *min = had_any ? MIN (*min, row->values[total + 1]) : row->values[total + 1];
  *max = had_any ? MAX (*max, row->values[total + 2]) : row->values[total + 2];
}

static void
add_row (DwellRecordedSum       *self,
         const DwellRecordedRow *row,
         gboolean                is_met)
{
  DwellRecordedRow *sum = &self->row;
  guint32 additive = BIT (DWELL_RECORDED_COUNT);

  self->n_met += is_met;

  if (self->n++ == 0)
    {
      *sum = *row;
      sum->context = DWELL_NONE;
      return;
    }

  add_total (sum, row, DWELL_RECORDED_COUNT);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      additive |= BIT (times[i]) | BIT (times[i] + 1) | BIT (times[i] + 2) | BIT (times[i] + 3);
      add_total (sum, row, times[i]);
      add_extremes (sum, row, times[i]);
    }

  sum->known &= row->known & additive;
}

/* The averages of a sum over several contexts. */
static void
finish_sum (DwellRecordedSum *self)
{
  DwellRecordedRow *sum = &self->row;
  gint64 count = sum->values[DWELL_RECORDED_COUNT];

  for (guint i = 0; self->n > 1 && i < G_N_ELEMENTS (times); i++)
    {
      if (!(sum->known & BIT (times[i])) || !(sum->known & BIT (DWELL_RECORDED_COUNT)))
        sum->known &= ~BIT (times[i] + 3);
      sum->values[times[i] + 3] = count > 0 ? sum->values[times[i]] / count : 0;
    }
}

static int
compare_areas (gconstpointer a,
               gconstpointer b)
{
  const DwellRecordedSum *left = a;
  const DwellRecordedSum *right = b;

  return (left->row.area > right->row.area) - (left->row.area < right->row.area);
}

/* Sums up areas for which the file has no sum itself. */
static void
make_sums (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint32 *places = g_new0 (guint32, (gsize) trace->n_areas + 1); /* plus one */

  self->recorded_sums = g_array_new (FALSE, TRUE, sizeof (DwellRecordedSum));

  for (guint32 i = 0; i < self->n_recorded; i++)
    {
      const DwellRecordedRow *row = &trace->recorded[self->recorded[i]];
      guint32 *place = &places[row->area];

      if (row->context == DWELL_NONE)
        {
          *place = DWELL_NONE;
          continue;
        }

      if (*place == DWELL_NONE)
        continue;

      if (*place == 0)
        {
          g_array_set_size (self->recorded_sums, self->recorded_sums->len + 1);
          *place = self->recorded_sums->len;
        }

      add_row (&g_array_index (self->recorded_sums, DwellRecordedSum, *place - 1), row,
               ran_in (self, row->area, row->context));
    }

  for (guint i = 0; i < self->recorded_sums->len; i++)
    finish_sum (&g_array_index (self->recorded_sums, DwellRecordedSum, i));

  g_array_sort (self->recorded_sums, compare_areas);
}

static gboolean
has_event_contexts (const DwellTrace *trace)
{
  if (trace->event_context == NULL)
    return FALSE;

  for (guint32 i = 0; i < trace->n_file_events; i++)
    {
      DwellAreaKind kind = trace->areas[trace->event_area[i]].kind;

      if (trace->event_context[i] == DWELL_NONE &&
          (kind == DWELL_AREA_FUNCTION || kind == DWELL_AREA_LINE))
        return FALSE;
    }

  return TRUE;
}

/*< private >
 * _dwell_statistics_count_recorded_bytes: returns the maximum bytes for sorting and sums */
gsize
_dwell_statistics_count_recorded_bytes (const DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  gsize n_sums = MIN (trace->n_areas, trace->n_recorded);

  if (trace->n_recorded == 0)
    return 0;

  return trace->n_recorded * 2 * sizeof (guint32) + trace->n_areas * sizeof (guint32) +
         n_sums * 3 * sizeof (DwellRecordedSum);
}

/*< private >
 * _dwell_statistics_sort_recorded: sorts the file's statistics; of two rows for the same pair the
 * first is taken. */
void
_dwell_statistics_sort_recorded (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  guint32 n = 0;

  if (trace->n_recorded == 0)
    return;

  self->recorded = g_new (guint32, trace->n_recorded);

  for (guint32 i = 0; i < trace->n_recorded; i++)
    self->recorded[i] = i;

  g_qsort_with_data (self->recorded, (int) trace->n_recorded, sizeof (guint32), compare_recorded,
                     (gpointer) trace->recorded);

  for (guint32 i = 0; i < trace->n_recorded; i++)
    {
      const DwellRecordedRow *row = &trace->recorded[self->recorded[i]];
      const DwellRecordedRow *last = n > 0 ? &trace->recorded[self->recorded[n - 1]] : NULL;

      if (last == NULL || row->area != last->area || row->context != last->context)
        self->recorded[n++] = self->recorded[i];
    }

  self->n_recorded = n;
  self->has_contexts = has_event_contexts (trace);
  make_sums (self);
}
