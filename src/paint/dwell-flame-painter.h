/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws flame graphs on a cairo context: the same code serves the widget and PNG, SVG and PDF
 * files. A scene describes what to draw. Folded frames are striped; frames that a search does not
 * match are dimmed. A frame of two recordings has three parts: what is common to both is plain,
 * what was lost is hatched, what was gained is solid. */
#pragma once

#include <pango/pangocairo.h>

#include "analysis/compare/dwell-tree-difference.h"
#include "paint/dwell-labels.h"
#include "paint/dwell-palette.h"
#include "paint/dwell-picture.h"

G_BEGIN_DECLS

#define DWELL_FLAME_ROW_HEIGHT 20
#define DWELL_FLAME_PITCH      21 /* a row and its gap */

typedef struct {
  DwellFlame         *flame;
  const DwellTreeDifference *difference; /* (nullable): what it shows, if it is of two recordings */
  DwellTreeWidth      widths;   /* of a difference */
  double              x0;       /* the visible range, in fractions of the whole */
  double              x1;
  double              scroll_y; /* px of rows that are scrolled away, from the root */
  double              width;    /* px */
  double              height;
  gboolean            grows_up; /* the root is below (a flame), else above (an icicle) */
  const DwellPalette *palette;
  const guint32      *before;   /* (nullable): for each node, and one past the last, how many nodes
                                 * before it match the search */
  guint32             zoomed;   /* the node that is zoomed to, or DWELL_NONE; its callers are
                                 * paler */
  guint32             focus;    /* a node, or DWELL_NONE */
  guint32             hover;
} DwellFlameScene;

double   dwell_flame_scene_get_y  (const DwellFlameScene *self,
                                   guint32                depth);
gboolean dwell_flame_scene_pick   (const DwellFlameScene *self,
                                   double                 x,
                                   double                 y,
                                   DwellFrame            *frame);
void     dwell_flame_scene_draw   (const DwellFlameScene *self,
                                   cairo_t               *cr,
                                   DwellLabels           *labels);
double   dwell_flame_draw_legend  (cairo_t               *cr,
                                   DwellLabels           *labels,
                                   const DwellPalette    *palette,
                                   double                 x,
                                   double                 y,
                                   double                 width);
gboolean dwell_flame_write_picture (GOutputStream          *stream,
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
gboolean dwell_flame_get_picture_levels (const DwellFlameScene *scene,
                                         gboolean               has_title,
                                         int                    height,
                                         guint                 *first,
                                         guint                 *last);

G_END_DECLS
