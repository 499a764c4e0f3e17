/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * DwellToolPlace:
 * @least_px: the minimum width of the tool
 * @wish_px: its width if there is room, at least @least_px
 * @expands: whether it gets the remaining width of its row
 * @is_at_end: whether it is aligned to the end of a row, the first if there is room
 * @row: (out): its row, from 0
 * @x_px: (out): its distance from the row's start
 * @width_px: (out): its width
 *
 * A tool, and its place in rows of tools.
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
