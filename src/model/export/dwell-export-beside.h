/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export finds beside the file that it goes to. Whoever chose that file was asked about it,
 * but not about the .BIN that belongs to it. */
#pragma once

#include "formats/text1/dwell-text1-beside.h"

G_BEGIN_DECLS

void             dwell_export_beside_look_async  (GFile                *file,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
DwellText1Beside dwell_export_beside_look_finish (GAsyncResult         *result,
                                                  char                **name);

G_END_DECLS
