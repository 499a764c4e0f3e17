/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows in a browser, shown by GDK's broadway display. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean dwell_browser_is_display (GdkDisplay *display);
void     dwell_browser_guard      (GtkWidget  *native);
void     dwell_browser_guard_all  (void);

G_END_DECLS
