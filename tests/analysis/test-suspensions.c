/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Net and gross times over any range of traces with suspensions, against a literal implementation
 * of the definitions in src/formats/text1/README.md, "Statistics". */
#include "config.h"

#include "analysis/statistics/dwell-statistics.h"
#include "analysis/tree/dwell-tree.h"
#include "core/dwell-builder.h"

#define N_AREAS    4
#define N_CONTEXTS 2

typedef struct {
  guint32 span;
  gint64  suspended_at;
} Open;

typedef struct {
  DwellBuilder *builder;
  GRand        *random;
  guint32       rows[N_CONTEXTS][32];
  Open          stack[N_CONTEXTS][32];
  guint         depth[N_CONTEXTS];
  gboolean      is_paused[N_CONTEXTS];
} Maker;

static void
enter (Maker  *maker,
       guint   context,
       gint64  time)
{
  guint depth = maker->depth[context]++;
  guint32 area = (guint32) g_rand_int_range (maker->random, 0, N_AREAS);
  Open *open = &maker->stack[context][depth];

  if (depth > 0)
    open[-1].suspended_at = time;
  open->span = dwell_builder_open_span (maker->builder, area, maker->rows[context][depth],
                                        depth > 0 ? open[-1].span : DWELL_NONE, time);
}

static void
leave (Maker  *maker,
       guint   context,
       gint64  time)
{
  guint depth = --maker->depth[context];
  Open *open = &maker->stack[context][depth];

  dwell_builder_close_span (maker->builder, open->span, time, 0);
  if (depth > 0)
    dwell_builder_add_suspension (maker->builder, DWELL_SUSPENSION_WAIT, open[-1].span,
                                  open[-1].suspended_at, time);
}

static void
toggle_pause (Maker  *maker,
              guint   context,
              gint64  time)
{
  Open *top = &maker->stack[context][maker->depth[context] - 1];

  if (maker->is_paused[context])
    dwell_builder_add_suspension (maker->builder, DWELL_SUSPENSION_PAUSE, top->span,
                                  top->suspended_at, time);
  else
    top->suspended_at = time;
  maker->is_paused[context] = !maker->is_paused[context];
}

static DwellTrace *
make_trace (GRand *random,
            guint  n_steps)
{
  g_autoptr(GError) error = NULL;
  Maker maker = { .random = random };
  gint64 time = 0;

  maker.builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS | DWELL_TABLE_SUSPENSIONS);
  dwell_builder_reserve_spans (maker.builder, n_steps, &error);
  dwell_builder_reserve_events (maker.builder, 2 * n_steps, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < N_AREAS; i++)
    {
      DwellArea area = { .name = dwell_strings_intern (maker.builder->strings, "abcdefgh" + i, -1),
                         .parent = DWELL_NONE };

      dwell_builder_add_area (maker.builder, &area);
    }

  for (guint context = 0; context < N_CONTEXTS; context++)
    {
      guint32 id = dwell_builder_add_context (maker.builder, "c", DWELL_CONTEXT_TASK, context,
                                              DWELL_NONE);
      guint32 track = dwell_builder_add_track (maker.builder, "c", id, FALSE);

      for (guint depth = 0; depth < 32; depth++)
        maker.rows[context][depth] = dwell_builder_add_row (maker.builder, track, 0);
    }

  for (guint step = 0; step < n_steps; step++)
    {
      guint context = (guint) g_rand_int_range (random, 0, N_CONTEXTS);
      int what = g_rand_int_range (random, 0, 5);

      time += g_rand_int_range (random, 0, 20);
      if (maker.is_paused[context] || (what == 0 && maker.depth[context] > 0))
        toggle_pause (&maker, context, time);
      else if (what < 3 && maker.depth[context] < 8)
        enter (&maker, context, time);
      else if (maker.depth[context] > 0)
        leave (&maker, context, time);
    }

  for (guint context = 0; context < N_CONTEXTS; context++)
    {
      if (maker.is_paused[context])
        toggle_pause (&maker, context, time);
      while (maker.depth[context] > 0)
        leave (&maker, context, time);
    }

  return dwell_builder_finish (maker.builder);
}

static gint64
overlap (gint64 begin,
         gint64 end,
         gint64 from,
         gint64 to)
{
  return MAX (MIN (end, to) - MAX (begin, from), 0);
}

/* Returns how long the context of @span was preempted within [@from, @to]; overlapping pauses count
 * once. */
static gint64
paused (DwellTrace *trace,
        guint32     span,
        gint64      from,
        gint64      to)
{
  gint64 sum = 0;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (trace->suspension_kind[i] == DWELL_SUSPENSION_PAUSE &&
        dwell_trace_get_span_context (trace, trace->suspension_span[i]) ==
        dwell_trace_get_span_context (trace, span))
      sum += overlap (trace->suspension_begin[i], trace->suspension_end[i], from, to);

  return sum;
}

static gint64
suspended (DwellTrace *trace,
           guint32     span,
           gint64      from,
           gint64      to)
{
  gint64 sum = 0;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    if (trace->suspension_span[i] == span)
      sum += overlap (trace->suspension_begin[i], trace->suspension_end[i], from, to);

  return sum;
}

static gboolean
is_recursion (DwellTrace *trace,
              guint32     span)
{
  for (guint32 above = trace->span_parent[span];
       above != DWELL_NONE;
       above = trace->span_parent[above])
    if (trace->span_area[above] == trace->span_area[span])
      return TRUE;

  return FALSE;
}

static void
check_row (DwellTrace               *trace,
           const DwellStatisticsRow *row,
           gint64                    from,
           gint64                    to)
{
  gint64 net = 0;
  gint64 gross = 0;
  gint64 gross_min = G_MAXINT64;
  gint64 net_max = 0;

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      gint64 begin = MAX (dwell_trace_get_span_begin (trace, span), from);
      gint64 end = MIN (dwell_trace_get_span_end (trace, span), to);

      if (trace->span_area[span] != row->area ||
          (row->context != DWELL_NONE &&
           row->context != dwell_trace_get_span_context (trace, span)))
        continue;

      if (begin < end)
        {
          net += end - begin - suspended (trace, span, from, to);
          if (!is_recursion (trace, span))
            gross += end - begin - paused (trace, span, begin, end);
        }

      if (dwell_trace_get_span_begin (trace, span) >= from &&
          dwell_trace_get_span_end (trace, span) <= to)
        {
          gint64 length = dwell_trace_get_span_end (trace, span) -
                          dwell_trace_get_span_begin (trace, span);

          gross_min = MIN (gross_min,
                           length - paused (trace, span, dwell_trace_get_span_begin (trace, span),
                                                       dwell_trace_get_span_end (trace, span)));
          net_max = MAX (net_max, length - suspended (trace, span, from, to));
        }
    }

  g_assert_cmpint (row->net.total, ==, net);
  g_assert_cmpint (row->gross.total, ==, gross);
  if (row->n_complete > 0)
    {
      g_assert_cmpint (row->gross.min, ==, gross_min);
      g_assert_cmpint (row->net.max, ==, net_max);
    }
}

/* A context runs in one function at a time or is preempted: what ran is all there is, and each has
 * what it did and what it called. */
static void
check_tree (DwellTrace            *trace,
            const DwellStatistics *statistics)
{
  const DwellTreeOptions options = { .begin = statistics->begin, .end = statistics->end };
  g_autoptr(DwellTree) tree = dwell_tree_new (trace, &options, NULL);
  gint64 net = 0;

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      gint64 sum = tree->selves[node];

      for (guint32 child = node + 1; child < tree->ends[node]; child = tree->ends[child])
        sum += tree->totals[child];
      g_assert_cmpint (tree->totals[node], ==, sum);
    }

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];

      g_assert_true (row->net.total <= row->gross.total);
      g_assert_true (row->gross.total <= row->call.total);
      net += row->context == DWELL_NONE ? (gint64) row->net.total : 0;
    }

  g_assert_cmpint (tree->total, ==, net);
  g_assert_cmpfloat (tree->whole, ==, (double) net);
}

static void
test_random (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  GRand *random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);

  for (guint round = 0; round < 40; round++)
    {
      /* Enough suspensions, now and then, that they are summed up in shares. */
      g_autoptr(DwellTrace) trace = make_trace (random, round % 8 == 0 ? 3000 : 400);
      g_autoptr(DwellStatisticsIndex) index =
        dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);

      for (guint range = 0; range < 12; range++)
        {
          gint64 a = g_rand_int_range (random, 0, (gint32) trace->end + 10);
          gint64 b = g_rand_int_range (random, 0, (gint32) trace->end + 10);
          gint64 from = range == 0 ? trace->begin : MIN (a, b);
          gint64 to = range == 0 ? trace->end : MAX (a, b);
          g_autoptr(DwellStatistics) statistics =
            dwell_statistics_index_query (index, from, to, DWELL_STATISTICS_ALL, NULL);

          for (guint i = 0; i < statistics->n_rows; i++)
            check_row (trace, &statistics->rows[i], from, to);
          check_tree (trace, statistics);
        }
    }

  g_rand_free (random);
}

/* So deep and so long that what is suspended in all needs more than 64 bits: the innermost runs. */
static void
test_large_sums (void)
{
  const gint64 length = G_GINT64_CONSTANT (4000000000000000000);
  const gint64 half = length / 2;
  DwellBuilder *builder = dwell_builder_new ("test", "Test",
                                             DWELL_TABLE_SPANS | DWELL_TABLE_SUSPENSIONS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 id = dwell_builder_add_area (builder, &area);
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_TASK, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "c", context, FALSE);
  g_autoptr(DwellStatisticsIndex) index = NULL;
  g_autoptr(DwellTrace) trace = NULL;
  guint32 parent = DWELL_NONE;

  g_assert_true (dwell_builder_reserve_spans (builder, 12, NULL));
  g_assert_true (dwell_builder_reserve_events (builder, 24, NULL));
  for (guint i = 0; i < 12; i++)
    {
      parent = dwell_builder_open_span (builder, id, dwell_builder_add_row (builder, track, 0),
                                        parent, 0);
      dwell_builder_close_span (builder, parent, length, 0);
    }

  for (gint64 begin = 0; begin < length; begin += half)
    for (guint32 span = 0; span < parent; span++)
      dwell_builder_add_suspension (builder, DWELL_SUSPENSION_WAIT, span, begin, begin + half);

  trace = dwell_builder_finish (builder);
  index = dwell_statistics_index_new (trace, DWELL_GROUP_BY_AREA, NULL);

  for (guint i = 0; i < 3; i++)
    {
      gint64 begin = i == 1 ? half : 0;
      gint64 end = i == 2 ? half + 10 : length;
      g_autoptr(DwellStatistics) statistics =
        dwell_statistics_index_query (index, begin, end, DWELL_STATISTICS_ALL, NULL);
      const DwellStatisticsRow *row = &statistics->rows[0];

      g_assert_true (row->call_sum == 12 * (DwellWide) (end - begin));
      g_assert_cmpint (row->call.total, ==, end - begin);
      g_assert_cmpint (row->gross.total, ==, end - begin);
      g_assert_cmpint (row->net.total, ==, end - begin);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/suspensions/random", test_random);
  g_test_add_func ("/suspensions/large-sums", test_large_sums);
  return g_test_run ();
}
