/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_toast_show (GtkWidget  *from,
                       const char *message);

G_END_DECLS
