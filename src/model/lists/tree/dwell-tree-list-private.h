/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the tree list. */
#pragma once

#include "model/lists/tree/dwell-tree-entry.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TREE_WORK_REMAKE, /* another tree, or seen in another way: another top */
  DWELL_TREE_WORK_SORT,
  DWELL_TREE_WORK_UNFOLD,
  DWELL_TREE_WORK_UNFOLD_BELOW,
  DWELL_TREE_WORK_GO_TO_NODE,
  DWELL_TREE_WORK_GO_TO_HOTTEST,
  DWELL_TREE_WORK_GO_TO_MATCH,
} DwellTreeWorkKind;

/* What is to be done with the entries below one top, on a worker or, where that is quick, at once.
 * Never are two of them under way. */
typedef struct {
  DwellTreeWorkKind  kind;
  DwellTreeForm      form;      /* owns its tree */
  DwellTreeEntry    *top;       /* a reference; of a remake: out */
  DwellTreeEntry    *entry;     /* (nullable) what to unfold, or where to begin */
  guint32            node;      /* where to go to */
  int                direction;
  DwellTreeMatch    *match;     /* (nullable) a reference */
  GArray            *places;    /* of a remake: DwellTreePlace, what was unfolded; NULL: nothing */
  guint              serial;    /* of a remake: of what was unfolded */

  DwellTreeEntry    *found;     /* out: where it leads to, or NULL */
  GPtrArray         *unfolded;  /* out: entries that shall be so */
  gboolean           is_whole;  /* out: all was unfolded */
} DwellTreeWork;

struct _DwellTreeList
{
  DwellList parent_instance;

  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  DwellTreeForm    form;    /* of the rows; owns its tree */
  DwellTreeForm    wanted;  /* another while the rows are being made; owns its tree */
  GQueue          *waiting; /* DwellTreeWork: to be done next */
  gboolean         is_outdated; /* the rows are of another form than the wanted */
  DwellTreeEntry  *top;
  GPtrArray       *rows;    /* DwellTreeEntry */
  DwellTreeEntry  *current;
  guint            serial;  /* of what is unfolded, and current */
};

/* dwell-tree-list-rows.c */
void     _dwell_tree_list_renew      (DwellTreeList       *self);
void     _dwell_tree_list_show_below (DwellTreeList       *self,
                                      DwellTreeEntry      *entry);
void     _dwell_tree_list_arrive     (DwellTreeList       *self,
                                      DwellTreeEntry      *entry);
void     _dwell_tree_list_hide_below (DwellTreeList       *self,
                                      guint                position);

/* dwell-tree-list-work.c */
void     _dwell_tree_list_take_form  (DwellTreeList       *self,
                                      const DwellTreeForm *form,
                                      gboolean             is_same_kind);
void     _dwell_tree_list_do         (DwellTreeList       *self,
                                      DwellTreeWorkKind    kind,
                                      DwellTreeEntry      *entry,
                                      guint32              node,
                                      int                  direction);
void     _dwell_tree_list_proceed    (DwellQuery          *query);
void     _dwell_tree_list_take       (DwellQuery          *query,
                                      gpointer             question);
void     _dwell_tree_list_drop_work  (DwellTreeList       *self);

/* dwell-tree-list-moves.c: on a worker. */
void     _dwell_tree_work_unfold_below (DwellTreeWork     *work,
                                        GCancellable      *cancellable);
void     _dwell_tree_work_go_to_node   (DwellTreeWork     *work,
                                        GCancellable      *cancellable);
void     _dwell_tree_work_go_to_hottest (DwellTreeWork    *work,
                                        GCancellable      *cancellable);
void     _dwell_tree_work_go_to_match  (DwellTreeWork     *work,
                                        GCancellable      *cancellable);

G_END_DECLS
