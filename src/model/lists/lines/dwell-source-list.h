/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the lines of a source file with their costs (dwell-source-text.h). The file is read on a
 * worker. */
#pragma once

#include "model/lists/dwell-list.h"
#include "model/lists/lines/dwell-source-text.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_SOURCE_HITS,
  DWELL_SOURCE_WEIGHT, /* time, or nothing in a sampled profile */
  DWELL_SOURCE_SHARE,
  DWELL_SOURCE_TEXT,
} DwellSourceColumn;

#define DWELL_TYPE_SOURCE_ITEM (dwell_source_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellSourceItem, dwell_source_item, DWELL, SOURCE_ITEM, GObject)

double dwell_source_item_get_heat (DwellSourceItem   *self);
char  *dwell_source_item_get_text (DwellSourceItem   *self,
                                   DwellSourceColumn  column);

#define DWELL_TYPE_SOURCE_LIST (dwell_source_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellSourceList, dwell_source_list, DWELL, SOURCE_LIST, DwellList)

/* Signal: loaded (string, nullable: the error message). */

DwellSourceList *dwell_source_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void             dwell_source_list_load       (DwellSourceList *self,
                                               GFile           *file,
                                               DwellLineTable  *table,
                                               guint32          module);
const char      *dwell_source_list_get_title  (DwellSourceList *self);
guint            dwell_source_list_find       (DwellSourceList *self,
                                               guint32          number);

G_END_DECLS
