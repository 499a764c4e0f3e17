/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of the other recording lives as long as that recording is compared. What is found in the
 * tab is marked in both views. */
#include "config.h"

#include "ui/comparison/dwell-comparison-timeline.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-span-partners.h"
#include "ui/comparison/dwell-alignment-choice.h"
#include "ui/comparison/dwell-linked-timeline.h"
#include "ui/comparison/dwell-save-twins.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellComparisonTimeline
{
  DwellViewBin parent_instance;

  GtkWidget           *align_again; /* undoes the shift */
  GtkLabel            *name;
  GtkLabel            *sentence;
  DwellLinkedTimeline *linked;

  DwellTimeLink       *link;
  DwellSpanPartners   *partners;
};

G_DEFINE_FINAL_TYPE (DwellComparisonTimeline, dwell_comparison_timeline, DWELL_TYPE_VIEW_BIN)

static void
update_sentence (DwellComparisonTimeline *self)
{
  g_autofree char *sentence = dwell_time_link_describe (self->link);
  gboolean is_shifted = dwell_time_link_get_shift (self->link) != 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.align", is_shifted);
  gtk_widget_set_visible (self->align_again, is_shifted);
  gtk_label_set_text (self->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), sentence);
}

/* Shows “■ Base” or “● New”, whichever the other recording is. The label for screen readers
 * distinguishes the two timelines. */
static void
update_name (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  gboolean is_swapped = FALSE;

  dwell_view_get_base (view, &is_swapped);
  gtk_label_set_text (self->name, is_swapped ? C_("recording", "● New")
                                             : C_("recording", "■ Base"));
  dwell_linked_timeline_set_label (self->linked, is_swapped ? _("Timeline of the new recording")
                                                            : _("Timeline of the base"));
}

static void
update_find (DwellComparisonTimeline *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.find-different",
                                 dwell_span_partners_has_area (self->partners));
}

/* Spans that differ have been found in both views already. */
static void
take_find (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  DwellView *other = dwell_linked_timeline_get_other (self->linked);
  const char *label = dwell_view_get_find_label (view);

  if (other == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      (label != NULL && g_strcmp0 (label, dwell_view_get_find_label (other)) == 0))
    return;

  dwell_view_set_find_text (other, dwell_view_get_find_text (view));
}

static void
find_different_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  dwell_span_partners_select (DWELL_COMPARISON_TIMELINE (widget)->partners);
}

/* Only a failure is shown here: the find bar shows what was found. */
static void
on_selected (DwellComparisonTimeline *self,
             const char              *sentence)
{
  if (sentence != NULL)
    dwell_toast_show (GTK_WIDGET (self), sentence);
}

static void
take_base (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  update_name (self);
  dwell_linked_timeline_set_session (self->linked, dwell_view_get_base (view, NULL));
}

static void
align_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  dwell_time_link_undo_shift (DWELL_COMPARISON_TIMELINE (widget)->link);
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  dwell_save_twins (widget, DWELL_COMPARISON_TIMELINE (widget)->link);
}

static void
dwell_comparison_timeline_take_view (DwellViewBin *bin)
{
  take_base (DWELL_COMPARISON_TIMELINE (bin));
}

static void
dwell_comparison_timeline_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_comparison_timeline_parent_class)->map (widget);

  take_find (DWELL_COMPARISON_TIMELINE (widget));
}

static void
dwell_comparison_timeline_dispose (GObject *object)
{
  DwellComparisonTimeline *self = DWELL_COMPARISON_TIMELINE (object);

  if (self->linked != NULL)
    dwell_linked_timeline_set_session (self->linked, NULL);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->partners);
  if (self->link != NULL)
    g_signal_handlers_disconnect_by_data (self->link, self);
  g_clear_object (&self->link);

  G_OBJECT_CLASS (dwell_comparison_timeline_parent_class)->dispose (object);
}

static void
dwell_comparison_timeline_class_init (DwellComparisonTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_timeline_dispose;
  widget_class->map = dwell_comparison_timeline_map;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_comparison_timeline_take_view;

  gtk_widget_class_install_action (widget_class, "linked.align", NULL, align_action);
  gtk_widget_class_install_action (widget_class, "linked.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "linked.find-different", NULL,
                                   find_different_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_ALT_MASK | GDK_SHIFT_MASK,
                                       "linked.find-different", NULL);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-comparison-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, align_again);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, linked);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, name);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, sentence);
}

static void
dwell_comparison_timeline_init (DwellComparisonTimeline *self)
{
  g_type_ensure (DWELL_TYPE_ALIGNMENT_CHOICE);
  g_type_ensure (DWELL_TYPE_LINKED_TIMELINE);
  gtk_widget_init_template (GTK_WIDGET (self));

  self->link = g_object_ref (dwell_linked_timeline_get_link (self->linked));
  self->partners = dwell_span_partners_new (self->link);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.align", FALSE);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->partners));
  g_signal_connect_object (self->partners, "changed", G_CALLBACK (update_find), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->partners, "selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->link, "changed", G_CALLBACK (update_sentence), self,
                           G_CONNECT_SWAPPED);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "base-changed", G_CALLBACK (take_base));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "find-changed", G_CALLBACK (take_find));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed", G_CALLBACK (update_find));
}
