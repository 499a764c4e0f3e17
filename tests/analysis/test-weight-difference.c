/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles without times: worked examples of samples, and what holds of any two call trees. */
#include <math.h>

#include "analysis/compare/dwell-weight-difference.h"
#include "analysis/compare/dwell-doubts.h"
#include "support/file-fixture.h"
#include "support/random-trace.h"

typedef struct {
  DwellTrace *trace;
  DwellTree  *tree;
} Side;

static void
side_init (Side       *self,
           DwellTrace *trace)
{
  DwellTreeOptions options = { .begin = trace->begin, .end = trace->end };

  self->trace = trace;
  self->tree = dwell_tree_new (trace, &options, NULL);
  g_assert_nonnull (self->tree);
}

static void
side_open (Side       *self,
           const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellOpenOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  side_init (self, trace);
}

static void
side_clear (Side *self)
{
  dwell_tree_unref (self->tree);
  dwell_trace_unref (self->trace);
}

static DwellWeightDifference *
compare (const Side *base,
         const Side *new,
         gboolean    by_total)
{
  DwellMatchOptions matching = { 0 };
  g_autoptr(DwellMatch) match = dwell_match_new (base->trace, new->trace, &matching, NULL);
  DwellWeightOptions options = { .by_total = by_total, .noise = 0.01, .alpha = 0.05 };

  return dwell_weight_difference_new (base->tree, new->tree, match, &options, NULL);
}

static const DwellWeightRow *
find_row (const DwellWeightDifference *difference,
          const char                  *name)
{
  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellWeightRow *row = &difference->rows[i];
      const char *title = row->new_area != DWELL_NONE
                            ? dwell_trace_get_area_title (difference->new->trace, row->new_area)
                            : dwell_trace_get_area_title (difference->base->trace, row->base_area);

      if (g_str_equal (title, name))
        return row;
    }

  g_assert_not_reached ();
}

#define assert_near(value, expected, within) \
  g_assert_cmpfloat (fabs ((value) - (expected)), <=, within)

/* 120 of 1000 became 180 of 1200, and one sample hit something new. */
static void
test_samples (void)
{
  Side base;
  Side new;
  g_autoptr(DwellWeightDifference) difference = NULL;
  g_autoptr(DwellWeightDifference) back = NULL;
  const DwellWeightRow *row;

  side_open (&base, "compare/samples-a.folded");
  side_open (&new, "compare/samples-b.folded");
  difference = compare (&base, &new, FALSE);
  back = compare (&new, &base, FALSE);

  row = find_row (difference, "hot");
  assert_near (row->p, 0.0411842, 1e-7);
  g_assert_cmpint (row->test, ==, DWELL_TEST_PROPORTIONS);
  assert_near (row->share.base_real, 0.12, 1e-15);
  assert_near (row->share.new_real, 0.15, 1e-15);
  g_assert_cmpfloat (row->share_change.low, <, 0.03);
  g_assert_cmpfloat (row->share_change.low, >, 0);
  assert_near (row->share_change.low, -find_row (back, "hot")->share_change.high, 1e-15);
  assert_near (row->ratio.low * find_row (back, "hot")->ratio.high, 1, 1e-12);
  g_assert_cmpint ((gint64) dwell_figure_get_change (&row->self), ==, 60);

  row = find_row (difference, "stray");
  g_assert_cmpint (row->test, ==, DWELL_TEST_FISHER);
  g_assert_cmpint (row->verdict, ==, DWELL_VERDICT_NEW);
  g_assert_cmpint (row->evidence, ==, DWELL_EVIDENCE_CHANCE);
  g_assert_true (isnan (row->ratio.low));

  /* q of three is above 0.05: nothing here is sure. */
  g_assert_cmpint (find_row (difference, "hot")->verdict, ==, DWELL_VERDICT_UNCLEAR);
  g_assert_cmpint (dwell_weight_difference_get_verdict (difference), ==, DWELL_VERDICT_UNCLEAR);
  side_clear (&base);
  side_clear (&new);
}

/* The interval of a share and the tests of two, by what is published and by hand. */
static void
test_shares (void)
{
  DwellInterval none = dwell_wilson (0, 10);
  DwellInterval half = dwell_wilson (5, 10);
  DwellInterval of_base = dwell_wilson (56, 70);
  DwellInterval of_new = dwell_wilson (48, 80);
  DwellInterval change = dwell_mover (48.0 / 80, of_new, 56.0 / 70, of_base);

  assert_near (none.low, 0, 0);
  assert_near (none.high, 0.277533, 1e-6);
  assert_near (half.low, 0.236593, 1e-6);
  assert_near (half.high, 0.763407, 1e-6);

  /* Newcombe 1998, table II, (a), method 10. */
  assert_near (change.low, 0.0524, 5e-5);
  assert_near (change.high, 0.3339, 5e-5);

  /* The tea: 3 of 4 and 1 of 4; and the same of what is left. */
  assert_near (dwell_fisher_exact (3, 4, 1, 4), 0.4857142857, 1e-9);
  assert_near (dwell_fisher_exact (1, 4, 3, 4), 0.4857142857, 1e-9);
  assert_near (dwell_fisher_exact (999999, 1000000, 1999996, 2000000),
               dwell_fisher_exact (1, 1000000, 4, 2000000), 1e-12);
  assert_near (dwell_fisher_exact (0, 1000, 1, 1000), 1, 1e-9);
  assert_near (dwell_proportions (0, 1000, 1, 1000).p, 0.317, 5e-4);
}

/* Each row again by walking all nodes. */
static void
check (const DwellWeightDifference *difference)
{
  DwellSignedWide base = 0;
  DwellSignedWide new = 0;

  for (guint i = 0; i < difference->n_rows; i++)
    {
      const DwellWeightRow *row = &difference->rows[i];
      gint64 self = 0;
      gint64 total = 0;

      base += row->self.base;
      new += row->self.new;
      for (guint32 node = 0; node < difference->new->n_nodes; node++)
        {
          gboolean is_outermost = TRUE;

          if (difference->new->areas[node] != row->new_area)
            continue;
          for (guint32 above = difference->new->parents[node]; above != DWELL_NONE;
               above = difference->new->parents[above])
            is_outermost = is_outermost && difference->new->areas[above] != row->new_area;
          self += dwell_tree_get_own (difference->new, node);
          total += is_outermost ? difference->new->totals[node] : 0;
        }
      g_assert_cmpint ((gint64) row->self.new, ==, self);
      g_assert_cmpint ((gint64) row->total.new, ==, total);
    }

  g_assert_true (base == difference->whole.base && new == difference->whole.new);
}

static void
check_self (const Side *side)
{
  for (gboolean by_total = FALSE; by_total <= TRUE; by_total++)
    {
      g_autoptr(DwellWeightDifference) same = compare (side, side, by_total);

      check (same);
      g_assert_cmpint (dwell_weight_difference_get_verdict (same), ==, DWELL_VERDICT_IDENTICAL);
      g_assert_cmpuint (dwell_weight_difference_get_doubts (same), ==, 0);
      for (guint i = 0; i < same->n_rows; i++)
        {
          const DwellWeightRow *row = &same->rows[i];
          DwellFigure value = dwell_weight_difference_get_value (same, row);

          g_assert_cmpint (row->verdict, ==, DWELL_VERDICT_IDENTICAL);
          g_assert_cmpfloat (dwell_figure_get_real_change (&value), ==, 0);
          if (!isnan (row->p))
            assert_near (row->p, 1, 1e-9);
        }
    }
}

static void
check_swapped (const Side *base,
               const Side *new)
{
  g_autoptr(DwellWeightDifference) there = compare (base, new, FALSE);
  g_autoptr(DwellWeightDifference) back = compare (new, base, FALSE);

  check (there);
  g_assert_cmpuint (there->n_rows, ==, back->n_rows);
  g_assert_cmpuint (there->n_verdicts[DWELL_VERDICT_NEW], ==,
                    back->n_verdicts[DWELL_VERDICT_GONE]);
  for (guint i = 0; i < there->n_rows; i++)
    for (guint k = 0; k < back->n_rows; k++)
      if (there->rows[i].base_area == back->rows[k].new_area &&
          there->rows[i].new_area == back->rows[k].base_area)
        {
          DwellFigure value = dwell_weight_difference_get_value (there, &there->rows[i]);
          DwellFigure other = dwell_weight_difference_get_value (back, &back->rows[k]);

          assert_near (dwell_figure_get_real_change (&value),
                       -dwell_figure_get_real_change (&other), 0);
          if (!isnan (there->rows[i].p))
            assert_near (there->rows[i].p, back->rows[k].p, 1e-9);
        }
}

static void
test_any (void)
{
  static const char * const names[] = {
    "compare/tree-a.folded", "compare/tree-b.folded", "compare/samples-b.folded",
    "br/sampled_plain.prof", "br/timed_backtrace.prof", "br/type2.prof",
  };
  Side sides[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    side_open (&sides[i], names[i]);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      check_self (&sides[i]);
      for (guint k = 0; k < i; k++)
        check_swapped (&sides[i], &sides[k]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    side_clear (&sides[i]);
}

/* Trees of spans, which weigh ns: only sums are known. */
static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261124);

  for (guint i = 0; i < 60; i++)
    {
      RandomTraceShape shape;
      Side base;
      Side new;

      random_trace_choose_shape (rand, &shape);
      shape.n_spans = MIN (shape.n_spans, 60);
      side_init (&base, random_trace_new (rand, &shape));
      side_init (&new, random_trace_new (rand, &shape));
      check_self (&base);
      check_swapped (&base, &new);
      side_clear (&base);
      side_clear (&new);
    }
}

/* Four times together are more than can be counted. */
static void
test_longest (void)
{
  Side side;
  g_autoptr(DwellWeightDifference) difference = NULL;
  const DwellWeightRow *row;

  side_open (&side, "compare/longest.json");
  difference = compare (&side, &side, FALSE);
  row = find_row (difference, "f");
  g_assert_true (row->self.base == G_MAXINT64);
  g_assert_true (row->total.new == G_MAXINT64);
  g_assert_true (dwell_figure_get_change (&row->self) == 0);
  check_self (&side);
  side_clear (&side);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/weight-difference/samples", test_samples);
  g_test_add_func ("/weight-difference/shares", test_shares);
  g_test_add_func ("/weight-difference/any", test_any);
  g_test_add_func ("/weight-difference/random", test_random);
  g_test_add_func ("/weight-difference/longest", test_longest);
  return g_test_run ();
}
