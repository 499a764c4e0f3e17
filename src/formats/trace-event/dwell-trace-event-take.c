/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds parsed events to the store. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-counter.h"
#include "formats/trace-event/dwell-trace-event-state.h"
#include "formats/trace-event/dwell-trace-event-take.h"

#include <string.h>

#include <glib/gi18n-lib.h>

/* A text whose events are being taken, and the meaning of its names. */
typedef struct {
  DwellStore                 *store;
  const DwellTraceEventBlock *block;
  guint32                    *names;
  guint32                    *threads;
  guint32                    *texts;
  guint64                     offset; /* of the text in the file */
  guint64                     n_lines_before;
} Taking;

/* The string of a text; 0 if it is missing. */
static guint32
intern (DwellStore          *self,
        const DwellJsonText *text)
{
  g_autoptr(GString) bytes = NULL;
  guint32 string;

  if (text->p == NULL)
    return 0;
  if (!text->is_escaped)
    return dwell_store_intern (self, text->p, text->length);

  bytes = g_string_new (NULL);
  dwell_json_unescape (text, bytes);
  string = dwell_store_intern (self, bytes->str, bytes->len);
  if (self->first_cut == bytes->str)
    self->first_cut = text->p;
  return string;
}

/* A number is the same key however it is written: 1, "1" and 1.0. */
static guint32
intern_key (DwellStore          *self,
            const DwellJsonText *text)
{
  DwellScan s = dwell_json_text_scan (text);
  gint64 number;
  char digits[32];

  if (text->p == NULL)
    return dwell_strings_intern (self->builder->strings, "0", 1);
  if (!dwell_scan_i64 (&s, &number))
    return intern (self, text);

  if (dwell_scan_char (&s, '.'))
    while (s.p < s.end && *s.p == '0')
      s.p++;
  if (s.p != s.end)
    return intern (self, text);

  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, number);
  return dwell_strings_intern (self->builder->strings, digits, -1);
}

static void
tell_faults (Taking                *taking,
             const DwellTraceEvent *event,
             guint64                line)
{
  DwellProblems *problems = taking->store->builder->problems;
  gint64 offset = (gint64) (taking->offset + event->offset);

  if (event->faults & DWELL_TRACE_EVENT_IS_BAD)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "bad-event", line, offset,
                        _("An event is not a JSON object: it was left out"));
  else if (event->faults & DWELL_TRACE_EVENT_NO_PHASE)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "no-phase", line, offset,
                        _("An event has no “ph”: it was left out"));
  else if (event->faults & DWELL_TRACE_EVENT_BAD_TIME)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "bad-time", line, offset,
                        _("The time of an event is missing, not a number or too large: the event "
                          "was left out"));
  else if (event->faults & DWELL_TRACE_EVENT_NEGATIVE)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "negative-duration", line, offset,
                        _("A duration is negative: it counts as 0"));

  if (event->faults & DWELL_TRACE_EVENT_BAD_ARGS)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "bad-args", line, offset,
                        _("An argument is not valid JSON: it was left out"));
  if (event->faults & DWELL_TRACE_EVENT_MANY_ARGS)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "long-args", line, offset,
                        /* Translators: two numbers: the most arguments, and KiB, that are kept */
                        _("An event has more than %d arguments, or one of more than %d KiB: the "
                          "rest was left out"), DWELL_TRACE_EVENT_MAX_ARGS,
                        (int) (DWELL_TRACE_EVENT_MAX_ARG_BYTES >> 10));
}

/* Adds the arguments of an event to the builder. Returns their number, or DWELL_NONE. */
static guint32
take_args (Taking                *taking,
           const DwellTraceEvent *event)
{
  DwellStore *self = taking->store;

  for (guint32 i = 0; i < event->n_args; i++)
    {
      const DwellTraceEventArg *arg = &g_array_index (taking->block->args, DwellTraceEventArg,
                                                      event->args + i);
      gboolean is_text = arg->kind == DWELL_ARG_STRING || arg->kind == DWELL_ARG_JSON;

      if (!dwell_builder_add_arg (self->builder, taking->texts[arg->key], arg->kind,
                                  is_text ? taking->texts[arg->value] : arg->value))
        self->n_args_lost++;
    }

  return dwell_builder_end_args (self->builder);
}

/* The text of a key of an object; without a pointer if there is none or it is not a scalar. */
static DwellJsonText
find_text (DwellScan   object,
           const char *name)
{
  DwellJsonText none = { 0 };
  DwellJsonText key, text;
  gboolean has_key;
  DwellScan value;

  if (object.p == NULL || dwell_json_enter (&object, '{') != DWELL_JSON_GOOD)
    return none;

  for (gboolean is_first = TRUE;
       dwell_json_next_key (&object, is_first, &key, &has_key) == DWELL_JSON_GOOD && has_key;
       is_first = FALSE)
    {
      DwellScan t = object;

      if (key.length == strlen (name) && memcmp (key.p, name, key.length) == 0 &&
          dwell_json_scalar (&t, &text) == DWELL_JSON_GOOD)
        return text;
      if (dwell_json_value (&object, &value) != DWELL_JSON_GOOD)
        break;
    }

  return none;
}

static void
take_metadata (DwellStore                 *self,
               guint32                     thread_number,
               const char                 *name,
               const DwellTraceEventExtra *extra)
{
  DwellStoreThread *thread = &g_array_index (self->threads, DwellStoreThread,
                                             thread_number);
  gboolean is_thread = g_str_has_prefix (name, "thread_");
  DwellStorePlace *place =
    is_thread ? &thread->place
              : &g_array_index (self->processes, DwellStorePlace, thread->process);
  DwellJsonText text;

  if (g_str_equal (name, "thread_name") || g_str_equal (name, "process_name"))
    {
      text = find_text (extra->args, "name");
      place->name = intern (self, &text);
    }
  else if (g_str_equal (name, "process_labels"))
    {
      text = find_text (extra->args, "labels");
      place->labels = intern (self, &text);
    }
  else if (g_str_equal (name, "thread_sort_index") || g_str_equal (name, "process_sort_index"))
    {
      DwellScan s;

      text = find_text (extra->args, "sort_index");
      s = dwell_json_text_scan (&text);
      if (!dwell_scan_i64 (&s, &place->sort_index))
        place->sort_index = 0;
    }
}

/* The key that pairs the events of a span that is not bound to a thread, or of a flow, as a
 * string. */
static guint32
make_async_key (DwellStore                 *self,
                const DwellTraceEvent      *event,
                DwellStoreCall              name,
                guint32                     process,
                const DwellTraceEventExtra *extra)
{
  const DwellStoreName *named = &g_array_index (self->names, DwellStoreName,
                                                _dwell_store_get_name (self, name));
  g_autoptr(GString) key = g_string_new (NULL);
  gboolean is_flow = strchr ("stf", event->phase) != NULL;
  gboolean is_nestable = strchr ("ben", event->phase) != NULL;

  g_string_append_printf (key, "%c%u/", is_flow ? 's' : is_nestable ? 'b' : 'S', named->category);
  if (!is_nestable && !is_flow)
    g_string_append_printf (key, "%u/", named->text);
  if (extra->local_id.p != NULL)
    {
      g_string_append_printf (key, "local %u/", process);
      dwell_json_unescape (&extra->local_id, key);
    }
  dwell_json_unescape (extra->global_id.p != NULL ? &extra->global_id : &extra->id, key);
  g_string_append_c (key, '/');
  dwell_json_unescape (&extra->scope, key);
  return dwell_strings_intern_bytes (self->builder->strings, key->str, key->len,
                                     DWELL_CHARSET_WINDOWS_1252);
}

static DwellStoreRecord
make_record (const DwellTraceEvent *event,
             DwellStoreCall         name,
             guint64                line)
{
  return (DwellStoreRecord) {
    .time_ns = event->time_ns,
    .duration_ns = event->duration_ns,
    .name = name,
    .line = _dwell_store_pack_line (line),
    .kind = event->phase == 'X' ? DWELL_STORE_WHOLE
            : event->phase == 'E' || event->phase == 'e' || event->phase == 'F'
              ? DWELL_STORE_END : DWELL_STORE_BEGIN,
    .flags = event->faults & DWELL_TRACE_EVENT_NEGATIVE ? DWELL_SPAN_CLAMPED : 0,
  };
}

static void
take_async (DwellStore                 *self,
            const DwellTraceEvent      *event,
            DwellStoreCall              name,
            guint32                     process,
            const DwellTraceEventExtra *extra,
            guint64                     line)
{
  DwellStoreAsync async = { make_record (event, name, line), process, 0, event->phase };

  async.record.duration_ns = DWELL_TIME_NONE;
  async.key = make_async_key (self, event, name, process, extra);
  g_array_append_val (self->async, async);
  self->n_bytes += sizeof async;
}

static void
take_flow (DwellStore                 *self,
           const DwellTraceEvent      *event,
           guint32                     name,
           guint32                     thread,
           guint32                     process,
           const DwellTraceEventExtra *extra)
{
  DwellStoreFlow flow = {
    .time_ns = event->time_ns,
    .key = make_async_key (self, event, name, process, extra),
    .name = name,
    .thread = thread,
    .order = self->flows->len,
    .span = DWELL_NONE,
    .phase = event->phase,
    .binding = event->reach == 'e' ? DWELL_STORE_ENCLOSING_SPAN : DWELL_STORE_NEXT_SPAN,
  };

  g_array_append_val (self->flows, flow);
  self->n_bytes += sizeof flow;
}

/* Adds a step of a flow without a name, which the span itself is. Returns its new call. */
static DwellStoreCall
take_own_step (DwellStore                 *self,
               const DwellTraceEvent      *event,
               DwellStoreCall              call,
               guint32                     thread,
               const DwellTraceEventExtra *extra)
{
  g_autoptr(GString) key = g_string_new ("bind/");
  DwellStoreFlow flow = {
    .time_ns = event->time_ns,
    .name = dwell_store_find_name (self, 0, 0),
    .thread = thread,
    .order = self->flows->len,
    .phase = !extra->flows_in ? 's' : extra->flows_out ? 't' : 'F',
  };

  dwell_json_unescape (&extra->bind_id, key);
  flow.key = dwell_strings_intern_bytes (self->builder->strings, key->str, key->len,
                                         DWELL_CHARSET_WINDOWS_1252);
  return dwell_store_add_step (self, call, &flow);
}

static void
take_counter (Taking                     *taking,
              const DwellTraceEvent      *event,
              guint32                     name,
              guint32                     process,
              const DwellTraceEventExtra *extra,
              guint64                     line)
{
  DwellStore *self = taking->store;
  guint32 text = g_array_index (self->names, DwellStoreName, name).text;

  if (!_dwell_trace_event_take_values (self, event, text, process, extra))
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-value", line,
                        (gint64) (taking->offset + event->offset),
                        _("A counter has no number: it was left out"));
}

/* Returns whether the time of the event counts for the session. */
static gboolean
take_timed (Taking                     *taking,
            const DwellTraceEvent      *event,
            const DwellTraceEventExtra *extra,
            guint64                     line)
{
  DwellStore *self = taking->store;
  DwellStoreCall name = taking->names[event->name];
  guint32 number = taking->threads[event->thread];
  guint32 process = g_array_index (self->threads, DwellStoreThread, number).process;
  DwellStoreRecord record;

  if (_dwell_trace_event_take_state (self, taking->block, event, taking->texts,
                                     g_array_index (self->names, DwellStoreName, name).category,
                                     process))
    return TRUE;
  if (event->n_args > 0)
    name = dwell_store_add_args (self, name, take_args (taking, event));

  switch (event->phase)
    {
    case 'B': case 'E': case 'X':
      if (extra != NULL)
        name = take_own_step (self, event, name, number, extra);
      record = make_record (event, name, line);
      dwell_store_add_record (self, number, &record);
      break;
    case 'i': case 'I': case 'R':
      dwell_store_add_point (self, event->reach == 'g' ? self->global
                                   : event->reach == 'p'
                                     ? g_array_index (self->processes, DwellStorePlace,
                                                      process).points
                                     : g_array_index (self->threads, DwellStoreThread,
                                                      number).place.points,
                             event->time_ns, name);
      break;
    case 'C':
      take_counter (taking, event, name, process, extra, line);
      break;
    case 'b': case 'e': case 'S': case 'F':
      take_async (self, event, name, process, extra, line);
      break;
    case 'n': case 'T': case 'p':
      dwell_store_add_point (self, g_array_index (self->processes, DwellStorePlace,
                                                  process).points,
                             event->time_ns, name);
      break;
    case 's': case 't': case 'f':
      take_flow (self, event, taking->names[event->name], number, process, extra);
      return FALSE;
    case 'P':
      self->n_samples++;
      return FALSE;
    default:
      self->n_by_phase[event->phase & 0x7f]++;
      return FALSE;
    }

  if (event->reach != 't' ||
      (event->phase != 'i' && event->phase != 'I' && event->phase != 'R'))
    {
      guint64 *first = &g_array_index (self->processes, DwellStorePlace, process).first;

      *first = *first == 0 ? self->n_events : *first;
    }
  if (dwell_trace_event_is_of_thread (event->phase))
    {
      DwellStorePlace *place = &g_array_index (self->threads, DwellStoreThread,
                                               number).place;

      place->first = place->first == 0 ? self->n_events : place->first;
    }

  return TRUE;
}

static void
take_event (Taking                *taking,
            const DwellTraceEvent *event)
{
  DwellStore *self = taking->store;
  guint64 line = taking->n_lines_before + event->line + 1;
  const DwellTraceEventExtra *extra = event->extra != DWELL_NONE
    ? &g_array_index (taking->block->extras, DwellTraceEventExtra, event->extra) : NULL;

  if (G_UNLIKELY (event->faults != 0))
    tell_faults (taking, event, line);
  if (event->faults & DWELL_TRACE_EVENT_IS_BAD)
    return;

  self->n_events++;
  if (event->faults & (DWELL_TRACE_EVENT_NO_PHASE | DWELL_TRACE_EVENT_BAD_TIME))
    return;

  if (event->phase == 'M')
    take_metadata (self, taking->threads[event->thread],
                   dwell_strings_get (self->builder->strings,
                                      g_array_index (self->names, DwellStoreName,
                                                     taking->names[event->name]).text), extra);
  else if (take_timed (taking, event, extra, line))
    {
      self->begin_ns = MIN (self->begin_ns, event->time_ns);
      self->end_ns = MAX (self->end_ns, event->time_ns + (event->duration_ns > 0
                                                          ? event->duration_ns : 0));
    }
}

/* Numbers strings in the same order, whatever the compiler's order of evaluating arguments. */
static guint32
find_name (DwellStore      *self,
           const DwellPair *pair)
{
  guint32 category = intern (self, &pair->second);

  return dwell_store_find_name (self, intern (self, &pair->first), category);
}

static guint32
find_thread (DwellStore      *self,
             const DwellPair *pair)
{
  guint32 thread = intern_key (self, pair->second.p != NULL ? &pair->second : &pair->first);

  return dwell_store_find_thread (self, intern_key (self, &pair->first), thread);
}

/* Finds the place of the first name that was cut. */
static void
note_cut (Taking *taking)
{
  DwellStore *self = taking->store;
  const char *text = taking->block->text;

  self->cut_line = taking->n_lines_before + 1;
  for (const char *p = text; (p = memchr (p, '\n', (gsize) (self->first_cut - p))) != NULL; p++)
    self->cut_line++;
  self->cut_offset = (gint64) taking->offset + (self->first_cut - text);
}

/**
 * dwell_trace_event_take:
 * @self: a store
 * @block: parsed events
 * @n_lines_before: line ends before the text
 * @offset: bytes before the text
 *
 * Takes the events of a text, in the order of the file.
 */
void
dwell_trace_event_take (DwellStore                 *self,
                        const DwellTraceEventBlock *block,
                        guint64                     n_lines_before,
                        guint64                     offset)
{
  Taking taking = {
    .store = self, .block = block, .offset = offset, .n_lines_before = n_lines_before,
    .names = g_new (guint32, block->names.pairs->len + 1),
    .threads = g_new (guint32, block->threads.pairs->len + 1),
    .texts = g_new (guint32, block->texts.pairs->len + 1),
  };

  for (guint i = 0; i < block->names.pairs->len; i++)
    taking.names[i] = find_name (self, &g_array_index (block->names.pairs,
                                                       DwellPair, i));
  for (guint i = 0; i < block->threads.pairs->len; i++)
    taking.threads[i] = find_thread (self, &g_array_index (block->threads.pairs,
                                                           DwellPair, i));
  for (guint i = 0; i < block->texts.pairs->len; i++)
    taking.texts[i] = intern (self, &g_array_index (block->texts.pairs,
                                                                       DwellPair,
                                                                       i).first);
  for (guint i = 0; i < block->events->len; i++)
    take_event (&taking, &g_array_index (block->events, DwellTraceEvent, i));
  if (self->n_cut > 0 && self->cut_line == 0)
    note_cut (&taking);

  g_free (taking.names);
  g_free (taking.threads);
  g_free (taking.texts);
}
