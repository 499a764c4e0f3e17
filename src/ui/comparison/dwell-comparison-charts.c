/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two charts. The first shows the distributions of both recordings: as histograms of shares, so
 * that recordings with different counts can be compared, the base as an outline over the bars of
 * the new recording; or as cumulated curves. The second shows how much each percentile changed,
 * with its interval. */
#include "config.h"

#include "ui/comparison/dwell-comparison-charts.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/lists/distribution/dwell-distribution.h"
#include "ui/chart/dwell-chart-pair.h"
#include "ui/chart/dwell-chart-save.h"
#include "ui/chart/dwell-chart-view.h"
#include "ui/comparison/dwell-comparison-ecdf.h"
#include "ui/comparison/dwell-comparison-figures.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-distribution-figures.h"
#include "ui/pages/dwell-page-states.h"

#define MARGIN 0.04 /* of a chart's width, free on either side */

/* Bars and outline; interval and points. */
#define MAX_SERIES 2
#define MAX_COLUMNS 6

struct _DwellComparisonCharts
{
  DwellViewBin parent_instance;

  GtkDropDown     *measure;
  GtkToggleButton *cumulative;
  GtkLabel        *sentence;
  GtkStack        *states;
  DwellChartView  *histogram;
  DwellChartView  *shifts;
  GtkGrid         *figures;

  DwellComparisonDistribution *distribution;
};

G_DEFINE_FINAL_TYPE (DwellComparisonCharts, dwell_comparison_charts, DWELL_TYPE_VIEW_BIN)

/* What the series of a chart point to. */
typedef struct {
  DwellChartSeries series[MAX_SERIES];
  double          *columns[MAX_COLUMNS];
  guint            n_columns;
  DwellChartRule   rule;
} ChartData;

static void
chart_data_free (gpointer data)
{
  ChartData *self = data;

  for (guint i = 0; i < self->n_columns; i++)
    g_free (self->columns[i]);
  g_free (self);
}

static double *
add_column (ChartData *self,
            guint      n)
{
  return self->columns[self->n_columns++] = g_new0 (double, MAX (n, 1));
}

static double
get_share (guint64             n,
           const DwellSamples *of)
{
  return of->n > 0 ? (double) n / (double) of->n : 0;
}

/* --- The histogram --- */

static void
add_bars (ChartData                         *self,
          const DwellDistributionDifference *difference)
{
  double *x = add_column (self, difference->n_bins);
  double *x_high = add_column (self, difference->n_bins);
  double *y = add_column (self, difference->n_bins);

  for (guint i = 0; i < difference->n_bins; i++)
    {
      const DwellCommonBin *bin = &difference->bins[i];

      x[i] = (double) bin->low;
      x_high[i] = (double) bin->high;
      y[i] = get_share (bin->new, difference->new);
    }
  self->series[0] = (DwellChartSeries) { .kind = DWELL_SERIES_BARS, .n = difference->n_bins,
                                         .x = x, .y = y, .x_high = x_high,
                                         .label = C_("recording", "New") };
}

/* Two corners for each bin: steps, as in dwell_distribution_chart_show_histogram(). */
static void
add_outline (ChartData                         *self,
             const DwellDistributionDifference *difference)
{
  double *x = add_column (self, 2 * difference->n_bins);
  double *y = add_column (self, 2 * difference->n_bins);

  for (guint i = 0; i < difference->n_bins; i++)
    {
      const DwellCommonBin *bin = &difference->bins[i];

      x[2 * i] = (double) bin->low;
      x[2 * i + 1] = (double) bin->high;
      y[2 * i] = y[2 * i + 1] = get_share (bin->base, difference->base);
    }
  self->series[1] = (DwellChartSeries) { .kind = DWELL_SERIES_LINE, .n = 2 * difference->n_bins,
                                         .x = x, .y = y, .colour = DWELL_CHART_TEXT,
                                         .label = C_("recording", "Base") };
}

static double
get_largest_share (const DwellDistributionDifference *difference)
{
  double largest = 0;

  for (guint i = 0; i < difference->n_bins; i++)
    largest = MAX (largest, MAX (get_share (difference->bins[i].base, difference->base),
                                 get_share (difference->bins[i].new, difference->new)));
  return largest;
}

static DwellChartAxis
make_axis (double      low,
           double      high,
           gboolean    is_log,
           const char *title)
{
  DwellChartAxis axis = { .is_log = is_log, .unit = DWELL_CHART_TIME, .title = title };

  axis.low = is_log ? MAX (low, 0.5) : low;
  axis.high = MAX (high, axis.low + 1);
  dwell_chart_axis_zoom (&axis, -MARGIN, 1 + MARGIN);
  return axis;
}

static void
show_histogram (DwellComparisonCharts             *self,
                const DwellDistributionDifference *difference)
{
  ChartData *data = g_new0 (ChartData, 1);
  DwellMeasure measure = dwell_comparison_distribution_get_measure (self->distribution);
  const DwellCommonBin *bins = difference->bins;
  double low = (double) bins[0].low;
  DwellChart chart = { .y = { .high = get_largest_share (difference) * 1.08,
                              .unit = DWELL_CHART_PERCENT, .title = _("Share of Spans") } };

  add_bars (data, difference);
  add_outline (data, difference);
  /* Zero has no place on a logarithmic axis: its bin starts where it has room to be seen. */
  if (difference->is_log && low <= 0)
    low = (double) bins[0].high / 4;
  chart.x = make_axis (low, (double) bins[difference->n_bins - 1].high, difference->is_log,
                       dwell_measure_get_title (measure));
  chart.series = data->series;
  chart.n_series = MAX_SERIES;
  dwell_chart_view_set_chart (self->histogram, &chart, data, chart_data_free, FALSE);
}

/* “1 ms to 1.2 ms: 34 (28 %) in the base, 12 (10 %) in the new recording” */
static char *
describe_bin (guint    series,
              guint    point,
              gpointer user_data)
{
  DwellComparisonCharts *self = user_data;
  const DwellDistributionDifference *difference =
    dwell_comparison_distribution_get_difference (self->distribution);
  guint place = series == 0 ? point : point / 2;

  if (difference != NULL && gtk_toggle_button_get_active (self->cumulative))
    return dwell_comparison_ecdf_describe (difference, series, point);
  if (difference == NULL || place >= difference->n_bins)
    return NULL;

  {
    const DwellCommonBin *bin = &difference->bins[place];
    g_autofree char *low = dwell_text_duration (bin->low);
    g_autofree char *high = dwell_text_duration (bin->high);
    g_autofree char *base = dwell_text_count (bin->base);
    g_autofree char *new = dwell_text_count (bin->new);
    g_autofree char *base_share = dwell_text_percent (get_share (bin->base, difference->base));
    g_autofree char *new_share = dwell_text_percent (get_share (bin->new, difference->new));

    /* Translators: two durations; how many spans of the base lie between, and their share; how
     * many of the new recording, and their share */
    return g_strdup_printf (_("%s to %s: %s (%s) in the base, %s (%s) in the new recording"), low,
                            high, base, base_share, new, new_share);
  }
}

/* --- The changes of percentiles --- */

static gboolean
has_change (const DwellShift *shift)
{
  return shift->has_base && shift->has_new;
}

/* Returns: the number of points of the series. */
static guint
add_shifts (ChartData                         *self,
            const DwellDistributionDifference *difference,
            double                            *low,
            double                            *high)
{
  double *x = add_column (self, difference->n_shifts);
  double *y = add_column (self, difference->n_shifts);
  double *band_x = add_column (self, difference->n_shifts);
  double *band_low = add_column (self, difference->n_shifts);
  double *band_high = add_column (self, difference->n_shifts);
  guint n = 0;
  guint n_band = 0;

  *low = *high = 0;
  for (guint i = 0; i < difference->n_shifts; i++)
    {
      const DwellShift *shift = &difference->shifts[i];

      if (!has_change (shift))
        continue;

      x[n] = (double) shift->base;
      y[n] = (double) shift->new - (double) shift->base;
      *low = MIN (*low, y[n]);
      *high = MAX (*high, y[n]);
      if (!isnan (shift->change.low))
        {
          band_x[n_band] = x[n];
          band_low[n_band] = shift->change.low;
          band_high[n_band] = shift->change.high;
          *low = MIN (*low, band_low[n_band]);
          *high = MAX (*high, band_high[n_band]);
          n_band++;
        }
      n++;
    }

  self->series[0] = (DwellChartSeries) { .kind = DWELL_SERIES_BAND, .n = n_band, .x = band_x,
                                         .y = band_high, .y_low = band_low,
                                         /* Translators: an interval that holds what is true with a
                                          * probability of 95 % */
                                         .label = /* xgettext:no-c-format */ _("95 % interval") };
  self->series[1] = (DwellChartSeries) { .kind = DWELL_SERIES_POINTS, .n = n, .x = x, .y = y,
                                         .size = 7, .label = _("Change of a percentile") };
  return n;
}

static void
show_shifts (DwellComparisonCharts             *self,
             const DwellDistributionDifference *difference)
{
  ChartData *data = g_new0 (ChartData, 1);
  DwellChart chart = { NULL };
  double low;
  double high;
  guint n = add_shifts (data, difference, &low, &high);
  const double *x = data->series[1].x;

  gtk_widget_set_visible (GTK_WIDGET (self->shifts), n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "comparison-charts.save-percentiles", n > 0);
  if (n == 0)
    {
      chart_data_free (data);
      dwell_chart_view_set_chart (self->shifts, NULL, NULL, NULL, FALSE);
      return;
    }

  data->rule = (DwellChartRule) { .at = 0 };
  chart.x = make_axis (x[0], x[n - 1], difference->is_log, C_("recording", "Base"));
  chart.y = make_axis (low, high, FALSE, _("Change"));
  dwell_chart_axis_zoom (&chart.y, -MARGIN, 1 + MARGIN);
  chart.series = data->series;
  chart.n_series = MAX_SERIES;
  chart.rules = &data->rule;
  chart.n_rules = 1;
  dwell_chart_view_set_chart (self->shifts, &chart, data, chart_data_free, FALSE);
}

/* Returns the n-th percentile that both recordings have. */
static const DwellShift *
get_shift (const DwellDistributionDifference *difference,
           guint                              place)
{
  for (guint i = 0; i < difference->n_shifts; i++)
    if (has_change (&difference->shifts[i]) && place-- == 0)
      return &difference->shifts[i];

  return NULL;
}

/* “p90: 1 ms → 1.2 ms, +0.2 ms” */
static char *
describe_shift (guint    series,
                guint    point,
                gpointer user_data)
{
  DwellComparisonCharts *self = user_data;
  const DwellDistributionDifference *difference =
    dwell_comparison_distribution_get_difference (self->distribution);
  const DwellShift *shift = difference != NULL ? get_shift (difference, point) : NULL;

  if (shift == NULL)
    return NULL;

  {
    g_autofree char *name = dwell_distribution_figures_name (shift->fraction);
    g_autofree char *base = dwell_text_duration (shift->base);
    g_autofree char *new = dwell_text_duration (shift->new);
    g_autofree char *change =
      dwell_comparison_figures_dup_change ((double) shift->new - (double) shift->base);

    /* Translators: a percentile; its value in the base, in the new recording; the change */
    return g_strdup_printf (_("%s: %s → %s, %s"), name, base, new, change);
  }
}

/* --- All of it --- */

static void
update_state (DwellComparisonCharts *self)
{
  const DwellDistributionDifference *difference =
    dwell_comparison_distribution_get_difference (self->distribution);
  const char *state = "empty";

  if (difference != NULL)
    state = difference->n_bins > 0 ? "charts" : "no-spans";
  else if (dwell_query_get_busy (DWELL_QUERY (self->distribution)))
    state = "loading";
  dwell_page_states_show (self->states, state,
                          dwell_query_has_lacked (DWELL_QUERY (self->distribution)));
}

static void
show_answer (DwellComparisonCharts *self)
{
  const DwellDistributionDifference *difference =
    dwell_comparison_distribution_get_difference (self->distribution);
  g_autofree char *sentence = NULL;

  update_state (self);
  if (difference != NULL)
    sentence = dwell_comparison_distribution_describe (self->distribution);
  gtk_label_set_text (self->sentence, sentence != NULL ? sentence : "");

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "comparison-charts.save-histogram",
                                 difference != NULL && difference->n_bins > 0);
  if (difference == NULL || difference->n_bins == 0)
    {
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "comparison-charts.save-percentiles",
                                     FALSE);
      dwell_chart_view_set_chart (self->histogram, NULL, NULL, NULL, FALSE);
      dwell_chart_view_set_chart (self->shifts, NULL, NULL, NULL, FALSE);
      return;
    }

  if (gtk_toggle_button_get_active (self->cumulative))
    dwell_comparison_ecdf_show (
      self->histogram, difference,
      dwell_measure_get_title (dwell_comparison_distribution_get_measure (self->distribution)));
  else
    show_histogram (self, difference);
  show_shifts (self, difference);
  dwell_comparison_figures_fill (self->figures, difference);
}

static void
dwell_comparison_charts_take_view (DwellViewBin *bin)
{
  show_answer (DWELL_COMPARISON_CHARTS (bin));
}

static void
on_measure_chosen (DwellComparisonCharts *self)
{
  guint position = gtk_drop_down_get_selected (self->measure);

  if (position < DWELL_N_MEASURES)
    dwell_comparison_distribution_set_measure (self->distribution, (DwellMeasure) position);
}

/* The legends say which recording is which. */
static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellComparisonCharts *self = DWELL_COMPARISON_CHARTS (widget);
  gboolean is_histogram = g_str_equal (name, "comparison-charts.save-histogram");
  g_autofree char *title = dwell_comparison_distribution_dup_name (self->distribution);

  dwell_chart_save (is_histogram ? self->histogram : self->shifts, title,
                    is_histogram ? _("distribution.svg") : _("percentiles.svg"));
}

static void
dwell_comparison_charts_dispose (GObject *object)
{
  DwellComparisonCharts *self = DWELL_COMPARISON_CHARTS (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->distribution);

  G_OBJECT_CLASS (dwell_comparison_charts_parent_class)->dispose (object);
}

static void
dwell_comparison_charts_class_init (DwellComparisonChartsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_charts_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_comparison_charts_take_view;

  gtk_widget_class_install_action (widget_class, "comparison-charts.save-histogram", NULL,
                                   save_action);
  gtk_widget_class_install_action (widget_class, "comparison-charts.save-percentiles", NULL,
                                   save_action);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-comparison-charts.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, measure);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, cumulative);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, states);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, histogram);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, shifts);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonCharts, figures);
  gtk_widget_class_bind_template_callback (widget_class, on_measure_chosen);
  gtk_widget_class_bind_template_callback (widget_class, show_answer);
}

static void
dwell_comparison_charts_init (DwellComparisonCharts *self)
{
  g_type_ensure (DWELL_TYPE_CHART_PAIR);
  g_type_ensure (DWELL_TYPE_CHART_VIEW);
  self->distribution = dwell_comparison_distribution_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));

  dwell_chart_view_set_describe (self->histogram, describe_bin, self);
  dwell_chart_view_set_describe (self->shifts, describe_shift, self);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->distribution));
  g_signal_connect_object (self->distribution, "changed", G_CALLBACK (show_answer), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->distribution, "notify::busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "units-changed", G_CALLBACK (show_answer));
}

/**
 * dwell_comparison_charts_get_distribution:
 * @self: the charts
 *
 * Returns: (transfer none): the distribution that they show
 */
DwellComparisonDistribution *
dwell_comparison_charts_get_distribution (DwellComparisonCharts *self)
{
  return self->distribution;
}
