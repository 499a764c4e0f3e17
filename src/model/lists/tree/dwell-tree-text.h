/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the text of a node of a call tree for tooltips, screen readers and the clipboard. */
#pragma once

#include "analysis/tree/dwell-tree.h"

G_BEGIN_DECLS

char *dwell_tree_describe_node (const DwellTree *tree,
                                guint32          node) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
