/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes typed cells as text. Integers are written digit by digit, reals with at least seven
 * digits and for other programs exactly. A missing value gives an empty cell, never 0.
 *
 * All times of a column have the same unit and number of decimals, so that they can be compared at
 * a glance. Both depend on the column's cells, of which only some are read if the column is long,
 * because the main loop waits. */
#include "config.h"

#include "model/lists/dwell-cell-text.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text-real.h"
#include "core/dwell-text.h"
#include "core/dwell-trace.h"

#define REAL_DIGITS 7
#define MEAN_DIGITS 6

/* The unit of a column is chosen from at most this many rows. */
#define MAX_LOOKED_AT 4000

/* A column's n_digits, n_least and finest, a byte each, and 1 << 24; 0: not chosen yet. Any
 * thread may choose them, and all choose the same. */
struct _DwellTimeUnits
{
  gatomicrefcount ref_count;
  gconstpointer   data; /* what they were chosen for; see _dwell_time_units_get() */
  int             columns[];
};

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
    return dwell_text_real (real, REAL_DIGITS);

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
                  : dwell_text_real (mean, MEAN_DIGITS);
}

static DwellSignedWide
get_time (const DwellCellValue *cell)
{
  return cell->whole + dwell_time_round (cell->rest);
}

/* A change of a part of a whole may be less than 0. */
static char *
share_to_plain (double share)
{
  g_autofree char *size = dwell_share_to_plain (fabs (share));

  return g_strconcat (share < 0 ? "-" : "", size, NULL);
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
      return is_plain ? whole_to_plain (get_time (self)) : dwell_text_duration (get_time (self));
    case DWELL_CELL_REAL:
      return real_to_text (self->rest, is_plain);
    case DWELL_CELL_MEAN:
      return mean_to_text (self->rest, is_plain);
    case DWELL_CELL_SHARE:
      return is_plain ? share_to_plain (self->rest) : dwell_text_percent (self->rest);
    case DWELL_CELL_NONE:
    default:
      return g_strdup ("");
    }
}

/* A change, for people: “+3”, “−3”, and 0 without a sign. */
char *
_dwell_cell_to_signed_text (const DwellCellValue *self)
{
  gboolean is_less = self->whole < 0 || self->rest < 0;
  DwellCellValue size = *self;
  g_autofree char *text = NULL;

  if (self->kind == DWELL_CELL_NONE)
    return g_strdup ("");
  if (self->whole == 0 && self->rest == 0)
    return g_strdup ("0");

  /* Counts and parts of a whole have no sign of their own. */
  size.whole = is_less ? -self->whole : self->whole;
  size.rest = fabs (self->rest);
  if (size.kind == DWELL_CELL_INTEGER)
    size.kind = DWELL_CELL_COUNT;
  text = _dwell_cell_to_text (&size, FALSE);
  return g_strconcat (is_less ? "−" : "+", text, NULL);
}

DwellTimeUnits *
_dwell_time_units_new (guint n_columns)
{
  DwellTimeUnits *self = g_malloc0 (sizeof *self + n_columns * sizeof self->columns[0]);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

DwellTimeUnits *
_dwell_time_units_ref (DwellTimeUnits *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
_dwell_time_units_unref (DwellTimeUnits *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

/* Returns the units for @data: those in @self (nullable) if they were made for @data, else new
 * ones, which replace them. For a list that shows one answer after another. */
DwellTimeUnits *
_dwell_time_units_get (DwellTimeUnits **self,
                       gconstpointer    data,
                       guint            n_columns)
{
  if (*self == NULL || (*self)->data != data)
    {
      g_clear_pointer (self, _dwell_time_units_unref);
      *self = _dwell_time_units_new (n_columns);
      (*self)->data = data;
    }

  return *self;
}

static int
look_at (guint         column,
         DwellCellFunc get,
         gconstpointer data,
         guint         n_rows)
{
  DwellTimeColumn times = { 0 };

  for (guint row = 0; row < n_rows; row += 1 + n_rows / MAX_LOOKED_AT)
    {
      DwellCellValue cell = get (data, row, column);

      if (cell.kind == DWELL_CELL_TIME)
        dwell_time_column_add (&times, get_time (&cell));
    }

  return (int) (1u << 24 | times.n_digits << 16 | times.n_least << 8 | times.finest);
}

/* Like _dwell_cell_to_text() for people, but with times in the unit of their column, which is
 * chosen from the cells that @get returns for @n_rows rows. */
char *
_dwell_time_units_to_text (DwellTimeUnits       *self,
                           const DwellCellValue *cell,
                           guint                 column,
                           DwellCellFunc         get,
                           gconstpointer         data,
                           guint                 n_rows)
{
  DwellTimeColumn times;
  int known;

  if (cell->kind != DWELL_CELL_TIME)
    return _dwell_cell_to_text (cell, FALSE);

  known = g_atomic_int_get (&self->columns[column]);
  if (known == 0)
    {
      known = look_at (column, get, data, n_rows);
      g_atomic_int_set (&self->columns[column], known);
    }

  times = (DwellTimeColumn) { (guint) known >> 16 & 0xff, (guint) known >> 8 & 0xff,
                              (guint) known & 0xff };
  return dwell_text_duration_in_column (get_time (cell), &times);
}
