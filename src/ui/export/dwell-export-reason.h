/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A row that tells what is wrong with the one above it, and hides while nothing is. */
GtkWidget *dwell_export_reason_new (void) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_export_reason_set (GtkWidget  *self,
                                    GtkWidget  *row,
                                    const char *message);

G_END_DECLS
