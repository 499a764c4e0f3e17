/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two recordings can be compared by: what both have. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_COMPARABLE_SPANS    = 1 << 0, /* rows of areas, and distributions of their durations */
  DWELL_COMPARABLE_TREES    = 1 << 1,
  DWELL_COMPARABLE_TIMELINE = 1 << 2,
  DWELL_COMPARABLE_LINES    = 1 << 3,
  DWELL_COMPARABLE_COSTS    = 1 << 4,
  DWELL_COMPARABLE_VALUES   = 1 << 5, /* variables, states and signals */
} DwellComparable;

guint    dwell_comparable_find     (const DwellTrace *base,
                                    const DwellTrace *new);
gboolean dwell_comparable_is_empty (const DwellTrace *trace);

G_END_DECLS
