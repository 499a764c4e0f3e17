/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions for markers in a timeline: set a marker at the cursor, write a note on the focused
 * span, go to the next or previous marker. They share a popover for the text, which points at the
 * ruler. */
#include "config.h"

#include "ui/timeline/dwell-marker-actions.h"

#include <glib/gi18n-lib.h>

#include "ui/timeline/dwell-marker-entry.h"
#include "ui/widgets/dwell-toast.h"

struct _DwellMarkerActions
{
  GObject             parent_instance;

  GtkWidget          *parent; /* not owned: it owns this struct */
  GtkWidget          *ruler;  /* not owned: a child of it */
  DwellViewport      *viewport;
  GtkWidget          *entry;
  GSimpleActionGroup *actions;
};

G_DEFINE_FINAL_TYPE (DwellMarkerActions, dwell_marker_actions, G_TYPE_OBJECT)

static void
ask (DwellMarkerActions *self,
     gint64              time,
     guint32             span)
{
  double width = gtk_widget_get_width (self->ruler);
  DwellScale scale;
  double x;
  double y;

  dwell_viewport_get_scale (self->viewport, width, &scale);
  if (!gtk_widget_translate_coordinates (self->ruler, self->parent,
                                         CLAMP (dwell_scale_to_x (&scale, time), 0, width),
                                         gtk_widget_get_height (self->ruler), &x, &y))
    return;

  dwell_marker_entry_ask (DWELL_MARKER_ENTRY (self->entry),
                          dwell_viewport_get_view (self->viewport), time, span,
                          &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

/* Sets a marker at the cursor. A cursor outside the visible range is first moved to the middle of
 * the range. */
static void
set_activated (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  DwellMarkerActions *self = user_data;
  DwellView *view = dwell_viewport_get_view (self->viewport);
  gint64 time;
  gint64 begin;
  gint64 end;

  if (dwell_viewport_get_trace (self->viewport) == NULL)
    return;

  dwell_view_get_range (view, &begin, &end);
  if (!dwell_view_get_cursor (view, &time) || time < begin || time > end)
    {
      dwell_view_set_cursor (view, begin + (end - begin) / 2);
      dwell_view_get_cursor (view, &time);
    }

  ask (self, time, DWELL_NONE);
}

static void
note_activated (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellMarkerActions *self = user_data;
  DwellTrace *trace = dwell_viewport_get_trace (self->viewport);
  guint32 span;

  if (trace == NULL)
    return;

  span = dwell_view_get_focus_span (dwell_viewport_get_view (self->viewport));
  if (span != DWELL_NONE)
    ask (self, dwell_trace_get_span_begin (trace, span), span);
  else
    dwell_toast_show (self->parent, _("Focus a span first, to write a note on it."));
}

static void
step_activated (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellMarkerActions *self = user_data;
  gboolean is_back = g_str_equal (g_action_get_name (G_ACTION (action)), "previous");

  if (dwell_viewport_get_trace (self->viewport) != NULL &&
      dwell_view_step_marker (dwell_viewport_get_view (self->viewport), is_back ? -1 : 1) < 0)
    gtk_widget_error_bell (self->parent);
}

static void
dwell_marker_actions_dispose (GObject *object)
{
  DwellMarkerActions *self = DWELL_MARKER_ACTIONS (object);

  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->viewport);

  G_OBJECT_CLASS (dwell_marker_actions_parent_class)->dispose (object);
}

static void
dwell_marker_actions_class_init (DwellMarkerActionsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = dwell_marker_actions_dispose;
}

static void
dwell_marker_actions_init (DwellMarkerActions *self)
{
  static const GActionEntry entries[] = {
    { .name = "set", .activate = set_activated },
    { .name = "note", .activate = note_activated },
    { .name = "next", .activate = step_activated },
    { .name = "previous", .activate = step_activated },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}

/**
 * dwell_marker_actions_new:
 * @parent: the parent of the popover, which outlives the result
 * @viewport: the viewport of the timeline
 * @ruler: a child of @parent that the popover points at
 *
 * Gives @parent the actions marker.set, marker.note, marker.next and marker.previous.
 *
 * Returns: (transfer full): the actions
 */
DwellMarkerActions *
dwell_marker_actions_new (GtkWidget     *parent,
                          DwellViewport *viewport,
                          GtkWidget     *ruler)
{
  DwellMarkerActions *self = g_object_new (DWELL_TYPE_MARKER_ACTIONS, NULL);

  self->parent = parent;
  self->ruler = ruler;
  self->viewport = g_object_ref (viewport);
  self->entry = dwell_marker_entry_new (parent);
  gtk_widget_insert_action_group (parent, "marker", G_ACTION_GROUP (self->actions));

  return self;
}

/**
 * dwell_marker_actions_present:
 * @self: the actions
 *
 * Places an open popover again. Call it in the size_allocate() of the parent.
 */
void
dwell_marker_actions_present (DwellMarkerActions *self)
{
  g_return_if_fail (DWELL_IS_MARKER_ACTIONS (self));

  if (gtk_widget_get_visible (self->entry))
    gtk_popover_present (GTK_POPOVER (self->entry));
}
