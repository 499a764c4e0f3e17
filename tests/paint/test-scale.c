/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scale and the ruler's steps, also at the ends of int64. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

static void
test_there_and_back (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      gint64 begin = (gint64) ((guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ());
      guint64 range = ((guint64) g_test_rand_int () << 31 | 1) >> g_test_rand_int_range (0, 62);
      DwellScale scale = { begin, 0, g_test_rand_int_range (1, 4000) };
      double x = g_test_rand_double_range (0, scale.width);
      gint64 time;

      if (range == 0 || range > (guint64) G_MAXINT64 - (guint64) begin)
        continue;

      scale.end = (gint64) ((guint64) begin + range);
      time = dwell_scale_to_time (&scale, x);
      g_assert_cmpint (time, >=, scale.begin);
      g_assert_cmpint (time, <=, scale.end);

      /* The ns that holds x begins at it or less than a ns before. */
      g_assert_cmpfloat (dwell_scale_to_x (&scale, time), <=, x + 1e-6);
      g_assert_cmpfloat (dwell_scale_to_x (&scale, time) + scale.width / (double) range, >=,
                         x - 1e-6);
    }
}

static void
test_far_away (void)
{
  DwellScale whole = { G_MININT64, G_MAXINT64, 1000 };
  DwellScale last = { G_MAXINT64 - 1, G_MAXINT64, 1000 };
  DwellScale nothing = { 5, 5, 100 };

  g_assert_cmpfloat_with_epsilon (dwell_scale_to_x (&whole, 0), 500, 1e-9);
  g_assert_cmpfloat_with_epsilon (dwell_scale_to_x (&whole, G_MAXINT64), 1000, 1e-9);
  g_assert_cmpint (dwell_scale_to_time (&whole, -1), ==, G_MININT64);
  g_assert_cmpint (dwell_scale_to_time (&whole, 2000), ==, G_MAXINT64);
  g_assert_cmpint (dwell_scale_to_time (&last, 1e9), ==, G_MAXINT64);
  g_assert_cmpfloat_with_epsilon (dwell_scale_to_x (&last, G_MAXINT64), 1000, 1e-9);
  g_assert_cmpfloat (dwell_scale_to_x (&last, G_MININT64), <, -1e20);
  g_assert_cmpint (dwell_scale_to_time (&nothing, 50), ==, 5);
}

static void
test_steps (void)
{
  static const struct {
    gint64 range;
    double width;
    double gap;
    gint64 step;
  } cases[] = {
    { 1000, 1000, 80, 100 },
    { 1000, 1000, 100, 100 },
    { 1000, 1000, 101, 200 },
    { 1000, 1000, 201, 500 },
    { 1000, 1000, 501, 1000 },
    { 1, 1000, 80, 1 },
    { 10, 1000, 80, 1 },
    { G_MAXINT64, 1000, 100, 1000000000000000000 },
    { G_MAXINT64, 10, 100, 5000000000000000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellScale scale = { 0, cases[i].range, cases[i].width };

      g_assert_cmpint (dwell_scale_tick_step (&scale, cases[i].gap), ==, cases[i].step);
    }
}

static void
test_first_tick (void)
{
  static const struct {
    gint64 begin;
    gint64 step;
    gint64 first;
  } cases[] = {
    { 0, 10, 0 }, { 1, 10, 10 }, { 10, 10, 10 }, { -1, 10, 0 }, { -10, 10, -10 }, { -11, 10, -10 },
    { G_MAXINT64, 10, G_MAXINT64 }, { G_MAXINT64 - 7, 10, 9223372036854775800 },
    { G_MININT64, 10, -9223372036854775800 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellScale scale = { cases[i].begin, G_MAXINT64, 100 };

      g_assert_cmpint (dwell_scale_first_tick (&scale, cases[i].step), ==, cases[i].first);
    }
}

/* One label tells no scale: a second one is in view, too, where the ruler has room for it. */
static void
test_narrow_ruler (void)
{
  for (gint64 range = 1000; range < G_MAXINT64 / 8; range += range / 7)
    for (double width = 165; width < 600; width += 11)
      {
        DwellTimelineScene scene = { .scale = { 0, range, width } };
        DwellTicks ticks;

        _dwell_timeline_get_ticks (&scene, &ticks);
        g_assert_cmpfloat (dwell_scale_to_x (&scene.scale, ticks.step), >=, 44.9);
        g_assert_cmpfloat (dwell_scale_to_x (&scene.scale, ticks.step), <=, width - 50);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scale/there-and-back", test_there_and_back);
  g_test_add_func ("/scale/far-away", test_far_away);
  g_test_add_func ("/scale/steps", test_steps);
  g_test_add_func ("/scale/first-tick", test_first_tick);
  g_test_add_func ("/scale/narrow-ruler", test_narrow_ruler);

  return g_test_run ();
}
