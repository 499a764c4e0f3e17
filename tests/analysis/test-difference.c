/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two recordings: worked examples, and what holds of any two. */
#include <math.h>
#include <string.h>

#include "analysis/compare/dwell-cost-difference.h"
#include "analysis/compare/dwell-difference-cells.h"
#include "analysis/compare/dwell-difference.h"
#include "analysis/compare/dwell-union-tree.h"
#include "support/file-fixture.h"
#include "support/random-trace.h"

typedef struct {
  DwellTrace           *trace;
  DwellStatisticsIndex *index;
} Side;

static void
side_init (Side       *self,
           DwellTrace *trace)
{
  self->trace = trace;
  self->index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
  g_assert_nonnull (self->index);
}

static void
side_clear (Side *self)
{
  dwell_statistics_index_unref (self->index);
  dwell_trace_unref (self->trace);
}

static void
side_open (Side       *self,
           const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellOpenOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  side_init (self, trace);
}

static DwellDifference *
compare_by (const Side       *base,
            const Side       *new,
            const DwellMatch *match,
            DwellStatistic    statistic)
{
  DwellDifferenceOptions options = {
    .base = { base->index, base->trace->begin, base->trace->end, NULL, NULL },
    .new = { new->index, new->trace->begin, new->trace->end, NULL, NULL },
    .measure = { .statistic = statistic },
    .by_context = TRUE, .noise = 0.01, .alpha = 0.05,
  };
  DwellDifference *difference = dwell_difference_new (&options, match, NULL);

  g_assert_nonnull (difference);
  return difference;
}

static DwellMatch *
match_sides (const Side *base,
             const Side *new)
{
  DwellMatchOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  DwellMatch *match = dwell_match_new (base->trace, new->trace, &options, &error);

  g_assert_no_error (error);
  return match;
}

static DwellDifference *
compare (const Side *base,
         const Side *new)
{
  g_autoptr(DwellMatch) match = match_sides (base, new);

  return compare_by (base, new, match, DWELL_STATISTIC_NET);
}

static void
test_explain (void)
{
  static const struct {
    guint64 base_count, new_count;
    gint64  base_total, new_total, by_count, by_time;
  } cases[] = {
    { 10, 14, 1000, 1680, 440, 240 }, { 10, 20, 1000, 1000, 750, -750 },
    { 4, 3, 400, 480, -130, 210 }, { 10, 10, 1000, 1000, 0, 0 },
    { 0, 5, 0, 50, 50, 0 }, { 5, 0, 50, 0, -50, 0 }, { 2, 3, 220000, 380000, 118333, 41667 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellSignedWide by_count;
      DwellSignedWide by_time;

      dwell_difference_explain (cases[i].base_count, cases[i].base_total, cases[i].new_count,
                                cases[i].new_total, &by_count, &by_time);
      g_assert_cmpint ((gint64) by_count, ==, cases[i].by_count);
      g_assert_cmpint ((gint64) by_time, ==, cases[i].by_time);
      dwell_difference_explain (cases[i].new_count, cases[i].new_total, cases[i].base_count,
                                cases[i].base_total, &by_count, &by_time);
      g_assert_cmpint ((gint64) by_count, ==, -cases[i].by_count);
      g_assert_cmpint ((gint64) by_time, ==, -cases[i].by_time);
    }
}

/* Sums of 2⁶⁴ ns and more, which no product of all of it would fit. */
static void
test_explain_wide (void)
{
  DwellSignedWide total = (DwellSignedWide) 1 << 80;
  DwellSignedWide by_count;
  DwellSignedWide by_time;

  dwell_difference_explain (G_MAXUINT32, total, 1, total, &by_count, &by_time);
  g_assert_true (by_count < 0);
  g_assert_true (by_count + by_time == 0);
}

static const DwellDifferenceRow *
find_row (const DwellDifference *difference,
          const char            *name)
{
  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];
      const char *title = row->new != NULL
                            ? dwell_trace_get_area_title (difference->new, row->new_area)
                            : dwell_trace_get_area_title (difference->base, row->base_area);

      if (g_str_equal (title, name))
        return row;
    }

  g_assert_not_reached ();
}

static void
assert_row (const DwellDifference *difference,
            const char            *name,
            DwellVerdict           verdict,
            DwellEvidence          evidence,
            gint64                 change,
            gint64                 by_count)
{
  const DwellDifferenceRow *row = find_row (difference, name);

  g_assert_cmpint (row->verdict, ==, verdict);
  g_assert_cmpint (row->evidence, ==, evidence);
  g_assert_cmpint ((gint64) dwell_figure_get_change (&row->value), ==, change);
  g_assert_cmpint ((gint64) row->by_count, ==, by_count);
  g_assert_cmpint ((gint64) row->by_time, ==, change - by_count);
}

static DwellCellValue
get_cell (const DwellDifference *difference,
          const char            *area,
          DwellDifferenceColumn  column)
{
  const DwellDifferenceRow *row = find_row (difference, area);

  return dwell_difference_get_cell (difference, (guint) (row - difference->rows), column);
}

static void
test_two_files (void)
{
  Side base;
  Side new;
  g_autoptr(DwellDifference) difference = NULL;
  const DwellDifferenceRow *row;

  side_open (&base, "base.csv");
  side_open (&new, "new.csv");
  difference = compare (&base, &new);

  assert_row (difference, "app.load", DWELL_VERDICT_MORE, DWELL_EVIDENCE_COUNT, 160000, 118333);
  assert_row (difference, "app.draw", DWELL_VERDICT_GONE, DWELL_EVIDENCE_FACT, -100000, -100000);
  assert_row (difference, "app.save", DWELL_VERDICT_NEW, DWELL_EVIDENCE_FACT, 40000, 40000);
  assert_row (difference, "app", DWELL_VERDICT_SAME, DWELL_EVIDENCE_NONE, 0, 0);
  g_assert_cmpint ((gint64) difference->total.base, ==, 380000);
  g_assert_cmpint ((gint64) difference->total.new, ==, 480000);
  g_assert_cmpint (dwell_difference_get_verdict (difference), ==, DWELL_VERDICT_MORE);

  row = find_row (difference, "app.load");
  g_assert_cmpfloat (row->superiority, ==, 0.75);
  g_assert_true (isnan (row->tested[DWELL_TESTED_DURATIONS].p));
  g_assert_cmpint (row->test, ==, DWELL_TEST_NONE);
  g_assert_cmpfloat (fabs (dwell_figure_get_ratio (&row->value) - 1.7273), <, 5e-5);
  g_assert_cmpfloat (find_row (difference, "app")->superiority, ==, 0.875);

  /* Cells that no page shows at first. */
  g_assert_cmpstr (get_cell (difference, "app.load", DWELL_DIFFERENCE_MATCHED_BY).text, ==,
                   "All of its names");
  g_assert_null (get_cell (difference, "app.save", DWELL_DIFFERENCE_MATCHED_BY).text);
  g_assert_cmpfloat (get_cell (difference, "app.load", DWELL_DIFFERENCE_CLIFF).rest, ==, 0.5);
  g_assert_cmpint (get_cell (difference, "app.save", DWELL_DIFFERENCE_CLIFF).kind, ==,
                   DWELL_CELL_NONE);
  g_assert_cmpint (get_cell (difference, "app.load", DWELL_DIFFERENCE_Q).kind, ==,
                   DWELL_CELL_NONE);
  g_assert_cmpfloat (get_cell (difference, "app.load", DWELL_DIFFERENCE_P50_RATIO).rest, >, 0);
  g_assert_cmpint (get_cell (difference, "app.draw", DWELL_DIFFERENCE_P99_RATIO).kind, ==,
                   DWELL_CELL_NONE);
  g_assert_cmpint (get_cell (difference, "app.load", DWELL_DIFFERENCE_BASE_NAME).kind, ==,
                   DWELL_CELL_NONE);

  side_clear (&base);
  side_clear (&new);
}

/* Own times of functions, area by area, without any of what is tested. */
static DwellSignedWide
add_own_times (const Side *side)
{
  const DwellTrace *trace = side->trace;
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (side->index, trace->begin, trace->end, DWELL_STATISTICS_TOTALS,
                                  NULL);
  DwellSignedWide sum = 0;

  for (guint i = 0; i < statistics->n_rows; i++)
    if (statistics->rows[i].context == DWELL_NONE && statistics->rows[i].net_is_defined)
      sum += (DwellSignedWide) statistics->rows[i].net.total;

  return sum;
}

static void
assert_sums (const DwellDifference *difference,
             const Side            *base,
             const Side            *new)
{
  DwellSignedWide change = 0;

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];

      if (row->is_split)
        g_assert_true (row->by_count + row->by_time == dwell_figure_get_change (&row->value));
      for (DwellTested k = 0; k < DWELL_N_TESTED; k++)
        g_assert_true (isnan (row->tested[k].p) || row->tested[k].q >= row->tested[k].p);
      if (row->base_context == DWELL_NONE && row->new_context == DWELL_NONE)
        change += dwell_figure_get_change (&row->value);
    }

  g_assert_true (change == dwell_figure_get_change (&difference->total));
  g_assert_true (difference->total.base == add_own_times (base));
  g_assert_true (difference->total.new == add_own_times (new));
}

static void
assert_same (const DwellDifference *difference)
{
  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];
      double ratio = dwell_figure_get_ratio (&row->value);

      g_assert_cmpint (row->verdict, ==, DWELL_VERDICT_IDENTICAL);
      g_assert_true (dwell_figure_get_change (&row->value) == 0);
      g_assert_true (isnan (ratio) || ratio == 1);
      g_assert_true (isnan (row->superiority) || row->superiority == 0.5);
      for (DwellTested k = 0; k < DWELL_N_TESTED; k++)
        g_assert_true (isnan (row->tested[k].p) || row->tested[k].p == 1);
    }

  g_assert_cmpint (dwell_difference_get_verdict (difference), ==, DWELL_VERDICT_IDENTICAL);
}

static const DwellDifferenceRow *
find_swapped (const DwellDifference    *difference,
              const DwellDifferenceRow *row)
{
  for (guint i = 0; i < difference->n_rows; i++)
    if (difference->rows[i].base_area == row->new_area &&
        difference->rows[i].new_area == row->base_area &&
        difference->rows[i].base_context == row->new_context &&
        difference->rows[i].new_context == row->base_context)
      return &difference->rows[i];

  g_assert_not_reached ();
}

static void
assert_swapped (const DwellDifference *there,
                const DwellDifference *back)
{
  static const DwellVerdict swapped[DWELL_N_VERDICTS] = {
    [DWELL_VERDICT_MORE] = DWELL_VERDICT_LESS, [DWELL_VERDICT_LESS] = DWELL_VERDICT_MORE,
    [DWELL_VERDICT_SAME] = DWELL_VERDICT_SAME, [DWELL_VERDICT_UNCLEAR] = DWELL_VERDICT_UNCLEAR,
    [DWELL_VERDICT_NEW] = DWELL_VERDICT_GONE, [DWELL_VERDICT_GONE] = DWELL_VERDICT_NEW,
    [DWELL_VERDICT_IDENTICAL] = DWELL_VERDICT_IDENTICAL,
  };

  g_assert_cmpuint (there->n_rows, ==, back->n_rows);
  for (guint i = 0; i < there->n_rows; i++)
    {
      const DwellDifferenceRow *row = &there->rows[i];
      const DwellDifferenceRow *other = find_swapped (back, row);

      /* A change of a hundredth is one of 1/101 the other way round. */
      if (row->verdict != DWELL_VERDICT_SAME && other->verdict != DWELL_VERDICT_SAME)
        g_assert_cmpint (other->verdict, ==, swapped[row->verdict]);
      g_assert_true (dwell_figure_get_change (&row->value) ==
                     -dwell_figure_get_change (&other->value));
      g_assert_true (row->by_count == -other->by_count && row->by_time == -other->by_time);
      if (!isnan (row->superiority))
        g_assert_cmpfloat (fabs (row->superiority + other->superiority - 1), <, 1e-12);
      for (DwellTested k = 0; k < DWELL_N_TESTED; k++)
        g_assert_true ((isnan (row->tested[k].p) && isnan (other->tested[k].p)) ||
                       fabs (row->tested[k].p - other->tested[k].p) < 1e-9);
    }
}

/* How many pairs of complete spans are longer on the new side, ties half, of one row. */
static double
count_superiority (const Side               *base,
                   const Side               *new,
                   const DwellDifferenceRow *row)
{
  double n_longer = 0;
  double n_pairs = 0;

  for (guint32 i = 0; i < base->trace->n_spans; i++)
    for (guint32 k = 0; k < new->trace->n_spans; k++)
      {
        gint64 before = dwell_trace_get_span_duration (base->trace, i);
        gint64 after = dwell_trace_get_span_duration (new->trace, k);
        guint8 flags = base->trace->span_flags[i] | new->trace->span_flags[k];

        if (base->trace->span_area[i] != row->base_area ||
            new->trace->span_area[k] != row->new_area ||
            (flags & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) != 0)
          continue;

        n_pairs++;
        n_longer += after > before ? 1 : after == before ? 0.5 : 0;
      }

  return n_pairs > 0 ? n_longer / n_pairs : NAN;
}

/* Of whatever shape, but not large: it is held against all pairs of spans. */
static DwellTrace *
make_random (GRand *random)
{
  RandomTraceShape shape;

  random_trace_choose_shape (random, &shape);
  shape.n_spans = MIN (shape.n_spans, 200);
  return random_trace_new (random, &shape);
}

static void
test_random (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint i = 0; i < 30; i++)
    {
      Side base;
      Side new;
      g_autoptr(DwellDifference) there = NULL;
      g_autoptr(DwellDifference) back = NULL;
      g_autoptr(DwellDifference) none = NULL;

      side_init (&base, make_random (random));
      side_init (&new, make_random (random));
      there = compare (&base, &new);
      back = compare (&new, &base);
      none = compare (&base, &base);
      assert_sums (there, &base, &new);
      assert_sums (back, &new, &base);
      assert_swapped (there, back);
      assert_same (none);

      for (guint k = 0; k < there->n_rows; k++)
        {
          const DwellDifferenceRow *row = &there->rows[k];
          double expected = count_superiority (&base, &new, row);

          if (row->base_context != DWELL_NONE || row->new_context != DWELL_NONE)
            continue;

          g_assert_true (isnan (expected) ? isnan (row->superiority)
                                          : fabs (row->superiority - expected) < 1e-12);
        }

      side_clear (&base);
      side_clear (&new);
    }
}

static DwellTree *
make_tree (const Side *side)
{
  DwellTreeOptions options = { .begin = side->trace->begin, .end = side->trace->end };
  DwellTree *tree = dwell_tree_new (side->trace, &options, NULL);

  g_assert_nonnull (tree);
  return tree;
}

/* The own weights at and below a node. */
static gint64
add_selves (const DwellTree *tree,
            guint32          node)
{
  gint64 sum = 0;

  if (node == DWELL_NONE)
    return 0;

  for (guint32 i = node; i < tree->ends[node]; i++)
    sum += MAX (tree->selves[i], 0);

  return sum;
}

static gboolean
is_whole (const DwellTree *tree)
{
  for (guint32 i = 0; i < tree->n_nodes; i++)
    if (tree->selves == NULL || tree->selves[i] == DWELL_TIME_NONE)
      return FALSE;

  return TRUE;
}

static void
assert_union (const DwellUnionTree *tree,
              const DwellTree      *base,
              const DwellTree      *new)
{
  guint32 n_base = 0;
  guint32 n_new = 0;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      n_base += tree->base_nodes[i] != DWELL_NONE;
      n_new += tree->new_nodes[i] != DWELL_NONE;
      g_assert_cmpint (tree->common[i] + tree->lost[i], ==,
                       add_selves (base, tree->base_nodes[i]));
      g_assert_cmpint (tree->common[i] + tree->gained[i], ==,
                       add_selves (new, tree->new_nodes[i]));
      if (tree->parents[i] == DWELL_NONE)
        continue;

      g_assert_cmpuint (tree->parents[i], <, i);
      g_assert_cmpuint (i, <, tree->ends[tree->parents[i]]);
      g_assert_cmpuint (tree->depths[i], ==, tree->depths[tree->parents[i]] + 1);
    }

  g_assert_cmpuint (n_base, ==, base->n_nodes);
  g_assert_cmpuint (n_new, ==, new->n_nodes);
}

static void
test_trees (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint i = 0; i < 50; i++)
    {
      Side base;
      Side new;
      g_autoptr(DwellMatch) match = NULL;
      g_autoptr(DwellMatch) same = NULL;
      g_autoptr(DwellTree) base_tree = NULL;
      g_autoptr(DwellTree) new_tree = NULL;
      g_autoptr(DwellUnionTree) tree = NULL;
      g_autoptr(DwellUnionTree) none = NULL;

      side_init (&base, make_random (random));
      side_init (&new, make_random (random));
      match = match_sides (&base, &new);
      same = match_sides (&base, &base);
      base_tree = make_tree (&base);
      new_tree = make_tree (&new);
      tree = dwell_union_tree_new (base_tree, new_tree, match, FALSE);
      none = dwell_union_tree_new (base_tree, base_tree, same, FALSE);

      if (is_whole (base_tree) && is_whole (new_tree))
        assert_union (tree, base_tree, new_tree);
      g_assert_cmpuint (none->n_nodes, ==, base_tree->n_nodes);
      g_assert_cmpint (none->total_lost, ==, 0);
      g_assert_cmpint (none->total_gained, ==, 0);

      side_clear (&base);
      side_clear (&new);
    }
}

static void
test_plain_names (void)
{
  static const struct {
    const char *name;
    const char *plain;
  } cases[] = {
    { "run.constprop.0", "run" }, { "run.isra.0.part.12", "run" }, { "run.cold", "run" },
    { "run.llvm.17253", "run" }, { "core::run::h0123456789abcdef", "core::run" },
    { "run::{lambda(int)#2}::operator()(int)", "run::{lambda(int)}::operator()(int)" },
    { "Main$$Lambda$14/0x00007f00", "Main$$Lambda" }, { "lambda_17", "lambda_" },
    { "std::string f[abi:cxx11]", "std::string f" }, { "at 0x7ffe10", "at 0x" },
    { "a  b", "a b" }, { "vector<int, 3>", "vector<int, 3>" }, { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *made = dwell_match_make_plain (cases[i].name);

      g_assert_cmpstr (made, ==, cases[i].plain);
    }
}

typedef struct {
  DwellCostPoints points;
  DwellCostPoint  all[16];
  DwellGrowth     growth;
} Curve;

static void
curve_add (Curve   *self,
           guint64  size,
           guint64  calls,
           guint64  sum)
{
  DwellCostPoint *point = &self->all[self->points.n_points++];

  *point = (DwellCostPoint) {
    .size = size, .calls = calls, .sum = sum, .min = sum / calls, .max = sum / calls,
    .known = 1u << DWELL_COST_CALLS | 1u << DWELL_COST_SUM | 1u << DWELL_COST_MIN |
             1u << DWELL_COST_MAX,
  };
  self->points.points = self->all;
}

static void
curve_classify (Curve *self)
{
  DwellGrowthPoints points;
  DwellCostCurveKind kind = DWELL_COST_CURVE_WORST;

  dwell_growth_prepare (&self->points, &kind, FALSE, &points);
  dwell_growth_classify (&points, &self->growth);
}

static void
test_growth (void)
{
  static const guint64 sizes[] = { 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048 };
  Curve base = { 0 };
  Curve new = { 0 };
  DwellCostDifference there;
  DwellCostDifference back;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      curve_add (&base, sizes[i], 1, 10 * sizes[i]);
      curve_add (&new, sizes[i], 1, sizes[i] * sizes[i]);
    }
  curve_classify (&base);
  curve_classify (&new);
  g_assert_cmpint (base.growth.class, ==, DWELL_GROWTH_LINEAR);
  g_assert_cmpint (new.growth.class, ==, DWELL_GROWTH_SQUARE);

  dwell_cost_difference_init (&there, &base.points, &base.growth, &new.points, &new.growth);
  dwell_cost_difference_init (&back, &new.points, &new.growth, &base.points, &base.growth);
  g_assert_cmpint ((gint64) there.base_total, ==, 70080);
  g_assert_cmpint ((gint64) there.new_total, ==, 8733696);
  g_assert_cmpint ((gint64) there.by_inputs, ==, 0);
  g_assert_cmpint ((gint64) there.by_cost, ==, 8663616);
  g_assert_cmpfloat (fabs (there.factor - 36.2038672), <, 5e-8);
  g_assert_cmpfloat (fabs (there.factor_at_largest - 204.8), <, 1e-9);
  g_assert_cmpint (there.change, ==, DWELL_GROWTH_IS_STEEPER);
  g_assert_cmpint (back.change, ==, DWELL_GROWTH_IS_FLATTER);
  g_assert_cmpfloat (fabs (there.factor * back.factor - 1), <, 1e-12);

  dwell_cost_difference_init (&there, &new.points, &new.growth, &new.points, &new.growth);
  g_assert_cmpint (there.change, ==, DWELL_GROWTH_IS_SAME);
  g_assert_cmpfloat (there.factor, ==, 1);
}

static void
test_inputs (void)
{
  Curve base = { 0 };
  Curve new = { 0 };
  DwellCostDifference difference;

  curve_add (&base, 10, 4, 400);
  curve_add (&base, 20, 2, 400);
  curve_add (&new, 10, 2, 300);
  curve_add (&new, 20, 4, 1200);
  curve_classify (&base);
  curve_classify (&new);
  dwell_cost_difference_init (&difference, &base.points, &base.growth, &new.points, &new.growth);
  g_assert_cmpint ((gint64) difference.by_inputs, ==, 250);
  g_assert_cmpint ((gint64) difference.by_cost, ==, 450);
  g_assert_cmpfloat (fabs (difference.factor - 1.5), <, 1e-12);
  g_assert_cmpint (difference.change, ==, DWELL_GROWTH_IS_UNKNOWN);

  curve_add (&new, 40, 1, 600);
  dwell_cost_difference_init (&difference, &base.points, &base.growth, &new.points, &new.growth);
  g_assert_cmpint ((gint64) difference.by_inputs, ==, 850);
  g_assert_cmpint ((gint64) difference.by_cost, ==, 450);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/difference/explain", test_explain);
  g_test_add_func ("/difference/explain/wide", test_explain_wide);
  g_test_add_func ("/difference/two-files", test_two_files);
  g_test_add_func ("/difference/random", test_random);
  g_test_add_func ("/difference/trees", test_trees);
  g_test_add_func ("/difference/plain-names", test_plain_names);
  g_test_add_func ("/difference/growth", test_growth);
  g_test_add_func ("/difference/inputs", test_inputs);

  status = g_test_run ();
  file_fixture_remove_all ();
  return status;
}
