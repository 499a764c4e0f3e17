/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the tables on the Lines page. */
#pragma once

#include <gtk/gtk.h>

#include "model/dwell-line-list.h"

G_BEGIN_DECLS

/* @columns: (out): DWELL_N_LINE_COLUMNS of them. */
void dwell_lines_add_columns           (GtkColumnView        *table,
                                        GtkColumnViewColumn **columns);
void dwell_lines_add_neighbour_columns (GtkColumnView        *table);
void dwell_lines_add_source_columns    (GtkColumnView        *table);
void dwell_lines_add_record_columns    (GtkColumnView        *table);

G_END_DECLS
