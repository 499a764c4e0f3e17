/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/flame/dwell-flame-graph.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FLAME_PAGE (dwell_flame_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellFlamePage, dwell_flame_page, DWELL, FLAME_PAGE, AdwBin)

/* Properties: view; by-context, shows-lines (boolean). */
void dwell_flame_page_set_view (DwellFlamePage *self,
                                DwellView      *view);

G_END_DECLS
