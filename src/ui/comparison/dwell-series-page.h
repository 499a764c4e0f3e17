/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_SERIES_PAGE (dwell_series_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellSeriesPage, dwell_series_page, DWELL, SERIES_PAGE, DwellTablePage)

G_END_DECLS
