/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way down to the node that a call tree is cut down to: a button for each that leads there. */
#pragma once

#include <gtk/gtk.h>

#include "analysis/dwell-tree.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TREE_PATH (dwell_tree_path_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreePath, dwell_tree_path, DWELL, TREE_PATH, GtkWidget)

/* Signal: chosen (uint node, DWELL_NONE for all). */
void dwell_tree_path_show      (DwellTreePath *self,
                                DwellTree     *tree,
                                guint32        node);
/* Whether it keeps its place while the tree is whole; else it is hidden then. */
void dwell_tree_path_set_stays (DwellTreePath *self,
                                gboolean       stays);

G_END_DECLS
