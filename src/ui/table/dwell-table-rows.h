/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_ROW (dwell_table_row_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableRow, dwell_table_row, DWELL, TABLE_ROW, GObject)

/* Property: item (object, or NULL): the item of the list at the position of the row. */

gpointer dwell_table_row_get_item (DwellTableRow *self);

#define DWELL_TYPE_TABLE_ROWS (dwell_table_rows_get_type ())
G_DECLARE_FINAL_TYPE (DwellTableRows, dwell_table_rows, DWELL, TABLE_ROWS, GObject)

/* A GListModel of DwellTableRow and a GtkSelectionModel, which also returns the selected rows if
 * there can be several. Property: model: the list. Signals: chosen (uint position): the user
 * selected a row; selection-chosen: the user changed the selection. */

DwellTableRows *dwell_table_rows_new          (GListModel     *model) G_GNUC_WARN_UNUSED_RESULT;
guint           dwell_table_rows_get_selected (DwellTableRows *self);
void            dwell_table_rows_set_selected (DwellTableRows *self,
                                               guint           position);
void            dwell_table_rows_set_max_selected (DwellTableRows *self,
                                                   guint           max_selected);
void            dwell_table_rows_set_selection (DwellTableRows *self,
                                                GtkBitset      *selection,
                                                guint           last);
void            dwell_table_rows_refresh      (DwellTableRows *self);
void            dwell_table_rows_set_shown    (DwellTableRows *self,
                                               gboolean        is_shown);

G_END_DECLS
