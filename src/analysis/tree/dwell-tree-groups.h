/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call tree read from below: all nodes of an area as one, and on demand what called it (callers,
 * and callers of those) and what it called (callees). Nothing is built for what is not asked: a
 * group holds numbers of nodes, and those of its callers' groups are a partition of them.
 *
 * count and self of a group are sums over its nodes. total is over those of its nodes that lie
 * below no other of them: recursion counts once a stack. So a caller's group shows how much of the
 * area's weight came that way.
 *
 * Where a file tells of functions and arcs rather than stacks, its tree is apportioned. Then all
 * functions have a group, with the file's own figures, and so have the callers and callees of one:
 * below these, figures are of the tree. */
#pragma once

#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32  area;    /* DWELL_NONE: a context */
  guint32  context; /* the context, or DWELL_NONE */
  guint64  count;
  gint64   total;
  gint64   self;    /* DWELL_TIME_NONE where it is not known or has no meaning */
  guint32  n_nodes;
  guint32 *nodes;   /* rising: the nodes that have these weights */
  guint32 *places;  /* of each the caller that the group stands for; in a group without: itself */
  gboolean is_whole; /* all of a function, with the figures of the file */
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
