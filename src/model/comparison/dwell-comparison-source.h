/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the lines of the sources of two recordings beside each other, with what each line cost.
 * Both files are read on a worker. Lines are aligned by their text; line numbers at their start do
 * not count. With only one source, its lines are shown alone. */
#pragma once

#include "analysis/compare/dwell-line-difference.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_COMPARISON_SOURCE_BASE, /* the time; the hits if one recording has no times */
  DWELL_COMPARISON_SOURCE_NEW,
  DWELL_COMPARISON_SOURCE_CHANGE,
  DWELL_COMPARISON_SOURCE_BASE_TEXT,
  DWELL_COMPARISON_SOURCE_NEW_TEXT,
} DwellComparisonSourceColumn;

#define DWELL_TYPE_COMPARISON_SOURCE_ITEM (dwell_comparison_source_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonSourceItem, dwell_comparison_source_item, DWELL,
                      COMPARISON_SOURCE_ITEM, GObject)

char  *dwell_comparison_source_item_get_text  (DwellComparisonSourceItem   *self,
                                               DwellComparisonSourceColumn  column)
                                              G_GNUC_WARN_UNUSED_RESULT;
double dwell_comparison_source_item_get_share (DwellComparisonSourceItem   *self);

#define DWELL_TYPE_COMPARISON_SOURCE (dwell_comparison_source_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonSource, dwell_comparison_source, DWELL, COMPARISON_SOURCE,
                      DwellList)

/* Signal: loaded. */

DwellComparisonSource *dwell_comparison_source_new (void) G_GNUC_WARN_UNUSED_RESULT;
void        dwell_comparison_source_load         (DwellComparisonSource     *self,
                                                  const DwellLineDifference *difference,
                                                  GFile                     *base,
                                                  GFile                     *new,
                                                  gboolean                   is_swapped);
const char *dwell_comparison_source_get_sentence (DwellComparisonSource     *self);
guint       dwell_comparison_source_find_change  (DwellComparisonSource     *self);

G_END_DECLS
