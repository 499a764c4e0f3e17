/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of what is written into, over any range, against the definitions taken literally; and
 * those of the file itself beside them. */
#include "config.h"

#include "analysis/statistics/dwell-recorded.h"
#include "core/dwell-builder.h"

#define N_AREAS  4
#define N_TRACKS 10

/* Tracks of one area in several contexts, and in one; those of the last area have states, not
 * writes. */
static const struct {
  guint area;
  guint context;
} tracks[N_TRACKS] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 1, 0 }, { 1, 2 }, { 2, 1 }, { 1, 0 },
                       { 3, 0 }, { 3, 2 }, { 3, 0 } };

typedef struct {
  DwellTrace *trace;
  GArray     *times[N_TRACKS]; /* gint64 */
} Model;

static guint32
add_area (DwellBuilder  *builder,
          const char    *name,
          DwellAreaKind  kind,
          guint32        parent)
{
  DwellArea area = {
    .name = dwell_strings_intern (builder->strings, name, -1),
    .kind = kind,
    .parent = parent,
  };

  return dwell_builder_add_area (builder, &area);
}

static void
fill_track (Model        *model,
            DwellBuilder *builder,
            guint         number,
            guint32       track,
            guint32       state)
{
  guint n = (guint) g_test_rand_int_range (0, 3000);
  guint32 row = state != DWELL_NONE ? dwell_builder_add_row (builder, track, 0) : DWELL_NONE;
  gint64 time = g_test_rand_int_range (0, 1000);

  model->times[number] = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < n; i++)
    {
      gint64 next = time + g_test_rand_int_range (0, 3) * g_test_rand_int_range (0, 100);
      guint flags = i == 0 && g_test_rand_bit () ? DWELL_SPAN_BEGIN_MISSING : 0;

      if (state == DWELL_NONE)
        dwell_builder_add_write (builder, track, time, i);
      else
        dwell_builder_close_span (builder, dwell_builder_open_span (builder, state, row, DWELL_NONE,
                                                                    time), next, flags);

      if (state == DWELL_NONE || flags == 0)
        g_array_append_val (model->times[number], time);
      time = next;
    }

  builder->end = MAX (builder->end, time);
}

static void
model_init (Model *model)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_WRITES);
  guint32 areas[N_AREAS];
  guint32 state;
  gboolean is_reserved = dwell_builder_reserve_spans (builder, 10000, NULL) &&
                         dwell_builder_reserve_events (builder, 30000, NULL);

  g_assert_true (is_reserved);
  for (guint i = 0; i < 3; i++)
    dwell_builder_add_context (builder, "context", DWELL_CONTEXT_TASK, i, DWELL_NONE);
  for (guint i = 0; i < N_AREAS; i++)
    {
      g_autofree char *name = g_strdup_printf ("v%u", i);

      areas[i] = add_area (builder, name, i == 2 ? DWELL_AREA_AUX : DWELL_AREA_VARIABLE,
                           DWELL_NONE);
    }
  state = add_area (builder, "on", DWELL_AREA_STATE, areas[3]);

  builder->begin = 0;
  builder->end = 0;
  for (guint i = 0; i < N_TRACKS; i++)
    {
      guint32 track = dwell_builder_add_track (builder, "track", tracks[i].context, FALSE);

      dwell_column_index (builder->tracks, DwellTrack, track).area = areas[tracks[i].area];
      fill_track (model, builder, i, track, tracks[i].area == 3 ? state : DWELL_NONE);
    }

  model->trace = dwell_builder_finish (builder);
}

static void
model_clear (Model *model)
{
  dwell_trace_unref (model->trace);
  for (guint i = 0; i < N_TRACKS; i++)
    g_array_unref (model->times[i]);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/* Counts and periods of @row, one write after another. */
static void
check_row (const Model              *model,
           const DwellStatistics    *statistics,
           const DwellStatisticsRow *row)
{
  g_autoptr(GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 min = G_MAXINT64;
  gint64 max = 0;

  for (guint i = 0; i < N_TRACKS; i++)
    for (guint j = 0; j < model->times[i]->len; j++)
      {
        gint64 time = g_array_index (model->times[i], gint64, j);

        if (tracks[i].area == row->area &&
            (row->context == DWELL_NONE || tracks[i].context == row->context) &&
            time >= statistics->begin && time <= statistics->end)
          g_array_append_val (times, time);
      }
  g_array_sort (times, compare_times);

  g_assert_cmpuint (row->count, ==, times->len);
  g_assert_cmpuint (row->n_periods, ==, MAX (times->len, 1) - 1);
  g_assert_cmpuint (row->n_complete, ==, 0);
  g_assert_false (row->net_is_defined);
  g_assert_cmpfloat (row->share, <, 0);

  if (times->len < 2)
    return;

  for (guint i = 1; i < times->len; i++)
    {
      gint64 period = g_array_index (times, gint64, i) - g_array_index (times, gint64, i - 1);

      min = MIN (min, period);
      max = MAX (max, period);
    }

  g_assert_cmpint (row->period.min, ==, min);
  g_assert_cmpint (row->period.max, ==, max);
  g_assert_cmpfloat_with_epsilon ((double) row->period.avg.whole + row->period.avg.rest,
                                  (double) (g_array_index (times, gint64, times->len - 1) -
                                            g_array_index (times, gint64, 0)) /
                                  (times->len - 1), 1e-6);
}

static guint
check_range (const Model          *model,
             DwellStatisticsIndex *index,
             gint64                begin,
             gint64                end)
{
  g_autoptr(DwellStatistics) statistics =
    dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_ALL, NULL);
  guint n = 0;

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];

      if (i > 0)
        g_assert_true (row->context + 1 > row[-1].context + 1 ||
                       (row->context == row[-1].context && row->area > row[-1].area));
      if (row->of != DWELL_STATISTICS_OF_WRITES)
        continue;
      check_row (model, statistics, row);
      n++;
    }

  return n;
}

static void
test_random (void)
{
  for (guint round = 0; round < 10; round++)
    {
      Model model;
      g_autoptr(DwellStatisticsIndex) index = NULL;
      g_autoptr(DwellStatisticsIndex) by_module = NULL;
      g_autoptr(DwellStatistics) grouped = NULL;
      guint n_rows;

      model_init (&model);
      index = dwell_statistics_index_new (model.trace, DWELL_GROUP_BY_AREA, NULL);
      n_rows = check_range (&model, index, model.trace->begin, model.trace->end);

      for (guint i = 0; i < 30; i++)
        {
          gint64 begin = (gint64) g_test_rand_double_range (-10, (double) model.trace->end);
          gint64 end = (gint64) g_test_rand_double_range ((double) begin,
                                                          (double) model.trace->end + 10);

          g_assert_cmpuint (check_range (&model, index, begin, end), ==, n_rows);
        }

      /* A module is not written into. */
      by_module = dwell_statistics_index_new (model.trace, DWELL_GROUP_BY_MODULE, NULL);
      grouped = dwell_statistics_index_query (by_module, 0, 1000, DWELL_STATISTICS_ALL, NULL);
      for (guint i = 0; i < grouped->n_rows; i++)
        g_assert_cmpint (grouped->rows[i].of, ==, DWELL_STATISTICS_OF_SPANS);

      model_clear (&model);
    }
}

/* The figures that a file can state about a function that ran from 10 to 30 and from 50 to 90, of
 * 100. */
static void
test_recorded (void)
{
  static const struct {
    DwellRecorded figure;
    gint64        value;
    const char   *message; /* NULL: as it is */
  } cases[] = {
    { DWELL_RECORDED_COUNT, 2, NULL },
    { DWELL_RECORDED_COUNT, 3, "all contexts, f: Count is 3 in the file’s own statistics, but 2 "
                               "according to its events" },
    { DWELL_RECORDED_NET, 60, NULL },
    { DWELL_RECORDED_NET, 61, "all contexts, f: Self is 61 ns in the file’s own statistics, but 60 "
                              "ns according to its events" },
    { DWELL_RECORDED_CALL_AVG, 30, NULL },
    { DWELL_RECORDED_CALL_AVG, 31, NULL },
    { DWELL_RECORDED_CALL_AVG, 32, "all contexts, f: Mean is 32 ns in the file’s own statistics, "
                                   "but 30 ns according to its events" },
    { DWELL_RECORDED_OUTSIDE_MIN, 20, NULL },
    { DWELL_RECORDED_CALL, 101, "The file’s own statistics (all contexts) belong to another "
                                "recording: they contain times beyond this one" },
    { DWELL_RECORDED_NET, G_MININT64, "all contexts, f: Self is -9223372036854775808 ns in the "
                                      "file’s own statistics, but 60 ns according to its events" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
      guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_TASK, 0, DWELL_NONE);
      guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
      guint32 row = dwell_builder_add_row (builder, track, 0);
      guint32 area = add_area (builder, "f", DWELL_AREA_FUNCTION, DWELL_NONE);
      DwellRecordedRow recorded = { .context = DWELL_NONE, .area = area };
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellStatisticsIndex) index = NULL;
      g_autoptr(DwellStatistics) whole = NULL;
      g_autoptr(DwellProblems) problems = NULL;
      gboolean is_reserved = dwell_builder_reserve_spans (builder, 2, NULL);

      g_assert_true (is_reserved);
      dwell_builder_close_span (builder, dwell_builder_open_span (builder, area, row, DWELL_NONE,
                                                                  10), 30, 0);
      dwell_builder_close_span (builder, dwell_builder_open_span (builder, area, row, DWELL_NONE,
                                                                  50), 90, 0);
      recorded.known = 1u << cases[i].figure;
      recorded.values[cases[i].figure] = cases[i].value;
      dwell_column_append (builder->recorded, &recorded, 1);
      builder->begin = 0;
      builder->end = 100;
      dwell_problems_add (builder->problems, DWELL_SEVERITY_INFO, "note", 0, -1, "A note");

      trace = dwell_builder_finish (builder);
      index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);
      whole = dwell_statistics_index_query (index, trace->begin, trace->end, DWELL_STATISTICS_ALL,
                                            NULL);
      problems = dwell_recorded_find_problems (trace, whole);

      if (cases[i].message == NULL)
        {
          g_assert_null (problems);
          continue;
        }

      g_assert_nonnull (problems);
      g_assert_cmpuint (dwell_problems_get_total (problems), ==, 2);
      g_assert_cmpstr (dwell_problems_get (problems, 0)->message, ==, "A note");
      g_assert_cmpstr (dwell_problems_get (problems, 1)->message, ==, cases[i].message);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/writes/random", test_random);
  g_test_add_func ("/recorded/cases", test_recorded);
  return g_test_run ();
}
