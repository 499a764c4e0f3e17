/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of `perf script`. */
#include "config.h"

#include "formats/perf-script/dwell-perf-line.h"

/* A head has few words before its event; names of commands have at most 15 characters. */
#define MAX_WORDS 16

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

static void
trim (DwellScan *text)
{
  while (text->p < text->end && is_blank (*text->p))
    text->p++;
  while (text->end > text->p && (is_blank (text->end[-1]) || text->end[-1] == '\r'))
    text->end--;
}

static gboolean
take_word (DwellScan *text,
           DwellScan *word)
{
  dwell_scan_blanks (text);
  word->p = text->p;
  while (text->p < text->end && !is_blank (*text->p))
    text->p++;

  word->end = text->p;
  return word->p < word->end;
}

/* [ “-” ] digits */
static gboolean
scan_id (DwellScan *s,
         gint64    *id)
{
  return s->p < s->end && *s->p != '+' && dwell_scan_i64 (s, id);
}

/* [ PROCESS “/” ] THREAD */
static gboolean
parse_ids (DwellScan      word,
           DwellPerfHead *head)
{
  head->has_process = FALSE;
  if (!scan_id (&word, &head->thread))
    return FALSE;

  if (dwell_scan_char (&word, '/'))
    {
      head->has_process = TRUE;
      head->process = head->thread;
      if (!scan_id (&word, &head->thread))
        return FALSE;
    }

  return word.p == word.end;
}

static gboolean
is_cpu (DwellScan word)
{
  guint64 cpu;

  return dwell_scan_char (&word, '[') && dwell_scan_u64 (&word, &cpu) &&
         dwell_scan_char (&word, ']') && word.p == word.end;
}

/* Flags such as “d..1” or “dN.2.”, about interrupts and preemption. */
static gboolean
are_flags (DwellScan word)
{
  if (word.end - word.p < 4 || word.end - word.p > 5)
    return FALSE;
  for (; word.p < word.end; word.p++)
    if (!g_ascii_isalnum (*word.p) && *word.p != '.' && *word.p != '#')
      return FALSE;

  return TRUE;
}

/* SECONDS “.” up to 9 digits “:” */
static gboolean
parse_time (DwellScan  word,
            gint64    *time)
{
  gint64 unit = 1000000000;
  guint64 seconds;

  if (!dwell_scan_u64 (&word, &seconds) || seconds > G_MAXINT64 / 4 / (guint64) unit ||
      !dwell_scan_char (&word, '.'))
    return FALSE;

  *time = (gint64) seconds * unit;
  for (; word.p < word.end && g_ascii_isdigit (*word.p); word.p++)
    {
      unit /= 10;
      *time += (*word.p - '0') * unit;
    }

  return dwell_scan_char (&word, ':') && word.p == word.end;
}

static gboolean
parse_event (DwellScan  word,
             DwellScan *event)
{
  gboolean has_letter = FALSE;

  if (word.end - word.p < 2 || word.end[-1] != ':')
    return FALSE;

  *event = (DwellScan) { word.p, word.end - 1 };
  for (const char *p = event->p; p < event->end; p++)
    has_letter |= g_ascii_isalpha (*p);
  return has_letter && strchr ("([<{\"'", *word.p) == NULL;
}

/* What follows the ids: [ “[” CPU “]” [ FLAGS ] ] [ TIME “:” ] [ PERIOD ] EVENT “:” */
static gboolean
parse_tail (DwellScan      text,
            DwellPerfHead *head)
{
  DwellScan word;
  DwellScan number;

  if (!take_word (&text, &word))
    return FALSE;
  head->has_cpu = is_cpu (word);
  if (head->has_cpu && !take_word (&text, &word))
    return FALSE;
  if (head->has_cpu && are_flags (word) && !take_word (&text, &word))
    return FALSE;

  head->has_time = parse_time (word, &head->time);
  if (head->has_time && !take_word (&text, &word))
    return FALSE;

  number = word;
  head->has_period = dwell_scan_u64 (&number, &head->period) && number.p == number.end;
  if (head->has_period && !take_word (&text, &word))
    return FALSE;
  if (!parse_event (word, &head->event))
    return FALSE;

  trim (&text);
  head->rest = text;
  return TRUE;
}

/**
 * dwell_perf_parse_head:
 * @text: a line without its end
 * @head: (out): its parts
 *
 * Commands may contain blanks and numbers: the number before a processor or a time is the thread,
 * else the last number before the event.
 *
 * Returns: whether it is the head of a sample
 */
gboolean
dwell_perf_parse_head (DwellScan      text,
                       DwellPerfHead *head)
{
  const char *begin;
  gboolean is_head = FALSE;
  DwellScan s;
  DwellScan word;

  trim (&text);
  begin = text.p;
  s = text;
  for (guint n = 0; n < MAX_WORDS && take_word (&s, &word); n++)
    {
      DwellPerfHead found = { 0 };

      if (is_head && (head->has_cpu || head->has_time || word.p >= head->event.p))
        break;
      if (n == 0 || !parse_ids (word, &found) || !parse_tail (s, &found))
        continue;

      found.comm = (DwellScan) { begin, word.p };
      trim (&found.comm);
      *head = found;
      is_head = TRUE;
    }

  return is_head;
}

/* The last “ (” of @text, which ends with “)”; but “ (deleted)” belongs to the file name. */
static const char *
find_dso (DwellScan text)
{
  static const char deleted[] = " (deleted))";
  gsize n = sizeof deleted - 1;
  const char *p = text.end;

  if ((gsize) (text.end - text.p) > n && memcmp (text.end - n, deleted, n) == 0)
    p = text.end - n;

  while (p - text.p >= 2 && !(p[-1] == '(' && is_blank (p[-2])))
    p--;
  return p - text.p >= 2 ? p : NULL;
}

/* Removes “+0x” and hexadecimal digits from the end. */
static void
strip_offset (DwellScan *symbol)
{
  const char *p = symbol->end;

  while (p > symbol->p && g_ascii_isxdigit (p[-1]))
    p--;
  if (p < symbol->end && p - symbol->p >= 4 && memcmp (p - 3, "+0x", 3) == 0)
    symbol->end = p - 3;
}

/**
 * dwell_perf_parse_frame:
 * @text: a line without its end
 * @frame: (out): its parts
 *
 * Returns: whether it is a frame: ADDRESS SYMBOL “(” FILE “)”
 */
gboolean
dwell_perf_parse_frame (DwellScan       text,
                        DwellPerfFrame *frame)
{
  const char *address;
  const char *dso;

  trim (&text);
  address = text.p;
  while (text.p < text.end && g_ascii_isxdigit (*text.p))
    text.p++;
  if (text.p == address || text.p == text.end || !is_blank (*text.p) || text.end[-1] != ')')
    return FALSE;

  dwell_scan_blanks (&text);
  frame->both = text;
  dso = find_dso ((DwellScan) { text.p - 1, text.end });
  if (dso == NULL)
    return FALSE;

  frame->dso = (DwellScan) { dso, text.end - 1 };
  frame->symbol = (DwellScan) { text.p, MAX (dso - 1, text.p) };
  trim (&frame->symbol);
  strip_offset (&frame->symbol);
  return TRUE;
}

/* If the second word can be the number of a thread, the line may be a head whose command looks like
 * a hexadecimal number. */
static gboolean
may_be_head (DwellScan text)
{
  DwellPerfHead head;
  DwellScan word;

  return take_word (&text, &word) && take_word (&text, &word) && parse_ids (word, &head);
}

/* FILE “:” LINE, or an object and an address. */
static DwellPerfKind
parse_source (DwellScan        text,
              DwellPerfSource *source)
{
  const char *p = text.end;
  DwellScan number;

  if (text.p == text.end || !is_blank (*text.p))
    return DWELL_PERF_BAD;

  trim (&text);
  if (text.end - text.p > 2 && text.end[-1] == ']' &&
      memchr (text.p, '[', (gsize) (text.end - text.p)) != NULL)
    return DWELL_PERF_NOWHERE;
  if (dwell_perf_is (text, "??:0") || dwell_perf_is (text, ":0"))
    return DWELL_PERF_NOWHERE;

  for (p = text.end; p > text.p && g_ascii_isdigit (p[-1]); p--)
    continue;
  number = (DwellScan) { p, text.end };
  if (p - text.p < 2 || p[-1] != ':' || !dwell_scan_u32 (&number, &source->line))
    return DWELL_PERF_BAD;

  source->file = (DwellScan) { text.p, p - 1 };
  return source->line > 0 ? DWELL_PERF_SOURCE : DWELL_PERF_NOWHERE;
}

static gboolean
begins_with (DwellScan   text,
             const char *word)
{
  return dwell_scan_literal (&text, word);
}

/* Handles perf's own events, such as reports of lost samples. */
static DwellPerfKind
check_head (const DwellPerfHead *head)
{
  if (begins_with (head->event, "PERF_RECORD_LOST"))
    return DWELL_PERF_LOST;

  return begins_with (head->event, "PERF_RECORD_") ? DWELL_PERF_BAD : DWELL_PERF_HEAD;
}

/**
 * dwell_perf_parse_line:
 * @text: a line without its end
 * @head: (out): set for a head
 * @frame: (out): set for a frame
 * @source: (out): set for a source line
 *
 * Returns: what kind of line it is
 */
DwellPerfKind
dwell_perf_parse_line (DwellScan        text,
                       DwellPerfHead   *head,
                       DwellPerfFrame  *frame,
                       DwellPerfSource *source)
{
  DwellScan trimmed = text;

  trim (&trimmed);
  if (trimmed.p == trimmed.end)
    return DWELL_PERF_EMPTY;
  if (*text.p == '#')
    return DWELL_PERF_COMMENT;
  if (dwell_perf_parse_frame (text, frame) && !may_be_head (text))
    return DWELL_PERF_FRAME;
  if (dwell_perf_parse_head (text, head))
    return check_head (head);
  if (dwell_perf_parse_frame (text, frame))
    return DWELL_PERF_FRAME;
  if (begins_with (trimmed, "LOST "))
    return DWELL_PERF_LOST;

  return parse_source (text, source);
}
