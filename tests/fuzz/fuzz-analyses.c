/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every question to a trace, with ranges and choices drawn; what must hold of each answer is
 * checked, above all that sums are those of their parts. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/costs/dwell-growth.h"
#include "analysis/dwell-event-order.h"
#include "analysis/dwell-find.h"
#include "analysis/dwell-line-table.h"
#include "analysis/dwell-overruns.h"
#include "analysis/requirements/dwell-requirements.h"
#include "analysis/statistics/dwell-recorded.h"
#include "analysis/tree/dwell-flame.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "analysis/values/dwell-values.h"
#include "core/dwell-keys.h"
#include "core/dwell-memory.h"
#include "fuzz.h"

#define MAX_LOOKED_AT 64

typedef struct {
  const FuzzInput *input;
  DwellTrace      *trace;
  gint64           begin; /* a range */
  gint64           end;
} Look;

static guint32
draw (const Look *self,
      guint32     n)
{
  return g_rand_int (self->input->rand) % n;
}

static void
check_times (const DwellTimes *times,
             guint64           n)
{
  if (n == 0)
    return;

  g_assert_cmpint (times->min, <=, times->max);
  g_assert_cmpint (times->avg.whole, >=, times->min);
  g_assert_cmpint (times->avg.whole, <=, times->max);
}

static void
check_row (const DwellStatisticsRow *row)
{
  if (row->of != DWELL_STATISTICS_OF_SPANS)
    return;

  check_times (&row->call, row->n_complete);
  check_times (&row->gross, row->n_complete);
  check_times (&row->outside, row->n_gaps);
  check_times (&row->period, row->n_periods);
  if (row->net_is_defined)
    check_times (&row->net, row->n_complete);
  if (row->n_complete > 0)
    {
      g_assert_cmpint (row->p50, <=, row->p90);
      g_assert_cmpint (row->p90, <=, row->p99);
      g_assert_cmpint (row->p99, <=, row->call.max);
      g_assert_true (row->std >= 0);
    }

  g_assert_true (row->share <= 1 + 1e-9);
  g_assert_true (row->call.total <= row->call_sum);
}

/* Rows over all contexts come first; each is the sum of those of one context. */
static void
check_sums (const DwellStatistics *statistics)
{
  g_autoptr(GHashTable) counts = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      gboolean is_sum = row->context == DWELL_NONE;
      guint32 name = statistics->group_by == DWELL_GROUP_BY_AREA ? row->area : row->group;
      gpointer key = GUINT_TO_POINTER (name * 2 + (row->of == DWELL_STATISTICS_OF_WRITES));
      guint64 count = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, key));

      if (row->of == DWELL_STATISTICS_OF_RECORD)
        continue;

      g_hash_table_insert (counts, key, GSIZE_TO_POINTER (is_sum ? count + row->count
                                                                 : count - row->count));
    }

  {
    GHashTableIter iter;
    gpointer left;

    g_hash_table_iter_init (&iter, counts);
    while (g_hash_table_iter_next (&iter, NULL, &left))
      g_assert_cmpuint (GPOINTER_TO_SIZE (left), ==, 0);
  }
}

static void
check_statistics (const Look   *self,
                  DwellGroupBy  group_by)
{
  g_autoptr(DwellStatisticsIndex) index = dwell_statistics_index_new (self->trace, group_by, NULL);
  g_autoptr(DwellStatistics) totals =
    dwell_statistics_index_query (index, self->begin, self->end, DWELL_STATISTICS_TOTALS, NULL);
  g_autoptr(DwellStatistics) all =
    dwell_statistics_index_query (index, self->begin, self->end, DWELL_STATISTICS_ALL, NULL);

  g_assert_cmpuint (totals->n_rows, ==, all->n_rows);
  for (guint i = 0; i < all->n_rows; i++)
    {
      g_assert_cmpuint (totals->rows[i].count, ==, all->rows[i].count);
      g_assert_true (totals->rows[i].call.total == all->rows[i].call.total);
      g_assert_true (totals->rows[i].net.total == all->rows[i].net.total);
      check_row (&all->rows[i]);
    }
  check_sums (all);
}

static void
check_span (const Look           *self,
            DwellStatisticsIndex *index,
            guint32               span)
{
  guint32 area = self->trace->span_area[span];
  guint32 longest = dwell_statistics_index_get_longest (index, DWELL_NONE, area, self->begin,
                                                        self->end);
  guint32 shortest = dwell_statistics_index_get_shortest (index, DWELL_NONE, area, self->begin,
                                                          self->end);
  guint32 next = dwell_statistics_index_get_neighbour (index, span, 1);
  guint64 n_spans;
  guint64 rank = dwell_statistics_index_get_rank (index, span, &n_spans);

  g_assert_cmpuint (rank, <=, n_spans);
  g_assert_true ((longest == DWELL_NONE) == (shortest == DWELL_NONE));
  if (longest != DWELL_NONE)
    g_assert_cmpint (dwell_trace_get_span_duration (self->trace, shortest), <=,
                     dwell_trace_get_span_duration (self->trace, longest));
  if (next != DWELL_NONE)
    g_assert_cmpuint (dwell_statistics_index_get_neighbour (index, next, -1), ==, span);
}

static void
check_samples (const Look           *self,
               DwellStatisticsIndex *index,
               DwellMeasure          measure)
{
  guint32 areas[] = { draw (self, self->trace->n_areas), draw (self, self->trace->n_areas) };
  g_autoptr(DwellSamples) samples =
    dwell_samples_new (index, areas, areas[0] != areas[1] ? 2 : 1, DWELL_NONE, self->begin,
                       self->end, measure, NULL);
  g_autoptr(GArray) bins = NULL;
  g_autoptr(GArray) medians = NULL;
  guint64 n = 0;

  g_assert_nonnull (samples);
  for (guint64 i = 1; i < samples->n; i++)
    g_assert_cmpint (samples->sorted[i - 1], <=, samples->sorted[i]);

  bins = dwell_samples_get_bins (samples, measure != DWELL_MEASURE_JITTER &&
                                          fuzz_chance (self->input, 2), 1);
  medians = dwell_samples_get_median (samples, 1 + draw (self, 50));
  for (guint i = 0; i < bins->len; i++)
    n += g_array_index (bins, DwellBin, i).n;
  g_assert_cmpuint (n, ==, samples->n);

  if (samples->n > 0)
    {
      gint64 limit = MAX (samples->sorted[samples->n / 2], 0);
      DwellSampleLimits limits = dwell_sample_limits_of_deadline (measure, limit);
      g_autoptr(GArray) over = dwell_samples_select_beyond (samples, &limits);
      DwellSampleBox box = { self->begin, self->end, samples->sorted[0],
                             samples->sorted[samples->n - 1] };
      guint32 *cells = dwell_samples_count_cells (samples, &box, 5, 3,
                                                  fuzz_chance (self->input, 2));

      g_assert_cmpuint (over->len, ==, dwell_samples_count_beyond (samples, &limits));
      g_assert_cmpint (dwell_samples_get_percentile (samples, 0.5), <=,
                       dwell_samples_get_percentile (samples, 0.99));
      dwell_big_free (cells);
    }
}

static void
check_overruns (const Look *self)
{
  DwellDeadline deadline = { draw (self, self->trace->n_areas), draw (self, DWELL_N_MEASURES),
                             draw (self, 2) * draw (self, 1000) };
  g_autoptr(GArray) marks = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  g_autoptr(DwellOverruns) overruns = NULL;
  guint64 n = 0;

  g_assert_true (dwell_deadlines_check (&deadline, 1, self->trace, 0, marks, NULL));
  overruns = dwell_overruns_new (self->trace, marks, NULL);
  for (guint i = 0; i < DWELL_OVERRUNS_N_COLUMNS; i++)
    n += overruns->columns[i];
  g_assert_cmpuint (n, ==, overruns->n);
  for (guint64 i = 0; i < MIN (overruns->n, MAX_LOOKED_AT); i++)
    g_assert_true (dwell_overruns_has_span (overruns, overruns->spans[i]));
}

static void
check_spans (const Look *self)
{
  g_autoptr(DwellStatisticsIndex) index =
    dwell_statistics_index_new (self->trace, DWELL_GROUP_BY_AREA, NULL);
  g_autoptr(DwellStatistics) whole =
    dwell_statistics_index_query (index, self->trace->begin, self->trace->end,
                                  DWELL_STATISTICS_ALL, NULL);
  g_autoptr(DwellProblems) problems = dwell_recorded_find_problems (self->trace, whole);

  for (guint i = 0; i < whole->n_rows; i++)
    {
      DwellRecordedDifference difference;

      dwell_recorded_compare (self->trace, whole, &whole->rows[i], &difference);
    }

  for (guint32 i = 0; i < MIN (self->trace->n_spans, MAX_LOOKED_AT); i++)
    check_span (self, index, draw (self, self->trace->n_spans));
  for (guint i = 0; i < DWELL_N_MEASURES && self->trace->n_areas > 0; i++)
    check_samples (self, index, i);
  if (self->trace->n_areas > 0)
    check_overruns (self);
}

static void
check_flame (const Look *self,
             DwellTree  *tree)
{
  g_autoptr(DwellFlame) flame = dwell_flame_new (tree, draw (self, 3));
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (DwellFrame));
  double from = g_rand_double (self->input->rand) * (1 - 1e-6);

  dwell_flame_layout (flame, from, 1, 1 + draw (self, 500), draw (self, 3),
                      dwell_flame_get_depth (flame), NULL, frames);
  for (guint i = 0; i < frames->len; i++)
    {
      const DwellFrame *frame = &g_array_index (frames, DwellFrame, i);

      g_assert_cmpuint (frame->node, <, tree->n_nodes);
      g_assert_true (frame->x0 <= frame->x1);
      dwell_flame_get_sibling (flame, frame->node, 1);
      dwell_flame_get_heaviest_child (flame, frame->node);
    }
}

static void
check_groups (const Look      *self,
              const DwellTree *tree)
{
  g_autoptr(GPtrArray) groups = dwell_tree_get_groups (tree, DWELL_NONE, NULL);
  guint32 n_nodes = 0;

  for (guint32 i = 0; i < tree->n_nodes; i++)
    n_nodes += tree->areas[i] == DWELL_NONE;
  for (guint i = 0; i < groups->len; i++)
    {
      const DwellTreeGroup *group = g_ptr_array_index (groups, i);

      n_nodes += group->n_nodes;
      if (i < 8)
        {
          g_autoptr(GPtrArray) callers = dwell_tree_group_get_callers (group, tree, DWELL_NONE,
                                                                       NULL);
          g_autoptr(GPtrArray) callees = dwell_tree_group_get_callees (group, tree, NULL);

          g_assert_true (dwell_tree_group_has_callees (group, tree) == (callees->len > 0));
          g_assert_true (dwell_tree_group_has_callers (group, tree, DWELL_NONE) ==
                         (callers->len > 0));
        }
    }

  g_assert_cmpuint (n_nodes, ==, tree->n_nodes);
}

static void
check_tree (const Look *self)
{
  DwellTreeOptions options = { self->begin, self->end, NULL, fuzz_chance (self->input, 2),
                               fuzz_chance (self->input, 2) };
  g_autoptr(DwellTree) tree = dwell_tree_new (self->trace, &options, NULL);

  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      guint32 parent = tree->parents[i];

      g_assert_cmpuint (tree->ends[i], >, i);
      g_assert_cmpuint (tree->ends[i], <=, tree->n_nodes);
      g_assert_cmpuint (tree->depths[i], ==, parent == DWELL_NONE ? 0 : tree->depths[parent] + 1);
      if (parent != DWELL_NONE)
        g_assert_true (parent < i && tree->ends[i] <= tree->ends[parent]);
    }

  check_flame (self, tree);
  check_groups (self, tree);
  for (guint32 i = 0; i < MIN (self->trace->n_spans, MAX_LOOKED_AT); i++)
    {
      guint32 node = dwell_tree_find_span (tree, draw (self, self->trace->n_spans));

      g_assert_true (node == DWELL_NONE || node < tree->n_nodes);
    }
}

static void
check_values (const Look *self)
{
  g_autoptr(DwellValueIndex) index = dwell_value_index_new (self->trace, NULL);
  g_autofree char *text = fuzz_piece (self->input);
  g_autoptr(DwellValueCondition) condition = dwell_value_condition_new (text, NULL);

  for (guint32 track = 0; track < MIN (self->trace->n_tracks, MAX_LOOKED_AT); track++)
    {
      DwellValueSummary summary;
      const DwellValueCondition *wanted = NULL;

      if (!dwell_values_is_variable (self->trace, track))
        continue;

      if (condition != NULL && dwell_value_condition_suits (condition, self->trace, track, NULL))
        wanted = condition;
      if (self->trace->tracks[track].n_writes > 0)
        {
          dwell_value_index_summarise (index, track, self->begin, self->end, &summary);
          if (summary.has_values && !dwell_values_is_real (self->trace, track))
            g_assert_cmpint (summary.least.integer, <=, summary.greatest.integer);
        }
      dwell_value_index_step (index, track, self->begin, 1, wanted, NULL);
      dwell_value_index_step (index, track, self->end, -1, wanted, NULL);
    }
}

static void
check_curves (const Look       *self,
              const DwellCosts *costs,
              guint             row)
{
  g_autoptr(DwellCostPoints) points = dwell_costs_get_points (costs, row);
  DwellCostCurveOptions options = { .is_self = fuzz_chance (self->input, 2),
                                    .group_width = draw (self, 3) * draw (self, 100),
                                    .smoothing = draw (self, 5) };

  if (fuzz_chance (self->input, 2))
    options.bound = dwell_cost_bounds[draw (self, DWELL_N_COST_BOUNDS)];
  for (options.kind = 0; options.kind < DWELL_N_COST_CURVES; options.kind++)
    {
      g_autoptr(DwellCostCurve) curve = dwell_cost_curve_new (points, &options);

      for (guint i = 0; i < curve->n; i++)
        g_assert_true (isfinite (curve->sizes[i]) && isfinite (curve->values[i]) &&
                       (i == 0 || curve->sizes[i - 1] <= curve->sizes[i]));
    }
}

static void
check_costs (const Look *self)
{
  DwellGrowthOptions options = { draw (self, 3), fuzz_chance (self->input, 2) };
  g_autoptr(DwellCosts) costs = dwell_costs_new (self->trace, DWELL_NONE, NULL);
  guint n = dwell_costs_get_n_rows (costs);
  g_autofree DwellGrowth *growths = dwell_growth_classify_all (costs, &options, NULL);
  g_autofree guint32 *rank = dwell_growth_rank_rows (costs, growths);
  g_autofree guint32 *costliest = dwell_costs_rank (costs, options.is_self);
  g_autofree guint8 *seen = g_new0 (guint8, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *words = dwell_growth_describe (&growths[i]);

      g_assert_cmpuint (rank[i], <, n);
      g_assert_cmpuint (costliest[i], <, n);
      seen[rank[i]] |= 1;
      seen[costliest[i]] |= 2;
      g_assert_true (g_utf8_validate (words, -1, NULL));
      dwell_growth_get_at_10x (&growths[i], dwell_costs_get_row (costs, i));
    }
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (seen[i], ==, 3);
  for (guint i = 0; i < MIN (n, 8); i++)
    check_curves (self, costs, draw (self, n));
}

static void
check_lines (const Look *self)
{
  g_autoptr(DwellLineTable) table = dwell_line_table_new (self->trace, NULL);
  guint64 hits = 0;
  guint64 routine_hits = 0;
  guint64 module_hits = 0;

  for (guint32 i = 0; i < table->n_rows; i++)
    hits += table->rows[i].sums.hits;
  for (guint32 i = 0; i < table->n_routines; i++)
    routine_hits += table->routines[i].sums.hits;
  for (guint32 i = 0; i < table->n_modules; i++)
    module_hits += table->modules[i].sums.hits;
  g_assert_cmpuint (hits, ==, routine_hits);
  g_assert_cmpuint (hits, ==, module_hits);
}

static void
check_events (const Look *self)
{
  g_autoptr(DwellEventOrder) order = dwell_event_order_new (self->trace, NULL);
  guint64 n = dwell_event_order_get_n (order);

  g_assert_cmpuint (n, ==, (guint64) self->trace->n_spans + self->trace->n_marks);
  g_assert_cmpuint (dwell_event_order_search (order, G_MININT64), ==, 0);
  for (guint64 i = 0; i < n; i++)
    g_assert_cmpuint (dwell_event_order_find (order, dwell_event_order_get (order, i)), ==, i);
}

static void
check_find (const Look *self)
{
  g_autofree char *text = fuzz_piece (self->input);
  g_autoptr(DwellPattern) pattern = dwell_pattern_new (text, NULL);
  g_autoptr(DwellFind) find = NULL;
  DwellHit hit = { DWELL_NONE, DWELL_NONE };
  guint64 n_steps = 0;

  if (pattern == NULL)
    return;

  find = dwell_find_new (self->trace, pattern, NULL);
  do
    {
      hit = dwell_find_step (find, hit, G_MININT64, 1);
      n_steps++;
      if (hit.span != DWELL_NONE)
        g_assert_true (dwell_find_has_span (find, hit.span));
    }
  while (hit.span != DWELL_NONE || hit.mark != DWELL_NONE);

  g_assert_cmpuint (n_steps - 1, ==, dwell_find_get_n_spans (find) + dwell_find_get_n_marks (find));
  if (self->trace->n_rows > 0)
    dwell_find_next_in_row (find, draw (self, self->trace->n_rows), self->begin);
}

static void
check_keys (const Look *self)
{
  g_autoptr(GPtrArray) keys = dwell_keys_of_tracks (self->trace);
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < keys->len; i++)
    g_assert_true (g_hash_table_add (seen, g_ptr_array_index (keys, i)));
  for (guint32 i = 0; i < MIN (self->trace->n_areas, MAX_LOOKED_AT); i++)
    {
      g_autofree char *key = dwell_key_of_area (self->trace, i);

      g_assert_true (g_utf8_validate (key, -1, NULL));
      g_assert_null (strchr (key, '\n'));
    }
}

void
fuzz_analyse (const FuzzInput *input,
              DwellTrace      *trace)
{
  gint64 first = fuzz_time (input, trace);
  gint64 second = fuzz_time (input, trace);
  Look look = { input, trace, MIN (first, second), MAX (first, second) };

  if (fuzz_chance (input, 4))
    {
      look.begin = trace->begin;
      look.end = trace->end;
    }

  fuzz_lay_out (input, trace);
  if (!trace->spans_are_sequence)
    {
      for (DwellGroupBy by = DWELL_GROUP_BY_AREA; by <= DWELL_GROUP_BY_AUTHOR; by++)
        check_statistics (&look, by);
      check_spans (&look);
    }
  check_values (&look);
  if (dwell_tree_is_possible (trace))
    check_tree (&look);
  if (dwell_trace_has (trace, DWELL_TABLE_COST_POINTS))
    check_costs (&look);
  if (dwell_line_table_is_possible (trace))
    check_lines (&look);
  check_events (&look);
  check_find (&look);
  check_keys (&look);
  fuzz_compare (input, trace);
}

/* A file of any format, looked at from all sides. One in many is repeated until its events go into
 * the blocks in which the indexes count. */
void
fuzz_run_analyses (const FuzzInput *input)
{
  g_autoptr(DwellTrace) trace = NULL;

  if (input->size > 0 && input->size < 4096 && fuzz_chance (input, 256))
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autofree char *path = NULL;

      while (text->len < 512 << 10)
        g_string_append_len (text, (const char *) input->data, (gssize) input->size);
      path = fuzz_path (FUZZ_FILE, text->str, text->len);
      trace = fuzz_open_slot (input, path, NULL, NULL);
    }
  else
    {
      trace = fuzz_open (input, NULL);
    }

  if (trace != NULL)
    fuzz_analyse (input, trace);
}
