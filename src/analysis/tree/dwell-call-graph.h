/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who called whom, where a file tells these arcs rather than stacks. Functions that call each other
 * in a circle are a cycle: one node, which weighs what its members do and what they call outside.
 *
 *   base of a function   what it weighs and what it called outside of its cycle
 *   base of a cycle      those of its members together
 *
 * The nodes are a tree that apportions: what a function called is shared out among those that
 * called the function, in proportion to what they weigh. So each node weighs what it has itself
 * and what its children have; where the arcs agree, all together weigh what all functions do. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* The item of a node that stands for all that was not unfolded below its parent. */
#define DWELL_CALL_GRAPH_REST G_MAXUINT32

typedef struct {
  guint32 parent; /* node before it, or DWELL_NONE */
  guint32 item;   /* function; n_functions and a cycle; DWELL_CALL_GRAPH_REST */
  guint64 count;  /* calls */
  gint64  weight; /* with what is below it */
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
  gboolean is_whole; /* nothing was left folded */

  /*< private >*/
  const gint64       *selves;
  const DwellCallArc *arcs;
  guint32            *first_arcs;   /* by caller, and one more: into sorted */
  guint32            *sorted;       /* arcs by caller, those of one in their order */
  guint32            *components;   /* by function */
  guint32            *first_members; /* by component, and one more: into members */
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
