/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call trees of two recordings as one, with every chain of callers that either has. Each node
 * has
 *
 *   common   what both spent there: the smaller of the two own weights
 *   lost     what the base spent more; gained: what the new one spent more
 *
 * each including all nodes below it. So at every node base = common + lost, new = common + gained,
 * and the change is gained − lost: a caller whose callees changed places shows this, although its
 * own total may be unchanged. Where own weights have no meaning, they are the total minus the
 * totals of the children. Where the trees count different things, weights are millionths of their
 * wholes.
 *
 * Plain arrays, depth first, as in a DwellTree; siblings are in the order of the base, followed by
 * the new ones. */
#pragma once

#include "analysis/compare/dwell-match.h"
#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

/* The whole, where weights are shares of it. */
#define DWELL_UNION_TREE_WHOLE 1000000

typedef struct {
  guint32  n_nodes;
  guint32 *base_nodes; /* DWELL_NONE: new */
  guint32 *new_nodes;  /* DWELL_NONE: gone */
  guint32 *parents;    /* or DWELL_NONE; always smaller than the node */
  guint32 *ends;       /* the nodes below node n are n + 1 … ends[n] − 1 */
  guint32 *depths;
  gint64  *common;
  gint64  *lost;
  gint64  *gained;
  gint64   total_common; /* of the outermost nodes */
  gint64   total_lost;
  gint64   total_gained;
  gboolean are_shares;
} DwellUnionTree;

DwellUnionTree *dwell_union_tree_new  (const DwellTree  *base,
                                       const DwellTree  *new,
                                       const DwellMatch *match,
                                       gboolean          as_shares) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_union_tree_free (DwellUnionTree   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellUnionTree, dwell_union_tree_free)

G_END_DECLS
