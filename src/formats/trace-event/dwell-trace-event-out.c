/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the parts of an event, which is one line. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-out.h"

#include "core/dwell-args.h"
#include "core/dwell-json-scan.h"
#include "formats/common/dwell-text-output.h"

/**
 * dwell_event_out_flush:
 * @self: the output
 * @fraction: the fraction of all that has been written, 0 to 1
 * @error: the cause
 *
 * Returns: whether the text could be written
 */
gboolean
dwell_event_out_flush (DwellEventOut  *self,
                       double          fraction,
                       GError        **error)
{
  return dwell_text_output_flush (self->stream, self->text, self->progress, fraction,
                                  self->cancellable, error);
}

/**
 * dwell_event_out_flush_some:
 * @self: the output
 * @fraction: the fraction of all that has been written, 0 to 1
 * @error: the cause
 *
 * Writes the text if there is enough of it.
 *
 * Returns: %FALSE if it could not be written
 */
gboolean
dwell_event_out_flush_some (DwellEventOut  *self,
                            double          fraction,
                            GError        **error)
{
  return self->text->len < DWELL_EVENT_OUT_BYTES || dwell_event_out_flush (self, fraction, error);
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

/**
 * dwell_event_out_begin_of:
 * @self: the output
 * @phase: the kind of the event
 * @process: the number of a process
 * @thread: the number of a thread
 *
 * Begins an event, on a line of its own.
 */
void
dwell_event_out_begin_of (DwellEventOut *self,
                          char           phase,
                          guint32        process,
                          guint32        thread)
{
  g_string_append_printf (self->text, "%s{\"ph\":\"%c\",\"pid\":%u,\"tid\":%u",
                          self->has_event ? ",\n" : "", phase, process, thread);
  self->has_event = TRUE;
}

/**
 * dwell_event_out_begin:
 * @self: the output
 * @phase: the kind of the event
 * @track: the track of the event
 *
 * Begins an event of a track, on a line of its own.
 */
void
dwell_event_out_begin (DwellEventOut *self,
                       char           phase,
                       guint32        track)
{
  dwell_event_out_begin_of (self, phase, self->numbers.processes[track],
                            self->numbers.threads[track]);
  self->is_begun = TRUE;
}

/**
 * dwell_event_out_add_time:
 * @self: the output
 * @key: the key
 * @ns: the time
 */
void
dwell_event_out_add_time (DwellEventOut *self,
                          const char    *key,
                          gint64         ns)
{
  g_string_append_printf (self->text, ",\"%s\":", key);
  append_us (self->text, ns);
}

/**
 * dwell_event_out_add_name:
 * @self: the output
 * @key: the key
 * @name: the name
 */
void
dwell_event_out_add_name (DwellEventOut *self,
                          const char    *key,
                          const char    *name)
{
  g_string_append_printf (self->text, ",\"%s\":", key);
  dwell_json_escape (name, self->text);
}

/* Whether one of the arguments from @first on is @key (“begin” or “end”) with the value
 * “unknown”. */
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

/* Adds the arguments that distinguish a state from other spans: see dwell-trace-event-state.h.
 * Returns the text to write before the next argument. */
static const char *
add_state (DwellEventOut *self,
           guint32        span,
           const char    *before)
{
  const DwellTrace *trace = self->trace;
  const DwellArea *area = span != DWELL_NONE ? &trace->areas[trace->span_area[span]] : NULL;

  if (area == NULL || area->kind != DWELL_AREA_STATE || area->parent == DWELL_NONE)
    return before;

  g_string_append (self->text, before);
  g_string_append (self->text, "\"" DWELL_TRACE_EVENT_VARIABLE "\":");
  dwell_json_escape (dwell_trace_get_area_title (trace, area->parent), self->text);
  if (area->name != 0)
    dwell_event_out_add_name (self, DWELL_TRACE_EVENT_STATE, dwell_trace_get_string (trace,
                                                                                    area->name));
  if (area->has_value)
    g_string_append_printf (self->text, ",\"" DWELL_TRACE_EVENT_VALUE "\":%" G_GINT64_FORMAT,
                            area->value);
  return ",";
}

/**
 * dwell_event_out_add_args:
 * @self: the output
 * @span: a span, or %DWELL_NONE
 * @mark: a mark, or %DWELL_NONE; one of the two
 * @incomplete: #DwellSpanFlags of what the span lacks
 *
 * Adds arguments, and the missing ends of the span, unless arguments contain them already.
 */
void
dwell_event_out_add_args (DwellEventOut *self,
                          guint32        span,
                          guint32        mark,
                          guint          incomplete)
{
  static const char * const keys[] = { "begin", "end" };
  static const guint flags[] = { DWELL_SPAN_BEGIN_MISSING, DWELL_SPAN_END_MISSING };
  const DwellTrace *trace = self->trace;
  guint32 first = dwell_args_first (trace, span, mark);
  const char *before = add_state (self, span, ",\"args\":{");

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
      dwell_args_append_json (self->trace, arg, self->text);
    }

  if (*before == ',' && before[1] == '\0')
    g_string_append_c (self->text, '}');
}
