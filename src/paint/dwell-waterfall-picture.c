/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of a waterfall: a row for each step, with its name before the bar and its figures after
 * it. */
#include "config.h"

#include "paint/dwell-waterfall-picture.h"

#include <math.h>

#include "paint/dwell-colour.h"
#include "paint/dwell-labels.h"
#include "paint/dwell-timeline-painter.h"

#define ROW_HEIGHT 28 /* px */
#define MARGIN     12
#define GAP        16
#define MAX_NAMES  0.4 /* of the width */
#define MAX_NOTES  0.2

/* The places of the columns, px. */
typedef struct {
  int names;
  int values;
  int notes;
  int bars;
} Columns;

static int
get_width (DwellLabels *labels,
           const char  *text,
           int          most)
{
  return dwell_labels_get (labels, DWELL_FONT_RULER, text, most)->width;
}

static Columns
measure (const DwellWaterfallPicture *self,
         DwellLabels                 *labels,
         int                          width)
{
  Columns columns = { 0 };

  for (guint i = 0; i < self->waterfall->n_steps; i++)
    {
      const DwellWaterfallText *text = &g_array_index (self->texts, DwellWaterfallText, i);

      columns.names = MAX (columns.names, get_width (labels, text->name,
                                                     (int) (MAX_NAMES * width)));
      columns.values = MAX (columns.values, get_width (labels, text->value,
                                                       (int) (MAX_NOTES * width)));
      columns.notes = MAX (columns.notes, get_width (labels, text->note,
                                                     (int) (MAX_NOTES * width)));
    }

  columns.bars = MAX (width - 2 * MARGIN - 3 * GAP - columns.names - columns.values -
                      columns.notes, 1);
  return columns;
}

static void
draw_text (DwellLabels *labels,
           cairo_t     *cr,
           const char  *text,
           double       x,
           int          room,
           gboolean     is_at_end)
{
  const DwellLabel *label = dwell_labels_get (labels, DWELL_FONT_RULER, text, MAX (room, 1));

  dwell_label_draw (label, cr, is_at_end ? x + room - label->width : x,
                    floor ((ROW_HEIGHT - label->height) / 2.0));
}

/* Draws a step at (0, 0). */
static void
draw_step (const DwellWaterfallPicture *self,
           const Columns               *columns,
           guint                        step,
           DwellLabels                 *labels,
           cairo_t                     *cr)
{
  const DwellWaterfallText *text = &g_array_index (self->texts, DwellWaterfallText, step);
  double x = MARGIN + columns->names + GAP;

  dwell_set_colour (cr, &self->palette->text);
  draw_text (labels, cr, text->name, MARGIN, columns->names, FALSE);
  draw_text (labels, cr, text->value, x + columns->bars + GAP, columns->values, TRUE);
  draw_text (labels, cr, text->note, x + columns->bars + columns->values + 2 * GAP,
             columns->notes, FALSE);
  cairo_save (cr);
  cairo_translate (cr, x, 0);
  dwell_waterfall_draw_step (self->waterfall, step, cr, self->palette, columns->bars, ROW_HEIGHT);
  cairo_restore (cr);
}

static void
draw (cairo_t  *cr,
      int       width,
      int       height,
      gpointer  user_data)
{
  const DwellWaterfallPicture *self = user_data;
  PangoContext *context = dwell_picture_make_context (cr);
  DwellLabels *labels = dwell_labels_new (context);
  const DwellLabel *title = dwell_labels_get (labels, DWELL_FONT_TITLE, self->title,
                                              MAX (width - 2 * MARGIN, 1));
  Columns columns;

  dwell_set_colour (cr, &self->palette->background);
  cairo_paint (cr);
  dwell_set_colour (cr, &self->palette->text);
  dwell_label_draw (title, cr, MARGIN, floor ((DWELL_PICTURE_TITLE_HEIGHT - title->height) / 2.0));
  cairo_translate (cr, 0, DWELL_PICTURE_TITLE_HEIGHT);

  columns = measure (self, labels, width);
  for (guint i = 0; i < self->waterfall->n_steps; i++)
    {
      draw_step (self, &columns, i, labels, cr);
      cairo_translate (cr, 0, ROW_HEIGHT);
    }

  if (self->cut != NULL)
    {
      dwell_set_colour (cr, &self->palette->dim_text);
      draw_text (labels, cr, self->cut, MARGIN, width - 2 * MARGIN, FALSE);
    }
  dwell_labels_free (labels);
  g_object_unref (context);
}

/**
 * dwell_waterfall_picture_get_height:
 * @self: what the picture shows
 *
 * Returns: the height that it needs, px
 */
int
dwell_waterfall_picture_get_height (const DwellWaterfallPicture *self)
{
  return DWELL_PICTURE_TITLE_HEIGHT + MARGIN +
         ROW_HEIGHT * ((int) self->waterfall->n_steps + (self->cut != NULL ? 1 : 0));
}

/**
 * dwell_waterfall_picture_write:
 * @self: what the picture shows
 * @stream: where to
 * @type: of the picture
 * @width: px
 * @height: px
 * @cancellable: (nullable): stops the writing
 * @error: set if it could not be written
 *
 * Writes a picture of a waterfall.
 *
 * Returns: whether all of it was written
 */
gboolean
dwell_waterfall_picture_write (const DwellWaterfallPicture  *self,
                               GOutputStream                *stream,
                               DwellPictureType              type,
                               int                           width,
                               int                           height,
                               GCancellable                 *cancellable,
                               GError                      **error)
{
  return dwell_picture_write (stream, type, width, height, draw, (gpointer) self, cancellable,
                              error);
}
