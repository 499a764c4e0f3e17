/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the values of a variable or signal over time: steps, because a value holds until the next
 * write, or lines between the samples of a continuous signal. A pixel column with many writes is
 * drawn from the least to the greatest of them, so that no peak is lost. The scale is that of the
 * values in view, which the header line shows at its right. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <math.h>

#define MARGIN 5.0

/* Without an index, only so many writes of a column are looked at. */
#define SAMPLE 64

typedef struct {
  double least;
  double greatest;
  double last; /* the value at the end of the column */
  guint  n;    /* number of writes in the column */
} Column;

/* Converts a value; one that is not finite is not drawn (NaN). */
static double
to_double (DwellValue value,
           gboolean   is_real)
{
  if (!is_real)
    return (double) value.integer;

  return isfinite (value.real) ? value.real : NAN;
}

/* Adds the extremes of the writes [@first, @end) to a column: from the index or, without one, from
 * a sample. */
static void
add_extremes (const DwellTimelineScene *scene,
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

/* Returns the columns of the view, from the first that has a value on; @n_empty is the number of
 * columns before it. */
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
          DwellValue value = dwell_values_get (trace, end - 1);
          double last = to_double (value, is_real);

          add_extremes (scene, number, place, end, is_real, &column);

          /* If the last value is infinite, the line continues from the finite value before it. One
           * that is no number is unknown: the line ends. */
          if (!isnan (last) || isnan (value.real))
            column.last = last;
          else if (isnan (held))
            column.last = column.least;
          place = end;
        }

      held = column.last;
      if (columns->len == 0 && isnan (column.least))
        (*n_empty)++;
      else
        g_array_append_val (columns, column);
    }

  return columns;
}

/* Adds lines through the columns to the path, up to each that ends without a known value. A step
 * keeps the value before it up to its column; a column with several writes spans all their
 * values. */
static void
add_path (cairo_t      *cr,
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
      double before = i > 0 ? column[-1].last : NAN;
      double first = isnan (column->last) ? column->least : column->last;

      if (isnan (before) && isnan (first))
        continue;

      if (isnan (before))
        cairo_move_to (cr, x, bottom - (first - least) * factor);
      else if (column->n == 0 && is_curve && i + 1 < columns->len)
        continue; /* between two samples: the line to the next one passes here */
      else if (!is_curve || column->n == 0)
        cairo_line_to (cr, x, bottom - (before - least) * factor);

      if (column->n > 1 && !isnan (column->least))
        {
          cairo_line_to (cr, x, bottom - (column->least - least) * factor);
          cairo_line_to (cr, x, bottom - (column->greatest - least) * factor);
        }

      if (!isnan (column->last))
        cairo_line_to (cr, x, bottom - (column->last - least) * factor);
    }
}

/* Draws the writes of the track of @lane below its header line, whose top is @top. */
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
  add_path (self->cr, columns, track->kind == DWELL_TRACK_CURVE, n_empty + 0.5, bottom, least,
            greatest > least
            ? (DWELL_LANE_VALUES_HEIGHT - 2 * MARGIN) / (greatest - least) : 0);
  cairo_stroke (self->cr);
  g_array_append_val (self->painter->values_extents,
                      ((DwellValuesExtent) { least, greatest, top }));
}

/* Draws the ranges of the lines that _dwell_drawing_values() drew. */
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
