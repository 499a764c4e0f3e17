/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_ROW (dwell_table_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableRow, dwell_table_row, DWELL, TABLE_ROW, GObject)

/* Property: item (object). (nullable) (transfer none). */
gpointer dwell_table_row_get_item (DwellTableRow *self);

#define DWELL_TYPE_TABLE_ROWS (dwell_table_rows_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableRows, dwell_table_rows, DWELL, TABLE_ROWS, GObject)

/* A GListModel of DwellTableRow and a GtkSelectionModel. Property: model (the list). Signals:
 * chosen (uint position): the user selected a row; selection-chosen: the user changed which rows
 * are selected. */
DwellTableRows *dwell_table_rows_new          (GListModel     *model) G_GNUC_WARN_UNUSED_RESULT;
guint           dwell_table_rows_get_selected (DwellTableRows *self);
void            dwell_table_rows_set_selected (DwellTableRows *self,
                                               guint           position);
/* Several at a time; what they are is asked of the GtkSelectionModel. */
void            dwell_table_rows_set_max_selected (DwellTableRows *self,
                                                   guint           max_selected);
void            dwell_table_rows_set_selection (DwellTableRows *self,
                                                GtkBitset      *selection,
                                                guint           last);
/* What the rows show is told otherwise now. */
void            dwell_table_rows_refresh      (DwellTableRows *self);
void            dwell_table_rows_set_shown    (DwellTableRows *self,
                                               gboolean        is_shown);

G_END_DECLS
