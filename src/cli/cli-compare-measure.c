/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures that dwell-cli compare knows by name. */
#include "config.h"

#include "cli/cli-compare.h"

#include <string.h>

#include "analysis/statistics/dwell-percentile.h"

/* “p95” or “p99.9”. */
static gboolean
parse_percentile (const char *text,
                  double     *fraction)
{
  return text[0] == 'p' && dwell_percentile_parse (text + 1, fraction);
}

/* Parses a measure such as “net.total”, “p95” or “period.p99”, and sets whether it is in ns.
 * Returns whether there is such a measure. */
gboolean
_dwell_cli_measure_parse (const char           *text,
                          DwellComparedMeasure *measure,
                          gboolean             *is_time)
{
  *measure = (DwellComparedMeasure) { DWELL_STATISTIC_NET };
  *is_time = TRUE;

  for (DwellStatistic i = DWELL_STATISTIC_COUNT; i <= DWELL_STATISTIC_INCOMPLETE; i++)
    if (g_str_equal (dwell_statistic_columns[i].id, text))
      {
        measure->statistic = i;
        *is_time = dwell_statistic_columns[i].kind == DWELL_CELL_TIME;
        return TRUE;
      }

  if (parse_percentile (text, &measure->percentile))
    return TRUE;

  measure->is_of_periods = g_str_has_prefix (text, "period.");
  return measure->is_of_periods &&
         parse_percentile (text + strlen ("period."), &measure->percentile);
}
