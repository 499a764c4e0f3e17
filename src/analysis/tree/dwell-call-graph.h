/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function called which, for files that have arcs rather than stacks. Functions that call
 * each other recursively are a cycle: one node, whose weight is that of its members and of what
 * they call outside.
 *
 *   base of a function   its own weight plus what it called outside of its cycle
 *   base of a cycle      the sum of the bases of its members
 *
 * The nodes are an apportioned tree: the weight of what a function called is divided among the
 * callers of the function, in proportion to their weights. So the weight of each node is its own
 * plus that of its children; if the arcs are consistent, the weights of all nodes add up to those
 * of all functions. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* The item of a node that stands for everything below its parent that was not unfolded. */
#define DWELL_CALL_GRAPH_REST G_MAXUINT32

typedef struct {
  guint32 parent; /* an earlier node, or DWELL_NONE */
  guint32 item;   /* function; n_functions + cycle; or DWELL_CALL_GRAPH_REST */
  guint64 count;  /* calls */
  gint64  weight; /* including what is below it */
  gint64  self;   /* without */
} DwellCallGraphNode;

typedef struct {
  /*< public, read-only >*/
  guint32  n_functions;
  guint32  n_cycles;
  guint32 *cycles;  /* by function: its cycle, or DWELL_NONE */
  gint64  *bases;   /* by function */
  guint64 *calls;   /* by function: all calls of it */
  GArray  *nodes;   /* DwellCallGraphNode; siblings in the order of the functions and arcs */
  gboolean is_whole; /* everything was unfolded */

  /*< private >*/
  const gint64       *selves;
  const DwellCallArc *arcs;
  guint32            *first_arcs;   /* by caller, and one more: first place in sorted */
  guint32            *sorted;       /* arcs by caller, those of a caller in their order */
  guint32            *components;   /* by function */
  guint32            *first_members; /* by component, and one more: first place in members */
  guint32            *members;      /* functions by component */
  guint32             n_components;
  guint32            *cycle_components; /* by cycle */
  gint64             *component_bases;
} DwellCallGraph;

DwellCallGraph *dwell_call_graph_new  (const gint64       *selves,
                                       guint32             n_functions,
                                       const DwellCallArc *arcs,
                                       guint32             n_arcs,
                                       guint32             n_nodes_max,
                                       GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_call_graph_free (DwellCallGraph     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCallGraph, dwell_call_graph_free)

G_END_DECLS
