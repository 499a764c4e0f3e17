/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What whatever is printed has in common: a job that is set up, its page numbers, and that its
 * failure is told. */
#pragma once

#include <gtk/gtk.h>

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

G_END_DECLS
