/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which moments of two recordings are the same: each way to align, both ways; what cannot be. */
#include "analysis/compare/dwell-alignment.h"
#include "support/file-fixture.h"

typedef struct {
  DwellTrace   *base;
  DwellTrace   *new;
  DwellMatch   *match;
  DwellAnchors *anchors;
} Fixture;

static DwellTrace *
open (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellOpenOptions options = { 0 };
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static DwellAnchoredSide
get_side (const DwellTrace *trace)
{
  return (DwellAnchoredSide) { trace, trace->begin, trace->end, NULL };
}

static void
set_up (Fixture       *self,
        gconstpointer  user_data)
{
  DwellAnchoredSide base;
  DwellAnchoredSide new;
  DwellMatchOptions options = { 0 };

  self->base = open ("order-base.csv");
  self->new = open ("order-new.csv");
  base = get_side (self->base);
  new = get_side (self->new);
  self->match = dwell_match_new (self->base, self->new, &options, NULL);
  self->anchors = dwell_anchors_new (&base, &new, self->match, FALSE, NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  user_data)
{
  dwell_anchors_free (self->anchors);
  dwell_match_free (self->match);
  dwell_trace_unref (self->base);
  dwell_trace_unref (self->new);
}

static DwellAlignedTimes
align (Fixture        *self,
       DwellAlignment  wanted,
       guint32         area)
{
  DwellAnchoredSide base = get_side (self->base);
  DwellAnchoredSide new = get_side (self->new);
  DwellAlignedMoment moment;
  gboolean has_moment = area != DWELL_NONE && self->anchors != NULL &&
                        dwell_anchors_get_first (self->anchors, area, &moment.base_time,
                                                 &moment.new_time);
  DwellAlignedTimes times;

  dwell_aligned_times_init (&times, wanted, &base, &new, self->anchors,
                            has_moment ? &moment : NULL);
  return times;
}

/* The moments of both that are one, both ways. */
static void
assert_times (const DwellAlignedTimes *times,
              gint64                   base,
              gint64                   new)
{
  g_assert_cmpint (times->problem, ==, DWELL_ALIGNMENT_HOLDS);
  g_assert_null (dwell_alignment_problem_get_text (times->problem));
  g_assert_cmpint (dwell_aligned_times_map (times, base, FALSE), ==, new);
  g_assert_cmpint (dwell_aligned_times_map (times, new, TRUE), ==, base);
}

static void
assert_problem (const DwellAlignedTimes *times,
                DwellAlignmentProblem    problem)
{
  g_assert_cmpint (times->problem, ==, problem);
  g_assert_cmpint (times->alignment, ==, DWELL_ALIGNED_AT_BEGIN);
  g_assert_nonnull (dwell_alignment_problem_get_text (problem));
  g_assert_cmpint (dwell_aligned_times_map (times, times->base_time + 5, FALSE), ==,
                   times->new_time + 5);
}

static void
test_ends (Fixture       *self,
           gconstpointer  user_data)
{
  DwellAlignedTimes times = align (self, DWELL_ALIGNED_AT_BEGIN, DWELL_NONE);

  assert_times (&times, self->base->begin + 7, self->new->begin + 7);
  times = align (self, DWELL_ALIGNED_AT_END, DWELL_NONE);
  assert_times (&times, self->base->end - 7, self->new->end - 7);
  g_assert_cmpint (dwell_aligned_times_map (&times, DWELL_TIME_MAX, FALSE), <=, DWELL_TIME_MAX);
}

static void
test_area (Fixture       *self,
           gconstpointer  user_data)
{
  const DwellAnchor *save = &self->anchors->anchors[2];
  const DwellAnchor *draw = &self->anchors->moved[0];
  DwellAlignedTimes times = align (self, DWELL_ALIGNED_AT_AREA, save->base_area);

  assert_times (&times, 90000, 40000);
  assert_times (&times, 100000, 50000);
  times = align (self, DWELL_ALIGNED_AT_AREA, draw->base_area);
  assert_times (&times, 50000, 80000);

  times = align (self, DWELL_ALIGNED_AT_AREA, DWELL_NONE);
  assert_problem (&times, DWELL_ALIGNMENT_HAS_NO_AREA);
  times = align (self, DWELL_ALIGNED_AT_AREA, self->base->n_areas);
  assert_problem (&times, DWELL_ALIGNMENT_HAS_NO_AREA);
}

static void
test_anchors (Fixture       *self,
              gconstpointer  user_data)
{
  DwellAlignedTimes times = align (self, DWELL_ALIGNED_AT_ANCHORS, DWELL_NONE);

  assert_times (&times, 90000, 40000);
  assert_times (&times, 50000, 26000);

  g_clear_pointer (&self->anchors, dwell_anchors_free);
  times = align (self, DWELL_ALIGNED_AT_ANCHORS, DWELL_NONE);
  assert_problem (&times, DWELL_ALIGNMENT_HAS_NO_ANCHORS);
  times = align (self, DWELL_ALIGNED_AT_AREA, 0);
  assert_problem (&times, DWELL_ALIGNMENT_HAS_NO_AREA);
  {
    DwellAnchoredSide base = get_side (self->base);
    DwellAnchoredSide new = get_side (self->new);

    self->anchors = dwell_anchors_new (&base, &new, self->match, FALSE, NULL);
  }
}

/* 30 µs apart on the wall; then one after the other, and as far apart as numbers go. */
static void
test_clock (Fixture       *self,
            gconstpointer  user_data)
{
  DwellAlignedTimes times = align (self, DWELL_ALIGNED_BY_CLOCK, DWELL_NONE);

  assert_problem (&times, DWELL_ALIGNMENT_HAS_NO_CLOCK);
  self->base->wall_clock_ns = G_GINT64_CONSTANT (1700000000000000000);
  times = align (self, DWELL_ALIGNED_BY_CLOCK, DWELL_NONE);
  assert_problem (&times, DWELL_ALIGNMENT_HAS_NO_CLOCK);

  self->new->wall_clock_ns = self->base->wall_clock_ns + 30000;
  times = align (self, DWELL_ALIGNED_BY_CLOCK, DWELL_NONE);
  assert_times (&times, 30000, 0);
  assert_times (&times, 90000, 60000);
  self->new->wall_clock_ns = self->base->wall_clock_ns - 30000;
  times = align (self, DWELL_ALIGNED_BY_CLOCK, DWELL_NONE);
  assert_times (&times, 0, 30000);

  self->new->wall_clock_ns = self->base->wall_clock_ns + 100001;
  times = align (self, DWELL_ALIGNED_BY_CLOCK, DWELL_NONE);
  assert_problem (&times, DWELL_ALIGNMENT_IS_APART);
  self->new->wall_clock_ns = -G_MAXINT64;
  times = align (self, DWELL_ALIGNED_BY_CLOCK, DWELL_NONE);
  assert_problem (&times, DWELL_ALIGNMENT_IS_APART);
}

static void
test_ids (void)
{
  for (guint i = 0; i < DWELL_N_ALIGNMENTS; i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (dwell_alignment_get_id ((DwellAlignment) i), !=,
                       dwell_alignment_get_id ((DwellAlignment) k));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/alignment/ends", Fixture, NULL, set_up, test_ends, tear_down);
  g_test_add ("/alignment/area", Fixture, NULL, set_up, test_area, tear_down);
  g_test_add ("/alignment/anchors", Fixture, NULL, set_up, test_anchors, tear_down);
  g_test_add ("/alignment/clock", Fixture, NULL, set_up, test_clock, tear_down);
  g_test_add_func ("/alignment/ids", test_ids);
  return g_test_run ();
}
