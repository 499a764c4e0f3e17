/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps from one total to the other: a worked example, and what holds of any two recordings. */
#include <string.h>

#include "analysis/compare/dwell-waterfall.h"
#include "support/file-fixture.h"
#include "support/random-trace.h"

static DwellTrace *
open_trace (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellOpenOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellDifference *
compare (DwellTrace *base,
         DwellTrace *new,
         gboolean    by_context)
{
  g_autoptr(DwellStatisticsIndex) of_base = dwell_statistics_index_new (base, DWELL_GROUP_BY_AREA,
                                                                        NULL);
  g_autoptr(DwellStatisticsIndex) of_new = dwell_statistics_index_new (new, DWELL_GROUP_BY_AREA,
                                                                       NULL);
  g_autoptr(DwellMatch) match = dwell_match_new (base, new, &(DwellMatchOptions) { 0 }, NULL);
  DwellDifferenceOptions options = {
    .base = { of_base, base->begin, base->end, NULL, NULL },
    .new = { of_new, new->begin, new->end, NULL, NULL },
    .measure = { .statistic = DWELL_STATISTIC_NET },
    .by_context = by_context, .noise = 0.01, .alpha = 0.05,
  };
  DwellDifference *difference = dwell_difference_new (&options, match, NULL);

  g_assert_nonnull (difference);
  return difference;
}

static void
assert_step (const DwellWaterfall *waterfall,
             guint                 i,
             DwellStepKind         kind,
             gint64                begin,
             gint64                end)
{
  g_assert_cmpint (waterfall->steps[i].kind, ==, kind);
  g_assert_cmpint ((gint64) waterfall->steps[i].begin, ==, begin);
  g_assert_cmpint ((gint64) waterfall->steps[i].end, ==, end);
}

/* load +160 µs, draw gone with 100 µs, save new with 40 µs. */
static void
test_example (void)
{
  g_autoptr(DwellTrace) base = open_trace ("base.csv");
  g_autoptr(DwellTrace) new = open_trace ("new.csv");
  g_autoptr(DwellDifference) difference = compare (base, new, TRUE);
  g_autoptr(DwellDifference) none = compare (base, base, TRUE);
  DwellWaterfall waterfall;

  dwell_waterfall_make (&waterfall, difference);
  g_assert_cmpuint (waterfall.n_steps, ==, 5);
  assert_step (&waterfall, 0, DWELL_STEP_BASE, 0, 380000);
  assert_step (&waterfall, 1, DWELL_STEP_ROW, 380000, 540000);
  assert_step (&waterfall, 2, DWELL_STEP_ROW, 540000, 440000);
  assert_step (&waterfall, 3, DWELL_STEP_ROW, 440000, 480000);
  assert_step (&waterfall, 4, DWELL_STEP_WHOLE, 0, 480000);
  g_assert_cmpint ((gint64) waterfall.low, ==, 340000);
  g_assert_cmpint ((gint64) waterfall.high, ==, 540000);

  dwell_waterfall_make (&waterfall, none);
  g_assert_cmpuint (waterfall.n_steps, ==, 2);
  assert_step (&waterfall, 1, DWELL_STEP_WHOLE, 0, 380000);
  g_assert_cmpint ((gint64) waterfall.low, ==, 0);
}

static DwellSignedWide
get_change (const DwellDifference *difference,
            guint                  row)
{
  DwellFigure net = dwell_difference_get_figure (difference, &difference->rows[row],
                                                 DWELL_STATISTIC_NET);

  return dwell_figure_get_change (&net);
}

/* Each step begins where the one before ends; the rows that have none are summed up by kind, and
 * none of them changed more than those that have. */
static void
check_waterfall (const DwellDifference *difference)
{
  g_autofree gboolean *is_own = g_new0 (gboolean, difference->n_rows + 1);
  DwellSignedWide least = 0;
  DwellSignedWide others[DWELL_STEP_WHOLE] = { 0 };
  guint n_others[DWELL_STEP_WHOLE] = { 0 };
  DwellWaterfall waterfall;

  dwell_waterfall_make (&waterfall, difference);
  g_assert_true (waterfall.steps[0].end == difference->total.base);
  g_assert_true (waterfall.steps[waterfall.n_steps - 1].end == difference->total.new);
  g_assert_true (waterfall.steps[waterfall.n_steps - 2].end == difference->total.new);

  for (guint i = 0; i < waterfall.n_steps; i++)
    {
      const DwellWaterfallStep *step = &waterfall.steps[i];
      DwellSignedWide change = step->end - step->begin;

      g_assert_true (waterfall.low <= step->end && step->end <= waterfall.high);
      if (i > 0 && step->kind != DWELL_STEP_WHOLE)
        g_assert_true (step->begin == waterfall.steps[i - 1].end);
      if (step->kind != DWELL_STEP_ROW)
        continue;

      g_assert_true (change == get_change (difference, step->row));
      g_assert_true (i == 1 || ABS (change) <= least);
      least = ABS (change);
      is_own[step->row] = TRUE;
    }

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellDifferenceRow *row = &difference->rows[i];
      DwellSignedWide change = get_change (difference, i);
      DwellStepKind kind = row->base == NULL ? DWELL_STEP_NEW
                           : row->new == NULL ? DWELL_STEP_GONE : DWELL_STEP_CHANGED;

      if (!row->is_in_total || is_own[i] || change == 0)
        continue;

      g_assert_true (ABS (change) <= least);
      others[kind] += change;
      n_others[kind]++;
    }

  for (guint i = 1; i < waterfall.n_steps; i++)
    {
      const DwellWaterfallStep *step = &waterfall.steps[i];

      if (step->kind != DWELL_STEP_ROW && step->kind != DWELL_STEP_WHOLE)
        {
          g_assert_true (step->end - step->begin == others[step->kind]);
          g_assert_cmpuint (step->n_rows, ==, n_others[step->kind]);
          n_others[step->kind] = 0;
        }
    }

  for (guint i = 0; i < DWELL_STEP_WHOLE; i++)
    g_assert_cmpuint (n_others[i], ==, 0);
}

static void
test_random (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint i = 0; i < 60; i++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) base = NULL;
      g_autoptr(DwellTrace) new = NULL;
      g_autoptr(DwellDifference) difference = NULL;

      random_trace_choose_shape (random, &shape);
      base = random_trace_new (random, &shape);
      random_trace_choose_shape (random, &shape);
      new = random_trace_new (random, &shape);
      difference = compare (base, new, i % 2 == 0);
      check_waterfall (difference);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waterfall/example", test_example);
  g_test_add_func ("/waterfall/random", test_random);
  return g_test_run ();
}
