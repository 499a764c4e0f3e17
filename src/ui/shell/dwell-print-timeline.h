/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

void               dwell_print_timeline     (GtkWidget  *from,
                                             DwellView  *view,
                                             const char *title);
GtkPrintOperation *dwell_print_new_timeline (DwellView  *view,
                                             const char *title) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
