/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses times. */
#include "config.h"

#include "formats/csv/dwell-csv-time.h"

#include "core/dwell-trace.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

static const struct {
  const char   *word;
  DwellCsvUnit  unit;
} words[] = {
  { "ns", DWELL_CSV_NS }, { "nsec", DWELL_CSV_NS }, { "nsecs", DWELL_CSV_NS },
  { "nanos", DWELL_CSV_NS }, { "nanosecond", DWELL_CSV_NS }, { "nanoseconds", DWELL_CSV_NS },
  { "us", DWELL_CSV_US }, { "\xc2\xb5s", DWELL_CSV_US }, { "\xce\xbcs", DWELL_CSV_US },
  { "usec", DWELL_CSV_US }, { "usecs", DWELL_CSV_US }, { "micros", DWELL_CSV_US },
  { "microsecond", DWELL_CSV_US }, { "microseconds", DWELL_CSV_US },
  { "ms", DWELL_CSV_MS }, { "msec", DWELL_CSV_MS }, { "msecs", DWELL_CSV_MS },
  { "millis", DWELL_CSV_MS }, { "millisecond", DWELL_CSV_MS }, { "milliseconds", DWELL_CSV_MS },
  { "s", DWELL_CSV_S }, { "sec", DWELL_CSV_S }, { "secs", DWELL_CSV_S },
  { "second", DWELL_CSV_S }, { "seconds", DWELL_CSV_S },
  { "min", DWELL_CSV_MIN }, { "mins", DWELL_CSV_MIN }, { "minute", DWELL_CSV_MIN },
  { "minutes", DWELL_CSV_MIN },
  { "h", DWELL_CSV_H }, { "hr", DWELL_CSV_H }, { "hrs", DWELL_CSV_H }, { "hour", DWELL_CSV_H },
  { "hours", DWELL_CSV_H },
  { "tick", DWELL_CSV_TICKS }, { "ticks", DWELL_CSV_TICKS }, { "cycle", DWELL_CSV_TICKS },
  { "cycles", DWELL_CSV_TICKS },
};

/**
 * dwell_csv_unit_find:
 * @word: a word, in lower case
 * @length: its bytes
 *
 * Returns: the unit that it names, or %DWELL_CSV_NO_UNIT
 */
DwellCsvUnit
dwell_csv_unit_find (const char *word,
                     gsize       length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i].word) == length && memcmp (words[i].word, word, length) == 0)
      return words[i].unit;

  return DWELL_CSV_NO_UNIT;
}

/**
 * dwell_csv_frequency_parse:
 * @text: ticks per second: a number, optionally followed by Hz, kHz, MHz or GHz
 * @ns_per_tick: (out): how long a tick lasts
 *
 * Returns: whether it is a frequency, from 1 Hz to 1000 GHz
 */
gboolean
dwell_csv_frequency_parse (const char *text,
                           DwellRatio *ns_per_tick)
{
  static const struct {
    const char *word;
    guint64     factor;
  } factors[] = { { "GHz", 1000000000 }, { "MHz", 1000000 }, { "kHz", 1000 }, { "Hz", 1 } };
  DwellScan s = { text, text + strlen (text) };
  DwellDecimal number;
  DwellRatio ratio = { 1000, 1 };
  gint64 millihertz;
  gboolean is_rounded;

  dwell_scan_blanks (&s);
  if (!dwell_scan_decimal (&s, ".", &number))
    return FALSE;

  dwell_scan_blanks (&s);
  for (gsize i = 0; i < G_N_ELEMENTS (factors); i++)
    if (dwell_scan_literal (&s, factors[i].word))
      {
        ratio.dividend *= factors[i].factor;
        break;
      }

  dwell_scan_blanks (&s);
  if (s.p != s.end || !dwell_decimal_scale (&number, &ratio, &millihertz, &is_rounded) ||
      millihertz < 1000 || millihertz > 1000 * 1000 * NS_PER_S)
    return FALSE;

  *ns_per_tick = (DwellRatio) { (guint64) NS_PER_S * 1000, (guint64) millihertz };
  return TRUE;
}

/**
 * dwell_csv_scale_init:
 * @self: (out): a scale
 * @unit: the unit of numbers
 * @ns_per_tick: how long a tick lasts
 * @points: one or two decimal signs
 *
 * Makes a scale.
 */
void
dwell_csv_scale_init (DwellCsvScale    *self,
                      DwellCsvUnit      unit,
                      const DwellRatio *ns_per_tick,
                      const char       *points)
{
  static const guint64 ns[] = {
    [DWELL_CSV_NS] = 1, [DWELL_CSV_US] = 1000, [DWELL_CSV_MS] = 1000000,
    [DWELL_CSV_S] = 1000000000, [DWELL_CSV_MIN] = G_GUINT64_CONSTANT (60000000000),
    [DWELL_CSV_H] = G_GUINT64_CONSTANT (3600000000000),
  };

  self->unit = unit;
  self->ratio = unit == DWELL_CSV_TICKS ? *ns_per_tick
                : (DwellRatio) { unit <= DWELL_CSV_H ? ns[unit] : 1, 1 };
  g_strlcpy (self->points, points, sizeof self->points);
}

/* Takes exactly @n digits. */
static gboolean
scan_digits (DwellScan *s,
             guint      n,
             int       *number)
{
  *number = 0;
  if (s->end - s->p < (gssize) n)
    return FALSE;

  for (guint i = 0; i < n; i++, s->p++)
    {
      if (!g_ascii_isdigit (*s->p))
        return FALSE;
      *number = *number * 10 + (*s->p - '0');
    }

  return TRUE;
}

/* Days from 1970-01-01, in the Gregorian calendar. */
static gint64
count_days (int year,
            int month,
            int day)
{
  gint64 y = month > 2 ? year : year - 1;
  gint64 m = month > 2 ? month - 3 : month + 9;

  return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719468;
}

/* YYYY-MM-DD, also with slashes. */
static gboolean
scan_date (DwellScan *s,
           gint64    *days)
{
  static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
  int year, month, day;
  gboolean is_leap;
  char sign;

  if (!scan_digits (s, 4, &year) || s->p == s->end)
    return FALSE;

  sign = *s->p == '/' ? '/' : '-';
  if (!dwell_scan_char (s, sign) || !scan_digits (s, 2, &month) || !dwell_scan_char (s, sign) ||
      !scan_digits (s, 2, &day) || month < 1 || month > 12 || day < 1)
    return FALSE;

  is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  *days = count_days (year, month, day);
  return day <= lengths[month - 1] + (is_leap && month == 2);
}

/* The digits after the seconds' point, in ns, to the nearest, halves up. */
static void
scan_fraction (DwellScan *s,
               gint64    *ns,
               gboolean  *is_rounded)
{
  gint64 unit = NS_PER_S / 10;
  gint64 sum = 0;
  gboolean has_more = FALSE;

  for (; s->p < s->end && g_ascii_isdigit (*s->p); s->p++, unit /= 10)
    {
      if (unit > 0)
        sum += (*s->p - '0') * unit;
      else
        {
          /* The first digit that is left out decides. */
          sum += !has_more && *s->p >= '5';
          has_more = TRUE;
          *is_rounded |= *s->p != '0';
        }
    }

  *ns = sum;
}

/* HH:MM[:SS[.fraction]] */
static gboolean
scan_clock (DwellScan *s,
            gint64    *ns,
            gboolean  *is_rounded)
{
  int hour, minute, second = 0;
  gint64 fraction = 0;

  if (!scan_digits (s, 2, &hour) || !dwell_scan_char (s, ':') || !scan_digits (s, 2, &minute))
    return FALSE;
  if (dwell_scan_char (s, ':'))
    {
      if (!scan_digits (s, 2, &second))
        return FALSE;
      if (s->end - s->p > 1 && (*s->p == '.' || *s->p == ',') && g_ascii_isdigit (s->p[1]))
        {
          s->p++;
          scan_fraction (s, &fraction, is_rounded);
        }
    }

  *ns = ((hour * 60 + minute) * G_GINT64_CONSTANT (60) + second) * NS_PER_S + fraction;
  return hour < 24 && minute < 60 && second < 61;
}

/* Z, +HH:MM, +HHMM or +HH; nothing also means UTC. */
static gboolean
scan_zone (DwellScan *s,
           gint64    *ns)
{
  gboolean is_west;
  int hour, minute = 0;

  *ns = 0;
  dwell_scan_blanks (s);
  if (s->p == s->end || dwell_scan_char (s, 'Z') || dwell_scan_char (s, 'z') ||
      dwell_scan_literal (s, "UTC") || dwell_scan_literal (s, "GMT"))
    return TRUE;

  is_west = dwell_scan_char (s, '-');
  if ((!is_west && !dwell_scan_char (s, '+')) || !scan_digits (s, 2, &hour))
    return FALSE;
  if (s->p < s->end)
    {
      dwell_scan_char (s, ':');
      if (!scan_digits (s, 2, &minute))
        return FALSE;
    }

  *ns = (hour * 60 + minute) * G_GINT64_CONSTANT (60) * NS_PER_S * (is_west ? -1 : 1);
  return hour < 24 && minute < 60;
}

/* A date, a date and a time of day, or a time of day, which is on the first day. */
static gboolean
parse_date (DwellScan  s,
            gint64    *time_ns,
            gboolean  *is_rounded)
{
  DwellScan t = s;
  gint64 days = 0, clock = 0, zone;
  gint64 seconds;

  *is_rounded = FALSE;
  if (scan_date (&t, &days))
    {
      s = t;
      if (s.p < s.end && (*s.p == 'T' || *s.p == 't' || *s.p == ' '))
        {
          s.p++;
          if (!scan_clock (&s, &clock, is_rounded))
            return FALSE;
        }
    }
  else if (!scan_clock (&s, &clock, is_rounded))
    return FALSE;

  if (!scan_zone (&s, &zone) || s.p != s.end)
    return FALSE;

  seconds = days * 24 * 60 * 60;
  if (ABS (seconds) > DWELL_TIME_MAX / NS_PER_S - 2 * 24 * 60 * 60)
    return FALSE;

  *time_ns = seconds * NS_PER_S + clock - zone;
  return TRUE;
}

/**
 * dwell_csv_scale_parse:
 * @self: how the cells of a column are read
 * @text: a cell
 * @time_ns: (out): ns, to the nearest
 * @is_rounded: (out): whether it was not a whole number of ns
 *
 * Reads a time or a duration without converting it to a double.
 *
 * Returns: %FALSE if it is not valid, or more than %DWELL_TIME_MAX
 */
gboolean
dwell_csv_scale_parse (const DwellCsvScale *self,
                       DwellScan            text,
                       gint64              *time_ns,
                       gboolean            *is_rounded)
{
  DwellDecimal number;

  if (self->unit == DWELL_CSV_DATE)
    return parse_date (text, time_ns, is_rounded);

  return dwell_scan_decimal (&text, self->points, &number) && text.p == text.end &&
         dwell_decimal_scale (&number, &self->ratio, time_ns, is_rounded) &&
         *time_ns <= DWELL_TIME_MAX && *time_ns >= -DWELL_TIME_MAX;
}
