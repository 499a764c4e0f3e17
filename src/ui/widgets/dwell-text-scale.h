/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

PangoContext *dwell_text_scale_make_context (GtkWidget *widget) G_GNUC_WARN_UNUSED_RESULT;
double dwell_text_scale_get (GtkWidget *widget);

G_END_DECLS
