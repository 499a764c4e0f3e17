/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace of a part of another: of some contexts and areas, at all times. What is left out leaves
 * no gap in the nesting: what it called belongs to what called it, and so does its own weight. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* What is kept. */
typedef struct {
  const guint8 *contexts; /* by context; those above one that is kept stay as empty ones */
  const guint8 *areas;    /* by area */
  const guint8 *marks;    /* by mark; those of contexts that are left out go anyway */
} DwellNarrowing;

DwellTrace *dwell_narrow (DwellTrace            *trace,
                          const DwellNarrowing  *what,
                          GCancellable          *cancellable,
                          GError               **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
