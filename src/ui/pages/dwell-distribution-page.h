/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-distribution.h"

G_BEGIN_DECLS

#define DWELL_TYPE_DISTRIBUTION_PAGE (dwell_distribution_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellDistributionPage, dwell_distribution_page, DWELL, DISTRIBUTION_PAGE,
                      AdwBin)

/* Property: view. */
void dwell_distribution_page_set_view (DwellDistributionPage *self,
                                       DwellView             *view);

G_END_DECLS
