/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget of charts, with a chart whose every point is known. */
#include "config.h"

#include <math.h>

#include "ui/chart/dwell-chart-view.h"
#include "render-nodes.h"
#include "timeline-fixture.h"

#define N 25

enum { DOTS, NOTHING, RANGE, BARS };

/* What a chart points to. */
typedef struct {
  double            x[N];
  double            y[N];
  double            x_high[N];
  DwellChartSeries  series[4];
  DwellChartRule    rule;
  char             *title;
} Data;

typedef struct {
  DwellChartView *chart;
  GtkWidget      *window;
  guint           n_boxes;  /* that were selected or dropped */
  guint           point;    /* that was activated last */
} Fixture;

static void
data_free (gpointer data)
{
  g_free (((Data *) data)->title);
  g_free (data);
}

/* A line of dots, a series without points, a band, which has none to be focused, and bars. */
static void
show (Fixture  *f,
      gboolean  has_titles,
      gboolean  keeps_zoom)
{
  Data *data = g_new0 (Data, 1);
  DwellChart chart = {
    .x = { 0, N, FALSE, DWELL_CHART_NUMBER, NULL },
    .y = { 0, 100, FALSE, DWELL_CHART_NUMBER, NULL },
    .series = data->series, .n_series = G_N_ELEMENTS (data->series), .rules = &data->rule,
    .n_rules = 1,
  };

  for (guint i = 0; i < N; i++)
    {
      data->x[i] = i;
      data->y[i] = i == 3 ? NAN : 2 * i;
      data->x_high[i] = i + 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (data->series); i++)
    data->series[i] = (DwellChartSeries) { .kind = DWELL_SERIES_POINTS, .n = N, .x = data->x,
                                           .y = data->y, .y_low = data->x };
  data->series[NOTHING].n = 0;
  data->series[RANGE].kind = DWELL_SERIES_BAND;
  data->series[BARS].kind = DWELL_SERIES_BARS;
  data->series[BARS].x_high = data->x_high;
  data->series[BARS].n = 5;
  data->title = g_strdup ("Size");
  data->rule = (DwellChartRule) { .is_vertical = TRUE, .at = 10, .name = "limit" };
  chart.x.title = has_titles ? data->title : NULL;
  chart.y.title = has_titles ? data->title : NULL;
  dwell_chart_view_set_chart (f->chart, &chart, data, data_free, keeps_zoom);
}

static char *
describe (guint    series,
          guint    point,
          gpointer user_data)
{
  return g_strdup_printf ("point %u of %u", point, series);
}

static void
on_box (Fixture *f)
{
  f->n_boxes++;
}

static void
on_activated (Fixture *f,
              guint    series,
              guint    point)
{
  f->point = point;
}

static void
set_up (Fixture       *f,
        gconstpointer  user_data)
{
  f->chart = g_object_new (DWELL_TYPE_CHART_VIEW, NULL);
  f->point = G_MAXUINT;
  dwell_chart_view_set_describe (f->chart, describe, NULL);
  dwell_chart_view_set_brushes (f->chart, TRUE);
  g_signal_connect_swapped (f->chart, "box-changed", G_CALLBACK (on_box), f);
  g_signal_connect_swapped (f->chart, "point-activated", G_CALLBACK (on_activated), f);
  f->window = fixture_window (GTK_WIDGET (f->chart));
  show (f, TRUE, FALSE);
  wait_for_layout (GTK_WIDGET (f->chart));
}

static void
tear_down (Fixture       *f,
           gconstpointer  user_data)
{
  fixture_close (f->window);
}

static void
press (Fixture         *f,
       guint            key,
       GdkModifierType  modifiers)
{
  g_assert_true (fixture_press (GTK_WIDGET (f->chart), key, modifiers));
}

/* What a screen reader reads of the point that has the focus, or of the chart. */
static char *
get_spoken (Fixture *f)
{
  return fixture_spoken (gtk_widget_get_first_child (GTK_WIDGET (f->chart)));
}

static void
assert_spoken (Fixture    *f,
               const char *expected)
{
  g_autofree char *spoken = get_spoken (f);

  g_assert_cmpstr (spoken, ==, expected);
}

/* Far steps end at the last point and at the first; what has no points is skipped; of fewer points
 * the last one is next to one further on. The arrows of the keypad do the same. */
static void
test_points (Fixture       *f,
             gconstpointer  user_data)
{
  assert_spoken (f, "Chart, vertical axis: Size, horizontal axis: Size");
  press (f, GDK_KEY_Right, 0);
  assert_spoken (f, "point 0 of 0");
  press (f, GDK_KEY_Left, 0);
  assert_spoken (f, "point 0 of 0");
  press (f, GDK_KEY_Up, 0);
  assert_spoken (f, "point 0 of 0");
  for (guint i = 0; i < 3; i++)
    press (f, GDK_KEY_KP_Right, GDK_CONTROL_MASK);
  assert_spoken (f, "point 24 of 0");
  press (f, GDK_KEY_Down, 0);
  assert_spoken (f, "point 4 of 3");
  press (f, GDK_KEY_KP_Down, 0);
  press (f, GDK_KEY_KP_Left, GDK_CONTROL_MASK);
  assert_spoken (f, "point 0 of 3");
  press (f, GDK_KEY_KP_Up, 0);
  assert_spoken (f, "point 0 of 0");

  /* One without a height can be focused, too. */
  for (guint i = 0; i < 3; i++)
    press (f, GDK_KEY_Right, 0);
  assert_spoken (f, "point 3 of 0");
  press (f, GDK_KEY_Return, 0);
  g_assert_cmpuint (f->point, ==, 3);
}

/* Without titles, or words for its points, it is still a chart; nothing is, too. */
static void
test_words (Fixture       *f,
            gconstpointer  user_data)
{
  show (f, FALSE, FALSE);
  assert_spoken (f, "Chart");
  dwell_chart_view_set_describe (f->chart, NULL, NULL);
  press (f, GDK_KEY_Right, 0);
  assert_spoken (f, "Chart");

  dwell_chart_view_set_chart (f->chart, NULL, NULL, NULL, FALSE);
  assert_spoken (f, "Chart");
  g_assert_false (fixture_press (GTK_WIDGET (f->chart), GDK_KEY_Right, 0));
  g_assert_false (fixture_has_tooltip (GTK_WIDGET (f->chart), 100, 100, FALSE));
  g_assert_null (dwell_chart_view_get_chart (f->chart));
  g_assert_null (dwell_chart_view_take_picture (f->chart, 100, 100, NULL));
  wait_for_layout (GTK_WIDGET (f->chart));
}

/* The place of the point with a number, px. */
static void
find_point (Fixture *f,
            guint    point,
            double  *x,
            double  *y)
{
  const DwellChart *chart = dwell_chart_view_get_chart (f->chart);
  gpointer motion = fixture_controller (GTK_WIDGET (f->chart), GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);

  for (*x = 0; *x < gtk_widget_get_width (GTK_WIDGET (f->chart)); *x += 4)
    for (*y = 0; *y < gtk_widget_get_height (GTK_WIDGET (f->chart)); *y += 4)
      {
        g_signal_emit_by_name (motion, "motion", *x, *y);
        if (chart->has_hover && chart->hover_series == DOTS && chart->hover_point == point)
          return;
      }

  g_assert_not_reached ();
}

/* The pointer finds points; two clicks on one go to it, beside all they show everything. */
static void
test_pointer (Fixture       *f,
              gconstpointer  user_data)
{
  GtkWidget *chart = GTK_WIDGET (f->chart);
  const DwellChart *shown = dwell_chart_view_get_chart (f->chart);
  gpointer motion = fixture_controller (chart, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);
  double x;
  double y;

  find_point (f, 20, &x, &y);
  g_assert_true (fixture_has_tooltip (chart, (int) x, (int) y, FALSE));
  g_assert_true (fixture_has_tooltip (chart, (int) x, (int) y, TRUE));
  fixture_click (chart, 1, x, y);
  g_assert_cmpuint (f->point, ==, G_MAXUINT);
  fixture_click (chart, 2, x, y);
  g_assert_cmpuint (f->point, ==, 20);

  g_signal_emit_by_name (motion, "motion", 0.0, 0.0);
  g_assert_false (shown->has_hover);
  g_assert_false (fixture_has_tooltip (chart, 0, 0, FALSE));
  g_signal_emit_by_name (motion, "motion", 1.0, 0.0);
  g_assert_false (shown->has_hover);
}

/* With Shift the arrow keys select from the point that had the focus to the one that has it; of
 * bars all of their width but for the edge, which the next one has. */
static void
test_brush (Fixture       *f,
            gconstpointer  user_data)
{
  double x0, x1, y0, y1;

  /* The first one has the focus, and the next one is reached. */
  press (f, GDK_KEY_Right, GDK_SHIFT_MASK);
  g_assert_true (dwell_chart_view_get_box (f->chart, &x0, &x1, &y0, &y1));
  g_assert_cmpfloat (x0, ==, 0);
  g_assert_cmpfloat (x1, ==, 1);
  g_assert_cmpfloat (y0, ==, 0);
  g_assert_cmpfloat (y1, ==, 100);
  press (f, GDK_KEY_Right, GDK_SHIFT_MASK | GDK_CONTROL_MASK);
  dwell_chart_view_get_box (f->chart, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (x1, ==, 11);
  g_assert_cmpuint (f->n_boxes, ==, 2);

  /* The other way, from where the focus is. */
  press (f, GDK_KEY_Escape, 0);
  g_assert_false (dwell_chart_view_get_box (f->chart, &x0, &x1, &y0, &y1));
  press (f, GDK_KEY_Left, GDK_SHIFT_MASK);
  g_assert_true (dwell_chart_view_get_box (f->chart, &x0, &x1, &y0, &y1));
  g_assert_cmpfloat (x0, ==, 10);
  g_assert_cmpfloat (x1, ==, 11);

  dwell_chart_view_drop_box (f->chart);
  press (f, GDK_KEY_Down, 0);
  press (f, GDK_KEY_Left, GDK_SHIFT_MASK);
  dwell_chart_view_get_box (f->chart, &x0, &x1, &y0, &y1);
  g_assert_cmpfloat (x0, ==, 3);
  g_assert_cmpfloat_with_epsilon (x1, 5, 0.01);
  g_assert_cmpfloat (x1, <, 5);

  /* A chart that selects nothing takes the keys and does nothing. */
  dwell_chart_view_drop_box (f->chart);
  dwell_chart_view_set_brushes (f->chart, FALSE);
  press (f, GDK_KEY_Left, GDK_SHIFT_MASK);
  g_assert_false (dwell_chart_view_get_box (f->chart, &x0, &x1, &y0, &y1));
}

static double
get_width (Fixture *f)
{
  const DwellChart *shown = dwell_chart_view_get_chart (f->chart);

  return shown->x.high - shown->x.low;
}

/* What is drawn: the chart, and a band with its edge. */
static guint
count_nodes (Fixture *f)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;

  wait_for_layout (GTK_WIDGET (f->chart));
  GTK_WIDGET_GET_CLASS (f->chart)->snapshot (GTK_WIDGET (f->chart), snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  return node != NULL ? render_node_check_frame (node) : 0;
}

/* Where a drag does not select it zooms into the box, if that has an area; the band is seen while
 * one drags. */
static void
test_zoom (Fixture       *f,
           gconstpointer  user_data)
{
  GtkWidget *chart = GTK_WIDGET (f->chart);
  gpointer drag = fixture_controller (chart, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY);
  double width = gtk_widget_get_width (chart);
  double height = gtk_widget_get_height (chart);
  guint n_nodes;

  dwell_chart_view_set_brushes (f->chart, FALSE);
  fixture_drag (chart, GDK_BUTTON_PRIMARY, width / 2, 50, width / 2 + 1, height - 50);
  g_assert_cmpfloat (get_width (f), ==, N);
  fixture_drag (chart, GDK_BUTTON_PRIMARY, width / 4, 50, width / 2, 51);
  g_assert_cmpfloat (get_width (f), ==, N);

  n_nodes = count_nodes (f);
  g_signal_emit_by_name (drag, "drag-begin", width / 4, 50.0);
  g_signal_emit_by_name (drag, "drag-update", width / 4, height / 2);
  g_assert_cmpuint (count_nodes (f), >, n_nodes);
  g_signal_emit_by_name (drag, "drag-end", width / 4, height / 2);
  g_assert_cmpuint (count_nodes (f), ==, n_nodes);
  g_assert_cmpfloat (get_width (f), <, N / 2.0);
  g_assert_cmpuint (f->n_boxes, ==, 0);

  /* The same kind of chart keeps that, another one does not. */
  show (f, TRUE, TRUE);
  g_assert_cmpfloat (get_width (f), <, N / 2.0);
  show (f, TRUE, FALSE);
  g_assert_cmpfloat (get_width (f), ==, N);
}

/* A chart that goes while one drags takes the drag with it. */
static void
test_gone (Fixture       *f,
           gconstpointer  user_data)
{
  static const guint buttons[] = { GDK_BUTTON_PRIMARY, GDK_BUTTON_MIDDLE };
  GtkWidget *chart = GTK_WIDGET (f->chart);
  gboolean is_handled = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      gpointer drag = fixture_controller (chart, GTK_TYPE_GESTURE_DRAG, buttons[i]);

      show (f, TRUE, FALSE);
      g_signal_emit_by_name (drag, "drag-begin", 100.0, 100.0);
      g_signal_emit_by_name (drag, "drag-update", 50.0, 50.0);
      dwell_chart_view_set_chart (f->chart, NULL, NULL, NULL, FALSE);
      g_signal_emit_by_name (drag, "drag-update", 80.0, 50.0);
      g_signal_emit_by_name (drag, "drag-end", 80.0, 50.0);
    }
  g_assert_cmpuint (f->n_boxes, ==, 0);
  g_signal_emit_by_name (fixture_controller (chart, GTK_TYPE_GESTURE_DRAG, GDK_BUTTON_PRIMARY),
                         "drag-begin", 100.0, 100.0);
  g_assert_cmpuint (count_nodes (f), ==, 0);

  /* There is nothing to zoom or to activate. */
  g_signal_emit_by_name (fixture_controller (chart, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0), "scroll",
                         1.0, 1.0, &is_handled);
  g_assert_false (is_handled);
  g_signal_emit_by_name (fixture_controller (chart, GTK_TYPE_GESTURE_ZOOM, 0), "scale-changed",
                         2.0);
  fixture_click (chart, 2, 100, 100);
  g_assert_cmpuint (f->point, ==, G_MAXUINT);
}

int
main (int    argc,
      char **argv)
{
  if (!fixture_init (&argc, &argv))
    return 0;

#define ADD(path, test) g_test_add ("/chart-view/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("points", test_points);
  ADD ("words", test_words);
  ADD ("pointer", test_pointer);
  ADD ("brush", test_brush);
  ADD ("zoom", test_zoom);
  ADD ("gone", test_gone);
#undef ADD

  return g_test_run ();
}
