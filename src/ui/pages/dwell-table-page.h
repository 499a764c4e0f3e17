/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base class of the pages that show a list as a table.
 *
 * It owns the table: the list and its rows, the columns and their button, the filter, the order,
 * the menu of a row, the state that the page shows, and the actions that copy, save and print, with
 * their menu.
 *
 * A subclass has a template “dwell-NAME-page.ui” with the objects "states" (a GtkStack with the
 * pages "table" and "empty", and, if they can occur, "loading" and "no-match"), "table" and
 * "columns_button"; with a filter also "filter" and "filter_error". In class_init it fills in the
 * class, then calls dwell_table_page_class_set_up(). In init it creates its template and its list,
 * adds the list to its DwellViewBin, then calls dwell_table_page_set_up(). The list lives as long
 * as the page. */
#pragma once

#include "model/lists/dwell-list.h"
#include "ui/table/dwell-table-columns.h"
#include "ui/table/dwell-table-levels.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/widgets/dwell-view-bin.h"

G_BEGIN_DECLS

#define DWELL_TYPE_TABLE_PAGE (dwell_table_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellTablePage, dwell_table_page, DWELL, TABLE_PAGE, DwellViewBin)

/**
 * DwellTablePageClass:
 * @name: the name of its template, of the group of its actions, and of its table in the settings;
 *   set by dwell_table_page_class_set_up()
 * @file_name: the name of its table in the names of files; by default @name
 * @add_columns: adds all columns to @columns, which are empty
 * @sort: (nullable): sorts the list by a column; %NULL: no column can be sorted by
 * @set_filter: (nullable): filters the list by @text, or sets @error to what is wrong with it;
 *   %NULL: there is no filter
 * @clear_filter: (nullable): shows all rows again, by default with an empty filter; %NULL: there is
 *   no such action
 * @is_filtered: %TRUE if a filter may hide rows; by default if the filter is not empty
 * @follow: (nullable): selects the row of what is in focus, and scrolls to it if @scroll; called
 *   when the table is shown and when the list has changed while it is shown
 * @focus: (nullable): puts what the row at @position is about into the view's focus, and returns
 *   whether there is anything to focus; pages with this function have the menu of
 *   dwell-focus-menu.h for their rows; called only if there is a view
 * @chosen: called when the user has selected the row at @position; by default it is focused
 * @activated: called when the user has activated the row at @position with a double click or the
 *   Enter key; by default it is focused, and the timeline zooms to its longest span
 * @toggle: (nullable): called when the user has clicked the arrow of the row at @position; a page
 *   with this function also has the actions NAME.fold and NAME.unfold
 * @get_depth: (nullable): returns the depth of an item; see dwell_table_page_indent()
 * @make_footer: returns (transfer full) the text below the table, by default the number of rows
 * @update_state: shows the state of the page with dwell_table_page_show_state(), by default
 *   "table", "loading", "no-match" or "empty"; called when the rows of the list may have changed,
 *   when it starts or ends work, and when the filter has changed
 */
struct _DwellTablePageClass
{
  DwellViewBinClass parent_class;

  const char          *name;
  const char          *file_name;
  void               (*add_columns)  (DwellTablePage     *self,
                                      DwellTableColumns  *columns);
  void               (*sort)         (DwellTablePage     *self,
                                      int                 column,
                                      gboolean            descending);
  gboolean           (*set_filter)   (DwellTablePage     *self,
                                      const char         *text,
                                      GError            **error);
  void               (*clear_filter) (DwellTablePage     *self);
  gboolean           (*is_filtered)  (DwellTablePage     *self);
  char              *(*make_footer)  (DwellTablePage     *self);
  void               (*follow)       (DwellTablePage     *self,
                                      gboolean            scroll);
  gboolean           (*focus)        (DwellTablePage     *self,
                                      guint               position);
  void               (*chosen)       (DwellTablePage     *self,
                                      guint               position);
  void               (*activated)    (DwellTablePage     *self,
                                      guint               position);
  void               (*toggle)       (DwellTablePage     *self,
                                      guint               position);
  DwellTableDepthFunc  get_depth;
  void               (*update_state) (DwellTablePage     *self);
};

/* Properties, menu models, write only: row-menu, the items of a row's menu below the actions for
 * what is in focus; table-menu, the items of the table's menu above the actions of all tables. */

void               dwell_table_page_class_set_up (DwellTablePageClass *klass,
                                                  const char          *name);
void               dwell_table_page_set_up       (DwellTablePage      *self,
                                                  gpointer             list,
                                                  int                  sort_by,
                                                  gboolean             descending);
GtkColumnView     *dwell_table_page_get_table    (DwellTablePage      *self);
DwellTableColumns *dwell_table_page_get_columns  (DwellTablePage      *self);
DwellTableRows    *dwell_table_page_get_rows     (DwellTablePage      *self);
guint              dwell_table_page_get_selected (DwellTablePage      *self);
void               dwell_table_page_select       (DwellTablePage      *self,
                                                  guint                position,
                                                  gboolean             scroll);
gboolean           dwell_table_page_has_filter   (DwellTablePage      *self);
void               dwell_table_page_filter_by    (DwellTablePage      *self,
                                                  const char          *text);
void               dwell_table_page_follow       (DwellTablePage      *self);
void               dwell_table_page_indent       (DwellTablePage      *self,
                                                  DwellCell           *cell,
                                                  guint                depth);
void               dwell_table_page_show_state   (DwellTablePage      *self,
                                                  const char          *state,
                                                  gboolean             has_lacked);
void               dwell_table_page_update_state (DwellTablePage      *self);

G_END_DECLS
