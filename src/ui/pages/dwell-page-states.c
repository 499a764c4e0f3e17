/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a state of a page. All pages show the same one if there was too little memory; it is made
 * when it is first needed. */
#include "config.h"

#include "ui/pages/dwell-page-states.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define NO_MEMORY "no-memory"

static GtkWidget *
make_no_memory (void)
{
  GtkWidget *page = adw_status_page_new ();

  adw_status_page_set_title (ADW_STATUS_PAGE (page), _("Too Little Memory"));
  adw_status_page_set_description (ADW_STATUS_PAGE (page),
                                   _("There was not enough memory to work this out. Close other "
                                     "files or programs, then reload."));
  gtk_widget_add_css_class (page, "compact");
  return page;
}

/**
 * dwell_page_states_show:
 * @states: the states of a page
 * @state: the name of one of them; "empty" if there is nothing to show
 * @has_lacked: %TRUE if there was too little memory, see dwell_query_has_lacked()
 *
 * Shows a state of a page. If @state is "empty" for lack of memory, the page says so.
 */
void
dwell_page_states_show (GtkStack   *states,
                        const char *state,
                        gboolean    has_lacked)
{
  if (!has_lacked || !g_str_equal (state, "empty"))
    {
      gtk_stack_set_visible_child_name (states, state);
      return;
    }

  if (gtk_stack_get_child_by_name (states, NO_MEMORY) == NULL)
    gtk_stack_add_named (states, make_no_memory (), NO_MEMORY);
  gtk_stack_set_visible_child_name (states, NO_MEMORY);
}
