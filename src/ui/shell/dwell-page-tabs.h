/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_PAGE_TABS (dwell_page_tabs_get_type ())
/* Property: stack. */
G_DECLARE_FINAL_TYPE (DwellPageTabs, dwell_page_tabs, DWELL, PAGE_TABS, GtkWidget)

void dwell_page_tabs_set_stack (DwellPageTabs *self,
                                GtkStack      *stack);

G_END_DECLS
