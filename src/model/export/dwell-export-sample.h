/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a file of a format begins, to be seen before it is written. */
#pragma once

#include "formats/dwell-format.h"

G_BEGIN_DECLS

/* Writes the head of what @format makes of @trace into memory, on a worker. */
void  dwell_export_sample_async  (DwellTrace           *trace,
                                  const DwellFormat    *format,
                                  GCancellable         *cancellable,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
/* (transfer full): valid UTF-8 in whole lines; bytes that are no text in hexadecimal. @is_cut:
 * whether there is more. */
char *dwell_export_sample_finish (GAsyncResult         *result,
                                  gboolean             *is_cut,
                                  GError              **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
