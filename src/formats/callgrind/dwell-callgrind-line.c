/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of callgrind files. */
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
 * dwell_callgrind_scan_word:
 * @text: (inout): the word and the blanks before it are removed
 * @word: (out): the bytes up to the next blank
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

/* KEY: VALUE; a key consists of letters. */
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
      if (*text.p == *names[i].key && dwell_scan_literal (&rest, names[i].key))
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
 * @text: the text after “fn=” or the like
 * @name: (out): its parts
 *
 * Returns: %FALSE for an invalid number
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

/* Digits, or 0x and hexadecimal digits. */
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

/* A word that may be a position. */
static gboolean
scan_position (DwellScan  word,
               guint64   *value,
               guint8    *form)
{
  if (dwell_callgrind_is (word, "*"))
    {
      *form = DWELL_CALLGRIND_SAME;
      *value = 0;
      return TRUE;
    }

  *form = *word.p == '+' ? DWELL_CALLGRIND_PLUS : *word.p == '-' ? DWELL_CALLGRIND_MINUS : 0;
  if (*form != 0)
    word.p++;
  if (word.end - word.p > 2 && word.p[1] == 'x')
    *form |= DWELL_CALLGRIND_HEX;

  return scan_number (&word, value) && word.p == word.end;
}

/**
 * dwell_callgrind_scan_words:
 * @text: a line of costs
 * @values: (inout) (element-type guint64): gets its numbers
 * @forms: (out): how the first two are written
 * @n_values: (out): how many there are
 *
 * Returns: %FALSE if a word is not a number, or there are no words; nothing is added then
 */
gboolean
dwell_callgrind_scan_words (DwellScan            text,
                            GArray              *values,
                            DwellCallgrindForms *forms,
                            guint32             *n_values)
{
  guint first = values->len;
  guint64 value;

  *forms = (DwellCallgrindForms) { 0 };
  for (guint n = 0; dwell_scan_blanks (&text), text.p < text.end; n++)
    {
      DwellScan word = text;

      /* Nearly all are plain numbers, which can be read directly. */
      if (dwell_scan_u64 (&word, &value) &&
          (word.p == text.end || *word.p == ' ' || *word.p == '\t'))
        text.p = word.p;
      else if (n >= G_N_ELEMENTS (forms->words) || !dwell_callgrind_scan_word (&text, &word) ||
               !scan_position (word, &value, &forms->words[n]))
        {
          g_array_set_size (values, first);
          break;
        }

      g_array_append_val (values, value);
    }

  *n_values = values->len - first;
  return *n_values > 0;
}
