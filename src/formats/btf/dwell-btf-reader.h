/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the Best Trace Format: see README.md. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

gboolean dwell_btf_read (DwellSource         *source,
                         const DwellOptions  *options,
                         DwellBuilder        *builder,
                         DwellCheckpoint     *checkpoint,
                         DwellProgress       *progress,
                         GCancellable        *cancellable,
                         GError             **error);

G_END_DECLS
