/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/table/dwell-table-rows.h"

G_BEGIN_DECLS

DwellTableRows *dwell_table_show_list (GtkColumnView     *table,
                                       GListModel        *list);
GtkWidget *dwell_table_get_list    (GtkColumnView        *table);
void dwell_table_scroll_to         (GtkColumnView       *table,
                                    guint                position);
void dwell_table_move_focus        (GtkColumnView       *table,
                                    guint                position);
guint dwell_table_get_focused_row  (GtkColumnView       *table);
gboolean dwell_table_get_focused_bounds (GtkColumnView   *table,
                                         guint           *position,
                                         graphene_rect_t *bounds);
void dwell_table_add_fold_keys     (GtkColumnView       *table,
                                    const char          *fold,
                                    const char          *unfold);
guint dwell_table_pick             (GtkColumnView       *table,
                                    double               x,
                                    double               y);
gboolean dwell_table_pick_expander  (GtkColumnView       *table,
                                     double               x,
                                     double               y,
                                     guint               *position);
gboolean dwell_table_pick_icon      (GtkColumnView       *table,
                                     double               x,
                                     double               y,
                                     guint               *position);
void dwell_table_show_filter_error (GtkWidget           *entry,
                                    GtkWidget           *label,
                                    const GError        *error);

G_END_DECLS
