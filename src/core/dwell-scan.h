/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scanning text: a cursor over bytes that end at @end; nothing relies on a NUL. Each function
 * advances the cursor only on success, so calls chain:
 *   if (!dwell_scan_u64 (&s, &id) || !dwell_scan_char (&s, ',') || …) return FALSE; */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

typedef struct {
  const char *p;   /* next unread byte */
  const char *end; /* one past the last byte */
} DwellScan;

/* Consumes exactly the byte @c. */
static inline gboolean
dwell_scan_char (DwellScan *s,
                 char       c)
{
  if (s->p == s->end || *s->p != c)
    return FALSE;

  s->p++;
  return TRUE;
}

/* Consumes spaces and tabs, if any. */
static inline void
dwell_scan_blanks (DwellScan *s)
{
  while (s->p < s->end && (*s->p == ' ' || *s->p == '\t'))
    s->p++;
}

/* Decimal digits only; refuses overflow rather than wrapping. */
static inline gboolean
dwell_scan_u64 (DwellScan *s,
                guint64   *value)
{
  const char *p = s->p;
  const char *safe = s->end - p > 19 ? p + 19 : s->end;
  guint64 v = 0;
  guint digit;

  /* 19 digits always fit. */
  for (; p < safe && (digit = (guchar) (*p - '0')) < 10; p++)
    v = v * 10 + digit;

  for (; G_UNLIKELY (p - s->p >= 19) && p < s->end && (digit = (guchar) (*p - '0')) < 10; p++)
    {
      if (v > (G_MAXUINT64 - digit) / 10)
        return FALSE;

      v = v * 10 + digit;
    }

  if (p == s->p)
    return FALSE;

  s->p = p;
  *value = v;
  return TRUE;
}

/* An optional sign, then decimal digits; refuses what does not fit 64 bits. */
static inline gboolean
dwell_scan_i64 (DwellScan *s,
                gint64    *value)
{
  DwellScan t = *s;
  gboolean negative = dwell_scan_char (&t, '-');
  guint64 magnitude;

  if (!negative)
    dwell_scan_char (&t, '+');

  if (!dwell_scan_u64 (&t, &magnitude) || magnitude > (guint64) G_MAXINT64 + (negative ? 1 : 0))
    return FALSE;

  *value = negative ? (gint64) (0 - magnitude) : (gint64) magnitude;
  *s = t;
  return TRUE;
}

/* Decimal digits that fit 32 bits. */
static inline gboolean
dwell_scan_u32 (DwellScan *s,
                guint32   *value)
{
  DwellScan t = *s;
  guint64 wide;

  if (!dwell_scan_u64 (&t, &wide) || wide > G_MAXUINT32)
    return FALSE;

  *value = (guint32) wide;
  *s = t;
  return TRUE;
}

/* Consumes @literal, or nothing. */
static inline gboolean
dwell_scan_literal (DwellScan  *s,
                    const char *literal)
{
  gsize length = strlen (literal);

  if ((gsize) (s->end - s->p) < length || memcmp (s->p, literal, length) != 0)
    return FALSE;

  s->p += length;
  return TRUE;
}

/* The rest of the line without its LF or CR LF goes to @line; the cursor moves past the line end.
 * Returns FALSE at the end of the bytes. */
static inline gboolean
dwell_scan_line (DwellScan *s,
                 DwellScan *line)
{
  const char *newline;

  if (s->p == s->end)
    return FALSE;

  newline = (const char *) memchr (s->p, '\n', (gsize) (s->end - s->p));
  line->p = s->p;
  line->end = newline != NULL ? newline : s->end;
  s->p = newline != NULL ? newline + 1 : s->end;

  if (line->end > line->p && line->end[-1] == '\r')
    line->end--;

  return TRUE;
}

G_END_DECLS
