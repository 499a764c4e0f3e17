/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a tab that need only its public functions: the session, the view, the timeline and
 * the pages. */
#include "config.h"

#include "ui/dwell-tab-actions.h"

#include "ui/dialogs/dwell-save-report.h"
#include "ui/dwell-actions.h"
#include "ui/dwell-focus.h"
#include "ui/dwell-print-timeline.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/pages/dwell-events-page.h"

static void
history_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  DwellView *view = dwell_session_page_get_view (DWELL_SESSION_PAGE (user_data));

  if (g_str_equal (g_action_get_name (G_ACTION (action)), "back"))
    dwell_view_go_back (view);
  else
    dwell_view_go_forward (view);
}

static void
cancel_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  dwell_session_cancel (dwell_session_page_get_session (DWELL_SESSION_PAGE (user_data)));
}

static void
reload_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  dwell_session_reload (dwell_session_page_get_session (DWELL_SESSION_PAGE (user_data)));
}

/* Shows the page @id. The keys of pages work for all pages, but some have nothing to show of this
 * trace: for those the bell rings. */
static gboolean
show_page (DwellSessionPage *tab,
           const char       *id)
{
  GtkWidget *shown = dwell_session_page_get_shown (tab);

  if (dwell_session_page_has_page (tab, id))
    {
      gtk_stack_set_visible_child_name (GTK_STACK (gtk_widget_get_parent (shown)), id);
      return TRUE;
    }

  gtk_widget_error_bell (GTK_WIDGET (tab));
  return FALSE;
}

static void
page_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  show_page (DWELL_SESSION_PAGE (user_data), g_variant_get_string (parameter, NULL));
}

/* Moves the focus from anywhere in the tab to the entry that filters or searches the page. */
static void
filter_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  GtkWidget *page = dwell_session_page_get_shown (DWELL_SESSION_PAGE (user_data));
  g_autofree char *name = NULL;

  if (page != NULL)
    name = dwell_actions_find_in_page (page, "filter", NULL);
  if (page != NULL && name == NULL)
    name = dwell_actions_find_in_page (page, "search", NULL);

  if (name == NULL || !gtk_widget_activate_action (page, name, NULL))
    gtk_widget_error_bell (GTK_WIDGET (user_data));
}

/* Shows the visible range of the timeline as a table, for users who cannot see the timeline. */
static void
visible_table_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  DwellSessionPage *tab = DWELL_SESSION_PAGE (user_data);

  if (!show_page (tab, "events"))
    return;

  dwell_view_set_scope (dwell_session_page_get_view (tab), DWELL_SCOPE_VISIBLE);
  dwell_events_page_focus (DWELL_EVENTS_PAGE (dwell_session_page_get_shown (tab)));
}

/* Forwards to the action of the timeline: "marker-set" here is "marker.set" there. */
static void
marker_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  g_autofree char *name = g_strdup (g_action_get_name (G_ACTION (action)));

  gtk_widget_activate_action (dwell_session_page_get_timeline (DWELL_SESSION_PAGE (user_data)),
                              g_strdelimit (name, "-", '.'), NULL);
}

/* Focuses the table or the flame graph of a page, rather than the tools above it. */
static gboolean
focus_content (GtkWidget *widget)
{
  if ((GTK_IS_COLUMN_VIEW (widget) || DWELL_IS_FLAME_GRAPH (widget)) &&
      gtk_widget_get_mapped (widget) && gtk_widget_grab_focus (widget))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (focus_content (child))
      return TRUE;

  return FALSE;
}

static gboolean
focus_page (GtkWidget *page)
{
  return page != NULL && gtk_widget_get_mapped (page) &&
         (dwell_focus_return_to (page) || focus_content (page) ||
          gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD));
}

/* Moves the focus from the page to the timeline, and from anywhere else to the page. */
static void
other_half_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  DwellSessionPage *tab = DWELL_SESSION_PAGE (user_data);
  GtkWidget *timeline = dwell_session_page_get_timeline (tab);
  GtkWidget *page = dwell_session_page_get_shown (tab);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (tab)));
  gboolean is_in_page = page != NULL && focus != NULL && gtk_widget_is_ancestor (focus, page);

  if (!(is_in_page && gtk_widget_get_mapped (timeline) ? gtk_widget_grab_focus (timeline)
                                                       : focus_page (page)))
    gtk_widget_error_bell (GTK_WIDGET (tab));
}

static void
print_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  DwellSessionPage *tab = DWELL_SESSION_PAGE (user_data);
  const char *title = dwell_session_get_title (dwell_session_page_get_session (tab));

  dwell_print_timeline (GTK_WIDGET (tab), dwell_session_page_get_view (tab), title);
}

/* A report needs the whole trace: nothing in it would say that it covers a part only. */
static void
save_report_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  DwellSessionPage *tab = DWELL_SESSION_PAGE (user_data);
  DwellSession *session = dwell_session_page_get_session (tab);

  if (dwell_session_get_state (session) == DWELL_SESSION_READY &&
      dwell_session_get_trace (session) != NULL)
    dwell_save_report_ask (GTK_WIDGET (tab), dwell_session_page_get_view (tab));
  else
    gtk_widget_error_bell (GTK_WIDGET (tab));
}

/**
 * dwell_tab_actions_add:
 * @tab: the content of a tab
 *
 * Adds to the actions of @tab: back, cancel, filter, forward, marker-next, marker-note,
 * marker-previous, marker-set, other-half, page, print, reload, save-report, visible-table.
 */
void
dwell_tab_actions_add (DwellSessionPage *tab)
{
  static const GActionEntry entries[] = {
    { .name = "back", .activate = history_action },
    { .name = "cancel", .activate = cancel_action },
    { .name = "filter", .activate = filter_action },
    { .name = "forward", .activate = history_action },
    { .name = "marker-next", .activate = marker_action },
    { .name = "marker-note", .activate = marker_action },
    { .name = "marker-previous", .activate = marker_action },
    { .name = "marker-set", .activate = marker_action },
    { .name = "other-half", .activate = other_half_action },
    { .name = "page", .activate = page_action, .parameter_type = "s" },
    { .name = "print", .activate = print_action },
    { .name = "reload", .activate = reload_action },
    { .name = "save-report", .activate = save_report_action },
    { .name = "visible-table", .activate = visible_table_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (dwell_session_page_get_actions (tab)), entries,
                                   G_N_ELEMENTS (entries), tab);
}
