/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a list of rows of a difference is made of: each kind of difference has one such table. */
#pragma once

#include "analysis/compare/dwell-match.h"
#include "analysis/dwell-row-filter.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-rows.h"
#include "model/comparison/dwell-comparison-sides.h"
#include "model/lists/dwell-cell-text.h"

G_BEGIN_DECLS

/* @difference: always what @make returned. Cells live as long as it. */
typedef struct {
  const DwellColumnInfo *columns;
  guint                  n_columns;
  guint                  first;      /* column that rows are sorted by at first, descending */
  guint                  n_filtered; /* so many columns, from 0, are what a filter looks at */
  guint                  change;     /* the column that has a bar */
  gboolean             (*is_possible) (const DwellTrace *trace);
  /* On a worker. NULL: cancelled, or too little memory. */
  gpointer             (*make)        (const DwellComparisonSides *sides,
                                       const DwellComparisonOptions *options,
                                       const DwellMatch           *match,
                                       GCancellable               *cancellable);
  GDestroyNotify         free;
  guint                (*get_n_rows)  (gconstpointer difference);
  DwellCellFunc          get_cell;
  /* Of a column of changes, which have signs and are sorted by their size. */
  gboolean             (*is_change)   (guint column);
  /* Returns (transfer full) (nullable) what is no plain cell; NULL: as the cell has it. */
  char                *(*get_text)    (gconstpointer difference,
                                       guint         row,
                                       guint         column,
                                       gboolean      is_plain);
  /* What it is in the base, or in the new recording; DWELL_NONE: not there. */
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
