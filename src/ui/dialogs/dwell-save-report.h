/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/export/dwell-report.h"

G_BEGIN_DECLS

typedef struct _DwellSaveReport DwellSaveReport;

void             dwell_save_report_ask   (GtkWidget        *from,
                                          DwellView        *view);
DwellSaveReport *dwell_save_report_new   (DwellView        *view,
                                          DwellReportType   type) G_GNUC_WARN_UNUSED_RESULT;
gboolean         dwell_save_report_write (gpointer          data,
                                          GFile            *file,
                                          GCancellable     *cancellable,
                                          GError          **error);
void             dwell_save_report_free  (gpointer          data);

G_END_DECLS
