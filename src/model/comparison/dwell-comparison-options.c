/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as texts that are kept with the view’s layout. */
#include "config.h"

#include "model/comparison/dwell-comparison-options.h"

#include <glib/gi18n-lib.h>

#include "model/comparison/dwell-comparison-options-private.h"

static const struct {
  const char          *id; /* its id in “dwell-cli compare --measure” */
  const char          *title;
  DwellComparedMeasure measure;
} measures[DWELL_N_COMPARED] = {
  [DWELL_COMPARED_SELF] = { "net.total", N_("Self"), { DWELL_STATISTIC_NET } },
  [DWELL_COMPARED_TOTAL] = { "gross.total", N_("Total"), { DWELL_STATISTIC_GROSS } },
  [DWELL_COMPARED_COUNT] = { "count", N_("Count"), { DWELL_STATISTIC_COUNT } },
  [DWELL_COMPARED_MEAN] = { "call.avg", N_("Mean"), { DWELL_STATISTIC_CALL_AVG } },
  [DWELL_COMPARED_MAX] = { "call.max", N_("Max"), { DWELL_STATISTIC_CALL_MAX } },
  [DWELL_COMPARED_P50] = { "p50", N_("p50"), { DWELL_STATISTIC_NET, 0.5 } },
  [DWELL_COMPARED_P90] = { "p90", N_("p90"), { DWELL_STATISTIC_NET, 0.9 } },
  [DWELL_COMPARED_P99] = { "p99", N_("p99"), { DWELL_STATISTIC_NET, 0.99 } },
};

static const struct {
  const char *id;
  DwellPer    per;
} pers[DWELL_N_COMPARED_PER] = {
  [DWELL_COMPARED_AS_IS] = { "", DWELL_PER_NOTHING },
  [DWELL_COMPARED_PER_SECOND] = { "second", DWELL_PER_SECOND },
  [DWELL_COMPARED_PER_TOTAL] = { "total", DWELL_PER_TOTAL },
};

static const char *
get_kept (DwellView  *view,
          const char *name)
{
  return view != NULL ? dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, name) : "";
}

/**
 * dwell_comparison_options_new:
 * @view: (nullable): a view; %NULL: the defaults
 *
 * Returns: (transfer full): how it compares
 */
DwellComparisonOptions *
dwell_comparison_options_new (DwellView *view)
{
  DwellComparisonOptions *self = g_new0 (DwellComparisonOptions, 1);
  const char *noise = get_kept (view, "comparison-noise");

  for (guint i = 0; i < DWELL_N_COMPARED; i++)
    if (g_str_equal (get_kept (view, "comparison-measure"), measures[i].id))
      self->by = (DwellCompared) i;
  for (guint i = 0; i < DWELL_N_COMPARED_PER; i++)
    if (g_str_equal (get_kept (view, "comparison-per"), pers[i].id))
      self->per = (DwellComparedPer) i;

  /* The file of the state can be edited, so the number may be invalid. */
  self->noise = *noise != '\0' ? g_ascii_strtod (noise, NULL) : DWELL_COMPARISON_NOISE;
  if (!(self->noise >= 0 && self->noise <= 1))
    self->noise = DWELL_COMPARISON_NOISE;
  self->by_context = *get_kept (view, "comparison-by-context") != '\0';
  self->pairs = g_strdup (get_kept (view, "comparison-pairs"));
  self->shifts = g_strdup (get_kept (view, "comparison-shifts"));
  return self;
}

/**
 * dwell_comparison_options_copy:
 * @self: options
 *
 * Returns: (transfer full): a copy
 */
DwellComparisonOptions *
dwell_comparison_options_copy (const DwellComparisonOptions *self)
{
  DwellComparisonOptions *copy = g_new (DwellComparisonOptions, 1);

  *copy = *self;
  copy->pairs = g_strdup (self->pairs);
  copy->shifts = g_strdup (self->shifts);
  return copy;
}

/**
 * dwell_comparison_options_free:
 * @self: (transfer full): options
 */
void
dwell_comparison_options_free (DwellComparisonOptions *self)
{
  g_free (self->pairs);
  g_free (self->shifts);
  g_free (self);
}

/**
 * dwell_comparison_options_equal:
 * @self: options
 * @other: other options
 *
 * Returns: whether they are equal
 */
gboolean
dwell_comparison_options_equal (const DwellComparisonOptions *self,
                                const DwellComparisonOptions *other)
{
  return self->by == other->by && self->per == other->per && self->noise == other->noise &&
         self->by_context == other->by_context &&
         g_str_equal (self->pairs, other->pairs) && g_str_equal (self->shifts, other->shifts);
}

/**
 * dwell_comparison_options_keep:
 * @self: options
 * @view: a view
 *
 * Makes @view compare with these options, and keep them.
 */
void
dwell_comparison_options_keep (const DwellComparisonOptions *self,
                               DwellView                    *view)
{
  char noise[G_ASCII_DTOSTR_BUF_SIZE] = "";

  g_return_if_fail (DWELL_IS_VIEW (view));

  if (self->noise != DWELL_COMPARISON_NOISE)
    g_ascii_formatd (noise, sizeof noise, "%.4g", self->noise);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-measure",
                       self->by != DWELL_COMPARED_SELF ? measures[self->by].id : "");
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-per", pers[self->per].id);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-noise", noise);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-by-context",
                       self->by_context ? "1" : "");
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-pairs", self->pairs);
  dwell_view_set_kept (view, DWELL_KEPT_LAYOUT, "comparison-shifts", self->shifts);
}

/**
 * dwell_compared_get_title:
 * @self: a measure that rows are judged by
 *
 * Returns: its name in the window
 */
const char *
dwell_compared_get_title (DwellCompared self)
{
  return _(measures[self].title);
}

/**
 * dwell_compared_get_id:
 * @self: a measure that rows are judged by
 *
 * Returns: its id in “dwell-cli compare --measure”
 */
const char *
dwell_compared_get_id (DwellCompared self)
{
  return measures[self].id;
}

/**
 * dwell_compared_per_get:
 * @self: what figures are divided by
 *
 * Returns: the corresponding value for a #DwellDifferenceOptions
 */
DwellPer
dwell_compared_per_get (DwellComparedPer self)
{
  return pers[self].per;
}

const char *
_dwell_compared_per_get_id (DwellComparedPer self)
{
  return pers[self].id;
}

/* For measures that are not percentiles. */
DwellStatistic
_dwell_compared_get_statistic (DwellCompared self)
{
  return measures[self].measure.statistic;
}

void
_dwell_comparison_options_apply (const DwellComparisonOptions *self,
                                 DwellDifferenceOptions       *options)
{
  options->measure = measures[self->by].measure;
  options->per = pers[self->per].per;
  options->noise = self->noise;
  options->by_context = self->by_context;
}

/* For queries that depend only on what is matched. Sets @matching to the pairs and shifts of @view
 * (nullable). Returns whether it has changed. */
gboolean
_dwell_comparison_options_take_matching (char      **matching,
                                         DwellView  *view)
{
  g_autofree char *wanted = g_strconcat (get_kept (view, "comparison-pairs"), "\n",
                                         get_kept (view, "comparison-shifts"), NULL);

  if (g_strcmp0 (*matching, wanted) == 0)
    return FALSE;

  g_free (*matching);
  *matching = g_steal_pointer (&wanted);
  return TRUE;
}
