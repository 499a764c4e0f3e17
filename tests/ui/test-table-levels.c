/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The indentation of deep rows: absolute at the top, and relative to the outermost visible row
 * where the table is scrolled to deep ones. */
#include "config.h"

#include "timeline-fixture.h"
#include "ui/table/dwell-table-column.h"
#include "ui/table/dwell-table-levels.h"
#include "ui/table/dwell-table.h"

#define N_SHALLOW 200
#define N_DEEP    300

static DwellTableLevels *levels;

/* Each row is a string whose length is its depth. */
static guint
get_depth (gpointer item)
{
  return (guint) strlen (gtk_string_object_get_string (item));
}

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
  dwell_cell_set_text (cell, "x");
  if (levels != NULL)
    dwell_table_levels_apply (levels, cell, get_depth (item));
}

static guint
get_base (void)
{
  guint base;

  g_object_get (levels, "base", &base, NULL);
  return base;
}

static void
test_levels (void)
{
  const DwellTableColumn column = { "Name", 200, FALSE, TRUE, 0, fill };
  GtkWidget *window = gtk_window_new ();
  GtkColumnView *table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);
  g_autoptr(DwellTableRows) rows = dwell_table_rows_new (G_LIST_MODEL (list));
  GtkAdjustment *adjustment;
  guint deepest;

  for (guint i = 0; i < N_SHALLOW + N_DEEP; i++)
    {
      g_autofree char *text = g_strnfill (i < N_SHALLOW ? i % 3 : i - N_SHALLOW, 'x');

      gtk_string_list_append (list, text);
    }

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (table));
  dwell_table_add_column (table, &column);
  gtk_column_view_set_model (table, GTK_SELECTION_MODEL (g_object_ref (rows)));
  dwell_table_rows_set_shown (rows, TRUE);
  levels = dwell_table_levels_new (table, rows, G_LIST_MODEL (list), get_depth);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 700);
  gtk_window_present (GTK_WINDOW (window));
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  WAIT_UNTIL (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment));
  g_assert_cmpuint (get_base (), ==, 0);

  /* At the end all are deep: the base is just above the outermost of them. */
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  WAIT_UNTIL (get_base () > 0);
  deepest = N_DEEP - 1;
  g_assert_cmpuint (get_base (), >, deepest - 80);
  g_assert_cmpuint (get_base (), <=, deepest);

  gtk_adjustment_set_value (adjustment, 0);
  WAIT_UNTIL (get_base () == 0);

  /* Rows that come and go where the table is. */
  gtk_string_list_splice (list, 0, N_SHALLOW, NULL);
  WAIT_UNTIL (get_base () == 1);

  gtk_window_destroy (GTK_WINDOW (window));
  g_clear_object (&levels);
}

int
main (int   argc,
      char *argv[])
{
  if (!fixture_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/table-levels", test_levels);

  return g_test_run ();
}
