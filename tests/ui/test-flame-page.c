/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Flame graph page in the window: keys, zooming and back, search, order, a range. */
#include "config.h"

#include "ui/pages/dwell-calls.h"
#include "ui/pages/dwell-flame-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/widgets/dwell-focus-cursor.h"
#include "ui/widgets/dwell-text-scale.h"
#include "file-dialog.h"
#include "support/folder.h"

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
  fixture_press (GTK_WIDGET (graph), key, 0);
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
  press (graph, GDK_KEY_KP_Down);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 1);
  press (graph, GDK_KEY_KP_Right);
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

/* With large text, too, the menu is that of the frame below the pointer. */
static void
test_large_text (Fixture       *fixture,
                 gconstpointer  user_data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  GtkWidget *widget = GTK_WIDGET (graph);
  double before = dwell_text_scale_get (widget);
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * dpi, NULL);
  WAIT_UNTIL (dwell_text_scale_get (widget) > 1.5 * before);
  wait_for_layout (widget);
  g_signal_emit_by_name (fixture_controller (widget, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_SECONDARY),
                         "pressed", 1, gtk_widget_get_width (widget) / 2.0,
                         (DWELL_FLAME_PITCH + 5) * dwell_text_scale_get (widget));
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 1);
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) != NULL);
  gtk_popover_popdown (fixture_find_menu (GTK_WIDGET (page)));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) == NULL);

  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  wait_for_layout (widget);
}

static void
on_text (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  char **text = user_data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

/* The menu of a frame, by the pointer and by keys, and what it does: zooming, the longest span,
 * copying. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  gpointer click = fixture_controller (GTK_WIDGET (graph), GTK_TYPE_GESTURE_CLICK,
                                       GDK_BUTTON_SECONDARY);
  double x = gtk_widget_get_width (GTK_WIDGET (graph)) / 2.0;
  g_autofree char *text = NULL;

  wait_for_layout (graph);
  g_assert_false (fixture_key (GTK_WIDGET (page), GDK_KEY_Menu, 0));
  gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.longest", NULL);
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), ==, DWELL_NONE);

  g_signal_emit_by_name (click, "pressed", 1, x, -20.0);
  g_assert_null (fixture_find_menu (GTK_WIDGET (page)));
  g_signal_emit_by_name (click, "pressed", 1, x, 5.0);
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) != NULL);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 0);
  gtk_popover_popdown (fixture_find_menu (GTK_WIDGET (page)));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) == NULL);

  gtk_widget_grab_focus (GTK_WIDGET (graph));
  g_assert_true (fixture_key (GTK_WIDGET (page), GDK_KEY_F10, GDK_SHIFT_MASK));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) != NULL);
  gtk_popover_popdown (fixture_find_menu (GTK_WIDGET (page)));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) == NULL);

  press (graph, GDK_KEY_Down);
  gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.zoom", NULL);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.back", NULL);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, DWELL_NONE);
  gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.longest", NULL);
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), !=, DWELL_NONE);

  gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.copy", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (page)), NULL, on_text,
                                 &text);
  WAIT_UNTIL (text != NULL);
  g_assert_nonnull (strstr (text, "default.importer"));

  gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.search", NULL);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture->window)),
                                         find_id (page, "search")));
}

/* The picture has what is seen, and what was found; one that cannot have all levels says so. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const char * const names[] = { "graph.png", "graph.svg", "found.svg" };
  g_autofree char *plain = NULL;
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GString) deep = g_string_new (NULL);
  g_autoptr(GFile) source = NULL;
  DwellFlamePage *page;
  DwellFlameScene scene;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (deep, "%sf%u", i > 0 ? ";" : "", i);
  g_string_append (deep, " 3\n");
  source = make_file ("deep.folded", deep->str);
  dwell_window_open (fixture->window, &source, 1, FALSE);
  wait_for_session (fixture);
  page = DWELL_FLAME_PAGE (dwell_session_page_get_shown (
                             dwell_window_get_current (fixture->window)));
  WAIT_UNTIL (dwell_flame_graph_get_scene (find_id (page, "graph"), &scene));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GFile) file = NULL;
      g_autofree char *text = NULL;

      if (i == 2)
        {
          set_search (page, "search", "f1");
          WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "matched")));
        }
      gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.save", NULL);
      file = file_dialog_save (fixture, folder, names[i]);
      text = file_dialog_load (file);
      g_assert_true (g_str_has_prefix (text, i == 0 ? "\x89PNG" : "<?xml"));
      if (i == 0)
        {
          g_autofree char *remark = g_strdup_printf ("Saved “%s”. The picture has levels 1 to ",
                                                     g_file_peek_path (file));

          WAIT_UNTIL (says (GTK_WIDGET (fixture->window), remark));
        }
      if (i == 1)
        plain = g_steal_pointer (&text);
      else if (i == 2)
        g_assert_cmpstr (text, !=, plain);
    }

  remove_file (source);
  folder_remove (g_steal_pointer (&path));
}

/* The n-th button of the path above the graph or the table. */
static GtkWidget *
find_step (gpointer page,
           guint    n)
{
  GtkWidget *box = gtk_widget_get_parent (fixture_find (find_id (page, "path"), GTK_TYPE_BUTTON));

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) && n-- == 0)
      return child;

  g_assert_not_reached ();
}

/* Each step of the path leads back to where it is; what is in focus is gone to from elsewhere. */
static void
test_path (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  DwellFlameGraph *graph = find_id (page, "graph");
  DwellView *view = get_view (fixture);
  DwellTree *tree;

  dwell_flame_graph_zoom_to (graph, 1);
  g_signal_emit_by_name (find_step (page, 1), "clicked");
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, 0);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (fixture->window)),
                                         GTK_WIDGET (graph)));
  g_signal_emit_by_name (find_step (page, 0), "clicked");
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (graph), ==, DWELL_NONE);

  tree = dwell_calls_get_tree (DWELL_VIEW_BIN (page));
  for (guint node = 0; node < 3; node++)
    {
      dwell_view_focus_area (view, tree->areas[node]);
      gtk_widget_activate_action (GTK_WIDGET (page), "flame-page.show-focus", NULL);
      WAIT_UNTIL (dwell_flame_graph_get_focus (graph) == node);
    }
}

/* Keys and the wheel without a graph are left to others; a key that leads nowhere stays. */
static void
test_key_ends (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellFlamePage *page = open_flame (fixture, "lms/runtime_nested.csv");
  GtkWidget *graph = find_id (page, "graph");
  GtkWidget *empty = g_object_ref_sink (g_object_new (DWELL_TYPE_FLAME_GRAPH, NULL));

  g_assert_false (fixture_press (graph, GDK_KEY_Escape, 0));
  g_assert_false (fixture_press (graph, GDK_KEY_Down, GDK_CONTROL_MASK));
  g_assert_false (fixture_press (graph, GDK_KEY_x, 0));
  press (DWELL_FLAME_GRAPH (graph), GDK_KEY_Up);
  press (DWELL_FLAME_GRAPH (graph), GDK_KEY_Up);
  press (DWELL_FLAME_GRAPH (graph), GDK_KEY_Left);
  g_assert_cmpuint (dwell_flame_graph_get_focus (DWELL_FLAME_GRAPH (graph)), ==, 0);

  g_assert_false (fixture_press (empty, GDK_KEY_Down, 0));
  gtk_widget_activate_action (empty, "flame.whole", NULL);
  gtk_widget_activate_action (empty, "flame.back", NULL);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (DWELL_FLAME_GRAPH (empty)), ==, DWELL_NONE);
  g_object_unref (empty);
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
  g_test_add ("/flame-page/menu", Fixture, NULL, set_up, test_menu, tear_down);
  g_test_add ("/flame-page/menu/large-text", Fixture, NULL, set_up, test_large_text, tear_down);
  g_test_add ("/flame-page/path", Fixture, NULL, set_up, test_path, tear_down);
  g_test_add ("/flame-page/key-ends", Fixture, NULL, set_up, test_key_ends, tear_down);
  g_test_add ("/flame-page/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/flame-page/range", Fixture, NULL, set_up, test_range, tear_down);

  return g_test_run ();
}
