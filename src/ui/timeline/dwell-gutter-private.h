/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files of the gutter. */
#pragma once

#include "ui/timeline/dwell-gutter.h"

G_BEGIN_DECLS

struct _DwellGutter
{
  GtkWidget       parent_instance;

  DwellViewport  *viewport;
  GtkAdjustment  *vadjustment;
  DwellTrackMenu *menu;
  GPtrArray      *headers; /* DwellTrackHeader */
  GPtrArray      *names;   /* GtkInscription */
  GArray         *places;  /* Place */
  GArray         *lines;   /* int: y of the lines above lanes */
  int             width;   /* the size for which the places were computed */
  int             height;
  double          scale;   /* px per unit of the heights of lanes */
  guint           placing; /* source that computes the places again, or 0 */

  guint32         dragged; /* the track of the dragged header, or DWELL_NONE */
  double          drag_x;  /* where the drag started */
  double          drag_y;
  int             drop;    /* the lane to move the track before; -1: below the drag threshold */
  DwellGutter    *over;    /* (nullable): of another timeline, with a track under the pointer */
  int             target;  /* the lane under a drag from another gutter; -1: none */
};

/* dwell-gutter.c */
const GArray *_dwell_gutter_get_lanes       (DwellGutter *self);
int           _dwell_gutter_get_lane_at     (DwellGutter *self,
                                             double       y);

/* dwell-gutter-drag.c */
void          _dwell_gutter_add_drag        (DwellGutter *self);
void          _dwell_gutter_snapshot_drop   (DwellGutter *self,
                                             GtkSnapshot *snapshot);
void          _dwell_gutter_snapshot_target (DwellGutter *self,
                                             GtkSnapshot *snapshot);

G_END_DECLS
