/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_SHORTCUTS (dwell_shortcuts_get_type ())

G_DECLARE_FINAL_TYPE (DwellShortcuts, dwell_shortcuts, DWELL, SHORTCUTS, AdwWindow)

GtkWindow *dwell_shortcuts_present (GtkWindow *parent);

G_END_DECLS
