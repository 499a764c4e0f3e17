/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each function walks once along all spans or marks of a recording: call them on a worker. */
#include "config.h"

#include "analysis/compare/dwell-occurrence.h"

#include "core/dwell-sort.h"

/* After this many steps a walk checks whether it was cancelled. */
#define STEPS_A_LOOK 1048576u

static gboolean
is_cancelled (guint32       step,
              GCancellable *cancellable)
{
  return step % STEPS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable);
}

/**
 * dwell_occurrence_of_span:
 * @self: (out caller-allocates): the occurrence
 * @side: a recording and its range
 * @span: a span of it
 * @cancellable: (nullable): a cancellable
 *
 * Counts the spans of its area that started before it.
 *
 * Returns: %FALSE if the start of @span does not count, or if it was cancelled
 */
gboolean
dwell_occurrence_of_span (DwellOccurrence         *self,
                          const DwellAnchoredSide *side,
                          guint32                  span,
                          GCancellable            *cancellable)
{
  const DwellTrace *trace = side->trace;
  gint64 of_span = dwell_trace_get_span_begin (trace, span);

  *self = (DwellOccurrence) { .area = trace->span_area[span] };
  if (!_dwell_anchored_side_has_begin (side, span, of_span))
    return FALSE;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 begin;

      if (is_cancelled (i, cancellable))
        return FALSE;
      if (trace->span_area[i] != self->area)
        continue;

      begin = dwell_trace_get_span_begin (trace, i);
      self->number += (begin < of_span || (begin == of_span && i < span)) &&
                      _dwell_anchored_side_has_begin (side, i, begin);
    }

  return TRUE;
}

static gboolean
has_mark (const DwellAnchoredSide *side,
          guint32                  mark)
{
  const DwellTrace *trace = side->trace;
  gint64 time = trace->mark_time[mark];
  guint32 context = trace->tracks[trace->mark_track[mark]].context;

  return time >= side->begin && time <= side->end &&
         (side->contexts == NULL || (context != DWELL_NONE && side->contexts[context]));
}

/**
 * dwell_occurrence_of_mark:
 * @self: (out caller-allocates): the occurrence; its text lives as long as the trace
 * @side: a recording and its range
 * @mark: a mark of it
 * @cancellable: (nullable): a cancellable
 *
 * Counts the marks with its text that came before it.
 *
 * Returns: %FALSE if the mark does not count, or if it was cancelled
 */
gboolean
dwell_occurrence_of_mark (DwellOccurrence         *self,
                          const DwellAnchoredSide *side,
                          guint32                  mark,
                          GCancellable            *cancellable)
{
  const DwellTrace *trace = side->trace;
  gint64 of_mark = trace->mark_time[mark];

  *self = (DwellOccurrence) {
    .area = DWELL_NONE, .text = dwell_trace_get_string (trace, trace->mark_text[mark]),
  };
  if (!has_mark (side, mark))
    return FALSE;

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      if (is_cancelled (i, cancellable))
        return FALSE;
      if (trace->mark_text[i] == trace->mark_text[mark])
        self->number += (trace->mark_time[i] < of_mark ||
                         (trace->mark_time[i] == of_mark && i < mark)) && has_mark (side, i);
    }

  return TRUE;
}

static gboolean
add_begins (GArray                  *times,
            const DwellAnchoredSide *side,
            guint32                  area,
            GCancellable            *cancellable)
{
  const DwellTrace *trace = side->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 begin;

      if (is_cancelled (i, cancellable))
        return FALSE;
      if (trace->span_area[i] != area)
        continue;

      begin = dwell_trace_get_span_begin (trace, i);
      if (_dwell_anchored_side_has_begin (side, i, begin))
        g_array_append_val (times, begin);
    }

  return TRUE;
}

/* Equal texts are one string in a trace, so each string is compared only once. */
static gboolean
add_marks (GArray                  *times,
           const DwellAnchoredSide *side,
           const char              *text,
           GCancellable            *cancellable)
{
  const DwellTrace *trace = side->trace;
  guint32 same = DWELL_NONE;

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      if (is_cancelled (i, cancellable))
        return FALSE;
      if (same == DWELL_NONE &&
          g_str_equal (dwell_trace_get_string (trace, trace->mark_text[i]), text))
        same = trace->mark_text[i];
      if (trace->mark_text[i] == same && same != DWELL_NONE && has_mark (side, i))
        g_array_append_val (times, trace->mark_time[i]);
    }

  return TRUE;
}

/**
 * dwell_occurrence_find_time:
 * @self: an occurrence, with an area of @side
 * @side: a recording and its range
 * @cancellable: (nullable): a cancellable
 *
 * Returns: the time of the occurrence; %DWELL_TIME_NONE if there are not that many, or if it was
 *   cancelled
 */
gint64
dwell_occurrence_find_time (const DwellOccurrence   *self,
                            const DwellAnchoredSide *side,
                            GCancellable            *cancellable)
{
  g_autoptr(GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean is_found = self->area != DWELL_NONE
                        ? add_begins (times, side, self->area, cancellable)
                        : add_marks (times, side, self->text, cancellable);

  if (!is_found || self->number >= times->len)
    return DWELL_TIME_NONE;

  dwell_sort_int64 ((gint64 *) (gpointer) times->data, times->len, NULL);
  return g_array_index (times, gint64, self->number);
}
