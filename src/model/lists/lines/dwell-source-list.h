/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source file with what its lines cost, matched by the numbers that lines begin with (by their
 * place in the file, where the format knows no clauses). Read on a worker; what is no UTF-8 is
 * taken for CP437. Lines without a match cost nothing that is known. */
#pragma once

#include "analysis/dwell-line-table.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_SOURCE_HITS,
  DWELL_SOURCE_WEIGHT, /* time, or nothing in a sampled profile */
  DWELL_SOURCE_SHARE,
  DWELL_SOURCE_TEXT,
} DwellSourceColumn;

#define DWELL_TYPE_SOURCE_ITEM (dwell_source_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellSourceItem, dwell_source_item, DWELL, SOURCE_ITEM, GObject)

/* 0…1 of the hottest line of the file; negative: not matched. */
double dwell_source_item_get_heat (DwellSourceItem   *self);
char  *dwell_source_item_get_text (DwellSourceItem   *self,
                                   DwellSourceColumn  column);

#define DWELL_TYPE_SOURCE_LIST (dwell_source_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellSourceList, dwell_source_list, DWELL, SOURCE_LIST, DwellList)

/* A list of DwellSourceItem. Signal: loaded (string: (nullable) what went
 * wrong). */
DwellSourceList *dwell_source_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
/* @module: string of the module that the file is the source of; DWELL_NONE: by its name, else the
 * heaviest. NULL for @file empties the list. */
void             dwell_source_list_load       (DwellSourceList *self,
                                               GFile           *file,
                                               DwellLineTable  *table,
                                               guint32          module);
/* “main.brs · MAIN.BR · 12 of 90 lines matched”; "" without a file. */
const char      *dwell_source_list_get_title  (DwellSourceList *self);
/* The place of the hottest line, or of line @number of the module if it is not 0; or G_MAXUINT. */
guint            dwell_source_list_find       (DwellSourceList *self,
                                               guint32          number);

G_END_DECLS
