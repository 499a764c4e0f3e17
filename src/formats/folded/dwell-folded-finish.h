/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the stack nodes of a trace from the paths that were read. */
#pragma once

#include "formats/folded/dwell-folded-paths.h"

G_BEGIN_DECLS

/* What the numbers count, which the file does not say. */
typedef enum {
  DWELL_FOLDED_SAMPLES,
  DWELL_FOLDED_NS,
  DWELL_FOLDED_US,
  DWELL_FOLDED_MS,
  DWELL_FOLDED_BYTES,
} DwellFoldedUnit;

DwellFoldedUnit dwell_folded_unit_find    (const char      *choice);
gint64          dwell_folded_unit_get_max (DwellFoldedUnit  self);

const char     *dwell_folded_get_module   (const char      *name,
                                           gsize            length);

gboolean dwell_folded_finish (DwellFoldedPaths  *paths,
                              DwellBuilder      *builder,
                              DwellFoldedUnit    unit,
                              gboolean           finds_contexts,
                              GError           **error);

G_END_DECLS
