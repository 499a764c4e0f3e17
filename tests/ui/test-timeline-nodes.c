/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cached render nodes of a timeline: every frame looks as the painter draws the scene,
 * unchanged content has the same node, and none occurs twice. */
#include "config.h"

#include "../paint/scene-maker.h"
#include "core/dwell-trace-derived.h"
#include "render-nodes.h"
#include "ui/timeline/dwell-timeline-nodes.h"

#define WIDTH  300
#define HEIGHT 120

static const char * const names[] = { "alpha", "beta", "gamma", NULL };

static SceneMaker *
make_scene (void)
{
  DwellBuilder *builder = scene_maker_builder (2, 2, "track", names);
  SceneMaker *maker;

  for (guint32 i = 0; i < 200; i++)
    {
      gint64 begin = i / 4 * 1000 + g_test_rand_int_range (0, 200);

      scene_maker_add (builder, i % 4, i % 3, begin, begin + g_test_rand_int_range (1, 700), 0);
    }

  maker = scene_maker_new (builder, WIDTH, HEIGHT);
  maker->scene.scale_factor = 1;
  return maker;
}

static cairo_surface_t *
draw_nodes (DwellTimelineNodes       *nodes,
            DwellTimelinePainter     *painter,
            const DwellTimelineScene *scene)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr(GskRenderNode) node = NULL;
  cairo_t *cr = cairo_create (surface);

  dwell_timeline_nodes_snapshot (nodes, painter, scene, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  render_node_check_frame (node);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Rounding apart: a veil is blended in another order. */
static void
assert_alike (cairo_surface_t *a,
              cairo_surface_t *b)
{
  for (int y = 0; y < HEIGHT; y++)
    {
      const guchar *left = cairo_image_surface_get_data (a) +
                           y * cairo_image_surface_get_stride (a);
      const guchar *right = cairo_image_surface_get_data (b) +
                            y * cairo_image_surface_get_stride (b);

      for (int i = 0; i < WIDTH * 4; i++)
        if (i % 4 != 3)
          g_assert_cmpint (ABS (left[i] - right[i]), <=, 2);
    }
}

static void
check (DwellTimelineNodes   *nodes,
       DwellTimelinePainter *painter,
       SceneMaker           *maker)
{
  cairo_surface_t *kept = draw_nodes (nodes, painter, &maker->scene);
  cairo_surface_t *drawn = scene_maker_draw (maker, 1);

  assert_alike (kept, drawn);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (drawn);
}

static gint64
draw_time (const SceneMaker *maker)
{
  return g_test_rand_int_range ((gint32) maker->trace->begin - 5000,
                                (gint32) maker->trace->end + 5000);
}

/* One thing that may change from frame to frame. */
static void
change (SceneMaker *maker)
{
  DwellTimelineScene *scene = &maker->scene;
  gint64 a = draw_time (maker);
  gint64 b = draw_time (maker);

  switch (g_test_rand_int_range (0, 8))
    {
    case 0:
      scene->scale.begin = MIN (a, b);
      scene->scale.end = MAX (a, b) + 10;
      break;

    case 1:
      scene->scroll_y = g_test_rand_int_range (0, 60);
      break;

    case 2:
      scene->focus_area = (guint32) g_test_rand_int_range (0, 3);
      break;

    case 3:
      scene->focus_span = (guint32) g_test_rand_int_range (0, 200);
      break;

    case 4:
      scene->hover_span = g_test_rand_bit () ? DWELL_NONE
                                             : (guint32) g_test_rand_int_range (0, 200);
      break;

    case 5:
      scene->has_cursor = g_test_rand_bit ();
      scene->cursor = a;
      break;

    default:
      scene->has_selection = g_test_rand_int_range (0, 4) > 0;
      scene->selection_begin = MIN (a, b);
      scene->selection_end = MAX (a, b);
      break;
    }
}

static void
test_look (void)
{
  g_autoptr(SceneMaker) maker = make_scene ();
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  DwellTimelineNodes nodes = { 0 };

  for (guint i = 0; i < 300; i++)
    {
      check (&nodes, painter, maker);
      change (maker);
    }

  dwell_timeline_nodes_clear (&nodes);
}

static void
test_kept (void)
{
  g_autoptr(SceneMaker) maker = make_scene ();
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  DwellTimelineNodes nodes = { 0 };
  GskRenderNode *lanes;
  GskRenderNode *pointers;

  maker->scene.focus_span = 7;
  check (&nodes, painter, maker);
  lanes = nodes.lanes;
  pointers = nodes.pointers;

  maker->scene.has_selection = TRUE;
  maker->scene.selection_end = maker->trace->end / 2;
  check (&nodes, painter, maker);
  g_assert_true (nodes.lanes == lanes);
  g_assert_true (nodes.pointers == pointers);

  maker->scene.focus_span = DWELL_NONE;
  check (&nodes, painter, maker);
  g_assert_true (nodes.lanes == lanes);
  g_assert_null (nodes.pointers);

  /* The reference prevents the new node from getting the same address. */
  gsk_render_node_ref (lanes);
  maker->scene.scroll_y = 10;
  check (&nodes, painter, maker);
  g_assert_true (nodes.lanes != lanes);
  gsk_render_node_unref (lanes);

  dwell_timeline_nodes_clear (&nodes);
  g_assert_null (nodes.lanes);
}

/* Draws @scene, and returns which layers have other nodes than before. */
static DwellTimelineLayers
find_drawn (DwellTimelineNodes       *nodes,
            DwellTimelinePainter     *painter,
            const DwellTimelineScene *scene)
{
  GskRenderNode *lanes = nodes->lanes != NULL ? gsk_render_node_ref (nodes->lanes) : NULL;
  GskRenderNode *pointers = nodes->pointers != NULL ? gsk_render_node_ref (nodes->pointers) : NULL;
  DwellTimelineLayers drawn = 0;

  cairo_surface_destroy (draw_nodes (nodes, painter, scene));
  if (nodes->lanes != lanes)
    drawn |= DWELL_LAYER_LANES;
  if (nodes->pointers != pointers)
    drawn |= DWELL_LAYER_POINTERS;
  g_clear_pointer (&lanes, gsk_render_node_unref);
  g_clear_pointer (&pointers, gsk_render_node_unref);
  return drawn;
}

/* Whatever changes the look of lanes or of pointers has them drawn anew, and once. */
static void
test_anew (void)
{
  g_autoptr(SceneMaker) maker = make_scene ();
  g_autoptr(DwellTimelinePainter) painter = scene_maker_painter ();
  g_autoptr(GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) markers = g_array_new (FALSE, FALSE, sizeof (DwellMarker));
  g_autoptr(GArray) limits = g_array_new (FALSE, TRUE, sizeof (DwellDerivedLimit));
  const guint32 span = 3;
  DwellTimelineScene scenes[12];
  guint n = 0;
  DwellTimelineNodes nodes = { 0 };

  g_array_append_val (chosen, span);
  g_array_set_size (limits, maker->trace->n_tracks);
  maker->scene.focus_span = 7;
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    scenes[i] = maker->scene;
  scenes[n++].palette = dwell_palette_get (TRUE, FALSE);
  scenes[n++].scale.end += 1000;
  scenes[n++].scale.width -= 20;
  scenes[n++].gutter = 40;
  scenes[n++].height -= 20;
  scenes[n++].scale_factor = 2;
  scenes[n++].text_scale = 1.5;
  scenes[n++].limits = limits;
  for (guint i = 0; i < n; i++)
    {
      find_drawn (&nodes, painter, &maker->scene);
      g_assert_cmpuint (find_drawn (&nodes, painter, &scenes[i]), ==,
                        DWELL_LAYER_LANES | DWELL_LAYER_POINTERS);
      g_assert_cmpuint (find_drawn (&nodes, painter, &scenes[i]), ==, 0);
    }

  scenes[n++].chosen = chosen;
  scenes[n++].markers = markers;
  scenes[n++].hover_span = 2;
  scenes[n++].focus_span = 8;
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (scenes));
  for (guint i = n - 4; i < n; i++)
    {
      find_drawn (&nodes, painter, &maker->scene);
      g_assert_cmpuint (find_drawn (&nodes, painter, &scenes[i]), ==, DWELL_LAYER_POINTERS);
      g_assert_cmpuint (find_drawn (&nodes, painter, &scenes[i]), ==, 0);
    }

  /* Spans that are chosen need no focus to be pointed at. */
  maker->scene.focus_span = DWELL_NONE;
  find_drawn (&nodes, painter, &maker->scene);
  g_assert_null (nodes.pointers);
  maker->scene.chosen = chosen;
  find_drawn (&nodes, painter, &maker->scene);
  g_assert_nonnull (nodes.pointers);
  dwell_timeline_nodes_clear (&nodes);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP no display\n");
      return 0;
    }

  g_test_add_func ("/timeline-nodes/look", test_look);
  g_test_add_func ("/timeline-nodes/kept", test_kept);
  g_test_add_func ("/timeline-nodes/anew", test_anew);
  return g_test_run ();
}
