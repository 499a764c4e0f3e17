/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * DwellReportFunc:
 * @from: a widget of the window
 * @message: the message; never markup
 *
 * Shows a message in the window.
 */
typedef void (*DwellReportFunc) (GtkWidget  *from,
                                 const char *message);

void dwell_show_in_files (GtkWidget       *from,
                          GFile           *file,
                          DwellReportFunc  report);

G_END_DECLS
