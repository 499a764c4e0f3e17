/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing of the graphical parts of a cell: arrow, bar, number of the level, swatch, icon, plot,
 * bullet bar, strip. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Values and their limits, as fractions of the width of a cell. */
typedef struct {
  double low;        /* the values; NAN: none */
  double high;
  double limit_low;  /* NAN: none */
  double limit_high;
} DwellCellBullet;

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
void dwell_cell_marks_bullet (GtkWidget             *cell,
                              GtkSnapshot           *snapshot,
                              const DwellCellBullet *bullet);
void dwell_cell_marks_strip  (GtkWidget             *cell,
                              GtkSnapshot           *snapshot,
                              const GByteArray      *strip);

G_END_DECLS
