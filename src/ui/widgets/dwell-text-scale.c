/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of the user's text, to scale lengths that are given in pixels.
 *
 * What is painted on a cairo context is made for text of the usual size. Such a widget paints with
 * the Pango context of dwell_text_scale_make_context(), scaled by dwell_text_scale_get(): text,
 * lines and gaps grow together, and nothing is cut. */
#include "config.h"

#include "ui/widgets/dwell-text-scale.h"

/* px: GNOME’s font, 11 pt at 96 dpi, which lengths in pixels are made for. */
#define USUAL_TEXT_SIZE (11 * 96. / 72)

/**
 * dwell_text_scale_get:
 * @widget: a widget
 *
 * Returns: the size of its text as a multiple of the usual one, at least 1
 */
double
dwell_text_scale_get (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = (double) pango_font_description_get_size (font) / PANGO_SCALE;

  if (!pango_font_description_get_size_is_absolute (font))
    size *= pango_cairo_context_get_resolution (context) / 72;

  return MAX (size / USUAL_TEXT_SIZE, 1);
}

/**
 * dwell_text_scale_make_context:
 * @widget: a widget
 *
 * Returns: (transfer full): a Pango context with the font of @widget, in the usual size unless the
 *   user's text is smaller
 */
PangoContext *
dwell_text_scale_make_context (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_create_pango_context (widget);
  double resolution = pango_cairo_context_get_resolution (context);
  double scale = dwell_text_scale_get (widget);
  PangoFontDescription *font;

  if (scale == 1)
    return context;

  font = pango_font_description_copy (pango_context_get_font_description (context));
  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font,
                                              pango_font_description_get_size (font) / scale);
  pango_context_set_font_description (context, font);
  pango_font_description_free (font);
  pango_cairo_context_set_resolution (context, resolution / scale);

  /* Whole pixels of this context are not whole pixels of the screen. */
  pango_context_set_round_glyph_positions (context, FALSE);
  return context;
}
