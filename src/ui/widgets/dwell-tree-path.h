/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path from the root of a call tree to the node whose subtree is shown: a button for each node
 * on it. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TREE_PATH (dwell_tree_path_get_type ())
/* Signal: chosen (uint node, DWELL_NONE for the whole tree). */
G_DECLARE_FINAL_TYPE (DwellTreePath, dwell_tree_path, DWELL, TREE_PATH, GtkWidget)

void dwell_tree_path_show      (DwellTreePath *self,
                                DwellTree     *tree,
                                guint32        node);
void dwell_tree_path_set_stays (DwellTreePath *self,
                                gboolean       stays);

G_END_DECLS
