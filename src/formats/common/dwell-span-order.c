/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-span-order.h"

#include "core/dwell-memory.h"
#include "core/dwell-sort.h"

static void
sort_track (const DwellTrace *trace,
            guint32          *spans,
            guint32           n,
            DwellKeyed       *keyed)
{
  for (guint32 i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { ~(guint64) dwell_trace_get_span_duration (trace, spans[i]),
                              spans[i] };
  dwell_sort_keyed (keyed, keyed + n, n);

  for (guint32 i = 0; i < n; i++)
    keyed[i].key = (guint64) dwell_trace_get_span_begin (trace, keyed[i].value) ^
                   (guint64) 1 << 63;
  dwell_sort_keyed (keyed, keyed + n, n);
  for (guint32 i = 0; i < n; i++)
    spans[i] = keyed[i].value;
}

/* Puts the spans of each track side by side, in the order in which they were read. Returns the
 * largest number of spans of a track. */
static guint32
part (DwellSpanOrder   *self,
      const DwellTrace *trace)
{
  guint32 n_most = 0;

  for (guint32 i = 0; i < trace->n_spans; i++)
    self->first[dwell_trace_get_span_track (trace, i) + 1]++;
  for (guint32 i = 1; i <= trace->n_tracks; i++)
    {
      n_most = MAX (n_most, self->first[i]);
      self->first[i] += self->first[i - 1];
    }

  for (guint32 i = 0; i < trace->n_spans; i++)
    self->spans[self->first[dwell_trace_get_span_track (trace, i)]++] = i;
  for (guint32 i = trace->n_tracks; i > 0; i--)
    self->first[i] = self->first[i - 1];
  self->first[0] = 0;
  return n_most;
}

/**
 * dwell_span_order_init:
 * @self: (out): the order
 * @trace: a trace
 * @error: %DWELL_ERROR_LIMIT
 *
 * Returns: %FALSE if there is too little memory; @self must be cleared nevertheless
 */
gboolean
dwell_span_order_init (DwellSpanOrder    *self,
                       const DwellTrace  *trace,
                       GError           **error)
{
  gsize n_most;
  DwellKeyed *keyed;

  self->first = g_new0 (guint32, trace->n_tracks + 2);
  self->spans = dwell_big_try_alloc (((gsize) trace->n_spans + 1) * sizeof *self->spans, error);
  if (self->spans == NULL)
    return FALSE;

  n_most = part (self, trace);
  keyed = dwell_big_try_alloc (2 * (n_most + 1) * sizeof *keyed, error);
  if (keyed == NULL)
    return FALSE;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    sort_track (trace, self->spans + self->first[i], self->first[i + 1] - self->first[i], keyed);

  dwell_big_free (keyed);
  return TRUE;
}

/**
 * dwell_span_order_clear:
 * @self: an order
 */
void
dwell_span_order_clear (DwellSpanOrder *self)
{
  dwell_big_free (self->spans);
  g_free (self->first);
}
