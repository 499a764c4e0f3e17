/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The glyphs of marks, as a font: cairo renders each once and then stamps it, which is twenty times
 * as fast as filling as many polygons; in vector pictures they stay outlines. */
#pragma once

#include <cairo.h>

typedef enum {
  DWELL_MARK_GLYPH_MESSAGE, /* a diamond */
  DWELL_MARK_GLYPH_EXIT,    /* an arrow against a wall */
  DWELL_MARK_GLYPH_ORPHAN,  /* a bracket that nothing opens */
  DWELL_MARK_GLYPH_MORE,    /* a diamond behind a diamond */
} DwellMarkGlyph;

/* Half of a glyph's height, px, at DWELL_MARK_FONT_SIZE. Glyphs are centred at their origin. */
#define DWELL_MARK_RADIUS    4.5
#define DWELL_MARK_FONT_SIZE 16

cairo_font_face_t *dwell_mark_font_new (void);
