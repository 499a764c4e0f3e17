/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readings: their references, and what is computed from a trace before others see it. */
#include "config.h"

#include "model/session/dwell-reading.h"

#include "analysis/layout/dwell-lanes.h"

/* Moves @i to the first time that is not a multiple of @unit. It is a macro, because dividing by a
 * constant is much faster. */
#define SKIP_MULTIPLES(get_time, trace, n, i, unit) \
  while ((i) < (n) && get_time (trace, i) % (unit) == 0) \
    (i)++

/* Sets @resolution to the coarsest of 1 ms, 1 µs and 1 ns, no coarser than before, of which all
 * times are multiples. */
#define REFINE_RESOLUTION(resolution, get_time, trace, n_times) \
  G_STMT_START { \
    guint32 refine_i = 0; \
    if ((resolution) == 1000000) \
      SKIP_MULTIPLES (get_time, trace, n_times, refine_i, 1000000); \
    if (refine_i < (n_times) && (resolution) > 1) \
      { \
        (resolution) = 1000; \
        SKIP_MULTIPLES (get_time, trace, n_times, refine_i, 1000); \
      } \
    if (refine_i < (n_times)) \
      (resolution) = 1; \
  } G_STMT_END

static inline gint64
get_mark_time (const DwellTrace *trace,
               guint32           mark)
{
  return trace->mark_time[mark];
}

static gint64
find_resolution (const DwellTrace *trace)
{
  gint64 resolution = 1000000;

  REFINE_RESOLUTION (resolution, dwell_trace_get_span_begin, trace, trace->n_spans);
  REFINE_RESOLUTION (resolution, dwell_trace_get_span_end, trace, trace->n_spans);
  REFINE_RESOLUTION (resolution, get_mark_time, trace, trace->n_marks);
  return resolution;
}

/**
 * dwell_reading_new:
 * @trace: (transfer full): a trace
 *
 * Makes a reading of @trace without indexes. All spans are visited, which takes too long on the
 * main thread if the trace can be large.
 *
 * Returns: (transfer full): the reading
 */
DwellReading *
dwell_reading_new (DwellTrace *trace)
{
  DwellReading *self = g_new0 (DwellReading, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = trace;
  self->resolution = find_resolution (trace);
  self->track_order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), trace->n_tracks);
  g_array_set_size (self->track_order, trace->n_tracks);
  dwell_lanes_default_order (trace, (guint32 *) (gpointer) self->track_order->data);
  /* They are const, as nothing must be added to them; counting references adds nothing. */
  self->problems = dwell_problems_ref ((DwellProblems *) trace->problems);
  return self;
}

/**
 * dwell_reading_copy:
 * @self: a reading
 *
 * Copies @self so that an index can be put into the copy before others see it. Trace and indexes
 * are shared.
 *
 * Returns: (transfer full): the copy
 */
DwellReading *
dwell_reading_copy (const DwellReading *self)
{
  DwellReading *copy = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&copy->ref_count);
  dwell_trace_ref (copy->trace);
  g_array_ref (copy->track_order);
  dwell_problems_ref (copy->problems);
  if (copy->layout != NULL)
    dwell_layout_index_ref (copy->layout);
  if (copy->event_order != NULL)
    dwell_event_order_ref (copy->event_order);
  if (copy->statistics != NULL)
    dwell_statistics_index_ref (copy->statistics);
  if (copy->values != NULL)
    dwell_value_index_ref (copy->values);

  return copy;
}

/* Puts each track from @n_own on after the track that it is about, or last. */
static GArray *
place_derived (const GArray  *own,
               guint32        n_tracks,
               const guint32 *subjects)
{
  GArray *order = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_tracks);

  for (guint i = 0; i <= own->len; i++)
    {
      guint32 subject = i < own->len ? g_array_index (own, guint32, i) : DWELL_NONE;

      if (subject != DWELL_NONE)
        g_array_append_val (order, subject);
      for (guint32 track = own->len; track < n_tracks; track++)
        if (subjects[track - own->len] == subject)
          g_array_append_val (order, track);
    }
  return order;
}

/**
 * dwell_reading_derive:
 * @self: a reading
 * @trace: its trace, with derived tracks after its own
 * @subjects: (array): for each derived track the track that it is about, or %DWELL_NONE
 * @cancellable: (nullable): checked now and then
 *
 * Makes a reading of @trace, and the index of its values; for a worker. The other indexes come with
 * dwell_reading_follow().
 *
 * Returns: (transfer full) (nullable): the reading; %NULL when cancelled, or if there is too
 *   little memory
 */
DwellReading *
dwell_reading_derive (const DwellReading *self,
                      DwellTrace         *trace,
                      const guint32      *subjects,
                      GCancellable       *cancellable)
{
  DwellReading *derived = g_new0 (DwellReading, 1);

  g_atomic_ref_count_init (&derived->ref_count);
  derived->trace = dwell_trace_ref (trace);
  derived->resolution = self->resolution;
  derived->track_order = place_derived (self->track_order, trace->n_tracks, subjects);
  derived->problems = dwell_problems_ref (self->problems);
  derived->values = dwell_value_index_new (trace, cancellable);
  if (derived->values == NULL)
    g_clear_pointer (&derived, dwell_reading_unref);
  return derived;
}

/**
 * dwell_reading_follow:
 * @derived: a reading made by dwell_reading_derive() or by this function
 * @base: the newest reading of the trace that it was derived from
 *
 * Returns: (transfer full): a reading with the trace and the values of @derived, and everything
 *   else of @base
 */
DwellReading *
dwell_reading_follow (const DwellReading *derived,
                      const DwellReading *base)
{
  DwellReading *next = dwell_reading_copy (base);

  g_clear_pointer (&next->statistics, dwell_statistics_index_unref);
  g_clear_pointer (&next->values, dwell_value_index_unref);
  dwell_trace_unref (next->trace);
  g_array_unref (next->track_order);
  next->trace = dwell_trace_ref (derived->trace);
  next->track_order = g_array_ref (derived->track_order);
  next->values = dwell_value_index_ref (derived->values);

  if (derived->statistics != NULL)
    next->statistics = dwell_statistics_index_ref (derived->statistics);
  else if (base->statistics != NULL)
    next->statistics = dwell_statistics_index_extend (base->statistics, derived->trace);
  return next;
}

/**
 * dwell_reading_ref:
 * @self: a reading
 *
 * Returns: (transfer full): @self
 */
DwellReading *
dwell_reading_ref (DwellReading *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_reading_unref:
 * @self: (transfer full): a reading
 *
 * Releases @self. The last reference to a large trace is better released on a worker.
 */
void
dwell_reading_unref (DwellReading *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->layout, dwell_layout_index_unref);
  g_clear_pointer (&self->event_order, dwell_event_order_unref);
  g_clear_pointer (&self->statistics, dwell_statistics_index_unref);
  g_clear_pointer (&self->values, dwell_value_index_unref);
  dwell_problems_unref (self->problems);
  g_array_unref (self->track_order);
  dwell_trace_unref (self->trace);
  g_free (self);
}
