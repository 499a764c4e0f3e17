/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flame graph drawn on a cairo context: one code for the widget, PNG, SVG and PDF. A scene tells
 * what to draw; folded frames are striped, what a search does not match is dimmed. */
#pragma once

#include <pango/pangocairo.h>

#include "analysis/dwell-flame.h"
#include "paint/dwell-labels.h"
#include "paint/dwell-palette.h"
#include "paint/dwell-picture.h"

G_BEGIN_DECLS

#define DWELL_FLAME_ROW_HEIGHT 20
#define DWELL_FLAME_PITCH      21 /* a row and its gap */

typedef struct {
  DwellFlame         *flame;
  double              x0;       /* what is in view: fractions of the whole */
  double              x1;
  double              scroll_y; /* px of rows scrolled away at the root's side */
  double              width;    /* px */
  double              height;
  gboolean            grows_up; /* a flame; else an icicle: the root above */
  const DwellPalette *palette;
  const guint32      *before;   /* (nullable) by node, and one more: how many before it a search
                                   matches */
  guint32             zoomed;   /* the node zoomed to, or DWELL_NONE: its callers are paler */
  guint32             focus;    /* node or DWELL_NONE */
  guint32             hover;
} DwellFlameScene;

/* Where a row is drawn: its top, px. */
double   dwell_flame_scene_get_y  (const DwellFlameScene *self,
                                   guint32                depth);
/* The frame at (@x, @y); false if there is none. */
gboolean dwell_flame_scene_pick   (const DwellFlameScene *self,
                                   double                 x,
                                   double                 y,
                                   DwellFrame            *frame);
/* At (0, 0) of @cr. */
void     dwell_flame_scene_draw   (const DwellFlameScene *self,
                                   cairo_t               *cr,
                                   DwellLabels           *labels);
/* A picture as high as the graph, or as is possible, for a file. @title: (nullable). */
gboolean dwell_flame_write_picture (const char             *path,
                                    DwellPictureType        type,
                                    int                     width,
                                    int                     height,
                                    const DwellFlameScene  *scene,
                                    const char             *title,
                                    GCancellable           *cancellable,
                                    GError                **error);
int      dwell_flame_get_picture_height (const DwellFlameScene *scene,
                                         gboolean               has_title,
                                         DwellPictureType       type);
/* The levels that a picture of @height px shows, from 1; false if that is all of them. */
gboolean dwell_flame_get_picture_levels (const DwellFlameScene *scene,
                                         gboolean               has_title,
                                         int                    height,
                                         guint                 *first,
                                         guint                 *last);

G_END_DECLS
