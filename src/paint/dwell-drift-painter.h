/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drift curve of two recordings: how much later than in the base each anchor came, over the
 * time of one of them. Where the curve rises, the new recording loses time. */
#pragma once

#include <cairo.h>

#include "analysis/compare/dwell-anchors.h"
#include "paint/dwell-palette.h"
#include "paint/dwell-scale.h"

G_BEGIN_DECLS

typedef struct {
  const DwellAnchors *anchors;
  gboolean            is_of_base; /* whether the scale is the time of the base */
  DwellScale          scale;
  double              height;     /* px */
  const DwellPalette *palette;
} DwellDriftDrawing;

guint  dwell_drift_get_n_points (const DwellDriftDrawing *self);
gint64 dwell_drift_get_point    (const DwellDriftDrawing *self,
                                 guint                    point,
                                 double                  *x,
                                 double                  *y);
guint  dwell_drift_pick         (const DwellDriftDrawing *self,
                                 double                   x);
void   dwell_drift_draw         (const DwellDriftDrawing *self,
                                 cairo_t                 *cr);

G_END_DECLS
