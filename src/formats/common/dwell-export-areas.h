/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which areas an export holds. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

guint8  *dwell_export_mark_areas      (const DwellTrace *trace,
                                       gint64            begin,
                                       gint64            end) G_GNUC_WARN_UNUSED_RESULT;
guint64  dwell_export_count_functions (const DwellTrace *trace);

G_END_DECLS
