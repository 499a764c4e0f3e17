/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the unfolded rows of the call trees of two recordings. */
#pragma once

#include "analysis/dwell-columns.h"
#include "model/comparison/dwell-comparison-tree.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_COMPARISON_CALL_NAME,
  DWELL_COMPARISON_CALL_CHANGE,
  DWELL_COMPARISON_CALL_VERDICT,
  DWELL_COMPARISON_CALL_RATIO,
  DWELL_COMPARISON_CALL_BASE,
  DWELL_COMPARISON_CALL_NEW,
  DWELL_COMPARISON_CALL_LOST,
  DWELL_COMPARISON_CALL_GAINED,
  DWELL_COMPARISON_CALL_COUNT_BASE,
  DWELL_COMPARISON_CALL_COUNT_NEW,
  DWELL_N_COMPARISON_CALL_COLUMNS,
} DwellComparisonCallColumn;

extern const DwellColumnInfo dwell_comparison_call_columns[DWELL_N_COMPARISON_CALL_COLUMNS];

typedef struct {
  guint32  node; /* of the union */
  guint    depth;
  gboolean has_children;
  gboolean is_unfolded;
} DwellComparisonCallRow;

/* A row of the list. It keeps the trees alive. */
#define DWELL_TYPE_COMPARISON_CALL (dwell_comparison_call_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonCall, dwell_comparison_call, DWELL, COMPARISON_CALL, GObject)

const DwellComparisonCallRow *dwell_comparison_call_get_row (DwellComparisonCall *self);
const DwellTrace *dwell_comparison_call_get_trace (DwellComparisonCall       *self,
                                                   guint32                   *area);
double            dwell_comparison_call_get_share (DwellComparisonCall       *self);
char             *dwell_comparison_call_get_text  (DwellComparisonCall       *self,
                                                   DwellComparisonCallColumn  column);
char             *dwell_comparison_call_get_plain (DwellComparisonCall       *self,
                                                   DwellComparisonCallColumn  column);

/* The items are DwellComparisonCall. At first the outermost calls are unfolded. */
#define DWELL_TYPE_COMPARISON_CALLS (dwell_comparison_calls_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonCalls, dwell_comparison_calls, DWELL, COMPARISON_CALLS,
                      DwellList)

DwellComparisonCalls *dwell_comparison_calls_new        (DwellComparisonTree  *tree)
                                                        G_GNUC_WARN_UNUSED_RESULT;
void                  dwell_comparison_calls_sort       (DwellComparisonCalls *self,
                                                         DwellComparisonCallColumn by,
                                                         gboolean              descending);
void                  dwell_comparison_calls_fold       (DwellComparisonCalls *self,
                                                         guint                 position,
                                                         gboolean              is_folded);
guint32               dwell_comparison_calls_get_node   (DwellComparisonCalls *self,
                                                         guint                 position);
guint                 dwell_comparison_calls_get_parent (DwellComparisonCalls *self,
                                                         guint                 position);
guint                 dwell_comparison_calls_go_to      (DwellComparisonCalls *self,
                                                         guint32               node);

G_END_DECLS
