/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question about values and its answer, one job on a worker; for the value list's own files. */
#pragma once

#include "analysis/dwell-find.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-arrangement.h"
#include "model/lists/values/dwell-value-list.h"

G_BEGIN_DECLS

/* A variable or signal in the range. */
typedef struct {
  guint32           track;
  guint32           first_state; /* among the answer's states */
  guint32           n_states;
  guint64           count;       /* writes, or entries of states */
  DwellValueSummary summary;
  guint32           last_state;  /* area: at the range's end, or DWELL_NONE */
} DwellVariableRow;

typedef struct {
  DwellStateTime time;
  guint32        longest; /* span, or DWELL_NONE */
  char          *title;   /* “Running (2)”; NULL: the state has no name, or no value */
} DwellStateRow;

/* What does not depend on the cursor, nor on what is shown of it. Reference-counted, immutable. */
typedef struct {
  gatomicrefcount  ref_count;
  DwellTrace      *trace;
  DwellValueIndex *values;
  gint64           begin; /* ns; of the range, what lies in the session */
  gint64           end;
  GArray          *variables; /* DwellVariableRow */
  GArray          *states;    /* DwellStateRow; owns their titles */
} DwellValueAnswer;

DwellValueAnswer *_dwell_value_answer_ref   (DwellValueAnswer *self);
void              _dwell_value_answer_unref (DwellValueAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueAnswer, _dwell_value_answer_unref)

/* Of what a row tells: a track and, or DWELL_NONE, a state. */
void _dwell_value_answer_get_subject (const DwellValueAnswer *self,
                                      guint32                 row,
                                      guint32                *track,
                                      guint32                *state);

/* Which rows to show, in which order, and the moment of the cursor. */
typedef struct {
  DwellPattern     *pattern; /* NULL: all */
  DwellValueColumn  sort_by;
  gboolean          descending;
  GBytes           *folded;  /* by track: a byte; NULL: none is */
  gboolean          has_cursor;
  gint64            cursor;  /* ns */
} DwellValueOrder;

/* Rows of the list: a variable's number, or n variables + a state's number. */
typedef struct {
  DwellTrace           *trace;
  DwellValueIndex      *values;
  DwellStatisticsIndex *statistics;
  gint64                begin;
  gint64                end;
  guint                 range_serial; /* for the query */
  guint                 order_serial;
  DwellValueOrder       order;        /* owns what it points to */
  DwellValueAnswer     *answer; /* NULL: ask; else only arrange it anew */
  GArray               *rows;   /* out: guint32; NULL: cancelled */
} DwellValueQuestion;

void _dwell_value_question_free (gpointer      data);
void _dwell_value_question_run  (gpointer      data,
                                 GCancellable *cancellable);

DwellCellValue  _dwell_value_answer_get_cell (const DwellValueAnswer *self,
                                              guint32                 row,
                                              DwellValueColumn        column,
                                              gboolean                has_cursor,
                                              gint64                  cursor);

DwellValueItem *_dwell_value_item_new (DwellValueAnswer *answer,
                                       guint32           row,
                                       gboolean          is_folded,
                                       gboolean          has_cursor,
                                       gint64            cursor) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
