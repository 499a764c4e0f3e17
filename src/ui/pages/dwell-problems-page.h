/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_PROBLEMS_PAGE (dwell_problems_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellProblemsPage, dwell_problems_page, DWELL, PROBLEMS_PAGE, DwellTablePage)

G_END_DECLS
