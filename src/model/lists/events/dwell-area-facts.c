/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the figures of an area in the scope of the view, from the analyses that its pages show:
 * statistics of spans and writes, costs of routines, weights of stacks and lines, samples of
 * requirements. The texts are those of the pages' cells, so that they are the same figures. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/dwell-samples.h"
#include "analysis/statistics/dwell-share.h"
#include "analysis/statistics/dwell-statistic.h"
#include "core/dwell-text.h"
#include "core/dwell-trace-derived.h"
#include "model/lists/dwell-cell-text.h"
#include "model/lists/events/dwell-facts.h"

static char *
make_cell (DwellCellValue cell)
{
  return _dwell_cell_to_text (&cell, FALSE);
}

/* --- Statistics --- */

/* Returns: (nullable): the row over all contexts */
static const DwellStatisticsRow *
find_row (const DwellStatistics *statistics,
          guint32                area)
{
  for (guint i = 0; i < statistics->n_rows; i++)
    if (statistics->rows[i].context == DWELL_NONE && statistics->rows[i].area == area)
      return &statistics->rows[i];

  return NULL;
}

static char *
make_statistic (DwellFacts               *self,
                const DwellStatistics    *statistics,
                const DwellStatisticsRow *row,
                DwellStatistic            statistic)
{
  if (!dwell_statistic_is_available (statistic, self->trace))
    return NULL;

  return make_cell (dwell_statistics_get_cell (statistics, self->trace, row, statistic));
}

static void
add_spread (DwellFacts               *self,
            const DwellStatistics    *statistics,
            const DwellStatisticsRow *row)
{
  const DwellSpanQuestion *question = self->question;
  DwellEvent longest = { DWELL_NONE, DWELL_NONE };
  DwellEvent shortest = { DWELL_NONE, DWELL_NONE };

  if (row->n_complete == 0)
    return;

  longest.span = dwell_statistics_index_get_longest (question->index, DWELL_NONE, row->area,
                                                     question->begin, question->end);
  shortest.span = dwell_statistics_index_get_shortest (question->index, DWELL_NONE, row->area,
                                                       question->begin, question->end);
  _dwell_facts_add (self, _("Mean"),
                    make_statistic (self, statistics, row, DWELL_STATISTIC_CALL_AVG));
  _dwell_facts_add_link (self, _("Max"), make_statistic (self, statistics, row,
                                                         DWELL_STATISTIC_CALL_MAX),
                         longest);
  _dwell_facts_add_link (self, _("Min"), make_statistic (self, statistics, row,
                                                         DWELL_STATISTIC_CALL_MIN),
                         shortest);
}

/* A variable calls nothing, so self time, total and duration of a state are the same. */
static gboolean
is_state (DwellFacts *self,
          guint32     area)
{
  return self->trace->areas[area].kind == DWELL_AREA_STATE;
}

static void
add_times (DwellFacts               *self,
           const DwellStatistics    *statistics,
           const DwellStatisticsRow *row)
{
  char *own = make_statistic (self, statistics, row, DWELL_STATISTIC_NET);

  if (is_state (self, row->area))
    {
      _dwell_facts_add_headline (self, _("Duration"), own, NULL);
      return;
    }

  _dwell_facts_add_headline (self, _("Self"), own, NULL);
  _dwell_facts_add_headline (self, _("Total"),
                             make_statistic (self, statistics, row, DWELL_STATISTIC_GROSS), NULL);
}

static void
add_statistics (DwellFacts               *self,
                const DwellStatistics    *statistics,
                const DwellStatisticsRow *row)
{
  static const struct {
    DwellStatistic statistic;
    const char    *label;
  } facts[] = {
    { DWELL_STATISTIC_COUNT, N_("Count") },
    { DWELL_STATISTIC_SHARE, N_("Share") },
    { DWELL_STATISTIC_CALL, N_("Duration") },
    { DWELL_STATISTIC_INCOMPLETE, N_("Incomplete") },
  };

  add_times (self, statistics, row);
  self->group = _("Statistics");
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if ((facts[i].statistic != DWELL_STATISTIC_INCOMPLETE || row->incomplete > 0) &&
        (facts[i].statistic != DWELL_STATISTIC_CALL || !is_state (self, row->area)))
      _dwell_facts_add (self, _(facts[i].label),
                        make_statistic (self, statistics, row, facts[i].statistic));

  add_spread (self, statistics, row);
  if (row->of == DWELL_STATISTICS_OF_WRITES)
    _dwell_facts_add (self, _("Period"),
                      make_statistic (self, statistics, row, DWELL_STATISTIC_PERIOD_AVG));
}

static void
collect_statistics (DwellFacts       *self,
                    DwellAreaSources *sources,
                    guint32           area,
                    GCancellable     *cancellable)
{
  const DwellSpanQuestion *question = self->question;
  const DwellStatisticsRow *row;

  if (sources->statistics != NULL && (sources->statistics->begin != question->begin ||
                                      sources->statistics->end != question->end))
    g_clear_pointer (&sources->statistics, dwell_statistics_free);
  if (sources->statistics == NULL)
    sources->statistics = dwell_statistics_index_query (question->index, question->begin,
                                                        question->end, DWELL_STATISTICS_ALL,
                                                        cancellable);
  if (sources->statistics == NULL)
    return;

  row = find_row (sources->statistics, area);
  if (row != NULL)
    add_statistics (self, sources->statistics, row);
}

/* --- Costs --- */

static char *
make_cost (const DwellTrace *trace,
           DwellWide         cost,
           gboolean          is_known)
{
  return make_cell (dwell_cell_wide (trace->weights_are_times ? DWELL_CELL_TIME : DWELL_CELL_COUNT,
                                     cost, is_known));
}

static void
add_costs (DwellFacts         *self,
           const DwellCostRow *row)
{
  const guint total = 1u << DWELL_COST_REAL | 1u << DWELL_COST_SUM;

  _dwell_facts_add_headline (self, _("Self"),
                             make_cost (self->trace, dwell_cost_row_get_cost (row, TRUE),
                                        (row->known & 1u << DWELL_COST_SELF) != 0),
                             make_cell (dwell_cell_share (row->self_share)));
  _dwell_facts_add_headline (self, _("Total"),
                             make_cost (self->trace, dwell_cost_row_get_cost (row, FALSE),
                                        (row->known & total) != 0),
                             make_cell (dwell_cell_share (row->share)));

  self->group = _("Costs");
  _dwell_facts_add (self, _("Calls"),
                    make_cell (dwell_cell_wide (DWELL_CELL_COUNT, row->calls,
                                                row->n_points > 0)));
  _dwell_facts_add (self, _("Input sizes"),
                    make_cell (dwell_cell_whole (DWELL_CELL_COUNT, row->n_sizes, TRUE)));
  if (row->n_points == 0)
    return;

  _dwell_facts_add (self, _("Smallest"), dwell_text_count (row->min_size));
  _dwell_facts_add (self, _("Largest"), dwell_text_count (row->max_size));
}

static void
collect_costs (DwellFacts       *self,
               DwellAreaSources *sources,
               guint32           area,
               GCancellable     *cancellable)
{
  guint row;

  if (sources->costs == NULL)
    sources->costs = dwell_costs_new (self->question->trace, DWELL_NONE, cancellable);
  if (sources->costs == NULL)
    return;

  row = dwell_costs_find_row (sources->costs, area);
  if (row < dwell_costs_get_n_rows (sources->costs))
    add_costs (self, dwell_costs_get_row (sources->costs, row));
}

/* --- Stacks --- */

static void
add_weight (DwellFacts      *self,
            const DwellTree *tree,
            const char      *label,
            gint64           weight)
{
  DwellCellKind kind = tree->weights_are_times ? DWELL_CELL_TIME : DWELL_CELL_COUNT;
  double share = dwell_share ((double) weight, dwell_tree_get_whole (tree, DWELL_NONE));

  if (weight != DWELL_TIME_NONE)
    _dwell_facts_add_headline (self, label, make_cell (dwell_cell_whole (kind, weight, TRUE)),
                               make_cell (dwell_cell_share (share)));
}

/* As the call tree has them from below. */
static void
collect_weights (DwellFacts       *self,
                 DwellAreaSources *sources,
                 guint32           area,
                 GCancellable     *cancellable)
{
  g_autoptr(DwellTreeGroup) group = NULL;

  if (sources->tree == NULL)
    sources->tree = dwell_tree_new (self->question->trace, &(DwellTreeOptions) { 0 }, cancellable);
  if (sources->tree == NULL)
    return;

  group = dwell_tree_get_group (sources->tree, DWELL_NONE, area, cancellable);
  if (group == NULL || (group->n_nodes == 0 && !group->is_whole))
    return;

  add_weight (self, sources->tree, _("Self"), group->self);
  add_weight (self, sources->tree, _("Total"), group->total);
}

/* --- Lines --- */

static char *
make_line (const DwellLineTable *lines,
           DwellLineRef          ref,
           DwellLineColumn       column)
{
  return make_cell (dwell_line_table_get_cell (lines, ref, column));
}

static void
add_lines (DwellFacts           *self,
           const DwellLineTable *lines,
           DwellLineRef          ref)
{
  g_autofree char *time = make_line (lines, ref, DWELL_LINE_TIME);
  gboolean has_times = *time != '\0';
  gboolean is_headed = self->facts->len > 0;

  if (!is_headed)
    _dwell_facts_add_headline (self, has_times ? _("Self") : _("Count"),
                               has_times ? g_steal_pointer (&time)
                                         : make_line (lines, ref, DWELL_LINE_HITS),
                               make_line (lines, ref, DWELL_LINE_SHARE));
  self->group = _("Lines");
  if (has_times)
    _dwell_facts_add (self, _("Count"), make_line (lines, ref, DWELL_LINE_HITS));
  _dwell_facts_add (self, _("Mean"), make_line (lines, ref, DWELL_LINE_AVERAGE));
  _dwell_facts_add (self, _("Max"), make_line (lines, ref, DWELL_LINE_MAX));
  _dwell_facts_add (self, _("Min"), make_line (lines, ref, DWELL_LINE_MIN));
}

static void
collect_lines (DwellFacts       *self,
               DwellAreaSources *sources,
               guint32           area,
               GCancellable     *cancellable)
{
  if (sources->lines == NULL)
    sources->lines = dwell_line_table_new (self->question->trace, cancellable);
  if (sources->lines == NULL)
    return;

  for (guint32 i = 0; i < sources->lines->n_routines; i++)
    if (sources->lines->routines[i].routine == area)
      {
        add_lines (self, sources->lines, (DwellLineRef) { i, DWELL_LINE_IS_ROUTINE });
        return;
      }

  for (guint32 i = 0; i < sources->lines->n_rows; i++)
    if (sources->lines->rows[i].area == area)
      {
        add_lines (self, sources->lines, (DwellLineRef) { i, DWELL_LINE_IS_LINE });
        return;
      }
}

/* --- Derived tracks --- */

static void
add_samples (DwellFacts         *self,
             const DwellSamples *samples)
{
  if (samples->n > 0)
    _dwell_facts_add_headline (self, _("Max"),
                               dwell_text_duration (samples->sorted[samples->n - 1]), NULL);
  self->group = _("Statistics");
  _dwell_facts_add (self, _("Count"), dwell_text_count (samples->n));
  if (samples->n == 0)
    return;

  _dwell_facts_add (self, _("Median"),
                    dwell_text_duration (dwell_samples_get_percentile (samples, 0.5)));
  _dwell_facts_add (self, _("Min"), dwell_text_duration (samples->sorted[0]));
}

/* Adds the requirement that the track was computed for, and its values in the scope. */
static void
collect_derived (DwellFacts   *self,
                 guint32       track,
                 GCancellable *cancellable)
{
  const DwellSpanQuestion *question = self->question;
  const DwellArea *area = &self->trace->areas[self->trace->tracks[track].area];
  g_autoptr(DwellSamples) samples = NULL;

  if (dwell_samples_has_track (self->trace, track))
    samples = dwell_samples_new_of_tracks (question->trace, &track, 1, question->begin,
                                           question->end, cancellable);
  if (samples != NULL)
    add_samples (self, samples);

  self->group = _("Derived");
  _dwell_facts_add (self, _("Requirement"),
                    g_strdup (dwell_trace_get_string (self->trace, area->full_name)));
}

/* --- All --- */

void
_dwell_area_facts_collect (DwellFacts       *self,
                           DwellAreaSources *sources,
                           guint32           area,
                           GCancellable     *cancellable)
{
  const DwellTrace *trace = self->trace;
  guint32 derived = dwell_trace_find_derived (trace, area);

  if (derived != DWELL_NONE)
    {
      collect_derived (self, derived, cancellable);
      return;
    }
  if (self->question->index != NULL && !trace->spans_are_sequence)
    collect_statistics (self, sources, area, cancellable);

  if (self->facts->len == 0 && dwell_trace_has (trace, DWELL_TABLE_COST_POINTS))
    collect_costs (self, sources, area, cancellable);

  /* Lines of a file that has statistics or costs, too, are among those. */
  if (self->facts->len > 0)
    return;
  if (dwell_trace_has (trace, DWELL_TABLE_STACK_NODES) &&
      trace->areas[area].kind != DWELL_AREA_LINE)
    collect_weights (self, sources, area, cancellable);
  if (dwell_line_table_is_possible (trace))
    collect_lines (self, sources, area, cancellable);
}

void
_dwell_area_sources_clear (DwellAreaSources *self)
{
  g_clear_pointer (&self->statistics, dwell_statistics_free);
  g_clear_pointer (&self->costs, dwell_costs_unref);
  g_clear_pointer (&self->lines, dwell_line_table_unref);
  g_clear_pointer (&self->tree, dwell_tree_unref);
}
