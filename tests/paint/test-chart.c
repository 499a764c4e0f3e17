/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes and their ticks case by case; charts by the pixels that must or must not be there. */
#include "config.h"

#include <math.h>

#include "core/dwell-text.h"
#include "paint/dwell-chart-private.h"
#include "paint/dwell-picture.h"

#define WIDTH  400
#define HEIGHT 300

static void
test_axis (void)
{
  DwellChartAxis linear = { .low = -5, .high = 15 };
  DwellChartAxis log = { .low = 1, .high = 1000, .is_log = TRUE };

  g_assert_cmpfloat_with_epsilon (dwell_chart_axis_to_px (&linear, 5, 200), 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (dwell_chart_axis_from_px (&linear, 50, 200), 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (dwell_chart_axis_to_px (&log, 10, 300), 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (dwell_chart_axis_from_px (&log, 200, 300), 100, 1e-9);

  dwell_chart_axis_zoom (&linear, 0.25, 0.5);
  g_assert_cmpfloat_with_epsilon (linear.low, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (linear.high, 5, 1e-9);
  dwell_chart_axis_zoom (&log, -1.0 / 3, 1);
  g_assert_cmpfloat_with_epsilon (log.low, 0.1, 1e-9);

  /* Never so far that the ends are the same number. */
  linear.low = 1e15;
  linear.high = 1e15 + 1;
  dwell_chart_axis_zoom (&linear, 0.5, 0.5);
  g_assert_cmpfloat (linear.high, >, linear.low);
}

static void
check_ticks (double         low,
             double         high,
             gboolean       is_log,
             DwellChartUnit unit)
{
  DwellChartAxis axis = { .low = low, .high = high, .is_log = is_log, .unit = unit };
  g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&axis, 500, 60);
  guint n_labels = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const DwellChartTick *tick = &g_array_index (ticks, DwellChartTick, i);

      g_assert_cmpfloat (tick->at, >=, low);
      g_assert_cmpfloat (tick->at, <=, high);
      if (i > 0)
        g_assert_cmpfloat (tick->at, >, g_array_index (ticks, DwellChartTick, i - 1).at);
      n_labels += tick->label != NULL;
    }
  g_assert_cmpuint (n_labels, >=, 1);
  g_assert_cmpuint (n_labels, <=, 12);
}

static void
test_ticks (void)
{
  check_ticks (0, 1, FALSE, DWELL_CHART_NUMBER);
  check_ticks (0, 1, FALSE, DWELL_CHART_PERCENT);
  check_ticks (-1e-9, 1e-9, FALSE, DWELL_CHART_NUMBER);
  check_ticks (1e18, 9e18, FALSE, DWELL_CHART_TIME);
  check_ticks (0, 3, FALSE, DWELL_CHART_TIME);
  check_ticks (1, 1e12, TRUE, DWELL_CHART_TIME);
  check_ticks (1, 15, TRUE, DWELL_CHART_NUMBER);
  check_ticks (1e-200, 1e200, TRUE, DWELL_CHART_NUMBER);
  check_ticks (1, 1e9, TRUE, DWELL_CHART_BYTES);
}

/* Lines of a grid stay apart, and labels along all of the axis, however far it reaches. */
static void
test_log_ticks (void)
{
  static const double highs[] = { 30, 1e3, 1e6, 1e20, 1e100, 1e165, 1e300 };

  for (guint i = 0; i < G_N_ELEMENTS (highs); i++)
    for (double length = 40; length < 2000; length *= 1.5)
      {
        DwellChartAxis axis = { .low = 1, .high = highs[i], .is_log = TRUE };
        g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&axis, length, 34);
        double last = -INFINITY;
        double last_label = 0;

        for (guint tick = 0; tick < ticks->len; tick++)
          {
            const DwellChartTick *at = &g_array_index (ticks, DwellChartTick, tick);
            double px = dwell_chart_axis_to_px (&axis, at->at, length);

            g_assert_cmpfloat (px - last, >, 2);
            last = px;
            if (at->label != NULL)
              last_label = px;
          }
        g_assert_cmpuint (ticks->len, <, length / 4 + 12);
        if (highs[i] > 1e3 && length > 100)
          g_assert_cmpfloat (last_label, >, length / 2);
      }
}

/* One label tells no scale: there are two, as long as they have room. */
static void
test_short_axis (void)
{
  static const DwellChartAxis axes[] = {
    { .high = 15e9, .unit = DWELL_CHART_TIME }, { .high = 11 }, { .high = 1.2e6 },
    { .low = 12e6, .high = 38e6, .unit = DWELL_CHART_TIME },
    { .low = 500, .high = 20000, .is_log = TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    for (double length = 64; length < 600; length++)
      {
        g_autoptr(GArray) ticks = dwell_chart_axis_get_ticks (&axes[i], length, 34);
        double last = -INFINITY;
        guint n_labels = 0;

        for (guint tick = 0; tick < ticks->len; tick++)
          {
            const DwellChartTick *at = &g_array_index (ticks, DwellChartTick, tick);
            double px = dwell_chart_axis_to_px (&axes[i], at->at, length);

            if (at->label == NULL)
              continue;

            g_assert_cmpfloat (px - last, >=, 16.9);
            last = px;
            n_labels++;
          }
        g_assert_cmpuint (n_labels, >=, 2);
      }
}

/* A prediction extends an axis, but not so far that the data become invisible. */
static void
test_reach (void)
{
  static const struct {
    gboolean is_log;
    double   low;
    double   high;
    double   to_low;
    double   to_high;
    double   expected_low;
    double   expected_high;
  } cases[] = {
    { FALSE, 0, 100, 5, 50, 0, 100 },
    { FALSE, 0, 100, 5, 700, 0, 700 },
    { FALSE, 0, 100, -5, 1e6, 0, 1000 },
    { FALSE, 0, 100, NAN, INFINITY, 0, 1000 },
    { FALSE, 0, 100, NAN, NAN, 0, 100 },
    { TRUE, 1, 1000, 1e-2, 1e8, 1e-2, 1e8 },
    { TRUE, 1, 1000, 1e-20, 1e280, 1e-6, 1e9 },
    { TRUE, 1, 2, 0.1, INFINITY, 0.1, 200 },
    { TRUE, 1, 2, NAN, NAN, 1, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellChartAxis axis = { .low = cases[i].low, .high = cases[i].high,
                              .is_log = cases[i].is_log };

      dwell_chart_axis_reach (&axis, cases[i].to_low, cases[i].to_high);
      g_assert_cmpfloat_with_epsilon (axis.low, cases[i].expected_low, 1e-9);
      g_assert_cmpfloat_with_epsilon (axis.high / cases[i].expected_high, 1, 1e-9);
    }
}

typedef struct {
  cairo_surface_t *surface;
  DwellChartPlot   plot;
} Drawn;

static Drawn
draw (DwellChart *chart)
{
  Drawn drawn;
  cairo_t *cr;
  PangoContext *context;
  DwellLabels *labels;

  drawn.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cr = cairo_create (drawn.surface);
  context = dwell_picture_make_context (cr);
  labels = dwell_labels_new (context);
  chart->palette = dwell_palette_get (FALSE, FALSE);
  dwell_chart_draw (chart, labels, cr, WIDTH, HEIGHT);
  dwell_chart_get_plot (chart, labels, WIDTH, HEIGHT, &drawn.plot);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  dwell_labels_free (labels);
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_flush (drawn.surface);
  return drawn;
}

static guint32
get_pixel (const Drawn *drawn,
           double       x,
           double       y)
{
  const guchar *data = cairo_image_surface_get_data (drawn->surface);

  return *(const guint32 *) (gconstpointer) (data + (int) y *
                                             cairo_image_surface_get_stride (drawn->surface) +
                                             (int) x * 4) & 0xffffff;
}

static guint32
get_bar_pixel (guint colour)
{
  const DwellColour *bar = &dwell_palette_get (FALSE, FALSE)->bars[colour];

  return (guint32) (lround (bar->red * 255) << 16 | lround (bar->green * 255) << 8 |
                    lround (bar->blue * 255));
}

static void
test_series (void)
{
  static const double x[] = { 0, 5, 10 };
  static const double x_high[] = { 5, 10, 15 };
  static const double y[] = { 10, 0.001, NAN };
  DwellChartSeries series[] = {
    { .kind = DWELL_SERIES_BARS, .label = "bars", .colour = 3, .n = 2, .x = x, .y = y,
      .x_high = x_high },
    { .kind = DWELL_SERIES_POINTS, .label = "points", .colour = 7, .n = 3, .x = x_high, .y = x,
      .shape = 1 },
  };
  DwellChart chart = { .x = { .low = 0, .high = 20 }, .y = { .low = 0, .high = 20 },
                       .series = series, .n_series = 2 };
  Drawn drawn = draw (&chart);
  double bottom = drawn.plot.y + drawn.plot.height;
  guint series_found;
  guint point;

  /* The first bar is half as high as the plot; the second, all but nothing, is seen. */
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + drawn.plot.width / 8,
                              bottom - drawn.plot.height / 4), ==, get_bar_pixel (3));
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + drawn.plot.width / 8,
                              bottom - drawn.plot.height * 0.6), !=, get_bar_pixel (3));
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + drawn.plot.width * 0.375, bottom - 1), ==,
                   get_bar_pixel (3));
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + drawn.plot.width / 2,
                              bottom - drawn.plot.height / 4), ==, get_bar_pixel (7));

  g_assert_true (dwell_chart_pick (&chart, &drawn.plot, drawn.plot.x + drawn.plot.width * 0.75 + 3,
                                   bottom - drawn.plot.height / 2, &series_found, &point));
  g_assert_cmpuint (series_found, ==, 1);
  g_assert_cmpuint (point, ==, 2);
  g_assert_false (dwell_chart_pick (&chart, &drawn.plot, drawn.plot.x + drawn.plot.width - 2,
                                    drawn.plot.y + 2, &series_found, &point));
  cairo_surface_destroy (drawn.surface);
}

/* A hollow point is an outline, through which what is below is seen. */
static void
test_hollow (void)
{
  static const double x[] = { 10 };
  DwellChartSeries series = { .kind = DWELL_SERIES_POINTS, .colour = 7, .n = 1, .x = x, .y = x,
                              .shape = 1, .size = 20, .is_hollow = TRUE };
  DwellChart chart = { .x = { .low = 0, .high = 20 }, .y = { .low = 0, .high = 20 },
                       .series = &series, .n_series = 1 };
  Drawn drawn = draw (&chart);
  double y = drawn.plot.y + drawn.plot.height / 2 - 3;
  guint n_edges = 0;

  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + drawn.plot.width / 2 - 3, y), !=,
                   get_bar_pixel (7));
  for (double at = -14; at <= 14; at++)
    n_edges += get_pixel (&drawn, drawn.plot.x + drawn.plot.width / 2 + at, y) ==
               get_bar_pixel (7);
  g_assert_cmpuint (n_edges, >=, 2);
  g_assert_cmpuint (n_edges, <=, 4);
  cairo_surface_destroy (drawn.surface);
}

/* Labels of rules are above the plot, so that they cover no bar. */
static void
test_rules_hide_nothing (void)
{
  static const double x[] = { 0 };
  static const double x_high[] = { 20 };
  static const double y[] = { 20 };
  DwellChartSeries series = { .kind = DWELL_SERIES_BARS, .colour = 3, .n = 1, .x = x, .y = y,
                              .x_high = x_high };
  DwellChartRule rules[] = {
    { TRUE, 10, "median so and so", FALSE }, { TRUE, 11, "p99 of them", FALSE },
    { FALSE, 12, "deadline", TRUE },
  };
  DwellChart chart = { .x = { .low = 0, .high = 20 }, .y = { .low = 0, .high = 20 },
                       .series = &series, .n_series = 1, .rules = rules, .n_rules = 3 };
  Drawn drawn = draw (&chart);
  guint n_other = 0;

  for (double at = drawn.plot.x + 2; at < drawn.plot.x + drawn.plot.width - 3; at++)
    for (double row = drawn.plot.y + 1; row < drawn.plot.y + 60; row++)
      n_other += get_pixel (&drawn, at, row) != get_bar_pixel (3);

  /* The dashes of two rules, each blurred over two pixels at the most. */
  g_assert_cmpuint (n_other, >, 0);
  g_assert_cmpuint (n_other, <=, 2 * 2 * 60);
  cairo_surface_destroy (drawn.surface);
}

static void
check_labels (const ChartDrawing *drawing,
              int                 height)
{
  g_autoptr(GArray) labels = _dwell_chart_place_labels (drawing, height);
  const ChartLabel *placed = (const ChartLabel *) (gpointer) labels->data;
  guint n = labels->len;
  int rows = _dwell_chart_measure_labels (drawing->chart, drawing->labels, height);
  guint n_placed = 0;

  for (guint i = 0; i < n; i++)
    {
      if (placed[i].row < 0)
        continue;

      n_placed++;
      g_assert_cmpint (placed[i].row, <, rows / 8);
      g_assert_cmpfloat (placed[i].x, >=, drawing->plot.x);
      g_assert_cmpfloat (placed[i].x + placed[i].width, <=,
                         drawing->plot.x + drawing->plot.width + 0.001);
      g_assert_cmpfloat (placed[i].x, <=, placed[i].at + 0.001);
      g_assert_cmpfloat (placed[i].x + placed[i].width, >=, placed[i].at - 0.001);

      for (guint j = 0; j < i; j++)
        g_assert_true (placed[j].row != placed[i].row ||
                       placed[j].x + placed[j].width < placed[i].x);
    }

  if (n > 0)
    g_assert_cmpuint (n_placed, >, 0);
}

/* Wherever rules are, no two labels overlap, and each is at its own rule. */
static void
test_labels_apart (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = dwell_picture_make_context (cr);
  DwellLabels *labels = dwell_labels_new (context);

  for (guint round = 0; round < 300; round++)
    {
      DwellChartRule rules[6];
      DwellChart chart = { .x = { .low = 0, .high = 20 }, .y = { .low = 0, .high = 20 },
                           .rules = rules, .n_rules = round % G_N_ELEMENTS (rules) };
      ChartDrawing drawing = { .chart = &chart, .labels = labels, .cr = cr, .x_high = 20,
                               .y_high = 20 };

      for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
        rules[i] = (DwellChartRule) { i != 2, g_test_rand_double_range (-1, 21),
                                      i % 2 ? "p99" : "median so and so", FALSE };

      for (guint low = 0; low < 2; low++)
        {
          int height = low ? 110 : HEIGHT;

          dwell_chart_get_plot (&chart, labels, WIDTH, height, &drawing.plot);
          check_labels (&drawing, height);
        }
    }

  dwell_labels_free (labels);
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Two that are near one another have room side by side, in a low chart too. */
static void
test_labels_pushed (void)
{
  DwellChartRule rules[] = {
    { TRUE, 10, "median so and so", FALSE }, { TRUE, 11, "p99 of them", FALSE },
  };
  DwellChart chart = { .x = { .low = 0, .high = 20 }, .y = { .low = 0, .high = 20 },
                       .rules = rules, .n_rules = 2 };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = dwell_picture_make_context (cr);
  DwellLabels *labels = dwell_labels_new (context);
  ChartDrawing drawing = { .chart = &chart, .labels = labels, .cr = cr, .x_high = 20,
                           .y_high = 20 };
  g_autoptr(GArray) array = NULL;
  g_autofree char *beside = NULL;
  g_autofree char *afar = NULL;
  const ChartLabel *placed;

  dwell_chart_get_plot (&chart, labels, WIDTH, 110, &drawing.plot);
  array = _dwell_chart_place_labels (&drawing, 110);
  placed = (const ChartLabel *) (gpointer) array->data;
  g_assert_cmpuint (array->len, ==, 2);
  g_assert_cmpstr (placed[0].text, ==, "median so and so 10");
  g_assert_cmpint (placed[0].row, ==, 0);
  g_assert_cmpint (placed[1].row, ==, 0);
  beside = dwell_chart_describe_rule (&chart, &drawing.plot, placed[1].at + 2,
                                      drawing.plot.y + 5);
  g_assert_cmpstr (beside, ==, "p99 of them 11");
  afar = dwell_chart_describe_rule (&chart, &drawing.plot, placed[1].at + 50, drawing.plot.y + 5);
  g_assert_null (afar);

  dwell_labels_free (labels);
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The value of a rule has the present unit of times, like the ticks of the axis. */
static void
test_rule_unit (void)
{
  DwellChartRule rule = { TRUE, 2.5e6, "median", FALSE };
  DwellChart chart = { .x = { .low = 0, .high = 5e6, .unit = DWELL_CHART_TIME },
                       .y = { .low = 0, .high = 20 }, .rules = &rule, .n_rules = 1 };
  const DwellChartPlot plot = { 0, 0, 100, 100 };
  g_autofree char *before = dwell_chart_describe_rule (&chart, &plot, 50, 50);
  g_autofree char *after = NULL;

  dwell_text_set_time_unit (DWELL_TIME_UNIT_S);
  after = dwell_chart_describe_rule (&chart, &plot, 50, 50);
  dwell_text_set_time_unit (DWELL_TIME_UNIT_AUTO);
  g_assert_cmpstr (before, ==, "median 2.5\302\240ms");
  g_assert_cmpstr (after, ==, "median 0.002\342\200\2575\302\240s");
}

/* A point that is not in view has an arrow where its line leaves the plot, one in view has none;
 * what no number can hold is above all that there is. */
static void
test_pointers (void)
{
  static const double x[] = { 1, 2, 4, 8 };
  static const double y[] = { 1, 10, 1000, INFINITY };
  DwellChartSeries series = { .kind = DWELL_SERIES_LINE, .n = 4, .x = x, .y = y,
                              .colour = DWELL_CHART_TEXT };
  DwellChartPointer pointers[] = { { 8, INFINITY, "more than 100 E", 3, 0 } };
  DwellChart chart = { .x = { .low = 0, .high = 20 }, .y = { .low = 0, .high = 10 },
                       .series = &series, .n_series = 1, .pointers = pointers, .n_pointers = 1 };
  Drawn drawn = draw (&chart);
  double unit = drawn.plot.width / 20;

  /* The line goes up between 2 and 4, next to 2. */
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + 2 * unit, drawn.plot.y + 6), ==,
                   get_bar_pixel (3));
  cairo_surface_destroy (drawn.surface);

  /* Without a line, as near as can be. */
  pointers[0].line = G_MAXUINT;
  drawn = draw (&chart);
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + 8 * unit, drawn.plot.y + 6), ==,
                   get_bar_pixel (3));
  cairo_surface_destroy (drawn.surface);

  pointers[0].x = 100;
  pointers[0].y = 5;
  drawn = draw (&chart);
  g_assert_cmphex (get_pixel (&drawn, drawn.plot.x + drawn.plot.width - 6,
                              drawn.plot.y + drawn.plot.height / 2), ==, get_bar_pixel (3));
  cairo_surface_destroy (drawn.surface);

  pointers[0].x = 10;
  drawn = draw (&chart);
  for (double at = drawn.plot.x; at < drawn.plot.x + drawn.plot.width; at++)
    for (double row = drawn.plot.y; row < drawn.plot.y + drawn.plot.height; row++)
      g_assert_cmphex (get_pixel (&drawn, at, row), !=, get_bar_pixel (3));
  cairo_surface_destroy (drawn.surface);
}

/* A legend too long for one row takes rows of its own from the plot, but never all of it. */
static void
test_legend (void)
{
  static const double x[] = { 1, 2 };
  DwellChartSeries series[16];
  DwellChart chart = { .x = { .low = 0, .high = 3 }, .y = { .low = 0, .high = 3, .title = "Cost" },
                       .series = series };
  double tops[G_N_ELEMENTS (series) + 1];

  for (guint n = 0; n <= G_N_ELEMENTS (series); n++)
    {
      Drawn drawn;

      if (n > 0)
        series[n - 1] = (DwellChartSeries) { .label = "a routine with a name", .n = 2, .x = x,
                                             .y = x };
      chart.n_series = n;
      drawn = draw (&chart);
      tops[n] = drawn.plot.y;
      g_assert_cmpfloat (drawn.plot.height, >, HEIGHT / 2.0);
      cairo_surface_destroy (drawn.surface);
    }

  g_assert_cmpfloat (tops[1], ==, tops[0]);
  g_assert_cmpfloat (tops[3], >, tops[0]);
  g_assert_cmpfloat (tops[16], >, tops[3]);
}

/* Of sorted points only near ones are examined, with the same result. */
static void
test_rising (void)
{
  double x[500];
  double y[500];
  DwellChartSeries series = { .kind = DWELL_SERIES_POINTS, .n = G_N_ELEMENTS (x), .x = x, .y = y };
  DwellChart chart = { .x = { .low = 2, .high = 90 }, .y = { .low = 0, .high = 1 },
                       .series = &series, .n_series = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    {
      x[i] = (i > 0 ? x[i - 1] : 0) + floor (g_test_rand_double () * 3) / 5;
      y[i] = g_test_rand_double ();
    }

  for (guint round = 0; round < 200; round++)
    {
      guint points[2] = { 0, 0 };
      gboolean found[2];

      chart.x.is_log = round % 2;
      for (guint i = 0; i < 2; i++)
        {
          const DwellChartPlot plot = { 10, 10, 300, 200 };
          guint number;

          series.is_rising = i == 1;
          found[i] = dwell_chart_pick (&chart, &plot, 10 + (round * 37) % 300,
                                       10 + (round * 61) % 200, &number, &points[i]);
        }
      g_assert_cmpint (found[0], ==, found[1]);
      g_assert_cmpuint (points[0], ==, points[1]);
    }
}

static guint
count_differences (const Drawn *a,
                   const Drawn *b)
{
  guint n = 0;

  for (guint y = 0; y < HEIGHT; y++)
    for (guint x = 0; x < WIDTH; x++)
      n += get_pixel (a, x, y) != get_pixel (b, x, y);

  return n;
}

/* Draws @chart, which must look like @expected. */
static void
check_same (DwellChart  *chart,
            const Drawn *expected)
{
  Drawn drawn = draw (chart);

  g_assert_cmpuint (count_differences (&drawn, expected), ==, 0);
  cairo_surface_destroy (drawn.surface);
}

/* Values that are no numbers, or beyond all that an axis shows, add nothing to a picture. */
static void
test_undrawable (void)
{
  static const double low[] = { 4 };
  static const double high[] = { 6 };
  static const double top[] = { 9 };
  static const double infinite[] = { NAN, INFINITY, -INFINITY, NAN, -INFINITY, INFINITY };
  static const double extreme[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 0 };
  static const DwellChartSeries undrawable[] = {
    { .kind = DWELL_SERIES_LINE, .n = 6, .x = infinite, .y = infinite, .dash = 1 },
    { .kind = DWELL_SERIES_POINTS, .n = 6, .x = extreme, .y = extreme, .weights = extreme },
    { .kind = DWELL_SERIES_BARS, .n = 6, .x = extreme, .y = extreme, .x_high = extreme },
    { .kind = DWELL_SERIES_BAND, .n = 6, .x = extreme, .y = extreme, .y_low = extreme },
  };
  static const DwellChartRule rules[] = {
    { TRUE, NAN, NULL, FALSE }, { FALSE, 1e308, NULL, TRUE },
  };
  DwellChartSeries series[] = {
    { .kind = DWELL_SERIES_BARS, .colour = 3, .n = 1, .x = low, .y = top, .x_high = high },
    { .n = 0 },
  };
  DwellChart chart = { .x = { .low = 0, .high = 10 }, .y = { .low = 1, .high = 10, .is_log = TRUE },
                       .series = series, .n_series = 2, .title = "A bar" };
  Drawn sound = draw (&chart);

  g_assert_cmphex (get_pixel (&sound, sound.plot.x + sound.plot.width / 2,
                              sound.plot.y + sound.plot.height / 2), ==, get_bar_pixel (3));
  for (gsize i = 0; i < G_N_ELEMENTS (undrawable); i++)
    {
      series[1] = undrawable[i];
      check_same (&chart, &sound);
    }

  chart.rules = rules;
  chart.n_rules = G_N_ELEMENTS (rules);
  chart.has_hover = TRUE;
  chart.hover_point = 5;
  chart.has_box = TRUE;
  chart.box_x1 = 1e300;
  check_same (&chart, &sound);
  cairo_surface_destroy (sound.surface);
}

/* Labels without a place, and axes without extent, leave the series their room. */
static void
test_unplaceable (void)
{
  static const double x[] = { 4 };
  DwellChartSeries series = { .label = "a point", .n = 1, .x = x, .y = x };
  DwellChartRule rules[] = { { TRUE, NAN, "no number", FALSE }, { FALSE, 5, "five", TRUE } };
  DwellChartPointer pointers[] = {
    { NAN, NAN, "no number", 3, 0 }, { INFINITY, -INFINITY, "too large", 3, G_MAXUINT },
    { 5, INFINITY, "", 3, 0 },
  };
  DwellChart chart = { .x = { .low = 0, .high = 10 }, .y = { .low = 1, .high = 10, .is_log = TRUE },
                       .series = &series, .n_series = 1, .rules = rules, .n_rules = 2,
                       .pointers = pointers, .n_pointers = 3, .title = "Labels" };

  for (chart.x.high = 10; chart.x.high >= 0; chart.x.high -= 10)
    {
      Drawn drawn = draw (&chart);

      g_assert_cmpfloat (drawn.plot.height, >, HEIGHT / 2.0);
      g_assert_cmpfloat (drawn.plot.width, >, WIDTH / 2.0);
      cairo_surface_destroy (drawn.surface);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/chart/axis", test_axis);
  g_test_add_func ("/chart/ticks", test_ticks);
  g_test_add_func ("/chart/ticks/log", test_log_ticks);
  g_test_add_func ("/chart/ticks/short", test_short_axis);
  g_test_add_func ("/chart/reach", test_reach);
  g_test_add_func ("/chart/series", test_series);
  g_test_add_func ("/chart/hollow", test_hollow);
  g_test_add_func ("/chart/rules-hide-nothing", test_rules_hide_nothing);
  g_test_add_func ("/chart/labels/apart", test_labels_apart);
  g_test_add_func ("/chart/labels/pushed", test_labels_pushed);
  g_test_add_func ("/chart/rule-unit", test_rule_unit);
  g_test_add_func ("/chart/pointers", test_pointers);
  g_test_add_func ("/chart/legend", test_legend);
  g_test_add_func ("/chart/rising", test_rising);
  g_test_add_func ("/chart/undrawable", test_undrawable);
  g_test_add_func ("/chart/unplaceable", test_unplaceable);

  return g_test_run ();
}
