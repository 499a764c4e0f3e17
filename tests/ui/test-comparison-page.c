/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two recordings on their page: what it says of them, its tables of functions, costs and lines, the
 * keys, and how it fits a narrow window. */
#include "config.h"

#include "ui/chart/dwell-chart-view.h"
#include "ui/comparison/dwell-comparison-lines-page.h"
#include "ui/table/dwell-table-tools.h"
#include "comparison-fixture.h"
#include "support/text-fixture.h"

#define NARROW_PX 360
#define HIGH_PX   720

static void
test_page (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);

  g_assert_cmpint (get_n_tabs (fixture), ==, 2);
  g_assert_cmpstr (get_label (page, "base_name"), ==, "base.csv");
  g_assert_cmpstr (get_label (page, "new_name"), ==, "new.csv");
  g_assert_cmpstr (get_label (page, "sentence"), ==,
                   "Self times add up to 480\u00a0µs in the new recording and to "
                   "380\u00a0µs in the base: 100\u00a0µs more (×1.26).");
  g_assert_true (gtk_widget_get_visible (find_id (page, "doubts_row")));

  activate (page, "comparison.swap");
  WAIT_UNTIL (g_str_equal (get_label (page, "sentence"),
                           "Self times add up to 380\u00a0µs in the new recording and to "
                           "480\u00a0µs in the base: 100\u00a0µs less (×0.792)."));
  g_assert_cmpstr (get_label (page, "base_name"), ==, "new.csv");

  gtk_drop_down_set_selected (find_id (page, "verdicts"), 1);
  WAIT_UNTIL (get_n_rows (page) == 4);
  gtk_drop_down_set_selected (find_id (page, "verdicts"), 4);
  WAIT_UNTIL (get_n_rows (page) == 1);
  activate (page, "comparison.clear-filter");
  WAIT_UNTIL (get_n_rows (page) == 4);
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
  page = compare_files (fixture, base, new);
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

/* Reports of costs have a table and a chart of the two curves, and no other form. */
static void
test_costs (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/costs-base.aprof",
                                             "compare/costs-new.aprof");
  DwellView *view = get_view (fixture);
  DwellTablePage *costs = find_id (page, "costs");
  DwellChartView *chart = find_id (find_id (costs, "plot"), "chart");

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

/* Shows the lines that are compared, of which there are five. */
static gpointer
show_lines (DwellComparisonPage *page)
{
  DwellTablePage *lines = find_id (page, "source_lines");

  gtk_toggle_button_set_active (find_id (page, "as_lines"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (lines))) == 5);
  return lines;
}

/* The lines of two recordings; one that the tab’s own has is in focus when it is chosen. */
static void
test_lines (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/lines-base.txt",
                                             "compare/lines-new.txt");
  DwellTablePage *lines = show_lines (page);
  DwellView *view = get_view (fixture);

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

/* The sources of both recordings beside each other; what cannot be read is told. */
static void
test_sources (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/lines-base.txt",
                                             "compare/lines-new.txt");
  DwellComparisonLinesPage *lines = show_lines (page);
  g_autoptr(GFile) base = data_file ("compare/lines-base.txt");
  g_autoptr(GFile) source = make_file ("main.c", "one\ntwo\n");
  GtkLabel *sentence;

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
  DwellComparisonPage *page = compare_data (fixture, "aprof/versions/sort_rms_v4.aprof",
                                             "compare/costs-new.aprof");

  WAIT_UNTIL (g_str_has_prefix (get_label (page, "doubts"), "They differ in "));
}

/* What neither side can be compared by is said. */
static void
test_nothing_common (Fixture       *fixture,
                     gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/base.csv",
                                             "compare/costs-new.aprof");

  WAIT_UNTIL (g_str_has_prefix (get_label (page, "sentence"), "These recordings have nothing in"));
  g_assert_false (gtk_widget_get_visible (find_id (page, "form_toggles")));
}

/* Profiles of samples have call trees to compare, and no times. */
static void
test_samples (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellComparisonPage *page = compare_data (fixture, "compare/foo-a.folded",
                                             "compare/foo-b.folded");

  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (find_id (page, "calls")))) > 0);
  g_assert_true (gtk_toggle_button_get_active (find_id (page, "as_calls")));
  g_assert_true (gtk_widget_get_visible (find_id (page, "as_flame")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "as_table")));
  g_assert_false (gtk_widget_get_visible (find_id (page, "as_costs")));
  g_assert_false (says (GTK_WIDGET (page), "lasts"));
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

/* What is measured is a part of the whole, too. Per second app ran less often, though as long. */
static void
test_per_total (Fixture       *fixture,
                gconstpointer  user_data)
{
  DwellComparisonPage *page = compare (fixture);

  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-per", "total");
  WAIT_UNTIL (says (GTK_WIDGET (page), "3 rows by Self as a part of the whole"));
  dwell_view_set_kept (get_view (fixture), DWELL_KEPT_LAYOUT, "comparison-per", "second");
  WAIT_UNTIL (says (GTK_WIDGET (page), "4 rows by Self per second"));
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

int
main (int   argc,
      char *argv[])
{
  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add ("/comparison-page/page", Fixture, NULL, set_up, test_page, tear_down);
  g_test_add ("/comparison-page/remedies", Fixture, NULL, set_up, test_remedies, tear_down);
  g_test_add ("/comparison-page/waterfall", Fixture, NULL, set_up, test_waterfall, tear_down);
  g_test_add ("/comparison-page/focus", Fixture, NULL, set_up, test_focus, tear_down);
  g_test_add ("/comparison-page/steps", Fixture, NULL, set_up, test_steps, tear_down);
  g_test_add ("/comparison-page/narrow", Fixture, NULL, set_up, test_narrow, tear_down);
  g_test_add ("/comparison-page/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/comparison-page/costs", Fixture, NULL, set_up, test_costs, tear_down);
  g_test_add ("/comparison-page/lines", Fixture, NULL, set_up, test_lines, tear_down);
  g_test_add ("/comparison-page/sources", Fixture, NULL, set_up, test_sources, tear_down);
  g_test_add ("/comparison-page/doubts", Fixture, NULL, set_up, test_doubts, tear_down);
  g_test_add ("/comparison-page/nothing-common", Fixture, NULL, set_up, test_nothing_common,
              tear_down);
  g_test_add ("/comparison-page/samples", Fixture, NULL, set_up, test_samples, tear_down);
  g_test_add ("/comparison-page/identical", Fixture, NULL, set_up, test_identical, tear_down);
  g_test_add ("/comparison-page/per-total", Fixture, NULL, set_up, test_per_total, tear_down);
  g_test_add ("/comparison-page/texts", Fixture, NULL, set_up, test_texts, tear_down);

  return g_test_run ();
}
