/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a span was active. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* Whether @span was suspended at @time, and why. */
gboolean dwell_suspensions_find_at (const DwellTrace    *trace,
                                    guint32              span,
                                    gint64               time,
                                    DwellSuspensionKind *kind);

G_END_DECLS
