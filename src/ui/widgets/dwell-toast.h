/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

void      dwell_toast_show         (GtkWidget  *from,
                                    const char *message);
void      dwell_toast_show_instead (GtkWidget  *from,
                                    AdwToast  **former,
                                    const char *message);
AdwToast *dwell_toast_show_file    (GtkWidget  *from,
                                    const char *message,
                                    GFile      *file);
AdwToast *dwell_toast_show_lasting (GtkWidget  *from,
                                    const char *message,
                                    const char *button) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
