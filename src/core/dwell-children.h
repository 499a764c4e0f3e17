/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of the children of all spans, for computations that need the children of many spans.
 * Without lists, the children of a span have to be searched among all spans that began while it was
 * open. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* Never changes, so that every thread may read it. */
typedef struct _DwellChildren DwellChildren;

DwellChildren *dwell_children_new  (const DwellTrace *trace);
void           dwell_children_free (DwellChildren    *self);

guint32 dwell_children_get_first (const DwellChildren *self,
                                  const DwellTrace    *trace,
                                  guint32              span);
guint32 dwell_children_get_next  (const DwellChildren *self,
                                  const DwellTrace    *trace,
                                  guint32              child);
gint64  dwell_children_get_own   (const DwellChildren *self,
                                  const DwellTrace    *trace,
                                  guint32              span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellChildren, dwell_children_free)

G_END_DECLS
