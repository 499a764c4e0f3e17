/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics worked out by hand: what the formats' vectors must come to, and the edges of what
 * numbers can hold. */
#include "config.h"

#include "analysis/dwell-event-order.h"
#include "analysis/dwell-find.h"
#include "analysis/statistics/dwell-statistics.h"
#include "core/dwell-builder.h"

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

typedef struct {
  DwellBuilder *builder;
  guint32       tracks[4]; /* by context */
  guint32       rows[4][8];
} Fixture;

static Fixture
begin_trace (guint n_contexts)
{
  Fixture fixture = { .builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS) };
  gboolean reserved = dwell_builder_reserve_spans (fixture.builder, 100, NULL);

  g_assert_true (reserved);

  for (guint i = 0; i < n_contexts; i++)
    {
      g_autofree char *name = g_strdup_printf ("context %u", i);
      guint32 context = dwell_builder_add_context (fixture.builder, name, DWELL_CONTEXT_THREAD, i,
                                                   DWELL_NONE);

      fixture.tracks[i] = dwell_builder_add_track (fixture.builder, name, context, FALSE);
      for (guint row = 0; row < 8; row++)
        fixture.rows[i][row] = dwell_builder_add_row (fixture.builder, fixture.tracks[i], 0);
    }

  return fixture;
}

/* Names are "module|function", or a function. */
static guint32
add_area (Fixture    *fixture,
          const char *name)
{
  DwellArea area = { .parent = DWELL_NONE, .kind = DWELL_AREA_FUNCTION };
  const char *bar = strchr (name, '|');

  area.name = dwell_strings_intern (fixture->builder->strings, name, -1);
  if (bar != NULL)
    area.module = dwell_strings_intern (fixture->builder->strings, name, bar - name);

  return dwell_builder_add_area (fixture->builder, &area);
}

static guint32
add (Fixture    *fixture,
     guint       context,
     guint       row,
     const char *name,
     guint32     parent,
     gint64      begin,
     gint64      end,
     guint       flags)
{
  guint32 span = dwell_builder_open_span (fixture->builder, add_area (fixture, name),
                                          fixture->rows[context][row], parent, begin);

  dwell_builder_close_span (fixture->builder, span, end, flags);
  return span;
}

static DwellStatistics *
ask (DwellTrace   *trace,
     DwellGroupBy  group_by,
     gint64        begin,
     gint64        end)
{
  g_autoptr(DwellStatisticsIndex) index = dwell_statistics_index_new (trace, group_by, NULL);

  return dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_ALL, NULL);
}

/* @context: a number, or -1 for the sum. */
static const DwellStatisticsRow *
get_row (const DwellTrace      *trace,
         const DwellStatistics *statistics,
         int                    context,
         const char            *name)
{
  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      const char *row_name = row->area != DWELL_NONE ? dwell_trace_get_area_name (trace, row->area)
                                                     : dwell_trace_get_string (trace, row->group);

      if (row->context == (context < 0 ? DWELL_NONE : (guint32) context) &&
          g_str_equal (row_name, name))
        return row;
    }

  g_assert_not_reached ();
}

static void
check_times (const DwellTimes *times,
             gint64            total,
             gint64            min,
             gint64            max,
             double            avg)
{
  g_assert_cmpint (times->total, ==, total);
  g_assert_cmpint (times->min, ==, min);
  g_assert_cmpint (times->max, ==, max);
  g_assert_cmpfloat_with_epsilon ((double) times->avg.whole + times->avg.rest, avg,
                                  1e-6 * MAX (1, avg));
}

static void
test_lms_example (void)
{
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;

  add (&fixture, 0, 0, "reader", DWELL_NONE, 10 * US, 1000 * US, 0);
  add (&fixture, 0, 1, "writer", DWELL_NONE, 1000 * US, 1200 * US, 0);
  add (&fixture, 0, 0, "reader", DWELL_NONE, 1210 * US, 1910 * US, 0);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 1910 * US);
  g_assert_cmpuint (statistics->n_rows, ==, 4);

  for (int context = -1; context <= 0; context++)
    {
      row = get_row (trace, statistics, context, "reader");
      g_assert_cmpuint (row->count, ==, 2);
      g_assert_cmpuint (row->n_complete, ==, 2);
      check_times (&row->call, 1690 * US, 700 * US, 990 * US, 845 * US);
      check_times (&row->gross, 1690 * US, 700 * US, 990 * US, 845 * US);
      check_times (&row->net, 1690 * US, 700 * US, 990 * US, 845 * US);
      g_assert_cmpfloat_with_epsilon (row->std, 145 * US, 1e-3);
      g_assert_cmpint (row->p50, ==, 700 * US);
      g_assert_cmpint (row->p90, ==, 990 * US);
      g_assert_cmpint (row->p99, ==, 990 * US);
      g_assert_cmpuint (row->n_periods, ==, 1);
      check_times (&row->period, 0, 1200 * US, 1200 * US, 1200 * US);
      g_assert_cmpuint (row->n_gaps, ==, 1);
      check_times (&row->outside, 220 * US, 210 * US, 210 * US, 210 * US);
      g_assert_cmpfloat_with_epsilon (row->share, 1690 / 1890.0, 1e-12);

      row = get_row (trace, statistics, context, "writer");
      g_assert_cmpuint (row->count, ==, 1);
      check_times (&row->call, 200 * US, 200 * US, 200 * US, 200 * US);
      g_assert_cmpfloat (row->std, ==, 0);
      g_assert_cmpuint (row->n_periods, ==, 0);
      g_assert_cmpuint (row->n_gaps, ==, 0);
      g_assert_cmpint (row->outside.total, ==, 1710 * US);
    }
}

static void
test_lms_nested (void)
{
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;
  guint32 cycle;

  cycle = add (&fixture, 0, 0, "default", DWELL_NONE, 1500, 2505, 0);
  add (&fixture, 0, 1, "default.importer", cycle, 1503, 2403, 0);
  add (&fixture, 0, 2, "default.render", cycle, 2410, 2500, 0);
  cycle = add (&fixture, 0, 0, "default", DWELL_NONE, 6505, 7617, 0);
  add (&fixture, 0, 1, "default.importer", cycle, 6507, 7507, 0);
  add (&fixture, 0, 2, "default.render", cycle, 7511, 7611, 0);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 7617);

  row = get_row (trace, statistics, 0, "default");
  check_times (&row->call, 2117, 1005, 1112, 1058.5);
  check_times (&row->net, 27, 12, 15, 13.5);
  g_assert_cmpfloat_with_epsilon (row->std, 53.5, 1e-9);
  check_times (&row->period, 0, 5005, 5005, 5005);
  check_times (&row->outside, 7617 - 2117, 4000, 4000, 4000);
  g_assert_cmpfloat_with_epsilon (row->share, 27 / 2117.0, 1e-12);

  row = get_row (trace, statistics, 0, "default.importer");
  check_times (&row->call, 1900, 900, 1000, 950);
  row = get_row (trace, statistics, 0, "default.render");
  check_times (&row->call, 190, 90, 100, 95);

  /* A range that cuts both cycles: no span lies wholly in it but the first one's render. */
  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 2400, 7000);
  row = get_row (trace, statistics, 0, "default");
  g_assert_cmpuint (row->count, ==, 1);
  g_assert_cmpuint (row->n_complete, ==, 0);
  g_assert_cmpuint (row->n_periods, ==, 0);
  g_assert_cmpint (row->call.total, ==, 105 + 495);
  g_assert_cmpint (row->net.total, ==, 105 - 3 - 90 + 2);
  check_times (&row->outside, 4000, 4000, 4000, 4000);
  row = get_row (trace, statistics, 0, "default.render");
  check_times (&row->call, 90, 90, 90, 90);
}

/* The area with a nested and a straddling activation, as in the quirks. */
static void
test_lms_quirks (void)
{
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;
  guint32 cycle;

  cycle = add (&fixture, 0, 0, "default", DWELL_NONE, 10, 145, 0);
  add (&fixture, 0, 1, "default.a", cycle, 15, 65, 0);
  add (&fixture, 0, 2, "default.m2", cycle, 35, 71, 0);
  add (&fixture, 0, 3, "default.a", cycle, 61, 77, 0);
  add (&fixture, 0, 4, "#7", DWELL_NONE, 78, 87, 0);
  add (&fixture, 0, 1, "default.a", cycle, 91, 102, 0);
  add (&fixture, 0, 3, "default.a", cycle, 92, 97, 0);
  add (&fixture, 0, 5, "renamed", DWELL_NONE, 103, 105, 0);
  add (&fixture, 0, 2, "default.m2", DWELL_NONE, 146, 146,
       DWELL_SPAN_DOUBTFUL | DWELL_SPAN_END_MISSING);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 146);

  row = get_row (trace, statistics, 0, "default.a");
  g_assert_cmpuint (row->count, ==, 4);
  g_assert_cmpint (row->call_sum, ==, 50 + 16 + 11 + 5);
  check_times (&row->call, 50 + 16 + 11 + 5, 5, 50, 82 / 4.0);
  g_assert_cmpuint (row->n_gaps, ==, 1);
  check_times (&row->outside, 146 - (77 - 15) - (102 - 91), 14, 14, 14);
  check_times (&row->period, 0, 1, 46, 77 / 3.0);

  row = get_row (trace, statistics, 0, "default");
  check_times (&row->net, 135 - (77 - 15) - 11, 62, 62, 62);

  /* The doubtful one is in nothing. */
  row = get_row (trace, statistics, 0, "default.m2");
  g_assert_cmpuint (row->count, ==, 1);
  g_assert_cmpuint (row->incomplete, ==, 0);
  check_times (&row->call, 36, 36, 36, 36);
}

/* Overlapping activations are siblings; activations that were called from another are nested,
 * through any number of calls. */
static void
test_nesting (void)
{
  Fixture fixture = begin_trace (2);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(DwellStatistics) modules = NULL;
  guint32 f;
  guint32 g;

  add (&fixture, 0, 0, "sibling", DWELL_NONE, 0, 40, 0);
  add (&fixture, 0, 1, "sibling", DWELL_NONE, 10, 30, 0);

  /* f, g, f, g: two of them; and beside, in another context, f again. */
  f = add (&fixture, 0, 2, "m|f", DWELL_NONE, 50, 90, 0);
  g = add (&fixture, 0, 3, "m|g", f, 55, 85, 0);
  add (&fixture, 1, 0, "m|f", DWELL_NONE, 60, 70, 0);
  f = add (&fixture, 0, 4, "m|f", g, 60, 80, 0);
  add (&fixture, 0, 5, "m|g", f, 65, 75, 0);

  /* Two that overlap, and in each of them another: the paths take turns. */
  f = add (&fixture, 0, 0, "a", DWELL_NONE, 100, 150, 0);
  g = add (&fixture, 0, 1, "b", DWELL_NONE, 100, 150, 0);
  add (&fixture, 0, 2, "a", f, 110, 120, 0);
  add (&fixture, 0, 3, "a", g, 110, 120, 0);
  add (&fixture, 0, 4, "b", f, 110, 120, 0);
  add (&fixture, 0, 5, "b", g, 110, 120, 0);

  /* A doubtful frame is none. */
  f = add (&fixture, 0, 0, "doubtful", DWELL_NONE, 200, 240, DWELL_SPAN_DOUBTFUL);
  add (&fixture, 0, 1, "doubtful", f, 210, 220, 0);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 300);
  modules = ask (trace, DWELL_GROUP_BY_MODULE, 0, 300);

  g_assert_cmpint (get_row (trace, statistics, 0, "sibling")->call.total, ==, 60);
  g_assert_cmpint (get_row (trace, statistics, 0, "sibling")->outside.total, ==, 260);
  g_assert_cmpint (get_row (trace, statistics, 0, "m|f")->call.total, ==, 40);
  g_assert_cmpint (get_row (trace, statistics, 0, "m|g")->call.total, ==, 30);
  g_assert_cmpint (get_row (trace, statistics, 1, "m|f")->call.total, ==, 10);
  g_assert_cmpint (get_row (trace, statistics, -1, "m|f")->call.total, ==, 50);
  g_assert_cmpint (get_row (trace, statistics, -1, "m|f")->call_sum, ==, 70);
  g_assert_cmpint (get_row (trace, modules, 0, "m")->call.total, ==, 40);
  g_assert_cmpint (get_row (trace, statistics, 0, "a")->call.total, ==, 60);
  g_assert_cmpint (get_row (trace, statistics, 0, "b")->call.total, ==, 60);
  g_assert_cmpint (get_row (trace, statistics, 0, "doubtful")->call.total, ==, 10);

  /* Cut at both ends. */
  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 20, 115);
  g_assert_cmpint (get_row (trace, statistics, 0, "sibling")->call.total, ==, 20 + 10);
  g_assert_cmpint (get_row (trace, statistics, 0, "a")->call.total, ==, 15 + 5);
}

static void
test_ooo_clean (void)
{
  static const struct {
    const char *name;
    int         context;
    gint64      call;
    gint64      net;
  } expected[] = {
    { "desktop|Init", 0, 100, 60 },
    { "sfx2|SfxApplication", 0, 40, 20 },
    { "sfx2|initialize DDE", 0, 20, 20 },
    { "SW|SwDLL", 1, 35, 35 },
  };
  Fixture fixture = begin_trace (2);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  g_autoptr(DwellStatistics) modules = NULL;
  const DwellStatisticsRow *row;
  guint32 init;
  guint32 sfx;

  init = add (&fixture, 0, 0, "desktop|Init", DWELL_NONE, 10 * MS, 110 * MS, 0);
  sfx = add (&fixture, 0, 1, "sfx2|SfxApplication", init, 20 * MS, 60 * MS, 0);
  add (&fixture, 0, 2, "sfx2|initialize DDE", sfx, 25 * MS, 45 * MS, 0);
  add (&fixture, 1, 0, "SW|SwDLL", DWELL_NONE, 35 * MS, 70 * MS, 0);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 120 * MS);
  g_assert_cmpuint (statistics->n_rows, ==, 8);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      double whole = expected[i].context == 0 ? 100 : 35;

      row = get_row (trace, statistics, expected[i].context, expected[i].name);
      g_assert_cmpint (row->call.total, ==, expected[i].call * MS);
      g_assert_cmpint (row->net.total, ==, expected[i].net * MS);
      g_assert_cmpint (row->outside.total, ==, (120 - expected[i].call) * MS);
      g_assert_cmpfloat_with_epsilon (row->share, (double) expected[i].net / whole, 1e-12);

      row = get_row (trace, statistics, -1, expected[i].name);
      g_assert_cmpint (row->net.total, ==, expected[i].net * MS);
      g_assert_cmpfloat_with_epsilon (row->share, (double) expected[i].net / 135, 1e-12);
    }

  /* In a module the inner scope is a recursion; its time stays the module's own. */
  modules = ask (trace, DWELL_GROUP_BY_MODULE, 0, 120 * MS);
  row = get_row (trace, modules, 0, "sfx2");
  g_assert_cmpuint (row->area, ==, DWELL_NONE);
  g_assert_cmpuint (row->count, ==, 2);
  g_assert_cmpint (row->call.total, ==, 40 * MS);
  g_assert_cmpint (row->call_sum, ==, 60 * MS);
  g_assert_cmpint (row->net.total, ==, 40 * MS);
  g_assert_cmpuint (row->n_gaps, ==, 0);
}

static void
test_ooo_quirks (void)
{
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;
  guint32 outer;

  outer = add (&fixture, 0, 0, "A::f", DWELL_NONE, 0, 10, 0);
  add (&fixture, 0, 1, "A::f", outer, 2, 5, 0);
  outer = add (&fixture, 0, 0, "FilterCache", DWELL_NONE, 21, 32, 0);
  add (&fixture, 0, 1, "creation ConfigItem", outer, 22, 30, 0);
  add (&fixture, 0, 1, "never closed", outer, 31, 32, DWELL_SPAN_END_MISSING);
  add (&fixture, 0, 0, "D::wall", DWELL_NONE, 53, 53, DWELL_SPAN_CLAMPED);
  add (&fixture, 0, 0, "D::open_at_eof", DWELL_NONE, 55, 56,
       DWELL_SPAN_END_MISSING | DWELL_SPAN_OWN_UNDEFINED);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 56);

  row = get_row (trace, statistics, 0, "A::f");
  g_assert_cmpuint (row->count, ==, 2);
  g_assert_cmpint (row->call_sum, ==, 13);
  check_times (&row->call, 10, 3, 10, 6.5);
  check_times (&row->net, 10, 3, 7, 5);
  g_assert_cmpuint (row->n_gaps, ==, 0);
  g_assert_cmpint (row->outside.total, ==, 46);

  row = get_row (trace, statistics, 0, "FilterCache");
  check_times (&row->net, 2, 2, 2, 2);

  row = get_row (trace, statistics, 0, "never closed");
  g_assert_cmpuint (row->count, ==, 1);
  g_assert_cmpuint (row->incomplete, ==, 1);
  g_assert_cmpuint (row->n_complete, ==, 0);
  g_assert_cmpint (row->call.total, ==, 1);

  row = get_row (trace, statistics, 0, "D::wall");
  g_assert_cmpuint (row->count, ==, 1);
  g_assert_cmpuint (row->incomplete, ==, 0);
  g_assert_cmpuint (row->n_complete, ==, 1);
  check_times (&row->call, 0, 0, 0, 0);

  /* Own times that have no meaning make all shares of their context meaningless. */
  row = get_row (trace, statistics, 0, "D::open_at_eof");
  g_assert_false (row->net_is_defined);
  g_assert_cmpfloat (row->share, <, 0);
  row = get_row (trace, statistics, -1, "A::f");
  g_assert_true (row->net_is_defined);
  g_assert_cmpfloat (row->share, <, 0);
}

/* The worked example of the Text1 format without its preemption. */
static void
test_text1_example (void)
{
  Fixture fixture = begin_trace (2);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;
  guint32 main_span;

  main_span = add (&fixture, 0, 0, "taskA_main", DWELL_NONE, 100, 500, 0);
  add (&fixture, 0, 1, "foo", main_span, 200, 400, 0);
  add (&fixture, 1, 0, "isrB", DWELL_NONE, 250, 290, 0);
  add (&fixture, 0, 0, "taskA_main", DWELL_NONE, 600, 650, 0);
  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 700);

  row = get_row (trace, statistics, 0, "taskA_main");
  g_assert_cmpuint (row->count, ==, 2);
  check_times (&row->net, 250, 50, 200, 125);
  check_times (&row->call, 450, 50, 400, 225);
  check_times (&row->period, 0, 500, 500, 500);
  check_times (&row->outside, 250, 100, 100, 100);

  row = get_row (trace, statistics, 0, "foo");
  check_times (&row->call, 200, 200, 200, 200);
  g_assert_cmpint (row->outside.total, ==, 500);
  g_assert_cmpuint (row->n_gaps, ==, 0);
  row = get_row (trace, statistics, 1, "isrB");
  g_assert_cmpint (row->outside.total, ==, 660);
}

/* Calls that take no time at all are back to back, unless one called the other. */
static void
test_instants (void)
{
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;
  guint32 outer;

  add (&fixture, 0, 0, "f", DWELL_NONE, 5, 5, 0);
  add (&fixture, 0, 0, "f", DWELL_NONE, 5, 5, 0);
  outer = add (&fixture, 0, 0, "g", DWELL_NONE, 7, 7, 0);
  add (&fixture, 0, 1, "g", outer, 7, 7, 0);
  add (&fixture, 0, 0, "h", DWELL_NONE, 9, 9, 0);
  trace = dwell_builder_finish (fixture.builder);

  statistics = ask (trace, DWELL_GROUP_BY_AREA, 5, 9);
  row = get_row (trace, statistics, 0, "f");
  g_assert_cmpuint (row->count, ==, 2);
  g_assert_cmpuint (row->n_gaps, ==, 1);
  check_times (&row->outside, 4, 0, 0, 0);
  check_times (&row->period, 0, 0, 0, 0);
  row = get_row (trace, statistics, 0, "g");
  g_assert_cmpuint (row->n_gaps, ==, 0);
  g_assert_cmpuint (row->n_periods, ==, 1);
  g_assert_cmpfloat (row->share, <, 0);

  /* A range of one moment holds what happens then. */
  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 9, 9);
  row = get_row (trace, statistics, 0, "h");
  g_assert_cmpuint (row->count, ==, 1);
  g_assert_cmpuint (row->n_complete, ==, 1);
  g_assert_cmpint (row->outside.total, ==, 0);
  g_assert_cmpuint (get_row (trace, statistics, 0, "f")->count, ==, 0);

  /* An end before the begin is no range at all. */
  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 7, 5);
  g_assert_cmpint (statistics->end, ==, 7);
  g_assert_cmpuint (get_row (trace, statistics, 0, "g")->count, ==, 2);
}

static void
test_empty (void)
{
  Fixture fixture = begin_trace (0);
  g_autoptr(DwellTrace) trace = dwell_builder_finish (fixture.builder);
  g_autoptr(DwellEventOrder) order = dwell_event_order_new (trace, NULL);
  g_autoptr(DwellPattern) pattern = dwell_pattern_new ("", NULL);
  g_autoptr(DwellFind) find = dwell_find_new (trace, pattern, NULL);
  DwellHit hit = { DWELL_NONE, DWELL_NONE };

  for (guint group_by = 0; group_by <= DWELL_GROUP_BY_AUTHOR; group_by++)
    {
      g_autoptr(DwellStatistics) statistics = ask (trace, (DwellGroupBy) group_by, G_MININT64,
                                                   G_MAXINT64);

      g_assert_cmpuint (statistics->n_rows, ==, 0);
    }

  g_assert_cmpuint (dwell_event_order_get_n (order), ==, 0);
  g_assert_cmpuint (dwell_event_order_search (order, 0), ==, 0);
  g_assert_cmpuint (dwell_find_get_n_spans (find), ==, 0);
  hit = dwell_find_step (find, hit, 0, 1);
  g_assert_cmpuint (hit.span, ==, DWELL_NONE);
  g_assert_cmpuint (hit.mark, ==, DWELL_NONE);
}

/* Areas and contexts without spans, and a context with a doubtful one only. */
static void
test_absent (void)
{
  Fixture fixture = begin_trace (3);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;

  add_area (&fixture, "never ran");
  add (&fixture, 1, 0, "f", DWELL_NONE, 0, 10, 0);
  add (&fixture, 2, 0, "f", DWELL_NONE, 5, 9, DWELL_SPAN_DOUBTFUL);
  trace = dwell_builder_finish (fixture.builder);

  statistics = ask (trace, DWELL_GROUP_BY_AREA, 20, 30);
  g_assert_cmpuint (statistics->n_rows, ==, 3);

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      row = &statistics->rows[i];
      g_assert_cmpuint (row->count + row->incomplete + row->n_complete + row->n_periods +
                        row->n_gaps, ==, 0);
      g_assert_cmpint (row->call.total, ==, 0);
      g_assert_cmpfloat (row->share, <, 0);
    }

  g_assert_cmpint (get_row (trace, statistics, 1, "f")->outside.total, ==, 10);
  g_assert_cmpint (get_row (trace, statistics, -1, "f")->outside.total, ==, 20);
}

static void
test_extreme_times (void)
{
  const gint64 first = -DWELL_TIME_MAX;
  const gint64 last = DWELL_TIME_MAX;
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;
  guint32 outer;

  outer = add (&fixture, 0, 0, "f", DWELL_NONE, first, last, 0);
  outer = add (&fixture, 0, 1, "f", outer, first, last, 0);
  add (&fixture, 0, 2, "g", outer, -5, 5, 0);
  add (&fixture, 0, 3, "h", DWELL_NONE, last, last, 0);
  trace = dwell_builder_finish (fixture.builder);

  /* Two times 2⁶³ - 2 ns need more than 64 bits; so does the whole range. */
  statistics = ask (trace, DWELL_GROUP_BY_AREA, G_MININT64, G_MAXINT64);
  row = get_row (trace, statistics, 0, "f");
  g_assert_cmpuint (row->count, ==, 2);
  check_times (&row->call, last - first, last - first, last - first, 0x1p63);
  g_assert_true (row->call_sum == 2 * (DwellWide) (last - first));
  g_assert_cmpint (row->call.avg.whole, ==, last - first);
  g_assert_cmpint (row->p99, ==, last - first);
  g_assert_cmpfloat (row->std, ==, 0);
  g_assert_true (row->outside.total == G_MAXUINT64 - (DwellWide) (last - first));
  row = get_row (trace, statistics, 0, "h");
  g_assert_cmpuint (row->count, ==, 1);

  /* Sums that fit are exact. */
  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, -10, 10);
  row = get_row (trace, statistics, 0, "f");
  g_assert_cmpint (row->call_sum, ==, 40);
  g_assert_cmpint (row->call.total, ==, 20);
  g_assert_cmpint (row->net.total, ==, 10);
  g_assert_cmpint (row->outside.total, ==, 0);
  g_assert_cmpfloat_with_epsilon (row->share, 0.5, 1e-12);
}

/* Functions share the time of functions, lines that of lines; states are parts of the range. */
static void
test_shares (void)
{
  static const struct {
    DwellAreaKind  kind;
    const char    *name;
    gint64         end;
    double         share;
  } spans[] = {
    { DWELL_AREA_FUNCTION, "f", 30, 30 / 40.0 }, { DWELL_AREA_ROUTINE, "g", 10, 10 / 40.0 },
    { DWELL_AREA_LINE, "x = 1;", 20, 20 / 25.0 }, { DWELL_AREA_LINE, "y = 2;", 5, 5 / 25.0 },
    { DWELL_AREA_STATE, "on", 100, 1 },
  };
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      DwellArea area = { .parent = DWELL_NONE, .kind = spans[i].kind, .value = i };
      guint32 span;

      area.name = dwell_strings_intern (fixture.builder->strings, spans[i].name, -1);
      span = dwell_builder_open_span (fixture.builder,
                                      dwell_builder_add_area (fixture.builder, &area),
                                      fixture.rows[0][i], DWELL_NONE, 0);
      dwell_builder_close_span (fixture.builder, span, spans[i].end, 0);
    }

  trace = dwell_builder_finish (fixture.builder);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, 100);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    for (int context = -1; context <= 0; context++)
      g_assert_cmpfloat_with_epsilon (get_row (trace, statistics, context, spans[i].name)->share,
                                      spans[i].share, 1e-12);

  /* A module is what its functions are: their lines ran meanwhile, and states are no calls. */
  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_MODULE, 0, 100);
  g_assert_cmpuint (statistics->n_rows, ==, 2);
  for (guint i = 0; i < statistics->n_rows; i++)
    {
      g_assert_cmpuint (statistics->rows[i].count, ==, 2);
      g_assert_cmpint (statistics->rows[i].net.total, ==, 40);
      g_assert_cmpfloat (statistics->rows[i].share, ==, 1);
    }
}

static void
check_state_shares (DwellTrace *trace,
                    gint64      begin,
                    gint64      end,
                    double      on,
                    double      off,
                    double      all_on)
{
  g_autoptr(DwellStatistics) statistics = ask (trace, DWELL_GROUP_BY_AREA, begin, end);

  g_assert_cmpfloat_with_epsilon (get_row (trace, statistics, 0, "on")->share, on, 1e-12);
  g_assert_cmpfloat_with_epsilon (get_row (trace, statistics, 0, "off")->share, off, 1e-12);
  g_assert_cmpfloat_with_epsilon (get_row (trace, statistics, -1, "on")->share, all_on, 1e-12);
}

/* A variable in two contexts, whose state is unknown at first; what is beyond the session counts
 * for no state. Over both contexts the range counts twice. */
static void
test_state_shares (void)
{
  static const struct {
    const char *name;
    guint       context;
    gint64      begin;
    gint64      end;
  } spans[] = {
    { "on", 0, 20, 60 }, { "off", 0, 60, 80 }, { "on", 0, 80, 100 }, { "on", 1, 0, 30 },
    { "off", 1, 30, 100 },
  };
  Fixture fixture = begin_trace (2);
  DwellArea variable = { .parent = DWELL_NONE, .kind = DWELL_AREA_VARIABLE };
  g_autoptr(DwellTrace) trace = NULL;
  guint32 id;

  variable.name = dwell_strings_intern (fixture.builder->strings, "mode", -1);
  id = dwell_builder_add_area (fixture.builder, &variable);
  for (guint i = 0; i < 2; i++)
    dwell_column_index (fixture.builder->tracks, DwellTrack, fixture.tracks[i]).area = id;

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      DwellArea area = { .parent = id, .kind = DWELL_AREA_STATE };
      guint32 span;

      area.name = dwell_strings_intern (fixture.builder->strings, spans[i].name, -1);
      span = dwell_builder_open_span (fixture.builder,
                                      dwell_builder_add_area (fixture.builder, &area),
                                      fixture.rows[spans[i].context][0], DWELL_NONE,
                                      spans[i].begin);
      dwell_builder_close_span (fixture.builder, span, spans[i].end, 0);
    }

  trace = dwell_builder_finish (fixture.builder);
  check_state_shares (trace, 0, 100, 0.6, 0.2, 0.45);
  check_state_shares (trace, -100, 300, 0.6, 0.2, 0.45);
  check_state_shares (trace, 50, 70, 0.5, 0.5, 0.25);
  check_state_shares (trace, 0, 20, 0, 0, 0.5);
  check_state_shares (trace, 100, 200, -1, -1, -1);
}

/* A sum that does not fit 64 bits, of times that do, side by side with one that does. */
static void
test_overflow (void)
{
  const gint64 long_time = G_GINT64_CONSTANT (1) << 61;
  Fixture fixture = begin_trace (1);
  g_autoptr(DwellTrace) trace = NULL;
  g_autoptr(DwellStatistics) statistics = NULL;
  const DwellStatisticsRow *row;

  for (guint i = 0; i < 6; i++)
    add (&fixture, 0, i, "f", DWELL_NONE, (gint64) i, long_time + (gint64) i, 0);
  add (&fixture, 0, 6, "g", DWELL_NONE, 10, 20, 0);
  trace = dwell_builder_finish (fixture.builder);

  statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, G_MAXINT64);
  row = get_row (trace, statistics, 0, "f");
  g_assert_true (row->call_sum == 6 * (DwellWide) long_time);
  g_assert_true (row->call.total == 6 * (DwellWide) long_time);
  g_assert_cmpint (row->call.max, ==, long_time);
  g_assert_cmpint (row->call.avg.whole, ==, long_time);
  g_assert_cmpfloat (row->call.avg.rest, ==, 0);
  g_assert_cmpfloat (row->std, ==, 0);
  g_assert_cmpint (row->outside.total, ==, G_MAXINT64 - long_time - 5);
  g_assert_cmpfloat_with_epsilon (row->share, 1, 1e-12);
  row = get_row (trace, statistics, 0, "g");
  check_times (&row->call, 10, 10, 10, 10);

  g_clear_pointer (&statistics, dwell_statistics_free);
  statistics = ask (trace, DWELL_GROUP_BY_AREA, long_time, G_MAXINT64);
  row = get_row (trace, statistics, 0, "f");
  g_assert_cmpint (row->call_sum, ==, 1 + 2 + 3 + 4 + 5);
  g_assert_cmpint (row->outside.total, ==, G_MAXINT64 - long_time - 5);
}

/* Durations around those that are kept in 32 bits. */
static void
test_widths (void)
{
  for (gint64 length = (gint64) G_MAXUINT32 - 1; length <= (gint64) G_MAXUINT32 + 1; length++)
    {
      Fixture fixture = begin_trace (1);
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellStatistics) statistics = NULL;
      const DwellStatisticsRow *row;

      add (&fixture, 0, 0, "f", DWELL_NONE, 0, 1, 0);
      add (&fixture, 0, 0, "f", DWELL_NONE, 1, 1 + length, 0);
      add (&fixture, 0, 0, "f", DWELL_NONE, 2 * length, 3 * length, DWELL_SPAN_END_MISSING);
      trace = dwell_builder_finish (fixture.builder);
      statistics = ask (trace, DWELL_GROUP_BY_AREA, 0, G_MAXINT64);
      row = get_row (trace, statistics, 0, "f");

      g_assert_cmpuint (row->n_complete, ==, 2);
      check_times (&row->call, 2 * length + 1, 1, length, ((double) length + 1) / 2);
      g_assert_cmpint (row->p50, ==, 1);
      g_assert_cmpint (row->p90, ==, length);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/statistics/cases/lms-example", test_lms_example);
  g_test_add_func ("/statistics/cases/lms-nested", test_lms_nested);
  g_test_add_func ("/statistics/cases/lms-quirks", test_lms_quirks);
  g_test_add_func ("/statistics/cases/nesting", test_nesting);
  g_test_add_func ("/statistics/cases/ooo-clean", test_ooo_clean);
  g_test_add_func ("/statistics/cases/ooo-quirks", test_ooo_quirks);
  g_test_add_func ("/statistics/cases/text1-example", test_text1_example);
  g_test_add_func ("/statistics/cases/instants", test_instants);
  g_test_add_func ("/statistics/cases/empty", test_empty);
  g_test_add_func ("/statistics/cases/absent", test_absent);
  g_test_add_func ("/statistics/cases/extreme-times", test_extreme_times);
  g_test_add_func ("/statistics/cases/shares", test_shares);
  g_test_add_func ("/statistics/cases/state-shares", test_state_shares);
  g_test_add_func ("/statistics/cases/overflow", test_overflow);
  g_test_add_func ("/statistics/cases/widths", test_widths);

  return g_test_run ();
}
