/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

double dwell_text_scale_get (GtkWidget *widget);

G_END_DECLS
