/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes spans as begin and end events. On a track of Perfetto, an end always ends the slice that
 * began last. So a span is written to the track of its parent if that is the innermost open span
 * there and encloses it; otherwise it is written to a lane, a track for its row: the spans of one
 * row do not overlap. */
#include "config.h"

#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-memory.h"
#include "formats/common/dwell-span-order.h"
#include "formats/perfetto/dwell-perfetto-out.h"
#include "formats/perfetto/dwell-protobuf.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

/* Combined with the row of a lane: the span is outermost there. */
#define OUTERMOST ((guint32) 1 << 31)

typedef struct {
  DwellPerfettoOut *out;
  const DwellTrace *trace;
  DwellSpanOrder    order;
  guint32          *lanes; /* by span: row of its lane, perhaps with OUTERMOST; DWELL_NONE: not in
                            * range */
  guint32          *tops;  /* by row: the innermost open span in its lane */
  guint64          *ids;   /* by row: its track; 0: not described yet */
} Spans;

static gint64
get_begin (const Spans *self,
           guint32      span)
{
  return MAX (dwell_trace_get_span_begin (self->trace, span), self->out->begin);
}

static gint64
get_end (const Spans *self,
         guint32      span)
{
  return MIN (dwell_trace_get_span_end (self->trace, span), self->out->end);
}

/* A span that is open at the end of the range continues: it has no known end there. */
static gboolean
is_open (const Spans *self,
         guint32      span)
{
  gint64 end = dwell_trace_get_span_end (self->trace, span);

  return end > self->out->end ||
         ((self->trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0 && end == self->out->end);
}

static gboolean
lacks_begin (const Spans *self,
             guint32      span)
{
  return (self->trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) != 0 ||
         dwell_trace_get_span_begin (self->trace, span) < self->out->begin;
}

/* Unless the arrow would go back in time, it ends where its span begins. */
static gboolean
ends_at_begin (const Spans     *self,
               const DwellFlow *flow)
{
  return get_begin (self, flow->to_span) > get_begin (self, flow->from_span) ||
         is_open (self, flow->to_span);
}

static gboolean
takes_part (const Spans *self,
            guint32      span)
{
  return dwell_trace_span_takes_part (self->trace, span, self->out->begin, self->out->end);
}

static void
add_flows (const Spans *self,
           guint32      span,
           gboolean     is_begin)
{
  const DwellTrace *trace = self->trace;
  GString *event = self->out->packets.event;
  guint32 n;
  guint32 first;

  if (trace->n_flows == 0)
    return;

  first = dwell_flows_from (trace, span, &n);
  for (guint32 i = first; is_begin && i < first + n; i++)
    if (takes_part (self, trace->flows[i].to_span))
      dwell_protobuf_add_fixed (event, DWELL_PERFETTO_EVENT_FLOW, (guint64) i + 1);

  first = dwell_flows_to (trace, span, &n);
  for (guint32 i = first; i < first + n; i++)
    {
      const DwellFlow *flow = &trace->flows[trace->flows_in[i]];

      if (ends_at_begin (self, flow) == is_begin && takes_part (self, flow->from_span))
        dwell_protobuf_add_fixed (event, DWELL_PERFETTO_EVENT_FLOW_END,
                                  (guint64) trace->flows_in[i] + 1);
    }
}

static guint32
get_row (const Spans *self,
         guint32      span)
{
  return self->lanes[span] & ~OUTERMOST;
}

static void
end_span (Spans   *self,
          guint32  span)
{
  guint32 row = get_row (self, span);
  DwellPerfettoPackets *packets = &self->out->packets;

  dwell_perfetto_packets_begin_event (packets, get_end (self, span), DWELL_PERFETTO_END,
                                      self->ids[row]);
  if ((self->trace->span_flags[span] & DWELL_SPAN_END_MISSING) != 0 || is_open (self, span))
    dwell_perfetto_packets_add_word (packets, "end", "unknown");
  add_flows (self, span, FALSE);
  dwell_perfetto_packets_end_event (packets);
}

static guint32
get_below (const Spans *self,
           guint32      span)
{
  return (self->lanes[span] & OUTERMOST) != 0 ? DWELL_NONE : self->trace->span_parent[span];
}

/* Ends the spans of a lane that are over at @time, up to the span @until. */
static void
end_until (Spans   *self,
           guint32  row,
           guint32  until,
           gint64   time)
{
  while (self->tops[row] != DWELL_NONE && self->tops[row] != until &&
         get_end (self, self->tops[row]) <= time)
    {
      guint32 span = self->tops[row];

      end_span (self, span);
      self->tops[row] = get_below (self, span);
    }
}

static void
choose_lane (Spans   *self,
             guint32  span)
{
  guint32 own = self->trace->span_row[span];
  guint32 parent = self->trace->span_parent[span];
  gint64 begin = get_begin (self, span);

  if (parent != DWELL_NONE && self->lanes[parent] != DWELL_NONE &&
      !self->trace->rows[own].is_lines &&
      self->trace->rows[own].track == dwell_trace_get_span_track (self->trace, parent))
    {
      guint32 row = get_row (self, parent);

      end_until (self, row, parent, begin);
      if (self->tops[row] == parent && get_end (self, parent) >= get_end (self, span))
        {
          self->lanes[span] = row;
          return;
        }
    }

  end_until (self, own, DWELL_NONE, begin);
  self->lanes[span] = own | OUTERMOST;
}

/* The lane of a track's first row is the track itself, unless rows have names of their own. */
static void
describe_lane (Spans   *self,
               guint32  row)
{
  const DwellTrack *track = &self->trace->tracks[self->trace->rows[row].track];

  if (self->ids[row] != 0)
    return;

  self->ids[row] = row == track->first_row && !track->rows_are_named
                   ? self->out->track_ids[self->trace->rows[row].track]
                   : _dwell_perfetto_out_add_lane (self->out, row);
}

static void
begin_span (Spans   *self,
            guint32  span)
{
  DwellPerfettoPackets *packets = &self->out->packets;
  guint32 row;

  choose_lane (self, span);
  row = get_row (self, span);
  describe_lane (self, row);
  self->tops[row] = span;

  dwell_perfetto_packets_begin_event (packets, get_begin (self, span), DWELL_PERFETTO_BEGIN,
                                      self->ids[row]);
  dwell_perfetto_packets_add_area (packets, self->trace->span_area[span]);
  dwell_perfetto_packets_add_args (packets, span, DWELL_NONE);
  if (lacks_begin (self, span))
    dwell_perfetto_packets_add_word (packets, "begin", "unknown");
  add_flows (self, span, TRUE);
  dwell_perfetto_packets_end_event (packets);
}

/* Ends all open spans of a lane, except outermost ones without an end. */
static void
end_lane (Spans   *self,
          guint32  row)
{
  guint32 last = DWELL_NONE;

  for (guint32 span = self->tops[row]; span != DWELL_NONE; span = get_below (self, span))
    if (!is_open (self, span))
      last = span;

  for (guint32 span = self->tops[row]; last != DWELL_NONE; span = get_below (self, span))
    {
      end_span (self, span);
      if (span == last)
        break;
    }
}

static gboolean
add_track (Spans    *self,
           guint32   track,
           GError  **error)
{
  const DwellTrack *what = &self->trace->tracks[track];

  for (guint32 i = self->order.first[track]; i < self->order.first[track + 1]; i++)
    {
      if (takes_part (self, self->order.spans[i]))
        begin_span (self, self->order.spans[i]);
      if ((i % 65536 == 0 || self->out->packets.text->len >= FLUSHED_BYTES) &&
          !_dwell_perfetto_out_flush (self->out, (double) i / self->trace->n_spans, error))
        return FALSE;
    }

  for (guint32 i = 0; i < what->n_rows; i++)
    end_lane (self, what->first_row + i);
  return TRUE;
}

/**
 * _dwell_perfetto_out_add_spans:
 * @self: what is written
 * @error: the cause
 *
 * Adds the spans of the range.
 *
 * Returns: whether all were written
 */
gboolean
_dwell_perfetto_out_add_spans (DwellPerfettoOut  *self,
                               GError           **error)
{
  const DwellTrace *trace = self->trace;
  Spans spans = { .out = self, .trace = trace };
  gboolean is_good;

  spans.ids = g_new0 (guint64, trace->n_rows + 1);
  spans.tops = g_new (guint32, trace->n_rows + 1);
  for (guint32 i = 0; i < trace->n_rows; i++)
    spans.tops[i] = DWELL_NONE;
  spans.lanes = dwell_big_try_alloc (((gsize) trace->n_spans + 1) * sizeof *spans.lanes, error);
  if (spans.lanes != NULL)
    memset (spans.lanes, 0xff, (gsize) trace->n_spans * sizeof *spans.lanes);
  is_good = spans.lanes != NULL && dwell_span_order_init (&spans.order, trace, error);
  for (guint32 i = 0; is_good && i < trace->n_tracks; i++)
    is_good = add_track (&spans, i, error);

  dwell_span_order_clear (&spans.order);
  dwell_big_free (spans.lanes);
  g_free (spans.tops);
  g_free (spans.ids);
  return is_good;
}
