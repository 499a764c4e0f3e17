/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/shell/dwell-session-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_PALETTE (dwell_palette_get_type ())
G_DECLARE_FINAL_TYPE (DwellPalette, dwell_palette, DWELL, PALETTE, AdwWindow)

GtkWidget *dwell_palette_new (GtkWindow        *parent,
                              DwellSessionPage *tab) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
