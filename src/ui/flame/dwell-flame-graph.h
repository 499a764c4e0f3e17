/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A widget that shows a call tree as a flame graph. The user zooms with clicks and keys, goes back
 * to earlier viewports, and reads the figures of a frame in a tooltip. */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/tree/dwell-tree-source.h"
#include "paint/dwell-flame-painter.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FLAME_GRAPH (dwell_flame_graph_get_type ())
G_DECLARE_FINAL_TYPE (DwellFlameGraph, dwell_flame_graph, DWELL, FLAME_GRAPH, GtkWidget)

/* Signals: zoomed (the node that is zoomed to has changed, or the tree has), focused (the focus was
 * moved). Actions: flame.zoom, flame.whole, flame.back. */

void           dwell_flame_graph_set_source     (DwellFlameGraph *self,
                                                 DwellTreeSource *source);
void           dwell_flame_graph_show_difference (DwellFlameGraph     *self,
                                                  DwellTreeDifference *difference,
                                                  DwellFlame          *flame,
                                                  DwellTreeWidth       widths);
void           dwell_flame_graph_set_order      (DwellFlameGraph *self,
                                                 DwellFlameOrder  order);
void           dwell_flame_graph_set_grows_up   (DwellFlameGraph *self,
                                                 gboolean         grows_up);
GtkAdjustment *dwell_flame_graph_get_adjustment (DwellFlameGraph *self);

guint32        dwell_flame_graph_get_zoomed     (DwellFlameGraph *self);
void           dwell_flame_graph_zoom_to        (DwellFlameGraph *self,
                                                 guint32          node);
guint32        dwell_flame_graph_get_focus      (DwellFlameGraph *self);
void           dwell_flame_graph_set_focus      (DwellFlameGraph *self,
                                                 guint32          node);
void           dwell_flame_graph_reveal         (DwellFlameGraph *self,
                                                 guint32          node);
void           dwell_flame_graph_follow         (DwellFlameGraph *self,
                                                 guint32          node,
                                                 gboolean         scroll);
gboolean       dwell_flame_graph_get_scene      (DwellFlameGraph *self,
                                                 DwellFlameScene *scene);
gboolean       dwell_flame_graph_pick           (DwellFlameGraph *self,
                                                 double           x,
                                                 double           y,
                                                 DwellFrame      *frame);

G_END_DECLS
