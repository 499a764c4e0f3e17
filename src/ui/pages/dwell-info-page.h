/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_INFO_PAGE (dwell_info_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellInfoPage, dwell_info_page, DWELL, INFO_PAGE, AdwBin)

/* Property: view. */
void dwell_info_page_set_view (DwellInfoPage *self,
                               DwellView     *view);

G_END_DECLS
