/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the areas and nodes of a call tree that a search matches. */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

/* The matches of a search in one tree. Reference-counted, immutable. */
typedef struct {
  gatomicrefcount ref_count;
  guint8  *areas;   /* by area: 1 if it matches */
  guint32 *before;  /* by node, and one more: the number of nodes before it that match */
  guint32  n_nodes; /* matching nodes */
  gint64   weight;  /* of the matching nodes and those below them; each stack counts once */

  /*< private >*/
  gsize    callers; /* guint32 *; 0: dwell_tree_match_get_callers() was not called yet */
} DwellTreeMatch;

DwellTreeMatch *dwell_tree_match_new   (const DwellTree    *tree,
                                        const DwellPattern *pattern,
                                        GCancellable       *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;
DwellTreeMatch *dwell_tree_match_ref   (DwellTreeMatch *self);
void            dwell_tree_match_unref (DwellTreeMatch *self);
const guint32  *dwell_tree_match_get_callers (DwellTreeMatch  *self,
                                              const DwellTree *tree);

G_END_DECLS
