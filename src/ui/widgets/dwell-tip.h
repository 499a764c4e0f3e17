/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tooltips with names and other texts from files, which have no limit. GTK wraps a tooltip only
 * between words, and only one without line breaks: a name of C++ would make it wider than the
 * screen. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     dwell_tip_show (GtkTooltip *tooltip,
                         const char *text);
gboolean dwell_tip_set  (GtkWidget  *widget,
                         const char *text);

G_END_DECLS
