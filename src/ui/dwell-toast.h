/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_toast_show (GtkWidget  *from,
                       const char *message);
/* With a button that shows @file in the file manager. */
void dwell_toast_show_file (GtkWidget  *from,
                            const char *message,
                            GFile      *file);

G_END_DECLS
