/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a chart from the answer of a cost plot. The curves of all routines come first, then the
 * band, the fitted line and the predicted point of each routine, so that the number of a series
 * determines what it is. Routines differ in the colour and shape of their points, the curves of one
 * routine in shape only. */
#include "config.h"

#include "ui/chart/dwell-costs-chart.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

/* Band, line, point. */
#define N_FIT_SERIES 3

/* Up to this number of points, points with more calls are drawn more strongly. */
#define MAX_WEIGHED 20000

/* Greater values are not shown as numbers: ns must fit into 64 bits, and there is no unit prefix
 * for larger numbers. */
#define MOST_TIME   9e18
#define MOST_NUMBER 1e20

/* The range of the values above 0. */
typedef struct {
  double low;
  double high;
} Extent;

typedef struct {
  DwellCostPlotAnswer *answer;
  DwellChartSeries    *series;
  guint                n_series;
  DwellChartRule       rule;
  DwellChartPointer    pointers[DWELL_COST_PLOT_MAX_ROUTINES];
  guint                n_pointers;
  guint                colours[DWELL_COST_PLOT_MAX_ROUTINES]; /* by part */
  GPtrArray           *columns; /* arrays of doubles, and texts; freed with g_free() */
  double               x_scale; /* from cells to the shown unit */
  DwellChartUnit       size_unit;
  Extent               x;       /* of measured values */
  Extent               y;
  Extent               reach_y; /* of fitted and predicted values, not all of which need be shown */
} ChartData;

static const char *
get_kind_title (DwellCostCurveKind kind,
                gboolean           is_self)
{
  switch (kind)
    {
    case DWELL_COST_CURVE_WORST:
      return is_self ? _("Worst self cost") : _("Worst cost");
    case DWELL_COST_CURVE_AVERAGE:
      return is_self ? _("Mean self cost") : _("Mean cost");
    case DWELL_COST_CURVE_BEST:
      return is_self ? _("Best self cost") : _("Best cost");
    case DWELL_COST_CURVE_FREQUENCY:
      return _("Calls");
    case DWELL_COST_CURVE_TOTAL:
      return is_self ? _("Self cost of all calls") : _("Cost of all calls");
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

/* Returns the size of a cell; 0: unknown, or different in the two recordings. */
static guint32
get_size_bytes (const DwellCostPlotAnswer *answer)
{
  guint32 size_bytes = dwell_costs_get_size_bytes (answer->costs);

  for (guint i = 0; i < answer->n_parts; i++)
    if (dwell_costs_get_size_bytes (answer->parts[i].routine.costs) != size_bytes)
      return 0;

  return size_bytes;
}

/* Returns the name of a routine; if the same routine of two recordings is shown, which recording it
 * is from. */
static char *
dup_name (const DwellCostPlotAnswer *answer,
          guint                      part)
{
  const DwellCostPlotRoutine *routine = &answer->parts[part].routine;

  switch (routine->side)
    {
    case DWELL_COST_PLOT_BASE:
      return g_strdup (C_("recording", "Base"));
    case DWELL_COST_PLOT_NEW:
      return g_strdup (C_("recording", "New"));
    case DWELL_COST_PLOT_ALONE:
    default:
      return dwell_trace_dup_area_label (dwell_costs_get_trace (routine->costs), routine->area);
    }
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

static void
include (Extent *extent,
         double  value)
{
  if (value > 0)
    {
      extent->low = MIN (extent->low, value);
      extent->high = MAX (extent->high, value);
    }
}

/* Returns the opacity of each point: points with more calls are drawn more strongly. NULL: all are
 * drawn alike, because they have equally many calls, are too many, or do not show the cost of a
 * call. */
static const double *
count_point_bytes (ChartData            *self,
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

/* The shapes of the two recordings are those of their badges: a square for the base, a circle for
 * the new one. */
static guint
get_shape (const DwellCostPlotPart *part,
           guint                    number)
{
  return part->routine.side == DWELL_COST_PLOT_BASE ? 1
         : part->routine.side == DWELL_COST_PLOT_NEW ? 0 : number;
}

static void
add_curve (ChartData *self,
           guint      number,
           guint      which)
{
  const DwellCostPlotAnswer *answer = self->answer;
  const DwellCostPlotPart *part = &answer->parts[number];
  const DwellCostCurve *curve = part->curves[which];
  const char *label = keep_text (self, dup_name (answer, number));

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
    .colour = self->colours[number],
    .shape = part->n_curves > 1 ? which : get_shape (part, number),
    .is_hollow = part->routine.side == DWELL_COST_PLOT_BASE,
    .n = curve->n,
    .x = add_column (self, curve->sizes, curve->n, self->x_scale),
    .y = curve->values,
    .weights = count_point_bytes (self, curve),
    .is_rising = TRUE,
    .size = curve->n > 300 ? 4 : curve->n > 100 ? 6 : 7,
  };
  for (guint i = 0; i < curve->n; i++)
    {
      include (&self->x, curve->sizes[i] * self->x_scale);
      include (&self->y, curve->values[i]);
    }
}

static double
get_most (const DwellCostPlotAnswer *answer)
{
  return get_trace (answer)->weights_are_times ? MOST_TIME : MOST_NUMBER;
}

/* Formats a predicted cost; one that is too large for a number as “more than” the largest. */
static char *
format_prediction (const DwellCostPlotAnswer *answer,
                 double                     value)
{
  DwellChartAxis axis = { .unit = get_trace (answer)->weights_are_times ? DWELL_CHART_TIME
                                                                        : DWELL_CHART_NUMBER };
  double most = get_most (answer);
  g_autofree char *text = dwell_chart_axis_format (&axis, MIN (value, most));

  /* Translators: the largest cost that can be shown; the predicted one is larger */
  return value <= most ? g_steal_pointer (&text) : g_strdup_printf (_("more than %s"), text);
}

static char *
make_pointer_label (const ChartData *self,
                    guint            number)
{
  const DwellCostPlotAnswer *answer = self->answer;
  DwellChartAxis axis = { .unit = self->size_unit };
  double value = answer->parts[number].prediction.value;
  g_autofree char *name = dup_name (answer, number);
  g_autofree char *cost = format_prediction (answer, value);
  g_autofree char *size = dwell_chart_axis_format (&axis, answer->options.size * self->x_scale);
  g_autofree char *text = g_strdup_printf (value <= get_most (answer)
                                           /* Translators: a predicted cost; the size of the
                                            * input that it is predicted for: “≈ 12.3 M at 50 k” */
                                           ? C_("prediction", "≈ %s at %s")
                                           /* Translators: “more than 100 E”; the size of the input
                                            * that it is predicted for */
                                           : C_("prediction", "%s at %s"), cost, size);

  /* The prediction comes first, because a long name is cut at its end. */
  return answer->n_parts == 1 ? g_steal_pointer (&text)
                              : g_strjoin (" · ", text, name, NULL);
}

/* @line: the series of the fitted curve; without a curve, %G_MAXUINT */
static void
add_prediction (ChartData        *self,
                guint             number,
                DwellChartSeries *series,
                guint             line)
{
  const DwellCostPlotAnswer *answer = self->answer;
  const DwellCostPlotPart *part = &answer->parts[number];
  double value = part->prediction.value;

  /* A predicted cost has no place in a chart of costs divided by a bound. */
  if (!part->has_prediction || has_bound (answer))
    return;

  self->pointers[self->n_pointers++] = (DwellChartPointer) {
    .x = answer->options.size * self->x_scale, .y = value, .line = line,
    .label = keep_text (self, make_pointer_label (self, number)), .colour = series->colour,
  };
  include (&self->reach_y, value);
  if (!isfinite (value))
    return;

  series->kind = DWELL_SERIES_POINTS;
  series->n = 1;
  series->x = add_column (self, &answer->options.size, 1, self->x_scale);
  series->y = add_column (self, &value, 1, 1);
  series->shape = 3;
  series->size = 11;
}

static void
add_fit (ChartData *self,
         guint      number)
{
  const DwellCostPlotAnswer *answer = self->answer;
  const DwellCostPlotPart *part = &answer->parts[number];
  guint first = self->n_series;
  DwellChartSeries *series = &self->series[first];

  self->n_series += N_FIT_SERIES;
  for (guint i = 0; i < N_FIT_SERIES; i++)
    series[i] = (DwellChartSeries) { .kind = DWELL_SERIES_BAND, .colour = self->colours[number] };

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
      /* On points of its own colour the line would not be seen. With several routines, the labels
       * of their points are enough. */
      if (answer->n_parts == 1)
        {
          series[1].colour = DWELL_CHART_TEXT;
          series[1].label = dwell_growth_class_get_title (part->growth.class);
        }
      for (guint i = 0; i < part->n_fit; i++)
        include (&self->reach_y, part->fit_values[i]);
    }

  add_prediction (self, number, &series[2], part->n_fit > 0 ? first + 1 : G_MAXUINT);
}

/* Returns the range of sizes in which there is anything to see below @high: up to where the last
 * curve leaves the chart. */
static Extent
find_reach (const ChartData *self,
            double           high)
{
  const DwellCostPlotAnswer *answer = self->answer;
  Extent reach = { INFINITY, 0 };

  for (guint i = 0; i < answer->n_parts; i++)
    {
      const DwellCostPlotPart *part = &answer->parts[i];
      gboolean is_in_view = TRUE;

      for (guint point = 0; point < part->n_fit && is_in_view; point++)
        {
          include (&reach, part->fit_sizes[point] * self->x_scale);
          is_in_view = part->fit_values[point] <= high;
        }
      if (part->has_prediction && (has_bound (answer) || part->prediction.value <= high))
        include (&reach, answer->options.size * self->x_scale);
    }

  return reach;
}

/* Returns whether a cost is predicted for any routine. */
static gboolean
has_prediction (const DwellCostPlotAnswer *answer)
{
  for (guint i = 0; i < answer->n_parts; i++)
    if (answer->parts[i].has_prediction)
      return TRUE;
  return FALSE;
}

static DwellChartAxis
make_axis (const Extent  *data,
           const Extent  *reach,
           gboolean       is_log,
           DwellChartUnit unit,
           const char    *title)
{
  DwellChartAxis axis = { .low = 0, .high = 1, .is_log = is_log, .unit = unit, .title = title };

  /* An extent without values is empty. */
  if (data->high >= data->low)
    axis.high = data->high;
  if (is_log)
    axis.low = MIN (data->low, axis.high);
  if (axis.high <= axis.low)
    axis.high = axis.low * 2;

  dwell_chart_axis_reach (&axis, reach->low, reach->high);
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
 * dwell_costs_chart_free:
 * @data: (transfer full): the data of a chart
 *
 * Frees the data of a chart. It may be called on any thread.
 */
void
dwell_costs_chart_free (gpointer data)
{
  ChartData *self = data;

  dwell_cost_plot_answer_unref (self->answer);
  g_ptr_array_unref (self->columns);
  g_free (self->series);
  g_free (self);
}

/* The base has the colour of text rather than a colour of its own, as in histograms. */
static guint
take_colour (const DwellCostPlotRoutine *routine,
             guint32                    *taken)
{
  const DwellTrace *trace = dwell_costs_get_trace (routine->costs);

  return routine->side == DWELL_COST_PLOT_BASE
           ? DWELL_CHART_TEXT
           : dwell_palette_take_colour (dwell_trace_get_area_title (trace, routine->area), taken);
}

static ChartData *
chart_data_new (DwellCostPlotAnswer          *answer,
                const DwellCostsChartOptions *options)
{
  guint32 size_bytes = get_size_bytes (answer);
  gboolean in_bytes = options->in_bytes && size_bytes > 0;
  ChartData *self = g_new0 (ChartData, 1);
  guint32 taken = 0;
  guint n_series = 0;

  for (guint i = 0; i < answer->n_parts; i++)
    n_series += answer->parts[i].n_curves + N_FIT_SERIES;

  self->answer = dwell_cost_plot_answer_ref (answer);
  self->series = g_new0 (DwellChartSeries, MAX (n_series, 1));
  self->columns = g_ptr_array_new_with_free_func (g_free);
  self->x_scale = in_bytes ? size_bytes : 1;
  self->size_unit = in_bytes ? DWELL_CHART_BYTES : DWELL_CHART_NUMBER;
  self->x = self->y = self->reach_y = (Extent) { INFINITY, 0 };
  for (guint i = 0; i < answer->n_parts; i++)
    self->colours[i] = take_colour (&answer->parts[i].routine, &taken);
  return self;
}

/**
 * dwell_costs_chart_make:
 * @answer: the costs
 * @options: how to draw them
 * @chart: (out caller-allocates): costs over sizes
 *
 * Makes a chart. It may be called on any thread.
 *
 * Returns: (transfer full): the data that @chart points to, for dwell_costs_chart_free()
 */
gpointer
dwell_costs_chart_make (DwellCostPlotAnswer          *answer,
                        const DwellCostsChartOptions *options,
                        DwellChart                   *chart)
{
  ChartData *data = chart_data_new (answer, options);
  Extent reach_x;

  for (guint i = 0; i < answer->n_parts; i++)
    for (guint which = 0; which < answer->parts[i].n_curves; which++)
      add_curve (data, i, which);
  for (guint i = 0; i < answer->n_parts; i++)
    add_fit (data, i);

  *chart = (DwellChart) {
    .series = data->series, .n_series = data->n_series,
    .pointers = data->pointers, .n_pointers = data->n_pointers,
  };
  chart->y = make_axis (&data->y, &data->reach_y, options->is_y_log, get_cost_unit (answer),
                        make_cost_title (data));
  reach_x = find_reach (data, chart->y.high);
  chart->x = make_axis (&data->x, &reach_x, options->is_x_log, data->size_unit,
                        data->size_unit == DWELL_CHART_BYTES || get_size_bytes (answer) == 1
                          ? _("Size: bytes read") : _("Size: cells read"));
  if (has_prediction (answer))
    {
      data->rule = (DwellChartRule) { .is_vertical = TRUE,
                                      .at = answer->options.size * data->x_scale };
      chart->rules = &data->rule;
      chart->n_rules = 1;
    }
  return data;
}

/**
 * dwell_costs_chart_show:
 * @view: the view to show them in
 * @answer: the costs
 * @options: how to draw them
 * @keeps_zoom: %TRUE to keep the visible range
 *
 * Shows costs over sizes.
 */
void
dwell_costs_chart_show (DwellChartView               *view,
                        DwellCostPlotAnswer          *answer,
                        const DwellCostsChartOptions *options,
                        gboolean                      keeps_zoom)
{
  DwellChart chart;
  gpointer data = dwell_costs_chart_make (answer, options, &chart);

  dwell_chart_view_set_chart (view, &chart, data, dwell_costs_chart_free, keeps_zoom);
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
  guint32 size_bytes = get_size_bytes (answer);
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
  g_autofree char *name = dup_name (answer, part);
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
                          name, size,
                          get_kind_title (answer->parts[part].kinds[which],
                                          answer->options.curve.is_self),
                          value, calls);
}

static char *
describe_prediction (const DwellCostPlotAnswer *answer,
                     const DwellCostPlotPart   *part)
{
  const DwellGrowthPrediction *prediction = &part->prediction;
  g_autofree char *value = NULL;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (!part->has_prediction)
    return g_strdup (_("No growth to predict from"));

  value = format_prediction (answer, prediction->value);
  low = format_prediction (answer, prediction->low);
  high = format_prediction (answer, prediction->high);
  /* A range is of no use for a cost that is too large to be shown. */
  if (prediction->value > get_most (answer))
    return g_steal_pointer (&value);

  /* Translators: a predicted cost, and the range in which it probably lies */
  return g_strdup_printf (_("≈ %s (%s to %s)"), value, low, high);
}

/**
 * dwell_costs_chart_predict:
 * @answer: the costs that the chart shows
 * @separator: the text between two routines
 *
 * Returns: (transfer full) (nullable): the predicted costs, such as “≈ 12.3 M (11 M to 14 M)”, each
 *   after the name of its routine if there are several; %NULL without a size to predict them for
 */
char *
dwell_costs_chart_predict (const DwellCostPlotAnswer *answer,
                            const char                *separator)
{
  GString *text;

  if (answer->n_parts == 0 || answer->options.size <= 0)
    return NULL;
  if (answer->n_parts == 1)
    return describe_prediction (answer, &answer->parts[0]);

  text = g_string_new (NULL);
  for (guint i = 0; i < answer->n_parts; i++)
    {
      g_autofree char *name = dup_name (answer, i);
      g_autofree char *one = describe_prediction (answer, &answer->parts[i]);

      if (i > 0)
        g_string_append (text, separator);
      /* Translators: a routine or another thing, and what is said of it */
      g_string_append_printf (text, _("%s: %s"), name, one);
    }
  return g_string_free (text, FALSE);
}

/**
 * dwell_costs_chart_classify:
 * @answer: the costs that the chart shows
 *
 * Returns: (transfer full) (nullable): how the cost of the first routine grows, with its name if
 *   there are others; for a routine of two recordings only its name, because the legend shows the
 *   rest; %NULL if the growth is not known
 */
char *
dwell_costs_chart_classify (const DwellCostPlotAnswer *answer)
{
  g_autofree char *verdict = NULL;
  g_autofree char *name = NULL;

  if (answer->n_parts > 0 && answer->parts[0].routine.side != DWELL_COST_PLOT_ALONE)
    return dwell_trace_dup_area_label (get_trace (answer), answer->parts[0].routine.area);
  if (answer->n_parts == 0 || !answer->parts[0].has_growth)
    return NULL;

  name = dup_name (answer, 0);
  verdict = dwell_growth_describe (&answer->parts[0].growth);
  return answer->n_parts == 1 ? g_steal_pointer (&verdict)
                              /* Translators: a routine or another thing, and what is said of it */
                              : g_strdup_printf (_("%s: %s"), name, verdict);
}

/**
 * dwell_costs_chart_describe:
 * @answer: the costs that the chart shows
 * @series: the number of a series
 * @point: the number of one of its points
 *
 * Returns: (transfer full) (nullable): routine, size, what is drawn and its value; %NULL for a
 *   point of a band
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
  if (series % N_FIT_SERIES == 1 && point < part->n_fit && isfinite (part->fit_values[point]))
    {
      g_autofree char *name = dup_name (answer, number);
      g_autofree char *size = format_size (answer, part->fit_sizes[point]);
      g_autofree char *value = format_value (answer, part->fit_values[point]);

      /* Translators: a routine; a class of growth; a size; the value of the fitted curve there */
      return g_strdup_printf (_("%s\nFitted: %s\nSize %s: %s"), name,
                              dwell_growth_class_get_title (part->growth.class), size, value);
    }
  if (series % N_FIT_SERIES == 2 && part->has_prediction)
    {
      g_autofree char *name = dup_name (answer, number);
      g_autofree char *text = describe_prediction (answer, part);

      return g_strjoin ("\n", name, text, NULL);
    }
  return NULL;
}
