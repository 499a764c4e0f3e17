/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * DwellToolPlace:
 * @least_px: what a tool needs
 * @wish_px: what it takes if there is room: no less than @least_px
 * @expands: it takes what its row has left
 * @is_at_end: it stands at the end of the first row
 * @row: (out): where it stands, from 0
 * @x_px: (out): from the row's start
 * @width_px: (out): what it gets
 */
typedef struct {
  int      least_px;
  int      wish_px;
  gboolean expands;
  gboolean is_at_end;
  guint    row;
  int      x_px;
  int      width_px;
} DwellToolPlace;

guint dwell_tool_rows_place (DwellToolPlace *places,
                             guint           n_places,
                             int             width_px,
                             int             spacing_px);

#define DWELL_TYPE_TOOL_ROWS (dwell_tool_rows_get_type ())
G_DECLARE_FINAL_TYPE (DwellToolRows, dwell_tool_rows, DWELL, TOOL_ROWS, GtkWidget)

G_END_DECLS
