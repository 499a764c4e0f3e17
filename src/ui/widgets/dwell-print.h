/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting up and running a print operation, for timelines and tables. */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

GtkPrintOperation *dwell_print_new       (const char         *title,
                                          GtkPageOrientation  orientation,
                                          GCallback           begin_print,
                                          GCallback           draw_page,
                                          gpointer            job,
                                          GClosureNotify      job_free) G_GNUC_WARN_UNUSED_RESULT;
void               dwell_print_run       (GtkPrintOperation  *operation,
                                          GtkWidget          *from);
char              *dwell_print_name_page (guint               number,
                                          guint               n_pages) G_GNUC_WARN_UNUSED_RESULT;
char              *dwell_print_describe_scope (DwellView     *view) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
