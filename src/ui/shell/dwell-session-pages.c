/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack of pages of a tab: shows those that have something to show of the trace, with their
 * counts.
 *
 * Creating all pages takes as long as many frames, and most are never looked at. So each page has a
 * place in the stack, an empty bin, and is created when it is seen or asked for the first time. */
#include "config.h"

#include "ui/shell/dwell-session-pages.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "ui/commands/dwell-pages.h"
#include "ui/comparison/dwell-comparison-page.h"
#include "ui/comparison/dwell-series-page.h"
#include "ui/pages/dwell-costs-page.h"
#include "ui/pages/dwell-distribution-page.h"
#include "ui/pages/dwell-events-page.h"
#include "ui/pages/dwell-flame-page.h"
#include "ui/pages/dwell-info-page.h"
#include "ui/pages/dwell-lines-page.h"
#include "ui/pages/dwell-markers-page.h"
#include "ui/pages/dwell-problems-page.h"
#include "ui/pages/dwell-statistics-page.h"
#include "ui/pages/dwell-tree-page.h"
#include "ui/pages/dwell-values-page.h"
#include "ui/requirements/dwell-requirements-page.h"

/* Data of the stack: the id of the page that a tab with this trace starts with, and the view. */
#define FIRST "dwell-first-page"
#define VIEW  "dwell-view"

static GtkWidget *
make_page (DwellPage  page,
           DwellView *view)
{
  static GType (* const get_types[DWELL_N_PAGES]) (void) = {
    [DWELL_PAGE_STATISTICS] = dwell_statistics_page_get_type,
    [DWELL_PAGE_EVENTS] = dwell_events_page_get_type,
    [DWELL_PAGE_TREE] = dwell_tree_page_get_type,
    [DWELL_PAGE_FLAME] = dwell_flame_page_get_type,
    [DWELL_PAGE_DISTRIBUTION] = dwell_distribution_page_get_type,
    [DWELL_PAGE_VALUES] = dwell_values_page_get_type,
    [DWELL_PAGE_LINES] = dwell_lines_page_get_type,
    [DWELL_PAGE_COSTS] = dwell_costs_page_get_type,
    [DWELL_PAGE_COMPARISON] = dwell_comparison_page_get_type,
    [DWELL_PAGE_SERIES] = dwell_series_page_get_type,
    [DWELL_PAGE_REQUIREMENTS] = dwell_requirements_page_get_type,
    [DWELL_PAGE_MARKERS] = dwell_markers_page_get_type,
    [DWELL_PAGE_PROBLEMS] = dwell_problems_page_get_type,
    [DWELL_PAGE_INFO] = dwell_info_page_get_type,
  };

  return g_object_new (get_types[page] (), "view", view, NULL);
}

/* Returns the page in @place, which is created if it does not exist yet. */
static GtkWidget *
fill_place (GtkStack  *pages,
            GtkWidget *place)
{
  DwellView *view = g_object_get_data (G_OBJECT (pages), VIEW);
  const char *id = gtk_stack_page_get_name (gtk_stack_get_page (pages, place));
  guint n_pages;
  const DwellPageInfo *infos = dwell_pages_get_all (&n_pages);
  GtkWidget *page = adw_bin_get_child (ADW_BIN (place));

  for (guint i = 0; i < n_pages && page == NULL; i++)
    if (g_str_equal (infos[i].id, id))
      {
        page = make_page ((DwellPage) i, view);
        adw_bin_set_child (ADW_BIN (place), page);
      }

  return page;
}

static gboolean
has_any_page (GtkStack *pages)
{
  GtkWidget *place = gtk_widget_get_first_child (GTK_WIDGET (pages));

  while (place != NULL && adw_bin_get_child (ADW_BIN (place)) == NULL)
    place = gtk_widget_get_next_sibling (place);

  return place != NULL;
}

static gboolean
fill_mapped_place (gpointer data)
{
  GtkWidget *place = data;

  if (gtk_widget_get_mapped (place))
    fill_place (GTK_STACK (gtk_widget_get_parent (place)), place);

  return G_SOURCE_REMOVE;
}

/* The first page of a tab waits until the trace has been drawn, as it would delay that. */
static void
on_place_mapped (GtkWidget *place)
{
  GtkStack *pages = GTK_STACK (gtk_widget_get_parent (place));

  if (has_any_page (pages))
    fill_place (pages, place);
  else
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, fill_mapped_place, g_object_ref (place),
                     g_object_unref);
}

/**
 * dwell_session_pages_add:
 * @pages: an empty stack
 * @view: the view that the pages show
 *
 * Adds a place for each page: a bin that gets the page as its child when it is first needed. None
 * is shown until there is a trace.
 */
void
dwell_session_pages_add (GtkStack  *pages,
                         DwellView *view)
{
  guint n_pages;
  const DwellPageInfo *infos = dwell_pages_get_all (&n_pages);

  g_object_set_data_full (G_OBJECT (pages), VIEW, g_object_ref (view), g_object_unref);
  for (guint i = 0; i < n_pages; i++)
    {
      GtkWidget *place = adw_bin_new ();

      g_signal_connect (place, "map", G_CALLBACK (on_place_mapped), NULL);
      gtk_stack_page_set_visible (gtk_stack_add_titled (pages, place, infos[i].id,
                                                        _(infos[i].title)), FALSE);
    }
}

/**
 * dwell_session_pages_get:
 * @pages: the pages of a tab
 * @id: the id of a page
 *
 * Returns: (transfer none) (nullable): that page, created if it has not been seen yet; %NULL if
 *   there is no page with that id
 */
GtkWidget *
dwell_session_pages_get (GtkStack   *pages,
                         const char *id)
{
  GtkWidget *place = gtk_stack_get_child_by_name (pages, id);

  return place != NULL ? fill_place (pages, place) : NULL;
}

/**
 * dwell_session_pages_get_shown:
 * @pages: the pages of a tab
 *
 * Returns: (transfer none) (nullable): the page in front; %NULL: there is nothing to show yet
 */
GtkWidget *
dwell_session_pages_get_shown (GtkStack *pages)
{
  GtkWidget *place = gtk_stack_get_visible_child (pages);

  return place != NULL && gtk_stack_page_get_visible (gtk_stack_get_page (pages, place))
         ? fill_place (pages, place) : NULL;
}

static void
update_page (GtkStack            *pages,
             const DwellPageInfo *info,
             DwellSession        *session,
             gboolean             is_useful)
{
  GtkStackPage *page = gtk_stack_get_page (pages, gtk_stack_get_child_by_name (pages, info->id));
  guint64 count = info->get_count != NULL ? info->get_count (session) : 0;
  g_autofree char *count_text = dwell_text_count (count);
  /* Translators: a page and how much is on it: “Problems 3” */
  g_autofree char *title = count > 0 ? g_strdup_printf (C_("page", "%s %s"), _(info->title),
                                                        count_text)
                                     : g_strdup (_(info->title));

  /* A new title sets the tooltip of the tab again, for which GTK asks the display server for the
   * position of the pointer, and waits. */
  if (g_strcmp0 (gtk_stack_page_get_title (page), title) != 0)
    gtk_stack_page_set_title (page, title);
  gtk_stack_page_set_visible (page, is_useful);
}

/* Returns whether a tab may start with the page. It may not start with markers or requirements,
 * which the user adds and a new file lacks, nor with a page whose count is 0. */
static gboolean
may_be_first (const DwellPageInfo *info,
              DwellSession        *session)
{
  return !g_str_equal (info->id, "markers") && !g_str_equal (info->id, "requirements") &&
         (info->get_count == NULL || info->get_count (session) > 0);
}

/**
 * dwell_session_pages_update:
 * @pages: the pages of a tab
 * @view: their view, which has a trace
 *
 * Shows the pages that have something to show of the trace, with their counts. The first of them
 * comes to the front, unless the user chose another one that has something to show.
 *
 * Returns: (transfer none) (nullable): the id of the page that takes the place of the timeline if
 *   the trace has no times
 */
const char *
dwell_session_pages_update (GtkStack  *pages,
                            DwellView *view)
{
  const DwellTrace *trace = dwell_view_get_trace (view);
  const char *shown = gtk_stack_get_visible_child_name (pages);
  DwellSession *session = dwell_view_get_session (view);
  const char *first = NULL;
  const char *main_page = NULL;
  gboolean keeps_shown = FALSE;
  guint n_pages;
  const DwellPageInfo *infos = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < n_pages; i++)
    {
      gboolean is_useful = (infos[i].is_useful == NULL || infos[i].is_useful (trace)) &&
                           (infos[i].is_wanted == NULL || infos[i].is_wanted (view));

      update_page (pages, &infos[i], session, is_useful);
      if (is_useful && first == NULL && may_be_first (&infos[i], session))
        first = infos[i].id;
      /* The later main pages, lines and costs, say more than the flame graph. */
      if (is_useful && infos[i].is_main)
        main_page = infos[i].id;
      keeps_shown |= is_useful && g_strcmp0 (infos[i].id, shown) == 0;
    }

  /* A trace without statistics starts with its main page. If functions and their calls were
   * counted, that is the first page, the call tree. */
  if (g_strcmp0 (first, infos[DWELL_PAGE_STATISTICS].id) != 0 && main_page != NULL &&
      !dwell_trace_has (trace, DWELL_TABLE_CALLS))
    first = main_page;

  /* When more of the trace is read, another page may be the first. */
  keeps_shown &= !dwell_session_pages_is_first (pages, shown);
  g_object_set_data_full (G_OBJECT (pages), FIRST, g_strdup (first), g_free);
  if (!keeps_shown)
    gtk_stack_set_visible_child_name (pages, first);

  return main_page;
}

/**
 * dwell_session_pages_has:
 * @pages: the pages of a tab
 * @id: the id of a page
 *
 * Returns: %TRUE if that page has something to show of the trace
 */
gboolean
dwell_session_pages_has (GtkStack   *pages,
                         const char *id)
{
  GtkWidget *child = gtk_stack_get_child_by_name (pages, id);

  return child != NULL && gtk_stack_page_get_visible (gtk_stack_get_page (pages, child));
}

/**
 * dwell_session_pages_show:
 * @pages: the pages of a tab
 * @id: (nullable): the id of a page
 *
 * Shows that page. If it has nothing to show of the trace, the bell rings.
 *
 * Returns: (transfer none) (nullable): the page, if it is shown
 */
GtkWidget *
dwell_session_pages_show (GtkStack   *pages,
                          const char *id)
{
  if (id != NULL && dwell_session_pages_has (pages, id))
    {
      gtk_stack_set_visible_child_name (pages, id);
      return dwell_session_pages_get_shown (pages);
    }

  gtk_widget_error_bell (GTK_WIDGET (pages));
  return NULL;
}

/**
 * dwell_session_pages_is_first:
 * @pages: the pages of a tab
 * @id: the id of a page
 *
 * Returns: whether that page is in front unless the user chooses another
 */
gboolean
dwell_session_pages_is_first (GtkStack   *pages,
                              const char *id)
{
  const char *first = g_object_get_data (G_OBJECT (pages), FIRST);

  return first == NULL || g_strcmp0 (first, id) == 0;
}

/**
 * dwell_session_pages_get_nth:
 * @pages: the pages of a tab
 * @place: a place among those that have something to show, from 0
 *
 * Returns: (transfer none) (nullable): the id of the page there; %NULL if there are fewer pages
 */
const char *
dwell_session_pages_get_nth (GtkStack *pages,
                             guint     place)
{
  guint n_pages;
  const DwellPageInfo *infos = dwell_pages_get_all (&n_pages);

  for (guint i = 0; i < n_pages; i++)
    if (dwell_session_pages_has (pages, infos[i].id) && place-- == 0)
      return infos[i].id;

  return NULL;
}
