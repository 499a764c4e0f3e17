/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes tracks: processes, their threads, other tracks of threads or of nothing, and counters.
 * All are described before the first event, except lanes, which are described before their own
 * first event. */
#include "config.h"

#include "formats/perfetto/dwell-perfetto-out.h"
#include "formats/perfetto/dwell-protobuf.h"

/* The children of a track are ordered by their ranks. */
#define BY_RANK 3

/* Tracks are numbered from 1: contexts, tracks, rows, pauses of contexts, and values of variables
 * that have states. */
static guint64
get_track_id (const DwellPerfettoOut *self,
              guint32                 track)
{
  return 1 + (guint64) self->trace->n_contexts + track;
}

static guint64
get_lane_id (const DwellPerfettoOut *self,
             guint32                 row)
{
  return get_track_id (self, self->trace->n_tracks) + row;
}

static void
describe (GString *text,
          guint64  id,
          guint64  parent,
          guint64  rank)
{
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_TRACK_ID, id);
  if (parent != 0)
    dwell_protobuf_add_varint (text, DWELL_PERFETTO_TRACK_PARENT, parent);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_TRACK_ORDERING, BY_RANK);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_TRACK_RANK, rank);
}

static void
add_named (DwellPerfettoOut *self,
           guint64           id,
           guint64           parent,
           guint64           rank,
           const char       *name)
{
  g_autoptr(GString) text = g_string_new (NULL);

  describe (text, id, parent, rank);
  dwell_protobuf_add_text (text, DWELL_PERFETTO_TRACK_NAME, name);
  dwell_perfetto_packets_add_track (&self->packets, text);
}

static void
add_process (DwellPerfettoOut *self,
             guint32           context)
{
  g_autoptr(GString) text = g_string_new (NULL);
  gsize begin;

  describe (text, 1 + (guint64) context, 0, context);
  begin = dwell_protobuf_begin (text, DWELL_PERFETTO_TRACK_PROCESS);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_PROCESS_NUMBER,
                             self->numbers.of_contexts[context]);
  dwell_protobuf_add_text (text, DWELL_PERFETTO_PROCESS_NAME,
                           dwell_trace_get_context_name (self->trace, context));
  dwell_protobuf_end (text, begin);
  dwell_perfetto_packets_add_track (&self->packets, text);
}

/* The track of a context; if it has none, that of its process, if any. */
static guint64
find_parent (const DwellPerfettoOut *self,
             guint32                 context)
{
  while (context != DWELL_NONE && self->context_ids[context] == 0)
    context = self->trace->contexts[context].parent;

  return context != DWELL_NONE ? self->context_ids[context] : 0;
}

static void
add_thread (DwellPerfettoOut *self,
            guint32           track)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint32 context = self->trace->tracks[track].context;
  gsize begin;

  describe (text, get_track_id (self, track),
            find_parent (self, self->trace->contexts[context].parent), track);
  begin = dwell_protobuf_begin (text, DWELL_PERFETTO_TRACK_THREAD);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_THREAD_PROCESS, self->numbers.processes[track]);
  dwell_protobuf_add_varint (text, DWELL_PERFETTO_THREAD_NUMBER, self->numbers.threads[track]);
  dwell_protobuf_add_text (text, DWELL_PERFETTO_THREAD_NAME,
                           dwell_trace_get_context_name (self->trace, context));
  dwell_protobuf_end (text, begin);
  dwell_perfetto_packets_add_track (&self->packets, text);
}

static void
add_curve (DwellPerfettoOut *self,
           guint64           id,
           guint64           parent,
           guint32           track)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = &trace->areas[trace->tracks[track].area];
  g_autoptr(GString) text = g_string_new (NULL);
  gsize begin;

  describe (text, id, parent, track);
  dwell_protobuf_add_text (text, DWELL_PERFETTO_TRACK_NAME,
                           dwell_trace_get_string (trace, area->title));
  begin = dwell_protobuf_begin (text, DWELL_PERFETTO_TRACK_COUNTER);
  if (area->unit != 0)
    dwell_protobuf_add_text (text, DWELL_PERFETTO_COUNTER_UNIT,
                             dwell_trace_get_string (trace, area->unit));
  dwell_protobuf_end (text, begin);
  dwell_perfetto_packets_add_track (&self->packets, text);
}

/* The track of the context itself: threads and tasks become threads, a session only a name. */
static void
add_main (DwellPerfettoOut *self,
          guint32           track)
{
  guint32 context = self->trace->tracks[track].context;

  if (self->trace->contexts[context].kind == DWELL_CONTEXT_SESSION)
    add_named (self, get_track_id (self, track), 0, track,
               dwell_trace_get_context_name (self->trace, context));
  else
    add_thread (self, track);
}

static void
add_other (DwellPerfettoOut *self,
           guint32           track)
{
  const DwellTrack *what = &self->trace->tracks[track];

  if (what->kind != DWELL_TRACK_SPANS && what->area != DWELL_NONE)
    add_curve (self, get_track_id (self, track), find_parent (self, what->context), track);
  else if (what->n_rows > 0 || !dwell_track_is_of_process (self->trace, track))
    add_named (self, get_track_id (self, track), find_parent (self, what->context), track,
               dwell_trace_get_string (self->trace, what->name));
  else
    /* Messages of a process as a whole. */
    self->track_ids[track] = find_parent (self, what->context);
}

/**
 * _dwell_perfetto_out_add_tracks:
 * @self: what is written
 *
 * Describes all tracks, parents before their children.
 */
void
_dwell_perfetto_out_add_tracks (DwellPerfettoOut *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (trace->contexts[i].kind == DWELL_CONTEXT_PROCESS)
      {
        self->context_ids[i] = 1 + (guint64) i;
        add_process (self, i);
      }

  for (guint32 i = 0; i < trace->n_tracks; i++)
    self->track_ids[i] = get_track_id (self, i);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (self->numbers.is_main[i])
      {
        add_main (self, i);
        self->context_ids[trace->tracks[i].context] = self->track_ids[i];
      }
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (!self->numbers.is_main[i])
      add_other (self, i);
}

/**
 * _dwell_perfetto_out_add_lane:
 * @self: what is written
 * @row: a row with spans that are not nested in those of other rows
 *
 * Describes a track below that of the row.
 *
 * Returns: its number
 */
guint64
_dwell_perfetto_out_add_lane (DwellPerfettoOut *self,
                              guint32           row)
{
  const DwellTrace *trace = self->trace;
  guint32 track = trace->rows[row].track;
  guint32 label = trace->rows[row].label;

  add_named (self, get_lane_id (self, row), self->track_ids[track], row,
             dwell_trace_get_string (trace, label != 0 ? label : trace->tracks[track].name));
  return get_lane_id (self, row);
}

/**
 * _dwell_perfetto_out_add_pauses:
 * @self: what is written
 * @context: a context that was preempted
 *
 * Describes the track of its pauses.
 *
 * Returns: its number
 */
guint64
_dwell_perfetto_out_add_pauses (DwellPerfettoOut *self,
                                guint32           context)
{
  guint64 id = get_lane_id (self, self->trace->n_rows) + context;

  add_named (self, id, find_parent (self, context), (guint64) self->trace->n_tracks + context,
             "Suspended");
  return id;
}

/**
 * _dwell_perfetto_out_add_values:
 * @self: what is written
 * @track: a track that has values
 *
 * Describes another track for the values if the track has states as well: states are written as
 * spans, and a track of Perfetto has either spans or values.
 *
 * Returns: the number of the track for the values
 */
guint64
_dwell_perfetto_out_add_values (DwellPerfettoOut *self,
                                guint32           track)
{
  const DwellTrace *trace = self->trace;
  guint64 id = get_lane_id (self, trace->n_rows) + trace->n_contexts + track;

  if (trace->tracks[track].kind != DWELL_TRACK_SPANS || trace->tracks[track].area == DWELL_NONE)
    return self->track_ids[track];

  add_curve (self, id, self->track_ids[track], track);
  return id;
}
