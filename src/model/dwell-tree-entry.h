/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the tree list: what can be a row. Entries are made when their parent is unfolded for
 * the first time, all siblings at once, and live as long as their tree is shown. */
#pragma once

#include "analysis/dwell-tree-groups.h"
#include "model/dwell-tree-list.h"

G_BEGIN_DECLS

typedef struct _DwellTreeEntry DwellTreeEntry;

struct _DwellTreeEntry
{
  DwellTreeEntry  *parent;
  guint32          node;       /* from above; else DWELL_NONE */
  guint32          depth;
  DwellTreeGroup  *group;      /* owned; NULL: from above */
  DwellTreeEntry  *siblings;   /* the children, as they were made; owned */
  DwellTreeEntry **children;   /* the same, in order; NULL: not made yet */
  guint32          n_children;
  guint8           half;       /* DwellTreeHalf */
  guint8           goes_down;  /* a group's children are what it called */
  guint8           has_children;
  guint8           is_unfolded;
};

typedef struct {
  DwellTree       *tree;
  DwellTreeMode    mode;
  guint32          area;
  guint32          root;
  DwellTreeColumn  sort_by;
  gboolean         descending;
} DwellTreeForm;

/* The entry above all rows. */
DwellTreeEntry *_dwell_tree_entry_new           (const DwellTreeForm  *form)
                                                G_GNUC_WARN_UNUSED_RESULT;
void            _dwell_tree_entry_free          (DwellTreeEntry       *top);
void            _dwell_tree_entry_unfold        (DwellTreeEntry       *self,
                                                 const DwellTreeForm  *form);
void            _dwell_tree_entry_sort_all      (DwellTreeEntry       *top,
                                                 const DwellTreeForm  *form);
DwellTreeRow    _dwell_tree_entry_get_row       (const DwellTreeEntry *self,
                                                 const DwellTreeForm  *form);
/* The child that is what @other is, perhaps in another tree; NULL if there is none. */
DwellTreeEntry *_dwell_tree_entry_find          (const DwellTreeEntry *self,
                                                 const DwellTreeForm  *form,
                                                 const DwellTreeEntry *other,
                                                 const DwellTreeForm  *other_form);

G_END_DECLS
