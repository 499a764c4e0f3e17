/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of charts: numbers to pixels and back, where ticks stand and what they say. */
#include "config.h"

#include <math.h>

#include "core/dwell-text.h"
#include "paint/dwell-chart-private.h"

/* However long a linear axis is: more ticks than anyone reads. */
#define MAX_TICKS 200

/* px between the lines of a logarithmic axis: between powers of ten, and px of one whose digits
 * have lines, all or some. */
#define LEAST_DECADE      8
#define DECADE_WITH_SOME  30
#define DECADE_WITH_ALL   60

/* How far an axis is stretched beyond the data: so many times as large as they are, or as many
 * times as many powers of ten above and below them as they have. */
#define LINEAR_REACH 10
#define LOG_REACH    2

static double
unplace (const DwellChartAxis *self,
         double                placed)
{
  return self->is_log ? pow (10, placed) : placed;
}

/**
 * dwell_chart_axis_to_px:
 * @self: an axis
 * @value: a number on it
 * @length: px from its low to its high
 *
 * Returns: px from its low; beyond 0…@length where the number is beyond the axis
 */
double
dwell_chart_axis_to_px (const DwellChartAxis *self,
                        double                value,
                        double                length)
{
  double low = chart_place (self, self->low);

  return (chart_place (self, value) - low) / (chart_place (self, self->high) - low) * length;
}

/**
 * dwell_chart_axis_from_px:
 * @self: an axis
 * @px: from its low
 * @length: px from its low to its high
 *
 * Returns: the number there
 */
double
dwell_chart_axis_from_px (const DwellChartAxis *self,
                          double                px,
                          double                length)
{
  double low = chart_place (self, self->low);

  return unplace (self, low + px / length * (chart_place (self, self->high) - low));
}

/**
 * dwell_chart_axis_zoom:
 * @self: an axis
 * @from: which fraction of it becomes its low
 * @to: and which its high, larger
 *
 * An axis that would become too short to tell its ends apart stays as it is.
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
 * @self: an axis that shows data, and if it is linear, from 0
 * @low: what it should show too; NaN: nothing
 * @high: and up to where; INFINITY: as far as it may
 *
 * Stretches the axis so that linear data keep a tenth of it, and so far above and below data on a
 * logarithmic one as twice their own powers of ten, or two where they have less than one.
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
 * Returns: (transfer full): the number with its unit, for a read-out
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

/* The smallest of 1, 2, 5 times a power of ten that is at least @width. */
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

  /* Whole things have no tenths. */
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

/* A label each power of ten, or each so many where they stand closer; lines at the others and at
 * the digits between where there is room. */
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

/**
 * dwell_chart_axis_get_ticks:
 * @self: an axis
 * @length: px that it is long
 * @gap: px that labels need
 *
 * Returns: (transfer full) (element-type DwellChartTick): ticks, rising
 */
GArray *
dwell_chart_axis_get_ticks (const DwellChartAxis *self,
                            double                length,
                            double                gap)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (DwellChartTick));

  g_array_set_clear_func (ticks, clear_tick);

  if (!(self->high > self->low) || length <= 0)
    return ticks;

  /* Less than two powers of ten in view would have hardly a label. */
  if (self->is_log && self->high / self->low > 20)
    add_log_ticks (ticks, self, length, gap);
  else
    add_linear_ticks (ticks, self, length, gap);
  return ticks;
}
