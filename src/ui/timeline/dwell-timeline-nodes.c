/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The painter draws the lanes, their texts, and the pointers (cursor, markers, focus and the like)
 * into one node each, which is kept while it would look the same. A drag changes the selection in
 * every frame, but only at its edge. So the veil outside the selection, and the texts, whose colour
 * differs under the veil, are made of vertical tiles with a constant number of nodes: GTK finds
 * those that have not changed.
 *
 * No node occurs twice in a frame. GTK's broadway server, which shows the window in a browser,
 * finds the nodes of the previous frame only by their identity, and terminates if it finds one
 * twice. So each tile of the texts is a node of its own. */

#include "config.h"

#include "ui/timeline/dwell-timeline-nodes.h"

#define TILE_WIDTH 64

/* Where texts are, relative to the selection. */
typedef enum {
  SIDE_BEFORE,
  SIDE_WITHIN,
  SIDE_BEHIND,
  N_SIDES,
} Side;

/**
 * dwell_timeline_nodes_clear:
 * @self: the nodes
 *
 * Drops all nodes. Call it when something has changed that a comparison of scenes does not detect.
 */
void
dwell_timeline_nodes_clear (DwellTimelineNodes *self)
{
  for (guint i = 0; self->tiles != NULL && i < self->tiles->len; i++)
    g_clear_pointer ((GskRenderNode **) &self->tiles->pdata[i], gsk_render_node_unref);
  g_clear_pointer (&self->tiles, g_ptr_array_unref);
  g_clear_pointer (&self->lanes, gsk_render_node_unref);
  g_clear_pointer (&self->texts, gsk_render_node_unref);
  g_clear_pointer (&self->veiled_texts, gsk_render_node_unref);
  g_clear_pointer (&self->pointers, gsk_render_node_unref);
}

static gboolean
shows_same_lanes (const DwellTimelineScene *a,
                  const DwellTimelineScene *b)
{
  return a->trace == b->trace && a->layout == b->layout && a->values == b->values &&
         a->limits == b->limits &&
         a->lanes == b->lanes && a->find == b->find && a->palette == b->palette &&
         a->scale.begin == b->scale.begin && a->scale.end == b->scale.end &&
         a->scale.width == b->scale.width && a->gutter == b->gutter &&
         a->scroll_y == b->scroll_y && a->height == b->height &&
         a->scale_factor == b->scale_factor && a->text_scale == b->text_scale &&
         a->focus_area == b->focus_area &&
         a->lit == b->lit;
}

static gboolean
shows_same_pointers (const DwellTimelineScene *a,
                     const DwellTimelineScene *b)
{
  return a->overruns == b->overruns && a->markers == b->markers &&
         a->has_cursor == b->has_cursor && (!a->has_cursor || a->cursor == b->cursor) &&
         a->focus_span == b->focus_span && a->focus_mark == b->focus_mark &&
         a->hover_span == b->hover_span && a->chosen == b->chosen;
}

static gboolean
has_pointers (const DwellTimelineScene *scene)
{
  return scene->overruns != NULL || (scene->markers != NULL && scene->markers->len > 0) ||
         scene->has_cursor || scene->focus_span != DWELL_NONE || scene->focus_mark != DWELL_NONE ||
         scene->hover_span != DWELL_NONE || scene->chosen != NULL;
}

static GskRenderNode *
draw (DwellTimelinePainter     *painter,
      const DwellTimelineScene *scene,
      DwellTimelineLayers       layers)
{
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) scene->scale.width,
                                                                 (float) scene->height));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  dwell_timeline_painter_draw_layers (painter, cr, scene, layers);
  cairo_destroy (cr);
  return node;
}

/* Appends one node from @x0 to @x1; if that is empty, an invisible one at @x, so that the number of
 * nodes does not change. */
static void
append_stripe (GtkSnapshot              *snapshot,
               const DwellTimelineScene *scene,
               double                    x,
               double                    x0,
               double                    x1,
               const DwellColour        *colour)
{
  gboolean is_shown = x1 > x0;
  GdkRGBA rgba = { (float) colour->red, (float) colour->green, (float) colour->blue,
                   is_shown ? (float) colour->alpha : 0 };

  gtk_snapshot_append_color (snapshot, &rgba,
                             &GRAPHENE_RECT_INIT (is_shown ? (float) x0 : (float) x, 0,
                                                  is_shown ? (float) (x1 - x0) : 1,
                                                  (float) scene->height));
}

static void
append_veil (GtkSnapshot              *snapshot,
             const DwellTimelineScene *scene,
             const DwellStripe        *stripes)
{
  for (guint i = 0; i < 2; i++)
    for (double x = 0; x < scene->scale.width; x += TILE_WIDTH)
      append_stripe (snapshot, scene, x, MAX (x, stripes[i].x0),
                     MIN (x + TILE_WIDTH, stripes[i].x1), stripes[i].colour);

  for (guint i = 2; i < DWELL_N_STRIPES; i++)
    append_stripe (snapshot, scene, 0, stripes[i].x0, stripes[i].x1, stripes[i].colour);
}

/* Returns the tile of @texts at @x for @side; it is drawn if it does not exist yet. */
static GskRenderNode *
get_tile (DwellTimelineNodes       *self,
          const DwellTimelineScene *scene,
          GskRenderNode            *texts,
          Side                      side,
          guint                     x)
{
  guint n = x / TILE_WIDTH * N_SIDES + side;
  cairo_t *cr;

  if (self->tiles == NULL)
    self->tiles = g_ptr_array_new ();
  if (n >= self->tiles->len)
    g_ptr_array_set_size (self->tiles, (int) n + 1);

  if (self->tiles->pdata[n] == NULL)
    {
      self->tiles->pdata[n] = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, TILE_WIDTH,
                                                                       (float) scene->height));
      cr = gsk_cairo_node_get_draw_context (self->tiles->pdata[n]);
      cairo_translate (cr, -(double) x, 0);
      gsk_render_node_draw (texts, cr);
      cairo_destroy (cr);
    }

  return self->tiles->pdata[n];
}

/* Appends the part of the tile at @x that lies between @x0 and @x1: always one node, as in
 * append_stripe(). */
static void
append_part (DwellTimelineNodes       *self,
             GtkSnapshot              *snapshot,
             const DwellTimelineScene *scene,
             Side                      side,
             guint                     x,
             double                    x0,
             double                    x1)
{
  GskRenderNode *texts = side == SIDE_WITHIN ? self->texts : self->veiled_texts;

  if (x1 <= x0)
    {
      append_stripe (snapshot, scene, x, 0, 0, &scene->palette->selection);
      return;
    }

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT ((float) x0, 0, (float) (x1 - x0),
                                                         (float) scene->height));
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, 0));
  gtk_snapshot_append_node (snapshot, get_tile (self, scene, texts, side, x));
  gtk_snapshot_pop (snapshot);
}

static void
append_texts (DwellTimelineNodes       *self,
              GtkSnapshot              *snapshot,
              const DwellTimelineScene *scene,
              const DwellStripe        *stripes)
{
  double x0 = stripes[0].x1;
  double x1 = stripes[1].x0;

  for (guint x = 0; x < scene->scale.width; x += TILE_WIDTH)
    {
      double end = MIN (x + TILE_WIDTH, scene->scale.width);

      append_part (self, snapshot, scene, SIDE_BEFORE, x, x, MIN (end, x0));
      append_part (self, snapshot, scene, SIDE_WITHIN, x, MAX (x, x0), MIN (end, x1));
      append_part (self, snapshot, scene, SIDE_BEHIND, x, MAX (x, x1), end);
    }
}

/* Draws the nodes that are missing. */
static void
complete (DwellTimelineNodes       *self,
          DwellTimelinePainter     *painter,
          const DwellTimelineScene *scene)
{
  DwellTimelineScene all = *scene;

  if (self->lanes == NULL)
    self->lanes = draw (painter, scene, DWELL_LAYER_LANES);

  all.has_selection = FALSE;
  if (self->texts == NULL)
    self->texts = draw (painter, &all, DWELL_LAYER_TEXTS);

  /* For texts outside the selection, only the instant at the left edge is selected. */
  all.has_selection = TRUE;
  all.selection_begin = all.selection_end = scene->scale.begin;
  if (self->veiled_texts == NULL && scene->has_selection)
    self->veiled_texts = draw (painter, &all, DWELL_LAYER_TEXTS);

  if (self->pointers == NULL && has_pointers (scene))
    self->pointers = draw (painter, scene, DWELL_LAYER_POINTERS);
}

/**
 * dwell_timeline_nodes_snapshot:
 * @self: the nodes of the previous frame, or all zeros
 * @painter: draws what has changed
 * @scene: the scene to show, without a gutter
 * @snapshot: where to append the nodes
 *
 * Shows @scene, with as many nodes of the previous frame as possible.
 */
void
dwell_timeline_nodes_snapshot (DwellTimelineNodes       *self,
                               DwellTimelinePainter     *painter,
                               const DwellTimelineScene *scene,
                               GtkSnapshot              *snapshot)
{
  if (!shows_same_lanes (&self->scene, scene))
    dwell_timeline_nodes_clear (self);
  else if (!shows_same_pointers (&self->scene, scene))
    g_clear_pointer (&self->pointers, gsk_render_node_unref);

  self->scene = *scene;
  complete (self, painter, scene);

  gtk_snapshot_append_node (snapshot, self->lanes);
  if (scene->has_selection)
    {
      DwellStripe stripes[DWELL_N_STRIPES];

      dwell_timeline_get_selection (scene, stripes);
      append_veil (snapshot, scene, stripes);
      append_texts (self, snapshot, scene, stripes);
    }
  else
    {
      gtk_snapshot_append_node (snapshot, self->texts);
    }

  if (self->pointers != NULL)
    gtk_snapshot_append_node (snapshot, self->pointers);
}
