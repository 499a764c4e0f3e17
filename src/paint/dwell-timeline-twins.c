/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws two timelines, each half as the picture of one. They share the height in proportion to what
 * their lanes need. */
#include "config.h"

#include "paint/dwell-timeline-twins.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "paint/dwell-drift-painter.h"

#define GUTTER       200 /* px */
#define DRIFT_HEIGHT 56
#define MIN_HALF     96
#define MAX_HEIGHT   20000

/**
 * dwell_timeline_twins_set_ranges:
 * @self: two timelines with their times
 * @base: the range of the base
 * @new: the range of the new recording
 *
 * Sets the scales so that each shows both ranges.
 */
void
dwell_timeline_twins_set_ranges (DwellTimelineTwins      *self,
                                 const DwellAnchoredSide *base,
                                 const DwellAnchoredSide *new)
{
  DwellScale *of_base = &self->base.scale;
  DwellScale *of_new = &self->new.scale;

  of_base->begin = MIN (base->begin, dwell_aligned_times_map (self->times, new->begin, TRUE));
  of_base->end = MAX (base->end, dwell_aligned_times_map (self->times, new->end, TRUE));
  of_base->end = MAX (of_base->end, of_base->begin + 1);
  of_new->begin = dwell_aligned_times_map (self->times, of_base->begin, FALSE);
  of_new->end = MAX (dwell_aligned_times_map (self->times, of_base->end, FALSE),
                     of_new->begin + 1);
}

static double
get_half (const DwellTimelineScene *scene)
{
  double height = DWELL_PICTURE_TITLE_HEIGHT + DWELL_RULER_HEIGHT;

  if (scene->lanes->len > 0)
    {
      const DwellLane *last = &g_array_index (scene->lanes, DwellLane, scene->lanes->len - 1);

      height += last->y + last->height;
    }

  return MAX (height, MIN_HALF);
}

static double
get_drift_height (const DwellTimelineTwins *self)
{
  return self->times->anchors != NULL && self->times->anchors->n_anchors > 0 ? DRIFT_HEIGHT : 0;
}

/**
 * dwell_timeline_twins_get_height:
 * @self: two timelines
 *
 * Returns: the height at which all lanes of both fit, px, limited to the greatest height of a
 *   picture
 */
int
dwell_timeline_twins_get_height (const DwellTimelineTwins *self)
{
  double height = get_half (&self->base) + get_drift_height (self) + get_half (&self->new);

  return (int) MIN (height, MAX_HEIGHT);
}

static void
draw_half (cairo_t                  *cr,
           double                    y,
           int                       width,
           int                       height,
           const DwellTimelineScene *scene,
           const char               *title)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0, y, width, height);
  cairo_clip (cr);
  cairo_translate (cr, 0, y);
  dwell_timeline_draw_picture (cr, width, height, scene, title);
  cairo_restore (cr);
}

/* Draws the total loss of time beside the curve. */
static void
draw_drift_text (const DwellTimelineTwins *self,
                 cairo_t                  *cr,
                 double                    height)
{
  const DwellColour *colour = &self->base.palette->dim_text;
  g_autofree char *time = dwell_text_duration (self->times->anchors->drift);
  /* Translators: beside a curve in a picture: a time */
  g_autofree char *text = g_strdup_printf (_("Drift at the end: %s"), time);
  PangoContext *context = dwell_picture_make_context (cr);
  PangoLayout *layout = pango_layout_new (context);
  int text_height;

  pango_layout_set_text (layout, text, -1);
  pango_layout_set_width (layout, (int) MAX (self->base.gutter - 24, 1) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  cairo_set_source_rgb (cr, colour->red, colour->green, colour->blue);
  cairo_move_to (cr, 12, floor ((height - text_height) / 2));
  pango_cairo_show_layout (cr, layout);
  g_object_unref (layout);
  g_object_unref (context);
}

/* Draws the drift over the time of the base, with its scale. */
static void
draw_drift (const DwellTimelineTwins *self,
            cairo_t                  *cr,
            double                    y,
            int                       width,
            double                    height)
{
  const DwellColour *ground = &self->base.palette->background;
  DwellDriftDrawing drawing = {
    .anchors = self->times->anchors, .is_of_base = TRUE, .scale = self->base.scale,
    .height = height, .palette = self->base.palette,
  };

  drawing.scale.width = MAX (width - self->base.gutter, 1);
  cairo_save (cr);
  cairo_set_source_rgb (cr, ground->red, ground->green, ground->blue);
  cairo_rectangle (cr, 0, y, width, height);
  cairo_fill (cr);
  cairo_translate (cr, 0, y);
  draw_drift_text (self, cr, height);
  cairo_translate (cr, self->base.gutter, 0);
  dwell_drift_draw (&drawing, cr);
  cairo_restore (cr);
}

static void
draw (cairo_t  *cr,
      int       width,
      int       height,
      gpointer  user_data)
{
  DwellTimelineTwins twins = *(const DwellTimelineTwins *) user_data;
  double drift = get_drift_height (&twins);
  double of_base = get_half (&twins.base);
  double of_new = get_half (&twins.new);
  int above = (int) ((height - drift) * of_base / (of_base + of_new));
  int below = MAX (height - (int) drift - above, 1);

  twins.base.gutter = twins.new.gutter = MIN (GUTTER, width / 4);
  draw_half (cr, 0, width, MAX (above, 1), &twins.base, twins.base_title);
  if (drift > 0)
    draw_drift (&twins, cr, above, width, drift);
  draw_half (cr, above + drift, width, below, &twins.new, twins.new_title);
}

/**
 * dwell_timeline_twins_write:
 * @self: two timelines, whose ranges are set
 * @stream: where to
 * @type: of the picture
 * @width: px
 * @height: px
 * @cancellable: (nullable): stops the writing
 * @error: set if it could not be written, or the size is more than a picture can have
 *
 * Writes a picture of both. The last line of each says how many tracks do not fit.
 *
 * Returns: whether all of it was written
 */
gboolean
dwell_timeline_twins_write (const DwellTimelineTwins  *self,
                            GOutputStream             *stream,
                            DwellPictureType           type,
                            int                        width,
                            int                        height,
                            GCancellable              *cancellable,
                            GError                   **error)
{
  return dwell_picture_write (stream, type, width, height, draw, (gpointer) self, cancellable,
                              error);
}
