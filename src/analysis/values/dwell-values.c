/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers questions that need no index: what kind of values a track has, and which write holds at a
 * time. */
#include "config.h"

#include "analysis/values/dwell-values.h"

#include <math.h>

#include "core/dwell-trace-derived.h"

/**
 * dwell_values_is_variable:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Returns: whether @track shows a variable or a signal: its writes, or the spans of its states
 */
gboolean
dwell_values_is_variable (const DwellTrace *trace,
                          guint32           track)
{
  return trace->tracks[track].area != DWELL_NONE || trace->tracks[track].n_writes > 0;
}

/**
 * dwell_values_has_states:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Returns: whether @track shows a variable by the spans of its states rather than by its writes
 */
gboolean
dwell_values_has_states (const DwellTrace *trace,
                         guint32           track)
{
  const DwellTrack *t = &trace->tracks[track];

  return t->kind == DWELL_TRACK_SPANS && t->area != DWELL_NONE && t->n_rows > 0;
}

/**
 * dwell_values_is_real:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Returns: whether the values that are written are doubles, not integers
 */
gboolean
dwell_values_is_real (const DwellTrace *trace,
                      guint32           track)
{
  guint32 area = trace->tracks[track].area;

  return area != DWELL_NONE && trace->areas[area].is_float;
}

/**
 * dwell_values_is_linear:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Returns: whether its values change linearly from write to write rather than hold, as in some
 *   derived tracks. The values of recorded signals between writes are not known
 */
gboolean
dwell_values_is_linear (const DwellTrace *trace,
                        guint32           track)
{
  return trace->tracks[track].kind == DWELL_TRACK_CURVE && dwell_trace_is_derived (trace, track);
}

/**
 * dwell_values_get_at:
 * @trace: a trace
 * @track: one of its tracks
 * @place: the place in track_writes of the write that holds at @time
 * @time: ns
 *
 * Returns: the value at @time
 */
DwellValue
dwell_values_get_at (const DwellTrace *trace,
                     guint32           track,
                     guint32           place,
                     gint64            time)
{
  const DwellTrack *t = &trace->tracks[track];
  DwellValue value = dwell_values_get (trace, place);
  DwellValue next;
  gint64 begin;
  gint64 end;

  if (!dwell_values_is_linear (trace, track) || place + 1 >= t->first_write + t->n_writes)
    return value;

  next = dwell_values_get (trace, place + 1);
  begin = dwell_trace_get_track_write_time (trace, place);
  end = dwell_trace_get_track_write_time (trace, place + 1);
  if (isfinite (next.real) && end > begin)
    value.real += (next.real - value.real) * ((double) (time - begin) / (double) (end - begin));
  return value;
}

/**
 * dwell_values_clip:
 * @trace: a trace
 * @begin: (inout): ns, the first moment of a range
 * @end: (inout): ns, its last
 *
 * Cuts a range to the session, outside which no value is known.
 *
 * Returns: whether anything of the range lies there; if not, @begin is after @end
 */
gboolean
dwell_values_clip (const DwellTrace *trace,
                   gint64           *begin,
                   gint64           *end)
{
  *begin = MAX (*begin, trace->begin);
  *end = MIN (*end, trace->end);
  return *begin <= *end;
}

/**
 * dwell_values_find_at:
 * @trace: a trace
 * @track: one of its tracks
 * @time: ns
 *
 * Returns: the place in track_writes of the write that holds at @time, the last one then or before;
 *   %DWELL_NONE if there is none, and outside the session
 */
guint32
dwell_values_find_at (const DwellTrace *trace,
                      guint32           track,
                      gint64            time)
{
  guint32 behind = dwell_trace_write_search (trace, track, time);

  if (time < trace->begin || time > trace->end)
    return DWELL_NONE;

  return behind > trace->tracks[track].first_write ? behind - 1 : DWELL_NONE;
}
