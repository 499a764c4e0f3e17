/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a Perfetto trace: tracks, then the spans of each, messages, values and pauses. Readers
 * sort packets by time; those of one track are in the order of time anyway. */
#include "config.h"

#include "formats/perfetto/dwell-perfetto-writer.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-export-warnings.h"
#include "formats/common/dwell-text-output.h"
#include "formats/perfetto/dwell-perfetto-out.h"
#include "formats/perfetto/dwell-protobuf.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

/**
 * _dwell_perfetto_out_flush:
 * @self: what is written
 * @fraction: how much of all that is, 0…1
 * @error: the cause
 *
 * Writes the packets so far.
 *
 * Returns: %FALSE if it failed
 */
gboolean
_dwell_perfetto_out_flush (DwellPerfettoOut  *self,
                           double             fraction,
                           GError           **error)
{
  return dwell_text_output_flush (self->stream, self->packets.text, self->progress, fraction,
                                  self->cancellable, error);
}

static gboolean
flush_if_large (DwellPerfettoOut  *self,
                GError           **error)
{
  return self->packets.text->len < FLUSHED_BYTES || _dwell_perfetto_out_flush (self, 1, error);
}

static void
add_mark (DwellPerfettoOut *self,
          guint32           mark)
{
  const DwellTrace *trace = self->trace;
  DwellPerfettoPackets *packets = &self->packets;

  dwell_perfetto_packets_begin_event (packets, trace->mark_time[mark], DWELL_PERFETTO_INSTANT,
                                      self->track_ids[trace->mark_track[mark]]);
  if (trace->mark_kind[mark] == DWELL_MARK_ORPHAN_END && trace->mark_area[mark] != DWELL_NONE)
    dwell_perfetto_packets_add_area (packets, trace->mark_area[mark]);
  else
    dwell_perfetto_packets_add_name (packets, trace->mark_text[mark]);
  dwell_perfetto_packets_add_args (packets, DWELL_NONE, mark);
  dwell_perfetto_packets_end_event (packets);
}

static void
add_value (DwellPerfettoOut *self,
           guint64           id,
           guint32           number,
           gint64            time)
{
  const DwellTrace *trace = self->trace;
  guint32 area = trace->tracks[trace->write_track[number]].area;
  guint64 value = trace->write_value[number];
  GString *event = self->packets.event;

  dwell_perfetto_packets_begin_event (&self->packets, time, DWELL_PERFETTO_VALUE, id);
  if (area != DWELL_NONE && trace->areas[area].is_float)
    dwell_protobuf_add_fixed (event, DWELL_PERFETTO_EVENT_REAL, value);
  else
    dwell_protobuf_add_varint (event, DWELL_PERFETTO_EVENT_INTEGER, value);
  dwell_perfetto_packets_end_event (&self->packets);
}

static gboolean
add_marks (DwellPerfettoOut  *self,
           guint32            number,
           GError           **error)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track = &trace->tracks[number];
  guint32 last = track->first_mark + track->n_marks;

  for (guint32 i = dwell_trace_mark_search (trace, number, self->begin);
       i < last && trace->mark_time[trace->track_marks[i]] <= self->end;
       i++)
    {
      add_mark (self, trace->track_marks[i]);
      if (!flush_if_large (self, error))
        return FALSE;
    }

  return TRUE;
}

/* The values of a track, from the one that held when the range began. */
static gboolean
add_values (DwellPerfettoOut  *self,
            guint32            number,
            GError           **error)
{
  const DwellTrace *trace = self->trace;
  const DwellTrack *track = &trace->tracks[number];
  guint32 last = track->first_write + track->n_writes;
  guint32 i = dwell_trace_write_search (trace, number, self->begin);
  gboolean has_begun = i > track->first_write;
  guint64 id;

  /* If there are several values at the start of the range, all are written. */
  i -= has_begun;
  while (i > track->first_write &&
         dwell_trace_get_track_write_time (trace, i) == self->begin &&
         dwell_trace_get_track_write_time (trace, i - 1) == self->begin)
    i--;

  if (i == last || dwell_trace_get_track_write_time (trace, i) > self->end)
    return TRUE;

  id = _dwell_perfetto_out_add_values (self, number);
  for (; i < last && dwell_trace_get_track_write_time (trace, i) <= self->end; i++)
    {
      guint32 write = trace->track_writes[i];

      add_value (self, id, write, MAX (dwell_trace_get_write_time (trace, write), self->begin));
      if (!flush_if_large (self, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_pauses (DwellPerfettoOut  *self,
            guint32            context,
            GError           **error)
{
  const DwellTrace *trace = self->trace;
  guint64 id = 0;

  for (guint32 i = trace->context_pauses[context]; i < trace->context_pauses[context + 1]; i++)
    {
      gint64 begin = MAX (trace->pause_begin[i], self->begin);
      gint64 end = MIN (trace->pause_end[i], self->end);

      if (begin >= end)
        continue;

      if (id == 0)
        id = _dwell_perfetto_out_add_pauses (self, context);
      dwell_perfetto_packets_begin_event (&self->packets, begin, DWELL_PERFETTO_BEGIN, id);
      dwell_protobuf_add_text (self->packets.event, DWELL_PERFETTO_EVENT_TEXT, "Suspended");
      dwell_perfetto_packets_end_event (&self->packets);
      dwell_perfetto_packets_begin_event (&self->packets, end, DWELL_PERFETTO_END, id);
      dwell_perfetto_packets_end_event (&self->packets);
      if (!flush_if_large (self, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_all (DwellPerfettoOut  *self,
         GError           **error)
{
  const DwellTrace *trace = self->trace;
  gboolean has_pauses = self->settings->has_suspensions && trace->context_pauses != NULL;

  dwell_perfetto_packets_add_head (&self->packets);
  _dwell_perfetto_out_add_tracks (self);
  if (!_dwell_perfetto_out_add_spans (self, error))
    return FALSE;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (!add_marks (self, i, error) || !add_values (self, i, error))
      return FALSE;
  for (guint32 i = 0; has_pauses && i < trace->n_contexts; i++)
    if (!add_pauses (self, i, error))
      return FALSE;

  return _dwell_perfetto_out_flush (self, 1, error);
}

/* The offset that is added to all times, because they cannot be negative: the offset that was
 * subtracted in reading, if the recording has one, else what moves the first time to 0. */
static guint64
get_shift (const DwellTrace *trace)
{
  const DwellProperty *property = dwell_trace_get_property (trace, "time_offset");
  gint64 offset = property != NULL && g_variant_is_of_type (property->value, G_VARIANT_TYPE_INT64)
                  ? g_variant_get_int64 (property->value) : 0;
  gint64 begin;
  gint64 end;

  if (!__builtin_add_overflow (trace->begin, offset, &begin) && begin >= 0 &&
      !__builtin_add_overflow (trace->end, offset, &end))
    return (guint64) offset;

  return trace->begin < 0 ? 0 - (guint64) trace->begin : 0;
}

/**
 * dwell_perfetto_can_write:
 * @trace: a trace
 *
 * Implements #DwellFormat.can_write.
 *
 * Returns: whether it has times of anything
 */
gboolean
dwell_perfetto_can_write (const DwellTrace *trace)
{
  return trace->axis == DWELL_AXIS_TIME &&
         (trace->n_spans > 0 || trace->n_marks > 0 || trace->n_writes > 0);
}

/**
 * dwell_perfetto_write:
 * @trace: a trace with times
 * @settings: #DwellPerfettoSettings
 * @sink: where the file is written
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Implements #DwellFormat.write; for any thread.
 *
 * Returns: whether all was written
 */
gboolean
dwell_perfetto_write (DwellTrace                *trace,
                      const DwellExportSettings *settings,
                      DwellSink                 *sink,
                      DwellProgress             *progress,
                      GCancellable              *cancellable,
                      GError                   **error)
{
  DwellPerfettoOut self = {
    .trace = trace,
    .settings = (const DwellPerfettoSettings *) settings,
    .progress = progress,
    .cancellable = cancellable,
  };
  gboolean is_good;

  self.stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (self.stream == NULL)
    return FALSE;

  dwell_export_settings_get_range (settings, trace, &self.begin, &self.end);
  self.context_ids = g_new0 (guint64, trace->n_contexts + 1);
  self.track_ids = g_new0 (guint64, trace->n_tracks + 1);
  dwell_track_numbers_init (&self.numbers, trace);
  dwell_perfetto_packets_init (&self.packets, trace);
  self.packets.shift_ns = get_shift (trace);

  is_good = add_all (&self, error);

  dwell_perfetto_packets_clear (&self.packets);
  dwell_track_numbers_clear (&self.numbers);
  g_free (self.track_ids);
  g_free (self.context_ids);
  return is_good;
}

static guint64
count_named_flows (const DwellTrace *trace)
{
  guint64 n = 0;

  for (guint32 i = 0; i < trace->n_flows; i++)
    n += trace->flows[i].name != 0;

  return n;
}

/**
 * dwell_perfetto_check:
 * @trace: a trace with times
 * @settings: #DwellPerfettoSettings
 * @cancellable: (nullable): a cancellable
 *
 * Implements #DwellFormat.check; for any thread.
 *
 * Returns: (transfer full) (element-type DwellExportWarning): what cannot be written
 */
GArray *
dwell_perfetto_check (DwellTrace                *trace,
                      const DwellExportSettings *settings,
                      GCancellable              *cancellable)
{
  const DwellPerfettoSettings *own = (const DwellPerfettoSettings *) settings;
  GArray *warnings = dwell_export_warnings_new ();
  gint64 begin;
  gint64 end;

  dwell_export_settings_get_range (settings, trace, &begin, &end);
  dwell_export_warnings_add (warnings, FALSE, TRUE,
                             dwell_export_count_incomplete (trace, begin, end),
                             g_strdup (_("Starts and ends that the recording lacks are written "
                                         "with an argument that marks them as unknown")));
  dwell_export_warnings_add (warnings, FALSE, TRUE, dwell_export_count_orphans (trace, begin, end),
                             g_strdup (_("Ends without a start become instants")));
  if (!own->has_suspensions)
    dwell_export_warnings_add (warnings, FALSE, TRUE,
                               dwell_export_count_pauses (trace, begin, end),
                               g_strdup (_("Preempted time is left out")));
  dwell_export_warnings_add (warnings, FALSE, TRUE, count_named_flows (trace),
                             g_strdup (_("Flows lose their names, and lead from the start of a "
                                         "span")));
  dwell_export_warnings_add (warnings, FALSE, FALSE, get_shift (trace) != 0 && trace->begin < 0,
                             g_strdup (_("Times are counted from the start of the recording: the "
                                         "format has no negative times")));
  return warnings;
}
