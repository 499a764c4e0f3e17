/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget *dwell_export_reason_new (void) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_export_reason_set (GtkWidget  *self,
                                    GtkWidget  *row,
                                    const char *message);

G_END_DECLS
