/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/compare/dwell-waterfall.h"

/* If all changes are above this part of the picture's height, the part below is cut off, except for
 * a margin, which is a part of the remaining height. */
#define LEAST_CUT 0.5
#define MARGIN    0.25

static DwellSignedWide
get_change (const DwellDifference *difference,
            guint                  row)
{
  DwellFigure net = dwell_difference_get_figure (difference, &difference->rows[row],
                                                 DWELL_STATISTIC_NET);

  return dwell_figure_get_change (&net);
}

static DwellSignedWide
get_size (DwellSignedWide change)
{
  return change < 0 ? -change : change;
}

static void
add_step (DwellWaterfall  *self,
          DwellStepKind    kind,
          guint            row,
          guint            n_rows,
          DwellSignedWide  change)
{
  gboolean is_total = kind == DWELL_STEP_BASE || kind == DWELL_STEP_WHOLE;
  DwellSignedWide begin = is_total ? 0 : self->steps[self->n_steps - 1].end;

  self->steps[self->n_steps++] = (DwellWaterfallStep) {
    .kind = kind, .row = row, .n_rows = n_rows, .begin = begin, .end = begin + change,
  };
}

/* Finds the rows that changed most, the first of equal ones. Returns how many. */
static guint
find_rows (const DwellDifference *difference,
           guint                  rows[DWELL_WATERFALL_ROWS])
{
  guint n = 0;

  for (guint i = 0; i < difference->n_rows; i++)
    {
      DwellSignedWide size = difference->rows[i].is_in_total
                             ? get_size (get_change (difference, i)) : 0;
      guint place = n;

      while (place > 0 && size > get_size (get_change (difference, rows[place - 1])))
        place--;
      if (size == 0 || place == DWELL_WATERFALL_ROWS)
        continue;

      n = MIN (n + 1, DWELL_WATERFALL_ROWS);
      for (guint j = n - 1; j > place; j--)
        rows[j] = rows[j - 1];
      rows[place] = i;
    }

  return n;
}

static DwellStepKind
get_kind (const DwellDifferenceRow *row)
{
  return row->base == NULL ? DWELL_STEP_NEW : row->new == NULL ? DWELL_STEP_GONE
                                                               : DWELL_STEP_CHANGED;
}

/* Sums up the rows that have no step of their own. */
static void
add_others (DwellWaterfall        *self,
            const DwellDifference *difference,
            const guint           *rows,
            guint                  n_own)
{
  DwellSignedWide changes[DWELL_STEP_WHOLE] = { 0 };
  guint n_rows[DWELL_STEP_WHOLE] = { 0 };

  for (guint i = 0; i < difference->n_rows; i++)
    {
      DwellSignedWide change = difference->rows[i].is_in_total ? get_change (difference, i) : 0;
      DwellStepKind kind = get_kind (&difference->rows[i]);
      gboolean is_told = change == 0;

      for (guint j = 0; j < n_own && !is_told; j++)
        is_told = rows[j] == i;
      if (is_told)
        continue;

      changes[kind] += change;
      n_rows[kind]++;
    }

  for (DwellStepKind kind = DWELL_STEP_NEW; kind <= DWELL_STEP_CHANGED; kind++)
    if (n_rows[kind] > 0)
      add_step (self, kind, 0, n_rows[kind], changes[kind]);
}

/* Without a cut, small changes of large totals would be too thin to see. */
static void
find_range (DwellWaterfall *self)
{
  DwellSignedWide low = self->steps[0].end;

  self->high = low;
  for (guint i = 1; i < self->n_steps; i++)
    {
      low = MIN (low, self->steps[i].end);
      self->high = MAX (self->high, self->steps[i].end);
    }

  self->low = 0;
  if ((double) low > LEAST_CUT * (double) self->high && low < self->high)
    self->low = MAX (low - (DwellSignedWide) (MARGIN * (double) (self->high - low)), 0);
}

/**
 * dwell_waterfall_make:
 * @self: (out caller-allocates): the steps, of the base first, of the new recording last
 * @difference: a difference
 *
 * Splits the change of the total own time into the changes of rows.
 */
void
dwell_waterfall_make (DwellWaterfall        *self,
                      const DwellDifference *difference)
{
  guint rows[DWELL_WATERFALL_ROWS];
  guint n = find_rows (difference, rows);

  *self = (DwellWaterfall) { 0 };
  add_step (self, DWELL_STEP_BASE, 0, 0, difference->total.base);
  for (guint i = 0; i < n; i++)
    add_step (self, DWELL_STEP_ROW, rows[i], 1, get_change (difference, rows[i]));
  add_others (self, difference, rows, n);
  add_step (self, DWELL_STEP_WHOLE, 0, 0, difference->total.new);
  find_range (self);
}
