/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Distribution page: how long the spans of an area last, or how regularly they start. It shows
 * the area in focus, and those that the user keeps for comparing. Selecting a part of a chart
 * selects the spans in it: they are listed, and found in the timeline. */
#include "config.h"

#include "ui/pages/dwell-distribution-page.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-axis.h"
#include "core/dwell-text.h"
#include "ui/chart/dwell-chart-pair.h"
#include "ui/chart/dwell-chart-save.h"
#include "ui/chart/dwell-chart-view.h"
#include "ui/commands/dwell-focus-menu.h"
#include "ui/compat/dwell-names.h"
#include "ui/pages/dwell-deadline-bar.h"
#include "ui/pages/dwell-distribution-areas.h"
#include "ui/pages/dwell-distribution-chart.h"
#include "ui/pages/dwell-distribution-figures.h"
#include "ui/pages/dwell-distribution-requiring.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/pages/dwell-selected-spans.h"
#include "ui/widgets/dwell-halves.h"

struct _DwellDistributionPage
{
  DwellViewBin parent_instance;

  GtkDropDown    *measure;
  GtkWidget      *areas;
  DwellDeadlineBar *deadline;
  GtkStack       *states;
  DwellChartView *histogram;
  DwellChartView *times;
  GtkGrid        *figures;
  GtkPaned       *halves;
  DwellSelectedSpans *selected;

  GtkWidget         *menu;
  DwellDistribution *distribution;
  DwellSampleLimits  limits[DWELL_DISTRIBUTION_MAX_AREAS]; /* as shown */
  gboolean           log_values;  /* whether the shown answer has a logarithmic axis */
  gboolean           log_counts;
};

enum {
  PROP_0,
  PROP_LOG_VALUES,
  PROP_LOG_COUNTS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (DwellDistributionPage, dwell_distribution_page, DWELL_TYPE_VIEW_BIN)

static DwellView *
get_view (DwellDistributionPage *self)
{
  return dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
}

static gint64
get_resolution (DwellDistributionPage *self)
{
  return dwell_session_get_resolution (dwell_view_get_session (get_view (self)));
}

/* --- The answer --- */

static void
update_state (DwellDistributionPage *self)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  const char *state = "charts";

  if (answer != NULL)
    state = answer->all->n > 0 ? "charts" : "no-spans";
  else if (dwell_query_get_busy (DWELL_QUERY (self->distribution)))
    state = "loading";
  else
    state = "empty";
  dwell_page_states_show (self->states, state,
                          dwell_query_has_lacked (DWELL_QUERY (self->distribution)));
}

/* Returns: whether a limit of @answer differs from the one that was shown. */
static gboolean
take_limits (DwellDistributionPage         *self,
             const DwellDistributionAnswer *answer)
{
  gboolean is_other = FALSE;

  for (guint i = 0; i < answer->n_parts; i++)
    {
      DwellSampleLimits limits = dwell_distribution_get_part_limits (self->distribution, i);

      is_other = is_other || self->limits[i].low != limits.low ||
                 self->limits[i].high != limits.high;
      self->limits[i] = limits;
    }

  return is_other;
}

/* A derived track has no choice of measures, and no spans to list. */
static void
update_kind (DwellDistributionPage *self)
{
  gboolean is_derived = dwell_distribution_is_derived (self->distribution);

  gtk_widget_set_visible (GTK_WIDGET (self->measure), !is_derived);
  dwell_chart_view_set_brushes (self->histogram, !is_derived);
  dwell_chart_view_set_brushes (self->times, !is_derived);
}

static void
show_answer (DwellDistributionPage *self)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);

  update_state (self);
  update_kind (self);
  if (answer == NULL || answer->all->n == 0)
    {
      dwell_chart_view_set_chart (self->histogram, NULL, NULL, NULL, FALSE);
      dwell_chart_view_set_chart (self->times, NULL, NULL, NULL, FALSE);
      return;
    }

  if (self->log_values != answer->is_log)
    {
      self->log_values = answer->is_log;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOG_VALUES]);
    }
  take_limits (self, answer);
  dwell_distribution_chart_show_histogram (self->histogram, answer,
                                           self->log_counts, self->limits);
  dwell_distribution_chart_show_times (self->times, answer, self->limits);
  dwell_distribution_figures_show (self->figures, answer, self->limits);
}

/* The names may have changed, too. */
static void
on_units_changed (DwellDistributionPage *self)
{
  dwell_distribution_areas_update (self->areas, self->distribution);
  show_answer (self);
}

/* The signal is also emitted for other kept things; then the zoom must stay. */
static void
on_deadlines_changed (DwellDistributionPage *self)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);

  if (answer != NULL && take_limits (self, answer))
    show_answer (self);
}

static char *
describe_bin (guint    series,
              guint    point,
              gpointer user_data)
{
  DwellDistributionPage *self = user_data;
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);

  return answer != NULL ? dwell_distribution_chart_describe_bin (answer, series, point) : NULL;
}

static char *
describe_time (guint    series,
               guint    point,
               gpointer user_data)
{
  DwellDistributionPage *self = user_data;
  const DwellChart *chart = dwell_chart_view_get_chart (self->times);
  g_autofree char *time = NULL;
  g_autofree char *value = NULL;

  if (chart == NULL)
    return NULL;

  time = dwell_axis_time (dwell_view_bin_get_trace (DWELL_VIEW_BIN (self)),
                          (gint64) chart->series[series].x[point],
                          get_resolution (self));
  value = dwell_text_duration ((gint64) chart->series[series].y[point]);
  /* Translators: a duration, and when it was */
  return g_strdup_printf (_("%s at %s"), value, time);
}

/* --- Controls --- */

static void
on_measure_changed (DwellDistributionPage *self)
{
  if (self->distribution != NULL)
    dwell_distribution_set_measure (self->distribution,
                                    (DwellMeasure) gtk_drop_down_get_selected (self->measure));
}

/* Asks for a scale. The property follows the answer, since not every measure can be logarithmic. */
static void
set_log_values (DwellDistributionPage *self,
                gboolean               is_log)
{
  if (self->log_values != is_log)
    dwell_distribution_set_scale (self->distribution,
                                  is_log ? DWELL_SCALE_LOGARITHMIC : DWELL_SCALE_LINEAR);
}

static void
set_log_counts (DwellDistributionPage *self,
                gboolean               is_log)
{
  if (self->log_counts == is_log)
    return;

  self->log_counts = is_log;
  show_answer (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOG_COUNTS]);
}

/* --- Brushing --- */

static void
select_box (DwellDistributionPage *self,
            int                    part,
            const DwellSampleBox  *box)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  g_autofree char *low = dwell_text_duration (box->low);
  g_autofree char *high = dwell_text_duration (box->high);
  /* Translators: what is measured (“Duration”), and between which values */
  g_autofree char *label = g_strdup_printf (_("%s from %s to %s"),
                                            dwell_measure_get_title (answer->measure), low, high);

  dwell_distribution_select (self->distribution, part, box, label);
}

static gint64
to_int (double value)
{
  return value >= 9.2e18 ? G_MAXINT64 : value <= -9.2e18 ? G_MININT64 : (gint64) value;
}

/* Drops the spans that were selected in a chart or by the deadline, but not a search for text. */
static void
unselect (DwellDistributionPage *self)
{
  DwellView *view = get_view (self);

  dwell_selected_spans_clear (self->selected);
  dwell_chart_view_drop_box (self->histogram);
  dwell_chart_view_drop_box (self->times);
  if (view != NULL && dwell_view_get_find_label (view) != NULL)
    dwell_view_set_find_text (view, NULL);
}

/* Drops the selection, unless a box in the other chart has replaced this one. */
static void
on_box_dropped (DwellDistributionPage *self,
                DwellChartView        *other)
{
  double x0, x1, y0, y1;

  if (!dwell_chart_view_get_box (other, &x0, &x1, &y0, &y1))
    unselect (self);
}

static void
on_histogram_box (DwellDistributionPage *self)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  double x0, x1, y0, y1;

  if (answer == NULL || answer->is_derived)
    return;

  if (!dwell_chart_view_get_box (self->histogram, &x0, &x1, &y0, &y1))
    {
      on_box_dropped (self, self->times);
      return;
    }

  dwell_chart_view_drop_box (self->times);
  select_box (self, -1, &(DwellSampleBox) { answer->begin, answer->end, to_int (x0), to_int (x1) });
}

static void
on_times_box (DwellDistributionPage *self)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  double x0, x1, y0, y1;

  if (answer == NULL || answer->is_derived)
    return;

  if (!dwell_chart_view_get_box (self->times, &x0, &x1, &y0, &y1))
    {
      on_box_dropped (self, self->histogram);
      return;
    }

  dwell_chart_view_drop_box (self->histogram);
  select_box (self, -1, &(DwellSampleBox) { to_int (x0), to_int (x1), to_int (y0), to_int (y1) });
}

static void
on_bin_activated (DwellDistributionPage *self,
                  guint                  series,
                  guint                  point)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  guint place = answer != NULL && answer->n_parts > 1 ? point / 2 : point;
  const DwellBin *bin;

  if (answer == NULL || answer->is_derived || series >= answer->n_parts ||
      place >= answer->parts[0].bins->len)
    return;

  unselect (self);
  bin = &g_array_index (answer->parts[0].bins, DwellBin, place);
  select_box (self, (int) series,
              &(DwellSampleBox) { answer->begin, answer->end, bin->low, bin->high - 1 });
}

static void
on_dot_activated (DwellDistributionPage *self,
                  guint                  series,
                  guint                  point)
{
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  guint32 sample = answer != NULL ? dwell_distribution_chart_get_sample (answer, series, point)
                                  : DWELL_NONE;

  if (sample == DWELL_NONE || answer->trace != dwell_view_bin_get_trace (DWELL_VIEW_BIN (self)))
    return;

  if (answer->is_derived)
    dwell_view_reveal_write (get_view (self), answer->parts[series].samples->places[sample]);
  else
    dwell_view_reveal_span (get_view (self), answer->parts[series].samples->spans[sample]);
}

/* --- Requiring --- */

/* Opens the editor for a requirement on a deadline or a percentile. */
static void
require_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  DwellDistribution *distribution = DWELL_DISTRIBUTION_PAGE (widget)->distribution;
  g_autofree char *words = NULL;
  double percentile;
  guint part;

  g_variant_get (parameter, "(ud)", &part, &percentile);
  words = dwell_distribution_requiring_put_into_words (distribution, part, percentile);
  if (words != NULL)
    gtk_widget_activate_action (widget, "tab.require", "s", words);
}

/* Opens the menu of the possible requirements at a place in a chart. */
static void
open_menu (DwellDistributionPage *self,
           GtkWidget             *chart,
           double                 x,
           double                 y)
{
  g_autoptr(GMenuModel) menu = dwell_distribution_requiring_make_menu (self->distribution);
  double page_x;
  double page_y;

  if (g_menu_model_get_n_items (menu) > 0 &&
      gtk_widget_translate_coordinates (chart, GTK_WIDGET (self), x, y, &page_x, &page_y))
    dwell_focus_menu_popup (self->menu, NULL, "distribution", menu,
                            &(GdkRectangle) { (int) page_x, (int) page_y, 1, 1 });
}

static void
on_secondary_press (GtkGestureClick       *gesture,
                    int                    n_press,
                    double                 x,
                    double                 y,
                    DwellDistributionPage *self)
{
  GtkWidget *chart = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (chart);
  open_menu (self, chart, x, y);
}

static gboolean
on_menu_key (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GtkWidget *chart = focus != NULL ? gtk_widget_get_ancestor (focus, DWELL_TYPE_CHART_VIEW) : NULL;

  if (chart == NULL)
    return FALSE;

  open_menu (DWELL_DISTRIBUTION_PAGE (widget), chart, gtk_widget_get_width (chart) / 2.0,
             gtk_widget_get_height (chart) / 2.0);
  return TRUE;
}

static void
add_menu (DwellDistributionPage *self,
          DwellChartView        *chart)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_press), self);
  gtk_widget_add_controller (GTK_WIDGET (chart), GTK_EVENT_CONTROLLER (click));
}

static void
select_over_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  DwellDistributionPage *self = DWELL_DISTRIBUTION_PAGE (widget);
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  g_autofree char *label = NULL;

  if (answer == NULL || answer->is_derived)
    return;

  unselect (self);
  /* Translators: the name of a selection of spans; %s is what is measured, as “Duration” */
  label = g_strdup_printf (_("Over the deadline: %s"), dwell_measure_get_title (answer->measure));
  dwell_distribution_select_over (self->distribution, label);
}

static void
unselect_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  unselect (DWELL_DISTRIBUTION_PAGE (widget));
}

/* If nothing is selected, the key is left to others. */
static gboolean
on_escape (GtkWidget *widget,
           GVariant  *args,
           gpointer   user_data)
{
  DwellDistributionPage *self = DWELL_DISTRIBUTION_PAGE (widget);

  if (!gtk_widget_get_visible (GTK_WIDGET (self->selected)))
    return FALSE;

  unselect (self);
  return TRUE;
}

/* --- Pictures --- */

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  DwellDistributionPage *self = DWELL_DISTRIBUTION_PAGE (widget);
  DwellDistributionAnswer *answer = dwell_distribution_get_answer (self->distribution);
  gboolean is_times = g_str_equal (name, "distribution.save-times");
  g_autofree char *title = NULL;

  if (answer == NULL)
    return;

  title = dwell_trace_dup_area_label (answer->trace, answer->parts[0].area);
  dwell_chart_save (is_times ? self->times : self->histogram, title,
                    is_times ? _("over-time.svg") : _("distribution.svg"));
}

static void
dwell_distribution_page_get_property (GObject    *object,
                                      guint       property_id,
                                      GValue     *value,
                                      GParamSpec *pspec)
{
  DwellDistributionPage *self = DWELL_DISTRIBUTION_PAGE (object);

  switch (property_id)
    {
    case PROP_LOG_VALUES:
      g_value_set_boolean (value, self->log_values);
      break;
    case PROP_LOG_COUNTS:
      g_value_set_boolean (value, self->log_counts);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_distribution_page_set_property (GObject      *object,
                                      guint         property_id,
                                      const GValue *value,
                                      GParamSpec   *pspec)
{
  DwellDistributionPage *self = DWELL_DISTRIBUTION_PAGE (object);

  switch (property_id)
    {
    case PROP_LOG_VALUES:
      set_log_values (self, g_value_get_boolean (value));
      break;
    case PROP_LOG_COUNTS:
      set_log_counts (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
dwell_distribution_page_dispose (GObject *object)
{
  DwellDistributionPage *self = DWELL_DISTRIBUTION_PAGE (object);

  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->distribution);

  G_OBJECT_CLASS (dwell_distribution_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-distribution-page.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, measure);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, areas);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, deadline);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, states);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, histogram);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, times);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, figures);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, halves);
  gtk_widget_class_bind_template_child (widget_class, DwellDistributionPage, selected);
  gtk_widget_class_bind_template_callback (widget_class, on_bin_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_dot_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_histogram_box);
  gtk_widget_class_bind_template_callback (widget_class, on_measure_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_times_box);
}

static void
dwell_distribution_page_class_init (DwellDistributionPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (DWELL_TYPE_CHART_PAIR);
  g_type_ensure (DWELL_TYPE_CHART_VIEW);
  g_type_ensure (DWELL_TYPE_DEADLINE_BAR);
  g_type_ensure (DWELL_TYPE_SELECTED_SPANS);
  object_class->get_property = dwell_distribution_page_get_property;
  object_class->set_property = dwell_distribution_page_set_property;
  object_class->dispose = dwell_distribution_page_dispose;

  properties[PROP_LOG_VALUES] =
    g_param_spec_boolean ("log-values", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_LOG_COUNTS] =
    g_param_spec_boolean ("log-counts", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "distribution.log-values", "log-values");
  gtk_widget_class_install_property_action (widget_class, "distribution.log-counts", "log-counts");
  gtk_widget_class_install_action (widget_class, "distribution.require", "(ud)",
                                   require_action);
  gtk_widget_class_install_action (widget_class, "distribution.select-over", NULL,
                                   select_over_action);
  gtk_widget_class_install_action (widget_class, "distribution.unselect", NULL, unselect_action);
  gtk_widget_class_install_action (widget_class, "distribution.save-histogram", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "distribution.save-times", NULL, save_action);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, on_menu_key, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);

  bind_template (widget_class);
}

static void
dwell_distribution_page_init (DwellDistributionPage *self)
{
  DwellViewBin *bin = DWELL_VIEW_BIN (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_names_share (GTK_WIDGET (self));
  dwell_halves_follow (self->halves);

  self->distribution = dwell_distribution_new ();
  dwell_view_bin_add (bin, DWELL_QUERY (self->distribution));
  dwell_distribution_areas_follow (self->areas, self->distribution);
  dwell_deadline_bar_set_distribution (self->deadline, self->distribution);
  dwell_selected_spans_set_distribution (self->selected, self->distribution);
  dwell_chart_view_set_describe (self->histogram, describe_bin, self);
  dwell_chart_view_set_describe (self->times, describe_time, self);
  self->menu = dwell_focus_menu_new (GTK_WIDGET (self));
  add_menu (self, self->histogram);
  add_menu (self, self->times);

  g_signal_connect_object (self->distribution, "answer-changed", G_CALLBACK (show_answer), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->distribution, "deadlines-changed",
                           G_CALLBACK (on_deadlines_changed), self, G_CONNECT_SWAPPED);
  dwell_view_bin_connect (bin, "units-changed", G_CALLBACK (on_units_changed));
  g_signal_connect_object (self->distribution, "notify::busy", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  show_answer (self);
}
