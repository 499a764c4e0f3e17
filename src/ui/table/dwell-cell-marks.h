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
