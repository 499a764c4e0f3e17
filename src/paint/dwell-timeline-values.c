/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the values of a variable or signal over time: steps, because a value holds until the next
 * write, or lines between the samples of a continuous signal. A pixel column with many writes is
 * drawn from the least to the greatest of them, so that no peak is lost. The scale is that of the
 * values in view, which the header line shows at its right. A derived track is filled up to its
 * line; its limit is a dashed line, and what lies beyond it is hatched. */
#include "config.h"

#include "paint/dwell-timeline-private.h"

#include <math.h>

#include "core/dwell-text-real.h"
#include "core/dwell-trace-derived.h"

/* Significant digits of a value that stand in the gutter, at least. */
#define VALUE_DIGITS 6

#define MARGIN 5.0

/* Opacity of what lies beyond a limit. */
#define BEYOND_ALPHA 0.35
#define HATCH        4.0 /* px from line to line */

/* A limit is shown if it is at most this many times the range of the values away. */
#define LIMIT_REACH 2

/* Without an index, the most writes of a column that are looked at. */
#define SAMPLE 64

typedef struct {
  double least;
  double greatest;
  double last; /* the value at the end of the column */
  guint  n;    /* number of writes in the column */
  gboolean is_end; /* no value is known after it */
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
    held = to_double (dwell_values_get_at (trace, number, place - 1, scene->scale.begin), is_real);

  *n_empty = 0;

  for (guint x = 0; x < n; x++)
    {
      guint32 end = dwell_trace_write_search (trace, number,
                                              dwell_scale_to_time (&scene->scale, x + 1.0));
      Column column = { held, held, held, end - place, FALSE };

      if (end > place)
        {
          DwellValue value = dwell_values_get (trace, end - 1);
          double last = to_double (value, is_real);

          add_extremes (scene, number, place, end, is_real, &column);

          /* If the last value is infinite, the line continues from the finite value before it. NaN
           * is an unknown value: the line ends. */
          if (is_real && isnan (value.real))
            {
              column.is_end = TRUE;
              column.n--;
              if (column.n > 0)
                last = to_double (dwell_values_get (trace, end - 2), is_real);
            }
          if (!isnan (last))
            column.last = last;
          else if (isnan (held))
            column.last = column.least;
          place = end;
        }

      held = column.is_end ? NAN : column.last;
      if (isnan (column.last) && columns->len == 0)
        (*n_empty)++;
      else
        g_array_append_val (columns, column);
    }

  return columns;
}

/* Adds a line through the columns to the path. A step keeps the value before it up to its column; a
 * column with several writes spans all their values. Where no value is known the line has a gap. */
static void
add_path (cairo_t      *cr,
          const GArray *columns,
          gboolean      is_curve,
          double        x,
          double        bottom,
          double        least,
          double        factor)
{
  gboolean is_open = FALSE;

  for (guint i = 0; i < columns->len; i++, x++)
    {
      const Column *column = &g_array_index (columns, Column, i);
      double y = bottom - (column->last - least) * factor;

      if (isnan (column->last))
        {
          is_open = FALSE;
          continue;
        }
      if (!is_open)
        cairo_move_to (cr, x, y);
      else if (column->n == 0 && is_curve && !column->is_end && i + 1 < columns->len)
        continue; /* between two samples: the line to the next one passes here */
      else if (!is_curve || column->n == 0)
        cairo_line_to (cr, x, bottom - (column[-1].last - least) * factor);

      if (column->n > 1)
        {
          cairo_line_to (cr, x, bottom - (column->least - least) * factor);
          cairo_line_to (cr, x, bottom - (column->greatest - least) * factor);
        }

      cairo_line_to (cr, x, y);
      is_open = !column->is_end;
    }
}

/* Returns the first column from @first on that has a sample, or the number of columns. */
static guint
find_sample (const GArray *columns,
             guint         first)
{
  while (first < columns->len && g_array_index (columns, Column, first).n == 0)
    first++;
  return first;
}

/* The least and the greatest value of a derived track in each column, as the line shows them; NAN:
 * none is known. */
typedef struct {
  double *lows;
  double *highs;
  guint   n;
} Bounds;

static void
bounds_init (Bounds       *self,
             const GArray *columns,
             gboolean      is_curve)
{
  guint before = 0;
  guint next = 0;

  self->n = columns->len;
  self->lows = g_new (double, columns->len);
  self->highs = g_new (double, columns->len);
  for (guint i = 0; i < columns->len; i++)
    {
      const Column *column = &g_array_index (columns, Column, i);
      double value = column->last;

      self->lows[i] = column->least;
      self->highs[i] = column->greatest;
      if (is_curve && i >= next)
        {
          before = i;
          next = find_sample (columns, i + 1);
        }
      if (!is_curve || column->n > 1)
        continue;

      if (column->n == 0 && next < columns->len)
        {
          double from = g_array_index (columns, Column, before).last;

          value = from + (g_array_index (columns, Column, next).last - from) * (i - before) /
                         (next - before);
        }
      self->lows[i] = self->highs[i] = value;
    }
}

static void
bounds_clear (Bounds *self)
{
  g_free (self->lows);
  g_free (self->highs);
}

/* How values are mapped to heights. */
typedef struct {
  double x;      /* of the first column */
  double bottom;
  double least;  /* at the bottom */
  double factor;
} Placing;

static double
get_y (const Placing *self,
       double         value)
{
  return self->bottom - (value - self->least) * self->factor;
}

/* Fills what lies below the line of a derived track, which distinguishes it from a recorded one. */
static void
fill_below (const DwellDrawing *self,
            const Bounds       *bounds,
            const Placing      *placing)
{
  for (guint i = 0; i < bounds->n; i++)
    if (!isnan (bounds->highs[i]))
      cairo_rectangle (self->cr, placing->x + i, get_y (placing, bounds->highs[i]), 1,
                       placing->bottom + MARGIN - get_y (placing, bounds->highs[i]));
  cairo_fill (self->cr);
}

/* Adds what lies beyond the limit to the path. Returns: whether anything does */
static gboolean
add_beyond (const DwellDrawing      *self,
            const Bounds            *bounds,
            const Placing           *placing,
            const DwellDerivedLimit *limit)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < bounds->n; i++)
    {
      double high = bounds->highs[i];
      double low = bounds->lows[i];

      if (high > limit->high)
        cairo_rectangle (self->cr, placing->x + i, get_y (placing, high), 1,
                         MAX (get_y (placing, limit->high) - get_y (placing, high), 1));
      if (low < limit->low)
        cairo_rectangle (self->cr, placing->x + i, get_y (placing, limit->low), 1,
                         MAX (get_y (placing, low) - get_y (placing, limit->low), 1));
      has_any = has_any || high > limit->high || low < limit->low;
    }
  return has_any;
}

/* Fills what lies beyond the limit, and hatches it: not everyone sees the colour. */
static void
fill_beyond (const DwellDrawing      *self,
             const Bounds            *bounds,
             const Placing           *placing,
             const DwellDerivedLimit *limit)
{
  const DwellColour *colour = &self->scene->palette->warning;
  double height = DWELL_LANE_VALUES_HEIGHT;
  double top = placing->bottom + MARGIN - height;

  cairo_save (self->cr);
  if (add_beyond (self, bounds, placing, limit))
    {
      cairo_clip (self->cr);
      dwell_set_colour_alpha (self->cr, colour, BEYOND_ALPHA);
      cairo_paint (self->cr);
      for (double x = -height; x < bounds->n; x += HATCH)
        {
          cairo_move_to (self->cr, placing->x + x, top + height);
          cairo_line_to (self->cr, placing->x + x + height, top);
        }
      dwell_set_colour (self->cr, colour);
      cairo_set_line_width (self->cr, 1);
      cairo_stroke (self->cr);
    }
  cairo_restore (self->cr);
  cairo_new_path (self->cr);
}

/* Draws a limit as a dashed line, if it lies in what is shown. */
static void
draw_limit (const DwellDrawing *self,
            const Placing      *placing,
            double              limit)
{
  static const double dash[] = { 5, 3 };
  double y = floor (get_y (placing, limit)) + 0.5;

  if (!isfinite (limit) || y > placing->bottom + MARGIN ||
      y < placing->bottom + MARGIN - DWELL_LANE_VALUES_HEIGHT)
    return;

  cairo_save (self->cr);
  cairo_set_dash (self->cr, dash, G_N_ELEMENTS (dash), 0);
  cairo_set_line_width (self->cr, 1);
  dwell_set_colour (self->cr, &self->scene->palette->text);
  cairo_move_to (self->cr, 0, y);
  cairo_line_to (self->cr, self->scene->scale.width, y);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

/* Returns: (nullable): the limit of a track */
static const DwellDerivedLimit *
find_limit (const DwellTimelineScene *scene,
            guint32                   track)
{
  for (guint i = 0; scene->limits != NULL && i < scene->limits->len; i++)
    if (g_array_index (scene->limits, DwellDerivedLimit, i).track == track)
      return &g_array_index (scene->limits, DwellDerivedLimit, i);

  return NULL;
}

/* A limit is shown if that leaves the values enough of the height. */
static void
include_limit (double  limit,
               double *least,
               double *greatest)
{
  double reach = (*greatest - *least) * LIMIT_REACH;

  if (!isfinite (limit) || (reach > 0 && (limit > *greatest + reach || limit < *least - reach)))
    return;

  *least = fmin (*least, limit);
  *greatest = fmax (*greatest, limit);
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
  const DwellDerivedLimit *limit = find_limit (scene, lane->track);
  gboolean is_curve = track->kind == DWELL_TRACK_CURVE;
  double least = INFINITY;
  double greatest = -INFINITY;
  Placing placing = { n_empty, top + DWELL_LANE_HEADER_HEIGHT + DWELL_LANE_VALUES_HEIGHT - MARGIN,
                      0, 0 };
  DwellValuesExtent extent;
  guint colour;

  for (guint i = 0; i < columns->len; i++)
    {
      least = fmin (least, g_array_index (columns, Column, i).least);
      greatest = fmax (greatest, g_array_index (columns, Column, i).greatest);
    }

  if (columns->len == 0)
    return;

  extent = (DwellValuesExtent) { least, greatest, top, lane->track };
  if (limit != NULL)
    {
      include_limit (limit->low, &least, &greatest);
      include_limit (limit->high, &least, &greatest);
    }
  placing.least = least;
  if (greatest > least)
    placing.factor = (DWELL_LANE_VALUES_HEIGHT - 2 * MARGIN) / (greatest - least);
  colour = dwell_palette_colour_of (dwell_trace_get_string (scene->trace, track->name));
  if (dwell_trace_is_derived (scene->trace, lane->track))
    {
      Bounds bounds;

      bounds_init (&bounds, columns, is_curve);
      dwell_set_colour_alpha (self->cr, &scene->palette->bars[colour], 0.25);
      fill_below (self, &bounds, &placing);
      if (limit != NULL)
        fill_beyond (self, &bounds, &placing, limit);
      bounds_clear (&bounds);
    }
  dwell_set_colour (self->cr, &scene->palette->bars[colour]);
  cairo_set_line_width (self->cr, 1.5);
  add_path (self->cr, columns, is_curve, placing.x + 0.5, placing.bottom, least, placing.factor);
  cairo_stroke (self->cr);
  if (limit != NULL)
    {
      draw_limit (self, &placing, limit->low);
      draw_limit (self, &placing, limit->high);
    }
  g_array_append_val (self->painter->values_extents, extent);
}

/* Returns: (transfer full): “≤ 80 %”, “9.5 … 10.5 ms” */
static char *
make_limit_text (const DwellDerivedLimit *limit,
                 const char              *blank,
                 const char              *unit)
{
  g_autofree char *low = dwell_text_real (limit->low, VALUE_DIGITS);
  g_autofree char *high = dwell_text_real (limit->high, VALUE_DIGITS);

  if (!isfinite (limit->low))
    return g_strconcat ("≤ ", high, blank, unit, NULL);
  if (!isfinite (limit->high))
    return g_strconcat ("≥ ", low, blank, unit, NULL);

  return g_strconcat (low, " … ", high, blank, unit, NULL);
}

/* Returns: (transfer full): “0 … 40”, of a derived track with its unit and its limit:
 *   “0 … 40 % (≤ 30 %)” */
static char *
make_extent_text (const DwellTimelineScene *scene,
                  const DwellValuesExtent  *extent)
{
  const DwellTrace *trace = scene->trace;
  const DwellDerivedLimit *limit = find_limit (scene, extent->track);
  gboolean is_derived = dwell_trace_is_derived (trace, extent->track);
  const char *unit = is_derived
                     ? dwell_trace_get_string (trace,
                                               trace->areas[trace->tracks[extent->track].area].unit)
                     : "";
  const char *blank = *unit != '\0' ? " " : "";
  g_autofree char *least = dwell_text_real (extent->least, VALUE_DIGITS);
  g_autofree char *greatest = dwell_text_real (extent->greatest, VALUE_DIGITS);
  g_autofree char *range = extent->least < extent->greatest
    ? g_strconcat (least, " … ", greatest, blank, unit, NULL)
    : g_strconcat (least, blank, unit, NULL);
  g_autofree char *may = limit != NULL ? make_limit_text (limit, blank, unit) : NULL;

  return may != NULL ? g_strdup_printf ("%s (%s)", range, may) : g_steal_pointer (&range);
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
      g_autofree char *text = make_extent_text (scene, extent);
      const DwellLabel *label = dwell_labels_get (self->painter->labels, DWELL_FONT_RULER, text,
                                                  -1);

      dwell_label_draw (label, self->cr, scene->scale.width - label->width - MARGIN,
                        extent->top + floor ((DWELL_LANE_HEADER_HEIGHT - label->height) / 2.0));
    }
}
