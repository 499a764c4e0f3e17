/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/export/dwell-report.h"

G_BEGIN_DECLS

void     dwell_save_report_ask    (GtkWidget            *from,
                                   DwellView            *view);
void     dwell_save_report_async  (DwellView            *view,
                                   GFile                *file,
                                   DwellReportType       type,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
gboolean dwell_save_report_finish (GAsyncResult         *result,
                                   GError              **error);

G_END_DECLS
