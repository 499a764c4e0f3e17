/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes trace events: one event per line, track by track, in the order of times within a track. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-writer.h"

#include "core/dwell-json-scan.h"
#include "core/dwell-memory.h"
#include "core/dwell-trace-split.h"
#include "formats/trace-event/dwell-trace-event-out.h"

/* Larger offsets are written beside the events instead of being added, because viewers convert
 * times to doubles, ns. */
#define MAX_OFFSET_NS ((gint64) 1000000000000000)

static void
write_metadata (DwellEventOut *self,
                guint32        process,
                guint32        thread,
                const char    *what,
                const char    *name)
{
  dwell_event_out_begin_of (self, 'M', process, thread);
  dwell_event_out_add_name (self, "name", what);
  g_string_append (self->text, ",\"args\":{\"name\":");
  dwell_json_escape (name, self->text);
  g_string_append (self->text, "}}");
}

static void
write_sort_index (DwellEventOut *self,
                  guint32        process,
                  guint32        thread,
                  const char    *what,
                  guint32        place)
{
  dwell_event_out_begin_of (self, 'M', process, thread);
  dwell_event_out_add_name (self, "name", what);
  g_string_append_printf (self->text, ",\"args\":{\"sort_index\":%u}}", place);
}

static void
write_processes (DwellEventOut *self)
{
  const DwellTrace *trace = self->trace;
  guint n = 0;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    if (trace->contexts[i].kind == DWELL_CONTEXT_PROCESS)
      {
        guint32 number = self->numbers.of_contexts[i];

        write_metadata (self, number, number, "process_name",
                        dwell_trace_get_string (trace, trace->contexts[i].name));
        write_sort_index (self, number, number, "process_sort_index", ++n);
      }
}

/* Each track is a thread: the first track of a context has the number of the context, others get
 * one of their own. Tracks of a process as a whole, and variables, need no thread. */
static void
write_threads (DwellEventOut *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      guint32 process = self->numbers.processes[i];
      guint32 thread = self->numbers.threads[i];

      if (!dwell_track_numbers_has_thread (&self->numbers, i))
        continue;

      write_metadata (self, process, thread, "thread_name",
                      dwell_trace_get_string (trace, self->numbers.is_main[i]
                                                     ? trace->contexts[track->context].name
                                                     : track->name));
      write_sort_index (self, process, thread, "thread_sort_index", i + 1);
    }
}

static void
write_head (DwellEventOut *self)
{
  const DwellProperty *property = dwell_trace_get_property (self->trace, "time_offset");
  gint64 offset = property != NULL && g_variant_is_of_type (property->value, G_VARIANT_TYPE_INT64)
                  ? g_variant_get_int64 (property->value) : 0;

  g_string_append (self->text,
                   "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"generator\":\"Dwell\"");
  if (offset >= -MAX_OFFSET_NS && offset <= MAX_OFFSET_NS)
    self->offset_ns = offset;
  else
    g_string_append_printf (self->text, ",\"time_offset_ns\":%" G_GINT64_FORMAT, offset);
  /* Events alone do not show where the session, or the range, begins and ends. */
  dwell_event_out_add_time (self, "session_begin", self->begin + self->offset_ns);
  dwell_event_out_add_time (self, "session_end", self->end + self->offset_ns);
  g_string_append (self->text, "},\"traceEvents\":[\n");
}

static gboolean
write_all (DwellEventOut  *self,
           GError        **error)
{
  write_head (self);
  write_processes (self);
  write_threads (self);
  if (!dwell_span_order_init (&self->order, self->trace, error) ||
      !dwell_event_out_spans (self, error) || !dwell_event_out_flows (self, error) ||
      !dwell_event_out_marks (self, error) || !dwell_event_out_values (self, error))
    return FALSE;

  g_string_append (self->text, "\n]}\n");
  return dwell_event_out_flush (self, 1, error);
}

/**
 * dwell_trace_event_can_write:
 * @trace: a trace
 *
 * Implements #DwellFormat.can_write.
 *
 * Returns: whether it has times of anything
 */
gboolean
dwell_trace_event_can_write (const DwellTrace *trace)
{
  return trace->axis == DWELL_AXIS_TIME &&
         (trace->n_spans > 0 || trace->n_marks > 0 || trace->n_writes > 0);
}

/* The stream to write to: @base, or one that compresses into it. */
static GOutputStream *
make_stream (GOutputStream *base,
             gboolean       is_compressed)
{
  g_autoptr(GZlibCompressor) compressor = NULL;
  GOutputStream *stream;

  if (!is_compressed)
    return g_object_ref (base);

  compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  stream = g_converter_output_stream_new (base, G_CONVERTER (compressor));
  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (stream), FALSE);
  return stream;
}

/**
 * dwell_trace_event_write:
 * @base: a trace with times
 * @settings: #DwellTraceEventSettings
 * @sink: where the file is written
 * @progress: (nullable): shows how much was written
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Writes spans, marks, their arguments, flows and values of the range. Implements
 * #DwellFormat.write; for any thread.
 *
 * Returns: whether all was written
 */
gboolean
dwell_trace_event_write (DwellTrace                 *base,
                         const DwellExportSettings  *settings,
                         DwellSink                  *sink,
                         DwellProgress              *progress,
                         GCancellable               *cancellable,
                         GError                    **error)
{
  const DwellTraceEventSettings *own = (const DwellTraceEventSettings *) settings;
  gsize n_spans = (gsize) base->n_spans + 1;
  DwellEventOut self = { .progress = progress, .cancellable = cancellable,
                         .has_suspensions = own->has_suspensions != 0 };
  GOutputStream *part = dwell_sink_open_part (sink, "", cancellable, error);
  g_autoptr(GOutputStream) stream = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  gboolean is_good;

  if (part == NULL)
    return FALSE;

  self.stream = stream = make_stream (part, own->is_compressed != 0);
  dwell_export_settings_get_range (settings, base, &self.begin, &self.end);
  self.async_ids = dwell_big_try_alloc (n_spans * sizeof (guint32), error);
  self.text = g_string_sized_new (2 * DWELL_EVENT_OUT_BYTES);
  dwell_track_numbers_init (&self.numbers, base);
  self.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.steps = g_hash_table_new (NULL, NULL);
  if (self.async_ids != NULL)
    self.trace = trace = dwell_trace_split_variables (base, self.numbers.processes, NULL, error);

  is_good = trace != NULL && write_all (&self, error) &&
            (stream == part || g_output_stream_close (stream, cancellable, error)) &&
            dwell_sink_check_begun (sink, self.is_begun, error);

  g_array_unref (self.open);
  g_hash_table_unref (self.steps);
  dwell_big_free (self.arrows);
  dwell_track_numbers_clear (&self.numbers);
  g_string_free (self.text, TRUE);
  dwell_big_free (self.async_ids);
  dwell_span_order_clear (&self.order);
  return is_good;
}
