/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "cli/cli-compare-figures.h"

#include <math.h>

/* Appends a number to a JSON object; null if it is not finite. */
void
_dwell_cli_compare_append_real (GString *json,
                                double   value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (json, isfinite (value) ? g_ascii_formatd (digits, sizeof digits, "%.9g", value)
                                          : "null");
}

static gboolean
fits (DwellSignedWide value)
{
  return value >= G_MININT64 && value <= G_MAXINT64;
}

/* Appends an integer to a JSON object; if it does not fit int64, as a string. */
void
_dwell_cli_compare_append_signed (GString         *json,
                                  DwellSignedWide  value)
{
  g_autofree char *digits = dwell_signed_wide_to_text (value);

  g_string_append_printf (json, fits (value) ? "%s" : "\"%s\"", digits);
}

/* Adds a cell with an integer; an empty one unless it @exists. */
void
_dwell_cli_rows_add_signed (DwellCliRows    *rows,
                            gboolean         exists,
                            DwellSignedWide  value)
{
  if (!exists)
    {
      dwell_cli_rows_add_null (rows);
    }
  else if (fits (value))
    {
      dwell_cli_rows_add_int (rows, (gint64) value);
    }
  else
    {
      g_autofree char *digits = dwell_signed_wide_to_text (value);

      dwell_cli_rows_add_text (rows, digits);
    }
}

/* Adds a cell of one side of a figure, or of its change. */
void
_dwell_cli_rows_add_side (DwellCliRows      *rows,
                          const DwellFigure *figure,
                          gboolean           exists,
                          DwellSignedWide    whole,
                          double             real)
{
  if (exists && figure->is_real)
    dwell_cli_rows_add_real (rows, real);
  else
    _dwell_cli_rows_add_signed (rows, exists, whole);
}

/* Adds the cells base, new, change and ratio. */
void
_dwell_cli_rows_add_figure (DwellCliRows      *rows,
                            const DwellFigure *figure)
{
  _dwell_cli_rows_add_side (rows, figure, figure->has_base, figure->base, figure->base_real);
  _dwell_cli_rows_add_side (rows, figure, figure->has_new, figure->new, figure->new_real);
  _dwell_cli_rows_add_side (rows, figure, dwell_figure_has_change (figure),
                            dwell_figure_get_change (figure),
                            dwell_figure_get_real_change (figure));
  dwell_cli_rows_add_real (rows, dwell_figure_get_ratio (figure));
}

/* Adds a cell with four digits, which are enough for people. */
void
_dwell_cli_rows_add_brief_real (DwellCliRows *rows,
                                double        value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    dwell_cli_rows_add_text (rows, g_ascii_formatd (digits, sizeof digits, "%.4g", value));
  else
    dwell_cli_rows_add_null (rows);
}
