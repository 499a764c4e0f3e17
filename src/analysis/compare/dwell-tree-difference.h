/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two call trees and their union, immutable and shared by everything that shows it, on any thread.
 * A node of the union is a node of the base, of the new tree, or of both. */
#pragma once

#include "analysis/compare/dwell-union-tree.h"
#include "analysis/tree/dwell-flame.h"

G_BEGIN_DECLS

/* What the width of a node in a flame graph of both stands for. */
typedef enum {
  DWELL_TREE_WIDTH_BOTH,    /* the common weight plus what either has more */
  DWELL_TREE_WIDTH_CHANGES, /* what either has more */
  DWELL_TREE_WIDTH_BASE,
  DWELL_TREE_WIDTH_NEW,
} DwellTreeWidth;

/* The parts of a node, including what is below it. */
typedef struct {
  gint64 common;
  gint64 lost;
  gint64 gained;
} DwellTreeParts;

typedef struct {
  /*< public, read-only >*/
  DwellTree      *base;
  DwellTree      *new;
  DwellUnionTree *tree;
  guint32        *base_heaviest; /* by area of base: its widest node, or DWELL_NONE */
  guint32        *new_heaviest;

  /*< private >*/
  gatomicrefcount ref_count;
} DwellTreeDifference;

DwellTreeDifference *dwell_tree_difference_new   (DwellTree           *base,
                                                  DwellTree           *new,
                                                  const DwellMatch    *match)
                                                 G_GNUC_WARN_UNUSED_RESULT;
DwellTreeDifference *dwell_tree_difference_ref   (DwellTreeDifference *self);
void                 dwell_tree_difference_unref (DwellTreeDifference *self);

DwellTree      *dwell_tree_difference_get_side   (const DwellTreeDifference *self,
                                                  guint32                    node,
                                                  guint32                   *own);
const char     *dwell_tree_difference_get_name   (const DwellTreeDifference *self,
                                                  guint32                    node);
DwellTreeParts  dwell_tree_difference_get_parts  (const DwellTreeDifference *self,
                                                  guint32                    node,
                                                  DwellTreeWidth             width);
char           *dwell_tree_difference_dup_weight (const DwellTreeDifference *self,
                                                  gint64                     weight);
char           *dwell_tree_difference_dup_change (const DwellTreeDifference *self,
                                                  gint64                     change);
DwellFlame     *dwell_tree_difference_make_flame (DwellTreeDifference       *self,
                                                  DwellTreeWidth             width,
                                                  DwellFlameOrder            order)
                                                 G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTreeDifference, dwell_tree_difference_unref)

G_END_DECLS
