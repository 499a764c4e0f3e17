/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suspensions of one span. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

gboolean dwell_suspensions_find_at (const DwellTrace    *trace,
                                    guint32              span,
                                    gint64               time,
                                    DwellSuspensionKind *kind);

G_END_DECLS
