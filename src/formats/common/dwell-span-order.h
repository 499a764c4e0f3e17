/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spans of a trace, track after track, in the order in which other programs nest them: by
 * start, the longest first, otherwise as they were read. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  guint32 *first; /* by track and one more: into spans */
  guint32 *spans;
} DwellSpanOrder;

gboolean dwell_span_order_init  (DwellSpanOrder    *self,
                                 const DwellTrace  *trace,
                                 GError           **error);
void     dwell_span_order_clear (DwellSpanOrder    *self);

G_END_DECLS
