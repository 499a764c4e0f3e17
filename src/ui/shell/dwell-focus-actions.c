/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a tab on the span, mark or area that its view has in focus: those that need only
 * the view, and those that need other parts of the tab. Each is disabled while it does not
 * apply. */
#include "config.h"

#include "ui/shell/dwell-focus-actions.h"

#include "model/requirements/dwell-requirement-words.h"
#include "ui/commands/dwell-actions.h"
#include "ui/commands/dwell-view-actions.h"
#include "ui/pages/dwell-table-page.h"
#include "ui/requirements/dwell-requirement-dialog.h"
#include "ui/requirements/dwell-requiring.h"
#include "ui/shell/dwell-session-pages.h"

/* Shows a page, and what is in focus there: most pages follow the focus, the others have an action
 * for it. */
static void
show_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  GtkWidget *page = dwell_session_pages_show (parts->pages,
                                              g_variant_get_string (parameter, NULL));
  g_autofree char *name = NULL;

  if (page == NULL)
    return;

  name = dwell_actions_find_in_page (page, "show-focus", NULL);
  if (name != NULL)
    gtk_widget_activate_action (page, name, NULL);
}

/* Filters the table in front; if that has no filter, the statistics. */
static void
filter_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  GtkWidget *page = dwell_session_pages_get_shown (parts->pages);

  if (!DWELL_IS_TABLE_PAGE (page) || !dwell_table_page_has_filter (DWELL_TABLE_PAGE (page)))
    page = dwell_session_pages_show (parts->pages, "statistics");
  if (page == NULL)
    return;

  dwell_table_page_filter_by (DWELL_TABLE_PAGE (page), dwell_view_actions_get_name (parts->view));
}

/* The search looks at names, and the name of a state is shorter than its title. */
static void
find_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_find_bar_find (parts->find_bar,
                       dwell_trace_get_area_name (dwell_view_get_trace (parts->view),
                                                  dwell_view_get_focus_area (parts->view)));
}

static void
note_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  gtk_widget_activate_action (parts->timeline, "marker.note", NULL);
}

static void
require_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  const DwellTabParts *parts = user_data;

  dwell_requiring_ask (parts->tab, parts->view, dwell_view_get_focus_area (parts->view));
}

/* Adds a requirement for the chosen spans together. */
static void
require_chosen_action (GSimpleAction *action,
                       GVariant      *parameter,
                       gpointer       user_data)
{
  const DwellTabParts *parts = user_data;
  const GArray *spans = dwell_view_get_chosen_spans (parts->view);
  g_autofree char *words = NULL;

  if (spans == NULL || spans->len < 2)
    return;

  words = dwell_requirement_words_of_spans (parts->view, (const guint32 *) (gpointer) spans->data,
                                            spans->len);
  dwell_requirement_dialog_add (parts->tab, parts->view, words);
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
  gboolean has_area = trace != NULL && dwell_view_get_focus_area (view) != DWELL_NONE;
  gboolean has_spans = has_area && trace->n_spans > 0;
  const GArray *chosen = dwell_view_get_chosen_spans (view);

  set_enabled (actions, "focus-show", has_area);
  set_enabled (actions, "focus-filter", has_area);
  set_enabled (actions, "focus-find", has_spans);
  set_enabled (actions, "focus-note", has_span);
  set_enabled (actions, "require-chosen", chosen != NULL && chosen->len > 1);
  set_enabled (actions, "focus-require",
               has_area && (has_spans || (trace->tables & (DWELL_TABLE_WRITES | DWELL_TABLE_LINES |
                                                           DWELL_TABLE_STACK_NODES |
                                                           DWELL_TABLE_COST_POINTS)) != 0) &&
               trace->areas[dwell_view_get_focus_area (view)].kind != DWELL_AREA_DERIVED);
}

/**
 * dwell_focus_actions_add:
 * @actions: the actions of a tab
 * @parts: the parts that the actions use, which must exist as long as they do
 *
 * Adds the actions of dwell_view_actions_add(), and focus-filter, focus-find, focus-note,
 * focus-require, focus-show (with the id of a page), require-chosen.
 */
void
dwell_focus_actions_add (GActionMap          *actions,
                         const DwellTabParts *parts)
{
  static const char * const changes[] = { "chosen-changed", "focus-changed", "trace-changed" };
  static const GActionEntry entries[] = {
    { .name = "focus-filter", .activate = filter_action },
    { .name = "focus-find", .activate = find_action },
    { .name = "focus-note", .activate = note_action },
    { .name = "focus-require", .activate = require_action },
    { .name = "focus-show", .activate = show_action, .parameter_type = "s" },
    { .name = "require-chosen", .activate = require_chosen_action },
  };

  dwell_view_actions_add (actions, parts->view, parts->tab);
  g_action_map_add_action_entries (actions, entries, G_N_ELEMENTS (entries), (gpointer) parts);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (parts->view, changes[i], G_CALLBACK (update), actions,
                             G_CONNECT_SWAPPED);
  update (actions, parts->view);
}
