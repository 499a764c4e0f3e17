/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours. The 24 bar colours are 12 hues in 2 tones. A hash of the name chooses one, so that a
 * name has its hue in every session, view and style. Colour-blind users can distinguish them, they
 * stand out clearly from the background, and text on them is readable. Colour is never the only
 * carrier of a meaning. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_N_COLOURS 24

/* The contrast that shapes need to be visible (WCAG 2.1, 1.4.11). */
#define DWELL_SHAPE_CONTRAST 3.0

/* The shares of its colour that a bar keeps if a search does not match it, and that a frame keeps
 * if it is above the one that is zoomed to; and the shares of its colour that text keeps on a bar
 * that does not match, and on the veil over what is not selected: just enough for a contrast of
 * 4.5. */
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
  DwellColour selection;   /* translucent veil over what is not selected */
  DwellColour mark;
  DwellColour marker;      /* of the user's markers; text on it has the colour of band */
  DwellColour warning;
  DwellColour common;      /* of two recordings: what is common, only in the base, or only in */
  DwellColour lost;        /* the new one; all three are also drawn differently */
  DwellColour gained;
  DwellColour common_text; /* text on common, and on the other two */
  DwellColour change_text;
  DwellColour bars[DWELL_N_COLOURS];
  DwellColour bar_texts[DWELL_N_COLOURS]; /* contrast on the bar is at least 4.5 */
  double      folded_shares[DWELL_N_COLOURS]; /* the least share of a bar's colour over the
                                               * background that is clearly visible */
} DwellPalette;

/**
 * DwellCallerFunc:
 * @user_data: what has the calls
 * @call: a span, or a node of a tree
 * @area: (out): the function that is called, or %G_MAXUINT32 if it is not a call
 * @colour: (out): the colour of the function, from dwell_palette_colour_of()
 *
 * Returns: its caller, or %G_MAXUINT32 if it has none
 */
typedef guint32 (*DwellCallerFunc) (gpointer  user_data,
                                    guint32   call,
                                    guint32  *area,
                                    guint    *colour);

const DwellPalette *dwell_palette_get (gboolean is_dark,
                                       gboolean is_high_contrast);
guint               dwell_palette_colour_of (const char *name);
guint               dwell_palette_tell_apart  (guint       colour,
                                               guint       parent);
guint               dwell_palette_colour_of_call (guint32         call,
                                                  DwellCallerFunc get_caller,
                                                  gpointer        user_data);
guint               dwell_palette_take_colour (const char *name,
                                               guint32    *taken);

double              dwell_colour_get_contrast (const DwellColour *a,
                                               const DwellColour *b);
DwellColour         dwell_colour_mix          (const DwellColour *below,
                                               const DwellColour *above,
                                               double             share);

G_END_DECLS
