/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The durations of an area in two recordings: the worked example, what only one of them has, both
 * sides swapped, another measure. */
#include "config.h"

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-comparison-distribution.h"

typedef struct {
  DwellView                   *view;
  DwellSession                *base;
  DwellComparisonDistribution *distribution;
} Fixture;

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static guint32
find_area (const DwellTrace *trace,
           const char       *name)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_name (trace, i), name))
      return i;

  g_assert_not_reached ();
}

static void
set_up (Fixture       *self,
        gconstpointer  user_data)
{
  g_autoptr(DwellTrace) base = open_vector ("base.csv");
  g_autoptr(DwellTrace) new = open_vector ("new.csv");

  self->view = fixture_view (new);
  self->base = dwell_session_new_for_trace (base, "base");
  self->distribution = dwell_comparison_distribution_new ();
  dwell_query_set_view (DWELL_QUERY (self->distribution), self->view);
  dwell_query_set_active (DWELL_QUERY (self->distribution), TRUE);
  dwell_view_set_base (self->view, self->base, FALSE);
}

static void
tear_down (Fixture       *self,
           gconstpointer  user_data)
{
  dwell_view_set_base (self->view, NULL, FALSE);
  g_assert_null (dwell_comparison_distribution_get_difference (self->distribution));
  dwell_query_set_view (DWELL_QUERY (self->distribution), NULL);
  g_assert_finalize_object (self->distribution);
  g_assert_finalize_object (self->base);
  fixture_view_free (self->view);
}

/* Waits until what is shown has so many spans on either side. */
static const DwellDistributionDifference *
wait_for (Fixture *self,
          guint64  n_base,
          guint64  n_new)
{
  const DwellDistributionDifference *shown;

  WAIT_UNTIL ((shown = dwell_comparison_distribution_get_difference (self->distribution)) != NULL &&
              !dwell_query_get_busy (DWELL_QUERY (self->distribution)) &&
              shown->base->n == n_base && shown->new->n == n_new);
  return shown;
}

static void
focus (Fixture    *self,
       const char *name)
{
  dwell_view_focus_area (self->view, find_area (dwell_view_get_trace (self->view), name));
}

static void
test_example (Fixture       *self,
              gconstpointer  user_data)
{
  const DwellDistributionDifference *shown;
  g_autofree char *name = NULL;

  g_assert_false (dwell_query_get_busy (DWELL_QUERY (self->distribution)));
  focus (self, "app.load");
  shown = wait_for (self, 2, 3);
  name = dwell_comparison_distribution_dup_name (self->distribution);
  g_assert_cmpstr (name, ==, "app.load");
  g_assert_cmpfloat (shown->test.superiority, ==, 0.75);
  g_assert_cmpint (shown->shifts[4].base, ==, 100000);
  g_assert_cmpint (shown->shifts[4].new, ==, 130000);

  dwell_view_set_base (self->view, self->base, TRUE);
  shown = wait_for (self, 3, 2);
  g_assert_cmpfloat (shown->test.superiority, ==, 0.25);

  dwell_comparison_distribution_set_measure (self->distribution, DWELL_MEASURE_PERIOD);
  wait_for (self, 2, 1);
}

static void
test_one_side (Fixture       *self,
               gconstpointer  user_data)
{
  DwellTrace *base = dwell_session_get_trace (self->base);
  const DwellDistributionDifference *shown;

  focus (self, "app.save");
  shown = wait_for (self, 0, 1);
  g_assert_false (shown->shifts[0].has_base);

  dwell_comparison_distribution_set_other (self->distribution, find_area (base, "app.draw"));
  shown = wait_for (self, 2, 0);
  g_assert_true (shown->shifts[0].has_base && !shown->shifts[0].has_new);

  focus (self, "app.load");
  wait_for (self, 2, 3);
}

/* Nothing ran in the range, so there are no spans, and no figures. */
static void
test_empty_range (Fixture       *self,
                  gconstpointer  user_data)
{
  const DwellDistributionDifference *shown;

  focus (self, "app.load");
  wait_for (self, 2, 3);
  dwell_view_set_selection (self->view, dwell_view_get_trace (self->view)->begin,
                            dwell_view_get_trace (self->view)->begin + 1);
  shown = wait_for (self, 0, 0);
  g_assert_cmpuint (shown->n_bins, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add ("/comparison-distribution/example", Fixture, NULL, set_up, test_example, tear_down);
  g_test_add ("/comparison-distribution/one-side", Fixture, NULL, set_up, test_one_side, tear_down);
  g_test_add ("/comparison-distribution/empty-range", Fixture, NULL, set_up, test_empty_range,
              tear_down);

  return g_test_run ();
}
