/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of statistics: its items-changed against a mirror, its content against the answer of the
 * index itself, filtered and sorted naively, under random questions asked faster than answered. */
#include "config.h"

#include <math.h>

#include "model-fixture.h"
#include "model/lists/statistics/dwell-statistics-list.h"
#include "model/session/dwell-session-private.h"
#include "support/text-fixture.h"

/* Every cell, so that an item whose row is another never goes unnoticed. */
static char *
describe (gpointer item)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    {
      g_autofree char *cell = dwell_statistics_item_get_text (item, i);

      g_string_append_printf (text, "%s|", cell);
    }

  return g_strdup (text->str);
}

/* The settings of a list. */
typedef struct {
  DwellGroupBy   group_by;
  guint32        context;
  const char    *filter; /* plain text */
  DwellStatistic sort_by;
  gboolean       descending;
} Question;

static const char *
get_string (DwellTrace *trace,
            guint32     string)
{
  return dwell_trace_get_string (trace, string);
}

static gboolean
holds (const char *text,
       const char *part)
{
  g_autofree char *folded_text = g_utf8_casefold (text, -1);
  g_autofree char *folded_part = g_utf8_casefold (part, -1);

  return strstr (folded_text, folded_part) != NULL;
}

static gboolean
is_wanted (DwellTrace               *trace,
           const DwellStatisticsRow *row,
           const Question           *question)
{
  const DwellArea *area;

  if (row->count == 0 && row->incomplete == 0 && row->call_sum == 0)
    return FALSE;

  if (question->context == DWELL_EACH_CONTEXT ? row->context == DWELL_NONE
                                              : row->context != question->context)
    return FALSE;

  if (*question->filter == '\0')
    return TRUE;

  if (row->area == DWELL_NONE)
    return holds (row->group != 0 ? get_string (trace, row->group) : "(none)", question->filter);

  area = &trace->areas[row->area];
  return holds (get_string (trace, area->name), question->filter)
         || holds (get_string (trace, area->module), question->filter)
         || holds (get_string (trace, area->author), question->filter);
}

/* The key that the tests sort by; NAN if there is none. */
static double
get_key (const DwellStatisticsRow *row,
         DwellStatistic            statistic)
{
  if (statistic == DWELL_STATISTIC_COUNT)
    return (double) row->count;

  if (statistic == DWELL_STATISTIC_CALL)
    return (double) row->call.total;

  if (statistic == DWELL_STATISTIC_NET)
    return row->net_is_defined ? (double) row->net.total : NAN;

  if (statistic == DWELL_STATISTIC_P50)
    return row->n_complete > 0 ? (double) row->p50 : NAN;

  g_assert (statistic == DWELL_STATISTIC_PERIOD_AVG);
  return row->n_periods > 0 ? (double) row->period.avg.whole + row->period.avg.rest : NAN;
}

static gboolean
goes_before (const DwellStatisticsRow *a,
             const DwellStatisticsRow *b,
             const Question           *question)
{
  double left = get_key (a, question->sort_by);
  double right = get_key (b, question->sort_by);

  if (isnan (left) || isnan (right))
    return !isnan (left) && isnan (right);

  return question->descending ? left > right : left < right;
}

/* The rows that the list must show, by the index itself. */
static GPtrArray *
ask_naively (DwellView       *view,
             DwellStatistics *statistics,
             const Question  *question)
{
  GPtrArray *rows = g_ptr_array_new ();

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      guint place = rows->len;

      if (!is_wanted (dwell_view_get_trace (view), row, question))
        continue;

      while (place > 0 && goes_before (row, g_ptr_array_index (rows, place - 1), question))
        place--;

      g_ptr_array_insert (rows, (int) place, (gpointer) row);
    }

  return rows;
}

static void
assert_same_row (const DwellStatisticsRow *a,
                 const DwellStatisticsRow *b)
{
  g_assert_cmpuint (a->context, ==, b->context);
  g_assert_cmpuint (a->area, ==, b->area);
  g_assert_cmpuint (a->group, ==, b->group);
  g_assert_cmpuint (a->count, ==, b->count);
  g_assert_cmpint (a->net.total, ==, b->net.total);
  g_assert_cmpint (a->call.total, ==, b->call.total);
  g_assert_cmpint (a->call_sum, ==, b->call_sum);
  g_assert_cmpuint (a->n_complete, ==, b->n_complete);
  g_assert_cmpint (a->p50, ==, b->p50);
  g_assert_cmpint (a->p99, ==, b->p99);
  g_assert_cmpint (a->outside.total, ==, b->outside.total);
}

/* @list must have the details of the view's scope. */
static void
check_list (DwellStatisticsList *list,
            DwellView           *view,
            const Question      *question)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (dwell_view_get_trace (view), question->group_by, NULL);
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(GPtrArray) rows = NULL;
  const DwellStatisticsSums *sums;
  DwellWide count = 0;
  DwellWide self = 0;
  gint64 begin;
  gint64 end;

  dwell_view_get_scope_range (view, &begin, &end);
  statistics = dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_ALL, NULL);
  rows = ask_naively (view, statistics, question);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, rows->len);

  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr(DwellStatisticsItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      assert_same_row (dwell_statistics_item_get_row (item), g_ptr_array_index (rows, i));
      count += dwell_statistics_item_get_row (item)->count;
      self += dwell_statistics_item_get_row (item)->net.total;
    }

  sums = dwell_statistics_list_get_sums (list);
  g_assert_true (sums->count == count);
  g_assert_true (sums->self == self || sums->n_selves < rows->len);
  g_assert_cmpuint (sums->n_rows, >=, rows->len);
}

static DwellView *
make_random_view (GRand *rand)
{
  RandomTraceShape shape;
  g_autoptr(DwellTrace) trace = NULL;

  random_trace_choose_shape (rand, &shape);
  trace = random_trace_new (rand, &shape);
  return fixture_view (trace);
}

static gint64
random_time (GRand     *rand,
             DwellView *view)
{
  DwellTrace *trace = dwell_view_get_trace (view);

  return trace->begin + (gint64) (g_rand_double (rand) * (double) (trace->end - trace->begin));
}

static void
ask_randomly (GRand               *rand,
              DwellStatisticsList *list,
              DwellView           *view,
              Question            *question)
{
  static const DwellStatistic columns[] = {
    DWELL_STATISTIC_COUNT, DWELL_STATISTIC_CALL, DWELL_STATISTIC_NET, DWELL_STATISTIC_P50,
    DWELL_STATISTIC_PERIOD_AVG
  };
  static const char * const filters[] = { "", "a", "ÉPS", "core", "bob", "nothing at all", "(" };
  gboolean taken;

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      question->group_by = (DwellGroupBy) g_rand_int_range (rand, 0, 3);
      dwell_statistics_list_set_group_by (list, question->group_by);
      break;

    case 1:
      question->context = g_rand_boolean (rand) ? DWELL_NONE
                          : g_rand_boolean (rand) ? DWELL_EACH_CONTEXT : 0;
      dwell_statistics_list_set_context (list, question->context);
      break;

    case 2:
      question->filter = filters[g_rand_int_range (rand, 0, G_N_ELEMENTS (filters))];
      taken = dwell_statistics_list_set_filter (list, question->filter, NULL);
      g_assert_true (taken);
      break;

    case 3:
      question->sort_by = columns[g_rand_int_range (rand, 0, G_N_ELEMENTS (columns))];
      question->descending = g_rand_boolean (rand);
      dwell_statistics_list_sort (list, question->sort_by, question->descending);
      break;

    case 4:
      dwell_view_set_scope (view, (DwellScope) g_rand_int_range (rand, 0, 3));
      break;

    default:
      dwell_view_set_selection (view, random_time (rand, view), random_time (rand, view));
    }
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint round = 0; round < 15; round++)
    {
      DwellView *view = make_random_view (rand);
      DwellStatisticsList *list = dwell_statistics_list_new ();
      Mirror *mirror = mirror_new (list, describe);
      Question question = { DWELL_GROUP_BY_AREA, DWELL_NONE, "", DWELL_STATISTIC_NET, TRUE };

      dwell_query_set_view (DWELL_QUERY (list), view);
      g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));

      for (guint i = 0; i < 30; i++)
        {
          for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--)
            {
              ask_randomly (rand, list, view, &question);

              if (g_rand_boolean (rand))
                g_main_context_iteration (NULL, FALSE);
            }

          /* Another trace under it, now and then. */
          if (g_rand_int_range (rand, 0, 10) == 0)
            {
              RandomTraceShape shape;

              random_trace_choose_shape (rand, &shape);
              _dwell_session_adopt_reading (dwell_view_get_session (view),
                                            dwell_reading_new (random_trace_new (rand, &shape)),
                                            DWELL_SESSION_READY);
            }

          if (g_rand_boolean (rand))
            {
              WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
              check_list (list, view, &question);
            }
        }

      mirror_free (mirror);
      g_assert_finalize_object (list);
      fixture_view_free (view);
    }
}

/* A range dragged over a thousand places: few answers, the last of them the right one. */
static void
test_drag (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
  g_autoptr(DwellTrace) trace = NULL;
  RandomTraceShape shape = { 20000, 4, 6, 50, 0, 1000, TRUE, TRUE };
  Question question = { DWELL_GROUP_BY_AREA, DWELL_NONE, "", DWELL_STATISTIC_NET, TRUE };
  DwellStatisticsList *list = dwell_statistics_list_new ();
  DwellView *view;
  guint n_changes = 0;

  /* The generator looks at all spans for each. */
  if (!g_test_thorough ())
    shape.n_spans = 2000;

  trace = random_trace_new (rand, &shape);
  view = fixture_view (trace);
  dwell_query_set_view (DWELL_QUERY (list), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  COUNT_SIGNAL (list, "items-changed", &n_changes);

  for (guint i = 0; i < 1000; i++)
    {
      dwell_view_set_selection (view, random_time (rand, view), random_time (rand, view));
      g_assert_true (dwell_query_get_busy (DWELL_QUERY (list))
                     || !dwell_view_get_selection (view, NULL, NULL));

      if (i % 7 == 0)
        g_main_context_iteration (NULL, FALSE);
    }

  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  check_list (list, view, &question);

  /* At most one for each turn of the main loop, and the last two. */
  g_assert_cmpuint (n_changes, >, 0);
  g_assert_cmpuint (n_changes, <=, 1000 / 7 + 3);

  /* Closed in the middle of it. */
  dwell_view_set_selection (view, random_time (rand, view), random_time (rand, view));
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static guint
find_name (DwellStatisticsList *list,
           const char          *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(DwellStatisticsItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);
      g_autofree char *text = dwell_statistics_item_get_text (item, DWELL_STATISTIC_NAME);

      if (g_str_equal (text, name))
        return i;
    }

  return G_MAXUINT;
}

static void
assert_cell (DwellStatisticsList *list,
             const char          *name,
             DwellStatistic       statistic,
             const char          *expected)
{
  guint position = find_name (list, name);
  g_autoptr(DwellStatisticsItem) item = g_list_model_get_item (G_LIST_MODEL (list), position);
  g_autofree char *text = NULL;

  g_assert_nonnull (item);
  text = dwell_statistics_item_get_text (item, statistic);
  fixture_assert_text (text, expected);
}

static void
test_cells (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellStatisticsList *list = dwell_statistics_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);
  assert_cell (list, "load", DWELL_STATISTIC_COUNT, "2");
  assert_cell (list, "load", DWELL_STATISTIC_CALL, "0.35 s");
  assert_cell (list, "load", DWELL_STATISTIC_NET, "250 ms");
  assert_cell (list, "load", DWELL_STATISTIC_CALL_MIN, "0.05 s");
  assert_cell (list, "load", DWELL_STATISTIC_CALL_AVG, "0.175 s");
  assert_cell (list, "load", DWELL_STATISTIC_STD, "125 ms");
  assert_cell (list, "load", DWELL_STATISTIC_PERIOD_AVG, "500 ms");
  assert_cell (list, "load", DWELL_STATISTIC_OUTSIDE_AVG, "200 ms");
  assert_cell (list, "load", DWELL_STATISTIC_MODULE, "io");
  assert_cell (list, "load", DWELL_STATISTIC_KIND, "Function");
  assert_cell (list, "load", DWELL_STATISTIC_CONTEXT, "All");

  /* Missing values are empty: work never ended, main ran once. */
  assert_cell (list, "work", DWELL_STATISTIC_INCOMPLETE, "1");
  assert_cell (list, "work", DWELL_STATISTIC_CALL_MIN, "");
  assert_cell (list, "work", DWELL_STATISTIC_P50, "");
  assert_cell (list, "work", DWELL_STATISTIC_MODULE, "");
  assert_cell (list, "main", DWELL_STATISTIC_PERIOD_AVG, "");
  assert_cell (list, "main", DWELL_STATISTIC_OUTSIDE_MIN, "");

  /* Rows that have no median come last in both directions. */
  dwell_statistics_list_sort (list, DWELL_STATISTIC_P50, TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (find_name (list, "main"), ==, 0);
  g_assert_cmpuint (find_name (list, "work"), ==, 4);
  dwell_statistics_list_sort (list, DWELL_STATISTIC_P50, FALSE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (find_name (list, "main"), ==, 3);
  g_assert_cmpuint (find_name (list, "work"), ==, 4);

  dwell_statistics_list_sort (list, DWELL_STATISTIC_NAME, FALSE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (find_name (list, "draw"), ==, 0);
  g_assert_cmpuint (dwell_statistics_list_find_area (list, trace->span_area[SPAN_WORK]), ==, 4);
  g_assert_cmpuint (dwell_statistics_list_find_area (list, DWELL_NONE), ==, G_MAXUINT);

  /* A range in which some did not run. */
  dwell_view_set_selection (view, 0, 120 * MS);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 2);
  g_assert_cmpuint (dwell_statistics_list_find_area (list, trace->span_area[SPAN_WORK]), ==,
                    G_MAXUINT);
  assert_cell (list, "load", DWELL_STATISTIC_CALL, "20 ms");

  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static void
test_groups (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  g_autoptr(GError) error = NULL;
  DwellView *view = fixture_view (trace);
  DwellStatisticsList *list = dwell_statistics_list_new ();

  dwell_statistics_list_set_group_by (list, DWELL_GROUP_BY_MODULE);
  dwell_query_set_view (DWELL_QUERY (list), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 4);
  assert_cell (list, "io", DWELL_STATISTIC_COUNT, "3");
  assert_cell (list, "io", DWELL_STATISTIC_CALL, "0.35 s");
  assert_cell (list, "io", DWELL_STATISTIC_CALL_SUM, "0.45 s");
  assert_cell (list, "io", DWELL_STATISTIC_MODULE, "io");
  assert_cell (list, "io", DWELL_STATISTIC_AUTHOR, "");
  assert_cell (list, "(none)", DWELL_STATISTIC_COUNT, "1");

  dwell_statistics_list_set_group_by (list, DWELL_GROUP_BY_AUTHOR);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 3);
  assert_cell (list, "ann", DWELL_STATISTIC_COUNT, "2");

  /* A broken expression leaves all as it is. */
  g_assert_false (dwell_statistics_list_set_filter (list, "/(/", &error));
  g_assert_nonnull (error);
  g_assert_false (dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_true (dwell_statistics_list_set_filter (list, "/^a/", NULL));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);

  /* A condition on a detail waits for the details. */
  g_assert_true (dwell_statistics_list_set_filter (list, "p50:>0.1s count:2", NULL));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);
  assert_cell (list, "ann", DWELL_STATISTIC_COUNT, "2");
  g_assert_true (dwell_statistics_list_set_filter (list, "p50:>100s", NULL));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

static char *
get_plain (gpointer item,
           int      column,
           gboolean is_plain)
{
  return dwell_statistics_item_get_plain (item, (DwellStatistic) column);
}

static void
test_to_text (void)
{
  static const DwellTextColumn columns[] = {
    { DWELL_STATISTIC_NAME, "area", get_plain }, { DWELL_STATISTIC_COUNT, "count", get_plain },
    { DWELL_STATISTIC_CALL, "call.total", get_plain },
    { DWELL_STATISTIC_CALL_AVG, "call.avg", get_plain }, { DWELL_STATISTIC_P50, "p50", get_plain },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 area = fixture_area (builder, "a \"quoted\",\tname", "", "");
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  DwellStatisticsList *list = dwell_statistics_list_new ();
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *tabs = NULL;
  g_autofree char *empty = NULL;
  DwellView *view;
  gboolean reserved = dwell_builder_reserve_spans (builder, 2, NULL);

  g_assert_true (reserved);
  empty = fixture_text (dwell_list_freeze (DWELL_LIST (list)), columns, 2, ',');
  g_assert_cmpstr (empty, ==, "area,count\r\n");

  dwell_builder_close_span (builder, dwell_builder_open_span (builder, area, row, DWELL_NONE, 0),
                            3, 0);
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, area, row, DWELL_NONE, 10),
                            18, 0);
  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);
  dwell_query_set_view (DWELL_QUERY (list), view);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));

  csv = fixture_text (dwell_list_freeze (DWELL_LIST (list)), columns, G_N_ELEMENTS (columns), ',');
  g_assert_cmpstr (csv, ==, "area,count,call.total,call.avg,p50\r\n"
                   "\"a \"\"quoted\"\",\tname\",2,11,6,3\r\n");
  tabs = fixture_text (dwell_list_freeze (DWELL_LIST (list)), columns, G_N_ELEMENTS (columns),
                       '\t');
  g_assert_cmpstr (tabs, ==, "area\tcount\tcall.total\tcall.avg\tp50\n"
                   "a \"quoted\", name\t2\t11\t6\t3\n");
  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* A sum of overlapping times that exceeds 64 bits, in the window and for other programs; and
 * comparing two such sums that no double distinguishes. */
static void
test_large_sums (void)
{
  const gint64 length = G_GINT64_CONSTANT (4000000000000000000);
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  DwellStatisticsList *list = dwell_statistics_list_new ();
  g_autoptr(DwellStatisticsItem) first = NULL;
  g_autoptr(DwellStatisticsItem) second = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  g_autofree char *text = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *other = NULL;
  g_autofree char *mean = NULL;
  DwellView *view;
  gboolean reserved = dwell_builder_reserve_spans (builder, 6, NULL);

  g_assert_true (reserved);
  for (guint i = 0; i < 6; i++)
    {
      guint32 area = fixture_area (builder, i < 3 ? "a" : "b", "", "");
      guint32 row = dwell_builder_add_row (builder, track, 0);

      dwell_builder_close_span (builder,
                                dwell_builder_open_span (builder, area, row, DWELL_NONE, 0),
                                length + (i == 5), 0);
    }

  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);
  dwell_query_set_view (DWELL_QUERY (list), view);
  dwell_statistics_list_sort (list, DWELL_STATISTIC_CALL_SUM, TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));

  first = g_list_model_get_item (G_LIST_MODEL (list), 0);
  second = g_list_model_get_item (G_LIST_MODEL (list), 1);
  text = dwell_statistics_item_get_text (first, DWELL_STATISTIC_CALL_SUM);
  plain = dwell_statistics_item_get_plain (first, DWELL_STATISTIC_CALL_SUM);
  other = dwell_statistics_item_get_plain (second, DWELL_STATISTIC_CALL_SUM);
  mean = dwell_statistics_item_get_plain (first, DWELL_STATISTIC_CALL_AVG);
  g_assert_cmpstr (text, ==, "12\u202f000\u202f000\u202f000\u00a0s");
  g_assert_cmpstr (plain, ==, "12000000000000000001");
  g_assert_cmpstr (other, ==, "12000000000000000000");
  g_assert_cmpstr (mean, ==, "4000000000000000000");

  g_assert_finalize_object (list);
  fixture_view_free (view);
}

/* Every column is described, ids are unique. */
static void
test_columns (void)
{
  g_autoptr(GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < DWELL_N_STATISTICS; i++)
    {
      const DwellColumnInfo *info = &dwell_statistic_columns[i];

      g_assert_nonnull (info->id);
      g_assert_nonnull (info->title);
      g_assert_nonnull (info->summary);
      g_assert_true (g_hash_table_add (ids, (gpointer) info->id));
    }
}

/* A partial trace has no index: the list waits, and says so only while there is hope. */
static void
test_partial (void)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/nowhere/at-all.csv");
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);
  DwellStatisticsList *list = dwell_statistics_list_new ();

  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_false (dwell_query_get_busy (DWELL_QUERY (list)));
  dwell_session_load (session);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  _dwell_session_adopt_reading (session, dwell_reading_new (fixture_trace ()),
                                DWELL_SESSION_PARTIAL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));

  /* Reading breaks off; what was read is the trace. */
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_nonnull (dwell_session_get_error (session));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);
  g_assert_finalize_object (list);
  g_object_unref (session);
  fixture_view_free (view);
}

/* An inactive list asks nothing; active again, it asks for what changed. */
static void
test_active (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellView *view = fixture_view (trace);
  DwellStatisticsList *list = dwell_statistics_list_new ();

  dwell_query_set_active (DWELL_QUERY (list), FALSE);
  dwell_query_set_view (DWELL_QUERY (list), view);
  fixture_settle ();
  g_assert_false (dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);

  dwell_query_set_active (DWELL_QUERY (list), TRUE);
  g_assert_true (dwell_query_get_busy (DWELL_QUERY (list)));
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 5);

  dwell_query_set_active (DWELL_QUERY (list), FALSE);
  dwell_view_set_selection (view, 0, 50 * MS);
  g_assert_false (dwell_query_get_busy (DWELL_QUERY (list)));
  dwell_query_set_active (DWELL_QUERY (list), TRUE);
  WAIT_UNTIL (!dwell_query_get_busy (DWELL_QUERY (list)));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1);

  g_assert_finalize_object (list);
  fixture_view_free (view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/statistics-list/large-sums", test_large_sums);
  g_test_add_func ("/statistics-list/columns", test_columns);
  g_test_add_func ("/statistics-list/cells", test_cells);
  g_test_add_func ("/statistics-list/groups", test_groups);
  g_test_add_func ("/statistics-list/to-text", test_to_text);
  g_test_add_func ("/statistics-list/partial", test_partial);
  g_test_add_func ("/statistics-list/active", test_active);
  g_test_add_func ("/statistics-list/random", test_random);
  g_test_add_func ("/statistics-list/drag", test_drag);

  return fixture_run ();
}
