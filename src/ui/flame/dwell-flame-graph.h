/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget that shows a call tree as a flame graph: zooms by click and keys, finds its way back,
 * tells what is under the pointer. */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/dwell-tree-source.h"
#include "paint/dwell-flame-painter.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FLAME_GRAPH (dwell_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (DwellFlameGraph, dwell_flame_graph, DWELL, FLAME_GRAPH, GtkWidget)

/* Signals: zoomed (the node zoomed to is another, or the tree is), focused (by the user). Actions:
 * flame.zoom, flame.whole, flame.back. */
void           dwell_flame_graph_set_source     (DwellFlameGraph *self,
                                                 DwellTreeSource *source);
void           dwell_flame_graph_set_order      (DwellFlameGraph *self,
                                                 DwellFlameOrder  order);
void           dwell_flame_graph_set_grows_up   (DwellFlameGraph *self,
                                                 gboolean         grows_up);
GtkAdjustment *dwell_flame_graph_get_adjustment (DwellFlameGraph *self);

/* DWELL_NONE: all. */
guint32        dwell_flame_graph_get_zoomed     (DwellFlameGraph *self);
void           dwell_flame_graph_zoom_to        (DwellFlameGraph *self,
                                                 guint32          node);
guint32        dwell_flame_graph_get_focus      (DwellFlameGraph *self);
void           dwell_flame_graph_set_focus      (DwellFlameGraph *self,
                                                 guint32          node);
/* False if there is nothing to draw. Valid until the tree is another. */
gboolean       dwell_flame_graph_get_scene      (DwellFlameGraph *self,
                                                 DwellFlameScene *scene);
/* What is told of @node: its figures, a line each. */
char          *dwell_flame_graph_describe       (DwellFlameGraph *self,
                                                 guint32          node) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
