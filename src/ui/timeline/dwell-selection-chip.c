/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chip that tells of the selected range, and drops it.
 *
 * It stands over the ruler, which puts it where the selection is; it is visible as long as there is
 * one. The count of its spans is asked anew with every change: two binary searches a row. */

#include "config.h"

#include "ui/timeline/dwell-selection-chip.h"

#include "ui/timeline/dwell-timeline-text.h"

struct _DwellSelectionChip
{
  GtkWidget      parent_instance;

  GtkWidget     *box;
  GtkLabel      *label;
  GtkWidget     *drop;

  DwellViewport *viewport;
};

G_DEFINE_FINAL_TYPE (DwellSelectionChip, dwell_selection_chip, GTK_TYPE_WIDGET)

static void
update (DwellSelectionChip *self)
{
  DwellView *view = dwell_viewport_get_view (self->viewport);
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  g_autofree char *text = NULL;
  gint64 begin, end;
  gboolean has_selection;

  has_selection = trace != NULL && dwell_view_get_selection (view, &begin, &end);
  gtk_widget_set_visible (GTK_WIDGET (self), has_selection);
  if (!has_selection)
    return;

  text = dwell_timeline_describe_range (trace, begin, end);
  gtk_label_set_text (self->label, text);
}

static void
drop_clicked (DwellSelectionChip *self)
{
  if (dwell_viewport_get_view (self->viewport) != NULL)
    dwell_view_drop_selection (dwell_viewport_get_view (self->viewport));
}

static void
dwell_selection_chip_dispose (GObject *object)
{
  DwellSelectionChip *self = DWELL_SELECTION_CHIP (object);

  g_clear_object (&self->viewport);
  gtk_widget_dispose_template (GTK_WIDGET (self), DWELL_TYPE_SELECTION_CHIP);

  G_OBJECT_CLASS (dwell_selection_chip_parent_class)->dispose (object);
}

static void
dwell_selection_chip_class_init (DwellSelectionChipClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_selection_chip_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "selectionchip");
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-selection-chip.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellSelectionChip, box);
  gtk_widget_class_bind_template_child (widget_class, DwellSelectionChip, label);
  gtk_widget_class_bind_template_child (widget_class, DwellSelectionChip, drop);
  gtk_widget_class_bind_template_callback (widget_class, drop_clicked);
}

static void
dwell_selection_chip_init (DwellSelectionChip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * dwell_selection_chip_new:
 * @viewport: whose view's selection it tells of
 *
 * Returns: (transfer floating): the chip
 */
GtkWidget *
dwell_selection_chip_new (DwellViewport *viewport)
{
  static const char * const changes[] = { "view-set", "selection-changed", "trace-changed" };
  DwellSelectionChip *self = g_object_new (DWELL_TYPE_SELECTION_CHIP, NULL);

  self->viewport = g_object_ref (viewport);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (viewport, changes[i], G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * dwell_selection_chip_get_text:
 *
 * Returns: what it says at the moment
 */
const char *
dwell_selection_chip_get_text (DwellSelectionChip *self)
{
  g_return_val_if_fail (DWELL_IS_SELECTION_CHIP (self), NULL);

  return gtk_label_get_text (self->label);
}
