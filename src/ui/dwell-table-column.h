/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/dwell-cell.h"

G_BEGIN_DECLS

/* What a column of cells is made of. */
typedef struct {
  const char *title; /* translated */
  int         width; /* px */
  gboolean    is_number;
  gboolean    expands;
  int         id;    /* for @fill and dwell_table_get_sort_id() */
  /* Shows @item in @cell. */
  void      (*fill) (DwellCell *cell,
                     gpointer   item,
                     int        id);
} DwellTableColumn;

GtkColumnViewColumn *dwell_table_add_column (GtkColumnView          *table,
                                             const DwellTableColumn *column);

G_END_DECLS
