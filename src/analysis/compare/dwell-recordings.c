/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are found by the keys of areas: that of the matching area in the first recording, or else
 * its own key, so that an area that only the others have is one row. */
#include "config.h"

#include "analysis/compare/dwell-recordings.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/compare/dwell-union-tree.h"
#include "analysis/compare/dwell-weight-difference.h"
#include "core/dwell-keys.h"
#include "core/dwell-wide.h"

static void
row_free (gpointer data)
{
  g_free (((DwellRecordingsRow *) data)->name);
  g_free (((DwellRecordingsRow *) data)->growth_text);
  g_free (data);
}

/**
 * dwell_recordings_new:
 * @options: what to compare, and how; copied
 *
 * Returns: (transfer full): an empty set of recordings
 */
DwellRecordings *
dwell_recordings_new (const DwellRecordingsOptions *options)
{
  DwellRecordings *self = g_new0 (DwellRecordings, 1);

  self->options = *options;
  self->rows = g_ptr_array_new ();
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, row_free);
  return self;
}

/**
 * dwell_recordings_free:
 * @self: (transfer full): recordings
 */
void
dwell_recordings_free (DwellRecordings *self)
{
  g_clear_pointer (&self->first, dwell_trace_unref);
  g_free (self->unit);
  g_ptr_array_unref (self->rows);
  g_hash_table_unref (self->by_key);
  g_free (self);
}

static DwellRecordingsRow *
find_row (DwellRecordings  *self,
          const DwellMatch *match,
          const DwellTrace *trace,
          guint32           area)
{
  guint32 first = match->base_of_new[area];
  g_autofree char *key = first != DWELL_NONE ? dwell_key_of_area (self->first, first)
                                             : dwell_key_of_area (trace, area);
  DwellRecordingsRow *row = g_hash_table_lookup (self->by_key, key);

  if (row == NULL)
    {
      row = g_new0 (DwellRecordingsRow, 1);
      row->name = g_strdup (dwell_trace_get_area_title (trace, area));
      row->area = first;
      memset (row->growths, DWELL_GROWTH_NONE, sizeof row->growths);
      g_hash_table_insert (self->by_key, g_steal_pointer (&key), row);
      g_ptr_array_add (self->rows, row);
    }

  return row;
}

static gboolean
has_spans (const DwellTrace *trace)
{
  return !trace->spans_are_sequence && dwell_trace_has (trace, DWELL_TABLE_SPANS);
}

static gboolean
is_chosen (const DwellRecordingPart *part,
           guint32                   area)
{
  return part->areas == NULL || part->areas[area];
}

/* Samples are converted to millionths of all samples, so that recordings of different lengths can
 * be compared. */
static gint64
get_weight (const DwellRecordings *self,
            const DwellAreaWeight *weight,
            gint64                 whole)
{
  gint64 value = self->options.statistic == DWELL_STATISTIC_GROSS ? weight->total : weight->self;

  return self->are_shares && whole > 0
           ? dwell_time_round ((long double) value * DWELL_UNION_TREE_WHOLE / whole) : value;
}

/* The weights of areas in the call tree of a recording without starts and ends. */
static DwellRecordingsProblem
take_weights (DwellRecordings          *self,
              const DwellRecordingPart *part,
              const DwellMatch         *match,
              guint                     number,
              GCancellable             *cancellable)
{
  DwellTreeOptions options = { .begin = part->begin, .end = part->end,
                               .contexts = part->contexts };
  g_autoptr(DwellTree) tree = dwell_tree_new (part->trace, &options, cancellable);
  g_autofree DwellAreaWeight *weights = tree != NULL ? dwell_area_weights_new (tree, cancellable)
                                                     : NULL;
  gint64 whole = 0;

  if (weights == NULL)
    return DWELL_RECORDINGS_NEED_MEMORY;

  if (number == 0)
    {
      self->unit = g_strdup (dwell_tree_get_unit (tree));
      self->are_shares = dwell_weights_are_samples (tree);
    }
  if (g_strcmp0 (self->unit, dwell_tree_get_unit (tree)) != 0)
    return DWELL_RECORDINGS_DIFFER;

  for (guint32 i = 0; i < part->trace->n_areas; i++)
    dwell_add_saturated (&whole, weights[i].self);
  for (guint32 i = 0; i < part->trace->n_areas; i++)
    if (weights[i].is_there && is_chosen (part, i))
      {
        DwellRecordingsRow *row = find_row (self, match, part->trace, i);

        row->values[number] = get_weight (self, &weights[i], whole);
        row->is_there[number] = TRUE;
      }

  return DWELL_RECORDINGS_FIT;
}

static gboolean
has_costs (const DwellTrace *trace)
{
  return dwell_trace_has (trace, DWELL_TABLE_COST_POINTS);
}

/* How the costs of routines grow; and the costs themselves, if nothing else can be compared. */
static DwellRecordingsProblem
take_costs (DwellRecordings          *self,
            const DwellRecordingPart *part,
            const DwellMatch         *match,
            guint                     number,
            GCancellable             *cancellable)
{
  const DwellGrowthOptions options = { DWELL_COST_CURVE_WORST, FALSE };
  gboolean is_self = self->options.statistic != DWELL_STATISTIC_GROSS;
  gboolean adds_values = !has_spans (part->trace) && !dwell_tree_is_possible (part->trace);
  const char *unit = dwell_trace_get_string (part->trace, part->trace->weight_unit);
  g_autoptr(DwellCosts) costs = dwell_costs_new (part->trace, DWELL_NONE, cancellable);
  g_autofree DwellGrowth *growths =
    costs != NULL ? dwell_growth_classify_all (costs, &options, cancellable) : NULL;

  if (growths == NULL)
    return DWELL_RECORDINGS_NEED_MEMORY;

  if (adds_values && number == 0)
    self->unit = g_strdup (unit);
  if (adds_values && g_strcmp0 (self->unit, unit) != 0)
    return DWELL_RECORDINGS_DIFFER;

  self->has_growths = TRUE;
  for (guint i = 0; i < dwell_costs_get_n_rows (costs); i++)
    {
      const DwellCostRow *cost = dwell_costs_get_row (costs, i);
      DwellRecordingsRow *row;

      if (!is_chosen (part, cost->area))
        continue;

      row = find_row (self, match, part->trace, cost->area);
      row->growths[number] = (guint8) growths[i].class;
      row->are_sure[number] = dwell_growth_is_sure (&growths[i]) ? TRUE : FALSE;
      if (!adds_values)
        continue;

      row->values[number] = dwell_wide_clamp (dwell_cost_row_get_cost (cost, is_self));
      row->is_there[number] = TRUE;
    }

  return DWELL_RECORDINGS_FIT;
}

static DwellRecordingsProblem
take_statistics (DwellRecordings          *self,
                 const DwellRecordingPart *part,
                 const DwellMatch         *match,
                 guint                     number,
                 GCancellable             *cancellable)
{
  DwellStatistic statistic = self->options.statistic;
  g_autoptr(DwellStatisticsIndex) index =
    part->index != NULL
      ? dwell_statistics_index_ref (part->index)
      : dwell_statistics_index_new (part->trace, DWELL_GROUP_BY_AREA, cancellable);
  g_autoptr(DwellStatistics) statistics = NULL;

  if (index != NULL)
    statistics = dwell_statistics_index_query (
      index, part->begin, part->end,
      dwell_statistic_is_detail (statistic) ? DWELL_STATISTICS_ALL : DWELL_STATISTICS_TOTALS,
      cancellable);
  if (statistics == NULL)
    return DWELL_RECORDINGS_NEED_MEMORY;

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *figures = &statistics->rows[i];
      DwellCellValue cell;
      DwellRecordingsRow *row;

      if (figures->context != DWELL_NONE || !is_chosen (part, figures->area))
        continue;

      cell = dwell_statistics_get_cell (statistics, part->trace, figures, statistic);
      if (cell.kind == DWELL_CELL_NONE || !dwell_statistics_row_is_in_range (figures))
        continue;

      row = find_row (self, match, part->trace, figures->area);
      row->values[number] = (gint64) CLAMP (cell.whole + dwell_time_round (cell.rest), 0,
                                            G_MAXINT64);
      row->is_there[number] = TRUE;
    }

  return DWELL_RECORDINGS_FIT;
}

static DwellRecordingsProblem
find_problem (const DwellRecordings *self,
              const DwellTrace      *trace)
{
  DwellStatistic statistic = self->options.statistic;
  gboolean is_weighed = !has_spans (trace);

  if (is_weighed && !dwell_tree_is_possible (trace) && !has_costs (trace))
    return DWELL_RECORDINGS_HAVE_NOTHING;
  if (is_weighed && statistic != DWELL_STATISTIC_NET && statistic != DWELL_STATISTIC_GROSS)
    return DWELL_RECORDINGS_LACK_MEASURE;
  if (self->first != NULL && is_weighed != !has_spans (self->first))
    return DWELL_RECORDINGS_DIFFER;

  return DWELL_RECORDINGS_FIT;
}

/**
 * dwell_recordings_add:
 * @self: recordings, fewer than %DWELL_SERIES_MAX
 * @part: another recording
 * @cancellable: (nullable): a cancellable
 *
 * Keeps the figure of each of its areas.
 *
 * Returns: why it cannot be compared with the previous ones, if so; then @self is of no more use
 */
DwellRecordingsProblem
dwell_recordings_add (DwellRecordings          *self,
                      const DwellRecordingPart *part,
                      GCancellable             *cancellable)
{
  const DwellTrace *trace = part->trace;
  DwellRecordingsProblem problem;
  g_autoptr(DwellMatch) match = NULL;
  guint number;

  g_return_val_if_fail (self->n < DWELL_SERIES_MAX, DWELL_RECORDINGS_DIFFER);

  problem = find_problem (self, trace);
  if (problem != DWELL_RECORDINGS_FIT)
    return problem;

  number = self->n++;
  self->order[number] = number;
  self->clocks[number] = trace->wall_clock_ns != DWELL_TIME_NONE
                           ? dwell_time_shift (trace->wall_clock_ns, (guint64) trace->begin)
                           : DWELL_TIME_NONE;
  if (self->first == NULL)
    self->first = dwell_trace_ref (part->trace);
  match = dwell_match_new (self->first, trace, &self->options.matching, NULL);

  if (has_spans (trace))
    problem = take_statistics (self, part, match, number, cancellable);
  else if (dwell_tree_is_possible (trace))
    problem = take_weights (self, part, match, number, cancellable);
  if (problem == DWELL_RECORDINGS_FIT && has_costs (trace))
    problem = take_costs (self, part, match, number, cancellable);

  return problem;
}

static DwellGroups
get_groups (const DwellRecordings    *self,
            const DwellRecordingsRow *row)
{
  guint n_base = self->options.n_base;

  return (DwellGroups) { row->values, row->is_there, n_base, self->n - n_base };
}

static void
judge_groups (DwellRecordings *self)
{
  g_autofree double *p = g_new (double, MAX (self->rows->len, 1));
  g_autofree double *q = g_new (double, MAX (self->rows->len, 1));

  for (guint i = 0; i < self->rows->len; i++)
    {
      DwellRecordingsRow *row = self->rows->pdata[i];
      DwellGroups groups = get_groups (self, row);

      dwell_group_difference_init (&row->group, &groups);
      row->figure = row->group.figure;
      p[i] = row->group.p;
    }

  dwell_benjamini_hochberg (p, q, self->rows->len);
  for (guint i = 0; i < self->rows->len; i++)
    {
      DwellRecordingsRow *row = self->rows->pdata[i];
      DwellGroups groups = get_groups (self, row);

      row->group.q = q[i];
      dwell_group_difference_judge (&row->group, &groups, self->options.noise,
                                    self->options.alpha);
      row->verdict = row->group.verdict;
    }
}

static gboolean
are_all_equal (const DwellRecordings    *self,
               const DwellRecordingsRow *row)
{
  for (guint i = 1; i < self->n; i++)
    if (row->values[i] != row->values[0])
      return FALSE;

  return TRUE;
}

static DwellVerdict
judge_trend (const DwellRecordings    *self,
             const DwellRecordingsRow *row)
{
  double ratio = dwell_figure_get_ratio (&row->figure);

  if (row->figure.has_base != row->figure.has_new)
    return row->figure.has_base ? DWELL_VERDICT_GONE : DWELL_VERDICT_NEW;
  if (are_all_equal (self, row))
    return DWELL_VERDICT_IDENTICAL;
  if (row->trend.since > 0 && !isnan (row->trend.since_ratio))
    return row->trend.since_ratio > 1 ? DWELL_VERDICT_MORE : DWELL_VERDICT_LESS;
  if (fabs (ratio - 1) < self->options.noise)
    return DWELL_VERDICT_SAME;
  if (row->trend.p <= self->options.alpha)
    return row->trend.s > 0 ? DWELL_VERDICT_MORE : DWELL_VERDICT_LESS;

  return DWELL_VERDICT_UNCLEAR;
}

/* The place of the recording that the last of a series is compared with. */
static guint
get_reference (const DwellRecordings *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->order[i] + 1 == self->options.reference)
      return i;

  return 0;
}

static void
find_trend (const DwellRecordings *self,
            DwellRecordingsRow    *row)
{
  guint first = get_reference (self);
  guint last = self->n - 1;

  row->figure = (DwellFigure) {
    .has_base = row->is_there[first], .has_new = row->is_there[last], .is_sum = TRUE,
    .base = row->values[first], .new = row->values[last],
    .base_real = (double) row->values[first], .new_real = (double) row->values[last],
  };
  dwell_trend_init (&row->trend, row->values, self->n, self->options.alpha, self->options.noise);
  row->verdict = judge_trend (self, row);
}

static int
compare_clocks (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const gint64 *clocks = user_data;
  guint left = *(const guint *) a;
  guint right = *(const guint *) b;

  if (clocks[left] != clocks[right])
    return clocks[left] < clocks[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Recordings of a series are put in the order of their clocks, if all have one. */
static void
put_in_order (DwellRecordings *self)
{
  for (guint i = 0; i < self->n; i++)
    if (self->clocks[i] == DWELL_TIME_NONE)
      return;

  g_qsort_with_data (self->order, (gint) self->n, sizeof *self->order, compare_clocks,
                     self->clocks);
  for (guint k = 0; k < self->rows->len; k++)
    {
      DwellRecordingsRow *row = self->rows->pdata[k];
      DwellRecordingsRow before = *row;

      for (guint i = 0; i < self->n; i++)
        {
          row->values[i] = before.values[self->order[i]];
          row->is_there[i] = before.is_there[self->order[i]];
          row->growths[i] = before.growths[self->order[i]];
          row->are_sure[i] = before.are_sure[self->order[i]];
        }
    }
}

/* Growth with low confidence has a question mark, unknown growth is a dash. */
static char *
make_growth_text (const DwellRecordings    *self,
                  const DwellRecordingsRow *row)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    {
      gboolean is_known = row->growths[i] != DWELL_GROWTH_NONE;

      g_string_append_printf (text, "%s%s%s", i > 0 ? " · " : "",
                              is_known ? dwell_growth_class_get_title (row->growths[i]) : "–",
                              is_known && !row->are_sure[i] ? "?" : "");
    }

  return g_string_free (text, FALSE);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const DwellRecordingsRow *left = *(DwellRecordingsRow * const *) a;
  const DwellRecordingsRow *right = *(DwellRecordingsRow * const *) b;
  double x = fabs (dwell_figure_get_real_change (&left->figure));
  double y = fabs (dwell_figure_get_real_change (&right->figure));

  if (x != y)
    return x > y ? -1 : 1;
  return strcmp (left->name, right->name);
}

/**
 * dwell_recordings_judge:
 * @self: recordings, all of which have been added
 *
 * Gives each row its figure, and its verdict or trend; sorts the rows, and the recordings of a
 * series by clock.
 */
void
dwell_recordings_judge (DwellRecordings *self)
{
  g_return_if_fail (self->n > self->options.n_base);

  if (self->options.n_base > 0)
    {
      judge_groups (self);
    }
  else
    {
      put_in_order (self);
      for (guint i = 0; i < self->rows->len; i++)
        find_trend (self, self->rows->pdata[i]);
    }

  for (guint i = 0; i < self->rows->len && self->has_growths; i++)
    {
      DwellRecordingsRow *row = self->rows->pdata[i];

      row->growth_text = make_growth_text (self, row);
    }
  g_ptr_array_sort (self->rows, compare_rows);
}

/**
 * dwell_recordings_problem_get_text:
 * @self: why a recording cannot be compared with the others
 *
 * Returns: (transfer none) (nullable): the same in words
 */
const char *
dwell_recordings_problem_get_text (DwellRecordingsProblem self)
{
  switch (self)
    {
    case DWELL_RECORDINGS_HAVE_NOTHING:
      return _("it has neither starts and ends to count nor a call tree");
    case DWELL_RECORDINGS_LACK_MEASURE:
      return _("without starts and ends, it has only net.total and gross.total");
    case DWELL_RECORDINGS_DIFFER:
      return _("it counts something different from the recordings before it");
    case DWELL_RECORDINGS_NEED_MEMORY:
      return _("not enough memory for this analysis");
    case DWELL_RECORDINGS_FIT:
    default:
      return NULL;
    }
}
