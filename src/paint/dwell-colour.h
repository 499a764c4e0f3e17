/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws with colours of a palette. */
#pragma once

#include <cairo.h>

#include "paint/dwell-palette.h"

G_BEGIN_DECLS

static inline void
dwell_set_colour (cairo_t           *cr,
                  const DwellColour *colour)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, colour->alpha);
}

static inline void
dwell_set_colour_alpha (cairo_t           *cr,
                        const DwellColour *colour,
                        double             alpha)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, colour->alpha * alpha);
}

G_END_DECLS
