/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of the tables on the Lines page. */
#pragma once

#include "model/lists/lines/dwell-line-list.h"
#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

void dwell_lines_add_columns           (DwellTableColumns *columns);
void dwell_lines_add_neighbour_columns (GtkColumnView     *table);
void dwell_lines_add_source_columns    (GtkColumnView     *table);
GtkColumnViewColumn *
     dwell_lines_add_record_columns    (GtkColumnView     *table);

G_END_DECLS
