/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The timelines of two recordings, one above the other: how they are aligned and shifted, stretches
 * of one recording, spans that differ, the menu, and both as a picture. */
#include "config.h"

#include "analysis/compare/dwell-alignment.h"
#include "ui/comparison/dwell-drift-curve.h"
#include "ui/timeline/dwell-span-tip.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "comparison-fixture.h"
#include "file-dialog.h"
#include "real-pointer.h"
#include "support/folder.h"

/* Shows the timeline of the other recording. */
static GtkWidget *
show_timeline (DwellComparisonPage *page)
{
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
  return timeline;
}

/* Waits until it is said where the one recording took longer than the other. */
static void
wait_for_sentence (DwellComparisonPage *page)
{
  WAIT_UNTIL (says (GTK_WIDGET (page), "Most was ") || says (GTK_WIDGET (page), "Both are"));
}

/* As show_timeline(), and waits for the sentence about it. */
static GtkWidget *
show_with_sentence (DwellComparisonPage *page)
{
  GtkWidget *timeline = show_timeline (page);

  wait_for_sentence (page);
  return timeline;
}

/* The other recording has a timeline that follows the tab’s own while it is seen. */
static void
test_timeline (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  GtkWidget *timeline = show_timeline (page);
  g_autoptr(DwellView) other = NULL;
  gint64 begin;
  gint64 end;

  g_object_get (timeline, "view", &other, NULL);
  g_assert_true (dwell_view_get_session (other) == dwell_view_get_base (view, NULL));
  dwell_view_set_range (view, 100000, 300000);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 100000);
  g_assert_cmpint (end, ==, 300000);
  wait_for_sentence (page);

  gtk_drop_down_set_selected (find_id (find_id (page, "linked"), "alignment"),
                              DWELL_ALIGNED_BY_CLOCK);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "comparison-align"), ==, "wall");
  g_assert_true (says (GTK_WIDGET (page), "The time of day of at least one"));
  gtk_drop_down_set_selected (find_id (find_id (page, "linked"), "alignment"),
                              DWELL_NOT_ALIGNED);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "comparison-align"), ==, "apart");
  dwell_view_set_range (view, 0, 200000);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 100000);

  gtk_drop_down_set_selected (find_id (find_id (page, "linked"), "alignment"), 0);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 0);

  /* It can be shifted, and back. */
  g_assert_false (gtk_widget_get_visible (find_id (find_id (page, "linked"), "align_again")));
  gtk_widget_activate_action (timeline, "linked.shift-right", NULL);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, -2000);
  g_assert_true (says (GTK_WIDGET (page), "The new recording is shifted"));
  gtk_widget_activate_action (timeline, "linked.shift-left", NULL);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 0);
  gtk_widget_activate_action (timeline, "linked.shift-left", NULL);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 2000);
  gtk_widget_activate_action (timeline, "linked.align", NULL);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 0);

  gtk_toggle_button_set_active (find_id (page, "as_table"), TRUE);
  dwell_view_set_range (view, 50000, 150000);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 0);

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 50000);
}

/* The curve above the lower timeline tells of each anchor how late the new recording is; a drag
 * with Alt shifts the recordings against each other. */
static void
test_drift (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *linked = find_id (page, "linked");
  GtkWidget *timeline = find_id (linked, "timeline");
  GtkWidget *canvas = fixture_find (timeline, DWELL_TYPE_TIMELINE_CANVAS);
  GtkWidget *curve = fixture_find (linked, DWELL_TYPE_DRIFT_CURVE);
  g_autoptr(DwellView) other = NULL;
  gint64 begin, end, was_begin;

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline) && gtk_widget_get_mapped (curve));
  wait_for_layout (canvas);
  g_assert_false (fixture_has_tooltip (curve, 0, 5, FALSE));
  for (int x = gtk_widget_get_width (curve) - 2; x > gtk_widget_get_width (curve) / 2; x -= 40)
    g_assert_true (fixture_has_tooltip (curve, x, 5, FALSE));
  g_assert_true (fixture_has_tooltip (curve, 0, 0, TRUE));

  if (!real_pointer_exists ())
    return;

  g_object_get (timeline, "view", &other, NULL);
  dwell_view_get_range (other, &was_begin, &end);
  real_pointer_drag (canvas, "alt", 200, 20, 300, 20);
  WAIT_UNTIL ((dwell_view_get_range (other, &begin, &end), begin < was_begin));
  g_assert_true (says (GTK_WIDGET (page), "The new recording is shifted"));
  g_assert_false (dwell_view_get_selection (other, &begin, &end));
}

/* The first and the second run of app in one recording. */
static void
test_stretches (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file ("compare/base.csv");
  DwellSessionPage *tab;
  DwellComparisonPage *page;
  DwellView *view;
  GtkWidget *timeline;
  g_autoptr(DwellView) other = NULL;
  gint64 begin;
  gint64 end;

  open_recording (fixture, file);
  WAIT_UNTIL (dwell_session_page_get_is_restored (dwell_window_get_current (fixture->window)));
  tab = dwell_window_get_current (fixture->window);
  page = get_page (fixture);
  view = dwell_session_page_get_view (tab);
  g_assert_false (g_action_group_get_action_enabled (dwell_session_page_get_actions (tab),
                                                     "keep-base"));

  dwell_view_set_selection (view, 0, 180000);
  g_assert_false (g_action_group_get_action_enabled (dwell_session_page_get_actions (tab),
                                                     "compare-kept"));
  activate (page, "tab.keep-base");
  dwell_view_set_selection (view, 200000, 400000);
  activate (page, "tab.compare-kept");
  WAIT_UNTIL (is_shown (fixture));
  g_assert_true (dwell_view_get_base (view, NULL) == dwell_view_get_session (view));
  g_assert_true (dwell_view_get_base_stretch (view, &begin, &end));
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, 180000);

  WAIT_UNTIL (g_str_equal (get_label (page, "sentence"),
                           "Self times add up to 200\u00a0µs in the new recording and to "
                           "180\u00a0µs in the base: 20\u00a0µs more (×1.11)."));
  g_assert_true (g_str_has_prefix (get_label (page, "base_name"), "base.csv · 0"));
  g_assert_cmpstr (get_label (page, "new_name"), ==, "base.csv");
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "base-stretch"), ==, "0 180000");

  /* A moment of the one stretch is as far behind its begin as that of the other. */
  timeline = show_timeline (page);
  g_object_get (timeline, "view", &other, NULL);
  dwell_view_set_range (view, 250000, 350000);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 50000);
  g_assert_cmpint (end, ==, 150000);

  /* Swapped, and no more. */
  activate (page, "comparison.swap");
  WAIT_UNTIL (g_str_has_prefix (get_label (page, "new_name"), "base.csv · 0"));
  g_assert_true (dwell_view_get_base_stretch (view, NULL, NULL));

  /* And so again when the tab is opened anew. */
  g_clear_object (&other);
  close_tabs (fixture);
  wait_for_workers ();
  drain ();
  open_data (fixture, "compare/base.csv");
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  view = get_view (fixture);
  g_assert_true (dwell_view_get_base_stretch (view, &begin, &end));
  g_assert_cmpint (end, ==, 180000);
  WAIT_UNTIL (g_str_has_prefix (get_label (page, "new_name"), "base.csv · 0"));

  activate (page, "comparison.stop");
  g_assert_null (dwell_view_get_base (view, NULL));
  g_assert_false (dwell_view_get_base_stretch (view, NULL, NULL));
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "base-stretch"), ==, "");
}

/* A key finds spans that differ in both timelines, and keys of the tab step through them, each with
 * its partner; the tooltip says how long that took. */
static void
test_different (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  GtkWidget *timeline = show_with_sentence (page);
  g_autoptr(DwellView) other = NULL;
  g_autoptr(GtkWidget) tip = g_object_ref_sink (dwell_span_tip_new ());
  DwellTimelineHit hit = { .mark = DWELL_NONE, .n_folded = 1 };

  g_object_get (timeline, "view", &other, NULL);

  /* Nothing is in focus. */
  gtk_widget_activate_action (timeline, "linked.find-different", NULL);
  g_assert_null (dwell_view_get_find_label (view));
  dwell_view_focus_area (other, find_area (other, "app.load"));
  g_assert_true (gtk_widget_activate_action (timeline, "linked.find-different", NULL));
  WAIT_UNTIL (dwell_view_get_find (view) != NULL && dwell_view_get_find (other) != NULL);
  g_assert_cmpstr (dwell_view_get_find_label (other), ==, "Spans of app.load that differ");

  g_assert_true (dwell_view_find_step (view, 1));
  WAIT_UNTIL (dwell_view_get_focus_span (other) != DWELL_NONE);
  hit.span = dwell_view_get_focus_span (other);
  g_assert_true (dwell_span_tip_show (DWELL_SPAN_TIP (tip), other, dwell_view_get_trace (other),
                                      &hit, NULL));
  g_assert_true (says (tip, "New"));
  g_assert_true (says (tip, "130\u00a0µs (+30\u00a0µs)"));
  hit.span = dwell_view_get_focus_span (view);
  g_assert_true (dwell_span_tip_show (DWELL_SPAN_TIP (tip), view, dwell_view_get_trace (view),
                                      &hit, NULL));
  g_assert_true (says (tip, "Base"));
  g_assert_true (says (tip, "100\u00a0µs (+30\u00a0µs)"));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Base: 100\u00a0µs (+30\u00a0µs)"));

  /* Another text is looked for in both. */
  dwell_view_set_find_text (view, "app");
  g_assert_null (dwell_view_get_find_label (other));
  g_assert_cmpstr (dwell_view_get_find_text (other), ==, "app");
}

static GtkWidget *
open_menu (GtkWidget *timeline)
{
  GtkWidget *menu;

  g_assert_true (fixture_key (fixture_find (timeline, DWELL_TYPE_TIMELINE_CANVAS), GDK_KEY_Menu,
                              0));
  menu = find_open_menu (timeline);
  g_assert_nonnull (menu);
  WAIT_UNTIL (gtk_widget_get_mapped (menu));
  return menu;
}

/* The menu of the lower timeline is about the other recording. It leaves out what is about the tab
 * alone: its pages, markers, notes and requirements. */
static void
test_timeline_menu (Fixture       *fixture,
                    gconstpointer  user_data)
{
  static const char * const shown[] = {
    "Zoom to It", "Go to Next", "Go to Longest", "Copy Name", "Find All", "Track", "Hide",
  };
  static const char * const left_out[] = {
    "Show In", "Filter by This Name", "Note on the Span…", "Add Requirement…", "Set Marker…",
    "Add Requirement for Track…",
  };
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  GtkWidget *timeline = show_with_sentence (page);
  g_autoptr(DwellView) other = NULL;
  GtkWidget *menu;

  g_object_get (timeline, "view", &other, NULL);

  dwell_view_focus_area (other, find_area (other, "app.load"));
  g_assert_true (gtk_widget_activate_action (timeline, "tab.focus-longest", NULL));
  g_assert_cmpuint (dwell_view_get_focus_span (other), !=, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, find_area (view, "app.load"));
  menu = open_menu (timeline);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    g_assert_true (says (menu, shown[i]));
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    g_assert_false (says (menu, left_out[i]));
  gtk_popover_popdown (GTK_POPOVER (menu));

  /* What is found in the tab is marked in both. */
  g_assert_true (gtk_widget_activate_action (timeline, "tab.focus-find", NULL));
  g_assert_cmpstr (dwell_view_get_find_text (view), ==, "app.load");
  g_assert_cmpstr (dwell_view_get_find_text (other), ==, "app.load");

  /* The other alone has it: the tab cannot look for it. */
  dwell_view_focus_area (other, find_area (other, "app.draw"));
  g_assert_true (gtk_widget_activate_action (timeline, "tab.focus-next", NULL));
  menu = open_menu (timeline);
  g_assert_true (says (menu, "Copy Name"));
  g_assert_false (says (menu, "Find All"));
}

/* Returns the picture that @widget saves by @action. */
static char *
save_picture (Fixture    *fixture,
              gpointer    widget,
              const char *action,
              GFile      *folder)
{
  g_autofree char *name = g_strconcat (action, ".svg", NULL);
  g_autoptr(GFile) file = NULL;
  char *text;

  g_assert_true (gtk_widget_activate_action (widget, action, NULL));
  file = file_dialog_save (fixture, folder, name);
  text = file_dialog_load (file);
  g_assert_nonnull (strstr (text, "<svg"));
  return text;
}

/* Both timelines and the steps, as files. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autofree char *timelines = NULL;
  g_autofree char *steps = NULL;
  DwellComparisonPage *page = compare (fixture);

  timelines = save_picture (fixture, show_with_sentence (page), "linked.save", folder);
  steps = save_picture (fixture, page, "comparison.save-steps", folder);
  g_assert_cmpstr (steps, !=, timelines);
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "Saved"));

  folder_remove (g_steal_pointer (&path));
}

/* Where both have changed places, the tab’s own recording is saved as the base. */
static void
test_save_swapped (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) comparison = NULL;
  g_autofree char *timelines = NULL;
  g_autofree char *steps = NULL;
  g_autofree char *text = NULL;
  g_auto(GStrv) parts = NULL;
  DwellComparisonPage *page = compare (fixture);

  activate (page, "comparison.swap");
  WAIT_UNTIL (get_n_rows (page) == 3);
  activate (page, "comparison.save-comparison");
  comparison = file_dialog_save (fixture, folder, "swapped.dwell-comparison");
  text = file_dialog_load (comparison);
  parts = g_strsplit (text, "base.csv", 2);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_assert_nonnull (strstr (parts[0], "new.csv"));

  steps = save_picture (fixture, page, "comparison.save-steps", folder);
  timelines = save_picture (fixture, show_with_sentence (page), "linked.save", folder);
  folder_remove (g_steal_pointer (&path));
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/comparison-timeline/timeline", Fixture, NULL, set_up, test_timeline, tear_down);
  g_test_add ("/comparison-timeline/drift", Fixture, NULL, set_up, test_drift, tear_down);
  g_test_add ("/comparison-timeline/stretches", Fixture, NULL, set_up, test_stretches, tear_down);
  g_test_add ("/comparison-timeline/different", Fixture, NULL, set_up, test_different, tear_down);
  g_test_add ("/comparison-timeline/timeline-menu", Fixture, NULL, set_up, test_timeline_menu,
              tear_down);
  g_test_add ("/comparison-timeline/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/comparison-timeline/save-swapped", Fixture, NULL, set_up, test_save_swapped,
              tear_down);

  return g_test_run ();
}
