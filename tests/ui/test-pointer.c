/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wheel and clicks on the flame graph and charts, and the actions of a tab that lead to something
 * else than what they are called from. */
#include "config.h"

#include "ui/chart/dwell-chart-view.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/widgets/dwell-scroll.h"
#include "event-state.h"
#include "real-pointer.h"
#include "window-fixture.h"

#define NESTED "lms/runtime_nested.csv"

static gpointer
show_page (Fixture    *fixture,
           const char *id)
{
  GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");

  gtk_stack_set_visible_child_name (pages, id);
  drain ();
  return dwell_session_pages_get_shown (pages);
}

/* Returns whether somebody takes it. */
static gboolean
turn_wheel (gpointer widget,
            double   dx,
            double   dy)
{
  gpointer wheel = fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  gboolean handled = FALSE;

  g_signal_emit_by_name (wheel, "scroll", dx, dy, &handled);
  return handled;
}

static void
activate (Fixture    *fixture,
          const char *name,
          GVariant   *target)
{
  g_action_group_activate_action (
    dwell_session_page_get_actions (dwell_window_get_current (fixture->window)), name, target);
}

static GtkWidget *
get_canvas (Fixture *fixture)
{
  GtkWidget *timeline =
    dwell_session_page_get_timeline (dwell_window_get_current (fixture->window));
  GtkWidget *canvas = fixture_find (timeline, DWELL_TYPE_TIMELINE_CANVAS);

  wait_for_layout (canvas);
  return canvas;
}

static DwellFlameGraph *
open_flame (Fixture *fixture)
{
  DwellFlameGraph *graph;
  DwellFlameScene scene;

  open_data (fixture, NESTED);
  wait_for_session (fixture);
  graph = find_id (show_page (fixture, "flame"), "graph");
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene));
  return graph;
}

/* A place where the outermost frame is drawn. */
static void
find_root (DwellFlameGraph *graph,
           double          *x,
           double          *y)
{
  int height = gtk_widget_get_height (GTK_WIDGET (graph));

  *x = gtk_widget_get_width (GTK_WIDGET (graph)) / 2.0;
  for (*y = 2; *y < height && dwell_flame_graph_get_focus (graph) == DWELL_NONE; *y += 4)
    fixture_click (GTK_WIDGET (graph), 1, *x, *y);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), !=, DWELL_NONE);
  *y -= 4;
}

/* A click says what a frame is, a second one zooms to it; a click beside frames changes nothing. */
static void
test_flame_clicks (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellFlameGraph *graph = open_flame (fixture);
  guint32 node;
  double x, y;

  find_root (graph, &x, &y);
  node = dwell_flame_graph_get_focus (graph);
  g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), !=, DWELL_NONE);

  fixture_click (GTK_WIDGET (graph), 1, x, -50);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, node);

  fixture_click (GTK_WIDGET (graph), 2, x, y);
  WAIT_UNTIL (dwell_flame_graph_get_zoomed (graph) == node);

  /* A third one is none of ours. */
  fixture_click (GTK_WIDGET (graph), 3, x, y);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, node);
}

/* Sideways moves a graph that is zoomed, as far as it goes. */
static void
test_flame_wheel (Fixture       *fixture,
                  gconstpointer  user_data)
{
  DwellFlameGraph *graph = open_flame (fixture);
  DwellFlameScene scene;
  gboolean is_handled = FALSE;
  double from;

  g_assert_true (turn_wheel (graph, 1, 0));
  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  g_assert_cmpfloat (scene.x0, ==, 0);
  g_assert_cmpfloat (scene.x1, ==, 1);

  /* Keys zoom around the middle. */
  g_signal_emit_by_name (fixture_controller (GTK_WIDGET (graph), GTK_TYPE_EVENT_CONTROLLER_KEY, 0),
                         "key-pressed", GDK_KEY_plus, 0, 0, &is_handled);
  g_assert_true (is_handled);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.x1 - scene.x0 < 0.9);
  from = scene.x0;
  for (guint i = 0; i < 100; i++)
    g_assert_true (turn_wheel (graph, 1, 0));
  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  g_assert_cmpfloat (scene.x0, >, from);
  g_assert_cmpfloat (scene.x1, <=, 1);
  g_assert_true (turn_wheel (graph, 0, 1));
}

/* With Ctrl the wheel zooms the graph at the pointer, with Shift it moves sideways; what is below
 * the pointer is lit. */
static void
test_flame_modifiers (Fixture       *fixture,
                      gconstpointer  user_data)
{
  DwellFlameGraph *graph;
  DwellFlameScene scene;
  double x0;

  if (!real_pointer_exists ())
    return;

  graph = open_flame (fixture);
  wait_for_layout (graph);
  real_pointer_move (GTK_WIDGET (graph), gtk_widget_get_width (GTK_WIDGET (graph)) * 0.75, 5);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.hover != DWELL_NONE);

  real_pointer_do ("keydown ctrl click 4 keyup ctrl");
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.x1 - scene.x0 < 0.9);
  g_assert_cmpfloat (scene.x0, >, 1 - scene.x1);
  x0 = scene.x0;
  real_pointer_do ("keydown shift click 4 keyup shift");
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.x0 < x0);
  real_pointer_do ("keydown ctrl click 5 click 5 keyup ctrl");
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.x1 - scene.x0 == 1);
}

/* Turns with Ctrl. */
static void
turn_with_control (gpointer      widget,
                   GdkScrollUnit unit,
                   double        dx,
                   double        dy)
{
  event_state = &(EventState) { unit, GDK_CONTROL_MASK };
  g_assert_true (turn_wheel (widget, dx, dy));
  event_state = NULL;
}

static double
get_flame_width (DwellFlameGraph *graph)
{
  DwellFlameScene scene;

  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  return scene.x1 - scene.x0;
}

/* With Ctrl, px of a touchpad zoom as far as the steps of a wheel that they are worth; what goes
 * sideways does not zoom. */
static void
test_flame_touchpad (Fixture       *fixture,
                     gconstpointer  user_data)
{
  DwellFlameGraph *graph = open_flame (fixture);
  double one_step;

  turn_with_control (graph, GDK_SCROLL_UNIT_WHEEL, 0, -1);
  one_step = get_flame_width (graph);
  g_assert_cmpfloat (one_step, <, 1);
  turn_with_control (graph, GDK_SCROLL_UNIT_SURFACE, 0, DWELL_SCROLL_STEP_PX);
  g_assert_cmpfloat_with_epsilon (get_flame_width (graph), 1, 1e-9);
  for (guint i = 0; i < 9; i++)
    turn_with_control (graph, GDK_SCROLL_UNIT_SURFACE, 0, -DWELL_SCROLL_STEP_PX / 9);
  g_assert_cmpfloat_with_epsilon (get_flame_width (graph), one_step, 1e-9);
  turn_with_control (graph, GDK_SCROLL_UNIT_WHEEL, 1, 0);
  g_assert_cmpfloat_with_epsilon (get_flame_width (graph), one_step, 1e-9);
}

/* The durations of the first span's area over time, as a chart. */
static DwellChartView *
open_chart (Fixture *fixture)
{
  DwellChartView *chart;

  open_data (fixture, NESTED);
  wait_for_session (fixture);
  chart = find_id (show_page (fixture, "distribution"), "times");
  dwell_view_focus_span (get_view (fixture), 0);
  WAIT_UNTIL (dwell_chart_view_get_chart (chart) != NULL);
  wait_for_layout (chart);
  return chart;
}

static gboolean
press_key (DwellChartView  *chart,
           guint            key,
           GdkModifierType  modifiers)
{
  gpointer keys = fixture_controller (GTK_WIDGET (chart), GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean is_handled = FALSE;

  g_signal_emit_by_name (keys, "key-pressed", key, 0, modifiers, &is_handled);
  return is_handled;
}

/* How much of the x axis is seen. */
static double
get_chart_width (DwellChartView *chart)
{
  const DwellChart *shown = dwell_chart_view_get_chart (chart);

  return shown->x.high - shown->x.low;
}

static gboolean
has_box (DwellChartView *chart)
{
  double unused;

  return dwell_chart_view_get_box (chart, &unused, &unused, &unused, &unused);
}

/* The wheel moves a chart sideways, and leaves what goes up and down to the page; two clicks beside
 * its points show all of it. */
static void
test_chart (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellChartView *chart = open_chart (fixture);
  const DwellChart *shown = dwell_chart_view_get_chart (chart);
  double low = shown->x.low, high = shown->x.high;

  g_assert_false (turn_wheel (chart, 0, 1));
  g_assert_true (turn_wheel (chart, 1, 0));
  g_assert_cmpfloat (shown->x.low, >, low);

  fixture_click (GTK_WIDGET (chart), 2, 1, 1);
  shown = dwell_chart_view_get_chart (chart);
  g_assert_cmpfloat (shown->x.low, ==, low);
  g_assert_cmpfloat (shown->x.high, ==, high);
}

/* So it is with charts. */
static void
test_chart_touchpad (Fixture       *fixture,
                     gconstpointer  user_data)
{
  DwellChartView *chart = open_chart (fixture);
  double width = get_chart_width (chart);
  double one_step;

  turn_with_control (chart, GDK_SCROLL_UNIT_WHEEL, 0, -1);
  one_step = get_chart_width (chart);
  g_assert_cmpfloat (one_step, <, width);
  turn_with_control (chart, GDK_SCROLL_UNIT_WHEEL, 1, 0);
  g_assert_cmpfloat_with_epsilon (get_chart_width (chart), one_step, width * 1e-9);
  turn_with_control (chart, GDK_SCROLL_UNIT_SURFACE, 0, -DWELL_SCROLL_STEP_PX / 2);
  turn_with_control (chart, GDK_SCROLL_UNIT_SURFACE, 0, -DWELL_SCROLL_STEP_PX / 2);
  g_assert_cmpfloat_with_epsilon (get_chart_width (chart), one_step * one_step / width,
                                  width * 1e-9);
  turn_with_control (chart, GDK_SCROLL_UNIT_SURFACE, 3, 0);
  g_assert_cmpfloat_with_epsilon (get_chart_width (chart), one_step * one_step / width,
                                  width * 1e-9);
}

/* The middle button moves a chart with the pointer: what was below it stays below it. */
static void
test_chart_pan (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellChartView *chart = open_chart (fixture);
  const DwellChart *shown = dwell_chart_view_get_chart (chart);
  double width = get_chart_width (chart);
  double low = shown->x.low, y_low = shown->y.low;

  fixture_drag (GTK_WIDGET (chart), GDK_BUTTON_MIDDLE, 100, 100, 140, 80);
  g_assert_cmpfloat (shown->x.low, <, low);
  g_assert_cmpfloat (shown->y.low, <, y_low);
  g_assert_cmpfloat_with_epsilon (get_chart_width (chart), width, width * 1e-9);

  /* Another drag begins where it is. */
  fixture_drag (GTK_WIDGET (chart), GDK_BUTTON_MIDDLE, 140, 80, 100, 100);
  g_assert_cmpfloat_with_epsilon (shown->x.low, low, width * 1e-9);
  g_assert_false (has_box (chart));
}

/* Plus and minus zoom around the middle, and a key shows all again. Keys that are not the chart's
 * are left to others, as are all with Alt. */
static void
test_chart_keys (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const guint in[] = { GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add };
  static const guint out[] = { GDK_KEY_minus, GDK_KEY_KP_Subtract };
  static const guint all[] = { GDK_KEY_0, GDK_KEY_KP_0, GDK_KEY_Home };
  DwellChartView *chart = open_chart (fixture);
  double width = get_chart_width (chart);

  for (guint i = 0; i < G_N_ELEMENTS (in); i++)
    {
      double before = get_chart_width (chart);

      g_assert_true (press_key (chart, in[i], 0));
      g_assert_cmpfloat_with_epsilon (get_chart_width (chart), before / 1.25, width * 1e-6);
    }
  for (guint i = 0; i < G_N_ELEMENTS (out); i++)
    {
      double before = get_chart_width (chart);

      g_assert_true (press_key (chart, out[i], 0));
      g_assert_cmpfloat_with_epsilon (get_chart_width (chart), before * 1.25, width * 1e-6);
    }
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      press_key (chart, GDK_KEY_plus, 0);
      g_assert_cmpfloat (get_chart_width (chart), <, width);
      g_assert_true (press_key (chart, all[i], 0));
      g_assert_cmpfloat (get_chart_width (chart), ==, width);
    }

  g_assert_false (press_key (chart, GDK_KEY_Escape, 0));
  g_assert_false (press_key (chart, GDK_KEY_plus, GDK_ALT_MASK));
  g_assert_false (press_key (chart, GDK_KEY_x, 0));
  g_assert_cmpfloat (get_chart_width (chart), ==, width);
}

/* The arrow keys go from point to point, and up and down between what is drawn; Return goes to the
 * span that has the focus, if any has. */
static void
test_chart_points (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellChartView *chart = open_chart (fixture);
  const DwellChart *shown = dwell_chart_view_get_chart (chart);
  GtkWidget *cursor = gtk_widget_get_first_child (GTK_WIDGET (chart));
  g_autofree char *whole = fixture_spoken (cursor);
  g_autofree char *point = NULL;
  guint series;

  g_assert_true (g_str_has_prefix (whole, "Chart, vertical axis: "));
  g_assert_false (press_key (chart, GDK_KEY_Return, 0));
  g_assert_true (press_key (chart, GDK_KEY_Right, 0));
  g_assert_true (shown->has_hover);
  g_assert_cmpuint (shown->hover_point, ==, 0);
  point = fixture_spoken (cursor);
  g_assert_cmpstr (point, !=, whole);

  g_assert_true (press_key (chart, GDK_KEY_Right, GDK_CONTROL_MASK));
  g_assert_true (press_key (chart, GDK_KEY_Right, 0));
  g_assert_true (press_key (chart, GDK_KEY_Left, 0));
  series = shown->hover_series;
  press_key (chart, GDK_KEY_Down, 0);
  press_key (chart, GDK_KEY_Up, 0);
  g_assert_cmpuint (shown->hover_series, ==, series);

  /* One that a zoom left outside comes into view. */
  while (press_key (chart, GDK_KEY_Left, 0) && shown->hover_point > 0)
    ;
  for (guint i = 0; i < 20; i++)
    press_key (chart, GDK_KEY_plus, 0);
  press_key (chart, GDK_KEY_Up, 0);
  press_key (chart, GDK_KEY_Right, 0);
  press_key (chart, GDK_KEY_Left, 0);
  g_assert_cmpfloat (shown->series[shown->hover_series].x[shown->hover_point], >=,
                     shown->x.low - get_chart_width (chart) * 1e-6);
  g_assert_true (press_key (chart, GDK_KEY_Return, 0));
}

/* A drag selects spans, a click without one lets go of them. */
static void
test_chart_box (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellChartView *chart = open_chart (fixture);
  GtkWidget *selected = find_id (dwell_session_page_get_shown (
                                   dwell_window_get_current (fixture->window)), "selected");
  int width = gtk_widget_get_width (GTK_WIDGET (chart));
  int height = gtk_widget_get_height (GTK_WIDGET (chart));

  fixture_drag (GTK_WIDGET (chart), GDK_BUTTON_PRIMARY, width - 2, 2, 2, height - 2);
  g_assert_true (has_box (chart));
  WAIT_UNTIL (gtk_widget_get_visible (selected));

  fixture_drag (GTK_WIDGET (chart), GDK_BUTTON_PRIMARY, width / 2, 20, width / 2, 20);
  g_assert_false (has_box (chart));
  WAIT_UNTIL (!gtk_widget_get_visible (selected));
}

/* With Ctrl the wheel zooms around the pointer, with Shift it moves sideways; a drag with Shift
 * zooms into what a drag without it selects. */
static void
test_chart_modifiers (Fixture       *fixture,
                      gconstpointer  user_data)
{
  DwellChartView *chart;
  const DwellChart *shown;
  double width, low;

  if (!real_pointer_exists ())
    return;

  chart = open_chart (fixture);
  shown = dwell_chart_view_get_chart (chart);
  width = get_chart_width (chart);
  real_pointer_move (GTK_WIDGET (chart), gtk_widget_get_width (GTK_WIDGET (chart)) - 30, 30);

  real_pointer_do ("keydown ctrl click 4 keyup ctrl");
  WAIT_UNTIL (get_chart_width (chart) < width * 0.9);
  low = shown->x.low;
  g_assert_cmpfloat (low, >, 0);
  real_pointer_do ("keydown shift click 4 keyup shift");
  WAIT_UNTIL (shown->x.low < low);
  real_pointer_do ("keydown ctrl click 5 keyup ctrl");
  WAIT_UNTIL (get_chart_width (chart) > width * 0.95);

  width = get_chart_width (chart);
  real_pointer_drag (GTK_WIDGET (chart), "shift", 100, 20,
                     gtk_widget_get_width (GTK_WIDGET (chart)) / 2.0, 80);
  WAIT_UNTIL (get_chart_width (chart) < width * 0.9);
  g_assert_false (has_box (chart));
}

/* By number as the tabs stand; one that there is not leaves the page. */
static void
test_page_at (Fixture       *fixture,
              gconstpointer  user_data)
{
  GtkStack *pages;
  g_autoptr(GtkSelectionModel) order = NULL;
  const char *last = NULL;
  guint n_different = 0;

  open_data (fixture, NESTED);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");

  for (guint i = 0; i < 20; i++)
    {
      const char *now;

      activate (fixture, "page-at", g_variant_new_uint32 (i));
      now = gtk_stack_get_visible_child_name (pages);
      n_different += g_strcmp0 (now, last) != 0;
      last = now;
    }

  order = gtk_stack_get_pages (pages);
  g_assert_cmpuint (n_different, >, 3);
  g_assert_cmpuint (n_different, <=, g_list_model_get_n_items (G_LIST_MODEL (order)));
}

/* From the timeline to the entry that filters the table. */
static void
test_filter (Fixture       *fixture,
             gconstpointer  user_data)
{
  GtkWidget *page;
  GtkWidget *focus;

  open_data (fixture, NESTED);
  wait_for_session (fixture);
  page = show_page (fixture, "statistics");
  gtk_widget_grab_focus (get_canvas (fixture));
  activate (fixture, "filter", NULL);
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, page));
  g_assert_true (GTK_IS_EDITABLE (focus));
}

/* From anywhere in the tab to the next marker and back. */
static void
test_marker (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellView *view;
  gint64 begin, end, cursor;

  open_data (fixture, NESTED);
  wait_for_session (fixture);
  view = get_view (fixture);
  get_canvas (fixture);
  dwell_view_get_range (view, &begin, &end);
  dwell_view_add_marker (view, begin + (end - begin) / 3, "first");
  dwell_view_add_marker (view, begin + (end - begin) / 2, "second");
  dwell_view_set_cursor (view, begin);

  activate (fixture, "marker-next", NULL);
  WAIT_UNTIL (dwell_view_get_cursor (view, &cursor) && cursor == begin + (end - begin) / 3);
  activate (fixture, "marker-next", NULL);
  WAIT_UNTIL (dwell_view_get_cursor (view, &cursor) && cursor == begin + (end - begin) / 2);
  activate (fixture, "marker-previous", NULL);
  WAIT_UNTIL (dwell_view_get_cursor (view, &cursor) && cursor == begin + (end - begin) / 3);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

#define ADD(path, test) g_test_add ("/pointer/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("flame/clicks", test_flame_clicks);
  ADD ("flame/wheel", test_flame_wheel);
  ADD ("flame/modifiers", test_flame_modifiers);
  ADD ("flame/touchpad", test_flame_touchpad);
  ADD ("chart/touchpad", test_chart_touchpad);
  ADD ("chart", test_chart);
  ADD ("chart/pan", test_chart_pan);
  ADD ("chart/keys", test_chart_keys);
  ADD ("chart/points", test_chart_points);
  ADD ("chart/box", test_chart_box);
  ADD ("chart/modifiers", test_chart_modifiers);
  ADD ("page-at", test_page_at);
  ADD ("filter", test_filter);
  ADD ("marker", test_marker);
#undef ADD

  return g_test_run ();
}
