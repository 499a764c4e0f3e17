/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/table/dwell-table-column.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_COLUMNS (dwell_table_columns_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableColumns, dwell_table_columns, DWELL, TABLE_COLUMNS, GObject)

/* Signals:
 * sort-changed (int id, boolean descending): the table is to be sorted by another column or order;
 * changed: columns were shown, hidden, or became available or unavailable. */

DwellTableColumns *
     dwell_table_columns_new           (GtkColumnView          *table,
                                        const char             *name) G_GNUC_WARN_UNUSED_RESULT;
void dwell_table_columns_add           (DwellTableColumns      *self,
                                        const DwellTableColumn *column);
void dwell_table_columns_restore       (DwellTableColumns      *self,
                                        int                     sort_by,
                                        gboolean                descending);
void dwell_table_columns_reset         (DwellTableColumns      *self);
void dwell_table_columns_sort          (DwellTableColumns      *self,
                                        int                     id,
                                        gboolean                descending);
const char *
     dwell_table_columns_get_sorting   (DwellTableColumns      *self);
void dwell_table_columns_set_sorting   (DwellTableColumns      *self,
                                        const char             *sorting);
int  dwell_table_columns_get_sorted_by (DwellTableColumns      *self);
void dwell_table_columns_set_available (DwellTableColumns      *self,
                                        int                     id,
                                        gboolean                is_available);
gboolean dwell_table_columns_is_available (DwellTableColumns   *self,
                                           int                  id);
void dwell_table_columns_set_wanted    (DwellTableColumns      *self,
                                        int                     id,
                                        gboolean                is_wanted);
gboolean dwell_table_columns_is_wanted (DwellTableColumns      *self,
                                        int                     id);
void dwell_table_columns_set_title     (DwellTableColumns      *self,
                                        int                     id,
                                        const char             *title);
guint dwell_table_columns_get_n        (DwellTableColumns      *self);
const DwellTableColumn *
     dwell_table_columns_get_nth       (DwellTableColumns      *self,
                                        guint                   n);
const DwellTableColumn *
     dwell_table_columns_get_info      (DwellTableColumns      *self,
                                        int                     id);
const char *
     dwell_table_columns_get_title     (DwellTableColumns      *self,
                                        int                     id);
GtkColumnView *
     dwell_table_columns_get_table     (DwellTableColumns      *self);
guint dwell_table_columns_get_shown    (DwellTableColumns      *self,
                                        int                    *ids);

G_END_DECLS
