/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of the palette: text is readable on every bar, and any two bars are distinguishable
 * by common, deutan, protan and tritan eyes. Distances are in OKLab, where 0.02 is about the least
 * visible difference side by side; colour blindness is simulated by the matrices of Machado,
 * Oliveira and Fernandes (2009), severity 1. */
#include "config.h"

#include <math.h>

#include "paint/dwell-palette.h"

static const double eyes[4][9] = {
  { 1, 0, 0, 0, 1, 0, 0, 0, 1 },
  { 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881 },
  { 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998 },
  { 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900 },
};

static const double least_distances[4] = { 0.06, 0.045, 0.045, 0.035 };

static double
to_linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* Converts a colour, as these eyes see it, to OKLab. */
static void
see (const DwellColour *colour,
     const double       eye[9],
     double             lab[3])
{
  double rgb[3] = { to_linear (colour->red), to_linear (colour->green), to_linear (colour->blue) };
  double seen[3];
  double l, m, s;

  for (guint i = 0; i < 3; i++)
    seen[i] = CLAMP (eye[3 * i] * rgb[0] + eye[3 * i + 1] * rgb[1] + eye[3 * i + 2] * rgb[2], 0, 1);

  l = cbrt (0.4122214708 * seen[0] + 0.5363325363 * seen[1] + 0.0514459929 * seen[2]);
  m = cbrt (0.2119034982 * seen[0] + 0.6806995451 * seen[1] + 0.1073969566 * seen[2]);
  s = cbrt (0.0883024619 * seen[0] + 0.2817188376 * seen[1] + 0.6299787005 * seen[2]);
  lab[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
  lab[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
  lab[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

static double
get_distance (const DwellColour *a,
              const DwellColour *b,
              const double       eye[9])
{
  double left[3];
  double right[3];

  see (a, eye, left);
  see (b, eye, right);

  return sqrt (pow (left[0] - right[0], 2) + pow (left[1] - right[1], 2) +
               pow (left[2] - right[2], 2));
}

static void
test_apart (void)
{
  for (guint style = 0; style < 4; style++)
    {
      const DwellPalette *palette = dwell_palette_get (style & 1, style & 2);

      for (guint eye = 0; eye < G_N_ELEMENTS (eyes); eye++)
        for (guint i = 0; i < DWELL_N_COLOURS; i++)
          {
            g_assert_cmpfloat (get_distance (&palette->bars[i], &palette->background, eyes[eye]), >,
                               0.1);

            for (guint j = 0; j < i; j++)
              g_assert_cmpfloat (get_distance (&palette->bars[i], &palette->bars[j], eyes[eye]), >,
                                 least_distances[eye]);
          }
    }
}

static double
get_hue (const DwellColour *colour)
{
  double lab[3];

  see (colour, eyes[0], lab);
  return atan2 (lab[2], lab[1]) * 180 / G_PI;
}

/* A bar is drawn in the other tone where its caller has its colour: both are seen as that colour,
 * one lighter and one darker, and much the same in the light and the dark style. */
static void
test_tones (void)
{
  for (guint style = 0; style < 4; style++)
    for (guint i = 0; i < DWELL_N_COLOURS / 2; i++)
      {
        const DwellColour *light = &dwell_palette_get (style & 1, style & 2)->bars[i];
        const DwellColour *dark =
          &dwell_palette_get (style & 1, style & 2)->bars[i + DWELL_N_COLOURS / 2];
        const DwellColour *other = &dwell_palette_get (!(style & 1), style & 2)->bars[i];
        double lab[2][3];

        see (light, eyes[0], lab[0]);
        see (dark, eyes[0], lab[1]);
        g_assert_cmpfloat (lab[0][0] - lab[1][0], >, 0.085);
        g_assert_cmpfloat (lab[0][0] - lab[1][0], <, 0.2);
        g_assert_cmpfloat (fabs (remainder (get_hue (light) - get_hue (dark), 360)), <, 8);
        g_assert_cmpfloat (fabs (remainder (get_hue (light) - get_hue (other), 360)), <, 16);
      }
}

static void
test_contrast (void)
{
  for (guint style = 0; style < 4; style++)
    {
      const DwellPalette *palette = dwell_palette_get (style & 1, style & 2);
      const DwellColour *grounds[] = { &palette->background, &palette->band };

      g_assert_cmpint (palette->is_dark, ==, (style & 1) != 0);
      g_assert_cmpint (palette->is_high_contrast, ==, (style & 2) != 0);

      /* Bars are seen, however little of their time is covered. */
      for (guint i = 0; i < DWELL_N_COLOURS; i++)
        {
          DwellColour folded = dwell_colour_mix (&palette->background, &palette->bars[i],
                                                 palette->folded_shares[i]);

          g_assert_cmpfloat (dwell_colour_get_contrast (&palette->bars[i],
                                                        &palette->bar_texts[i]), >=, 4.5);
          g_assert_cmpfloat (palette->folded_shares[i], <=, 1);
          g_assert_cmpfloat (dwell_colour_get_contrast (&palette->background, &folded), >=,
                             DWELL_SHAPE_CONTRAST);
        }

      for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
        {
          double least = palette->is_high_contrast ? 7 : 4.5;

          g_assert_cmpfloat (dwell_colour_get_contrast (grounds[i], &palette->text), >=, least);
          g_assert_cmpfloat (dwell_colour_get_contrast (grounds[i], &palette->dim_text), >=, least);
          g_assert_cmpfloat (dwell_colour_get_contrast (grounds[i], &palette->mark), >=, least);
          g_assert_cmpfloat (dwell_colour_get_contrast (grounds[i], &palette->marker), >=, 4.5);
          g_assert_cmpfloat (dwell_colour_get_contrast (grounds[i], &palette->warning), >=, 4.5);
          /* 3 is enough for shapes, which are not text. */
          g_assert_cmpfloat (dwell_colour_get_contrast (grounds[i], &palette->accent), >=, 3);
        }
    }
}

/* The parts of a frame of two recordings: text is readable on them, each is seen beside the common
 * one, and the two changes are far apart for all eyes. */
static void
test_differences (void)
{
  for (guint style = 0; style < 4; style++)
    {
      const DwellPalette *palette = dwell_palette_get (style & 1, style & 2);
      const DwellColour *changes[] = { &palette->lost, &palette->gained };

      g_assert_cmpfloat (dwell_colour_get_contrast (&palette->common, &palette->common_text), >=,
                         4.5);
      for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
        {
          g_assert_cmpfloat (dwell_colour_get_contrast (changes[i], &palette->change_text), >=,
                             4.5);
          g_assert_cmpfloat (dwell_colour_get_contrast (changes[i], &palette->common), >=,
                             DWELL_SHAPE_CONTRAST);
        }
      for (guint eye = 0; eye < G_N_ELEMENTS (eyes); eye++)
        g_assert_cmpfloat (get_distance (changes[0], changes[1], eyes[eye]), >, 0.17);
    }
}

/* @text over @ground, as far as it is opaque. */
static double
get_seen_contrast (const DwellColour *ground,
                   const DwellColour *text,
                   double             share)
{
  DwellColour seen = dwell_colour_mix (ground, text, share);

  return dwell_colour_get_contrast (ground, &seen);
}

/* Text on bars that a search does not match, that are above what is zoomed to, that are not
 * selected; and on the lines that a selection leaves in their places. */
static void
test_pale (void)
{
  for (guint style = 0; style < 4; style++)
    {
      const DwellPalette *palette = dwell_palette_get (style & 1, style & 2);
      const DwellColour *veil = &palette->selection;
      const DwellColour *grounds[] = { &palette->background, &palette->band };

      for (guint i = 0; i < DWELL_N_COLOURS; i++)
        {
          const DwellColour *bar = &palette->bars[i];
          DwellColour dim = dwell_colour_mix (&palette->background, bar, DWELL_DIM_SHARE);
          DwellColour above = dwell_colour_mix (&palette->background, bar, DWELL_ABOVE_SHARE);
          DwellColour veiled = dwell_colour_mix (bar, veil, veil->alpha);
          DwellColour both = dwell_colour_mix (&dim, veil, veil->alpha);

          g_assert_cmpfloat (get_seen_contrast (&dim, &palette->text, DWELL_DIM_TEXT_SHARE), >=,
                             4.5);
          g_assert_cmpfloat (get_seen_contrast (&above, &palette->text, 1), >=, 4.5);
          g_assert_cmpfloat (get_seen_contrast (&veiled, &palette->text, DWELL_VEILED_TEXT_SHARE),
                             >=, 4.5);
          g_assert_cmpfloat (get_seen_contrast (&both, &palette->text, DWELL_VEILED_TEXT_SHARE),
                             >=, 4.5);
        }

      for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
        {
          DwellColour veiled = dwell_colour_mix (grounds[i], veil, veil->alpha);

          g_assert_cmpfloat (get_seen_contrast (&veiled, &palette->dim_text, 1), >=, 4.5);
        }

      /* On flags: the cursor's and the markers'. */
      g_assert_cmpfloat (get_seen_contrast (&palette->text, &palette->background, 1), >=, 4.5);
      g_assert_cmpfloat (get_seen_contrast (&palette->marker, &palette->band, 1), >=, 4.5);
    }
}

/* Colours are part of what one recognises a name by: they may not change between versions. */
static void
test_names (void)
{
  guint counts[DWELL_N_COLOURS] = { 0 };

  g_assert_cmpuint (dwell_palette_colour_of (""), ==, 20);
  g_assert_cmpuint (dwell_palette_colour_of ("main"), ==, 1);
  g_assert_cmpuint (dwell_palette_colour_of ("OpenStartupscreen"), ==, 11);

  for (guint i = 0; i < 24000; i++)
    {
      g_autofree char *name = g_strdup_printf ("function_%u", i);

      counts[dwell_palette_colour_of (name)]++;
    }

  for (guint i = 0; i < DWELL_N_COLOURS; i++)
    {
      g_assert_cmpuint (counts[i], >, 800);
      g_assert_cmpuint (counts[i], <, 1200);
    }
}

/* What has the colour of its parent takes one that differs, and no other does. */
static void
test_tell_apart (void)
{
  for (guint colour = 0; colour < DWELL_N_COLOURS; colour++)
    for (guint parent = 0; parent < DWELL_N_COLOURS; parent++)
      {
        guint drawn = dwell_palette_tell_apart (colour, parent);

        g_assert_cmpuint (drawn, <, DWELL_N_COLOURS);
        g_assert_cmpuint (drawn, !=, parent);
        if (colour != parent)
          g_assert_cmpuint (drawn, ==, colour);
        else
          g_assert_cmpuint (dwell_palette_tell_apart (drawn, drawn), ==, colour);
      }
}

/* In one chart no two have a colour; the first has its own; up to twelve differ in their hue. */
static void
test_taken (void)
{
  for (guint round = 0; round < 500; round++)
    {
      guint colours[DWELL_N_COLOURS];
      guint32 taken = 0;

      for (guint i = 0; i < DWELL_N_COLOURS; i++)
        {
          g_autofree char *name = g_strdup_printf ("routine_%d", g_test_rand_int ());

          colours[i] = dwell_palette_take_colour (name, &taken);
          g_assert_cmpuint (colours[i], <, DWELL_N_COLOURS);
          if (i == 0)
            g_assert_cmpuint (colours[i], ==, dwell_palette_colour_of (name));

          for (guint j = 0; j < i; j++)
            {
              g_assert_cmpuint (colours[i], !=, colours[j]);
              if (i < DWELL_N_COLOURS / 2)
                g_assert_cmpuint (colours[i] % (DWELL_N_COLOURS / 2), !=,
                                  colours[j] % (DWELL_N_COLOURS / 2));
            }
        }

      /* More than there are: any. */
      g_assert_cmpuint (dwell_palette_take_colour ("one more", &taken), <, DWELL_N_COLOURS);
    }
}

/* A chain of calls: each is called by the one before it. */
typedef struct {
  guint32 areas[40];
  guint   colours[8]; /* of areas */
} Chain;

static guint32
get_caller (gpointer  user_data,
            guint32   call,
            guint32  *area,
            guint    *colour)
{
  const Chain *chain = user_data;

  *area = chain->areas[call];
  *colour = *area != G_MAXUINT32 ? chain->colours[*area] : 0;
  return call > 0 ? call - 1 : G_MAXUINT32;
}

static guint
get_colour (Chain   *chain,
            guint32  call)
{
  return dwell_palette_colour_of_call (call, get_caller, chain);
}

/* A function that calls itself has one tone, whatever is above and below it. */
static void
test_calls (void)
{
  Chain chain = { .areas = { 0, 1, 1, 0 }, .colours = { 3, 3 } };

  g_assert_cmpuint (get_colour (&chain, 0), ==, 3);
  g_assert_cmpuint (get_colour (&chain, 1), ==, dwell_palette_tell_apart (3, 3));
  g_assert_cmpuint (get_colour (&chain, 2), ==, dwell_palette_tell_apart (3, 3));
  g_assert_cmpuint (get_colour (&chain, 3), ==, 3);

  /* What is no call, as a context, ends the callers. */
  chain.areas[0] = G_MAXUINT32;
  g_assert_cmpuint (get_colour (&chain, 1), ==, 3);
  g_assert_cmpuint (get_colour (&chain, 2), ==, 3);
  g_assert_cmpuint (get_colour (&chain, 3), ==, dwell_palette_tell_apart (3, 3));
}

/* Against the colours that are found from the top downwards. */
static void
test_random_calls (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      Chain chain;
      guint above = 0;

      for (guint i = 0; i < G_N_ELEMENTS (chain.colours); i++)
        chain.colours[i] = (guint) g_test_rand_int_range (0, 2) * DWELL_N_COLOURS / 2 +
                           (guint) g_test_rand_int_range (0, 2);

      for (guint i = 0; i < G_N_ELEMENTS (chain.areas); i++)
        {
          guint area = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (chain.colours));
          guint colour = chain.colours[area];

          chain.areas[i] = area;
          if (i > 0 && (colour == above || dwell_palette_tell_apart (above, above) == colour))
            colour = area == chain.areas[i - 1] ? above : dwell_palette_tell_apart (above, above);

          g_assert_cmpuint (get_colour (&chain, i), ==, colour);
          above = colour;
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/palette/apart", test_apart);
  g_test_add_func ("/palette/tones", test_tones);
  g_test_add_func ("/palette/differences", test_differences);
  g_test_add_func ("/palette/contrast", test_contrast);
  g_test_add_func ("/palette/pale", test_pale);
  g_test_add_func ("/palette/names", test_names);
  g_test_add_func ("/palette/tell-apart", test_tell_apart);
  g_test_add_func ("/palette/calls", test_calls);
  g_test_add_func ("/palette/calls/random", test_random_calls);
  g_test_add_func ("/palette/taken", test_taken);

  return g_test_run ();
}
