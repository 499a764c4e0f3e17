/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/dwell-palette.h"

G_BEGIN_DECLS

const DwellPalette *dwell_style_get_palette (void);

G_END_DECLS
