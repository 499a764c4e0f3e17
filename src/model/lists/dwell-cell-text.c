/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes typed cells as text. Integers are written digit by digit, reals with seven digits and
 * for other programs exactly. A missing value gives an empty cell, never 0. */
#include "config.h"

#include "model/lists/dwell-cell-text.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text.h"
#include "core/dwell-trace.h"

static char *
whole_to_plain (DwellSignedWide whole)
{
  g_autofree char *digits = dwell_wide_to_text ((DwellWide) (whole < 0 ? -whole : whole));

  return g_strconcat (whole < 0 ? "-" : "", digits, NULL);
}

/* Uses the fewest digits that give exactly @real again, for other programs. */
static char *
real_to_text (double   real,
              gboolean is_plain)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];

  if (isnan (real))
    return g_strdup (is_plain ? "nan" : _("not a number"));

  if (isinf (real))
    return g_strdup (is_plain ? (real < 0 ? "-inf" : "inf") : (real < 0 ? "−∞" : "∞"));

  if (!is_plain)
    return g_strdup_printf ("%.7g", real);

  for (int digits = 15; digits <= 17; digits++)
    {
      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, real);
      if (g_ascii_strtod (buffer, NULL) == real)
        break;
    }

  return g_strdup (buffer);
}

static char *
mean_to_text (double   mean,
              gboolean is_plain)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return is_plain ? g_strdup (g_ascii_dtostr (buffer, sizeof buffer, mean))
                  : g_strdup_printf ("%.6g", mean);
}

/* With @is_plain, the text is for other programs: times in whole ns, shares as parts of 1, and a
 * point as decimal sign in every locale. */
char *
_dwell_cell_to_text (const DwellCellValue *self,
                     gboolean              is_plain)
{
  switch (self->kind)
    {
    case DWELL_CELL_TEXT:
      return g_strdup (self->text);
    case DWELL_CELL_COUNT:
      return is_plain ? whole_to_plain (self->whole)
                      : dwell_text_count (dwell_wide_narrow ((DwellWide) self->whole));
    case DWELL_CELL_INTEGER:
      return whole_to_plain (self->whole);
    case DWELL_CELL_TIME:
      return is_plain ? whole_to_plain (self->whole + dwell_time_round (self->rest))
                      : dwell_text_duration (self->whole + dwell_time_round (self->rest));
    case DWELL_CELL_REAL:
      return real_to_text (self->rest, is_plain);
    case DWELL_CELL_MEAN:
      return mean_to_text (self->rest, is_plain);
    case DWELL_CELL_SHARE:
      return is_plain ? dwell_share_to_plain (self->rest) : dwell_text_percent (self->rest);
    case DWELL_CELL_NONE:
    default:
      return g_strdup ("");
    }
}
