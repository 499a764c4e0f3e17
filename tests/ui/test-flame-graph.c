/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graph by itself: what is narrow, deep, folded or out of view; wheel, touchpad and keys
 * at the ends; and without a tree. */
#include "config.h"

#include "event-state.h"
#include "model/lists/tree/dwell-tree-source.h"
#include "timeline-fixture.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/widgets/dwell-focus-cursor.h"
#include "ui/widgets/dwell-text-scale.h"

#define N_DEEP   60
#define N_NARROW 500

typedef struct {
  DwellTree       *tree;
  DwellFlameGraph *graph;
  GtkWidget       *window;
} Fixture;

static guint32
add_node (DwellBuilder *builder,
          const char   *name,
          guint32       parent,
          gint64        self)
{
  guint32 node = dwell_builder_add_stack_node (builder, parent, fixture_area (builder, name), 0,
                                               NULL);

  dwell_column_index (builder->node_self, gint64, node) = self;
  dwell_column_index (builder->node_count, guint64, node) = 1;
  return node;
}

/* Below “all”: “first” and “last” with next to nothing, and between them “deep”, which calls and
 * calls (4 of 10), “plain” (2), many narrow ones (together 1), “wide” (3). */
static DwellTree *
make_tree (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  DwellTreeOptions options = { 0 };
  g_autoptr(DwellTrace) trace = NULL;
  guint32 all, deep;

  dwell_builder_add_context (builder, "main", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  all = add_node (builder, "all", DWELL_NONE, 0);
  add_node (builder, "first", all, 1);
  deep = add_node (builder, "deep", all, 0);
  for (guint i = 0; i < N_DEEP; i++)
    {
      g_autofree char *name = g_strdup_printf ("deep %u", i);

      deep = add_node (builder, name, deep, i + 1 == N_DEEP ? 1600000000000 : 0);
    }
  add_node (builder, "plain", all, 800000000000);
  for (guint i = 0; i < N_NARROW; i++)
    {
      g_autofree char *name = g_strdup_printf ("narrow %u", i);

      add_node (builder, name, all, 400000000000 / N_NARROW);
    }
  add_node (builder, "wide", all, 1200000000000);
  add_node (builder, "last", all, 1);

  trace = dwell_builder_finish (builder);
  return dwell_tree_new (trace, &options, NULL);
}

static void
set_up (Fixture       *f,
        gconstpointer  user_data)
{
  f->tree = make_tree ();
  f->graph = g_object_new (DWELL_TYPE_FLAME_GRAPH, NULL);
  dwell_flame_graph_show_difference (f->graph, NULL,
                                     dwell_flame_new (f->tree, DWELL_FLAME_BY_TIME),
                                     DWELL_TREE_WIDTH_BOTH);
  f->window = fixture_window (GTK_WIDGET (f->graph));
}

static void
tear_down (Fixture       *f,
           gconstpointer  user_data)
{
  fixture_close (f->window);
  dwell_tree_unref (f->tree);
}

static guint32
find (Fixture    *f,
      const char *name)
{
  for (guint32 node = 0; node < f->tree->n_nodes; node++)
    if (g_str_equal (dwell_tree_get_name (f->tree, node), name))
      return node;

  g_assert_not_reached ();
}

static DwellFlameScene
get_scene (Fixture *f)
{
  DwellFlameScene scene;

  g_assert_true (dwell_flame_graph_get_scene (f->graph, &scene));
  return scene;
}

static double
get_width (Fixture *f)
{
  DwellFlameScene scene = get_scene (f);

  return scene.x1 - scene.x0;
}

static double
get_scroll (Fixture *f)
{
  return get_scene (f).scroll_y;
}

/* How far it can be scrolled. */
static double
get_max_scroll (Fixture *f)
{
  DwellFlameScene scene = get_scene (f);

  return dwell_flame_get_depth (scene.flame) * (double) DWELL_FLAME_PITCH - scene.height;
}

static void
assert_near (double a,
             double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-6);
}

static void
press (Fixture *f,
       guint    key)
{
  g_assert_true (fixture_press (GTK_WIDGET (f->graph), key, 0));
}

static void
scroll (Fixture         *f,
        GdkScrollUnit    unit,
        GdkModifierType  state,
        double           dx,
        double           dy)
{
  gpointer wheel = fixture_controller (GTK_WIDGET (f->graph), GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  gboolean is_handled = FALSE;

  event_state = &(EventState) { unit, state };
  g_signal_emit_by_name (wheel, "scroll", dx, dy, &is_handled);
  event_state = NULL;
  g_assert_true (is_handled);
}

/* Px from the left of what is at @share of the visible range, and from the top of a level. */
static double
x_of (Fixture *f,
      double   share)
{
  return gtk_widget_get_width (GTK_WIDGET (f->graph)) * share;
}

static double
y_of (Fixture *f,
      guint    depth)
{
  return (depth * DWELL_FLAME_PITCH + 5) * dwell_text_scale_get (GTK_WIDGET (f->graph));
}

static void
move_pointer (Fixture *f,
              double   x,
              double   y)
{
  g_signal_emit_by_name (fixture_controller (GTK_WIDGET (f->graph),
                                             GTK_TYPE_EVENT_CONTROLLER_MOTION, 0), "motion", x, y);
}

static void
set_animated (gboolean is_animated)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", is_animated, NULL);
}

/* What the arrow keys lead to comes into view: from either side, from above and from below, and
 * where it was too narrow. */
static void
test_reveal (Fixture       *f,
             gconstpointer  user_data)
{
  dwell_flame_graph_set_focus (f->graph, find (f, "plain"));
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  press (f, GDK_KEY_Left);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, find (f, "deep"));
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, find (f, "deep"));
  press (f, GDK_KEY_Right);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, find (f, "plain"));
  press (f, GDK_KEY_Escape);
  press (f, GDK_KEY_Right);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, find (f, "narrow 0"));
  assert_near (get_width (f), 0.1 / N_NARROW);

  press (f, GDK_KEY_Home);
  press (f, GDK_KEY_Escape);
  for (guint i = 0; i < N_DEEP + 1; i++)
    press (f, GDK_KEY_Down);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, find (f, "deep 59"));
  g_assert_cmpfloat (get_scroll (f), ==, get_max_scroll (f));
  for (guint i = 0; i < N_DEEP + 1; i++)
    press (f, GDK_KEY_Up);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, find (f, "all"));
  g_assert_cmpfloat (get_scroll (f), ==, 0);
}

/* The scrollbar counts from the top, wherever the root is; neither it nor the wheel leads further
 * than there are rows. */
static void
test_scroll (Fixture       *f,
             gconstpointer  user_data)
{
  GtkAdjustment *bar = dwell_flame_graph_get_adjustment (f->graph);
  double most = get_max_scroll (f);

  g_assert_cmpfloat (most, >, 300);
  gtk_adjustment_set_value (bar, 100);
  g_assert_cmpfloat (get_scroll (f), ==, 100);
  scroll (f, GDK_SCROLL_UNIT_SURFACE, 0, 0, 7);
  g_assert_cmpfloat (get_scroll (f), ==, 107);
  for (guint i = 0; i < 50; i++)
    scroll (f, GDK_SCROLL_UNIT_WHEEL, 0, 0, 1);
  g_assert_cmpfloat (get_scroll (f), ==, most);
  for (guint i = 0; i < 50; i++)
    scroll (f, GDK_SCROLL_UNIT_WHEEL, 0, 0, -1);
  g_assert_cmpfloat (get_scroll (f), ==, 0);

  dwell_flame_graph_set_grows_up (f->graph, TRUE);
  assert_near (gtk_adjustment_get_value (bar), most);
  gtk_adjustment_set_value (bar, 0);
  g_assert_cmpfloat (get_scroll (f), ==, most);
  scroll (f, GDK_SCROLL_UNIT_SURFACE, 0, 0, 7);
  assert_near (get_scroll (f), most - 7);
  scroll (f, GDK_SCROLL_UNIT_WHEEL, 0, 0, -1);
  assert_near (get_scroll (f), most);
}

/* A touchpad moves a graph that is zoomed by as many px as the fingers, as far as it goes. */
static void
test_pan (Fixture       *f,
          gconstpointer  user_data)
{
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  assert_near (get_scene (f).x0, 0.4);
  scroll (f, GDK_SCROLL_UNIT_SURFACE, 0, x_of (f, 0.5), 0);
  assert_near (get_scene (f).x0, 0.5);
  scroll (f, GDK_SCROLL_UNIT_SURFACE, GDK_SHIFT_MASK, 0, x_of (f, -0.5));
  assert_near (get_scene (f).x0, 0.4);
  scroll (f, GDK_SCROLL_UNIT_SURFACE, 0, x_of (f, -9), 0);
  g_assert_cmpfloat (get_scene (f).x0, ==, 0);
  assert_near (get_width (f), 0.2);
}

/* Frames that are too narrow to be told apart have a tip; a click zooms to them. */
static void
test_folded (Fixture       *f,
             gconstpointer  user_data)
{
  double x = x_of (f, 0.65), y = y_of (f, 1);

  g_assert_true (fixture_has_tooltip (GTK_WIDGET (f->graph), (int) x, (int) y, FALSE));
  fixture_click (GTK_WIDGET (f->graph), 1, x, y);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, DWELL_NONE);
  g_assert_cmpfloat (get_width (f), <, 0.11);
  g_assert_cmpfloat (get_scene (f).x0, >, 0.59);
  g_assert_cmpfloat (get_scene (f).x1, <, 0.71);
  gtk_widget_activate_action (GTK_WIDGET (f->graph), "flame.back", NULL);
  g_assert_cmpfloat (get_width (f), ==, 1);

  /* What has next to nothing is zoomed to as far as that goes. */
  dwell_flame_graph_zoom_to (f->graph, find (f, "first"));
  g_assert_cmpfloat (get_scene (f).x0, ==, 0);
  g_assert_cmpfloat (get_width (f), >, 0);
  dwell_flame_graph_zoom_to (f->graph, find (f, "last"));
  g_assert_cmpfloat (get_scene (f).x0, >, 0.99);
  g_assert_cmpfloat (get_width (f), >, 0);
  wait_for_layout (f->graph);
}

/* A zoom brings the row of what is zoomed to near the root's side. */
static void
test_zoom_deep (Fixture       *f,
                gconstpointer  user_data)
{
  dwell_flame_graph_zoom_to (f->graph, find (f, "deep 30"));
  g_assert_cmpfloat (get_scroll (f), ==, 30 * DWELL_FLAME_PITCH);
  dwell_flame_graph_zoom_to (f->graph, find (f, "deep 31"));
  g_assert_cmpfloat (get_scroll (f), ==, 30 * DWELL_FLAME_PITCH);
  dwell_flame_graph_zoom_to (f->graph, find (f, "deep 5"));
  g_assert_cmpfloat (get_scroll (f), ==, 5 * DWELL_FLAME_PITCH);
  dwell_flame_graph_set_order (f->graph, DWELL_FLAME_BY_NAME);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, find (f, "deep 5"));
  dwell_flame_graph_set_order (f->graph, DWELL_FLAME_BY_NAME);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, find (f, "deep 5"));
}

/* What follows the focus of others scrolls if it may, and not while it glides. */
static void
test_follow (Fixture       *f,
             gconstpointer  user_data)
{
  dwell_flame_graph_follow (f->graph, find (f, "deep 59"), FALSE);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, find (f, "deep 59"));
  g_assert_cmpfloat (get_scroll (f), ==, 0);
  dwell_flame_graph_follow (f->graph, find (f, "deep 59"), TRUE);
  g_assert_cmpfloat (get_scroll (f), ==, get_max_scroll (f));
  dwell_flame_graph_follow (f->graph, find (f, "deep"), TRUE);
  g_assert_cmpfloat (get_scroll (f), ==, DWELL_FLAME_PITCH);
  dwell_flame_graph_reveal (f->graph, find (f, "all"));
  g_assert_cmpfloat (get_scroll (f), ==, 0);

  set_animated (TRUE);
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  dwell_flame_graph_follow (f->graph, find (f, "deep 59"), TRUE);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, find (f, "deep 59"));
  WAIT_UNTIL (get_width (f) < 0.21);
  set_animated (FALSE);
  g_assert_cmpfloat (get_scroll (f), ==, 0);
}

/* The way back from what was zoomed to during a glide leads to where that would have ended. */
static void
test_glide (Fixture       *f,
            gconstpointer  user_data)
{
  set_animated (TRUE);
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  dwell_flame_graph_zoom_to (f->graph, find (f, "wide"));
  WAIT_UNTIL (get_scene (f).x0 > 0.699 && get_width (f) < 0.301);
  set_animated (FALSE);
  gtk_widget_activate_action (GTK_WIDGET (f->graph), "flame.back", NULL);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, find (f, "plain"));
  assert_near (get_scene (f).x0, 0.4);
  assert_near (get_width (f), 0.2);
}

/* A zoom by keys keeps the middle of the frame in focus, or the edge beyond which it is. There is
 * an end in both directions. */
static void
test_zoom_ends (Fixture       *f,
                gconstpointer  user_data)
{
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  dwell_flame_graph_set_focus (f->graph, find (f, "deep"));
  press (f, GDK_KEY_plus);
  assert_near (get_scene (f).x0, 0.4);
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  dwell_flame_graph_set_focus (f->graph, find (f, "wide"));
  press (f, GDK_KEY_plus);
  assert_near (get_scene (f).x1, 0.6);

  dwell_flame_graph_zoom_to (f->graph, find (f, "wide"));
  move_pointer (f, 0, 5);
  scroll (f, GDK_SCROLL_UNIT_WHEEL, GDK_CONTROL_MASK, 0, 1);
  assert_near (get_scene (f).x1, 1);
  assert_near (get_width (f), 0.375);
  for (guint i = 0; i < 10; i++)
    press (f, GDK_KEY_minus);
  g_assert_cmpfloat (get_width (f), ==, 1);
  for (guint i = 0; i < 200; i++)
    press (f, GDK_KEY_plus);
  g_assert_cmpfloat (get_width (f), >, 0);
  wait_for_layout (f->graph);

  /* Escape shows all, however it was zoomed. */
  press (f, GDK_KEY_Escape);
  g_assert_cmpfloat (get_width (f), ==, 1);
  press (f, GDK_KEY_plus);
  press (f, GDK_KEY_Escape);
  g_assert_cmpfloat (get_width (f), ==, 1);
  g_assert_false (fixture_press (GTK_WIDGET (f->graph), GDK_KEY_Escape, 0));
}

/* Without a focus Return zooms to nothing, and a first arrow key begins with what is zoomed to. */
static void
test_without_focus (Fixture       *f,
                    gconstpointer  user_data)
{
  g_assert_false (fixture_has_tooltip (GTK_WIDGET (f->graph), 0, 0, TRUE));
  press (f, GDK_KEY_Return);
  g_assert_cmpuint (dwell_flame_graph_get_zoomed (f->graph), ==, DWELL_NONE);
  dwell_flame_graph_zoom_to (f->graph, find (f, "plain"));
  press (f, GDK_KEY_Down);
  g_assert_cmpuint (dwell_flame_graph_get_focus (f->graph), ==, find (f, "plain"));
  g_assert_true (fixture_has_tooltip (GTK_WIDGET (f->graph), 0, 0, TRUE));
}

/* The focus cursor stays within the graph, at the edge beyond which the frame is. */
static void
test_cursor (Fixture       *f,
             gconstpointer  user_data)
{
  GtkWidget *cursor = fixture_find (GTK_WIDGET (f->graph), DWELL_TYPE_FOCUS_CURSOR);
  const struct { const char *zoomed; double x0; double x1; } cases[] = {
    { "all", 0.4, 0.6 }, { "deep", 1, 1 }, { "wide", 0, 0 }, { "plain", 0, 1 },
  };
  graphene_rect_t bounds;

  dwell_flame_graph_set_focus (f->graph, find (f, "plain"));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      dwell_flame_graph_zoom_to (f->graph, find (f, cases[i].zoomed));
      if (cases[i].x1 - cases[i].x0 == 1)
        for (guint j = 0; j < 3; j++)
          press (f, GDK_KEY_plus);
      wait_for_layout (f->graph);
      g_assert_true (gtk_widget_compute_bounds (cursor, GTK_WIDGET (f->graph), &bounds));
      g_assert_cmpfloat_with_epsilon (bounds.origin.x, (float) x_of (f, cases[i].x0), 2.f);
      g_assert_cmpfloat_with_epsilon (bounds.origin.x + bounds.size.width,
                                      (float) x_of (f, cases[i].x1), 2.f);
      g_assert_cmpfloat (bounds.origin.x, >=, 0);
      g_assert_cmpfloat (bounds.size.width, >=, 1);
    }
}

/* The frame below the pointer is lit. */
static void
test_hover (Fixture       *f,
            gconstpointer  user_data)
{
  move_pointer (f, x_of (f, 0.5), y_of (f, 1));
  g_assert_cmpuint (get_scene (f).hover, ==, find (f, "plain"));
  move_pointer (f, x_of (f, 0.51), y_of (f, 1));
  g_assert_cmpuint (get_scene (f).hover, ==, find (f, "plain"));
  move_pointer (f, x_of (f, 0.51), y_of (f, 0));
  g_assert_cmpuint (get_scene (f).hover, ==, find (f, "all"));
  move_pointer (f, x_of (f, 0.9), y_of (f, 2));
  g_assert_cmpuint (get_scene (f).hover, ==, DWELL_NONE);
  move_pointer (f, x_of (f, 0.5), y_of (f, 1));
  g_signal_emit_by_name (fixture_controller (GTK_WIDGET (f->graph),
                                             GTK_TYPE_EVENT_CONTROLLER_MOTION, 0), "leave");
  g_assert_cmpuint (get_scene (f).hover, ==, DWELL_NONE);
}

/* Returns a sum of the pixels of @widget. */
static char *
sum_up (GtkWidget *widget)
{
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  char *sum;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, cairo_image_surface_get_data (surface),
                                     (gsize) cairo_image_surface_get_stride (surface) *
                                     (gsize) height);
  cairo_surface_destroy (surface);
  return sum;
}

/* Labels that were drawn are drawn anew in another font, and the same in the one before. */
static void
test_font (Fixture       *f,
           gconstpointer  user_data)
{
  g_autofree char *before = sum_up (GTK_WIDGET (f->graph));
  g_autofree char *other = NULL;
  g_autofree char *after = NULL;

  gtk_widget_add_css_class (GTK_WIDGET (f->graph), "monospace");
  wait_for_layout (f->graph);
  other = sum_up (GTK_WIDGET (f->graph));
  g_assert_cmpstr (other, !=, before);
  gtk_widget_remove_css_class (GTK_WIDGET (f->graph), "monospace");
  wait_for_layout (f->graph);
  after = sum_up (GTK_WIDGET (f->graph));
  g_assert_cmpstr (after, ==, before);
}

/* Without a tree there is nothing to point at, and nothing to be in focus. */
static void
test_empty (void)
{
  DwellFlameGraph *graph = g_object_new (DWELL_TYPE_FLAME_GRAPH, NULL);
  GtkWidget *widget = GTK_WIDGET (graph);
  GtkWidget *window;
  GtkSettings *settings = gtk_settings_get_default ();
  DwellFlameScene scene;
  gboolean is_handled = TRUE;
  int dpi;

  /* A wheel that nobody sees. */
  g_signal_emit_by_name (fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0), "scroll",
                         0.0, 1.0, &is_handled);
  g_assert_false (is_handled);

  window = fixture_window (widget);
  g_assert_false (dwell_flame_graph_get_scene (graph, &scene));
  fixture_click (widget, 1, 50, 5);
  g_signal_emit_by_name (fixture_controller (widget, GTK_TYPE_EVENT_CONTROLLER_MOTION, 0), "motion",
                         50.0, 5.0);
  g_assert_false (fixture_has_tooltip (widget, 50, 5, FALSE));
  dwell_flame_graph_reveal (graph, 0);
  dwell_flame_graph_follow (graph, 0, TRUE);
  dwell_flame_graph_set_order (graph, DWELL_FLAME_BY_WEIGHT);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, DWELL_NONE);

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * dpi, NULL);
  wait_for_layout (widget);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  wait_for_layout (widget);
  fixture_close (window);
}

/* Two graphs of one source show the same tree; without a source there is none. */
static void
test_source (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(DwellView) view = fixture_view (trace);
  g_autoptr(DwellTreeSource) source = dwell_tree_source_get (view);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  DwellFlameGraph *graphs[2];
  DwellFlameScene scenes[2];
  GtkWidget *window;

  dwell_query_hold (DWELL_QUERY (source));
  WAIT_UNTIL (dwell_tree_source_get_tree (source) != NULL);
  for (guint i = 0; i < 2; i++)
    {
      graphs[i] = g_object_new (DWELL_TYPE_FLAME_GRAPH, "vexpand", TRUE, NULL);
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (graphs[i]));
      dwell_flame_graph_set_source (graphs[i], source);
      dwell_flame_graph_set_source (graphs[i], source);
    }
  window = fixture_window (box);
  for (guint i = 0; i < 2; i++)
    g_assert_true (dwell_flame_graph_get_scene (graphs[i], &scenes[i]));
  g_assert_true (scenes[0].flame != scenes[1].flame);
  g_assert_true (dwell_flame_get_tree (scenes[0].flame) == dwell_flame_get_tree (scenes[1].flame));

  dwell_flame_graph_set_focus (graphs[0], 1);
  dwell_flame_graph_set_source (graphs[0], NULL);
  g_assert_false (dwell_flame_graph_get_scene (graphs[0], &scenes[0]));
  g_assert_cmpuint (dwell_flame_graph_get_focus (graphs[0]), ==, DWELL_NONE);
  dwell_query_release (DWELL_QUERY (source));
  fixture_close (window);
}

/* A graph of two recordings lets go of both when it is disposed, even twice. */
static void
test_dispose (void)
{
  const DwellMatchOptions options = { .loosest = DWELL_MATCHED_BY_NOTHING };
  DwellTree *trees[] = { make_tree (), make_tree () };
  g_autoptr(DwellMatch) match = dwell_match_new (trees[0]->trace, trees[1]->trace, &options, NULL);
  DwellTreeDifference *difference = dwell_tree_difference_new (trees[0], trees[1], match);
  DwellFlameGraph *graph = g_object_ref_sink (g_object_new (DWELL_TYPE_FLAME_GRAPH, NULL));
  DwellFlameScene scene;

  dwell_flame_graph_show_difference (graph, difference,
                                     dwell_tree_difference_make_flame (difference,
                                                                       DWELL_TREE_WIDTH_BOTH,
                                                                       DWELL_FLAME_BY_TIME),
                                     DWELL_TREE_WIDTH_BOTH);
  dwell_tree_difference_unref (difference);
  dwell_flame_graph_set_focus (graph, 0);
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, 0);

  g_object_run_dispose (G_OBJECT (graph));
  g_object_run_dispose (G_OBJECT (graph));
  g_assert_cmpuint (dwell_flame_graph_get_focus (graph), ==, DWELL_NONE);
  g_assert_false (dwell_flame_graph_get_scene (graph, &scene));
  g_object_unref (graph);
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    dwell_tree_unref (trees[i]);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/flame-graph/reveal", test_reveal },
    { "/flame-graph/scroll", test_scroll },
    { "/flame-graph/pan", test_pan },
    { "/flame-graph/folded", test_folded },
    { "/flame-graph/zoom/deep", test_zoom_deep },
    { "/flame-graph/zoom/ends", test_zoom_ends },
    { "/flame-graph/follow", test_follow },
    { "/flame-graph/glide", test_glide },
    { "/flame-graph/without-focus", test_without_focus },
    { "/flame-graph/cursor", test_cursor },
    { "/flame-graph/hover", test_hover },
    { "/flame-graph/font", test_font },
  };

  if (!fixture_init (&argc, &argv))
    return 0;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/flame-graph/empty", test_empty);
  g_test_add_func ("/flame-graph/source", test_source);
  g_test_add_func ("/flame-graph/dispose", test_dispose);

  return g_test_run ();
}
