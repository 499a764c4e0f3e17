/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headings of a table by keyboard: sort, widen, move. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void dwell_table_header_add_keys (GtkColumnView *table);

G_END_DECLS
