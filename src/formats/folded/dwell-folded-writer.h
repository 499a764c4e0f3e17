/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the call tree of any trace as folded stacks. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

gboolean dwell_folded_write (DwellTrace                *trace,
                             const DwellExportSettings *settings,
                             DwellSink                 *sink,
                             DwellProgress             *progress,
                             GCancellable              *cancellable,
                             GError                   **error);

G_END_DECLS
