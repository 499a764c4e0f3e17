/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses single lines of a report. The name of a routine may contain anything, including quotes and
 * blanks, so its line is parsed from the right. */
#include "config.h"

#include "formats/aprof/dwell-aprof-line.h"

#include <math.h>

/* The longest double in decimal digits. */
#define NUMBER_MAX_BYTES 400

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/**
 * dwell_aprof_scan_word:
 * @s: a cursor
 * @word: (out): the bytes up to the next blank
 *
 * Skips blanks and a word.
 *
 * Returns: %FALSE at the end of the line
 */
gboolean
dwell_aprof_scan_word (DwellScan *s,
                       DwellScan *word)
{
  const char *p = s->p;

  while (p < s->end && is_blank (*p))
    p++;

  word->p = p;
  while (p < s->end && !is_blank (*p))
    p++;
  word->end = p;

  if (word->p == p)
    return FALSE;

  s->p = p;
  return TRUE;
}

/**
 * dwell_aprof_scan_tag:
 * @s: a cursor at the start of a line
 * @tag: (out): the first word of the line
 *
 * Skips the tag and the blanks after it.
 *
 * Returns: %FALSE if the line is empty
 */
gboolean
dwell_aprof_scan_tag (DwellScan *s,
                      DwellScan *tag)
{
  if (!dwell_aprof_scan_word (s, tag))
    return FALSE;

  dwell_scan_blanks (s);
  return TRUE;
}

/**
 * dwell_aprof_is_tag:
 * @tag: the tag of a line
 * @name: a tag, such as "fav"
 *
 * Returns: %TRUE if both are equal
 */
gboolean
dwell_aprof_is_tag (const DwellScan *tag,
                    const char      *name)
{
  gsize length = strlen (name);

  return (gsize) (tag->end - tag->p) == length && memcmp (tag->p, name, length) == 0;
}

static gboolean
scan_double (DwellScan        *s,
             DwellAprofNumber *number)
{
  char text[NUMBER_MAX_BYTES + 1];
  DwellScan t = *s;
  DwellScan word;
  char *end;
  gsize length;

  if (!dwell_aprof_scan_word (&t, &word))
    return FALSE;

  length = (gsize) (word.end - word.p);
  if (length > NUMBER_MAX_BYTES || !g_ascii_isdigit (word.p[0]))
    return FALSE;

  /* g_ascii_strtod() would also accept "inf", "nan" and hexadecimal numbers. */
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isdigit (word.p[i]) && strchr (".eE+-", word.p[i]) == NULL)
      return FALSE;

  memcpy (text, word.p, length);
  text[length] = '\0';
  number->real = g_ascii_strtod (text, &end);
  number->is_double = TRUE;
  number->value = 0;
  if (*end != '\0' || !isfinite (number->real))
    return FALSE;

  *s = t;
  return TRUE;
}

/**
 * dwell_aprof_scan_number:
 * @s: a cursor
 * @number: (out): the number
 *
 * Skips blanks and a word that is a number as a whole.
 *
 * Returns: %FALSE if the next word is not a number
 */
gboolean
dwell_aprof_scan_number (DwellScan        *s,
                         DwellAprofNumber *number)
{
  DwellScan t = *s;

  dwell_scan_blanks (&t);
  number->is_double = FALSE;
  if (!dwell_scan_u64 (&t, &number->value) || (t.p < t.end && !is_blank (*t.p)))
    return scan_double (s, number);

  *s = t;
  return TRUE;
}

static inline void
strip_blanks_at_end (DwellScan *s)
{
  while (s->end > s->p && is_blank (s->end[-1]))
    s->end--;
}

/* Removes the last word of @line, which must be digits, and the blanks before it. */
static gboolean
take_last_number (DwellScan *line,
                  guint64   *number)
{
  DwellScan digits = *line;

  strip_blanks_at_end (&digits);
  digits.p = digits.end;
  while (digits.p > line->p && g_ascii_isdigit (digits.p[-1]))
    digits.p--;

  line->end = digits.p;
  if (!dwell_scan_u64 (&digits, number) || line->end == line->p || !is_blank (line->end[-1]))
    return FALSE;

  strip_blanks_at_end (line);
  return TRUE;
}

/* Splits "NAME" "IMAGE" at the last `" "`. */
static gboolean
split_quoted (DwellScan  line,
              DwellScan *name,
              DwellScan *image)
{
  if (line.end - line.p < 5 || line.p[0] != '"' || line.end[-1] != '"')
    return FALSE;

  for (const char *p = line.end - 4; p > line.p; p--)
    if (memcmp (p, "\" \"", 3) == 0)
      {
        *name = (DwellScan) { line.p + 1, p };
        *image = (DwellScan) { p + 3, line.end - 1 };
        return TRUE;
      }

  return FALSE;
}

/* Splits NAME 0xADDRESS IMAGE: the name may contain blanks, and ends before the address. */
static gboolean
split_plain (DwellScan  line,
             DwellScan *name,
             DwellScan *image)
{
  for (const char *p = line.end; p > line.p + 1; p--)
    if (p + 2 < line.end && memcmp (p - 1, " 0x", 3) == 0)
      {
        DwellScan s = { p, line.end };
        DwellScan address;

        *name = (DwellScan) { line.p, p - 1 };
        if (!dwell_aprof_scan_word (&s, &address))
          return FALSE;

        for (const char *digit = address.p + 2; digit < address.end; digit++)
          if (!g_ascii_isxdigit (*digit))
            return FALSE;

        dwell_scan_blanks (&s);
        *image = s;
        return s.p < s.end;
      }

  return FALSE;
}

/**
 * dwell_aprof_scan_routine:
 * @line: an r line, without its tag
 * @routine: (out): the routine
 *
 * Parses both forms: with quotes, or that of version 0.
 *
 * Returns: %FALSE if the line is not valid
 */
gboolean
dwell_aprof_scan_routine (DwellScan          line,
                          DwellAprofRoutine *routine)
{
  guint64 more;

  strip_blanks_at_end (&line);
  routine->is_quoted = line.p < line.end && *line.p == '"';
  routine->has_more = FALSE;

  if (!take_last_number (&line, &routine->id))
    return FALSE;
  if (!routine->is_quoted)
    return split_plain (line, &routine->name, &routine->image);

  if (line.end > line.p && line.end[-1] != '"')
    {
      more = routine->id;
      routine->has_more = take_last_number (&line, &routine->id);
      if (!routine->has_more)
        routine->id = more;
    }

  return split_quoted (line, &routine->name, &routine->image);
}

/**
 * dwell_aprof_scan_name:
 * @line: a u or d line, without its tag
 * @id: (out): id of the routine
 * @name: (out): the name, without its quotes
 *
 * Returns: %FALSE if the line is not valid
 */
gboolean
dwell_aprof_scan_name (DwellScan  line,
                       guint64   *id,
                       DwellScan *name)
{
  strip_blanks_at_end (&line);
  if (!dwell_scan_u64 (&line, id) || line.p == line.end || !is_blank (*line.p))
    return FALSE;

  dwell_scan_blanks (&line);
  if (line.end - line.p < 2 || line.p[0] != '"' || line.end[-1] != '"')
    return FALSE;

  *name = (DwellScan) { line.p + 1, line.end - 1 };
  return TRUE;
}

static gboolean
scan_id (DwellScan *s,
         guint64   *id)
{
  DwellScan t = *s;

  dwell_scan_blanks (&t);
  if (!dwell_scan_u64 (&t, id) || (t.p < t.end && !is_blank (*t.p)))
    return FALSE;

  *s = t;
  return TRUE;
}

/**
 * dwell_aprof_scan_context:
 * @line: an x line, without its tag
 * @context: (out): the calling context
 *
 * Returns: %FALSE if the line is not valid
 */
gboolean
dwell_aprof_scan_context (DwellScan          line,
                          DwellAprofContext *context)
{
  context->is_unsigned = FALSE;
  if (!scan_id (&line, &context->routine) || !scan_id (&line, &context->context))
    return FALSE;

  dwell_scan_blanks (&line);
  if (dwell_scan_literal (&line, "-1"))
    context->parent = DWELL_APROF_NO_PARENT;
  else if (!scan_id (&line, &context->parent))
    return FALSE;
  else if (context->parent == G_MAXUINT32 || context->parent == G_MAXUINT64)
    {
      context->parent = DWELL_APROF_NO_PARENT;
      context->is_unsigned = TRUE;
    }

  dwell_scan_blanks (&line);
  return line.p == line.end;
}
