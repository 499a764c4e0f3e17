/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call tree read from below: all nodes of an area as one group, and on demand its callers (and
 * their callers) and its callees. Nothing is made before it is asked for: a group holds numbers of
 * nodes, and the groups of its callers partition them.
 *
 * count and self of a group are sums over its nodes. total is summed over those of its nodes that
 * are not below another of its nodes, so recursion counts once per stack. So the group of a caller
 * shows how much of the area's weight came from that caller.
 *
 * If a file has functions and arcs rather than stacks, its tree is apportioned. Then the groups of
 * all functions, and of the direct callers and callees of a function, have the file's own figures;
 * below these, figures are from the tree. */
#pragma once

#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32  area;    /* DWELL_NONE: a context */
  guint32  context; /* the context, or DWELL_NONE */
  guint64  count;
  gint64   total;
  gint64   self;    /* DWELL_TIME_NONE if it is not known or has no meaning */
  guint32  n_nodes;
  guint32 *nodes;   /* the nodes with these weights, rising */
  guint32 *places;  /* for each node the caller that the group stands for; in a group without
                     * callers the node itself */
  gboolean is_whole; /* it is all of a function, with the figures of the file */
} DwellTreeGroup;

void            dwell_tree_group_free       (DwellTreeGroup       *self);

GPtrArray      *dwell_tree_get_groups       (const DwellTree      *tree,
                                             guint32               root,
                                             GCancellable         *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
DwellTreeGroup *dwell_tree_get_group        (const DwellTree      *tree,
                                             guint32               root,
                                             guint32               area,
                                             GCancellable         *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
GPtrArray      *dwell_tree_group_get_callers (const DwellTreeGroup *self,
                                              const DwellTree      *tree,
                                              guint32               root,
                                              GCancellable         *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_tree_group_has_callers (const DwellTreeGroup *self,
                                              const DwellTree      *tree,
                                              guint32               root);
GPtrArray      *dwell_tree_group_get_callees (const DwellTreeGroup *self,
                                              const DwellTree      *tree,
                                              GCancellable         *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
gboolean        dwell_tree_group_has_callees (const DwellTreeGroup *self,
                                              const DwellTree      *tree);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTreeGroup, dwell_tree_group_free)

G_END_DECLS
