/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the profile files of Business Rules!. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

gboolean dwell_br_can_write (const DwellTrace   *trace);
gboolean dwell_br_write     (DwellTrace                 *trace,
                             const DwellExportSettings  *settings,
                             DwellSink                  *sink,
                             DwellProgress              *progress,
                             GCancellable               *cancellable,
                             GError                    **error);

G_END_DECLS
