/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of requirements is opened like any other, by its content: its reader reports that it is
 * not a recording. The tab that waited for it then passes its file to a recording, and closes. If
 * no recording is open, the tab stays and says so until one is opened. */
#include "config.h"

#include "ui/shell/dwell-requirements-opening.h"

#include <adwaita.h>

#include "core/dwell-error.h"
#include "ui/shell/dwell-closing.h"

typedef struct {
  GWeakRef page;
  GWeakRef in_front; /* the tab that was in front when the file was opened */
} Watch;

static void
watch_free (gpointer  data,
            GClosure *closure)
{
  Watch *self = data;

  g_weak_ref_clear (&self->page);
  g_weak_ref_clear (&self->in_front);
  g_free (self);
}

static AdwTabView *
get_tabs (DwellSessionPage *page)
{
  GtkWidget *tabs = gtk_widget_get_ancestor (GTK_WIDGET (page), ADW_TYPE_TAB_VIEW);

  return tabs != NULL ? ADW_TAB_VIEW (tabs) : NULL;
}

/* A recording that is still being read counts, too: it is checked as soon as it is read. */
static gboolean
is_recording (DwellSessionPage *page)
{
  DwellSession *session = dwell_session_page_get_session (page);

  return !dwell_closing_has_tab (page) &&
         (dwell_session_get_trace (session) != NULL ||
          dwell_session_get_state (session) != DWELL_SESSION_FAILED);
}

/* Returns: (nullable): the recording to check: the one that was in front, else the first */
static DwellSessionPage *
find_recording (AdwTabView       *tabs,
                DwellSessionPage *page,
                DwellSessionPage *in_front)
{
  if (in_front != NULL && get_tabs (in_front) == tabs && is_recording (in_front))
    return in_front;

  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (tabs, i);
      DwellSessionPage *other = DWELL_SESSION_PAGE (adw_tab_page_get_child (tab));

      if (other != page && is_recording (other))
        return other;
    }

  return NULL;
}

/* Returns: whether a recording took the requirements, and the tab closes */
static gboolean
give_requirements (DwellSessionPage *page,
                   DwellSessionPage *in_front)
{
  AdwTabView *tabs = get_tabs (page);
  DwellSessionPage *recording;
  guint n_files;

  if (tabs == NULL || dwell_closing_has_tab (page))
    return FALSE;

  recording = find_recording (tabs, page, in_front);
  if (recording == NULL)
    return FALSE;

  dwell_session_page_set_requirements (recording,
    dwell_session_get_files (dwell_session_page_get_session (page), &n_files)[0]);
  adw_tab_view_set_selected_page (tabs, adw_tab_view_get_page (tabs, GTK_WIDGET (recording)));
  dwell_closing_close (page);
  return TRUE;
}

/* A tab was opened, or another came to the front. */
static void
on_selected_page (AdwTabView       *tabs,
                  GParamSpec       *pspec,
                  DwellSessionPage *page)
{
  if (get_tabs (page) != tabs || give_requirements (page, NULL))
    g_signal_handlers_disconnect_by_func (tabs, on_selected_page, page);
}

static void
on_state (DwellSession *session,
          GParamSpec   *pspec,
          Watch        *watch)
{
  g_autoptr(DwellSessionPage) page = g_weak_ref_get (&watch->page);
  g_autoptr(DwellSessionPage) in_front = g_weak_ref_get (&watch->in_front);
  guint n_files;

  dwell_session_get_files (session, &n_files);
  if (page == NULL || get_tabs (page) == NULL || n_files != 1 ||
      dwell_session_get_state (session) != DWELL_SESSION_FAILED ||
      !g_error_matches (dwell_session_get_error (session), DWELL_ERROR, DWELL_ERROR_REQUIREMENTS))
    return;

  g_signal_handlers_disconnect_by_func (get_tabs (page), on_selected_page, page);
  if (!give_requirements (page, in_front))
    g_signal_connect_object (get_tabs (page), "notify::selected-page",
                             G_CALLBACK (on_selected_page), page, G_CONNECT_DEFAULT);
}

/**
 * dwell_requirements_opening_watch:
 * @page: a tab’s content, whose session is not read yet
 * @in_front: (nullable): the content of the tab that was in front
 *
 * If the file of @page is one of timing requirements, checks a recording against it instead of
 * showing it: the recording of @in_front, or else the first one that is open or will be opened.
 */
void
dwell_requirements_opening_watch (DwellSessionPage *page,
                                  DwellSessionPage *in_front)
{
  Watch *watch = g_new0 (Watch, 1);

  g_weak_ref_init (&watch->page, page);
  g_weak_ref_init (&watch->in_front, in_front);
  g_signal_connect_data (dwell_session_page_get_session (page), "notify::state",
                         G_CALLBACK (on_state), watch, watch_free, G_CONNECT_DEFAULT);
}
