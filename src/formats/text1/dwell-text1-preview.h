/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview of a Text1 file: how its first rows are parsed. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

DwellPreview *dwell_text1_preview (DwellSource        *source,
                                   const DwellOptions *options,
                                   GCancellable       *cancellable,
                                   GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
