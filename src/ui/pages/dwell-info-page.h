/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_INFO_PAGE (dwell_info_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellInfoPage, dwell_info_page, DWELL, INFO_PAGE, DwellViewBin)

G_END_DECLS
