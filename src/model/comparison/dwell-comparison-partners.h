/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which areas an area that only one recording has may be taken for, by the user: those that only
 * the other has, what is most like it first. */
#pragma once

#include "model/comparison/dwell-comparison-list.h"

G_BEGIN_DECLS

typedef struct {
  guint32         area;   /* of the other recording */
  double          score;  /* 0…1: how alike the two are; NAN: not alike */
  char           *name;
  guint64         count;
  DwellSignedWide net;    /* own time, ns */
} DwellPartner;

void     dwell_comparison_partners_find_async  (DwellComparisonList *list,
                                                guint                position,
                                                GAsyncReadyCallback  callback,
                                                gpointer             user_data);
GArray  *dwell_comparison_partners_find_finish (GAsyncResult        *result)
                                               G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
