/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of rows behind the tree list, for the files of this folder. All children of an entry are
 * made when it is unfolded for the first time. They live as long as their tree is shown or a worker
 * uses it.
 *
 * A worker makes and sorts children where there are many. While it works, no other thread reads
 * children. Only the main thread changes what is unfolded. */
#pragma once

#include "analysis/tree/dwell-tree-groups.h"
#include "model/lists/tree/dwell-tree-list.h"

G_BEGIN_DECLS

typedef struct _DwellTreeEntry DwellTreeEntry;

struct _DwellTreeEntry
{
  DwellTreeEntry  *parent;
  guint32          node;       /* top-down; else DWELL_NONE */
  guint32          depth;
  DwellTreeGroup  *group;      /* owned; NULL: top-down */
  DwellTreeEntry  *siblings;   /* the children in the order in which they were made; owned */
  DwellTreeEntry **children;   /* pointers to them, sorted; NULL: not made yet */
  guint32          n_children;
  guint8           half;       /* DwellTreeHalf */
  guint8           goes_down;  /* the children of the group are its callees, not its callers */
  guint8           has_children;
  guint8           is_unfolded;
  guint8           is_wanted;  /* unfold it as soon as its children are made */
};

/* The tree and the way it is shown. */
typedef struct {
  DwellTree       *tree;
  DwellTreeMode    mode;
  guint32          area;
  guint32          root;
  double           whole;      /* the weight that shares are parts of; set when rows are made */
  DwellTreeColumn  sort_by;
  gboolean         descending;
} DwellTreeForm;

/* An unfolded or current entry described by its path, so that it can be found in another tree. */
typedef struct {
  guint32 parent;  /* index of its parent in the array of places */
  guint32 area;    /* DWELL_NONE: a context */
  guint32 context; /* or DWELL_NONE: an area */
  guint8  half;
  guint8  is_unfolded;
  guint8  is_current;
} DwellTreePlace;

/* The top entry is above all rows; only it is reference-counted. */

DwellTreeEntry *_dwell_tree_entry_new           (const DwellTreeForm  *form,
                                                 GCancellable         *cancellable)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellTreeEntry *_dwell_tree_entry_ref           (DwellTreeEntry       *top);
void            _dwell_tree_entry_unref         (DwellTreeEntry       *top);
void            _dwell_tree_entry_make_children (DwellTreeEntry       *self,
                                                 const DwellTreeForm  *form,
                                                 GCancellable         *cancellable);
gboolean        _dwell_tree_entry_is_quick      (const DwellTreeEntry *self,
                                                 const DwellTreeForm  *form,
                                                 guint                 limit);
void            _dwell_tree_entry_unfold        (DwellTreeEntry       *self,
                                                 const DwellTreeForm  *form,
                                                 GCancellable         *cancellable);
void            _dwell_tree_entry_sort_all      (DwellTreeEntry       *top,
                                                 const DwellTreeForm  *form,
                                                 GCancellable         *cancellable);
gboolean        _dwell_tree_entry_has_more      (const DwellTreeEntry *top,
                                                 guint                 limit);
DwellTreeRow    _dwell_tree_entry_get_row       (const DwellTreeEntry *self,
                                                 const DwellTreeForm  *form);
GArray         *_dwell_tree_entry_get_places    (DwellTreeEntry       *top,
                                                 const DwellTreeForm  *form,
                                                 const DwellTreeEntry *current)
                                                G_GNUC_WARN_UNUSED_RESULT;
DwellTreeEntry *_dwell_tree_entry_unfold_places (DwellTreeEntry       *top,
                                                 const DwellTreeForm  *form,
                                                 const GArray         *places,
                                                 GCancellable         *cancellable);

G_END_DECLS
