/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses events. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-object.h"

#include "core/dwell-decimal.h"

/**
 * dwell_trace_event_block_new:
 *
 * Returns: (transfer full): a block without events
 */
DwellTraceEventBlock *
dwell_trace_event_block_new (void)
{
  DwellTraceEventBlock *self = g_new0 (DwellTraceEventBlock, 1);

  self->events = g_array_new (FALSE, FALSE, sizeof (DwellTraceEvent));
  self->extras = g_array_new (FALSE, FALSE, sizeof (DwellTraceEventExtra));
  self->args = g_array_new (FALSE, FALSE, sizeof (DwellTraceEventArg));
  dwell_pairs_init (&self->names);
  dwell_pairs_init (&self->threads);
  dwell_pairs_init (&self->texts);
  return self;
}

/**
 * dwell_trace_event_block_free:
 * @self: (transfer full): a block
 *
 * Frees a block.
 */
void
dwell_trace_event_block_free (DwellTraceEventBlock *self)
{
  g_array_unref (self->events);
  g_array_unref (self->extras);
  g_array_unref (self->args);
  dwell_pairs_clear (&self->names);
  dwell_pairs_clear (&self->threads);
  dwell_pairs_clear (&self->texts);
  g_free (self);
}

/**
 * dwell_trace_event_block_clear:
 * @self: a block
 *
 * Drops all events, for another text.
 */
void
dwell_trace_event_block_clear (DwellTraceEventBlock *self)
{
  g_array_set_size (self->events, 0);
  g_array_set_size (self->extras, 0);
  g_array_set_size (self->args, 0);
  dwell_pairs_clear (&self->names);
  dwell_pairs_clear (&self->threads);
  dwell_pairs_clear (&self->texts);
  dwell_pairs_init (&self->names);
  dwell_pairs_init (&self->threads);
  dwell_pairs_init (&self->texts);
  self->begin = self->end = NULL;
  self->is_ended = self->is_lost = FALSE;
}

static const DwellRatio us_to_ns = { 1000, 1 };

/* The greatest number of digits of a number that always fits into 64 bits. */
#define MAX_PLAIN_DIGITS 19

/* Parses the common form of times: digits, with up to three of them after the point. */
static gboolean
parse_plain_time (const DwellJsonText *text,
                  gint64              *time_ns)
{
  const char *end = text->p + text->length;
  const char *point = NULL;
  guint64 number = 0;
  guint n_places = 0;

  if (text->length == 0 || text->length > MAX_PLAIN_DIGITS)
    return FALSE;

  for (const char *p = text->p; p < end; p++)
    if (*p >= '0' && *p <= '9')
      number = number * 10 + (guint64) (*p - '0');
    else if (*p == '.' && point == NULL)
      point = p;
    else
      return FALSE;

  if (point != NULL)
    {
      n_places = (guint) (end - point - 1);
      if (point == text->p || n_places == 0 || n_places > 3)
        return FALSE;
    }

  for (; n_places < 3 && number <= DWELL_TIME_MAX; n_places++)
    number *= 10;
  *time_ns = (gint64) number;
  return number <= DWELL_TIME_MAX;
}

/**
 * dwell_trace_event_parse_time:
 * @text: a number of microseconds, as a number or a string
 * @time_ns: (out): ns, to the nearest
 *
 * Reads a time without converting it to a double.
 *
 * Returns: %FALSE if it is not a number, or more than %DWELL_TIME_MAX
 */
gboolean
dwell_trace_event_parse_time (const DwellJsonText *text,
                              gint64              *time_ns)
{
  DwellScan s = dwell_json_text_scan (text);
  DwellDecimal number;
  gboolean is_rounded;

  if (parse_plain_time (text, time_ns))
    return TRUE;

  dwell_scan_blanks (&s);
  if (!dwell_scan_decimal (&s, ".", &number))
    return FALSE;

  dwell_scan_blanks (&s);
  return s.p == s.end && dwell_decimal_scale (&number, &us_to_ns, time_ns, &is_rounded) &&
         ABS (*time_ns) <= DWELL_TIME_MAX;
}

/* Converts the texts of times to numbers. Metadata needs no time. */
static void
settle_times (DwellTraceEventDraft *draft)
{
  DwellTraceEvent *event = &draft->event;
  const DwellJsonText *duration =
    draft->duration.p != NULL ? &draft->duration : &draft->thread_duration;

  event->duration_ns = DWELL_TIME_NONE;
  if (event->phase == 'M')
    return;

  if (draft->time.p == NULL || !dwell_trace_event_parse_time (&draft->time, &event->time_ns))
    event->faults |= DWELL_TRACE_EVENT_BAD_TIME;
  else if (event->phase == 'X' && duration->p != NULL)
    {
      if (!dwell_trace_event_parse_time (duration, &event->duration_ns))
        event->faults |= DWELL_TRACE_EVENT_BAD_TIME;
      else if (event->duration_ns < 0)
        {
          event->duration_ns = 0;
          event->faults |= DWELL_TRACE_EVENT_NEGATIVE;
        }
      else if (event->duration_ns > DWELL_TIME_MAX - MAX (event->time_ns, 0))
        event->faults |= DWELL_TRACE_EVENT_BAD_TIME;
    }
}

static gboolean
is_true (const DwellJsonText *text)
{
  return dwell_json_text_is (text, "true") || dwell_json_text_is (text, "1");
}

/* Whether the event is a span that is itself a step of a flow. */
static gboolean
is_step (DwellTraceEventDraft *draft)
{
  DwellTraceEventExtra *extra = &draft->extra;

  if ((draft->event.phase != 'B' && draft->event.phase != 'X') || extra->bind_id.p == NULL)
    return FALSE;

  extra->flows_in = is_true (&draft->flow_in);
  extra->flows_out = is_true (&draft->flow_out);
  return extra->flows_in || extra->flows_out;
}

static void
add_event (DwellTraceEventBlock *self,
           DwellTraceEventDraft *draft)
{
  if (draft->phase.p != NULL && draft->phase.length > 0)
    draft->event.phase = *draft->phase.p;
  else
    draft->event.faults |= DWELL_TRACE_EVENT_NO_PHASE;

  /* A step that begins or continues a flow belongs to the enclosing span. */
  if (draft->event.phase == 's' || draft->event.phase == 't' ||
      (draft->event.phase == 'f' && draft->binding.length > 0 && *draft->binding.p == 'e'))
    draft->event.reach = 'e';
  else if (draft->event.phase == 'f')
    draft->event.reach = 't';

  settle_times (draft);
  draft->event.name = dwell_pairs_number (&self->names, &draft->name);
  draft->event.thread = dwell_pairs_number (&self->threads, &draft->thread);
  draft->event.extra = DWELL_NONE;
  if (draft->extra.args.p != NULL && draft->event.phase != '\0' &&
      strchr ("BEXiIRbenSFTp", draft->event.phase) != NULL)
    {
      draft->event.args = self->args->len;
      draft->event.n_args = _dwell_trace_event_parse_args (self, draft->extra.args,
                                                           &draft->event.faults);
    }
  if (!dwell_trace_event_is_of_thread (draft->event.phase) || is_step (draft))
    {
      draft->event.extra = self->extras->len;
      g_array_append_vals (self->extras, &draft->extra, 1);
    }

  g_array_append_vals (self->events, &draft->event, 1);
}

/**
 * dwell_trace_event_find:
 * @text: some text
 *
 * Looks for the next line that begins with an event, perhaps after blanks and a comma.
 *
 * Returns: (nullable): the start of the event; %NULL if there is none
 */
const char *
dwell_trace_event_find (DwellScan text)
{
  const char *newline;

  while (text.p < text.end &&
         (newline = memchr (text.p, '\n', (gsize) (text.end - text.p))) != NULL)
    {
      text.p = newline + 1;
      while (text.p < text.end && (*text.p == ',' || *text.p == ' ' || *text.p == '\t'))
        text.p++;
      if (text.p < text.end && *text.p == '{')
        return text.p;
    }

  return NULL;
}

/* Skips what is not an event: to the next line that begins with one, or to the end of the value,
 * whichever comes first. */
static void
skip_bad (DwellTraceEventBlock  *self,
          DwellScan             *s,
          const DwellTraceEvent *place)
{
  DwellTraceEvent event = { .offset = place->offset, .line = place->line, .extra = DWELL_NONE,
                            .faults = DWELL_TRACE_EVENT_IS_BAD };
  const char *next = dwell_trace_event_find (*s);
  DwellScan value;

  g_array_append_val (self->events, event);
  if (dwell_json_value (s, &value) == DWELL_JSON_GOOD && (next == NULL || s->p <= next))
    return;

  self->is_lost = next == NULL;
  s->p = next != NULL ? next : s->end;
}

static guint32
count_line_ends (const char *p,
                 const char *end)
{
  guint32 n = 0;

  for (; (p = memchr (p, '\n', (gsize) (end - p))) != NULL; p++)
    n++;

  return n;
}

/**
 * dwell_trace_event_block_parse:
 * @self: an empty block
 * @text: the whole text; offsets count from its start
 * @begin: a place in @text at which an event, or text between events, begins
 *
 * Parses the events of a text, up to the end of the text or of the array.
 */
void
dwell_trace_event_block_parse (DwellTraceEventBlock *self,
                               DwellScan             text,
                               const char           *begin)
{
  DwellScan s = { begin, text.end };
  const char *counted = text.p;
  DwellTraceEventKeys known = { 0 };

  self->text = text.p;
  self->begin = self->end = begin;
  self->n_lines = 0;
  for (;;)
    {
      DwellTraceEventDraft draft = { 0 };
      const char *event;
      DwellJsonResult result;

      while (s.p < s.end && (*s.p == ',' || g_ascii_isspace (*s.p)))
        s.p++;
      self->end = event = s.p;
      self->n_lines += count_line_ends (counted, event);
      counted = event;
      if (s.p == s.end)
        return;
      if (*s.p == ']')
        {
          self->end = s.p + 1;
          self->is_ended = TRUE;
          return;
        }

      draft.event.offset = (guint32) (event - text.p);
      draft.event.line = self->n_lines;
      draft.event.reach = 't';
      result = _dwell_trace_event_parse_object (&s, &draft, &known);
      if (result == DWELL_JSON_CUT)
        return;

      if (result == DWELL_JSON_GOOD)
        add_event (self, &draft);
      else
        {
          s.p = event;
          skip_bad (self, &s, &draft.event);
        }
    }
}

/**
 * dwell_trace_event_parse_one:
 * @text: text that begins with `{`
 *
 * Is used for recognition.
 *
 * Returns: whether it begins with an event that has a phase and, unless it is metadata, a time
 */
gboolean
dwell_trace_event_parse_one (DwellScan text)
{
  DwellTraceEventDraft draft = { 0 };
  DwellTraceEventKeys known = { 0 };

  return _dwell_trace_event_parse_object (&text, &draft, &known) == DWELL_JSON_GOOD &&
         draft.phase.p != NULL && draft.phase.is_string && draft.phase.length == 1 &&
         (draft.time.p != NULL || *draft.phase.p == 'M');
}
