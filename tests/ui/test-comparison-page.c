/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two recordings in the window: the dialog that asks for the base, the page, its actions, and what
 * closing the other tab leaves. */
#include "config.h"

#include "analysis/compare/dwell-alignment.h"
#include "model/comparison/dwell-comparison-calls.h"
#include "ui/chart/dwell-chart-view.h"
#include "ui/comparison/dwell-comparison-lines-page.h"
#include "ui/comparison/dwell-comparison-page.h"
#include "ui/comparison/dwell-drift-curve.h"
#include "ui/flame/dwell-flame-graph.h"
#include "ui/shell/dwell-comparing.h"
#include "ui/shell/dwell-drop-area.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-table-tools.h"
#include "ui/timeline/dwell-gutter.h"
#include "ui/timeline/dwell-span-tip.h"
#include "ui/timeline/dwell-timeline-canvas.h"
#include "ui/widgets/dwell-recent.h"
#include "ui/widgets/dwell-undo.h"
#include "file-dialog.h"
#include "real-pointer.h"
#include "support/folder.h"
#include "support/text-fixture.h"

#define NARROW_PX 360
#define HIGH_PX   720

static GtkStack *
get_pages (Fixture *fixture)
{
  return find_id (dwell_window_get_current (fixture->window), "pages");
}

static DwellComparisonPage *
get_page (Fixture *fixture)
{
  return DWELL_COMPARISON_PAGE (dwell_session_pages_get (get_pages (fixture), "comparison"));
}

static guint
get_n_rows (DwellComparisonPage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static const char *
get_label (DwellComparisonPage *page,
           const char          *id)
{
  return gtk_label_get_text (find_id (page, id));
}

static gboolean
is_shown (Fixture *fixture)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (get_pages (fixture)), "comparison") == 0;
}

static DwellComparisonPage *
compare (Fixture *fixture)
{
  g_autoptr(GFile) base = data_file ("compare/base.csv");
  g_autoptr(GFile) new = data_file ("compare/new.csv");
  DwellComparisonPage *page;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  WAIT_UNTIL (get_n_rows (page) == 3);
  return page;
}

/* A copy of a file of tests/data that was changed at @time, s since 1970. */
static GFile *
copy_data (const char *name,
           guint64     time)
{
  g_autoptr(GFile) original = data_file (name);
  g_autofree char *base_name = g_file_get_basename (original);
  g_autofree char *text = NULL;
  GFile *copy;

  g_assert_true (g_file_load_contents (original, NULL, &text, NULL, NULL, NULL));
  copy = make_file (base_name, text);
  g_assert_true (g_file_set_attribute_uint64 (copy, G_FILE_ATTRIBUTE_TIME_MODIFIED, time,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
  return copy;
}

static void
open_file (Fixture *fixture,
           GFile   *file)
{
  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
}

static void
activate (DwellComparisonPage *page,
          const char          *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), action, NULL));
}

/* What makes recordings of two lengths comparable. */
static void
test_remedies (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (page));
  gint64 begin;
  gint64 end;

  g_assert_true (gtk_widget_get_visible (find_id (page, "per_second")));
  g_assert_true (gtk_widget_get_visible (find_id (page, "common_part")));
  activate (page, "comparison.per-second");
  WAIT_UNTIL (!gtk_widget_get_visible (find_id (page, "per_second")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "doubts_row")));
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-per", "");
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "doubts_row")));

  /* The base has 400 µs, the new recording 500. */
  activate (page, "comparison.common-part");
  g_assert_true (dwell_view_get_selection (view, &begin, &end));
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, 400000);
  WAIT_UNTIL (!gtk_widget_get_visible (find_id (page, "doubts_row")));
}

static GtkListBoxRow *
get_step (DwellComparisonPage *page,
          int                  number)
{
  return gtk_list_box_get_row_at_index (find_id (find_id (page, "waterfall"), "steps"), number);
}

/* The rows of the summary say what changed most, and lead to it. */
static void
test_waterfall (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = dwell_view_bin_get_view (DWELL_VIEW_BIN (page));
  GtkWidget *waterfall = find_id (page, "waterfall");
  guint32 area;

  g_assert_true (gtk_toggle_button_get_active (find_id (page, "as_summary")));
  g_assert_nonnull (get_step (page, 4));
  g_assert_null (get_step (page, 5));
  g_assert_true (says (GTK_WIDGET (get_step (page, 0)), "380\u00a0µs"));
  g_assert_true (says (GTK_WIDGET (get_step (page, 1)), "+160\u00a0µs"));
  g_assert_true (says (GTK_WIDGET (get_step (page, 1)), "×1.73"));
  g_assert_true (says (GTK_WIDGET (get_step (page, 2)), "−100\u00a0µs"));
  g_assert_true (says (GTK_WIDGET (get_step (page, 4)), "480\u00a0µs"));
  g_assert_true (says (waterfall, "Self: more 1, less 0, unclear 0, new 1, gone 1, the same 1"));
  g_assert_true (gtk_widget_get_visible (find_id (waterfall, "cut")));

  /* What is gone is nowhere in this tab; a whole is no function. */
  g_assert_true (gtk_list_box_row_get_activatable (get_step (page, 1)));
  g_assert_false (gtk_list_box_row_get_activatable (get_step (page, 2)));
  g_assert_false (gtk_list_box_row_get_activatable (get_step (page, 0)));
  g_signal_emit_by_name (find_id (waterfall, "steps"), "row-activated", get_step (page, 1));
  area = dwell_view_bin_get_focus_area (DWELL_VIEW_BIN (page));
  g_assert_cmpuint (area, !=, DWELL_NONE);
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view), area), ==, "app.load");

  /* The whole leads nowhere. */
  dwell_view_focus_area (view, DWELL_NONE);
  g_signal_emit_by_name (find_id (waterfall, "steps"), "row-activated", get_step (page, 0));
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);

  activate (page, "comparison.swap");
  WAIT_UNTIL (get_step (page, 1) != NULL && says (GTK_WIDGET (get_step (page, 1)),
                                                  "−160\u00a0µs"));
}

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);

  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  g_assert_cmpstr (get_label (page, "base_name"), ==, "base.csv");
  g_assert_cmpstr (get_label (page, "new_name"), ==, "new.csv");
  g_assert_cmpstr (get_label (page, "sentence"), ==,
                   "The new recording took 480\u00a0µs where the base took 380\u00a0µs: "
                   "100\u00a0µs more (×1.26).");
  g_assert_true (gtk_widget_get_visible (find_id (page, "doubts_row")));

  activate (page, "comparison.swap");
  WAIT_UNTIL (g_str_equal (get_label (page, "sentence"),
                           "The new recording took 380\u00a0µs where the base took 480\u00a0µs: "
                           "100\u00a0µs less (×0.792)."));
  g_assert_cmpstr (get_label (page, "base_name"), ==, "new.csv");

  gtk_drop_down_set_selected (find_id (page, "verdicts"), 1);
  WAIT_UNTIL (get_n_rows (page) == 4);
  gtk_drop_down_set_selected (find_id (page, "verdicts"), 4);
  WAIT_UNTIL (get_n_rows (page) == 1);
  activate (page, "comparison.clear-filter");
  WAIT_UNTIL (get_n_rows (page) == 4);
}

/* A row that both recordings have is in focus in the tab; one that only the base has is not. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);

  activate (page, "comparison.next-change");
  g_assert_cmpuint (dwell_view_get_focus_area (view), !=, DWELL_NONE);
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view),
                                              dwell_view_get_focus_area (view)), ==, "app.load");
  activate (page, "comparison.next-change");
  activate (page, "comparison.next-change");
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view),
                                              dwell_view_get_focus_area (view)), ==, "app.save");
}

/* The calls unfold; what is in focus in the tab is selected, and what is selected is in focus. */
static void
test_calls (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  DwellTablePage *calls = find_id (page, "calls");
  g_autoptr(DwellComparisonCall) top = NULL;
  g_autoptr(DwellComparisonCall) gone = NULL;
  g_autofree char *change = NULL;
  g_autofree char *verdict = NULL;
  g_autofree char *count = NULL;
  GListModel *list;

  gtk_toggle_button_set_active (find_id (page, "as_calls"), TRUE);
  list = G_LIST_MODEL (get_list (calls));
  WAIT_UNTIL (g_list_model_get_n_items (list) == 4);

  top = g_list_model_get_item (list, 0);
  change = dwell_comparison_call_get_text (top, DWELL_COMPARISON_CALL_CHANGE);
  g_assert_cmpstr (change, ==, "+100\u00a0µs");
  gone = g_list_model_get_item (list, 2);
  verdict = dwell_comparison_call_get_plain (gone, DWELL_COMPARISON_CALL_VERDICT);
  g_assert_cmpstr (verdict, ==, "gone");
  count = dwell_comparison_call_get_text (gone, DWELL_COMPARISON_CALL_COUNT_NEW);
  g_assert_cmpstr (count, ==, "");

  dwell_table_page_select (calls, 0, FALSE);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (calls), "comparison-calls.fold", NULL));
  WAIT_UNTIL (g_list_model_get_n_items (list) == 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (calls), "comparison-calls.unfold", NULL));
  WAIT_UNTIL (g_list_model_get_n_items (list) == 4);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (calls), "comparison-calls.unfold", NULL));
  WAIT_UNTIL (dwell_table_page_get_selected (calls) == 1);
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view),
                                              dwell_view_get_focus_area (view)), ==, "app.load");
}

static void
release_key (GtkWidget *flame,
             guint      key)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (flame);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-released", key, 0, 0);
    }
}

static void
press_b (GtkWidget *flame,
         gboolean   is_down)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (flame);
  gboolean is_taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GObject) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_EVENT_CONTROLLER_KEY (controller))
        continue;
      if (is_down)
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_b, 0, 0, &is_taken);
      else
        g_signal_emit_by_name (controller, "key-released", GDK_KEY_b, 0, 0);
    }

  g_assert_cmpint (is_taken, ==, is_down);
}

/* The flame graph shows both; what is in focus is so in the tab, if its session has it, and stays
 * so when the frames get other widths. */
static void
test_flame (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  DwellFlameGraph *graph = find_id (find_id (page, "flame"), "graph");
  DwellFlameScene scene = { NULL };
  g_autofree char *text = NULL;
  guint32 focus;

  gtk_toggle_button_set_active (find_id (page, "as_flame"), TRUE);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.difference != NULL);
  g_assert_cmpuint (scene.difference->tree->n_nodes, ==, 4);
  g_assert_cmpint (scene.difference->tree->total_gained - scene.difference->tree->total_lost, ==,
                   100000);

  dwell_flame_graph_set_focus (graph, 1);
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view),
                                              dwell_view_get_focus_area (view)), ==, "app.load");
  text = dwell_tree_difference_describe (scene.difference, 1);
  g_assert_nonnull (strstr (text, "Was 220\u00a0µs, now 380\u00a0µs: 160\u00a0µs more (×1.73)"));
  g_assert_nonnull (strstr (text, "Count 2 → 3"));

  gtk_drop_down_set_selected (find_id (find_id (page, "flame"), "widths"), 1);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.widths == DWELL_TREE_WIDTH_CHANGES);
  focus = dwell_flame_graph_get_focus (graph);
  g_assert_cmpuint (focus, ==, 1);

  /* A key shows the base as long as it is held, however often it is said to be pressed. */
  press_b (find_id (page, "flame"), TRUE);
  press_b (find_id (page, "flame"), TRUE);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.widths == DWELL_TREE_WIDTH_BASE);
  press_b (find_id (page, "flame"), FALSE);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.widths == DWELL_TREE_WIDTH_CHANGES);

  activate (page, "comparison.swap");
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.difference->tree->total_gained < scene.difference->tree->total_lost);
}

/* Keeps the trees, so that no two have the same address. */
static gboolean
gather_trees (GSignalInvocationHint *hint,
              guint                  n_values,
              const GValue          *values,
              gpointer               trees)
{
  DwellTreeDifference *difference =
    dwell_comparison_tree_get_difference (g_value_get_object (&values[0]));

  if (difference != NULL)
    g_hash_table_add (trees, dwell_tree_difference_ref (difference));
  return TRUE;
}

/* Call tree and flame graph show the same trees, which are made once however often one goes from
 * one to the other, and not before one of them is seen. */
static void
test_one_tree (Fixture       *fixture,
               gconstpointer  user_data)
{
  static const char * const forms[] = {
    "as_calls", "as_flame", "as_calls", "as_table", "as_flame",
  };
  g_autoptr(GHashTable) trees =
    g_hash_table_new_full (NULL, NULL, (GDestroyNotify) dwell_tree_difference_unref, NULL);
  DwellComparisonPage *page;
  GListModel *calls;
  DwellFlameGraph *graph;
  DwellFlameScene scene = { NULL };
  guint changed;
  gulong hook;

  g_type_class_unref (g_type_class_ref (DWELL_TYPE_COMPARISON_TREE));
  changed = g_signal_lookup ("changed", DWELL_TYPE_COMPARISON_TREE);
  hook = g_signal_add_emission_hook (changed, 0, gather_trees, trees, NULL);
  page = compare (fixture);
  calls = G_LIST_MODEL (get_list (find_id (page, "calls")));
  graph = find_id (find_id (page, "flame"), "graph");
  g_assert_cmpuint (g_hash_table_size (trees), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      gtk_toggle_button_set_active (find_id (page, forms[i]), TRUE);
      WAIT_UNTIL (g_list_model_get_n_items (calls) == 4);
      if (g_str_equal (forms[i], "as_flame"))
        WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.difference != NULL);
      drain ();
      g_assert_cmpint (i > 0, ==, dwell_flame_graph_get_scene (graph, &scene));
    }

  g_assert_cmpuint (g_hash_table_size (trees), ==, 1);
  g_assert_true (g_hash_table_contains (trees, scene.difference));

  /* Other trees, made for the table, are shown as a flame graph as soon as that is seen. */
  gtk_toggle_button_set_active (find_id (page, "as_calls"), TRUE);
  activate (page, "comparison.swap");
  WAIT_UNTIL (g_hash_table_size (trees) == 2);
  g_assert_false (dwell_flame_graph_get_scene (graph, &scene));
  gtk_toggle_button_set_active (find_id (page, "as_flame"), TRUE);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.difference != NULL);
  g_assert_cmpint (scene.difference->tree->total_gained, <, scene.difference->tree->total_lost);
  g_assert_cmpuint (g_hash_table_size (trees), ==, 2);
  g_signal_remove_emission_hook (changed, hook);
}

static gboolean
has_action (GtkWidget  *widget,
            const char *wanted)
{
  const char *name;
  const char *property;
  const GVariantType *type;
  GType owner;

  for (guint i = 0; gtk_widget_class_query_action (GTK_WIDGET_GET_CLASS (widget), i, &owner, &name,
                                                   &type, &property); i++)
    if (g_str_equal (name, wanted))
      return TRUE;

  return FALSE;
}

/* The menu beside the charts saves either: what they show can be drawn as a picture. */
static void
assert_pictures (GtkWidget *charts)
{
  GMenuModel *menu = gtk_menu_button_get_menu_model (find_id (charts, "pictures"));
  g_autoptr(GMenuModel) items = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  static const char * const ids[] = { "histogram", "shifts" };

  g_assert_cmpint (g_menu_model_get_n_items (items), ==, G_N_ELEMENTS (ids));
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      DwellChartPicture *picture = dwell_chart_view_take_picture (find_id (charts, ids[i]), 300,
                                                                  200, NULL);
      g_autofree char *action = NULL;

      g_assert_nonnull (picture);
      dwell_chart_picture_free (picture);
      g_assert_true (g_menu_model_get_item_attribute (items, (int) i, G_MENU_ATTRIBUTE_ACTION, "s",
                                                      &action));
      g_assert_true (has_action (charts, action));
    }
}

/* The distribution is of the row that is selected, also of one that only the base has. */
/* app.load takes 100 and 120 µs in the base, 130, 150 and 100 µs in the new recording. */
static void
check_cumulative (GtkWidget *charts)
{
  static const double x[2][6] = {
    { 100000, 100000, 130000, 130000, 150000, 150000 }, { 100000, 100000, 120000, 120000 },
  };
  static const double y[2][6] = {
    { 0, 1 / 3.0, 1 / 3.0, 2 / 3.0, 2 / 3.0, 1 }, { 0, 0.5, 0.5, 1 },
  };
  DwellChartView *view = find_id (charts, "histogram");
  const DwellChart *chart;

  gtk_toggle_button_set_active (find_id (charts, "cumulative"), TRUE);
  chart = dwell_chart_view_get_chart (view);
  g_assert_cmpuint (chart->n_series, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (chart->series[i].n, ==, i == 0 ? 6 : 4);
      for (guint k = 0; k < chart->series[i].n; k++)
        {
          g_assert_cmpfloat (chart->series[i].x[k], ==, x[i][k]);
          g_assert_cmpfloat_with_epsilon (chart->series[i].y[k], y[i][k], 1e-12);
        }
    }

  /* Two thirds are apart at 120 µs. */
  g_assert_cmpuint (chart->n_rules, ==, 1);
  g_assert_cmpfloat (chart->rules[0].at, ==, 120000);
  assert_pictures (charts);
  gtk_toggle_button_set_active (find_id (charts, "cumulative"), FALSE);
  g_assert_cmpint (dwell_chart_view_get_chart (view)->series[0].kind, ==, DWELL_SERIES_BARS);
}

static void
test_distribution (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *charts = find_id (page, "charts");
  DwellChartView *histogram = find_id (charts, "histogram");
  GtkStack *states = find_id (charts, "states");

  gtk_toggle_button_set_active (find_id (page, "as_charts"), TRUE);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "empty"));
  g_assert_null (dwell_chart_view_get_chart (histogram));

  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "app.load: 2 in the base, 3 in the new recording. A new one is larger "
                            "than one of the base in 75.0\u00a0% of all pairs"));
  g_assert_cmpuint (dwell_chart_view_get_chart (histogram)->n_series, ==, 2);
  g_assert_true (says (find_id (charts, "figures"), "+30\u00a0µs"));
  assert_pictures (charts);
  check_cumulative (charts);

  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "app.draw: 2 in the base, 0 in the new recording."));
  g_assert_false (gtk_widget_get_visible (find_id (charts, "shifts")));

  activate (page, "comparison.swap");
  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "app.save: 1 in the base, 0 in the new recording."));
}

static void
press_right (GtkWidget *chart)
{
  gpointer keys = fixture_controller (chart, GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean is_handled = FALSE;

  g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Right, 0, 0, &is_handled);
  g_assert_true (is_handled);
}

/* What a screen reader reads of the first point of a chart. */
static void
assert_first_point (gpointer    chart,
                    const char *begin,
                    const char *end)
{
  g_autofree char *spoken = NULL;

  press_right (chart);
  spoken = fixture_spoken (gtk_widget_get_first_child (chart));
  g_test_message ("%s", spoken);
  g_assert_true (g_str_has_prefix (spoken, begin));
  g_assert_true (g_str_has_suffix (spoken, end));
}

/* The keys go through the points of the charts, whose figures are those of the table; the charts
 * are saved from their menu; another measure is charted as well. */
static void
test_points (Fixture       *fixture,
             gconstpointer  user_data)
{
  static const char * const actions[] = {
    "comparison-charts.save-histogram", "comparison-charts.save-percentiles",
  };
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *charts = find_id (page, "charts");
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  gtk_toggle_button_set_active (find_id (page, "as_charts"), TRUE);
  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "app.load: 2 in the base, 3 in the new recording."));
  wait_for_layout (find_id (charts, "histogram"));
  assert_first_point (find_id (charts, "histogram"), "", " in the new recording");
  gtk_toggle_button_set_active (find_id (charts, "cumulative"), TRUE);
  drain ();
  assert_first_point (find_id (charts, "histogram"), "Up to ", " in the new recording");
  assert_first_point (find_id (charts, "shifts"), "p10: 100\u00a0µs → 100\u00a0µs", "");

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *name = g_strdup_printf ("chart-%u.svg", i);
      g_autoptr(GFile) file = NULL;
      g_autofree char *text = NULL;

      g_assert_true (gtk_widget_activate_action (charts, actions[i], NULL));
      file = file_dialog_save (fixture, folder, name);
      text = file_dialog_load (file);
      g_assert_nonnull (strstr (text, "<svg"));
    }

  gtk_drop_down_set_selected (find_id (charts, "measure"), DWELL_MEASURE_PERIOD);
  WAIT_UNTIL (says (charts, "app.load: 1 in the base, 2 in the new recording."));
  folder_remove (g_steal_pointer (&path));
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

static void
select_matched (DwellComparisonPage *page)
{
  dwell_table_page_select (DWELL_TABLE_PAGE (page), 0, FALSE);
  activate (page, "comparison.next-change");
}

/* The other recording has a timeline that follows the tab’s own while it is seen. */
static void
test_timeline (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");
  g_autoptr(DwellView) other = NULL;
  gint64 begin;
  gint64 end;

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
  g_object_get (timeline, "view", &other, NULL);
  g_assert_true (dwell_view_get_session (other) == dwell_view_get_base (view, NULL));
  dwell_view_set_range (view, 100000, 300000);
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 100000);
  g_assert_cmpint (end, ==, 300000);
  WAIT_UNTIL (says (GTK_WIDGET (page), "Most was ") || says (GTK_WIDGET (page), "Both are"));

  gtk_drop_down_set_selected (find_id (find_id (page, "linked"), "alignment"),
                              DWELL_ALIGNED_BY_CLOCK);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "comparison-align"), ==, "wall");
  g_assert_true (says (GTK_WIDGET (page), "The time of day is not known"));
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

static void
run_in_tab (DwellComparisonPage *page,
            const char          *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), action, NULL));
}

/* The first and the second run of app in one recording. */
static void
test_stretches (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GFile) file = data_file ("compare/base.csv");
  AdwTabView *tabs = find_id (fixture->window, "tabs");
  DwellSessionPage *tab;
  DwellComparisonPage *page;
  DwellView *view;
  GtkWidget *timeline;
  g_autoptr(DwellView) other = NULL;
  gint64 begin;
  gint64 end;

  open_file (fixture, file);
  WAIT_UNTIL (dwell_session_page_get_is_restored (dwell_window_get_current (fixture->window)));
  tab = dwell_window_get_current (fixture->window);
  page = get_page (fixture);
  view = dwell_session_page_get_view (tab);
  g_assert_false (g_action_group_get_action_enabled (dwell_session_page_get_actions (tab),
                                                     "keep-base"));

  dwell_view_set_selection (view, 0, 180000);
  g_assert_false (g_action_group_get_action_enabled (dwell_session_page_get_actions (tab),
                                                     "compare-kept"));
  run_in_tab (page, "tab.keep-base");
  dwell_view_set_selection (view, 200000, 400000);
  run_in_tab (page, "tab.compare-kept");
  WAIT_UNTIL (is_shown (fixture));
  g_assert_true (dwell_view_get_base (view, NULL) == dwell_view_get_session (view));
  g_assert_true (dwell_view_get_base_stretch (view, &begin, &end));
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, 180000);

  WAIT_UNTIL (g_str_equal (get_label (page, "sentence"),
                           "The new recording took 200\u00a0µs where the base took 180\u00a0µs: "
                           "20\u00a0µs more (×1.11)."));
  g_assert_true (g_str_has_prefix (get_label (page, "base_name"), "base.csv · 0"));
  g_assert_cmpstr (get_label (page, "new_name"), ==, "base.csv");
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "base-stretch"), ==, "0 180000");

  /* A moment of the one stretch is as far behind its begin as that of the other. */
  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  timeline = find_id (find_id (page, "linked"), "timeline");
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
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
  adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
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

static guint32
find_area (DwellView  *view,
           const char *name)
{
  const DwellTrace *trace = dwell_view_get_trace (view);

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_strcmp0 (dwell_trace_get_area_name (trace, i), name) == 0)
      return i;

  g_assert_not_reached ();
}

static GtkWidget *
find_open_menu (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_POPOVER_MENU (widget))
    return gtk_widget_get_visible (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_open_menu (child);

  return found;
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
/* A key finds spans that differ in both timelines, and keys of the tab step through them, each with
 * its partner; the tooltip says how long that took. */
static void
test_different (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");
  g_autoptr(DwellView) other = NULL;
  g_autoptr(GtkWidget) tip = g_object_ref_sink (dwell_span_tip_new ());
  DwellTimelineHit hit = { .mark = DWELL_NONE, .n_folded = 1 };

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
  g_object_get (timeline, "view", &other, NULL);
  WAIT_UNTIL (says (GTK_WIDGET (page), "Most was ") || says (GTK_WIDGET (page), "Both are"));

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

static void
test_timeline_menu (Fixture       *fixture,
                    gconstpointer  user_data)
{
  static const char * const shown[] = {
    "Zoom to It", "Go to Next", "Go to Longest", "Copy Name", "Find All", "Track", "Hide",
  };
  static const char * const left_out[] = {
    "Show In", "Filter by This Name", "Note on the Span…", "Require…", "Set Marker…",
    "Require of the Track…",
  };
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");
  g_autoptr(DwellView) other = NULL;
  GtkWidget *menu;

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
  WAIT_UNTIL (says (GTK_WIDGET (page), "Most was ") || says (GTK_WIDGET (page), "Both are"));
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

/* A file of tests/data in which functions have names as those of templates, and so has the file. */
static GFile *
copy_with_long_names (const char *name)
{
  g_autoptr(GFile) original = data_file (name);
  g_autofree char *base_name = g_file_get_basename (original);
  g_autofree char *long_name = g_strconcat ("start-of-the-office-with-a-large-document-", base_name,
                                            NULL);
  g_autofree char *text = NULL;
  g_autoptr(GString) longer = NULL;

  g_assert_true (g_file_load_contents (original, NULL, &text, NULL, NULL, NULL));
  longer = g_string_new (text);
  g_string_replace (longer, "app.",
                    "application::with_a_namespace::Controller<std::pair<int, std::string>>::", 0);
  return make_file (long_name, longer->str);
}

/* Every form fits a phone as high as it is wide twice, with the timeline above it. */
static void
test_narrow (Fixture       *fixture,
             gconstpointer  user_data)
{
  static const char * const forms[] = {
    "as_summary", "as_table", "as_calls", "as_flame", "as_timeline", "as_charts",
  };
  static const char many_doubts[] =
    "The recordings have different formats. Their units differ. One of them is cut off. Fewer than "
    "half of the time of the base has a partner in the new recording. The new recording lasts "
    "5 ms, the base 4 ms. Three threads of the base have no partner in the new recording.";
  GtkWidget *window = GTK_WIDGET (fixture->window);
  g_autoptr(GFile) base = copy_with_long_names ("compare/base.csv");
  g_autoptr(GFile) new = copy_with_long_names ("compare/new.csv");
  DwellComparisonPage *page;
  guint n_too_high = 0;

  gtk_window_set_default_size (GTK_WINDOW (window), NARROW_PX, HIGH_PX);
  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  WAIT_UNTIL (get_n_rows (page) > 0);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (find_id (page, "base_name")), ==,
                   get_label (page, "base_name"));
  activate (page, "comparison.next-change");
  gtk_label_set_text (find_id (page, "doubts"), many_doubts);

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      graphene_rect_t bounds;

      gtk_toggle_button_set_active (find_id (page, forms[i]), TRUE);
      wait_for_layout (window);
      g_assert_true (gtk_widget_compute_bounds (find_id (page, "forms"), window, &bounds));
      g_test_message ("%s ends at %g px of %d", forms[i], bounds.origin.y + bounds.size.height,
                      gtk_widget_get_height (window));
      n_too_high += bounds.origin.y + bounds.size.height > gtk_widget_get_height (window);
      g_assert_cmpint (gtk_widget_get_width (window), <=, NARROW_PX);
    }

  g_assert_cmpuint (n_too_high, ==, 0);
}

/* Tab reaches what each form shows, and leaves it again. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const struct { const char *form; const char *part; const char *id; } forms[] = {
    { "as_table", NULL, "table" }, { "as_calls", "calls", "table" },
    { "as_flame", "flame", "graph" }, { "as_timeline", "linked", "timeline" },
    { "as_charts", "charts", "histogram" },
  };
  DwellComparisonPage *page = compare (fixture);
  GtkWindow *window = GTK_WINDOW (fixture->window);

  activate (page, "comparison.next-change");
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      GtkWidget *target = find_id (forms[i].part != NULL ? find_id (page, forms[i].part)
                                                         : (gpointer) page, forms[i].id);
      GtkWidget *focus = find_id (page, forms[i].form);

      gtk_toggle_button_set_active (find_id (page, forms[i].form), TRUE);
      WAIT_UNTIL (gtk_widget_get_mapped (target));
      wait_for_layout (window);
      gtk_widget_grab_focus (focus);
      for (guint n = 0; n < 30 && focus != target && !gtk_widget_is_ancestor (focus, target); n++)
        {
          g_assert_true (gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD));
          focus = gtk_window_get_focus (window);
        }
      g_assert_true (focus == target || gtk_widget_is_ancestor (focus, target));

      /* And on, to what is beside the page. */
      for (guint n = 0; n < 30 && gtk_widget_is_ancestor (focus, GTK_WIDGET (page)); n++)
        {
          g_assert_true (gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD));
          focus = gtk_window_get_focus (window);
        }
      g_assert_false (gtk_widget_is_ancestor (focus, GTK_WIDGET (page)));
    }

  gtk_test_accessible_assert_property (find_id (find_id (page, "linked"), "timeline"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Timeline of the base");
  activate (page, "comparison.swap");
  gtk_test_accessible_assert_property (find_id (find_id (page, "linked"), "timeline"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Timeline of the new recording");
}

static gboolean
is_of_area (DwellComparisonPage *page,
            guint                position,
            const char          *name)
{
  GListModel *list = G_LIST_MODEL (get_list (page));
  g_autoptr(DwellComparisonItem) item = g_list_model_get_item (list, position);
  g_autofree char *text = item != NULL
                          ? dwell_comparison_item_get_plain (item, DWELL_DIFFERENCE_NAME) : NULL;

  return g_strcmp0 (text, name) == 0;
}

/* Takes the first of what a dialog offers. */
static void
choose_first_row (GtkWindow *dialog)
{
  WAIT_UNTIL (gtk_widget_child_focus (GTK_WIDGET (dialog), GTK_DIR_TAB_FORWARD) &&
              GTK_IS_LIST_BOX_ROW (gtk_window_get_focus (dialog)));
  gtk_widget_activate (gtk_window_get_focus (dialog));
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
  activate (page, "comparison.match");
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  dialog = find_other_window (fixture);
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
  g_autoptr(GFile) base = data_file ("compare/threads-base.json");
  g_autoptr(GFile) new = data_file ("compare/threads-new.json");
  g_autoptr(DwellComparisonItem) item = NULL;
  g_autofree char *context = NULL;
  DwellComparisonPage *page;
  DwellTableColumns *columns;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  columns = dwell_table_page_get_columns (DWELL_TABLE_PAGE (page));
  WAIT_UNTIL (get_n_rows (page) == 1);
  g_assert_false (dwell_table_columns_is_available (columns, DWELL_DIFFERENCE_CONTEXT));

  gtk_check_button_set_active (find_id (find_id (page, "options"), "by_context"), TRUE);
  WAIT_UNTIL (get_n_rows (page) == 2);
  g_assert_true (dwell_table_columns_is_available (columns, DWELL_DIFFERENCE_CONTEXT));
  item = g_list_model_get_item (G_LIST_MODEL (get_list (DWELL_TABLE_PAGE (page))), 0);
  context = dwell_comparison_item_get_text (item, DWELL_DIFFERENCE_CONTEXT);
  g_assert_cmpstr (context, ==, "worker");

  activate (page, "comparison.next-change");
  activate (page, "comparison.match");
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  g_assert_cmpstr (gtk_window_get_title (find_other_window (fixture)), ==,
                   "Match “worker” With");
  g_assert_true (says (GTK_WIDGET (find_other_window (fixture)), "reader"));
  choose_first_row (find_other_window (fixture));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "“worker” is compared with “reader”"));
  WAIT_UNTIL (has_change (page, "10000"));

  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (has_change (page, "110000"));
}

/* Both timelines, the steps and what is compared, as files. */
static void
test_save (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) timelines = NULL;
  g_autoptr(GFile) steps = NULL;
  g_autofree char *timelines_text = NULL;
  g_autofree char *steps_text = NULL;
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
  WAIT_UNTIL (says (GTK_WIDGET (page), "Most was ") || says (GTK_WIDGET (page), "Both are"));
  g_assert_true (gtk_widget_activate_action (timeline, "linked.save", NULL));
  timelines = file_dialog_save (fixture, folder, "timelines.svg");
  timelines_text = file_dialog_load (timelines);
  g_assert_nonnull (strstr (timelines_text, "<svg"));

  activate (page, "comparison.save-steps");
  steps = file_dialog_save (fixture, folder, "steps.svg");
  steps_text = file_dialog_load (steps);
  g_assert_nonnull (strstr (steps_text, "<svg"));
  g_assert_cmpstr (steps_text, !=, timelines_text);
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
  g_autoptr(GFile) timelines = NULL;
  g_autoptr(GFile) steps = NULL;
  g_autoptr(GFile) comparison = NULL;
  g_autofree char *timelines_text = NULL;
  g_autofree char *steps_text = NULL;
  g_autofree char *text = NULL;
  const char *base;
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *timeline = find_id (find_id (page, "linked"), "timeline");

  activate (page, "comparison.swap");
  WAIT_UNTIL (get_n_rows (page) == 3);
  activate (page, "comparison.save-comparison");
  comparison = file_dialog_save (fixture, folder, "swapped.dwell-comparison");
  text = file_dialog_load (comparison);
  base = strstr (text, "base.csv");
  g_assert_nonnull (base);
  g_assert_nonnull (strstr (text, "new.csv"));
  g_assert_true (strstr (text, "new.csv") < base);

  activate (page, "comparison.save-steps");
  steps = file_dialog_save (fixture, folder, "steps.svg");
  steps_text = file_dialog_load (steps);
  g_assert_nonnull (strstr (steps_text, "<svg"));

  gtk_toggle_button_set_active (find_id (page, "as_timeline"), TRUE);
  WAIT_UNTIL (gtk_widget_get_mapped (timeline));
  WAIT_UNTIL (says (GTK_WIDGET (page), "Most was ") || says (GTK_WIDGET (page), "Both are"));
  g_assert_true (gtk_widget_activate_action (timeline, "linked.save", NULL));
  timelines = file_dialog_save (fixture, folder, "timelines.svg");
  timelines_text = file_dialog_load (timelines);
  g_assert_nonnull (strstr (timelines_text, "<svg"));
  folder_remove (g_steal_pointer (&path));
}

/* A header dragged onto that of the other timeline: their threads are one. */
static void
test_drag_header (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/threads-base.json");
  g_autoptr(GFile) new = data_file ("compare/threads-new.json");
  DwellComparisonPage *page;
  GtkWidget *own;
  GtkWidget *other;
  graphene_point_t point = GRAPHENE_POINT_INIT (20, 12);

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
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
  GtkWindow *dialog;

  open_file (fixture, base);
  open_file (fixture, new);

  dialog = open_other_window (fixture, "win.compare");
  g_assert_true (says (GTK_WIDGET (dialog), "base.csv"));
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

  open_file (fixture, new);
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

static gboolean
is_compared (Fixture    *fixture,
             const char *base)
{
  return is_shown (fixture) && g_str_equal (get_label (get_page (fixture), "base_name"), base);
}

/* The recording that was made before is the base, whenever its file was changed. */
static void
test_clocks (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) old = make_file ("old.btf", BTF ("02"));
  g_autoptr(GFile) new = make_file ("new.btf", BTF ("03"));

  open_file (fixture, old);
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

  open_file (fixture, new);
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

  open_file (fixture, file);
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
  open_file (fixture, base);
  WAIT_UNTIL (is_recent (base));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close", NULL);
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  open_file (fixture, new);
  WAIT_UNTIL (is_recent (new));
  choose_first (fixture);
  WAIT_UNTIL (is_compared (fixture, "base.csv"));
  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  remove_file (base);
  remove_file (new);
}

/* What is compared is so again when the tab is opened anew, without a tab of the other. */
static void
test_reopened (Fixture       *fixture,
               gconstpointer  user_data)
{
  AdwTabView *tabs = find_id (fixture->window, "tabs");

  activate (compare (fixture), "comparison.swap");
  for (int n = 2; n > 0; n--)
    {
      adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
      WAIT_UNTIL (get_n_tabs (fixture) < n);
    }
  wait_for_workers ();
  drain ();

  open_data (fixture, "compare/new.csv");
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (get_n_rows (get_page (fixture)) == 3);
  g_assert_cmpint (get_n_tabs (fixture), ==, 1);
  g_assert_cmpstr (get_label (get_page (fixture), "base_name"), ==, "new.csv");
  g_assert_cmpstr (get_label (get_page (fixture), "new_name"), ==, "base.csv");

  activate (get_page (fixture), "comparison.stop");
  adw_tab_view_close_page (tabs, adw_tab_view_get_nth_page (tabs, 0));
  WAIT_UNTIL (get_n_tabs (fixture) == 0);
  wait_for_workers ();
  drain ();
  open_data (fixture, "compare/new.csv");
  wait_for_session (fixture);
  WAIT_UNTIL (dwell_session_page_get_is_restored (dwell_window_get_current (fixture->window)));
  g_assert_null (dwell_view_get_base (get_view (fixture), NULL));
}

/* Reports of costs have a table and a chart of the two curves, and no other form. */
static void
test_costs (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/costs-base.aprof");
  g_autoptr(GFile) new = data_file ("compare/costs-new.aprof");
  DwellComparisonPage *page;
  DwellTablePage *costs;
  DwellChartView *chart;
  DwellView *view;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  view = get_view (fixture);
  costs = find_id (page, "costs");
  chart = find_id (find_id (costs, "plot"), "chart");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (costs))) == 5);
  WAIT_UNTIL (gtk_widget_get_mapped (GTK_WIDGET (costs)));
  g_assert_false (gtk_widget_get_visible (find_id (page, "tools")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "sentence")));
  g_assert_true (says (GTK_WIDGET (costs), "Growth with the size of the input: 1 steeper"));

  WAIT_UNTIL (says (find_id (costs, "plot"), "scan"));

  /* Two curves with a band, a line and a point each; told apart without colour. */
  WAIT_UNTIL (dwell_chart_view_get_chart (chart) != NULL);
  g_assert_cmpuint (dwell_chart_view_get_chart (chart)->n_series, ==, 8);
  g_assert_true (dwell_chart_view_get_chart (chart)->series[0].is_hollow);
  g_assert_false (dwell_chart_view_get_chart (chart)->series[1].is_hollow);
  g_assert_cmpstr (dwell_chart_view_get_chart (chart)->series[1].label, ==, "New, O(n²)");

  /* What only the base has is drawn, but cannot be in focus. */
  g_signal_emit_by_name (dwell_table_page_get_table (costs), "activate", 3);
  WAIT_UNTIL (dwell_chart_view_get_chart (chart)->n_series == 4);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);
  g_signal_emit_by_name (dwell_table_page_get_table (costs), "activate", 0);
  WAIT_UNTIL (dwell_chart_view_get_chart (chart)->n_series == 8);
  g_assert_cmpstr (dwell_trace_get_area_name (dwell_view_get_trace (view),
                                              dwell_view_get_focus_area (view)), ==, "scan");

  gtk_editable_set_text (find_id (costs, "filter"), "nothing");
  WAIT_UNTIL (says (GTK_WIDGET (costs), "No Routine Matches"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (costs), "comparison-costs.clear-filter",
                                             NULL));
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (costs))) == 5);

  activate (page, "comparison.swap");
  WAIT_UNTIL (says (GTK_WIDGET (costs), "Growth with the size of the input: 0 steeper, 0 "
                                          "perhaps steeper, 1 flatter"));
}

/* The lines of two recordings; one that the tab’s own has is in focus when it is chosen. */
static void
test_lines (Fixture       *fixture,
            gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/lines-base.txt");
  g_autoptr(GFile) new = data_file ("compare/lines-new.txt");
  DwellComparisonPage *page;
  DwellTablePage *lines;
  DwellView *view;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  view = get_view (fixture);
  lines = find_id (page, "source_lines");
  gtk_toggle_button_set_active (find_id (page, "as_lines"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (lines))) == 5);
  g_assert_false (gtk_widget_get_visible (find_id (page, "as_costs")));

  g_signal_emit_by_name (dwell_table_page_get_table (lines), "activate", 1);
  drain ();
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);
  g_signal_emit_by_name (dwell_table_page_get_table (lines), "activate", 0);
  WAIT_UNTIL (dwell_view_get_focus_area (view) != DWELL_NONE);
  g_assert_cmpstr (dwell_trace_get_area_title (dwell_view_get_trace (view),
                                               dwell_view_get_focus_area (view)), ==, "line 26");

  gtk_editable_set_text (find_id (lines, "filter"), "nothing");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "No Line Matches"));
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
  g_autoptr(GFile) base = data_file ("compare/lines-base.txt");
  g_autoptr(GFile) new = data_file ("compare/lines-shifted.txt");
  g_autofree char *path = folder_new ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  g_autoptr(GFile) file = NULL;
  g_autofree char *text = NULL;
  DwellTablePage *lines;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  lines = find_id (get_page (fixture), "source_lines");
  gtk_toggle_button_set_active (find_id (get_page (fixture), "as_lines"), TRUE);
  WAIT_UNTIL (find_shift_button (lines) != NULL);
  g_assert_true (says (GTK_WIDGET (lines), "“load” seems to have moved"));

  g_signal_emit_by_name (find_shift_button (lines), "clicked");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” is taken to have moved"));
  g_assert_true (dwell_undo_last (get_view (fixture)));
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” seems to have moved"));

  /* A file of the comparison has it, too. */
  g_signal_emit_by_name (find_shift_button (lines), "clicked");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” is taken to have moved"));
  activate (get_page (fixture), "comparison.save-comparison");
  file = file_dialog_save (fixture, folder, "moved.dwell-comparison");
  text = file_dialog_load (file);
  g_assert_nonnull (strstr (text, "Shifts=function%09load%09"));
  folder_remove (g_steal_pointer (&path));

  g_signal_emit_by_name (find_shift_button (lines), "clicked");
  WAIT_UNTIL (says (GTK_WIDGET (lines), "“load” seems to have moved"));
}


/* The sources of both recordings beside each other; what cannot be read is told. */
static void
test_sources (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/lines-base.txt");
  g_autoptr(GFile) new = data_file ("compare/lines-new.txt");
  g_autoptr(GFile) source = make_file ("main.c", "one\ntwo\n");
  DwellComparisonLinesPage *lines;
  DwellComparisonPage *page;
  GtkLabel *sentence;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  lines = find_id (page, "source_lines");
  gtk_toggle_button_set_active (find_id (page, "as_lines"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (DWELL_TABLE_PAGE (lines)))) == 5);

  gtk_toggle_button_set_active (find_id (lines, "as_source"), TRUE);
  drain ();
  g_assert_true (says (GTK_WIDGET (lines), "Which Sources?"));
  g_assert_false (gtk_widget_get_visible (find_id (lines, "filter")));

  dwell_comparison_lines_page_load_source (lines, source, FALSE);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (find_id (lines, "source_states")),
                           "table"));
  dwell_comparison_lines_page_load_source (lines, base, TRUE);
  sentence = find_id (lines, "sentence");
  WAIT_UNTIL (g_str_has_prefix (gtk_label_get_text (sentence), "Base: lines-base.txt for "));
  g_assert_nonnull (strstr (gtk_label_get_text (sentence), "New: main.c for /src/main.c; "));

  gtk_toggle_button_set_active (find_id (lines, "as_source"), FALSE);
  g_assert_true (gtk_widget_get_visible (find_id (lines, "filter")));
  remove_file (source);
}

/* Reports without spans can be doubted for what was recorded. */
static void
test_doubts (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("aprof/versions/sort_rms_v4.aprof");
  g_autoptr(GFile) new = data_file ("compare/costs-new.aprof");

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (g_str_has_prefix (get_label (get_page (fixture), "doubts"), "They differ in "));
}

/* What neither side can be compared by is said. */
static void
test_nothing_common (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/base.csv");
  g_autoptr(GFile) new = data_file ("compare/costs-new.aprof");
  DwellComparisonPage *page;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  WAIT_UNTIL (g_str_has_prefix (get_label (page, "sentence"), "These recordings have nothing in"));
  g_assert_false (gtk_widget_get_visible (find_id (page, "form_toggles")));
}

/* Profiles of samples have call trees to compare, and no times. */
static void
test_samples (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/foo-a.folded");
  g_autoptr(GFile) new = data_file ("compare/foo-b.folded");
  DwellComparisonPage *page;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (find_id (page, "calls")))) > 0);
  g_assert_true (gtk_toggle_button_get_active (find_id (page, "as_calls")));
  g_assert_true (gtk_widget_get_visible (find_id (page, "as_flame")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "as_table")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "as_costs")));
  g_assert_false (says (GTK_WIDGET (page), "lasts"));
}

/* A file of functions that run in turn, not at all or for very different times. */
static GFile *
make_spans (const char        *name,
            const char *const *functions,
            guint              n_functions,
            guint              n_spans,
            guint              factor)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_functions; i++)
    g_string_append_printf (text, "2,%u,%s\n", i, functions[i]);
  for (guint i = 0; i < n_spans; i++)
    for (guint j = 0; j < n_functions; j++)
      g_string_append_printf (text, "0,%u,1\n1,%u,%u\n", j, j,
                              i % 20 > 0 ? factor << i % 20 : 0);
  return make_file (name, text->str);
}

static DwellComparisonPage *
compare_files (Fixture *fixture,
               GFile   *base,
               GFile   *new)
{
  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  WAIT_UNTIL (dwell_session_get_state (dwell_view_get_base (get_view (fixture), NULL)) ==
              DWELL_SESSION_READY);
  return get_page (fixture);
}

/* The same twice, which is said: no row is shown as a change, and no bar is drawn among all rows.
 * The row that is selected follows what is in focus. */
static void
test_identical (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GFile) base = copy_data ("compare/base.csv", 1000);
  g_autoptr(GFile) new = copy_data ("compare/base.csv", 2000);
  DwellComparisonPage *page = compare_files (fixture, base, new);
  DwellTablePage *table = DWELL_TABLE_PAGE (page);
  DwellView *view = get_view (fixture);
  GtkWidget *charts = find_id (page, "charts");
  DwellChartView *histogram = find_id (charts, "histogram");

  WAIT_UNTIL (g_str_equal (get_label (page, "sentence"), "This is the same recording twice."));
  WAIT_UNTIL (!gtk_widget_get_visible (find_id (find_id (page, "waterfall"), "chance")));
  gtk_toggle_button_set_active (find_id (page, "as_table"), TRUE);
  WAIT_UNTIL (says (GTK_WIDGET (page), "No Change Matches"));
  gtk_drop_down_set_selected (find_id (page, "verdicts"), 1);
  WAIT_UNTIL (get_n_rows (page) == 3);
  wait_for_layout (page);
  g_assert_true (says (GTK_WIDGET (page), "3 rows by Self"));

  dwell_view_focus_area (view, find_area (view, "app.load"));
  g_assert_true (is_of_area (page, dwell_table_page_get_selected (table), "app.load"));
  dwell_view_focus_area (view, find_area (view, "app.draw"));
  g_assert_true (is_of_area (page, dwell_table_page_get_selected (table), "app.draw"));

  gtk_editable_set_text (find_id (page, "filter"), "load");
  WAIT_UNTIL (get_n_rows (page) == 1);
  gtk_editable_set_text (find_id (page, "filter"), "nothing");
  WAIT_UNTIL (says (GTK_WIDGET (page), "No Change Matches"));
  activate (page, "comparison.clear-filter");
  WAIT_UNTIL (get_n_rows (page) == 3);

  /* Two curves that are nowhere apart. */
  gtk_toggle_button_set_active (find_id (page, "as_charts"), TRUE);
  WAIT_UNTIL (says (charts, "app.draw: 2 in the base, 2 in the new recording."));
  gtk_toggle_button_set_active (find_id (charts, "cumulative"), TRUE);
  WAIT_UNTIL (dwell_chart_view_get_chart (histogram)->n_series == 2);
  g_assert_cmpuint (dwell_chart_view_get_chart (histogram)->n_rules, ==, 0);
  remove_file (base);
  remove_file (new);
}

/* What is measured is a part of the whole, too. */
static void
test_per_total (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);

  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-per", "total");
  WAIT_UNTIL (says (GTK_WIDGET (page), "3 rows by Self as a part of the whole"));
  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-per", "second");
  WAIT_UNTIL (says (GTK_WIDGET (page), "3 rows by Self per second"));
}

/* The tables can be copied as they are shown, and in plain figures. */
static void
test_texts (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellTablePage *calls = find_id (page, "calls");
  g_autoptr(DwellTableText) text = dwell_table_tools_make_text (GTK_WIDGET (page), FALSE);
  g_autofree char *plain = fixture_table (text, '\t');
  g_auto(GStrv) shown = dwell_table_text_get_shown (text, 0);
  g_autoptr(DwellTableText) calls_text = NULL;
  g_autofree char *calls_plain = NULL;
  g_auto(GStrv) calls_shown = NULL;

  g_assert_true (g_str_has_prefix (plain, "area\tchange\tverdict\t"));
  g_assert_nonnull (strstr (plain, "\napp.load\t160000\tmore\t"));
  g_assert_cmpstr (shown[1], ==, "+160\u00a0µs");
  g_assert_cmpstr (shown[2], ==, "▲ More");

  gtk_toggle_button_set_active (find_id (page, "as_calls"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (calls))) == 4);
  calls_text = dwell_table_tools_make_text (GTK_WIDGET (calls), FALSE);
  calls_plain = fixture_table (calls_text, '\t');
  g_assert_nonnull (strstr (calls_plain, "160000"));
  calls_shown = dwell_table_text_get_shown (calls_text, 0);
  g_assert_true (g_strv_contains ((const char * const *) calls_shown, "+100\u00a0µs"));
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
  activate (page, "comparison.match");
  WAIT_UNTIL ((dialog = find_other_window (fixture)) != NULL);
  g_assert_cmpstr (gtk_window_get_title (dialog), ==, "Match “app.save” With");
  gtk_window_close (dialog);
  WAIT_UNTIL (find_other_window (fixture) == NULL);
  g_assert_cmpuint (get_n_rows (page), ==, 3);
  g_assert_cmpstr (dwell_view_get_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-pairs"),
                   ==, "");

  activate (page, "comparison.match");
  WAIT_UNTIL ((dialog = find_other_window (fixture)) != NULL);
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
                    "The other recording has no function without a partner"));
  g_assert_null (find_other_window (fixture));

  page = compare_files (fixture, long_base, long_more);
  WAIT_UNTIL (get_n_rows (page) > 0 && is_of_area (page, 0, long_new));
  activate (page, "comparison.next-change");
  activate (page, "comparison.match");
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  choose_first_row (find_other_window (fixture));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "There is no room for more pairs of functions"));
  remove_file (base);
  remove_file (more);
  remove_file (long_base);
  remove_file (long_more);
}

/* A thread of the tab’s own recording is taken for one of the other. */
static void
test_own_context (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autoptr(GFile) base = data_file ("compare/threads-new.json");
  g_autoptr(GFile) new = data_file ("compare/threads-base.json");
  DwellComparisonPage *page = compare_files (fixture, base, new);

  gtk_check_button_set_active (find_id (find_id (page, "options"), "by_context"), TRUE);
  WAIT_UNTIL (get_n_rows (page) == 2);
  activate (page, "comparison.next-change");
  activate (page, "comparison.match");
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  g_assert_cmpstr (gtk_window_get_title (find_other_window (fixture)), ==,
                   "Match “worker” With");
  gtk_window_close (find_other_window (fixture));
  WAIT_UNTIL (find_other_window (fixture) == NULL);
  g_assert_cmpuint (get_n_rows (page), ==, 2);

  activate (page, "comparison.match");
  WAIT_UNTIL (find_other_window (fixture) != NULL);
  choose_first_row (find_other_window (fixture));
  WAIT_UNTIL (says (GTK_WIDGET (fixture->window), "“worker” is compared with “reader”"));
  WAIT_UNTIL (has_change (page, "-10000"));
}

/* Where nothing is compared any more, or the other recording cannot be read, there is nothing to
 * swap, to save or to shorten. */
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

static void
test_unreadable (Fixture       *fixture,
                 gconstpointer  user_data)
{
  g_autoptr(GFile) base = make_file ("base.csv", "");
  g_autoptr(GFile) new = data_file ("compare/new.csv");
  DwellComparisonPage *page;

  dwell_window_compare (fixture->window, base, new);
  wait_for_session (fixture);
  WAIT_UNTIL (is_shown (fixture));
  page = get_page (fixture);
  WAIT_UNTIL (gtk_widget_get_visible (find_id (page, "doubts_row")));
  g_assert_nonnull (strstr (get_label (page, "doubts"), "empty"));
  g_assert_false (gtk_widget_get_visible (find_id (page, "sentence")));
  g_assert_cmpuint (get_n_rows (page), ==, 0);
  remove_file (base);
}

/* Steps go to either end, and not further. */
static void
test_steps (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellTablePage *table = DWELL_TABLE_PAGE (page);

  activate (page, "comparison.previous-change");
  g_assert_cmpuint (dwell_table_page_get_selected (table), ==, GTK_INVALID_LIST_POSITION);
  for (guint i = 0; i < 5; i++)
    {
      activate (page, "comparison.next-change");
      g_assert_cmpuint (dwell_table_page_get_selected (table), ==, MIN (i, 2));
    }
  for (int i = 1; i >= -1; i--)
    {
      activate (page, "comparison.previous-change");
      g_assert_cmpuint (dwell_table_page_get_selected (table), ==, MAX (i, 0));
    }
}

/* Many spans of very different durations are compared by ratio, as histogram, as curves of not too
 * many steps, and with what chance leaves of the changes of percentiles. */
static void
test_many_spans (Fixture       *fixture,
                 gconstpointer  user_data)
{
  static const char * const names[] = { "work" };
  g_autoptr(GFile) base = make_spans ("base.csv", names, 1, 1100, 2);
  g_autoptr(GFile) new = make_spans ("new.csv", names, 1, 1100, 3);
  DwellComparisonPage *page = compare_files (fixture, base, new);
  GtkWidget *charts = find_id (page, "charts");
  DwellChartView *histogram = find_id (charts, "histogram");
  DwellChartView *shifts = find_id (charts, "shifts");
  const DwellChart *chart;

  WAIT_UNTIL (get_n_rows (page) == 1);
  gtk_toggle_button_set_active (find_id (page, "as_charts"), TRUE);
  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "work: "));
  wait_for_layout (histogram);
  chart = dwell_chart_view_get_chart (histogram);
  g_assert_true (chart->x.is_log);
  g_assert_cmpfloat (chart->x.low, >, 0);
  chart = dwell_chart_view_get_chart (shifts);
  g_assert_cmpint (chart->series[0].kind, ==, DWELL_SERIES_BAND);
  g_assert_cmpuint (chart->series[0].n, >, 0);
  g_assert_cmpfloat (chart->series[1].y[chart->series[1].n - 1], >, 0);

  gtk_toggle_button_set_active (find_id (charts, "cumulative"), TRUE);
  drain ();
  chart = dwell_chart_view_get_chart (histogram);
  g_assert_true (chart->x.is_log);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (chart->series[i].n, ==, 2 * 1024);
      g_assert_cmpfloat (chart->series[i].x[0], >, 0);
    }
  assert_first_point (GTK_WIDGET (histogram), "Up to ", " in the new recording");
}

/* Of what one recording alone has there is one curve; without a single period there is none. */
static void
test_one_sided (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *charts = find_id (page, "charts");
  DwellChartView *histogram = find_id (charts, "histogram");
  GtkStack *states = find_id (charts, "states");

  gtk_toggle_button_set_active (find_id (page, "as_charts"), TRUE);
  gtk_toggle_button_set_active (find_id (charts, "cumulative"), TRUE);
  activate (page, "comparison.next-change");
  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "app.draw: 2 in the base, 0 in the new recording."));
  wait_for_layout (histogram);
  assert_first_point (GTK_WIDGET (histogram), "Up to ", ", – in the new recording");

  activate (page, "comparison.next-change");
  WAIT_UNTIL (says (charts, "app.save: 0 in the base, 1 in the new recording."));
  gtk_drop_down_set_selected (find_id (charts, "measure"), DWELL_MEASURE_PERIOD);
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "no-spans"));
  g_assert_null (dwell_chart_view_get_chart (histogram));
}

/* Where the base is shown already, the key shows the new recording; no other key does. */
static void
test_blink (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  GtkWidget *flame = find_id (page, "flame");
  GtkDropDown *widths = find_id (flame, "widths");
  DwellFlameGraph *graph = find_id (flame, "graph");
  DwellFlameScene scene = { NULL };

  gtk_toggle_button_set_active (find_id (page, "as_flame"), TRUE);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) && scene.difference != NULL);
  gtk_drop_down_set_selected (widths, DWELL_TREE_WIDTH_BASE);
  g_assert_false (fixture_press (flame, GDK_KEY_a, 0));
  g_assert_false (fixture_press (flame, GDK_KEY_b, GDK_CONTROL_MASK));
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_BASE);
  press_b (flame, TRUE);
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_NEW);
  release_key (flame, GDK_KEY_a);
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_NEW);
  press_b (flame, FALSE);
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_BASE);
}

/* Folded rows are unfolded where they are pressed, and a leaf has nothing to unfold; a folded one
 * goes to its caller. */
static void
test_fold (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellTablePage *calls = find_id (page, "calls");
  GtkWidget *widget = GTK_WIDGET (calls);
  GListModel *list;

  gtk_toggle_button_set_active (find_id (page, "as_calls"), TRUE);
  list = G_LIST_MODEL (get_list (calls));
  WAIT_UNTIL (g_list_model_get_n_items (list) == 4);
  g_assert_true (gtk_widget_activate_action (widget, "comparison-calls.fold", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 4);

  DWELL_TABLE_PAGE_GET_CLASS (calls)->toggle (calls, 1);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 4);
  DWELL_TABLE_PAGE_GET_CLASS (calls)->toggle (calls, 0);
  WAIT_UNTIL (g_list_model_get_n_items (list) == 1);
  DWELL_TABLE_PAGE_GET_CLASS (calls)->toggle (calls, 0);
  WAIT_UNTIL (g_list_model_get_n_items (list) == 4);

  dwell_table_page_select (calls, 2, FALSE);
  g_assert_true (gtk_widget_activate_action (widget, "comparison-calls.unfold", NULL));
  g_assert_cmpuint (dwell_table_page_get_selected (calls), ==, 2);
  g_assert_true (gtk_widget_activate_action (widget, "comparison-calls.fold", NULL));
  WAIT_UNTIL (dwell_table_page_get_selected (calls) == 0);
  g_assert_true (gtk_widget_activate_action (widget, "comparison-calls.fold", NULL));
  WAIT_UNTIL (g_list_model_get_n_items (list) == 1);
  g_assert_true (gtk_widget_activate_action (widget, "comparison-calls.fold", NULL));
  g_assert_cmpuint (dwell_table_page_get_selected (calls), ==, 0);

  /* What only the base has leaves the focus of the tab as it is. */
  dwell_view_focus_area (get_view (fixture), DWELL_NONE);
  DWELL_TABLE_PAGE_GET_CLASS (calls)->toggle (calls, 0);
  WAIT_UNTIL (g_list_model_get_n_items (list) == 4);
  g_assert_false (DWELL_TABLE_PAGE_GET_CLASS (calls)->focus (calls, 2));
  g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), ==, DWELL_NONE);
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

  g_test_add ("/comparison-page/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/comparison-page/remedies", Fixture, NULL, set_up, test_remedies, tear_down);
  g_test_add ("/comparison-page/waterfall", Fixture, NULL, set_up, test_waterfall, tear_down);
  g_test_add ("/comparison-page/stretches", Fixture, NULL, set_up, test_stretches, tear_down);
  g_test_add ("/comparison-page/focus", Fixture, NULL, set_up, test_focus, tear_down);
  g_test_add ("/comparison-page/calls", Fixture, NULL, set_up, test_calls, tear_down);
  g_test_add ("/comparison-page/flame", Fixture, NULL, set_up, test_flame, tear_down);
  g_test_add ("/comparison-page/one-tree", Fixture, NULL, set_up, test_one_tree, tear_down);
  g_test_add ("/comparison-page/distribution", Fixture, NULL, set_up, test_distribution, tear_down);
  g_test_add ("/comparison-page/points", Fixture, NULL, set_up, test_points, tear_down);
  g_test_add ("/comparison-page/drift", Fixture, NULL, set_up, test_drift, tear_down);
  g_test_add ("/comparison-page/timeline", Fixture, NULL, set_up, test_timeline, tear_down);
  g_test_add ("/comparison-page/different", Fixture, NULL, set_up, test_different, tear_down);
  g_test_add ("/comparison-page/timeline-menu", Fixture, NULL, set_up, test_timeline_menu,
              tear_down);
  g_test_add ("/comparison-page/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/comparison-page/narrow", Fixture, NULL, set_up, test_narrow, tear_down);
  g_test_add ("/comparison-page/match", Fixture, NULL, set_up, test_match, tear_down);
  g_test_add ("/comparison-page/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/comparison-page/save-swapped", Fixture, NULL, set_up, test_save_swapped, tear_down);
  g_test_add ("/comparison-page/contexts", Fixture, NULL, set_up, test_contexts, tear_down);
  g_test_add ("/comparison-page/drag-header", Fixture, NULL, set_up, test_drag_header, tear_down);
  g_test_add ("/comparison-page/close", Fixture, NULL, set_up, test_close, tear_down);
  g_test_add ("/comparison-page/dialog", Fixture, NULL, set_up, test_dialog, tear_down);
  g_test_add ("/comparison-page/dropped", Fixture, NULL, set_up, test_dropped, tear_down);
  g_test_add ("/comparison-page/drop-parts", Fixture, NULL, set_up, test_drop_parts, tear_down);
  g_test_add ("/comparison-page/drop-rtl", Fixture, NULL, set_up, test_drop_rtl, tear_down);
  g_test_add ("/comparison-page/clocks", Fixture, NULL, set_up, test_clocks, tear_down);
  g_test_add ("/comparison-page/odd-others", Fixture, NULL, set_up, test_odd_others, tear_down);
  g_test_add ("/comparison-page/offer-left", Fixture, NULL, set_up, test_offer_left, tear_down);
  g_test_add ("/comparison-page/broken-stretch", Fixture, NULL, set_up, test_broken_stretch,
              tear_down);
  g_test_add ("/comparison-page/dialog-recent", Fixture, NULL, set_up, test_dialog_recent,
              tear_down);
  g_test_add ("/comparison-page/reopened", Fixture, NULL, set_up, test_reopened, tear_down);
  g_test_add ("/comparison-page/costs", Fixture, NULL, set_up, test_costs, tear_down);
  g_test_add ("/comparison-page/lines", Fixture, NULL, set_up, test_lines, tear_down);
  g_test_add ("/comparison-page/shift", Fixture, NULL, set_up, test_shift, tear_down);
  g_test_add ("/comparison-page/sources", Fixture, NULL, set_up, test_sources, tear_down);
  g_test_add ("/comparison-page/doubts", Fixture, NULL, set_up, test_doubts, tear_down);
  g_test_add ("/comparison-page/nothing-common", Fixture, NULL, set_up, test_nothing_common,
              tear_down);
  g_test_add ("/comparison-page/samples", Fixture, NULL, set_up, test_samples, tear_down);
  g_test_add ("/comparison-page/impossible", Fixture, NULL, set_up, test_impossible, tear_down);
  g_test_add ("/comparison-page/identical", Fixture, NULL, set_up, test_identical, tear_down);
  g_test_add ("/comparison-page/per-total", Fixture, NULL, set_up, test_per_total, tear_down);
  g_test_add ("/comparison-page/texts", Fixture, NULL, set_up, test_texts, tear_down);
  g_test_add ("/comparison-page/match-own", Fixture, NULL, set_up, test_match_own, tear_down);
  g_test_add ("/comparison-page/no-match", Fixture, NULL, set_up, test_no_match, tear_down);
  g_test_add ("/comparison-page/own-context", Fixture, NULL, set_up, test_own_context, tear_down);
  g_test_add ("/comparison-page/stopped", Fixture, NULL, set_up, test_stopped, tear_down);
  g_test_add ("/comparison-page/unreadable", Fixture, NULL, set_up, test_unreadable, tear_down);
  g_test_add ("/comparison-page/steps", Fixture, NULL, set_up, test_steps, tear_down);
  g_test_add ("/comparison-page/many-spans", Fixture, NULL, set_up, test_many_spans, tear_down);
  g_test_add ("/comparison-page/one-sided", Fixture, NULL, set_up, test_one_sided, tear_down);
  g_test_add ("/comparison-page/blink", Fixture, NULL, set_up, test_blink, tear_down);
  g_test_add ("/comparison-page/fold", Fixture, NULL, set_up, test_fold, tear_down);

  return g_test_run ();
}
