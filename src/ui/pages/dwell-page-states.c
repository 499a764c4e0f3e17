/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All pages say the same where there was too little memory; few ever do. */
#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/pages/dwell-page-states.h"

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
 * @states: a page's states
 * @state: the name of one; "empty": there is nothing to show
 * @has_lacked: whether there was too little memory: see dwell_asker_has_lacked()
 *
 * Shows a state of a page.
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
