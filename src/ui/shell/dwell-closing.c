/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Closing tabs and windows. The tables of a tab have thousands of widgets, and destroying them all
 * would block the main loop for too long. So the pages are removed one by one before the rest, each
 * in its own iteration of the main loop. */
#include "config.h"

#include "ui/shell/dwell-closing.h"

typedef struct {
  GPtrArray  *contents; /* DwellSessionPage: the last is dismantled first */
  AdwTabView *tabs;
  GtkWindow  *window;   /* destroyed when its tabs are dismantled; NULL: only a tab closes */
} Closing;

static
G_DEFINE_QUARK (dwell-closing, get_closing)

static void
closing_free (gpointer user_data)
{
  Closing *self = user_data;

  g_ptr_array_unref (self->contents);
  g_object_unref (self->tabs);
  g_clear_object (&self->window);
  g_free (self);
}

/* Closes the tab, unless its window is closing or destroyed. */
static void
finish_tab (AdwTabView       *tabs,
            DwellSessionPage *content)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (tabs));

  if (window != NULL && gtk_widget_get_visible (GTK_WIDGET (window)) &&
      gtk_widget_is_ancestor (GTK_WIDGET (content), GTK_WIDGET (tabs)))
    adw_tab_view_close_page_finish (tabs, adw_tab_view_get_page (tabs, GTK_WIDGET (content)), TRUE);
}

/* Removes one page that is not visible. Returns FALSE if none is left. */
static gboolean
remove_hidden_page (DwellSessionPage *content)
{
  GtkWidget *shown;
  GtkStack *pages;
  GtkWidget *page;

  /* The window or the tab may have been destroyed in the meantime. */
  if (gtk_widget_get_root (GTK_WIDGET (content)) == NULL)
    return FALSE;

  pages = dwell_session_page_get_pages (content);
  shown = gtk_stack_get_visible_child (pages);
  page = gtk_widget_get_first_child (GTK_WIDGET (pages));
  if (page == shown)
    page = gtk_widget_get_next_sibling (page);
  if (page != NULL)
    gtk_stack_remove (pages, page);

  return page != NULL;
}

static gboolean
dismantle (gpointer user_data)
{
  Closing *self = user_data;
  DwellSessionPage *content;

  if (self->contents->len == 0)
    {
      gtk_window_destroy (self->window);
      return G_SOURCE_REMOVE;
    }

  content = g_ptr_array_index (self->contents, self->contents->len - 1);
  if (remove_hidden_page (content))
    return G_SOURCE_CONTINUE;

  if (self->window == NULL)
    finish_tab (self->tabs, content);
  g_ptr_array_remove_index (self->contents, self->contents->len - 1);
  return self->window != NULL ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static Closing *
closing_new (AdwTabView *tabs)
{
  Closing *self = g_new0 (Closing, 1);

  self->contents = g_ptr_array_new_with_free_func (g_object_unref);
  self->tabs = g_object_ref (tabs);
  return self;
}

/* Closes a popover in which text is being typed, which saves the text as a click elsewhere does. */
static void
close_popover (GtkWidget *content)
{
  GtkRoot *root = gtk_widget_get_root (content);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *popover = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  if (popover != NULL && gtk_widget_is_ancestor (popover, content))
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
add_content (Closing    *self,
             AdwTabPage *tab)
{
  DwellSessionPage *content = DWELL_SESSION_PAGE (adw_tab_page_get_child (tab));

  close_popover (GTK_WIDGET (content));
  dwell_session_page_close (content);
  g_object_set_qdata (G_OBJECT (content), get_closing_quark (), self);
  g_ptr_array_add (self->contents, g_object_ref (content));
}

static void
start (Closing *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, dismantle, self, closing_free);
}

/**
 * dwell_closing_close_tab:
 * @tabs: a tab view whose pages each have a #DwellSessionPage
 * @tab: the tab to close
 *
 * Handles #AdwTabView::close-page.
 *
 * Returns: %GDK_EVENT_STOP, because the tab closes later
 */
gboolean
dwell_closing_close_tab (AdwTabView *tabs,
                         AdwTabPage *tab)
{
  Closing *self = closing_new (tabs);

  add_content (self, tab);
  start (self);
  return GDK_EVENT_STOP;
}

/**
 * dwell_closing_close:
 * @content: the content of a tab
 *
 * Closes the tab, as its button does.
 */
void
dwell_closing_close (DwellSessionPage *content)
{
  GtkWidget *tabs = gtk_widget_get_ancestor (GTK_WIDGET (content), ADW_TYPE_TAB_VIEW);

  if (tabs != NULL)
    adw_tab_view_close_page (ADW_TAB_VIEW (tabs),
                             adw_tab_view_get_page (ADW_TAB_VIEW (tabs), GTK_WIDGET (content)));
}

/**
 * dwell_closing_has_tab:
 * @content: the content of a tab
 *
 * Returns: whether the tab is closing, so that nothing can be opened in it any more
 */
gboolean
dwell_closing_has_tab (DwellSessionPage *content)
{
  return g_object_get_qdata (G_OBJECT (content), get_closing_quark ()) != NULL;
}

/**
 * dwell_closing_close_window:
 * @window: the window to close
 * @tabs: the tabs of @window
 *
 * Handles #GtkWindow::close-request. The window is hidden and leaves its application at once. If it
 * was the last one, the program ends and nothing needs to be dismantled.
 *
 * Returns: %GDK_EVENT_STOP, because the window is destroyed later
 */
gboolean
dwell_closing_close_window (GtkWindow  *window,
                            AdwTabView *tabs)
{
  Closing *self = closing_new (tabs);

  self->window = g_object_ref (window);
  for (int i = 0; i < adw_tab_view_get_n_pages (tabs); i++)
    add_content (self, adw_tab_view_get_nth_page (tabs, i));

  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  gtk_window_set_application (window, NULL);
  start (self);
  return GDK_EVENT_STOP;
}
