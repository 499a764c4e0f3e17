/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads times from text as a user types them. All arithmetic is on integers. */
#include "config.h"

#include "core/dwell-text.h"

#include "core/dwell-scan.h"

#define NS_PER_S G_GUINT64_CONSTANT (1000000000)

/* Scans a unit, whose length in ns goes to @unit_ns; at the end of the text the unit is ns. */
static gboolean
scan_unit (DwellScan *scan,
           guint64   *unit_ns)
{
  static const struct {
    const char *name;
    guint64     ns;
  } units[] = {
    { "ns", 1 },
    { "us", 1000 },
    { "\xc2\xb5s", 1000 }, /* micro sign */
    { "\xce\xbcs", 1000 }, /* Greek mu */
    { "ms", 1000000 },
    { "min", 60 * NS_PER_S },
    { "s", NS_PER_S },
  };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (dwell_scan_literal (scan, units[i].name))
        {
          *unit_ns = units[i].ns;
          return TRUE;
        }
    }

  *unit_ns = 1;
  return scan->p == scan->end;
}

/* Returns the value in ns of the digits after the point, [@p, @end), rounded half up. Digits after
 * the eighteenth are worth less than a ns in any unit, so it is only checked that they are
 * digits. */
static guint64
fraction_ns (const char *p,
             const char *end,
             guint64     unit_ns)
{
  gsize n_digits = MIN ((gsize) (end - p), 18);
  guint64 numerator = 0;
  guint64 denominator = 1;

  for (gsize i = 0; i < n_digits; i++)
    {
      numerator = numerator * 10 + (guint64) (p[i] - '0');
      denominator *= 10;
    }

  return (guint64) (((unsigned __int128) numerator * unit_ns + denominator / 2) / denominator);
}

/**
 * dwell_text_parse_time:
 * @text: a time as a user types it: “12”, “1.5 ms”, “-3us”, “0.2s”, also “µs” and “min”; with a
 *   decimal point in every locale
 * @time_ns: (out): the time in ns, rounded to the nearest
 *
 * Returns: whether @text is a time, and one that fits 64 bits; if not, @time_ns stays as it was
 */
gboolean
dwell_text_parse_time (const char *text,
                       gint64     *time_ns)
{
  DwellScan scan = { text, text + strlen (text) };
  const char *fraction;
  const char *fraction_end;
  gboolean negative;
  gboolean has_whole;
  guint64 whole = 0;
  guint64 part;
  guint64 unit_ns;
  guint64 magnitude;

  dwell_scan_blanks (&scan);
  negative = dwell_scan_char (&scan, '-');

  if (!negative)
    dwell_scan_char (&scan, '+');

  has_whole = dwell_scan_u64 (&scan, &whole);

  /* Digits are left that did not fit, so this is not a time. */
  if (!has_whole && scan.p < scan.end && g_ascii_isdigit (*scan.p))
    return FALSE;

  fraction = fraction_end = scan.p;

  if (dwell_scan_char (&scan, '.'))
    {
      for (fraction = scan.p; scan.p < scan.end && g_ascii_isdigit (*scan.p); scan.p++)
        ;

      fraction_end = scan.p;

      if (fraction == fraction_end)
        return FALSE;
    }
  else if (!has_whole)
    {
      return FALSE;
    }

  dwell_scan_blanks (&scan);

  if (!scan_unit (&scan, &unit_ns))
    return FALSE;

  dwell_scan_blanks (&scan);

  part = fraction_ns (fraction, fraction_end, unit_ns);

  if (scan.p != scan.end ||
      !g_uint64_checked_mul (&magnitude, whole, unit_ns) ||
      !g_uint64_checked_add (&magnitude, magnitude, part) ||
      magnitude > (guint64) G_MAXINT64 + (negative ? 1 : 0))
    return FALSE;

  *time_ns = (gint64) (negative ? 0 - magnitude : magnitude);
  return TRUE;
}
