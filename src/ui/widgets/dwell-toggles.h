/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A choice among toggle buttons: side by side where there is room, otherwise a button with a
 * menu. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_TOGGLES (dwell_toggles_get_type ())
G_DECLARE_FINAL_TYPE (DwellToggles, dwell_toggles, DWELL, TOGGLES, GtkWidget)

void dwell_toggles_set_title (DwellToggles    *self,
                              GtkToggleButton *toggle,
                              const char      *title);

G_END_DECLS
