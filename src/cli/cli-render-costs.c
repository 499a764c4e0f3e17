/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli render --view=costs: for the routines that will hurt most when the input grows, draws
 * the worst costs by the size of the input, with fitted curves. */
#include "config.h"

#include "cli/cli-render.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "analysis/costs/dwell-growth.h"
#include "cli/cli-open.h"
#include "cli/cli-picture.h"
#include "cli/cli-select.h"
#include "paint/dwell-chart.h"

#define MAX_ROUTINES   8
#define MIN_SIZES      5
#define N_FIT          64
#define DEFAULT_WIDTH  1200
#define DEFAULT_HEIGHT 700

typedef struct {
  DwellChart       chart;
  DwellChartSeries series[2 * MAX_ROUTINES]; /* points, then fitted curves */
  DwellCostCurve  *curves[MAX_ROUTINES];
  double           fit_sizes[MAX_ROUTINES][N_FIT];
  double           fit_costs[MAX_ROUTINES][N_FIT];
  char            *labels[MAX_ROUTINES];
  char            *title;
  guint            n_routines;
  guint32          taken; /* bits: the colours in use */
} Picture;

static void
picture_clear (Picture *self)
{
  for (guint i = 0; i < self->n_routines; i++)
    {
      dwell_cost_curve_free (self->curves[i]);
      g_free (self->labels[i]);
    }
  g_free (self->title);
}

/* Orders rows as the window does. */
static GArray *
rank_rows (const DwellCosts        *costs,
           const DwellGrowth       *growths,
           const DwellCliSelection *selection)
{
  g_autofree guint32 *rank = dwell_growth_rank_rows (costs, growths);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < dwell_costs_get_n_rows (costs); i++)
    {
      const DwellCostRow *row = dwell_costs_get_row (costs, rank[i]);

      if (selection->areas[row->area] && row->n_sizes >= MIN_SIZES)
        g_array_append_val (rows, rank[i]);
    }

  return rows;
}

static void
include (DwellChartAxis *axis,
         double          value)
{
  if (value > 0 && isfinite (value))
    {
      axis->low = MIN (axis->low, value);
      axis->high = MAX (axis->high, value);
    }
}

static void
add_fit (Picture           *self,
         guint              number,
         const DwellGrowth *growth)
{
  double step = log (growth->max_size / growth->min_size) / (N_FIT - 1);

  for (guint i = 0; i < N_FIT; i++)
    {
      self->fit_sizes[number][i] = growth->min_size * exp (step * i);
      self->fit_costs[number][i] = dwell_growth_value (growth, self->fit_sizes[number][i]);
    }
  self->series[MAX_ROUTINES + number] = (DwellChartSeries) {
    .kind = DWELL_SERIES_LINE, .dash = 1, .n = N_FIT,
    .x = self->fit_sizes[number], .y = self->fit_costs[number],
    .colour = self->series[number].colour,
  };
}

static void
add_routine (Picture           *self,
             const DwellCosts  *costs,
             const DwellTrace  *trace,
             guint              row,
             const DwellGrowth *growth)
{
  guint number = self->n_routines++;
  DwellCostPoints *points = dwell_costs_get_points (costs, row);
  const DwellCostCurveOptions options = { .kind = growth->kind };
  guint32 area = dwell_costs_get_row (costs, row)->area;
  const char *title = dwell_trace_get_area_title (trace, area);
  g_autofree char *name = dwell_trace_dup_area_label (trace, area);
  DwellCostCurve *curve = dwell_cost_curve_new (points, &options);

  dwell_cost_points_free (points);
  self->curves[number] = curve;
  self->labels[number] = growth->class != DWELL_GROWTH_NONE
                           ? g_strjoin (", ", name, dwell_growth_class_get_title (growth->class),
                                        NULL) : g_strdup (name);
  self->series[number] = (DwellChartSeries) {
    .kind = DWELL_SERIES_POINTS, .label = self->labels[number], .shape = number,
    .colour = dwell_palette_take_colour (title, &self->taken), .n = curve->n,
    .x = curve->sizes, .y = curve->values, .size = curve->n > 300 ? 4 : 7,
  };
  for (guint i = 0; i < curve->n; i++)
    {
      include (&self->chart.x, curve->sizes[i]);
      include (&self->chart.y, curve->values[i]);
    }
  if (growth->class != DWELL_GROWTH_NONE && growth->max_size > growth->min_size)
    add_fit (self, number, growth);
}

static void
finish_axis (DwellChartAxis *axis)
{
  axis->is_log = TRUE;
  if (!(axis->low <= axis->high))
    axis->low = axis->high = 1;
  if (axis->high <= axis->low)
    axis->high = axis->low * 2;
  dwell_chart_axis_zoom (axis, -0.02, 1.04);
}

static gboolean
write_picture (Picture                 *self,
               const DwellTrace        *trace,
               const char              *file,
               const DwellCliArguments *arguments)
{
  const char *unit = dwell_trace_get_string (trace, trace->weight_unit);
  DwellCliPicture picture;

  self->title = *unit == '\0' || trace->weights_are_times
                  ? g_strdup (_("Worst cost")) : g_strjoin (", ", _("Worst cost"), unit, NULL);
  finish_axis (&self->chart.x);
  finish_axis (&self->chart.y);
  self->chart.title = file;
  self->chart.x.title = trace->size_bytes == 1 ? _("Size: bytes read") : _("Size: cells read");
  self->chart.y.title = self->title;
  self->chart.y.unit = trace->weights_are_times ? DWELL_CHART_TIME : DWELL_CHART_NUMBER;
  self->chart.series = self->series;
  self->chart.n_series = G_N_ELEMENTS (self->series);
  self->chart.palette = dwell_palette_get (arguments->is_dark, FALSE);

  dwell_cli_picture_begin (&picture, arguments, DEFAULT_WIDTH, DEFAULT_HEIGHT);
  return dwell_cli_picture_end (&picture, picture.stream != NULL &&
           dwell_chart_write_picture (&self->chart, picture.stream, picture.type, picture.width,
                                      picture.height, NULL, &picture.error));
}

/**
 * dwell_cli_render_costs:
 * @trace: a trace with cost points
 * @file: its name, for the title and for errors
 * @arguments: the arguments
 *
 * Draws costs into the picture of --output.
 *
 * Returns: whether the picture was written; if not, an error was printed
 */
gboolean
dwell_cli_render_costs (DwellTrace              *trace,
                        const char              *file,
                        const DwellCliArguments *arguments)
{
  const DwellGrowthOptions options = { .kind = DWELL_COST_CURVE_WORST };
  g_autoptr(DwellCosts) costs = NULL;
  g_autofree DwellGrowth *growths = NULL;
  g_autoptr(GArray) rows = NULL;
  g_auto(DwellCliSelection) selection = { 0 };
  Picture picture = { .chart = { .x = { .low = INFINITY }, .y = { .low = INFINITY } } };
  gboolean is_written = FALSE;

  if (!dwell_cli_selection_init (&selection, trace, file, arguments))
    return FALSE;

  costs = dwell_costs_new (trace, dwell_cli_selection_get_context (&selection, trace, arguments),
                           NULL);
  if (costs == NULL)
    {
      dwell_cli_complain_memory (file);
      return FALSE;
    }

  growths = dwell_growth_classify_all (costs, &options, NULL);
  rows = rank_rows (costs, growths, &selection);
  for (guint i = 0; i < MIN (rows->len, MAX_ROUTINES); i++)
    {
      guint32 row = g_array_index (rows, guint32, i);

      add_routine (&picture, costs, trace, row, &growths[row]);
    }

  if (rows->len == 0)
    dwell_cli_complain (file, _("there is no routine with costs of enough sizes to draw"));
  else
    is_written = write_picture (&picture, trace, file, arguments);

  picture_clear (&picture);
  return is_written;
}
