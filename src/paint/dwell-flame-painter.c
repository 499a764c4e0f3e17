/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a flame graph: a rectangle for each frame, one path and one fill for each colour, stripes
 * over folded frames, and text where it fits. Finds the frame at a place, and writes pictures. */
#include "config.h"

#include "paint/dwell-flame-painter.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/statistics/dwell-share.h"
#include "core/dwell-text.h"
#include "paint/dwell-colour.h"
#include "paint/dwell-flame-private.h"
#include "paint/dwell-timeline-painter.h"

#define LEGEND_HEIGHT 24 /* below the headline of a picture of two recordings */

/* Heights of pictures in files, px: PNG is limited by memory, PDF and SVG by the format. */
#define MIN_PICTURE_HEIGHT 64
#define MAX_PNG_HEIGHT     20000
#define MAX_PDF_HEIGHT     14400
#define MAX_SVG_HEIGHT     1048576

/* Frames at least this wide, px, leave a gap of a pixel before their right neighbour. */
#define GAP_MIN_WIDTH 3

#define STRIPE        5
#define STRIPE_SHARE  0.42

/**
 * dwell_flame_scene_get_y:
 * @self: a scene
 * @depth: of a row, 0 for the root
 *
 * Returns: the top of the row, px; it may be out of view
 */
double
dwell_flame_scene_get_y (const DwellFlameScene *self,
                         guint32                depth)
{
  double y = depth * (double) DWELL_FLAME_PITCH - self->scroll_y;

  return self->grows_up ? self->height - DWELL_FLAME_ROW_HEIGHT - y : y;
}

/* Returns the frames in view (DwellFrame). */
static GArray *
lay_out (const DwellFlameScene *self)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (DwellFrame));
  double first = floor (MAX (self->scroll_y, 0) / DWELL_FLAME_PITCH);
  double end = ceil ((self->scroll_y + self->height) / DWELL_FLAME_PITCH);

  if (end > first)
    dwell_flame_layout (self->flame, self->x0, self->x1, self->width, (guint32) first,
                        (guint32) MIN (end, G_MAXINT32), self->before, frames);
  return frames;
}

/**
 * dwell_flame_scene_pick:
 * @self: a scene
 * @x: px
 * @y: px
 * @frame: (out caller-allocates): the frame that is drawn at (@x, @y)
 *
 * Returns: %TRUE if there is a frame; otherwise @frame is unchanged
 */
gboolean
dwell_flame_scene_pick (const DwellFlameScene *self,
                        double                 x,
                        double                 y,
                        DwellFrame            *frame)
{
  g_autoptr(GArray) frames = NULL;
  double from_root = (self->grows_up ? self->height - y : y) + self->scroll_y;
  double depth = floor (from_root / DWELL_FLAME_PITCH);

  if (depth < 0 || depth >= dwell_flame_get_depth (self->flame))
    return FALSE;

  frames = lay_out (self);
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *f = &g_array_index (frames, DwellFrame, i);

      if (f->depth == (guint32) depth && x >= f->x0 && x < MAX (f->x1, f->x0 + 1))
        {
          *frame = *f;
          return TRUE;
        }
    }

  return FALSE;
}

static gboolean
is_match (const DwellFlameScene *self,
          const DwellFrame      *frame)
{
  return self->before == NULL || frame->n_matched > 0;
}

static guint32
get_caller (gpointer  user_data,
            guint32   node,
            guint32  *area,
            guint    *colour)
{
  const DwellTree *tree = user_data;

  *area = tree->areas[node];
  *colour = *area != DWELL_NONE
            ? dwell_palette_colour_of (dwell_trace_get_area_name (tree->trace, *area)) : 0;
  return tree->parents[node];
}

/* Returns the colour of the node, and the colour of text on it; a context has the colour of the
 * band. */
static const DwellColour *
get_colour (const DwellFlameScene *self,
            guint32                node,
            const DwellColour    **text)
{
  const DwellTree *tree = dwell_flame_get_tree (self->flame);
  guint colour;

  *text = &self->palette->text;
  if (tree->areas[node] == DWELL_NONE)
    return &self->palette->band;

  colour = dwell_palette_colour_of_call (node, get_caller, (gpointer) tree);
  *text = &self->palette->bar_texts[colour];
  return &self->palette->bars[colour];
}

/* Returns how much of the frame's colour covers the background, 0…1. */
double
_dwell_flame_scene_get_share (const DwellFlameScene *self,
                              const DwellFrame      *frame)
{
  const DwellFlameShape *shape = dwell_flame_get_shape (self->flame);

  if (!is_match (self, frame))
    return DWELL_DIM_SHARE;

  /* Callers of the node that is zoomed to are paler. */
  if (self->zoomed != DWELL_NONE && self->before == NULL &&
      frame->depth < shape->depths[self->zoomed])
    return DWELL_ABOVE_SHARE;

  return 1;
}

/* Computes the visible part of a frame. */
void
_dwell_flame_scene_get_rect (const DwellFlameScene *self,
                             const DwellFrame      *frame,
                             DwellFlameRect        *rect)
{
  double x0 = CLAMP (floor (frame->x0 + 0.5), 0, self->width - 1);
  double x1 = MIN (floor (frame->x1 + 0.5), self->width);

  if (frame->n_folded == 0 && x1 - x0 >= GAP_MIN_WIDTH && x1 < self->width)
    x1 -= 1;

  rect->x = x0;
  rect->width = MAX (x1 - x0, 1);
  rect->y = floor (dwell_flame_scene_get_y (self, frame->depth) + 0.5);
}

static int
compare_rects (gconstpointer a,
               gconstpointer b)
{
  guint32 left = ((const DwellFlameRect *) a)->colour;
  guint32 right = ((const DwellFlameRect *) b)->colour;

  return left < right ? -1 : left > right;
}

static void
fill_frames (const DwellFlameScene *self,
             cairo_t               *cr,
             const GArray          *frames)
{
  g_autoptr(GArray) rects = g_array_sized_new (FALSE, FALSE, sizeof (DwellFlameRect), frames->len);

  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      const DwellColour *text;
      DwellColour colour = dwell_colour_mix (&self->palette->background,
                                             get_colour (self, frame->node, &text),
                                             _dwell_flame_scene_get_share (self, frame));
      DwellFlameRect rect;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      rect.colour = (guint32) (colour.red * 255 + 0.5) << 16 |
                    (guint32) (colour.green * 255 + 0.5) << 8 | (guint32) (colour.blue * 255 + 0.5);
      g_array_append_val (rects, rect);
    }

  g_array_sort (rects, compare_rects);
  for (guint i = 0; i < rects->len; i++)
    {
      const DwellFlameRect *rect = &g_array_index (rects, DwellFlameRect, i);

      cairo_rectangle (cr, rect->x, rect->y, rect->width, DWELL_FLAME_ROW_HEIGHT);
      if (i + 1 == rects->len || rect[1].colour != rect->colour)
        {
          cairo_set_source_rgb (cr, (rect->colour >> 16 & 0xff) / 255.0,
                                (rect->colour >> 8 & 0xff) / 255.0, (rect->colour & 0xff) / 255.0);
          cairo_fill (cr);
        }
    }
}

/* Draws diagonal lines over folded frames. */
static void
stripe_folded (const DwellFlameScene *self,
               cairo_t               *cr,
               const GArray          *frames)
{
  gboolean has_folded = FALSE;

  cairo_save (cr);
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      DwellFlameRect rect;

      if (frame->n_folded == 0)
        continue;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      cairo_rectangle (cr, rect.x, rect.y, rect.width, DWELL_FLAME_ROW_HEIGHT);
      has_folded = TRUE;
    }
  cairo_clip (cr);

  for (guint i = 0; i < frames->len && has_folded; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      DwellFlameRect rect;

      if (frame->n_folded == 0)
        continue;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      for (double x = floor (rect.x / STRIPE) * STRIPE;
           x < rect.x + rect.width + DWELL_FLAME_ROW_HEIGHT;
           x += STRIPE)
        {
          cairo_move_to (cr, x, rect.y);
          cairo_line_to (cr, x - DWELL_FLAME_ROW_HEIGHT, rect.y + DWELL_FLAME_ROW_HEIGHT);
        }
    }

  dwell_set_colour_alpha (cr, &self->palette->background,
                          self->palette->is_high_contrast ? 0.7 : STRIPE_SHARE);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_label (const DwellLabel *label,
            cairo_t          *cr,
            const DwellFlameRect       *rect,
            double            x)
{
  dwell_label_draw (label, cr, rect->x + DWELL_FLAME_PADDING + x,
                    rect->y + floor ((DWELL_FLAME_ROW_HEIGHT - label->height) / 2.0));
}

/* Draws the share of a frame after its name, if there is room for both. */
static void
draw_label_of_share (const DwellFlameScene *self,
                     cairo_t               *cr,
                     DwellLabels           *labels,
                     guint32                node,
                     const DwellFlameRect            *rect,
                     int                    name_width)
{
  const DwellTree *tree = dwell_flame_get_tree (self->flame);
  double share = dwell_share ((double) tree->totals[node], dwell_tree_get_whole (tree, DWELL_NONE));
  g_autofree char *percent = dwell_text_percent (share);
  const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_BAR, percent, -1);

  if (*percent != '\0' && name_width + DWELL_FLAME_SHARE_GAP + label->width <=
                             rect->width - 2 * DWELL_FLAME_PADDING)
    draw_label (label, cr, rect, name_width + DWELL_FLAME_SHARE_GAP);
}

static void
draw_labels (const DwellFlameScene *self,
             cairo_t               *cr,
             DwellLabels           *labels,
             const GArray          *frames)
{
  const DwellTree *tree = dwell_flame_get_tree (self->flame);

  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      const DwellLabel *label;
      const DwellColour *text;
      DwellFlameRect rect;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      if (frame->n_folded > 0 || rect.width < 2 * DWELL_FLAME_PADDING + 6)
        continue;

      if (tree->areas[frame->node] != DWELL_NONE)
        label = dwell_labels_get_for_area (labels, tree->trace, tree->areas[frame->node],
                                           (int) rect.width - 2 * DWELL_FLAME_PADDING);
      else
        label = dwell_labels_get (labels, DWELL_FONT_BAR, dwell_tree_get_name (tree, frame->node),
                                  (int) rect.width - 2 * DWELL_FLAME_PADDING);
      if (label == NULL)
        continue;

      get_colour (self, frame->node, &text);
      if (_dwell_flame_scene_get_share (self, frame) < 1)
        text = &self->palette->text;
      dwell_set_colour_alpha (cr, text, is_match (self, frame) ? 1 : DWELL_DIM_TEXT_SHARE);
      draw_label (label, cr, &rect, 0);
      draw_label_of_share (self, cr, labels, frame->node, &rect, label->width);
    }
}

static void
outline (const DwellFlameScene *self,
         cairo_t               *cr,
         const GArray          *frames,
         guint32                node,
         const DwellColour     *colour,
         double                 thickness)
{
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);
      DwellFlameRect rect;

      if (frame->node != node)
        continue;

      _dwell_flame_scene_get_rect (self, frame, &rect);
      cairo_rectangle (cr, rect.x + thickness / 2, rect.y + thickness / 2,
                       MAX (rect.width - thickness, 1), DWELL_FLAME_ROW_HEIGHT - thickness);
      dwell_set_colour (cr, colour);
      cairo_set_line_width (cr, thickness);
      cairo_stroke (cr);
      return;
    }
}

/**
 * dwell_flame_scene_draw:
 * @self: a scene
 * @cr: a cairo context
 * @labels: the cache of its texts
 *
 * Draws the scene at (0, 0), its background too.
 */
void
dwell_flame_scene_draw (const DwellFlameScene *self,
                        cairo_t               *cr,
                        DwellLabels           *labels)
{
  g_autoptr(GArray) frames = lay_out (self);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_clip (cr);
  dwell_set_colour (cr, &self->palette->background);
  cairo_paint (cr);

  if (self->difference != NULL)
    {
      _dwell_flame_fill_differences (self, cr, frames);
      stripe_folded (self, cr, frames);
      _dwell_flame_label_differences (self, cr, labels, frames);
    }
  else
    {
      fill_frames (self, cr, frames);
      stripe_folded (self, cr, frames);
      draw_labels (self, cr, labels, frames);
    }
  if (self->palette->is_high_contrast)
    for (guint i = 0; i < frames->len; i++)
      outline (self, cr, frames, g_array_index (frames, DwellFrame, i).node, &self->palette->line,
               1);
  if (self->hover != DWELL_NONE)
    outline (self, cr, frames, self->hover, &self->palette->text, 1);
  if (self->focus != DWELL_NONE)
    outline (self, cr, frames, self->focus, &self->palette->accent, 2);
  cairo_restore (cr);
}

typedef struct {
  const DwellFlameScene *scene;
  const char            *title;
} Picture;

/* Returns the height of what is above the graph in a picture, px. */
static double
get_top (const DwellFlameScene *scene,
         gboolean               has_title)
{
  return (has_title ? DWELL_PICTURE_TITLE_HEIGHT : 0) +
         (scene->difference != NULL ? LEGEND_HEIGHT : 0);
}

/* Returns the title and, if the picture does not show all levels, which ones it shows. */
static char *
make_headline (const Picture *self,
               int            height)
{
  guint first;
  guint last;

  if (dwell_flame_get_picture_levels (self->scene, TRUE, height, &first, &last))
    {
      g_autofree char *from = dwell_text_count (first);
      g_autofree char *to = dwell_text_count (last);
      g_autofree char *of = dwell_text_count (dwell_flame_get_depth (self->scene->flame));

      /* Translators: headline of a picture of a flame graph: what of, and which of its levels */
      return g_strdup_printf (_("%s · levels %s to %s of %s"), self->title, from, to, of);
    }

  return g_strdup (self->title);
}

static void
draw_picture (cairo_t  *cr,
              int       width,
              int       height,
              gpointer  user_data)
{
  const Picture *picture = user_data;
  DwellFlameScene scene = *picture->scene;
  PangoContext *context = dwell_picture_make_context (cr);
  DwellLabels *labels = dwell_labels_new (context);
  double top = get_top (&scene, picture->title != NULL);
  double above = top - get_top (&scene, FALSE); /* of the legend */

  dwell_set_colour (cr, &scene.palette->band);
  cairo_paint (cr);
  if (picture->title != NULL)
    {
      g_autofree char *headline = make_headline (picture, height);
      const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_TITLE, headline,
                                                  MAX (width - 24, 10));

      dwell_set_colour (cr, &scene.palette->text);
      dwell_label_draw (label, cr, 12, floor ((above - label->height) / 2));
    }
  if (scene.difference != NULL)
    dwell_flame_draw_legend (cr, labels, scene.palette, 12, above, width - 24);

  cairo_translate (cr, 0, top);
  scene.width = width;
  scene.height = MAX (height - top, 1);
  dwell_flame_scene_draw (&scene, cr, labels);
  dwell_labels_free (labels);
  g_object_unref (context);
}

/**
 * dwell_flame_get_picture_height:
 * @scene: a scene
 * @has_title: whether a headline is above the graph
 * @type: of the picture
 *
 * Returns: the height, px, of a picture that shows all rows from the scroll position on, or as many
 * as a picture of that type can hold
 */
int
dwell_flame_get_picture_height (const DwellFlameScene *scene,
                                gboolean               has_title,
                                DwellPictureType       type)
{
  double height = dwell_flame_get_depth (scene->flame) * (double) DWELL_FLAME_PITCH -
                  scene->scroll_y + get_top (scene, has_title);
  int most = type == DWELL_PICTURE_SVG ? MAX_SVG_HEIGHT
             : type == DWELL_PICTURE_PDF ? MAX_PDF_HEIGHT : MAX_PNG_HEIGHT;

  return (int) CLAMP (height, MIN_PICTURE_HEIGHT, most);
}

/**
 * dwell_flame_get_picture_levels:
 * @scene: a scene
 * @has_title: whether a headline is above the graph
 * @height: of the picture, px
 * @first: (out): the first level in the picture, from 1
 * @last: (out): the last one
 *
 * Computes which levels a picture of that height shows. Half a level counts as one.
 *
 * Returns: %TRUE if the graph has other levels, too
 */
gboolean
dwell_flame_get_picture_levels (const DwellFlameScene *scene,
                                gboolean               has_title,
                                int                    height,
                                guint                 *first,
                                guint                 *last)
{
  guint depth = dwell_flame_get_depth (scene->flame);
  double end = scene->scroll_y + height - get_top (scene, has_title);

  *first = (guint) (scene->scroll_y / DWELL_FLAME_PITCH + 0.5) + 1;
  *last = (guint) CLAMP (end / DWELL_FLAME_PITCH + 0.5, 0, depth);
  return *first > 1 || *last < depth;
}

/**
 * dwell_flame_write_picture:
 * @stream: where to
 * @type: of the picture
 * @width: px
 * @height: px
 * @scene: the scene; its width and height are fitted to the picture
 * @title: (nullable): a headline
 * @cancellable: (nullable): stops the writing
 * @error: set if it could not be written, or the size is more than a picture can have
 *
 * Writes a picture of a flame graph.
 *
 * Returns: whether all of it was written
 */
gboolean
dwell_flame_write_picture (GOutputStream          *stream,
                           DwellPictureType        type,
                           int                     width,
                           int                     height,
                           const DwellFlameScene  *scene,
                           const char             *title,
                           GCancellable           *cancellable,
                           GError                **error)
{
  Picture picture = { scene, title };

  return dwell_picture_write (stream, type, width, height, draw_picture, &picture,
                              cancellable, error);
}
