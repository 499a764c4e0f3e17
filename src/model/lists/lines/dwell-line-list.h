/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines of a view's trace cost, as a list: modules, routines below them, lines below
 * those, or the lines alone. Made on workers; an answer to an outdated question is dropped.
 * Sorting, filtering and folding reorder an array of integers; a row object exists only while
 * something shows it. */
#pragma once

#include "analysis/dwell-line-table.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LINE_ITEM (dwell_line_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellLineItem, dwell_line_item, DWELL, LINE_ITEM, GObject)

DwellLineKind dwell_line_item_get_kind  (DwellLineItem   *self);
/* The line's or the routine's; DWELL_NONE: it has none. */
guint32       dwell_line_item_get_area  (DwellLineItem   *self);
guint32       dwell_line_item_get_module (DwellLineItem  *self);
double        dwell_line_item_get_share (DwellLineItem   *self);
gboolean      dwell_line_item_is_folded (DwellLineItem   *self);
/* Whether it is a line whose text is in the file. */
gboolean      dwell_line_item_has_text  (DwellLineItem   *self);
/* Steps to the right in the tree. */
guint         dwell_line_item_get_depth (DwellLineItem   *self);
/* What a cell shows: (transfer full), "" where nothing exists. */
char         *dwell_line_item_get_text  (DwellLineItem   *self,
                                         DwellLineColumn  column);
/* As other programs read it: times in ns, whatever the locale. */
char         *dwell_line_item_get_plain (DwellLineItem   *self,
                                         DwellLineColumn  column);

#define DWELL_TYPE_LINE_LIST (dwell_line_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellLineList, dwell_line_list, DWELL, LINE_LIST, DwellList)

/* A list of DwellLineItem, of a view's trace. */
DwellLineList  *dwell_line_list_new        (void) G_GNUC_WARN_UNUSED_RESULT;
/* Lines alone rather than modules, routines and lines. */
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
/* (nullable): not there yet. */
DwellLineTable *dwell_line_list_get_table  (DwellLineList   *self);
/* Whether the file tells the text of any line. */
gboolean        dwell_line_list_has_texts  (DwellLineList   *self);
/* The position of the row of @area, a line or a routine; or G_MAXUINT. */
guint           dwell_line_list_find       (DwellLineList   *self,
                                            guint32          area);

G_END_DECLS
