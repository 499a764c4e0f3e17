/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages in the window: sorting by header, filters, scope, contexts, groups, columns, copying,
 * and that what is selected in one of them is selected in all. */
#include "config.h"

#include "core/dwell-collation.h"
#include "core/dwell-name.h"
#include "model/lists/events/dwell-event-list.h"
#include "ui/pages/dwell-events-page.h"
#include "ui/pages/dwell-page-states.h"
#include "ui/pages/dwell-problems-page.h"
#include "ui/pages/dwell-statistics-page.h"
#include "ui/shell/dwell-session-pages.h"
#include "ui/table/dwell-cell.h"
#include "ui/table/dwell-table-rows.h"
#include "ui/table/dwell-table.h"
#include "ui/widgets/dwell-scope-bar.h"
#include "window-fixture.h"

#define US G_GINT64_CONSTANT (1000)

static gpointer
get_page (Fixture    *fixture,
          const char *id)
{
  GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");

  gtk_stack_set_visible_child_name (pages, id);

  return dwell_session_pages_get (pages, id);
}

static DwellStatisticsPage *
open_statistics (Fixture    *fixture,
                 const char *name)
{
  DwellStatisticsPage *page;

  open_data (fixture, name);
  wait_for_session (fixture);
  page = get_page (fixture, "statistics");
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));

  return page;
}

static char *
get_cell (DwellStatisticsPage *page,
          guint                position,
          DwellStatistic       statistic)
{
  g_autoptr(DwellStatisticsItem) item = NULL;

  item = g_list_model_get_item (G_LIST_MODEL (get_list (page)), position);
  g_assert_nonnull (item);

  return dwell_statistics_item_get_text (item, statistic);
}

static void
assert_cell (DwellStatisticsPage *page,
             guint                position,
             DwellStatistic       statistic,
             const char          *expected)
{
  g_autofree char *text = get_cell (page, position, statistic);

  g_assert_cmpstr (text, ==, expected);
}

static guint
get_n_rows (DwellStatisticsPage *page)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_list (page)));
}

static GtkColumnViewColumn *
find_column (GtkColumnView *table,
             const char    *title)
{
  GListModel *columns = gtk_column_view_get_columns (table);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        return column;
    }

  g_assert_not_reached ();
}

/* A click on a header changes the order through the list's own sort. */
static void
test_sort (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "lms/runtime_nested.csv");
  GtkColumnView *table = find_id (page, "table");

  g_assert_cmpuint (get_n_rows (page), ==, 3);
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "default.importer");

  gtk_column_view_sort_by_column (table, find_column (table, "Name"), GTK_SORT_ASCENDING);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "default");
  gtk_column_view_sort_by_column (table, find_column (table, "Name"), GTK_SORT_DESCENDING);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "default.render");

  /* The first click on a column of numbers asks for the largest. */
  gtk_column_view_sort_by_column (table, find_column (table, "Total"), GTK_SORT_ASCENDING);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "default");
  gtk_column_view_sort_by_column (table, find_column (table, "Total"), GTK_SORT_ASCENDING);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "default.render");
}

static void
test_filter (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "lms/runtime_nested.csv");
  GtkWidget *error = find_id (page, "filter_error");
  GtkStack *states = find_id (page, "states");
  const char *footer;

  set_search (page, "filter", "IMPORT");
  WAIT_UNTIL (get_n_rows (page) == 1);
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "default.importer");

  set_search (page, "filter", "/^default\\./");
  WAIT_UNTIL (get_n_rows (page) == 2);
  footer = gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (GTK_WIDGET (states))));
  g_assert_true (g_str_has_prefix (footer, "2 of 3 rows · Count "));
  g_assert_false (gtk_widget_get_visible (error));

  set_search (page, "filter", "/(/");
  g_assert_true (gtk_widget_get_visible (error));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (error)), !=, "");
  g_assert_true (gtk_widget_has_css_class (find_id (page, "filter"), "error"));
  g_assert_cmpuint (get_n_rows (page), ==, 2);

  set_search (page, "filter", "nothing of that name");
  WAIT_UNTIL (get_n_rows (page) == 0);
  g_assert_false (gtk_widget_get_visible (error));
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (states), "no-match"));

  gtk_widget_activate_action (GTK_WIDGET (page), "statistics.clear-filter", NULL);
  g_signal_emit_by_name (find_id (page, "filter"), "search-changed");
  WAIT_UNTIL (get_n_rows (page) == 3);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "table");
}

/* Every filter says that its expression takes too long for some names, and stops saying so. */
static void
test_filter_given_up (Fixture       *fixture,
                      gconstpointer  user_data)
{
  static const struct {
    const char *page;
    const char *entry;
    const char *error;
    const char *form; /* of a file in which something has a name */
  } cases[] = {
    { "statistics", "filter", "filter_error", "2,0,%s\n0,0,1\n1,0,2\n" },
    { "events", "filter", "filter_error", "2,0,%s\n0,0,1\n1,0,2\n" },
    { "tree", "search", "search_error", "2,0,%s\n0,0,1\n1,0,2\n" },
    { "flame", "search", "search_error", "2,0,%s\n0,0,1\n1,0,2\n" },
    { "values", "filter", "filter_error", "$timescale 1 ns $end\n$var wire 1 ! %s $end\n"
      "$enddefinitions $end\n#0\n1!\n#5\n0!\n" },
  };
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *name = g_strconcat (many, "xb!", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(GStrv) parts = g_strsplit (cases[i].form, "%s", 2);
      g_autofree char *text = g_strjoinv (name, parts);
      g_autoptr(GFile) file = make_file ("slow", text);
      gpointer page;
      GtkWidget *error;

      dwell_window_open (fixture->window, &file, 1, FALSE);
      wait_for_session (fixture);
      page = get_page (fixture, cases[i].page);
      error = find_id (page, cases[i].error);
      set_search (page, cases[i].entry, "/((a*)*)*b$/");
      WAIT_UNTIL (gtk_widget_get_visible (error));
      g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (error)), "too long"));
      set_search (page, cases[i].entry, "/a+xb!$/");
      WAIT_UNTIL (!gtk_widget_get_visible (error));
      remove_file (file);
    }
}

static guint64
get_count_of (DwellStatisticsPage *page,
              const char          *name)
{
  for (guint i = 0; i < get_n_rows (page); i++)
    {
      g_autoptr(DwellStatisticsItem) item = NULL;
      g_autofree char *text = get_cell (page, i, DWELL_STATISTIC_NAME);

      item = g_list_model_get_item (G_LIST_MODEL (get_list (page)), i);
      if (g_str_equal (text, name))
        return dwell_statistics_item_get_row (item)->count;
    }

  return 0;
}

/* Selecting a range makes the page speak of it; the scope bar says and changes that. */
static void
test_scope (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "lms/doc_example.csv");
  DwellView *view = get_view (fixture);
  GtkWidget *bar = fixture_find (GTK_WIDGET (page), DWELL_TYPE_SCOPE_BAR);
  GtkToggleButton *whole = find_id (bar, "whole");
  GtkToggleButton *selection = find_id (bar, "selection");

  g_assert_true (gtk_toggle_button_get_active (whole));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (selection)));
  g_assert_cmpuint (get_count_of (page, "reader"), ==, 2);

  dwell_view_set_selection (view, 0, 1005 * US);
  g_assert_true (gtk_toggle_button_get_active (selection));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (selection)), ==,
                   "Se_lection: 995\302\240µs");
  g_assert_true (gtk_widget_get_has_tooltip (GTK_WIDGET (selection)));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (selection),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "0.010\342\200\2570\302\240ms – "
                                       "1.005\342\200\2570\302\240ms, 995\302\240µs");
  WAIT_UNTIL (get_count_of (page, "reader") == 1);

  gtk_toggle_button_set_active (whole, TRUE);
  g_assert_cmpint (dwell_view_get_scope (view), ==, DWELL_SCOPE_WHOLE);
  g_assert_true (dwell_view_get_selection (view, NULL, NULL));
  WAIT_UNTIL (get_count_of (page, "reader") == 2);

  gtk_toggle_button_set_active (find_id (bar, "visible"), TRUE);
  g_assert_cmpint (dwell_view_get_scope (view), ==, DWELL_SCOPE_VISIBLE);
  gtk_toggle_button_set_active (selection, TRUE);
  g_assert_cmpint (dwell_view_get_scope (view), ==, DWELL_SCOPE_SELECTION);
  WAIT_UNTIL (get_count_of (page, "reader") == 1);

  g_signal_emit_by_name (find_id (bar, "drop"), "clicked");
  g_assert_false (dwell_view_get_selection (view, NULL, NULL));
  g_assert_true (gtk_toggle_button_get_active (whole));
  WAIT_UNTIL (get_count_of (page, "reader") == 2);
}

/* Functions, lines and states have shares of different wholes, so they are not in one table; what
 * is in focus chooses its own. */
static void
test_classes (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const guint rows[] = { 5, 5, 3 };
  DwellStatisticsPage *page = open_statistics (fixture, "text1/doc_examples.txt");
  GtkDropDown *classes = find_id (page, "classes");
  const DwellTrace *trace = dwell_session_get_trace (get_session (fixture));

  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (classes)));
  for (guint i = G_N_ELEMENTS (rows); i-- > 0;)
    {
      gtk_drop_down_set_selected (classes, i);
      WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
      g_assert_cmpuint (get_n_rows (page), ==, rows[i]);
    }

  gtk_drop_down_set_selected (classes, 2);
  for (guint32 area = 0; area < trace->n_areas; area++)
    if (trace->areas[area].kind == DWELL_AREA_LINE)
      dwell_view_focus_area (get_view (fixture), area);
  WAIT_UNTIL (get_n_rows (page) == rows[1]);
  g_assert_cmpuint (gtk_drop_down_get_selected (classes), ==, 1);

  open_statistics (fixture, "ooo/clean_4711.log");
  g_assert_false (gtk_widget_get_visible (find_id (get_page (fixture, "statistics"), "classes")));
}

static void
test_contexts_and_groups (Fixture       *fixture,
                          gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "ooo/clean_4711.log");
  GtkDropDown *contexts = find_id (page, "contexts");
  GtkDropDown *groups = find_id (page, "groups");
  GtkColumnView *table = find_id (page, "table");
  guint n_whole = get_n_rows (page);

  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (contexts)));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (groups)));
  g_assert_false (gtk_column_view_column_get_visible (find_column (table, "Thread")));
  g_assert_cmpuint (n_whole, ==, 4);

  gtk_drop_down_set_selected (contexts, 1);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  g_assert_true (gtk_column_view_column_get_visible (find_column (table, "Thread")));
  g_assert_cmpuint (get_n_rows (page), ==, 4);

  gtk_drop_down_set_selected (contexts,
                              g_list_model_get_n_items (gtk_drop_down_get_model (contexts)) - 1);
  WAIT_UNTIL (get_n_rows (page) == 1);
  assert_cell (page, 0, DWELL_STATISTIC_NAME, "SwDLL");

  gtk_drop_down_set_selected (contexts, 0);
  gtk_drop_down_set_selected (groups, 1);
  WAIT_UNTIL (get_count_of (page, "SW") == 1);
  gtk_drop_down_set_selected (groups, 0);
  WAIT_UNTIL (get_n_rows (page) == n_whole);
}

static void
on_text (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static void
test_columns_and_copy (Fixture       *fixture,
                       gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "lms/doc_example.csv");
  GtkColumnView *table = find_id (page, "table");
  GtkColumnViewColumn *column = find_column (table, "Self Min");
  GtkWidget *chooser = open_columns (page);
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  GtkWidget *check = NULL;

  g_assert_false (gtk_column_view_column_get_visible (column));
  for (GtkWidget *child = gtk_widget_get_first_child (chooser); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_CHECK_BUTTON (child) &&
        g_str_equal (gtk_check_button_get_label (GTK_CHECK_BUTTON (child)), "Self Min"))
      check = child;
  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_true (gtk_column_view_column_get_visible (column));

  gtk_widget_activate_action (GTK_WIDGET (page), "statistics.copy", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (page)), NULL, on_text,
                                 &text);
  WAIT_UNTIL (text != NULL);
  lines = g_strsplit (text, "\n", -1);
  g_assert_nonnull (strstr (lines[0], "\tnet.min"));
  g_assert_true (g_str_has_prefix (lines[1], "reader\t2\t"));

  gtk_widget_activate_action (GTK_WIDGET (page), "statistics.reset-columns", NULL);
  g_assert_false (gtk_column_view_column_get_visible (column));
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
}

/* A file that brings statistics of its own has columns for them, in the sum of its contexts too. */
static void
test_recorded (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "text1/preempt.txt");
  GtkColumnView *table = find_id (page, "table");
  guint n_equal = 0;

  g_assert_true (gtk_column_view_column_get_visible (find_column (table, "Difference")));
  g_assert_true (gtk_column_view_column_get_visible (find_column (table, "Recorded Self")));
  g_assert_false (gtk_column_view_column_get_visible (find_column (table, "Recorded Total Min")));

  for (guint i = 0; i < get_n_rows (page); i++)
    {
      g_autofree char *name = get_cell (page, i, DWELL_STATISTIC_NAME);
      g_autofree char *difference = get_cell (page, i, DWELL_STATISTIC_DIFFERENCE);

      n_equal += g_str_equal (difference, "Equal");
      if (g_str_equal (name, "taskA_main"))
        assert_cell (page, i, DWELL_STATISTIC_RECORDED + DWELL_RECORDED_GROSS_MAX,
                     "360\302\240ns");
      else if (g_str_equal (name, "VAR"))
        assert_cell (page, i, DWELL_STATISTIC_NET, "");
    }
  g_assert_cmpuint (n_equal, ==, 3);

  page = open_statistics (fixture, "lms/doc_example.csv");
  g_assert_false (gtk_column_view_column_get_visible (find_column (find_id (page, "table"),
                                                                   "Difference")));
}

static DwellTableRows *
get_rows (gpointer page)
{
  return DWELL_TABLE_ROWS (gtk_column_view_get_model (find_id (page, "table")));
}

static void
choose (gpointer page,
        guint    position)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (get_rows (page)), position, TRUE);
}

/* The row that is selected in a page once it is shown. */
static guint
get_selected (Fixture    *fixture,
              const char *id)
{
  gpointer page = get_page (fixture, id);

  WAIT_UNTIL (gtk_widget_get_mapped (find_id (page, "table")));

  return dwell_table_rows_get_selected (get_rows (page));
}

/* A row chosen here is in focus everywhere. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  user_data)
{
  DwellStatisticsPage *statistics = open_statistics (fixture, "lms/doc_example.csv");
  DwellView *view = get_view (fixture);
  DwellEventsPage *events = get_page (fixture, "events");
  DwellEventList *list = get_list (events);
  DwellTrace *trace = dwell_view_get_trace (view);
  guint32 span;

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);

  choose (events, 1);
  span = dwell_view_get_focus_span (view);
  g_assert_cmpuint (span, !=, DWELL_NONE);
  g_assert_cmpstr (dwell_trace_get_area_name (trace, trace->span_area[span]), ==, "writer");
  g_assert_cmpuint (get_selected (fixture, "statistics"), ==, 1);

  choose (statistics, 0);
  g_assert_cmpstr (dwell_trace_get_area_name (trace, dwell_view_get_focus_area (view)), ==,
                   "reader");

  gtk_widget_activate_action (GTK_WIDGET (statistics), "statistics.longest", NULL);
  span = dwell_view_get_focus_span (view);
  g_assert_cmpint (dwell_trace_get_span_duration (trace, span), ==, 990 * US);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (statistics), "statistics.shortest", NULL);
  g_assert_cmpint (dwell_trace_get_span_duration (trace, dwell_view_get_focus_span (view)), ==,
                   700 * US);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (statistics), "statistics.previous", NULL);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, span);
  gtk_widget_activate_action (GTK_WIDGET (statistics), "statistics.next", NULL);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 2);

  g_signal_emit_by_name (find_id (statistics, "table"), "activate", 1u);
  span = dwell_view_get_focus_span (view);
  g_assert_cmpstr (dwell_trace_get_area_name (trace, trace->span_area[span]), ==, "writer");
}

/* A row that stands for a module has a name, but no calls to go to. */
static void
test_modules (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "ooo/clean_4711.log");
  GtkWidget *widget = GTK_WIDGET (page);
  g_autofree char *text = NULL;

  gtk_widget_activate_action (widget, "statistics.copy-name", NULL);
  for (guint group = 1; group <= 2; group++)
    {
      gtk_drop_down_set_selected (find_id (page, "groups"), group);
      WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
      g_assert_cmpuint (get_n_rows (page), >, 0);
    }
  gtk_drop_down_set_selected (find_id (page, "groups"), 1);
  WAIT_UNTIL (get_count_of (page, "SW") == 1);
  choose (page, 0);
  gtk_widget_activate_action (widget, "statistics.longest", NULL);
  g_signal_emit_by_name (find_id (page, "table"), "activate", 0u);
  g_assert_cmpuint (dwell_view_get_focus_area (get_view (fixture)), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), ==, DWELL_NONE);

  gtk_widget_activate_action (widget, "statistics.copy-name", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_text, &text);
  WAIT_UNTIL (text != NULL);
  assert_cell (page, 0, DWELL_STATISTIC_NAME, text);
}

/* The cell below @widget with @text. */
static GtkWidget *
find_cell (GtkWidget  *widget,
           const char *text)
{
  g_autofree char *shown = NULL;

  if (DWELL_IS_CELL (widget))
    {
      g_object_get (widget, "text", &shown, NULL);
      return g_strcmp0 (shown, text) == 0 ? widget : NULL;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *cell = find_cell (child, text);

      if (cell != NULL)
        return cell;
    }

  return NULL;
}

static GtkWidget *
find_check (GtkWidget  *chooser,
            const char *label)
{
  for (GtkWidget *child = gtk_widget_get_first_child (chooser); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_CHECK_BUTTON (child) &&
        g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (child)), label) == 0)
      return child;

  return NULL;
}

/* Arguments can be columns, whose titles and texts are cut where nobody reads on; what rows are
 * sorted by is shown. */
static void
test_event_arguments (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autofree char *key = g_strnfill (200, 'k');
  g_autofree char *value = g_strnfill (2000, 'v');
  g_autofree char *content =
    g_strdup_printf ("[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":10,\"name\":\"a\","
                     "\"args\":{\"n\":3,\"%s\":\"%s\"}},"
                     "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":20,\"dur\":10,\"name\":\"b\","
                     "\"args\":{\"n\":7,\"%s\":\"one\\ntwo\"}}]", key, value, key);
  g_autoptr(GFile) file = make_file ("arguments.json", content);
  g_autofree char *title = dwell_name_cut (key, 40);
  GtkColumnView *table;
  GtkWidget *chooser;
  gpointer page;
  GtkWidget *check;

  dwell_window_open (fixture->window, &file, 1, FALSE);
  wait_for_session (fixture);
  page = get_page (fixture, "events");
  table = find_id (page, "table");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))) == 2);
  chooser = open_columns (page);
  WAIT_UNTIL (find_check (chooser, "n") != NULL);
  check = find_check (chooser, title);
  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  WAIT_UNTIL (find_cell (GTK_WIDGET (table), "one two") != NULL);

  g_assert_false (gtk_column_view_column_get_visible (find_column (table, "n")));
  gtk_column_view_sort_by_column (table, find_column (table, "n"), GTK_SORT_ASCENDING);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (get_list (page))));
  g_assert_true (gtk_column_view_column_get_visible (find_column (table, "n")));
  choose (page, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (get_view (fixture)), ==, 1);
  remove_file (file);
}

/* A message is a row as calls are, and can be found. */
static void
test_event_messages (Fixture       *fixture,
                     gconstpointer  user_data)
{
  DwellView *view;
  gpointer page;

  open_data (fixture, "trace-event/arguments.json");
  wait_for_session (fixture);
  view = get_view (fixture);
  page = get_page (fixture, "events");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (get_list (page))) == 4);
  choose (page, 3);
  g_assert_cmpuint (dwell_view_get_focus_mark (view), ==, 0);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, DWELL_NONE);
  choose (page, 0);
  g_assert_cmpuint (dwell_view_get_focus_mark (view), ==, DWELL_NONE);

  gtk_widget_activate_action (page, "events.next-found", NULL);
  g_assert_cmpuint (dwell_view_get_focus_mark (view), ==, DWELL_NONE);
  dwell_view_set_find_text (view, "said");
  WAIT_UNTIL (dwell_view_get_find (view) != NULL);
  gtk_widget_activate_action (page, "events.next-found", NULL);
  g_assert_cmpuint (dwell_view_get_focus_mark (view), ==, 0);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 3);
}

static void
test_events (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellEventsPage *page;
  DwellEventList *list;
  DwellView *view;
  gint64 begin;
  gint64 end;
  gint64 whole;

  open_data (fixture, "ooo/clean_4711.log");
  wait_for_session (fixture);
  view = get_view (fixture);
  page = get_page (fixture, "events");
  list = get_list (page);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 7);

  dwell_view_get_range (view, &begin, &end);
  whole = end - begin;
  dwell_view_go_to_range (view, 100 * MS, 101 * MS);
  g_signal_emit_by_name (find_id (page, "table"), "activate", 0u);
  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (begin, <=, 1 * MS);
  g_assert_cmpint (end - begin, <=, whole);

  set_search (page, "filter", "/Dll/i");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 1);
  set_search (page, "filter", "/(/");
  g_assert_true (gtk_widget_get_visible (find_id (page, "filter_error")));
  set_search (page, "filter", "nobody says this");
  WAIT_UNTIL (g_str_equal (gtk_stack_get_visible_child_name (find_id (page, "states")),
                           "no-match"));
  gtk_widget_activate_action (GTK_WIDGET (page), "events.clear-filter", NULL);
  g_signal_emit_by_name (find_id (page, "filter"), "search-changed");
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 7);
}

/* Hits are marked, can be stepped through, and can be the only rows that are shown. */
static void
test_events_found (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellEventsPage *page;
  DwellEventList *list;
  DwellView *view;
  GArray *spans;
  guint32 span;

  open_data (fixture, "lms/doc_example.csv");
  wait_for_session (fixture);
  view = get_view (fixture);
  page = get_page (fixture, "events");
  list = get_list (page);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (get_selected (fixture, "events"), ==, GTK_INVALID_LIST_POSITION);
  g_assert_false (gtk_widget_get_visible (find_id (page, "found")));

  dwell_view_set_find_text (view, "reader");
  WAIT_UNTIL (dwell_view_get_find (view) != NULL);
  g_assert_true (gtk_widget_get_visible (find_id (page, "found")));
  fixture_assert_text (gtk_label_get_text (find_id (page, "found_title")), "“reader”: 2 rows");
  gtk_widget_activate_action (GTK_WIDGET (page), "events.next-found", NULL);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "events.next-found", NULL);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (page), "events.next-found", NULL);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "events.previous-found", NULL);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 2);

  gtk_toggle_button_set_active (find_id (page, "only_found"), TRUE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 2);
  g_assert_cmpuint (get_selected (fixture, "events"), ==, 1);

  /* Brushed in another page. */
  span = dwell_view_get_focus_span (view);
  spans = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (spans, span);
  dwell_view_set_found_spans (view, "Brushed", spans);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 1);
  fixture_assert_text (gtk_label_get_text (find_id (page, "found_title")), "Brushed: 1 row");

  /* Nothing is found any more: all is shown. */
  dwell_view_set_find_text (view, NULL);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 3);
  g_assert_false (gtk_widget_get_visible (find_id (page, "found")));
  g_assert_false (gtk_toggle_button_get_active (find_id (page, "only_found")));
}

/* In an order that the pages' tabs show. */
static const char *
get_tab_title (Fixture    *fixture,
               const char *id)
{
  GtkStack *pages = find_id (dwell_window_get_current (fixture->window), "pages");

  return gtk_stack_page_get_title (gtk_stack_get_page (pages,
                                                       gtk_stack_get_child_by_name (pages, id)));
}

static char *
get_what (GListModel *rows,
          guint       position)
{
  g_autoptr(DwellTableRow) row = g_list_model_get_item (rows, position);
  char *what;

  g_object_get (dwell_table_row_get_item (row), "what", &what, NULL);

  return what;
}

static void
test_problems (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellProblemsPage *page;
  GtkColumnView *table;
  GListModel *rows;
  g_autofree char *title = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *footer = NULL;
  GtkLabel *label;
  guint n;

  open_data (fixture, "ooo/clean_4711.log");
  wait_for_session (fixture);
  page = get_page (fixture, "problems");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "empty");
  g_assert_cmpstr (get_tab_title (fixture, "problems"), ==, "Problems");

  open_data (fixture, "ooo/quirks_99.log");
  wait_for_session (fixture);
  page = get_page (fixture, "problems");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (find_id (page, "states")), ==, "table");
  n = dwell_problems_get_n (dwell_view_get_trace (get_view (fixture))->problems);
  title = g_strdup_printf ("Problems %u", n);
  g_assert_cmpstr (get_tab_title (fixture, "problems"), ==, title);

  /* The same number in all places. */
  summary = g_strdup_printf ("%u problems", n);
  footer = g_strdup_printf ("%u rows", n);
  g_assert_true (says (GTK_WIDGET (page), summary));
  label = find_saying (GTK_WIDGET (page), footer);
  g_assert_cmpstr (gtk_label_get_text (label), ==, footer);
  set_search (page, "filter", "e");
  WAIT_UNTIL (strstr (gtk_label_get_text (label), "match") != NULL);
  set_search (page, "filter", "");

  table = find_id (page, "table");
  rows = G_LIST_MODEL (gtk_column_view_get_model (table));
  g_assert_cmpuint (g_list_model_get_n_items (rows), >, 3);
  gtk_column_view_sort_by_column (table, find_column (table, "What"), GTK_SORT_ASCENDING);
  for (guint i = 1; i < g_list_model_get_n_items (rows); i++)
    {
      g_autofree char *before = get_what (rows, i - 1);
      g_autofree char *after = get_what (rows, i);

      g_assert_cmpint (dwell_collation_compare (before, after), <=, 0);
    }
}

static void
test_info (Fixture       *fixture,
           gconstpointer  user_data)
{
  GtkWidget *page;
  g_autofree char *text = NULL;

  open_data (fixture, "ooo/clean_4711.log");
  wait_for_session (fixture);
  page = get_page (fixture, "info");
  WAIT_UNTIL (gtk_widget_get_first_child (find_id (page, "groups")) != NULL);

  gtk_widget_activate_action (page, "info.copy", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (page), NULL, on_text, &text);
  WAIT_UNTIL (text != NULL);
  g_assert_nonnull (strstr (text, "4711"));
}

static void
count_changes (GListModel *model,
               guint       position,
               guint       n_removed,
               guint       n_added,
               guint      *counts)
{
  counts[0]++;
  counts[1] += n_removed;
  counts[2] += n_added;
  /* Only ever at the end. */
  g_assert_cmpuint (position + n_added, ==, g_list_model_get_n_items (model));
}

static void
assert_row (gpointer    row,
            const char *expected)
{
  g_assert_cmpstr (gtk_string_object_get_string (dwell_table_row_get_item (row)), ==, expected);
}

/* Rows keep their places while the items change; what GTK hears of is the end of the list. */
/* Keys reach no page that has nothing to show of the trace. */
static void
test_keys (Fixture       *fixture,
           gconstpointer  user_data)
{
  static const char * const hidden[] = { "statistics", "lines", "none" };
  DwellSessionPage *tab;

  open_data (fixture, "aprof/real/cct/sort_23705_0_4.aprof");
  wait_for_session (fixture);
  tab = dwell_window_get_current (fixture->window);

  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "costs");
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", hidden[i]);
      g_assert_cmpstr (dwell_session_page_get_shown_id (tab), ==, "costs");
    }

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "tab.page", "s", "info");
  g_assert_cmpstr (dwell_session_page_get_shown_id (tab), ==, "info");
}

static void
test_table_rows (void)
{
  static const char * const four[] = { "a", "b", "c", "d", NULL };
  static const char * const two[] = { "x", "y", NULL };
  g_autoptr(GtkStringList) list = gtk_string_list_new (four);
  g_autoptr(DwellTableRows) rows = dwell_table_rows_new (G_LIST_MODEL (list));
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (rows);
  g_autoptr(GObject) second = NULL;
  g_autoptr(GObject) again = NULL;
  guint counts[3] = { 0 };
  guint n_notified = 0;

  dwell_table_rows_set_shown (rows, TRUE);
  g_signal_connect (rows, "items-changed", G_CALLBACK (count_changes), counts);
  second = g_list_model_get_item (G_LIST_MODEL (rows), 1);
  g_signal_connect_swapped (second, "notify::item", G_CALLBACK (g_atomic_int_inc), &n_notified);
  assert_row (second, "b");

  g_assert_cmpuint (dwell_table_rows_get_selected (rows), ==, GTK_INVALID_LIST_POSITION);
  gtk_selection_model_select_item (selection, 1, TRUE);
  g_assert_true (gtk_selection_model_is_selected (selection, 1));

  /* All exchanged, two fewer. */
  gtk_string_list_splice (list, 0, 4, two);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 2);
  g_assert_cmpuint (counts[0], ==, 1);
  g_assert_cmpuint (counts[1], ==, 2);
  g_assert_cmpuint (counts[2], ==, 0);
  g_assert_cmpuint (n_notified, ==, 1);
  assert_row (second, "y");
  again = g_list_model_get_item (G_LIST_MODEL (rows), 1);
  g_assert_true (again == second);
  g_assert_cmpuint (dwell_table_rows_get_selected (rows), ==, GTK_INVALID_LIST_POSITION);

  /* Rows before the change stay selected. */
  dwell_table_rows_set_selected (rows, 0);
  gtk_string_list_splice (list, 1, 0, four);
  g_assert_cmpuint (counts[2], ==, 4);
  g_assert_cmpuint (dwell_table_rows_get_selected (rows), ==, 0);
  assert_row (second, "a");

  /* Rows that are not shown emit nothing, and all changes once they are shown. */
  dwell_table_rows_set_shown (rows, FALSE);
  gtk_string_list_splice (list, 0, 6, two);
  gtk_string_list_append (list, "z");
  g_assert_cmpuint (counts[0], ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 6);
  dwell_table_rows_set_shown (rows, TRUE);
  g_assert_cmpuint (counts[0], ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 3);
  g_assert_cmpuint (dwell_table_rows_get_selected (rows), ==, GTK_INVALID_LIST_POSITION);
  assert_row (second, "y");
}

/* --- The menu of a row --- */

/* The menu key opens it at the row that has the focus, the right button below the pointer. */
static void
test_row_menu (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellStatisticsPage *page = open_statistics (fixture, "lms/runtime_nested.csv");
  GtkColumnView *table = find_id (page, "table");
  gpointer click = fixture_controller (GTK_WIDGET (table), GTK_TYPE_GESTURE_CLICK,
                                       GDK_BUTTON_SECONDARY);
  GtkWidget *page_widget = GTK_WIDGET (page);

  wait_for_layout (table);
  g_assert_false (fixture_key (page_widget, GDK_KEY_Menu, 0));
  gtk_selection_model_select_item (gtk_column_view_get_model (table), 0, TRUE);
  dwell_table_scroll_to (table, 0);
  wait_for_layout (table);
  gtk_widget_grab_focus (gtk_widget_get_first_child (gtk_widget_get_last_child (
                           GTK_WIDGET (table))));
  g_assert_true (fixture_key (page_widget, GDK_KEY_F10, GDK_SHIFT_MASK));
  WAIT_UNTIL (fixture_find_menu (page_widget) != NULL);
  gtk_popover_popdown (fixture_find_menu (page_widget));
  WAIT_UNTIL (fixture_find_menu (page_widget) == NULL);

  g_signal_emit_by_name (click, "pressed", 1, 30.0, 0.0);
  g_assert_null (fixture_find_menu (page_widget));
  g_signal_emit_by_name (click, "pressed", 1, 30.0, 60.0);
  WAIT_UNTIL (fixture_find_menu (page_widget) != NULL);
  gtk_popover_popdown (fixture_find_menu (page_widget));
  WAIT_UNTIL (fixture_find_menu (page_widget) == NULL);
}

/* --- States --- */

/* A page that has nothing to show for lack of memory says so; otherwise it says what it always
 * does. */
static void
test_too_little_memory (void)
{
  GtkStack *states = g_object_ref_sink (GTK_STACK (gtk_stack_new ()));

  gtk_stack_add_named (states, gtk_label_new (NULL), "table");
  gtk_stack_add_named (states, gtk_label_new (NULL), "empty");

  dwell_page_states_show (states, "empty", FALSE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "empty");
  for (guint i = 0; i < 2; i++)
    {
      dwell_page_states_show (states, "empty", TRUE);
      g_assert_cmpstr (adw_status_page_get_title (
                         ADW_STATUS_PAGE (gtk_stack_get_visible_child (states))), ==,
                       "Too Little Memory");
      dwell_page_states_show (states, "table", TRUE);
      g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "table");
    }
  dwell_page_states_show (states, "empty", FALSE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (states), ==, "empty");

  g_object_unref (states);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *path; void (*test) (Fixture *, gconstpointer); } tests[] = {
    { "/ui/pages/statistics/sort", test_sort },
    { "/ui/pages/statistics/filter", test_filter },
    { "/ui/pages/filter/given-up", test_filter_given_up },
    { "/ui/pages/statistics/scope", test_scope },
    { "/ui/pages/statistics/classes", test_classes },
    { "/ui/pages/statistics/contexts-and-groups", test_contexts_and_groups },
    { "/ui/pages/statistics/columns-and-copy", test_columns_and_copy },
    { "/ui/pages/statistics/recorded", test_recorded },
    { "/ui/pages/row-menu", test_row_menu },
    { "/ui/pages/focus", test_focus },
    { "/ui/pages/statistics/modules", test_modules },
    { "/ui/pages/events", test_events },
    { "/ui/pages/events/arguments", test_event_arguments },
    { "/ui/pages/events/messages", test_event_messages },
    { "/ui/pages/events-found", test_events_found },
    { "/ui/pages/problems", test_problems },
    { "/ui/pages/info", test_info },
    { "/ui/pages/keys", test_keys },
  };

  if (!window_fixture_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/pages/table-rows", test_table_rows);
  g_test_add_func ("/ui/pages/too-little-memory", test_too_little_memory);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
