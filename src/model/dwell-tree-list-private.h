/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the tree list. */
#pragma once

#include "model/dwell-job.h"
#include "model/dwell-tree-entry.h"

G_BEGIN_DECLS

struct _DwellTreeList
{
  GObject parent_instance;

  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  DwellTreeForm    form;   /* of the rows; owns its tree */
  DwellTreeForm    wanted; /* another while the rows are being made; owns its tree */
  DwellJob        *job;    /* under way, or NULL */
  gboolean         is_busy;
  DwellTreeEntry  *top;
  GPtrArray       *rows; /* DwellTreeEntry */
  DwellTreeEntry  *current;
};

void _dwell_tree_list_renew     (DwellTreeList       *self);
void _dwell_tree_list_take_form (DwellTreeList       *self,
                                 const DwellTreeForm *form,
                                 gboolean             is_same_kind);

G_END_DECLS
