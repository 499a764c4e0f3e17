/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the flame graph's widget. */
#pragma once

#include <adwaita.h>

#include "ui/flame/dwell-flame-graph.h"

G_BEGIN_DECLS

/* The narrowest visible range: in narrower ones, doubles do not distinguish neighbours. */
#define DWELL_FLAME_MIN_WIDTH 1e-12

/* The visible part of the graph. */
typedef struct {
  double  x0;     /* fractions of the whole width */
  double  x1;
  double  scroll; /* px from the root */
  guint32 node;   /* the node that is zoomed to, or DWELL_NONE */
} DwellFlameViewport;

struct _DwellFlameGraph
{
  GtkWidget parent_instance;

  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  DwellFlame      *flame;  /* NULL: there is no tree, or it is empty */
  DwellTreeDifference *difference; /* (nullable): what is shown instead of the tree of the source */
  DwellTreeWidth   widths; /* of a difference */
  DwellLabels     *labels; /* NULL: created at the next drawing */
  DwellFlameOrder  order;
  gboolean         grows_up;
  GtkAdjustment   *adjustment;
  GtkWidget       *cursor;

  DwellFlameViewport viewport;
  DwellFlameViewport from; /* where a glide starts */
  DwellFlameViewport to;   /* where it ends */
  AdwAnimation      *glide;
  GArray  *history;   /* DwellFlameViewport: for the action flame.back */
  guint32  focus;
  guint32  hover;
  double   pointer_x;
  gboolean is_adjusting;
};

DwellFlameViewport _dwell_flame_graph_get_viewport    (DwellFlameGraph    *self,
                                                       guint32             node);
void               _dwell_flame_graph_go_to           (DwellFlameGraph    *self,
                                                       DwellFlameViewport  viewport);
DwellFlameViewport _dwell_flame_graph_get_target      (DwellFlameGraph    *self);
void               _dwell_flame_graph_push_history    (DwellFlameGraph    *self);
void               _dwell_flame_graph_stop_glide      (DwellFlameGraph    *self);
void               _dwell_flame_graph_show_viewport   (DwellFlameGraph    *self);
double             _dwell_flame_graph_get_page        (DwellFlameGraph    *self);

/* dwell-flame-input.c */
void               _dwell_flame_graph_add_controllers (DwellFlameGraph    *self);
void               _dwell_flame_graph_reveal_focus    (DwellFlameGraph    *self);

G_END_DECLS
