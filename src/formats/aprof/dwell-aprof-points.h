/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the points of a report in the builder, then sorts them by owner and size. */
#pragma once

#include "formats/aprof/dwell-aprof-block.h"
#include "formats/aprof/dwell-aprof-owners.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder *builder;
  DwellPacked  *owners;  /* the owner of each point in the builder's columns */
} DwellAprofPoints;

void     dwell_aprof_points_init         (DwellAprofPoints       *self,
                                          DwellBuilder           *builder);
void     dwell_aprof_points_clear        (DwellAprofPoints       *self);
gboolean dwell_aprof_points_append       (DwellAprofPoints       *self,
                                          const DwellAprofBlock  *block,
                                          GError                **error);
void     dwell_aprof_points_set_owner    (DwellAprofPoints       *self,
                                          guint32                 n,
                                          guint32                 owner);
void     dwell_aprof_points_drop_columns (DwellAprofPoints       *self,
                                          guint32                 known);
gboolean dwell_aprof_points_finish       (DwellAprofPoints       *self,
                                          DwellAprofOwners       *owners,
                                          guint32                 thread,
                                          GError                **error);

G_END_DECLS
