/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys that sort by the headings of a table, and that widen and move its columns. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_table_header_add_keys (GtkColumnView *table);

G_END_DECLS
