/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers what a plot of costs draws: the points of each routine, their curves and a fitted curve.
 * An answer to a question that has changed meanwhile is dropped. */
#include "config.h"

#include "model/lists/costs/dwell-cost-plot.h"

#include <math.h>
#include <string.h>

#include "core/dwell-csv.h"

/* Points of a fitted curve, in two parts, each spread evenly over the logarithm of the sizes: one
 * up to NEAR_SIZES times the measured sizes, which charts show in detail, and one beyond. */
#define N_NEAR_FIT 192
#define N_FAR_FIT  64
#define NEAR_SIZES 10

struct _DwellCostPlot
{
  DwellQuery parent_instance;

  DwellCostPlotRoutine routines[DWELL_COST_PLOT_MAX_ROUTINES];
  guint                n_routines; /* 0: nothing to draw */
  DwellCostPlotOptions options;
  guint                serial;
  guint                shown_serial;
  DwellCostPlotAnswer *answer;
};

enum {
  ANSWER_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellCostPlot, dwell_cost_plot, DWELL_TYPE_QUERY)

/**
 * dwell_cost_plot_answer_ref:
 * @self: an answer
 *
 * Returns: (transfer full): @self
 */
DwellCostPlotAnswer *
dwell_cost_plot_answer_ref (DwellCostPlotAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* Copies at most as many as can be drawn, each with a reference on its costs. */
static guint
copy_routines (DwellCostPlotRoutine       *to,
               const DwellCostPlotRoutine *routines,
               guint                       n_routines)
{
  guint n = MIN (n_routines, DWELL_COST_PLOT_MAX_ROUTINES);

  for (guint i = 0; i < n; i++)
    {
      to[i] = routines[i];
      dwell_costs_ref (to[i].costs);
    }

  return n;
}

static void
clear_routines (DwellCostPlotRoutine *routines,
                guint                *n_routines)
{
  for (guint i = 0; i < *n_routines; i++)
    dwell_costs_unref (routines[i].costs);
  *n_routines = 0;
}

static void
part_clear (DwellCostPlotPart *self)
{
  dwell_costs_unref (self->routine.costs);
  for (guint i = 0; i < self->n_curves; i++)
    dwell_cost_curve_free (self->curves[i]);

  g_free (self->fit_sizes);
  g_free (self->fit_values);
  g_free (self->fit_low);
  g_free (self->fit_high);
}

/**
 * dwell_cost_plot_answer_unref:
 * @self: (transfer full): an answer
 */
void
dwell_cost_plot_answer_unref (DwellCostPlotAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_parts; i++)
    part_clear (&self->parts[i]);

  dwell_costs_unref (self->costs);
  g_free (self);
}

/**
 * dwell_cost_plot_options_have_fit:
 * @self: options
 *
 * Only costs of single calls (worst, average, best) can be fitted.
 *
 * Returns: true if the shown costs can be fitted
 */
gboolean
dwell_cost_plot_options_have_fit (const DwellCostPlotOptions *self)
{
  return self->shows_spread || self->curve.kind <= DWELL_COST_CURVE_BEST;
}

/* --- On a worker --- */

static gboolean
has_bound (const DwellCostBound *bound)
{
  return bound->power != 0 || bound->logs != 0 || bound->log_logs != 0;
}

/* Predictions are costs; the drawn values can be costs divided by a bound. */
static void
add_fit (DwellCostPlotPart          *part,
         const DwellGrowthPoints    *points,
         const DwellCostPlotOptions *options)
{
  const DwellCostBound *bound = &options->curve.bound;
  double low = MAX (part->growth.min_size, 1);
  double high = MAX (part->growth.max_size, options->size);
  double near = MIN (part->growth.max_size * NEAR_SIZES, high);
  guint n = near < high ? N_NEAR_FIT + N_FAR_FIT : N_NEAR_FIT;
  DwellGrowthPrediction predictions[N_NEAR_FIT + N_FAR_FIT];

  if (!(high > low))
    return;

  part->n_fit = n;
  part->fit_sizes = g_new (double, n);
  part->fit_values = g_new (double, n);
  part->fit_low = g_new (double, n);
  part->fit_high = g_new (double, n);
  for (guint i = 0; i < n; i++)
    part->fit_sizes[i] = i < N_NEAR_FIT
      ? low * pow (near / low, i / (N_NEAR_FIT - 1.0))
      : near * pow (high / near, (i + 1.0 - N_NEAR_FIT) / N_FAR_FIT);

  dwell_growth_predict (&part->growth, points, part->fit_sizes, n, predictions);
  for (guint i = 0; i < n; i++)
    {
      double by = has_bound (bound) ? dwell_cost_bound_value (bound, part->fit_sizes[i]) : 1;

      part->fit_values[i] = predictions[i].value / by;
      part->fit_low[i] = predictions[i].low / by;
      part->fit_high[i] = predictions[i].high / by;
    }
}

static void
add_growth (DwellCostPlotPart          *part,
            const DwellCostPoints      *points,
            const DwellCostPlotOptions *options)
{
  DwellCostCurveKind kind = options->shows_spread ? DWELL_COST_CURVE_WORST : options->curve.kind;
  DwellGrowthPoints prepared = { 0 };

  if (!dwell_cost_plot_options_have_fit (options) ||
      !dwell_growth_prepare (points, &kind, options->curve.is_self, &prepared))
    return;

  dwell_growth_classify (&prepared, &part->growth);
  part->growth.kind = kind;
  part->growth.is_self = options->curve.is_self != FALSE;
  part->has_growth = part->growth.class != DWELL_GROWTH_NONE;
  if (!part->has_growth)
    return;

  if (options->has_fit)
    add_fit (part, &prepared, options);
  if (options->size > 0)
    {
      dwell_growth_predict (&part->growth, &prepared, &options->size, 1, &part->prediction);
      part->has_prediction = TRUE;
    }
}

static void
fill_part (DwellCostPlotAnswer        *self,
           const DwellCostPlotRoutine *routine)
{
  DwellCostPlotPart *part = &self->parts[self->n_parts];
  guint row = dwell_costs_find_row (routine->costs, routine->area);
  g_autoptr(DwellCostPoints) points = NULL;
  guint n_kinds = self->options.shows_spread ? 3 : 1;

  if (row == G_MAXUINT)
    return;

  self->n_parts++;
  points = dwell_costs_get_points (routine->costs, row);
  part->routine = *routine;
  dwell_costs_ref (part->routine.costs);
  part->n_sizes = points->n_points;
  for (guint i = 0; i < n_kinds; i++)
    {
      DwellCostCurveOptions options = self->options.curve;

      if (self->options.shows_spread)
        options.kind = (DwellCostCurveKind) (DWELL_COST_CURVE_WORST + i);
      part->kinds[i] = options.kind;
      part->curves[i] = dwell_cost_curve_new (points, &options);
      part->n_curves++;
    }

  add_growth (part, points, &self->options);
}

/**
 * dwell_cost_plot_answer_new:
 * @routines: (array length=n_routines): routines, at least one, of which at most
 *   %DWELL_COST_PLOT_MAX_ROUTINES are drawn
 * @n_routines: their number
 * @options: selects curves, fit and prediction
 * @cancellable: (nullable): stops before the next routine
 *
 * Computes a plot on the calling thread, which can be any.
 *
 * Returns: (transfer full): the curves to draw; routines are missing if it was cancelled
 */
DwellCostPlotAnswer *
dwell_cost_plot_answer_new (const DwellCostPlotRoutine *routines,
                            guint                       n_routines,
                            const DwellCostPlotOptions *options,
                            GCancellable               *cancellable)
{
  DwellCostPlotAnswer *self = g_new0 (DwellCostPlotAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->costs = dwell_costs_ref (routines[0].costs);
  self->options = *options;
  if (!dwell_cost_plot_options_have_fit (options))
    self->options.size = 0;

  n_routines = MIN (n_routines, DWELL_COST_PLOT_MAX_ROUTINES);
  for (guint i = 0; i < n_routines && !g_cancellable_is_cancelled (cancellable); i++)
    fill_part (self, &routines[i]);
  return self;
}

typedef struct {
  DwellCostPlotRoutine routines[DWELL_COST_PLOT_MAX_ROUTINES];
  guint                n_routines;
  DwellCostPlotOptions options;
  guint                serial;
  DwellCostPlotAnswer *answer; /* out */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->answer, dwell_cost_plot_answer_unref);
  clear_routines (self->routines, &self->n_routines);
  g_free (self);
}

static void
answer_question (gpointer      data,
                 GCancellable *cancellable)
{
  Question *self = data;

  self->answer = dwell_cost_plot_answer_new (self->routines, self->n_routines,
                                             &self->options, cancellable);
}

/* --- On the main thread --- */

static void
set_answer (DwellCostPlot       *self,
            DwellCostPlotAnswer *answer)
{
  if (self->answer == NULL && answer == NULL)
    return;

  g_clear_pointer (&self->answer, dwell_cost_plot_answer_unref);
  self->answer = answer;
  g_signal_emit (self, signals[ANSWER_CHANGED], 0);
}

/* Does not chain up: the costs are set by the caller, so no trace of a view is needed. */
static void
dwell_cost_plot_update (DwellQuery *query)
{
  DwellCostPlot *self = DWELL_COST_PLOT (query);
  Question *question;

  if (self->n_routines == 0 || self->shown_serial == self->serial ||
      dwell_query_get_question (query) != NULL)
    return;

  question = g_new0 (Question, 1);
  question->options = self->options;
  question->n_routines = copy_routines (question->routines, self->routines, self->n_routines);
  question->serial = self->serial;
  dwell_query_ask (query, question, question_free, answer_question);
}

static void
dwell_cost_plot_take (DwellQuery *query,
                      gpointer    data)
{
  DwellCostPlot *self = DWELL_COST_PLOT (query);
  Question *question = data;

  if (question->serial != self->serial)
    return;

  self->shown_serial = question->serial;
  set_answer (self, g_steal_pointer (&question->answer));
}

static void
dwell_cost_plot_dispose (GObject *object)
{
  DwellCostPlot *self = DWELL_COST_PLOT (object);

  clear_routines (self->routines, &self->n_routines);
  g_clear_pointer (&self->answer, dwell_cost_plot_answer_unref);

  G_OBJECT_CLASS (dwell_cost_plot_parent_class)->dispose (object);
}

static void
dwell_cost_plot_class_init (DwellCostPlotClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_cost_plot_dispose;
  query_class->update = dwell_cost_plot_update;
  query_class->take = dwell_cost_plot_take;

  signals[ANSWER_CHANGED] = g_signal_new ("answer-changed", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_cost_plot_init (DwellCostPlot *self)
{
}

/**
 * dwell_cost_plot_new:
 *
 * Returns: (transfer full): a plot of nothing
 */
DwellCostPlot *
dwell_cost_plot_new (void)
{
  return g_object_new (DWELL_TYPE_COST_PLOT, NULL);
}

/**
 * dwell_cost_plot_set:
 * @self: a plot
 * @routines: (array length=n_routines): routines, of which at most
 *   %DWELL_COST_PLOT_MAX_ROUTINES are drawn
 * @n_routines: their number; 0: nothing is plotted
 * @options: selects curves, fit and prediction
 *
 * Asks for another plot. The last answer stays until the new one is there.
 */
void
dwell_cost_plot_set (DwellCostPlot              *self,
                     const DwellCostPlotRoutine *routines,
                     guint                       n_routines,
                     const DwellCostPlotOptions *options)
{
  DwellCostPlotRoutine copies[DWELL_COST_PLOT_MAX_ROUTINES];
  guint n_copies;

  g_return_if_fail (DWELL_IS_COST_PLOT (self));

  n_copies = copy_routines (copies, routines, n_routines);
  clear_routines (self->routines, &self->n_routines);
  memcpy (self->routines, copies, n_copies * sizeof copies[0]);
  self->n_routines = n_copies;
  self->options = *options;
  self->serial++;

  if (self->n_routines == 0)
    set_answer (self, NULL);
  dwell_query_update (DWELL_QUERY (self));
}

/**
 * dwell_cost_plot_get_answer:
 * @self: a plot
 *
 * Returns: (transfer none) (nullable): the last answer
 */
DwellCostPlotAnswer *
dwell_cost_plot_get_answer (DwellCostPlot *self)
{
  g_return_val_if_fail (DWELL_IS_COST_PLOT (self), NULL);

  return self->answer;
}

/* --- CSV --- */

static void
append_wide (GString   *text,
             gboolean   is_known,
             DwellWide  value)
{
  g_autofree char *field = is_known ? dwell_wide_to_text (value) : g_strdup ("");

  g_string_append_printf (text, ",%s", field);
}

static void
append_real (GString *text,
             double   value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, ",%s",
                          isfinite (value) ? g_ascii_dtostr (buffer, sizeof buffer, value) : "");
}

static void
append_point (GString              *text,
              const DwellCostPoint *point)
{
  const struct {
    DwellCostColumn column;
    DwellWide       value;
  } columns[] = {
    { DWELL_COST_CALLS, point->calls }, { DWELL_COST_MIN, point->min },
    { DWELL_COST_MAX, point->max }, { DWELL_COST_SUM, point->sum },
    { DWELL_COST_REAL, point->real }, { DWELL_COST_SELF, point->self },
    { DWELL_COST_SELF_MIN, point->self_min }, { DWELL_COST_SELF_MAX, point->self_max },
  };

  g_string_append_printf (text, ",%" G_GUINT64_FORMAT, point->size);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    append_wide (text, (point->known & 1u << columns[i].column) != 0, columns[i].value);

  append_real (text, point->variance);
  append_real (text, point->self_variance);
  append_real (text, point->syscall);
  append_real (text, point->thread);
  g_string_append (text, "\r\n");
}

static const char *
get_side_id (DwellCostPlotSide side)
{
  return side == DWELL_COST_PLOT_BASE ? "base" : "new";
}

/**
 * dwell_cost_plot_to_csv:
 * @routines: (array length=n_routines): routines
 * @n_routines: their number
 *
 * Writes every column that a report can contain, as RFC 4180 describes CSV. A value that is not
 * known is an empty field. If the routines are of two recordings, the first column says which.
 *
 * Returns: (transfer full): a header line, then a line for each point of each routine
 */
char *
dwell_cost_plot_to_csv (const DwellCostPlotRoutine *routines,
                        guint                       n_routines)
{
  gboolean has_sides = n_routines > 0 && routines[0].side != DWELL_COST_PLOT_ALONE;
  GString *text = g_string_new (has_sides ? "recording," : NULL);

  g_string_append (text, "name,image,size,calls,min,max,sum,real,self,self_min,self_max,"
                         "variance,self_variance,syscall,thread\r\n");
  for (guint i = 0; i < n_routines; i++)
    {
      const DwellTrace *trace = dwell_costs_get_trace (routines[i].costs);
      guint32 area = routines[i].area;
      guint row = dwell_costs_find_row (routines[i].costs, area);
      g_autoptr(DwellCostPoints) points = NULL;

      if (row == G_MAXUINT)
        continue;

      points = dwell_costs_get_points (routines[i].costs, row);
      for (guint point = 0; point < points->n_points; point++)
        {
          if (has_sides)
            g_string_append_printf (text, "%s,", get_side_id (routines[i].side));
          dwell_csv_append (text, dwell_trace_get_area_title (trace, area));
          g_string_append_c (text, ',');
          dwell_csv_append (text, dwell_trace_get_string (trace, trace->areas[area].file));
          append_point (text, &points->points[point]);
        }
    }

  return g_string_free (text, FALSE);
}
