/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing of the graphical parts of a cell: arrow, bar, number of the level, swatch, icon, plot. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_cell_marks_arrow (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             float             x,
                             float             y,
                             gboolean          is_unfolded);
void dwell_cell_marks_bar   (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             double            fraction);
void dwell_cell_marks_change (GtkWidget       *cell,
                             GtkSnapshot      *snapshot,
                             double            change);
void dwell_cell_marks_level (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             guint             level,
                             float             width);
void dwell_cell_marks_swatch (GtkSnapshot           *snapshot,
                              guint                  colour,
                              const graphene_rect_t *bounds);
void dwell_cell_marks_icon  (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             const char       *icon_name,
                             int               size);
void dwell_cell_marks_plot  (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             const GByteArray *plot);

G_END_DECLS
