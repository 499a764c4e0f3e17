/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the rows of a difference between a view's session and its base, made as soon as both are
 * read: of costs (dwell-comparison-costs.h), of lines (dwell-comparison-lines.h) or of values
 * (dwell-comparison-values.h), which define the columns. */
#pragma once

#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

/* A row of the list. It keeps the difference alive. */
#define DWELL_TYPE_COMPARISON_ROW (dwell_comparison_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonRow, dwell_comparison_row, DWELL, COMPARISON_ROW, GObject)

const DwellTrace *dwell_comparison_row_get_trace (DwellComparisonRow *self,
                                                  guint32            *area);
double            dwell_comparison_row_get_share (DwellComparisonRow *self);
char             *dwell_comparison_row_get_text  (DwellComparisonRow *self,
                                                  guint               column);
char             *dwell_comparison_row_get_plain (DwellComparisonRow *self,
                                                  guint               column);

/* The items are DwellComparisonRow. */
#define DWELL_TYPE_COMPARISON_ROWS (dwell_comparison_rows_get_type ())
G_DECLARE_FINAL_TYPE (DwellComparisonRows, dwell_comparison_rows, DWELL, COMPARISON_ROWS, DwellList)

gboolean      dwell_comparison_rows_set_filter     (DwellComparisonRows  *self,
                                                    const char           *text,
                                                    GError              **error);
void          dwell_comparison_rows_sort           (DwellComparisonRows  *self,
                                                    guint                 by,
                                                    gboolean              descending);
guint         dwell_comparison_rows_get_nth        (DwellComparisonRows  *self,
                                                    guint                 position);
guint         dwell_comparison_rows_find           (DwellComparisonRows  *self,
                                                    guint                 row);
guint32       dwell_comparison_rows_get_area       (DwellComparisonRows  *self,
                                                    guint                 position);
guint         dwell_comparison_rows_find_area      (DwellComparisonRows  *self,
                                                    guint32               area);

G_END_DECLS
