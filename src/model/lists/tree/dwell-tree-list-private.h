/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The structures and functions that the files of the tree list share. */
#pragma once

#include "model/lists/dwell-cell-text.h"
#include "model/lists/tree/dwell-tree-entry.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_TREE_WORK_REMAKE, /* makes a new top: the tree or the way it is shown changed */
  DWELL_TREE_WORK_SORT,
  DWELL_TREE_WORK_UNFOLD,
  DWELL_TREE_WORK_UNFOLD_BELOW,
  DWELL_TREE_WORK_GO_TO_NODE,
  DWELL_TREE_WORK_GO_TO_HOTTEST,
  DWELL_TREE_WORK_GO_TO_MATCH,
} DwellTreeWorkKind;

/* An operation on the entries below one top. It runs on a worker or, if it is quick, at once on the
 * main thread. Two of them never run at the same time. */
typedef struct {
  DwellTreeWorkKind  kind;
  DwellTreeForm      form;      /* owns its tree */
  DwellTreeEntry    *top;       /* owned reference; remake: out */
  DwellTreeEntry    *entry;     /* (nullable) to unfold, or to start at */
  guint32            node;      /* to go to */
  int                direction;
  DwellTreeMatch    *match;     /* (nullable) owned reference */
  GArray            *places;    /* remake: DwellTreePlace, to unfold again; NULL: nothing */
  guint              serial;    /* remake: the list's serial when places was made */

  DwellTreeEntry    *found;     /* out: the row to go to, or NULL */
  GPtrArray         *unfolded;  /* out: entries to mark as unfolded */
  gboolean           is_whole;  /* out: no row was left out for being too many */
} DwellTreeWork;

struct _DwellTreeList
{
  DwellList parent_instance;

  DwellTreeSource *source;
  GSignalGroup    *source_signals;
  DwellTreeForm    form;    /* of the rows; owns its tree */
  DwellTimeUnits  *units;   /* of its tree, or NULL */
  DwellTreeForm    wanted;  /* differs from form while its rows are being made; owns its tree */
  GQueue          *waiting; /* DwellTreeWork that has not been started */
  gboolean         is_outdated; /* the rows do not have the wanted form yet */
  DwellTreeEntry  *top;
  GPtrArray       *rows;    /* DwellTreeEntry */
  DwellTreeEntry  *current;
  guint            serial;  /* changes with the unfolded rows and the current row */
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
