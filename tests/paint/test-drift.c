/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drift curve: where its points are, along the time of either recording, and what is drawn. */
#include "config.h"

#include "paint/dwell-drift-painter.h"

#define WIDTH  100
#define HEIGHT 40

static DwellAnchor anchors[] = {
  { 0, 0, 20, 40, 20, 20 },
  { 1, 1, 60, 70, 10, -10 },
};

static DwellAnchors all = {
  .base = { NULL, 0, 100, NULL }, .new = { NULL, 0, 90, NULL },
  .n_anchors = G_N_ELEMENTS (anchors), .anchors = anchors, .drift = -10, .lost = -20,
};

static DwellDriftDrawing
make (gboolean is_of_base)
{
  return (DwellDriftDrawing) {
    &all, is_of_base, { 0, 100, WIDTH }, HEIGHT, dwell_palette_get (FALSE, FALSE),
  };
}

static void
assert_point (const DwellDriftDrawing *drawing,
              guint                    point,
              gint64                   drift,
              double                   at_x,
              double                   at_y)
{
  double x;
  double y;

  g_assert_cmpint (dwell_drift_get_point (drawing, point, &x, &y), ==, drift);
  g_assert_cmpfloat_with_epsilon (x, at_x, 1e-9);
  g_assert_cmpfloat_with_epsilon (y, at_y, 1e-9);
}

/* From 20 later, 4 px from the top, to 10 earlier, 4 px from the bottom. */
static void
test_points (void)
{
  DwellDriftDrawing drawing = make (TRUE);

  g_assert_cmpuint (dwell_drift_get_n_points (&drawing), ==, 4);
  assert_point (&drawing, 0, 0, 0, 4 + 32.0 * 20 / 30);
  assert_point (&drawing, 1, 20, 20, 4);
  assert_point (&drawing, 2, 10, 60, 4 + 32.0 * 10 / 30);
  assert_point (&drawing, 3, -10, 100, 36);

  drawing = make (FALSE);
  assert_point (&drawing, 1, 20, 40, 4);
  assert_point (&drawing, 3, -10, 90, 36);
}

static void
test_pick (void)
{
  DwellDriftDrawing drawing = make (TRUE);

  g_assert_cmpuint (dwell_drift_pick (&drawing, -5), ==, 0);
  g_assert_cmpuint (dwell_drift_pick (&drawing, 19), ==, 0);
  g_assert_cmpuint (dwell_drift_pick (&drawing, 20), ==, 1);
  g_assert_cmpuint (dwell_drift_pick (&drawing, 61), ==, 2);
  g_assert_cmpuint (dwell_drift_pick (&drawing, 1000), ==, 3);
}

static guint32
get_pixel (cairo_surface_t *surface,
           int              x,
           int              y)
{
  const guchar *data = cairo_image_surface_get_data (surface);

  return *(const guint32 *) (gconstpointer) (data + y * cairo_image_surface_get_stride (surface) +
                                             x * 4) & 0xffffff;
}

/* What lies between the curve and 0 is filled, the rest is not; also far off the picture. */
static void
test_drawing (void)
{
  DwellDriftDrawing drawing = make (TRUE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  dwell_drift_draw (&drawing, cr);
  cairo_surface_flush (surface);
  g_assert_cmphex (get_pixel (surface, 40, 16), !=, 0xffffff);
  g_assert_cmphex (get_pixel (surface, 40, 35), ==, 0xffffff);
  g_assert_cmphex (get_pixel (surface, 2, 5), ==, 0xffffff);

  drawing.scale = (DwellScale) { G_MININT64 / 2, G_MININT64 / 2 + 1, WIDTH };
  dwell_drift_draw (&drawing, cr);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A recording beside itself has a flat curve. */
static void
test_flat (void)
{
  DwellAnchors none = { .base = { NULL, 0, 100, NULL }, .new = { NULL, 0, 100, NULL } };
  DwellDriftDrawing drawing = make (TRUE);

  drawing.anchors = &none;
  g_assert_cmpuint (dwell_drift_get_n_points (&drawing), ==, 2);
  assert_point (&drawing, 0, 0, 0, HEIGHT / 2);
  assert_point (&drawing, 1, 0, 100, HEIGHT / 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drift/points", test_points);
  g_test_add_func ("/drift/pick", test_pick);
  g_test_add_func ("/drift/drawing", test_drawing);
  g_test_add_func ("/drift/flat", test_flat);

  return g_test_run ();
}
