/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions on what a view has in focus that need nothing but the view. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

void        dwell_view_actions_add      (GActionMap *actions,
                                         DwellView  *view,
                                         GtkWidget  *from);
const char *dwell_view_actions_get_name (DwellView  *view);

G_END_DECLS
