/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the spans of an area in both recordings. A serial shows whether an answer is still
 * wanted. */
#include "config.h"

#include "model/comparison/dwell-comparison-distribution.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"
#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-comparison-sides.h"

/* The default of dwell-cli compare. */
#define ALPHA 0.05

/* A smaller p says no more than this. */
#define LEAST_P 0.0001

/* A question and its answer: one job. */
typedef struct {
  DwellComparisonSides         sides;
  DwellComparisonOptions      *options;
  guint32                      base_area; /* in: one of them; out: both, if both exist */
  guint32                      new_area;
  DwellMeasure                 measure;
  guint                        serial;
  DwellDistributionDifference *difference; /* out; NULL: cancelled, or too little memory */
} Question;

struct _DwellComparisonDistribution
{
  DwellQuery parent_instance;

  GSignalGroup *base_signals;
  char         *matching;  /* of the options: what is matched */
  DwellMeasure  measure;
  guint32       other;  /* an area of the base to show instead of the focus */
  guint         serial; /* of the wanted answer */
  guint         shown_serial;
  Question     *shown;  /* (nullable): the answer */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (DwellComparisonDistribution, dwell_comparison_distribution, DWELL_TYPE_QUERY)

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_pointer (&self->difference, dwell_distribution_difference_free);
  g_clear_pointer (&self->options, dwell_comparison_options_free);
  _dwell_comparison_sides_clear (&self->sides);
  g_free (self);
}

static void
find_partner (Question *self)
{
  g_autoptr(DwellMatch) match =
    _dwell_comparison_options_match (self->options, self->sides.base.reading->trace,
                                     self->sides.new.reading->trace, self->sides.is_swapped);

  if (self->base_area != DWELL_NONE)
    self->new_area = match->new_of_base[self->base_area];
  else
    self->base_area = match->base_of_new[self->new_area];
}

static DwellSamples *
gather (const DwellComparisonSide *side,
        guint32                    area,
        DwellMeasure               measure,
        GCancellable              *cancellable)
{
  return dwell_samples_new (side->reading->statistics, &area, area != DWELL_NONE ? 1 : 0,
                            DWELL_NONE, side->begin, side->end, measure, cancellable);
}

static void
work (gpointer      data,
      GCancellable *cancellable)
{
  Question *self = data;
  g_autoptr(DwellSamples) base = NULL;
  g_autoptr(DwellSamples) new = NULL;

  find_partner (self);
  base = gather (&self->sides.base, self->base_area, self->measure, cancellable);
  if (base != NULL)
    new = gather (&self->sides.new, self->new_area, self->measure, cancellable);
  if (new != NULL && !g_cancellable_is_cancelled (cancellable))
    self->difference = dwell_distribution_difference_make (base, new, ALPHA);
}

static DwellSession *
get_base (DwellComparisonDistribution *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  return view != NULL ? dwell_view_get_base (view, NULL) : NULL;
}

static guint32
get_own_area (DwellComparisonDistribution *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  return view != NULL ? dwell_view_get_focus_area (view) : DWELL_NONE;
}

static gboolean
has_area (DwellComparisonDistribution *self)
{
  return self->other != DWELL_NONE || get_own_area (self) != DWELL_NONE;
}

/* Takes over @answer (nullable). */
static void
show (DwellComparisonDistribution *self,
      Question                    *answer)
{
  g_clear_pointer (&self->shown, question_free);
  self->shown = answer;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
dwell_comparison_distribution_ask (DwellQuery *query)
{
  DwellComparisonDistribution *self = DWELL_COMPARISON_DISTRIBUTION (query);
  Question *question;
  guint32 area;

  if (self->shown_serial == self->serial || !has_area (self))
    return;

  question = g_new0 (Question, 1);
  if (!_dwell_comparison_sides_init (&question->sides, dwell_query_get_view (query)))
    {
      g_free (question);
      return;
    }

  area = self->other != DWELL_NONE ? self->other : get_own_area (self);
  question->base_area = question->new_area = DWELL_NONE;
  if ((self->other != DWELL_NONE) != question->sides.is_swapped)
    question->base_area = area;
  else
    question->new_area = area;
  question->options = dwell_comparison_options_new (dwell_query_get_view (query));
  question->measure = self->measure;
  question->serial = self->serial;
  dwell_query_ask (query, question, question_free, work);
}

static Question *
steal_answer (Question *question)
{
  Question *answer = g_new (Question, 1);

  *answer = *question;
  question->difference = NULL;
  question->options = NULL;
  question->sides.base.reading = question->sides.new.reading = NULL;
  return answer;
}

static void
dwell_comparison_distribution_take (DwellQuery *query,
                                    gpointer    data)
{
  DwellComparisonDistribution *self = DWELL_COMPARISON_DISTRIBUTION (query);
  Question *question = data;

  if (question->difference == NULL ||
      !_dwell_comparison_sides_are_of (&question->sides, dwell_query_get_view (query)))
    return;

  self->shown_serial = question->serial;
  show (self, steal_answer (question));
}

static gboolean
dwell_comparison_distribution_shows_wanted (DwellQuery *query)
{
  return DWELL_COMPARISON_DISTRIBUTION (query)->shown != NULL;
}

static gboolean
dwell_comparison_distribution_is_busy (DwellQuery *query)
{
  DwellComparisonDistribution *self = DWELL_COMPARISON_DISTRIBUTION (query);
  DwellSession *base = get_base (self);

  return base != NULL && dwell_session_get_state (base) != DWELL_SESSION_FAILED &&
         has_area (self) && self->shown_serial != self->serial;
}

static void
ask_again (DwellComparisonDistribution *self)
{
  self->serial++;
  if (self->shown != NULL && !has_area (self))
    show (self, NULL);
  dwell_query_update (DWELL_QUERY (self));
  dwell_query_update_busy (DWELL_QUERY (self));
}

static void
take_focus (DwellComparisonDistribution *self)
{
  self->other = DWELL_NONE;
  ask_again (self);
}

static void
take_options (DwellComparisonDistribution *self)
{
  DwellView *view = dwell_query_get_view (DWELL_QUERY (self));

  if (_dwell_comparison_options_take_matching (&self->matching, view))
    ask_again (self);
}

static void
take_base (DwellComparisonDistribution *self)
{
  g_signal_group_set_target (self->base_signals, get_base (self));
  self->other = DWELL_NONE;
  if (self->shown != NULL)
    show (self, NULL);
  ask_again (self);
}

static void
dwell_comparison_distribution_take_trace (DwellQuery *query)
{
  take_base (DWELL_COMPARISON_DISTRIBUTION (query));
}

static void
dwell_comparison_distribution_dispose (GObject *object)
{
  g_clear_object (&DWELL_COMPARISON_DISTRIBUTION (object)->base_signals);

  G_OBJECT_CLASS (dwell_comparison_distribution_parent_class)->dispose (object);
}

static void
dwell_comparison_distribution_finalize (GObject *object)
{
  DwellComparisonDistribution *self = DWELL_COMPARISON_DISTRIBUTION (object);

  g_clear_pointer (&self->shown, question_free);
  g_free (self->matching);

  G_OBJECT_CLASS (dwell_comparison_distribution_parent_class)->finalize (object);
}

static void
dwell_comparison_distribution_class_init (DwellComparisonDistributionClass *klass)
{
  DwellQueryClass *query_class = DWELL_QUERY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dwell_comparison_distribution_dispose;
  G_OBJECT_CLASS (klass)->finalize = dwell_comparison_distribution_finalize;
  query_class->take_trace = dwell_comparison_distribution_take_trace;
  query_class->ask = dwell_comparison_distribution_ask;
  query_class->take = dwell_comparison_distribution_take;
  query_class->shows_wanted = dwell_comparison_distribution_shows_wanted;
  query_class->is_busy = dwell_comparison_distribution_is_busy;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
dwell_comparison_distribution_init (DwellComparisonDistribution *self)
{
  static const char * const changes[] = { "trace-changed", "indexes-changed", "notify::state" };
  DwellQuery *query = DWELL_QUERY (self);

  self->other = DWELL_NONE;
  self->base_signals = g_signal_group_new (DWELL_TYPE_SESSION);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_group_connect_swapped (self->base_signals, changes[i], G_CALLBACK (ask_again), self);
  dwell_query_connect_view (query, "scope-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "indexes-changed", G_CALLBACK (ask_again));
  dwell_query_connect_view (query, "focus-changed", G_CALLBACK (take_focus));
  dwell_query_connect_view (query, "base-changed", G_CALLBACK (take_base));
  dwell_query_connect_view (query, "kept-changed", G_CALLBACK (take_options));
}

/**
 * dwell_comparison_distribution_new:
 *
 * Returns: (transfer full): a query for the durations of the area in focus, which has an answer as
 *   soon as it has a view with a base
 */
DwellComparisonDistribution *
dwell_comparison_distribution_new (void)
{
  return g_object_new (DWELL_TYPE_COMPARISON_DISTRIBUTION, NULL);
}

/**
 * dwell_comparison_distribution_set_measure:
 * @self: a distribution
 * @measure: the measure of the spans to compare
 */
void
dwell_comparison_distribution_set_measure (DwellComparisonDistribution *self,
                                           DwellMeasure                 measure)
{
  g_return_if_fail (DWELL_IS_COMPARISON_DISTRIBUTION (self));

  if (measure == self->measure)
    return;

  self->measure = measure;
  ask_again (self);
}

/**
 * dwell_comparison_distribution_set_other:
 * @self: a distribution
 * @area: an area of the view’s base that its own session does not have; %DWELL_NONE: the area in
 *   focus
 *
 * Sets the area to show until another one gets into focus.
 */
void
dwell_comparison_distribution_set_other (DwellComparisonDistribution *self,
                                         guint32                      area)
{
  g_return_if_fail (DWELL_IS_COMPARISON_DISTRIBUTION (self));

  if (area == self->other)
    return;

  self->other = area;
  ask_again (self);
}

/**
 * dwell_comparison_distribution_get_measure:
 * @self: a distribution
 *
 * Returns: the measure of the spans that is shown
 */
DwellMeasure
dwell_comparison_distribution_get_measure (DwellComparisonDistribution *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_DISTRIBUTION (self), DWELL_MEASURE_CALL);

  return self->shown != NULL ? self->shown->measure : self->measure;
}

/**
 * dwell_comparison_distribution_get_difference:
 * @self: a distribution
 *
 * Returns: (transfer none) (nullable): the difference that is shown; %NULL: none yet
 */
const DwellDistributionDifference *
dwell_comparison_distribution_get_difference (DwellComparisonDistribution *self)
{
  g_return_val_if_fail (DWELL_IS_COMPARISON_DISTRIBUTION (self), NULL);

  return self->shown != NULL ? self->shown->difference : NULL;
}

/**
 * dwell_comparison_distribution_dup_name:
 * @self: a distribution that shows something
 *
 * Returns: (transfer full): the name of its area, in the new recording if that has it
 */
char *
dwell_comparison_distribution_dup_name (DwellComparisonDistribution *self)
{
  const Question *shown = self->shown;
  gboolean is_new;

  g_return_val_if_fail (DWELL_IS_COMPARISON_DISTRIBUTION (self) && shown != NULL, NULL);

  is_new = shown->new_area != DWELL_NONE;
  return dwell_trace_dup_area_label ((is_new ? shown->sides.new
                                             : shown->sides.base).reading->trace,
                                     is_new ? shown->new_area : shown->base_area);
}

/* How likely a new value is larger than one of the base, and whether that is significant. */
static char *
describe_test (const DwellSamplesTest *test)
{
  g_autofree char *likely = dwell_text_percent (test->superiority);
  g_autofree char *p = isnan (test->p) ? g_strdup ("–")
                       : test->p < LEAST_P ? g_strdup_printf ("< %g", LEAST_P)
                       : g_strdup_printf ("%.2g", test->p);

  /* Translators: a part of all, as “56 %”; a number from −1 to 1; a probability or “–” */
  return g_strdup_printf (_("A new value is larger than one of the base in %s of all pairs "
                            "(Cliff’s delta %.3g, p %s)."), likely, 2 * test->superiority - 1, p);
}

/**
 * dwell_comparison_distribution_describe:
 * @self: a distribution that shows something
 *
 * Returns: (transfer full): the counts of both sides, and sentences on their difference
 */
char *
dwell_comparison_distribution_describe (DwellComparisonDistribution *self)
{
  const DwellDistributionDifference *difference;
  g_autofree char *name = dwell_comparison_distribution_dup_name (self);
  g_autofree char *n_base = NULL;
  g_autofree char *n_new = NULL;
  g_autofree char *counts = NULL;
  g_autofree char *test = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  difference = self->shown->difference;
  n_base = dwell_text_count (difference->base->n);
  n_new = dwell_text_count (difference->new->n);
  /* Translators: the name of a function; how many spans it has in the base, in the new recording */
  counts = g_strdup_printf (_("%s: %s in the base, %s in the new recording."), name, n_base, n_new);
  if (isnan (difference->test.superiority))
    return g_steal_pointer (&counts);

  test = describe_test (&difference->test);
  return g_strconcat (counts, " ", test, NULL);
}
