/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes rows from two call trees, and tests the shares of samples. */
#include "config.h"

#include "analysis/compare/dwell-weight-difference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/dwell-share.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "core/dwell-trace-image.h"
#include "core/dwell-wide.h"

/* With a smaller expected number, Fisher's exact test is used. */
#define EXPECTED_MIN 5

/**
 * dwell_area_weights_new:
 * @tree: a tree
 * @cancellable: (nullable): checked now and then
 *
 * Returns: (transfer full) (nullable): the weight of each area; %NULL if it was cancelled
 */
DwellAreaWeight *
dwell_area_weights_new (const DwellTree *tree,
                        GCancellable    *cancellable)
{
  DwellAreaWeight *weights = g_new0 (DwellAreaWeight, MAX (tree->trace->n_areas, 1));
  g_autoptr(GPtrArray) groups = dwell_tree_get_groups (tree, DWELL_NONE, cancellable);

  if (groups == NULL)
    {
      g_free (weights);
      return NULL;
    }

  for (guint i = 0; i < groups->len; i++)
    {
      const DwellTreeGroup *group = groups->pdata[i];

      if (group->area == DWELL_NONE)
        continue;
      weights[group->area].is_there = TRUE;
      weights[group->area].total = group->total;
    }

  for (guint32 i = 0; i < tree->n_nodes; i++)
    if (tree->areas[i] != DWELL_NONE)
      dwell_add_saturated (&weights[tree->areas[i]].self, dwell_tree_get_own (tree, i));

  return weights;
}

static DwellFigure
make_figure (const DwellAreaWeight *base,
             const DwellAreaWeight *new,
             gboolean               is_total)
{
  DwellFigure figure = { .is_sum = TRUE, .has_base = base != NULL, .has_new = new != NULL };

  if (base != NULL)
    figure.base = is_total ? base->total : base->self;
  if (new != NULL)
    figure.new = is_total ? new->total : new->self;
  figure.base_real = (double) figure.base;
  figure.new_real = (double) figure.new;
  return figure;
}

static void
add_row (GArray                *rows,
         guint32                base_area,
         const DwellAreaWeight *base,
         guint32                new_area,
         const DwellAreaWeight *new,
         guint8                 matched_by)
{
  DwellWeightRow row = {
    .base_area = base != NULL ? base_area : DWELL_NONE,
    .new_area = new != NULL ? new_area : DWELL_NONE, .matched_by = matched_by,
    .self = make_figure (base, new, FALSE), .total = make_figure (base, new, TRUE),
    .share_change = { NAN, NAN }, .ratio = { NAN, NAN }, .p = NAN, .q = NAN,
  };

  g_array_append_val (rows, row);
}

static void
make_rows (DwellWeightDifference *self,
           const DwellMatch      *match,
           const DwellAreaWeight *of_base,
           const DwellAreaWeight *of_new)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (DwellWeightRow));

  for (guint32 i = 0; i < self->base->trace->n_areas; i++)
    {
      guint32 area = match->new_of_base[i];
      const DwellAreaWeight *new = area != DWELL_NONE && of_new[area].is_there ? &of_new[area]
                                                                               : NULL;

      if (of_base[i].is_there)
        add_row (rows, i, &of_base[i], area, new, match->base_matched_by[i]);
    }

  for (guint32 i = 0; i < self->new->trace->n_areas; i++)
    {
      guint32 area = match->base_of_new[i];

      if (of_new[i].is_there && (area == DWELL_NONE || !of_base[area].is_there))
        add_row (rows, DWELL_NONE, NULL, i, &of_new[i], match->new_matched_by[i]);
    }

  self->n_rows = rows->len;
  self->rows = (DwellWeightRow *) g_array_free (rows, FALSE);
}

static void
add_up (DwellWeightDifference *self)
{
  double base_matched = 0;
  double new_matched = 0;

  self->whole = (DwellFigure) { .is_sum = TRUE, .has_base = TRUE, .has_new = TRUE };
  for (guint i = 0; i < self->n_rows; i++)
    {
      const DwellFigure *figure = &self->rows[i].self;

      self->whole.base += figure->base;
      self->whole.new += figure->new;
      if (figure->has_base && figure->has_new)
        {
          base_matched += figure->base_real;
          new_matched += figure->new_real;
        }
    }

  self->whole.base_real = (double) self->whole.base;
  self->whole.new_real = (double) self->whole.new;
  self->base_matched = dwell_share (base_matched, self->whole.base_real);
  self->new_matched = dwell_share (new_matched, self->whole.new_real);
}

static const DwellFigure *
get_weight (const DwellWeightDifference *self,
            const DwellWeightRow        *row)
{
  return self->options.by_total ? &row->total : &row->self;
}

static void
set_share (DwellWeightDifference *self,
           DwellWeightRow        *row)
{
  DwellFigure share = *get_weight (self, row);

  share.is_real = TRUE;
  share.has_base = share.has_base && self->whole.base > 0;
  share.has_new = share.has_new && self->whole.new > 0;
  share.base_real = share.has_base ? share.base_real / self->whole.base_real : 0;
  share.new_real = share.has_new ? share.new_real / self->whole.new_real : 0;
  row->share = share;
}

static DwellInterval
get_logs (DwellInterval limits)
{
  return (DwellInterval) { log (limits.low), log (limits.high) };
}

/* A row that only one side has counts as a share of 0 on the other. */
static void
test_row (DwellWeightDifference *self,
          DwellWeightRow        *row)
{
  const DwellFigure *weight = get_weight (self, row);
  guint64 base = (guint64) weight->base;
  guint64 new = (guint64) weight->new;
  guint64 n_base = (guint64) self->whole.base;
  guint64 n_new = (guint64) self->whole.new;
  double both = (double) base + (double) new;
  double least = MIN (both, (double) n_base + (double) n_new - both) *
                 MIN ((double) n_base, (double) n_new) / ((double) n_base + (double) n_new);
  DwellInterval of_base = dwell_wilson (base, n_base);
  DwellInterval of_new = dwell_wilson (new, n_new);

  if (base > n_base || new > n_new)
    return;

  row->test = least < EXPECTED_MIN ? DWELL_TEST_FISHER : DWELL_TEST_PROPORTIONS;
  row->p = row->test == DWELL_TEST_FISHER ? dwell_fisher_exact (base, n_base, new, n_new)
                                          : dwell_proportions (base, n_base, new, n_new).p;
  row->share_change = dwell_mover (row->share.base_real, of_base, row->share.new_real, of_new);
  if (base > 0 && new > 0)
    {
      DwellInterval logs = dwell_mover (log (row->share.base_real), get_logs (of_base),
                                        log (row->share.new_real), get_logs (of_new));

      row->ratio = (DwellInterval) { exp (logs.low), exp (logs.high) };
    }
}

static void
test_rows (DwellWeightDifference *self)
{
  g_autofree double *p = g_new (double, MAX (self->n_rows, 1));
  g_autofree double *q = g_new (double, MAX (self->n_rows, 1));

  if (!self->are_samples || self->whole.base == 0 || self->whole.new == 0)
    return;

  for (guint i = 0; i < self->n_rows; i++)
    {
      test_row (self, &self->rows[i]);
      p[i] = self->rows[i].p;
    }

  dwell_benjamini_hochberg (p, q, self->n_rows);
  for (guint i = 0; i < self->n_rows; i++)
    self->rows[i].q = q[i];
}

static gboolean
is_same (const DwellFigure *figure)
{
  return figure->has_base == figure->has_new && figure->base == figure->new;
}

static DwellEvidence
get_evidence (const DwellWeightDifference *self,
              const DwellWeightRow        *row,
              gboolean                     is_alone)
{
  if (!isnan (row->q))
    return row->q <= self->options.alpha ? DWELL_EVIDENCE_SAMPLES : DWELL_EVIDENCE_CHANCE;
  if (!is_alone && (self->base->weights_are_times || self->new->weights_are_times))
    return DWELL_EVIDENCE_SUMS;

  return DWELL_EVIDENCE_FACT;
}

static void
judge (DwellWeightDifference *self,
       DwellWeightRow        *row)
{
  DwellFigure value = dwell_weight_difference_get_value (self, row);
  double ratio = dwell_figure_get_ratio (&value);
  double change = dwell_figure_get_real_change (&value);

  row->evidence = DWELL_EVIDENCE_NONE;
  if (row->base_area == DWELL_NONE || row->new_area == DWELL_NONE)
    {
      row->verdict = row->base_area == DWELL_NONE ? DWELL_VERDICT_NEW : DWELL_VERDICT_GONE;
      row->evidence = get_evidence (self, row, TRUE);
      self->n_by_chance += row->evidence == DWELL_EVIDENCE_CHANCE;
    }
  else if (is_same (&row->self) && is_same (&row->total) &&
           (!self->are_shares || is_same (&self->whole)))
    {
      row->verdict = DWELL_VERDICT_IDENTICAL;
    }
  else if (change == 0 || fabs (ratio - 1) < self->options.noise)
    {
      row->verdict = DWELL_VERDICT_SAME;
    }
  else
    {
      row->evidence = get_evidence (self, row, FALSE);
      row->verdict = row->evidence >= DWELL_EVIDENCE_CHANCE ? DWELL_VERDICT_UNCLEAR
                     : change > 0 ? DWELL_VERDICT_MORE : DWELL_VERDICT_LESS;
    }

  self->n_verdicts[row->verdict]++;
}

static const char *
get_name (const DwellWeightDifference *self,
          const DwellWeightRow        *row)
{
  return row->new_area != DWELL_NONE
           ? dwell_trace_get_area_title (self->new->trace, row->new_area)
           : dwell_trace_get_area_title (self->base->trace, row->base_area);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const DwellWeightRow *left = a;
  const DwellWeightRow *right = b;
  DwellFigure left_value = dwell_weight_difference_get_value (user_data, left);
  DwellFigure right_value = dwell_weight_difference_get_value (user_data, right);
  double x = fabs (dwell_figure_get_real_change (&left_value));
  double y = fabs (dwell_figure_get_real_change (&right_value));
  int order;

  if (x != y)
    return x > y ? -1 : 1;

  order = strcmp (get_name (user_data, left), get_name (user_data, right));
  if (order != 0)
    return order;
  if (left->base_area != right->base_area)
    return left->base_area < right->base_area ? -1 : 1;
  return (left->new_area > right->new_area) - (left->new_area < right->new_area);
}

/**
 * dwell_weights_are_samples:
 * @tree: a tree
 *
 * Returns: whether each unit of weight is an observation of its own
 */
gboolean
dwell_weights_are_samples (const DwellTree *tree)
{
  return g_strcmp0 (dwell_tree_get_unit (tree), "samples") == 0;
}

/**
 * dwell_weight_difference_new:
 * @base: a tree, all of whose contexts are merged; it must outlive the result
 * @new: another
 * @match: which areas of the two correspond
 * @options: how to compare
 * @cancellable: (nullable): checked now and then
 *
 * Compares the weights of two recordings; call it on a worker.
 *
 * Returns: (transfer full) (nullable): the difference, or %NULL if it was cancelled
 */
DwellWeightDifference *
dwell_weight_difference_new (const DwellTree          *base,
                             const DwellTree          *new,
                             const DwellMatch         *match,
                             const DwellWeightOptions *options,
                             GCancellable             *cancellable)
{
  DwellWeightDifference *self;
  g_autofree DwellAreaWeight *of_base = dwell_area_weights_new (base, cancellable);
  g_autofree DwellAreaWeight *of_new =
    of_base != NULL ? dwell_area_weights_new (new, cancellable) : NULL;

  if (of_new == NULL)
    return NULL;

  self = g_new0 (DwellWeightDifference, 1);
  self->options = *options;
  self->base = base;
  self->new = new;
  self->are_samples = dwell_weights_are_samples (base) && dwell_weights_are_samples (new);
  self->are_shares = options->as_shares || self->are_samples ||
                     g_strcmp0 (dwell_tree_get_unit (base), dwell_tree_get_unit (new)) != 0;
  make_rows (self, match, of_base, of_new);
  add_up (self);
  for (guint i = 0; i < self->n_rows; i++)
    set_share (self, &self->rows[i]);

  test_rows (self);
  for (guint i = 0; i < self->n_rows; i++)
    judge (self, &self->rows[i]);
  if (self->n_rows > 0)
    g_qsort_with_data (self->rows, (gint) self->n_rows, sizeof *self->rows, compare_rows, self);
  self->is_of_one = dwell_weight_difference_get_verdict (self) == DWELL_VERDICT_IDENTICAL &&
                    base->begin == new->begin && base->end == new->end &&
                    dwell_trace_is_same (base->trace, new->trace);

  return self;
}

/**
 * dwell_weight_difference_free:
 * @self: (transfer full): a difference of weights
 *
 * Frees @self.
 */
void
dwell_weight_difference_free (DwellWeightDifference *self)
{
  g_free (self->rows);
  g_free (self);
}

/**
 * dwell_weight_difference_get_value:
 * @self: a difference of weights
 * @row: one of its rows
 *
 * Returns: the figure that the row is judged and ranked by
 */
DwellFigure
dwell_weight_difference_get_value (const DwellWeightDifference *self,
                                   const DwellWeightRow        *row)
{
  return self->are_shares ? row->share : *get_weight (self, row);
}

/**
 * dwell_weight_difference_get_verdict:
 * @self: a difference of weights
 *
 * Returns: the verdict on the whole, as from dwell_difference_get_verdict()
 */
DwellVerdict
dwell_weight_difference_get_verdict (const DwellWeightDifference *self)
{
  guint n_verdicts[DWELL_N_VERDICTS];
  guint n_alone = self->n_verdicts[DWELL_VERDICT_NEW] + self->n_verdicts[DWELL_VERDICT_GONE];

  memcpy (n_verdicts, self->n_verdicts, sizeof n_verdicts);
  n_verdicts[DWELL_VERDICT_NEW] = n_alone - self->n_by_chance;
  n_verdicts[DWELL_VERDICT_GONE] = 0;
  n_verdicts[DWELL_VERDICT_UNCLEAR] += self->n_by_chance;
  return dwell_verdict_of_rows (n_verdicts);
}

/**
 * dwell_weight_difference_is_told:
 * @self: a difference of weights
 * @row: one of its rows
 * @least: 0.001: a thousandth
 *
 * Returns: whether the row is worth a line: it changed by more than noise, and by at least this
 *   part of the base's whole
 */
gboolean
dwell_weight_difference_is_told (const DwellWeightDifference *self,
                                 const DwellWeightRow        *row,
                                 double                       least)
{
  DwellFigure value = dwell_weight_difference_get_value (self, row);
  double whole = self->are_shares ? 1 : self->whole.base_real;

  return row->verdict != DWELL_VERDICT_SAME && row->verdict != DWELL_VERDICT_IDENTICAL &&
         fabs (dwell_figure_get_real_change (&value)) >= least * whole;
}
