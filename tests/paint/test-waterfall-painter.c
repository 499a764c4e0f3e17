/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the bars of a waterfall lie, and what colours they have. */
#include "config.h"

#include "paint/dwell-waterfall-painter.h"

#define WIDTH  200
#define HEIGHT 24

static const DwellWaterfall example = {
  .n_steps = 5,
  .steps = {
    { DWELL_STEP_BASE, 0, 0, 0, 380 },
    { DWELL_STEP_ROW, 0, 1, 380, 540 },
    { DWELL_STEP_ROW, 1, 1, 540, 440 },
    { DWELL_STEP_CHANGED, 0, 3, 440, 440 },
    { DWELL_STEP_WHOLE, 0, 0, 0, 440 },
  },
  .low = 340,
  .high = 540,
};

static void
test_bars (void)
{
  static const double expected[][2] = {
    { 0, 40 }, { 40, 160 }, { 100, 100 }, { 100, 0 }, { 0, 100 },
  };

  for (guint i = 0; i < example.n_steps; i++)
    {
      double x;
      double length;

      dwell_waterfall_get_bar (&example, i, WIDTH, &x, &length);
      g_assert_cmpfloat (x, ==, expected[i][0]);
      g_assert_cmpfloat (length, ==, expected[i][1]);
    }
}

/* A change that is too small for a pixel is seen, also at either end. */
static void
test_small (void)
{
  DwellWaterfall small = {
    .n_steps = 4,
    .steps = {
      { DWELL_STEP_BASE, 0, 0, 0, 1000000 },
      { DWELL_STEP_ROW, 0, 1, 1000000, 999999 },
      { DWELL_STEP_ROW, 1, 1, 999999, 1000000 },
      { DWELL_STEP_WHOLE, 0, 0, 0, 1000000 },
    },
    .high = 1000000,
  };
  double x;
  double length;

  dwell_waterfall_get_bar (&small, 1, WIDTH, &x, &length);
  g_assert_cmpfloat (length, ==, 2);
  g_assert_cmpfloat (x, ==, WIDTH - 2);

  /* Nothing ran at all. */
  small.steps[0].end = small.steps[3].end = small.high = 0;
  dwell_waterfall_get_bar (&small, 0, WIDTH, &x, &length);
  g_assert_cmpfloat (x, ==, 0);
  g_assert_cmpfloat (length, ==, 0);
}

static guint32
get_pixel (cairo_surface_t *surface,
           int              x,
           int              y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) +
                      y * cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (gconstpointer) row)[x] & 0xffffff;
}

static guint32
get_colour (const DwellColour *colour)
{
  return (guint32) (colour->red * 255 + 0.5) << 16 | (guint32) (colour->green * 255 + 0.5) << 8 |
         (guint32) (colour->blue * 255 + 0.5);
}

static gboolean
is_in (cairo_surface_t   *surface,
       int                from,
       int                to,
       const DwellColour *colour)
{
  for (int x = from; x < to; x++)
    if (get_pixel (surface, x, HEIGHT / 2) == get_colour (colour))
      return TRUE;

  return FALSE;
}

static void
test_colours (void)
{
  const DwellPalette *palette = dwell_palette_get (FALSE, FALSE);

  for (guint i = 0; i < example.n_steps; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (surface);

      dwell_waterfall_draw_step (&example, i, cr, palette, WIDTH, HEIGHT);
      cairo_destroy (cr);
      cairo_surface_flush (surface);

      g_assert_cmpint (is_in (surface, 0, WIDTH, &palette->common), ==, i == 0 || i == 4);
      g_assert_cmpint (is_in (surface, 0, WIDTH, &palette->gained), ==, i == 1);
      g_assert_cmpint (is_in (surface, 0, WIDTH, &palette->lost), ==, i == 2);
      /* Cut off bars have a gap. */
      g_assert_cmpint (is_in (surface, 0, 40, &palette->background), ==, i == 0 || i == 4);
      cairo_surface_destroy (surface);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/waterfall-painter/bars", test_bars);
  g_test_add_func ("/waterfall-painter/small", test_small);
  g_test_add_func ("/waterfall-painter/colours", test_colours);
  return g_test_run ();
}
