/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/distribution/dwell-distribution.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_DISTRIBUTION_PAGE (dwell_distribution_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellDistributionPage, dwell_distribution_page, DWELL, DISTRIBUTION_PAGE,
                      DwellViewBin)

G_END_DECLS
