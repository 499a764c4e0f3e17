/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the costs of the lines of a view's trace: modules, routines below them and lines below
 * those, or only lines. Answers are made on workers; an answer to an outdated question is
 * dropped. Sorting, filtering and folding reorder an array of integers; a row object exists only
 * while a widget shows it. */
#pragma once

#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LINE_ITEM (dwell_line_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellLineItem, dwell_line_item, DWELL, LINE_ITEM, GObject)

DwellLineKind dwell_line_item_get_kind  (DwellLineItem   *self);
guint32       dwell_line_item_get_area  (DwellLineItem   *self);
guint32       dwell_line_item_get_module (DwellLineItem  *self);
double        dwell_line_item_get_share (DwellLineItem   *self);
gboolean      dwell_line_item_is_folded (DwellLineItem   *self);
gboolean      dwell_line_item_has_text  (DwellLineItem   *self);
guint         dwell_line_item_get_depth (DwellLineItem   *self);
char         *dwell_line_item_get_text  (DwellLineItem   *self,
                                         DwellLineColumn  column);
char         *dwell_line_item_get_plain (DwellLineItem   *self,
                                         DwellLineColumn  column);

#define DWELL_TYPE_LINE_LIST (dwell_line_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellLineList, dwell_line_list, DWELL, LINE_LIST, DwellList)

DwellLineList  *dwell_line_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_line_list_set_flat   (DwellLineList   *self,
                                            gboolean         is_flat);
gboolean        dwell_line_list_set_filter (DwellLineList   *self,
                                            const char      *text,
                                            GError         **error);
void            dwell_line_list_sort       (DwellLineList   *self,
                                            DwellLineColumn  by,
                                            gboolean         descending);
void            dwell_line_list_set_folded (DwellLineList   *self,
                                            guint            position,
                                            gboolean         is_folded);
void            dwell_line_list_fold_all   (DwellLineList   *self,
                                            gboolean         is_folded);
DwellLineTable *dwell_line_list_get_table  (DwellLineList   *self);
gboolean        dwell_line_list_has_texts  (DwellLineList   *self);
guint           dwell_line_list_find       (DwellLineList   *self,
                                            guint32          area);
guint           dwell_line_list_find_module
                                           (DwellLineList   *self,
                                            guint32          module);

G_END_DECLS
