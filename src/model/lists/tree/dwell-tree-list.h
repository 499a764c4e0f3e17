/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call tree as the list of the rows that are unfolded: from above, from below, around one area.
 *
 * Only what was unfolded once exists: an entry of some words for each such node, and a row object
 * while something shows it. What is unfolded stays so, by its path, when the tree is made anew. */
#pragma once

#include "analysis/dwell-columns.h"
#include "model/lists/dwell-list.h"
#include "model/lists/tree/dwell-tree-source.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TREE_TOP_DOWN,  /* what each called */
  DWELL_TREE_BOTTOM_UP, /* each area, and who called it */
  DWELL_TREE_AROUND,    /* callers and callees of one area */
} DwellTreeMode;

/* Which of the two halves of DWELL_TREE_AROUND a row begins. */
typedef enum {
  DWELL_TREE_NO_HALF,
  DWELL_TREE_CALLERS,
  DWELL_TREE_CALLEES,
} DwellTreeHalf;

/* Plain figures of a row; what is not told is DWELL_TIME_NONE, or negative. */
typedef struct {
  guint32       area;    /* or DWELL_NONE: a context */
  guint32       context; /* or DWELL_NONE */
  guint32       node;    /* from above: the node; else DWELL_NONE */
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

#define DWELL_TYPE_TREE_ITEM (dwell_tree_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreeItem, dwell_tree_item, DWELL, TREE_ITEM, GObject)

const DwellTreeRow *dwell_tree_item_get_row  (DwellTreeItem   *self);
const char         *dwell_tree_item_get_name (DwellTreeItem   *self);
/* Whose colour it has; NULL: a context. */
const char         *dwell_tree_item_get_area_name (DwellTreeItem *self);
/* What a cell shows: (transfer full), "" where nothing exists. */
char               *dwell_tree_item_get_text (DwellTreeItem   *self,
                                              DwellTreeColumn  column);
/* As other programs read it: plain numbers, names indented by two blanks a level. */
char               *dwell_tree_item_get_plain (DwellTreeItem   *self,
                                               DwellTreeColumn  column);

#define DWELL_TYPE_TREE_LIST (dwell_tree_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellTreeList, dwell_tree_list, DWELL, TREE_LIST, DwellList)

/* A list of DwellTreeItem, of a source's tree; busy while the rows of a great tree are made on a
 * worker: they come by and by. Positions that do not exist are G_MAXUINT. Signals: arrived (whether
 * there was a way), after each go_to; unfolded-below (whether that was all). */
DwellTreeList *dwell_tree_list_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void           dwell_tree_list_set_source   (DwellTreeList   *self,
                                             DwellTreeSource *source);
DwellTreeMode  dwell_tree_list_get_mode     (DwellTreeList   *self);
void           dwell_tree_list_set_mode     (DwellTreeList   *self,
                                             DwellTreeMode    mode);
/* Whose callers and callees DWELL_TREE_AROUND shows. */
guint32        dwell_tree_list_get_area     (DwellTreeList   *self);
void           dwell_tree_list_set_area     (DwellTreeList   *self,
                                             guint32          area);
/* The node that the tree is cut down to, or DWELL_NONE. */
guint32        dwell_tree_list_get_root     (DwellTreeList   *self);
void           dwell_tree_list_set_root     (DwellTreeList   *self,
                                             guint32          node);
void           dwell_tree_list_sort         (DwellTreeList   *self,
                                             DwellTreeColumn  column,
                                             gboolean         descending);

/* The row that the user is at. It stays the same one while rows come and go. */
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
/* These unfold what leads there and make it the current row; then, perhaps at once, “arrived”. */
void           dwell_tree_list_go_to_node    (DwellTreeList  *self,
                                              guint32         node);
void           dwell_tree_list_go_to_hottest (DwellTreeList  *self);
void           dwell_tree_list_go_to_match   (DwellTreeList  *self,
                                              int             direction);

G_END_DECLS
