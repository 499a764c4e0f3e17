/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of the Best Trace Format (README.md, "The file"). */
#include "config.h"

#include "formats/btf/dwell-btf-line.h"

#include <string.h>

#include "core/dwell-load.h"

/* The longest number with a point or an exponent. */
#define NUMBER_MAX 64

typedef struct {
  const char *word;
  int         value;
} Word;

static const Word types[] = {
  { "T", DWELL_BTF_TASK }, { "I", DWELL_BTF_INTERRUPT }, { "ISR", DWELL_BTF_INTERRUPT },
  { "R", DWELL_BTF_RUNNABLE }, { "STI", DWELL_BTF_STIMULUS }, { "SIG", DWELL_BTF_SIGNAL },
  { "EVENT", DWELL_BTF_OS_EVENT }, { "SEM", DWELL_BTF_SEMAPHORE }, { "C", DWELL_BTF_CORE },
  { "SCHED", DWELL_BTF_SCHEDULER }, { "IB", DWELL_BTF_SYSTEM }, { "ECU", DWELL_BTF_SYSTEM },
  { "Processor", DWELL_BTF_SYSTEM }, { "M", DWELL_BTF_SYSTEM }, { "SIM", DWELL_BTF_SYSTEM },
  { "SYS", DWELL_BTF_SYSTEM },
};

static const Word events[] = {
  { "activate", DWELL_BTF_ACTIVATE }, { "start", DWELL_BTF_START },
  { "preempt", DWELL_BTF_PREEMPT }, { "resume", DWELL_BTF_RESUME }, { "wait", DWELL_BTF_WAIT },
  { "release", DWELL_BTF_RELEASE }, { "poll", DWELL_BTF_POLL }, { "run", DWELL_BTF_RUN },
  { "park", DWELL_BTF_PARK }, { "poll_parking", DWELL_BTF_POLL_PARKING },
  { "release_parking", DWELL_BTF_RELEASE_PARKING }, { "terminate", DWELL_BTF_TERMINATE },
  { "mtalimitexceeded", DWELL_BTF_INFORMATIVE }, { "interrupt_suspended", DWELL_BTF_INFORMATIVE },
  { "boundedmigration", DWELL_BTF_INFORMATIVE }, { "phasemigration", DWELL_BTF_INFORMATIVE },
  { "fullmigration", DWELL_BTF_INFORMATIVE }, { "enforcedmigration", DWELL_BTF_INFORMATIVE },
  { "suspend", DWELL_BTF_SUSPEND }, { "trigger", DWELL_BTF_TRIGGER }, { "read", DWELL_BTF_READ },
  { "write", DWELL_BTF_WRITE }, { "set_event", DWELL_BTF_OF_OS_EVENT },
  { "clear_event", DWELL_BTF_OF_OS_EVENT }, { "wait_event", DWELL_BTF_OF_OS_EVENT },
  { "set_frequency", DWELL_BTF_SET_FREQUENCY }, { "set_frequence", DWELL_BTF_SET_FREQUENCY },
  { "requestsemaphore", DWELL_BTF_SEMAPHORE_USE },
  { "exclusivesemaphore", DWELL_BTF_SEMAPHORE_USE },
  { "queued", DWELL_BTF_SEMAPHORE_USE }, { "assigned", DWELL_BTF_SEMAPHORE_USE },
  { "waiting", DWELL_BTF_SEMAPHORE_USE }, { "released", DWELL_BTF_SEMAPHORE_USE },
  { "increment", DWELL_BTF_SEMAPHORE_USE }, { "decrement", DWELL_BTF_SEMAPHORE_USE },
  { "free", DWELL_BTF_SEMAPHORE_FREE }, { "unlock", DWELL_BTF_SEMAPHORE_FREE },
  { "ready", DWELL_BTF_SEMAPHORE_FREE }, { "lock", DWELL_BTF_SEMAPHORE_FULL },
  { "lock_used", DWELL_BTF_SEMAPHORE_FULL }, { "full", DWELL_BTF_SEMAPHORE_FULL },
  { "overfull", DWELL_BTF_SEMAPHORE_OVERFULL }, { "used", DWELL_BTF_SEMAPHORE_USED },
  { "unlock_full", DWELL_BTF_SEMAPHORE_USED }, { "schedule", DWELL_BTF_OF_SCHEDULER },
  { "schedulepoint", DWELL_BTF_OF_SCHEDULER }, { "processactivate", DWELL_BTF_OF_SCHEDULER },
  { "processpolling", DWELL_BTF_OF_SCHEDULER }, { "processterminate", DWELL_BTF_OF_SCHEDULER },
  { "execute", DWELL_BTF_OF_CORE }, { "idle", DWELL_BTF_OF_CORE },
};

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static void
skip_blanks (DwellScan *text)
{
  while (text->p < text->end && is_blank (*text->p))
    text->p++;
}

/**
 * dwell_btf_trim:
 * @text: (inout): some text, whose surrounding blanks are removed
 */
void
dwell_btf_trim (DwellScan *text)
{
  skip_blanks (text);
  while (text->end > text->p && is_blank (text->end[-1]))
    text->end--;
}

/**
 * dwell_btf_is_word:
 * @text: some text
 * @word: a word in lower case
 *
 * Returns: whether @text is @word in any case
 */
gboolean
dwell_btf_is_word (DwellScan   text,
                   const char *word)
{
  gsize length = (gsize) (text.end - text.p);

  return length == strlen (word) && g_ascii_strncasecmp (text.p, word, length) == 0;
}

/**
 * dwell_btf_take_word:
 * @text: (inout): some text, whose first word is removed with the blanks around it
 * @word: (out): the word
 *
 * Returns: %FALSE if there is none
 */
gboolean
dwell_btf_take_word (DwellScan *text,
                     DwellScan *word)
{
  dwell_btf_trim (text);
  word->p = text->p;
  while (text->p < text->end && !is_blank (*text->p))
    text->p++;

  word->end = text->p;
  dwell_btf_trim (text);
  return word->end > word->p;
}

static int
find_word (const Word *words,
           gsize       n,
           DwellScan   text)
{
  gsize length = (gsize) (text.end - text.p);

  for (gsize i = 0; i < n; i++)
    if (strlen (words[i].word) == length && memcmp (words[i].word, text.p, length) == 0)
      return words[i].value;

  return 0;
}

/**
 * dwell_btf_type_find:
 * @word: the type of an entity
 *
 * Returns: the type; %DWELL_BTF_OTHER_TYPE if it is not known
 */
DwellBtfType
dwell_btf_type_find (DwellScan word)
{
  return (DwellBtfType) find_word (types, G_N_ELEMENTS (types), word);
}

/**
 * dwell_btf_event_find:
 * @word: what happened
 *
 * Returns: the event; %DWELL_BTF_OTHER_EVENT if it is not known
 */
DwellBtfEvent
dwell_btf_event_find (DwellScan word)
{
  return (DwellBtfEvent) find_word (events, G_N_ELEMENTS (events), word);
}

/**
 * dwell_btf_takes_event:
 * @type: the type of an entity
 * @event: an event
 *
 * Returns: whether entities of @type have @event
 */
gboolean
dwell_btf_takes_event (DwellBtfType  type,
                       DwellBtfEvent event)
{
  switch (type)
    {
    case DWELL_BTF_TASK:
    case DWELL_BTF_INTERRUPT:
      return event >= DWELL_BTF_ACTIVATE && event <= DWELL_BTF_INFORMATIVE;
    case DWELL_BTF_RUNNABLE:
      return event == DWELL_BTF_START || event == DWELL_BTF_SUSPEND ||
             event == DWELL_BTF_RESUME || event == DWELL_BTF_TERMINATE;
    case DWELL_BTF_STIMULUS:
      return event == DWELL_BTF_TRIGGER;
    case DWELL_BTF_SIGNAL:
      return event == DWELL_BTF_READ || event == DWELL_BTF_WRITE;
    case DWELL_BTF_OS_EVENT:
      return event == DWELL_BTF_OF_OS_EVENT;
    case DWELL_BTF_SEMAPHORE:
      return event >= DWELL_BTF_SEMAPHORE_USE && event <= DWELL_BTF_SEMAPHORE_USED;
    case DWELL_BTF_CORE:
      return event == DWELL_BTF_SET_FREQUENCY || event == DWELL_BTF_OF_CORE;
    case DWELL_BTF_SCHEDULER:
      return event == DWELL_BTF_OF_SCHEDULER;
    case DWELL_BTF_OTHER_TYPE:
    case DWELL_BTF_SYSTEM:
    case DWELL_BTF_N_TYPES:
    default:
      return FALSE;
    }
}

/* Returns the next comma, or the end. Looks at eight bytes at once: fields are too short for
 * memchr() to be worth its call. */
static const char *
find_comma (DwellScan text)
{
  for (; text.end - text.p >= 8; text.p += 8)
    {
      guint64 commas = dwell_mark_bytes (dwell_load_u64 (text.p), ',');

      if (commas != 0)
        return text.p + dwell_first_mark (commas);
    }

  while (text.p < text.end && *text.p != ',')
    text.p++;
  return text.p;
}

/* Takes the text up to the next comma, and the comma. */
static gboolean
take_field (DwellScan *text,
            DwellScan *field)
{
  *field = (DwellScan) { text->p, find_comma (*text) };
  text->p = field->end;
  if (field->p < field->end && (is_blank (*field->p) || is_blank (field->end[-1])))
    dwell_btf_trim (field);

  return dwell_scan_char (text, ',');
}

/* An instance is a number, or empty. */
static gboolean
take_instance (DwellScan *text,
               gint32    *instance)
{
  gint64 number = 0;

  skip_blanks (text);
  if (text->p < text->end && *text->p != ',' && !dwell_scan_i64 (text, &number))
    return FALSE;

  *instance = (gint32) number;
  skip_blanks (text);
  return dwell_scan_char (text, ',');
}

static gboolean
take_time (DwellScan *text,
           guint64   *time)
{
  if (!dwell_scan_u64 (text, time))
    return FALSE;

  skip_blanks (text);
  return dwell_scan_char (text, ',');
}

/**
 * dwell_btf_line_parse:
 * @text: a line without its end
 * @line: (out): the event, if it is one
 *
 * Splits a line into its fields.
 *
 * Returns: what kind of line it is
 */
DwellBtfLineKind
dwell_btf_line_parse (DwellScan     text,
                      DwellBtfLine *line)
{
  gboolean has_note;

  dwell_btf_trim (&text);
  if (text.p == text.end)
    return DWELL_BTF_LINE_EMPTY;
  if (*text.p == '#')
    return DWELL_BTF_LINE_COMMENT;

  if (!take_time (&text, &line->time) || !take_field (&text, &line->source) ||
      !take_instance (&text, &line->source_instance) || !take_field (&text, &line->type) ||
      !take_field (&text, &line->target) || !take_instance (&text, &line->target_instance))
    return DWELL_BTF_LINE_BAD;

  has_note = take_field (&text, &line->event);
  line->note = has_note ? text : (DwellScan) { text.end, text.end };
  dwell_btf_trim (&line->note);
  return line->source.p < line->source.end && line->type.p < line->type.end &&
         line->target.p < line->target.end && line->event.p < line->event.end
           ? DWELL_BTF_LINE_EVENT : DWELL_BTF_LINE_BAD;
}

/**
 * dwell_btf_number_parse:
 * @word: what was written into a signal
 * @value: (out): its 64 bits: a signed integer, or a double
 *
 * Returns: what kind of number it is
 */
DwellBtfNumber
dwell_btf_number_parse (DwellScan  word,
                        guint64   *value)
{
  DwellScan rest = word;
  char text[NUMBER_MAX];
  char *end;
  gint64 integer;
  double real;
  gsize length = (gsize) (word.end - word.p);

  if (dwell_scan_i64 (&rest, &integer) && rest.p == rest.end)
    {
      *value = (guint64) integer;
      return DWELL_BTF_INTEGER;
    }

  if (length == 0 || length >= NUMBER_MAX ||
      (strchr ("+-.0123456789", *word.p) == NULL && !g_ascii_isdigit (*word.p)) ||
      *word.p == '\0' || memchr (word.p, 'x', length) != NULL ||
      memchr (word.p, 'X', length) != NULL)
    return DWELL_BTF_NO_NUMBER;

  memcpy (text, word.p, length);
  text[length] = '\0';
  real = g_ascii_strtod (text, &end);
  if (end != text + length)
    return DWELL_BTF_NO_NUMBER;

  memcpy (value, &real, sizeof real);
  return DWELL_BTF_REAL;
}
