/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for the companion (a .BIN) of the target of an export. The file chooser asks before it
 * replaces the target, but does not know of the companion. */
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
