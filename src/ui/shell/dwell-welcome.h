/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define DWELL_TYPE_WELCOME (dwell_welcome_get_type ())
G_DECLARE_FINAL_TYPE (DwellWelcome, dwell_welcome, DWELL, WELCOME, AdwBin)

G_END_DECLS
