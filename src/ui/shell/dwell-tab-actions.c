/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a tab that need only its view, its timeline and its pages. */
#include "config.h"

#include "ui/shell/dwell-tab-actions.h"

#include <glib/gi18n-lib.h>

#include "ui/commands/dwell-actions.h"
#include "ui/dialogs/dwell-save-report.h"
#include "ui/export/dwell-export-dialog.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/pages/dwell-events-page.h"
#include "ui/requirements/dwell-requirement-dialog.h"
#include "ui/requirements/dwell-requirements-suggestion.h"
#include "ui/shell/dwell-print-timeline.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/widgets/dwell-focus.h"
#include "ui/widgets/dwell-toast.h"
#include "ui/widgets/dwell-undo.h"

static DwellSession *
get_session (const DwellTabParts *parts)
{
  return dwell_view_get_session (parts->view);
}

static void
history_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  if (g_str_equal (g_action_get_name (G_ACTION (action)), "back"))
    dwell_view_go_back (parts->view);
  else
    dwell_view_go_forward (parts->view);
}

static void
cancel_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  dwell_session_cancel (get_session (user_data));
}

/* The parameter is the requirement to start with, from the colon after its id on. */
static void
require_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_requirement_dialog_add (parts->tab, parts->view, g_variant_get_string (parameter, NULL));
}

static void
suggest_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_requirements_suggestion_ask (parts->tab, parts->view);
}

static void
reload_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  dwell_session_reload (get_session (user_data));
}

static void
page_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_session_pages_show (parts->pages, g_variant_get_string (parameter, NULL));
}

/* Shows the page at a position among the tabs. */
static void
page_at_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_session_pages_show (parts->pages,
                            dwell_session_pages_get_nth (parts->pages,
                                                         g_variant_get_uint32 (parameter)));
}

/* Moves the focus from anywhere in the tab to the entry that filters or searches the page. */
static void
filter_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  GtkWidget *page = dwell_session_pages_get_shown (parts->pages);
  g_autofree char *name = NULL;

  if (page != NULL)
    name = dwell_actions_find_in_page (page, "filter", NULL);
  if (page != NULL && name == NULL)
    name = dwell_actions_find_in_page (page, "search", NULL);

  if (name == NULL || !gtk_widget_activate_action (page, name, NULL))
    gtk_widget_error_bell (parts->tab);
}

/* Shows the visible range of the timeline as a table, for users who cannot see the timeline. */
static void
visible_table_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  GtkWidget *page = dwell_session_pages_show (parts->pages, "events");

  if (page == NULL)
    return;

  dwell_view_set_scope (parts->view, DWELL_SCOPE_VISIBLE);
  dwell_events_page_focus (DWELL_EVENTS_PAGE (page));
}

/* Forwards to the action of the timeline: "marker-set" here is "marker.set" there. */
static void
marker_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  g_autofree char *name = g_strdup (g_action_get_name (G_ACTION (action)));

  gtk_widget_activate_action (parts->timeline, g_strdelimit (name, "-", '.'), NULL);
}

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  if (!dwell_undo_last (parts->view))
    gtk_widget_error_bell (parts->tab);
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

/**
 * dwell_tab_actions_focus_half:
 * @parts: the parts of a tab
 * @is_timeline: whether to focus the timeline rather than the page
 *
 * Returns: whether that half of the tab is shown and has taken the focus
 */
gboolean
dwell_tab_actions_focus_half (const DwellTabParts *parts,
                              gboolean             is_timeline)
{
  if (!is_timeline)
    return focus_page (dwell_session_pages_get_shown (parts->pages));

  return gtk_widget_get_mapped (parts->timeline) && gtk_widget_grab_focus (parts->timeline);
}

/* Moves the focus from the page to the timeline, and from anywhere else to the page. */
static void
other_half_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  GtkWidget *page = dwell_session_pages_get_shown (parts->pages);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (parts->tab));
  gboolean is_in_page = page != NULL && focus != NULL && gtk_widget_is_ancestor (focus, page);

  if (!dwell_tab_actions_focus_half (parts,
                                     is_in_page && gtk_widget_get_mapped (parts->timeline)))
    gtk_widget_error_bell (parts->tab);
}

static void
print_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_print_timeline (parts->tab, parts->view, dwell_session_get_title (get_session (parts)));
}

static void
save_report_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_save_report_ask (parts->tab, parts->view);
}

/* Shows the export dialog with the format that has the given id. */
static void
export_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (parts->tab));
  DwellExportDialog *dialog = dwell_export_dialog_new (window, parts->view);

  if (dwell_export_dialog_set_format (dialog, g_variant_get_string (parameter, NULL)))
    {
      gtk_window_present (GTK_WINDOW (dialog));
      return;
    }

  gtk_window_destroy (GTK_WINDOW (dialog));
  dwell_toast_show (parts->tab, _("There is nothing here that this format can store"));
}

/**
 * dwell_tab_actions_add:
 * @actions: the actions of a tab
 * @parts: the parts that the actions use, which must exist as long as they do
 *
 * Adds back, cancel, export, filter, forward, marker-next, marker-note, marker-previous,
 * marker-set, other-half, page, page-at, print, reload, require, save-report,
 * suggest-requirements, undo, visible-table.
 */
void
dwell_tab_actions_add (GActionMap          *actions,
                       const DwellTabParts *parts)
{
  static const GActionEntry entries[] = {
    { .name = "back", .activate = history_action },
    { .name = "cancel", .activate = cancel_action },
    { .name = "export", .activate = export_action, .parameter_type = "s" },
    { .name = "filter", .activate = filter_action },
    { .name = "forward", .activate = history_action },
    { .name = "marker-next", .activate = marker_action },
    { .name = "marker-note", .activate = marker_action },
    { .name = "marker-previous", .activate = marker_action },
    { .name = "marker-set", .activate = marker_action },
    { .name = "other-half", .activate = other_half_action },
    { .name = "page", .activate = page_action, .parameter_type = "s" },
    { .name = "page-at", .activate = page_at_action, .parameter_type = "u" },
    { .name = "print", .activate = print_action },
    { .name = "reload", .activate = reload_action },
    { .name = "require", .activate = require_action, .parameter_type = "s" },
    { .name = "save-report", .activate = save_report_action },
    { .name = "suggest-requirements", .activate = suggest_action },
    { .name = "undo", .activate = undo_action },
    { .name = "visible-table", .activate = visible_table_action },
  };

  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), (gpointer) parts);
}
