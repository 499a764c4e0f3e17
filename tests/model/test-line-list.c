/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of lines as lists: the tree and the lines alone, sorted, filtered and folded; callers and
 * callees; the source with its heat; the records. */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/dwell-join.h"
#include "formats/dwell-formats.h"
#include "model-fixture.h"
#include "model/lists/dwell-neighbour-list.h"
#include "model/lists/events/dwell-span-info.h"
#include "model/lists/lines/dwell-line-list.h"
#include "model/lists/lines/dwell-record-list.h"
#include "model/lists/lines/dwell-source-list.h"
#include "support/text-fixture.h"

static DwellTrace *
open_vector (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "br", name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;
  DwellTrace *trace = dwell_open_file (file, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static char *
describe_line (gpointer item)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < DWELL_N_LINE_COLUMNS; i++)
    {
      g_autofree char *cell = dwell_line_item_get_text (item, i);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", cell);
    }

  g_string_append_printf (text, "|%u%s", dwell_line_item_get_depth (item),
                          dwell_line_item_is_folded (item) ? " folded" : "");
  return g_string_free (text, FALSE);
}

/* The names alone, top to bottom. */
static char *
list_names (DwellLineList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(DwellLineItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *name = dwell_line_item_get_text (item, DWELL_LINE_NAME);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
    }

  return g_string_free (text, FALSE);
}

static void
assert_names (DwellLineList *list,
              const char    *expected)
{
  g_autofree char *names = NULL;

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  names = list_names (list);
  g_assert_cmpstr (names, ==, expected);
}

static void
test_tree (void)
{
  g_autoptr(DwellTrace) trace = open_vector ("timed_backtrace.prof");
  DwellView *view = fixture_view (trace);
  DwellLineList *list = dwell_line_list_new ();
  Mirror *mirror = mirror_new (list, describe_line);
  g_autoptr(GError) error = NULL;
  g_autoptr(DwellLineItem) item = NULL;
  g_autofree char *row = NULL;

  dwell_query_set_view (DWELL_QUERY (list), view);
  assert_names (list, "C:\\APP\\LIB.BR, FNSUM, 00510:01, 00500:01, GOSUB from 00510:03, 00700:02, "
                      "C:\\APP\\MAIN.BR, main, 00110:02, 00110:01, 00100:01, "
                      "GOSUB from 00120:01, 00900:01");
  item = g_list_model_get_item (G_LIST_MODEL (list), 1);
  row = describe_line (item);
  fixture_assert_text (row, "FNSUM||C:\\APP\\LIB.BR|FNSUM|2|70.2 %|20.0 µs|10.0 µs|9.0 µs|"
                            "11.0 µs|1");

  dwell_line_list_set_folded (list, 6, TRUE);
  assert_names (list, "C:\\APP\\LIB.BR, FNSUM, 00510:01, 00500:01, GOSUB from 00510:03, 00700:02, "
                      "C:\\APP\\MAIN.BR");
  dwell_line_list_fold_all (list, TRUE);
  assert_names (list, "C:\\APP\\LIB.BR, FNSUM, GOSUB from 00510:03, C:\\APP\\MAIN.BR, main, "
                      "GOSUB from 00120:01");
  dwell_line_list_fold_all (list, FALSE);
  g_assert_true (dwell_line_list_set_filter (list, "fnsum", NULL));
  assert_names (list, "C:\\APP\\LIB.BR, FNSUM, 00510:01, 00500:01");
  g_assert_false (dwell_line_list_set_filter (list, "/(/", &error));
  dwell_line_list_set_filter (list, "", NULL);

  dwell_line_list_set_flat (list, TRUE);
  dwell_line_list_sort (list, DWELL_LINE_TIME, FALSE);
  assert_names (list, "00900:01, 00700:02, 00100:01, 00110:01, 00110:02, 00500:01, 00510:01");
  dwell_line_list_sort (list, DWELL_LINE_NAME, FALSE);
  assert_names (list, "00500:01, 00510:01, 00700:02, 00900:01, 00100:01, 00110:01, 00110:02");

  mirror_check (mirror);
  mirror_free (mirror);
  g_object_unref (list);
  fixture_view_free (view);
}

static DwellTrace *
open_text (const char *contents)
{
  g_autoptr(GFileIOStream) stream = NULL;
  g_autoptr(GFile) file = g_file_new_tmp ("dwell-test-XXXXXX.txt", &stream, NULL);
  DwellTrace *trace;

  g_assert_true (g_file_replace_contents (file, contents, strlen (contents), NULL, FALSE,
                                          G_FILE_CREATE_NONE, NULL, NULL, NULL));
  trace = dwell_open_file (file, NULL, NULL, NULL, NULL);
  g_assert_nonnull (trace);
  g_assert_true (g_file_delete (file, NULL, NULL));
  return trace;
}

/* Texts of lines in files, whose lines are named by them. */
static void
test_texts (void)
{
  static const char contents[] =
    "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,work,\n10000000,b = a;,16\n"
    "10000001,17,17\n10000002,a = 1;,18\n* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
    "00000000,E,,0\n10000000,E,,1\n10000000,X,,2\n10000001,E,,3\n10000001,X,,4\n"
    "10000002,E,,5\n10000002,X,,6\n00000000,X,,9\n";
  g_autoptr(DwellTrace) trace = open_text (contents);
  DwellLineList *list = dwell_line_list_new ();
  DwellView *view = fixture_view (trace);

  g_assert_false (dwell_line_list_has_texts (list));
  dwell_query_set_view (DWELL_QUERY (list), view);
  dwell_line_list_set_flat (list, TRUE);
  /* A line of which the file has no text is last, either way. */
  dwell_line_list_sort (list, DWELL_LINE_TEXT, TRUE);
  assert_names (list, "16, 18, 17");
  dwell_line_list_sort (list, DWELL_LINE_TEXT, FALSE);
  assert_names (list, "18, 16, 17");
  g_assert_true (dwell_line_list_has_texts (list));
  for (guint i = 0; i < 3; i++)
    {
      const char * const texts[] = { "a = 1;", "b = a;", "" };
      g_autoptr(DwellLineItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *text = dwell_line_item_get_text (item, DWELL_LINE_TEXT);

      g_assert_cmpstr (text, ==, texts[i]);
      g_assert_cmpint (dwell_line_item_has_text (item), ==, i < 2);
    }

  g_object_unref (list);
  fixture_view_free (view);
}

/* Lines that are spans: of the scope, with the module that the name of their function says. */
static void
test_scope (void)
{
  static const char contents[] =
    "* HANDLE(Functions) %HANDLE%,%NAME%,%VALUE%\n00000000,\"control.c\"#loop,\n"
    "10000000,10,10\n10000001,20,20\n* TIMELINE %HANDLE%,%EVENT%,%VALUE%,%TIME%\n"
    "00000000,E,,0\n10000000,E,,0\n10000000,X,,40\n10000001,E,,40\n10000001,X,,100\n"
    "00000000,X,,100\n00000000,E,,200\n10000000,E,,200\n10000000,X,,260\n00000000,X,,260\n";
  g_autoptr(DwellTrace) trace = open_text (contents);
  DwellView *view = fixture_view (trace);
  DwellLineList *list = dwell_line_list_new ();
  g_autoptr(DwellLineItem) function = NULL;
  g_autoptr(DwellLineItem) line = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *row = NULL;

  g_assert_true (dwell_line_table_has_times (trace));
  dwell_query_set_view (DWELL_QUERY (list), view);
  assert_names (list, "control.c, loop, 10, 20");
  dwell_line_list_set_folded (list, 1, TRUE);
  assert_names (list, "control.c, loop");
  function = g_list_model_get_item (G_LIST_MODEL (list), 1);
  plain = dwell_line_item_get_plain (function, DWELL_LINE_ROUTINE);
  g_assert_cmpstr (plain, ==, "\"control.c\"#loop");

  /* What is folded stays so, though the other line has gone. */
  dwell_view_set_selection (view, 150, 300);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  assert_names (list, "control.c, loop");
  dwell_line_list_set_folded (list, 1, FALSE);
  assert_names (list, "control.c, loop, 10");
  line = g_list_model_get_item (G_LIST_MODEL (list), 2);
  row = describe_line (line);
  fixture_assert_text (row, "10||control.c|loop|1|100.0 %|60 ns|60 ns|60 ns|60 ns|2");

  dwell_view_drop_selection (view);
  assert_names (list, "control.c, loop, 10, 20");
  g_object_unref (list);
  fixture_view_free (view);
}

static char *
get_plain (gpointer item,
           int      column,
           gboolean is_plain)
{
  return dwell_line_item_get_plain (item, (DwellLineColumn) column);
}

static void
test_copy (void)
{
  g_autoptr(DwellTrace) trace = open_vector ("sampled_plain.prof");
  DwellView *view = fixture_view (trace);
  DwellLineList *list = dwell_line_list_new ();
  static const DwellTextColumn columns[] = {
    { DWELL_LINE_NAME, "line", get_plain }, { DWELL_LINE_MODULE, "module", get_plain },
    { DWELL_LINE_ROUTINE, "routine", get_plain }, { DWELL_LINE_HITS, "hits", get_plain },
    { DWELL_LINE_SHARE, "share", get_plain }, { DWELL_LINE_TIME, "time", get_plain },
  };
  g_autofree char *text = NULL;

  dwell_line_list_set_flat (list, TRUE);
  dwell_query_set_view (DWELL_QUERY (list), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  text = fixture_text (dwell_list_freeze (DWELL_LIST (list)), columns, G_N_ELEMENTS (columns),
                       '\t');
  g_assert_cmpstr (text, ==,
                   "line\tmodule\troutine\thits\tshare\ttime\n"
                   "00110:01\tC:\\APP\\MAIN.BR\tunknown routine\t4\t0.666666667\t\n"
                   "00100:01\tC:\\APP\\MAIN.BR\tunknown routine\t1\t0.166666667\t\n"
                   "00120:01\tC:\\APP\\MAIN.BR\tunknown routine\t1\t0.166666667\t\n");
  g_object_unref (list);
  fixture_view_free (view);
}

static guint32
find_area (DwellTrace *trace,
           const char *title)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (g_str_equal (dwell_trace_get_area_title (trace, i), title))
      return i;

  g_assert_not_reached ();
}

static char *
list_neighbours (DwellNeighbourList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(DwellNeighbourItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *name = dwell_neighbour_item_get_text (item, DWELL_NEIGHBOUR_NAME);
      g_autofree char *weight = dwell_neighbour_item_get_text (item, DWELL_NEIGHBOUR_WEIGHT);

      g_string_append_printf (text, "%s|%s\n", name, weight);
    }

  return g_string_free (text, FALSE);
}

/* Narrow spaces of numbers as plain ones. */
static gboolean
shows (DwellNeighbourList *list,
       const char         *expected)
{
  g_autofree char *text = list_neighbours (list);
  g_autofree char *plain = fixture_plain (text);

  return g_str_equal (plain, expected);
}

static void
test_neighbours (void)
{
  g_autoptr(DwellTrace) trace = open_vector ("timed_backtrace.prof");
  g_autoptr(DwellNeighbourList) list = dwell_neighbour_list_new ();

  dwell_neighbour_list_show (list, trace, find_area (trace, "LIB.BR 00510:03 FNSUM"));
  WAIT_UNTIL (shows (list, "Called from|\nMAIN.BR 00110:02|600 ns\n"
                           "Calls|\nLIB.BR 00700:02|600 ns\n"));
  dwell_neighbour_list_show (list, trace, find_area (trace, "FNSUM"));
  WAIT_UNTIL (shows (list, "Called from|\nmain|20.6 µs\nCalls|\nGOSUB from 00510:03|600 ns\n"));
  dwell_neighbour_list_show (list, trace, DWELL_NONE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0);
}

static void
test_source (void)
{
  static const char source[] = "00100 a\r\n  110 b\nno number\n00120 c\x82\n";
  g_autoptr(DwellTrace) trace = open_vector ("sampled_plain.prof");
  g_autoptr(DwellLineTable) table = dwell_line_table_new (trace, NULL);
  g_autoptr(DwellSourceList) list = dwell_source_list_new ();
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "main.brs", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSourceItem) last = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (path, source, sizeof source - 1, NULL));
  dwell_source_list_load (list, file, table, DWELL_NONE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) > 0);
  g_assert_cmpstr (dwell_source_list_get_title (list), ==,
                   "main.brs for C:\\APP\\MAIN.BR; profiled lines found: 3 of 3");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 4);
  g_assert_cmpuint (dwell_source_list_find (list, 0), ==, 1);
  g_assert_cmpuint (dwell_source_list_find (list, 120), ==, 3);

  last = g_list_model_get_item (G_LIST_MODEL (list), 3);
  text = dwell_source_item_get_text (last, DWELL_SOURCE_TEXT);
  g_assert_cmpstr (text, ==, "00120 cé");
  g_assert_cmpfloat (dwell_source_item_get_heat (last), ==, 0.25);

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Limit: model/MAX_LINES */
static void
test_long_source (void)
{
  const guint n_max = 1000000;
  g_autoptr(DwellTrace) trace = open_vector ("sampled_plain.prof");
  g_autoptr(DwellLineTable) table = dwell_line_table_new (trace, NULL);
  g_autoptr(DwellSourceList) list = dwell_source_list_new ();
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "main.brs", NULL);
  g_autofree char *source = g_strnfill (n_max + 3, '\n');
  g_autoptr(GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, source, -1, NULL));
  dwell_source_list_load (list, file, table, DWELL_NONE);
  WAIT_UNTIL (g_list_model_get_n_items (G_LIST_MODEL (list)) > 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n_max);

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
on_loaded (DwellSourceList *list,
           const char      *message,
           char           **told)
{
  *told = g_strdup (message != NULL ? message : "");
}

/* A file that is no source, as its size shows: none of it is read.
 * Limit: model/MAX_SOURCE_BYTES */
static void
test_huge_source (void)
{
  const gint64 max = 64 << 20;
  g_autoptr(DwellTrace) trace = open_vector ("sampled_plain.prof");
  g_autoptr(DwellLineTable) table = dwell_line_table_new (trace, NULL);
  g_autoptr(DwellSourceList) list = dwell_source_list_new ();
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "main.brs", NULL);
  g_autofree char *expected = g_strconcat (path, ": this is not a source file", NULL);
  g_autofree char *told = NULL;
  g_autoptr(GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, "100 a\n", -1, NULL));
  g_assert_cmpint (truncate (path, max + 1), ==, 0);
  g_signal_connect (list, "loaded", G_CALLBACK (on_loaded), &told);
  dwell_source_list_load (list, file, table, DWELL_NONE);
  WAIT_UNTIL (told != NULL);
  g_assert_cmpstr (told, ==, expected);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_records (void)
{
  g_autoptr(DwellTrace) trace = open_vector ("truncated.prof");
  DwellView *view = fixture_view (trace);
  g_autoptr(DwellRecordList) list = dwell_record_list_new ();
  g_autoptr(DwellRecordItem) line = NULL;
  g_autoptr(DwellRecordItem) last = NULL;
  g_autofree char *offset = NULL;
  g_autofree char *what = NULL;
  g_autofree char *type = NULL;

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, trace->n_records);
  line = g_list_model_get_item (G_LIST_MODEL (list), 2);
  offset = dwell_record_item_get_text (line, DWELL_RECORD_OFFSET);
  what = dwell_record_item_get_text (line, DWELL_RECORD_WHAT);
  g_assert_cmpstr (offset, ==, "0x25");
  g_assert_cmpstr (what, ==, "MAIN.BR 00100:01");

  last = g_list_model_get_item (G_LIST_MODEL (list), trace->n_records - 1);
  type = dwell_record_item_get_text (last, DWELL_RECORD_TYPE);
  g_assert_cmpstr (type, ==, "9 main routine, not counted");
  g_assert_false (dwell_record_list_is_joined (list));
  dwell_query_set_view (DWELL_QUERY (list), NULL);
  fixture_view_free (view);
}

/* Offsets in joined files are shown with the file. */
static void
test_joined_records (void)
{
  static const char * const names[] = { "first.prof", "second.prof" };
  g_autoptr(DwellTrace) first = open_vector ("timed_backtrace.prof");
  g_autoptr(DwellTrace) second = open_vector ("truncated.prof");
  g_autoptr(DwellTrace) joined = dwell_join ((DwellTrace *[]) { first, second }, names, 2, NULL);
  DwellView *view = fixture_view (joined);
  g_autoptr(DwellRecordList) list = dwell_record_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_true (dwell_record_list_is_joined (list));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==,
                    first->n_records + second->n_records);
  for (guint i = 0; i < joined->n_records; i++)
    {
      g_autoptr(DwellRecordItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *file = dwell_record_item_get_text (item, DWELL_RECORD_FILE);

      g_assert_cmpstr (file, ==, names[i >= first->n_records]);
    }

  dwell_query_set_view (DWELL_QUERY (list), NULL);
  fixture_view_free (view);
}

/* Returns: (transfer full): the details of an area, as they are copied */
static char *
get_details (DwellView *view,
             guint32    area)
{
  g_autoptr(DwellSpanInfo) info = dwell_span_info_new ();

  dwell_query_set_view (DWELL_QUERY (info), view);
  dwell_view_focus_area (view, area);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (info)));
  return dwell_span_info_to_text (info);
}

/* The details of a line: of samples, which have no times, and of what has. */
static void
test_details (void)
{
  static const char * const files[] = { "sampled_plain.prof", "timed_backtrace.prof" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr(DwellTrace) trace = open_vector (files[i]);
      g_autoptr(DwellLineTable) table = dwell_line_table_new (trace, NULL);
      DwellView *view = fixture_view (trace);
      g_autofree char *line = get_details (view, table->rows[0].area);

      g_assert_nonnull (strstr (line, "Count: "));
      g_assert_true ((strstr (line, "Self: ") != NULL) == (i == 1));
      g_assert_true ((strstr (line, "Mean: ") != NULL) == (i == 1));
      fixture_view_free (view);
    }
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/line-list/tree", test_tree);
  g_test_add_func ("/line-list/texts", test_texts);
  g_test_add_func ("/line-list/scope", test_scope);
  g_test_add_func ("/line-list/copy", test_copy);
  g_test_add_func ("/line-list/neighbours", test_neighbours);
  g_test_add_func ("/line-list/source", test_source);
  g_test_add_func ("/line-list/long-source", test_long_source);
  g_test_add_func ("/line-list/huge-source", test_huge_source);
  g_test_add_func ("/line-list/records", test_records);
  g_test_add_func ("/line-list/joined-records", test_joined_records);
  g_test_add_func ("/line-list/details", test_details);

  return fixture_run ();
}
