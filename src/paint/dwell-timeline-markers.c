/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the markers of the user: flags with their texts in the ruler, dashed lines from there
 * through the lanes, ticks in the overview; and a corner on each span that has a note. A flag has
 * the room up to the next one; if that is too little for a word, only its pole and pennant are
 * drawn. */
#include "config.h"

#include "core/dwell-search.h"
#include "paint/dwell-timeline-private.h"

#define FLAG_Y         14.0
#define FLAG_HEIGHT    13.0
#define PENNANT        7.0 /* width of a flag without text, px */
#define MIN_TEXT_WIDTH 24.0
#define MAX_TEXT_WIDTH 180.0
#define PADDING        4.0
#define CORNER         8.0

static const DwellMarker *
get_marker (const DwellTimelineScene *scene,
            guint                     i)
{
  return &g_array_index (scene->markers, DwellMarker, i);
}

/* Returns the number of the first marker at @time or later. */
static guint
find_first (const DwellTimelineScene *scene,
            gint64                    time)
{
  guint n = scene->markers != NULL ? scene->markers->len : 0;

  return dwell_lower_bound (i, 0, n, get_marker (scene, i)->time < time);
}

static guint
count_markers (const DwellTimelineScene *scene)
{
  return scene->markers != NULL ? scene->markers->len : 0;
}

static double
get_unit (const DwellDrawing *self)
{
  return self->is_vector ? 1 : MAX (floor (self->pixels), 1) / self->pixels;
}

/* Returns the first line of a flag's text, and the width of the flag; NULL if the flag has no text,
 * or no room for it. */
static const DwellLabel *
get_label (DwellTimelinePainter     *painter,
           const DwellTimelineScene *scene,
           guint                     i,
           double                    x,
           double                   *width)
{
  const DwellMarker *marker = get_marker (scene, i);
  double next = i + 1 < count_markers (scene)
                ? dwell_scale_to_x (&scene->scale, get_marker (scene, i + 1)->time)
                : G_MAXDOUBLE;
  double room = MIN (MIN (next, scene->scale.width) - x - 2, MAX_TEXT_WIDTH);
  g_autofree char *line = NULL;
  const DwellLabel *label;

  *width = PENNANT;
  if (room < MIN_TEXT_WIDTH || *marker->text == '\0')
    return NULL;

  line = dwell_marker_get_first_line (marker->text);
  label = dwell_labels_get (painter->labels, DWELL_FONT_RULER, line, (int) (room - 2 * PADDING));
  *width = label->width + 2 * PADDING;
  return label;
}

/* Draws the lines through the lanes, and the corners of notes. */
void
_dwell_drawing_markers (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  const double dashes[] = { 4, 3 };
  double unit = get_unit (self);
  double last = -1;

  cairo_save (self->cr);
  cairo_set_line_width (self->cr, unit);
  cairo_set_dash (self->cr, dashes, G_N_ELEMENTS (dashes), 0);
  dwell_set_colour (self->cr, &scene->palette->marker);

  for (guint i = find_first (scene, scene->scale.begin);
       i < count_markers (scene) && get_marker (scene, i)->time <= scene->scale.end;
       i++)
    {
      double x = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale,
                                                               get_marker (scene, i)->time));

      if (get_marker (scene, i)->span != DWELL_NONE || x == last)
        continue;

      cairo_move_to (self->cr, x + unit / 2, 0);
      cairo_line_to (self->cr, x + unit / 2, scene->height);
      last = x;
    }

  cairo_stroke (self->cr);
  cairo_restore (self->cr);

  for (guint i = 0; i < count_markers (scene); i++)
    {
      DwellPlacedBar bar;
      double x;

      if (get_marker (scene, i)->span == DWELL_NONE ||
          !_dwell_drawing_place_span (self, get_marker (scene, i)->span, &bar))
        continue;

      x = MAX (dwell_drawing_snap_x (self, bar.x0), 0);
      cairo_move_to (self->cr, x, bar.y);
      cairo_line_to (self->cr, x + CORNER, bar.y);
      cairo_line_to (self->cr, x, bar.y + CORNER);
      cairo_close_path (self->cr);
      dwell_set_colour (self->cr, &scene->palette->marker);
      cairo_fill_preserve (self->cr);
      dwell_set_colour (self->cr, &scene->palette->background);
      cairo_set_line_width (self->cr, unit);
      cairo_stroke (self->cr);
    }
}

static void
draw_flag (const DwellDrawing *self,
           guint               i,
           double              x)
{
  const DwellTimelineScene *scene = self->scene;
  double unit = get_unit (self);
  double width;
  const DwellLabel *label = get_label (self->painter, scene, i, x, &width);

  dwell_set_colour (self->cr, &scene->palette->marker);
  cairo_rectangle (self->cr, x, FLAG_Y, unit, DWELL_RULER_HEIGHT - FLAG_Y);

  if (label != NULL)
    {
      cairo_rectangle (self->cr, x, FLAG_Y, width, FLAG_HEIGHT);
      cairo_fill (self->cr);
      dwell_set_colour (self->cr, &scene->palette->band);
      dwell_label_draw (label, self->cr, x + PADDING,
                        FLAG_Y + floor ((FLAG_HEIGHT - label->height) / 2));
      return;
    }

  cairo_move_to (self->cr, x, FLAG_Y);
  cairo_line_to (self->cr, x + PENNANT, FLAG_Y + FLAG_HEIGHT / 3);
  cairo_line_to (self->cr, x, FLAG_Y + FLAG_HEIGHT * 2 / 3);
  cairo_close_path (self->cr);
  cairo_fill (self->cr);
}

/* Draws the flags. */
void
_dwell_drawing_ruler_markers (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  double last = -1;

  for (guint i = find_first (scene, scene->scale.begin);
       i < count_markers (scene) && get_marker (scene, i)->time <= scene->scale.end;
       i++)
    {
      double x = dwell_drawing_snap_x (self, dwell_scale_to_x (&scene->scale,
                                                               get_marker (scene, i)->time));

      if (x != last)
        draw_flag (self, i, x);
      last = x;
    }
}

/* Draws ticks in the overview, whose scale is @whole. */
void
_dwell_drawing_overview_markers (DwellDrawing     *self,
                                 const DwellScale *whole)
{
  const DwellTimelineScene *scene = self->scene;

  for (guint i = find_first (scene, whole->begin);
       i < count_markers (scene) && get_marker (scene, i)->time <= whole->end;
       i++)
    {
      double x = dwell_drawing_snap_x (self, dwell_scale_to_x (whole,
                                                               get_marker (scene, i)->time));

      cairo_rectangle (self->cr, MIN (x, whole->width - 2), 0, 2, 8);
    }

  dwell_set_colour (self->cr, &scene->palette->marker);
  cairo_fill (self->cr);
}

/**
 * dwell_timeline_painter_pick_marker:
 * @self: a painter
 * @scene: the scene as it is drawn
 * @x: px in the ruler, from the right edge of the gutter
 *
 * Returns: the index in the scene's markers of the one whose flag is at @x, or -1
 */
int
dwell_timeline_painter_pick_marker (DwellTimelinePainter     *self,
                                    const DwellTimelineScene *scene,
                                    double                    x)
{
  DwellTimelineScene units;

  x /= _dwell_scene_to_units (scene, &units);
  scene = &units;

  for (guint i = find_first (scene, scene->scale.begin);
       i < count_markers (scene) && get_marker (scene, i)->time <= scene->scale.end;
       i++)
    {
      double begin = dwell_scale_to_x (&scene->scale, get_marker (scene, i)->time);
      double width;

      get_label (self, scene, i, begin, &width);
      if (x >= begin - 1 && x <= begin + width)
        return (int) i;
    }

  return -1;
}
