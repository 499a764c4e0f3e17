/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses times and changes of values (README.md, "Changes"). */
#include "config.h"

#include "formats/vcd/dwell-vcd-changes.h"

#include <math.h>
#include <string.h>

#define MAX_CODE_BYTES 64
#define MAX_REAL_BYTES 64

/* Room is made for this many changes at a time. */
#define CHANGES_AT_A_TIME 1024

/* Which of the states are ones, and which count as x: bits by index of state. */
#define ARE_ONES (1u << 1 | 1u << 7)
#define ARE_X    (1u << DWELL_VCD_STATE_X | 1u << 4 | 1u << 5 | 1u << 8)

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static inline const char *
find_blank (const char *p,
            const char *end)
{
  while (p < end && !is_blank (*p))
    p++;

  return p;
}

static const char *
find_line_end (const char *p,
               const char *end)
{
  const char *newline = memchr (p, '\n', (gsize) (end - p));

  return newline != NULL ? newline : end;
}

static inline gboolean
is_token_end (const DwellScan *s)
{
  return s->p == s->end || is_blank (*s->p);
}

/**
 * dwell_vcd_take_token:
 * @text: (inout): a text; moves past the token
 * @token: (out): the bytes between two blanks
 *
 * Returns: %FALSE if there is none
 */
gboolean
dwell_vcd_take_token (DwellScan *text,
                      DwellScan *token)
{
  while (text->p < text->end && is_blank (*text->p))
    text->p++;

  token->p = text->p;
  token->end = text->p = find_blank (text->p, text->end);
  return token->p < token->end;
}

/**
 * dwell_vcd_token_is:
 * @token: a token
 * @word: a word
 *
 * Returns: whether they are equal
 */
gboolean
dwell_vcd_token_is (DwellScan   token,
                    const char *word)
{
  gsize length = strlen (word);

  return (gsize) (token.end - token.p) == length && memcmp (token.p, word, length) == 0;
}

/* Takes the code of a signal: some printable characters up to the end of a token, not too many.
 * @number: (out): the number of a short code, different for each code */
static inline gboolean
take_code (DwellScan *s,
           guint32   *number)
{
  const char *p = s->p;

  *number = 0;
  for (; p < s->end && *p > ' ' && *p <= '~'; p++)
    *number = *number * 94 + (guint32) (*p - ' ');

  if (p == s->p || p - s->p > MAX_CODE_BYTES || (p < s->end && !is_blank (*p)))
    return FALSE;

  s->p = p;
  return TRUE;
}

/**
 * dwell_vcd_code_is_good:
 * @code: the code of a signal
 *
 * Returns: whether it consists of printable characters, and not too many
 */
gboolean
dwell_vcd_code_is_good (DwellScan code)
{
  guint32 number;

  return take_code (&code, &number) && code.p == code.end;
}

/**
 * dwell_vcd_code_get_number:
 * @code: a good code of at most %DWELL_VCD_SHORT_CODE characters
 *
 * Returns: its number, different for each code; at least 1
 */
guint32
dwell_vcd_code_get_number (DwellScan code)
{
  guint32 number;

  take_code (&code, &number);
  return number;
}

/**
 * dwell_vcd_change_get_string:
 * @self: a change of kind %DWELL_VCD_STRING
 * @text: the start of the text that it was parsed from
 *
 * Returns: the string, as in the file
 */
DwellScan
dwell_vcd_change_get_string (const DwellVcdChange *self,
                             const char           *text)
{
  const char *begin = text + (self->value >> 32);

  return (DwellScan) { begin, begin + (guint32) self->value };
}

/* Takes the code of @change from the text that begins at @begin. */
static inline gboolean
set_code (DwellVcdChange *change,
          const char     *begin,
          DwellScan      *s)
{
  const char *code = s->p;
  guint32 number;

  if (!take_code (s, &number))
    return FALSE;

  change->code_length = (guint16) (s->p - code);
  change->code = change->code_length <= DWELL_VCD_SHORT_CODE ? number : (guint32) (code - begin);
  return TRUE;
}

/* Returns the index of a letter among the states, or DWELL_VCD_N_STATES. Nearly all are 0 or 1. */
static inline guint
find_state (char c)
{
  static const char states[] = DWELL_VCD_STATES;
  const char *place;

  if (G_LIKELY (c == '0' || c == '1'))
    return (guint) (c - '0');

  place = c != '\0' ? strchr (states, g_ascii_tolower (c)) : NULL;
  return place != NULL ? (guint) (place - states) : DWELL_VCD_N_STATES;
}

/* The meaning of a direction and a level of a port in an extended dump. */
static char
get_port_letter (char c)
{
  if (strchr ("DdLl0", c) != NULL)
    return '0';
  if (strchr ("UuHh1", c) != NULL)
    return '1';
  if (strchr ("ZTF", c) != NULL)
    return 'z';

  return strchr ("NX?AaBbCcf", c) != NULL ? 'x' : '\0';
}

/* Takes the bits of a vector; weak ones count as the level to which they pull. A number that is too
 * large for a double is a NaN. */
static gboolean
set_bits (DwellVcdChange *change,
          DwellScan      *s,
          gboolean        is_port)
{
  const char *begin = s->p;
  guint seen = 0; /* bits by state */
  guint n_bits = 0;
  guint64 value = 0;
  double wide = 0;

  for (; !is_token_end (s); s->p++)
    {
      guint state = find_state (is_port && *s->p != '\0' ? get_port_letter (*s->p) : *s->p);
      guint bit = ARE_ONES >> state & 1;

      if (state == DWELL_VCD_N_STATES)
        return FALSE;

      seen |= 1u << state;
      n_bits += n_bits > 0 || bit;
      value = value << 1 | bit;
      if (G_UNLIKELY (n_bits > 64))
        wide = n_bits == 65 ? 0x1p64 + (double) value : wide * 2 + bit;
    }

  change->kind = seen & (ARE_X | 1u << DWELL_VCD_STATE_Z)
                   ? DWELL_VCD_UNKNOWN : n_bits > 64 ? DWELL_VCD_WIDE : DWELL_VCD_VECTOR;
  change->state = seen & ARE_X ? DWELL_VCD_STATE_X : DWELL_VCD_STATE_Z;
  change->value = value;
  if (!isfinite (wide))
    wide = NAN;
  if (change->kind == DWELL_VCD_WIDE)
    memcpy (&change->value, &wide, sizeof wide);
  return s->p > begin;
}

/* Takes a real number. */
static gboolean
set_real (DwellVcdChange *change,
          DwellScan      *s)
{
  char buffer[MAX_REAL_BYTES];
  const char *text = s->p;
  gsize length;
  double value;
  char *end;

  s->p = find_blank (text, s->end);
  length = (gsize) (s->p - text);
  if (length == 0 || length >= sizeof buffer)
    return FALSE;

  memcpy (buffer, text, length);
  buffer[length] = '\0';
  value = g_ascii_strtod (buffer, &end);
  change->kind = DWELL_VCD_REAL;
  memcpy (&change->value, &value, sizeof value);
  return end == buffer + length;
}

/* Moves to the next token of the line. */
static void
skip_blanks (DwellScan *s)
{
  while (s->p < s->end && is_blank (*s->p) && *s->p != '\n')
    s->p++;
}

/* "b1010 !", "r1.5 !", "p1 6 0 !": a value, then a code, on one line. Moves past it. */
static gboolean
parse_long (DwellVcdChange *change,
            const char     *begin,
            DwellScan      *s)
{
  gboolean is_real = *s->p == 'r' || *s->p == 'R';
  gboolean is_port = *s->p == 'p';

  s->p++;
  if (is_real ? !set_real (change, s) : !set_bits (change, s, is_port))
    return FALSE;

  skip_blanks (s);
  for (guint i = 0; is_port && i < 2; i++)
    {
      s->p = find_blank (s->p, s->end);
      skip_blanks (s);
    }

  return set_code (change, begin, s);
}

/* "sIDLE !": the string is all before the last blank of the line, including other blanks. */
static gboolean
parse_string (DwellVcdChange *change,
              const char     *begin,
              DwellScan       line)
{
  const char *value_end;
  DwellScan code;

  while (line.end > line.p && is_blank (line.end[-1]))
    line.end--;

  code = (DwellScan) { line.end, line.end };
  while (code.p > line.p && !is_blank (code.p[-1]))
    code.p--;

  if (code.p == line.p)
    return FALSE;

  for (value_end = code.p; value_end > line.p + 1 && is_blank (value_end[-1]); value_end--)
    continue;

  change->kind = DWELL_VCD_STRING;
  change->value = (guint64) (line.p + 1 - begin) << 32 | (guint32) (value_end - line.p - 1);
  return set_code (change, begin, &code);
}

/* "$dumpoff" and so on. Sections of other kinds are skipped: sets @is_in_section. */
static void
parse_keyword (DwellVcdChange *change,
               DwellScan       word,
               gboolean       *is_in_section)
{
  static const char * const plain[] = { "$dumpvars", "$dumpall", "$dumpports", "$dumpportsall" };

  change->kind = DWELL_VCD_END;
  if (dwell_vcd_token_is (word, "$dumpoff") || dwell_vcd_token_is (word, "$dumpportsoff"))
    change->kind = DWELL_VCD_DUMP_OFF;
  else if (dwell_vcd_token_is (word, "$dumpon") || dwell_vcd_token_is (word, "$dumpportson"))
    change->kind = DWELL_VCD_DUMP_ON;
  else if (!dwell_vcd_token_is (word, "$end"))
    {
      for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
        if (dwell_vcd_token_is (word, plain[i]))
          return;

      *is_in_section = TRUE;
    }
}

/* Moves past the end of a section. Returns whether the end is in the text. */
static gboolean
skip_section (DwellScan *s,
              guint32   *line)
{
  DwellScan before = *s;
  DwellScan word;
  gboolean has_end = FALSE;

  while (!has_end && dwell_vcd_take_token (s, &word))
    has_end = dwell_vcd_token_is (word, "$end");

  for (const char *p = before.p; p < s->p; p++)
    *line += *p == '\n';

  return has_end;
}

/* Parses the change at the cursor, which is not a blank, and moves past it. */
static void
parse_change (DwellScan      *s,
              const char     *begin,
              DwellVcdChange *change,
              gboolean       *is_in_section)
{
  const char *p = s->p;
  DwellScan rest = { p + 1, s->end };
  gboolean is_good;
  guint state;

  switch (*p)
    {
    case '#':
      change->kind = DWELL_VCD_TIME;
      is_good = dwell_scan_u64 (&rest, &change->value) && is_token_end (&rest);
      s->p = is_good ? rest.p : find_blank (p, s->end);
      break;

    case '$':
      s->p = find_blank (p, s->end);
      parse_keyword (change, (DwellScan) { p, s->p }, is_in_section);
      return;

    case 'b': case 'B': case 'r': case 'R': case 'p':
      is_good = parse_long (change, begin, s);
      if (!is_good)
        s->p = find_line_end (p, s->end);
      break;

    case 's': case 'S':
      s->p = find_line_end (p, s->end);
      is_good = parse_string (change, begin, (DwellScan) { p, s->p });
      break;

    default:
      state = find_state (*p);
      change->kind = DWELL_VCD_SCALAR;
      change->state = (guint8) state;
      is_good = state < DWELL_VCD_N_STATES && set_code (change, begin, &rest);
      s->p = is_good ? rest.p : find_blank (p, s->end);
    }

  if (!is_good)
    change->kind = DWELL_VCD_BAD;
}

/**
 * dwell_vcd_changes_parse:
 * @text: whole lines after the definitions
 * @is_in_section: whether they begin within a section that is skipped, such as a comment
 * @changes: (element-type DwellVcdChange): gets the changes
 *
 * Returns: whether they end within a section that is skipped
 */
gboolean
dwell_vcd_changes_parse (DwellScan  text,
                         gboolean   is_in_section,
                         GArray    *changes)
{
  const char *begin = text.p;
  guint n = changes->len;
  guint32 line = 0;

  while (TRUE)
    {
      DwellVcdChange *change;

      if (G_UNLIKELY (is_in_section))
        {
          is_in_section = !skip_section (&text, &line);
          if (is_in_section)
            break;
        }

      for (; text.p < text.end && is_blank (*text.p); text.p++)
        line += *text.p == '\n';
      if (text.p == text.end)
        break;

      if (n == changes->len)
        g_array_set_size (changes, n + CHANGES_AT_A_TIME);
      change = &g_array_index (changes, DwellVcdChange, n++);
      *change = (DwellVcdChange) { .line = line };
      parse_change (&text, begin, change, &is_in_section);
    }

  g_array_set_size (changes, n);
  return is_in_section;
}
