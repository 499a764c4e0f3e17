/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with the table of a page: its rows are copied, dragged out, saved and printed,
 * its columns shown as at first.
 *
 * Text for other programs has a heading and plain numbers: times in ns, a point whatever the
 * locale. What is printed is what is shown. */
#pragma once

#include "model/lists/dwell-list.h"
#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

/* How many rows go to the clipboard or into a drag, and how many pages are printed; whoever wants
 * more saves the table. */
#define DWELL_TABLE_MAX_COPIED_ROWS   1000000
#define DWELL_TABLE_MAX_PRINTED_PAGES 500

/* Adds the actions GROUP.copy, copy-all, save, print and reset-columns; not those that the class
 * has already. @group: static. */
void dwell_table_tools_install (GtkWidgetClass    *page_class,
                                const char        *group);
/* Once for each page, which has a property view. @list: what the table shows. @name: static; of
 * the table, in names of files. */
void dwell_table_tools_set_up  (GtkWidget         *page,
                                DwellTableColumns *columns,
                                DwellList         *list,
                                const char        *name);

/* The rows that are selected, or all. */
DwellTableText *dwell_table_tools_make_text (GtkWidget *page,
                                             gboolean   only_selected)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
