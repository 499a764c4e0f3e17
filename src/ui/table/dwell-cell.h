/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/dwell-trace.h"
#include "ui/table/dwell-cell-marks.h"

G_BEGIN_DECLS

#define DWELL_TYPE_CELL (dwell_cell_get_type ())
G_DECLARE_FINAL_TYPE (DwellCell, dwell_cell, DWELL, CELL, GtkWidget)

/* The arrow that folds and unfolds the rows below a row; it is drawn before the swatch. */
typedef enum {
  DWELL_EXPANDER_NONE,
  DWELL_EXPANDER_LEAF, /* no row below: the place stays empty */
  DWELL_EXPANDER_FOLDED,
  DWELL_EXPANDER_UNFOLDED,
} DwellExpander;

/* Signal: cut (int missing_px): a number was drawn that needs missing_px more. It is emitted while
 * the cell is drawn, so a handler must not change the layout at once. */

GtkWidget *dwell_cell_new           (void) G_GNUC_WARN_UNUSED_RESULT;
void       dwell_cell_set_text      (DwellCell  *self,
                                     const char *text);
void       dwell_cell_set_swatch_of (DwellCell  *self,
                                     const char *name);
void       dwell_cell_set_area      (DwellCell        *self,
                                     const DwellTrace *trace,
                                     guint32           area);
void       dwell_cell_set_depth     (DwellCell  *self,
                                     guint       depth);
void       dwell_cell_set_base      (DwellCell  *self,
                                     guint       base);
void       dwell_cell_set_fraction  (DwellCell  *self,
                                     double      fraction);
void       dwell_cell_set_change    (DwellCell  *self,
                                     double      change);
void       dwell_cell_set_share     (DwellCell  *self,
                                     double      share);
void       dwell_cell_set_is_number (DwellCell  *self,
                                     gboolean    is_number);
void       dwell_cell_set_expander  (DwellCell     *self,
                                     DwellExpander  expander);
gboolean   dwell_cell_is_expander   (DwellCell     *self,
                                     double         x);
void       dwell_cell_set_icon      (DwellCell  *self,
                                     const char *icon_name);
gboolean   dwell_cell_is_icon       (DwellCell  *self,
                                     double      x);
void       dwell_cell_set_plot      (DwellCell    *self,
                                     const guint8 *x,
                                     const guint8 *y,
                                     guint         n);
void       dwell_cell_set_bullet    (DwellCell             *self,
                                     const DwellCellBullet *bullet);
void       dwell_cell_set_strip     (DwellCell    *self,
                                     const guint8 *strip,
                                     guint         n);
void       dwell_cell_set_tip       (DwellCell  *self,
                                     const char *tip);
void       dwell_cell_set_position  (DwellCell  *self,
                                     guint       position);
guint      dwell_cell_get_position  (DwellCell  *self);

G_END_DECLS
