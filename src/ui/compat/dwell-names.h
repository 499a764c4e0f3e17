/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_names_install    (void);
void dwell_names_share      (GtkWidget *root);
void dwell_names_share_cell (GtkWidget *cell);

G_END_DECLS
