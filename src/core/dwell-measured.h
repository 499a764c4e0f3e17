/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In what the costs of recordings (aprof's reports) were measured: the unit of costs, the measure
 * of the size of an input, and the size of the cells that it counts. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* Which of these differ between recordings. */
typedef struct {
  gboolean units;
  gboolean measures;
  gboolean cells;
  gboolean cells_are_unknown; /* the size of a cell is not known for some recordings */
} DwellMeasured;

const char *dwell_measured_get_unit    (const DwellTrace    *trace);
const char *dwell_measured_get_measure (const DwellTrace    *trace);
void        dwell_measured_add         (DwellMeasured       *self,
                                        const DwellTrace    *first,
                                        const DwellTrace    *other);

/* Whether sizes are comparable only in bytes. */
static inline gboolean
dwell_measured_needs_bytes (const DwellMeasured *self)
{
  return self->cells && !self->cells_are_unknown;
}

/* Whether sizes count the same thing, if need be in bytes. */
static inline gboolean
dwell_measured_has_one_size (const DwellMeasured *self)
{
  return !self->measures && !(self->cells && self->cells_are_unknown);
}

G_END_DECLS
