/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of tables: what the user makes of them is there again in the next table of the name,
 * whatever the settings hold; and every page's table lets its columns be chosen. */
#include "config.h"

#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-columns-button.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table-title.h"
#include "ui/table/dwell-table.h"
#include "window-fixture.h"

/* A table with columns a (text), b, c (numbers) and d (hidden at first). */
typedef struct {
  GtkWidget         *window;
  GtkColumnView     *table;
  DwellTableColumns *columns;
  int                sorted_by;
  gboolean           is_descending;
} Table;

static void
fill (DwellCell *cell,
      gpointer   item,
      int        id,
      gpointer   user_data)
{
}

static void
on_sort_changed (DwellTableColumns *columns,
                 int                id,
                 gboolean           is_descending,
                 Table             *table)
{
  table->sorted_by = id;
  table->is_descending = is_descending;
}

static void
open_table (Table *self)
{
  static const DwellTableColumn columns[] = {
    { "A", 100, FALSE, TRUE, 0, fill, "a", NULL, DWELL_TABLE_ASCENDING, .is_fixed = TRUE },
    { "B", 80, TRUE, FALSE, 1, fill, "b", NULL, DWELL_TABLE_DESCENDING },
    { "C", 80, TRUE, FALSE, 2, fill, "c", NULL, DWELL_TABLE_DESCENDING },
    { "D", 60, TRUE, FALSE, 3, fill, "d", NULL, DWELL_TABLE_UNSORTED, .is_hidden = TRUE },
  };

  self->sorted_by = -1;
  self->window = gtk_window_new ();
  self->table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->table));
  self->columns = dwell_table_columns_new (self->table, "test");
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    dwell_table_columns_add (self->columns, &columns[i]);
  g_signal_connect (self->columns, "sort-changed", G_CALLBACK (on_sort_changed), self);
  dwell_table_columns_restore (self->columns, 1, TRUE);
}

static void
close_table (Table *self)
{
  g_assert_finalize_object (self->columns);
  gtk_window_destroy (GTK_WINDOW (self->window));
}

static GtkColumnViewColumn *
get_column (Table *self,
            guint  position)
{
  g_autoptr(GtkColumnViewColumn) column =
    g_list_model_get_item (gtk_column_view_get_columns (self->table), position);

  return column;
}

/* The letters of the columns that are shown, in their order. */
static char *
get_shown (Table *self)
{
  int ids[4];
  guint n = dwell_table_columns_get_shown (self->columns, ids);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_c (text, (char) ('a' + ids[i]));

  return g_string_free (text, FALSE);
}

static void
assert_shown (Table      *self,
              const char *expected)
{
  g_autofree char *shown = get_shown (self);

  g_assert_cmpstr (shown, ==, expected);
}

static void
test_remembers (void)
{
  Table table;

  g_settings_reset (dwell_settings_get (), "tables");
  open_table (&table);
  assert_shown (&table, "abc");
  g_assert_cmpint (table.sorted_by, ==, 1);
  g_assert_true (table.is_descending);

  /* Changes as a drag, a click and the chooser make them. */
  gtk_column_view_column_set_fixed_width (get_column (&table, 1), 123);
  gtk_column_view_insert_column (table.table, 0, get_column (&table, 2));
  gtk_column_view_sort_by_column (table.table, get_column (&table, 0), GTK_SORT_ASCENDING);
  g_assert_cmpint (table.sorted_by, ==, 2);
  g_assert_true (table.is_descending);
  dwell_table_columns_set_wanted (table.columns, 3, TRUE);
  assert_shown (&table, "cabd");
  close_table (&table);

  /* The columns, but not what they were sorted by, which belongs to the recording. */
  open_table (&table);
  assert_shown (&table, "cabd");
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 2)), ==, 123);
  g_assert_cmpint (table.sorted_by, ==, 1);

  /* A column that the program hides does not count as hidden by the user; and its width is kept
   * while it is hidden. */
  dwell_table_columns_set_available (table.columns, 1, FALSE);
  assert_shown (&table, "cad");
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 2)), ==, -1);
  dwell_table_columns_sort (table.columns, 0, FALSE);
  dwell_table_columns_set_wanted (table.columns, 3, FALSE);
  close_table (&table);

  open_table (&table);
  assert_shown (&table, "cab");
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 2)), ==, 123);

  dwell_table_columns_reset (table.columns);
  assert_shown (&table, "abc");
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), ==, 80);
  close_table (&table);

  open_table (&table);
  assert_shown (&table, "abc");
  close_table (&table);
}

/* What the user sorted by, to be kept elsewhere and found again. */
static void
test_sorting (void)
{
  Table table;

  g_settings_reset (dwell_settings_get (), "tables");
  open_table (&table);
  g_assert_null (dwell_table_columns_get_sorting (table.columns));
  dwell_table_columns_sort (table.columns, 0, FALSE);
  g_assert_null (dwell_table_columns_get_sorting (table.columns));

  gtk_column_view_sort_by_column (table.table, get_column (&table, 2), GTK_SORT_ASCENDING);
  g_assert_cmpstr (dwell_table_columns_get_sorting (table.columns), ==, "-c");
  gtk_column_view_sort_by_column (table.table, get_column (&table, 2), GTK_SORT_ASCENDING);
  g_assert_cmpstr (dwell_table_columns_get_sorting (table.columns), ==, "c");
  close_table (&table);

  open_table (&table);
  dwell_table_columns_set_sorting (table.columns, "-gone");
  dwell_table_columns_set_sorting (table.columns, "-");
  g_assert_cmpint (table.sorted_by, ==, 1);
  dwell_table_columns_set_sorting (table.columns, "-c");
  g_assert_cmpint (table.sorted_by, ==, 2);
  g_assert_true (table.is_descending);
  g_assert_cmpstr (dwell_table_columns_get_sorting (table.columns), ==, "-c");
  close_table (&table);
}

/* Settings of another version, or of unknown origin. */
static void
test_invalid_settings (void)
{
  static const struct { const char *saved; const char *shown; } cases[] = {
    { "{'test': <(@a(sib) [], '', false)>}", "abc" },
    { "{'test': <@a(sib) []>}", "abc" },
    { "{'test': <()>}", "abc" },
    { "{'test': <'nonsense'>}", "abc" },
    { "{'other': <([('b', 0, false)],)>}", "abc" },
    { "{'test': <([('z', 10, true), ('c', 0, true)],)>}", "cab" },
    { "{'test': <([('b', 0, true), ('b', 0, false), ('b', 0, false)], 'a', true)>}", "bac" },
    { "{'test': <([('a', 2000000000, false), ('b', -5, true)],)>}", "abc" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GVariant) saved = g_variant_parse (G_VARIANT_TYPE ("a{sv}"), cases[i].saved, NULL,
                                                   NULL, NULL);
      Table table;

      g_assert_nonnull (saved);
      g_settings_set_value (dwell_settings_get (), "tables", saved);
      open_table (&table);
      assert_shown (&table, cases[i].shown);
      for (guint j = 0; j < 4; j++)
        g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, j)), <=, 4000);
      close_table (&table);
    }
  g_settings_reset (dwell_settings_get (), "tables");
}

/* A longer heading widens its column, but not one that the user made as wide as it is. */
static void
test_titles (void)
{
  g_autofree char *endless = g_strnfill (1000, 'm');
  Table table;
  int width;

  open_table (&table);
  dwell_table_columns_set_title (table.columns, 1, "B");
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), ==, 80);
  dwell_table_columns_set_title (table.columns, 1, "Instructions (thousands)");
  width = gtk_column_view_column_get_fixed_width (get_column (&table, 1));
  g_assert_cmpint (width, >, 80);
  dwell_table_columns_set_title (table.columns, 1, endless);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), >, width);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), <, 400);

  gtk_column_view_column_set_fixed_width (get_column (&table, 2), 90);
  dwell_table_columns_set_title (table.columns, 2, "Instructions (thousands)");
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 2)), ==, 90);
  close_table (&table);
  g_settings_reset (dwell_settings_get (), "tables");
}

/* --- Numbers --- */

static void
fill_number (DwellCell *cell,
             gpointer   item,
             int        id,
             gpointer   user_data)
{
  dwell_cell_set_text (cell, gtk_string_object_get_string (item));
}

/* A number is never cut: its column grows. One that the user made narrow stays so, and a column of
 * text stays too. What grew by itself is not a wish of the user's. */
static void
test_growth (void)
{
  static const DwellTableColumn infos[] = {
    { "A", 60, TRUE, FALSE, 0, fill_number, "a" },
    { "B", 60, TRUE, FALSE, 1, fill_number, "b" },
    { "C", 60, FALSE, FALSE, 2, fill_number, "c" },
  };
  const char *strings[] = { "123 456 789 012 345", NULL };
  g_autoptr(GtkStringList) list = gtk_string_list_new (strings);
  g_autoptr(DwellTableRows) rows = dwell_table_rows_new (G_LIST_MODEL (list));
  g_autoptr(GVariant) saved = NULL;
  g_autofree char *text = NULL;
  GtkColumnViewColumn *parts[G_N_ELEMENTS (infos)];
  Table table = { 0 };

  table.window = gtk_window_new ();
  table.table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_window_set_child (GTK_WINDOW (table.window), GTK_WIDGET (table.table));
  table.columns = dwell_table_columns_new (table.table, "growth");
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    dwell_table_columns_add (table.columns, &infos[i]);
  dwell_table_columns_restore (table.columns, -1, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    parts[i] = get_column (&table, i);
  gtk_column_view_column_set_fixed_width (parts[1], 50);

  gtk_column_view_set_model (table.table, GTK_SELECTION_MODEL (rows));
  gtk_window_present (GTK_WINDOW (table.window));
  WAIT_UNTIL (gtk_column_view_column_get_fixed_width (parts[0]) > 120);
  drain ();
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (parts[0]), <, 220);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (parts[1]), ==, 50);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (parts[2]), ==, 60);

  close_table (&table); /* writes what is to be remembered */
  saved = g_settings_get_value (dwell_settings_get (), "tables");
  text = g_variant_print (saved, FALSE);
  g_assert_nonnull (strstr (text, "('a', 0, true), ('b', 50, true), ('c', 0, true)"));
  g_settings_reset (dwell_settings_get (), "tables");
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const struct { const char *file; const char *page; } cases[] = {
    { "lms/doc_example.csv", "statistics" },
    { "lms/doc_example.csv", "events" },
    { "lms/doc_example.csv", "tree" },
    { "lms/doc_example.csv", "markers" },
    { "lms/doc_example.csv", "problems" },
    { "text1/preempt.txt", "values" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkStack *pages;
      GtkWidget *page;
      GtkWidget *grid;
      GtkWidget *check;
      GListModel *columns;
      guint n_shown = 0;

      open_data (fixture, cases[i].file);
      wait_for_session (fixture);
      pages = find_id (dwell_window_get_current (fixture->window), "pages");
      page = dwell_session_pages_get (pages, cases[i].page);
      g_assert_nonnull (page);

      grid = open_columns (page);
      check = gtk_widget_get_first_child (grid);
      while (check != NULL && !GTK_IS_CHECK_BUTTON (check))
        check = gtk_widget_get_next_sibling (check);
      g_assert_nonnull (check);
      columns = gtk_column_view_get_columns (find_id (page, "table"));
      for (guint j = 0; j < g_list_model_get_n_items (columns); j++)
        {
          g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, j);

          n_shown += gtk_column_view_column_get_visible (column);
        }

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                   !gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
      for (guint j = 0; j < g_list_model_get_n_items (columns); j++)
        {
          g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, j);

          n_shown -= gtk_column_view_column_get_visible (column);
        }
      g_assert_cmpint (ABS ((int) n_shown), ==, 1);
    }
}

static gboolean
is_saved (const char *part)
{
  g_autoptr(GVariant) saved = g_settings_get_value (dwell_settings_get (), "tables");
  g_autofree char *text = g_variant_print (saved, FALSE);

  return strstr (text, part) != NULL;
}

/* A tab that is closed at once still saves its columns, though their button holds them. */
static void
test_closed_soon (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GtkColumnViewColumn) column = NULL;
  g_autoptr(GtkWidget) button = NULL;
  GtkColumnView *table;
  GtkWidget *page;
  guint position = 0;

  open_data (fixture, "lms/doc_example.csv");
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "statistics");
  page = dwell_session_page_get_shown (dwell_window_get_current (fixture->window));
  button = g_object_ref (find_id (page, "columns_button"));
  table = find_id (page, "table");
  do
    {
      g_clear_object (&column);
      column = g_list_model_get_item (gtk_column_view_get_columns (table), ++position);
    }
  while (!gtk_column_view_column_get_visible (column));
  gtk_column_view_sort_by_column (table, column, GTK_SORT_ASCENDING);
  gtk_column_view_column_set_fixed_width (column, 234);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (is_saved (", 234, true)"));
  g_settings_reset (dwell_settings_get (), "tables");
}

/* --- The headings by keyboard --- */

static gboolean
press (GtkColumnView   *table,
       guint            key,
       GdkModifierType  modifiers)
{
  gpointer keys = fixture_controller (GTK_WIDGET (table), GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean handled;

  g_signal_emit_by_name (keys, "key-pressed", key, 0, modifiers, &handled);
  return handled;
}

static GtkWidget *
get_focus (Fixture *fixture)
{
  return gtk_root_get_focus (GTK_ROOT (fixture->window));
}

static const char *
get_title (GtkColumnView *table,
           guint          position)
{
  g_autoptr(GtkColumnViewColumn) column =
    g_list_model_get_item (gtk_column_view_get_columns (table), position);

  return gtk_column_view_column_get_title (column);
}

static void
test_headings (Fixture       *fixture,
               gconstpointer  user_data)
{
  GtkColumnView *table;
  GtkWidget *header;
  GtkWidget *first;
  GtkWidget *second;
  g_autofree char *name = NULL;
  gboolean was_descending, is_descending;
  guint position = 1;
  int id, width;

  open_data (fixture, "lms/doc_example.csv");
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "statistics");
  table = find_id (dwell_session_pages_get (
    find_id (dwell_window_get_current (fixture->window), "pages"), "statistics"), "table");
  wait_for_layout (table);
  header = gtk_widget_get_first_child (GTK_WIDGET (table));
  first = gtk_widget_get_first_child (header);

  /* Focusing the table focuses a row; from the first one, Up leads to the headings. */
  gtk_widget_grab_focus (GTK_WIDGET (table));
  g_assert_cmpuint (dwell_table_get_focused_row (table), ==, 0);
  g_assert_true (press (table, GDK_KEY_Up, 0));
  g_assert_true (get_focus (fixture) == first);

  /* Sorts, and the other way round. */
  g_assert_true (press (table, GDK_KEY_Return, 0));
  id = dwell_table_get_sort_id (table, &was_descending);
  g_assert_true (press (table, GDK_KEY_Return, 0));
  g_assert_cmpint (dwell_table_get_sort_id (table, &is_descending), ==, id);
  g_assert_true (is_descending != was_descending);

  for (second = gtk_widget_get_next_sibling (first); !gtk_widget_get_visible (second);
       second = gtk_widget_get_next_sibling (second))
    position++;
  g_assert_true (press (table, GDK_KEY_Right, 0));
  g_assert_true (get_focus (fixture) == second);
  g_assert_false (gtk_widget_get_focusable (first));
  g_assert_true (press (table, GDK_KEY_Return, 0));
  g_assert_cmpint (dwell_table_get_sort_id (table, &is_descending), !=, id);

  width = gtk_widget_get_width (second);
  g_assert_true (press (table, GDK_KEY_Right, GDK_CONTROL_MASK));
  WAIT_UNTIL (gtk_widget_get_width (second) > width);
  g_assert_true (press (table, GDK_KEY_Left, GDK_CONTROL_MASK));
  WAIT_UNTIL (gtk_widget_get_width (second) == width);

  /* It goes before the first, and keeps the keyboard. */
  name = g_strdup (get_title (table, position));
  g_assert_true (press (table, GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_cmpstr (get_title (table, 0), ==, name);
  g_assert_true (gtk_widget_get_parent (get_focus (fixture)) == header);
  g_assert_null (gtk_widget_get_prev_sibling (get_focus (fixture)));
  g_assert_true (press (table, GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_cmpstr (get_title (table, 0), !=, name);

  g_assert_true (press (table, GDK_KEY_Down, 0));
  g_assert_cmpuint (dwell_table_get_focused_row (table), !=, GTK_INVALID_LIST_POSITION);
  g_assert_false (gtk_widget_get_focusable (second));
  g_assert_false (press (table, GDK_KEY_Right, 0));
}

/* At either end keys stay where they are, and others than those of the headings are not theirs.
 * From other rows than the first, Up goes to the row above; headings that are hidden are left
 * out. */
static void
test_heading_ends (Fixture       *fixture,
                   gconstpointer  user_data)
{
  GtkColumnView *table;
  GtkWidget *header;
  GtkWidget *first;
  GtkWidget *last = NULL;
  g_autofree char *name = NULL;
  g_autoptr(GtkColumnViewColumn) column = NULL;

  open_data (fixture, "lms/doc_example.csv");
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "statistics");
  table = find_id (dwell_session_pages_get (
    find_id (dwell_window_get_current (fixture->window), "pages"), "statistics"), "table");
  wait_for_layout (table);
  header = gtk_widget_get_first_child (GTK_WIDGET (table));
  first = gtk_widget_get_first_child (header);

  /* Without the focus it is not moved. */
  dwell_table_move_focus (table, 1);
  g_assert_cmpuint (dwell_table_get_focused_row (table), ==, GTK_INVALID_LIST_POSITION);
  gtk_widget_grab_focus (GTK_WIDGET (table));
  dwell_table_move_focus (table, 1);
  g_assert_cmpuint (dwell_table_get_focused_row (table), ==, 1);
  g_assert_false (press (table, GDK_KEY_Up, 0));
  dwell_table_move_focus (table, 0);
  g_assert_false (press (table, GDK_KEY_Up, GDK_CONTROL_MASK));
  g_assert_true (press (table, GDK_KEY_Up, 0));
  g_assert_true (get_focus (fixture) == first);

  g_assert_false (press (table, GDK_KEY_a, 0));
  g_assert_false (press (table, GDK_KEY_Left, GDK_ALT_MASK));
  g_assert_false (press (table, GDK_KEY_Right, GDK_ALT_MASK));
  g_assert_true (press (table, GDK_KEY_Left, 0));
  g_assert_true (get_focus (fixture) == first);
  name = g_strdup (get_title (table, 0));
  g_assert_true (press (table, GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_cmpstr (get_title (table, 0), ==, name);
  while (last != get_focus (fixture))
    {
      last = get_focus (fixture);
      g_assert_true (press (table, GDK_KEY_Right, 0));
    }
  g_assert_true (last != first);
  g_assert_true (press (table, GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_true (get_focus (fixture) == last);
  g_assert_true (press (table, GDK_KEY_Escape, 0));
  g_assert_cmpuint (dwell_table_get_focused_row (table), !=, GTK_INVALID_LIST_POSITION);

  column = g_list_model_get_item (gtk_column_view_get_columns (table), 0);
  gtk_column_view_column_set_visible (column, FALSE);
  wait_for_layout (table);
  dwell_table_move_focus (table, 0);
  g_assert_true (press (table, GDK_KEY_Up, 0));
  g_assert_true (gtk_widget_get_parent (get_focus (fixture)) == header);
  g_assert_true (get_focus (fixture) != first);
  gtk_column_view_column_set_visible (column, TRUE);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  if (dwell_settings_get () != NULL)
    {
      g_test_add_func ("/table-columns/remembers", test_remembers);
      g_test_add_func ("/table-columns/sorting", test_sorting);
      g_test_add_func ("/table-columns/invalid-settings", test_invalid_settings);
      g_test_add_func ("/table-columns/titles", test_titles);
      g_test_add_func ("/table-columns/growth", test_growth);
      g_test_add ("/table-columns/closed-soon", Fixture, NULL, set_up, test_closed_soon, tear_down);
    }
  g_test_add ("/table-columns/pages", Fixture, NULL, set_up, test_pages, tear_down);
  g_test_add ("/table-columns/headings", Fixture, NULL, set_up, test_headings, tear_down);
  g_test_add ("/table-columns/heading-ends", Fixture, NULL, set_up, test_heading_ends, tear_down);

  return g_test_run ();
}
