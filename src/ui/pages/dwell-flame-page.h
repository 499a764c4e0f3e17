/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/flame/dwell-flame-graph.h"
#include "ui/pages/dwell-calls.h"

G_BEGIN_DECLS

#define DWELL_TYPE_FLAME_PAGE (dwell_flame_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellFlamePage, dwell_flame_page, DWELL, FLAME_PAGE, DwellViewBin)

G_END_DECLS
