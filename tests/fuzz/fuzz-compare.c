/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two ranges of a trace held against one another as if they were two recordings: changes add up to
 * that of the whole, and swapped sides negate it. */
#include "config.h"

#include <math.h>

#include "analysis/compare/dwell-anchors.h"
#include "analysis/compare/dwell-costs-difference.h"
#include "analysis/compare/dwell-difference.h"
#include "analysis/compare/dwell-line-difference.h"
#include "analysis/compare/dwell-union-tree.h"
#include "analysis/compare/dwell-weight-difference.h"
#include "fuzz.h"

typedef struct {
  DwellTrace *trace;
  DwellMatch *match;
  gint64      begins[2];
  gint64      ends[2];
} Pair;

static DwellDifference *
compare_spans (const Pair           *self,
               DwellStatisticsIndex *index,
               guint                 base,
               gboolean              by_context)
{
  DwellDifferenceOptions options = {
    .base = { index, self->begins[base], self->ends[base], NULL, NULL },
    .new = { index, self->begins[!base], self->ends[!base], NULL, NULL },
    .measure = { .statistic = DWELL_STATISTIC_NET }, .by_context = by_context,
    .noise = 0.01, .alpha = 0.05,
  };

  return dwell_difference_new (&options, self->match, NULL);
}

static void
check_spans (const FuzzInput *input,
             const Pair      *self)
{
  gboolean by_context = fuzz_chance (input, 2);
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(DwellDifference) there = compare_spans (self, index, 0, by_context);
  g_autoptr(DwellDifference) back = compare_spans (self, index, 1, by_context);

  g_assert_cmpuint (there->n_rows, ==, back->n_rows);
  g_assert_true (dwell_figure_get_change (&there->total) ==
                 -dwell_figure_get_change (&back->total));
  for (guint i = 0; i < there->n_rows; i++)
    {
      const DwellDifferenceRow *row = &there->rows[i];

      g_assert_false (isinf (dwell_figure_get_ratio (&row->value)));
      for (guint k = 0; k < DWELL_N_TESTED; k++)
        g_assert_true (isnan (row->tested[k].p) ||
                       (row->tested[k].p >= 0 && row->tested[k].q >= row->tested[k].p &&
                        row->tested[k].q <= 1));
    }
}

static void
check_distribution (const FuzzInput *input,
                    const Pair      *self)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, NULL);
  guint32 area = g_rand_int (input->rand) % self->trace->n_areas;
  DwellMeasure measure = g_rand_int (input->rand) % DWELL_MEASURE_JITTER;
  g_autoptr(DwellSamples) base = dwell_samples_new (index, &area, 1, DWELL_NONE, self->begins[0],
                                                    self->ends[0], measure, NULL);
  g_autoptr(DwellSamples) new = dwell_samples_new (index, &area, 1, DWELL_NONE, self->begins[1],
                                                   self->ends[1], measure, NULL);
  g_autoptr(DwellDistributionDifference) difference =
    dwell_distribution_difference_new (base, new, NULL, 0, fuzz_chance (input, 2), 0.05);
  guint64 n = 0;

  for (guint i = 0; i < difference->n_bins; i++)
    n += difference->bins[i].base + difference->bins[i].new;
  g_assert_cmpuint (n, ==, base->n + new->n);
  g_assert_true (isnan (difference->distance) ||
                 (difference->distance >= 0 && difference->distance <= 1));
}

static void
check_anchors (const FuzzInput *input,
               const Pair      *self)
{
  DwellAnchoredSide base = { self->trace, self->begins[0], self->ends[0], NULL };
  DwellAnchoredSide new = { self->trace, self->begins[1], self->ends[1], NULL };
  g_autoptr(DwellAnchors) anchors = dwell_anchors_new (&base, &new, self->match,
                                                       fuzz_chance (input, 2), NULL);
  DwellSignedWide sum = anchors->lost;

  for (guint i = 0; i < anchors->n_anchors; i++)
    sum += anchors->anchors[i].lost;
  g_assert_true (sum == anchors->drift);
  for (guint i = 0; i < 8; i++)
    {
      gint64 time = fuzz_time (input, self->trace);
      gint64 later = fuzz_time (input, self->trace);

      g_assert_cmpint (dwell_anchors_map (anchors, MIN (time, later)), <=,
                       dwell_anchors_map (anchors, MAX (time, later)));
      dwell_anchors_map_back (anchors, time);
    }
}

static DwellTree *
make_tree (const Pair *self,
           guint       side)
{
  DwellTreeOptions options = { .begin = self->begins[side], .end = self->ends[side] };

  return dwell_tree_new (self->trace, &options, NULL);
}

static void
check_trees (const FuzzInput *input,
             const Pair      *self)
{
  DwellWeightOptions options = { fuzz_chance (input, 2), fuzz_chance (input, 2), 0.01, 0.05 };
  g_autoptr(DwellTree) base = make_tree (self, 0);
  g_autoptr(DwellTree) new = make_tree (self, 1);
  g_autoptr(DwellWeightDifference) weights =
    dwell_weight_difference_new (base, new, self->match, &options, NULL);
  g_autoptr(DwellUnionTree) both = dwell_union_tree_new (base, new, self->match, FALSE);
  DwellSignedWide change = 0;

  for (guint i = 0; i < weights->n_rows; i++)
    {
      DwellFigure value = dwell_weight_difference_get_value (weights, &weights->rows[i]);

      change += dwell_figure_get_change (&weights->rows[i].self);
      g_assert_false (isinf (dwell_figure_get_ratio (&value)));
    }

  g_assert_true (change == dwell_figure_get_change (&weights->whole));
  for (guint32 i = 0; i < both->n_nodes; i++)
    g_assert_true (both->common[i] >= 0 && both->lost[i] >= 0 && both->gained[i] >= 0);
}

/* Of the costs of a report and itself: what is paired did not change, and nothing is infinite. */
static void
check_costs (const Pair *self)
{
  g_autoptr(DwellCostsDifference) difference =
    dwell_costs_difference_new (self->trace, DWELL_NONE, self->trace, DWELL_NONE, self->match,
                                NULL);

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellCostsDifferenceRow *row = &difference->rows[i];

      g_assert_true (row->verdict == DWELL_VERDICT_SAME || row->verdict == DWELL_VERDICT_NEW ||
                     row->verdict == DWELL_VERDICT_GONE);
      g_assert_true (row->growth.by_inputs == 0 && row->growth.by_cost == 0);
      g_assert_false (isinf (row->growth.factor) || isinf (row->growth.factor_at_largest));
      g_assert_nonnull (dwell_costs_difference_get_name (difference, row));
    }
}

static guint64
count_hits (const DwellLineTable *table)
{
  guint64 n = 0;

  for (guint32 i = 0; i < table->n_rows; i++)
    n += table->rows[i].sums.hits;
  return n;
}

static void
check_lines (const Pair *self)
{
  g_autoptr(DwellLineTable) base = dwell_line_table_new_in_range (self->trace, NULL,
                                                                  self->begins[0], self->ends[0],
                                                                  NULL);
  g_autoptr(DwellLineTable) new = dwell_line_table_new_in_range (self->trace, NULL,
                                                                 self->begins[1], self->ends[1],
                                                                 NULL);
  g_autoptr(DwellLineDifference) difference = dwell_line_difference_new (base, new, self->match,
                                                                         NULL);
  DwellSignedWide change = 0;

  for (guint32 i = 0; i < difference->n_rows; i++)
    {
      change += dwell_figure_get_change (&difference->rows[i].hits);
      g_assert_cmpint (dwell_line_difference_get_verdict (difference, &difference->rows[i]), <,
                       DWELL_N_VERDICTS);
    }
  g_assert_true (change ==
                 (DwellSignedWide) count_hits (new) - (DwellSignedWide) count_hits (base));
}

void
fuzz_compare (const FuzzInput *input,
              DwellTrace      *trace)
{
  DwellMatchOptions matching = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (trace, trace, &matching, NULL);
  Pair self = { .trace = trace, .match = match };

  for (guint i = 0; i < 2; i++)
    {
      gint64 first = fuzz_time (input, trace);
      gint64 second = fuzz_time (input, trace);

      self.begins[i] = MIN (first, second);
      self.ends[i] = MAX (first, second);
    }

  if (!trace->spans_are_sequence)
    check_spans (input, &self);
  if (!trace->spans_are_sequence && trace->n_areas > 0)
    check_distribution (input, &self);
  check_anchors (input, &self);
  if (dwell_tree_is_possible (trace))
    check_trees (input, &self);
  if (dwell_trace_has (trace, DWELL_TABLE_COST_POINTS))
    check_costs (&self);
  if (dwell_line_table_is_possible (trace))
    check_lines (&self);
}
