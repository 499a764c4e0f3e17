/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passing words, for whichever widget has something to say. */
#include "config.h"

#include "ui/dwell-toast.h"

#include <adwaita.h>

/**
 * dwell_toast_show:
 * @from: a widget of the window in which to say it
 * @message: what to say; never markup
 */
void
dwell_toast_show (GtkWidget  *from,
                  const char *message)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (from, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  if (overlay != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), adw_toast_new (escaped));
}
