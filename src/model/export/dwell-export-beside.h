/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export finds beside the file that it goes to. Whoever chose that file was asked about it,
 * but not about the .BIN that belongs to it. */
#pragma once

#include "formats/text1/dwell-text1-export.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_EXPORT_BESIDE_NOTHING,  /* that would have to be told */
  DWELL_EXPORT_BESIDE_OLD,      /* a .BIN of which the new file has none: taken for its timeline */
  DWELL_EXPORT_BESIDE_REPLACED, /* a .BIN without its main file; it would be replaced */
} DwellExportBeside;

void              dwell_export_beside_look_async  (GFile                *file,
                                                   gboolean              has_binary,
                                                   GAsyncReadyCallback   callback,
                                                   gpointer              user_data);
DwellExportBeside dwell_export_beside_look_finish (GAsyncResult         *result,
                                                   GFile               **binary);

G_END_DECLS
