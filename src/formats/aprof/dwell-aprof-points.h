/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of a report, on their way into the builder: appended block by block as they come, then
 * put in order of owner and size, equal sizes merged. */
#pragma once

#include "formats/aprof/dwell-aprof-block.h"
#include "formats/aprof/dwell-aprof-owners.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder *builder;
  DwellPacked  *owners;  /* of each point in the builder's columns */
} DwellAprofPoints;

void     dwell_aprof_points_init   (DwellAprofPoints      *self,
                                    DwellBuilder          *builder);
void     dwell_aprof_points_clear  (DwellAprofPoints      *self);
/* All points of a block, without their owners. */
gboolean dwell_aprof_points_append (DwellAprofPoints      *self,
                                    const DwellAprofBlock *block,
                                    GError               **error);
/* The next @n points are of @owner. */
void     dwell_aprof_points_own    (DwellAprofPoints      *self,
                                    guint32                n,
                                    guint32                owner);
/* After the last point: the columns @known, bits 1 << #DwellCostColumn, are known of none. */
void     dwell_aprof_points_forget (DwellAprofPoints      *self,
                                    guint32                known);
/* Sorts and merges, adds the cost owners to the builder and weighs its stack nodes. */
gboolean dwell_aprof_points_finish (DwellAprofPoints      *self,
                                    DwellAprofOwners      *owners,
                                    guint32                thread,
                                    GError               **error);

G_END_DECLS
