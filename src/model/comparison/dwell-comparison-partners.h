/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which areas the user may match with an area that only one recording has: those that only the
 * other recording has, the most similar first. */
#pragma once

#include "model/comparison/dwell-comparison-list.h"

G_BEGIN_DECLS

typedef struct {
  guint32         area;   /* of the other recording */
  double          score;  /* 0…1: how similar the two are; NAN: not similar */
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
