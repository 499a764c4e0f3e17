/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions for the table of a page: copy, drag, save and print its rows, and reset its columns;
 * and the button with their menu.
 *
 * Text for other programs has a heading and plain numbers: times in ns, with a decimal point in
 * every locale. A print shows the same text as the window. */
#pragma once

#include "model/lists/dwell-list.h"
#include "ui/table/dwell-table-columns.h"

G_BEGIN_DECLS

/* Limits of the rows on the clipboard or in a drag, and of the printed pages. A saved table has all
 * rows. */
#define DWELL_TABLE_MAX_COPIED_ROWS   1000000
#define DWELL_TABLE_MAX_PRINTED_PAGES 500

void dwell_table_tools_install    (GtkWidgetClass    *page_class,
                                   const char        *group);
void dwell_table_tools_set_up     (GtkWidget         *page,
                                   DwellTableColumns *columns,
                                   DwellList         *list,
                                   const char        *name);
void dwell_table_tools_add_button (GtkWidget         *page,
                                   const char        *group,
                                   GMenuModel        *page_items,
                                   GtkWidget         *sibling);

DwellTableText *dwell_table_tools_make_text (GtkWidget *page,
                                             gboolean   only_selected)
                                            G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
