/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four layers. The lanes, their texts and what points into them are drawn by the painter and kept
 * while the scene shows the same. The selection changes with every move of a drag, but only at its
 * edge: it, and the texts that look otherwise on its veil, are made of upright tiles, always as
 * many, so that those that are as before are seen to be. */

#include "config.h"

#include "ui/timeline/dwell-timeline-nodes.h"

#define TILE_WIDTH 32

void
dwell_timeline_nodes_clear (DwellTimelineNodes *self)
{
  g_clear_pointer (&self->lanes, gsk_render_node_unref);
  g_clear_pointer (&self->texts[0], gsk_render_node_unref);
  g_clear_pointer (&self->texts[1], gsk_render_node_unref);
  g_clear_pointer (&self->pointers, gsk_render_node_unref);
}

static gboolean
shows_same_lanes (const DwellTimelineScene *a,
                  const DwellTimelineScene *b)
{
  return a->trace == b->trace && a->layout == b->layout && a->values == b->values &&
         a->lanes == b->lanes && a->find == b->find && a->palette == b->palette &&
         a->scale.begin == b->scale.begin && a->scale.end == b->scale.end &&
         a->scale.width == b->scale.width && a->gutter == b->gutter &&
         a->scroll_y == b->scroll_y && a->height == b->height &&
         a->scale_factor == b->scale_factor && a->focus_area == b->focus_area;
}

static gboolean
shows_same_pointers (const DwellTimelineScene *a,
                     const DwellTimelineScene *b)
{
  return a->overruns == b->overruns && a->markers == b->markers &&
         a->has_cursor == b->has_cursor && (!a->has_cursor || a->cursor == b->cursor) &&
         a->focus_span == b->focus_span && a->focus_mark == b->focus_mark &&
         a->hover_span == b->hover_span;
}

static gboolean
has_pointers (const DwellTimelineScene *scene)
{
  return scene->overruns != NULL || (scene->markers != NULL && scene->markers->len > 0) ||
         scene->has_cursor || scene->focus_span != DWELL_NONE || scene->focus_mark != DWELL_NONE ||
         scene->hover_span != DWELL_NONE;
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

/* As if nothing were selected, or nothing of what is in view. */
static GskRenderNode *
draw_texts (DwellTimelinePainter     *painter,
            const DwellTimelineScene *scene,
            gboolean                  is_veiled)
{
  DwellTimelineScene texts = *scene;

  texts.has_selection = is_veiled;
  texts.selection_begin = texts.selection_end = scene->scale.begin;
  return draw (painter, &texts, DWELL_LAYER_TEXTS);
}

/* From @x0 to @x1; where that is nowhere a place at @x above all, for a node without a size is
 * left out. */
static graphene_rect_t
place (const DwellTimelineScene *scene,
       double                    x,
       double                    x0,
       double                    x1)
{
  if (x1 <= x0)
    return GRAPHENE_RECT_INIT ((float) x, -1, 1, 1);
  return GRAPHENE_RECT_INIT ((float) x0, 0, (float) (x1 - x0), (float) scene->height);
}

static void
append_stripe (GtkSnapshot           *snapshot,
               const graphene_rect_t *rect,
               const DwellColour     *colour)
{
  GdkRGBA rgba = { (float) colour->red, (float) colour->green, (float) colour->blue,
                   rect->origin.y < 0 ? 0 : (float) colour->alpha };

  gtk_snapshot_append_color (snapshot, &rgba, rect);
}

static void
append_texts (GtkSnapshot           *snapshot,
              const graphene_rect_t *rect,
              GskRenderNode         *texts)
{
  gtk_snapshot_push_clip (snapshot, rect);
  gtk_snapshot_append_node (snapshot, texts);
  gtk_snapshot_pop (snapshot);
}

static void
append_selection (const DwellTimelineNodes *self,
                  const DwellTimelineScene *scene,
                  GtkSnapshot              *snapshot)
{
  DwellStripe stripes[DWELL_N_STRIPES];

  dwell_timeline_get_selection (scene, stripes);

  for (double x = 0; x < scene->scale.width; x += TILE_WIDTH)
    {
      double end = MIN (x + TILE_WIDTH, scene->scale.width);
      graphene_rect_t plain = place (scene, x, MAX (x, stripes[0].x1), MIN (end, stripes[1].x0));

      for (guint i = 0; i < 2; i++)
        {
          graphene_rect_t veiled = place (scene, x, MAX (x, stripes[i].x0),
                                          MIN (end, stripes[i].x1));

          append_stripe (snapshot, &veiled, stripes[i].colour);
          append_texts (snapshot, &veiled, self->texts[1]);
        }
      append_texts (snapshot, &plain, self->texts[0]);
    }

  for (guint i = 2; i < DWELL_N_STRIPES; i++)
    {
      graphene_rect_t edge = place (scene, 0, stripes[i].x0, stripes[i].x1);

      append_stripe (snapshot, &edge, stripes[i].colour);
    }
}

/**
 * dwell_timeline_nodes_snapshot:
 * @self: nodes of the frame before, or all zeros
 * @painter: draws what changed
 * @scene: what is to be seen, without a gutter
 * @snapshot: where
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
  if (self->lanes == NULL)
    self->lanes = draw (painter, scene, DWELL_LAYER_LANES);
  if (self->texts[0] == NULL)
    self->texts[0] = draw_texts (painter, scene, FALSE);
  if (self->texts[1] == NULL && scene->has_selection)
    self->texts[1] = draw_texts (painter, scene, TRUE);
  if (self->pointers == NULL && has_pointers (scene))
    self->pointers = draw (painter, scene, DWELL_LAYER_POINTERS);

  gtk_snapshot_append_node (snapshot, self->lanes);
  if (scene->has_selection)
    append_selection (self, scene, snapshot);
  else
    gtk_snapshot_append_node (snapshot, self->texts[0]);
  if (self->pointers != NULL)
    gtk_snapshot_append_node (snapshot, self->pointers);
}
