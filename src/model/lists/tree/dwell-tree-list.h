/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the unfolded rows of a call tree: top-down, bottom-up, or around one area.
 *
 * Entries are small and exist only below rows that were unfolded once; a row object exists only
 * while something shows it. When the tree is made again, rows stay unfolded if their path is the
 * same. */
#pragma once

#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"
#include "model/lists/tree/dwell-tree-source.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TREE_TOP_DOWN,  /* each area, with its callees */
  DWELL_TREE_BOTTOM_UP, /* each area, with its callers */
  DWELL_TREE_AROUND,    /* one area, with its callers and its callees */
} DwellTreeMode;

/* In DWELL_TREE_AROUND, the two outermost rows each begin a half. */
typedef enum {
  DWELL_TREE_NO_HALF,
  DWELL_TREE_CALLERS,
  DWELL_TREE_CALLEES,
} DwellTreeHalf;

/* The figures of a row. A weight that is not known is DWELL_TIME_NONE, a share is negative. */
typedef struct {
  guint32       area;    /* or DWELL_NONE: a context */
  guint32       context; /* or DWELL_NONE */
  guint32       node;    /* top-down; else DWELL_NONE */
  guint64       count;
  gint64        total;
  gint64        self;
  double        total_share;
  double        self_share;
  guint         depth;
  DwellTreeHalf half;
  gboolean      has_children;
  gboolean      is_unfolded;
} DwellTreeRow;

/* A row of the list. It keeps its tree alive. */
#define DWELL_TYPE_TREE_ITEM (dwell_tree_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreeItem, dwell_tree_item, DWELL, TREE_ITEM, GObject)

const DwellTreeRow *dwell_tree_item_get_row  (DwellTreeItem   *self);
const char         *dwell_tree_item_get_name (DwellTreeItem   *self);
const DwellTrace   *dwell_tree_item_get_trace (DwellTreeItem *self);
char               *dwell_tree_item_get_text (DwellTreeItem   *self,
                                              DwellTreeColumn  column);
char               *dwell_tree_item_get_plain (DwellTreeItem   *self,
                                               DwellTreeColumn  column);

/* A list of DwellTreeItem for the tree of a source. It is busy while a worker makes the rows of a
 * large tree. A position that does not exist is G_MAXUINT. Signals: arrived, after each
 * dwell_tree_list_go_to_…() (boolean: the row was found and is current); unfolded-below (boolean:
 * all rows were unfolded, none left out for being too many). */
#define DWELL_TYPE_TREE_LIST (dwell_tree_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreeList, dwell_tree_list, DWELL, TREE_LIST, DwellList)

DwellTreeList *dwell_tree_list_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_tree_list_set_source   (DwellTreeList   *self,
                                             DwellTreeSource *source);
DwellTreeMode  dwell_tree_list_get_mode     (DwellTreeList   *self);
void           dwell_tree_list_set_mode     (DwellTreeList   *self,
                                             DwellTreeMode    mode);
guint32        dwell_tree_list_get_area     (DwellTreeList   *self);
void           dwell_tree_list_set_area     (DwellTreeList   *self,
                                             guint32          area);
guint32        dwell_tree_list_get_root     (DwellTreeList   *self);
void           dwell_tree_list_set_root     (DwellTreeList   *self,
                                             guint32          node);
void           dwell_tree_list_sort         (DwellTreeList   *self,
                                             DwellTreeColumn  column,
                                             gboolean         descending);

/* The current row is the one that the user is at. It stays the same while rows come and go. */

guint          dwell_tree_list_get_current  (DwellTreeList   *self);
void           dwell_tree_list_set_current  (DwellTreeList   *self,
                                             guint            position);

void           dwell_tree_list_fold         (DwellTreeList   *self,
                                             guint            position,
                                             gboolean         is_folded);
void           dwell_tree_list_unfold_below (DwellTreeList   *self,
                                             guint            position);
guint          dwell_tree_list_get_parent   (DwellTreeList   *self,
                                             guint            position);

/* Each of these unfolds the rows above its target and makes the target the current row. Then
 * “arrived” is emitted, perhaps before the function returns. */

void           dwell_tree_list_go_to_node    (DwellTreeList  *self,
                                              guint32         node);
void           dwell_tree_list_go_to_hottest (DwellTreeList  *self);
void           dwell_tree_list_go_to_match   (DwellTreeList  *self,
                                              int             direction);

G_END_DECLS
