/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers the samples of each area with a deadline and keeps what is over it. Within a row the
 * numbers of spans rise with their begins, so the order by row and number is that of time. */
#include "config.h"

#include "analysis/dwell-overruns.h"

#include <stdlib.h>

#include "core/dwell-memory.h"
#include "core/dwell-search.h"

/* A span and where it stands: one number that sorts by row, then by span. */
static guint64
make_key (const DwellTrace *trace,
          guint32           span)
{
  return (guint64) trace->span_row[span] << 32 | span;
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

/* The keys of all that is over a deadline, unsorted; NULL: cancelled, or there is no memory. */
static GArray *
gather (DwellStatisticsIndex *index,
        const DwellDeadline  *deadlines,
        guint                 n_deadlines,
        GCancellable         *cancellable)
{
  DwellTrace *trace = dwell_statistics_index_get_trace (index);
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < n_deadlines; i++)
    {
      const DwellDeadline *deadline = &deadlines[i];
      g_autoptr(DwellSamples) samples =
        dwell_samples_new (index, &deadline->area, 1, DWELL_NONE, trace->begin, trace->end,
                           deadline->measure, cancellable);
      g_autoptr(GArray) spans = NULL;
      gsize n_bytes;

      if (samples == NULL)
        return NULL;

      /* Arrays that double; what is over limits, and its numbers. */
      n_bytes = (keys->len + samples->n) * 3 * sizeof (guint64);
      if (!dwell_memory_claim (n_bytes, NULL))
        return NULL;

      spans = dwell_samples_select_over (samples, deadline->limit_ns);
      for (guint j = 0; j < spans->len; j++)
        {
          guint64 key = make_key (trace, g_array_index (spans, guint32, j));

          g_array_append_val (keys, key);
        }
      dwell_memory_release (n_bytes);
    }

  return g_steal_pointer (&keys);
}

static void
count_columns (DwellOverruns *self)
{
  const DwellTrace *trace = self->trace;
  guint64 duration = (guint64) trace->end - (guint64) trace->begin;

  for (guint64 i = 0; i < self->n; i++)
    {
      gint64 end = CLAMP (dwell_trace_get_span_end (trace, self->spans[i]), trace->begin,
                          trace->end);
      guint64 offset = (guint64) end - (guint64) trace->begin;
      __uint128_t column = (__uint128_t) offset * DWELL_OVERRUNS_N_COLUMNS;

      self->columns[MIN (column / MAX (duration, 1), DWELL_OVERRUNS_N_COLUMNS - 1)]++;
    }
}

/**
 * dwell_overruns_new:
 * @index: statistics by area
 * @deadlines: (array length=n_deadlines): what must not take longer
 * @n_deadlines: how many
 * @cancellable: (nullable): looked at now and then
 *
 * Goes through all spans of the areas that have deadlines; for a worker.
 *
 * Returns: (transfer full) (nullable): what is over them, or %NULL if it was cancelled, or where
 *   there is too little memory
 */
DwellOverruns *
dwell_overruns_new (DwellStatisticsIndex *index,
                    const DwellDeadline  *deadlines,
                    guint                 n_deadlines,
                    GCancellable         *cancellable)
{
  g_autoptr(GArray) keys = gather (index, deadlines, n_deadlines, cancellable);
  DwellOverruns *self;
  guint32 *spans = keys == NULL ? NULL : dwell_big_try_alloc (keys->len * sizeof (guint32), NULL);

  if (spans == NULL)
    return NULL;

  if (keys->len > 1)
    qsort (keys->data, keys->len, sizeof (guint64), compare_keys);

  self = g_new0 (DwellOverruns, 1);
  self->trace = dwell_trace_ref (dwell_statistics_index_get_trace (index));
  self->spans = spans;
  for (guint i = 0; i < keys->len; i++)
    if (i == 0 || g_array_index (keys, guint64, i) != g_array_index (keys, guint64, i - 1))
      spans[self->n++] = (guint32) g_array_index (keys, guint64, i);
  count_columns (self);
  return self;
}

/**
 * dwell_overruns_free:
 * @self: (transfer full): overruns
 */
void
dwell_overruns_free (DwellOverruns *self)
{
  dwell_big_free ((gpointer) self->spans);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_overruns_search:
 * @self: overruns
 * @row: a row of the trace
 * @time: ns
 *
 * Returns: the place of the first overrun of @row that ends at @time or later; where there is none,
 *   of the first of a later row, or n
 */
guint64
dwell_overruns_search (const DwellOverruns *self,
                       guint32              row,
                       gint64               time)
{
  const guint32 *rows = self->trace->span_row;
  const guint32 *spans = self->spans;

  return dwell_lower_bound (i, 0, self->n,
                            rows[spans[i]] < row ||
                            (rows[spans[i]] == row &&
                             dwell_trace_get_span_end (self->trace, spans[i]) < time));
}

/**
 * dwell_overruns_has_span:
 * @self: overruns
 * @span: a span of their trace
 *
 * Returns: whether it is one of them
 */
gboolean
dwell_overruns_has_span (const DwellOverruns *self,
                         guint32              span)
{
  guint64 key = make_key (self->trace, span);
  guint64 place = dwell_lower_bound (i, 0, self->n, make_key (self->trace, self->spans[i]) < key);

  return place < self->n && self->spans[place] == span;
}
