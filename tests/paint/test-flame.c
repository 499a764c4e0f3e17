/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flame graphs: where frames lie against a naive layout, what is folded, and what is drawn. */
#include "config.h"

#include <glib/gstdio.h>

#include "core/dwell-builder.h"
#include "paint/dwell-flame-painter.h"

#define WIDTH 400
#define DEEP  100000u

typedef struct {
  DwellBuilder *builder;
  guint32       areas[8];
  guint32       context;
} Maker;

static void
maker_init (Maker *maker)
{
  static const char * const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };

  maker->builder = dwell_builder_new ("test", "Test", DWELL_TABLE_STACK_NODES);
  maker->context = dwell_builder_add_context (maker->builder, "main", DWELL_CONTEXT_THREAD, 1,
                                              DWELL_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_ROUTINE };

      area.name = area.title = dwell_strings_intern (maker->builder->strings, names[i], -1);
      maker->areas[i] = dwell_builder_add_area (maker->builder, &area);
    }
}

static guint32
add_node (Maker   *maker,
          guint32  parent,
          guint    area,
          gint64   self)
{
  guint32 node = dwell_builder_add_stack_node (maker->builder, parent, maker->areas[area],
                                               maker->context, NULL);

  dwell_column_index (maker->builder->node_self, gint64, node) = self;
  dwell_column_index (maker->builder->node_count, guint64, node) = 1;
  return node;
}

static DwellTree *
finish (Maker *maker)
{
  g_autoptr(DwellTrace) trace = dwell_builder_finish (maker->builder);
  DwellTreeOptions options = { 0 };

  return dwell_tree_new (trace, &options, NULL);
}

/* a (100: b 50 (c 25), d 25), e 100 */
static DwellTree *
make_small (void)
{
  Maker maker;
  guint32 a;
  guint32 b;

  maker_init (&maker);
  a = add_node (&maker, DWELL_NONE, 0, 25);
  b = add_node (&maker, a, 1, 25);
  add_node (&maker, b, 2, 25);
  add_node (&maker, a, 3, 25);
  add_node (&maker, DWELL_NONE, 4, 100);
  return finish (&maker);
}

static void
assert_frame (const GArray *frames,
              guint         i,
              guint32       node,
              double        x0,
              double        x1)
{
  const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);

  g_assert_cmpuint (frame->node, ==, node);
  g_assert_cmpfloat_with_epsilon (frame->x0, x0, 1e-9);
  g_assert_cmpfloat_with_epsilon (frame->x1, x1, 1e-9);
}

static void
test_layout (void)
{
  g_autoptr(DwellTree) tree = make_small ();
  g_autoptr(DwellFlame) flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  g_autoptr(DwellFlame) by_weight = dwell_flame_new (tree, DWELL_FLAME_BY_WEIGHT);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (DwellFrame));
  double x0;
  double x1;

  g_assert_cmpuint (dwell_flame_get_depth (flame), ==, 3);
  dwell_flame_layout (flame, 0, 1, 400, 0, 3, NULL, frames);
  g_assert_cmpuint (frames->len, ==, 5);
  assert_frame (frames, 0, 0, 0, 200);
  assert_frame (frames, 1, 1, 0, 100);
  assert_frame (frames, 2, 2, 0, 50);
  assert_frame (frames, 3, 3, 100, 150);
  assert_frame (frames, 4, 4, 200, 400);

  /* Zoomed to d: its callers reach out of view. */
  g_array_set_size (frames, 0);
  dwell_flame_get_extent (flame, 3, &x0, &x1);
  dwell_flame_layout (flame, x0, x1, 400, 0, 3, NULL, frames);
  assert_frame (frames, 0, 0, -800, 800);
  g_assert_cmpuint (g_array_index (frames, DwellFrame, frames->len - 1).node, ==, 3);
  assert_frame (frames, frames->len - 1, 3, 0, 400);

  g_assert_cmpuint (dwell_flame_get_sibling (flame, 1, 1), ==, 3);
  g_assert_cmpuint (dwell_flame_get_sibling (flame, 1, -1), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_flame_get_heaviest_child (flame, 0), ==, 1);
  dwell_flame_get_extent (by_weight, 4, &x0, &x1);
  g_assert_cmpfloat_with_epsilon (x0, 0.5, 1e-9);
}

/* Every node at least one pixel wide is a frame, at its place; all others lie in folded ones, if
 * those above them are wide. */
static void
check_layout (DwellFlame    *flame,
              const guint32 *before)
{
  DwellTree *tree = dwell_flame_get_tree (flame);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (DwellFrame));
  guint64 n_told = 0;
  guint64 n_matched = 0;

  dwell_flame_layout (flame, 0, 1, WIDTH, 0, G_MAXUINT32, before, frames);
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      double x0;
      double x1;

      n_told += MAX (frame->n_folded, 1);
      n_matched += frame->n_matched;
      if (frame->n_folded > 0)
        continue;

      g_assert_cmpuint (frame->n_matched, ==, before[frame->node + 1] - before[frame->node]);
      dwell_flame_get_extent (flame, frame->node, &x0, &x1);
      g_assert_cmpfloat_with_epsilon (frame->x0, x0 * WIDTH, 1e-6);
      g_assert_cmpfloat_with_epsilon (frame->x1, x1 * WIDTH, 1e-6);
      g_assert_cmpfloat (frame->x1 - frame->x0, >=, 1);
    }

  g_assert_cmpuint (n_told, ==, tree->n_nodes);
  g_assert_cmpuint (n_matched, ==, before[tree->n_nodes]);
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 60; i++)
    {
      Maker maker;
      g_autoptr(DwellTree) tree = NULL;
      g_autofree guint32 *before = NULL;
      guint n_nodes = (guint) g_rand_int_range (rand, 1, 300);

      maker_init (&maker);
      for (guint node = 0; node < n_nodes; node++)
        {
          guint32 parent = node == 0 || g_rand_int_range (rand, 0, 8) == 0
                             ? DWELL_NONE : (guint32) g_rand_int_range (rand, 0, (int) node);
          gint64 self = g_rand_int_range (rand, 0, 3) > 0 ? g_rand_int_range (rand, 0, 100) : 0;

          add_node (&maker, parent, (guint) g_rand_int_range (rand, 0, 8), self);
        }

      tree = finish (&maker);
      before = g_new0 (guint32, tree->n_nodes + 1);
      for (guint32 node = 0; node < tree->n_nodes; node++)
        before[node + 1] = before[node] + (g_rand_int_range (rand, 0, 5) == 0);

      for (guint order = 0; order < 3 && tree->total > 0; order++)
        {
          g_autoptr(DwellFlame) flame = dwell_flame_new (tree, (DwellFlameOrder) order);

          check_layout (flame, before);
        }
    }
}

/* Limit: analysis/FRAMES_MAX */
static void
test_many (void)
{
  Maker maker;
  g_autoptr(DwellTree) tree = NULL;
  g_autoptr(DwellFlame) flame = NULL;
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (DwellFrame));

  maker_init (&maker);
  for (guint depth = 0; depth < 7; depth++)
    for (guint i = 0; i < (1u << 2 * depth); i++)
      add_node (&maker, depth == 0 ? DWELL_NONE
                                   : ((1u << 2 * (depth - 1)) - 1) / 3 + i / 4, i % 8, 1);

  tree = finish (&maker);
  flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  dwell_flame_layout (flame, 0, 1, 20000, 0, 100, NULL, frames);
  g_assert_cmpuint (frames->len, <=, 5001);
  g_assert_cmpuint (frames->len, >, 100);
}

static DwellTree *
make_deep (guint n_levels)
{
  Maker maker;
  guint32 parent = DWELL_NONE;

  maker_init (&maker);
  for (guint depth = 0; depth < n_levels; depth++)
    parent = add_node (&maker, parent, depth % 8, 1);

  return finish (&maker);
}

/* Nothing recurses, and only rows in view are laid out. */
static void
test_deep (void)
{
  g_autoptr(DwellTree) tree = make_deep (DEEP);
  g_autoptr(DwellFlame) flame = NULL;
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (DwellFrame));
  double x0;
  double x1;

  g_assert_cmpuint (tree->n_nodes, ==, DEEP);
  g_assert_cmpuint (tree->depths[DEEP - 1], ==, DEEP - 1);
  g_assert_cmpint (tree->total, ==, DEEP);
  flame = dwell_flame_new (tree, DWELL_FLAME_BY_NAME);
  dwell_flame_get_extent (flame, DEEP / 2, &x0, &x1);
  dwell_flame_layout (flame, x0, x1, 800, DEEP / 2, DEEP / 2 + 30, NULL, frames);
  g_assert_cmpuint (frames->len, ==, 30);
  assert_frame (frames, 0, DEEP / 2, 0, 800);
}

static guint32
get_pixel (cairo_surface_t *surface,
           int              x,
           int              y)
{
  gconstpointer row = cairo_image_surface_get_data (surface) +
                      y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) row)[x] & 0xffffff;
}

static guint32
to_pixel (const DwellColour *colour)
{
  return (guint32) (colour->red * 255 + 0.5) << 16 | (guint32) (colour->green * 255 + 0.5) << 8 |
         (guint32) (colour->blue * 255 + 0.5);
}

static cairo_surface_t *
draw (DwellFlameScene *scene)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) scene->width,
                                                         (int) scene->height);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = pango_cairo_create_context (cr);
  DwellLabels *labels = dwell_labels_new (context);

  dwell_flame_scene_draw (scene, cr, labels);
  cairo_surface_flush (surface);
  dwell_labels_free (labels);
  g_object_unref (context);
  cairo_destroy (cr);
  return surface;
}

static guint32
get_bar (const char *name)
{
  return to_pixel (&dwell_palette_get (FALSE, FALSE)->bars[dwell_palette_colour_of (name)]);
}

static void
test_draw (void)
{
  g_autoptr(DwellTree) tree = make_small ();
  g_autoptr(DwellFlame) flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  guint32 before[] = { 0, 0, 1, 1, 1, 1 }; /* b matches */
  DwellFlameScene scene = {
    .flame = flame, .x1 = 1, .width = WIDTH, .height = 100, .zoomed = DWELL_NONE,
    .focus = DWELL_NONE, .hover = DWELL_NONE, .palette = dwell_palette_get (FALSE, FALSE),
  };
  guint32 background = to_pixel (&scene.palette->background);
  cairo_surface_t *surface = draw (&scene);
  DwellFrame frame;

  g_assert_cmphex (get_pixel (surface, 150, 10), ==, get_bar ("a"));
  g_assert_cmphex (get_pixel (surface, 199, 10), ==, background);
  g_assert_cmphex (get_pixel (surface, 390, 10), ==, get_bar ("e"));
  g_assert_cmphex (get_pixel (surface, 90, 31), ==, get_bar ("b"));
  g_assert_cmphex (get_pixel (surface, 175, 31), ==, background);
  g_assert_cmphex (get_pixel (surface, 40, 52), ==, get_bar ("c"));
  cairo_surface_destroy (surface);

  g_assert_true (dwell_flame_scene_pick (&scene, 40, 52, &frame));
  g_assert_cmpuint (frame.node, ==, 2);
  g_assert_false (dwell_flame_scene_pick (&scene, 175, 31, &frame));
  g_assert_false (dwell_flame_scene_pick (&scene, 40, 90, &frame));

  /* The root below; what a search does not match is paler. */
  scene.grows_up = TRUE;
  scene.before = before;
  surface = draw (&scene);
  g_assert_cmphex (get_pixel (surface, 90, 100 - 31), ==, get_bar ("b"));
  g_assert_cmphex (get_pixel (surface, 150, 100 - 10), !=, get_bar ("a"));
  g_assert_cmphex (get_pixel (surface, 150, 100 - 10), !=, background);
  cairo_surface_destroy (surface);
  g_assert_true (dwell_flame_scene_pick (&scene, 40, 100 - 52, &frame));
  g_assert_cmpuint (frame.node, ==, 2);
}

/* Returns whether something is written from @x0 to @x1 in the row of @depth. */
static gboolean
has_text (cairo_surface_t *surface,
          int              depth,
          int              x0,
          int              x1)
{
  int top = depth * DWELL_FLAME_PITCH;

  for (int y = top + 2; y < top + DWELL_FLAME_ROW_HEIGHT - 2; y++)
    for (int x = x0; x < x1; x++)
      if (get_pixel (surface, x, y) != get_pixel (surface, x0, top))
        return TRUE;

  return FALSE;
}

/* The trees of two recordings with an example of each part. a: main, b: read, c: scan, d: sort,
 * which is gone, e: write, which is new. */
static DwellTreeDifference *
make_difference (void)
{
  const DwellMatchOptions options = { .loosest = DWELL_MATCHED_BY_NOTHING };
  DwellTree *trees[2];
  g_autoptr(DwellMatch) match = NULL;
  DwellTreeDifference *difference;

  for (guint i = 0; i < 2; i++)
    {
      Maker maker;
      guint32 a;
      guint32 b;

      maker_init (&maker);
      a = add_node (&maker, DWELL_NONE, 0, 10);
      b = add_node (&maker, a, 1, i == 0 ? 30 : 10);
      add_node (&maker, b, 2, i == 0 ? 20 : 50);
      add_node (&maker, a, i == 0 ? 3 : 4, i == 0 ? 40 : 25);
      trees[i] = finish (&maker);
    }

  match = dwell_match_new (trees[0]->trace, trees[1]->trace, &options, NULL);
  difference = dwell_tree_difference_new (trees[0], trees[1], match);
  dwell_tree_unref (trees[0]);
  dwell_tree_unref (trees[1]);
  return difference;
}

/* Of main 40 is common, 60 lost and 55 gained, from left to right; and so on. */
static void
test_difference (void)
{
  g_autoptr(DwellTreeDifference) difference = make_difference ();
  g_autoptr(DwellFlame) flame =
    dwell_tree_difference_make_flame (difference, DWELL_TREE_WIDTH_BOTH, DWELL_FLAME_BY_TIME);
  DwellFlameScene scene = {
    .flame = flame, .difference = difference, .x1 = 1, .width = 155 * 4, .height = 100,
    .zoomed = DWELL_NONE, .focus = DWELL_NONE, .hover = DWELL_NONE,
    .palette = dwell_palette_get (FALSE, FALSE),
  };
  guint32 common = to_pixel (&scene.palette->common);
  guint32 gained = to_pixel (&scene.palette->gained);
  cairo_surface_t *surface = draw (&scene);
  const struct {
    int     x;
    int     depth;
    guint32 colour; /* 0: hatched */
  } places[] = {
    { 159, 0, common }, { 161, 0, 0 }, { 398, 0, 0 }, { 401, 0, gained }, { 619, 0, gained },
    { 119, 1, common }, { 121, 1, 0 }, { 201, 1, gained }, { 318, 1, gained }, { 470, 1, 0 },
    { 575, 1, gained }, { 581, 1, to_pixel (&scene.palette->background) },
    { 79, 2, common }, { 81, 2, gained },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      guint32 pixel = get_pixel (surface, places[i].x, places[i].depth * DWELL_FLAME_PITCH + 1);

      if (places[i].colour != 0)
        g_assert_cmphex (pixel, ==, places[i].colour);
      else
        g_assert_true (pixel != common && pixel != gained);
    }
  g_assert_true (has_text (surface, 0, 4, 60));
  cairo_surface_destroy (surface);

  g_assert_cmpstr (dwell_tree_difference_get_name (difference, 3), ==, "d");
  g_assert_cmpuint (difference->tree->new_nodes[3], ==, DWELL_NONE);
  g_assert_cmpuint (difference->tree->base_nodes[4], ==, DWELL_NONE);
}

/* Frames can be as wide as they are in one recording, or as what changed. */
static void
test_difference_widths (void)
{
  static const gint64 totals[4][5] = {
    [DWELL_TREE_WIDTH_BOTH] = { 155, 80, 50, 40, 25 },
    [DWELL_TREE_WIDTH_CHANGES] = { 115, 50, 30, 40, 25 },
    [DWELL_TREE_WIDTH_BASE] = { 100, 50, 20, 40, 0 },
    [DWELL_TREE_WIDTH_NEW] = { 95, 60, 50, 0, 25 },
  };
  g_autoptr(DwellTreeDifference) difference = make_difference ();

  for (guint width = 0; width < G_N_ELEMENTS (totals); width++)
    {
      g_autoptr(DwellFlame) flame =
        dwell_tree_difference_make_flame (difference, (DwellTreeWidth) width, DWELL_FLAME_BY_NAME);
      const DwellFlameShape *shape = dwell_flame_get_shape (flame);

      g_assert_cmpuint (shape->n_nodes, ==, 5);
      for (guint32 node = 0; node < shape->n_nodes; node++)
        g_assert_cmpint (shape->totals[node], ==, totals[width][node]);
    }
}

/* The share of all stands behind the name of each frame that has room for it. */
static void
test_shares (void)
{
  g_autoptr(DwellTree) tree = make_small ();
  g_autoptr(DwellFlame) flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  DwellFlameScene scene = {
    .flame = flame, .x1 = 1, .width = WIDTH, .height = 100, .zoomed = DWELL_NONE,
    .focus = DWELL_NONE, .hover = DWELL_NONE, .palette = dwell_palette_get (FALSE, FALSE),
  };
  cairo_surface_t *surface = draw (&scene);

  /* a and e, half of all each, and c, whose name alone fits. */
  g_assert_true (has_text (surface, 0, 20, 90));
  g_assert_true (has_text (surface, 0, 220, 290));
  g_assert_true (has_text (surface, 2, 2, 16));
  g_assert_false (has_text (surface, 2, 18, 48));
  cairo_surface_destroy (surface);
}

/* A frame differs from that of its caller, though both names have one colour; a function that calls
 * itself keeps its own. */
static void
test_callers (void)
{
  Maker maker;
  guint32 node = DWELL_NONE;
  guint other = 1;
  guint areas[6];
  g_autoptr(DwellTree) tree = NULL;
  g_autoptr(DwellFlame) flame = NULL;
  cairo_surface_t *surface;
  DwellFlameScene scene = {
    .x1 = 1, .width = WIDTH, .height = 130, .zoomed = DWELL_NONE, .focus = DWELL_NONE,
    .hover = DWELL_NONE, .palette = dwell_palette_get (FALSE, FALSE),
  };
  char name[16];

  /* Another name with the colour of "a". */
  maker_init (&maker);
  do
    g_snprintf (name, sizeof name, "other_%u", other++);
  while (dwell_palette_colour_of (name) != dwell_palette_colour_of ("a"));
  maker.areas[7] = dwell_builder_add_area (maker.builder, &(DwellArea) {
    .parent = DWELL_NONE, .kind = DWELL_AREA_ROUTINE,
    .name = dwell_strings_intern (maker.builder->strings, name, -1),
    .title = dwell_strings_intern (maker.builder->strings, name, -1) });

  areas[0] = areas[3] = areas[4] = 0;
  areas[1] = areas[2] = areas[5] = 7;
  for (guint i = 0; i < G_N_ELEMENTS (areas); i++)
    node = add_node (&maker, node, areas[i], i == 5 ? 100 : 0);

  tree = finish (&maker);
  scene.flame = flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  surface = draw (&scene);
  for (int i = 1; i < (int) G_N_ELEMENTS (areas); i++)
    g_assert_true ((get_pixel (surface, 380, i * DWELL_FLAME_PITCH + 10) ==
                    get_pixel (surface, 380, (i - 1) * DWELL_FLAME_PITCH + 10)) ==
                   (areas[i] == areas[i - 1]));
  g_assert_cmphex (get_pixel (surface, 380, 10), ==, get_bar ("a"));
  cairo_surface_destroy (surface);
}

/* 512 calls in 200 pixels: one striped block, none of them dropped. */
static void
test_folded (void)
{
  Maker maker;
  g_autoptr(DwellTree) tree = NULL;
  g_autoptr(DwellFlame) flame = NULL;
  DwellFlameScene scene = {
    .x1 = 1, .width = 200, .height = 100, .zoomed = DWELL_NONE, .focus = DWELL_NONE,
    .hover = DWELL_NONE, .palette = dwell_palette_get (FALSE, FALSE),
  };
  cairo_surface_t *surface;
  guint n_changes = 0;
  DwellFrame frame;

  maker_init (&maker);
  for (guint i = 0; i < 8; i++)
    {
      guint32 outer = add_node (&maker, DWELL_NONE, i, 0);

      for (guint j = 0; j < 8; j++)
        {
          guint32 middle = add_node (&maker, outer, j, 0);

          for (guint k = 0; k < 8; k++)
            add_node (&maker, middle, k, 1);
        }
    }

  tree = finish (&maker);
  scene.flame = flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  g_assert_true (dwell_flame_scene_pick (&scene, 100, 2 * DWELL_FLAME_PITCH + 5, &frame));
  g_assert_cmpuint (frame.n_folded, ==, 512);

  surface = draw (&scene);
  for (int x = 0; x + 1 < 200; x++)
    n_changes += get_pixel (surface, x, 2 * DWELL_FLAME_PITCH + 10) !=
                 get_pixel (surface, x + 1, 2 * DWELL_FLAME_PITCH + 10);
  g_assert_cmpuint (n_changes, >, 40);
  cairo_surface_destroy (surface);
}

static void
test_picture (void)
{
  g_autoptr(DwellTree) tree = make_small ();
  g_autoptr(DwellFlame) flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  DwellFlameScene scene = {
    .flame = flame, .x1 = 1, .width = WIDTH, .height = 100, .zoomed = DWELL_NONE,
    .focus = DWELL_NONE, .hover = DWELL_NONE, .palette = dwell_palette_get (TRUE, FALSE),
  };
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
  g_autoptr(GError) error = NULL;

  dwell_flame_write_picture (stream, DWELL_PICTURE_SVG, 600,
                             dwell_flame_get_picture_height (&scene, TRUE, DWELL_PICTURE_SVG),
                             &scene, "<title>",
                             NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (g_strstr_len (g_memory_output_stream_get_data (memory),
                                  (gssize) g_memory_output_stream_get_data_size (memory), "<svg"));
}

/* A picture that cannot contain all levels says which ones it has. */
static void
test_picture_levels (void)
{
  g_autoptr(DwellTree) tree = make_deep (3000);
  g_autoptr(DwellFlame) flame = dwell_flame_new (tree, DWELL_FLAME_BY_TIME);
  DwellFlameScene scene = { .flame = flame, .x1 = 1, .width = WIDTH, .zoomed = DWELL_NONE };
  const struct {
    DwellPictureType type;
    double           scroll_y;
    guint            first;
    guint            last;
  } cases[] = {
    { DWELL_PICTURE_SVG, 0, 1, 3000 },
    { DWELL_PICTURE_SVG, 100 * DWELL_FLAME_PITCH, 101, 3000 },
    { DWELL_PICTURE_PNG, 0, 1, 951 },
    { DWELL_PICTURE_PDF, 10 * DWELL_FLAME_PITCH, 11, 694 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int height;
      guint first;
      guint last;
      gboolean is_part;

      scene.scroll_y = cases[i].scroll_y;
      height = dwell_flame_get_picture_height (&scene, TRUE, cases[i].type);
      is_part = dwell_flame_get_picture_levels (&scene, TRUE, height, &first, &last);
      g_assert_cmpuint (first, ==, cases[i].first);
      g_assert_cmpuint (last, ==, cases[i].last);
      g_assert_cmpint (is_part, ==, first > 1 || last < 3000);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame/layout", test_layout);
  g_test_add_func ("/flame/random", test_random);
  g_test_add_func ("/flame/many", test_many);
  g_test_add_func ("/flame/deep", test_deep);
  g_test_add_func ("/flame/draw", test_draw);
  g_test_add_func ("/flame/difference", test_difference);
  g_test_add_func ("/flame/difference-widths", test_difference_widths);
  g_test_add_func ("/flame/shares", test_shares);
  g_test_add_func ("/flame/callers", test_callers);
  g_test_add_func ("/flame/folded", test_folded);
  g_test_add_func ("/flame/picture", test_picture);
  g_test_add_func ("/flame/picture-levels", test_picture_levels);
  return g_test_run ();
}
