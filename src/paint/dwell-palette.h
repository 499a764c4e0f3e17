/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours: 12 hues × 2 lightnesses, chosen by a hash of the name, so that a name has its colour in
 * every session and view; told apart by colour-blind eyes; readable on the light and the dark
 * style. Colour never carries a meaning alone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_N_COLOURS 24

/* How much of a bar's colour remains where a search does not match, above what is zoomed to; and
 * how much of the colour of text there and under the veil over what is not selected: as little as
 * leaves it a contrast of 4.5. */
#define DWELL_DIM_SHARE      0.3
#define DWELL_DIM_TEXT_SHARE 0.76
#define DWELL_ABOVE_SHARE    0.45
#define DWELL_VEILED_TEXT_SHARE 0.85

typedef struct {
  double red;
  double green;
  double blue;
  double alpha;
} DwellColour;

typedef struct {
  gboolean    is_dark;
  gboolean    is_high_contrast;
  DwellColour background;  /* behind the rows */
  DwellColour band;        /* track headers, ruler, gutter */
  DwellColour text;
  DwellColour dim_text;
  DwellColour line;        /* separators, ruler ticks */
  DwellColour grid;
  DwellColour accent;      /* focus ring, selection edges */
  DwellColour selection;   /* translucent veil, drawn over what is outside */
  DwellColour mark;
  DwellColour marker;      /* of the user; texts on it have the colour of band */
  DwellColour warning;
  DwellColour bars[DWELL_N_COLOURS];
  DwellColour bar_texts[DWELL_N_COLOURS]; /* of contrast ≥ 4.5 on the bar */
} DwellPalette;

const DwellPalette *dwell_palette_get (gboolean is_dark,
                                       gboolean is_high_contrast);
guint               dwell_palette_colour_of (const char *name);
/* The same, or another where something that is drawn with it has that hue: @taken, 0 at first, are
 * the colours given so far. */
guint               dwell_palette_take_colour (const char *name,
                                               guint32    *taken);

double              dwell_colour_get_contrast (const DwellColour *a,
                                               const DwellColour *b);
DwellColour         dwell_colour_mix          (const DwellColour *below,
                                               const DwellColour *above,
                                               double             share);

G_END_DECLS
