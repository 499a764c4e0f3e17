/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gsize dwell_gutter_name_get_shared (const char *name,
                                    const char *other);
char *dwell_gutter_name_fit        (GtkWidget  *widget,
                                    const char *name,
                                    gsize       n_shared,
                                    int         width_px) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
