/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarations shared by the files that draw flame graphs. */
#pragma once

#include "paint/dwell-flame-painter.h"

G_BEGIN_DECLS

#define DWELL_FLAME_PADDING   4
#define DWELL_FLAME_SHARE_GAP 8 /* between a name and the figure after it */

typedef struct {
  double  x;
  double  y;
  double  width;
  guint32 colour; /* 0xrrggbb */
} DwellFlameRect;

/* dwell-flame-painter.c */
void   _dwell_flame_scene_get_rect    (const DwellFlameScene *self,
                                       const DwellFrame      *frame,
                                       DwellFlameRect        *rect);
double _dwell_flame_scene_get_share   (const DwellFlameScene *self,
                                       const DwellFrame      *frame);

/* dwell-flame-difference.c */
void   _dwell_flame_fill_differences  (const DwellFlameScene *self,
                                       cairo_t               *cr,
                                       const GArray          *frames);
void   _dwell_flame_label_differences (const DwellFlameScene *self,
                                       cairo_t               *cr,
                                       DwellLabels           *labels,
                                       const GArray          *frames);

G_END_DECLS
