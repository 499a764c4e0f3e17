/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The About window. */
#include "config.h"

#include "ui/dialogs/dwell-about.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/**
 * dwell_about_present:
 * @parent: (nullable): the window to stand above
 */
void
dwell_about_present (GtkWindow *parent)
{
  adw_show_about_window (parent,
                         "application-icon", DWELL_APPLICATION_ID,
                         "application-name", "Dwell",
                         "version", DWELL_VERSION,
                         "developer-name", _("The Dwell project"),
                         "comments", _("A workbench for what profilers record: it opens the files "
                                       "of different profilers and shows them in one set of "
                                       "views."),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}
