/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-ecdf.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

/* The greatest number of steps of a curve. With fewer values each has its own step; with more, some
 * values are left out, and those that remain have their true shares. */
#define MAX_STEPS 1024

#define MARGIN 0.04 /* of the width, free on either side */

enum {
  NEW,
  BASE,
  N_SERIES
};

typedef struct {
  DwellChartSeries series[N_SERIES];
  double          *x[N_SERIES];
  double          *y[N_SERIES];
  DwellChartRule   rule;
} Curves;

static void
curves_free (gpointer data)
{
  Curves *self = data;

  for (guint i = 0; i < N_SERIES; i++)
    {
      g_free (self->x[i]);
      g_free (self->y[i]);
    }
  g_free (self);
}

/* Two corners for each step. On a logarithmic axis, zero is drawn at the edge. */
static void
add_curve (Curves             *self,
           guint               series,
           const DwellSamples *samples,
           double              least)
{
  guint64 n = samples != NULL ? samples->n : 0;
  guint n_steps = (guint) MIN (n, MAX_STEPS);
  double *x = self->x[series] = g_new (double, 2 * n_steps + 1);
  double *y = self->y[series] = g_new (double, 2 * n_steps + 1);
  double before = 0;

  for (guint i = 0; i < n_steps; i++)
    {
      guint64 up_to = (guint64) ((unsigned __int128) n * (i + 1) / n_steps);

      x[2 * i] = x[2 * i + 1] = MAX ((double) samples->sorted[up_to - 1], least);
      y[2 * i] = before;
      y[2 * i + 1] = before = (double) up_to / (double) n;
    }

  self->series[series] = (DwellChartSeries) {
    .kind = DWELL_SERIES_LINE, .n = 2 * n_steps, .x = x, .y = y, .is_rising = TRUE,
    .colour = series == BASE ? DWELL_CHART_TEXT : 0, .dash = series == BASE,
    .label = series == BASE ? C_("recording", "Base") : C_("recording", "New"),
  };
}

static void
reach (const DwellSamples *samples,
       double             *low,
       double             *high)
{
  if (samples == NULL || samples->n == 0)
    return;

  *low = MIN (*low, (double) samples->sorted[0]);
  *high = MAX (*high, (double) samples->sorted[samples->n - 1]);
}

/**
 * dwell_comparison_ecdf_show:
 * @view: a chart
 * @difference: the difference of two samples, at least one of which has values
 * @title: the name of what is measured
 *
 * Shows both curves, and where they are furthest apart.
 */
void
dwell_comparison_ecdf_show (DwellChartView                    *view,
                            const DwellDistributionDifference *difference,
                            const char                        *title)
{
  Curves *curves = g_new0 (Curves, 1);
  DwellChart chart = { .y = { .high = 1.04, .unit = DWELL_CHART_PERCENT,
                              .title = _("Cumulative Share") } };
  double low = INFINITY;
  double high = -INFINITY;

  reach (difference->base, &low, &high);
  reach (difference->new, &low, &high);
  if (difference->is_log)
    low = MAX (low, 0.5);
  add_curve (curves, NEW, difference->new, difference->is_log ? low : -INFINITY);
  add_curve (curves, BASE, difference->base, difference->is_log ? low : -INFINITY);

  chart.x = (DwellChartAxis) { .low = low, .high = MAX (high, low + 1),
                               .is_log = difference->is_log, .unit = DWELL_CHART_TIME,
                               .title = title };
  dwell_chart_axis_zoom (&chart.x, -MARGIN, 1 + MARGIN);
  chart.series = curves->series;
  chart.n_series = N_SERIES;
  if (difference->distance > 0)
    {
      curves->rule = (DwellChartRule) { .is_vertical = TRUE,
                                        .at = MAX ((double) difference->distance_at, low),
                                        .name = _("Furthest apart") };
      chart.rules = &curves->rule;
      chart.n_rules = 1;
    }
  dwell_chart_view_set_chart (view, &chart, curves, curves_free, FALSE);
}

/* “–” for a recording without values. */
static char *
dup_share (double share)
{
  return isnan (share) ? g_strdup ("–") : dwell_text_percent (share);
}

/**
 * dwell_comparison_ecdf_describe:
 * @difference: the difference that dwell_comparison_ecdf_show() has shown
 * @series: the number of a series
 * @point: the number of a point
 *
 * Returns: (transfer full): “Up to 1.2 ms: 34 % in the base, 12 % in the new recording”
 */
char *
dwell_comparison_ecdf_describe (const DwellDistributionDifference *difference,
                                guint                              series,
                                guint                              point)
{
  const DwellSamples *samples = series == BASE ? difference->base : difference->new;
  guint n_steps = (guint) MIN (samples->n, MAX_STEPS);
  guint64 up_to = (guint64) ((unsigned __int128) samples->n * (point / 2 + 1) / n_steps);
  gint64 value = samples->sorted[up_to - 1];
  double base;
  double new;
  g_autofree char *at = dwell_text_duration (value);
  g_autofree char *base_share = NULL;
  g_autofree char *new_share = NULL;

  dwell_distribution_difference_count_up_to (difference, value, &base, &new);
  base_share = dup_share (base);
  new_share = dup_share (new);
  /* Translators: a duration; the shares of the spans that take no longer */
  return g_strdup_printf (_("Up to %s: %s in the base, %s in the new recording"), at, base_share,
                          new_share);
}
