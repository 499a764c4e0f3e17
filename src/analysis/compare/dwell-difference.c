/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the rows of a difference and adds them up. */
#include "config.h"

#include "analysis/compare/dwell-difference-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/dwell-trace-image.h"

/**
 * dwell_difference_explain:
 * @base_count: how often it ran in the base
 * @base_total: how long it took altogether
 * @new_count: how often it ran in the new recording
 * @new_total: how long it took there altogether
 * @by_count: (out): the part of the change that is due to the count
 * @by_time: (out): the rest
 *
 * Splits the change of a total. What did not run on one side has no time per run there: all of its
 * change is by count.
 */
void
dwell_difference_explain (guint64          base_count,
                          DwellSignedWide  base_total,
                          guint64          new_count,
                          DwellSignedWide  new_total,
                          DwellSignedWide *by_count,
                          DwellSignedWide *by_time)
{
  DwellSignedWide change = new_total - base_total;
  gboolean is_more = new_count > base_count;
  DwellWide more = is_more ? new_count - base_count : base_count - new_count;
  DwellWide both;
  DwellWide parts;
  DwellWide whole;

  if (base_count == 0 || new_count == 0)
    {
      *by_count = change;
      *by_time = 0;
      return;
    }

  /* (n_b − n_a)(t_a·n_b + t_b·n_a) / (2·n_a·n_b), without the product of all factors, which would
   * overflow. */
  both = dwell_wide_add (dwell_wide_multiply ((DwellWide) base_total, new_count),
                         dwell_wide_multiply ((DwellWide) new_total, base_count));
  parts = 2 * (DwellWide) base_count * new_count;
  whole = more * (both / parts) + (more * (both % parts) + parts / 2) / parts;
  *by_count = is_more ? (DwellSignedWide) whole : -(DwellSignedWide) whole;
  *by_time = change - *by_count;
}

/**
 * dwell_figure_has_change:
 * @self: a figure
 *
 * Returns: whether it has a change: both sides have the figure, or at least one side if figures add
 *   up
 */
gboolean
dwell_figure_has_change (const DwellFigure *self)
{
  return (self->has_base && self->has_new) ||
         (self->is_sum && (self->has_base || self->has_new));
}

/**
 * dwell_figure_get_ratio:
 * @self: a figure
 *
 * Returns: the new figure divided by that of the base; NAN if there is no ratio, as with a base of
 *   0
 */
double
dwell_figure_get_ratio (const DwellFigure *self)
{
  if (!self->has_base || !self->has_new || self->base_real == 0)
    return NAN;

  return self->new_real / self->base_real;
}

/**
 * dwell_measure_is_time:
 * @measure: a measure
 *
 * Returns: whether it is in ns
 */
gboolean
dwell_measure_is_time (const DwellComparedMeasure *measure)
{
  return measure->percentile > 0 ||
         dwell_statistic_columns[measure->statistic].kind == DWELL_CELL_TIME;
}

/**
 * dwell_measure_get_tested:
 * @measure: a measure
 *
 * Returns: what is tested to decide whether it changed; %DWELL_TESTED_NOTHING: the measure is a
 *   fact
 */
DwellTested
dwell_measure_get_tested (const DwellComparedMeasure *measure)
{
  if (measure->percentile > 0)
    return DWELL_TESTED_MEASURE;

  switch ((guint) measure->statistic)
    {
    case DWELL_STATISTIC_NET:
    case DWELL_STATISTIC_NET_AVG:
      return DWELL_TESTED_NET_AVG;
    case DWELL_STATISTIC_GROSS:
    case DWELL_STATISTIC_GROSS_AVG:
    case DWELL_STATISTIC_CALL:
    case DWELL_STATISTIC_CALL_SUM:
    case DWELL_STATISTIC_CALL_AVG:
      return DWELL_TESTED_CALL_AVG;
    case DWELL_STATISTIC_P50:
      return DWELL_TESTED_P50;
    case DWELL_STATISTIC_P90:
      return DWELL_TESTED_P90;
    case DWELL_STATISTIC_P99:
      return DWELL_TESTED_P99;
    default:
      return DWELL_TESTED_NOTHING;
    }
}

static gboolean
is_sum (DwellStatistic statistic)
{
  return statistic == DWELL_STATISTIC_COUNT || statistic == DWELL_STATISTIC_NET ||
         statistic == DWELL_STATISTIC_GROSS || statistic == DWELL_STATISTIC_CALL ||
         statistic == DWELL_STATISTIC_CALL_SUM || statistic == DWELL_STATISTIC_INCOMPLETE;
}

static gboolean
set_side (const DwellStatistics    *statistics,
          const DwellTrace         *trace,
          const DwellStatisticsRow *row,
          DwellStatistic            statistic,
          DwellSignedWide          *whole,
          double                   *real)
{
  DwellCellValue cell = { DWELL_CELL_NONE };

  if (row != NULL)
    cell = dwell_statistics_get_cell (statistics, trace, row, statistic);
  if (cell.kind == DWELL_CELL_NONE || cell.kind == DWELL_CELL_TEXT)
    return FALSE;

  *whole = cell.whole + dwell_time_round (cell.rest);
  *real = (double) ((long double) cell.whole + cell.rest);
  return TRUE;
}

/**
 * dwell_difference_get_figure:
 * @self: a difference
 * @row: one of its rows
 * @statistic: a column of statistics
 *
 * Returns: the figure of both sides, not divided
 */
DwellFigure
dwell_difference_get_figure (const DwellDifference    *self,
                             const DwellDifferenceRow *row,
                             DwellStatistic            statistic)
{
  DwellFigure figure = { .is_real = statistic == DWELL_STATISTIC_SHARE,
                         .is_sum = is_sum (statistic) };

  figure.has_base = set_side (self->of_base, self->base, row->base, statistic, &figure.base,
                              &figure.base_real);
  figure.has_new = set_side (self->of_new, self->new, row->new, statistic, &figure.new,
                             &figure.new_real);
  return figure;
}

static gboolean
is_wanted (const DwellComparedSide  *side,
           const DwellStatisticsRow *row,
           gboolean                  by_context)
{
  if (row->of == DWELL_STATISTICS_OF_RECORD || (side->areas != NULL && !side->areas[row->area]))
    return FALSE;
  if (row->context == DWELL_NONE)
    return side->contexts == NULL;

  return side->contexts != NULL ? side->contexts[row->context] : by_context;
}

static gpointer
make_place (guint32 context,
            guint32 area)
{
  return GSIZE_TO_POINTER ((gsize) (guint32) (context + 1) << 32 | area);
}

static void
add_row (GArray                   *rows,
         const DwellMatch         *match,
         const DwellStatisticsRow *base,
         const DwellStatisticsRow *new,
         guint32                   other_context)
{
  DwellDifferenceRow row = {
    .base = base, .new = new, .superiority = NAN, .base_drift_p = NAN, .new_drift_p = NAN,
    .base_area = base != NULL ? base->area : DWELL_NONE,
    .new_area = new != NULL ? new->area : DWELL_NONE,
    .base_context = base != NULL ? base->context : other_context,
    .new_context = new != NULL ? new->context : other_context,
  };

  /* Neither side ran in the range: no row. */
  if ((base == NULL || !dwell_statistics_row_is_in_range (base)) &&
      (new == NULL || !dwell_statistics_row_is_in_range (new)))
    return;

  row.matched_by = base != NULL ? match->base_matched_by[base->area]
                                : match->new_matched_by[new->area];
  for (guint i = 0; i < DWELL_N_TESTED; i++)
    row.tested[i] = (DwellTestedFigure) { NAN, NAN, NAN, { NAN, NAN } };

  g_array_append_val (rows, row);
}

/* Returns how many contexts ran in the range and have no partner. */
static guint
count_alone (const DwellStatistics *statistics,
             const DwellTrace      *trace,
             const guint32         *partners)
{
  g_autofree guint8 *is_alone = g_new0 (guint8, MAX (trace->n_contexts, 1));
  guint n = 0;

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      guint32 context = statistics->rows[i].context;

      if (context != DWELL_NONE && partners[context] == DWELL_NONE && !is_alone[context] &&
          dwell_statistics_row_is_in_range (&statistics->rows[i]))
        {
          is_alone[context] = TRUE;
          n++;
        }
    }

  return n;
}

static void
make_rows (DwellDifference  *self,
           const DwellMatch *match,
           const guint32    *contexts)
{
  const DwellDifferenceOptions *options = &self->options;
  g_autoptr(GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *is_taken = g_new0 (guint8, MAX (self->of_new->n_rows, 1));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (DwellDifferenceRow));
  g_autofree guint32 *back = g_new (guint32, MAX (self->new->n_contexts, 1));

  memset (back, 0xff, self->new->n_contexts * sizeof *back);
  for (guint32 i = 0; i < self->base->n_contexts; i++)
    if (contexts[i] != DWELL_NONE)
      back[contexts[i]] = i;

  self->n_base_contexts_alone = count_alone (self->of_base, self->base, contexts);
  self->n_new_contexts_alone = count_alone (self->of_new, self->new, back);

  for (guint i = 0; i < self->of_new->n_rows; i++)
    if (is_wanted (&options->new, &self->of_new->rows[i], options->by_context))
      g_hash_table_insert (places, make_place (self->of_new->rows[i].context,
                                               self->of_new->rows[i].area),
                           GUINT_TO_POINTER (i + 1));

  for (guint i = 0; i < self->of_base->n_rows; i++)
    {
      const DwellStatisticsRow *row = &self->of_base->rows[i];
      guint32 context = row->context != DWELL_NONE ? contexts[row->context] : DWELL_NONE;
      guint32 area = match->new_of_base[row->area];
      guint place = 0;

      if (!is_wanted (&options->base, row, options->by_context))
        continue;
      if (area != DWELL_NONE && (row->context == DWELL_NONE || context != DWELL_NONE))
        place = GPOINTER_TO_UINT (g_hash_table_lookup (places, make_place (context, area)));
      if (place > 0)
        is_taken[place - 1] = TRUE;
      add_row (rows, match, row, place > 0 ? &self->of_new->rows[place - 1] : NULL, context);
    }

  for (guint i = 0; i < self->of_new->n_rows; i++)
    {
      const DwellStatisticsRow *row = &self->of_new->rows[i];

      if (!is_taken[i] && is_wanted (&options->new, row, options->by_context))
        add_row (rows, match, NULL, row,
                 row->context != DWELL_NONE ? back[row->context] : DWELL_NONE);
    }

  self->n_rows = rows->len;
  self->rows = (DwellDifferenceRow *) g_array_free (rows, FALSE);
}

/* 0: functions and the like, whose time includes that of their lines; 1: lines; 2: states; 3:
 * others. */
static guint
get_class (const DwellDifference    *self,
           const DwellDifferenceRow *row)
{
  DwellAreaKind kind = row->base != NULL ? self->base->areas[row->base_area].kind
                                         : self->new->areas[row->new_area].kind;

  return kind == DWELL_AREA_LINE ? 1 : kind == DWELL_AREA_STATE ? 2
         : kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_AUX ? 3 : 0;
}

/* Whether totals are sums of the rows of single contexts. */
gboolean
_dwell_difference_is_of_total (const DwellDifference    *self,
                               const DwellDifferenceRow *row)
{
  gboolean is_of_all = row->base != NULL ? row->base->context == DWELL_NONE
                                         : row->new->context == DWELL_NONE;

  return is_of_all == (self->options.base.contexts == NULL);
}

static void
add_up (DwellDifference *self)
{
  guint class = 3;
  double base_matched = 0;
  double new_matched = 0;

  for (guint i = 0; i < self->n_rows; i++)
    class = MIN (class, get_class (self, &self->rows[i]));

  self->total = (DwellFigure) { .is_sum = TRUE };
  for (guint i = 0; i < self->n_rows; i++)
    {
      DwellDifferenceRow *row = &self->rows[i];
      DwellFigure net = dwell_difference_get_figure (self, row, DWELL_STATISTIC_NET);

      row->is_in_total = get_class (self, row) == class &&
                         _dwell_difference_is_of_total (self, row);
      if (!row->is_in_total)
        continue;

      self->total.has_base |= net.has_base;
      self->total.has_new |= net.has_new;
      self->total.base += net.has_base ? net.base : 0;
      self->total.new += net.has_new ? net.new : 0;
      if (row->base != NULL && row->new != NULL)
        {
          base_matched += net.base_real;
          new_matched += net.new_real;
        }
    }

  self->total.base_real = (double) self->total.base;
  self->total.new_real = (double) self->total.new;
  self->base_matched = dwell_share (base_matched, self->total.base_real);
  self->new_matched = dwell_share (new_matched, self->total.new_real);
}

static const char *
get_name (const DwellDifference    *self,
          const DwellDifferenceRow *row)
{
  return row->new != NULL ? dwell_trace_get_area_title (self->new, row->new_area)
                          : dwell_trace_get_area_title (self->base, row->base_area);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const DwellDifferenceRow *left = a;
  const DwellDifferenceRow *right = b;
  gboolean left_is_of_all = dwell_difference_row_is_of_all (left);
  gboolean right_is_of_all = dwell_difference_row_is_of_all (right);
  double left_change = dwell_figure_has_change (&left->value)
                         ? fabs (dwell_figure_get_real_change (&left->value)) : -1;
  double right_change = dwell_figure_has_change (&right->value)
                          ? fabs (dwell_figure_get_real_change (&right->value)) : -1;
  int order;

  if (left_is_of_all != right_is_of_all)
    return left_is_of_all ? -1 : 1;
  if (left_change != right_change)
    return left_change > right_change ? -1 : 1;

  order = strcmp (get_name (user_data, left), get_name (user_data, right));
  if (order != 0)
    return order;
  if (left->base_area != right->base_area)
    return left->base_area < right->base_area ? -1 : 1;
  if (left->new_area != right->new_area)
    return left->new_area < right->new_area ? -1 : 1;
  return left->base_context < right->base_context ? -1
         : left->base_context > right->base_context ? 1
         : (left->new_context > right->new_context) - (left->new_context < right->new_context);
}

/**
 * dwell_difference_new:
 * @options: what is compared, and how
 * @match: which areas of the two correspond
 * @cancellable: (nullable): checked now and then
 *
 * Compares two recordings; call it on a worker.
 *
 * Returns: (transfer full) (nullable): the difference, or %NULL if it was cancelled, or if there is
 *   too little memory
 */
DwellDifference *
dwell_difference_new (const DwellDifferenceOptions *options,
                      const DwellMatch             *match,
                      GCancellable                 *cancellable)
{
  g_autoptr(DwellDifference) self = g_new0 (DwellDifference, 1);
  g_autofree guint32 *contexts = NULL;

  self->options = *options;
  self->base = dwell_statistics_index_get_trace (options->base.index);
  self->new = dwell_statistics_index_get_trace (options->new.index);
  self->of_base = dwell_statistics_index_query (options->base.index, options->base.begin,
                                                options->base.end, DWELL_STATISTICS_ALL,
                                                cancellable);
  self->of_new = dwell_statistics_index_query (options->new.index, options->new.begin,
                                               options->new.end, DWELL_STATISTICS_ALL,
                                               cancellable);
  if (self->of_base == NULL || self->of_new == NULL)
    return NULL;

  contexts = dwell_match_contexts (match, self->base, self->of_base, self->new, self->of_new);
  make_rows (self, match, contexts);
  add_up (self);
  _dwell_difference_test (self, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  _dwell_difference_judge (self, match);
  if (self->n_rows > 0)
    g_qsort_with_data (self->rows, (gint) self->n_rows, sizeof *self->rows, compare_rows, self);
  self->is_of_one = dwell_difference_get_verdict (self) == DWELL_VERDICT_IDENTICAL &&
                    options->base.begin == options->new.begin &&
                    options->base.end == options->new.end &&
                    dwell_trace_is_same (self->base, self->new);

  return g_steal_pointer (&self);
}

/**
 * dwell_difference_free:
 * @self: (transfer full): a difference
 *
 * Frees @self.
 */
void
dwell_difference_free (DwellDifference *self)
{
  g_clear_pointer (&self->of_base, dwell_statistics_free);
  g_clear_pointer (&self->of_new, dwell_statistics_free);
  g_free (self->rows);
  g_free (self);
}

/**
 * dwell_verdict_of_rows:
 * @n_verdicts: how many rows there are of each verdict
 *
 * Returns: the verdict on the whole: %DWELL_VERDICT_IDENTICAL, %DWELL_VERDICT_SAME,
 *   %DWELL_VERDICT_UNCLEAR, or %DWELL_VERDICT_MORE, which means that the recordings differ
 */
DwellVerdict
dwell_verdict_of_rows (const guint n_verdicts[DWELL_N_VERDICTS])
{
  const guint *n = n_verdicts;

  if (n[DWELL_VERDICT_MORE] + n[DWELL_VERDICT_LESS] + n[DWELL_VERDICT_NEW] +
        n[DWELL_VERDICT_GONE] > 0)
    return DWELL_VERDICT_MORE;
  if (n[DWELL_VERDICT_UNCLEAR] > 0)
    return DWELL_VERDICT_UNCLEAR;

  return n[DWELL_VERDICT_SAME] > 0 ? DWELL_VERDICT_SAME : DWELL_VERDICT_IDENTICAL;
}

/**
 * dwell_difference_get_verdict:
 * @self: a difference
 *
 * Returns: the verdict on the whole, as from dwell_verdict_of_rows()
 */
DwellVerdict
dwell_difference_get_verdict (const DwellDifference *self)
{
  return dwell_verdict_of_rows (self->n_verdicts);
}

/**
 * dwell_verdict_get_id:
 * @self: a verdict
 *
 * Returns: what the command line calls it
 */
const char *
dwell_verdict_get_id (DwellVerdict self)
{
  static const char * const ids[DWELL_N_VERDICTS] = {
    "more", "less", "same", "unclear", "new", "gone", "identical",
  };

  return ids[self];
}

/**
 * dwell_evidence_get_id:
 * @self: evidence
 *
 * Returns: (nullable): what the command line calls it
 */
const char *
dwell_evidence_get_id (DwellEvidence self)
{
  static const char * const ids[] = {
    NULL, "fact", "count", "time", "both", "samples", "chance", "few", "sums",
  };

  return ids[self];
}
