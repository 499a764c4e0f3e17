/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a list of the rows of a difference needs to know about it: each kind of difference has one
 * such table. */
#pragma once

#include "analysis/compare/dwell-match.h"
#include "analysis/dwell-row-filter.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-rows.h"
#include "model/comparison/dwell-comparison-sides.h"
#include "model/lists/dwell-cell-text.h"

G_BEGIN_DECLS

/* @difference is always what @make returned. Cells live as long as the difference. */
typedef struct {
  const DwellColumnInfo *columns;
  guint                  n_columns;
  guint                  first;      /* the column that rows are first sorted by, descending */
  guint                  n_filtered; /* a filter searches so many columns, from 0 */
  guint                  change;     /* the column that has a bar */
  gboolean             (*is_possible) (const DwellTrace *trace);
  /* Called on a worker. NULL: cancelled, or too little memory. */
  gpointer             (*make)        (const DwellComparisonSides *sides,
                                       const DwellComparisonOptions *options,
                                       const DwellMatch           *match,
                                       GCancellable               *cancellable);
  GDestroyNotify         free;
  guint                (*get_n_rows)  (gconstpointer difference);
  DwellCellFunc          get_cell;
  /* Whether a column shows changes, which have signs and are sorted by their size. */
  gboolean             (*is_change)   (guint column);
  /* Returns: (transfer full) (nullable): the text of a cell that needs its own; NULL: format the
   * cell as usual. */
  char                *(*get_text)    (gconstpointer difference,
                                       guint         row,
                                       guint         column,
                                       gboolean      is_plain);
  /* Returns its area in the base, or in the new recording; DWELL_NONE: not there. */
  guint32              (*get_area)    (gconstpointer difference,
                                       guint         row,
                                       gboolean      of_base);
} DwellComparisonKind;

/* A difference, shared by all that show it, on any thread. */
typedef struct {
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  const DwellComparisonKind *kind;
  DwellComparisonSides       sides;
  gpointer                   difference;
  double                     largest; /* |change| of all rows */
} DwellComparedRows;

DwellComparedRows   *_dwell_compared_rows_ref   (DwellComparedRows *self);
void                 _dwell_compared_rows_unref (DwellComparedRows *self);

DwellComparisonRow  *_dwell_comparison_row_new  (DwellComparedRows *rows,
                                                 DwellTimeUnits    *units,
                                                 guint32            row);

DwellComparisonRows *_dwell_comparison_rows_new (const DwellComparisonKind *kind)
                                                G_GNUC_WARN_UNUSED_RESULT;
gconstpointer        _dwell_comparison_rows_get_difference (DwellComparisonRows *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellComparedRows, _dwell_compared_rows_unref)

G_END_DECLS
