/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads value change dumps: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

gboolean dwell_vcd_read (DwellSource         *source,
                         const DwellOptions  *options,
                         DwellBuilder        *builder,
                         DwellCheckpoint     *checkpoint,
                         DwellProgress       *progress,
                         GCancellable        *cancellable,
                         GError             **error);

G_END_DECLS
