/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Costs page in the window: it replaces the timeline, draws up to eight selected routines,
 * follows the view's focus, shows what filters hide, predicts costs, and writes files. */
#include "config.h"

#include <math.h>

#include <glib/gstdio.h>

#include "ui/chart/dwell-chart-view.h"
#include "ui/pages/dwell-costs-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-cell.h"
#include "file-dialog.h"
#include "support/folder.h"

static DwellCostsPage *
open_page (Fixture    *fixture,
           const char *name)
{
  DwellCostsPage *page;
  GtkStack *pages;

  open_data (fixture, name);
  wait_for_session (fixture);
  pages = find_id (dwell_window_get_current (fixture->window), "pages");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (pages), ==, "costs");
  page = DWELL_COSTS_PAGE (dwell_session_pages_get_shown (pages));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  drain ();
  return page;
}

static const char *
get_state (gpointer    page,
           const char *id)
{
  return gtk_stack_get_visible_child_name (find_id (page, id));
}

static DwellCostPlot *
get_plot (DwellCostsPage *page)
{
  return dwell_cost_plot_view_get_plot (find_id (page, "plot"));
}

static void
wait_for_plot (DwellCostsPage *page)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_plot (page))));
  drain ();
}

static DwellCostPlotAnswer *
get_answer (DwellCostsPage *page)
{
  wait_for_plot (page);
  return dwell_cost_plot_get_answer (get_plot (page));
}

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = get_list (page);
  DwellView *view = get_view (fixture);
  GtkSelectionModel *rows = gtk_column_view_get_model (find_id (page, "table"));
  g_autoptr(DwellCostItem) first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_autoptr(DwellCostItem) sixth = g_list_model_get_item (G_LIST_MODEL (list), 5);
  g_autoptr(GtkBitset) selection = NULL;

  /* No timeline; the leader of the ranking is drawn. */
  g_assert_false (gtk_widget_get_visible (find_id (dwell_window_get_current (fixture->window),
                                                   "main")));
  g_assert_nonnull (get_answer (page));
  g_assert_cmpstr (get_state (find_id (page, "plot"), "states"), ==, "chart");
  g_assert_cmpuint (get_answer (page)->n_parts, ==, 1);
  g_assert_cmpuint (get_answer (page)->parts[0].routine.area, ==, dwell_cost_item_get_area (first));

  /* A stretch of rows: eight of them. */
  gtk_selection_model_select_range (rows, 0, 12, TRUE);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, DWELL_COST_PLOT_MAX_ROUTINES);
  g_assert_false (gtk_selection_model_select_item (rows, 10, FALSE));
  gtk_selection_model_unselect_item (rows, 0);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, DWELL_COST_PLOT_MAX_ROUTINES - 1);

  gtk_selection_model_select_item (rows, 5, TRUE);
  gtk_selection_model_select_item (rows, 0, FALSE);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, 2);
  g_assert_cmpuint (get_answer (page)->parts[1].routine.area, ==, dwell_cost_item_get_area (sixth));
  gtk_selection_model_select_item (rows, 0, TRUE);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, 1);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, dwell_cost_item_get_area (first));

  /* Focus from elsewhere, and another order: the same routine stays selected. */
  dwell_view_focus_area (view, dwell_cost_item_get_area (sixth));
  g_assert_cmpuint (get_answer (page)->parts[0].routine.area, ==, dwell_cost_item_get_area (sixth));
  dwell_cost_list_sort (list, DWELL_COST_LIST_NAME, FALSE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  selection = gtk_selection_model_get_selection (rows);
  g_assert_cmpuint (gtk_bitset_get_size (selection), ==, 1);
  g_assert_cmpuint (gtk_bitset_get_minimum (selection), ==,
                    dwell_cost_list_find (list, dwell_cost_item_get_area (sixth)));
}

static void
test_chart (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  DwellChartView *chart = find_id (page, "chart");
  GtkWidget *size = find_id (page, "size");
  gpointer kind = find_id (page, "kind");
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autoptr(GError) error = NULL;

  wait_for_plot (page);
  for (guint i = 0; i < g_list_model_get_n_items (gtk_drop_down_get_model (kind)); i++)
    for (guint log = 0; log < 2; log++)
      {
        gtk_check_button_set_active (find_id (page, "log_sizes"), log);
        gtk_check_button_set_active (find_id (page, "log_costs"), log);
        gtk_drop_down_set_selected (kind, i);
        wait_for_plot (page);
        g_assert_cmpstr (get_state (find_id (page, "plot"), "states"), ==, "chart");
        g_assert_cmpfloat (dwell_chart_view_get_chart (chart)->y.low, <,
                           dwell_chart_view_get_chart (chart)->y.high);
      }

  gtk_drop_down_set_selected (kind, 0);
  gtk_range_set_value (find_id (page, "bound"), 2.5);
  gtk_check_button_set_active (find_id (page, "bytes"), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (size), "many");
  g_assert_true (gtk_widget_has_css_class (size, "error"));
  gtk_editable_set_text (GTK_EDITABLE (size), "4k");
  g_assert_false (gtk_widget_has_css_class (size, "error"));
  g_assert_cmpfloat (get_answer (page)->options.size, ==, 1000);
  g_assert_true (gtk_widget_get_visible (find_id (page, "prediction")));
  g_assert_cmpuint (dwell_chart_view_get_chart (chart)->n_rules, ==, 1);
  g_assert_cmpint (dwell_chart_view_get_chart (chart)->x.unit, ==, DWELL_CHART_BYTES);

  for (guint i = 0; i < 3; i++)
    {
      static const char * const names[] = { "costs.svg", "costs.png", "costs.pdf" };
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_autoptr(GFile) file = g_file_new_for_path (path);
      DwellChartPicture *picture = dwell_chart_view_take_picture (chart, 400, 300, "Title");

      g_assert_true (dwell_chart_picture_write (picture, file, NULL, &error));
      g_assert_no_error (error);
      dwell_chart_picture_free (picture);
      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_filters (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = get_list (page);
  gpointer shown = find_id (page, "shown");
  gpointer show_all = find_id (page, "show_all");
  guint n_unsure;

  g_assert_true (gtk_widget_get_visible (show_all));
  g_assert_nonnull (strstr (gtk_label_get_text (shown), "of 340"));
  gtk_check_button_set_active (find_id (page, "favourites"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0);
  g_assert_cmpstr (get_state (page, "table_states"), ==, "no-match");
  gtk_widget_activate_action (GTK_WIDGET (page), "costs.show-all", NULL);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 340);
  g_assert_cmpstr (get_state (page, "table_states"), ==, "table");
  g_assert_false (gtk_widget_get_visible (show_all));

  /* What is not sure is counted while it is shown, and can be hidden. */
  n_unsure = dwell_cost_list_get_n_unsure (list);
  g_assert_cmpuint (n_unsure, >, 0);
  g_assert_nonnull (strstr (gtk_label_get_text (shown), "not sure"));
  gtk_drop_down_set_selected (find_id (page, "confidence"), DWELL_CONFIDENCE_LOW);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  drain ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), <, 340 - n_unsure);
  g_assert_null (strstr (gtk_label_get_text (shown), "not sure"));
  g_assert_true (gtk_widget_get_visible (show_all));
  gtk_drop_down_set_selected (find_id (page, "confidence"), 0);

  gtk_widget_activate_action (GTK_WIDGET (page), "costs.favourite", NULL);
  gtk_check_button_set_active (find_id (page, "favourites"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 1);
  gtk_toggle_button_set_active (find_id (page, "self_costs"), TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_true (get_answer (page)->options.curve.is_self);
  gtk_widget_activate_action (GTK_WIDGET (page), "costs.copy", NULL);
}

/* Programs and libraries are chosen, and how costs grow. */
static void
test_filter_menu (Fixture       *fixture,
                  gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  GListModel *rows = G_LIST_MODEL (get_list (page));
  GtkDropDown *image = find_id (find_id (page, "filter_menu"), "image");
  GtkDropDown *growth = find_id (find_id (page, "filter_menu"), "growth");
  guint n_images = g_list_model_get_n_items (gtk_drop_down_get_model (image)) - 1;
  guint n_growths = g_list_model_get_n_items (gtk_drop_down_get_model (growth)) - 1;
  guint n_of_images = 0;
  guint n_of_growths = 0;

  gtk_widget_activate_action (GTK_WIDGET (page), "costs.show-all", NULL);
  WAIT_UNTIL (g_list_model_get_n_items (rows) == 340);
  g_assert_cmpuint (n_images, >, 0);
  for (guint i = 1; i <= n_images; i++)
    {
      gtk_drop_down_set_selected (image, i);
      WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (rows)));
      g_assert_cmpuint (g_list_model_get_n_items (rows), >, 0);
      n_of_images += g_list_model_get_n_items (rows);
    }
  g_assert_cmpuint (n_of_images, ==, 340);
  gtk_drop_down_set_selected (image, 0);

  for (guint i = 1; i <= n_growths; i++)
    {
      gtk_drop_down_set_selected (growth, i);
      WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (rows)));
      n_of_growths += g_list_model_get_n_items (rows);
    }
  g_assert_cmpuint (n_of_growths, >, 0);
  g_assert_cmpuint (n_of_growths, <=, 340);
}

static void
press_table (GtkWidget *table,
             double     x,
             double     y)
{
  g_signal_emit_by_name (fixture_controller (table, GTK_TYPE_GESTURE_CLICK, GDK_BUTTON_PRIMARY),
                         "pressed", 1, x, y);
}

/* A click on the star of a row turns it on and off; one beside it does not. */
static void
test_star (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  DwellCostList *list = get_list (page);
  GtkWidget *table = find_id (page, "table");
  g_autoptr(DwellCostItem) item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  guint32 area = dwell_cost_item_get_area (item);
  GtkWidget *star;
  graphene_rect_t bounds;
  double x, y;

  WAIT_UNTIL (fixture_find (table, DWELL_TYPE_CELL) != NULL);
  wait_for_layout (table);
  star = fixture_find (table, DWELL_TYPE_CELL);
  g_assert_true (gtk_widget_compute_bounds (star, table, &bounds));
  x = bounds.origin.x + bounds.size.width / 2;
  y = bounds.origin.y + bounds.size.height / 2;
  g_assert_false (dwell_cost_list_is_favourite (list, area));
  press_table (table, x, y);
  g_assert_true (dwell_cost_list_is_favourite (list, area));
  press_table (table, x + 200, y);
  g_assert_true (dwell_cost_list_is_favourite (list, area));
  press_table (table, x, y);
  g_assert_false (dwell_cost_list_is_favourite (list, area));
}

/* A size is a number above nothing, with a letter for thousands and blanks around it. */
static void
test_sizes (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const struct { const char *text; double size; } cases[] = {
    { "300", 300 }, { " 2 K ", 2000 }, { "1.5m", 1500000 }, { "0", 0 }, { "-5", 0 },
    { "0.5", 0 }, { "1e18", 0 }, { "1e999", 0 }, { "inf", 0 }, { "4kb", 0 }, { "k", 0 },
  };
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  GtkWidget *size = find_id (page, "size");

  wait_for_plot (page);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      gtk_editable_set_text (GTK_EDITABLE (size), cases[i].text);
      g_assert_true (gtk_widget_has_css_class (size, "error") == (cases[i].size <= 0));
      g_assert_cmpfloat (get_answer (page)->options.size, ==, cases[i].size);
    }

  /* The number stands, and is one of bytes now. */
  gtk_editable_set_text (GTK_EDITABLE (size), "300");
  gtk_check_button_set_active (find_id (page, "bytes"), TRUE);
  g_assert_cmpfloat (get_answer (page)->options.size, ==, 75);
  gtk_editable_set_text (GTK_EDITABLE (size), "");
  gtk_check_button_set_active (find_id (page, "bytes"), FALSE);
  g_assert_cmpfloat (get_answer (page)->options.size, ==, 0);
}

/* The chart and its points are saved; of no routine there is neither. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const struct { const char *action; const char *name; const char *begin; guint n; }
  cases[] = {
    { "cost-plot.save-points", "one.csv", "name,image,size,", 1 },
    { "cost-plot.save-picture", "one.svg", "<?xml", 1 },
    { "cost-plot.save-picture", "two.svg", "<?xml", 2 },
  };
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  GtkSelectionModel *rows = gtk_column_view_get_model (find_id (page, "table"));
  GtkWidget *none = g_object_ref_sink (g_object_new (DWELL_TYPE_COST_PLOT_VIEW, NULL));
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GFile) file = NULL;
      g_autofree char *text = NULL;

      gtk_selection_model_select_range (rows, 0, cases[i].n, TRUE);
      wait_for_plot (page);
      g_assert_true (gtk_widget_activate_action (find_id (page, "plot"), cases[i].action, NULL));
      file = file_dialog_save (fixture, folder, cases[i].name);
      text = file_dialog_load (file);
      g_assert_true (g_str_has_prefix (text, cases[i].begin));
      gtk_widget_activate_action (none, cases[i].action, NULL);
      g_assert_null (find_other_window (fixture));
    }

  g_object_unref (none);
  folder_remove (g_steal_pointer (&path));
}

/* An old report contains averages only: those are drawn. */
static void
test_old_report (Fixture       *fixture,
                 gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/versions/sort_rms_v0.aprof");

  g_assert_false (gtk_widget_get_sensitive (find_id (page, "self_costs")));
  g_assert_cmpint (get_answer (page)->options.curve.kind, ==, DWELL_COST_CURVE_AVERAGE);
  g_assert_cmpstr (get_state (find_id (page, "plot"), "states"), ==, "chart");
  gtk_drop_down_set_selected (find_id (page, "kind"), 6);
  wait_for_plot (page);
  g_assert_cmpstr (get_state (find_id (page, "plot"), "states"), ==, "unknown");
}

/* If no growth can be classified, all routines are shown at once. */
static void
test_few_sizes (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/quirks/u64_max.aprof");

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))), ==,
                    1);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, 1);
  g_assert_false (get_answer (page)->parts[0].has_growth);
  gtk_editable_set_text (GTK_EDITABLE (find_id (page, "size")), "100");
  wait_for_plot (page);
  g_assert_cmpstr (gtk_label_get_text (find_id (page, "prediction")), ==,
                   "No growth to predict from");
}

static double
get_largest (const DwellCostPlotAnswer *answer,
             gboolean                   of_sizes)
{
  double largest = 0;

  for (guint i = 0; i < answer->n_parts; i++)
    for (guint point = 0; point < answer->parts[i].curves[0]->n; point++)
      largest = MAX (largest, of_sizes ? answer->parts[i].curves[0]->sizes[point]
                                       : answer->parts[i].curves[0]->values[point]);
  return largest;
}

/* Returns the label of the pointer to the prediction for @routine, or of the only pointer. */
static const char *
find_pointer (const DwellChart *chart,
              const char       *routine)
{
  for (guint i = 0; i < chart->n_pointers; i++)
    if (routine == NULL || strstr (chart->pointers[i].label, routine) != NULL)
      return chart->pointers[i].label;

  return NULL;
}

static void
assert_no_overflow (const char *text)
{
  static const char * const wrong[] = { "inf", "nan", "e+", "()", "≈ more" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_null (strstr (text, wrong[i]));
}

/* A prediction of any size leaves the data visible: it has a label and an arrow; and if there is no
 * prediction, the axes are those of the data. */
static void
test_prediction (Fixture       *fixture,
                 gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "../../data/examples/route-planner_4711_0_4.aprof");
  DwellChartView *view = find_id (page, "chart");
  GtkSelectionModel *rows = gtk_column_view_get_model (find_id (page, "table"));
  GtkEditable *size = find_id (page, "size");
  gpointer prediction = find_id (page, "prediction");
  gpointer by_name = find_id (page, "predictions");
  const DwellChart *chart;
  const char *text;

  /* One that doubles with each more: no number holds it at this size. */
  gtk_editable_set_text (size, "50k");
  wait_for_plot (page);
  chart = dwell_chart_view_get_chart (view);
  g_assert_cmpfloat (chart->y.high, <, 11 * get_largest (get_answer (page), FALSE));
  g_assert_cmpfloat (chart->x.high, <, 2 * get_largest (get_answer (page), TRUE));
  g_assert_cmpstr (gtk_label_get_text (prediction), ==, "more than 100\302\240" "E");
  g_assert_cmpstr (find_pointer (chart, NULL), ==,
                   "more than 100\302\240" "E at 50\302\240" "k");
  g_assert_false (gtk_widget_get_visible (by_name));

  /* With another whose cost at the size can be shown. */
  gtk_selection_model_select_item (rows, 3, FALSE);
  wait_for_plot (page);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, 2);
  for (guint log = 0; log < 2; log++)
    {
      gtk_check_button_set_active (find_id (page, "log_sizes"), log);
      gtk_check_button_set_active (find_id (page, "log_costs"), log);
      chart = dwell_chart_view_get_chart (view);
      g_assert_cmpfloat (chart->y.high, <, 1e18);
      g_assert_cmpfloat (chart->x.high, >, 50000);
      g_assert_cmpstr (find_pointer (chart, "enumerate_tours"), ==,
                       "more than 100\302\240" "E at 50\302\240" "k · enumerate_tours");
      g_assert_true (g_str_has_prefix (find_pointer (chart, "all_pairs"), "≈ "));
    }
  text = gtk_label_get_text (by_name);
  g_assert_true (gtk_widget_get_visible (by_name));
  g_assert_false (gtk_widget_get_visible (prediction));
  g_assert_nonnull (strstr (text, "enumerate_tours: more than 100\302\240" "E"));
  g_assert_nonnull (strstr (text, "all_pairs: ≈ "));
  assert_no_overflow (text);

  /* Costs of a kind that cannot be predicted: the entry is insensitive, the axes are those of the
   * data. */
  gtk_drop_down_set_selected (find_id (page, "kind"), 8);
  wait_for_plot (page);
  chart = dwell_chart_view_get_chart (view);
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (size)));
  g_assert_cmpfloat (chart->x.high, <, 1.5 * get_largest (get_answer (page), TRUE));
  g_assert_cmpuint (chart->n_rules, ==, 0);
  g_assert_cmpuint (chart->n_pointers, ==, 0);
  g_assert_false (gtk_widget_get_visible (prediction));
  g_assert_false (gtk_widget_get_visible (by_name));
}

/* All routines at all sizes, from small to absurd: the prediction is a number, or “more than”. */
static void
test_predictions (Fixture       *fixture,
                  gconstpointer  user_data)
{
  static const char * const sizes[] = { "1", "20", "300", "5k", "1M", "900000T" };
  DwellCostsPage *page = open_page (fixture, "../../data/examples/route-planner_4711_0_4.aprof");
  DwellChartView *view = find_id (page, "chart");
  GtkSelectionModel *rows = gtk_column_view_get_model (find_id (page, "table"));
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (rows));

  gtk_check_button_set_active (find_id (page, "log_costs"), TRUE);
  for (guint row = 0; row < n_rows; row++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        const DwellCostPlotAnswer *answer;
        const DwellChart *chart;

        gtk_selection_model_select_item (rows, row, TRUE);
        gtk_editable_set_text (find_id (page, "size"), sizes[i]);
        answer = get_answer (page);
        chart = dwell_chart_view_get_chart (view);
        g_assert_true (isfinite (chart->y.high) && isfinite (chart->x.high));
        g_assert_cmpfloat (log10 (chart->y.high / get_largest (answer, FALSE)), <, 25);
        assert_no_overflow (gtk_label_get_text (find_id (page, "prediction")));
        g_assert_cmpuint (chart->n_pointers, ==, answer->parts[0].has_growth);
        if (chart->n_pointers > 0)
          assert_no_overflow (chart->pointers[0].label);
      }
}

/* No two routines of a chart have one colour, also where their names would.
 * Limit: model/DWELL_COST_PLOT_MAX_ROUTINES */
static void
test_colours (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "../../data/examples/route-planner_4711_0_4.aprof");
  const DwellChart *chart;

  gtk_selection_model_select_range (gtk_column_view_get_model (find_id (page, "table")), 0, 12,
                                    TRUE);
  g_assert_cmpuint (get_answer (page)->n_parts, ==, DWELL_COST_PLOT_MAX_ROUTINES);
  chart = dwell_chart_view_get_chart (find_id (page, "chart"));
  for (guint i = 0; i < DWELL_COST_PLOT_MAX_ROUTINES; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpuint (chart->series[i].colour, !=, chart->series[j].colour);
}

/* Whatever is drawn, of all costs or of a routine's own, the axis says what it is, and each curve
 * has words for its points: the routine, and below it what is there. */
static void
test_chart_words (Fixture       *fixture,
                  gconstpointer  user_data)
{
  DwellCostsPage *page = open_page (fixture, "aprof/real/cpp/cpp_23740_0_4.aprof");
  GtkWidget *chart = find_id (page, "chart");
  GtkDropDown *kind = find_id (page, "kind");
  guint n_kinds = g_list_model_get_n_items (gtk_drop_down_get_model (kind));

  wait_for_plot (page);
  gtk_check_button_set_active (find_id (page, "fit"), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (find_id (page, "size")), "4k");
  for (guint i = 0; i < 2 * n_kinds; i++)
    {
      g_autofree char *title = NULL;
      const DwellChart *shown;

      gtk_toggle_button_set_active (find_id (page, i < n_kinds ? "all_costs" : "self_costs"), TRUE);
      WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
      gtk_drop_down_set_selected (kind, i % n_kinds);
      wait_for_plot (page);
      shown = dwell_chart_view_get_chart (DWELL_CHART_VIEW (chart));
      title = g_utf8_strdown (shown->y.title, -1);
      g_assert_true ((strstr (title, "self") != NULL) == (i >= n_kinds) ||
                     strstr (title, "calls") != NULL || strstr (title, "costs") != NULL);

      for (guint series = 0; series < shown->n_series; series++)
        {
          g_autofree char *spoken = NULL;

          g_assert_true (fixture_press (chart, series == 0 ? GDK_KEY_Right : GDK_KEY_Down, 0));
          spoken = fixture_spoken (gtk_widget_get_first_child (chart));
          g_assert_nonnull (strchr (spoken, '\n'));
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/ui/costs-page/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/ui/costs-page/chart", Fixture, NULL, set_up, test_chart, tear_down);
  g_test_add ("/ui/costs-page/chart/words", Fixture, NULL, set_up, test_chart_words, tear_down);
  g_test_add ("/ui/costs-page/filters", Fixture, NULL, set_up, test_filters, tear_down);
  g_test_add ("/ui/costs-page/filter-menu", Fixture, NULL, set_up, test_filter_menu, tear_down);
  g_test_add ("/ui/costs-page/star", Fixture, NULL, set_up, test_star, tear_down);
  g_test_add ("/ui/costs-page/sizes", Fixture, NULL, set_up, test_sizes, tear_down);
  g_test_add ("/ui/costs-page/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/ui/costs-page/old-report", Fixture, NULL, set_up, test_old_report, tear_down);
  g_test_add ("/ui/costs-page/few-sizes", Fixture, NULL, set_up, test_few_sizes, tear_down);
  g_test_add ("/ui/costs-page/prediction", Fixture, NULL, set_up, test_prediction, tear_down);
  g_test_add ("/ui/costs-page/predictions", Fixture, NULL, set_up, test_predictions, tear_down);
  g_test_add ("/ui/costs-page/colours", Fixture, NULL, set_up, test_colours, tear_down);

  return g_test_run ();
}
