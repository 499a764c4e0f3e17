/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours on which macros and their fields are shown: a macro has the same colour
 * everywhere. */
#include "config.h"

#include "ui/template/dwell-template-colours.h"

#include <string.h>

#include "formats/template/dwell-macros.h"
#include "ui/widgets/dwell-style.h"

/* The share of the macro's colour in the background, 0…1. */
#define TINT 0.45

/* The bar of the palette whose colour a macro has, by macro. Macros that the built-in presets have
 * in one template differ in hue, in each style. */
static const guint8 hues[] = { 23, 22, 4, 8, 18, 20, 15, 14, 1, 9, 6, 0 };

/**
 * dwell_template_colours_mix:
 * @macro: the name of a macro, without percent signs
 *
 * Returns: the colour of its background in the present style
 */
GdkRGBA
dwell_template_colours_mix (const char *macro)
{
  const DwellPalette *palette = dwell_style_get_palette ();
  DwellMacro known = dwell_macro_find (macro, strlen (macro));
  /* The columns of tables are not macros; these bits of the hash tell them apart. */
  guint number = known != DWELL_MACRO_UNKNOWN ? (guint) known : g_str_hash (macro) >> 9;
  const DwellColour *bar = &palette->bars[hues[number % G_N_ELEMENTS (hues)]];
  DwellColour colour = dwell_colour_mix (&palette->background, bar, TINT);

  return (GdkRGBA) { (float) colour.red, (float) colour.green, (float) colour.blue, 1 };
}

/**
 * dwell_template_colours_get:
 * @buffer: a text
 * @macro: the name of a macro, without percent signs
 *
 * Returns: (transfer none): the tag of @buffer, named after the macro, for text with its colour
 */
GtkTextTag *
dwell_template_colours_get (GtkTextBuffer *buffer,
                            const char    *macro)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), macro);
  GdkRGBA colour = dwell_template_colours_mix (macro);

  if (tag == NULL)
    tag = gtk_text_buffer_create_tag (buffer, macro, NULL);

  g_object_set (tag, "background-rgba", &colour, NULL);
  return tag;
}
