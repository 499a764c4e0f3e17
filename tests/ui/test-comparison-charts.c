/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts and trees of two recordings: the distribution of what is selected, the call tree, and the
 * flame graph. */
#include "config.h"

#include "model/comparison/dwell-comparison-calls.h"
#include "ui/chart/dwell-chart-view.h"
#include "ui/flame/dwell-flame-graph.h"
#include "comparison-fixture.h"
#include "file-dialog.h"
#include "support/folder.h"

/* Shows the tree of calls, which has four rows. */
static DwellTablePage *
show_calls (DwellComparisonPage *page)
{
  DwellTablePage *calls = find_id (page, "calls");

  gtk_toggle_button_set_active (find_id (page, "as_calls"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (calls))) == 4);
  return calls;
}

/* The calls unfold; what is in focus in the tab is selected, and what is selected is in focus. */
static void
test_calls (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellView *view = get_view (fixture);
  DwellTablePage *calls = show_calls (page);
  GListModel *list = G_LIST_MODEL (get_list (calls));
  g_autoptr(DwellComparisonCall) top = NULL;
  g_autoptr(DwellComparisonCall) gone = NULL;
  g_autofree char *change = NULL;
  g_autofree char *verdict = NULL;
  g_autofree char *count = NULL;

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

/* Folded rows are unfolded where they are pressed, and a leaf has nothing to unfold; a folded one
 * goes to its caller. */
static void
test_fold (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);
  DwellTablePage *calls = show_calls (page);
  GtkWidget *widget = GTK_WIDGET (calls);
  GListModel *list = G_LIST_MODEL (get_list (calls));

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
  g_assert_true (fixture_press (find_id (page, "flame"), GDK_KEY_b, 0));
  g_assert_true (fixture_press (find_id (page, "flame"), GDK_KEY_b, 0));
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.widths == DWELL_TREE_WIDTH_BASE);
  release_key (find_id (page, "flame"), GDK_KEY_b);
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.widths == DWELL_TREE_WIDTH_CHANGES);

  activate (page, "comparison.swap");
  WAIT_UNTIL (dwell_flame_graph_get_scene (graph, &scene) &&
              scene.difference->tree->total_gained < scene.difference->tree->total_lost);
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
  g_assert_true (fixture_press (flame, GDK_KEY_b, 0));
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_NEW);
  release_key (flame, GDK_KEY_a);
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_NEW);
  release_key (flame, GDK_KEY_b);
  g_assert_cmpuint (gtk_drop_down_get_selected (widths), ==, DWELL_TREE_WIDTH_BASE);
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

/* The distribution is of the row that is selected, also of one that only the base has. */
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
  WAIT_UNTIL (says (charts, "app.load: 2 in the base, 3 in the new recording. A new value is "
                            "larger than one of the base in 75.0\u00a0% of all pairs"));
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

/* What a screen reader reads of the first point of a chart. */
static void
assert_first_point (gpointer    chart,
                    const char *begin,
                    const char *end)
{
  g_autofree char *spoken = NULL;

  g_assert_true (fixture_press (chart, GDK_KEY_Right, 0));
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

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/comparison-charts/calls", Fixture, NULL, set_up, test_calls, tear_down);
  g_test_add ("/comparison-charts/fold", Fixture, NULL, set_up, test_fold, tear_down);
  g_test_add ("/comparison-charts/flame", Fixture, NULL, set_up, test_flame, tear_down);
  g_test_add ("/comparison-charts/blink", Fixture, NULL, set_up, test_blink, tear_down);
  g_test_add ("/comparison-charts/one-tree", Fixture, NULL, set_up, test_one_tree, tear_down);
  g_test_add ("/comparison-charts/distribution", Fixture, NULL, set_up, test_distribution,
              tear_down);
  g_test_add ("/comparison-charts/points", Fixture, NULL, set_up, test_points, tear_down);
  g_test_add ("/comparison-charts/many-spans", Fixture, NULL, set_up, test_many_spans, tear_down);
  g_test_add ("/comparison-charts/one-sided", Fixture, NULL, set_up, test_one_sided, tear_down);

  return g_test_run ();
}
