/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/statistics/dwell-statistics-list.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_STATISTICS_PAGE (dwell_statistics_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellStatisticsPage, dwell_statistics_page, DWELL, STATISTICS_PAGE,
                      DwellTablePage)

G_END_DECLS
