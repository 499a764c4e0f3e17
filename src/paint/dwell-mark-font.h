/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The glyphs of marks as a font: cairo renders each glyph once and then copies it, which is twenty
 * times as fast as filling as many polygons. In vector pictures they stay outlines. */
#pragma once

#include <cairo.h>

typedef enum {
  DWELL_MARK_GLYPH_MESSAGE, /* a diamond */
  DWELL_MARK_GLYPH_EXIT,    /* an arrow against a wall */
  DWELL_MARK_GLYPH_ORPHAN,  /* a closing bracket */
  DWELL_MARK_GLYPH_MORE,    /* two diamonds, one behind the other */
} DwellMarkGlyph;

/* Half the height of a glyph, px, at DWELL_MARK_FONT_SIZE. The origin of a glyph is its centre. */
#define DWELL_MARK_RADIUS    4.5
#define DWELL_MARK_FONT_SIZE 16

cairo_font_face_t *dwell_mark_font_new (void);
