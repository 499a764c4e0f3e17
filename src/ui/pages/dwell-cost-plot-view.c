/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart of the selected routines: the user chooses the cost, a bound to divide it by, the axes,
 * and a size to predict the cost for. A setting that changes the answer asks the model for another;
 * one that only changes the axes draws the answer again. */
#include "config.h"

#include "ui/pages/dwell-cost-plot-view.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-sink.h"
#include "ui/chart/dwell-chart-save.h"
#include "ui/chart/dwell-chart-view.h"
#include "ui/chart/dwell-costs-chart.h"
#include "ui/compat/dwell-names.h"
#include "ui/widgets/dwell-save.h"
#include "ui/widgets/dwell-tip.h"

/* The place of “Save the Table” in its menu. */
#define TABLE_ITEM 2

struct _DwellCostPlotView
{
  AdwBin parent_instance;

  GtkDropDown     *kind;
  GtkWidget       *bound;
  GtkLabel        *bound_label;
  GtkCheckButton  *fit;
  GtkCheckButton  *log_sizes;
  GtkCheckButton  *log_costs;
  GtkWidget       *bytes;
  GtkWidget       *size;
  GtkLabel        *prediction;  /* of one routine */
  GtkLabel        *predictions; /* of several */
  GtkSpinButton   *group;
  GtkSpinButton   *smoothing;
  GtkLabel        *verdict;
  GtkStack        *states;
  DwellChartView  *chart;
  GMenu           *save_menu;

  DwellCostPlot *plot;
  DwellCostPlotRoutine routines[DWELL_COST_PLOT_MAX_ROUTINES]; /* references on their costs */
  guint          n_routines;
  gboolean       is_self;
};

G_DEFINE_FINAL_TYPE (DwellCostPlotView, dwell_cost_plot_view, ADW_TYPE_BIN)

/* In the order of the drop-down. */
static const struct {
  DwellCostCurveKind kind;
  gboolean           shows_spread;
} kinds[] = {
  { DWELL_COST_CURVE_WORST, FALSE },
  { DWELL_COST_CURVE_AVERAGE, FALSE },
  { DWELL_COST_CURVE_BEST, FALSE },
  { DWELL_COST_CURVE_WORST, TRUE },
  { DWELL_COST_CURVE_FREQUENCY, FALSE },
  { DWELL_COST_CURVE_TOTAL, FALSE },
  { DWELL_COST_CURVE_VARIANCE, FALSE },
  { DWELL_COST_CURVE_AMORTIZED, FALSE },
  { DWELL_COST_CURVE_MEAN, FALSE },
};

/* Between two bounds of the slider lies a bound whose exponents are halfway between theirs. */
static DwellCostBound
get_bound (DwellCostPlotView *self)
{
  double place = round (2 * gtk_range_get_value (GTK_RANGE (self->bound))) / 2;
  guint low = (guint) CLAMP (floor (place), 0, DWELL_N_COST_BOUNDS - 1);
  guint high = MIN (low + 1, DWELL_N_COST_BOUNDS - 1);
  double part = place - low;
  const DwellCostBound *a = &dwell_cost_bounds[low];
  const DwellCostBound *b = &dwell_cost_bounds[high];

  return (DwellCostBound) { a->power + part * (b->power - a->power),
                            a->logs + part * (b->logs - a->logs),
                            a->log_logs + part * (b->log_logs - a->log_logs) };
}

static gboolean
shows_bytes (DwellCostPlotView *self)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (self->bytes)) &&
         gtk_widget_get_sensitive (self->bytes);
}

/* Parses a number with or without a letter: “4096”, “1.5M”. Returns FALSE if it is invalid. An
 * empty text is 0. */
static gboolean
parse_size (const char *text,
            double     *size)
{
  static const char letters[] = "kmgt";
  const char *letter;
  char *end;

  *size = 0;
  while (g_ascii_isspace (*text))
    text++;
  if (*text == '\0')
    return TRUE;

  *size = g_ascii_strtod (text, &end);
  if (end == text || !isfinite (*size) || *size <= 0)
    return FALSE;

  while (g_ascii_isspace (*end))
    end++;
  letter = *end != '\0' ? strchr (letters, g_ascii_tolower (*end)) : NULL;
  if (letter != NULL)
    {
      *size *= pow (1000, letter - letters + 1);
      end++;
    }
  while (g_ascii_isspace (*end))
    end++;

  return *end == '\0' && *size >= 1 && *size < 1e18;
}

/* Copies them, with references on their costs. */
static void
copy_routines (DwellCostPlotRoutine       *to,
               const DwellCostPlotRoutine *routines,
               guint                       n_routines)
{
  for (guint i = 0; i < n_routines; i++)
    {
      to[i] = routines[i];
      dwell_costs_ref (to[i].costs);
    }
}

static void
clear_routines (DwellCostPlotRoutine *routines,
                guint                 n_routines)
{
  for (guint i = 0; i < n_routines; i++)
    dwell_costs_unref (routines[i].costs);
}

static DwellCostPlotOptions
get_options (DwellCostPlotView *self)
{
  guint kind = MIN (gtk_drop_down_get_selected (self->kind), G_N_ELEMENTS (kinds) - 1);
  DwellCostPlotOptions options = {
    .curve = { .kind = kinds[kind].kind, .is_self = self->is_self, .bound = get_bound (self),
               .group_width = (guint64) gtk_spin_button_get_value_as_int (self->group),
               .smoothing = (guint) gtk_spin_button_get_value_as_int (self->smoothing) },
    .shows_spread = kinds[kind].shows_spread,
    .has_fit = gtk_check_button_get_active (self->fit),
  };

  if (!parse_size (gtk_editable_get_text (GTK_EDITABLE (self->size)), &options.size))
    options.size = 0;
  else if (shows_bytes (self) && self->n_routines > 0)
    options.size /= dwell_costs_get_size_bytes (self->routines[0].costs);

  return options;
}

/* --- What is shown --- */

static void
show_text (GtkLabel   *label,
           const char *text,
           const char *tip)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  dwell_tip_set (GTK_WIDGET (label), tip);
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

static void
show_words (DwellCostPlotView *self)
{
  DwellCostPlotAnswer *answer = dwell_cost_plot_get_answer (self->plot);
  gboolean are_several = answer != NULL && answer->n_parts > 1;
  g_autofree char *prediction = NULL;
  g_autofree char *below_one_another = NULL;
  g_autofree char *verdict = NULL;

  if (answer != NULL)
    {
      prediction = dwell_costs_chart_predict (answer, " · ");
      below_one_another = dwell_costs_chart_predict (answer, "\n");
      verdict = dwell_costs_chart_classify (answer);
    }

  show_text (self->prediction, are_several ? NULL : prediction, NULL);
  show_text (self->predictions, are_several ? prediction : NULL, below_one_another);
  show_text (self->verdict, verdict, verdict);
}

static void
show (DwellCostPlotView *self,
      gboolean           keeps_zoom)
{
  DwellCostPlotAnswer *answer = dwell_cost_plot_get_answer (self->plot);
  const DwellCostsChartOptions options = {
    .is_x_log = gtk_check_button_get_active (self->log_sizes),
    .is_y_log = gtk_check_button_get_active (self->log_costs),
    .in_bytes = shows_bytes (self),
  };
  gboolean has_points = FALSE;

  show_words (self);
  for (guint i = 0; answer != NULL && i < answer->n_parts; i++)
    for (guint which = 0; which < answer->parts[i].n_curves; which++)
      has_points |= answer->parts[i].curves[which]->n > 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cost-plot.save-picture", has_points);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "cost-plot.save-points", answer != NULL);
  if (!has_points)
    {
      dwell_chart_view_set_chart (self->chart, NULL, NULL, NULL, FALSE);
      gtk_stack_set_visible_child_name (self->states, answer != NULL ? "unknown" : "empty");
      return;
    }

  dwell_costs_chart_show (self->chart, answer, &options, keeps_zoom);
  gtk_stack_set_visible_child_name (self->states, "chart");
}

static void
show_answer (DwellCostPlotView *self)
{
  show (self, FALSE);
}

static void
ask (DwellCostPlotView *self)
{
  DwellCostPlotOptions options = get_options (self);
  gboolean can_fit = dwell_cost_plot_options_have_fit (&options);

  gtk_widget_set_sensitive (GTK_WIDGET (self->fit), can_fit);
  gtk_widget_set_sensitive (self->size, can_fit);
  dwell_cost_plot_set (self->plot, self->routines, self->n_routines, &options);
}

static void
on_changed (DwellCostPlotView *self)
{
  ask (self);
}

static void
on_placed (DwellCostPlotView *self)
{
  show_answer (self);
}

/* The number in the entry is now a size in the other unit. */
static void
on_bytes (DwellCostPlotView *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (self->size)) != '\0')
    ask (self);
  show_answer (self);
}

static void
on_bound (DwellCostPlotView *self)
{
  DwellCostBound bound = get_bound (self);
  g_autofree char *name = dwell_cost_bound_text (&bound);

  gtk_label_set_text (self->bound_label, name);
  ask (self);
}

static void
on_size_changed (DwellCostPlotView *self)
{
  double size;

  if (parse_size (gtk_editable_get_text (GTK_EDITABLE (self->size)), &size))
    gtk_widget_remove_css_class (self->size, "error");
  else
    gtk_widget_add_css_class (self->size, "error");
  ask (self);
}

static char *
describe (guint    series,
          guint    point,
          gpointer user_data)
{
  DwellCostPlotView *self = user_data;
  DwellCostPlotAnswer *answer = dwell_cost_plot_get_answer (self->plot);

  return answer != NULL ? dwell_costs_chart_describe (answer, series, point) : NULL;
}

/* --- Files --- */

/* The points of the routines, until they are written. */
typedef struct {
  DwellCostPlotRoutine routines[DWELL_COST_PLOT_MAX_ROUTINES];
  guint                n_routines;
} Points;

static void
points_free (gpointer data)
{
  Points *self = data;

  clear_routines (self->routines, self->n_routines);
  g_free (self);
}

static gboolean
points_write (gpointer       data,
              GFile         *file,
              GCancellable  *cancellable,
              GError       **error)
{
  Points *self = data;
  g_autofree char *text = dwell_cost_plot_to_csv (self->routines, self->n_routines);

  return dwell_sink_write_text (file, text, strlen (text), cancellable, error);
}

static void
save_points_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  DwellCostPlotView *self = DWELL_COST_PLOT_VIEW (widget);
  Points *points;

  if (self->n_routines == 0)
    return;

  points = g_new (Points, 1);
  copy_routines (points->routines, self->routines, self->n_routines);
  points->n_routines = self->n_routines;
  dwell_save_ask (widget, NULL, _("cost-points.csv"), points_write, points, points_free);
}

static void
save_picture_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  DwellCostPlotView *self = DWELL_COST_PLOT_VIEW (widget);
  DwellCostPlotAnswer *answer = dwell_cost_plot_get_answer (self->plot);
  g_autofree char *title = NULL;

  /* With several routines the legend names them; with two recordings of one routine it does not. */
  if (answer != NULL && (answer->n_parts == 1 ||
                         (answer->n_parts > 1 &&
                          answer->parts[0].routine.side != DWELL_COST_PLOT_ALONE)))
    title = dwell_trace_dup_area_label (dwell_costs_get_trace (answer->costs),
                                        answer->parts[0].routine.area);
  if (answer != NULL)
    dwell_chart_save (self->chart, title, _("costs.svg"));
}

static void
dwell_cost_plot_view_dispose (GObject *object)
{
  DwellCostPlotView *self = DWELL_COST_PLOT_VIEW (object);

  g_clear_object (&self->plot);
  clear_routines (self->routines, self->n_routines);
  self->n_routines = 0;

  G_OBJECT_CLASS (dwell_cost_plot_view_parent_class)->dispose (object);
}

static void
dwell_cost_plot_view_class_init (DwellCostPlotViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (DWELL_TYPE_CHART_VIEW);
  G_OBJECT_CLASS (klass)->dispose = dwell_cost_plot_view_dispose;

  gtk_widget_class_install_action (widget_class, "cost-plot.save-picture", NULL,
                                   save_picture_action);
  gtk_widget_class_install_action (widget_class, "cost-plot.save-points", NULL,
                                   save_points_action);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-cost-plot-view.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, kind);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, bound);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, bound_label);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, fit);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, log_sizes);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, log_costs);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, bytes);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, size);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, prediction);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, predictions);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, group);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, smoothing);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, verdict);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, states);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, chart);
  gtk_widget_class_bind_template_child (widget_class, DwellCostPlotView, save_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_bound);
  gtk_widget_class_bind_template_callback (widget_class, on_bytes);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_placed);
  gtk_widget_class_bind_template_callback (widget_class, on_size_changed);
}

static void
dwell_cost_plot_view_init (DwellCostPlotView *self)
{
  /* The template sets values, which calls handlers that need the plot. */
  self->plot = dwell_cost_plot_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A formula is read from left to right. */
  gtk_widget_set_direction (GTK_WIDGET (self->bound_label), GTK_TEXT_DIR_LTR);
  dwell_names_share (GTK_WIDGET (self));

  for (guint i = 0; i < DWELL_N_COST_BOUNDS; i++)
    gtk_scale_add_mark (GTK_SCALE (self->bound), i, GTK_POS_BOTTOM, NULL);
  dwell_chart_view_set_describe (self->chart, describe, self);
  g_signal_connect_object (self->plot, "answer-changed", G_CALLBACK (show_answer), self,
                           G_CONNECT_SWAPPED);
  on_bound (self);
  show_answer (self);
}

/* Old reports have only averages. */
static void
choose_known_kind (DwellCostPlotView *self)
{
  guint kind = gtk_drop_down_get_selected (self->kind);
  gboolean is_known = TRUE;

  for (guint i = 0; i < self->n_routines && is_known; i++)
    {
      DwellCosts *costs = self->routines[i].costs;
      guint32 known = 0;

      for (guint row = 0; row < dwell_costs_get_n_rows (costs); row++)
        known |= dwell_costs_get_row (costs, row)->known;
      is_known = dwell_cost_curve_is_known (DWELL_COST_CURVE_WORST, FALSE, known);
    }

  if (kind == DWELL_COST_CURVE_WORST && !is_known)
    gtk_drop_down_set_selected (self->kind, DWELL_COST_CURVE_AVERAGE);
}

/* Whether sizes can be shown in bytes: the size of cells is known, and the same in all
 * recordings. */
static gboolean
have_bytes (DwellCostPlotView *self)
{
  guint32 first = dwell_costs_get_size_bytes (self->routines[0].costs);

  for (guint i = 1; i < self->n_routines; i++)
    if (dwell_costs_get_size_bytes (self->routines[i].costs) != first)
      return FALSE;

  return first > 0;
}

/**
 * dwell_cost_plot_view_set_routines:
 * @self: a view
 * @routines: (array length=n_routines): the routines; the texts are about the first
 * @n_routines: their number; 0: there are none
 * @is_self: %TRUE for costs without callees
 *
 * Sets the routines that the chart shows.
 */
void
dwell_cost_plot_view_set_routines (DwellCostPlotView          *self,
                                   const DwellCostPlotRoutine *routines,
                                   guint                       n_routines,
                                   gboolean                    is_self)
{
  DwellCostPlotRoutine old[DWELL_COST_PLOT_MAX_ROUTINES];
  guint n_old;
  gboolean is_new;

  g_return_if_fail (DWELL_IS_COST_PLOT_VIEW (self));

  n_old = self->n_routines;
  memcpy (old, self->routines, n_old * sizeof old[0]);
  self->n_routines = MIN (n_routines, DWELL_COST_PLOT_MAX_ROUTINES);
  copy_routines (self->routines, routines, self->n_routines);
  self->is_self = is_self;

  is_new = self->n_routines > 0 && (n_old == 0 || old[0].costs != self->routines[0].costs);
  clear_routines (old, n_old);
  if (self->n_routines > 0)
    gtk_widget_set_sensitive (self->bytes, have_bytes (self));
  if (is_new)
    choose_known_kind (self);
  ask (self);
}

/**
 * dwell_cost_plot_view_compare:
 * @self: a view
 * @table_action: the action that saves the table of the page
 *
 * Makes it the view of a page that compares a routine in two recordings: sizes and costs have
 * logarithmic axes, on which a power function is a straight line.
 */
void
dwell_cost_plot_view_compare (DwellCostPlotView *self,
                              const char        *table_action)
{
  g_return_if_fail (DWELL_IS_COST_PLOT_VIEW (self));

  gtk_check_button_set_active (self->log_sizes, TRUE);
  gtk_check_button_set_active (self->log_costs, TRUE);
  g_menu_remove (self->save_menu, TABLE_ITEM);
  g_menu_append (self->save_menu, _("Save the _Table…"), table_action);
}

/**
 * dwell_cost_plot_view_change_units:
 * @self: a view
 *
 * Draws the chart again after the unit of times has changed.
 */
void
dwell_cost_plot_view_change_units (DwellCostPlotView *self)
{
  g_return_if_fail (DWELL_IS_COST_PLOT_VIEW (self));

  show (self, TRUE);
}

/**
 * dwell_cost_plot_view_get_plot:
 * @self: a view
 *
 * Returns: (transfer none): the plot that it draws
 */
DwellCostPlot *
dwell_cost_plot_view_get_plot (DwellCostPlotView *self)
{
  g_return_val_if_fail (DWELL_IS_COST_PLOT_VIEW (self), NULL);

  return self->plot;
}
