/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows how the first rows of a table would be read. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

DwellPreview *dwell_csv_preview (DwellSource         *source,
                                 const DwellOptions  *options,
                                 GCancellable        *cancellable,
                                 GError             **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
