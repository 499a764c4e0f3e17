/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree: what ran below what, and what it weighed. Made of a trace's stack nodes if it has
 * any, else of the nesting of its spans within a range of time, clipped to it.
 *
 * Plain arrays, depth first, open to read like a trace's columns: those below node n are n + 1 …
 * ends[n] − 1, so “is below” is one comparison. Siblings stand in order of their first time (or as
 * the file has them). Nobody recurses: a stack may be 100 000 deep.
 *
 * Definitions, for a node made of spans, over the range [begin, end]:
 *   count   begins recorded inside the range
 *   total   gross time: that inside the range of all its spans, less the pauses of their contexts;
 *           spans of one node that overlap (which only free tracks have) count each, so children
 *           may weigh more than their parent
 *   self    net time: that inside the range less the union of the children of each span or, where
 *           the format knows suspensions, less them
 * These are the times of the statistics (dwell-statistics.h): the selves of an area add up to its
 * net.total, and the totals of those of its nodes that lie below no other of them to its
 * gross.total. What is neither in self nor in the total of a child belongs to no node.
 * A doubtful span is in nothing; what it called hangs below its caller. Tracks of data are in no
 * tree, nor is a track of lines beside one of functions: its time would count twice.
 * weights_are_times and weight_unit say what a weight means. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  gint64        begin;       /* ns: of spans only */
  gint64        end;         /* ns */
  const guint8 *contexts;    /* (nullable): by context, whether it is wanted */
  gboolean      by_context;  /* a root for each context rather than all merged */
  gboolean      shows_lines; /* rather than folding them into their routine */
} DwellTreeOptions;

typedef struct _DwellTree DwellTree;

struct _DwellTree
{
  /*< public, read-only >*/
  DwellTrace    *trace;
  guint32        n_nodes;
  const guint32 *areas;    /* DWELL_NONE: the node is a context */
  const guint32 *contexts; /* (nullable) the context that it is or is in; NULL: all are merged */
  const guint32 *parents;  /* or DWELL_NONE; always smaller than the node */
  const guint32 *ends;
  const guint32 *depths;   /* 0: outermost */
  const guint64 *counts;   /* of a context: 0 */
  const gint64  *totals;
  const gint64  *selves;   /* (nullable); DWELL_TIME_NONE where it has no meaning */
  const guint32 *longest;  /* (nullable) the longest of its spans, or DWELL_NONE */
  gint64         total;    /* of all: the sum of the outermost nodes */
  double         whole;    /* what shares are of: see dwell_tree_get_whole() */
  gint64         begin;    /* the range that was asked for, if it is made of spans */
  gint64         end;
  gboolean       is_of_spans;
  gboolean       weights_are_times; /* ns */
  gboolean       has_arcs; /* it is apportioned: functions and arcs of the trace are exact */

  /*< private >*/
  gatomicrefcount ref_count;
  guint32        *arcs_in;        /* (nullable) if it has arcs: their numbers by callee */
  guint32        *first_arcs_in;  /* by area, and one more: the place of its first in arcs_in */
  guint32        *arcs_out;       /* (nullable) likewise by caller */
  guint32        *first_arcs_out;
};

gboolean   dwell_tree_is_possible (const DwellTrace       *trace);
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
