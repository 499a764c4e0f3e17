/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "model/lists/dwell-table-text.h"
#include "ui/table/dwell-cell.h"

G_BEGIN_DECLS

/* How the first click on a title sorts. */
typedef enum {
  DWELL_TABLE_UNSORTED, /* none: the title cannot be clicked */
  DWELL_TABLE_ASCENDING,
  DWELL_TABLE_DESCENDING,
} DwellTableSort;

/* The description of a column of cells. The fields from @name to @group are used by
 * DwellTableColumns. */
typedef struct {
  const char *title; /* translated */
  int         width; /* px */
  gboolean    is_number;
  gboolean    expands;
  int         id;    /* for @fill and dwell_table_get_sort_id() */
  /* Shows @item in @cell. */
  void      (*fill) (DwellCell *cell,
                     gpointer   item,
                     int        id,
                     gpointer   user_data);

  const char        *name; /* in settings and in copied tables */
  const char        *tip;  /* one sentence, translated; or NULL */
  DwellTableSort     sort;
  DwellTableTextFunc get_text; /* of an item and @id; NULL: a picture, without text */
  guint            (*get_depth) (gpointer item); /* (nullable): how far it is indented on paper */
  gboolean           is_hidden;    /* until the user shows it */
  gboolean           is_fixed;     /* the user cannot hide it */
  gboolean           is_of_trace;  /* what it shows depends on the trace: its choice is not saved */
  const char        *group;    /* its heading in the columns button, translated; or NULL */
  gpointer           user_data; /* for @fill; outlives the column */
} DwellTableColumn;

GtkColumnViewColumn *dwell_table_add_column (GtkColumnView          *table,
                                             const DwellTableColumn *column);
void                 dwell_table_set_width  (GtkColumnViewColumn    *column,
                                             int                     width,
                                             gboolean                grows);
gboolean             dwell_table_is_growing (GtkColumnViewColumn    *column);

G_END_DECLS
