/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several recordings as a list: a series and groups as the command line tells them, files that
 * cannot be read, and many files with long names. */
#include "config.h"

#include <string.h>

#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/comparison/dwell-series-list.h"

#define MANY 99

static GFile *
get_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

  return g_file_new_for_path (path);
}

static DwellView *
open_view (const char *name)
{
  g_autoptr(GFile) file = get_file (name);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellTrace) trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return fixture_view (trace);
}

static DwellSeriesList *
open_list (DwellView          *view,
           const char * const *names)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  DwellSeriesList *list = dwell_series_list_new ();

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (files, get_file (names[i]));

  dwell_series_set_files (view, (GFile **) files->pdata, files->len);
  dwell_query_set_view (DWELL_QUERY (list), view);
  dwell_query_set_active (DWELL_QUERY (list), TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  return list;
}

static void
close_list (DwellSeriesList *list,
            DwellView       *view)
{
  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* Some cells of a row, as they are shown or as other programs read them. */
static char *
describe_cells (DwellSeriesList *list,
                guint            row,
                gboolean         is_plain,
                const guint     *columns,
                guint            n_columns)
{
  g_autoptr(DwellSeriesItem) item = g_list_model_get_item (G_LIST_MODEL (list), row);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *cell = is_plain ? dwell_series_item_get_plain (item, columns[i])
                                       : dwell_series_item_get_text (item, columns[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", *cell != '\0' ? cell : "-");
    }

  return g_string_free (text, FALSE);
}

#define assert_cells(list, row, is_plain, expected, ...) \
  G_STMT_START { \
    const guint cells_columns[] = { __VA_ARGS__ }; \
    g_autofree char *cells_text = describe_cells (list, row, is_plain, cells_columns, \
                                                  G_N_ELEMENTS (cells_columns)); \
    g_assert_cmpstr (cells_text, ==, expected); \
  } G_STMT_END

/* The rows as they are read by other programs, a line each. */
static char *
describe (DwellSeriesList *list,
          guint            n_values)
{
  static const guint columns[] = {
    DWELL_RECORDINGS_NAME, DWELL_RECORDINGS_VERDICT, DWELL_RECORDINGS_BASE, DWELL_RECORDINGS_NEW,
    DWELL_RECORDINGS_CHANGE, DWELL_RECORDINGS_SINCE,
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(DwellSeriesItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      for (guint k = 0; k < G_N_ELEMENTS (columns) + n_values; k++)
        {
          guint column = k < G_N_ELEMENTS (columns)
                           ? columns[k] : DWELL_RECORDINGS_VALUE + k - G_N_ELEMENTS (columns);
          g_autofree char *cell = dwell_series_item_get_plain (item, column);

          g_string_append_printf (text, "%s%s", k > 0 ? " " : "", *cell != '\0' ? cell : "-");
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_series (void)
{
  const char * const names[] = {
    "compare/base.csv", "compare/base.csv", "compare/new.csv", "compare/new.csv", NULL,
  };
  DwellView *view = open_view ("compare/base.csv");
  DwellSeriesList *list = open_list (view, names);
  const DwellRecordings *recordings = dwell_series_list_get_recordings (list);
  g_autofree char *rows = describe (list, 5);
  g_autofree char *some = NULL;
  g_autofree char *from = NULL;
  g_autofree char *last = NULL;
  g_autoptr(DwellSeriesItem) item = NULL;
  guint8 x[DWELL_SERIES_MAX];
  guint8 y[DWELL_SERIES_MAX];

  g_assert_nonnull (recordings);
  g_assert_null (dwell_series_list_get_problem (list));
  g_assert_cmpstr (rows, ==,
                   "app.load unclear 220000 380000 160000 - 220000 220000 220000 380000 380000\n"
                   "app.draw gone 100000 - -100000 - 100000 100000 100000 - -\n"
                   "app.save new - 40000 40000 - - - - 40000 40000\n"
                   "app identical 60000 60000 0 - 60000 60000 60000 60000 60000\n");
  last = dwell_series_list_name (list, 4);
  g_assert_cmpstr (last, ==, "new.csv");
  g_assert_cmpuint (dwell_series_list_get_area (list, 2), ==, DWELL_NONE);
  g_assert_cmpuint (dwell_series_list_find_area (list, dwell_series_list_get_area (list, 1)),
                    ==, 1);

  item = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpuint (dwell_series_item_get_curve (item, x, y), ==, 5);
  g_assert_cmpmem (x, 5, ((guint8[]) { 0, 64, 128, 191, 255 }), 5);
  g_assert_cmpmem (y, 5, ((guint8[]) { 0, 0, 0, 255, 255 }), 5);

  /* Neither reads the files again. */
  dwell_series_list_sort (list, DWELL_RECORDINGS_NAME, FALSE);
  g_assert_true (dwell_series_list_set_filter (list, "/app.[ls]/", NULL));
  g_assert_false (dwell_series_list_set_filter (list, "/(/", NULL));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  some = describe (list, 0);
  g_assert_cmpstr (some, ==, "app.load unclear 220000 380000 160000 -\n"
                             "app.save new - 40000 40000 -\n");
  g_assert_true (dwell_series_list_get_recordings (list) == recordings);

  /* Counted from the first that has app.save. */
  dwell_series_set_reference (view, 4);
  WAIT_UNTIL (dwell_series_list_get_recordings (list) != recordings &&
              !dwell_query_get_busy (DWELL_QUERY (list)));
  from = describe (list, 0);
  g_assert_cmpstr (from, ==, "app.load same 380000 380000 0 -\n"
                             "app.save same 40000 40000 0 -\n");

  g_clear_object (&item);
  dwell_series_set_files (view, NULL, 0);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0);
  close_list (list, view);
}

/* Eight and more recordings tell since when, as “dwell-cli compare --series” does. */
static void
test_since (void)
{
  const char * const names[] = {
    "compare/base.csv", "compare/base.csv", "compare/base.csv", "compare/base.csv",
    "compare/base.csv", "compare/new.csv", "compare/new.csv", "compare/new.csv",
    "compare/new.csv", "compare/new.csv", "compare/new.csv", NULL,
  };
  DwellView *view = open_view ("compare/base.csv");
  DwellSeriesList *list = open_list (view, names);
  g_autofree char *rows = describe (list, 0);

  g_assert_nonnull (strstr (rows, "app.load more 220000 380000 160000 new.csv\n"));

  /* Of 66 pairs 30 do not rise; the 33rd rises by 160 µs in 10 steps, the 34th in 9. */
  assert_cells (list, 0, FALSE, "+16.889\302\240µs 0.014 ×1.73 - - -", DWELL_RECORDINGS_SLOPE,
                DWELL_RECORDINGS_P, DWELL_RECORDINGS_SINCE_RATIO, DWELL_RECORDINGS_LOW,
                DWELL_RECORDINGS_HIGH, DWELL_RECORDINGS_Q);
  assert_cells (list, 0, TRUE, "16889 - -", DWELL_RECORDINGS_SLOPE,
                DWELL_RECORDINGS_CURVE, DWELL_RECORDINGS_GROWTHS);
  close_list (list, view);
}

/* Groups tell an interval of the ratio, and how often chance alone makes as much of a change; the
 * figures are those of “dwell-cli compare” with the same files. */
static void
test_chance (void)
{
  const char * const names[] = {
    "compare/base.csv", "compare/base.csv", "compare/base.csv", "compare/base.csv",
    "compare/base.csv", "compare/base.csv", "compare/base.csv", "compare/new.csv",
    "compare/new.csv", "compare/new.csv", "compare/new.csv", NULL,
  };
  DwellView *view = open_view ("compare/base.csv");
  DwellSeriesList *list;

  dwell_series_set_n_base (view, 4);
  list = open_list (view, names);
  assert_cells (list, 0, FALSE, "app.load ×1.36 ×1.04 ×1.69 0.312 - - - -", DWELL_RECORDINGS_NAME,
                DWELL_RECORDINGS_RATIO, DWELL_RECORDINGS_LOW, DWELL_RECORDINGS_HIGH,
                DWELL_RECORDINGS_Q, DWELL_RECORDINGS_SLOPE, DWELL_RECORDINGS_P,
                DWELL_RECORDINGS_SINCE, DWELL_RECORDINGS_SINCE_RATIO);
  close_list (list, view);
}

/* Of reports of costs it is told how they grow. */
static void
test_growths (void)
{
  const char * const names[] = { "compare/costs-new.aprof", NULL };
  DwellView *view = open_view ("compare/costs-base.aprof");
  DwellSeriesList *list = open_list (view, names);

  assert_cells (list, 0, TRUE, "scan O(n) · O(n²) 8663616", DWELL_RECORDINGS_NAME,
                DWELL_RECORDINGS_GROWTHS, DWELL_RECORDINGS_SLOPE);
  close_list (list, view);
}

/* Of samples each recording is the whole. */
static void
test_shares (void)
{
  const char * const names[] = { "compare/samples-b.folded", NULL };
  DwellView *view = open_view ("compare/samples-a.folded");
  DwellSeriesList *list = open_list (view, names);

  assert_cells (list, 1, FALSE, "hot 12.0\302\240% 15.0\302\240% +3.0\302\240%",
                DWELL_RECORDINGS_NAME, DWELL_RECORDINGS_BASE, DWELL_RECORDINGS_NEW,
                DWELL_RECORDINGS_CHANGE);
  close_list (list, view);
}

static void
test_groups (void)
{
  const char * const names[] = { "compare/base.csv", "compare/new.csv", NULL };
  DwellView *view = open_view ("compare/base.csv");
  DwellSeriesList *list;
  g_autofree char *rows = NULL;
  g_autofree char *counts = NULL;

  dwell_series_set_n_base (view, 2);
  list = open_list (view, names);
  rows = describe (list, 0);
  g_assert_cmpstr (rows, ==, "app.load more 220000 380000 160000 -\n"
                             "app.draw gone 100000 - -100000 -\n"
                             "app.save new - 40000 40000 -\n"
                             "app identical 60000 60000 0 -\n");

  dwell_series_set_measure (view, DWELL_COMPARED_COUNT);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  counts = describe (list, 3);
  g_assert_nonnull (strstr (counts, "app.load more 2 3 1 - 2 2 3\n"));
  close_list (list, view);
}

static void
test_problems (void)
{
  const char * const lacking[] = { "compare/base.csv", "compare/nowhere.csv", NULL };
  const char * const other[] = { "compare/samples-a.folded", "compare/new.csv", NULL };
  DwellView *view = open_view ("compare/base.csv");
  DwellSeriesList *list = open_list (view, lacking);

  g_assert_null (dwell_series_list_get_recordings (list));
  g_assert_nonnull (strstr (dwell_series_list_get_problem (list), "nowhere.csv"));
  close_list (list, view);

  view = open_view ("compare/base.csv");
  list = open_list (view, other);
  g_assert_cmpstr (dwell_series_list_get_problem (list), ==,
                   "samples-a.folded: it counts something different from the recordings before it");
  close_list (list, view);
}

/* They are kept with the view, however long their names are; nobody hears of half of them. */
static void
on_kept_changed (DwellView *view,
                 guint     *n_files)
{
  g_autoptr(GPtrArray) files = dwell_series_get_files (view);

  g_assert_true (files->len == 0 || files->len == *n_files);
}

static void
test_many (void)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GPtrArray) kept = NULL;
  DwellView *view = open_view ("compare/base.csv");
  guint n_files = MANY;

  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *name = g_strdup_printf ("/a folder/%0200u/%0200u/%0200u/%0200u ü.csv",
                                               i, i, i, i);

      g_ptr_array_add (files, g_file_new_for_path (name));
    }

  g_signal_connect (view, "kept-changed", G_CALLBACK (on_kept_changed), &n_files);
  g_assert_false (dwell_series_has_files (view));
  dwell_series_set_files (view, (GFile **) files->pdata, MANY);
  g_assert_true (dwell_series_has_files (view));
  kept = dwell_series_get_files (view);
  g_assert_cmpuint (kept->len, ==, MANY);
  for (guint i = 0; i < MANY; i++)
    g_assert_true (g_file_equal (kept->pdata[i], files->pdata[i]));

  /* Limit: analysis/DWELL_SERIES_MAX: what is beyond it is left out. */
  g_ptr_array_add (files, get_file ("compare/new.csv"));
  dwell_series_set_files (view, (GFile **) files->pdata, files->len);
  g_clear_pointer (&kept, g_ptr_array_unref);
  kept = dwell_series_get_files (view);
  g_assert_cmpuint (kept->len, ==, DWELL_SERIES_MAX - 1);

  /* As older versions kept them, in pieces. */
  n_files = 2;
  dwell_series_set_files (view, NULL, 0);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series-0", "file:///a file:");
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series-1", "///b");
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "series", "2");
  g_clear_pointer (&kept, g_ptr_array_unref);
  kept = dwell_series_get_files (view);
  g_assert_cmpuint (kept->len, ==, 2);
  g_assert_cmpstr (g_file_peek_path (kept->pdata[1]), ==, "/b");

  dwell_series_set_files (view, (GFile **) files->pdata, 2);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-1"), ==, "");
  n_files = 0;
  dwell_series_set_files (view, NULL, 0);
  g_assert_false (dwell_series_has_files (view));
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-0"), ==, "");
  fixture_view_free (view);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/series-list/series", test_series);
  g_test_add_func ("/series-list/since", test_since);
  g_test_add_func ("/series-list/groups", test_groups);
  g_test_add_func ("/series-list/chance", test_chance);
  g_test_add_func ("/series-list/growths", test_growths);
  g_test_add_func ("/series-list/shares", test_shares);
  g_test_add_func ("/series-list/problems", test_problems);
  g_test_add_func ("/series-list/many", test_many);

  return g_test_run ();
}
