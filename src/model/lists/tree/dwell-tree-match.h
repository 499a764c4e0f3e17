/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

/* What a search matches in one tree. Reference-counted, immutable. */
typedef struct {
  gatomicrefcount ref_count;
  guint8  *areas;   /* by area */
  guint32 *before;  /* by node, and one more: how many nodes before it match */
  guint32  n_nodes; /* that match */
  gint64   weight;  /* of them with what is below, each stack once */

  /*< private >*/
  gsize    callers; /* guint32 *, once it was asked for */
} DwellTreeMatch;

/* On a worker; NULL only when cancelled. */
DwellTreeMatch *dwell_tree_match_new   (const DwellTree    *tree,
                                        const DwellPattern *pattern,
                                        GCancellable       *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;
DwellTreeMatch *dwell_tree_match_ref   (DwellTreeMatch *self);
void            dwell_tree_match_unref (DwellTreeMatch *self);
/* By node: the nearest that matches of it and what called it, or DWELL_NONE. For a worker. */
const guint32  *dwell_tree_match_get_callers (DwellTreeMatch  *self,
                                              const DwellTree *tree);

G_END_DECLS
