/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/lines/dwell-line-list.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LINES_PAGE (dwell_lines_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellLinesPage, dwell_lines_page, DWELL, LINES_PAGE, DwellTablePage)

/* Property: mode (string: "tree", "list", "source" or "records"). */

void dwell_lines_page_load_source (DwellLinesPage *self,
                                   GFile          *file);

G_END_DECLS
