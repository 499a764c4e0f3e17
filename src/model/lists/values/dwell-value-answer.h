/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question about values and its answer, for the files of this folder. One job on a worker answers
 * one question. */
#pragma once

#include "analysis/dwell-row-filter.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-arrangement.h"
#include "model/lists/dwell-cell-text.h"
#include "model/lists/values/dwell-value-list.h"

G_BEGIN_DECLS

/* The figures of a variable or signal in the range. */
typedef struct {
  guint32           track;
  guint32           first_state; /* index in the answer's states */
  guint32           n_states;
  guint64           count;       /* writes, or entries of states */
  DwellValueSummary summary;
  guint32           last_state;  /* area of the state at the end of the range, or DWELL_NONE */
} DwellVariableRow;

/* The figures of a state in the range. */
typedef struct {
  DwellStateTime time;
  guint32        longest; /* the longest span, or DWELL_NONE */
  char          *title;   /* “Running (2)”; NULL: the state has no name, or no value */
} DwellStateRow;

/* The part of an answer that does not depend on cursor, filter and order. Reference-counted,
 * immutable. */
typedef struct {
  gatomicrefcount  ref_count;
  DwellTrace      *trace;
  DwellValueIndex *values;
  gint64           begin; /* ns; the range, clipped to the session */
  gint64           end;
  GArray          *variables; /* DwellVariableRow */
  GArray          *states;    /* DwellStateRow; owns their titles */
  DwellTimeUnits  *units;
} DwellValueAnswer;

DwellValueAnswer *_dwell_value_answer_ref   (DwellValueAnswer *self);
void              _dwell_value_answer_unref (DwellValueAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellValueAnswer, _dwell_value_answer_unref)

void _dwell_value_answer_get_subject (const DwellValueAnswer *self,
                                      guint32                 row,
                                      guint32                *track,
                                      guint32                *state);

/* Selects and orders the rows to show, and sets the time of the cursor. */
typedef struct {
  DwellRowFilter   *filter; /* (nullable): all */
  DwellValueColumn  sort_by;
  gboolean          descending;
  GBytes           *folded;  /* a byte per track; NULL: no track is folded */
  gboolean          has_cursor;
  gint64            cursor;  /* ns */
} DwellValueOrder;

/* A row number is the index of a variable, or the number of variables plus the index of a state. */
typedef struct {
  DwellTrace           *trace;
  DwellValueIndex      *values;
  DwellStatisticsIndex *statistics;
  gint64                begin;
  gint64                end;
  guint                 range_serial; /* used only by the query, like the next */
  guint                 order_serial;
  DwellValueOrder       order;        /* owns what it points to */
  DwellValueAnswer     *answer; /* in (nullable): only to be sorted again; out: the answer */
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
