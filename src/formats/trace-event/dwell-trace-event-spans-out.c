/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spans as trace events. A reader makes a span the parent of those that it encloses. So a span is
 * written as one event with a duration only if the reader then finds its real parent. Other spans,
 * those within them, and the spans of a process as a whole are pairs of begin and end that are not
 * bound to a thread. Those within one another have the same id: a reader lets an end close what
 * began last under its id. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-out.h"

#include "core/dwell-memory.h"

/**
 * dwell_event_out_takes_part:
 * @self: the output
 * @span: a span
 *
 * Returns: whether it is written
 */
gboolean
dwell_event_out_takes_part (DwellEventOut *self,
                            guint32        span)
{
  return dwell_trace_span_takes_part (self->trace, span, self->begin, self->end);
}

/* Times within the range: those that a reader sees. */

static gint64
get_begin (const DwellEventOut *self,
           guint32              span)
{
  return MAX (dwell_trace_get_span_begin (self->trace, span), self->begin);
}

static gint64
get_end (const DwellEventOut *self,
         guint32              span)
{
  return MIN (dwell_trace_get_span_end (self->trace, span), self->end);
}

static gboolean
is_state (const DwellEventOut *self,
          guint32              span)
{
  const DwellArea *area = &self->trace->areas[self->trace->span_area[span]];

  return area->kind == DWELL_AREA_STATE && area->parent != DWELL_NONE;
}

/* Whether the end of a span is only known not to be before the end of the range. */
static gboolean
lacks_end (const DwellEventOut *self,
           guint32              span)
{
  gint64 end = dwell_trace_get_span_end (self->trace, span);

  return end > self->end ||
         (end == self->end && (self->trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0);
}

/* Whether an event is written at the end of the range. The ends of open spans are not: a reader
 * lets these last until the last time in the file. */
static gboolean
tells_end (DwellEventOut *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    if (dwell_trace_get_span_begin (trace, i) == self->end ||
        (dwell_trace_get_span_end (trace, i) == self->end && !lacks_end (self, i) &&
         dwell_event_out_takes_part (self, i)))
      return TRUE;

  for (guint32 i = 0; i < trace->n_marks; i++)
    if (trace->mark_time[i] == self->end)
      return TRUE;
  for (guint32 i = 0; i < trace->n_writes; i++)
    if (dwell_trace_get_write_time (trace, i) == self->end)
      return TRUE;

  return FALSE;
}

/* Whether a span is written as one that goes on at the end of the range, where something else
 * happens. A reader would not let it lie in a caller that ends just when it begins. */
static gboolean
is_open (const DwellEventOut *self,
         guint32              span)
{
  guint32 parent = self->trace->span_parent[span];

  return self->end_is_told && lacks_end (self, span) && !is_state (self, span) &&
         (parent == DWELL_NONE || lacks_end (self, parent) || get_begin (self, span) < self->end);
}

/* Returns the span that a reader would take for the parent, or DWELL_NONE; @span itself if it would
 * overlap an open span without lying in it. */
static guint32
find_enclosing (DwellEventOut *self,
                guint32        span)
{
  gint64 begin = get_begin (self, span);
  gint64 end = get_end (self, span);
  guint32 top;
  gint64 top_end;

  while (self->open->len > 0)
    {
      top = g_array_index (self->open, guint32, self->open->len - 1);
      top_end = get_end (self, top);
      if (top_end > begin ||
          (top_end == begin && begin == end &&
           (is_open (self, top) || !is_open (self, span))))
        return top_end >= end ? top : span;
      g_array_set_size (self->open, self->open->len - 1);
    }

  return DWELL_NONE;
}

/* Whether a reader finds the parent, a pair, of a span that is a pair of the same id: nothing else
 * of this id is open. @innermost: by id: what began last */
static gboolean
is_nested (DwellEventOut *self,
           GHashTable    *innermost,
           guint32        span,
           guint32        parent)
{
  guint32 id = self->async_ids[parent];
  guint32 outermost = id - 1;
  guint32 open = GPOINTER_TO_UINT (g_hash_table_lookup (innermost, GUINT_TO_POINTER (id)));

  while (open != parent && open != outermost && get_end (self, open) <= get_begin (self, span))
    open = self->trace->span_parent[open];

  return open == parent && get_end (self, span) <= get_end (self, parent);
}

/* Returns the id of a span: 0 if it is one event with a duration, that of its parent if both are
 * pairs, else one of its own, with which it has no parent. */
static guint32
choose_id (DwellEventOut *self,
           GHashTable    *innermost,
           gboolean       is_async,
           guint32        span)
{
  guint32 parent = self->trace->span_parent[span];

  /* A call of no duration may begin a range in which its caller has ended. */
  while (parent != DWELL_NONE && !dwell_event_out_takes_part (self, parent))
    parent = self->trace->span_parent[parent];
  if (parent != DWELL_NONE && self->async_ids[parent] != 0)
    {
      if (is_nested (self, innermost, span, parent))
        return self->async_ids[parent];
    }
  else if (!is_async && find_enclosing (self, span) == parent)
    return 0;

  self->n_parted += parent != DWELL_NONE;
  return span + 1;
}

/* Finds out how each span of a track is written. */
static void
choose_forms (DwellEventOut *self,
              guint32        track)
{
  gboolean is_async = dwell_track_is_of_process (self->trace, track);
  g_autoptr(GHashTable) innermost = g_hash_table_new (NULL, NULL);

  g_array_set_size (self->open, 0);
  for (guint32 i = self->order.first[track]; i < self->order.first[track + 1]; i++)
    {
      guint32 span = self->order.spans[i];
      guint32 id;

      /* States lie side by side, on a thread of their own. */
      if (is_state (self, span) || !dwell_event_out_takes_part (self, span))
        continue;

      self->async_ids[span] = id = choose_id (self, innermost, is_async, span);
      if (id != 0)
        g_hash_table_insert (innermost, GUINT_TO_POINTER (id), GUINT_TO_POINTER (span));
      else
        g_array_append_val (self->open, span);
    }
}

/**
 * dwell_event_out_count_parted:
 * @trace: a trace with times
 * @begin: ns: the range that is written
 * @end: ns
 *
 * Returns: how many spans lose their parents, because they overlap others or last longer; 0 if
 *   memory is short
 */
guint64
dwell_event_out_count_parted (DwellTrace *trace,
                              gint64      begin,
                              gint64      end)
{
  DwellEventOut self = { .trace = trace, .begin = begin, .end = end };

  self.async_ids = dwell_big_try_alloc (((gsize) trace->n_spans + 1) * sizeof (guint32), NULL);
  if (self.async_ids != NULL && dwell_span_order_init (&self.order, trace, NULL))
    {
      self.open = g_array_new (FALSE, FALSE, sizeof (guint32));
      self.end_is_told = tells_end (&self);
      for (guint32 track = 0; track < trace->n_tracks; track++)
        choose_forms (&self, track);
      g_array_unref (self.open);
    }

  dwell_span_order_clear (&self.order);
  dwell_big_free (self.async_ids);
  return self.n_parted;
}

/* The category of spans that are not bound to a thread: “overlap” on the track of a thread; else
 * the name of their track, unless it is just that of the process. */
static const char *
get_async_category (const DwellTrace *trace,
                    guint32           span)
{
  guint32 number = dwell_trace_get_span_track (trace, span);
  const DwellTrack *track = &trace->tracks[number];

  if (!dwell_track_is_of_process (trace, number))
    return "overlap";

  return track->name != trace->contexts[track->context].name
         ? dwell_trace_get_string (trace, track->name) : "";
}

static void
append_span_name (DwellEventOut *self,
                  guint32        span)
{
  const DwellArea *area = &self->trace->areas[self->trace->span_area[span]];
  const char *category = is_state (self, span) ? DWELL_TRACE_EVENT_STATE
                         : self->async_ids[span] != 0 ? get_async_category (self->trace, span)
                         : dwell_trace_get_string (self->trace, area->module);

  dwell_event_out_add_name (self, "name", dwell_trace_get_string (self->trace, area->title));
  if (*category != '\0')
    dwell_event_out_add_name (self, "cat", category);
}

/* Writes a span. An end that the range cuts off is unknown, like one that the recording lacks. */
static void
write_span (DwellEventOut *self,
            guint32        track,
            guint32        span)
{
  gint64 begin = get_begin (self, span);
  gint64 end = get_end (self, span);
  guint flags = self->trace->span_flags[span];
  gboolean goes_on = is_open (self, span);
  gboolean lacks_begin = (flags & DWELL_SPAN_BEGIN_MISSING) != 0 ||
                         dwell_trace_get_span_begin (self->trace, span) < begin;
  guint32 id = self->async_ids[span];

  if (!dwell_event_out_takes_part (self, span))
    return;

  dwell_event_out_begin (self, id != 0 ? 'b' : goes_on ? 'B' : 'X', track);
  dwell_event_out_add_time (self, "ts", begin + self->offset_ns);
  if (id == 0 && !goes_on)
    dwell_event_out_add_time (self, "dur", end - begin);
  if (id != 0)
    g_string_append_printf (self->text, ",\"id\":%u", id);
  append_span_name (self, span);
  dwell_event_out_add_step (self, span);
  dwell_event_out_add_args (self, span, DWELL_NONE,
               (lacks_begin ? DWELL_SPAN_BEGIN_MISSING : 0) |
               (((flags & DWELL_SPAN_END_MISSING) != 0 || lacks_end (self, span)) && !goes_on
                ? DWELL_SPAN_END_MISSING : 0));
  g_string_append_c (self->text, '}');

  if (id == 0 || goes_on)
    return;

  dwell_event_out_begin (self, 'e', track);
  dwell_event_out_add_time (self, "ts", end + self->offset_ns);
  g_string_append_printf (self->text, ",\"id\":%u", id);
  append_span_name (self, span);
  g_string_append_c (self->text, '}');
}

/* Writes the pauses that begin before @time as spans of the main track of their context. */
static void
write_pauses (DwellEventOut *self,
              guint32        track,
              guint32       *place,
              guint32        last,
              gint64         time)
{
  const DwellTrace *trace = self->trace;

  for (; *place < last && trace->pause_begin[*place] < time; (*place)++)
    {
      gint64 begin = MAX (trace->pause_begin[*place], self->begin);
      gint64 end = MIN (trace->pause_end[*place], self->end);

      if (begin >= end)
        continue;

      dwell_event_out_begin (self, 'X', track);
      dwell_event_out_add_time (self, "ts", begin + self->offset_ns);
      dwell_event_out_add_time (self, "dur", end - begin);
      g_string_append (self->text, ",\"name\":\"(suspended)\"}");
    }
}

static gboolean
write_track (DwellEventOut  *self,
             guint32         track,
             GError        **error)
{
  const DwellTrace *trace = self->trace;
  guint32 context = trace->tracks[track].context;
  gboolean has_pauses = self->has_suspensions && trace->context_pauses != NULL &&
                        self->numbers.is_main[track];
  guint32 pause = has_pauses ? trace->context_pauses[context] : 0;
  guint32 last_pause = has_pauses ? trace->context_pauses[context + 1] : 0;

  for (guint32 i = self->order.first[track]; i < self->order.first[track + 1]; i++)
    {
      write_pauses (self, track, &pause, last_pause,
                    dwell_trace_get_span_begin (trace, self->order.spans[i]));
      write_span (self, track, self->order.spans[i]);
      if (!dwell_event_out_flush_some (self, (double) i / trace->n_spans, error))
        return FALSE;
    }

  write_pauses (self, track, &pause, last_pause, G_MAXINT64);
  return TRUE;
}

/**
 * dwell_event_out_spans:
 * @self: the output
 * @error: the cause
 *
 * Writes spans, with the flows in their events, and pauses, track by track.
 *
 * Returns: whether all was written
 */
gboolean
dwell_event_out_spans (DwellEventOut  *self,
                       GError        **error)
{
  self->end_is_told = tells_end (self);
  for (guint32 track = 0; track < self->trace->n_tracks; track++)
    choose_forms (self, track);
  if (!dwell_event_out_plan_flows (self, error))
    return FALSE;

  for (guint32 track = 0; track < self->trace->n_tracks; track++)
    if (!write_track (self, track, error))
      return FALSE;

  return TRUE;
}
