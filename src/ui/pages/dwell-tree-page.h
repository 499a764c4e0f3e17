/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "model/lists/dwell-tree-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TREE_PAGE (dwell_tree_page_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreePage, dwell_tree_page, DWELL, TREE_PAGE, AdwBin)

/* Properties: view; by-context, shows-lines (boolean). */
void           dwell_tree_page_set_view (DwellTreePage *self,
                                         DwellView     *view);
DwellTreeList *dwell_tree_page_get_list (DwellTreePage *self);

G_END_DECLS
