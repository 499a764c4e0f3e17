/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of drawn widgets in the style of the desktop. */
#include "config.h"

#include "ui/widgets/dwell-style.h"

#include <adwaita.h>

/**
 * dwell_style_get_palette:
 *
 * Returns: (transfer none): the palette for the desktop's style
 */
const DwellPalette *
dwell_style_get_palette (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  return dwell_palette_get (adw_style_manager_get_dark (style),
                            adw_style_manager_get_high_contrast (style));
}
