/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of callgrind's files. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-line.h"

static const struct {
  const char         *key;
  DwellCallgrindKind  kind;
} names[] = {
  { "fn=", DWELL_CALLGRIND_FUNCTION },
  { "cfn=", DWELL_CALLGRIND_CALLEE },
  { "cfi=", DWELL_CALLGRIND_CALLEE_FILE },
  { "cfl=", DWELL_CALLGRIND_CALLEE_FILE },
  { "cob=", DWELL_CALLGRIND_CALLEE_OBJECT },
  { "calls=", DWELL_CALLGRIND_CALLS },
  { "fi=", DWELL_CALLGRIND_INLINED },
  { "fe=", DWELL_CALLGRIND_INLINED },
  { "fl=", DWELL_CALLGRIND_FILE },
  { "ob=", DWELL_CALLGRIND_OBJECT },
  { "jump=", DWELL_CALLGRIND_JUMP },
  { "jcnd=", DWELL_CALLGRIND_JUMP },
  { "jfi=", DWELL_CALLGRIND_JUMP_FILE },
  { "jfn=", DWELL_CALLGRIND_JUMP_FUNCTION },
};

/**
 * dwell_callgrind_trim:
 * @text: (inout): loses blanks, tabs and carriage returns at both ends
 */
void
dwell_callgrind_trim (DwellScan *text)
{
  while (text->p < text->end && (*text->p == ' ' || *text->p == '\t' || *text->p == '\r'))
    text->p++;
  while (text->end > text->p &&
         (text->end[-1] == ' ' || text->end[-1] == '\t' || text->end[-1] == '\r'))
    text->end--;
}

/**
 * dwell_callgrind_scan_word:
 * @text: (inout): loses the word and the blanks before it
 * @word: (out): what stands up to the next blank
 *
 * Returns: %FALSE at the end
 */
gboolean
dwell_callgrind_scan_word (DwellScan *text,
                           DwellScan *word)
{
  dwell_scan_blanks (text);
  word->p = text->p;
  while (text->p < text->end && *text->p != ' ' && *text->p != '\t')
    text->p++;

  word->end = text->p;
  return word->p < word->end;
}

/* KEY: VALUE; a key is of letters. */
static gboolean
parse_header (DwellScan           text,
              DwellCallgrindLine *line)
{
  const char *p = text.p;

  while (p < text.end && g_ascii_isalpha (*p))
    p++;
  if (p == text.p || p == text.end || *p != ':')
    return FALSE;

  line->key = (DwellScan) { text.p, p };
  line->text = (DwellScan) { p + 1, text.end };
  dwell_callgrind_trim (&line->text);
  return TRUE;
}

/**
 * dwell_callgrind_line_parse:
 * @text: a line without its end
 * @line: (out): its parts
 *
 * Returns: what kind of line it is
 */
DwellCallgrindKind
dwell_callgrind_line_parse (DwellScan           text,
                            DwellCallgrindLine *line)
{
  DwellScan rest;

  dwell_callgrind_trim (&text);
  *line = (DwellCallgrindLine) { .text = text };
  if (text.p == text.end || *text.p == '#')
    return DWELL_CALLGRIND_EMPTY;
  if (g_ascii_isdigit (*text.p) || strchr ("+-*", *text.p) != NULL)
    return DWELL_CALLGRIND_COST;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      rest = text;
      if (dwell_scan_literal (&rest, names[i].key))
        {
          dwell_callgrind_trim (&rest);
          line->text = rest;
          return names[i].kind;
        }
    }

  return parse_header (text, line) ? DWELL_CALLGRIND_HEADER : DWELL_CALLGRIND_BAD;
}

/**
 * dwell_callgrind_scan_name:
 * @text: what follows “fn=” or the like
 * @name: (out): its parts
 *
 * Returns: %FALSE for a number that is none
 */
gboolean
dwell_callgrind_scan_name (DwellScan           text,
                           DwellCallgrindName *name)
{
  DwellScan rest = text;
  guint64 id;

  *name = (DwellCallgrindName) { .name = text };
  if (!dwell_scan_char (&rest, '(') || rest.p == rest.end || !g_ascii_isdigit (*rest.p))
    return TRUE;
  if (!dwell_scan_u64 (&rest, &id))
    return FALSE;
  /* A name that begins with a parenthesis and a digit. */
  if (!dwell_scan_char (&rest, ')'))
    return TRUE;

  dwell_callgrind_trim (&rest);
  *name = (DwellCallgrindName) { .has_id = TRUE, .id = id, .name = rest };
  return TRUE;
}

/* Digits, or 0x and hexadecimal ones. */
static gboolean
scan_number (DwellScan *s,
             guint64   *value)
{
  DwellScan t = *s;

  if (!dwell_scan_literal (&t, "0x"))
    return dwell_scan_u64 (s, value);

  *value = 0;
  for (s->p = t.p; s->p < s->end && g_ascii_isxdigit (*s->p); s->p++)
    {
      if (*value >> 60 != 0)
        return FALSE;
      *value = *value << 4 | (guint64) g_ascii_xdigit_value (*s->p);
    }

  return s->p > t.p;
}

/* A position: a number, or one relative to @last. */
static gboolean
scan_position (DwellScan *text,
               guint64    last,
               guint64   *value,
               gboolean  *was_negative)
{
  DwellScan word;
  char sign = '\0';

  if (!dwell_callgrind_scan_word (text, &word))
    return FALSE;
  if (dwell_callgrind_is (word, "*"))
    {
      *value = last;
      return TRUE;
    }

  if (*word.p == '+' || *word.p == '-')
    sign = *word.p++;
  if (!scan_number (&word, value) || word.p < word.end)
    return FALSE;

  if (sign == '+')
    return !__builtin_add_overflow (last, *value, value);
  if (sign == '-')
    {
      *was_negative = *value > last;
      *value = *was_negative ? 0 : last - *value;
    }
  return TRUE;
}

/**
 * dwell_callgrind_scan_costs:
 * @text: a line
 * @positions: what stands before the costs
 * @last_line: what a relative line counts from
 * @n_events: how many costs there can be, at most %DWELL_CALLGRIND_MAX_EVENTS
 * @costs: (out): what the line says: values only as far as it has them, those behind are 0
 *
 * Addresses are skipped: nothing is told of them.
 *
 * Returns: %FALSE if it is no such line
 */
gboolean
dwell_callgrind_scan_costs (DwellScan                text,
                            DwellCallgrindPositions  positions,
                            guint64                  last_line,
                            guint32                  n_events,
                            DwellCallgrindCosts     *costs)
{
  gboolean was_negative = FALSE;
  DwellScan word;
  guint64 address;

  costs->n_values = 0;
  costs->has_more = FALSE;
  costs->was_negative = FALSE;
  costs->line = 0;

  if (positions.has_instructions && !scan_position (&text, 0, &address, &was_negative))
    return FALSE;
  if (positions.has_lines &&
      !scan_position (&text, last_line, &costs->line, &costs->was_negative))
    return FALSE;

  while (dwell_callgrind_scan_word (&text, &word))
    {
      guint64 value;

      if (!dwell_scan_u64 (&word, &value) || word.p < word.end)
        return FALSE;
      if (costs->n_values == n_events)
        costs->has_more = TRUE;
      else
        costs->values[costs->n_values++] = value;
    }

  return TRUE;
}
