/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a plot's answer to a chart. Series stand in the order: curves of each routine, then of each
 * routine its band, fitted line and foretold point; so what a series is can be found from its
 * number. Routines differ in colour, curves of one routine in shape, and routines too. */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "ui/pages/dwell-costs-chart.h"

#include "core/dwell-text.h"

/* Band, line, point. */
#define N_FIT_SERIES 3

/* Points of which each is drawn as strongly as it has calls. */
#define MAX_WEIGHED 20000

typedef struct {
  DwellCostPlotAnswer *answer;
  DwellChartSeries    *series;
  guint                n_series;
  DwellChartRule       rule;
  GPtrArray           *columns; /* of doubles, or of text: for g_free() */
  double               x_scale; /* cells to what is shown */
  double               low_x;   /* of what is drawn, more than 0 */
  double               high_x;
  double               low_y;
  double               high_y;
} ChartData;

static void
chart_data_free (gpointer data)
{
  ChartData *self = data;

  dwell_cost_plot_answer_unref (self->answer);
  g_ptr_array_unref (self->columns);
  g_free (self->series);
  g_free (self);
}

static const char *
get_kind_title (DwellCostCurveKind kind,
                gboolean           is_self)
{
  switch (kind)
    {
    case DWELL_COST_CURVE_WORST:
      return is_self ? _("Worst self cost") : _("Worst cost");
    case DWELL_COST_CURVE_AVERAGE:
      return is_self ? _("Average self cost") : _("Average cost");
    case DWELL_COST_CURVE_BEST:
      return is_self ? _("Best self cost") : _("Best cost");
    case DWELL_COST_CURVE_FREQUENCY:
      return _("Calls");
    case DWELL_COST_CURVE_TOTAL:
      return is_self ? _("Total self cost") : _("Total cost");
    case DWELL_COST_CURVE_VARIANCE:
      return is_self ? _("Variance of self cost") : _("Variance of cost");
    case DWELL_COST_CURVE_AMORTIZED:
      return is_self ? _("Amortized self cost per cell") : _("Amortized cost per cell");
    case DWELL_COST_CURVE_MEAN:
      return is_self ? _("Mean self cost up to the size") : _("Mean cost up to the size");
    case DWELL_N_COST_CURVES:
    default:
      return "";
    }
}

static const DwellTrace *
get_trace (const DwellCostPlotAnswer *answer)
{
  return dwell_costs_get_trace (answer->costs);
}

static const char *
get_name (const DwellCostPlotAnswer *answer,
          guint                      part)
{
  return dwell_trace_get_area_title (get_trace (answer), answer->parts[part].area);
}

static gboolean
has_bound (const DwellCostPlotAnswer *answer)
{
  const DwellCostBound *bound = &answer->options.curve.bound;

  return bound->power != 0 || bound->logs != 0 || bound->log_logs != 0;
}

static const double *
add_column (ChartData    *self,
            const double *values,
            guint         n,
            double        scale)
{
  double *column = g_new (double, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    column[i] = values[i] * scale;
  g_ptr_array_add (self->columns, column);
  return column;
}

static const char *
keep_text (ChartData *self,
           char      *text)
{
  g_ptr_array_add (self->columns, text);
  return text;
}

/* Makes room on the axes. */
static void
include (ChartData *self,
         double     x,
         double     y)
{
  if (x > 0)
    {
      self->low_x = MIN (self->low_x, x);
      self->high_x = MAX (self->high_x, x);
    }
  if (y > 0 && isfinite (y))
    {
      self->low_y = MIN (self->low_y, y);
      self->high_y = MAX (self->high_y, y);
    }
}

/* Points of more calls are drawn more strongly; NULL where there is no more or less, or where calls
 * are what is drawn. */
static const double *
weigh_points (ChartData            *self,
              const DwellCostCurve *curve)
{
  DwellCostCurveKind kind = self->answer->options.curve.kind;
  double least = INFINITY;
  double most = 0;
  double *weights;

  if (kind > DWELL_COST_CURVE_BEST || curve->n > MAX_WEIGHED)
    return NULL;

  for (guint i = 0; i < curve->n; i++)
    {
      least = MIN (least, (double) curve->calls[i]);
      most = MAX (most, (double) curve->calls[i]);
    }
  if (most <= least || least <= 0)
    return NULL;

  weights = g_new (double, curve->n);
  for (guint i = 0; i < curve->n; i++)
    weights[i] = 0.2 + 0.8 * log ((double) curve->calls[i] / least) / log (most / least);
  g_ptr_array_add (self->columns, weights);
  return weights;
}

static void
add_curve (ChartData *self,
           guint      number,
           guint      which)
{
  const DwellCostPlotAnswer *answer = self->answer;
  const DwellCostPlotPart *part = &answer->parts[number];
  const DwellCostCurve *curve = part->curves[which];
  const char *label = get_name (answer, number);

  if (part->n_curves == 1 && part->n_fit > 0 && answer->n_parts > 1)
    label = keep_text (self, g_strjoin (", ", label,
                                        dwell_growth_class_get_title (part->growth.class), NULL));
  else if (part->n_curves > 1)
    /* Translators: a routine or another thing, and what is said of it */
    label = keep_text (self, g_strdup_printf (_("%s: %s"), label,
                                              get_kind_title (part->kinds[which],
                                                              answer->options.curve.is_self)));

  self->series[self->n_series++] = (DwellChartSeries) {
    .kind = answer->options.curve.smoothing > 0 ? DWELL_SERIES_LINE : DWELL_SERIES_POINTS,
    .label = label,
    .colour = dwell_palette_colour_of (get_name (answer, number)),
    .shape = part->n_curves > 1 ? which : number,
    .n = curve->n,
    .x = add_column (self, curve->sizes, curve->n, self->x_scale),
    .y = curve->values,
    .weights = weigh_points (self, curve),
    .is_rising = TRUE,
    .size = curve->n > 300 ? 4 : curve->n > 100 ? 6 : 7,
  };
  for (guint i = 0; i < curve->n; i++)
    include (self, curve->sizes[i] * self->x_scale, curve->values[i]);
}

static void
add_fit (ChartData *self,
         guint      number)
{
  const DwellCostPlotAnswer *answer = self->answer;
  const DwellCostPlotPart *part = &answer->parts[number];
  guint colour = dwell_palette_colour_of (get_name (answer, number));
  DwellChartSeries *series = &self->series[self->n_series];

  self->n_series += N_FIT_SERIES;
  for (guint i = 0; i < N_FIT_SERIES; i++)
    series[i] = (DwellChartSeries) { .kind = DWELL_SERIES_BAND, .colour = colour };

  if (part->n_fit > 0)
    {
      const double *x = add_column (self, part->fit_sizes, part->n_fit, self->x_scale);

      series[0].n = series[1].n = part->n_fit;
      series[0].x = series[1].x = x;
      series[0].y = part->fit_high;
      series[0].y_low = part->fit_low;
      series[1].kind = DWELL_SERIES_LINE;
      series[1].y = part->fit_values;
      series[1].dash = 1 + number % (DWELL_CHART_N_DASHES - 1);
      /* On points of its own colour it would not be seen. Of several, the points' label tells. */
      if (answer->n_parts == 1)
        {
          series[1].colour = DWELL_CHART_TEXT;
          series[1].label = dwell_growth_class_get_title (part->growth.class);
        }
      for (guint i = 0; i < part->n_fit; i++)
        include (self, x[i], part->fit_values[i]);
    }

  if (part->has_prediction && !has_bound (answer))
    {
      series[2].kind = DWELL_SERIES_POINTS;
      series[2].n = 1;
      series[2].x = add_column (self, &answer->options.size, 1, self->x_scale);
      series[2].y = add_column (self, &part->prediction.value, 1, 1);
      series[2].shape = 3;
      series[2].size = 11;
      include (self, series[2].x[0], series[2].y[0]);
    }
}

static DwellChartAxis
make_axis (double         low,
           double         high,
           gboolean       is_log,
           DwellChartUnit unit,
           const char    *title)
{
  DwellChartAxis axis = { .is_log = is_log, .unit = unit, .title = title };

  /* Nothing was drawn. */
  if (!(high >= low))
    low = high = 1;

  axis.low = is_log ? low : 0;
  axis.high = high > axis.low ? high : axis.low * 2;
  dwell_chart_axis_zoom (&axis, -0.02, 1.04);
  if (!is_log)
    axis.low = 0;
  return axis;
}

static const char *
make_cost_title (ChartData *self)
{
  const DwellCostPlotOptions *options = &self->answer->options;
  const DwellTrace *trace = get_trace (self->answer);
  const char *kind = options->shows_spread
                       ? options->curve.is_self ? _("Self cost") : _("Cost")
                       : get_kind_title (options->curve.kind, options->curve.is_self);
  const char *unit = dwell_trace_get_string (trace, trace->weight_unit);
  g_autofree char *bound = NULL;
  GString *title = g_string_new (NULL);

  if (*unit != '\0' && !trace->weights_are_times &&
      (options->shows_spread || options->curve.kind != DWELL_COST_CURVE_FREQUENCY))
    /* Translators: the title of an axis: what is drawn, and its unit: “Worst cost, bb” */
    g_string_append_printf (title, C_("axis", "%s, %s"), kind, unit);
  else
    g_string_append (title, kind);
  if (title->len > strlen (kind) && options->curve.kind == DWELL_COST_CURVE_VARIANCE)
    g_string_append (title, "²");
  if (has_bound (self->answer))
    {
      bound = dwell_cost_bound_text (&options->curve.bound);
      g_string_append_printf (title, " / (%s)", bound);
    }
  return keep_text (self, g_string_free (title, FALSE));
}

static DwellChartUnit
get_cost_unit (const DwellCostPlotAnswer *answer)
{
  const DwellCostPlotOptions *options = &answer->options;

  return get_trace (answer)->weights_are_times && !has_bound (answer) &&
         (options->shows_spread || (options->curve.kind != DWELL_COST_CURVE_FREQUENCY &&
                                    options->curve.kind != DWELL_COST_CURVE_VARIANCE))
           ? DWELL_CHART_TIME : DWELL_CHART_NUMBER;
}

/**
 * dwell_costs_chart_show:
 * @view: where to
 * @answer: what
 * @options: how
 * @keeps_zoom: whether what is in view stays
 *
 * Shows costs over sizes.
 */
void
dwell_costs_chart_show (DwellChartView               *view,
                        DwellCostPlotAnswer          *answer,
                        const DwellCostsChartOptions *options,
                        gboolean                      keeps_zoom)
{
  guint32 size_bytes = get_trace (answer)->size_bytes;
  gboolean in_bytes = options->in_bytes && size_bytes > 0;
  ChartData *data = g_new0 (ChartData, 1);
  DwellChart chart = { .title = NULL };
  guint n_series = 0;

  for (guint i = 0; i < answer->n_parts; i++)
    n_series += answer->parts[i].n_curves + N_FIT_SERIES;

  data->answer = dwell_cost_plot_answer_ref (answer);
  data->series = g_new0 (DwellChartSeries, MAX (n_series, 1));
  data->columns = g_ptr_array_new_with_free_func (g_free);
  data->x_scale = in_bytes ? size_bytes : 1;
  data->low_x = data->low_y = INFINITY;

  for (guint i = 0; i < answer->n_parts; i++)
    for (guint which = 0; which < answer->parts[i].n_curves; which++)
      add_curve (data, i, which);
  for (guint i = 0; i < answer->n_parts; i++)
    add_fit (data, i);

  if (answer->options.size > 0)
    {
      data->rule = (DwellChartRule) { .is_vertical = TRUE,
                                      .at = answer->options.size * data->x_scale };
      include (data, data->rule.at, NAN);
      chart.rules = &data->rule;
      chart.n_rules = 1;
    }

  chart.x = make_axis (data->low_x, data->high_x, options->is_x_log,
                       in_bytes ? DWELL_CHART_BYTES : DWELL_CHART_NUMBER,
                       in_bytes || size_bytes == 1 ? _("Size: bytes read")
                                                   : _("Size: cells read"));
  chart.y = make_axis (data->low_y, data->high_y, options->is_y_log, get_cost_unit (answer),
                       make_cost_title (data));
  chart.series = data->series;
  chart.n_series = data->n_series;
  dwell_chart_view_set_chart (view, &chart, data, chart_data_free, keeps_zoom);
}

/* --- Words --- */

static char *
format_value (const DwellCostPlotAnswer *answer,
              double                     value)
{
  DwellChartAxis axis = { .unit = get_cost_unit (answer) };

  return dwell_chart_axis_format (&axis, value);
}

static char *
format_size (const DwellCostPlotAnswer *answer,
             double                     size)
{
  guint32 size_bytes = get_trace (answer)->size_bytes;
  g_autofree char *cells = dwell_text_quantity (size);
  g_autofree char *bytes = NULL;

  if (size_bytes == 0 || size * size_bytes >= 9e18)
    return g_steal_pointer (&cells);

  bytes = dwell_text_size ((guint64) (size * size_bytes));
  /* Translators: a size in cells, then in bytes: “1 024 cells (4 KiB)” */
  return g_strdup_printf (ngettext ("%s cell (%s)", "%s cells (%s)", dwell_text_plural (size)),
                          cells, bytes);
}

static char *
describe_point (const DwellCostPlotAnswer *answer,
                guint                      part,
                guint                      which,
                guint                      point)
{
  const DwellCostCurve *curve = answer->parts[part].curves[which];
  g_autofree char *size = NULL;
  g_autofree char *value = NULL;
  g_autofree char *calls = NULL;

  if (point >= curve->n)
    return NULL;

  size = format_size (answer, curve->sizes[point]);
  value = format_value (answer, curve->values[point]);
  calls = dwell_text_count (dwell_wide_narrow (curve->calls[point]));

  /* Translators: a routine; a size; what is drawn (“Worst cost”), its value; a number of calls */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s\nSize %s\n%s %s\n%s call",
                                       "%s\nSize %s\n%s %s\n%s calls",
                                       dwell_text_plural (dwell_wide_narrow (
                                         curve->calls[point]))),
                          get_name (answer, part), size,
                          get_kind_title (answer->parts[part].kinds[which],
                                          answer->options.curve.is_self),
                          value, calls);
}

static char *
foretell (const DwellCostPlotAnswer   *answer,
          const DwellCostPlotPart     *part)
{
  const DwellGrowthPrediction *prediction = &part->prediction;
  DwellChartAxis axis = { .unit = get_trace (answer)->weights_are_times ? DWELL_CHART_TIME
                                                                        : DWELL_CHART_NUMBER };
  g_autofree char *value = dwell_chart_axis_format (&axis, prediction->value);
  g_autofree char *low = dwell_chart_axis_format (&axis, prediction->low);
  g_autofree char *high = dwell_chart_axis_format (&axis, prediction->high);

  /* Translators: a cost that is foretold, and between which costs it may well lie */
  return g_strdup_printf (_("≈ %s (%s to %s)"), value, low, high);
}

/**
 * dwell_costs_chart_foretell:
 * @answer: what the chart shows
 *
 * Returns: (transfer full) (nullable): “≈ 12.3 M (11 M to 14 M)”, of the first routine; %NULL
 *   without a size, or where no growth was found
 */
char *
dwell_costs_chart_foretell (const DwellCostPlotAnswer *answer)
{
  if (answer->n_parts == 0 || answer->options.size <= 0)
    return NULL;

  return answer->parts[0].has_prediction ? foretell (answer, &answer->parts[0]) : NULL;
}

/**
 * dwell_costs_chart_give_verdict:
 * @answer: what the chart shows
 *
 * Returns: (transfer full) (nullable): how the cost of the first routine grows, and which that is
 *   if there are others
 */
char *
dwell_costs_chart_give_verdict (const DwellCostPlotAnswer *answer)
{
  g_autofree char *verdict = NULL;

  if (answer->n_parts == 0 || !answer->parts[0].has_growth)
    return NULL;

  verdict = dwell_growth_describe (&answer->parts[0].growth);
  return answer->n_parts == 1 ? g_steal_pointer (&verdict)
                              /* Translators: a routine or another thing, and what is said of it */
                              : g_strdup_printf (_("%s: %s"), get_name (answer, 0), verdict);
}

/**
 * dwell_costs_chart_describe:
 * @answer: what the chart shows
 * @series: which series
 * @point: which of its points
 *
 * Returns: (transfer full) (nullable): routine, size, what is drawn and its value
 */
char *
dwell_costs_chart_describe (const DwellCostPlotAnswer *answer,
                            guint                      series,
                            guint                      point)
{
  const DwellCostPlotPart *part;
  guint number;

  for (guint i = 0; i < answer->n_parts; i++)
    {
      if (series < answer->parts[i].n_curves)
        return describe_point (answer, i, series, point);
      series -= answer->parts[i].n_curves;
    }

  number = series / N_FIT_SERIES;
  if (number >= answer->n_parts)
    return NULL;

  part = &answer->parts[number];
  if (series % N_FIT_SERIES == 1 && point < part->n_fit)
    {
      g_autofree char *size = format_size (answer, part->fit_sizes[point]);
      g_autofree char *value = format_value (answer, part->fit_values[point]);

      /* Translators: a routine; a class of growth; a size; the value of the fitted curve there */
      return g_strdup_printf (_("%s\nFitted: %s\nSize %s: %s"), get_name (answer, number),
                              dwell_growth_class_get_title (part->growth.class), size, value);
    }
  if (series % N_FIT_SERIES == 2 && part->has_prediction)
    {
      g_autofree char *text = foretell (answer, part);

      return g_strdup_printf ("%s\n%s", get_name (answer, number), text);
    }
  return NULL;
}
