/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How pictures of two recordings show what is common to both, what only the base has (hatched), and
 * what only the new one has (solid). Patterns make the difference; colour repeats it. */
#pragma once

#include "paint/dwell-colour.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_PART_COMMON,
  DWELL_PART_LOST,
  DWELL_PART_GAINED,
  DWELL_N_CHANGE_PARTS
} DwellChangePart;

const DwellColour *dwell_change_part_get_colour (const DwellPalette *palette,
                                                 DwellChangePart     part);
void               dwell_change_part_hatch      (cairo_t            *cr,
                                                 const DwellPalette *palette,
                                                 double              x,
                                                 double              y,
                                                 double              width,
                                                 double              height);
void               dwell_change_part_draw       (cairo_t            *cr,
                                                 const DwellPalette *palette,
                                                 DwellChangePart     part,
                                                 double              x,
                                                 double              y,
                                                 double              width,
                                                 double              height);

G_END_DECLS
