/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours. The 24 bar colours of the light style and those of the dark one are given in OKLCH
 * (by Björn Ottosson: equal distances look equal): 12 hues in a light and a dark tone, which are
 * much the same hues in both styles. A search moved each in lightness, chroma and hue, but the
 * tones of a hue together, until any two of a style were far enough apart for normal and for
 * deutan, protan and tritan vision (Machado, Oliveira and Fernandes 2009, severity 1), while each
 * has a contrast of 3 with the background and text is readable on it, be it veiled or not.
 * tests/paint checks that. */
#include "config.h"

#include "paint/dwell-palette.h"

#include <math.h>

/* Colour i + N_HUES is the dark tone of the hue of colour i. */
#define N_HUES (DWELL_N_COLOURS / 2)

/* The most callers that are looked at for the colour of a call: a recursion can be very deep. */
#define MAX_CALLERS 64

/* The step to a colour that is easy to distinguish. It has no divisor in common with the number of
 * colours, so that steps reach all of them. */
#define COLOUR_STEP 7
G_STATIC_ASSERT (DWELL_N_COLOURS % COLOUR_STEP != 0 && DWELL_N_COLOURS <= 32);

typedef struct {
  double lightness;
  double chroma;
  double hue; /* degrees */
} Lch;

static const Lch light_bars[DWELL_N_COLOURS] = {
  { 0.676, 0.122, 357.9 }, { 0.565, 0.140, 27.9 }, { 0.649, 0.134, 100.4 },
  { 0.652, 0.098, 130.1 }, { 0.603, 0.118, 73.7 }, { 0.605, 0.068, 151.1 },
  { 0.649, 0.094, 195.4 }, { 0.593, 0.108, 233.2 }, { 0.556, 0.170, 262.0 },
  { 0.633, 0.165, 276.6 }, { 0.542, 0.126, 302.2 }, { 0.579, 0.114, 339.0 },
  { 0.490, 0.115, 358.8 }, { 0.460, 0.145, 23.2 }, { 0.533, 0.105, 98.0 },
  { 0.538, 0.063, 135.9 }, { 0.417, 0.087, 71.5 }, { 0.418, 0.095, 154.0 },
  { 0.527, 0.088, 195.7 }, { 0.465, 0.074, 229.8 }, { 0.420, 0.144, 260.4 },
  { 0.503, 0.160, 277.2 }, { 0.413, 0.118, 301.5 }, { 0.412, 0.135, 335.1 },
};

static const Lch dark_bars[DWELL_N_COLOURS] = {
  { 0.717, 0.082, 4.2 }, { 0.704, 0.150, 23.5 }, { 0.821, 0.130, 108.4 },
  { 0.768, 0.085, 124.9 }, { 0.668, 0.133, 71.3 }, { 0.813, 0.116, 153.7 },
  { 0.695, 0.100, 189.5 }, { 0.850, 0.061, 235.5 }, { 0.795, 0.098, 261.2 },
  { 0.736, 0.131, 282.4 }, { 0.662, 0.116, 305.9 }, { 0.780, 0.165, 338.6 },
  { 0.618, 0.067, 3.5 }, { 0.543, 0.117, 26.5 }, { 0.724, 0.132, 108.2 },
  { 0.597, 0.083, 123.3 }, { 0.532, 0.111, 75.2 }, { 0.669, 0.111, 154.7 },
  { 0.519, 0.066, 190.5 }, { 0.737, 0.087, 231.2 }, { 0.670, 0.135, 259.3 },
  { 0.614, 0.144, 282.9 }, { 0.546, 0.093, 306.8 }, { 0.626, 0.143, 337.7 },
};

static double
from_linear (double value)
{
  value = CLAMP (value, 0, 1);
  return value <= 0.0031308 ? value * 12.92 : 1.055 * pow (value, 1 / 2.4) - 0.055;
}

static double
to_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* Rounds to the 256 steps of a screen, so that all ways of drawing choose the same. */
static double
quantise (double linear)
{
  return floor (from_linear (linear) * 255 + 0.5) / 255;
}

static DwellColour
from_lch (const Lch *colour)
{
  double angle = colour->hue * G_PI / 180;
  double a = colour->chroma * cos (angle);
  double b = colour->chroma * sin (angle);
  double l = pow (colour->lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  double m = pow (colour->lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  double s = pow (colour->lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  DwellColour result;

  result.red = quantise (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  result.green = quantise (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  result.blue = quantise (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  result.alpha = 1;

  return result;
}

static DwellColour
from_rgb (guint32 rgb,
          double  alpha)
{
  DwellColour colour = { (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0,
                         alpha };

  return colour;
}

/* Returns the relative luminance as WCAG 2 defines it. */
static double
get_luminance (const DwellColour *colour)
{
  return 0.2126 * to_linear (colour->red) + 0.7152 * to_linear (colour->green) +
         0.0722 * to_linear (colour->blue);
}

/**
 * dwell_colour_get_contrast:
 * @a: a colour
 * @b: another colour
 *
 * Computes the contrast ratio as WCAG 2 defines it. Alpha is ignored.
 *
 * Returns: the ratio, 1…21
 */
double
dwell_colour_get_contrast (const DwellColour *a,
                           const DwellColour *b)
{
  double la = get_luminance (a);
  double lb = get_luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

/**
 * dwell_colour_mix:
 * @below: an opaque colour
 * @above: a colour; its alpha is ignored
 * @share: 0…1, how much of @above covers @below
 *
 * Returns: the opaque colour that results
 */
DwellColour
dwell_colour_mix (const DwellColour *below,
                  const DwellColour *above,
                  double             share)
{
  DwellColour result;

  result.red = below->red + (above->red - below->red) * share;
  result.green = below->green + (above->green - below->green) * share;
  result.blue = below->blue + (above->blue - below->blue) * share;
  result.alpha = 1;

  return result;
}

/* Returns the least share of @above over @below that has a contrast of DWELL_SHAPE_CONTRAST. */
static double
find_share (const DwellColour *below,
            const DwellColour *above)
{
  double low = 0;
  double high = 1;

  while (high - low > 0.001)
    {
      double share = (low + high) / 2;
      DwellColour mixed = dwell_colour_mix (below, above, share);

      if (dwell_colour_get_contrast (below, &mixed) >= DWELL_SHAPE_CONTRAST)
        high = share;
      else
        low = share;
    }

  return high;
}

static void
set_bars (DwellPalette *palette)
{
  const DwellColour black = from_rgb (palette->is_high_contrast ? 0x000000 : 0x15151a, 1);
  const DwellColour white = from_rgb (0xffffff, 1);

  for (guint i = 0; i < DWELL_N_COLOURS; i++)
    {
      DwellColour *bar = &palette->bars[i];

      *bar = from_lch (palette->is_dark ? &dark_bars[i] : &light_bars[i]);
      palette->bar_texts[i] = dwell_colour_get_contrast (bar, &black) >=
                                  dwell_colour_get_contrast (bar, &white)
                                ? black
                                : white;
      palette->folded_shares[i] = find_share (&palette->background, bar);
    }
}

/* In the order of dwell_palette_get(): light, dark, and both of high contrast. The colours of lost
 * and gained have a contrast of 3.4 with that of common, and can be distinguished with all kinds of
 * colour vision. */
static void
set_differences (DwellPalette *palette,
                 guint         style)
{
  static const guint32 colours[4][5] = {
    { 0xdedee3, 0x1f6fb5, 0xbd5700, 0x15151a, 0xffffff },
    { 0x4a4a50, 0x7ab8f5, 0xf2a65a, 0xf2f2f4, 0x15151a },
    { 0xe6e6e6, 0x0b4f8f, 0x9a4300, 0x000000, 0xffffff },
    { 0x3a3a3a, 0x99ccff, 0xffb870, 0xffffff, 0x000000 },
  };

  palette->common = from_rgb (colours[style][0], 1);
  palette->lost = from_rgb (colours[style][1], 1);
  palette->gained = from_rgb (colours[style][2], 1);
  palette->common_text = from_rgb (colours[style][3], 1);
  palette->change_text = from_rgb (colours[style][4], 1);
}

static void
set_light (DwellPalette *palette)
{
  palette->background = from_rgb (0xffffff, 1);
  palette->band = from_rgb (0xf3f3f4, 1);
  palette->text = from_rgb (0x26262b, 1);
  palette->dim_text = from_rgb (0x65656c, 1);
  palette->line = from_rgb (0xd4d4d8, 1);
  palette->grid = from_rgb (0xececef, 1);
  palette->accent = from_rgb (0x1c71d8, 1);
  palette->selection = from_rgb (0xe4e4e8, 0.62);
  palette->mark = from_rgb (0x1a5fb4, 1);
  palette->marker = from_rgb (0x813d9c, 1);
  palette->warning = from_rgb (0xa85600, 1);
}

static void
set_dark (DwellPalette *palette)
{
  palette->background = from_rgb (0x1e1e20, 1);
  palette->band = from_rgb (0x29292c, 1);
  palette->text = from_rgb (0xf2f2f4, 1);
  palette->dim_text = from_rgb (0xa5a5ad, 1);
  palette->line = from_rgb (0x434348, 1);
  palette->grid = from_rgb (0x2a2a2d, 1);
  palette->accent = from_rgb (0x78aeed, 1);
  palette->selection = from_rgb (0x0e0e10, 0.62);
  palette->mark = from_rgb (0x99c1f1, 1);
  palette->marker = from_rgb (0xdc9be8, 1);
  palette->warning = from_rgb (0xf8c46a, 1);
}

static void
set_high_contrast (DwellPalette *palette)
{
  palette->background = from_rgb (palette->is_dark ? 0x000000 : 0xffffff, 1);
  palette->band = from_rgb (palette->is_dark ? 0x141414 : 0xf4f4f4, 1);
  palette->text = from_rgb (palette->is_dark ? 0xffffff : 0x000000, 1);
  palette->dim_text = from_rgb (palette->is_dark ? 0xdadada : 0x2e2e2e, 1);
  palette->line = from_rgb (palette->is_dark ? 0xa0a0a0 : 0x5e5e5e, 1);
  palette->grid = from_rgb (palette->is_dark ? 0x4a4a4a : 0xb8b8b8, 1);
  palette->accent = from_rgb (palette->is_dark ? 0x99c1f1 : 0x0f4795, 1);
  palette->mark = palette->text;
  palette->marker = from_rgb (palette->is_dark ? 0xf0c0ff : 0x5a1f74, 1);
  palette->warning = from_rgb (palette->is_dark ? 0xffd280 : 0x7a3e00, 1);
}

/**
 * dwell_palette_get:
 * @is_dark: whether the dark style is wanted
 * @is_high_contrast: whether high contrast is wanted
 *
 * Returns: (transfer none): the colours; they are constant, and any thread may call this
 */
const DwellPalette *
dwell_palette_get (gboolean is_dark,
                   gboolean is_high_contrast)
{
  static gsize ready = 0;
  static DwellPalette palettes[4];

  if (g_once_init_enter (&ready))
    {
      for (guint i = 0; i < G_N_ELEMENTS (palettes); i++)
        {
          palettes[i].is_dark = (i & 1) != 0;
          palettes[i].is_high_contrast = (i & 2) != 0;

          if (palettes[i].is_dark)
            set_dark (&palettes[i]);
          else
            set_light (&palettes[i]);

          if (palettes[i].is_high_contrast)
            set_high_contrast (&palettes[i]);

          set_bars (&palettes[i]);
          set_differences (&palettes[i], i);
        }

      g_once_init_leave (&ready, 1);
    }

  return &palettes[(is_dark ? 1 : 0) + (is_high_contrast ? 2 : 0)];
}

/**
 * dwell_palette_colour_of:
 * @name: the name of an area
 *
 * Hashes the name (FNV-1a), so that it has the same colour in every session and view.
 *
 * Returns: the number of its bar colour, less than %DWELL_N_COLOURS
 */
guint
dwell_palette_colour_of (const char *name)
{
  guint32 hash = 2166136261u;

  for (const guchar *p = (const guchar *) name; *p != '\0'; p++)
    hash = (hash ^ *p) * 16777619u;

  return (hash ^ hash >> 15) % DWELL_N_COLOURS;
}

/**
 * dwell_palette_tell_apart:
 * @colour: the number of a bar colour
 * @parent: that of the bar above
 *
 * A function that would have the colour of its caller takes the other tone of its hue, so that its
 * start is visible.
 *
 * Returns: the number of the colour to draw, less than %DWELL_N_COLOURS
 */
guint
dwell_palette_tell_apart (guint colour,
                          guint parent)
{
  return colour == parent ? (colour + N_HUES) % DWELL_N_COLOURS : colour;
}

/**
 * dwell_palette_colour_of_call:
 * @call: a span, or a node of a tree
 * @get_caller: returns the caller, the area and the colour of a call
 * @user_data: for @get_caller
 *
 * Chooses the colour of a call: that of its function, unless its caller has it. Among nested calls
 * of one hue, from the topmost downwards, the tone alternates from function to function; a function
 * that calls itself keeps its tone.
 *
 * Returns: the number of the colour to draw, less than %DWELL_N_COLOURS
 */
guint
dwell_palette_colour_of_call (guint32         call,
                              DwellCallerFunc get_caller,
                              gpointer        user_data)
{
  guint32 area;
  guint colour;
  guint32 caller = get_caller (user_data, call, &area, &colour);
  guint hue = colour % N_HUES;
  guint n_changes = 0;

  for (guint i = 0; caller != G_MAXUINT32 && i < MAX_CALLERS; i++)
    {
      guint32 above;
      guint above_colour;

      caller = get_caller (user_data, caller, &above, &above_colour);
      if (above == G_MAXUINT32 || above_colour % N_HUES != hue)
        break;

      n_changes += above != area;
      area = above;
      colour = above_colour;
    }

  return n_changes % 2 == 0 ? colour : dwell_palette_tell_apart (colour, colour);
}

/**
 * dwell_palette_take_colour:
 * @name: what gets the colour
 * @taken: (inout): a bit for each colour that is in use; 0 at first
 *
 * Chooses a colour for something that is drawn beside others: that of dwell_palette_colour_of() if
 * its hue is free; otherwise one of a free hue or, if no hue is free, a free tone.
 *
 * Returns: the number of the bar colour, less than %DWELL_N_COLOURS
 */
guint
dwell_palette_take_colour (const char *name,
                           guint32    *taken)
{
  guint32 hues = (*taken | *taken >> N_HUES) & ((1u << N_HUES) - 1);
  guint colour = dwell_palette_colour_of (name);

  for (guint i = 0; i < DWELL_N_COLOURS; i++)
    {
      if (hues == (1u << N_HUES) - 1 ? (*taken & 1u << colour) == 0
                                     : (hues & 1u << colour % N_HUES) == 0)
        break;
      colour = (colour + COLOUR_STEP) % DWELL_N_COLOURS;
    }

  *taken |= 1u << colour;
  return colour;
}
