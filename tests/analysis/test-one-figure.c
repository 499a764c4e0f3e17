/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Consistency of analyses: statistics, call tree, groups from below, flame graph, samples and
 * single spans have the same times for the same thing and range, to the ns, on random traces of all
 * irregular kinds. Whether the times are right is tested for each of them separately. */
#include "config.h"

#include "analysis/dwell-samples.h"
#include "analysis/statistics/dwell-share.h"
#include "analysis/tree/dwell-flame.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "support/random-trace.h"

#define N_TRACES 400
#define N_RANGES 6

/* The range of a trace for which analyses are compared. */
typedef struct {
  DwellTrace           *trace;
  RandomTraceShape      shape;
  DwellStatisticsIndex *index;
  DwellStatisticsIndex *modules;
  DwellStatistics      *statistics;
  DwellTree            *tree;
  gboolean              by_context;
} Fixture;

/* The sums over all nodes of an area. */
typedef struct {
  guint64  count;
  gint64   self;
  gboolean is_undefined;
} Sum;

/* The nodes from @first to before @end, by area. */
static Sum *
sum_up (const Fixture *f,
        guint32        first,
        guint32        end)
{
  Sum *sums = g_new0 (Sum, f->trace->n_areas);

  for (guint32 node = first; node < end; node++)
    {
      Sum *sum = &sums[f->tree->areas[node]];

      sum->count += f->tree->counts[node];
      if (f->tree->selves[node] == DWELL_TIME_NONE)
        sum->is_undefined = TRUE;
      else
        sum->self += f->tree->selves[node];
    }

  return sums;
}

/* @whole: what shares in the row's context are of. */
static void
check_sum (const DwellStatisticsRow *row,
           const Sum                *sum,
           double                    whole)
{
  g_assert_cmpuint (sum->count, ==, row->count);
  g_assert_cmpint (sum->is_undefined, ==, !row->net_is_defined);
  if (sum->is_undefined)
    return;

  g_assert_cmpint (sum->self, ==, (gint64) row->net.total);
  g_assert_cmpfloat (dwell_share ((double) sum->self, whole), ==, row->share);
}

static const DwellStatisticsRow *
find_row (const DwellStatistics *statistics,
          guint32                context,
          guint32                area)
{
  for (guint i = 0; i < statistics->n_rows; i++)
    if (statistics->rows[i].context == context && statistics->rows[i].area == area)
      return &statistics->rows[i];

  return NULL;
}

/* Selves and counts of an area over all its nodes, in all contexts or below each. */
static void
check_nodes (const Fixture *f)
{
  const DwellTree *tree = f->tree;

  for (guint32 root = 0; f->by_context && root < tree->n_nodes; root = tree->ends[root])
    {
      g_autofree Sum *sums = sum_up (f, root + 1, tree->ends[root]);
      double whole = dwell_tree_get_whole (tree, root);

      for (guint32 area = 0; area < f->trace->n_areas; area++)
        {
          const DwellStatisticsRow *row = find_row (f->statistics, tree->contexts[root], area);

          if (row != NULL)
            check_sum (row, &sums[area], whole);
          else
            g_assert_cmpuint (sums[area].count, ==, 0);
        }
    }

  if (!f->by_context)
    {
      g_autofree Sum *sums = sum_up (f, 0, tree->n_nodes);

      for (guint32 area = 0; area < f->trace->n_areas; area++)
        {
          const DwellStatisticsRow *row = find_row (f->statistics, DWELL_NONE, area);

          if (row != NULL)
            check_sum (row, &sums[area], tree->whole);
        }
    }
}

/* The totals of outermost nodes add up to the whole, and the selves to the sums of modules. */
static void
check_wholes (const Fixture *f)
{
  g_autoptr(DwellStatistics) modules =
    dwell_statistics_index_query (f->modules, f->statistics->begin, f->statistics->end,
                                  DWELL_STATISTICS_TOTALS, NULL);
  gboolean is_undefined = FALSE;
  gint64 total = 0;
  gint64 net = 0;

  for (guint32 root = 0; root < f->tree->n_nodes; root = f->tree->ends[root])
    total += f->tree->totals[root];
  g_assert_cmpint (f->tree->total, ==, total);

  for (guint i = 0; i < modules->n_rows; i++)
    if (modules->rows[i].context == DWELL_NONE)
      {
        net += (gint64) modules->rows[i].net.total;
        is_undefined |= !modules->rows[i].net_is_defined;
      }

  g_assert_cmpfloat (f->tree->whole, ==, is_undefined ? -1 : (double) net);
  g_assert_cmpfloat (dwell_tree_get_whole (f->tree, DWELL_NONE), ==, f->tree->whole);
}

/* Each call came from one caller, or from none. */
static void
check_callers (const Fixture        *f,
               const DwellTreeGroup *group)
{
  g_autoptr(GPtrArray) callers = dwell_tree_group_get_callers (group, f->tree, DWELL_NONE, NULL);
  guint64 count = 0;

  for (guint i = 0; i < callers->len; i++)
    count += ((DwellTreeGroup *) callers->pdata[i])->count;

  for (guint32 i = 0; i < group->n_nodes; i++)
    if (f->tree->parents[group->nodes[i]] == DWELL_NONE)
      count += f->tree->counts[group->nodes[i]];

  g_assert_cmpuint (count, ==, group->count);
}

/* From below: all nodes of an area as one. */
static void
check_groups (const Fixture *f)
{
  g_autoptr(GPtrArray) groups = dwell_tree_get_groups (f->tree, DWELL_NONE, NULL);

  for (guint i = 0; i < groups->len; i++)
    {
      const DwellTreeGroup *group = groups->pdata[i];
      const DwellStatisticsRow *row = find_row (f->statistics, DWELL_NONE, group->area);

      g_assert (row != NULL);
      g_assert_cmpuint (group->count, ==, row->count);
      g_assert_cmpint (group->self, ==, row->net_is_defined ? (gint64) row->net.total
                                                        : DWELL_TIME_NONE);
      g_assert_cmpint (group->total, ==, (gint64) row->gross.total);

      check_callers (f, group);
    }
}

/* A frame is as wide as its total, or as what it called where that is more. */
static double
get_width (const DwellTree *tree,
           guint32          node)
{
  double below = 0;
  guint32 end = node == DWELL_NONE ? tree->n_nodes : tree->ends[node];

  for (guint32 child = node == DWELL_NONE ? 0 : node + 1; child < end; child = tree->ends[child])
    below += get_width (tree, child);

  return node == DWELL_NONE ? below : MAX (below, (double) tree->totals[node]);
}

static void
check_flame (const Fixture *f)
{
  g_autoptr(DwellFlame) flame = dwell_flame_new (f->tree, DWELL_FLAME_BY_TIME);
  double all = get_width (f->tree, DWELL_NONE);

  for (guint32 node = 0; node < f->tree->n_nodes && all > 0; node++)
    {
      double x0;
      double x1;

      dwell_flame_get_extent (flame, node, &x0, &x1);
      g_assert_cmpfloat_with_epsilon ((x1 - x0) * all, get_width (f->tree, node), all * 1e-12);
    }
}

static void
check_samples (const Fixture            *f,
               const DwellStatisticsRow *row,
               DwellMeasure              measure,
               const DwellTimes         *times)
{
  g_autoptr(DwellSamples) samples =
    dwell_samples_new (f->index, &row->area, 1, row->context, f->statistics->begin,
                       f->statistics->end, measure, NULL);
  __int128 sum = 0;

  g_assert_cmpuint (samples->n, ==, row->n_complete);
  if (samples->n == 0)
    return;

  for (guint64 i = 0; i < samples->n; i++)
    {
      guint32 span = samples->spans[i];

      sum += samples->values[i];
      g_assert_cmpint (samples->values[i], ==,
                       measure == DWELL_MEASURE_NET
                         ? dwell_trace_get_span_own (f->trace, span)
                         : dwell_trace_get_span_duration (f->trace, span));
    }

  g_assert_cmpint (samples->sorted[0], ==, times->min);
  g_assert_cmpint (samples->sorted[samples->n - 1], ==, times->max);
  g_assert_true ((DwellWide) sum == dwell_mean_to_sum (times->avg, samples->n));
  if (measure != DWELL_MEASURE_CALL)
    return;

  g_assert_cmpint (dwell_samples_get_percentile (samples, 0.5), ==, row->p50);
  g_assert_cmpint (dwell_samples_get_percentile (samples, 0.9), ==, row->p90);
  g_assert_cmpint (dwell_samples_get_percentile (samples, 0.99), ==, row->p99);
}

/* The spans themselves, where the range is all of the trace. */
static void
check_spans (const Fixture            *f,
             const DwellStatisticsRow *row)
{
  gint64 own = 0;

  for (guint32 span = 0; span < f->trace->n_spans; span++)
    if (f->trace->span_area[span] == row->area &&
        (f->trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0 &&
        (row->context == DWELL_NONE ||
         dwell_trace_get_span_context (f->trace, span) == row->context))
      {
        if (row->net_is_defined)
          own += dwell_trace_get_span_own (f->trace, span);
        g_assert_cmpint (dwell_trace_get_span_gross (f->trace, span), <=,
                         dwell_trace_get_span_duration (f->trace, span));
      }

  if (row->net_is_defined)
    g_assert_cmpint (own, ==, (gint64) row->net.total);
}

static void
check_range (Fixture *f)
{
  gboolean is_whole = f->statistics->begin <= f->trace->begin &&
                      f->statistics->end >= f->trace->end;

  check_nodes (f);
  check_wholes (f);
  check_flame (f);
  if (!f->by_context)
    check_groups (f);

  for (guint i = 0; i < f->statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &f->statistics->rows[i];

      if (row->of != DWELL_STATISTICS_OF_SPANS)
        continue;
      check_samples (f, row, DWELL_MEASURE_CALL, &row->call);
      if (row->net_is_defined)
        check_samples (f, row, DWELL_MEASURE_NET, &row->net);
      if (is_whole)
        check_spans (f, row);
    }
}

/* For how long any function of @context was paused, tick by tick. */
static guint64
count_paused (const Fixture *f,
              guint32        context,
              gint64         begin,
              gint64         end)
{
  const DwellTrace *trace = f->trace;
  guint64 paused = 0;

  for (gint64 tick = begin; tick < end; tick += f->shape.step)
    for (guint32 i = 0; i < trace->n_suspensions; i++)
      if (trace->suspension_kind[i] == DWELL_SUSPENSION_PAUSE &&
          trace->suspension_begin[i] <= tick && tick < trace->suspension_end[i] &&
          dwell_trace_get_span_context (trace, trace->suspension_span[i]) == context)
        {
          paused += (guint64) f->shape.step;
          break;
        }

  return paused;
}

/* Compares single queries with a walk in order. */
static void
check_pauses (const Fixture *f,
              GRand         *rand)
{
  for (guint32 context = 0; context < f->trace->n_contexts; context++)
    {
      gint64 begin = f->shape.base - f->shape.step;
      guint32 place = DWELL_NONE;

      for (guint i = 0; i < 6; i++)
        {
          gint64 end = begin + f->shape.step * g_rand_int_range (rand, -2, 60);
          guint64 paused = count_paused (f, context, begin, end);

          g_assert_cmpuint (dwell_trace_get_paused (f->trace, context, begin, end, NULL), ==,
                            paused);
          g_assert_cmpuint (dwell_trace_get_paused (f->trace, context, begin, end, &place), ==,
                            paused);
          begin += f->shape.step * g_rand_int_range (rand, 0, 20);
        }
    }
}

static void
check_trace (Fixture *f,
             GRand   *rand)
{
  f->index = dwell_statistics_index_new (f->trace, DWELL_GROUP_BY_AREA, NULL);
  f->modules = dwell_statistics_index_new (f->trace, DWELL_GROUP_BY_MODULE, NULL);
  check_pauses (f, rand);

  for (guint i = 0; i < N_RANGES; i++)
    {
      DwellTreeOptions options = { .by_context = g_rand_boolean (rand) };
      g_autoptr(DwellStatistics) statistics = NULL;
      g_autoptr(DwellTree) tree = NULL;

      options.begin = f->shape.base + f->shape.step * g_rand_int_range (rand, -2, 120);
      options.end = options.begin + f->shape.step * g_rand_int_range (rand, 0, 80);
      if (i == 0)
        {
          options.begin = f->trace->begin;
          options.end = f->trace->end;
        }

      f->by_context = options.by_context;
      f->tree = tree = dwell_tree_new (f->trace, &options, NULL);
      f->statistics = statistics = dwell_statistics_index_query (f->index, options.begin,
                                                                 options.end,
                                                                 DWELL_STATISTICS_ALL, NULL);
      check_range (f);
    }

  dwell_statistics_index_unref (f->index);
  dwell_statistics_index_unref (f->modules);
}

static void
test_random (gconstpointer user_data)
{
  guint32 seed = random_trace_new_seed ();
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  g_test_message ("Seed %u", seed);

  for (guint i = 0; i < N_TRACES; i++)
    {
      g_autoptr(DwellTrace) trace = NULL;
      Fixture f = { NULL };

      random_trace_choose_shape (rand, &f.shape);
      f.shape.has_suspensions = GPOINTER_TO_INT (user_data);
      f.trace = trace = random_trace_new (rand, &f.shape);
      check_trace (&f, rand);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/one-figure/random", GINT_TO_POINTER (FALSE), test_random);
  g_test_add_data_func ("/one-figure/random-suspensions", GINT_TO_POINTER (TRUE), test_random);
  return g_test_run ();
}
