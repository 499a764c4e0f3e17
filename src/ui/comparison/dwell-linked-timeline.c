/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two views are linked only while both are visible.
 *
 * The actions “tab.…” of the tab work on its own view. So the timeline here has a group “tab” of
 * its own, with those actions that make sense for the other recording. */
#include "config.h"

#include "ui/comparison/dwell-linked-timeline.h"

#include "ui/commands/dwell-view-actions.h"
#include "ui/comparison/dwell-alignment-choice.h"
#include "ui/comparison/dwell-drift-curve.h"
#include "ui/comparison/dwell-shift-drag.h"

struct _DwellLinkedTimeline
{
  DwellViewBin parent_instance;

  DwellDriftCurve *drift;
  DwellTimeline   *timeline;

  DwellTimeLink   *link;
  DwellView       *other;         /* (nullable) */
  GSignalGroup    *other_signals;
  GSimpleAction   *find;          /* (nullable): in the actions for the other view */
};

/* A key shifts by the visible range divided by this. */
#define SHIFT_STEPS 100

G_DEFINE_FINAL_TYPE (DwellLinkedTimeline, dwell_linked_timeline, DWELL_TYPE_VIEW_BIN)

static void
update_drift (DwellLinkedTimeline *self)
{
  g_autofree char *sentence = dwell_time_link_describe (self->link);

  dwell_drift_curve_update (self->drift);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->drift), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

/* Nothing can be drawn before part of the recording is read. */
static void
update_timeline (DwellLinkedTimeline *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->timeline),
                          self->other != NULL && dwell_view_get_trace (self->other) != NULL);
}

static void
update_link (DwellLinkedTimeline *self)
{
  gboolean is_seen = gtk_widget_get_mapped (GTK_WIDGET (self));

  dwell_time_link_set_other (self->link, is_seen ? self->other : NULL);
}

/* Finds in the tab, whose focus is the partner of what is in focus here. */
static void
find_action (DwellLinkedTimeline *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "tab.focus-find", NULL);
}

static void
update_find (DwellLinkedTimeline *self)
{
  if (self->find != NULL && self->other != NULL)
    g_simple_action_set_enabled (self->find,
                                 dwell_view_get_focus_area (self->other) != DWELL_NONE &&
                                 dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (self)) !=
                                 DWELL_NONE);
}

/* For an action that the group lacks, GTK would show the state of the tab's action, but not
 * activate it. So these exist, and are disabled. */
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
take_actions (DwellLinkedTimeline *self)
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
shift_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  DwellLinkedTimeline *self = DWELL_LINKED_TIMELINE (widget);
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
take_alignment (DwellLinkedTimeline *self)
{
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (self));

  dwell_time_link_set_alignment (self->link, dwell_alignment_choice_get (view));
}

static void
dwell_linked_timeline_take_view (DwellViewBin *bin)
{
  take_alignment (DWELL_LINKED_TIMELINE (bin));
}

static void
dwell_linked_timeline_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dwell_linked_timeline_parent_class)->map (widget);

  update_link (DWELL_LINKED_TIMELINE (widget));
}

static void
dwell_linked_timeline_unmap (GtkWidget *widget)
{
  dwell_time_link_set_other (DWELL_LINKED_TIMELINE (widget)->link, NULL);

  GTK_WIDGET_CLASS (dwell_linked_timeline_parent_class)->unmap (widget);
}

static void
dwell_linked_timeline_dispose (GObject *object)
{
  DwellLinkedTimeline *self = DWELL_LINKED_TIMELINE (object);

  if (self->link != NULL)
    dwell_time_link_set_other (self->link, NULL);
  dwell_view_bin_set_view (DWELL_VIEW_BIN (object), NULL);
  g_clear_object (&self->link);
  g_clear_object (&self->find);
  g_clear_object (&self->other_signals);
  g_clear_object (&self->other);

  G_OBJECT_CLASS (dwell_linked_timeline_parent_class)->dispose (object);
}

static void
dwell_linked_timeline_class_init (DwellLinkedTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_linked_timeline_dispose;
  widget_class->map = dwell_linked_timeline_map;
  widget_class->unmap = dwell_linked_timeline_unmap;
  DWELL_VIEW_BIN_CLASS (klass)->take_view = dwell_linked_timeline_take_view;

  gtk_widget_class_install_action (widget_class, "linked.shift-left", NULL, shift_action);
  gtk_widget_class_install_action (widget_class, "linked.shift-right", NULL, shift_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK | GDK_SHIFT_MASK,
                                       "linked.shift-left", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK | GDK_SHIFT_MASK,
                                       "linked.shift-right", NULL);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/dwell_profiler/Dwell/ui/dwell-linked-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, DwellLinkedTimeline, drift);
  gtk_widget_class_bind_template_child (widget_class, DwellLinkedTimeline, timeline);
}

static void
dwell_linked_timeline_init (DwellLinkedTimeline *self)
{
  g_type_ensure (DWELL_TYPE_DRIFT_CURVE);
  g_type_ensure (DWELL_TYPE_TIMELINE);
  self->link = dwell_time_link_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  dwell_timeline_set_apart (self->timeline);
  dwell_shift_drag_add (self->timeline, self->link);
  dwell_drift_curve_set_up (self->drift, self->link, self->timeline);
  take_actions (self);
  self->other_signals = g_signal_group_new (DWELL_TYPE_VIEW);
  g_signal_group_connect_swapped (self->other_signals, "trace-changed",
                                  G_CALLBACK (update_timeline), self);
  g_signal_group_connect_swapped (self->other_signals, "range-changed",
                                  G_CALLBACK (gtk_widget_queue_draw), self->drift);
  g_signal_group_connect_swapped (self->other_signals, "focus-changed",
                                  G_CALLBACK (update_find), self);
  dwell_view_bin_add (DWELL_VIEW_BIN (self), DWELL_QUERY (self->link));
  g_signal_connect_object (self->link, "changed", G_CALLBACK (update_drift), self,
                           G_CONNECT_SWAPPED);
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "focus-changed", G_CALLBACK (update_find));
  dwell_view_bin_connect (DWELL_VIEW_BIN (self), "kept-changed", G_CALLBACK (take_alignment));
}

/**
 * dwell_linked_timeline_set_session:
 * @self: a linked timeline
 * @session: (nullable): the other recording: the one that the view of @self is compared with, or
 *   another one of its series
 *
 * Shows @session in a view of its own.
 */
void
dwell_linked_timeline_set_session (DwellLinkedTimeline *self,
                                   DwellSession        *session)
{
  g_return_if_fail (DWELL_IS_LINKED_TIMELINE (self));

  if (session == (self->other != NULL ? dwell_view_get_session (self->other) : NULL))
    return;

  dwell_time_link_set_other (self->link, NULL);
  g_clear_object (&self->find);
  gtk_widget_insert_action_group (GTK_WIDGET (self->timeline), "tab", NULL);
  g_clear_object (&self->other);
  if (session != NULL)
    self->other = dwell_view_new (session);
  take_actions (self);
  g_signal_group_set_target (self->other_signals, self->other);
  dwell_timeline_set_view (self->timeline, self->other);
  update_timeline (self);
  update_link (self);
}

/**
 * dwell_linked_timeline_get_other:
 * @self: a linked timeline
 *
 * Returns: (transfer none) (nullable): the view of the other recording
 */
DwellView *
dwell_linked_timeline_get_other (DwellLinkedTimeline *self)
{
  g_return_val_if_fail (DWELL_IS_LINKED_TIMELINE (self), NULL);

  return self->other;
}

/**
 * dwell_linked_timeline_get_link:
 * @self: a linked timeline
 *
 * Returns: (transfer none): the link of the two views, which links them while both are visible
 */
DwellTimeLink *
dwell_linked_timeline_get_link (DwellLinkedTimeline *self)
{
  g_return_val_if_fail (DWELL_IS_LINKED_TIMELINE (self), NULL);

  return self->link;
}

/**
 * dwell_linked_timeline_set_label:
 * @self: a linked timeline
 * @label: its name for screen readers, which distinguishes it from the other timelines
 */
void
dwell_linked_timeline_set_label (DwellLinkedTimeline *self,
                                 const char          *label)
{
  g_return_if_fail (DWELL_IS_LINKED_TIMELINE (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->timeline), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

/**
 * dwell_linked_timeline_set_compact:
 * @self: a linked timeline
 *
 * Hides the parts that a timeline above it shows already.
 */
void
dwell_linked_timeline_set_compact (DwellLinkedTimeline *self)
{
  g_return_if_fail (DWELL_IS_LINKED_TIMELINE (self));

  dwell_timeline_set_compact (self->timeline);
}
