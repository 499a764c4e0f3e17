/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the tree list: what can be a row. Entries are made when their parent is unfolded for
 * the first time, all siblings at once, and live as long as their tree is shown, or is worked on.
 *
 * A worker makes and sorts children where they are many. While it works, it alone looks at
 * children; what is unfolded is for the main thread alone to say. */
#pragma once

#include "analysis/tree/dwell-tree-groups.h"
#include "model/lists/tree/dwell-tree-list.h"

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
  guint8           is_wanted;  /* to be unfolded once its children are made */
};

typedef struct {
  DwellTree       *tree;
  DwellTreeMode    mode;
  guint32          area;
  guint32          root;
  double           whole;      /* what shares are of; told once the tree is shown */
  DwellTreeColumn  sort_by;
  gboolean         descending;
} DwellTreeForm;

/* Where something was unfolded, without the tree. */
typedef struct {
  guint32 parent;  /* its place in the array */
  guint32 area;    /* DWELL_NONE: a context */
  guint32 context; /* or DWELL_NONE: an area */
  guint8  half;
  guint8  is_unfolded;
  guint8  is_current;
} DwellTreePlace;

/* The entry above all rows. */
DwellTreeEntry *_dwell_tree_entry_new           (const DwellTreeForm  *form,
                                                 GCancellable         *cancellable)
                                                G_GNUC_WARN_UNUSED_RESULT;
/* Of that one alone. */
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
