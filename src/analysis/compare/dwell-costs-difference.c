/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs the routines of two recordings and compares what they cost. */
#include "config.h"

#include "analysis/compare/dwell-costs-difference.h"

#include <math.h>
#include <string.h>

static DwellFigure
make_figure (gboolean  has_base,
             DwellWide base,
             gboolean  has_new,
             DwellWide new)
{
  return (DwellFigure) {
    .has_base = has_base, .has_new = has_new, .is_sum = TRUE,
    .base = (DwellSignedWide) MIN (base, DWELL_WIDE_MAX >> 1),
    .new = (DwellSignedWide) MIN (new, DWELL_WIDE_MAX >> 1),
    .base_real = (double) base, .new_real = (double) new,
  };
}

static void
compare_points (const DwellCostsDifference *self,
                DwellCostsDifferenceRow    *row)
{
  g_autoptr(DwellCostPoints) of_base = dwell_costs_get_points (self->base, row->base_row);
  g_autoptr(DwellCostPoints) of_new = dwell_costs_get_points (self->new, row->new_row);

  dwell_cost_difference_init (&row->growth, of_base, &self->base_growths[row->base_row], of_new,
                              &self->new_growths[row->new_row]);
}

static DwellVerdict
get_verdict (const DwellCostsDifferenceRow *row)
{
  DwellSignedWide change = dwell_figure_get_change (&row->cost);

  return row->base_row == G_MAXUINT ? DWELL_VERDICT_NEW
         : row->new_row == G_MAXUINT ? DWELL_VERDICT_GONE
         : change > 0 ? DWELL_VERDICT_MORE
         : change < 0 ? DWELL_VERDICT_LESS : DWELL_VERDICT_SAME;
}

static void
add_row (const DwellCostsDifference *self,
         GArray                     *rows,
         guint                       base_row,
         guint                       new_row,
         DwellMatchedBy              matched_by)
{
  DwellCostsDifferenceRow row = { .base_row = base_row, .new_row = new_row,
                                  .matched_by = matched_by };
  const DwellCostRow *base = dwell_costs_difference_get_base (self, &row, NULL);
  const DwellCostRow *new = dwell_costs_difference_get_new (self, &row, NULL);

  row.calls = make_figure (base != NULL, base != NULL ? base->calls : 0,
                           new != NULL, new != NULL ? new->calls : 0);
  row.cost = make_figure (base != NULL, base != NULL ? dwell_cost_row_get_cost (base, FALSE) : 0,
                          new != NULL, new != NULL ? dwell_cost_row_get_cost (new, FALSE) : 0);
  row.verdict = get_verdict (&row);
  if (dwell_costs_difference_has_growth (self, &row))
    compare_points (self, &row);
  g_array_append_val (rows, row);
}

/* Sorts steeper first, then perhaps steeper. */
static guint
get_urgency (const DwellCostsDifferenceRow *row)
{
  return row->growth.change == DWELL_GROWTH_IS_STEEPER ? 0
         : row->growth.change == DWELL_GROWTH_IS_PERHAPS_STEEPER ? 1 : 2;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const DwellCostsDifference *self = user_data;
  const DwellCostsDifferenceRow *left = a;
  const DwellCostsDifferenceRow *right = b;
  gboolean has_change = dwell_costs_difference_has_change (self);
  double x = has_change ? fabs (dwell_figure_get_real_change (&left->cost)) : 0;
  double y = has_change ? fabs (dwell_figure_get_real_change (&right->cost)) : 0;

  if (get_urgency (left) != get_urgency (right))
    return get_urgency (left) < get_urgency (right) ? -1 : 1;
  if (x != y)
    return x > y ? -1 : 1;
  return strcmp (dwell_costs_difference_get_name (self, left),
                 dwell_costs_difference_get_name (self, right));
}

static void
make_rows (DwellCostsDifference *self,
           const DwellMatch     *match,
           GCancellable         *cancellable)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (DwellCostsDifferenceRow));
  guint n_base = dwell_costs_get_n_rows (self->base);
  guint n_new = dwell_costs_get_n_rows (self->new);

  for (guint i = 0; i < n_base && !g_cancellable_is_cancelled (cancellable); i++)
    {
      guint32 area = dwell_costs_get_row (self->base, i)->area;
      guint32 partner = match->new_of_base[area];

      add_row (self, rows, i,
               partner != DWELL_NONE ? dwell_costs_find_row (self->new, partner) : G_MAXUINT,
               match->base_matched_by[area]);
    }

  for (guint i = 0; i < n_new; i++)
    {
      guint32 area = dwell_costs_get_row (self->new, i)->area;
      guint32 partner = match->base_of_new[area];

      if (partner == DWELL_NONE || dwell_costs_find_row (self->base, partner) == G_MAXUINT)
        add_row (self, rows, G_MAXUINT, i, match->new_matched_by[area]);
    }

  g_array_sort_with_data (rows, compare_rows, self);
  self->n_rows = rows->len;
  self->rows = (DwellCostsDifferenceRow *) (gpointer) g_array_free (rows, FALSE);
}

/**
 * dwell_costs_difference_new:
 * @base: the base, which has costs by size
 * @base_context: a context of it, or %DWELL_NONE for all of them
 * @new: the new recording, which has costs by size, too
 * @new_context: a context of it, or %DWELL_NONE
 * @match: which areas of the two correspond
 * @cancellable: (nullable): cancels the comparison
 *
 * Pairs routines, finds how their costs grow, and subtracts.
 *
 * Returns: (transfer full) (nullable): the difference; %NULL: cancelled, or too little memory
 */
DwellCostsDifference *
dwell_costs_difference_new (DwellTrace       *base,
                            guint32           base_context,
                            DwellTrace       *new,
                            guint32           new_context,
                            const DwellMatch *match,
                            GCancellable     *cancellable)
{
  const DwellGrowthOptions options = { DWELL_COST_CURVE_WORST, FALSE };
  g_autoptr(DwellCostsDifference) self = g_new0 (DwellCostsDifference, 1);

  self->base = dwell_costs_new (base, base_context, cancellable);
  self->new = self->base != NULL ? dwell_costs_new (new, new_context, cancellable) : NULL;
  if (self->new == NULL || g_cancellable_is_cancelled (cancellable))
    return NULL;

  dwell_measured_add (&self->differing, base, new);
  if (dwell_measured_needs_bytes (&self->differing))
    {
      dwell_costs_count_bytes (self->base);
      dwell_costs_count_bytes (self->new);
    }

  self->base_growths = dwell_growth_classify_all (self->base, &options, cancellable);
  self->new_growths = dwell_growth_classify_all (self->new, &options, cancellable);
  if (self->base_growths == NULL || self->new_growths == NULL ||
      g_cancellable_is_cancelled (cancellable))
    return NULL;

  make_rows (self, match, cancellable);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

/**
 * dwell_costs_difference_free:
 * @self: (transfer full): a difference
 */
void
dwell_costs_difference_free (DwellCostsDifference *self)
{
  g_clear_pointer (&self->base, dwell_costs_unref);
  g_clear_pointer (&self->new, dwell_costs_unref);
  g_free (self->base_growths);
  g_free (self->new_growths);
  g_free (self->rows);
  g_free (self);
}

/**
 * dwell_costs_difference_has_change:
 * @self: a difference
 *
 * Returns: whether costs are in one unit, so that they can be subtracted
 */
gboolean
dwell_costs_difference_has_change (const DwellCostsDifference *self)
{
  return !self->differing.units;
}

/**
 * dwell_costs_difference_has_verdict:
 * @self: a difference
 * @row: a row of it
 *
 * Returns: whether the verdict on its cost can be shown
 */
gboolean
dwell_costs_difference_has_verdict (const DwellCostsDifference    *self,
                                    const DwellCostsDifferenceRow *row)
{
  return row->base_row == G_MAXUINT || row->new_row == G_MAXUINT ||
         dwell_costs_difference_has_change (self);
}

/**
 * dwell_costs_difference_has_growth:
 * @self: a difference
 * @row: a row of it
 *
 * Returns: whether what the same input costs can be compared: both recordings have the routine, and
 *   costs and sizes count the same things
 */
gboolean
dwell_costs_difference_has_growth (const DwellCostsDifference    *self,
                                   const DwellCostsDifferenceRow *row)
{
  return row->base_row != G_MAXUINT && row->new_row != G_MAXUINT &&
         dwell_costs_difference_has_change (self) &&
         dwell_measured_has_one_size (&self->differing);
}

/**
 * dwell_costs_difference_get_base:
 * @self: a difference
 * @row: a row of it
 * @growth: (out) (optional) (nullable): how its cost grows in the base
 *
 * Returns: (transfer none) (nullable): the routine in the base; %NULL: it is new
 */
const DwellCostRow *
dwell_costs_difference_get_base (const DwellCostsDifference    *self,
                                 const DwellCostsDifferenceRow *row,
                                 const DwellGrowth            **growth)
{
  gboolean exists = row->base_row != G_MAXUINT;

  if (growth != NULL)
    *growth = exists ? &self->base_growths[row->base_row] : NULL;
  return exists ? dwell_costs_get_row (self->base, row->base_row) : NULL;
}

/**
 * dwell_costs_difference_get_new:
 * @self: a difference
 * @row: a row of it
 * @growth: (out) (optional) (nullable): how its cost grows in the new recording
 *
 * Returns: (transfer none) (nullable): the routine in the new recording; %NULL: it is gone
 */
const DwellCostRow *
dwell_costs_difference_get_new (const DwellCostsDifference    *self,
                                const DwellCostsDifferenceRow *row,
                                const DwellGrowth            **growth)
{
  gboolean exists = row->new_row != G_MAXUINT;

  if (growth != NULL)
    *growth = exists ? &self->new_growths[row->new_row] : NULL;
  return exists ? dwell_costs_get_row (self->new, row->new_row) : NULL;
}

/**
 * dwell_costs_difference_get_area:
 * @self: a difference
 * @row: a row of it
 * @area: (out): the routine there
 *
 * Returns: (transfer none): the new recording if it has the routine, else the base
 */
const DwellTrace *
dwell_costs_difference_get_area (const DwellCostsDifference    *self,
                                 const DwellCostsDifferenceRow *row,
                                 guint32                       *area)
{
  const DwellCostRow *new = dwell_costs_difference_get_new (self, row, NULL);

  *area = new != NULL ? new->area : dwell_costs_get_row (self->base, row->base_row)->area;
  return dwell_costs_get_trace (new != NULL ? self->new : self->base);
}

/**
 * dwell_costs_difference_get_name:
 * @self: a difference
 * @row: a row of it
 *
 * Returns: (transfer none): the name of the routine
 */
const char *
dwell_costs_difference_get_name (const DwellCostsDifference    *self,
                                 const DwellCostsDifferenceRow *row)
{
  guint32 area;
  const DwellTrace *trace = dwell_costs_difference_get_area (self, row, &area);

  return dwell_trace_get_area_name (trace, area);
}
