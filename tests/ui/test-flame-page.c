/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Flame graph page in the window: keys, zooming and back, search, order, a range. */
#include "config.h"

#include "ui/pages/dwell-flame-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/widgets/dwell-focus-cursor.h"
#include "window-fixture.h"

static DwellFlamePage *
open_flame (Fixture    *fixture,
            const char *name)
{
  DwellFlamePage *page;
  DwellFlameScene scene;
  GtkStack *pages;

  open_data (fixture, name);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "flame");
  page = DWELL_FLAME_PAGE (dwell_session_pages_get (pages, "flame"));
  WAIT_UNTIL (dwell_flame_graph_get_scene (find_id (page, "graph"), &scene));

  return page;
}

static void
press (DwellFlameGraph *graph,
       guint            key)
{
  GListModel *controllers = gtk_widget_observe_controllers (GTK_WIDGET (graph));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean handled;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &handled);
    }

  g_object_unref (controllers);
}

static void
test_keys (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  GtkWidget *cursor = gtk_widget_get_first_child (GTK_WIDGET (graph));
  g_autofree char *label = NULL;
  DwellFlameScene scene;
  double width;

  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, DWELL_NONE);
  press (graph, GDK_KEY_Down);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 0);
  press (graph, GDK_KEY_Down);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 1);
  press (graph, GDK_KEY_Right);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 2);
  g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), !=, DWELL_NONE);

  label = fixture_spoken (cursor);
  g_assert_nonnull (strstr (label, "default.render"));
  g_assert_nonnull (strstr (label, "depth 2"));

  press (graph, GDK_KEY_Return);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, 2);
  g_assert_true (gtk_widget_get_visible (find_id (page, "path")));
  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  g_assert_cmpfloat (scene.x1 - scene.x0, <, 0.1);

  gtk_widget_activate_action (GTK_WIDGET (graph), "flame.back", NULL);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, DWELL_NONE);
  press (graph, GDK_KEY_Return);
  press (graph, GDK_KEY_Escape);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, DWELL_NONE);

  /* Zooming keeps the middle of the focused frame where it is. */
  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  width = scene.x1 - scene.x0;
  press (graph, GDK_KEY_plus);
  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  g_assert_cmpfloat_with_epsilon (scene.x1 - scene.x0, width / 1.25, 1e-6);
  press (graph, GDK_KEY_minus);
  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  g_assert_cmpfloat_with_epsilon (scene.x1 - scene.x0, width, 1e-6);

  /* It keeps its place, so that no frame moves away from below the pointer. */
  g_assert_true (gtk_widget_get_visible (find_id (page, "path")));

  /* The root below: up leads to what is called. */
  gtk_toggle_button_set_active (find_id (page, "flame"), TRUE);
  press (graph, GDK_KEY_Home);
  press (graph, GDK_KEY_Up);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 1);
  press (graph, GDK_KEY_Down);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 0);
}

static void
test_search (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  GtkWidget *matched = find_id (page, "matched");

  set_search (page, "search", "render");
  WAIT_UNTIL (gtk_widget_get_visible (matched));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (matched)), ==, "matched 9.0\u00a0%");
  dwell_flame_graph_zoom_to (graph, 2);
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (GTK_LABEL (matched)), "matched 100.0\u00a0%"));
  dwell_flame_graph_zoom_to (graph, 1);
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (GTK_LABEL (matched)), "matched 0.0\u00a0%"));
  set_search (page, "search", "");
  WAIT_UNTIL (!gtk_widget_get_visible (matched));
}

static double
get_width (DwellFlameGraph *graph)
{
  DwellFlameScene scene;

  g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
  return scene.x1 - scene.x0;
}

/* It glides to what is zoomed to only where animations are wanted. */
static void
test_glide (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");

  dwell_flame_graph_zoom_to (graph, 2);
  g_assert_cmpfloat (get_width (graph), <, 0.1);
  dwell_flame_graph_zoom_to (graph, DWELL_NONE);
  g_assert_cmpfloat (get_width (graph), ==, 1);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  dwell_flame_graph_zoom_to (graph, 2);
  g_assert_cmpfloat (get_width (graph), >, 0.5);
  WAIT_UNTIL (get_width (graph) < 0.1);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

/* The zoomed frame is found in the tree of another range, if it exists there. */
static void
test_range (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  DwellTrace *trace = dwell_view_get_trace (get_view (fixture));
  DwellFlameScene scene;

  dwell_flame_graph_zoom_to (graph, 1);
  dwell_view_set_selection (get_view (fixture), trace->begin, trace->begin + 500000);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              dwell_flame_get_tree (scene.flame)->n_nodes == 2);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, 1);
  gtk_drop_down_set_selected (find_id (page, "order"), DWELL_FLAME_BY_WEIGHT);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, 1);

  dwell_view_drop_selection (get_view (fixture));
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              dwell_flame_get_tree (scene.flame)->n_nodes == 3);
}

/* The frame of the focused span has the focus of the graph, which neither zooms nor takes the
 * keyboard. */
static void
test_follow (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  DwellView *view = get_view (fixture);
  DwellTrace *trace = dwell_view_get_trace (view);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (fixture->window));
  DwellFlameScene scene;

  for (guint32 span = 0; span < MIN (trace->n_spans, 6); span++)
    {
      guint32 node;

      dwell_view_focus_span (view, span);
      g_assert_true (dwell_flame_graph_get_scene (graph, &scene));
      node = dwell_tree_find_span (dwell_flame_get_tree (scene.flame), span);
      g_assert_cmpuint (node, !=, DWELL_NONE);
      WAIT_UNTIL (dwell_flame_graph_get_focus (graph) == node);
      g_assert_cmpuint (dwell_view_get_focus_span (view), ==, span);
      g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, DWELL_NONE);
      g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == focus);
    }
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/flame-page/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/flame-page/glide", Fixture, NULL, set_up, test_glide, tear_down);
  g_test_add ("/flame-page/search", Fixture, NULL, set_up, test_search, tear_down);
  g_test_add ("/flame-page/follow", Fixture, NULL, set_up, test_follow, tear_down);
  g_test_add ("/flame-page/range", Fixture, NULL, set_up, test_range, tear_down);

  return g_test_run ();
}
