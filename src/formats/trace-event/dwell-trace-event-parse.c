/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses events. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-parse.h"

#include "core/dwell-decimal.h"

/* An event as it is parsed, before what it names gets numbers. */
typedef struct {
  DwellTraceEvent      event;
  DwellTraceEventExtra extra;
  DwellPair  name;   /* name, category */
  DwellPair  thread; /* process, thread */
  DwellJsonText        time;
  DwellJsonText        duration;
  DwellJsonText        thread_duration;
  DwellJsonText        phase;
  DwellJsonText        binding;
  DwellJsonText        flow_in;
  DwellJsonText        flow_out;
} Draft;

/* Keys of an event whose texts are remembered. */
#define MAX_KNOWN_KEYS 12

/* What stood before a value of an event: a comma, a key and a colon. Most events of a file have the
 * keys of the one before them, so that their texts are compared rather than taken apart. */
typedef struct {
  const char *text;
  gsize       length; /* 0: it is not known, or where the value goes to is not */
  gsize       offset; /* of the place in a draft that the value goes to */
  guint64     word;   /* the first bytes of the text */
  guint64     mask;   /* those of the word that are of the text */
} KnownKey;

typedef struct {
  KnownKey keys[MAX_KNOWN_KEYS];
} KnownKeys;

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

/* Digits whose number has room in 64 bits. */
#define MAX_PLAIN_DIGITS 19

/* As nearly all times are: digits, up to three of them behind the point. */
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
 * Reads a time without ever making a double of it.
 *
 * Returns: %FALSE if it is no number, or more than %DWELL_TIME_MAX
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

static gboolean
key_is (const DwellJsonText *key,
        const char          *word,
        gsize                length)
{
  return key->length == length && memcmp (key->p, word, length) == 0;
}

#define KEY_IS(key, word) key_is (key, word, sizeof word - 1)

/* Returns where the text of a key goes to; NULL if it is not used. */
static DwellJsonText *
find_place (Draft               *draft,
            const DwellJsonText *key)
{
  static const struct {
    const char *key;
    gsize       length;
    gsize       offset;
  } places[] = {
#define PLACE(word, member) { word, sizeof word - 1, offsetof (Draft, member) }
    PLACE ("ts", time), PLACE ("ph", phase), PLACE ("pid", thread.first),
    PLACE ("tid", thread.second), PLACE ("name", name.first), PLACE ("dur", duration),
    PLACE ("cat", name.second), PLACE ("id", extra.id), PLACE ("scope", extra.scope),
    PLACE ("tdur", thread_duration), PLACE ("bp", binding), PLACE ("bind_id", extra.bind_id),
    PLACE ("flow_in", flow_in), PLACE ("flow_out", flow_out),
#undef PLACE
  };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (key_is (key, places[i].key, places[i].length))
      return (DwellJsonText *) ((char *) draft + places[i].offset);

  return NULL;
}

/* The object behind the key id2: { "local": …, "global": … } */
static DwellJsonResult
parse_second_id (DwellScan *s,
                 Draft     *draft)
{
  DwellJsonText key;
  gboolean has_key;
  DwellJsonResult result = dwell_json_enter (s, '{');

  for (gboolean is_first = TRUE; result == DWELL_JSON_GOOD; is_first = FALSE)
    {
      DwellScan value;

      result = dwell_json_next_key (s, is_first, &key, &has_key);
      if (result != DWELL_JSON_GOOD || !has_key)
        break;

      if (KEY_IS (&key, "local"))
        result = dwell_json_scalar (s, &draft->extra.local_id);
      else if (KEY_IS (&key, "global"))
        result = dwell_json_scalar (s, &draft->extra.global_id);
      else
        result = dwell_json_value (s, &value);
    }

  return result;
}

/* Scans a value that goes to a place of a draft. Arrays and objects do not. */
static DwellJsonResult
parse_plain_value (DwellScan     *s,
                   DwellJsonText *place)
{
  DwellScan value;

  if (s->p == s->end)
    return DWELL_JSON_CUT;
  if (*s->p == '{' || *s->p == '[')
    return dwell_json_value (s, &value);

  return dwell_json_scalar (s, place);
}

/* @known: (out): the offset is set, or the length is 0 */
static DwellJsonResult
parse_value (DwellScan           *s,
             const DwellJsonText *key,
             Draft               *draft,
             KnownKey            *known)
{
  DwellScan value;
  DwellJsonText *place;
  DwellJsonResult result;

  place = find_place (draft, key);
  if (place != NULL)
    {
      known->offset = (gsize) ((char *) place - (char *) draft);
      return parse_plain_value (s, place);
    }

  known->length = 0;
  if (s->p == s->end)
    return DWELL_JSON_CUT;
  if (KEY_IS (key, "args"))
    return dwell_json_value (s, &draft->extra.args);
  if (KEY_IS (key, "id2") && *s->p == '{')
    return parse_second_id (s, draft);
  if (KEY_IS (key, "s"))
    {
      DwellJsonText reach;

      result = dwell_json_scalar (s, &reach);
      if (result == DWELL_JSON_GOOD && reach.length > 0)
        draft->event.reach = *reach.p;
      return result != DWELL_JSON_BAD ? result : dwell_json_value (s, &value);
    }

  return dwell_json_value (s, &value);
}

/* LibreOffice forgets a quote in its instants: {"name:"TEXT","ph":"i",… Sets @has_name if that
 * stands there. The text ends on its line. */
static DwellJsonResult
scan_unquoted_name (DwellScan *s,
                    Draft     *draft,
                    gboolean  *has_name)
{
  static const char sign[] = "\"name:\"";
  DwellScan t = *s;
  const char *line_end;
  const char *end;

  *has_name = FALSE;
  dwell_json_space (&t);
  if (!dwell_scan_literal (&t, sign) || t.p == t.end || *t.p == ':' || g_ascii_isspace (*t.p))
    return DWELL_JSON_GOOD;

  line_end = memchr (t.p, '\n', (gsize) (t.end - t.p));
  end = g_strstr_len (t.p, (line_end != NULL ? line_end : t.end) - t.p, "\",");
  if (end == NULL)
    return line_end != NULL ? DWELL_JSON_GOOD : DWELL_JSON_CUT;

  *has_name = TRUE;
  draft->name.first = (DwellJsonText) { t.p, (guint32) (end - t.p), TRUE, FALSE };
  s->p = end + 1;
  return DWELL_JSON_GOOD;
}

static void
remember_key (KnownKey   *known,
              const char *text,
              gsize       length)
{
  *known = (KnownKey) { .text = text, .length = length };
  memcpy (&known->word, text, MIN (length, sizeof known->word));
  memset (&known->mask, 0xff, MIN (length, sizeof known->mask));
}

/* Whether the key stands at @s, with a value behind it. */
static inline gboolean
is_at_key (const DwellScan *s,
           const KnownKey  *known)
{
  gsize n_left = (gsize) (s->end - s->p);
  guint64 word;

  if (known->length == 0 || n_left <= known->length || n_left < sizeof word)
    return FALSE;

  memcpy (&word, s->p, sizeof word);
  return ((word ^ known->word) & known->mask) == 0 &&
         (known->length <= sizeof word ||
          memcmp (s->p + sizeof word, known->text + sizeof word,
                  known->length - sizeof word) == 0);
}

/* Scans a key and its value, unless the object ends. @known: (inout): what stood in that place of
 * the event before */
static DwellJsonResult
parse_member (DwellScan *s,
              gboolean   is_first,
              Draft     *draft,
              KnownKey  *known,
              gboolean  *has_key)
{
  const char *begin = s->p;
  DwellJsonText key;
  DwellJsonResult result;

  if (is_at_key (s, known))
    {
      s->p += known->length;
      *has_key = TRUE;
      return parse_plain_value (s, (DwellJsonText *) ((char *) draft + known->offset));
    }

  result = dwell_json_next_key (s, is_first, &key, has_key);
  if (result != DWELL_JSON_GOOD || !*has_key)
    return result;

  remember_key (known, begin, (gsize) (s->p - begin));
  return parse_value (s, &key, draft, known);
}

/* @known: (inout): the keys of the event before it in the same text; of 0 at first */
static DwellJsonResult
parse_object (DwellScan *s,
              Draft     *draft,
              KnownKeys *known)
{
  DwellJsonResult result = dwell_json_enter (s, '{');
  gboolean has_name = FALSE;
  gboolean has_key = TRUE;

  if (result == DWELL_JSON_GOOD)
    result = scan_unquoted_name (s, draft, &has_name);

  for (guint i = has_name; result == DWELL_JSON_GOOD && has_key; i++)
    {
      KnownKey other = { 0 };

      result = parse_member (s, i == 0, draft, i < MAX_KNOWN_KEYS ? &known->keys[i] : &other,
                             &has_key);
    }

  return result;
}

/* Makes numbers of the texts. Metadata needs no time. */
static void
settle_times (Draft *draft)
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
  return KEY_IS (text, "true") || KEY_IS (text, "1");
}

/* Whether the event is a span that is itself a step of a flow. */
static gboolean
is_step (Draft *draft)
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
           Draft                *draft)
{
  if (draft->phase.p != NULL && draft->phase.length > 0)
    draft->event.phase = *draft->phase.p;
  else
    draft->event.faults |= DWELL_TRACE_EVENT_NO_PHASE;

  /* A flow begins, and goes on, in the span around it. */
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
 * Looks for the next line that begins with an event, blanks and a comma before it aside.
 *
 * Returns: (nullable): the event's begin; %NULL if there is none
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

/* Passes over what is no event: to the next line that begins with one, or to the end of the value,
 * whatever comes first. */
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
 * @text: whole text, which offsets count from
 * @begin: where in it an event, or what stands between events, begins
 *
 * Parses the events of a text, up to its end or that of the array.
 */
void
dwell_trace_event_block_parse (DwellTraceEventBlock *self,
                               DwellScan             text,
                               const char           *begin)
{
  DwellScan s = { begin, text.end };
  const char *counted = text.p;
  KnownKeys known = { 0 };

  self->text = text.p;
  self->begin = self->end = begin;
  self->n_lines = 0;
  for (;;)
    {
      Draft draft = { 0 };
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
      result = parse_object (&s, &draft, &known);
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
 * For recognition.
 *
 * Returns: whether it begins with an event that says its phase and, but for metadata, its time
 */
gboolean
dwell_trace_event_parse_one (DwellScan text)
{
  Draft draft = { 0 };
  KnownKeys known = { 0 };

  return parse_object (&text, &draft, &known) == DWELL_JSON_GOOD &&
         draft.phase.p != NULL && draft.phase.is_string && draft.phase.length == 1 &&
         (draft.time.p != NULL || *draft.phase.p == 'M');
}
