/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a variable or signal over time: steps where each value holds until the next write,
 * lines between the samples of a continuous signal. A column of pixels with many writes is drawn
 * from the least to the greatest of them, so that no peak is lost; the scale is that of the values
 * in view, told at the right of the header line. */
#include "config.h"

#include <math.h>

#include "paint/dwell-timeline-private.h"

#define MARGIN 5.0

/* Without pyramids so many writes of a column are looked at. */
#define SAMPLE 64

typedef struct {
  double least;
  double greatest;
  double last; /* what holds at the column's end */
  guint  n;    /* writes in it */
} Column;

/* A value as it is drawn; what is not finite is not. */
static double
to_double (DwellValue value,
           gboolean   is_real)
{
  if (!is_real)
    return (double) value.integer;

  return isfinite (value.real) ? value.real : NAN;
}

/* The extremes of the writes [@first, @end): from the pyramids, or without them from a sample. */
static void
widen_column (const DwellTimelineScene *scene,
              guint32                   track,
              guint32                   first,
              guint32                   end,
              gboolean                  is_real,
              Column                   *column)
{
  guint32 step = MAX ((end - first) / SAMPLE, 1);
  DwellValue least;
  DwellValue greatest;

  if (scene->values != NULL)
    {
      if (dwell_value_index_get_extent (scene->values, track, first, end, &least, &greatest))
        {
          column->least = fmin (column->least, to_double (least, is_real));
          column->greatest = fmax (column->greatest, to_double (greatest, is_real));
        }

      return;
    }

  for (guint32 place = first; place < end; place += MIN (step, end - place))
    {
      double value = to_double (dwell_values_get (scene->trace, place), is_real);

      column->least = fmin (column->least, value);
      column->greatest = fmax (column->greatest, value);
    }
}

/* The columns of the view from the first in which there is a value; their number before that in
 * @n_empty. */
static GArray *
get_columns (const DwellTimelineScene *scene,
             guint32                   number,
             guint                    *n_empty)
{
  const DwellTrace *trace = scene->trace;
  const DwellTrack *track = &trace->tracks[number];
  gboolean is_real = dwell_values_is_real (trace, number);
  guint n = (guint) ceil (scene->scale.width);
  GArray *columns = g_array_sized_new (FALSE, FALSE, sizeof (Column), n);
  guint32 place = dwell_trace_write_search (trace, number, scene->scale.begin);
  double held = NAN;

  if (place > track->first_write)
    held = to_double (dwell_values_get (trace, place - 1), is_real);

  *n_empty = 0;

  for (guint x = 0; x < n; x++)
    {
      guint32 end = dwell_trace_write_search (trace, number,
                                              dwell_scale_to_time (&scene->scale, x + 1.0));
      Column column = { held, held, held, end - place };

      if (end > place)
        {
          double last = to_double (dwell_values_get (trace, end - 1), is_real);

          widen_column (scene, number, place, end, is_real, &column);

          /* Where the last is not finite the line goes on from the finite value drawn before. */
          if (!isnan (last))
            column.last = last;
          else if (isnan (held))
            column.last = column.least;
          place = end;
        }

      held = column.last;
      if (isnan (held))
        (*n_empty)++;
      else
        g_array_append_val (columns, column);
    }

  return columns;
}

/* From column to column; a steep one first goes to where it began, then over its whole extent. */
static void
trace_path (cairo_t      *cr,
            const GArray *columns,
            gboolean      is_curve,
            double        x,
            double        bottom,
            double        least,
            double        factor)
{
  for (guint i = 0; i < columns->len; i++, x++)
    {
      const Column *column = &g_array_index (columns, Column, i);
      double y = bottom - (column->last - least) * factor;

      if (i == 0)
        cairo_move_to (cr, x, y);
      else if (column->n == 0 && is_curve && i + 1 < columns->len)
        continue; /* between two samples: the line to the next one passes here */
      else if (!is_curve || column->n == 0)
        cairo_line_to (cr, x, bottom - (column[-1].last - least) * factor);

      if (column->n > 1)
        {
          cairo_line_to (cr, x, bottom - (column->least - least) * factor);
          cairo_line_to (cr, x, bottom - (column->greatest - least) * factor);
        }

      cairo_line_to (cr, x, y);
    }
}

/*< private >
 * _dwell_drawing_values: the writes of @lane's track, below its header line at @top */
void
_dwell_drawing_values (DwellDrawing    *self,
                       const DwellLane *lane,
                       double           top)
{
  const DwellTimelineScene *scene = self->scene;
  const DwellTrack *track = &scene->trace->tracks[lane->track];
  guint n_empty;
  g_autoptr(GArray) columns = get_columns (scene, lane->track, &n_empty);
  double least = INFINITY;
  double greatest = -INFINITY;
  double bottom = top + DWELL_LANE_HEADER_HEIGHT + DWELL_LANE_VALUES_HEIGHT - MARGIN;
  guint colour;

  for (guint i = 0; i < columns->len; i++)
    {
      least = fmin (least, g_array_index (columns, Column, i).least);
      greatest = fmax (greatest, g_array_index (columns, Column, i).greatest);
    }

  if (columns->len == 0)
    return;

  colour = dwell_palette_colour_of (dwell_trace_get_string (scene->trace, track->name));
  dwell_set_colour (self->cr, &scene->palette->bars[colour]);
  cairo_set_line_width (self->cr, 1.5);
  trace_path (self->cr, columns, track->kind == DWELL_TRACK_CURVE, n_empty + 0.5, bottom, least,
              greatest > least
              ? (DWELL_LANE_VALUES_HEIGHT - 2 * MARGIN) / (greatest - least) : 0);
  cairo_stroke (self->cr);
  g_array_append_val (self->painter->values_extents,
                      ((DwellValuesExtent) { least, greatest, top }));
}

/*< private >
 * _dwell_drawing_values_texts: between which values the lines are that _dwell_drawing_values()
 * drew */
void
_dwell_drawing_values_texts (DwellDrawing *self)
{
  const DwellTimelineScene *scene = self->scene;
  const GArray *extents = self->painter->values_extents;

  dwell_set_colour (self->cr, &scene->palette->dim_text);
  for (guint i = 0; i < extents->len; i++)
    {
      const DwellValuesExtent *extent = &g_array_index (extents, DwellValuesExtent, i);
      g_autofree char *text = extent->least < extent->greatest
                              ? g_strdup_printf ("%.6g … %.6g", extent->least, extent->greatest)
                              : g_strdup_printf ("%.6g", extent->least);
      const DwellLabel *label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER, text,
                                                  -1);

      dwell_label_draw (label, self->cr, scene->scale.width - label->width - MARGIN,
                        extent->top + floor ((DWELL_LANE_HEADER_HEIGHT - label->height) / 2.0));
    }
}
