/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wheel and clicks on the flame graph and charts, and the actions of a tab that lead to something
 * else than what they are called from. */
#include "config.h"

#include "ui/chart/dwell-chart-view.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/timeline/dwell-timeline-canvas.h"
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

/* The wheel moves a chart sideways, and leaves what goes up and down to the page; two clicks beside
 * its points show all of it. */
static void
test_chart (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellChartView *chart;
  const DwellChart *shown;
  double low, high;

  open_data (fixture, NESTED);
  wait_for_session (fixture);
  chart = find_id (show_page (fixture, "distribution"), "times");
  dwell_view_focus_span (get_view (fixture), 0);
  WAIT_UNTIL (dwell_chart_view_get_chart (chart) != NULL);
  drain ();
  shown = dwell_chart_view_get_chart (chart);
  low = shown->x.low;
  high = shown->x.high;

  g_assert_false (turn_wheel (chart, 0, 1));
  g_assert_true (turn_wheel (chart, 1, 0));
  g_assert_cmpfloat (shown->x.high - shown->x.low, >, 0);

  fixture_click (GTK_WIDGET (chart), 2, 1, 1);
  shown = dwell_chart_view_get_chart (chart);
  g_assert_cmpfloat (shown->x.low, ==, low);
  g_assert_cmpfloat (shown->x.high, ==, high);
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
  ADD ("chart", test_chart);
  ADD ("page-at", test_page_at);
  ADD ("filter", test_filter);
  ADD ("marker", test_marker);
#undef ADD

  return g_test_run ();
}
