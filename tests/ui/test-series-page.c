/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several recordings in the window: the page that comes with them, its columns, series and groups,
 * and a file that cannot be read. */
#include "config.h"

#include "analysis/compare/dwell-recordings-cells.h"
#include "model/comparison/dwell-series-files.h"
#include "ui/comparison/dwell-linked-timeline.h"
#include "ui/comparison/dwell-series-page.h"
#include "support/text-fixture.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-table-tools.h"
#include "window-fixture.h"

#define N_FILES 5

static DwellSessionPage *
get_tab (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window);
}

static DwellTablePage *
get_page (Fixture *fixture)
{
  return DWELL_TABLE_PAGE (dwell_session_pages_get (find_id (get_tab (fixture), "pages"),
                                                    "series"));
}

static guint
get_n_rows (DwellTablePage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static gboolean
is_shown (Fixture *fixture)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (find_id (get_tab (fixture), "pages")),
                    "series") == 0;
}

static DwellTablePage *
open_series (Fixture *fixture)
{
  static const char * const names[N_FILES] = {
    "compare/base.csv", "compare/base.csv", "compare/base.csv", "compare/new.csv",
    "compare/new.csv",
  };
  GFile *files[N_FILES];
  DwellTablePage *page;

  for (guint i = 0; i < N_FILES; i++)
    files[i] = data_file (names[i]);

  dwell_window_open_series (fixture->window, files, N_FILES);
  for (guint i = 0; i < N_FILES; i++)
    g_object_unref (files[i]);

  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  WAIT_UNTIL (get_n_rows (page) == 4);
  return page;
}

static gboolean
has_column (DwellTablePage *page,
            int             column)
{
  return dwell_table_columns_is_available (dwell_table_page_get_columns (page), column);
}

static void
test_series (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellTablePage *page = open_series (fixture);
  DwellTableColumns *columns = dwell_table_page_get_columns (page);

  g_assert_cmpstr (gtk_label_get_text (find_id (page, "summary")), ==,
                   "5 recordings, one after another");
  g_assert_false (gtk_widget_get_visible (find_id (page, "problem")));
  g_assert_cmpstr (dwell_table_columns_get_title (columns, DWELL_RECORDINGS_VALUE + 4), ==,
                   "new.csv");
  g_assert_true (has_column (page, DWELL_RECORDINGS_VALUE + 4));
  g_assert_false (has_column (page, DWELL_RECORDINGS_VALUE + 5));
  g_assert_true (has_column (page, DWELL_RECORDINGS_P));
  g_assert_false (has_column (page, DWELL_RECORDINGS_SINCE));
  g_assert_false (has_column (page, DWELL_RECORDINGS_Q));

  /* Change is counted from any of them. */
  g_assert_cmpuint (g_list_model_get_n_items (
                      gtk_drop_down_get_model (find_id (page, "reference"))), ==, N_FILES + 1);
  gtk_drop_down_set_selected (find_id (page, "reference"), N_FILES);
  g_assert_cmpuint (dwell_series_get_reference (get_view (fixture)), ==, N_FILES);
  WAIT_UNTIL (get_n_rows (page) == 4);

  /* What is in focus in the tab is selected here. */
  dwell_view_focus_area (get_view (fixture), 2);
  WAIT_UNTIL (dwell_table_page_get_selected (page) == 1);

  gtk_widget_activate_action (GTK_WIDGET (page), "series.stop", NULL);
  g_assert_false (dwell_session_page_has_page (get_tab (fixture), "series"));
  g_assert_false (is_shown (fixture));
}

static void
test_groups (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellTablePage *page = open_series (fixture);
  GtkDropDown *groups = find_id (page, "groups");
  GtkStringObject *choice;

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (groups)), ==, N_FILES);
  gtk_drop_down_set_selected (groups, 3);
  choice = gtk_drop_down_get_selected_item (groups);
  g_assert_cmpstr (gtk_string_object_get_string (choice), ==, "Base: the First 3");
  WAIT_UNTIL (g_str_equal (gtk_label_get_text (find_id (page, "summary")),
                           "5 recordings, of which the first 3 are the base"));
  g_assert_false (has_column (page, DWELL_RECORDINGS_SLOPE));
  g_assert_false (gtk_widget_get_visible (find_id (page, "reference")));

  gtk_drop_down_set_selected (find_id (page, "measure"), DWELL_COMPARED_COUNT);
  g_assert_cmpint (dwell_series_get_measure (get_view (fixture)), ==, DWELL_COMPARED_COUNT);
  WAIT_UNTIL (get_n_rows (page) == 4);
}

static guint
count_timelines (GtkWidget *widget)
{
  guint n = DWELL_IS_LINKED_TIMELINE (widget) && gtk_widget_get_visible (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_timelines (child);

  return n;
}

static DwellView *
find_other (GtkWidget *widget)
{
  DwellView *other = DWELL_IS_LINKED_TIMELINE (widget)
                       ? dwell_linked_timeline_get_other (DWELL_LINKED_TIMELINE (widget)) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && other == NULL;
       child = gtk_widget_get_next_sibling (child))
    other = find_other (child);

  return other;
}

/* The recordings below one another; the tools of the table are of no use there. Their views end
 * with them. */
static void
test_timelines (Fixture       *fixture,
                gconstpointer  user_data)
{
  GtkWidget *page = GTK_WIDGET (open_series (fixture));
  GtkWidget *forms = find_id (DWELL_TABLE_PAGE (page), "forms");
  GtkToggleButton *button = find_id (page, "timelines_button");
  DwellView *view = get_view (fixture);
  DwellView *other;
  gint64 begin;
  gint64 end;

  gtk_toggle_button_set_active (button, TRUE);
  WAIT_UNTIL (count_timelines (forms) == N_FILES - 1);
  g_assert_false (gtk_widget_get_visible (find_id (page, "measure")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "reference")));

  other = find_other (forms);
  g_assert_true (other != view);
  WAIT_UNTIL ((dwell_view_set_range (view, 1000, 51000),
               dwell_view_get_range (other, &begin, &end), begin == 1000 && end == 51000));

  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-align", "apart");
  dwell_view_set_range (view, 2000, 52000);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 1000);

  g_object_add_weak_pointer (G_OBJECT (other), (gpointer *) &other);
  gtk_toggle_button_set_active (button, FALSE);
  WAIT_UNTIL (other == NULL);
  g_assert_cmpuint (count_timelines (forms), ==, 0);
  g_assert_true (gtk_widget_get_visible (find_id (page, "measure")));
  g_assert_true (gtk_widget_get_visible (find_id (page, "reference")));

  /* They end with the series, too. */
  gtk_toggle_button_set_active (button, TRUE);
  WAIT_UNTIL (count_timelines (forms) == N_FILES - 1);
  other = find_other (forms);
  g_object_add_weak_pointer (G_OBJECT (other), (gpointer *) &other);
  gtk_widget_activate_action (page, "series.stop", NULL);
  WAIT_UNTIL (other == NULL);
}

static void
test_problem (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellTablePage *page = open_series (fixture);
  g_autoptr(GFile) missing = data_file ("compare/nowhere.csv");

  dwell_session_page_show_series (get_tab (fixture), &missing, 1);
  g_assert_true (is_shown (fixture));
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "problem")));
  g_assert_nonnull (strstr (gtk_label_get_text (find_id (page, "problem")), "nowhere.csv"));
  g_assert_cmpuint (get_n_rows (page), ==, 0);
}

/* Rows can be filtered and copied; one that is chosen is in focus in the tab, if that has it. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellTablePage *page = open_series (fixture);
  DwellView *view = get_view (fixture);
  g_autoptr(DwellTableText) text = dwell_table_tools_make_text (GTK_WIDGET (page), FALSE);
  g_autofree char *plain = fixture_table (text, '\t');
  g_auto(GStrv) shown = NULL;
  guint position = 0;

  g_assert_true (g_str_has_prefix (plain, "area\tverdict\t"));
  g_assert_nonnull (strstr (plain, "\napp.load\t"));
  while (position < 4)
    {
      g_clear_pointer (&shown, g_strfreev);
      shown = dwell_table_text_get_shown (text, position);
      if (g_str_equal (shown[0], "load") || g_str_equal (shown[0], "app.load"))
        break;
      position++;
    }
  g_assert_cmpuint (position, <, 4);
  g_assert_true (DWELL_TABLE_PAGE_GET_CLASS (page)->focus (page, position));
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view),
                                              dwell_view_get_focus_area (view)), ==, "app.load");

  gtk_editable_set_text (find_id (page, "filter"), "load");
  WAIT_UNTIL (get_n_rows (page) == 1);
  gtk_editable_set_text (find_id (page, "filter"), "");
  WAIT_UNTIL (get_n_rows (page) == 4);

  /* Another that is in focus is selected instead, and one that no row is about none. */
  dwell_table_page_select (page, position, FALSE);
  dwell_view_focus_area (view, 0);
  g_assert_cmpuint (dwell_table_page_get_selected (page), !=, position);
}

int
main (int    argc,
      char **argv)
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/series-page/series", Fixture, NULL, set_up, test_series, tear_down);
  g_test_add ("/series-page/groups", Fixture, NULL, set_up, test_groups, tear_down);
  g_test_add ("/series-page/timelines", Fixture, NULL, set_up, test_timelines, tear_down);
  g_test_add ("/series-page/problem", Fixture, NULL, set_up, test_problem, tear_down);
  g_test_add ("/series-page/rows", Fixture, NULL, set_up, test_rows, tear_down);

  return g_test_run ();
}
