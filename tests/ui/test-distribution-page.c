/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Distribution page in the window: an area in focus is measured, charts answer to keys and
 * list spans, what exceeds a deadline is marked, pictures are written. */
#include "config.h"

#include <glib/gstdio.h>

#include "model/lists/distribution/dwell-distribution-answer.h"
#include "ui/chart/dwell-chart-view.h"
#include "ui/pages/dwell-distribution-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "file-dialog.h"
#include "support/folder.h"

static gpointer
open_page (Fixture    *fixture,
           const char *name)
{
  GtkStack *pages;

  open_data (fixture, name);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "distribution");
  drain ();
  return dwell_session_pages_get (pages, "distribution");
}

static const char *
get_state (gpointer page)
{
  return gtk_stack_get_visible_child_name (find_id (page, "states"));
}

static void
press (DwellChartView  *chart,
       guint            key,
       GdkModifierType  modifiers)
{
  gpointer keys = fixture_controller (GTK_WIDGET (chart), GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean handled;

  g_signal_emit_by_name (keys, "key-pressed", key, 0, modifiers, &handled);
  g_assert_true (handled);
}

/* Focuses the first span, and waits until its area is measured. */
static void
focus_first (Fixture  *fixture,
             gpointer  page)
{
  DwellView *view = get_view (fixture);
  const DwellTrace *trace = dwell_view_get_trace (view);
  const char *title = dwell_trace_get_area_title (trace, trace->span_area[0]);
  DwellChartView *times = find_id (page, "times");

  dwell_view_focus_span (view, 0);
  WAIT_UNTIL (dwell_chart_view_get_chart (times) != NULL &&
              g_str_equal (dwell_chart_view_get_chart (times)->series[0].label, title));
  drain ();
}

/* Shift and the arrow keys select durations as the pointer does. */
static void
test_brush_by_keys (Fixture       *fixture,
                    gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  DwellView *view = get_view (fixture);
  DwellChartView *charts[] = { find_id (page, "histogram"), find_id (page, "times") };

  focus_first (fixture, page);

  for (guint i = 0; i < G_N_ELEMENTS (charts); i++)
    {
      const DwellChart *chart = dwell_chart_view_get_chart (charts[i]);
      double x0, x1, y0, y1, wider;

      press (charts[i], GDK_KEY_Right, GDK_SHIFT_MASK);
      g_assert_true (dwell_chart_view_get_box (charts[i], &x0, &x1, &y0, &y1));
      g_assert_true (chart->has_hover);
      g_assert_cmpfloat (x0, <=, x1);
      g_assert_cmpfloat (y0, <, y1);
      press (charts[i], GDK_KEY_Right, GDK_SHIFT_MASK);
      g_assert_true (dwell_chart_view_get_box (charts[i], &x0, &wider, &y0, &y1));
      g_assert_cmpfloat (wider, >=, x1);
      WAIT_UNTIL (dwell_view_get_find (view) != NULL);
      g_assert_true (gtk_widget_get_visible (find_id (page, "selected")));

      press (charts[i], GDK_KEY_Escape, 0);
      g_assert_false (dwell_chart_view_get_box (charts[i], &x0, &x1, &y0, &y1));
      g_assert_false (gtk_widget_get_visible (find_id (page, "selected")));
      g_assert_null (dwell_view_get_find_label (view));
    }
}

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  DwellView *view = get_view (fixture);
  DwellChartView *histogram = find_id (page, "histogram");
  DwellChartView *times = find_id (page, "times");
  gpointer bar = find_id (page, "deadline");
  GtkWidget *deadline = find_id (bar, "entry");
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "chart.svg", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellChartPicture *picture;
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;

  /* At first the heaviest is measured, which no other view hears of. */
  WAIT_UNTIL (g_str_equal (get_state (page), "charts"));
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);
  focus_first (fixture, page);
  g_assert_nonnull (dwell_chart_view_get_chart (histogram));
  g_assert_cmpuint (dwell_chart_view_get_chart (times)->n_series, ==, 2);

  /* A deadline that everything misses: kept for the area, marked and found in the view. */
  gtk_editable_set_text (GTK_EDITABLE (deadline), "nonsense");
  g_assert_true (gtk_widget_has_css_class (deadline, "error"));
  g_assert_false (gtk_widget_get_sensitive (find_id (bar, "select")));
  gtk_editable_set_text (GTK_EDITABLE (deadline), "0ns");
  g_assert_false (gtk_widget_has_css_class (deadline, "error"));
  g_signal_emit_by_name (deadline, "activate");
  g_assert_cmpuint (dwell_chart_view_get_chart (times)->n_rules, ==, 1);
  g_assert_cmpint (dwell_view_get_deadline (view, dwell_view_get_focus_area (view),
                                            DWELL_MEASURE_CALL), ==, 0);
  WAIT_UNTIL (dwell_view_get_overruns (view) != NULL);
  g_assert_true (dwell_view_is_overrun (view, 0));
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.select-over", NULL);
  WAIT_UNTIL (dwell_view_get_find (view) != NULL);
  g_assert_true (dwell_find_has_span (dwell_view_get_find (view), 0));
  g_assert_true (gtk_widget_get_visible (find_id (page, "selected")));
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.unselect", NULL);
  g_assert_null (dwell_view_get_find_label (view));

  /* Each measure has its own. */
  gtk_drop_down_set_selected (find_id (page, "measure"), DWELL_MEASURE_PERIOD);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (deadline)), ==, "");
  gtk_drop_down_set_selected (find_id (page, "measure"), DWELL_MEASURE_CALL);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (deadline)), ==, "0s");
  dwell_view_set_deadline (view, dwell_view_get_focus_area (view), DWELL_MEASURE_CALL,
                           1500000);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (deadline)), ==, "1500us");
  gtk_editable_set_text (GTK_EDITABLE (deadline), "");
  g_signal_emit_by_name (deadline, "activate");
  g_assert_null (dwell_view_get_overruns (view));
  WAIT_UNTIL (g_str_equal (get_state (page), "charts"));

  picture = dwell_chart_view_take_picture (histogram, 400, 300, "Title");
  g_assert_true (dwell_chart_picture_write (picture, file, NULL, &error));
  g_assert_no_error (error);
  dwell_chart_picture_free (picture);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  g_unlink (path);
  g_rmdir (folder);
}

static GtkSelectionModel *
get_selected_rows (gpointer page)
{
  return gtk_column_view_get_model (find_id (find_id (page, "selected"), "table"));
}

static gboolean
is_zoomed_to (DwellView *view,
              guint32    span)
{
  const DwellTrace *trace = dwell_view_get_trace (view);
  gint64 begin, end;

  dwell_view_get_range (view, &begin, &end);
  return dwell_view_get_focus_span (view) == span && end - begin < trace->end - trace->begin;
}

static gboolean
shows (DwellChartView *histogram,
       const char     *measure)
{
  const DwellChart *chart = dwell_chart_view_get_chart (histogram);

  return chart != NULL && g_strcmp0 (chart->x.title, measure) == 0;
}

/* The spans of a bar are listed, those of another one in their place; a row leads to its span. What
 * is measured has a column where it is no duration. Escape drops the choice, unless there is none,
 * but no text that is searched for. */
static void
test_selected (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  DwellView *view = get_view (fixture);
  DwellChartView *histogram = find_id (page, "histogram");
  DwellChartView *times = find_id (page, "times");
  GtkWidget *selected = find_id (page, "selected");
  GtkColumnView *table = find_id (selected, "table");
  g_autoptr(GtkColumnViewColumn) measured =
    g_list_model_get_item (gtk_column_view_get_columns (table), 1);
  double x0, x1, y0, y1;
  guint32 span;

  focus_first (fixture, page);
  g_assert_false (fixture_key (GTK_WIDGET (page), GDK_KEY_Escape, 0));

  /* The box in the other chart goes. */
  press (times, GDK_KEY_Right, GDK_SHIFT_MASK);
  WAIT_UNTIL (gtk_widget_get_visible (selected));
  press (histogram, GDK_KEY_Right, 0);
  press (histogram, GDK_KEY_Return, 0);
  g_assert_false (dwell_chart_view_get_box (times, &x0, &x1, &y0, &y1));
  WAIT_UNTIL (gtk_widget_get_visible (selected) && dwell_view_get_find (view) != NULL);
  g_assert_nonnull (dwell_view_get_find_label (view));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_selected_rows (page))), >, 0);
  g_assert_false (gtk_column_view_column_get_visible (measured));

  gtk_selection_model_select_item (get_selected_rows (page), 0, TRUE);
  span = dwell_view_get_focus_span (view);
  g_assert_true (dwell_find_has_span (dwell_view_get_find (view), span));
  g_signal_emit_by_name (table, "activate", 0);
  WAIT_UNTIL (is_zoomed_to (view, span));

  g_assert_true (fixture_key (GTK_WIDGET (page), GDK_KEY_Escape, 0));
  g_assert_false (gtk_widget_get_visible (selected));
  g_assert_null (dwell_view_get_find_label (view));
  g_assert_false (fixture_key (GTK_WIDGET (page), GDK_KEY_Escape, 0));

  gtk_drop_down_set_selected (find_id (page, "measure"), DWELL_MEASURE_PERIOD);
  WAIT_UNTIL (shows (histogram, "Period"));
  press (histogram, GDK_KEY_Right, 0);
  press (histogram, GDK_KEY_Return, 0);
  WAIT_UNTIL (gtk_widget_get_visible (selected));
  g_assert_true (gtk_column_view_column_get_visible (measured));
  g_assert_cmpstr (gtk_column_view_column_get_title (measured), ==, "Period");

  dwell_view_set_find_text (view, "default");
  g_assert_true (fixture_key (GTK_WIDGET (page), GDK_KEY_Escape, 0));
  g_assert_cmpstr (dwell_view_get_find_text (view), ==, "default");
}

/* The menu of a chart, by its key and by the pointer, offers what can be required. */
static void
test_menu (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  GtkWidget *histogram = find_id (page, "histogram");

  focus_first (fixture, page);
  wait_for_layout (histogram);
  gtk_widget_grab_focus (find_id (page, "areas"));
  g_assert_false (fixture_key (GTK_WIDGET (page), GDK_KEY_Menu, 0));
  g_assert_null (fixture_find_menu (GTK_WIDGET (page)));

  gtk_widget_grab_focus (histogram);
  g_assert_true (fixture_key (GTK_WIDGET (page), GDK_KEY_F10, GDK_SHIFT_MASK));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) != NULL);
  gtk_popover_popdown (fixture_find_menu (GTK_WIDGET (page)));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) == NULL);

  g_signal_emit_by_name (fixture_controller (histogram, GTK_TYPE_GESTURE_CLICK,
                                             GDK_BUTTON_SECONDARY), "pressed", 1, 50.0, 50.0);
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) != NULL);
  gtk_popover_popdown (fixture_find_menu (GTK_WIDGET (page)));
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) == NULL);
}

/* The grid has exactly the figures of what is shown: no cell is outside of the rows and columns
 * that have a title. */
static void
assert_figures (gpointer page,
                int      n_columns,
                int      n_rows)
{
  GtkGrid *figures = find_id (page, "figures");
  int n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (figures)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n++;

  g_assert_cmpint (n, ==, n_columns * n_rows);
  for (int row = 0; row < n_rows; row++)
    for (int column = 0; column < n_columns; column++)
      g_assert_nonnull (gtk_grid_get_child_at (figures, column, row));
}

/* An area with a deadline, one without, both, and again. */
static void
test_figures (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  DwellView *view = get_view (fixture);
  DwellTrace *trace = dwell_view_get_trace (view);
  GtkWidget *areas = find_id (page, "areas");
  GtkGrid *figures = find_id (page, "figures");
  guint32 first = trace->span_area[0];
  guint32 other = first;
  gint64 begin = G_MININT64;
  guint n_of_one;

  for (guint32 i = 0; i < trace->n_spans && other == first; i++)
    other = trace->span_area[i];
  g_assert_cmpuint (other, !=, first);

  dwell_view_set_deadline (view, first, DWELL_MEASURE_CALL, 0);
  for (guint round = 0; round < 2; round++)
    {
      dwell_view_focus_area (view, first);
      WAIT_UNTIL (gtk_grid_get_child_at (figures, 9, 1) != NULL);
      assert_figures (page, 10, 2);

      dwell_view_focus_area (view, other);
      WAIT_UNTIL (gtk_grid_get_child_at (figures, 9, 0) == NULL);
      assert_figures (page, 9, 2);
    }

  /* A pinned area stays beside the focused one. */
  g_signal_emit_by_name (gtk_widget_get_first_child (areas), "clicked");
  dwell_view_focus_area (view, first);
  WAIT_UNTIL (gtk_grid_get_child_at (figures, 9, 2) != NULL);
  assert_figures (page, 10, 3);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (figures, 9, 1))), ==,
                   "–");

  /* What exceeds their deadlines is listed by time, whatever its area; one without has none. */
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.select-over", NULL);
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "selected")));
  n_of_one = g_list_model_get_n_items (G_LIST_MODEL (get_selected_rows (page)));
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.unselect", NULL);
  dwell_view_set_deadline (view, other, DWELL_MEASURE_CALL, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.select-over", NULL);
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "selected")) &&
              g_list_model_get_n_items (G_LIST_MODEL (get_selected_rows (page))) > n_of_one);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (get_selected_rows (page))); i++)
    {
      gint64 before = begin;

      gtk_selection_model_select_item (get_selected_rows (page), i, TRUE);
      begin = dwell_trace_get_span_begin (trace, dwell_view_get_focus_span (view));
      g_assert_cmpint (begin, >=, before);
    }
}

/* The charts as pictures, saved from their menus. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  static const char * const actions[] = {
    "distribution.save-histogram", "distribution.save-times",
  };
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  WAIT_UNTIL (g_str_equal (get_state (page), "charts"));
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *name = g_strdup_printf ("chart-%u.svg", i);
      g_autoptr(GFile) file = NULL;
      g_autofree char *text = NULL;

      gtk_widget_activate_action (GTK_WIDGET (page), actions[i], NULL);
      file = file_dialog_save (fixture, folder, name);
      text = file_dialog_load (file);
      g_assert_nonnull (strstr (text, "<svg"));
    }

  folder_remove (g_steal_pointer (&path));
}

/* Of very many durations the chart shows how many there are in each cell, which leads nowhere; the
 * axes can be of either kind. */
static void
test_many (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autoptr(GString) content = g_string_new ("2,0,f\n");
  g_autoptr(GFile) file = NULL;
  DwellDistributionPage *page;
  DwellChartView *histogram, *times;
  GtkStack *pages;

  for (guint i = 0; i < DWELL_DISTRIBUTION_MAX_DOTS + 10; i++)
    g_string_append_printf (content, "0,0,1\n1,0,%u\n", i % 1000 + 1);
  file = make_file ("many.csv", content->str);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "distribution");
  page = DWELL_DISTRIBUTION_PAGE (dwell_session_pages_get (pages, "distribution"));
  histogram = find_id (page, "histogram");
  times = find_id (page, "times");
  focus_first (fixture, page);

  g_assert_nonnull (dwell_chart_view_get_chart (times)->series[0].weights);
  g_assert_cmpuint (dwell_chart_view_get_chart (times)->series[0].n, <=,
                    DWELL_DISTRIBUTION_COLUMNS * DWELL_DISTRIBUTION_ROWS);
  press (times, GDK_KEY_Right, 0);
  press (times, GDK_KEY_Return, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), ==, 0);

  for (guint i = 0; i < 4; i++)
    {
      gboolean is_log = i % 2 == 0;

      g_object_set (page, i < 2 ? "log-values" : "log-counts", is_log, NULL);
      if (i < 2)
        WAIT_UNTIL (dwell_chart_view_get_chart (times) != NULL &&
                    dwell_chart_view_get_chart (times)->y.is_log == is_log);
      else
        g_assert_true (dwell_chart_view_get_chart (histogram)->y.is_log == is_log);
    }
  remove_file (file);
}

/* Opens a recording with a requirement that is shown as a track, and has that in focus. */
static DwellDistributionPage *
open_derived (Fixture *fixture,
              GFile   *requirements)
{
  DwellDistributionPage *page = open_page (fixture, "requirements/01-deadlines/trace.csv");
  DwellView *view = get_view (fixture);
  DwellTrace *own = dwell_view_get_trace (view);
  DwellTrace *trace;

  dwell_view_set_requirements (view, requirements);
  dwell_view_show_requirement (view, "A", TRUE);
  WAIT_UNTIL (dwell_view_get_trace (view) != own);
  trace = dwell_view_get_trace (view);
  dwell_view_focus_area (view, trace->tracks[trace->n_tracks - 1].area);
  WAIT_UNTIL (dwell_chart_view_get_chart (find_id (page, "histogram")) != NULL &&
              g_strcmp0 (dwell_chart_view_get_chart (find_id (page, "histogram"))->y.title,
                         "Number of Samples") == 0);
  drain ();
  return page;
}

/* The samples of a requirement have its limits, but no measure, and are no spans: a sample leads to
 * its place, what could be required of spans is not offered. */
static void
test_derived (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) file = make_file ("limits", "dwell-requirements 1\n"
                                               "A: call of cycle.act in 0.2 ms .. 0.35 ms\n");
  DwellDistributionPage *page = open_derived (fixture, file);
  DwellView *view = get_view (fixture);
  DwellChartView *histogram = find_id (page, "histogram");
  DwellChartView *times = find_id (page, "times");
  const DwellChart *chart = dwell_chart_view_get_chart (times);
  GtkWidget *bar = find_id (page, "deadline");
  guint n_limits = 0;
  gint64 time;

  g_assert_false (gtk_widget_get_visible (find_id (page, "measure")));
  g_assert_false (gtk_widget_get_visible (find_id (bar, "require")));
  g_assert_false (gtk_widget_get_visible (find_id (bar, "select")));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (
                     find_id (page, "figures"), 9, 0))), ==, "Beyond Limit");
  for (guint i = 0; i < chart->n_rules; i++)
    if (g_strcmp0 (chart->rules[i].name, "limit") == 0)
      n_limits++;
  g_assert_cmpuint (n_limits, ==, 2);

  /* A bar and a box list nothing, and there is no menu. */
  press (histogram, GDK_KEY_Right, 0);
  press (histogram, GDK_KEY_Return, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.select-over", NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.require", "(ud)", 0u, 99.0);
  g_assert_false (gtk_widget_get_visible (find_id (page, "selected")));
  g_assert_null (dwell_view_get_find_label (view));
  gtk_widget_grab_focus (GTK_WIDGET (histogram));
  fixture_key (GTK_WIDGET (page), GDK_KEY_Menu, 0);
  g_assert_null (fixture_find_menu (GTK_WIDGET (page)));

  g_assert_false (dwell_view_get_cursor (view, NULL));
  press (times, GDK_KEY_Right, 0);
  press (times, GDK_KEY_Return, 0);
  g_assert_true (dwell_view_get_cursor (view, &time));
  dwell_view_set_requirements (view, NULL);
  remove_file (file);
}

/* The button of the area at @place. */
static GtkWidget *
get_area_button (gpointer page,
                 guint    place)
{
  GtkWidget *button = gtk_widget_get_first_child (find_id (page, "areas"));

  while (button != NULL && place-- > 0)
    button = gtk_widget_get_next_sibling (button);
  return button;
}

static guint
count_areas (gpointer page)
{
  guint n = 0;

  while (get_area_button (page, n) != NULL)
    n++;
  return n;
}

/* What is kept is beside what is in focus, until it is dropped; there is room for eight, and what
 * finds none says so. */
static void
test_kept_areas (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GString) content = g_string_new (NULL);
  g_autoptr(GFile) file = NULL;
  DwellDistributionPage *page;
  GtkStack *pages;
  DwellTrace *trace;

  for (guint i = 0; i < 10; i++)
    g_string_append_printf (content, "2,%u,f%u\n", i, i);
  for (guint i = 0; i < 10; i++)
    g_string_append_printf (content, "0,%u,1\n1,%u,5\n", i, i);
  file = make_file ("ten.csv", content->str);
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  gtk_stack_set_visible_child_name (pages, "distribution");
  page = DWELL_DISTRIBUTION_PAGE (dwell_session_pages_get (pages, "distribution"));
  trace = dwell_view_get_trace (get_view (fixture));

  for (guint i = 0; i < 8; i++)
    {
      dwell_view_focus_area (get_view (fixture), trace->span_area[i]);
      g_assert_cmpuint (count_areas (page), ==, i + 1);
      g_signal_emit_by_name (get_area_button (page, i), "clicked");
    }
  dwell_view_focus_area (get_view (fixture), trace->span_area[8]);
  g_assert_cmpuint (count_areas (page), ==, 9);
  g_assert_false (gtk_widget_get_sensitive (get_area_button (page, 8)));
  g_assert_true (says (get_area_button (page, 8), "f8"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (get_area_button (page, 8)), ==,
                   "No more than 8 can be compared");
  dwell_view_focus_area (get_view (fixture), trace->span_area[7]);
  g_assert_cmpuint (count_areas (page), ==, 8);
  dwell_view_focus_area (get_view (fixture), trace->span_area[8]);
  g_signal_emit_by_name (get_area_button (page, 0), "clicked");
  g_assert_cmpuint (count_areas (page), ==, 8);
  g_assert_false (says (find_id (page, "areas"), "f0"));
  g_assert_true (says (find_id (page, "areas"), "f8"));
  remove_file (file);
}

/* Two areas have a curve and a section of the menu each; one of which nothing ran in the range has
 * no figures. */
static void
test_two_areas (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  DwellView *view = get_view (fixture);
  DwellTrace *trace = dwell_view_get_trace (view);
  DwellChartView *histogram = find_id (page, "histogram");
  GtkGrid *figures = find_id (page, "figures");
  GtkPopover *menu;
  guint32 importer = DWELL_NONE;
  guint32 render = DWELL_NONE;
  guint32 span = 0;

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_name (trace, i), "default.importer"))
      importer = i;
    else if (g_str_equal (dwell_trace_get_area_name (trace, i), "default.render"))
      render = i;

  dwell_view_focus_area (view, importer);
  dwell_view_set_deadline (view, importer, DWELL_MEASURE_CALL, 1000);
  g_signal_emit_by_name (get_area_button (page, 0), "clicked");
  dwell_view_focus_area (view, render);
  dwell_view_set_deadline (view, render, DWELL_MEASURE_CALL, 1000);
  WAIT_UNTIL (gtk_grid_get_child_at (figures, 9, 2) != NULL);
  wait_for_layout (histogram);

  press (histogram, GDK_KEY_Right, 0);
  press (histogram, GDK_KEY_Down, 0);
  press (histogram, GDK_KEY_Return, 0);
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "selected")));

  gtk_widget_grab_focus (GTK_WIDGET (histogram));
  g_assert_true (fixture_key (GTK_WIDGET (page), GDK_KEY_Menu, 0));
  WAIT_UNTIL ((menu = fixture_find_menu (GTK_WIDGET (page))) != NULL);
  WAIT_UNTIL (says (GTK_WIDGET (menu), "default.importer") &&
              says (GTK_WIDGET (menu), "default.render"));
  gtk_popover_popdown (menu);
  WAIT_UNTIL (fixture_find_menu (GTK_WIDGET (page)) == NULL);

  /* Up to the end of the first of one, when none of the other has begun. */
  while (trace->span_area[span] != importer)
    span++;
  dwell_view_set_selection (view, trace->begin, dwell_trace_get_span_begin (trace, span) +
                                                dwell_trace_get_span_duration (trace, span));
  dwell_view_set_scope (view, DWELL_SCOPE_SELECTION);
  WAIT_UNTIL (gtk_grid_get_child_at (figures, 1, 2) != NULL &&
              g_str_equal (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (figures, 1, 2))),
                           "0"));
  for (int column = 2; column < 10; column++)
    g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (figures, column, 2))),
                     ==, "");
  gtk_widget_activate_action (GTK_WIDGET (page), "distribution.require", "(ud)", 1u, 99.0);
  g_assert_null (find_other_window (fixture));
}

/* A deadline is taken as soon as one turns to something else; nonsense is not, and leaves what was
 * there. */
static void
test_deadline (Fixture       *fixture,
               gconstpointer  user_data)
{
  static const struct { const char *text; gint64 deadline; gboolean is_valid; } cases[] = {
    { "1.5ms", 1500000, TRUE }, { "1,25 ms", 1250000, TRUE }, { "-5ms", 1250000, FALSE },
    { "soon", 1250000, FALSE }, { "2ms", 2000000, TRUE },
  };
  DwellDistributionPage *page = open_page (fixture, "lms/runtime_nested.csv");
  DwellView *view = get_view (fixture);
  GtkWidget *entry = find_id (find_id (page, "deadline"), "entry");

  focus_first (fixture, page);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      gtk_editable_set_text (GTK_EDITABLE (entry), cases[i].text);
      g_assert_true (gtk_widget_has_css_class (entry, "error") == !cases[i].is_valid);
      if (i % 2 == 0)
        g_signal_emit_by_name (fixture_controller (entry, GTK_TYPE_EVENT_CONTROLLER_FOCUS, 0),
                               "leave");
      else
        g_signal_emit_by_name (entry, "activate");
      g_assert_cmpint (dwell_view_get_deadline (view, dwell_view_get_focus_area (view),
                                                DWELL_MEASURE_CALL), ==, cases[i].deadline);
    }

  gtk_drop_down_set_selected (find_id (page, "measure"), DWELL_MEASURE_JITTER);
  g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (entry), "Spans that come earlier"));
}

/* Before there is an answer, what asks for one does nothing. */
static void
test_no_answer (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellDistributionPage *page = g_object_ref_sink (g_object_new (DWELL_TYPE_DISTRIBUTION_PAGE,
                                                                 NULL));
  GtkWidget *widget = GTK_WIDGET (page);

  gtk_widget_activate_action (widget, "distribution.select-over", NULL);
  gtk_widget_activate_action (widget, "distribution.unselect", NULL);
  gtk_widget_activate_action (widget, "distribution.save-histogram", NULL);
  gtk_widget_activate_action (widget, "distribution.require", "(ud)", 0u, 0.0);
  g_assert_null (find_other_window (fixture));
  g_assert_null (dwell_chart_view_get_chart (find_id (page, "histogram")));
  g_object_unref (page);
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/ui/distribution-page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/ui/distribution-page/keys", Fixture, NULL, set_up, test_brush_by_keys, tear_down);
  g_test_add ("/ui/distribution-page/selected", Fixture, NULL, set_up, test_selected, tear_down);
  g_test_add ("/ui/distribution-page/menu", Fixture, NULL, set_up, test_menu, tear_down);
  g_test_add ("/ui/distribution-page/figures", Fixture, NULL, set_up, test_figures, tear_down);
  g_test_add ("/ui/distribution-page/many", Fixture, NULL, set_up, test_many, tear_down);
  g_test_add ("/ui/distribution-page/kept-areas", Fixture, NULL, set_up, test_kept_areas,
              tear_down);
  g_test_add ("/ui/distribution-page/two-areas", Fixture, NULL, set_up, test_two_areas, tear_down);
  g_test_add ("/ui/distribution-page/deadline", Fixture, NULL, set_up, test_deadline, tear_down);
  g_test_add ("/ui/distribution-page/derived", Fixture, NULL, set_up, test_derived, tear_down);
  g_test_add ("/ui/distribution-page/no-answer", Fixture, NULL, set_up, test_no_answer, tear_down);
  g_test_add ("/ui/distribution-page/save", Fixture, NULL, set_up, test_save, tear_down);

  return g_test_run ();
}
