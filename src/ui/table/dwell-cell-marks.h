/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a cell draws beside its text, in the colour of its text. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A triangle around (@x, @y): to the text, or down to the rows that are unfolded. */
void dwell_cell_marks_arrow (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             float             x,
                             float             y,
                             gboolean          is_unfolded);
/* A bar behind the text, @fraction (0…1) of the cell long. */
void dwell_cell_marks_bar   (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             double            fraction);
/* The number of a level, behind which the text begins at @width. */
void dwell_cell_marks_level (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             guint             level,
                             float             width);
/* A small square in one of the palette's colours. */
void dwell_cell_marks_swatch (GtkSnapshot           *snapshot,
                              guint                  colour,
                              const graphene_rect_t *bounds);
/* A symbolic icon, where the text would begin. */
void dwell_cell_marks_icon  (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             const char       *icon_name,
                             int               size);
/* A line through points: x and y of each in 0…255, y upwards. */
void dwell_cell_marks_plot  (GtkWidget        *cell,
                             GtkSnapshot      *snapshot,
                             const GByteArray *plot);

G_END_DECLS
