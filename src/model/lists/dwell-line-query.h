/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the list of lines asks of a worker. */
#pragma once

#include "core/dwell-arrangement.h"
#include "model/lists/dwell-line-list.h"

G_BEGIN_DECLS

/* A row: of what kind, and its number in the table. */
typedef struct {
  guint32 number;
  guint8  kind; /* DwellLineKind */
} DwellLineRef;

typedef struct {
  DwellTrace     *trace;
  DwellLineTable *table;   /* (nullable): to be made */
  gboolean        is_flat;
  DwellPattern   *pattern; /* (nullable) */
  DwellLineColumn sort_by;
  gboolean        descending;
  GBytes         *folded_modules;  /* by number: whether; short = no */
  GBytes         *folded_routines;
  GArray         *rows;    /* DwellLineRef; NULL: cancelled */
  guint           serial;
} DwellLineQuery;

void                  _dwell_line_query_free   (gpointer               data);
void                  _dwell_line_query_run    (gpointer               data,
                                                GCancellable          *cancellable);

DwellLineItem        *_dwell_line_item_new     (DwellLineTable        *table,
                                                DwellLineRef           ref,
                                                gboolean               is_flat,
                                                gboolean               is_folded);
const DwellLineSums  *_dwell_line_ref_get_sums (const DwellLineTable  *table,
                                                DwellLineRef           ref);
DwellCellValue        _dwell_line_ref_get_cell (const DwellLineTable  *table,
                                                DwellLineRef           ref,
                                                DwellLineColumn        column);
/* The text of a line of source, or NULL: not told, or it is all that its name could be. */
const char           *_dwell_line_get_text     (const DwellLineTable  *table,
                                                const DwellLineRow    *row);

G_END_DECLS
