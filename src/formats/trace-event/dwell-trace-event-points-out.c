/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flows, marks and values as trace events. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-out.h"

#include <math.h>
#include <string.h>

#include "core/dwell-memory.h"
#include "core/dwell-sort.h"

/* A step of a flow: @arrow ends there, unless the step is its begin. */
static void
write_step (DwellEventOut   *self,
            char             phase,
            const DwellFlow *arrow)
{
  const DwellTrace *trace = self->trace;
  gint64 time = phase == 's' ? arrow->from_time : arrow->to_time;
  guint32 span = phase == 's' ? arrow->from_span : arrow->to_span;
  guint32 track = dwell_trace_get_span_track (trace, span);
  guint32 parent = trace->span_parent[span];
  gint64 begin = dwell_trace_get_span_begin (trace, span);

  dwell_event_out_begin (self, phase, track);
  dwell_event_out_add_time (self, "ts", time + self->offset_ns);
  g_string_append_printf (self->text, ",\"id\":%u", arrow->chain);
  dwell_event_out_add_name (self, "name", dwell_trace_get_string (trace, arrow->name));
  dwell_event_out_add_name (self, "cat", dwell_trace_get_string (trace, arrow->category));
  /* At the begin of a span others may begin, too, and the innermost of them is that around it. */
  if (phase == 'f' &&
      (time != begin ||
       (parent != DWELL_NONE && dwell_trace_get_span_begin (trace, parent) == begin)))
    g_string_append (self->text, ",\"bp\":\"e\"");
  g_string_append_c (self->text, '}');
}

static gboolean
follows (const DwellFlow *before,
         const DwellFlow *arrow)
{
  return before->chain == arrow->chain && before->to_span == arrow->from_span &&
         before->to_time == arrow->from_time;
}

static gboolean
is_in_range (DwellEventOut   *self,
             const DwellFlow *arrow)
{
  return arrow->from_time >= self->begin && arrow->from_time <= self->end &&
         arrow->to_time >= self->begin && arrow->to_time <= self->end &&
         dwell_event_out_takes_part (self, arrow->from_span) &&
         dwell_event_out_takes_part (self, arrow->to_span);
}

/**
 * dwell_event_out_flows:
 * @self: what is written
 * @error: the cause
 *
 * Writes flows, chain after chain: an arrow that begins where the one before it ended goes on with
 * it.
 *
 * Returns: whether all was written
 */
gboolean
dwell_event_out_flows (DwellEventOut  *self,
                       GError        **error)
{
  const DwellFlow *flows = self->trace->flows;
  gsize n = 0;
  gsize n_flows = self->trace->n_flows;
  DwellKeyed *keyed = dwell_big_try_alloc (2 * (n_flows + 1) * sizeof *keyed, error);
  gboolean is_good = keyed != NULL;

  for (gsize i = 0; is_good && i < n_flows; i++)
    if (is_in_range (self, &flows[i]))
      keyed[n++] = (DwellKeyed) { (guint64) flows[i].from_time ^ (guint64) 1 << 63, (guint32) i };
  if (is_good)
    dwell_sort_keyed (keyed, keyed + n, n);
  for (gsize i = 0; is_good && i < n; i++)
    keyed[i].key = flows[keyed[i].value].chain;
  if (is_good)
    dwell_sort_keyed (keyed, keyed + n, n);

  for (gsize i = 0; is_good && i < n; i++)
    {
      const DwellFlow *arrow = &flows[keyed[i].value];
      const DwellFlow *before = i > 0 ? &flows[keyed[i - 1].value] : NULL;
      const DwellFlow *next = i + 1 < n ? &flows[keyed[i + 1].value] : NULL;

      if (before == NULL || !follows (before, arrow))
        write_step (self, 's', arrow);
      write_step (self, next != NULL && follows (arrow, next) ? 't' : 'f', arrow);
      is_good = dwell_event_out_flush_some (self, 1, error);
    }

  dwell_big_free (keyed);
  return is_good;
}

/* How far a mark reaches: its thread, its process or all. */
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
 * @self: what is written
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

  memcpy (&value, &trace->write_value[number], sizeof value);
  /* JSON has no word for what is no number. */
  if (area->is_float && !isfinite (value))
    return;

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
 * @self: what is written
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

  for (guint32 i = 0; self->begin > trace->begin && i < trace->n_tracks; i++)
    {
      guint32 place = dwell_trace_write_search (trace, i, self->begin);

      if (place > trace->tracks[i].first_write &&
          trace->write_time[trace->track_writes[place - 1]] < self->begin)
        write_value (self, trace->track_writes[place - 1], self->begin);
    }

  for (guint32 i = 0; i < trace->n_writes; i++)
    {
      if (trace->write_time[i] >= self->begin && trace->write_time[i] <= self->end)
        write_value (self, i, trace->write_time[i]);
      if (!dwell_event_out_flush_some (self, 1, error))
        return FALSE;
    }

  return TRUE;
}
