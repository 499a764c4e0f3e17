/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of the user's text, to scale lengths that are given in pixels. */
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
