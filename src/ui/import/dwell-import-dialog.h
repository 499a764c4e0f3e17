/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_IMPORT_DIALOG (dwell_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (DwellImportDialog, dwell_import_dialog, DWELL, IMPORT_DIALOG, AdwWindow)

void     dwell_import_dialog_ask_async  (GtkWindow            *parent,
                                         GFile * const        *files,
                                         guint                 n_files,
                                         const char           *format_id,
                                         const char * const   *key_values,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean dwell_import_dialog_ask_finish (GAsyncResult         *result,
                                         const char          **format_id,
                                         char               ***key_values,
                                         GError              **error);

G_END_DECLS
