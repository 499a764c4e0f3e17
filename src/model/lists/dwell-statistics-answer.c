/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An answer of the statistics, arranged: which of its rows are shown and in which order, as an
 * array of integers. Keys are taken out of the rows once, then sorted; texts in the user's
 * alphabet. Runs on workers, for a trace of many contexts has a hundred thousand rows. */
#include "config.h"

#include "model/lists/dwell-statistics-answer.h"

typedef struct {
  guint32         row;
  gboolean        exists;
  DwellSignedWide whole;
  double          number;
  char           *text; /* collation key, or NULL */
} SortKey;

DwellStatisticsAnswer *
_dwell_statistics_answer_new (DwellTrace      *trace,
                              DwellGroupBy     group_by,
                              DwellStatistics *statistics)
{
  DwellStatisticsAnswer *self = g_new0 (DwellStatisticsAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = dwell_trace_ref (trace);
  self->group_by = group_by;
  self->statistics = statistics;
  return self;
}

DwellStatisticsAnswer *
_dwell_statistics_answer_ref (DwellStatisticsAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_statistics_answer_unref (DwellStatisticsAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_statistics_free (self->statistics);
  dwell_trace_unref (self->trace);
  g_free (self);
}

static gboolean
is_wanted_context (const DwellStatisticsRow   *row,
                   const DwellStatisticsOrder *order)
{
  return order->context == DWELL_EACH_CONTEXT ? row->context != DWELL_NONE
                                              : row->context == order->context;
}

static gboolean
matches (const DwellStatisticsAnswer *self,
         guint32                      row,
         const DwellPattern          *pattern)
{
  static const DwellStatistic texts[] = {
    DWELL_STATISTIC_NAME, DWELL_STATISTIC_MODULE, DWELL_STATISTIC_AUTHOR
  };

  if (pattern == NULL)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      DwellStatisticValue value = _dwell_statistics_answer_get (self, row, texts[i]);

      if (value.exists && dwell_pattern_matches (pattern, value.text))
        return TRUE;
    }

  return FALSE;
}

static SortKey
make_key (const DwellStatisticsAnswer *self,
          guint32                      row,
          DwellStatistic               statistic)
{
  DwellStatisticValue value = _dwell_statistics_answer_get (self, row, statistic);
  SortKey key = { row, value.exists, value.whole, value.number, NULL };

  if (value.exists && value.text != NULL)
    {
      g_autofree char *folded = g_utf8_casefold (value.text, -1);

      key.text = g_utf8_collate_key (folded, -1);
    }

  return key;
}

static int
compare_keys (gconstpointer a,
              gconstpointer b,
              gpointer      descending)
{
  const SortKey *left = a;
  const SortKey *right = b;
  int order;

  if (!left->exists || !right->exists)
    order = right->exists - left->exists;
  else if (left->text != NULL)
    order = strcmp (left->text, right->text) * (GPOINTER_TO_INT (descending) ? -1 : 1);
  else if (left->whole != right->whole)
    order = (left->whole > right->whole) == !GPOINTER_TO_INT (descending) ? 1 : -1;
  else
    order = ((left->number > right->number) - (left->number < right->number))
            * (GPOINTER_TO_INT (descending) ? -1 : 1);

  return order != 0 ? order : (left->row > right->row) - (left->row < right->row);
}

GArray *
_dwell_statistics_answer_arrange (const DwellStatisticsAnswer *self,
                                  const DwellStatisticsOrder  *order)
{
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (SortKey));
  GArray *rows;

  for (guint32 row = 0; row < self->statistics->n_rows; row++)
    if (is_wanted_context (&self->statistics->rows[row], order)
        && dwell_statistics_row_is_in_range (&self->statistics->rows[row])
        && matches (self, row, order->pattern))
      {
        SortKey key = make_key (self, row, order->sort_by);

        g_array_append_val (keys, key);
      }

  g_array_sort_with_data (keys, compare_keys, GINT_TO_POINTER (order->descending));
  rows = g_array_sized_new (FALSE, FALSE, sizeof (guint32), keys->len);

  for (guint i = 0; i < keys->len; i++)
    {
      SortKey *key = &g_array_index (keys, SortKey, i);

      g_array_append_val (rows, key->row);
      g_free (key->text);
    }

  return rows;
}
