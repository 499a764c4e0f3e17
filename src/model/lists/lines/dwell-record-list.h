/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the records of a view's trace in the order of its file, as far as they were kept. */
#pragma once

#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_RECORD_OFFSET,
  DWELL_RECORD_TYPE,
  DWELL_RECORD_WHAT,
  DWELL_RECORD_VALUE,
  DWELL_RECORD_FILE, /* only in a trace of several files */
  DWELL_N_RECORD_COLUMNS,
} DwellRecordColumn;

#define DWELL_TYPE_RECORD_ITEM (dwell_record_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellRecordItem, dwell_record_item, DWELL, RECORD_ITEM, GObject)

char    *dwell_record_item_get_text (DwellRecordItem   *self,
                                     DwellRecordColumn  column);

#define DWELL_TYPE_RECORD_LIST (dwell_record_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellRecordList, dwell_record_list, DWELL, RECORD_LIST, DwellList)

DwellRecordList *dwell_record_list_new         (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean         dwell_record_list_is_joined   (DwellRecordList *self);
char            *dwell_record_list_get_summary (DwellRecordList *self);

G_END_DECLS
