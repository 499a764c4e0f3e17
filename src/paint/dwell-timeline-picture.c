/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws pictures of a timeline for files: headline, ruler, gutter and lanes. If lanes do not fit,
 * the last line says how many tracks are missing. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

#define USUAL_GUTTER 200
#define MORE_HEIGHT  24

/* Returns how many tracks have a header that does not fit above @height. */
static guint
count_tracks_below (const GArray *lanes,
                    double        height)
{
  guint n = 0;

  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      /* The tracks of a group that is not folded have lanes of their own. */
      if (lane->y + DWELL_LANE_HEADER_HEIGHT > height &&
          (lane->kind != DWELL_LANE_GROUP || lane->is_folded))
        n += lane->n_tracks;
    }

  return n;
}

static void
draw_line (DwellTimelinePainter *painter,
           cairo_t              *cr,
           DwellFont             font,
           const char           *text,
           const DwellColour    *colour,
           int                   width,
           double                y,
           double                height)
{
  const DwellLabel *label = dwell_labels_get (painter->labels, font, text, MAX (width - 24, 10));

  dwell_set_colour (cr, colour);
  dwell_label_draw (label, cr, 12, y + floor ((height - label->height) / 2));
}

static DwellTimelinePainter *
make_painter (cairo_t *cr)
{
  PangoContext *context = dwell_picture_make_context (cr);
  DwellTimelinePainter *painter = dwell_timeline_painter_new (context);

  g_object_unref (context);
  return painter;
}

/**
 * dwell_timeline_draw_picture:
 * @cr: a cairo context
 * @width: px
 * @height: px
 * @original: the scene; its scale's width and its height are fitted to the picture, and so is a
 * gutter of 0
 * @title: (nullable): a headline
 *
 * Draws a picture of the timeline at (0, 0): headline, ruler, names, and as many lanes as fit.
 */
void
dwell_timeline_draw_picture (cairo_t                  *cr,
                             int                       width,
                             int                       height,
                             const DwellTimelineScene *original,
                             const char               *title)
{
  DwellTimelinePainter *painter = make_painter (cr);
  DwellTimelineScene scene = *original;
  double top = title != NULL ? DWELL_PICTURE_TITLE_HEIGHT : 0;
  guint n_more;

  if (scene.gutter <= 0)
    scene.gutter = MIN (USUAL_GUTTER, width / 4);

  scene.scale.width = MAX (width - scene.gutter, 1);
  scene.height = MAX (height - top - DWELL_RULER_HEIGHT, 0);
  n_more = count_tracks_below (scene.lanes, scene.height + scene.scroll_y);

  if (n_more > 0 && scene.height > MORE_HEIGHT)
    {
      scene.height -= MORE_HEIGHT;
      n_more = count_tracks_below (scene.lanes, scene.height + scene.scroll_y);
    }

  dwell_set_colour (cr, &scene.palette->band);
  cairo_paint (cr);

  if (title != NULL)
    draw_line (painter, cr, DWELL_FONT_TITLE, title, &scene.palette->text, width, 0, top);

  cairo_translate (cr, 0, top);
  dwell_timeline_painter_draw_ruler (painter, cr, &scene);
  cairo_translate (cr, 0, DWELL_RULER_HEIGHT);
  dwell_timeline_painter_draw_lanes (painter, cr, &scene);

  if (n_more > 0)
    {
      g_autofree char *count = dwell_text_count (n_more);
      g_autofree char *text = g_strdup_printf (ngettext ("%s more track below",
                                                         "%s more tracks below", n_more), count);

      draw_line (painter, cr, DWELL_FONT_BAR, text, &scene.palette->dim_text, width, scene.height,
                 MORE_HEIGHT);
    }

  dwell_timeline_painter_free (painter);
}

typedef struct {
  const DwellTimelineScene *scene;
  const char               *title;
} Picture;

static void
draw (cairo_t  *cr,
      int       width,
      int       height,
      gpointer  user_data)
{
  const Picture *picture = user_data;

  dwell_timeline_draw_picture (cr, width, height, picture->scene, picture->title);
}

/**
 * dwell_timeline_write_picture:
 * @stream: where to
 * @type: of the picture
 * @width: px
 * @height: px
 * @scene: the scene; its scale's width and its height are fitted to the picture, and so is a gutter
 * of 0
 * @title: (nullable): a headline
 * @error: set if it could not be written, or the size is more than a picture can have
 *
 * Writes a picture of the timeline as dwell_timeline_draw_picture() draws it.
 *
 * Returns: whether all of it was written
 */
gboolean
dwell_timeline_write_picture (GOutputStream             *stream,
                              DwellPictureType           type,
                              int                        width,
                              int                        height,
                              const DwellTimelineScene  *scene,
                              const char                *title,
                              GError                   **error)
{
  Picture picture = { scene, title };

  return dwell_picture_write (stream, type, width, height, draw, &picture, NULL, error);
}
