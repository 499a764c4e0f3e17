/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes marks and values as trace events. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-out.h"

#include <math.h>
#include <string.h>

/* The reach of a mark: its thread, its process, or everything. */
static char
get_reach (const DwellTrace *trace,
           const DwellTrack *track)
{
  if (track->context != DWELL_NONE && track->n_rows == 0 &&
      trace->contexts[track->context].kind == DWELL_CONTEXT_SESSION)
    return 'g';

  return dwell_track_is_of_process (trace, (guint32) (track - trace->tracks)) ? 'p' : 't';
}

/**
 * dwell_event_out_marks:
 * @self: the output
 * @error: the cause
 *
 * Returns: whether all was written
 */
gboolean
dwell_event_out_marks (DwellEventOut  *self,
                       GError        **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      guint32 track = trace->mark_track[i];
      gboolean is_end = trace->mark_kind[i] == DWELL_MARK_ORPHAN_END;

      if (trace->mark_time[i] < self->begin || trace->mark_time[i] > self->end)
        continue;

      dwell_event_out_begin (self, 'i', track);
      dwell_event_out_add_time (self, "ts", trace->mark_time[i] + self->offset_ns);
      dwell_event_out_add_name (self, "name",
                   is_end && trace->mark_area[i] != DWELL_NONE
                   ? dwell_trace_get_area_title (trace, trace->mark_area[i])
                   : dwell_trace_get_string (trace, trace->mark_text[i]));
      g_string_append_printf (self->text, ",\"s\":\"%c\"", get_reach (trace,
                                                                     &trace->tracks[track]));
      dwell_event_out_add_args (self, DWELL_NONE, i, 0);
      g_string_append_c (self->text, '}');
      if (!dwell_event_out_flush_some (self, 1, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * dwell_event_out_has_number:
 * @trace: a trace
 * @number: one of its writes
 *
 * Returns: whether JSON can express the value: it has neither infinity nor NaN
 */
gboolean
dwell_event_out_has_number (const DwellTrace *trace,
                            guint32           number)
{
  double value;

  memcpy (&value, &trace->write_value[number], sizeof value);
  return !trace->areas[trace->tracks[trace->write_track[number]].area].is_float ||
         isfinite (value);
}

/**
 * dwell_event_out_find_held:
 * @trace: a trace
 * @track: a track
 * @begin: ns: where the range begins that is written
 *
 * Returns: the write whose value holds there, and has to be written again; %DWELL_NONE if there is
 *   none
 */
guint32
dwell_event_out_find_held (const DwellTrace *trace,
                           guint32           track,
                           gint64            begin)
{
  return begin > trace->begin ? dwell_trace_find_held_write (trace, track, begin) : DWELL_NONE;
}

static void
write_value (DwellEventOut *self,
             guint32        number,
             gint64         time)
{
  const DwellTrace *trace = self->trace;
  guint32 track = trace->write_track[number];
  const DwellArea *area = &trace->areas[trace->tracks[track].area];
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double value;

  if (!dwell_event_out_has_number (trace, number))
    return;

  memcpy (&value, &trace->write_value[number], sizeof value);
  dwell_event_out_begin (self, 'C', track);
  dwell_event_out_add_time (self, "ts", time + self->offset_ns);
  dwell_event_out_add_name (self, "name", dwell_trace_get_string (trace, area->title));
  if (area->is_float)
    g_string_append_printf (self->text, ",\"args\":{\"value\":%s}}",
                            g_ascii_dtostr (digits, sizeof digits, value));
  else
    g_string_append_printf (self->text, ",\"args\":{\"value\":%" G_GINT64_FORMAT "}}",
                            (gint64) trace->write_value[number]);
}

/**
 * dwell_event_out_values:
 * @self: the output
 * @error: the cause
 *
 * Writes values in the order of the file, after those that hold when the range begins.
 *
 * Returns: whether all was written
 */
gboolean
dwell_event_out_values (DwellEventOut  *self,
                        GError        **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      guint32 write = dwell_event_out_find_held (trace, i, self->begin);

      if (write != DWELL_NONE)
        write_value (self, write, self->begin);
    }

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      gint64 time = dwell_trace_get_write_time (trace, i);

      if (time >= self->begin && time <= self->end)
        write_value (self, i, time);
      if (!dwell_event_out_flush_some (self, 1, error))
        return FALSE;
    }

  return TRUE;
}
