/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads trace events. Blocks end at any byte. A worker parses a block from the first place at which
 * an event seems to begin. The consumer joins the text before that place to the rest of the
 * previous block; if the result consists of whole events, it takes the events of the worker. If
 * not, the worker was wrong, and the consumer parses the block itself. It also parses everything
 * outside of the array of events. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-reader.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-lines.h"
#include "formats/trace-event/dwell-trace-event-take.h"

/* A longer event is not taken for one. */
#define MAX_EVENT_BYTES ((gsize) 64 << 20)

/* If the rest of a text is longer than this, it is not parsed again until it is twice as long. */
#define LONG_EVENT_BYTES ((gsize) 256 << 10)

/* Limits of the values beside the events that are kept. */
#define MAX_OTHER_VALUES 64
#define MAX_OTHER_BYTES  1024

typedef enum {
  IN_OBJECT, /* in the outer object, between its values */
  IN_VALUE,  /* in the value of a key other than traceEvents */
  IN_EVENTS,
  IN_LOST,   /* after text that is not an event: events continue at the next line with one */
  BEHIND,    /* nothing of interest follows */
} Place;

typedef struct {
  DwellBuilder         *builder;
  DwellStore  store;
  DwellTraceEventForm   form;
  Place                 place;
  DwellJsonSkip         skip;
  gboolean              is_first_key;
  gboolean              is_ended;    /* the brackets of the file have closed */
  GByteArray           *carry;       /* the text of previous blocks that was not parsed yet */
  gsize                 carry_enough; /* parsing it again makes sense from this size on */
  gboolean              is_last;      /* no other block follows */
  guint64               carry_offset;
  guint64               carry_lines; /* line ends before it */
  DwellTraceEventBlock *block;       /* events that the consumer parses */
  gint64                begin_ns;    /* the session, if the file states it beside the events */
  gint64                end_ns;
  GString              *other;       /* other values beside the events */
  guint                 n_other;
  guint64               n_other_lost; /* number of values that are not kept */
  guint64               lost_line;    /* where the first of these is */
  gint64                lost_offset;
  const char           *text;         /* the text that the consumer is parsing */
  guint64               text_lines;   /* line ends, and bytes, before it */
  guint64               text_offset;
} Reader;

/* Returns where an event seems to begin: at the first brace after a comma, or at the start. */
static const char *
guess_begin (DwellScan text)
{
  char before = ',';

  for (const char *p = text.p; p < text.end; p++)
    {
      if (*p == '{' && before == ',')
        return p;
      if (!g_ascii_isspace (*p))
        before = *p;
    }

  return text.end;
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  DwellTraceEventBlock *parsed = dwell_trace_event_block_new ();
  DwellScan text = { block->text, block->text + block->length };

  dwell_trace_event_block_parse (parsed, text, guess_begin (text));
  return parsed;
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  dwell_trace_event_block_free (data);
}

static guint64
count_newlines (const char *p,
                const char *end)
{
  guint64 n = 0;

  for (; (p = memchr (p, '\n', (gsize) (end - p))) != NULL; p++)
    n++;

  return n;
}

/* Counts a value that is not kept, and records the place of the first one. */
static void
lose_other (Reader     *self,
            const char *value)
{
  if (self->n_other_lost++ > 0)
    return;

  self->lost_line = self->text_lines + count_newlines (self->text, value) + 1;
  self->lost_offset = (gint64) self->text_offset + (value - self->text);
}

/* Keeps a scalar beside the events. */
static void
keep_other (Reader              *self,
            const DwellJsonText *key,
            DwellScan            value)
{
  const char *begin = value.p;
  DwellJsonText text;
  g_autoptr(GString) line = g_string_new (NULL);
  g_autofree char *valid = NULL;

  value.end++;  /* lets a word at the end count as complete: the byte after it was seen */
  if (dwell_json_scalar (&value, &text) != DWELL_JSON_GOOD)
    return;
  if (self->n_other >= MAX_OTHER_VALUES || text.length > MAX_OTHER_BYTES)
    {
      lose_other (self, begin);
      return;
    }

  dwell_json_unescape (key, line);
  g_string_append (line, ": ");
  dwell_json_unescape (&text, line);
  valid = dwell_text_to_utf8 (line->str, line->len, DWELL_CHARSET_WINDOWS_1252);
  if (self->other->len > 0)
    g_string_append_c (self->other, '\n');
  g_string_append (self->other, valid);
  self->n_other++;
}

/* Takes the start or the end of the session, if the key is one of those that Dwell writes for
 * them. */
static gboolean
take_bound (Reader              *self,
            const DwellJsonText *key,
            DwellScan            value)
{
  gboolean is_begin = dwell_json_text_is (key, "session_begin");
  DwellJsonText text;
  gint64 time_ns;

  value.end++; /* as above */
  if ((!is_begin && !dwell_json_text_is (key, "session_end")) ||
      dwell_json_scalar (&value, &text) != DWELL_JSON_GOOD ||
      !dwell_trace_event_parse_time (&text, &time_ns))
    return FALSE;

  *(is_begin ? &self->begin_ns : &self->end_ns) = time_ns;
  return TRUE;
}

/* Keeps the scalars within an object, such as "otherData". */
static void
keep_all (Reader    *self,
          DwellScan  object)
{
  DwellJsonText key;
  DwellScan value;
  gboolean has_key;

  if (dwell_json_enter (&object, '{') != DWELL_JSON_GOOD)
    return;

  for (gboolean is_first = TRUE;
       dwell_json_next_key (&object, is_first, &key, &has_key) == DWELL_JSON_GOOD && has_key &&
       dwell_json_value (&object, &value) == DWELL_JSON_GOOD;
       is_first = FALSE)
    if (!take_bound (self, &key, value))
      keep_other (self, &key, value);
}

/* Takes a key of the outer object, and its value as far as it is there. Returns FALSE if more text
 * is needed. */
static gboolean
take_key (Reader    *self,
          DwellScan *s)
{
  DwellScan t = *s;
  DwellScan value;
  DwellJsonText key;
  gboolean has_key;
  DwellJsonResult result = dwell_json_next_key (&t, self->is_first_key, &key, &has_key);

  if (result == DWELL_JSON_CUT)
    return FALSE;

  if (result == DWELL_JSON_BAD || !has_key)
    {
      self->place = BEHIND;
      self->is_ended = result == DWELL_JSON_GOOD;
    }
  else if (dwell_json_text_is (&key, "traceEvents") && t.p == t.end)
    return FALSE;
  else if (dwell_json_text_is (&key, "traceEvents") &&
           dwell_json_enter (&t, '[') == DWELL_JSON_GOOD)
    self->place = IN_EVENTS;
  else if ((result = dwell_json_value (&t, &value)) == DWELL_JSON_GOOD)
    {
      if (dwell_json_text_is (&key, "otherData") || dwell_json_text_is (&key, "metadata"))
        keep_all (self, value);
      else
        keep_other (self, &key, value);
    }
  else if (result == DWELL_JSON_CUT && !self->is_last &&
           (gsize) (s->end - s->p) < LONG_EVENT_BYTES)
    return FALSE;
  else
    {
      self->place = IN_VALUE;
      self->skip = (DwellJsonSkip) { 0 };
    }

  self->is_first_key = FALSE;
  *s = t;
  return TRUE;
}

static void
leave_events (Reader *self)
{
  self->place = self->form == DWELL_TRACE_EVENT_OBJECT ? IN_OBJECT : BEHIND;
  self->is_ended = self->place == BEHIND;
}

/* Parses events, takes them over, and moves the cursor past them. */
static gboolean
take_events (Reader    *self,
             DwellScan  text,
             DwellScan *s,
             guint64    n_lines_before,
             guint64    offset)
{
  dwell_trace_event_block_clear (self->block);
  dwell_trace_event_block_parse (self->block, text, s->p);
  dwell_trace_event_take (&self->store, self->block, n_lines_before, offset);
  s->p = self->block->end;

  if (self->block->is_ended)
    leave_events (self);
  else if (self->block->is_lost)
    self->place = IN_LOST;

  return self->block->is_ended;
}

static gboolean
find_again (Reader    *self,
            DwellScan *s)
{
  const char *event = dwell_trace_event_find (*s);

  if (event != NULL)
    self->place = IN_EVENTS;
  s->p = event != NULL ? event : s->end;
  return event != NULL;
}

/* Parses @text as far as possible. Returns the rest. */
static const char *
take_text (Reader    *self,
           DwellScan  text,
           guint64    n_lines_before,
           guint64    offset)
{
  DwellScan s = text;
  gboolean goes_on = TRUE;

  self->text = text.p;
  self->text_lines = n_lines_before;
  self->text_offset = offset;
  while (goes_on && s.p < s.end)
    switch (self->place)
      {
      case IN_OBJECT:
        goes_on = take_key (self, &s);
        break;
      case IN_VALUE:
        {
          DwellJsonResult result = dwell_json_skip (&s, &self->skip);

          goes_on = result != DWELL_JSON_CUT;
          if (goes_on)
            self->place = result == DWELL_JSON_GOOD ? IN_OBJECT : BEHIND;
          break;
        }
      case IN_EVENTS:
        goes_on = take_events (self, text, &s, n_lines_before, offset);
        break;
      case IN_LOST:
        goes_on = find_again (self, &s);
        break;
      case BEHIND:
      default:
        s.p = s.end;
        break;
      }

  return s.p;
}

/* Parses the rest of the previous blocks together with the text that follows. Keeps what is
 * left. */
static void
take_carry (Reader     *self,
            const char *p,
            gsize       n)
{
  DwellScan text;
  const char *rest;

  g_byte_array_append (self->carry, (const guint8 *) p, (guint) n);
  if (self->carry->len == 0 || (self->carry->len < self->carry_enough && !self->is_last))
    return;

  text = (DwellScan) { (const char *) self->carry->data,
                       (const char *) self->carry->data + self->carry->len };
  rest = take_text (self, text, self->carry_lines, self->carry_offset);
  self->carry_lines += count_newlines (text.p, rest);
  self->carry_offset += (guint64) (rest - text.p);
  g_byte_array_remove_range (self->carry, 0, (guint) (rest - text.p));
  self->carry_enough = self->carry->len > LONG_EVENT_BYTES ? 2 * (gsize) self->carry->len : 0;

  if (self->carry->len > MAX_EVENT_BYTES)
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "bad-event",
                          self->carry_lines + 1, (gint64) self->carry_offset,
                          _("An event is not a JSON object: it was left out"));
      self->place = IN_LOST;
      g_byte_array_set_size (self->carry, 0);
    }
}

/* Takes the events of a worker after the place that the consumer has reached. */
static void
take_parsed (Reader                     *self,
             const DwellBlock           *block,
             const DwellTraceEventBlock *parsed,
             guint64                     n_lines_before)
{
  DwellScan text = { block->text, block->text + block->length };

  dwell_trace_event_take (&self->store, parsed, n_lines_before, block->offset);
  if (parsed->is_ended)
    leave_events (self);
  else if (parsed->is_lost)
    self->place = IN_LOST;

  self->carry_offset = block->offset + (guint64) (parsed->end - block->text);
  self->carry_lines = n_lines_before + parsed->n_lines;
  g_byte_array_set_size (self->carry, 0);
  self->carry_enough = 0;
  take_carry (self, parsed->end, (gsize) (text.end - parsed->end));
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           data,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  DwellTraceEventBlock *parsed = data;
  const char *p = block->text;
  const char *end = block->text + block->length;

  self->is_last = block->is_last;
  if (block->offset == 0)
    {
      if (block->length >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
        p += 3;
      while (p < end && g_ascii_isspace (*p))
        p++;
      p += p < end && self->form != DWELL_TRACE_EVENT_BARE;
      self->carry_offset = (guint64) (p - block->text);
      self->carry_lines = count_newlines (block->text, p);
    }

  if (p < parsed->begin)
    take_carry (self, p, (gsize) (parsed->begin - p));

  if (self->carry->len == 0 && self->place == IN_EVENTS && p <= parsed->begin)
    take_parsed (self, block, parsed, n_lines_before);
  else
    take_carry (self, MAX (p, parsed->begin), (gsize) (end - MAX (p, parsed->begin)));

  return dwell_builder_check (self->builder, self->store.n_bytes + self->carry->len, error);
}

/* Returns whether the first object of @text, which may be cut, is an event; @is_object: whether it
 * is an object that contains events. */
static gboolean
look_at_object (DwellScan  text,
                gboolean  *is_object)
{
  DwellScan s = text;
  DwellJsonText key;
  DwellScan value;
  gboolean has_key;

  *is_object = FALSE;
  if (dwell_trace_event_parse_one (text))
    return TRUE;
  if (dwell_json_enter (&s, '{') != DWELL_JSON_GOOD)
    return FALSE;

  for (gboolean is_first = TRUE;
       dwell_json_next_key (&s, is_first, &key, &has_key) == DWELL_JSON_GOOD && has_key;
       is_first = FALSE)
    {
      if (dwell_json_text_is (&key, "traceEvents"))
        {
          *is_object = dwell_json_enter (&s, '[') == DWELL_JSON_GOOD;
          break;
        }
      if (dwell_json_value (&s, &value) != DWELL_JSON_GOOD)
        break;
    }

  return FALSE;
}

/* Whether an event begins at any of the braces. */
static gboolean
finds_event (DwellScan text)
{
  guint n_tries = 0;

  for (const char *p = text.p;
       n_tries < 1000 && p < text.end &&
       (p = memchr (p, '{', (gsize) (text.end - p))) != NULL;
       p++, n_tries++)
    if (dwell_trace_event_parse_one ((DwellScan) { p, text.end }))
      return TRUE;

  return FALSE;
}

/**
 * dwell_trace_event_get_form:
 * @head: the first bytes of a file
 * @length: how many
 * @has_event: (out): whether there is an event among them
 *
 * Determines the form of a file from its start.
 *
 * Returns: the form; %DWELL_TRACE_EVENT_OTHER if it is not a file of trace events
 */
DwellTraceEventForm
dwell_trace_event_get_form (const char *head,
                            gsize       length,
                            gboolean   *has_event)
{
  DwellScan s = { head, head + length };
  gboolean is_object = FALSE;

  *has_event = FALSE;
  dwell_scan_literal (&s, "\xef\xbb\xbf");
  dwell_json_space (&s);
  if (s.p == s.end || (*s.p != '{' && *s.p != '['))
    return DWELL_TRACE_EVENT_OTHER;

  if (*s.p == '{' && look_at_object (s, &is_object))
    {
      *has_event = TRUE;
      return DWELL_TRACE_EVENT_BARE;
    }

  *has_event = finds_event (s);
  if (*s.p == '[')
    return *has_event ? DWELL_TRACE_EVENT_ARRAY : DWELL_TRACE_EVENT_OTHER;

  return is_object || (*has_event && g_strstr_len (s.p, s.end - s.p, "\"traceEvents\"") != NULL)
         ? DWELL_TRACE_EVENT_OBJECT : DWELL_TRACE_EVENT_OTHER;
}

static void
init_reader (Reader       *self,
             DwellSource  *source,
             DwellBuilder *builder)
{
  gboolean has_event;
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);

  *self = (Reader) {
    .builder = builder, .is_first_key = TRUE,
    .carry = g_byte_array_new (), .block = dwell_trace_event_block_new (),
    .other = g_string_new (NULL), .begin_ns = G_MAXINT64, .end_ns = G_MININT64,
  };
  self->form = dwell_trace_event_get_form (head, length, &has_event);
  if (self->form == DWELL_TRACE_EVENT_OTHER)
    self->form = memchr (head, '[', MIN (length, 1)) != NULL ? DWELL_TRACE_EVENT_ARRAY
                                                             : DWELL_TRACE_EVENT_OBJECT;
  self->place = self->form == DWELL_TRACE_EVENT_OBJECT ? IN_OBJECT : IN_EVENTS;
  dwell_store_init (&self->store, builder);
  self->store.args_tell_borders = TRUE;
}

/* Sets the session to the one that the file states, if the file has any events. */
static void
settle_bounds (Reader *self)
{
  if (self->store.begin_ns > self->store.end_ns)
    return;

  self->store.begin_ns = MIN (self->store.begin_ns, self->begin_ns);
  self->store.end_ns = MAX (self->store.end_ns, self->end_ns);
}

static void
clear_reader (Reader *self)
{
  dwell_store_clear (&self->store);
  dwell_trace_event_block_free (self->block);
  g_byte_array_unref (self->carry);
  g_string_free (self->other, TRUE);
}

/**
 * dwell_trace_event_read:
 * @source: the source of the file
 * @options: not used
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: events may come in any order, so there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if there is no event
 *
 * Reads trace events. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_trace_event_read (DwellSource         *source,
                        const DwellOptions  *options,
                        DwellBuilder        *builder,
                        DwellCheckpoint     *checkpoint,
                        DwellProgress       *progress,
                        GCancellable        *cancellable,
                        GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block,
                                      .ends_anywhere = TRUE };
  Reader self;
  gboolean is_good;

  init_reader (&self, source, builder);
  is_good = dwell_lines_run (source, G_MAXSIZE / 2, &work, &self, builder->problems, progress,
                             cancellable, error);

  if (is_good && (self.carry->len > 0 || (!self.is_ended && self.form != DWELL_TRACE_EVENT_BARE)))
    dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "truncated",
                        self.carry_lines + 1, (gint64) self.carry_offset,
                        _("The file ends before the events are complete: those that are complete "
                          "are shown"));
  if (is_good && self.n_other_lost > 0)
    dwell_problems_add_n (builder->problems, self.n_other_lost, DWELL_SEVERITY_WARNING,
                          "too-many-values", self.lost_line, self.lost_offset,
                          /* Translators: how many values, and bytes of one, are kept */
                          _("There are more than %d values outside the events, or one of more than "
                            "%d bytes: it was left out"), MAX_OTHER_VALUES, MAX_OTHER_BYTES);
  if (is_good && self.other->len > 0)
    dwell_builder_set_property (builder, "other_data", N_("Other data"),
                                g_variant_new_string (self.other->str));

  settle_bounds (&self);
  is_good = is_good && dwell_store_finish (&self.store, error);
  clear_reader (&self);
  return is_good;
}
