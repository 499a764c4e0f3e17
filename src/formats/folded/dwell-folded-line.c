/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of folded stacks. */
#include "config.h"

#include "formats/folded/dwell-folded-line.h"

#include <math.h>
#include <string.h>

/* A differential file is recognised by this many lines with two numbers among its first ones. */
#define COLUMNS_LINES  10
#define COLUMNS_NEEDED 3

/* The longest number: digits, a point, digits and an exponent. */
#define NUMBER_MAX 64

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static void
trim (DwellScan *text)
{
  while (text->p < text->end && is_blank (*text->p))
    text->p++;
  while (text->end > text->p && is_blank (text->end[-1]))
    text->end--;
}

/* The word at the end of @text, which is removed with the blanks before it. */
static DwellScan
take_last_word (DwellScan *text)
{
  DwellScan word = *text;

  while (word.p < text->end && !is_blank (text->end[-1]))
    text->end--;

  word.p = text->end;
  trim (text);
  return word;
}

static gboolean
take_exponential (DwellScan          word,
                  DwellFoldedWeight *weight,
                  gboolean          *is_exact)
{
  char text[NUMBER_MAX];
  char *end;
  double value;

  if (word.end - word.p >= NUMBER_MAX)
    return FALSE;

  memcpy (text, word.p, (gsize) (word.end - word.p));
  text[word.end - word.p] = '\0';
  value = g_ascii_strtod (text, &end);
  if (*end != '\0' || !(value >= 0) || value >= 9.2e15)
    return FALSE;

  weight->whole = (gint64) value;
  weight->thousandths = (guint32) ((value - (double) weight->whole) * 1000 + 0.5);
  if (weight->thousandths == 1000)
    *weight = (DwellFoldedWeight) { weight->whole + 1, 0 };

  *is_exact = (double) weight->whole + weight->thousandths / 1000.0 == value;
  return TRUE;
}

/* Up to three digits of a fraction, and what follows them. */
static gboolean
take_fraction (DwellScan          word,
               DwellFoldedWeight *weight,
               gboolean          *is_exact)
{
  guint32 unit = 100;
  guint next = 0;

  for (guint n = 0; word.p < word.end; word.p++, n++)
    {
      guint digit = (guint) (*word.p - '0');

      if (digit > 9)
        return FALSE;
      if (n < 3)
        weight->thousandths += digit * unit;
      else
        *is_exact = *is_exact && digit == 0;
      if (n == 3)
        next = digit;
      unit /= 10;
    }

  if (next >= 5 && ++weight->thousandths == 1000)
    {
      weight->whole++;
      weight->thousandths = 0;
    }

  return TRUE;
}

/* digits [ "." [ digits ] ], or with an exponent. */
static gboolean
take_weight (DwellScan          word,
             DwellFoldedWeight *weight,
             gboolean          *is_exact)
{
  DwellScan rest = word;
  guint64 whole;

  *weight = (DwellFoldedWeight) { 0, 0 };
  if (word.p == word.end || *word.p < '0' || *word.p > '9')
    return FALSE;
  if (!dwell_scan_u64 (&rest, &whole) || whole >= G_MAXINT64)
    return take_exponential (word, weight, is_exact);

  weight->whole = (gint64) whole;
  if (rest.p == rest.end)
    return TRUE;
  if (*rest.p == '.' && memchr (rest.p, 'e', (gsize) (rest.end - rest.p)) == NULL &&
      memchr (rest.p, 'E', (gsize) (rest.end - rest.p)) == NULL)
    return take_fraction ((DwellScan) { rest.p + 1, rest.end }, weight, is_exact);

  return take_exponential (word, weight, is_exact);
}

/**
 * dwell_folded_line_parse:
 * @text: a line without its end
 * @n_columns: how many numbers may stand at its end: 1, or 2 in a differential file
 * @line: (out): its contents; not set for an empty or bad line
 *
 * Splits a line at its last blank: frames may contain blanks.
 *
 * Returns: what kind of line it is
 */
DwellFoldedLineKind
dwell_folded_line_parse (DwellScan        text,
                         guint            n_columns,
                         DwellFoldedLine *line)
{
  DwellScan before;
  DwellScan word;

  *line = (DwellFoldedLine) { .n_weights = 1, .is_exact = TRUE };
  line->stack = text;
  if (text.p < text.end && *text.p == '#')
    {
      line->stack.p++;
      trim (&line->stack);
      return DWELL_FOLDED_COMMENT;
    }

  trim (&line->stack);
  if (line->stack.p == line->stack.end)
    return DWELL_FOLDED_EMPTY;

  word = take_last_word (&line->stack);
  if (line->stack.p == line->stack.end ||
      !take_weight (word, &line->weights[0], &line->is_exact))
    return DWELL_FOLDED_BAD;

  if (n_columns < 2)
    return DWELL_FOLDED_STACK;

  before = line->stack;
  word = take_last_word (&before);
  line->weights[1] = line->weights[0];
  if (before.p < before.end && take_weight (word, &line->weights[0], &line->is_exact))
    {
      line->stack = before;
      line->n_weights = 2;
    }
  else
    line->weights[0] = (DwellFoldedWeight) { 0, 0 };

  return DWELL_FOLDED_STACK;
}

/**
 * dwell_folded_find_number:
 * @name: the name of a frame, without blanks around it
 *
 * Finds a number at the end of a name, as in “Task 10”. At the end of a stack it looks like the
 * first of the two weights that a differential file has.
 *
 * Returns: the place of the blank before the number, in bytes; -1 if @name has no such end
 */
gssize
dwell_folded_find_number (DwellScan name)
{
  DwellScan before = name;
  DwellScan word = take_last_word (&before);
  DwellFoldedWeight weight;
  gboolean is_exact = TRUE;

  return word.p > name.p && take_weight (word, &weight, &is_exact) ? word.p - 1 - name.p : -1;
}

/**
 * dwell_folded_is_context:
 * @name: an outermost frame
 * @kind: (out): a process or a thread, if it is one
 * @id: (out): its number
 *
 * Parses “COMMAND-PROCESS”, “COMMAND-PROCESS/THREAD” and “COMMAND-?/THREAD”, as
 * stackcollapse-perf.pl writes them.
 *
 * Returns: whether @name has one of these forms
 */
gboolean
dwell_folded_is_context (const char       *name,
                         DwellContextKind *kind,
                         guint64          *id)
{
  const char *slash = strrchr (name, '/');
  const char *number = slash != NULL ? slash + 1 : NULL;
  const char *dash = strrchr (name, '-');
  const char *end;
  gboolean has_process;

  if (dash == NULL || dash == name || (slash != NULL && slash < dash))
    return FALSE;

  has_process = dash[1] != '?';
  if (has_process && number == NULL)
    number = dash + 1;
  if (number == NULL || (has_process ? !g_ascii_isdigit (dash[1]) : dash + 2 != slash) ||
      !g_ascii_isdigit (*number))
    return FALSE;

  if (slash != NULL && has_process && dash + 1 + strspn (dash + 1, "0123456789") != slash)
    return FALSE;

  *kind = slash != NULL ? DWELL_CONTEXT_THREAD : DWELL_CONTEXT_PROCESS;
  *id = g_ascii_strtoull (number, (char **) &end, 10);
  return *end == '\0';
}

/**
 * dwell_folded_count_columns:
 * @head: the first lines of a file
 *
 * Returns: 2 if lines end with two numbers, as in a differential file, else 1
 */
guint
dwell_folded_count_columns (DwellScan head)
{
  guint n_lines = 0;
  guint n_doubles = 0;
  DwellScan text;

  while (n_lines < COLUMNS_LINES && dwell_scan_line (&head, &text))
    {
      DwellFoldedLine line;

      if (dwell_folded_line_parse (text, 2, &line) != DWELL_FOLDED_STACK)
        continue;

      n_lines++;
      n_doubles += line.n_weights == 2;
    }

  return n_doubles > 0 && n_doubles >= MIN (n_lines, COLUMNS_NEEDED) ? 2 : 1;
}
