/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_window_size_restore (GtkWindow *window);
void dwell_window_size_save    (GtkWindow *window);

G_END_DECLS
