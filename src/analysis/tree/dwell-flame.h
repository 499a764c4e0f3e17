/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call tree as a flame graph: the width of a node is its weight, and it is above or below its
 * callers. The nodes in view are laid out again for each frame, by a walk that enters only nodes
 * wider than a pixel, so the cost depends only on what is visible.
 *
 * Places are fractions of the whole tree's weight, 0…1. Children begin where their parent begins;
 * its own weight, and weight that belongs to no node, is left free after them. A node whose
 * children weigh more than itself (spans that overlap) is as wide as its children. */
#pragma once

#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_FLAME_BY_TIME,   /* as in the tree: by first time */
  DWELL_FLAME_BY_NAME,
  DWELL_FLAME_BY_WEIGHT, /* the heaviest first */
} DwellFlameOrder;

typedef struct {
  guint32 node;     /* if folded, the first node */
  guint32 n_folded; /* number of folded nodes, including those below them; 0: a single node */
  guint32 n_matched; /* how many of these nodes match a search; for a single node 0 or 1 */
  guint32 depth;
  double  x0;       /* px; may be outside the view */
  double  x1;
} DwellFrame;

/* The nodes of a graph, as in a DwellTree: the nodes below node n are n + 1 … ends[n] − 1. */
typedef struct {
  guint32        n_nodes;
  const guint32 *parents; /* or DWELL_NONE; always smaller than the node */
  const guint32 *ends;
  const guint32 *depths;
  const gint64  *totals;
  const char  *(*get_name) (gconstpointer owner,
                            guint32       node);
} DwellFlameShape;

typedef struct _DwellFlame DwellFlame;

DwellFlame *dwell_flame_new   (DwellTree       *tree,
                               DwellFlameOrder  order) G_GNUC_WARN_UNUSED_RESULT;
DwellFlame *dwell_flame_new_of_shape (const DwellFlameShape *shape,
                                      gpointer               owner,
                                      GDestroyNotify         free_owner,
                                      DwellFlameOrder        order) G_GNUC_WARN_UNUSED_RESULT;
void        dwell_flame_free  (DwellFlame      *self);
void        dwell_flame_set_order (DwellFlame      *self,
                                   DwellFlameOrder  order);
DwellTree  *dwell_flame_get_tree  (DwellFlame  *self);
const DwellFlameShape *dwell_flame_get_shape (DwellFlame *self);
guint32     dwell_flame_get_depth (DwellFlame  *self);

void        dwell_flame_get_extent (DwellFlame *self,
                                    guint32     node,
                                    double     *x0,
                                    double     *x1);
void        dwell_flame_layout     (DwellFlame    *self,
                                    double         x0,
                                    double         x1,
                                    double         width,
                                    guint32        first_depth,
                                    guint32        end_depth,
                                    const guint32 *before,
                                    GArray        *frames);
guint32     dwell_flame_get_sibling (DwellFlame *self,
                                     guint32     node,
                                     int         direction);
guint32     dwell_flame_get_heaviest_child (DwellFlame *self,
                                            guint32     node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellFlame, dwell_flame_free)

G_END_DECLS
