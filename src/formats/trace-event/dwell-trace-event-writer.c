/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes trace events: an event a line, track after track, in the order of times within a track.
 *
 * A reader makes parents of what encloses what. So a span is written as one with a duration only
 * where that gives the parent that it has. Others, what lies in these, and the spans of a process
 * as a whole are pairs of begin and end that no thread bounds, all those of one outermost span with
 * the same id. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-writer.h"

#include <math.h>
#include <string.h>

#include "core/dwell-args.h"
#include "core/dwell-json-scan.h"
#include "core/dwell-memory.h"
#include "core/dwell-sort.h"
#include "formats/common/dwell-span-order.h"
#include "formats/common/dwell-text-output.h"
#include "formats/common/dwell-track-numbers.h"

#define FLUSHED_BYTES ((gsize) 1 << 16)

/* Larger offsets are told beside the events: viewers make doubles of times, ns. */
#define MAX_OFFSET_NS G_GINT64_CONSTANT (1000000000000000)

typedef struct {
  DwellTrace    *trace;
  GOutputStream *stream;
  GString       *text;       /* not yet written */
  gint64         offset_ns;  /* is added to all times */
  gint64         begin;      /* ns: the range that is written */
  gint64         end;
  gboolean       has_suspensions;
  gboolean       has_event;
  DwellTrackNumbers numbers;
  DwellSpanOrder order;
  guint32       *async_ids;  /* by span: 0: it is written with its duration */
  GArray        *open;       /* guint32: spans that enclose the next one, the outermost first */
  DwellProgress *progress;
  GCancellable  *cancellable;
} Writer;

static gboolean
flush (Writer   *self,
       double    fraction,
       GError  **error)
{
  return dwell_text_output_flush (self->stream, self->text, self->progress, fraction,
                                  self->cancellable, error);
}

/* µs, with all digits. */
static void
append_us (GString *text,
           gint64   ns)
{
  guint64 size = ns < 0 ? 0 - (guint64) ns : (guint64) ns;

  g_string_append_printf (text, "%s%" G_GUINT64_FORMAT ".%03u", ns < 0 ? "-" : "", size / 1000,
                          (guint) (size % 1000));
}

static void
begin_event (Writer *self,
             char    phase,
             guint32 process,
             guint32 thread)
{
  g_string_append_printf (self->text, "%s{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u",
                          self->has_event ? ",\n" : "", phase, process, thread);
  self->has_event = TRUE;
}

static void
append_time (Writer     *self,
             const char *key,
             gint64      ns)
{
  g_string_append_printf (self->text, ",\"%s\":", key);
  append_us (self->text, ns);
}

static void
append_name (Writer     *self,
             const char *key,
             const char *name)
{
  g_string_append_printf (self->text, ",\"%s\":", key);
  dwell_json_escape (name, self->text);
}

static void
write_metadata (Writer     *self,
                guint32     process,
                guint32     thread,
                const char *what,
                const char *name)
{
  begin_event (self, 'M', process, thread);
  append_name (self, "name", what);
  g_string_append (self->text, ",\"args\":{\"name\":");
  dwell_json_escape (name, self->text);
  g_string_append (self->text, "}}");
}

static void
write_sort_index (Writer     *self,
                  guint32     process,
                  guint32     thread,
                  const char *what,
                  guint32     place)
{
  begin_event (self, 'M', process, thread);
  append_name (self, "name", what);
  g_string_append_printf (self->text, ",\"args\":{\"sort_index\":%u}}", place);
}

static void
append_arg (Writer  *self,
            guint32  arg)
{
  g_autofree char *text = dwell_args_dup_text (self->trace, arg);

  if (self->trace->args[arg].kind == DWELL_ARG_STRING)
    dwell_json_escape (text, self->text);
  else
    {
      /* Between values of an array or an object a line may end, but an event is a line. */
      g_string_append (self->text, g_strdelimit (text, "\n\r", ' '));
      /* What is a real number is read as one again. */
      if (self->trace->args[arg].kind == DWELL_ARG_REAL && strpbrk (text, ".e") == NULL)
        g_string_append (self->text, ".0");
    }
}

/* Whether the arguments from @first say that the begin or the end, as @key says, is unknown. */
static gboolean
is_said (const DwellTrace *trace,
         guint32           first,
         const char       *key)
{
  for (guint32 arg = first; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    if (trace->args[arg].kind == DWELL_ARG_STRING &&
        g_str_equal (dwell_args_get_key (trace, arg), key) &&
        g_str_equal (dwell_args_get_string (trace, arg), "unknown"))
      return TRUE;

  return FALSE;
}

/* The arguments of a span or a mark (the other is DWELL_NONE), and what a span lacks, unless they
 * say so themselves. */
static void
append_args (Writer  *self,
             guint32  span,
             guint32  mark,
             guint    incomplete)
{
  static const char * const keys[] = { "begin", "end" };
  static const guint flags[] = { DWELL_SPAN_BEGIN_MISSING, DWELL_SPAN_END_MISSING };
  const DwellTrace *trace = self->trace;
  guint32 first = dwell_args_first (trace, span, mark);
  const char *before = ",\"args\":{";

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if ((incomplete & flags[i]) != 0 && !is_said (trace, first, keys[i]))
      {
        g_string_append_printf (self->text, "%s\"%s\":\"unknown\"", before, keys[i]);
        before = ",";
      }

  for (guint32 arg = first; arg != DWELL_NONE; arg = dwell_args_next (trace, arg))
    {
      g_string_append (self->text, before);
      before = ",";
      dwell_json_escape (dwell_args_get_key (trace, arg), self->text);
      g_string_append_c (self->text, ':');
      append_arg (self, arg);
    }

  if (*before == ',' && before[1] == '\0')
    g_string_append_c (self->text, '}');
}

static void
write_processes (Writer *self)
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

/* Each track is a thread: the first of a context has its number, others get one of their own. Those
 * of a process as a whole, and variables, need none. */
static void
write_threads (Writer *self)
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

/* Returns what a reader would take for the parent; DWELL_NONE, or the span itself if it would not
 * lie in what is open. */
static guint32
find_enclosing (Writer  *self,
                guint32  span)
{
  gint64 begin = dwell_trace_get_span_begin (self->trace, span);
  gint64 end = dwell_trace_get_span_end (self->trace, span);
  guint32 top;
  gint64 top_end;

  while (self->open->len > 0)
    {
      top = g_array_index (self->open, guint32, self->open->len - 1);
      top_end = dwell_trace_get_span_end (self->trace, top);
      if (top_end > begin || (top_end == begin && begin == end))
        return top_end >= end ? top : span;
      g_array_set_size (self->open, self->open->len - 1);
    }

  return DWELL_NONE;
}

/* Finds out how each span of a track is written. */
static void
choose_forms (Writer  *self,
              guint32  track)
{
  gboolean is_async = dwell_track_is_of_process (self->trace, track);

  g_array_set_size (self->open, 0);
  for (guint32 i = self->order.first[track]; i < self->order.first[track + 1]; i++)
    {
      guint32 span = self->order.spans[i];
      guint32 parent = self->trace->span_parent[span];
      guint32 enclosing = find_enclosing (self, span);
      guint32 outer = parent != DWELL_NONE ? self->async_ids[parent] : 0;

      if (outer != 0)
        self->async_ids[span] = outer;
      else if (is_async || enclosing != parent)
        self->async_ids[span] = span + 1;
      else
        g_array_append_val (self->open, span);
    }
}

/* The category of spans that no thread bounds: that of their track, which may have its name from
 * the process alone. */
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
append_span_name (Writer  *self,
                  guint32  span)
{
  const DwellArea *area = &self->trace->areas[self->trace->span_area[span]];
  const char *category = self->async_ids[span] != 0
                         ? get_async_category (self->trace, span)
                         : dwell_trace_get_string (self->trace, area->module);

  append_name (self, "name", dwell_trace_get_string (self->trace, area->title));
  if (*category != '\0')
    append_name (self, "cat", category);
}

/* Whether a span lies in the range, and does not just touch it. */
static gboolean
takes_part (Writer  *self,
            guint32  span)
{
  gint64 begin = dwell_trace_get_span_begin (self->trace, span);
  gint64 end = dwell_trace_get_span_end (self->trace, span);

  return begin <= self->end && end >= self->begin &&
         (begin >= self->begin || end > self->begin) && (end <= self->end || begin < self->end);
}

/* What the range cuts off is not known, as what the recording lacks. */
static void
write_span (Writer  *self,
            guint32  track,
            guint32  span)
{
  gint64 begin = MAX (dwell_trace_get_span_begin (self->trace, span), self->begin);
  gint64 whole_end = dwell_trace_get_span_end (self->trace, span);
  gint64 end = MIN (whole_end, self->end);
  guint flags = self->trace->span_flags[span];
  gboolean is_open = whole_end > end ||
                     ((flags & DWELL_SPAN_END_MISSING) != 0 && end == self->end);
  gboolean lacks_begin = (flags & DWELL_SPAN_BEGIN_MISSING) != 0 ||
                         dwell_trace_get_span_begin (self->trace, span) < begin;
  guint32 id = self->async_ids[span];

  if (!takes_part (self, span))
    return;

  begin_event (self, id != 0 ? 'b' : is_open ? 'B' : 'X', self->numbers.processes[track],
               self->numbers.threads[track]);
  append_time (self, "ts", begin + self->offset_ns);
  if (id == 0 && !is_open)
    append_time (self, "dur", end - begin);
  if (id != 0)
    g_string_append_printf (self->text, ",\"id\":%u", id);
  append_span_name (self, span);
  append_args (self, span, DWELL_NONE,
               (lacks_begin ? DWELL_SPAN_BEGIN_MISSING : 0) |
               ((flags & DWELL_SPAN_END_MISSING) != 0 && !is_open ? DWELL_SPAN_END_MISSING : 0));
  g_string_append_c (self->text, '}');

  if (id == 0 || is_open)
    return;

  begin_event (self, 'e', self->numbers.processes[track], self->numbers.threads[track]);
  append_time (self, "ts", end + self->offset_ns);
  g_string_append_printf (self->text, ",\"id\":%u", id);
  append_span_name (self, span);
  g_string_append_c (self->text, '}');
}

/* Writes the pauses that begin before @time as spans of the track that stands for their context. */
static void
write_pauses (Writer  *self,
              guint32  track,
              guint32 *place,
              guint32  last,
              gint64   time)
{
  const DwellTrace *trace = self->trace;

  for (; *place < last && trace->pause_begin[*place] < time; (*place)++)
    {
      gint64 begin = MAX (trace->pause_begin[*place], self->begin);
      gint64 end = MIN (trace->pause_end[*place], self->end);

      if (begin >= end)
        continue;

      begin_event (self, 'X', self->numbers.processes[track], self->numbers.threads[track]);
      append_time (self, "ts", begin + self->offset_ns);
      append_time (self, "dur", end - begin);
      g_string_append (self->text, ",\"name\":\"(suspended)\"}");
    }
}

static gboolean
write_track (Writer   *self,
             guint32   track,
             GError  **error)
{
  const DwellTrace *trace = self->trace;
  guint32 context = trace->tracks[track].context;
  gboolean has_pauses = self->has_suspensions && trace->context_pauses != NULL &&
                        self->numbers.is_main[track];
  guint32 pause = has_pauses ? trace->context_pauses[context] : 0;
  guint32 last_pause = has_pauses ? trace->context_pauses[context + 1] : 0;

  choose_forms (self, track);
  for (guint32 i = self->order.first[track]; i < self->order.first[track + 1]; i++)
    {
      write_pauses (self, track, &pause, last_pause,
                    dwell_trace_get_span_begin (trace, self->order.spans[i]));
      write_span (self, track, self->order.spans[i]);
      if (self->text->len >= FLUSHED_BYTES && !flush (self, (double) i / trace->n_spans, error))
        return FALSE;
    }

  write_pauses (self, track, &pause, last_pause, G_MAXINT64);
  return TRUE;
}

static gboolean
write_spans (Writer  *self,
             GError **error)
{
  for (guint32 track = 0; track < self->trace->n_tracks; track++)
    if (!write_track (self, track, error))
      return FALSE;

  return TRUE;
}

/* A step of a flow: @arrow ends there, unless the step is its begin. */
static void
write_step (Writer          *self,
            char             phase,
            const DwellFlow *arrow)
{
  const DwellTrace *trace = self->trace;
  gint64 time = phase == 's' ? arrow->from_time : arrow->to_time;
  guint32 span = phase == 's' ? arrow->from_span : arrow->to_span;
  guint32 track = dwell_trace_get_span_track (trace, span);
  guint32 parent = trace->span_parent[span];
  gint64 begin = dwell_trace_get_span_begin (trace, span);

  begin_event (self, phase, self->numbers.processes[track], self->numbers.threads[track]);
  append_time (self, "ts", time + self->offset_ns);
  g_string_append_printf (self->text, ",\"id\":%u", arrow->chain);
  append_name (self, "name", dwell_trace_get_string (trace, arrow->name));
  append_name (self, "cat", dwell_trace_get_string (trace, arrow->category));
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
is_in_range (Writer          *self,
             const DwellFlow *arrow)
{
  return arrow->from_time >= self->begin && arrow->from_time <= self->end &&
         arrow->to_time >= self->begin && arrow->to_time <= self->end &&
         takes_part (self, arrow->from_span) && takes_part (self, arrow->to_span);
}

/* Chain after chain: an arrow that begins where the one before it ended goes on with it. */
static gboolean
write_flows (Writer  *self,
             GError **error)
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
      if (self->text->len >= FLUSHED_BYTES)
        is_good = flush (self, 1, error);
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

static gboolean
write_marks (Writer  *self,
             GError **error)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_marks; i++)
    {
      guint32 track = trace->mark_track[i];
      gboolean is_end = trace->mark_kind[i] == DWELL_MARK_ORPHAN_END;

      if (trace->mark_time[i] < self->begin || trace->mark_time[i] > self->end)
        continue;

      begin_event (self, 'i', self->numbers.processes[track], self->numbers.threads[track]);
      append_time (self, "ts", trace->mark_time[i] + self->offset_ns);
      append_name (self, "name",
                   is_end && trace->mark_area[i] != DWELL_NONE
                   ? dwell_trace_get_area_title (trace, trace->mark_area[i])
                   : dwell_trace_get_string (trace, trace->mark_text[i]));
      g_string_append_printf (self->text, ",\"s\":\"%c\"", get_reach (trace,
                                                                     &trace->tracks[track]));
      append_args (self, DWELL_NONE, i, 0);
      g_string_append_c (self->text, '}');
      if (self->text->len >= FLUSHED_BYTES && !flush (self, 1, error))
        return FALSE;
    }

  return TRUE;
}

static void
write_value (Writer  *self,
             guint32  number,
             gint64   time)
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

  begin_event (self, 'C', self->numbers.processes[track], self->numbers.threads[track]);
  append_time (self, "ts", time + self->offset_ns);
  append_name (self, "name", dwell_trace_get_string (trace, area->title));
  if (area->is_float)
    g_string_append_printf (self->text, ",\"args\":{\"value\":%s}}",
                            g_ascii_dtostr (digits, sizeof digits, value));
  else
    g_string_append_printf (self->text, ",\"args\":{\"value\":%" G_GINT64_FORMAT "}}",
                            (gint64) trace->write_value[number]);
}

/* In the order of the file, after those that hold when the range begins. */
static gboolean
write_values (Writer  *self,
              GError **error)
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
      if (self->text->len >= FLUSHED_BYTES && !flush (self, 1, error))
        return FALSE;
    }

  return TRUE;
}

static void
write_head (Writer *self)
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
  g_string_append (self->text, "},\"traceEvents\":[\n");
}

static gboolean
write_all (Writer  *self,
           GError **error)
{
  write_head (self);
  write_processes (self);
  write_threads (self);
  if (!dwell_span_order_init (&self->order, self->trace, error) ||
      !write_spans (self, error) || !write_flows (self, error) ||
      !write_marks (self, error) || !write_values (self, error))
    return FALSE;

  g_string_append (self->text, "\n]}\n");
  return flush (self, 1, error);
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

/* The stream that is written to: @base, or one that compresses on the way. */
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
 * @trace: a trace with times
 * @settings: #DwellTraceEventSettings
 * @sink: where the file goes
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
dwell_trace_event_write (DwellTrace                *trace,
                         const DwellExportSettings *settings,
                         DwellSink                 *sink,
                         DwellProgress             *progress,
                         GCancellable              *cancellable,
                         GError                   **error)
{
  const DwellTraceEventSettings *own = (const DwellTraceEventSettings *) settings;
  gsize n_spans = (gsize) trace->n_spans + 1;
  Writer self = { .trace = trace, .progress = progress, .cancellable = cancellable,
                  .has_suspensions = own->has_suspensions != 0 };
  GOutputStream *base = dwell_sink_open_part (sink, "", cancellable, error);
  g_autoptr(GOutputStream) stream = NULL;
  gboolean is_good;

  if (base == NULL)
    return FALSE;

  self.stream = stream = make_stream (base, own->is_compressed != 0);
  dwell_export_settings_get_range (settings, trace, &self.begin, &self.end);
  self.async_ids = dwell_big_try_alloc (n_spans * sizeof (guint32), error);
  self.text = g_string_sized_new (2 * FLUSHED_BYTES);
  dwell_track_numbers_init (&self.numbers, trace);
  self.open = g_array_new (FALSE, FALSE, sizeof (guint32));

  is_good = self.async_ids != NULL && write_all (&self, error) &&
            (stream == base || g_output_stream_close (stream, cancellable, error));

  g_array_unref (self.open);
  dwell_track_numbers_clear (&self.numbers);
  g_string_free (self.text, TRUE);
  dwell_big_free (self.async_ids);
  dwell_span_order_clear (&self.order);
  return is_good;
}
