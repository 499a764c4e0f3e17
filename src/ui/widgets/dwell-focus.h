/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyboard focus: keeps it on a widget that is visible and handles keys. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     dwell_focus_keep_all  (void);
void     dwell_focus_leave     (GtkWidget *widget);
gboolean dwell_focus_return_to (GtkWidget *widget);
gboolean dwell_focus_is_above  (GtkWidget *widget);

G_END_DECLS
