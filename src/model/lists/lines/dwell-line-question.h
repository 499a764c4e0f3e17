/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question that the list of lines asks a worker. */
#pragma once

#include "model/lists/dwell-cell-text.h"
#include "model/lists/lines/dwell-line-list.h"

G_BEGIN_DECLS

typedef struct {
  DwellTrace           *trace;
  DwellLineTable       *table; /* (nullable): the worker makes it if NULL */
  DwellStatisticsIndex *index; /* (nullable): to make the table from */
  gint64                begin; /* ns: the range of the table */
  gint64                end;
  gboolean              is_flat;
  DwellPattern         *pattern; /* (nullable) */
  DwellLineColumn       sort_by;
  gboolean              descending;
  GBytes               *folded_modules;  /* a boolean by number; those beyond the end are not
                                          * folded */
  GBytes               *folded_routines;
  GArray               *rows;    /* DwellLineRef; NULL: cancelled */
  guint                 serial;
} DwellLineQuestion;

void           _dwell_line_question_free (gpointer        data);
void           _dwell_line_question_run  (gpointer        data,
                                          GCancellable   *cancellable);

DwellLineItem *_dwell_line_item_new   (DwellLineTable *table,
                                       DwellTimeUnits *units,
                                       DwellLineRef    ref,
                                       gboolean        is_flat,
                                       gboolean        is_folded);

G_END_DECLS
