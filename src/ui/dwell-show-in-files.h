/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_show_in_files (GtkWidget *from,
                          GFile     *file);

G_END_DECLS
