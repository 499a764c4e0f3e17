/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a trace of some contexts and areas of another, over its whole time. What is left out leaves
 * no gap in the nesting: the parent of a span or node that is left out gets its children and its
 * own weight. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* What is kept. */
typedef struct {
  const guint8 *contexts; /* by context; parents of one that is kept stay, too, without spans */
  const guint8 *areas;    /* by area */
  const guint8 *marks;    /* by mark; those of contexts that are left out are never kept */
} DwellNarrowing;

DwellTrace *dwell_narrow (DwellTrace            *trace,
                          const DwellNarrowing  *what,
                          GCancellable          *cancellable,
                          GError               **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
