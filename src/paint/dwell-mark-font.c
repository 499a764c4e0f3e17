/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Defines the font of marks. Shapes are given in pixels at the size at which they are used. */
#include "config.h"

#include "paint/dwell-mark-font.h"

static void
add_diamond (cairo_t *cr,
             double   x)
{
  const double r = DWELL_MARK_RADIUS;

  cairo_move_to (cr, x, -r);
  cairo_line_to (cr, x + r, 0);
  cairo_line_to (cr, x, r);
  cairo_line_to (cr, x - r, 0);
  cairo_close_path (cr);
}

static void
add_exit (cairo_t *cr)
{
  const double r = DWELL_MARK_RADIUS;

  cairo_move_to (cr, -r - 1, -r);
  cairo_line_to (cr, -1, 0);
  cairo_line_to (cr, -r - 1, r);
  cairo_close_path (cr);
  cairo_rectangle (cr, -1, -r, 2, 2 * r);
}

static void
add_orphan (cairo_t *cr)
{
  const double r = DWELL_MARK_RADIUS + 0.5;

  cairo_rectangle (cr, 0, -r, 2, 2 * r);
  cairo_rectangle (cr, -4, -r, 4, 2);
  cairo_rectangle (cr, -4, r - 2, 4, 2);
}

static void
add_more (cairo_t *cr)
{
  const double r = DWELL_MARK_RADIUS;

  add_diamond (cr, -1.5);
  cairo_move_to (cr, 1, -r);
  cairo_line_to (cr, 2.5, -r);
  cairo_line_to (cr, 2.5 + r, 0);
  cairo_line_to (cr, 2.5, r);
  cairo_line_to (cr, 1, r);
  cairo_line_to (cr, 1 + r, 0);
  cairo_close_path (cr);
}

static cairo_status_t
render_glyph (cairo_scaled_font_t  *font,
              unsigned long         glyph,
              cairo_t              *cr,
              cairo_text_extents_t *extents)
{
  /* Glyphs are drawn in units of the font size; the shapes are in pixels. */
  cairo_scale (cr, 1.0 / DWELL_MARK_FONT_SIZE, 1.0 / DWELL_MARK_FONT_SIZE);

  switch ((DwellMarkGlyph) glyph)
    {
    case DWELL_MARK_GLYPH_EXIT:
      add_exit (cr);
      break;
    case DWELL_MARK_GLYPH_ORPHAN:
      add_orphan (cr);
      break;
    case DWELL_MARK_GLYPH_MORE:
      add_more (cr);
      break;
    case DWELL_MARK_GLYPH_MESSAGE:
    default:
      add_diamond (cr, 0);
      break;
    }

  cairo_fill (cr);
  return CAIRO_STATUS_SUCCESS;
}

/**
 * dwell_mark_font_new:
 * Creates the font whose glyphs are #DwellMarkGlyph.
 *
 * Returns: (transfer full): the font face
 */
cairo_font_face_t *
dwell_mark_font_new (void)
{
  cairo_font_face_t *face = cairo_user_font_face_create ();

  cairo_user_font_face_set_render_glyph_func (face, render_glyph);
  return face;
}
