/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of charts: converts numbers to pixels and back, places ticks and writes their labels. */
#include "config.h"

#include "paint/dwell-chart-private.h"

#include <math.h>

#include "core/dwell-text.h"

/* The most ticks of a linear axis: more than anyone reads. */
#define MAX_TICKS 200

/* On a logarithmic axis, how many px two powers of ten must be apart: */
#define LEAST_DECADE      8  /* for a line at each power of ten, */
#define DECADE_WITH_SOME  30 /* for lines at 2 and 5 times it, */
#define DECADE_WITH_ALL   60 /* for lines at 2 to 9 times it */

/* The limits to which an axis is extended beyond the data: a linear one to this multiple of the
 * data; a logarithmic one, above and below, by this multiple of the powers of ten that the data
 * span. */
#define LINEAR_REACH 10
#define LOG_REACH    2

static double
from_linear (const DwellChartAxis *self,
             double                linear)
{
  return self->is_log ? pow (10, linear) : linear;
}

/**
 * dwell_chart_axis_to_px:
 * @self: an axis
 * @value: a number on it
 * @length: of the axis, px
 *
 * Returns: the distance of @value from the low end of the axis, px; outside 0…@length if @value is
 * outside the axis
 */
double
dwell_chart_axis_to_px (const DwellChartAxis *self,
                        double                value,
                        double                length)
{
  double low = chart_to_linear (self, self->low);
  double high = chart_to_linear (self, self->high);

  return (chart_to_linear (self, value) - low) / (high - low) * length;
}

/**
 * dwell_chart_axis_from_px:
 * @self: an axis
 * @px: distance from the low end of the axis
 * @length: of the axis, px
 *
 * Returns: the number there; outside the axis if @px is outside 0…@length
 */
double
dwell_chart_axis_from_px (const DwellChartAxis *self,
                          double                px,
                          double                length)
{
  double low = chart_to_linear (self, self->low);

  return from_linear (self, low + px / length * (chart_to_linear (self, self->high) - low));
}

/**
 * dwell_chart_axis_zoom:
 * @self: (inout): an axis
 * @from: the fraction of the axis that becomes its low end, 0…1, or outside to pan
 * @to: the fraction that becomes its high end, greater than @from
 *
 * Zooms or pans. An axis that would become too short for doubles to distinguish its ends stays as
 * it is.
 */
void
dwell_chart_axis_zoom (DwellChartAxis *self,
                       double          from,
                       double          to)
{
  double low = dwell_chart_axis_from_px (self, from, 1);
  double high = dwell_chart_axis_from_px (self, to, 1);

  if (!isfinite (low) || !isfinite (high) || (self->is_log && low < 1e-300) ||
      high - low < 1e-12 * MAX (fabs (low), fabs (high)))
    return;

  self->low = low;
  self->high = high;
}

/**
 * dwell_chart_axis_reach:
 * @self: (inout): an axis that fits data; a linear one begins at 0
 * @low: the lowest number that it should show, too; NaN: none
 * @high: the highest one; INFINITY: as high as is allowed
 *
 * Extends the axis, but only so far that the data stay readable: on a linear axis they take at
 * least a tenth of it; a logarithmic axis grows below and above by at most twice the powers of ten
 * of the data, or by two where they span less than one.
 */
void
dwell_chart_axis_reach (DwellChartAxis *self,
                        double          low,
                        double          high)
{
  double room = self->is_log ? pow (self->high / self->low, LOG_REACH) : LINEAR_REACH;

  if (self->is_log)
    room = MAX (room, pow (10, LOG_REACH));
  if (high > self->high)
    self->high = MIN (high, self->high * room);
  if (self->is_log && low < self->low)
    self->low = MAX (low, self->low / room);
}

/**
 * dwell_chart_axis_format:
 * @self: an axis
 * @value: a number on it
 *
 * Returns: (transfer full): @value with its unit
 */
char *
dwell_chart_axis_format (const DwellChartAxis *self,
                         double                value)
{
  switch (self->unit)
    {
    case DWELL_CHART_TIME:
      return dwell_text_duration ((gint64) CLAMP (value, -9.2e18, 9.2e18));
    case DWELL_CHART_BYTES:
      return dwell_text_size ((guint64) CLAMP (value, 0, 1.8e19));
    case DWELL_CHART_PERCENT:
      return dwell_text_percent (value);
    case DWELL_CHART_COUNT:
    case DWELL_CHART_NUMBER:
    default:
      return dwell_text_quantity (value);
    }
}

static void
clear_tick (gpointer data)
{
  g_free (((DwellChartTick *) data)->label);
}

static void
add_tick (GArray               *ticks,
          const DwellChartAxis *self,
          double                at,
          gboolean              has_label)
{
  DwellChartTick tick = { .at = at };

  if (at < self->low || at > self->high)
    return;

  if (has_label)
    tick.label = dwell_chart_axis_format (self, at);
  g_array_append_val (ticks, tick);
}

/* Returns the smallest of 1, 2, 5 times a power of ten that is at least @width. */
static double
round_step (double width)
{
  double power = pow (10, floor (log10 (width)));

  if (power >= width)
    return power;
  return 2 * power >= width ? 2 * power : 5 * power >= width ? 5 * power : 10 * power;
}

static void
add_linear_ticks (GArray               *ticks,
                  const DwellChartAxis *self,
                  double                length,
                  double                gap)
{
  double step = round_step ((self->high - self->low) * gap / MAX (length, gap));
  double first;

  /* Between two integers there is no tick. */
  if (self->unit == DWELL_CHART_TIME || self->unit == DWELL_CHART_BYTES ||
      self->unit == DWELL_CHART_COUNT)
    step = MAX (step, 1);
  first = ceil (self->low / step);

  for (guint i = 0; i < MAX_TICKS; i++)
    {
      double at = (first + i) * step;

      if (at > self->high)
        break;

      if (self->unit == DWELL_CHART_TIME && fabs (self->high) < 9e18 && fabs (at) < 9e18)
        {
          DwellChartTick tick = { at, dwell_text_tick ((gint64) at, (gint64) step,
                                                       (gint64) self->high) };

          g_array_append_val (ticks, tick);
        }
      else
        {
          add_tick (ticks, self, at, TRUE);
        }
    }
}

/* Adds a label at each power of ten, or at every few where they are close; lines at the other
 * powers and at the digits between, where there is room. */
static void
add_log_ticks (GArray               *ticks,
               const DwellChartAxis *self,
               double                length,
               double                gap)
{
  int first = (int) floor (log10 (self->low));
  int last = (int) ceil (log10 (self->high));
  double decade = length / (log10 (self->high) - log10 (self->low));
  int step = MAX (1, (int) ceil (gap / decade));

  for (int exponent = first; exponent <= last; exponent++)
    {
      double power = pow (10, exponent);
      gboolean has_label = exponent % step == 0;

      if (has_label || decade >= LEAST_DECADE)
        add_tick (ticks, self, power, has_label);
      for (int digit = 2; digit < 10 && step == 1 && decade > DECADE_WITH_SOME; digit++)
        if (digit == 2 || digit == 5 || decade > DECADE_WITH_ALL)
          add_tick (ticks, self, digit * power,
                    (digit == 2 || digit == 5) && decade > 4 * gap);
    }
}

static guint
count_tick_labels (const GArray *ticks)
{
  guint n = 0;

  for (guint i = 0; i < ticks->len; i++)
    n += g_array_index (ticks, DwellChartTick, i).label != NULL;

  return n;
}

static GArray *
make_ticks (const DwellChartAxis *self,
            double                length,
            double                gap)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (DwellChartTick));

  g_array_set_clear_func (ticks, clear_tick);

  if (!(self->high > self->low) || length <= 0)
    return ticks;

  /* An axis with little more than one power of ten would have hardly a label. */
  if (self->is_log && self->high / self->low > 20)
    add_log_ticks (ticks, self, length, gap);
  else
    add_linear_ticks (ticks, self, length, gap);
  return ticks;
}

/**
 * dwell_chart_axis_get_ticks:
 * @self: an axis
 * @length: of the axis, px
 * @gap: px that a label needs to stand comfortably; half of it if there would be a single label,
 *   which tells no scale
 *
 * Returns: (transfer full) (element-type DwellChartTick): the ticks, in rising order; their labels
 * are freed with the array
 */
GArray *
dwell_chart_axis_get_ticks (const DwellChartAxis *self,
                            double                length,
                            double                gap)
{
  GArray *ticks = make_ticks (self, length, gap);

  if (count_tick_labels (ticks) > 1)
    return ticks;

  g_array_unref (ticks);
  return make_ticks (self, length, gap / 2);
}
