/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_REQUIREMENTS_PAGE (dwell_requirements_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellRequirementsPage, dwell_requirements_page, DWELL, REQUIREMENTS_PAGE,
                      DwellTablePage)

G_END_DECLS
