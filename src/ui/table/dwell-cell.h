/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DWELL_TYPE_CELL (dwell_cell_get_type ())
G_DECLARE_FINAL_TYPE (DwellCell, dwell_cell, DWELL, CELL, GtkWidget)

/* The arrow of a row with rows below it, before the swatch if there is one. */
typedef enum {
  DWELL_EXPANDER_NONE,
  DWELL_EXPANDER_LEAF, /* nothing below it: only the room is kept */
  DWELL_EXPANDER_FOLDED,
  DWELL_EXPANDER_UNFOLDED,
} DwellExpander;

/* Signal: cut (int missing_px), while a number is drawn that has too little room. */
GtkWidget *dwell_cell_new           (void) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_cell_set_text      (DwellCell  *self,
                                     const char *text);
void       dwell_cell_set_swatch_of (DwellCell  *self,
                                     const char *name);
void       dwell_cell_set_depth     (DwellCell  *self,
                                     guint       depth);
/* Of a table whose rows are deep: see dwell-table-levels.h; 0: not so. */
void       dwell_cell_set_base      (DwellCell  *self,
                                     guint       base);
void       dwell_cell_set_fraction  (DwellCell  *self,
                                     double      fraction);
void       dwell_cell_set_is_number (DwellCell  *self,
                                     gboolean    is_number);
void       dwell_cell_set_expander  (DwellCell     *self,
                                     DwellExpander  expander);
/* Whether the arrow is at @x px. */
gboolean   dwell_cell_is_expander   (DwellCell     *self,
                                     double         x);
/* Before the text of a cell without swatch; NULL: none. */
void       dwell_cell_set_icon      (DwellCell  *self,
                                     const char *icon_name);
/* Whether that is at @x px. */
gboolean   dwell_cell_is_icon       (DwellCell  *self,
                                     double      x);
/* A line instead of text, through points of 0…255 along both sides; 0 points: none. */
void       dwell_cell_set_plot      (DwellCell    *self,
                                     const guint8 *x,
                                     const guint8 *y,
                                     guint         n);
/* What there is to say beside the text; NULL: nothing. */
void       dwell_cell_set_tip       (DwellCell  *self,
                                     const char *tip);
/* Which row of its table it stands in. */
void       dwell_cell_set_position  (DwellCell  *self,
                                     guint       position);
guint      dwell_cell_get_position  (DwellCell  *self);

G_END_DECLS
