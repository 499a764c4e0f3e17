/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists what changed between the session of a view and its base: a row for each area of either,
 * over the view's scope and the range of the base that is compared with it. */
#pragma once

#include "analysis/compare/dwell-difference-cells.h"
#include "analysis/dwell-find.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMPARISON_ITEM (dwell_comparison_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonItem, dwell_comparison_item, DWELL, COMPARISON_ITEM, GObject)

const DwellDifferenceRow *
                  dwell_comparison_item_get_row   (DwellComparisonItem   *self);
const DwellTrace *dwell_comparison_item_get_trace (DwellComparisonItem   *self,
                                                   guint32               *area);
char             *dwell_comparison_item_get_text  (DwellComparisonItem   *self,
                                                   DwellDifferenceColumn  column);
char             *dwell_comparison_item_get_plain (DwellComparisonItem   *self,
                                                   DwellDifferenceColumn  column);

#define DWELL_TYPE_COMPARISON_LIST (dwell_comparison_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonList, dwell_comparison_list, DWELL, COMPARISON_LIST, DwellList)

/* A row whose change is a smaller part of the whole has hardly changed, as in dwell-cli compare. */
#define DWELL_LEAST_SHARE 0.001

#define DWELL_ALL_VERDICTS ((1u << DWELL_N_VERDICTS) - 1)

DwellComparisonList *dwell_comparison_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean dwell_comparison_list_set_filter   (DwellComparisonList    *self,
                                             const char             *text,
                                             GError                **error);
void     dwell_comparison_list_set_verdicts (DwellComparisonList    *self,
                                             guint                   verdicts,
                                             gboolean                shows_all);
void     dwell_comparison_list_sort         (DwellComparisonList    *self,
                                             DwellDifferenceColumn   by,
                                             gboolean                descending);
const DwellDifference *
         dwell_comparison_list_get_difference (DwellComparisonList  *self);
guint    dwell_comparison_list_get_n_hidden (DwellComparisonList    *self);
guint32  dwell_comparison_list_get_area     (DwellComparisonList    *self,
                                             guint                   position);
guint32  dwell_comparison_list_get_other_area (DwellComparisonList  *self,
                                               guint                 position);
guint    dwell_comparison_list_find_area    (DwellComparisonList    *self,
                                             guint32                 area);

G_END_DECLS
