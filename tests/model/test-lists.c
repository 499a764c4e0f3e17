/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small lists: problems, what is known of a trace, the facts about the focus. */
#include "config.h"

#include <glib/gstdio.h>

#include "core/dwell-trace-contexts.h"
#include "model-fixture.h"
#include "model/lists/dwell-info-list.h"
#include "model/lists/dwell-problem-list.h"
#include "model/lists/events/dwell-span-info.h"
#include "model/session/dwell-session-private.h"

static char *
describe_problem (gpointer item)
{
  g_autofree char *severity = NULL;
  g_autofree char *severity_id = NULL;
  g_autofree char *code = NULL;
  g_autofree char *what = NULL;
  g_autofree char *place = NULL;
  g_autofree char *count = NULL;
  g_autofree char *file = NULL;

  g_object_get (item, "severity", &severity, "severity-id", &severity_id, "code", &code,
                "what", &what, "place", &place, "count", &count, "file", &file, NULL);
  return g_strdup_printf ("%s|%s|%s|%s|%s|%s|%s", severity, severity_id, code, what, place, count,
                          file);
}

static void
assert_problem (DwellProblemList *list,
                guint             position,
                const char       *expected)
{
  g_autoptr(DwellProblemItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);
  g_autofree char *text = describe_problem (item);

  fixture_assert_text (text, expected);
}

static void
test_problems (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(GError) error = NULL;
  DwellView *view = fixture_view (trace);
  DwellProblemList *list = dwell_problem_list_new ();
  Mirror *mirror = mirror_new (list, describe_problem);

  g_assert_cmpstr (dwell_problem_list_get_summary (list), ==, "");
  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_cmpuint (dwell_problem_list_get_total (list), ==, 4);
  g_assert_cmpstr (dwell_problem_list_get_summary (list), ==, "3 problems · 4 occurrences");

  /* The gravest first. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  assert_problem (list, 0, "Error|error|lost|Something lost|line 20|2|");
  assert_problem (list, 1, "Warning|warning|odd|Odd byte|byte 0x1f4|1|");
  assert_problem (list, 2, "Note|info|note|A note|line 3|1|");

  dwell_problem_list_sort (list, DWELL_PROBLEM_PLACE, FALSE);
  assert_problem (list, 0, "Warning|warning|odd|Odd byte|byte 0x1f4|1|");
  assert_problem (list, 1, "Note|info|note|A note|line 3|1|");
  dwell_problem_list_sort (list, DWELL_PROBLEM_COUNT, TRUE);
  assert_problem (list, 0, "Error|error|lost|Something lost|line 20|2|");

  g_assert_false (dwell_problem_list_set_filter (list, "/(/", &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  g_assert_true (dwell_problem_list_set_filter (list, "0x1F4", NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  g_assert_cmpuint (dwell_problem_list_get_total (list), ==, 4);
  g_assert_true (dwell_problem_list_set_filter (list, NULL, NULL));

  mirror_free (mirror);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* More different ones than are kept, in any order, under any filter. */
static void
test_problems_random (void)
{
  static const char * const filters[] = { "", "1", "/^2.*5$/", "line 7", "error", "none of them" };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  g_autoptr(DwellTrace) trace = NULL;
  DwellProblemList *list = dwell_problem_list_new ();
  Mirror *mirror = mirror_new (list, describe_problem);
  DwellView *view;

  for (guint i = 0; i < 1300; i++)
    dwell_problems_add (builder->problems, (DwellSeverity) g_test_rand_int_range (0, 3), "error",
                        (guint64) g_test_rand_int_range (0, 50), -1, "%u", i);

  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);
  dwell_query_set_view (DWELL_QUERY (list), view);
  fixture_assert_text (dwell_problem_list_get_summary (list),
                       "1 000 problems · 1 300 occurrences · 300 occurrences not listed");

  for (guint i = 0; i < 30; i++)
    {
      gboolean taken = dwell_problem_list_set_filter (
        list, filters[g_test_rand_int_range (0, G_N_ELEMENTS (filters))], NULL);

      g_assert_true (taken);
      dwell_problem_list_sort (list, (DwellProblemColumn)
                               g_test_rand_int_range (0, DWELL_N_PROBLEM_COLUMNS),
                               g_test_rand_bit ());
    }

  g_assert_cmpuint (mirror->n_changes, >, 0);
  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  mirror_free (mirror);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static void
test_no_problems (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  g_autoptr(DwellTrace) trace = dwell_builder_finish (builder);
  DwellView *view = fixture_view (trace);
  DwellProblemList *list = dwell_problem_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_cmpstr (dwell_problem_list_get_summary (list), ==, "Nothing was wrong");
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static char *
describe_info (gpointer item)
{
  return g_strdup_printf ("%s|%s|%s", dwell_fact_get_group (item),
                          dwell_fact_get_label (item), dwell_fact_get_value (item));
}

static void
test_info (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellInfoList *list = dwell_info_list_new ();
  Mirror *mirror = mirror_new (list, describe_info);
  g_autofree char *text = NULL;
  g_autofree char *plain = NULL;

  dwell_query_set_view (DWELL_QUERY (list), view);
  text = dwell_info_list_to_text (list);
  plain = fixture_plain (text);

  /* A session without a file has no facts about files or reading. */
  g_assert_true (g_str_has_prefix (plain, "Recording\n"
                                          "Format: Test\n"
                                          "Process: 4711\n"
                                          "Clean exit: Yes\n"
                                          "\n"
                                          "Times\n"
                                          "Start: 0.000 s\n"
                                          "End: 1.000 s\n"
                                          "Duration: 1 s\n"
                                          "Start date and time: 1970-01-01 "));
  g_assert_nonnull (strstr (plain, "\n\nContents\nEvents: 14\nSpans: 6\nMessages: 2\nNames: 5\n"
                            "Threads: 3\nTracks: 3\nProblems: 3\n\nReading\nMemory: "));
  g_assert_null (strstr (plain, "Speed"));
  g_assert_true (g_str_has_suffix (plain, "\n\nNotes\nLanes are not threads.\n"));

  _dwell_session_adopt_reading (dwell_view_get_session (view),
                                dwell_reading_new (fixture_trace_shifted (10)),
                                DWELL_SESSION_READY);
  g_assert_cmpuint (mirror->n_changes, ==, 2);
  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  mirror_free (mirror);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* If nothing has a time, none is shown, not even zero. */
static void
test_info_without_times (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  g_autoptr(DwellTrace) trace = dwell_builder_finish (builder);
  DwellView *view = fixture_view (trace);
  DwellInfoList *list = dwell_info_list_new ();
  g_autofree char *text = NULL;

  dwell_query_set_view (DWELL_QUERY (list), view);
  text = dwell_info_list_to_text (list);
  g_assert_nonnull (strstr (text, "\n\nContents\n"));
  g_assert_null (strstr (text, "Times"));
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* A process and its two threads, and what belongs to none of them. */
static void
test_info_of_contexts (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", 0);
  guint32 process = dwell_builder_add_context (builder, "p", DWELL_CONTEXT_PROCESS, 1, DWELL_NONE);
  g_autoptr(DwellTrace) trace = NULL;
  DwellInfoList *list = dwell_info_list_new ();
  g_autofree char *text = NULL;
  DwellView *view;

  dwell_builder_add_context (builder, "a", DWELL_CONTEXT_THREAD, 2, process);
  dwell_builder_add_context (builder, "b", DWELL_CONTEXT_THREAD, 3, process);
  dwell_builder_add_context (builder, DWELL_CONTEXT_UNNAMED, DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);
  dwell_query_set_view (DWELL_QUERY (list), view);
  text = dwell_info_list_to_text (list);
  g_assert_nonnull (strstr (text, "Names: 0\nProcesses: 1\nThreads: 2\nProblems: 0\n"));
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static void
test_info_of_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);
  DwellInfoList *list = dwell_info_list_new ();
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (path, "2,0,a\n0,0,10\n1,0,10\n0,0,1\n", -1, NULL));
  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  text = dwell_info_list_to_text (list);
  g_assert_nonnull (strstr (text, "a.csv"));
  g_assert_nonnull (strstr (text, "Size: 26"));
  g_assert_nonnull (strstr (text, "Speed: 3 events in "));
  g_assert_nonnull (strstr (text, " a second\n"));

  g_assert_finalize_object (list);
  g_object_unref (session);
  fixture_view_free (view);
  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static char *
describe_fact (gpointer item)
{
  DwellEvent target = dwell_fact_get_target (item);

  const char *note = dwell_fact_get_note (item);

  return g_strdup_printf ("%s|%s|%s|%d%s%s", dwell_fact_get_group (item),
                          dwell_fact_get_label (item), dwell_fact_get_value (item),
                          target.span != DWELL_NONE ? (int) target.span
                          : target.mark != DWELL_NONE ? 1000 + (int) target.mark
                          : dwell_fact_get_area (item) != DWELL_NONE
                          ? 2000 + (int) dwell_fact_get_area (item) : -1,
                          note != NULL ? "|" : "", note != NULL ? note : "");
}

static void
assert_facts (DwellSpanInfo      *info,
              const char * const *expected)
{
  guint i;

  for (i = 0; expected[i] != NULL; i++)
    {
      g_autoptr(DwellFact) fact = g_list_model_get_item (G_LIST_MODEL (info), i);
      g_autofree char *text = NULL;

      g_assert_nonnull (fact);
      text = describe_fact (fact);

      /* The clock's text depends on where this runs. */
      if (!g_str_has_suffix (expected[i], "*"))
        fixture_assert_text (text, expected[i]);
    }

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (info)), ==, i);
}

static void
settle (DwellSpanInfo *info)
{
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (info)));
}

static void
test_span_info (void)
{
  static const char * const load_facts[] = {
    "|Duration|300 ms|-1", "|Self|200 ms|-1|66.7 %", "Times|Start|0.100 s|-1",
    "Times|End|0.400 s|-1", "*", "Calls|Parent|main · 1 s|0", "Calls|Child|parse · 100 ms|2",
    "Same Name|All calls|2|2001", "Same Name|Rank by duration|1 of 2|-1",
    "Same Name|Next|0.600 s|4",
    "Same Name|Period|500 ms|-1", "Same Name|Gap|200 ms|-1",
    "Messages|0.300 s|half way|1000", "Origin|Module|io|-1", "Origin|Author|bob|-1",
    "Origin|Depth|1|-1", NULL
  };
  static const char * const main_facts[] = {
    "|Duration|1 s|-1", "|Self|300 ms|-1|30.0 %", "Times|Start|0.000 s|-1",
    "Times|End|1.000 s|-1", "*", "Calls|Longest child|draw · 400 ms|3",
    "Calls|Next longest|load · 300 ms|1", "Same Name|Rank by duration|1 of 1|-1",
    "Origin|Module|app|-1", "Origin|Author|ann|-1", "Origin|Depth|0|-1", NULL
  };
  static const char * const work_facts[] = {
    "|Duration|600 ms|-1", "|Self|600 ms|-1|100.0 %",
    "Times|Record|Its end was not recorded|-1", "Times|Start|0.200 s|-1", "Times|End|0.800 s|-1",
    "*", "Origin|Depth|0|-1", NULL
  };
  static const char * const mark_facts[] = {
    "Times|Time|0.300 s|-1", "*", "Origin|Reported by|load · 300 ms|1", NULL
  };
  /* 200 + 50 of 300 + 250 + 100 + 350 + 600; then 50 of 100 + 50 + 350 + 300. */
  static const char * const area_facts[] = {
    "|Self|250 ms|-1", "|Total|350 ms|-1", "Statistics|Count|2|-1", "Statistics|Share|15.6 %|-1",
    "Statistics|Mean|175 ms|-1", "Statistics|Max|300 ms|1", "Statistics|Min|50 ms|4",
    "Origin|Module|io|-1", "Origin|Author|bob|-1", NULL
  };
  static const char * const selected_facts[] = {
    "|Self|50 ms|-1", "|Total|50 ms|-1", "Statistics|Count|1|-1", "Statistics|Share|6.3 %|-1",
    "Statistics|Mean|50 ms|-1", "Statistics|Max|50 ms|4", "Statistics|Min|50 ms|4",
    "Origin|Module|io|-1", "Origin|Author|bob|-1", NULL
  };
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellSpanInfo *info = dwell_span_info_new ();
  Mirror *mirror = mirror_new (info, describe_fact);
  g_autofree char *text = NULL;

  dwell_query_set_view (DWELL_QUERY (info), view);
  g_assert_cmpstr (dwell_span_info_get_title (info), ==, "");

  dwell_view_focus_span (view, SPAN_LOAD);
  settle (info);
  g_assert_cmpstr (dwell_span_info_get_title (info), ==, "load");
  g_assert_cmpstr (dwell_span_info_get_subtitle (info), ==, "Function · thread 11");
  assert_facts (info, load_facts);
  text = dwell_span_info_to_text (info);
  g_assert_true (g_str_has_prefix (text, "load\nFunction · thread 11\nDuration: "));

  dwell_view_focus_span (view, SPAN_MAIN);
  settle (info);
  assert_facts (info, main_facts);

  dwell_view_focus_span (view, SPAN_WORK);
  settle (info);
  assert_facts (info, work_facts);

  dwell_view_focus_mark (view, MARK_HALF_WAY);
  settle (info);
  g_assert_cmpstr (dwell_span_info_get_title (info), ==, "half way");
  assert_facts (info, mark_facts);

  /* An area by itself, in the whole session and in a selection. */
  dwell_view_focus_span (view, DWELL_NONE);
  dwell_view_focus_area (view, trace->span_area[SPAN_LOAD]);
  settle (info);
  g_assert_cmpstr (dwell_span_info_get_title (info), ==, "load");
  g_assert_cmpstr (dwell_span_info_get_subtitle (info), ==, "Function · Whole recording");
  assert_facts (info, area_facts);

  dwell_view_set_selection (view, 500000000, 1000000000);
  settle (info);
  g_assert_cmpstr (dwell_span_info_get_subtitle (info), ==, "Function · Selection");
  assert_facts (info, selected_facts);

  /* The focus goes, and the facts with it, at once. */
  dwell_view_focus_span (view, DWELL_NONE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (info)), ==, 0);
  g_assert_cmpstr (dwell_span_info_get_title (info), ==, "");

  /* A question under way when the trace is another, and when all is closed. */
  dwell_view_focus_span (view, SPAN_LOAD);
  _dwell_session_adopt_reading (dwell_view_get_session (view),
                                dwell_reading_new (fixture_trace ()), DWELL_SESSION_READY);
  settle (info);
  dwell_view_focus_span (view, SPAN_DRAW);
  mirror_free (mirror);
  g_assert_finalize_object (info);
  fixture_view_free (view);
}

/* Two spans that lie side by side, the first of which has arguments, a message that has one, and
 * flows: many from the first span to the second, one back. */
static DwellTrace *
make_trace_with_args (void)
{
  g_autofree char *long_text = g_strnfill (5000, 'x');
  const char * const texts[][2] = { { "url", "<b>&amp;" }, { "none", "" }, { "long", long_text } };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_MARKS);
  DwellArea area = { .name = dwell_strings_intern (builder->strings, "f", -1),
                     .parent = DWELL_NONE };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "c", context,
                                                                         FALSE), 0);

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, 2, NULL));
  for (guint i = 0; i < 2; i++)
    dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, row, DWELL_NONE,
                                                                i * 100), i * 100 + 50, 0);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    dwell_builder_add_arg (builder, dwell_strings_intern (builder->strings, texts[i][0], -1),
                           DWELL_ARG_STRING, dwell_strings_intern (builder->strings, texts[i][1],
                                                                   -1));
  dwell_builder_set_span_args (builder, 0, dwell_builder_end_args (builder));
  dwell_builder_add_mark (builder, DWELL_MARK_MESSAGE, 60, 0, DWELL_NONE, DWELL_NONE, 1, NULL);
  dwell_builder_add_arg (builder, 1, DWELL_ARG_INTEGER, 7);
  dwell_builder_set_mark_args (builder, 0, dwell_builder_end_args (builder));
  for (guint i = 0; i < 12; i++)
    dwell_builder_add_flow (builder, &(DwellFlow) { i, 100 + i, 0, 1, 0, 0, i });
  dwell_builder_add_flow (builder, &(DwellFlow) { 140, 40, 1, 0, 0, 0, 12 });
  return dwell_builder_finish (builder);
}

/* The arguments of the focus, in full; and where its flows lead to. */
static void
test_span_info_args (void)
{
  g_autoptr(DwellTrace) trace = make_trace_with_args ();
  DwellView *view = fixture_view (trace);
  DwellSpanInfo *info = dwell_span_info_new ();
  g_autofree char *text = NULL;
  g_autofree char *mark_text = NULL;

  dwell_query_set_view (DWELL_QUERY (info), view);
  dwell_view_focus_span (view, 0);
  settle (info);
  text = dwell_span_info_to_text (info);
  g_assert_nonnull (strstr (text, "\nurl: <b>&amp;\nnone: \"\"\nlong: xxx"));
  g_assert_nonnull (strstr (text, "xxx\n"));
  g_assert_cmpuint (strlen (text), >, 5000);
  g_assert_nonnull (strstr (text, "\nFrom: f · c\nTo: f · c\nTo: f · c\n"));
  g_assert_nonnull (strstr (text, "\nTo: f · c\nand 2 more\n"));

  dwell_view_focus_mark (view, 0);
  settle (info);
  mark_text = dwell_span_info_to_text (info);
  g_assert_nonnull (strstr (mark_text, "\nf: 7\n"));

  g_assert_finalize_object (info);
  fixture_view_free (view);
}

/* The area whose title is @title. */
static guint32
find_area (const DwellTrace *trace,
           const char       *title)
{
  for (guint32 area = 0; area < trace->n_areas; area++)
    if (g_str_equal (dwell_trace_get_area_title (trace, area), title))
      return area;

  g_assert_not_reached ();
}

/* Functions of files of stacks have what Call Tree says of them from below, and say what they are
 * in. */
static void
test_span_info_of_stacks (void)
{
  static const struct {
    const char *text;
    const char *area;
    const char *facts[6];
  } cases[] = {
    { "main;work 7\nmain;work;main 2\nmain 1\n", "main",
      { "|Self|3|-1|30.0 %", "|Total|10|-1|100.0 %" } },
    { "# callgrind format\nversion: 1\nevents: Ir\nob=/lib/a.so\nfl=a.c\nfn=main\n3 10\n"
      "cfn=work\ncalls=2 9\n4 60\n\nfn=work\n9 60\n\nsummary: 70\n", "main",
      { "|Self|10|-1|14.3 %", "|Total|70|-1|100.0 %", "Origin|Source|a.c|-1",
        "Origin|Image|/lib/a.so|-1" } },
    { "a 1/1 1.000000: 3000000 cpu-clock: \n\t    401 in+0x1 (/bin/a)\n"
      "\t    402 out+0x1 (/bin/a)\n\n"
      "a 1/1 1.003000: 3000000 cpu-clock: \n\t    402 out+0x1 (/bin/a)\n\n", "out",
      { "|Self|3 ms|-1|50.0 %", "|Total|6 ms|-1|100.0 %", "Origin|Image|/bin/a|-1" } },
  };
  g_autofree char *folder = g_dir_make_tmp ("dwell-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stacks.txt", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);
      DwellView *view = dwell_view_new (session);
      DwellSpanInfo *info = dwell_span_info_new ();

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      dwell_query_set_view (DWELL_QUERY (info), view);
      dwell_session_load (session);
      WAIT_UNTIL (!dwell_session_get_busy (session));
      dwell_view_focus_area (view, find_area (dwell_view_get_trace (view), cases[i].area));
      settle (info);
      g_assert_null (strstr (dwell_span_info_get_subtitle (info), "·"));
      assert_facts (info, cases[i].facts);

      g_assert_finalize_object (info);
      g_object_unref (session);
      fixture_view_free (view);
    }

  g_unlink (path);
  g_rmdir (folder);
}

/* Any span or mark of any trace; with and without the index; faster than answers come. */
static void
test_span_info_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint round = 0; round < 20; round++)
    {
      RandomTraceShape shape;
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellSession) session = NULL;
      DwellView *view;
      DwellSpanInfo *info = dwell_span_info_new ();
      Mirror *mirror = mirror_new (info, describe_fact);

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      session = dwell_session_new_for_trace (trace, "random");
      view = dwell_view_new (session);
      dwell_query_set_view (DWELL_QUERY (info), view);

      for (guint32 span = 0; span < trace->n_spans; span++)
        {
          g_autofree char *label = NULL;

          dwell_view_focus_span (view, span);

          if (g_rand_boolean (rand))
            continue;
          settle (info);
          label = dwell_trace_dup_area_label (trace, trace->span_area[span]);
          g_assert_cmpstr (dwell_span_info_get_title (info), ==, label);
        }

      for (guint32 mark = 0; mark < trace->n_marks; mark++)
        {
          dwell_view_focus_mark (view, mark);
          settle (info);
          g_assert_cmpstr (dwell_span_info_get_title (info), ==,
                           dwell_trace_get_string (trace, trace->mark_text[mark]));
        }

      mirror_free (mirror);
      g_assert_finalize_object (info);
      g_object_unref (view);
    }

  fixture_settle ();
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/problem-list/items", test_problems);
  g_test_add_func ("/problem-list/random", test_problems_random);
  g_test_add_func ("/problem-list/none", test_no_problems);
  g_test_add_func ("/info-list/trace", test_info);
  g_test_add_func ("/info-list/without-times", test_info_without_times);
  g_test_add_func ("/info-list/contexts", test_info_of_contexts);
  g_test_add_func ("/info-list/file", test_info_of_file);
  g_test_add_func ("/span-info/facts", test_span_info);
  g_test_add_func ("/span-info/args", test_span_info_args);
  g_test_add_func ("/span-info/stacks", test_span_info_of_stacks);
  g_test_add_func ("/span-info/random", test_span_info_random);

  return fixture_run ();
}
