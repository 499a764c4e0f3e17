/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows packets as text, for the preview of an export. */
#pragma once

#include "formats/common/dwell-format.h"

G_BEGIN_DECLS

char *dwell_perfetto_decode (DwellTrace                *trace,
                             const DwellExportSettings *settings,
                             const char                *suffix,
                             GBytes                    *bytes) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
