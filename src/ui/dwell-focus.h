/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the keyboard is: always at something that is seen and takes it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     dwell_focus_keep_all  (void);
void     dwell_focus_leave     (GtkWidget *widget);
gboolean dwell_focus_return_to (GtkWidget *widget);

G_END_DECLS
