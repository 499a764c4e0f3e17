/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

int  dwell_table_get_title_width (GtkColumnView       *table,
                                  guint                position);
void dwell_table_align_title     (GtkColumnView       *table,
                                  guint                position);
void dwell_table_set_title_tip   (GtkColumnView       *table,
                                  guint                position,
                                  const char          *tip);
void dwell_table_set_sort_id     (GtkColumnViewColumn *column,
                                  int                  id);
int  dwell_table_get_sort_id     (GtkColumnView       *table,
                                  gboolean            *is_descending);

G_END_DECLS
