/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the charts of an answer. Each area is a series. A single area is drawn as bars, several as
 * stepped lines, which do not hide one another. Few samples are drawn as dots; many as cells of a
 * picture, each the more opaque the more samples it has. */
#include "config.h"

#include "ui/pages/dwell-distribution-chart.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/pages/dwell-distribution-figures.h"

/* In the chart over time, dots come first, one series for each area, then the medians. */
#define N_SERIES_PER_PART 2

/* Two percentiles, and the limits, of which a part may have two. */
#define MAX_RULES (2 + 2 * DWELL_DISTRIBUTION_MAX_AREAS)

/* The end of a bin divided by its start, for a first bin that would start at 0. */
#define LOG_FIRST_BIN 4

/* If there is only one value, this part of it is shown on either side. */
#define ONE_VALUE_MARGIN 0.1

/* A limit is shown if it is beyond the values by at most this part of their range. */
#define LIMIT_REACH 0.5

/* The data that the series of a chart point to. */
typedef struct {
  DwellDistributionAnswer *answer;
  DwellChartSeries        *series;
  guint                    n_series;
  DwellChartRule           rules[MAX_RULES];
  guint                    n_rules;
  guint                    colours[DWELL_DISTRIBUTION_MAX_AREAS]; /* by part */
  GPtrArray               *columns; /* of doubles */
  GPtrArray               *texts;
} ChartData;

static ChartData *
chart_data_new (DwellDistributionAnswer *answer,
                guint                    n_series)
{
  ChartData *self = g_new0 (ChartData, 1);
  guint32 taken = 0;

  for (guint i = 0; i < answer->n_parts; i++)
    self->colours[i] =
      dwell_palette_take_colour (dwell_trace_get_area_title (answer->trace, answer->parts[i].area),
                                 &taken);
  self->answer = dwell_distribution_answer_ref (answer);
  self->series = g_new0 (DwellChartSeries, MAX (n_series, 1));
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
chart_data_free (gpointer data)
{
  ChartData *self = data;

  dwell_distribution_answer_unref (self->answer);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->texts);
  g_free (self->series);
  g_free (self);
}

static double *
add_column (ChartData *self,
            gsize      n)
{
  double *column = g_new (double, MAX (n, 1));

  g_ptr_array_add (self->columns, column);
  return column;
}

static const char *
keep_name (ChartData *self,
           guint      part)
{
  char *name = dwell_trace_dup_area_label (self->answer->trace, self->answer->parts[part].area);

  g_ptr_array_add (self->texts, name);
  return name;
}

static void
add_rule (ChartData  *self,
          gboolean    is_vertical,
          gint64      at,
          const char *name,
          gboolean    is_warning)
{
  self->rules[self->n_rules++] = (DwellChartRule) { is_vertical, (double) at, name, is_warning };
}

/* Several areas may have the same limit, which is drawn once. */
static void
add_limit (ChartData *self,
           gboolean   is_vertical,
           gint64     at)
{
  const char *name = self->answer->is_derived ? C_("of values", "limit") : _("deadline");

  for (guint i = 0; i < self->n_rules; i++)
    if (self->rules[i].is_warning && self->rules[i].at == (double) at)
      return;

  add_rule (self, is_vertical, at, name, TRUE);
}

static void
add_limits (ChartData               *self,
            gboolean                 is_vertical,
            const DwellSampleLimits *limits)
{
  for (guint i = 0; i < self->answer->n_parts; i++)
    {
      if (limits[i].high != G_MAXINT64)
        add_limit (self, is_vertical, limits[i].high);
      if (limits[i].low != G_MININT64)
        add_limit (self, is_vertical, limits[i].low);
    }
}

/* Limits that are near enough extend the range that is shown. */
static void
include_limits (const DwellDistributionAnswer *answer,
                const DwellSampleLimits       *limits,
                double                        *low,
                double                        *high)
{
  double reach = (*high - *low) * LIMIT_REACH;
  double most = *high + reach;
  double least = *low - reach;

  for (guint i = 0; i < answer->n_parts; i++)
    {
      if (limits[i].high != G_MAXINT64 && (double) limits[i].high <= most)
        *high = MAX (*high, (double) limits[i].high);
      if (limits[i].low != G_MININT64 && (double) limits[i].low >= least)
        *low = MIN (*low, (double) limits[i].low);
    }
}

/* @margin: the part of the range that is left free on either side. */
static DwellChartAxis
make_value_axis (const DwellDistributionAnswer *answer,
                 double                         low,
                 double                         high,
                 double                         margin)
{
  DwellChartAxis axis = { .is_log = answer->is_log, .unit = DWELL_CHART_TIME,
                          .title = dwell_distribution_answer_get_title (answer) };

  axis.low = answer->is_log ? MAX (low, 0.5) : low;
  axis.high = MAX (high, axis.low + 1);
  dwell_chart_axis_zoom (&axis, -margin, 1 + margin);

  /* Durations are never negative. */
  if (!axis.is_log && low >= 0)
    axis.low = MAX (axis.low, 0);
  return axis;
}

static void
add_bars (ChartData *self,
          guint      part)
{
  const GArray *bins = self->answer->parts[part].bins;
  DwellChartSeries *series = &self->series[self->n_series++];
  double *x = add_column (self, bins->len);
  double *x_high = add_column (self, bins->len);
  double *y = add_column (self, bins->len);

  for (guint i = 0; i < bins->len; i++)
    {
      const DwellBin *bin = &g_array_index (bins, DwellBin, i);

      x[i] = (double) bin->low;
      x_high[i] = (double) bin->high;
      y[i] = (double) bin->n;
    }
  *series = (DwellChartSeries) { .kind = DWELL_SERIES_BARS, .n = bins->len, .x = x, .y = y,
                                 .x_high = x_high, .colour = self->colours[part],
                                 .label = keep_name (self, part) };
}

/* Four corners for each bin, the first of which stands for the bin when it is pointed at. */
static void
add_steps (ChartData *self,
           guint      part)
{
  const GArray *bins = self->answer->parts[part].bins;
  DwellChartSeries *series = &self->series[self->n_series++];
  double *x = add_column (self, (gsize) 2 * bins->len);
  double *y = add_column (self, (gsize) 2 * bins->len);

  for (guint i = 0; i < bins->len; i++)
    {
      const DwellBin *bin = &g_array_index (bins, DwellBin, i);

      x[2 * i] = (double) bin->low;
      x[2 * i + 1] = (double) bin->high;
      y[2 * i] = y[2 * i + 1] = (double) bin->n;
    }
  *series = (DwellChartSeries) { .kind = DWELL_SERIES_LINE, .n = 2 * bins->len, .x = x, .y = y,
                                 .dash = part,
                                 .colour = self->colours[part],
                                 .label = keep_name (self, part) };
}

static guint64
get_largest_bin (const DwellDistributionAnswer *answer)
{
  guint64 largest = 1;

  for (guint part = 0; part < answer->n_parts; part++)
    for (guint i = 0; i < answer->parts[part].bins->len; i++)
      largest = MAX (largest, g_array_index (answer->parts[part].bins, DwellBin, i).n);
  return largest;
}

/**
 * dwell_distribution_chart_show_histogram:
 * @view: the view to show them in
 * @answer: the answer to show
 * @has_log_counts: %TRUE for a logarithmic axis of counts
 * @limits: the limits of each part
 *
 * Shows how often values occur.
 */
void
dwell_distribution_chart_show_histogram (DwellChartView          *view,
                                         DwellDistributionAnswer *answer,
                                         gboolean                 has_log_counts,
                                         const DwellSampleLimits *limits)
{
  ChartData *data = chart_data_new (answer, answer->n_parts);
  const GArray *bins = answer->parts[0].bins;
  double low = (double) g_array_index (bins, DwellBin, 0).low;
  double high = (double) g_array_index (bins, DwellBin, bins->len - 1).high;
  char *p50 = dwell_distribution_figures_name (0.5);
  char *p99 = dwell_distribution_figures_name (0.99);
  DwellChart chart = { .y = { .low = has_log_counts ? 0.5 : 0, .is_log = has_log_counts,
                              .unit = DWELL_CHART_COUNT,
                              .title = answer->is_derived ? _("Number of Samples")
                                                          : _("Number of Spans") } };

  for (guint part = 0; part < answer->n_parts; part++)
    if (answer->n_parts == 1)
      add_bars (data, part);
    else
      add_steps (data, part);

  g_ptr_array_add (data->texts, p50);
  g_ptr_array_add (data->texts, p99);
  add_rule (data, TRUE, dwell_samples_get_percentile (answer->all, 0.5), p50, FALSE);
  add_rule (data, TRUE, dwell_samples_get_percentile (answer->all, 0.99), p99, FALSE);
  add_limits (data, TRUE, limits);

  include_limits (answer, limits, &low, &high);
  /* Zero has no place on such an axis: its bin starts where it has room to be seen. */
  if (answer->is_log && low <= 0)
    low = (double) g_array_index (bins, DwellBin, 0).high / LOG_FIRST_BIN;
  chart.x = make_value_axis (answer, low, high, 0.02);
  chart.y.high = (double) get_largest_bin (answer) * (has_log_counts ? 1.6 : 1.08);
  chart.series = data->series;
  chart.n_series = data->n_series;
  chart.rules = data->rules;
  chart.n_rules = data->n_rules;
  dwell_chart_view_set_chart (view, &chart, data, chart_data_free, FALSE);
}

static void
add_dots (ChartData *self,
          guint      part)
{
  const DwellSamples *samples = self->answer->parts[part].samples;
  DwellChartSeries *series = &self->series[self->n_series++];
  double *x = add_column (self, samples->n);
  double *y = add_column (self, samples->n);

  for (guint64 i = 0; i < samples->n; i++)
    {
      x[i] = (double) dwell_samples_get_time (samples, i);
      y[i] = (double) samples->values[i];
    }
  series->n = (guint) samples->n;
  series->x = x;
  series->y = y;
}

static guint32
get_largest_cell (const DwellDistributionAnswer *answer)
{
  guint32 largest = 1;

  for (guint part = 0; part < answer->n_parts; part++)
    for (guint i = 0; i < DWELL_DISTRIBUTION_COLUMNS * DWELL_DISTRIBUTION_ROWS; i++)
      largest = MAX (largest, answer->parts[part].cells[i]);
  return largest;
}

static void
add_cells (ChartData            *self,
           guint                 part,
           const DwellChartAxis *axis)
{
  const DwellDistributionAnswer *answer = self->answer;
  const guint32 *cells = answer->parts[part].cells;
  DwellChartSeries *series = &self->series[self->n_series++];
  guint n_cells = DWELL_DISTRIBUTION_COLUMNS * DWELL_DISTRIBUTION_ROWS;
  double most = log1p (get_largest_cell (answer));
  double *x = add_column (self, n_cells);
  double *y = add_column (self, n_cells);
  double *weights = add_column (self, n_cells);
  DwellChartAxis values = *axis;
  guint n = 0;

  values.low = values.is_log ? MAX ((double) answer->box.low, 1) : (double) answer->box.low;
  values.high = MAX ((double) answer->box.high, values.low + 1);
  for (guint i = 0; i < n_cells; i++)
    {
      guint column = i % DWELL_DISTRIBUTION_COLUMNS;
      guint row = i / DWELL_DISTRIBUTION_COLUMNS;

      if (cells[i] == 0)
        continue;

      x[n] = (double) answer->box.begin +
             (column + 0.5) / DWELL_DISTRIBUTION_COLUMNS *
               (double) ((guint64) answer->box.end - (guint64) answer->box.begin);
      y[n] = dwell_chart_axis_from_px (&values, row + 0.5, DWELL_DISTRIBUTION_ROWS);
      weights[n++] = log1p (cells[i]) / most;
    }
  series->n = n;
  series->x = x;
  series->y = y;
  series->weights = weights;
}

static void
add_median (ChartData *self,
            guint      part)
{
  const GArray *median = self->answer->parts[part].median;
  DwellChartSeries *series = &self->series[self->n_series++];
  double *x = add_column (self, median->len);
  double *y = add_column (self, median->len);

  for (guint i = 0; i < median->len; i++)
    {
      x[i] = (double) g_array_index (median, DwellMedianPoint, i).time;
      y[i] = (double) g_array_index (median, DwellMedianPoint, i).median;
    }
  *series = (DwellChartSeries) { .kind = DWELL_SERIES_LINE, .n = median->len, .x = x, .y = y,
                                 .colour = self->answer->n_parts == 1
                                             ? DWELL_CHART_TEXT : self->colours[part],
                                 .dash = part,
                                 .label = self->answer->n_parts == 1 ? _("Moving median") : NULL };
}

/**
 * dwell_distribution_chart_show_times:
 * @view: the view to show them in
 * @answer: the answer to show
 * @limits: the limits of each part
 *
 * Shows values over time, with their moving median.
 */
void
dwell_distribution_chart_show_times (DwellChartView          *view,
                                     DwellDistributionAnswer *answer,
                                     const DwellSampleLimits *limits)
{
  ChartData *data = chart_data_new (answer, N_SERIES_PER_PART * answer->n_parts);
  double low = (double) answer->box.low;
  double high = (double) answer->box.high;
  DwellChart chart = { .x = { .low = (double) answer->begin,
                              .high = MAX ((double) answer->end, (double) answer->begin + 1),
                              .unit = DWELL_CHART_TIME, .title = _("Time") } };

  if (low == high)
    {
      low -= fabs (low) * ONE_VALUE_MARGIN;
      high += fabs (high) * ONE_VALUE_MARGIN;
    }
  include_limits (answer, limits, &low, &high);
  chart.y = make_value_axis (answer, low, high, 0.05);
  for (guint part = 0; part < answer->n_parts; part++)
    {
      DwellChartSeries *series = &data->series[data->n_series];

      if (answer->parts[part].cells != NULL)
        add_cells (data, part, &chart.y);
      else
        add_dots (data, part);
      series->kind = DWELL_SERIES_POINTS;
      series->shape = part;
      series->size = answer->all->n > 500 ? 4 : 6;
      series->colour = data->colours[part];
      series->label = keep_name (data, part);
    }
  for (guint part = 0; part < answer->n_parts; part++)
    add_median (data, part);

  add_limits (data, FALSE, limits);

  chart.series = data->series;
  chart.n_series = data->n_series;
  chart.rules = data->rules;
  chart.n_rules = data->n_rules;
  dwell_chart_view_set_chart (view, &chart, data, chart_data_free, FALSE);
}

/**
 * dwell_distribution_chart_describe_bin:
 * @answer: the answer that the histogram shows
 * @series: the number of an area
 * @point: the number of a bar, or of a corner of a step
 *
 * Returns: (transfer full) (nullable): the text for a point, see dwell_chart_view_set_describe():
 *   “1 ms to 1.2 ms: 34 of 2 000 (1.7 %), 45.2 % up to here”
 */
char *
dwell_distribution_chart_describe_bin (DwellDistributionAnswer *answer,
                                       guint                    series,
                                       guint                    point)
{
  const DwellDistributionPart *part = &answer->parts[MIN (series, answer->n_parts - 1)];
  guint place = answer->n_parts == 1 ? point : point / 2;
  const DwellBin *bin;
  guint64 up_to;

  if (place >= part->bins->len || part->samples->n == 0)
    return NULL;

  bin = &g_array_index (part->bins, DwellBin, place);
  up_to = place == part->bins->len - 1 ? part->samples->n
                                       : dwell_samples_count_up_to (part->samples, bin->high - 1);
  {
    g_autofree char *low = dwell_text_duration (bin->low);
    g_autofree char *high = dwell_text_duration (bin->high);
    g_autofree char *n = dwell_text_count (bin->n);
    g_autofree char *all = dwell_text_count (part->samples->n);
    g_autofree char *share = dwell_text_percent ((double) bin->n / (double) part->samples->n);
    g_autofree char *sum = dwell_text_percent ((double) up_to / (double) part->samples->n);

    /* Translators: two durations; how many of how many spans lie between; their share; and the
     * share of all spans that are not longer */
    return g_strdup_printf (_("%s to %s: %s of %s (%s); %s up to here"), low, high, n, all, share,
                            sum);
  }
}

/**
 * dwell_distribution_chart_get_sample:
 * @answer: the answer that the chart over time shows
 * @series: the number of a series
 * @point: the number of one of its points
 *
 * Returns: the number of the sample of a dot, in part @series; %DWELL_NONE for a point of a median,
 *   and for a cell, which has several samples
 */
guint32
dwell_distribution_chart_get_sample (DwellDistributionAnswer *answer,
                                     guint                    series,
                                     guint                    point)
{
  if (series >= answer->n_parts || answer->parts[series].cells != NULL ||
      point >= answer->parts[series].samples->n)
    return DWELL_NONE;

  return point;
}
