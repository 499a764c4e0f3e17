/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a comparison begins and ends: the dialog that asks for the base, files that are dropped or
 * opened together, tabs that are closed and opened anew, and what cannot be compared. */
#include "config.h"

#include "ui/shell/dwell-comparing.h"
#include "ui/shell/dwell-drop-area.h"
#include "ui/widgets/dwell-recent.h"
#include "comparison-fixture.h"

static gboolean
is_compared (Fixture    *fixture,
             const char *base)
{
  return is_shown (fixture) && g_str_equal (get_label (get_page (fixture), "base_name"), base);
}

static void
choose_first (Fixture *fixture)
{
  GtkWindow *dialog = open_other_window (fixture, "win.compare");

  g_assert_true (says (GTK_WIDGET (dialog), "Another File"));
  choose_first_row (dialog);
  WAIT_UNTIL (is_shown (fixture));
}

/* Chooses the first of what is offered: the other tab. The older file is the base, whichever of
 * them is in front. */
static void
test_dialog (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) base = copy_data ("compare/base.csv", 1000);
  g_autoptr(GFile) new = copy_data ("compare/new.csv", 2000);
  AdwTabView *tabs = find_id (fixture->window, "tabs");
  g_autofree char *place = NULL;
  GtkWindow *dialog;

  open_recording (fixture, base);
  open_recording (fixture, new);

  dialog = open_other_window (fixture, "win.compare");
  g_assert_true (says (GTK_WIDGET (dialog), "base.csv"));
  place = g_strconcat ("Open in a tab · ", g_file_peek_path (base), NULL);
  g_assert_true (says (GTK_WIDGET (dialog), place));
  gtk_window_close (dialog);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
  g_assert_false (dwell_session_page_has_page (dwell_window_get_current (fixture->window),
                                               "comparison"));

  choose_first (fixture);
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "base.csv");

  adw_tab_view_set_selected_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
  choose_first (fixture);
  WAIT_UNTIL (g_str_equal (get_label (get_page (fixture), "base_name"), "base.csv"));
  g_assert_cmpstr (get_label (get_page (fixture), "new_name"), ==, "new.csv");
  remove_file (base);
  remove_file (new);
}

static gboolean
is_recent (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr(GPtrArray) recent = dwell_recent_list ();

  for (guint i = 0; i < recent->len; i++)
    if (g_str_equal (gtk_recent_info_get_uri (recent->pdata[i]), uri))
      return TRUE;

  return FALSE;
}

/* Recent files that are not open are offered, too. */
static void
test_dialog_recent (Fixture       *fixture,
                    gconstpointer  user_data)
{
  g_autoptr(GFile) base = copy_data ("compare/base.csv", 1000);
  g_autoptr(GFile) new = copy_data ("compare/new.csv", 2000);

  gtk_recent_manager_purge_items (gtk_recent_manager_get_default (), NULL);
  open_recording (fixture, base);
  WAIT_UNTIL (is_recent (base));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  open_recording (fixture, new);
  WAIT_UNTIL (is_recent (new));
  choose_first (fixture);
  WAIT_UNTIL (is_compared (fixture, "base.csv"));
  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  remove_file (base);
  remove_file (new);
}

/* Where a recent file is, as the welcome page and the dialog show it: “&” begins no markup. */
static void
test_recent_place (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autoptr(GFile) odd = make_file ("R&D.csv", "2,1,track 1\n0,1,1\n1,5,1\n");
  GtkWindow *dialog;

  gtk_recent_manager_purge_items (gtk_recent_manager_get_default (), NULL);
  open_recording (fixture, odd);
  WAIT_UNTIL (is_recent (odd));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), g_file_peek_path (odd)));

  open_data (fixture, "compare/new.csv");
  wait_for_session (fixture);
  dialog = open_other_window (fixture, "win.compare");
  g_assert_true (says (GTK_WIDGET (dialog), g_file_peek_path (odd)));
  gtk_window_close (dialog);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
  remove_file (odd);
}

/* Two files that are dropped together can be compared: the first is the base. */
static void
test_dropped (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);

  g_ptr_array_add (files, data_file ("compare/base.csv"));
  g_ptr_array_add (files, data_file ("compare/new.csv"));
  g_signal_emit_by_name (area, "files-dropped", files);
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_other_window (fixture)), "compare");
  WAIT_UNTIL (get_n_tabs (fixture) == 2);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "base.csv");
}

static GtkEventController *
get_drop_target (gpointer area)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (area);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        return controller;
    }

  g_assert_not_reached ();
}

static void
drop (Fixture *fixture,
      GFile   *file,
      double   share)
{
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);
  double x = share * gtk_widget_get_width (area);
  double y = share * gtk_widget_get_height (area);
  GSList files = { file, NULL };
  GdkFileList *list = gdk_file_list_new_from_list (&files);
  g_auto(GValue) value = G_VALUE_INIT;
  gboolean is_handled = FALSE;
  GdkDragAction action;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, list);
  g_signal_emit_by_name (get_drop_target (area), "enter", x, y, &action);
  g_signal_emit_by_name (get_drop_target (area), "drop", &value, x, y, &is_handled);
  g_assert_true (is_handled);
}

/* One half of the window compares a dropped file with what is open, the other opens it. What has
 * nothing to compare is opened wherever it is dropped. */
static void
test_drop_parts (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) base = copy_data ("compare/base.csv", 1000);
  g_autoptr(GFile) new = copy_data ("compare/new.csv", 2000);
  g_autoptr(GFile) other = data_file ("lms/doc_example.csv");

  drop (fixture, new, 0.9);
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  wait_for_session (fixture);
  g_assert_null (dwell_view_get_base (get_view (fixture), NULL));

  drop (fixture, base, 0.9);
  WAIT_UNTIL (is_shown (fixture));
  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "base.csv");

  drop (fixture, other, 0.1);
  WAIT_UNTIL (get_n_tabs (fixture) == 3);
  g_assert_null (dwell_view_get_base (get_view (fixture), NULL));
  remove_file (base);
  remove_file (new);
}

/* From right to left the parts change places. */
static void
test_drop_rtl (Fixture       *fixture,
               gconstpointer  user_data)
{
  g_autoptr(GFile) base = copy_data ("compare/base.csv", 1000);
  g_autoptr(GFile) new = copy_data ("compare/new.csv", 2000);
  GtkWidget *area = fixture_find (GTK_WIDGET (fixture->window), DWELL_TYPE_DROP_AREA);

  open_recording (fixture, new);
  gtk_widget_set_direction (area, GTK_TEXT_DIR_RTL);
  drop (fixture, base, 0.1);
  WAIT_UNTIL (is_shown (fixture));
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "base.csv");
  remove_file (base);
  remove_file (new);
}

#define BTF(day) \
  "#version 2.1.3\n#creator test\n#creationDate 2015-02-" day "T08:00:00Z\n#timeScale ns\n" \
  "0,Stimulus_A,0,T,Task_A,0,activate\n100,Core_1,0,T,Task_A,0,start\n" \
  "900,Core_1,0,T,Task_A,0,terminate\n"

/* The recording that was made before is the base, whenever its file was changed. */
static void
test_clocks (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) old = make_file ("old.btf", BTF ("02"));
  g_autoptr(GFile) new = make_file ("new.btf", BTF ("03"));

  open_recording (fixture, old);
  g_assert_cmpint (dwell_session_get_trace (get_session (fixture))->wall_clock_ns, !=,
                   DWELL_TIME_NONE);
  drop (fixture, new, 0.9);
  WAIT_UNTIL (is_compared (fixture, "old.btf"));
  remove_file (old);
  remove_file (new);
}

/* Only another recording can be compared; one that cannot be read stays the base, and says why;
 * what the user chose meanwhile stays, too. */
static void
test_odd_others (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) new = copy_data ("compare/new.csv", 2000);
  g_autoptr(GFile) base = copy_data ("compare/base.csv", 1000);
  g_autoptr(GFile) broken = make_file ("broken.csv", "");
  g_autoptr(DwellSession) other = NULL;
  DwellSessionPage *tab;
  DwellView *view;

  dwell_comparing_open (fixture->window, new, new);
  g_assert_cmpint (get_n_tabs (fixture), ==, 0);
  dwell_comparing_offer (fixture->window, new, new);

  open_recording (fixture, new);
  tab = dwell_window_get_current (fixture->window);
  view = get_view (fixture);
  dwell_comparing_start (tab, get_session (fixture));
  g_assert_null (dwell_view_get_base (view, NULL));
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);

  drop (fixture, base, 0.9);
  other = g_object_ref (dwell_view_get_base (view, NULL));
  dwell_view_set_base (view, NULL, FALSE);
  WAIT_UNTIL (dwell_session_get_state (other) == DWELL_SESSION_READY);
  drain ();
  g_assert_null (dwell_view_get_base (view, NULL));

  drop (fixture, broken, 0.9);
  WAIT_UNTIL (dwell_session_get_state (dwell_view_get_base (view, NULL)) == DWELL_SESSION_FAILED);
  wait_for_workers ();
  drain ();
  g_assert_nonnull (dwell_view_get_base (view, NULL));
  remove_file (base);
  remove_file (new);
  remove_file (broken);
}

/* Two files that are opened together are offered to be compared, unless the window is gone. */
static void
test_offer_left (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) new = data_file ("compare/new.csv");
  g_autoptr(GFile) base = data_file ("compare/base.csv");

  dwell_comparing_offer (fixture->window, base, new);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  wait_for_workers ();
  drain ();
  wait_for_workers ();
  drain ();
  g_assert_null (fixture->window);
}

/* What was kept of a stretch and cannot be read is no stretch: nothing is compared with itself. */
static void
test_broken_stretch (Fixture       *fixture,
                     gconstpointer  user_data)
{
  static const char * const texts[] = { "", "1", "one 2", "1 two", "200 100" };
  g_autoptr(GFile) file = data_file ("compare/new.csv");
  g_autofree char *uri = g_file_get_uri (file);
  DwellView *view;

  open_recording (fixture, file);
  view = get_view (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "base", uri);
      dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "base-stretch", texts[i]);
      dwell_comparing_reopen (dwell_window_get_current (fixture->window), fixture->window);
      g_assert_null (dwell_view_get_base (view, NULL));
    }

  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "base-stretch", "100 200");
  dwell_comparing_reopen (dwell_window_get_current (fixture->window), fixture->window);
  g_assert_nonnull (dwell_view_get_base (view, NULL));
}

/* What is compared is so again when the tab is opened anew, without a tab of the other. */
static void
test_reopened (Fixture       *fixture,
               gconstpointer  user_data)
{
  activate (compare (fixture), "comparison.swap");
  close_tabs (fixture);
  wait_for_workers ();
  drain ();

  open_data (fixture, "compare/new.csv");
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == 3);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "new.csv");
  g_assert_cmpstr (get_label (get_page (fixture), "new_name"), ==, "base.csv");

  activate (get_page (fixture), "comparison.stop");
  close_tabs (fixture);
  wait_for_workers ();
  drain ();
  open_data (fixture, "compare/new.csv");
  wait_for_session (fixture);
  WAIT_UNTIL (dwell_session_page_get_is_restored (dwell_window_get_current (fixture->window)));
  g_assert_null (dwell_view_get_base (get_view (fixture), NULL));
}

/* The base’s tab may close; stopping takes the page away. */
static void
test_close (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  AdwTabView *tabs = find_id (fixture->window, "tabs");

  adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
  WAIT_UNTIL (get_n_tabs (fixture) == 1);
  gtk_drop_down_set_selected (find_id (page, "verdicts"), 1);
  WAIT_UNTIL (get_n_rows (page) == 4);

  activate (page, "comparison.stop");
  g_assert_false (dwell_session_page_has_page (dwell_window_get_current (fixture->window),
                                               "comparison"));
  g_assert_false (is_shown (fixture));
}

/* Where nothing is compared any more there is nothing to swap, to save or to shorten. */
static void
test_stopped (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const char * const actions[] = {
    "comparison.swap", "comparison.common-part", "comparison.save-comparison",
    "comparison.save-steps", "comparison.copy-summary", "comparison.match", "comparison.part",
    "comparison.next-change", "comparison.previous-change",
  };
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");
  DwellView *view = get_view (fixture);
  gint64 begin;
  gint64 end;

  activate (page, "comparison.stop");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_activate_action (GTK_WIDGET (page), actions[i], NULL);
  gtk_widget_activate_action (timeline, "linked.shift-left", NULL);
  drain ();
  g_assert_null (dwell_view_get_base (view, NULL));
  g_assert_false (dwell_view_get_selection (view, &begin, &end));
  g_assert_null (find_other_window (fixture));
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);
  dwell_view_focus_area (view, find_area (view, "app.load"));
  g_assert_false (gtk_widget_get_visible (timeline));
}

/* A base that cannot be read is doubted, and says why; nothing is told of it. */
static void
test_unreadable (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) base = make_file ("base.csv", "");
  g_autoptr(GFile) new = data_file ("compare/new.csv");
  DwellComparisonPage *page = compare_files (fixture, base, new);

  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "doubts_row")));
  g_assert_nonnull (strstr (get_label (page, "doubts"), "empty"));
  g_assert_false (gtk_widget_get_visible (find_id (page, "sentence")));
  g_assert_cmpuint (get_n_rows (page), ==, 0);
  remove_file (base);
}

/* What has no spans, calls, lines or costs cannot be compared. */
static void
test_impossible (Fixture       *fixture,
                 gconstpointer  user_data)
{
  open_data (fixture, "aprof/quirks/occ_zero.aprof");
  wait_for_session (fixture);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.compare", NULL);
  drain ();
  g_assert_null (find_other_window (fixture));
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/comparison-opening/dialog", Fixture, NULL, set_up, test_dialog, tear_down);
  g_test_add ("/comparison-opening/dialog-recent", Fixture, NULL, set_up, test_dialog_recent,
              tear_down);
  g_test_add ("/comparison-opening/recent-place", Fixture, NULL, set_up, test_recent_place,
              tear_down);
  g_test_add ("/comparison-opening/dropped", Fixture, NULL, set_up, test_dropped, tear_down);
  g_test_add ("/comparison-opening/drop-parts", Fixture, NULL, set_up, test_drop_parts, tear_down);
  g_test_add ("/comparison-opening/drop-rtl", Fixture, NULL, set_up, test_drop_rtl, tear_down);
  g_test_add ("/comparison-opening/clocks", Fixture, NULL, set_up, test_clocks, tear_down);
  g_test_add ("/comparison-opening/odd-others", Fixture, NULL, set_up, test_odd_others, tear_down);
  g_test_add ("/comparison-opening/offer-left", Fixture, NULL, set_up, test_offer_left, tear_down);
  g_test_add ("/comparison-opening/broken-stretch", Fixture, NULL, set_up, test_broken_stretch,
              tear_down);
  g_test_add ("/comparison-opening/reopened", Fixture, NULL, set_up, test_reopened, tear_down);
  g_test_add ("/comparison-opening/close", Fixture, NULL, set_up, test_close, tear_down);
  g_test_add ("/comparison-opening/stopped", Fixture, NULL, set_up, test_stopped, tear_down);
  g_test_add ("/comparison-opening/unreadable", Fixture, NULL, set_up, test_unreadable, tear_down);
  g_test_add ("/comparison-opening/impossible", Fixture, NULL, set_up, test_impossible, tear_down);

  return g_test_run ();
}
