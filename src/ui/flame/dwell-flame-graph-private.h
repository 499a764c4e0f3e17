/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the flame graph's widget. */
#pragma once

#include <adwaita.h>

#include "ui/flame/dwell-flame-graph.h"

G_BEGIN_DECLS

/* The least stretch in view: beyond it, doubles do not tell neighbours apart. */
#define DWELL_FLAME_MIN_STRETCH 1e-12

/* What is in view. */
typedef struct {
  double  x0;
  double  x1;
  double  scroll;
  guint32 node; /* that was zoomed to */
} DwellFlameSight;

struct _DwellFlameGraph
{
  GtkWidget parent_instance;

  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  DwellFlame      *flame;  /* NULL: no tree, or an empty one */
  DwellLabels     *labels; /* NULL: made when drawn */
  DwellFlameOrder  order;
  gboolean         grows_up;
  GtkAdjustment   *adjustment;
  GtkWidget       *cursor;

  DwellFlameSight    sight;
  DwellFlameSight    from;      /* where a glide began, */
  DwellFlameSight    to;        /* and where it leads */
  AdwAnimation      *glide;
  GArray  *history;   /* DwellFlameSight */
  guint32  focus;
  guint32  hover;
  double   pointer_x;
  gboolean is_adjusting;
};

/* What a zoom to @node shows: it fills the width, and stands near the root's side. */
DwellFlameSight _dwell_flame_graph_get_sight       (DwellFlameGraph *self,
                                                    guint32          node);
void            _dwell_flame_graph_go_to           (DwellFlameGraph *self,
                                                    DwellFlameSight  sight);
DwellFlameSight _dwell_flame_graph_get_target      (DwellFlameGraph *self);
void            _dwell_flame_graph_remember        (DwellFlameGraph *self);
void            _dwell_flame_graph_stop_glide      (DwellFlameGraph *self);
void            _dwell_flame_graph_show_sight      (DwellFlameGraph *self);

/* dwell-flame-input.c */
void            _dwell_flame_graph_add_controllers (DwellFlameGraph *self);

G_END_DECLS
