/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What belongs together in two recordings, as the user says: functions, threads and routines, by a
 * dialog, by dragging a header and by what is suggested. */
#include "config.h"

#include "ui/timeline/dwell-gutter.h"
#include "ui/widgets/dwell-undo.h"
#include "comparison-fixture.h"
#include "file-dialog.h"
#include "support/folder.h"

/* Asks what the row that is selected belongs to. */
static GtkWindow *
open_dialog (Fixture             *fixture,
             DwellComparisonPage *page)
{
  activate (page, "comparison.match");
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  return find_other_window (fixture);
}

static void
select_matched (DwellComparisonPage *page)
{
  dwell_table_page_select (DWELL_TABLE_PAGE (page), 0, FALSE);
  activate (page, "comparison.next-change");
}

/* What is gone is taken for what is new, and parted again; both can be undone. */
static void
test_match (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  GtkWindow *dialog;

  activate (page, "comparison.next-change");
  gtk_widget_activate_action (GTK_WIDGET (page), "comparison.match", NULL);
  drain ();
  g_assert_null (find_other_window (fixture));

  activate (page, "comparison.next-change");
  dialog = open_dialog (fixture, page);
  g_assert_cmpstr (gtk_window_get_title (dialog), ==, "Match “app.draw” With");
  g_assert_true (says (GTK_WIDGET (dialog), "app.save"));
  g_assert_false (says (GTK_WIDGET (dialog), "app.load"));
  choose_first_row (dialog);
  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (says (GTK_WIDGET (fixture->window), "“app.draw” is compared with “app.save”"));

  select_matched (page);
  activate (page, "comparison.part");
  WAIT_UNTIL (get_n_rows (page) == 3);
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (get_n_rows (page) == 3);

  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-measure", "count");
  WAIT_UNTIL (says (GTK_WIDGET (page), "3 rows by Count"));
}

/* Closed without an answer the dialog leaves all as it is. What only the tab’s own recording has is
 * taken for what only the other has, as well as the other way round. */
static void
test_match_own (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  GtkWindow *dialog;

  for (guint i = 0; i < 3; i++)
    activate (page, "comparison.next-change");
  dialog = open_dialog (fixture, page);
  g_assert_cmpstr (gtk_window_get_title (dialog), ==, "Match “app.save” With");
  gtk_window_close (dialog);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
  g_assert_cmpuint (get_n_rows (page), ==, 3);
  g_assert_cmpstr (dwell_view_get_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-pairs"),
                   ==, "");

  dialog = open_dialog (fixture, page);
  g_assert_true (says (GTK_WIDGET (dialog), "app.draw"));
  choose_first_row (dialog);
  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (says (GTK_WIDGET (fixture->window), "“app.save” is compared with “app.draw”"));
}

/* A function without anything that it could be is told so; so is a pair of names too long to be
 * kept.
 * Limit: model/DWELL_COMPARISON_MAX_PAIRS_BYTES */
static void
test_no_match (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autofree char *long_old = g_strnfill (2200, 'o');
  g_autofree char *long_new = g_strnfill (2200, 'n');
  const char * const one[] = { "load" };
  const char * const two[] = { "load", "save" };
  const char * const old[] = { "load", long_old };
  const char * const new[] = { "load", long_new };
  g_autoptr(GFile) base = make_spans ("base.csv", one, 1, 3, 1);
  g_autoptr(GFile) more = make_spans ("more.csv", two, 2, 3, 1);
  g_autoptr(GFile) long_base = make_spans ("long-base.csv", old, 2, 3, 1);
  g_autoptr(GFile) long_more = make_spans ("long-more.csv", new, 2, 3, 1);
  DwellComparisonPage *page = compare_files (fixture, base, more);

  WAIT_UNTIL (get_n_rows (page) > 0 && is_of_area (page, 0, "save"));
  activate (page, "comparison.next-change");
  activate (page, "comparison.match");
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window),
                    "The other recording has no unmatched function"));
  g_assert_null (find_other_window (fixture));

  page = compare_files (fixture, long_base, long_more);
  WAIT_UNTIL (get_n_rows (page) > 0 && is_of_area (page, 0, long_new));
  activate (page, "comparison.next-change");
  choose_first_row (open_dialog (fixture, page));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "There is no room for more pairs of functions"));
  remove_file (base);
  remove_file (more);
  remove_file (long_base);
  remove_file (long_more);
}

/* Whether a row changed by so many ns. */
static gboolean
has_change (DwellComparisonPage *page,
            const char          *change)
{
  GListModel *list = G_LIST_MODEL (get_list (DWELL_TABLE_PAGE (page)));
  gboolean is_there = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr(DwellComparisonItem) item = g_list_model_get_item (list, i);
      g_autofree char *text = dwell_comparison_item_get_plain (item, DWELL_DIFFERENCE_CHANGE);

      is_there |= g_str_equal (text, change);
    }

  return is_there;
}

/* A row of each thread; one that the new recording lacks is taken for another. */
static void
test_contexts (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/threads-base.json",
                                             "compare/threads-new.json");
  g_autoptr(DwellComparisonItem) item = NULL;
  g_autofree char *context = NULL;
  DwellTableColumns *columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (page));
  GtkWindow *dialog;

  WAIT_UNTIL (get_n_rows (page) == 1);
  g_assert_false (dwell_table_columns_is_available (columns, DWELL_DIFFERENCE_CONTEXT));

  gtk_check_button_set_active (find_id (find_id (page, "options"), "by_context"), TRUE);
  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (dwell_table_columns_is_available (columns, DWELL_DIFFERENCE_CONTEXT));
  item = g_list_model_get_item (G_LIST_MODEL (get_list (DWELL_TABLE_PAGE (page))), 0);
  context = dwell_comparison_item_get_text (item, DWELL_DIFFERENCE_CONTEXT);
  g_assert_cmpstr (context, ==, "worker");

  activate (page, "comparison.next-change");
  dialog = open_dialog (fixture, page);
  g_assert_cmpstr (gtk_window_get_title (dialog), ==, "Match “worker” With");
  g_assert_true (says (GTK_WIDGET (dialog), "reader"));
  choose_first_row (dialog);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "“worker” is compared with “reader”"));
  WAIT_UNTIL (has_change (page, "10000"));

  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (has_change (page, "110000"));
}

/* A thread of the tab’s own recording is taken for one of the other. */
static void
test_own_context (Fixture       *fixture,
                  gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/threads-new.json",
                                             "compare/threads-base.json");
  GtkWindow *dialog;

  gtk_check_button_set_active (find_id (find_id (page, "options"), "by_context"), TRUE);
  WAIT_UNTIL (get_n_rows (page) == 2);
  activate (page, "comparison.next-change");
  dialog = open_dialog (fixture, page);
  g_assert_cmpstr (gtk_window_get_title (dialog), ==, "Match “worker” With");
  gtk_window_close (dialog);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
  g_assert_cmpuint (get_n_rows (page), ==, 2);

  choose_first_row (open_dialog (fixture, page));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "“worker” is compared with “reader”"));
  WAIT_UNTIL (has_change (page, "-10000"));
}

/* A header dragged onto that of the other timeline: their threads are one. */
static void
test_drag_header (Fixture       *fixture,
                  gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/threads-base.json",
                                             "compare/threads-new.json");
  GtkWidget *own;
  GtkWidget *other;
  graphene_point_t point = GRAPHENE_POINT_INIT (20, 12);

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  other = fixture_find (find_id (page, "linked"), DWELL_TYPE_GUTTER);
  own = fixture_find (find_id (dwell_window_get_current (fixture->window), "timeline"),
                      DWELL_TYPE_GUTTER);
  WAIT_UNTIL (gtk_widget_get_mapped (other) && gtk_widget_get_height (other) > 60);
  gtk_test_widget_wait_for_draw (other);

  /* The worker is the first track of the base. */
  g_assert_true (gtk_widget_compute_point (other, own, &point, &point));
  fixture_drag (own, GDK_BUTTON_PRIMARY, 20, 12, point.x, point.y);
  g_assert_true (says (GTK_WIDGET (fixture->window), "“reader” is compared with “worker”"));
  gtk_toggle_button_set_active (find_id (page, "as_table"), TRUE);
  WAIT_UNTIL (has_change (page, "10000"));
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (has_change (page, "110000"));

  /* Beside the tracks nothing is paired. */
  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (other));
  fixture_drag (own, GDK_BUTTON_PRIMARY, 20, 12, point.x + 400, point.y);
  fixture_drag (own, GDK_BUTTON_PRIMARY, 20, 12, point.x,
                point.y + gtk_widget_get_height (other) - 20);
  g_assert_cmpstr (dwell_view_get_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-pairs"),
                   ==, "");
}

static GtkWidget *
find_shift_button (DwellTablePage *lines)
{
  GtkWidget *row = gtk_widget_get_first_child (find_id (lines, "shifts"));

  return row != NULL ? gtk_widget_get_last_child (row) : NULL;
}

/* A routine that seems to have moved is matched so if the user wants it, and as before again. */
static void
test_shift (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/lines-base.txt",
                                             "compare/lines-shifted.txt");
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) file = NULL;
  g_autofree char *text = NULL;
  DwellTablePage *lines = find_id (page, "source_lines");

  gtk_toggle_button_set_active (find_id (page, "as_lines"), TRUE);
  WAIT_UNTIL (find_shift_button (lines) != NULL);
  g_assert_true (says (GTK_WIDGET (lines), "“load” seems to have moved"));

  g_signal_emit_by_name (find_shift_button (lines), "clicked");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” is taken to have moved"));
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” seems to have moved"));

  /* A file of the comparison has it, too. */
  g_signal_emit_by_name (find_shift_button (lines), "clicked");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” is taken to have moved"));
  activate (page, "comparison.save-comparison");
  file = file_dialog_save (fixture, folder, "moved.dwell-comparison");
  text = file_dialog_load (file);
  g_assert_nonnull (strstr (text, "Shifts=function%09load%09"));
  folder_remove (g_steal_pointer (&path));

  g_signal_emit_by_name (find_shift_button (lines), "clicked");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” seems to have moved"));
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/comparison-matching/match", Fixture, NULL, set_up, test_match, tear_down);
  g_test_add ("/comparison-matching/match-own", Fixture, NULL, set_up, test_match_own, tear_down);
  g_test_add ("/comparison-matching/no-match", Fixture, NULL, set_up, test_no_match, tear_down);
  g_test_add ("/comparison-matching/contexts", Fixture, NULL, set_up, test_contexts, tear_down);
  g_test_add ("/comparison-matching/own-context", Fixture, NULL, set_up, test_own_context,
              tear_down);
  g_test_add ("/comparison-matching/drag-header", Fixture, NULL, set_up, test_drag_header,
              tear_down);
  g_test_add ("/comparison-matching/shift", Fixture, NULL, set_up, test_shift, tear_down);

  return g_test_run ();
}
