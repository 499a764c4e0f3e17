/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the tree list. */
#pragma once

#include "model/dwell-tree-entry.h"

G_BEGIN_DECLS

struct _DwellTreeList
{
  GObject parent_instance;

  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  DwellTreeForm    form; /* owns its tree */
  DwellTreeEntry  *top;
  GPtrArray       *rows; /* DwellTreeEntry */
  DwellTreeEntry  *current;
};

void _dwell_tree_list_renew (DwellTreeList *self);

G_END_DECLS
