/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_PROBLEMS_PAGE (dwell_problems_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellProblemsPage, dwell_problems_page, DWELL, PROBLEMS_PAGE, AdwBin)

/* Property: view. */
void dwell_problems_page_set_view (DwellProblemsPage *self,
                                   DwellView         *view);

G_END_DECLS
