/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the steps of a waterfall, each in a row of its own: an increase in the new recording is
 * solid, a decrease is hatched, and a line leads from the end of a step to the next one. */
#pragma once

#include <cairo.h>

#include "analysis/compare/dwell-waterfall.h"
#include "paint/dwell-palette.h"

G_BEGIN_DECLS

void dwell_waterfall_get_bar   (const DwellWaterfall *self,
                                guint                 step,
                                double                width,
                                double               *x,
                                double               *length);
void dwell_waterfall_draw_step (const DwellWaterfall *self,
                                guint                 step,
                                cairo_t              *cr,
                                const DwellPalette   *palette,
                                double                width,
                                double                height);

G_END_DECLS
