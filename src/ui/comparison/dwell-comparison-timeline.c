/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The other recording has a view of its own here, which lives as long as it is compared. The two
 * are linked only while both are seen; what is found in the tab is marked in both.
 *
 * What the tab does is about its own view: so the timeline here has another group “tab”, with those
 * actions that make sense for the other recording. */
#include "config.h"

#include "ui/comparison/dwell-comparison-timeline.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-span-partners.h"
#include "ui/commands/dwell-view-actions.h"
#include "ui/comparison/dwell-drift-curve.h"
#include "ui/comparison/dwell-save-twins.h"
#include "ui/comparison/dwell-shift-drag.h"
#include "ui/timeline/dwell-timeline.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellComparisonTimeline
{
  DwellViewBin parent_instance;

  GtkDropDown   *alignment;
  GtkWidget     *align_again; /* without the shift */
  GtkLabel      *name;
  GtkLabel      *sentence;
  DwellDriftCurve *drift;
  DwellTimeline *timeline;

  DwellTimeLink *link;
  DwellSpanPartners *partners;
  DwellView     *other;         /* (nullable) */
  GSignalGroup  *other_signals;
  GSimpleAction *find;          /* (nullable): of the actions for the other view */
};

/* A key shifts by one of so many parts of the visible range. */
#define SHIFT_STEPS 100

G_DEFINE_FINAL_TYPE (DwellComparisonTimeline, dwell_comparison_timeline, DWELL_TYPE_VIEW_BIN)

/* As it is kept with the view: what is not kept is the first of the drop-down. */
static const char *
get_kept_id (DwellAlignment alignment)
{
  return alignment == DWELL_ALIGNED_AT_BEGIN ? "" : dwell_alignment_get_id (alignment);
}

static void
update_sentence (DwellComparisonTimeline *self)
{
  g_autofree char *sentence = dwell_time_link_describe (self->link);
  gboolean is_shifted = dwell_time_link_get_shift (self->link) != 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.align", is_shifted);
  gtk_widget_set_visible (self->align_again, is_shifted);
  dwell_drift_curve_update (self->drift);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drift), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
  gtk_label_set_text (self->sentence, sentence != NULL ? sentence : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), sentence);
}

/* Nothing can be drawn before something is read. */
static void
update_timeline (DwellComparisonTimeline *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->timeline),
                          self->other != NULL && dwell_view_get_trace (self->other) != NULL);
}

static void
update_link (DwellComparisonTimeline *self)
{
  gboolean is_seen = gtk_widget_get_mapped (GTK_WIDGET (self));

  dwell_time_link_set_other (self->link, is_seen ? self->other : NULL);
}

/* “■ Base” or “● New”, whichever the other is. A screen reader tells the two timelines apart. */
static void
update_name (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  gboolean is_swapped = FALSE;

  if (view != NULL)
    dwell_view_get_base (view, &is_swapped);
  gtk_label_set_text (self->name, is_swapped ? C_("recording", "● New")
                                             : C_("recording", "■ Base"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->timeline), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  is_swapped ? _("Timeline of the new recording")
                                             : _("Timeline of the base"), -1);
}

/* Finding looks in the tab, for what is its partner there. */
static void
find_action (DwellComparisonTimeline *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "tab.focus-find", NULL);
}

static void
update_find (DwellComparisonTimeline *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.find-different",
                                 dwell_span_partners_has_area (self->partners));
  if (self->find != NULL && self->other != NULL)
    g_simple_action_set_enabled (self->find,
                                 dwell_view_get_focus_area (self->other) != DWELL_NONE &&
                                 dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self)) !=
                                 DWELL_NONE);
}

/* Spans that differ are found in both already. */
static void
take_find (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  const char *label = view != NULL ? dwell_view_get_find_label (view) : NULL;

  if (view == NULL || self->other == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      (label != NULL && g_strcmp0 (label, dwell_view_get_find_label (self->other)) == 0))
    return;

  dwell_view_set_find_text (self->other, dwell_view_get_find_text (view));
}

static void
find_different_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  dwell_span_partners_select (DWELL_COMPARISON_TIMELINE (widget)->partners);
}

/* The find bar shows what was found. */
static void
on_selected (DwellComparisonTimeline *self,
             const char              *sentence)
{
  if (sentence != NULL)
    dwell_toast_show (GTK_WIDGET (self), sentence);
}

/* GTK would show an action that the group lacks as the tab has it, and not activate it. */
static void
leave_out_actions (GActionMap *actions)
{
  static const char * const names[] = { "focus-filter", "focus-note", "focus-require" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GSimpleAction) action = g_simple_action_new (names[i], NULL);

      g_simple_action_set_enabled (action, FALSE);
      g_action_map_add_action (actions, G_ACTION (action));
    }
}

static void
take_actions (DwellComparisonTimeline *self)
{
  g_autoptr(GSimpleActionGroup) actions = g_simple_action_group_new ();

  g_clear_object (&self->find);
  leave_out_actions (G_ACTION_MAP (actions));
  if (self->other != NULL)
    {
      dwell_view_actions_add (G_ACTION_MAP (actions), self->other, GTK_WIDGET (self->timeline));
      self->find = g_simple_action_new ("focus-find", NULL);
      g_signal_connect_object (self->find, "activate", G_CALLBACK (find_action), self,
                               G_CONNECT_SWAPPED);
      g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (self->find));
      update_find (self);
    }

  gtk_widget_insert_action_group (GTK_WIDGET (self->timeline), "tab", G_ACTION_GROUP (actions));
}

static void
take_base (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  DwellSession *base = view != NULL ? dwell_view_get_base (view, NULL) : NULL;

  update_name (self);
  if (base == (self->other != NULL ? dwell_view_get_session (self->other) : NULL))
    return;

  dwell_time_link_set_other (self->link, NULL);
  g_clear_object (&self->find);
  gtk_widget_insert_action_group (GTK_WIDGET (self->timeline), "tab", NULL);
  g_clear_object (&self->other);
  if (base != NULL)
    self->other = dwell_view_new (base);
  take_actions (self);
  g_signal_group_set_target (self->other_signals, self->other);
  dwell_timeline_set_view (self->timeline, self->other);
  update_timeline (self);
  update_link (self);
}

static void
shift_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellComparisonTimeline *self = DWELL_COMPARISON_TIMELINE (widget);
  gint64 begin;
  gint64 end;
  gint64 step;

  if (self->other == NULL)
    return;

  dwell_view_get_range (self->other, &begin, &end);
  step = MAX ((gint64) dwell_time_between (begin, end) / SHIFT_STEPS, 1);
  dwell_time_link_shift (self->link, g_str_has_suffix (name, "left") ? -step : step);
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
on_alignment_chosen (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));
  guint position = gtk_drop_down_get_selected (self->alignment);

  if (position >= DWELL_N_ALIGNMENTS)
    return;

  dwell_time_link_set_alignment (self->link, (DwellAlignment) position);
  if (view != NULL)
    dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-align",
                         get_kept_id ((DwellAlignment) position));
}

static void
show_alignment (DwellComparisonTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  for (guint i = 0; view != NULL && i < DWELL_N_ALIGNMENTS; i++)
    if (g_str_equal (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "comparison-align"),
                     get_kept_id ((DwellAlignment) i)))
      gtk_drop_down_set_selected (self->alignment, i);
}

static void
dwell_comparison_timeline_take_view (DwellViewBin *bin)
{
  show_alignment (DWELL_COMPARISON_TIMELINE (bin));
  take_base (DWELL_COMPARISON_TIMELINE (bin));
}

static void
dwell_comparison_timeline_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_comparison_timeline_parent_class)->map (widget);

  update_link (DWELL_COMPARISON_TIMELINE (widget));
  take_find (DWELL_COMPARISON_TIMELINE (widget));
}

static void
dwell_comparison_timeline_unmap (GtkWidget *widget)
{
  dwell_time_link_set_other (DWELL_COMPARISON_TIMELINE (widget)->link, NULL);

  GTK_WIDGET_CLASS (dwell_comparison_timeline_parent_class)->unmap (widget);
}

static void
dwell_comparison_timeline_dispose (GObject *object)
{
  DwellComparisonTimeline *self = DWELL_COMPARISON_TIMELINE (object);

  if (self->link != NULL)
    dwell_time_link_set_other (self->link, NULL);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->partners);
  g_clear_object (&self->link);
  g_clear_object (&self->find);
  g_clear_object (&self->other_signals);
  g_clear_object (&self->other);

  G_OBJECT_CLASS (dwell_comparison_timeline_parent_class)->dispose (object);
}

static void
dwell_comparison_timeline_class_init (DwellComparisonTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_timeline_dispose;
  widget_class->map = dwell_comparison_timeline_map;
  widget_class->unmap = dwell_comparison_timeline_unmap;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_comparison_timeline_take_view;

  gtk_widget_class_install_action (widget_class, "linked.shift-left", NULL, shift_action);
  gtk_widget_class_install_action (widget_class, "linked.shift-right", NULL, shift_action);
  gtk_widget_class_install_action (widget_class, "linked.align", NULL, align_action);
  gtk_widget_class_install_action (widget_class, "linked.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "linked.find-different", NULL,
                                   find_different_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_ALT_MASK | GDK_SHIFT_MASK,
                                       "linked.find-different", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK | GDK_SHIFT_MASK,
                                       "linked.shift-left", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK | GDK_SHIFT_MASK,
                                       "linked.shift-right", NULL);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-comparison-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, alignment);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, align_again);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, drift);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, name);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, sentence);
  gtk_widget_class_bind_template_child (widget_class, DwellComparisonTimeline, timeline);
  gtk_widget_class_bind_template_callback (widget_class, on_alignment_chosen);
}

static void
dwell_comparison_timeline_init (DwellComparisonTimeline *self)
{
  g_type_ensure (DWELL_TYPE_DRIFT_CURVE);
  g_type_ensure (DWELL_TYPE_TIMELINE);
  self->link = dwell_time_link_new ();
  self->partners = dwell_span_partners_new (self->link);
  gtk_widget_init_template (GTK_WIDGET (self));

  dwell_timeline_set_apart (self->timeline);
  dwell_shift_drag_add (self->timeline, self->link);
  dwell_drift_curve_set_up (self->drift, self->link, self->timeline);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "linked.align", FALSE);
  take_actions (self);
  self->other_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->other_signals, "trace-changed",
                                  G_CALLBACK (update_timeline), self);
  g_signal_group_connect_swapped (self->other_signals, "range-changed",
                                  G_CALLBACK (gtk_widget_queue_draw), self->drift);
  g_signal_group_connect_swapped (self->other_signals, "focus-changed",
                                  G_CALLBACK (update_find), self);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->link));
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
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (show_alignment));
}
