/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export finds beside the file that it goes to. The file chooser asked about that file, but
 * not about the companion that belongs to it: a .BIN. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

void        dwell_export_beside_look_async  (const DwellFormat    *format,
                                             GFile                *file,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
DwellBeside dwell_export_beside_look_finish (GAsyncResult         *result,
                                             char                **name);

G_END_DECLS
