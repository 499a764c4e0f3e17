/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/shell/dwell-session-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_COMMAND_PALETTE (dwell_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (DwellCommandPalette, dwell_command_palette, DWELL, COMMAND_PALETTE, AdwWindow)

GtkWidget *dwell_command_palette_new (GtkWindow        *parent,
                                      DwellSessionPage *tab) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
