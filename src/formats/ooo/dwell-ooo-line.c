/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans the lines of an RTL_LOGFILE log. All functions get a pointer and an end, read nothing
 * outside, and advance a cursor only on success. Only dwell_ooo_find_cut() has to guess: if the
 * digits of a time follow text that ends with digits, it splits them so that the time comes nearest
 * to that of the interrupted record. */
#include "config.h"

#include "formats/ooo/dwell-ooo-line.h"

#define TIME_MIN_DIGITS 6
#define MAX_DIGITS      10
/* "000000 1 {" */
#define SHORTEST_STAMP  10

#define OPENING "opening log file "
#define EPOCH   " seconds past January 1st 1970"
#define TIMER   "corresponding to "
#define PROCESS "Process id is "
#define CLOSING "closing log file at "

static inline gboolean
is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline gboolean
is_kind (char c)
{
  return c >= '{' && c <= '}';
}

/* Like \s in a regular expression. */
static inline gboolean
is_space (char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Reads @min to ten digits of a number that fits into 32 bits; fails if there are more digits. */
static inline gboolean
scan_number (DwellScan *s,
             gsize      min,
             guint32   *value)
{
  const char *p = s->p;
  guint64 v = 0;

  while (p < s->end && is_digit (*p) && p - s->p < MAX_DIGITS)
    v = v * 10 + (guint64) (*p++ - '0');

  if ((gsize) (p - s->p) < min || v > G_MAXUINT32 || (p < s->end && is_digit (*p)))
    return FALSE;

  s->p = p;
  *value = (guint32) v;
  return TRUE;
}

/**
 * dwell_ooo_scan_stamp:
 * @s: a cursor at the start of a line
 * @stamp: (out): the stamp
 *
 * Skips `%06u %u {`, or with `}` or `|`, and the blank after it, which may be missing at the end of
 * the line.
 *
 * Returns: %FALSE if the line does not begin with a stamp
 */
gboolean
dwell_ooo_scan_stamp (DwellScan     *s,
                      DwellOooStamp *stamp)
{
  DwellScan t = *s;

  if (!scan_number (&t, TIME_MIN_DIGITS, &stamp->time) || !dwell_scan_char (&t, ' ') ||
      !scan_number (&t, 1, &stamp->thread) || !dwell_scan_char (&t, ' ') ||
      t.p == t.end || !is_kind (*t.p))
    return FALSE;

  stamp->kind = *t.p++;
  if (t.p < t.end && *t.p++ != ' ')
    return FALSE;

  *s = t;
  return TRUE;
}

/* Returns the start of the digits before @end: one to ten of them. */
static const char *
digits_before (const char *text,
               const char *end)
{
  const char *p = end;

  while (p > text && is_digit (p[-1]) && end - p < MAX_DIGITS)
    p--;

  return p;
}

/* Returns the start of the time that ends at @end, begins within the digits from @first on, and is
 * nearest to @near_time. The writer pads times to at most six digits. */
static const char *
nearest_time (const char *first,
              const char *end,
              guint32     near_time,
              guint32    *time)
{
  const char *best = NULL;
  guint32 best_distance = DWELL_OOO_NEAR_MS;

  for (const char *p = first; end - p >= TIME_MIN_DIGITS; p++)
    {
      DwellScan s = { p, end };
      guint32 value;
      guint32 distance;

      if ((end - p > TIME_MIN_DIGITS && *p == '0') || !scan_number (&s, TIME_MIN_DIGITS, &value))
        continue;

      distance = MIN (value - near_time, near_time - value);
      if (distance < best_distance)
        {
          best = p;
          best_distance = distance;
          *time = value;
        }
    }

  return best;
}

/**
 * dwell_ooo_find_cut:
 * @text: the bytes after a stamp, or a line without a stamp
 * @end: the end of the bytes
 * @near_time: time of the record that the bytes belong to, as written
 * @cut: (out): the first stamp in the bytes with a time near @near_time
 *
 * Looks for a record of another thread that interrupts the bytes.
 *
 * Returns: %FALSE if there is none
 */
gboolean
dwell_ooo_find_cut (const char  *text,
                    const char  *end,
                    guint32      near_time,
                    DwellOooCut *cut)
{
  for (const char *p = text; p < end; p++)
    {
      const char *thread;
      const char *blank;
      DwellScan s;

      if (!is_kind (*p) || p - text < SHORTEST_STAMP - 1 || p[-1] != ' ' || !is_digit (p[-2]) ||
          (p + 1 < end && p[1] != ' '))
        continue;

      thread = digits_before (text, p - 1);
      blank = thread - 1;
      s = (DwellScan) { thread, p - 1 };
      if (thread - text < TIME_MIN_DIGITS + 1 || *blank != ' ' ||
          !scan_number (&s, 1, &cut->stamp.thread))
        continue;

      cut->begin = digits_before (text, blank);
      if (blank - cut->begin < TIME_MIN_DIGITS ||
          !(cut->begin = nearest_time (cut->begin, blank, near_time, &cut->stamp.time)))
        continue;

      cut->stamp.kind = *p;
      cut->text = p + 1 < end ? p + 2 : end;
      return TRUE;
    }

  return FALSE;
}

/**
 * dwell_ooo_may_hold_cut:
 * @text: the bytes after a stamp
 * @end: the end of the bytes
 *
 * Returns: %FALSE if dwell_ooo_find_cut() finds nothing, whatever the time
 */
gboolean
dwell_ooo_may_hold_cut (const char *text,
                        const char *end)
{
  for (const char *p = text; p < end; p++)
    if (is_kind (*p) && p - text >= SHORTEST_STAMP - 1 && p[-1] == ' ' && is_digit (p[-2]))
      return TRUE;

  return FALSE;
}

/* Returns TRUE if the bytes are the beginning of a stamp, or a stamp without its last part. */
static gboolean
is_cut_stamp (const char *text,
              const char *end)
{
  const char *p = text;
  const char *thread;

  while (p < end && is_digit (*p))
    p++;

  if (p == end)
    return p > text && p - text <= MAX_DIGITS;
  if (p - text < TIME_MIN_DIGITS || p - text > MAX_DIGITS || *p++ != ' ')
    return FALSE;

  for (thread = p; p < end && is_digit (*p); p++);

  return p - thread <= MAX_DIGITS && (p == end || (p > thread && *p == ' ' && p + 1 == end));
}

/**
 * dwell_ooo_is_fragment:
 * @text: the last bytes of a file, without a line end and without a whole stamp, header or closing
 *   line
 * @end: the end of the bytes
 *
 * Returns: %TRUE if they are the beginning of one of these
 */
gboolean
dwell_ooo_is_fragment (const char *text,
                       const char *end)
{
  static const char * const lines[] = { OPENING, TIMER, PROCESS, CLOSING };
  gsize length = (gsize) (end - text);

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    if (length > 0 && memcmp (text, lines[i], MIN (length, strlen (lines[i]))) == 0)
      return TRUE;

  return is_cut_stamp (text, end);
}

/* Reads e.g. "996743774.123456". The locale of the writer determines the decimal sign. The seconds
 * had 32 bits. */
static gboolean
scan_seconds (DwellScan *s,
              gint64    *ns)
{
  DwellScan t = *s;
  guint32 seconds;
  gint64 unit = G_GINT64_CONSTANT (1000000000);
  gint64 sum;

  if (!scan_number (&t, 1, &seconds))
    return FALSE;

  sum = (gint64) seconds * unit;
  if (dwell_scan_char (&t, '.') || dwell_scan_char (&t, ','))
    for (; t.p < t.end && is_digit (*t.p); t.p++)
      {
        unit /= 10;
        sum += (*t.p - '0') * unit;
      }

  *s = t;
  *ns = sum;
  return TRUE;
}

/**
 * dwell_ooo_scan_opening:
 * @s: a cursor at the start of a line
 * @unix_ns: (out): the Unix time in the line; %DWELL_OOO_NO_CLOCK if it is not valid
 *
 * Skips a whole `opening log file` line.
 *
 * Returns: %FALSE for any other line
 */
gboolean
dwell_ooo_scan_opening (DwellScan *s,
                        gint64    *unix_ns)
{
  if (!dwell_scan_literal (s, OPENING))
    return FALSE;

  if (!scan_seconds (s, unix_ns) || !dwell_scan_literal (s, EPOCH))
    *unix_ns = DWELL_OOO_NO_CLOCK;

  s->p = s->end;
  return TRUE;
}

/**
 * dwell_ooo_scan_timer:
 * @s: a cursor at the start of a line
 * @time: (out): time of the timer when the log was opened, ms
 *
 * Skips a whole `corresponding to … ms after timer start` line.
 *
 * Returns: %FALSE for any other line
 */
gboolean
dwell_ooo_scan_timer (DwellScan *s,
                      guint32   *time)
{
  DwellScan t = *s;

  if (!dwell_scan_literal (&t, TIMER) || !scan_number (&t, 1, time) ||
      !dwell_scan_literal (&t, " ms after timer start") || t.p != t.end)
    return FALSE;

  *s = t;
  return TRUE;
}

/**
 * dwell_ooo_scan_process:
 * @s: a cursor at the start of a line
 * @id: (out): id of the process
 *
 * Skips a whole `Process id is …` line.
 *
 * Returns: %FALSE for any other line
 */
gboolean
dwell_ooo_scan_process (DwellScan *s,
                        guint64   *id)
{
  DwellScan t = *s;

  if (!dwell_scan_literal (&t, PROCESS) || !dwell_scan_u64 (&t, id) || t.p != t.end)
    return FALSE;

  *s = t;
  return TRUE;
}

/**
 * dwell_ooo_scan_closing:
 * @s: a cursor at the start of a line
 * @time: (out): time of the closing as written, ms
 *
 * Skips `closing log file at …`. It has no line end of its own, so the next file may follow on the
 * same line.
 *
 * Returns: %FALSE if the line does not begin with it
 */
gboolean
dwell_ooo_scan_closing (DwellScan *s,
                        guint32   *time)
{
  DwellScan t = *s;

  if (!dwell_scan_literal (&t, CLOSING) || !scan_number (&t, TIME_MIN_DIGITS, time))
    return FALSE;

  *s = t;
  return TRUE;
}

/**
 * dwell_ooo_find_opening:
 * @text: a line
 * @end: the end of the line
 *
 * Looks for a whole header line as the last part of a line: files were concatenated, and the first
 * one had no line end.
 *
 * Returns: (nullable): the start of the header line
 */
const char *
dwell_ooo_find_opening (const char *text,
                        const char *end)
{
  const char *p = text;

  while ((p = memmem (p, (gsize) (end - p), OPENING, strlen (OPENING))))
    {
      DwellScan s = { p, end };
      gint64 unix_ns;

      if (dwell_scan_literal (&s, OPENING) && scan_seconds (&s, &unix_ns) &&
          dwell_scan_literal (&s, EPOCH) && s.p == end)
        return p;

      p++;
    }

  return NULL;
}

/**
 * dwell_ooo_find_closing:
 * @text: a line without a line end
 * @end: the end of the line
 *
 * Looks for a closing line as the last part of a line: one thread closed the log while another had
 * written half of a record.
 *
 * Returns: (nullable): the start of the closing line
 */
const char *
dwell_ooo_find_closing (const char *text,
                        const char *end)
{
  const char *p = text;

  while ((p = memmem (p, (gsize) (end - p), CLOSING, strlen (CLOSING))))
    {
      DwellScan s = { p, end };
      guint32 time;

      if (dwell_ooo_scan_closing (&s, &time) && s.p == end)
        return p;

      p++;
    }

  return NULL;
}

/**
 * dwell_ooo_find_colon:
 * @text: bytes
 * @end: the end of the bytes
 *
 * Returns: (nullable): the first ` : ` in the bytes
 */
const char *
dwell_ooo_find_colon (const char *text,
                      const char *end)
{
  const char *p = text;

  while ((p = memchr (p, ':', (gsize) (end - p))))
    {
      if (p > text && p[-1] == ' ' && p + 1 < end && p[1] == ' ')
        return p - 1;

      p++;
    }

  return NULL;
}

/**
 * dwell_ooo_strip_colon:
 * @text: name of a scope
 * @end: the end of the name
 *
 * Removes the colon that follows each name in the documentation, though the program wrote none.
 *
 * Returns: the end of the name without it
 */
const char *
dwell_ooo_strip_colon (const char *text,
                       const char *end)
{
  const char *p = end;

  if (p > text && p[-1] == ' ')
    p--;

  return p - text >= 2 && p[-1] == ':' && p[-2] == ' ' ? p - 2 : end;
}

/**
 * dwell_ooo_strip_detail:
 * @label: label of a logical scope
 * @end: the end of the label
 *
 * Returns: the end of the label without a trailing ` [...]`
 */
const char *
dwell_ooo_strip_detail (const char *label,
                        const char *end)
{
  int depth = 0;

  if (end == label || end[-1] != ']')
    return end;

  for (const char *p = end - 1; p > label; p--)
    {
      if (*p == ']')
        depth++;
      else if (*p == '[' && --depth == 0)
        return p[-1] == ' ' ? p - 1 : end;
    }

  return end;
}

/**
 * dwell_ooo_strip_partial_character:
 * @text: a text that was cut
 * @end: where it was cut
 *
 * Returns: the end without an incomplete UTF-8 character
 */
const char *
dwell_ooo_strip_partial_character (const char *text,
                                   const char *end)
{
  const char *p = end;
  const char *valid_end;

  while (p > text && end - p < 3 && ((guchar) p[-1] & 0xc0) == 0x80)
    p--;

  if (p == text || (guchar) p[-1] < 0xc2)
    return end;

  p--;
  return !g_utf8_validate_len (text, (gsize) (end - text), &valid_end) && valid_end == p ? p : end;
}

/**
 * dwell_ooo_scan_author:
 * @s: a cursor at the start of a name
 * @module: (out): the part before the parentheses
 * @author: (out): the part in the parentheses
 *
 * Skips `^(\S+) \(([^()]*)\)`.
 *
 * Returns: %FALSE if the name does not begin like that
 */
gboolean
dwell_ooo_scan_author (DwellScan *s,
                       DwellScan *module,
                       DwellScan *author)
{
  const char *p = s->p;
  const char *q;

  while (p < s->end && !is_space (*p))
    p++;

  if (p == s->p || s->end - p < 3 || p[0] != ' ' || p[1] != '(')
    return FALSE;

  for (q = p + 2; q < s->end && *q != '(' && *q != ')'; q++);

  if (q == s->end || *q != ')')
    return FALSE;

  *module = (DwellScan) { s->p, p };
  *author = (DwellScan) { p + 2, q };
  s->p = q + 1;
  return TRUE;
}

/**
 * dwell_ooo_split_name:
 * @name: the whole name of a scope
 * @parts: (out): its parts
 *
 * Splits a name by `^(\S+) \(([^()]*)\) (.*)$`.
 *
 * Returns: %FALSE if it does not match: then the whole name is the function
 */
gboolean
dwell_ooo_split_name (DwellScan     name,
                      DwellOooName *parts)
{
  DwellScan s = name;

  if (dwell_ooo_scan_author (&s, &parts->module, &parts->author) && dwell_scan_char (&s, ' '))
    {
      parts->function = s;
      return TRUE;
    }

  parts->module = parts->author = (DwellScan) { name.p, name.p };
  parts->function = name;
  return FALSE;
}
