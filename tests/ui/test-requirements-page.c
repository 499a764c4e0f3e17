/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timing requirements in the window: the page that comes with their file, its violations, a file
 * with errors, and a file that is dropped. */
#include "config.h"

#include "ui/requirements/dwell-requirements-page.h"
#include "ui/shell/dwell-drop-area.h"
#include "window-fixture.h"

#define TEXT "dwell-requirements 1\n" \
             "A: call of cycle <= 800 us\n" \
             "B: call of cycle.act <= 350 us\n"

static DwellSessionPage *
get_tab (Fixture *fixture)
{
  return dwell_window_get_current (fixture->window);
}

static DwellTablePage *
get_page (Fixture *fixture)
{
  return DWELL_TABLE_PAGE (gtk_stack_get_child_by_name (find_id (get_tab (fixture), "pages"),
                                                        "requirements"));
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
                    "requirements") == 0;
}

/* Opens a recording and holds it against a file with @text. */
static GFile *
check (Fixture    *fixture,
       const char *text)
{
  GFile *file = make_file ("deadlines", text);

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  g_assert_false (dwell_session_page_has_page (get_tab (fixture), "requirements"));
  dwell_session_page_set_requirements (get_tab (fixture), file);
  g_assert_true (is_shown (fixture));
  return file;
}

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, TEXT);
  DwellTablePage *page = get_page (fixture);
  DwellView *view = get_view (fixture);
  gint64 begin;
  gint64 end;

  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "file_name")), ==, "deadlines");
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "summary")), ==, "1 violated · 1 passed");
  g_assert_false (gtk_widget_get_visible (find_id (page, "below")));

  /* What is chosen shows where it is violated; the worst of it is selected. */
  dwell_table_page_select (page, 0, FALSE);
  g_assert_true (gtk_widget_get_visible (find_id (page, "below")));
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "title")), ==, "B: 2 violations");
  DWELL_TABLE_PAGE_GET_CLASS (page)->chosen (page, 0);
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, 2020000);

  /* The other one below. */
  gtk_selection_model_select_item (gtk_list_view_get_model (find_id (page, "violations")), 1, TRUE);
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, 1270000);
  g_assert_cmpint (end, ==, 1670000);

  gtk_drop_down_set_selected (find_id (page, "outcomes"), 3);
  WAIT_UNTIL (get_n_rows (page) == 1);
  g_assert_false (gtk_widget_get_visible (find_id (page, "below")));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.clear-filter", NULL));
  WAIT_UNTIL (get_n_rows (page) == 2);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), "requirements.stop", NULL));
  g_assert_false (dwell_session_page_has_page (get_tab (fixture), "requirements"));
  g_assert_false (is_shown (fixture));
  remove_file (file);
}

static void
test_errors (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) file = check (fixture, "dwell-requirements 1\nA: call of cycle <= five us\n");
  g_autoptr(GFile) none = g_file_new_for_path ("/nowhere/deadlines");
  DwellTablePage *page = get_page (fixture);
  GtkStack *states = find_id (page, "states");

  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "faults"));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (find_id (page, "faults")), "Line 2: "));

  dwell_session_page_set_requirements (get_tab (fixture), none);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "failed"));

  g_assert_true (g_file_replace_contents (file, "dwell-requirements 1\n", 21, NULL, FALSE, 0, NULL,
                                          NULL, NULL));
  dwell_session_page_set_requirements (get_tab (fixture), file);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "empty"));
  remove_file (file);
}

/* Requirements that are dropped on a recording are its own; no other tab opens. */
static void
test_dropped (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);

  open_data (fixture, "requirements/01-deadlines/trace.csv");
  wait_for_session (fixture);
  g_ptr_array_add (files, data_file ("requirements/01-deadlines/requirements"));
  g_signal_emit_by_name (area, "files-dropped", files);
  WAIT_UNTIL (is_shown (fixture));
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == 11);
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/requirements-page/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/requirements-page/errors", Fixture, NULL, set_up, test_errors, tear_down);
  g_test_add ("/requirements-page/dropped", Fixture, NULL, set_up, test_dropped, tear_down);

  return g_test_run ();
}
