/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/lists/tree/dwell-tree-list.h"
#include "ui/pages/dwell-table-page.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TREE_PAGE (dwell_tree_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreePage, dwell_tree_page, DWELL, TREE_PAGE, DwellTablePage)

G_END_DECLS
