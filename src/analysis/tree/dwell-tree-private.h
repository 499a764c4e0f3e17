/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the call tree: a growing tree. Nodes are found by parent and item; an item is an area,
 * or the number of areas plus a context. Node 0 is the single root, above everything that is
 * shown. */
#pragma once

#include "analysis/tree/dwell-tree.h"
#include "core/dwell-memory.h"

G_BEGIN_DECLS

/* Sums of overlapping times may not fit into 64 bits. */
typedef __int128 DwellTreeWeight;

typedef struct {
  guint32         parent; /* of the root: itself */
  guint32         item;
  guint32         first;  /* the span that began first, or the stack node */
  guint32         longest;
  guint64         count             : 63;
  guint64         self_is_undefined : 1;
  guint64         longest_length;
  DwellTreeWeight total;
  DwellTreeWeight self;
} DwellTreeNode;

G_STATIC_ASSERT (sizeof (DwellTreeNode) == 64);

typedef struct {
  const DwellTrace *trace;
  DwellColumn      *nodes; /* DwellTreeNode */
  guint32          *table; /* node numbers; 0: an empty place */
  gsize             mask;
  gboolean          is_full; /* there was too little memory for a node; its parent is used
                              * instead */
} DwellTreeBuild;

#define DWELL_TREE_ROOT 0u

static inline DwellTreeNode *
_dwell_tree_build_get (DwellTreeBuild *self,
                       guint32         node)
{
  return &dwell_column_index (self->nodes, DwellTreeNode, node);
}

/* Returns whether @a comes before @b among the spans or stack nodes of a tree. */
static inline gboolean
_dwell_tree_is_earlier (const DwellTrace *trace,
                        gboolean          of_spans,
                        guint32           a,
                        guint32           b)
{
  if (of_spans && dwell_trace_get_span_begin (trace, a) != dwell_trace_get_span_begin (trace, b))
    return dwell_trace_get_span_begin (trace, a) < dwell_trace_get_span_begin (trace, b);

  return a < b;
}

/* dwell-tree-build.c */
DwellTreeBuild *_dwell_tree_build_new   (const DwellTrace *trace,
                                         gsize             n_max);
void            _dwell_tree_build_free  (DwellTreeBuild   *self);
guint32         _dwell_tree_build_find  (DwellTreeBuild   *self,
                                         guint32           parent,
                                         guint32           item,
                                         guint32           first);
void            _dwell_tree_build_merge (DwellTreeBuild   *self,
                                         DwellTreeBuild   *other,
                                         gboolean          of_spans);
gboolean        _dwell_tree_build_finish (DwellTreeBuild  *self,
                                          DwellTree       *tree,
                                          gboolean         by_context);

/* By area: the area that it is counted as: itself, or the routine that a line is folded into. */
guint32        *_dwell_tree_map_areas   (const DwellTrace *trace,
                                         gboolean          shows_lines)
                                        G_GNUC_WARN_UNUSED_RESULT;

/* dwell-tree-spans.c */
DwellTreeBuild *_dwell_tree_walk_spans  (const DwellTrace       *trace,
                                         const DwellTreeOptions *options,
                                         guint32                 chunk_size,
                                         GCancellable           *cancellable)
                                        G_GNUC_WARN_UNUSED_RESULT;

/* dwell-tree.c: for tests, with chunks of @chunk_size spans; 0 for the best size. */
DwellTree      *_dwell_tree_new         (DwellTrace             *trace,
                                         const DwellTreeOptions *options,
                                         guint32                 chunk_size,
                                         GCancellable           *cancellable)
                                        G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTreeBuild, _dwell_tree_build_free)

G_END_DECLS
