/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For how long a span was not active. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  gint64 waited; /* ns: for what it called */
  gint64 paused; /* ns: its context did not run */
} DwellSuspended;

/* Linear in the suspensions of @span. */
DwellSuspended dwell_suspensions_sum     (const DwellTrace    *trace,
                                          guint32              span);
/* Whether @span was suspended at @time, and why. */
gboolean       dwell_suspensions_find_at (const DwellTrace    *trace,
                                          guint32              span,
                                          gint64               time,
                                          DwellSuspensionKind *kind);

G_END_DECLS
