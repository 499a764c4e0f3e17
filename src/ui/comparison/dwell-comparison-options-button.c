/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "ui/comparison/dwell-comparison-options-button.h"

#include "model/comparison/dwell-comparison-options.h"

struct _DwellComparisonOptionsButton
{
  DwellViewBin parent_instance;

  GtkDropDown   *measure;
  GtkDropDown   *per;
  GtkSpinButton *noise;

  GtkCheckButton *by_context;

  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (DwellComparisonOptionsButton, dwell_comparison_options_button,
                     DWELL_TYPE_VIEW_BIN)

static void
on_changed (DwellComparisonOptionsButton *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  guint by = gtk_drop_down_get_selected (self->measure);
  guint per = gtk_drop_down_get_selected (self->per);
  g_autoptr(DwellComparisonOptions) options = NULL;

  if (self->is_updating || view == NULL || by >= DWELL_N_COMPARED || per >= DWELL_N_COMPARED_PER)
    return;

  options = dwell_comparison_options_new (view);
  options->by = (DwellCompared) by;
  options->per = (DwellComparedPer) per;
  options->noise = gtk_spin_button_get_value (self->noise) / 100;
  options->by_context = gtk_check_button_get_active (self->by_context);
  dwell_comparison_options_keep (options, view);
}

static void
update (DwellComparisonOptionsButton *self)
{
  g_autoptr(DwellComparisonOptions) options = NULL;

  /* Setting one option emits a signal before the next one is set. */
  if (self->is_updating)
    return;

  options = dwell_comparison_options_new (dwell_view_bin_get_view (DWELL_VIEW_BIN (self)));
  self->is_updating = TRUE;
  gtk_drop_down_set_selected (self->measure, options->by);
  gtk_drop_down_set_selected (self->per, options->per);
  gtk_spin_button_set_value (self->noise, options->noise * 100);
  gtk_check_button_set_active (self->by_context, options->by_context);
  self->is_updating = FALSE;
}

static void
dwell_comparison_options_button_take_view (DwellViewBin *bin)
{
  update (DWELL_COMPARISON_OPTIONS_BUTTON (bin));
}

static void
dwell_comparison_options_button_dispose (GObject *object)
{
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);

  G_OBJECT_CLASS (dwell_comparison_options_button_parent_class)->dispose (object);
}

static void
dwell_comparison_options_button_class_init (DwellComparisonOptionsButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_options_button_dispose;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_comparison_options_button_take_view;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-comparison-options-button.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonOptionsButton, measure);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonOptionsButton, per);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonOptionsButton, noise);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonOptionsButton, by_context);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
}

static void
dwell_comparison_options_button_init (DwellComparisonOptionsButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (update));
}
