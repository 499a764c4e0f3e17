/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the Call tree page. */
#pragma once

#include "ui/dwell-tree-path.h"
#include "ui/pages/dwell-tree-page.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-levels.h"

G_BEGIN_DECLS

struct _DwellTreePage
{
  DwellCallsPage parent_instance;

  GtkWidget       *scope_bar;
  GtkToggleButton *top_down;
  GtkToggleButton *bottom_up;
  GtkToggleButton *around;
  GtkWidget       *search;
  GtkWidget       *search_error;
  GtkWidget       *matched;
  DwellTreePath   *path;
  GtkStack        *states;
  GtkColumnView   *table;
  GtkWidget       *row_menu;

  DwellColumnsButton *columns_button;

  DwellTableColumns *columns;
  DwellTreeList     *list;
  DwellTableRows    *rows;
  DwellTableLevels  *levels;
  gboolean           is_updating;
};

DwellTree *_dwell_tree_page_get_tree        (DwellTreePage  *self);
/* The figures of the selected row; false if there is none. */
gboolean   _dwell_tree_page_get_selected    (DwellTreePage  *self,
                                             DwellTreeRow   *row);
/* The row that the program went to becomes the selected one, if @is_there. */
void       _dwell_tree_page_show_current    (DwellTreePage  *self,
                                             gboolean        is_there);
void       _dwell_tree_page_set_root        (DwellTreePage  *self,
                                             guint32         node);

/* dwell-tree-page-actions.c */
void       _dwell_tree_page_update_actions  (DwellTreePage  *self);
void       _dwell_tree_page_install_actions (GtkWidgetClass *widget_class);

G_END_DECLS
