/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree: what called what, and the weights. It is made from a trace's stack nodes if it has
 * any, else from the nesting of its spans within a range of time, clipped to the range.
 *
 * Plain arrays, depth first, public like a trace's columns: the nodes below node n are n + 1 …
 * ends[n] − 1, so “is below” is one comparison. Siblings are in order of their first time (or in
 * the order of the file). Do not walk it recursively: a stack may be 100 000 deep.
 *
 * Definitions, for a node made from spans, over the range [begin, end]:
 *   count   begins recorded inside the range
 *   total   gross time: the time of all its spans inside the range, minus the pauses of their
 *           contexts; overlapping spans of one node (only in free tracks) all count, so children
 *           may weigh more than their parent
 *   self    net time: the time inside the range minus the union of the children of each span or, if
 *           the format has suspensions, minus these
 * These are the times of the statistics (dwell-statistics.h): the selves of an area add up to its
 * net.total, and the totals of those of its nodes that are not below another of its nodes add up to
 * its gross.total. Time that is neither in self nor in the total of a child belongs to no node.
 * Doubtful spans have no nodes; what they called is below their callers. Tracks of data are in no
 * tree, nor is a track of lines if there is one of functions, as its time would count twice.
 * weights_are_times and weight_unit say what a weight means. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  gint64        begin;       /* ns: only for trees of spans */
  gint64        end;         /* ns */
  const guint8 *contexts;    /* (nullable): by context, whether it is wanted */
  gboolean      by_context;  /* a root for each context, rather than all contexts merged */
  gboolean      shows_lines; /* nodes for lines, rather than folding them into their routine */
} DwellTreeOptions;

typedef struct _DwellTree DwellTree;

struct _DwellTree
{
  /*< public, read-only >*/
  DwellTrace    *trace;
  guint32        n_nodes;
  const guint32 *areas;    /* DWELL_NONE: the node is a context */
  const guint32 *contexts; /* (nullable) the context of the node, or that it is; NULL: all are
                            * merged */
  const guint32 *parents;  /* or DWELL_NONE; always smaller than the node */
  const guint32 *ends;
  const guint32 *depths;   /* 0: outermost */
  const guint64 *counts;   /* of a context: 0 */
  const gint64  *totals;
  const gint64  *selves;   /* (nullable); DWELL_TIME_NONE if it has no meaning */
  const guint32 *longest;  /* (nullable) the longest of its spans, or DWELL_NONE */
  gint64         total;    /* of everything: the sum of the outermost nodes */
  double         whole;    /* 100 % of shares: see dwell_tree_get_whole() */
  gint64         begin;    /* the range that was asked for, if it is made from spans */
  gint64         end;
  gboolean       is_of_spans;
  gboolean       weights_are_times; /* ns */
  gboolean       has_arcs; /* it is apportioned: functions and arcs of the trace are exact */

  /*< private >*/
  gatomicrefcount ref_count;
  guint32        *arcs_in;        /* (nullable) if it has arcs: their numbers sorted by callee */
  guint32        *first_arcs_in;  /* by area, and one more: the place of its first in arcs_in */
  guint32        *arcs_out;       /* (nullable) likewise, sorted by caller */
  guint32        *first_arcs_out;
};

gboolean   dwell_tree_is_possible (const DwellTrace       *trace);
gboolean   dwell_tree_has_times   (const DwellTrace       *trace);
DwellTree *dwell_tree_new         (DwellTrace             *trace,
                                   const DwellTreeOptions *options,
                                   GCancellable           *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellTree *dwell_tree_ref         (DwellTree              *self);
void       dwell_tree_unref       (DwellTree              *self);

const char *dwell_tree_get_name   (const DwellTree        *self,
                                   guint32                 node);
const char *dwell_tree_get_unit   (const DwellTree        *self);

gboolean    dwell_tree_knows_count (const DwellTree     *self,
                                    guint64              count);
gint64      dwell_tree_get_own   (const DwellTree       *self,
                                  guint32                node);
double      dwell_tree_get_whole (const DwellTree       *self,
                                  guint32                root);

guint32     dwell_tree_get_hottest (const DwellTree       *self,
                                    guint32                node);

gint64      dwell_tree_get_matched (const DwellTree       *self,
                                    const guint8          *areas,
                                    guint32                root,
                                    guint32               *n_matches);

guint32     dwell_tree_find_same   (const DwellTree       *self,
                                    const DwellTree       *other,
                                    guint32                node);

guint32     dwell_tree_find_span   (const DwellTree       *self,
                                    guint32                span);
guint32     dwell_tree_find_area   (const DwellTree       *self,
                                    guint32                area,
                                    guint32                span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellTree, dwell_tree_unref)

G_END_DECLS
