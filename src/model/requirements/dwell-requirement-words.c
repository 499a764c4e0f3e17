/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up in the trace what the sentence needs: the p99 of a function, the extent of a value. */
#include "config.h"

#include "model/requirements/dwell-requirement-words.h"

#include <math.h>
#include <string.h>

#include "analysis/costs/dwell-growth.h"
#include "analysis/dwell-line-table.h"
#include "analysis/requirements/dwell-requirement-sentence.h"
#include "analysis/requirements/dwell-requirements-edit.h"
#include "analysis/statistics/dwell-share.h"
#include "analysis/tree/dwell-tree-groups.h"
#include "analysis/values/dwell-values.h"

#define PERCENTILE 0.99

/* The limit that is suggested if no duration is known. */
#define UNKNOWN_NS 10000000

static gint64
get_percentile (DwellReading *reading,
                guint32       area,
                GCancellable *cancellable)
{
  DwellTrace *trace = reading->trace;
  DwellSamples *samples = reading->statistics != NULL
    ? dwell_samples_new (reading->statistics, &area, 1, DWELL_NONE, trace->begin, trace->end,
                         DWELL_MEASURE_CALL, cancellable) : NULL;
  gint64 value = samples != NULL && samples->n > 0
                 ? dwell_samples_get_percentile (samples, PERCENTILE) : UNKNOWN_NS;

  g_clear_pointer (&samples, dwell_samples_unref);
  return value;
}

/* Finds the least and the greatest value of the first track of the area that has values. */
static void
find_extent (DwellReading *reading,
             guint32       area,
             DwellTopic   *topic)
{
  const DwellTrace *trace = reading->trace;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      DwellValueSummary summary = { 0 };
      gboolean is_real = dwell_values_is_real (trace, i);

      if (trace->tracks[i].area != area || reading->values == NULL)
        continue;

      dwell_value_index_summarise (reading->values, i, trace->begin, trace->end, &summary);
      if (!summary.has_values)
        continue;

      /* Rounded outwards, because the sentence has six decimals. */
      topic->low = is_real ? floor (summary.least.real * 1e6) / 1e6
                           : (double) summary.least.integer;
      topic->high = is_real ? ceil (summary.greatest.real * 1e6) / 1e6
                            : (double) summary.greatest.integer;
      return;
    }
}

static void
set_state (const DwellTrace *trace,
           guint32           state,
           DwellTopic       *topic)
{
  topic->kind = DWELL_TOPIC_STATE;
  topic->name = dwell_trace_get_area_title (trace, trace->areas[state].parent);
  topic->other = dwell_trace_get_string (trace, trace->areas[state].name);
}

/* Returns a state of the variable, or DWELL_NONE if it is a number. */
static guint32
find_state (const DwellTrace *trace,
            guint32           variable)
{
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].kind == DWELL_AREA_STATE && trace->areas[i].parent == variable)
      return i;

  return DWELL_NONE;
}

/* Requires that a line take no more time, or occur no more often, than in the trace. */
static char *
word_line (DwellTrace   *trace,
           guint32       area,
           GCancellable *cancellable)
{
  g_autoptr(DwellLineTable) lines = dwell_line_table_is_possible (trace)
                                    ? dwell_line_table_new (trace, cancellable) : NULL;
  DwellLineSums sums = { 0 };
  const DwellLineRow *its = NULL;
  g_autofree char *name = NULL;
  g_autofree char *quoted = NULL;
  g_autofree char *limit = NULL;

  for (guint32 i = 0; lines != NULL && its == NULL && i < lines->n_rows; i++)
    if (lines->rows[i].area == area)
      its = &lines->rows[i];
  if (its == NULL || its->module == 0)
    return NULL;

  for (guint32 i = 0; i < lines->n_rows; i++)
    if (lines->rows[i].module == its->module && lines->rows[i].line == its->line)
      {
        sums.time += lines->rows[i].sums.time;
        sums.hits += lines->rows[i].sums.hits;
      }
  name = g_strdup_printf ("%s:%u", dwell_line_table_get_module (lines, its->module), its->line);
  quoted = dwell_requirement_quote (name);
  if (lines->are_times)
    limit = dwell_requirement_write_time (dwell_requirement_round_up (sums.time));
  else
    limit = g_strdup_printf ("%" G_GINT64_FORMAT,
                             dwell_requirement_round_up ((gint64) MIN (sums.hits, G_MAXINT64)));
  return g_strdup_printf (": %s of %s <= %s", lines->are_times ? "time" : "hits", quoted, limit);
}

/* Requires that a routine grow no faster, if its growth is sure, or that its calls cost no more. */
static char *
word_cost (DwellTrace   *trace,
           guint32       area,
           const char   *name,
           GCancellable *cancellable)
{
  g_autoptr(DwellCosts) costs = dwell_trace_has (trace, DWELL_TABLE_COST_POINTS)
                                ? dwell_costs_new (trace, DWELL_NONE, cancellable) : NULL;
  guint row = costs != NULL ? dwell_costs_find_row (costs, area) : G_MAXUINT;
  g_autoptr(DwellCostPoints) points = NULL;
  DwellCostCurveKind kind = DWELL_COST_CURVE_WORST;
  DwellGrowthPoints prepared;
  DwellGrowth growth = { 0 };
  guint64 most = 0;

  if (row == G_MAXUINT)
    return NULL;

  points = dwell_costs_get_points (costs, row);
  if (dwell_growth_prepare (points, &kind, FALSE, &prepared))
    dwell_growth_classify (&prepared, &growth);
  if (growth.confidence == DWELL_CONFIDENCE_HIGH && dwell_growth_is_sure (&growth))
    return g_strdup_printf (": growth of %s <= %s", name, dwell_growth_class_get_id (growth.class));

  for (guint i = 0; i < points->n_points; i++)
    if ((points->points[i].known & 1u << DWELL_COST_MAX) != 0)
      most = MAX (most, points->points[i].max);
  return g_strdup_printf (": cost of %s <= %" G_GINT64_FORMAT, name,
                          dwell_requirement_round_up ((gint64) MIN (most, G_MAXINT64)));
}

/* Requires that the share of a function not grow. */
static char *
word_share (DwellTrace   *trace,
            guint32       area,
            const char   *name,
            GCancellable *cancellable)
{
  DwellTreeOptions options = { .begin = trace->begin, .end = trace->end };
  g_autoptr(DwellTree) tree = dwell_tree_is_possible (trace)
                              ? dwell_tree_new (trace, &options, cancellable) : NULL;
  g_autoptr(DwellTreeGroup) group = tree != NULL
                                    ? dwell_tree_get_group (tree, DWELL_NONE, area, cancellable)
                                    : NULL;
  double percent = group != NULL && group->self != DWELL_TIME_NONE
    ? 100 * dwell_share ((double) group->self, dwell_tree_get_whole (tree, DWELL_NONE)) : 100;
  gint64 limit = dwell_requirement_round_up ((gint64) ceil (CLAMP (percent, 1, 100)));

  return g_strdup_printf (": share of %s <= %d %%", name, (int) MIN (limit, 100));
}

/* Makes the requirement for an area of a trace without a time axis. */
static char *
word_figure (DwellTrace   *trace,
             guint32       area,
             GCancellable *cancellable)
{
  g_autofree char *name = dwell_requirement_quote (dwell_trace_get_area_title (trace, area));
  char *words = trace->areas[area].kind == DWELL_AREA_LINE ? word_line (trace, area, cancellable)
                                                           : NULL;

  if (words == NULL)
    words = word_cost (trace, area, name, cancellable);
  return words != NULL ? words : word_share (trace, area, name, cancellable);
}

/**
 * dwell_requirement_words_of_area:
 * @reading: a trace with its indexes
 * @area: an area
 * @cancellable: (nullable): checked now and then
 *
 * Suggests a requirement on an area, as text: for a function, that it take no longer than its p99,
 * rounded up; for a value, that it stay in its range; for a state, that it never occur; without a
 * time axis, that its time, growth, cost or share stay as it is. Reads all data of the area; for a
 * worker.
 *
 * Returns: (transfer full): the text
 */
char *
dwell_requirement_words_of_area (DwellReading *reading,
                                 guint32       area,
                                 GCancellable *cancellable)
{
  const DwellTrace *trace = reading->trace;
  const DwellArea *self = &trace->areas[area];
  gboolean has_times = dwell_trace_has (trace, DWELL_TABLE_SPANS) &&
                       !trace->spans_are_sequence;
  DwellTopic topic = { .kind = DWELL_TOPIC_SPAN,
                       .name = dwell_trace_get_area_title (reading->trace, area) };

  if (self->kind == DWELL_AREA_VARIABLE || self->kind == DWELL_AREA_AUX)
    {
      guint32 state = find_state (trace, area);

      topic.kind = DWELL_TOPIC_VALUE;
      if (state != DWELL_NONE)
        set_state (trace, state, &topic);
      else
        find_extent (reading, area, &topic);
    }
  else if (self->kind == DWELL_AREA_STATE && self->parent != DWELL_NONE)
    {
      set_state (trace, area, &topic);
    }
  else if (!has_times)
    {
      return word_figure (reading->trace, area, cancellable);
    }
  else
    {
      topic.limit_ns = get_percentile (reading, area, cancellable);
    }

  return dwell_topic_put_into_words (&topic, "");
}

/**
 * dwell_requirement_words_of_track:
 * @trace: a trace
 * @track: one of its tracks
 *
 * Suggests a requirement on a context, as text: that its load stay low enough.
 *
 * Returns: (transfer full) (nullable): the text; %NULL: the track belongs to no context
 */
char *
dwell_requirement_words_of_track (const DwellTrace *trace,
                                  guint32           track)
{
  guint32 context = trace->tracks[track].context;
  DwellTopic topic = { .kind = DWELL_TOPIC_TRACK, .length_ns = trace->end - trace->begin };

  if (context == DWELL_NONE || trace->tracks[track].kind != DWELL_TRACK_SPANS)
    return NULL;

  topic.name = dwell_trace_get_context_name (trace, context);
  return dwell_topic_put_into_words (&topic, "");
}

/**
 * dwell_requirement_words_of_limit:
 * @trace: a trace
 * @area: an area
 * @measure: the measure that is limited
 * @limit_ns: its limit
 *
 * Writes a deadline as a requirement.
 *
 * Returns: (transfer full): the text
 */
char *
dwell_requirement_words_of_limit (const DwellTrace *trace,
                                  guint32           area,
                                  DwellMeasure      measure,
                                  gint64            limit_ns)
{
  return dwell_deadline_put_into_words (&(DwellDeadline) { area, measure, limit_ns }, trace);
}

/**
 * dwell_requirement_words_of_percentile:
 * @trace: a trace
 * @area: an area
 * @measure: the measure that is limited
 * @percentile: above 0 and at most 100
 * @value_ns: its value; of early jitter, which is negative, the absolute value is used
 *
 * Suggests the requirement that a percentile stay where it is, rounded up.
 *
 * Returns: (transfer full): the text
 */
char *
dwell_requirement_words_of_percentile (const DwellTrace *trace,
                                       guint32           area,
                                       DwellMeasure      measure,
                                       double            percentile,
                                       gint64            value_ns)
{
  DwellTopic topic = { .kind = DWELL_TOPIC_PERCENTILE, .measure = dwell_measure_get_word (measure),
                       .name = dwell_trace_get_area_title (trace, area),
                       .percentile = percentile, .limit_ns = ABS (value_ns) };

  return dwell_topic_put_into_words (&topic, "");
}

static const char *
get_title (const DwellTrace *trace,
           guint32           span)
{
  return dwell_trace_get_area_title (trace, trace->span_area[span]);
}

static gboolean
is_nested (const DwellTrace *trace,
           guint32           span,
           guint32           next)
{
  return dwell_trace_get_span_begin (trace, next) < dwell_trace_get_span_end (trace, span);
}

/* Returns a text such as “a -> begin of b -> c”. A stage is the start of its span if the
 * next span starts before its end. */
static char *
make_stages (const DwellTrace *trace,
             const guint32    *spans,
             guint             n_spans)
{
  GString *stages = g_string_new (NULL);

  for (guint i = 0; i < n_spans; i++)
    {
      g_autofree char *name = dwell_requirement_quote (get_title (trace, spans[i]));
      gboolean is_early = i + 1 < n_spans && is_nested (trace, spans[i], spans[i + 1]);

      g_string_append_printf (stages, "%s%s%s", i > 0 ? " -> " : "", is_early ? "begin of " : "",
                              name);
    }
  return g_string_free (stages, FALSE);
}

/**
 * dwell_requirement_words_of_spans:
 * @view: a view with a trace
 * @spans: (array length=n_spans): spans of it, in the order of their starts
 * @n_spans: at least 2
 *
 * Suggests a requirement: for two spans, that the area of the second follow that of the first as
 * soon as these spans do; for more, that passing through all their areas be as fast as here, which
 * needs a line with their chain first.
 *
 * Returns: (transfer full): the text
 */
char *
dwell_requirement_words_of_spans (DwellView     *view,
                                  const guint32 *spans,
                                  guint          n_spans)
{
  const DwellTrace *trace = dwell_view_get_trace (view);
  const DwellRequirementsAnswer *answer = dwell_view_get_requirements_answer (view);
  gboolean is_pair = n_spans == 2;
  DwellTopic topic = { .kind = is_pair ? DWELL_TOPIC_DELAY : DWELL_TOPIC_CHAIN };
  guint32 last = spans[n_spans - 1];
  g_autofree char *id = NULL;
  g_autofree char *stages = NULL;
  gint64 from;

  if (is_pair)
    {
      topic.name = get_title (trace, spans[0]);
      topic.other = get_title (trace, last);
      topic.is_nested = is_nested (trace, spans[0], last);
      from = topic.is_nested ? dwell_trace_get_span_begin (trace, spans[0])
                             : dwell_trace_get_span_end (trace, spans[0]);
      topic.limit_ns = dwell_trace_get_span_begin (trace, last) - from;
    }
  else
    {
      id = dwell_requirements_make_chain_id (answer != NULL ? answer->text : NULL);
      stages = make_stages (trace, spans, n_spans);
      topic.name = id;
      topic.other = stages;
      topic.limit_ns = dwell_trace_get_span_end (trace, last) -
                       dwell_trace_get_span_begin (trace, spans[0]);
    }
  return dwell_topic_put_into_words (&topic, "");
}

/* Returns whether @requirement consists of @words, whatever its id and what follows. */
static gboolean
says (const DwellRequirement *requirement,
      const char             *words)
{
  const char *found = strstr (dwell_requirement_get_text (requirement), words);

  return found != NULL && strchr (" #", found[strlen (words)]) != NULL;
}

/**
 * dwell_requirement_words_of_deadlines:
 * @view: a view
 *
 * Writes as requirements those deadlines of the view that are not in its file of requirements.
 *
 * Returns: (transfer full) (array zero-terminated): a text for each
 */
char **
dwell_requirement_words_of_deadlines (DwellView *view)
{
  const DwellRequirementsAnswer *answer = dwell_view_get_requirements_answer (view);
  const GPtrArray *known = answer != NULL && answer->requirements != NULL
                           ? answer->requirements->requirements : NULL;
  g_autoptr(GArray) deadlines = dwell_view_find_deadlines (view);
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < deadlines->len; i++)
    {
      const DwellDeadline *deadline = &g_array_index (deadlines, DwellDeadline, i);
      char *words = dwell_deadline_put_into_words (deadline, dwell_view_get_trace (view));
      gboolean is_known = g_ptr_array_find_with_equal_func (all, words, g_str_equal, NULL);

      for (guint j = 0; known != NULL && !is_known && j < known->len; j++)
        is_known = says (known->pdata[j], words);
      if (is_known)
        g_free (words);
      else
        g_ptr_array_add (all, words);
    }

  g_ptr_array_add (all, NULL);
  return (char **) g_ptr_array_free (all, FALSE);
}
