/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a timeline in files: title, ruler, gutter and lanes. What does not fit below is told
 * in the last line rather than cut off in silence. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "paint/dwell-timeline-private.h"

#define USUAL_GUTTER 200
#define MORE_HEIGHT  24

/* How many tracks begin at or below @height. */
static guint
count_tracks_below (const GArray *lanes,
                    double        height)
{
  guint n = 0;

  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);

      if (lane->y + DWELL_LANE_HEADER_HEIGHT > height)
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
 * @cr: where to draw, from (0, 0)
 * @width: px
 * @height: px
 * @original: what; gutter, the scale's width and the height are fitted to the picture
 * @title: (nullable): a headline
 *
 * Draws a picture of the timeline: headline, ruler, names and as many lanes as fit.
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
 * @path: the file to write
 * @type: in which format
 * @width: px
 * @height: px
 * @scene: what; gutter, the scale's width and the height are fitted to the picture
 * @title: (nullable): a headline
 * @error: set if the file could not be written, or is too large for a picture
 *
 * Writes a picture of the timeline: headline, ruler, names and as many lanes as fit. The file is
 * replaced only once the picture is whole.
 *
 * Returns: whether it was written
 */
gboolean
dwell_timeline_write_picture (const char                *path,
                              DwellPictureType           type,
                              int                        width,
                              int                        height,
                              const DwellTimelineScene  *scene,
                              const char                *title,
                              GError                   **error)
{
  Picture picture = { scene, title };

  return dwell_picture_write (path, type, width, height, draw, &picture, NULL, error);
}
