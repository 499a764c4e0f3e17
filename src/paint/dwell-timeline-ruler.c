/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the ruler: ticks, their labels, the selection, where limits are broken, the cursor's time
 * and the flags of markers. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"

#define TICK_HEIGHT    9
#define MINOR_HEIGHT   4
#define FOUND_HEIGHT   6
#define LABEL_GAP      4

/* Draws the full time that the labels count from. Returns where it ends, px. */
static double
draw_anchor (const DwellDrawing *self,
             const DwellTicks   *ticks)
{
  g_autofree char *text = dwell_axis_time (self->scene->trace, ticks->anchor,
                                           ticks->anchor_step);
  const DwellLabel *label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER, text, -1);

  dwell_set_colour (self->cr, &self->scene->palette->text);
  dwell_label_draw (label, self->cr, LABEL_GAP, 2);

  return LABEL_GAP + label->width + 3 * LABEL_GAP;
}

/* A part of the ruler that has words instead of labels, px. */
typedef struct {
  double begin;
  double end;
} Words;

/* Dims the ruler from @begin to @end, ns, and writes there that nothing was recorded, if there is
 * room. */
static Words
draw_unrecorded (const DwellDrawing *self,
                 gint64              begin,
                 gint64              end)
{
  const DwellScale *scale = &self->scene->scale;
  double x0 = CLAMP (dwell_scale_to_x (scale, begin), 0, scale->width);
  double x1 = CLAMP (dwell_scale_to_x (scale, end), 0, scale->width);
  Words words = { 0, 0 };
  const DwellLabel *label;

  if (begin >= end || x1 - x0 < 1)
    return words;

  dwell_set_colour_alpha (self->cr, &self->scene->palette->dim_text, 0.15);
  cairo_rectangle (self->cr, x0, 0, x1 - x0, DWELL_RULER_HEIGHT - 1);
  cairo_fill (self->cr);

  label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER, _("Nothing recorded"), -1);
  if (x1 - x0 < label->width + 4 * LABEL_GAP)
    return words;

  words.begin = (x0 + x1 - label->width) / 2 - 2 * LABEL_GAP;
  words.end = words.begin + label->width + 4 * LABEL_GAP;
  dwell_set_colour (self->cr, &self->scene->palette->text);
  dwell_label_draw (label, self->cr, words.begin + 2 * LABEL_GAP, 2);
  return words;
}

static gboolean
is_free (const Words *words,
         double       begin,
         double       end)
{
  return end <= words->begin || begin >= words->end;
}

static void
draw_tick_labels (const DwellDrawing *self,
                  const DwellTicks   *ticks,
                  const Words        *before,
                  const Words        *after)
{
  const DwellScale *scale = &self->scene->scale;
  gboolean is_relative = ticks->anchor_step > 0;
  double free_from = is_relative ? draw_anchor (self, ticks) : 0;
  double cursor_begin = G_MAXDOUBLE;
  double cursor_end = -G_MAXDOUBLE;
  gint64 time = dwell_scale_first_tick (scale, ticks->step);

  _dwell_drawing_find_ruler_cursor (self, &cursor_begin, &cursor_end);
  dwell_set_colour (self->cr, &self->scene->palette->dim_text);

  for (;;)
    {
      double x = dwell_drawing_snap_x (self, dwell_scale_to_x (scale, time));
      g_autofree char *text = NULL;
      g_autofree char *offset = NULL;
      const DwellLabel *label;

      if (x > scale->width)
        break;

      text = dwell_axis_tick (self->scene->trace,
                              (gint64) ((guint64) time - (guint64) ticks->anchor), ticks->step,
                              ticks->largest);
      if (is_relative)
        offset = g_strconcat ("+", text, NULL);

      label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER,
                                is_relative ? offset : text, -1);

      /* A label that is cut off, or partly covered by the cursor's time, would show another
       * time. */
      if (x + LABEL_GAP >= free_from && x + LABEL_GAP + label->width <= scale->width &&
          (x + LABEL_GAP + label->width < cursor_begin || x + LABEL_GAP > cursor_end) &&
          is_free (before, x + LABEL_GAP, x + LABEL_GAP + label->width) &&
          is_free (after, x + LABEL_GAP, x + LABEL_GAP + label->width))
        {
          dwell_label_draw (label, self->cr, x + LABEL_GAP, 2);
          free_from = x + LABEL_GAP + label->width;
        }

      if (time > G_MAXINT64 - ticks->step)
        break;

      time += ticks->step;
    }
}

static void
draw_ruler_selection (const DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  double width = scene->scale.width;
  double x0 = dwell_scale_to_x (&scene->scale, scene->selection_begin);
  double x1 = dwell_scale_to_x (&scene->scale, scene->selection_end);

  if (!scene->has_selection || x1 < 0 || x0 > width)
    return;

  x0 = dwell_drawing_snap_x (self, CLAMP (x0, -2, width + 2));
  x1 = dwell_drawing_snap_x (self, CLAMP (x1, -2, width + 2));
  dwell_set_colour_alpha (self->cr, &scene->palette->accent, 0.18);
  cairo_rectangle (self->cr, x0, 0, x1 - x0, DWELL_RULER_HEIGHT - 1);
  cairo_fill (self->cr);
  dwell_set_colour (self->cr, &scene->palette->accent);
  cairo_rectangle (self->cr, x0 - 1, 0, 1, DWELL_RULER_HEIGHT);
  cairo_rectangle (self->cr, x1, 0, 1, DWELL_RULER_HEIGHT);
  cairo_rectangle (self->cr, x0, DWELL_RULER_HEIGHT - 3, x1 - x0, 2);
  cairo_fill (self->cr);
}

/**
 * dwell_timeline_painter_draw_ruler:
 * @self: a painter
 * @cr: a cairo context
 * @scene: the scene
 *
 * Draws the ruler at (0, 0), as wide as the gutter and the scale together, %DWELL_RULER_HEIGHT px
 * high at the usual size of text.
 */
void
dwell_timeline_painter_draw_ruler (DwellTimelinePainter     *self,
                                   cairo_t                  *cr,
                                   const DwellTimelineScene *scene)
{
  const DwellPalette *palette = scene->palette;
  DwellTimelineScene units;
  double scale = _dwell_scene_to_units (scene, &units);
  double width = units.gutter + units.scale.width;
  const DwellTrace *trace = scene->trace;
  DwellDrawing drawing;
  DwellTicks ticks;
  Words before;
  Words after;

  scene = &units;
  if (scene->scale.width < 1)
    return;

  cairo_save (cr);
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, width, DWELL_RULER_HEIGHT);
  cairo_clip (cr);
  dwell_set_colour (cr, &palette->band);
  cairo_paint (cr);
  dwell_set_colour (cr, &palette->line);
  cairo_rectangle (cr, 0, DWELL_RULER_HEIGHT - 1, width, 1);
  cairo_fill (cr);

  _dwell_drawing_init (&drawing, self, cr, scene);
  cairo_translate (cr, scene->gutter, 0);
  cairo_rectangle (cr, 0, 0, scene->scale.width, DWELL_RULER_HEIGHT);
  cairo_clip (cr);
  drawing.origin_x += scene->gutter * drawing.pixels;

  before = draw_unrecorded (&drawing, trace->begin, trace->recorded_begin);
  after = draw_unrecorded (&drawing, trace->recorded_end, trace->end);
  draw_ruler_selection (&drawing);
  _dwell_timeline_get_ticks (scene, &ticks);
  _dwell_drawing_add_lines (&drawing, ticks.step, DWELL_RULER_HEIGHT - TICK_HEIGHT, TICK_HEIGHT);
  if (ticks.minor != ticks.step)
    _dwell_drawing_add_lines (&drawing, ticks.minor, DWELL_RULER_HEIGHT - MINOR_HEIGHT,
                              MINOR_HEIGHT);
  dwell_set_colour_alpha (cr, &palette->dim_text, 0.6);
  cairo_fill (cr);
  if (scene->find != NULL)
    {
      _dwell_drawing_add_ticks (&drawing, scene->find, &scene->scale,
                                DWELL_RULER_HEIGHT - 1 - FOUND_HEIGHT, FOUND_HEIGHT);
      dwell_set_colour (cr, &palette->accent);
      cairo_fill (cr);
    }
  _dwell_drawing_ruler_overruns (&drawing);
  draw_tick_labels (&drawing, &ticks, &before, &after);
  _dwell_drawing_ruler_cursor (&drawing);
  _dwell_drawing_ruler_markers (&drawing);

  cairo_restore (cr);
}
