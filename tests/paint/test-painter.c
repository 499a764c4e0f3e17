/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The painter: its output agrees with golden pictures (without text, which differs from system to
 * system) and with pick; and no trace makes it fail. With DWELL_UPDATE_GOLDEN set, the golden
 * pictures are written: look at the differences. */
#include "config.h"

#include <math.h>

#include <glib/gstdio.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-error.h"
#include "core/dwell-trace-derived.h"
#include "scene-maker.h"

/* How much two pictures may differ: the difference of a channel, and how many pixels may exceed
 * it. */
#define MAX_DIFFERENCE 12
#define MAX_PIXELS     20

/* Names that have colours but nothing to see: zero width spaces. */
#define ZW "\u200b"
static const char * const nameless[] = {
  ZW, ZW ZW, ZW ZW ZW, ZW ZW ZW ZW, ZW ZW ZW ZW ZW, ZW ZW ZW ZW ZW ZW, NULL
};
static const char * const names[] = { "alpha", "beta", "gamma", "delta", "epsilon", "zeta", NULL };

static guint32
get_pixel (cairo_surface_t *surface,
           int              x,
           int              y)
{
  const guchar *data = cairo_image_surface_get_data (surface);
  gconstpointer row = data + y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) row)[x] & 0xffffff;
}

static guint32
to_pixel (const DwellColour *colour)
{
  return (guint32) (colour->red * 255 + 0.5) << 16 | (guint32) (colour->green * 255 + 0.5) << 8 |
         (guint32) (colour->blue * 255 + 0.5);
}

static int
get_difference (guint32 a,
                guint32 b)
{
  int most = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    most = MAX (most, ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)));

  return most;
}

static void
compare_with_golden (cairo_surface_t *surface,
                     const char      *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "paint", name, NULL);
  cairo_surface_t *golden;
  guint n_different = 0;

  if (g_getenv ("DWELL_UPDATE_GOLDEN") != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);

  golden = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (golden), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (golden), ==,
                   cairo_image_surface_get_width (surface));
  g_assert_cmpint (cairo_image_surface_get_height (golden), ==,
                   cairo_image_surface_get_height (surface));

  for (int y = 0; y < cairo_image_surface_get_height (golden); y++)
    for (int x = 0; x < cairo_image_surface_get_width (golden); x++)
      if (get_difference (get_pixel (golden, x, y), get_pixel (surface, x, y)) > MAX_DIFFERENCE)
        n_different++;

  g_assert_cmpuint (n_different, <=, MAX_PIXELS);
  cairo_surface_destroy (golden);
}

/* A bit of everything: bars of all widths, folded ones, torn edges, marks of all kinds. */
static SceneMaker *
make_gallery (const char * const *area_names)
{
  DwellBuilder *builder = scene_maker_builder (2, 3, "", area_names);
  guint32 seed = 12345;

  scene_maker_add (builder, 0, 0, 0, 30000, 0);
  scene_maker_add (builder, 0, 1, 32000, 60000, DWELL_SPAN_END_MISSING);
  scene_maker_add (builder, 0, 2, 64000, 99000, DWELL_SPAN_BEGIN_MISSING);

  for (gint64 time = 0; time < 30000; time += 2500)
    scene_maker_add (builder, 1, (guint32) (time / 2500) % 6, time, time + 2300, 0);

  for (gint64 time = 32000; time < 60000;)
    {
      seed = seed * 1664525u + 1013904223u;
      scene_maker_add (builder, 1, seed >> 28 & 1, time, time + (seed >> 20 & 127), 0);
      time += 130 + (seed >> 12 & 63);
    }

  for (gint64 time = 64000; time < 99000; time += 1000)
    scene_maker_add (builder, 1, 4, time, time + 20, 0);

  scene_maker_add (builder, 2, 5, 50000, 50000, 0);
  scene_maker_add (builder, 3, 3, 10000, 100000, 0);

  for (guint i = 0; i < 3; i++)
    g_assert_true (dwell_builder_add_mark (builder, (DwellMarkKind) i, 5000 + i * 9000, 0,
                                           DWELL_NONE, DWELL_NONE, 0, NULL));

  for (guint i = 0; i < 5; i++)
    g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 60000 + i * 10, 0,
                                           DWELL_NONE, DWELL_NONE, 0, NULL));

  return scene_maker_new (builder, 600, 180);
}

static DwellOverruns *
mark_deadlines (DwellTrace          *trace,
                const DwellDeadline *deadlines,
                guint                n_deadlines,
                const GArray        *others)
{
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));

  g_assert_true (dwell_deadlines_check (deadlines, n_deadlines, trace, 0, marks, NULL));
  return dwell_overruns_new (trace, marks, others);
}

/* Of two bars the second is late: it has a line below and a corner at its end, and the others are
 * unchanged. The same for bars that share a pixel. */
static void
test_overruns (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 2, "", nameless);
  g_autoptr(SceneMaker) maker = NULL;
  g_autoptr(DwellOverruns) overruns = NULL;
  DwellDeadline deadlines[] = { { 0, DWELL_MEASURE_CALL, 25000 }, { 1, DWELL_MEASURE_CALL, 0 } };
  int y = DWELL_LANE_TOP_HEIGHT;
  cairo_surface_t *surface;
  guint32 warning;

  scene_maker_add (builder, 0, 0, 0, 20000, 0);
  scene_maker_add (builder, 0, 0, 50000, 90000, 0);
  for (gint64 time = 0; time < 100000; time += 10)
    scene_maker_add (builder, 1, 1, time, time + 5, 0);
  maker = scene_maker_new (builder, 600, 100);
  warning = to_pixel (&maker->scene.palette->warning);

  surface = scene_maker_draw (maker, 1);
  g_assert_cmphex (get_pixel (surface, 400, y + DWELL_LANE_ROW_HEIGHT - 1), !=, warning);
  cairo_surface_destroy (surface);

  overruns = mark_deadlines (maker->trace, deadlines, G_N_ELEMENTS (deadlines), NULL);
  g_assert_cmpuint (overruns->n, ==, 10001);
  maker->scene.overruns = overruns;
  surface = scene_maker_draw (maker, 1);
  g_assert_cmphex (get_pixel (surface, 60, y + DWELL_LANE_ROW_HEIGHT - 1), !=, warning);
  g_assert_cmphex (get_pixel (surface, 400, y + DWELL_LANE_ROW_HEIGHT - 1), ==, warning);
  g_assert_cmphex (get_pixel (surface, 400, y + 1), !=, warning);
  g_assert_cmphex (get_pixel (surface, 537, y + 1), ==, warning);
  g_assert_cmphex (get_pixel (surface, 300, y + DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP + 1),
                   ==, warning);
  cairo_surface_destroy (surface);
}

/* Folded, a late span is marked in its track's header, and the whole in the overview. */
static void
test_folded_overruns (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 2, "", nameless);
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  g_autoptr(SceneMaker) maker = NULL;
  g_autoptr(DwellOverruns) overruns = NULL;
  DwellDeadline deadlines[] = { { 0, DWELL_MEASURE_CALL, 25000 } };
  int bottom = DWELL_LANE_HEADER_HEIGHT - 2;
  guint8 state = DWELL_TRACK_FOLDED;
  guint32 order = 0;
  DwellTimelineHit hit;
  cairo_surface_t *surface;
  guint32 warning;
  cairo_t *cr;

  scene_maker_add (builder, 0, 0, 0, 20000, 0);
  scene_maker_add (builder, 0, 0, 50000, 90000, 0);
  scene_maker_add (builder, 1, 1, 0, 100000, 0);
  maker = scene_maker_new (builder, 600, 100);
  warning = to_pixel (&maker->scene.palette->warning);
  overruns = mark_deadlines (maker->trace, deadlines, G_N_ELEMENTS (deadlines), NULL);
  g_assert_cmpuint (overruns->n, ==, 1);
  maker->scene.overruns = overruns;
  g_clear_pointer (&maker->lanes, g_array_unref);
  maker->scene.lanes = maker->lanes = dwell_lanes_new (maker->trace, &order, &state, FALSE);

  surface = scene_maker_draw (maker, 1);
  g_assert_cmphex (get_pixel (surface, 60, bottom), !=, warning);
  g_assert_cmphex (get_pixel (surface, 280, bottom), !=, warning);
  g_assert_cmphex (get_pixel (surface, 400, bottom), ==, warning);
  g_assert_cmphex (get_pixel (surface, 538, bottom - DWELL_LANE_ROW_HEIGHT + 2), ==, warning);
  cairo_surface_destroy (surface);

  dwell_timeline_painter_pick (painter, &maker->scene, 538, 10, &hit);
  g_assert_true (hit.in_header);
  g_assert_cmpuint (hit.n_overruns, ==, 1);
  dwell_timeline_painter_pick (painter, &maker->scene, 120, 10, &hit);
  g_assert_cmpuint (hit.n_overruns, ==, 0);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, DWELL_OVERVIEW_HEIGHT);
  cr = cairo_create (surface);
  dwell_timeline_painter_draw_overview (painter, cr, &maker->scene, NULL, 0);
  cairo_destroy (cr);
  g_assert_cmphex (get_pixel (surface, 540, DWELL_OVERVIEW_HEIGHT - 4), ==, warning);
  g_assert_cmphex (get_pixel (surface, 300, DWELL_OVERVIEW_HEIGHT - 4), !=, warning);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (dwell_timeline_painter_count_overview_overruns (&maker->scene, 541), ==, 1);
  g_assert_cmpuint (dwell_timeline_painter_count_overview_overruns (&maker->scene, 300), ==, 0);
}

/* Where a limit begins to be broken the ruler has a tick. What could not be decided has a bracket
 * of the colour of text, and no tick. */
static void
test_ticks_and_torn (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 1, "", nameless);
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  g_autoptr(SceneMaker) maker = NULL;
  g_autoptr(DwellOverruns) overruns = NULL;
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  DwellDeadline deadline = { 0, DWELL_MEASURE_CALL, 25000 };
  DwellOverrunMark torn = { .begin = 70000, .end = 100000, .span = DWELL_NONE, .track = 0,
                            .is_undecided = TRUE, .is_torn_at_end = TRUE };
  DwellTimelineHit hit;
  cairo_surface_t *surface;
  guint32 warning;
  cairo_t *cr;
  int y;

  scene_maker_add (builder, 0, 0, 0, 1, 0);
  scene_maker_add (builder, 0, 0, 20000, 60000, 0);
  scene_maker_add (builder, 0, 0, 70000, 71000, 0);
  scene_maker_add (builder, 0, 0, 99999, 100000, 0);
  maker = scene_maker_new (builder, 600, 100);
  warning = to_pixel (&maker->scene.palette->warning);
  g_array_append_val (marks, torn);
  overruns = mark_deadlines (maker->trace, &deadline, 1, marks);
  maker->scene.overruns = overruns;

  y = dwell_lane_get_name_height (&g_array_index (maker->lanes, DwellLane, 0)) - 2;
  surface = scene_maker_draw (maker, 1);
  g_assert_cmphex (get_pixel (surface, 520, y), ==, to_pixel (&maker->scene.palette->text));
  g_assert_cmphex (get_pixel (surface, 390, y), !=, to_pixel (&maker->scene.palette->text));
  cairo_surface_destroy (surface);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, DWELL_RULER_HEIGHT);
  cr = cairo_create (surface);
  dwell_timeline_painter_draw_ruler (painter, cr, &maker->scene);
  cairo_destroy (cr);
  g_assert_cmphex (get_pixel (surface, 120, DWELL_RULER_HEIGHT - 3), ==, warning);
  g_assert_cmphex (get_pixel (surface, 420, DWELL_RULER_HEIGHT - 3), !=, warning);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (dwell_timeline_painter_count_ruler_overruns (&maker->scene, 121), ==, 1);
  g_assert_cmpuint (dwell_timeline_painter_count_ruler_overruns (&maker->scene, 420), ==, 0);

  dwell_timeline_painter_pick (painter, &maker->scene, 520, 1, &hit);
  g_assert_true (hit.in_header);
  g_assert_true (hit.is_torn);
  g_assert_cmpuint (hit.n_overruns, ==, 0);
  dwell_timeline_painter_pick (painter, &maker->scene, 200, 1, &hit);
  g_assert_false (hit.is_torn);
}

/* Draws a trace of 100 µs with a derived track at the top. */
static cairo_surface_t *
draw_derived (const DwellDerivedPoint *points,
              gsize                    n_points,
              gboolean                 is_linear,
              const GArray            *limits)
{
  DwellBuilder *builder = scene_maker_builder (1, 1, "", nameless);
  g_autoptr(SceneMaker) maker = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellValueIndex) values = NULL;
  DwellDerivedTrack track = { "load", "Load", "%", "track load: load of a", 0, is_linear, points,
                              n_points };
  guint8 states[] = { 0, 0 };
  guint32 order[] = { 1, 0 };
  cairo_surface_t *surface;

  scene_maker_add (builder, 0, 0, 0, 100000, 0);
  maker = scene_maker_new (builder, 600, 100);
  trace = dwell_trace_derive (maker->trace, &track, 1, NULL);
  g_assert_nonnull (trace);
  g_assert_true (dwell_trace_is_derived (trace, 1));
  g_assert_false (dwell_trace_is_derived (trace, 0));
  values = dwell_value_index_new (trace, NULL);
  maker->scene.trace = trace;
  maker->scene.values = values;
  g_clear_pointer (&maker->lanes, g_array_unref);
  maker->scene.lanes = maker->lanes = dwell_lanes_new (trace, order, states, FALSE);

  maker->scene.limits = limits;
  surface = scene_maker_draw (maker, 1);
  maker->scene.trace = maker->trace;
  return surface;
}

/* A derived track is filled, and has a gap where no value is known; one that is linear is filled
 * up to the line. */
static void
test_derived (void)
{
  static const DwellDerivedPoint steps[] = { { 0, 1 }, { 50000, NAN }, { 70000, 3 } };
  static const DwellDerivedPoint line[] = { { 0, 0 }, { 100000, 10 } };
  int bottom = DWELL_LANE_HEADER_HEIGHT + DWELL_LANE_VALUES_HEIGHT - 2;
  cairo_surface_t *surface = draw_derived (steps, G_N_ELEMENTS (steps), FALSE, NULL);
  guint32 empty;

  empty = get_pixel (surface, 370, bottom);
  g_assert_cmphex (get_pixel (surface, 150, bottom), !=, empty);
  g_assert_cmphex (get_pixel (surface, 500, bottom), !=, empty);
  g_assert_cmphex (get_pixel (surface, 410, bottom), ==, empty);
  cairo_surface_destroy (surface);

  surface = draw_derived (line, G_N_ELEMENTS (line), TRUE, NULL);
  g_assert_cmphex (get_pixel (surface, 450, DWELL_LANE_HEADER_HEIGHT + 24), !=, empty);
  g_assert_cmphex (get_pixel (surface, 450, DWELL_LANE_HEADER_HEIGHT + 6), ==, empty);
  g_assert_cmphex (get_pixel (surface, 150, DWELL_LANE_HEADER_HEIGHT + 24), ==, empty);
  cairo_surface_destroy (surface);
}

/* The limit of a derived track is a line, and what is beyond it is hatched in another colour, not
 * what keeps it. One that is far away does not flatten the curve. */
static void
test_derived_limit (void)
{
  static const DwellDerivedPoint steps[] = { { 0, 10 }, { 50000, 40 } };
  g_autoptr(GArray) limits = g_array_new (FALSE, FALSE, sizeof (DwellDerivedLimit));
  int top = DWELL_LANE_HEADER_HEIGHT;
  int bottom = top + DWELL_LANE_VALUES_HEIGHT - 2;
  cairo_surface_t *free = draw_derived (steps, G_N_ELEMENTS (steps), FALSE, NULL);
  cairo_surface_t *surface;
  guint n_changed[2] = { 0 };
  guint n_hatches = 0;

  g_array_append_vals (limits, &(DwellDerivedLimit) { 1, -INFINITY, 20 }, 1);
  surface = draw_derived (steps, G_N_ELEMENTS (steps), FALSE, limits);
  for (int x = 10; x < 590; x++)
    for (int y = top + 8; y < bottom; y++)
      n_changed[x > 300] += get_pixel (surface, x, y) != get_pixel (free, x, y);
  for (int x = 311; x < 580; x++)
    n_hatches += get_pixel (surface, x, top + 12) != get_pixel (surface, x - 1, top + 12);
  g_assert_cmpuint (n_changed[1], >, 10 * n_changed[0]);
  g_assert_cmpuint (n_changed[0], >, 100);
  g_assert_cmpuint (n_hatches, >, 50);
  g_assert_cmphex (get_pixel (surface, 500, bottom), ==, get_pixel (free, 500, bottom));
  cairo_surface_destroy (surface);

  g_array_index (limits, DwellDerivedLimit, 0).high = 1000;
  surface = draw_derived (steps, G_N_ELEMENTS (steps), FALSE, limits);
  for (int y = top + 2; y < bottom; y++)
    g_assert_cmphex (get_pixel (surface, 500, y), ==, get_pixel (free, 500, y));
  cairo_surface_destroy (surface);
  cairo_surface_destroy (free);
}

/* A bar that waits from 200 to 400, is preempted from 600 to 800, and for the rest of the time is
 * active, but for stretches far narrower than a pixel, in a half of which it waits. */
static void
test_suspensions (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 1, "", nameless);
  g_autoptr(SceneMaker) maker = NULL;
  cairo_surface_t *surface;
  guint32 plain;
  guint n_hatched = 0;

  builder->tables |= DWELL_TABLE_SUSPENSIONS;
  scene_maker_add (builder, 0, 0, 0, 100000, 0);
  g_assert_true (dwell_builder_reserve_events (builder, 600, NULL));
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 0, 20000, 40000);
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_PAUSE, 0, 60000, 80000);
  for (gint64 time = 90000; time < 99000; time += 20)
    dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 0, time, time + 15);

  maker = scene_maker_new (builder, 400, 60);
  surface = scene_maker_draw (maker, 1);
  plain = get_pixel (surface, 20, DWELL_LANE_TOP_HEIGHT + 10);

  g_assert_cmpuint (get_pixel (surface, 20, DWELL_LANE_TOP_HEIGHT + 10), ==, plain);
  g_assert_cmpint (get_difference (get_pixel (surface, 120, DWELL_LANE_TOP_HEIGHT + 10),
                                   plain), >, 20);
  g_assert_cmpuint (get_pixel (surface, 200, DWELL_LANE_TOP_HEIGHT + 10), ==, plain);
  g_assert_cmpint (get_difference (get_pixel (surface, 370, DWELL_LANE_TOP_HEIGHT + 10),
                                   plain), >, 20);

  for (int x = 245; x < 315; x++)
    n_hatched += get_pixel (surface, x, DWELL_LANE_TOP_HEIGHT + 10) != plain;

  g_assert_cmpuint (n_hatched, >, 20);
  g_assert_cmpuint (n_hatched, <, 50);
  cairo_surface_destroy (surface);
}

/* Two rows with spans; with a flow from the first to the last, if @has_flow. */
static SceneMaker *
make_flows (gboolean has_flow)
{
  DwellBuilder *builder = scene_maker_builder (2, 1, "", nameless);

  scene_maker_add (builder, 0, 0, 0, 10000, 0);
  scene_maker_add (builder, 1, 0, 60000, 100000, 0);
  scene_maker_add (builder, 0, 0, 20000, 30000, 0);
  if (has_flow)
    g_assert_true (dwell_builder_add_flow (builder, &(DwellFlow) { 5000, 80000, 0, 1, 0, 0, 0 }));
  return scene_maker_new (builder, 400, 120);
}

/* The number of columns of pixels that a flow is drawn in. */
static guint
count_flow_columns (guint32 focus,
                    gint64  begin,
                    gint64  end)
{
  g_autoptr(SceneMaker) with = make_flows (TRUE);
  g_autoptr(SceneMaker) without = make_flows (FALSE);
  SceneMaker *makers[] = { with, without };
  cairo_surface_t *surfaces[2];
  guint n = 0;

  for (guint i = 0; i < 2; i++)
    {
      makers[i]->scene.focus_span = focus;
      makers[i]->scene.scale.begin = begin;
      makers[i]->scene.scale.end = end;
      surfaces[i] = scene_maker_draw (makers[i], 1);
    }

  for (int x = 0; x < 400; x++)
    {
      gboolean differs = FALSE;

      for (int y = 0; y < 120; y++)
        differs |= get_pixel (surfaces[0], x, y) != get_pixel (surfaces[1], x, y);
      n += differs;
    }

  cairo_surface_destroy (surfaces[0]);
  cairo_surface_destroy (surfaces[1]);
  return n;
}

/* The flows of the focused span alone, from end to end; to one out of view as far as one sees. */
static void
test_flows (void)
{
  g_assert_cmpuint (count_flow_columns (DWELL_NONE, 0, 100000), ==, 0);
  g_assert_cmpuint (count_flow_columns (2, 0, 100000), ==, 0);
  /* From 20 to 320, and the width of its ends. */
  g_assert_cmpuint (count_flow_columns (0, 0, 100000), >=, 300);
  g_assert_cmpuint (count_flow_columns (0, 0, 100000), <, 315);
  g_assert_cmpuint (count_flow_columns (1, 0, 100000), >=, 300);
  /* From 40 on. */
  g_assert_cmpuint (count_flow_columns (0, 0, 50000), >=, 360);
  g_assert_cmpuint (count_flow_columns (0, 0, 50000), <, 370);
  g_assert_cmpuint (count_flow_columns (0, 20000, 20010), ==, 400);
}

/* If a pixel is less than a nanosecond, suspensions still begin and end at their times. */
static void
test_narrow_suspensions (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 1, "", nameless);
  g_autoptr(SceneMaker) maker = NULL;
  cairo_surface_t *surface;
  const int y = DWELL_LANE_TOP_HEIGHT + 10;
  guint32 plain;

  builder->tables |= DWELL_TABLE_SUSPENSIONS;
  scene_maker_add (builder, 0, 0, 0, 40, 0);
  g_assert_true (dwell_builder_reserve_events (builder, 1, NULL));
  dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, 0, 10, 20);

  maker = scene_maker_new (builder, 400, 60);
  surface = scene_maker_draw (maker, 1);
  plain = get_pixel (surface, 50, y);

  for (int x = 1; x < 399; x++)
    {
      gint64 time = dwell_scale_to_time (&maker->scene.scale, x);
      gboolean is_edge = dwell_scale_to_time (&maker->scene.scale, x - 1) != time ||
                         dwell_scale_to_time (&maker->scene.scale, x + 1) != time;

      if (!is_edge && time < 40)
        g_assert_cmpint (get_pixel (surface, x, y) != plain, ==, time >= 10 && time < 20);
    }

  cairo_surface_destroy (surface);
}

/* A function whose lines are folded away has a turned corner, one without lines has none; shown,
 * lines are a row below it. */
static void
test_lines (void)
{
  static const gint64 ends[] = { 40, 30, 100 };
  DwellBuilder *builder = scene_maker_builder (1, 2, "", nameless);
  g_autoptr(SceneMaker) maker = NULL;
  cairo_surface_t *folded;
  cairo_surface_t *shown;
  guint8 states[1] = { DWELL_TRACK_LINES };
  guint32 order[1] = { 0 };
  int y = DWELL_LANE_TOP_HEIGHT + DWELL_LANE_ROW_HEIGHT - 2;

  dwell_builder_set_row_lines (builder, 1, 0);
  scene_maker_add (builder, 0, 0, 0, ends[0], 0);
  scene_maker_add (builder, 1, 1, 0, ends[1], 0);
  scene_maker_add (builder, 0, 0, ends[0], ends[2], 0);
  maker = scene_maker_new (builder, 400, 100);

  folded = scene_maker_draw (maker, 1);
  g_assert_cmpuint (get_pixel (folded, 157, y), !=, get_pixel (folded, 80, y));
  g_assert_cmpuint (get_pixel (folded, 397, y), ==, get_pixel (folded, 80, y));

  g_array_unref (maker->lanes);
  maker->lanes = dwell_lanes_new (maker->trace, order, states, FALSE);
  maker->scene.lanes = maker->lanes;
  shown = scene_maker_draw (maker, 1);
  g_assert_cmpuint (get_pixel (shown, 157, y), ==, get_pixel (shown, 80, y));
  y += DWELL_LANE_ROW_HEIGHT + DWELL_LANE_ROW_GAP;
  g_assert_cmpuint (get_pixel (shown, 60, y), !=, get_pixel (folded, 60, y));
  g_assert_cmpuint (get_pixel (shown, 200, y), ==, get_pixel (folded, 200, y));

  cairo_surface_destroy (folded);
  cairo_surface_destroy (shown);
}

static void
test_golden (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (nameless);
  cairo_surface_t *surface = scene_maker_draw (maker, 1);

  compare_with_golden (surface, "lanes-light.png");
  cairo_surface_destroy (surface);

  maker->scene.palette = dwell_palette_get (TRUE, FALSE);
  maker->scene.has_selection = TRUE;
  maker->scene.selection_begin = 20000;
  maker->scene.selection_end = 70000;
  maker->scene.focus_span = 1;
  maker->scene.focus_mark = 0;
  maker->scene.hover_span = 0;
  maker->scene.focus_area = 4;
  surface = scene_maker_draw (maker, 2);
  compare_with_golden (surface, "lanes-dark-2x.png");
  cairo_surface_destroy (surface);

  maker->scene.palette = dwell_palette_get (FALSE, TRUE);
  g_array_index (maker->lanes, DwellLane, 0).is_folded = TRUE;
  g_array_index (maker->lanes, DwellLane, 0).n_rows = 0;
  surface = scene_maker_draw (maker, 1);
  compare_with_golden (surface, "lanes-high-contrast-folded.png");
  cairo_surface_destroy (surface);
}

static void
test_overview (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (nameless);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 600,
                                                         DWELL_OVERVIEW_HEIGHT);
  cairo_t *cr = cairo_create (surface);
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  float coverage[600];
  DwellActivityColumn activity[600];

  dwell_layout_coverage (maker->layout, 0, maker->trace->begin, maker->trace->end, 600, coverage);
  for (guint i = 0; i < 600; i++)
    activity[i] = (DwellActivityColumn) { coverage[i], i < 200 ? DWELL_NONE : i / 200 - 1 };

  /* A part at the end was not recorded. */
  maker->trace->recorded_end = maker->trace->end - 10000;
  maker->scene.scale.begin = 30000;
  maker->scene.scale.end = 70000;
  dwell_timeline_painter_draw_overview (painter, cr, &maker->scene, activity, 600);
  cairo_surface_flush (surface);
  compare_with_golden (surface, "overview.png");

  /* No activity yet; and a window that is too narrow to be seen. */
  maker->scene.scale.end = 30001;
  dwell_timeline_painter_draw_overview (painter, cr, &maker->scene, NULL, 0);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Returns the distance of @pixel from all mixtures of the background with the colour of @span's
 * bar. */
static double
get_distance (const SceneMaker *maker,
              guint32           pixel,
              guint32           span)
{
  const DwellPalette *palette = maker->scene.palette;
  guint32 area = maker->trace->span_area[span];
  const char *name = dwell_trace_get_area_name (maker->trace, area);
  const DwellColour *bar = &palette->bars[dwell_palette_colour_of (name)];
  double nearest = G_MAXDOUBLE;

  for (double share = 0.1; share <= 1; share += 0.004)
    {
      DwellColour mixed = dwell_colour_mix (&palette->background, bar, share);

      nearest = MIN (nearest, MAX (MAX (fabs (mixed.red * 255 - (pixel >> 16)),
                                        fabs (mixed.green * 255 - (pixel >> 8 & 0xff))),
                                   fabs (mixed.blue * 255 - (pixel & 0xff))));
    }

  return nearest;
}

static guint32
to_rgb (const DwellColour *colour)
{
  return (guint32) (colour->red * 255 + 0.5) << 16 | (guint32) (colour->green * 255 + 0.5) << 8 |
         (guint32) (colour->blue * 255 + 0.5);
}

/* Names that have colours, but no text that would be drawn on narrow bars. */
static void
check_pick (SceneMaker           *maker,
            DwellTimelinePainter *painter,
            guint                *n_bars)
{
  cairo_surface_t *surface = scene_maker_draw (maker, 1);
  const DwellPalette *palette = maker->scene.palette;

  for (int x = 0; x < (int) maker->scene.scale.width; x++)
    for (guint32 row = 0; row < maker->trace->n_rows; row++)
      {
        /* The top line of a row has no text. */
        int y = dwell_lanes_get_row_y (maker->lanes, maker->trace, row) + 1;
        guint32 pixel = get_pixel (surface, x, y);
        DwellTimelineHit hit;

        dwell_timeline_painter_pick (painter, &maker->scene, x + 0.5, y + 0.5, &hit);
        g_assert_cmpuint (hit.row, ==, row);
        g_assert_cmpuint (hit.track, ==, maker->trace->rows[row].track);

        if (get_difference (pixel, to_rgb (&palette->background)) <= 1 ||
            get_difference (pixel, to_rgb (&palette->grid)) <= 1)
          continue;

        g_assert_cmpuint (hit.span, !=, DWELL_NONE);
        g_assert_cmpuint (maker->trace->span_row[hit.span], ==, row);
        g_assert_cmpfloat (get_distance (maker, pixel, hit.span), <=, 3);
        (*n_bars)++;
      }

  cairo_surface_destroy (surface);
}

static void
test_pick (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (names);
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  DwellTimelineHit hit;
  guint n_bars = 0;

  for (guint i = 0; i < 25; i++)
    {
      maker->scene.scale.begin = i == 0 ? maker->trace->begin : g_test_rand_int_range (0, 90000);
      maker->scene.scale.end = i == 0 ? maker->trace->end
                                      : maker->scene.scale.begin +
                                          g_test_rand_int_range (1, 100000) / (i % 5 * 20 + 1) + 1;
      check_pick (maker, painter, &n_bars);
    }

  g_assert_cmpuint (n_bars, >, 1000);

  /* Marks: single, many, none; and outside of everything. */
  maker->scene.scale.begin = maker->trace->begin;
  maker->scene.scale.end = maker->trace->end;
  dwell_timeline_painter_pick (painter, &maker->scene, 0.05 * 600, 13, &hit);
  g_assert_cmpuint (hit.mark, ==, 0);
  g_assert_cmpuint (hit.n_marks, ==, 1);
  g_assert_cmpuint (hit.row, ==, DWELL_NONE);
  dwell_timeline_painter_pick (painter, &maker->scene, 0.6 * 600, 13, &hit);
  g_assert_cmpuint (hit.mark, ==, 3);
  g_assert_cmpuint (hit.n_marks, ==, 5);
  dwell_timeline_painter_pick (painter, &maker->scene, 0.9 * 600, 13, &hit);
  g_assert_cmpuint (hit.mark, ==, DWELL_NONE);
  dwell_timeline_painter_pick (painter, &maker->scene, 10, 5000, &hit);
  g_assert_cmpint (hit.lane, ==, -1);
  dwell_timeline_painter_pick (painter, &maker->scene, -10, 50, &hit);
  g_assert_cmpuint (hit.span, ==, DWELL_NONE);
}

/* Spans of the focused function are seen where they are narrower than a pixel, those between them
 * are not, and the overview has a tick at each. */
static void
test_lit (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 1, "", nameless);
  g_autoptr(SceneMaker) maker = NULL;
  DwellFind *lit;
  cairo_surface_t *before;
  cairo_surface_t *after;
  cairo_surface_t *overview;
  cairo_t *cr;
  guint n_lit = 0;

  for (gint64 i = 0; i < 30000; i++)
    scene_maker_add (builder, 0, i % 3000 == 1500 ? 1 : 0, i * 10, i * 10 + 8, 0);

  maker = scene_maker_new (builder, 600, 60);
  lit = dwell_find_new_for_area (maker->trace, 1, NULL);
  before = scene_maker_draw (maker, 1);
  maker->scene.focus_area = 1;
  maker->scene.lit = lit;
  after = scene_maker_draw (maker, 1);

  overview = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 600, DWELL_OVERVIEW_HEIGHT);
  cr = cairo_create (overview);
  {
    g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();

    dwell_timeline_painter_draw_overview (painter, cr, &maker->scene, NULL, 0);
  }
  cairo_destroy (cr);
  cairo_surface_flush (overview);

  for (int x = 0; x < 600; x++)
    {
      gboolean is_lit = (x - 30) % 60 == 0;
      guint32 text = to_pixel (&maker->scene.palette->text);
      int y = dwell_lanes_get_row_y (maker->lanes, maker->trace, 0) + 10;

      g_assert_cmpint (get_pixel (after, x, y) == text, ==, is_lit);
      g_assert_cmpint (get_pixel (after, x, y) == get_pixel (before, x, y), ==, !is_lit);
      g_assert_cmpint (get_pixel (overview, x, DWELL_OVERVIEW_HEIGHT - 4) == text, ==, is_lit);
      n_lit += is_lit;
    }

  g_assert_cmpuint (n_lit, ==, 10);
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
  cairo_surface_destroy (overview);
  dwell_find_unref (lit);
}

/* Returns what is drawn in @row, above the text. */
static guint32
get_row_pixel (SceneMaker      *maker,
               cairo_surface_t *surface,
               guint32          row)
{
  return get_pixel (surface, 100,
                    dwell_lanes_get_row_y (maker->lanes, maker->trace, row) + 1);
}

/* A function never has the colour of its caller, in whatever depth; one that calls itself keeps
 * its own. */
static void
test_callers (void)
{
  const DwellPalette *palette = dwell_palette_get (FALSE, FALSE);
  g_autoptr(GPtrArray) alike = g_ptr_array_new_with_free_func (g_free);
  DwellBuilder *builder;
  g_autoptr(SceneMaker) maker = NULL;
  cairo_surface_t *surface;
  guint32 first = to_pixel (&palette->bars[dwell_palette_colour_of ("alpha")]);

  g_ptr_array_add (alike, g_strdup ("alpha"));
  for (guint i = 0; alike->len < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);

      if (dwell_palette_colour_of (name) == dwell_palette_colour_of ("alpha"))
        g_ptr_array_add (alike, g_steal_pointer (&name));
    }
  g_ptr_array_add (alike, NULL);

  builder = scene_maker_builder (1, 6, "", (const char * const *) alike->pdata);
  for (guint32 row = 0; row < 6; row++)
    scene_maker_add_child (builder, row, MIN (row, 3), row == 0 ? DWELL_NONE : row - 1, 0, 100);

  maker = scene_maker_new (builder, 600, 200);
  surface = scene_maker_draw (maker, 1);
  g_assert_cmphex (get_row_pixel (maker, surface, 0), ==, first);
  for (guint32 row = 1; row < 4; row++)
    g_assert_cmphex (get_row_pixel (maker, surface, row), !=,
                     get_row_pixel (maker, surface, row - 1));
  g_assert_cmphex (get_row_pixel (maker, surface, 2), ==, first);
  g_assert_cmphex (get_row_pixel (maker, surface, 5), ==, get_row_pixel (maker, surface, 4));
  cairo_surface_destroy (surface);
}

/* With text twice as large all is drawn and found as on a screen with twice the pixels. */
static void
test_text_scale (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (nameless);
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  DwellTimelineScene large = maker->scene;
  cairo_surface_t *usual = scene_maker_draw (maker, 2);
  cairo_surface_t *drawn;

  large.text_scale = 2;
  large.scale.width *= 2;
  large.height *= 2;
  large.scroll_y = 40;
  maker->scene.scroll_y = 20;

  for (double y = 0.5; y < 80; y += 7)
    for (double x = 0.5; x < maker->scene.scale.width; x += 9)
      {
        DwellTimelineHit a;
        DwellTimelineHit b;
        guint32 row;

        dwell_timeline_painter_pick (painter, &maker->scene, x, y, &a);
        dwell_timeline_painter_pick (painter, &large, 2 * x, 2 * y, &b);
        g_assert_cmpuint (a.span, ==, b.span);
        g_assert_cmpuint (a.row, ==, b.row);
        g_assert_cmpint (a.time, ==, b.time);
        g_assert_cmpint (dwell_timeline_painter_lane_at (&large, 2 * y, &row), ==, a.lane);
        g_assert_cmpuint (row, ==, a.row);
      }

  large.scroll_y = maker->scene.scroll_y = 0;
  maker->scene = large;
  drawn = scene_maker_draw (maker, 1);
  g_assert_cmpint (cairo_image_surface_get_width (drawn), ==,
                   cairo_image_surface_get_width (usual));
  for (int y = 0; y < cairo_image_surface_get_height (drawn); y++)
    for (int x = 0; x < cairo_image_surface_get_width (drawn); x++)
      g_assert_cmphex (get_pixel (drawn, x, y), ==, get_pixel (usual, x, y));

  cairo_surface_destroy (drawn);
  cairo_surface_destroy (usual);
}

static void
test_find (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (names);
  g_autoptr(DwellPattern) pattern = dwell_pattern_new ("beta", NULL);
  g_autoptr(DwellFind) find = dwell_find_new (maker->trace, pattern, NULL);
  const DwellPalette *palette = maker->scene.palette;
  int y = dwell_lanes_get_row_y (maker->lanes, maker->trace, 0) + 1;
  cairo_surface_t *surface;
  DwellColour dim;

  maker->scene.find = find;
  surface = scene_maker_draw (maker, 1);

  /* Alpha is dimmed to 30 %, beta is not. */
  dim = dwell_colour_mix (&palette->background, &palette->bars[dwell_palette_colour_of ("alpha")],
                          0.3);
  g_assert_cmpint (get_difference (get_pixel (surface, 100, y), to_rgb (&dim)), <=, 2);
  g_assert_cmpint (get_difference (get_pixel (surface, 250, y),
                                   to_rgb (&palette->bars[dwell_palette_colour_of ("beta")])),
                   <=, 2);
  cairo_surface_destroy (surface);
}

/* The cursor's time covers labels of ticks completely: no part of them is visible beside it, also
 * at the tick at 0. */
static void
test_ruler_cursor (void)
{
  DwellBuilder *builder = scene_maker_builder (1, 1, "", names);
  g_autoptr(SceneMaker) maker = NULL;
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  const DwellPalette *palette;

  scene_maker_add (builder, 0, 0, -50 * 1000000LL, 50 * 1000000LL, 0);
  maker = scene_maker_new (builder, 200, 100);
  palette = maker->scene.palette;
  maker->scene.has_cursor = TRUE;

  for (int x = 70; x < 104; x++)
    {
      cairo_surface_t *ruler = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 200, 28);
      cairo_t *cr = cairo_create (ruler);
      int end = x + 2;

      maker->scene.cursor = (x - 100) * 500000LL;
      dwell_timeline_painter_draw_ruler (painter, cr, &maker->scene);
      cairo_surface_flush (ruler);
      while (end < 199 && get_difference (get_pixel (ruler, end, 1), to_rgb (&palette->text)) <= 2)
        end++;
      for (int y = 2; y < 14; y++)
        for (int at = end + 1; at < MIN (end + 40, 199); at++)
          g_assert_cmpint (get_difference (get_pixel (ruler, at, y), to_rgb (&palette->band)),
                           <=, 2);
      cairo_destroy (cr);
      cairo_surface_destroy (ruler);
    }
}

static void
draw_all (SceneMaker *maker)
{
  for (guint style = 0; style < 4; style++)
    {
      cairo_surface_t *surface;
      cairo_surface_t *ruler = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 40);
      cairo_t *cr = cairo_create (ruler);
      g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
      DwellTimelineHit hit;

      maker->scene.palette = dwell_palette_get (style & 1, style & 2);
      maker->scene.layout = style & 1 ? NULL : maker->layout;
      maker->scene.gutter = style & 2 ? 100 : 0;
      maker->scene.scroll_y = style * 50;
      surface = scene_maker_draw (maker, 1);
      cairo_surface_destroy (surface);
      dwell_timeline_painter_draw_ruler (painter, cr, &maker->scene);
      dwell_timeline_painter_draw_overview (painter, cr, &maker->scene, NULL, 0);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      dwell_timeline_painter_pick (painter, &maker->scene, 150, 50, &hit);
      cairo_destroy (cr);
      cairo_surface_destroy (ruler);
    }
}

static void
test_extremes (void)
{
  g_autofree char *long_name = g_strnfill (300, 'x');
  g_autofree char *huge_name = g_strnfill (1 << 20, 'y');
  const char * const odd_names[] = { long_name, huge_name, "<b>&amp;</b>", "\u202eab\u0644\u0645",
                                     "a\nb\tc", "", NULL };
  static const gint64 edges[] = { G_MININT64, G_MININT64 + 1, -1, 0, 1, G_MAXINT64 - 1,
                                  G_MAXINT64 };
  g_autoptr(SceneMaker) empty = scene_maker_new (dwell_builder_new ("t", "T", 0), 300, 100);
  g_autoptr(SceneMaker) many = NULL;
  g_autoptr(SceneMaker) wide = NULL;
  DwellBuilder *builder = scene_maker_builder (500, 2, long_name, odd_names);

  empty->scene.has_selection = TRUE;
  draw_all (empty);
  empty->scene.scale.width = 0;
  draw_all (empty);

  for (guint i = 0; i < 500; i++)
    scene_maker_add (builder, i * 2, i % 6, i, i + 1000, DWELL_SPAN_INCOMPLETE);

  many = scene_maker_new (builder, 300, 700);
  draw_all (many);

  builder = scene_maker_builder (1, 1, "", odd_names);
  for (guint i = 0; i + 1 < G_N_ELEMENTS (edges); i++)
    scene_maker_add (builder, 0, i % 6, edges[i], edges[i + 1], DWELL_SPAN_INCOMPLETE);
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    g_assert_true (dwell_builder_add_mark (builder, DWELL_MARK_EXIT, edges[i], 0, DWELL_NONE,
                                           DWELL_NONE, 0, NULL));

  wide = scene_maker_new (builder, 300, 100);
  wide->scene.has_selection = TRUE;
  wide->scene.selection_begin = G_MININT64;
  wide->scene.selection_end = G_MAXINT64;
  wide->scene.focus_span = 1;
  wide->scene.focus_mark = 0;
  wide->scene.hover_span = 5;

  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    for (guint j = i; j < G_N_ELEMENTS (edges); j++)
      {
        wide->scene.scale.begin = edges[i];
        wide->scene.scale.end = edges[j];
        draw_all (wide);
      }
}

static void
check_svg (const char *contents,
           gsize       length)
{
  static const GMarkupParser parser = { NULL };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, NULL,
                                                             NULL);
  g_autoptr(GError) error = NULL;

  g_markup_parse_context_parse (context, contents, (gssize) length, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
  g_assert_nonnull (g_strstr_len (contents, (gssize) length, "<svg"));
}

typedef struct {
  const char *p;
  gsize       n;
} Bytes;

static cairo_status_t
read_bytes (gpointer  data,
            guchar   *to,
            guint     length)
{
  Bytes *bytes = data;

  if (length > bytes->n)
    return CAIRO_STATUS_READ_ERROR;

  memcpy (to, bytes->p, length);
  bytes->p += length;
  bytes->n -= length;
  return CAIRO_STATUS_SUCCESS;
}

/* Draws noise, which cannot be compressed, above stripes, which can. */
/* Whether two columns of a picture are the same. */
static gboolean
are_columns_equal (cairo_surface_t *surface,
                   int              x0,
                   int              x1)
{
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    if (get_pixel (surface, x0, y) != get_pixel (surface, x1, y))
      return FALSE;

  return TRUE;
}

/* Where a value is unknown, there is no line. */
static void
test_unknown_values (void)
{
  static const char * const variables[] = { "v", NULL };
  static const gint64 times[] = { 0, 510, 790, 910 };
  static const double values[] = { 1, NAN, 1, 2 };
  DwellBuilder *builder = scene_maker_builder (1, 0, "v", variables);
  SceneMaker *maker;
  cairo_surface_t *surface;

  builder->tables |= DWELL_TABLE_WRITES;
  dwell_builder_set_track_kind (builder, 0, DWELL_TRACK_STEPS, DWELL_TRACKS_DATA, 0);
  dwell_builder_begin_reals (builder, 0);
  g_assert_true (dwell_builder_reserve_events (builder, G_N_ELEMENTS (times), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      guint64 bits;

      memcpy (&bits, &values[i], sizeof bits);
      dwell_builder_add_write (builder, 0, times[i], bits);
    }
  builder->begin = 0;
  builder->end = 1000;
  maker = scene_maker_new (builder, 1000, 120);
  surface = scene_maker_draw (maker, 1);

  g_assert_true (are_columns_equal (surface, 440, 460));
  g_assert_true (are_columns_equal (surface, 640, 660));
  g_assert_true (are_columns_equal (surface, 460, 840));
  g_assert_false (are_columns_equal (surface, 460, 660));

  cairo_surface_destroy (surface);
  scene_maker_free (maker);
}

static void
draw_noise (cairo_t  *cr,
            int       width,
            int       height,
            gpointer  user_data)
{
  cairo_surface_t *surface = cairo_get_target (cr);
  g_autoptr(GRand) random = g_rand_new_with_seed (1);
  GArray *drawn = user_data;
  int stride = cairo_image_surface_get_stride (surface);
  guint8 *pixels = cairo_image_surface_get_data (surface);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 pixel = y < height / 2 ? g_rand_int (random) : (guint32) (x / 7) * 0x010305u;

        pixel &= 0xffffff;
        memcpy (pixels + y * stride + 4 * x, &pixel, sizeof pixel);
        g_array_append_val (drawn, pixel);
      }
  cairo_surface_mark_dirty (surface);
}

/* Pictures of one band of rows and of several have the pixels that were drawn. */
static void
test_png (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 3, 2 }, { 640, 200 }, { 1000, 1200 }, { 32767, 40 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
      g_autoptr(GError) error = NULL;
      g_autoptr(GArray) drawn = g_array_new (FALSE, FALSE, sizeof (guint32));
      cairo_surface_t *read;
      Bytes bytes;

      dwell_picture_write (stream, DWELL_PICTURE_PNG, sizes[i][0], sizes[i][1], draw_noise, drawn,
                           NULL, &error);
      g_assert_no_error (error);
      bytes.p = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream));
      bytes.n = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream));
      read = cairo_image_surface_create_from_png_stream (read_bytes, &bytes);
      g_assert_cmpint (cairo_surface_status (read), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpuint (bytes.n, ==, 0);
      g_assert_cmpint (cairo_image_surface_get_width (read), ==, sizes[i][0]);
      g_assert_cmpint (cairo_image_surface_get_height (read), ==, sizes[i][1]);

      for (int y = 0; y < sizes[i][1]; y++)
        for (int x = 0; x < sizes[i][0]; x++)
          g_assert_cmphex (get_pixel (read, x, y), ==,
                           g_array_index (drawn, guint32, y * sizes[i][0] + x));

      cairo_surface_destroy (read);
    }
}

/* A picture that cairo cannot hold is refused before anything of it is drawn or written.
 * Limit: paint/MAX_SIZE */
static void
test_large_png (void)
{
  static const int sizes[][2] = { { 32768, 1 }, { 1, 32768 }, { 0, 1 }, { 1, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
      g_autoptr(GError) error = NULL;
      g_autoptr(GArray) drawn = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_assert_false (dwell_picture_write (stream, DWELL_PICTURE_PNG, sizes[i][0], sizes[i][1],
                                           draw_noise, drawn, NULL, &error));
      g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
      g_assert_cmpuint (drawn->len, ==, 0);
      g_assert_cmpuint (g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)),
                        ==, 0);
    }
}

static void
test_picture (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (names);

  for (guint i = DWELL_PICTURE_PNG; i <= DWELL_PICTURE_PDF; i++)
    {
      g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
      g_autofree char *contents = NULL;
      g_autoptr(GError) error = NULL;
      gsize length;

      dwell_timeline_write_picture (stream, (DwellPictureType) i, 640, 200, &maker->scene,
                                    "a <b>title</b> & more", &error);
      g_assert_no_error (error);
      length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream));
      contents = g_memdup2 (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
                            length);
      g_assert_cmpuint (length, >, 1000);

      if (i == DWELL_PICTURE_SVG)
        {
          check_svg (contents, length);
        }
      else if (i == DWELL_PICTURE_PDF)
        {
          g_assert_true (g_str_has_prefix (contents, "%PDF-"));
          g_assert_nonnull (g_strstr_len (contents + length - 16, 16, "%%EOF"));
        }
      else
        {
          Bytes bytes = { contents, length };
          cairo_surface_t *surface = cairo_image_surface_create_from_png_stream (read_bytes,
                                                                                 &bytes);

          g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 640);
          g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 200);
          cairo_surface_destroy (surface);
        }
    }
}

static void
test_picture_errors (void)
{
  g_autoptr(SceneMaker) maker = make_gallery (names);
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GError) error = NULL;

  g_assert_false (dwell_timeline_write_picture (stream, DWELL_PICTURE_PNG, 100, 1000000,
                                                &maker->scene, NULL, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpuint (g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)), ==,
                    0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/painter/lines", test_lines);
  g_test_add_func ("/painter/golden", test_golden);
  g_test_add_func ("/painter/suspensions", test_suspensions);
  g_test_add_func ("/painter/flows", test_flows);
  g_test_add_func ("/painter/narrow-suspensions", test_narrow_suspensions);
  g_test_add_func ("/painter/overruns", test_overruns);
  g_test_add_func ("/painter/folded-overruns", test_folded_overruns);
  g_test_add_func ("/painter/ticks-and-torn", test_ticks_and_torn);
  g_test_add_func ("/painter/derived", test_derived);
  g_test_add_func ("/painter/derived-limit", test_derived_limit);
  g_test_add_func ("/painter/overview", test_overview);
  g_test_add_func ("/painter/pick", test_pick);
  g_test_add_func ("/painter/callers", test_callers);
  g_test_add_func ("/painter/text-scale", test_text_scale);
  g_test_add_func ("/painter/lit", test_lit);
  g_test_add_func ("/painter/find", test_find);
  g_test_add_func ("/painter/ruler-cursor", test_ruler_cursor);
  g_test_add_func ("/painter/extremes", test_extremes);
  g_test_add_func ("/painter/unknown-values", test_unknown_values);
  g_test_add_func ("/painter/png", test_png);
  g_test_add_func ("/painter/large-png", test_large_png);
  g_test_add_func ("/painter/picture", test_picture);
  g_test_add_func ("/painter/picture-errors", test_picture_errors);

  return g_test_run ();
}
