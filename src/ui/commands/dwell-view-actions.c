/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions on what a view has in focus that need nothing but the view. A tab has them for its
 * view, and the timeline of the base of a comparison for the view of the base. */
#include "config.h"

#include "ui/commands/dwell-view-actions.h"

typedef struct {
  DwellView *view;
  GtkWidget *from;
} Target;

static void
target_free (gpointer data)
{
  g_object_unref (((Target *) data)->view);
  g_free (data);
}

static void
ring_unless (const Target *target,
             gboolean      is_done)
{
  if (!is_done)
    gtk_widget_error_bell (target->from);
}

static void
zoom_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const Target *target = user_data;

  ring_unless (target, dwell_view_zoom_to_focus (target->view));
}

static void
select_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  const Target *target = user_data;
  DwellTrace *trace = dwell_view_get_trace (target->view);
  guint32 span = dwell_view_get_focus_span (target->view);

  dwell_view_set_selection (target->view, dwell_trace_get_span_begin (trace, span),
                            dwell_trace_get_span_end (trace, span));
}

static const struct { const char *action; DwellMove move; } moves[] = {
  { "focus-next", DWELL_MOVE_NEXT_SAME_AREA },
  { "focus-previous", DWELL_MOVE_PREVIOUS_SAME_AREA },
  { "focus-longest", DWELL_MOVE_LONGEST },
  { "focus-shortest", DWELL_MOVE_SHORTEST },
};

static void
move_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const Target *target = user_data;

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (g_str_equal (moves[i].action, g_action_get_name (G_ACTION (action))))
      ring_unless (target, dwell_view_move_focus (target->view, moves[i].move));
}

static void
copy_name_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  const Target *target = user_data;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (target->from),
                          dwell_view_actions_get_name (target->view));
}

static void
set_enabled (GActionMap *actions,
             const char *name,
             gboolean    is_enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (actions, name)),
                               is_enabled);
}

static void
update (GActionMap *actions,
        DwellView  *view)
{
  DwellTrace *trace = dwell_view_get_trace (view);
  gboolean has_span = trace != NULL && dwell_view_get_focus_span (view) != DWELL_NONE;
  gboolean has_mark = trace != NULL && dwell_view_get_focus_mark (view) != DWELL_NONE;
  gboolean has_area = trace != NULL && dwell_view_get_focus_area (view) != DWELL_NONE;
  gboolean has_spans = has_area && trace->n_spans > 0;

  set_enabled (actions, "focus-zoom", has_span || has_mark || has_spans);
  set_enabled (actions, "focus-select", has_span);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    set_enabled (actions, moves[i].action, has_spans);
  set_enabled (actions, "focus-copy-name", has_area || has_mark);
}

/**
 * dwell_view_actions_add:
 * @actions: a map of actions
 * @view: the view
 * @from: a widget that shows @view, which must exist as long as @actions
 *
 * Adds focus-copy-name, focus-longest, focus-next, focus-previous, focus-select, focus-shortest and
 * focus-zoom. Each is disabled while it does not apply.
 */
void
dwell_view_actions_add (GActionMap *actions,
                        DwellView  *view,
                        GtkWidget  *from)
{
  static const char * const changes[] = { "focus-changed", "trace-changed" };
  static const GActionEntry entries[] = {
    { .name = "focus-copy-name", .activate = copy_name_action },
    { .name = "focus-longest", .activate = move_action },
    { .name = "focus-next", .activate = move_action },
    { .name = "focus-previous", .activate = move_action },
    { .name = "focus-select", .activate = select_action },
    { .name = "focus-shortest", .activate = move_action },
    { .name = "focus-zoom", .activate = zoom_action },
  };
  Target *target;

  g_return_if_fail (G_IS_ACTION_MAP (actions));
  g_return_if_fail (DWELL_IS_VIEW (view));
  g_return_if_fail (GTK_IS_WIDGET (from));

  target = g_new (Target, 1);
  *target = (Target) { g_object_ref (view), from };
  g_object_set_data_full (G_OBJECT (actions), "dwell-view-actions", target, target_free);
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), target);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (view, changes[i], G_CALLBACK (update), actions, G_CONNECT_SWAPPED);
  update (actions, view);
}

/**
 * dwell_view_actions_get_name:
 * @view: a view with a trace
 *
 * Returns: (transfer none): the name of what is in focus: of an area, as in tables, or the text of
 *   a message
 */
const char *
dwell_view_actions_get_name (DwellView *view)
{
  DwellTrace *trace;
  guint32 area;
  guint32 mark;

  g_return_val_if_fail (DWELL_IS_VIEW (view), "");

  trace = dwell_view_get_trace (view);
  area = dwell_view_get_focus_area (view);
  mark = dwell_view_get_focus_mark (view);
  if (area != DWELL_NONE)
    return dwell_trace_get_area_title (trace, area);

  return mark != DWELL_NONE ? dwell_trace_get_string (trace, trace->mark_text[mark]) : "";
}
