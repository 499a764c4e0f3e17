/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of what a view has in focus: the same for a span in the timeline and a row of a table.
 *
 * Its actions are those of the tab, “tab.focus-…”, which act on the focus of the view. Items that
 * do not apply are not shown. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

/* In place of the id of a page: the view is not that of the tab, so the tab's pages do not show
 * it. */
#define DWELL_FOCUS_MENU_APART "apart"

GtkWidget *dwell_focus_menu_new   (GtkWidget          *parent);
void       dwell_focus_menu_popup (GtkWidget          *menu,
                                   DwellView          *view,
                                   const char         *from_page,
                                   GMenuModel         *below,
                                   const GdkRectangle *at);

G_END_DECLS
