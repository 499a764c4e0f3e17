/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_MARKERS_PAGE (dwell_markers_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellMarkersPage, dwell_markers_page, DWELL, MARKERS_PAGE, DwellTablePage)

G_END_DECLS
