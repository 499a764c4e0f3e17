/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/statistics/dwell-percentile.h"

#include <math.h>
#include <string.h>

#include "core/dwell-decimal.h"
#include "core/dwell-wide.h"

/* The unit of decimal fractions: as small as a double can distinguish all the way to 1. */
#define PARTS G_GUINT64_CONSTANT (1000000000000000)

/**
 * dwell_percentile_get_rank:
 * @fraction: which percentile, in (0, 1]: 0.999 for p99.9
 * @n: how many values, at least one
 *
 * Returns: its place, from 0, among the sorted values
 */
guint64
dwell_percentile_get_rank (double  fraction,
                           guint64 n)
{
  DwellWide whole = (DwellWide) llround (fraction * (double) PARTS) * n;
  DwellWide rank = (whole + PARTS - 1) / PARTS;

  return (guint64) CLAMP (rank, 1, n) - 1;
}

/**
 * dwell_percentile_parse:
 * @text: such as “99.9”
 * @fraction: (out): which percentile that is: 0.999
 *
 * Returns: whether @text is a number above 0 and up to 100, of at most 13 decimals
 */
gboolean
dwell_percentile_parse (const char *text,
                        double     *fraction)
{
  const DwellRatio parts_per_percent = { PARTS / 100, 1 };
  DwellScan scan = { text, text + strlen (text) };
  DwellDecimal percent;
  gboolean is_rounded;
  gint64 parts;

  if (!g_ascii_isdigit (*text) || !dwell_scan_decimal (&scan, ".", &percent) ||
      scan.p < scan.end || !dwell_decimal_scale (&percent, &parts_per_percent, &parts, &is_rounded))
    return FALSE;

  *fraction = (double) parts / (double) PARTS;
  return !is_rounded && parts > 0 && parts <= (gint64) PARTS;
}
