/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judge: takes samples one at a time in order of begin, counts them, keeps the worst, and gives
 * a verdict. Comparisons are exact: whole numbers in 128 bits, reals as doubles. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/dwell-percentile.h"
#include "core/dwell-sort.h"

static void
clear_violation (gpointer data)
{
  g_free (((DwellRequirementViolation *) data)->detail);
}

/* A result for which nothing is known yet. */
DwellRequirementResult *
_dwell_requirement_result_new (const DwellRequirement *requirement)
{
  static const char * const units[] = { "ns", "%", "" };
  DwellRequirementResult *self = g_new0 (DwellRequirementResult, 1);
  const DwellLimit *limit = &requirement->limit;

  self->requirement = requirement;
  self->value = self->min = self->max = self->margin = self->low = self->high = NAN;
  self->worst = g_array_new (FALSE, TRUE, sizeof (DwellRequirementViolation));
  g_array_set_clear_func (self->worst, clear_violation);
  self->undecided = g_array_new (FALSE, FALSE, sizeof (DwellRequirementViolation));
  self->suggestions = g_ptr_array_new_with_free_func (g_free);

  if (requirement->curve == DWELL_CURVE_NEVER || requirement->curve == DWELL_CURVE_ALWAYS)
    self->unit = "ns";
  else if (requirement->curve != DWELL_CURVE_ORDER)
    self->unit = units[limit->has_high ? limit->high.unit : limit->low.unit];

  if (requirement->curve == DWELL_CURVE_GROWTH)
    return self;

  if (limit->has_low)
    self->low = limit->low.unit == DWELL_UNIT_TIME ? (double) limit->low.n : limit->low.real;
  if (limit->has_high)
    self->high = limit->high.unit == DWELL_UNIT_TIME ? (double) limit->high.n : limit->high.real;
  return self;
}

void
_dwell_requirement_result_free (gpointer result)
{
  DwellRequirementResult *self = result;

  g_array_unref (self->worst);
  g_array_unref (self->undecided);
  g_ptr_array_unref (self->suggestions);
  g_free (self->subject);
  g_free (self);
}

/* Nothing could be decided: inconclusive, or skipped if that is allowed. */
void
_dwell_result_set_undecided (DwellRequirementResult *self,
                             const char             *reason)
{
  gboolean may_lack = g_str_equal (reason, "no-data") || g_str_equal (reason, "no-such-name");

  self->verdict = self->requirement->is_optional && may_lack ? DWELL_OUTCOME_SKIPPED
                                                             : DWELL_OUTCOME_INCONCLUSIVE;
  self->reason = reason;
}

void
_dwell_judge_init (DwellJudge             *self,
                   const DwellRequirement *requirement,
                   DwellRequirementsTrace *trace,
                   guint                   n_worst)
{
  const DwellLimit *limit = &requirement->limit;

  *self = (DwellJudge) { .requirement = requirement, .trace = trace, .limit = *limit,
                         .n_worst = n_worst, .n_to_skip = requirement->skip };
  self->result = _dwell_requirement_result_new (requirement);
  self->result->has_samples = TRUE;
  self->factor = (limit->has_high ? limit->high.unit : limit->low.unit) == DWELL_UNIT_PERCENT ? 100
                                                                                              : 1;
  self->beyond = g_array_new (FALSE, FALSE, sizeof (double));
  if (requirement->aggregate != DWELL_AGGREGATE_NONE)
    self->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (requirement->allow_of > 0)
    self->ring = g_new0 (guint8, requirement->allow_of);
}

/* Whether an extent lies inside the scope, and inside one stretch of "during". */
static gboolean
is_in_scope (const DwellJudge *self,
             gint64            begin,
             gint64            end)
{
  guint low = 0;
  guint high;

  if (begin < self->requirement->from || end > self->requirement->until)
    return FALSE;
  if (self->stretches == NULL)
    return TRUE;

  for (high = self->stretches->len; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->stretches, DwellStretch, middle).begin <= begin)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && g_array_index (self->stretches, DwellStretch, low - 1).end >= end;
}

/* Whether a sample counts: it is in scope, and not one of the first that are skipped. */
gboolean
_dwell_judge_counts (DwellJudge *self,
                     gint64      begin,
                     gint64      end)
{
  if (!is_in_scope (self, begin, end))
    return FALSE;
  if (self->n_to_skip == 0)
    return TRUE;

  self->n_to_skip--;
  return FALSE;
}

/* Compares value / scale with the limit: returns less than 0, 0 or more than 0. */
static int
compare (const DwellJudge    *self,
         __int128             value,
         gint64               scale,
         double               real,
         const DwellQuantity *limit)
{
  __int128 left;
  __int128 right;

  if (self->is_real)
    return isnan (real) ? 1 : (real > limit->real) - (real < limit->real);

  left = value * self->factor * limit->of;
  right = (__int128) limit->n * scale;
  return (left > right) - (left < right);
}

DwellSampleState
_dwell_judge_classify (const DwellJudge  *self,
                       const DwellSample *sample)
{
  const DwellLimit *limit = &self->limit;
  gint64 scale = sample->scale;
  gboolean is_bounded = sample->high != G_MAXINT64;
  gboolean holds = TRUE;
  int order;

  if (self->is_real && isnan (sample->real))
    return DWELL_SAMPLE_BREAKS;

  if (limit->has_high)
    {
      order = compare (self, sample->low, scale, sample->real, &limit->high);
      if (order > 0 || (order == 0 && limit->high_is_strict))
        return DWELL_SAMPLE_BREAKS;
      order = is_bounded ? compare (self, sample->high, scale, sample->real, &limit->high) : 1;
      holds = holds && (order < 0 || (order == 0 && !limit->high_is_strict));
    }
  if (limit->has_low)
    {
      order = is_bounded ? compare (self, sample->high, scale, sample->real, &limit->low) : 1;
      if (order < 0 || (order == 0 && limit->low_is_strict))
        return DWELL_SAMPLE_BREAKS;
      order = compare (self, sample->low, scale, sample->real, &limit->low);
      holds = holds && (order > 0 || (order == 0 && !limit->low_is_strict));
    }
  return holds ? DWELL_SAMPLE_HOLDS : DWELL_SAMPLE_UNDECIDED;
}

static double
get_value (const DwellJudge *self,
           __int128          value,
           gint64            scale,
           double            real)
{
  if (self->is_real)
    return real;

  /* The most common unit: ns. */
  if (scale == 1 && self->factor == 1 && value == (gint64) value)
    return (double) (gint64) value;

  return (double) ((long double) value * self->factor / scale);
}

/* The least value that a sample can have, in the unit of the result. */
double
_dwell_judge_get_value (const DwellJudge  *self,
                        const DwellSample *sample)
{
  return get_value (self, sample->low, sample->scale, sample->real);
}

/* The distance to the limit by the bounds that decide. */
double
_dwell_judge_get_margin (const DwellJudge *self,
                         double            low,
                         double            high,
                         gboolean          is_bounded)
{
  const DwellLimit *limit = &self->limit;
  double margin = INFINITY;

  if (limit->has_high)
    {
      double most = self->result->high;

      margin = low > most || !is_bounded ? most - low : most - high;
    }
  if (limit->has_low)
    {
      double least = self->result->low;

      margin = MIN (margin, is_bounded && high < least ? high - least : low - least);
    }
  return margin;
}

static void
take_margin (DwellJudge *self,
             double      margin)
{
  DwellRequirementResult *result = self->result;

  if (isfinite (margin) && !(result->margin <= margin))
    result->margin = margin;
}

/* Counts a sample that is decided. */
void
_dwell_judge_decide (DwellJudge *self,
                     gboolean    is_bad)
{
  const DwellRequirement *requirement = self->requirement;
  guint64 place;

  self->n_decided++;
  if (self->ring == NULL)
    return;

  place = self->n_in_ring % requirement->allow_of;
  if (self->n_in_ring >= requirement->allow_of)
    self->n_bad -= self->ring[place];
  self->ring[place] = is_bad;
  self->n_bad += is_bad;
  self->n_in_ring++;
  self->is_excess = self->is_excess || self->n_bad > requirement->allow;
}

static void
keep_row (DwellJudge        *self,
          const DwellSample *sample)
{
  DwellRequirementSampleRow row = {
    sample->begin, sample->end, get_value (self, sample->low, sample->scale, sample->real),
    sample->high == G_MAXINT64 ? INFINITY
                               : get_value (self, sample->high, sample->scale, sample->real),
    sample->context
  };

  if (_dwell_judge_has_room (self))
    g_array_append_val (self->rows, row);
}

/* Counts a sample that is in scope; the caller handles its violation. */
DwellSampleState
_dwell_judge_note (DwellJudge        *self,
                   const DwellSample *sample)
{
  DwellRequirementResult *result = self->result;
  gboolean is_exact = sample->low == sample->high;
  double low = get_value (self, sample->low, sample->scale, sample->real);
  double high = get_value (self, sample->high, sample->scale, sample->real);
  DwellSampleState state = _dwell_judge_classify (self, sample);

  result->n_samples++;
  if (self->rows != NULL)
    keep_row (self, sample);
  if (self->curve != NULL)
    _dwell_curve_add_sample (self, sample, low);

  if (is_exact)
    {
      result->min = result->min <= low ? result->min : low;
      result->max = result->max >= low ? result->max : low;
    }

  if (self->values != NULL)
    {
      if (is_exact)
        {
          if (self->is_real)
            g_array_append_val (self->values, sample->real);
          else
            g_array_append_val (self->values, sample->low);
        }
      result->n_inconclusive += !is_exact;
      return DWELL_SAMPLE_HOLDS;
    }

  if (state == DWELL_SAMPLE_UNDECIDED)
    {
      result->n_inconclusive++;
      return state;
    }

  _dwell_judge_decide (self, state == DWELL_SAMPLE_BREAKS);
  take_margin (self, _dwell_judge_get_margin (self, low, high, sample->high != G_MAXINT64));
  return state;
}

/* Adds a violation, and keeps it if it is among the worst. Takes over the sample's detail. */
void
_dwell_judge_violate (DwellJudge        *self,
                      const DwellSample *sample)
{
  double low = _dwell_judge_get_value (self, sample);
  double beyond = sample->detail != NULL ? 0 : low;
  DwellRequirementViolation violation = {
    .begin = sample->begin, .end = sample->end, .value = low,
    .has_value = self->requirement->curve != DWELL_CURVE_ORDER, .context = sample->context,
    .is_run = sample->is_run, .from = sample->from, .until = sample->until,
    .at = sample->has_at ? sample->at : sample->begin, .detail = sample->detail
  };
  guint place = self->beyond->len;

  self->result->n_violations++;
  _dwell_judge_mark (self, sample, FALSE);
  if (self->limit.has_low || self->limit.has_high)
    {
      gboolean is_bounded = sample->high != G_MAXINT64;

      beyond = -_dwell_judge_get_margin (self, low, get_value (self, sample->high, sample->scale,
                                                               sample->real), is_bounded);
    }
  while (place > 0 && g_array_index (self->beyond, double, place - 1) < beyond)
    place--;
  if (place >= self->n_worst)
    {
      g_free (violation.detail);
      return;
    }

  g_array_insert_val (self->beyond, place, beyond);
  g_array_insert_val (self->result->worst, place, violation);
  if (self->beyond->len > self->n_worst)
    {
      g_array_set_size (self->beyond, self->n_worst);
      g_array_set_size (self->result->worst, self->n_worst);
    }
}

/* Keeps a sample that could not be decided, if there are not too many. */
void
_dwell_judge_leave (DwellJudge        *self,
                    const DwellSample *sample)
{
  DwellRequirementViolation left = {
    .begin = sample->begin, .end = sample->end, .has_value = TRUE, .context = sample->context,
    .at = sample->begin, .value = _dwell_judge_get_value (self, sample), .is_undecided = TRUE,
    .most = sample->high == G_MAXINT64
            ? INFINITY : get_value (self, sample->high, sample->scale, sample->real)
  };

  if (self->result->undecided->len >= self->n_worst)
    return;

  g_array_append_val (self->result->undecided, left);
  _dwell_judge_mark (self, sample, TRUE);
}

/* Judges a sample with an extent; samples must come in order of begin. */
void
_dwell_judge_add (DwellJudge  *self,
                  DwellSample  sample)
{
  DwellSampleState state;

  if (!_dwell_judge_counts (self, sample.begin, sample.end))
    return;

  state = _dwell_judge_note (self, &sample);
  if (state == DWELL_SAMPLE_BREAKS)
    _dwell_judge_violate (self, &sample);
  else if (state == DWELL_SAMPLE_UNDECIDED)
    _dwell_judge_leave (self, &sample);
}

/* Whether another sample like the last would change anything except counts. */
static gboolean
needs_each (const DwellJudge *self,
            DwellSampleState  state)
{
  return self->rows != NULL || self->values != NULL ||
         (self->curve != NULL && self->curve->reason == NULL) ||
         (self->marks != NULL && state != DWELL_SAMPLE_HOLDS &&
          self->marks->len < DWELL_REQUIREMENTS_MAX_MARKS);
}

static void
count_equal (DwellJudge       *self,
             DwellSampleState  state,
             guint64           n)
{
  self->result->n_samples += n;
  if (state == DWELL_SAMPLE_UNDECIDED)
    self->result->n_inconclusive += n;
  else
    self->n_decided += n;
  if (state == DWELL_SAMPLE_BREAKS)
    self->result->n_violations += n;
  if (state != DWELL_SAMPLE_UNDECIDED && self->ring != NULL)
    self->n_in_ring += n;
}

/* Adds @n samples in scope, which differ only in time: each is as long as @sample, the first of
 * them, and begins where the previous one ends. As there can be any number of them, samples that
 * change only counts are just counted: when the worst are known, and the last samples considered by
 * a clause are all like these. */
void
_dwell_judge_add_equal (DwellJudge  *self,
                        DwellSample  sample,
                        guint64      n)
{
  gint64 length = sample.end - sample.begin;
  guint64 n_skipped = MIN (n, self->n_to_skip);
  guint64 n_apart = self->n_worst + self->requirement->allow_of + 1;
  DwellSampleState state = _dwell_judge_classify (self, &sample);

  self->n_to_skip -= n_skipped;
  sample.begin += (gint64) n_skipped * length;
  for (n -= n_skipped; n > 0 && _dwell_judge_goes_on (self); n--)
    {
      if (n_apart == 0 && !needs_each (self, state))
        {
          count_equal (self, state, n);
          return;
        }

      sample.end = sample.begin + length;
      _dwell_judge_add (self, sample);
      sample.begin = sample.end;
      n_apart -= n_apart > 0;
    }
}

/* Judges a single figure that decides, rather than each sample. */
void
_dwell_judge_set_value (DwellJudge *self,
                        __int128    value,
                        gint64      scale)
{
  const DwellLimit *limit = &self->limit;
  DwellRequirementResult *result = self->result;
  double real = result->value;
  gboolean is_bad = FALSE;
  int order;

  result->value = get_value (self, value, scale, real);
  if (limit->has_high)
    {
      order = compare (self, value, scale, real, &limit->high);
      is_bad = order > 0 || (order == 0 && limit->high_is_strict);
    }
  if (limit->has_low)
    {
      order = compare (self, value, scale, real, &limit->low);
      is_bad = is_bad || order < 0 || (order == 0 && limit->low_is_strict);
    }
  result->margin = _dwell_judge_get_margin (self, result->value, result->value, TRUE);
  result->n_violations = is_bad;
  self->n_decided = 1;
}

/* The same for a figure that is not a whole number. */
void
_dwell_judge_set_real (DwellJudge *self,
                       double      value)
{
  self->is_real = TRUE;
  self->result->value = value;
  _dwell_judge_set_value (self, 0, 1);
}

static int
compare_reals (gconstpointer a,
               gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

/* The place of its percentile among the sorted values. */
static guint64
get_rank (const DwellJudge *self)
{
  return dwell_percentile_get_rank (self->requirement->percentile.real / 100, self->values->len);
}

static void
aggregate_reals (DwellJudge *self)
{
  const double *values = (const double *) (gconstpointer) self->values->data;
  const DwellRequirement *requirement = self->requirement;
  guint n = self->values->len;
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];

  switch (requirement->aggregate)
    {
    case DWELL_AGGREGATE_MAX:
      _dwell_judge_set_real (self, values[n - 1]);
      break;
    case DWELL_AGGREGATE_MIN:
      _dwell_judge_set_real (self, values[0]);
      break;
    case DWELL_AGGREGATE_MEAN:
      _dwell_judge_set_real (self, sum / n);
      break;
    case DWELL_AGGREGATE_SUM:
      _dwell_judge_set_real (self, sum);
      break;
    case DWELL_AGGREGATE_PERCENTILE:
    case DWELL_AGGREGATE_NONE:
    default:
      _dwell_judge_set_real (self, values[get_rank (self)]);
      break;
    }
}

static void
aggregate (DwellJudge *self)
{
  gint64 *values = (gint64 *) (gpointer) self->values->data;
  const DwellRequirement *requirement = self->requirement;
  guint n = self->values->len;
  __int128 sum = 0;

  if (n == 0)
    return;

  if (self->is_real)
    {
      g_array_sort (self->values, compare_reals);
      aggregate_reals (self);
      return;
    }

  dwell_sort_int64 (values, n, self->trace->cancellable);
  for (guint i = 0; i < n; i++)
    sum += values[i];

  switch (requirement->aggregate)
    {
    case DWELL_AGGREGATE_MAX:
      _dwell_judge_set_value (self, values[n - 1], 1);
      break;
    case DWELL_AGGREGATE_MIN:
      _dwell_judge_set_value (self, values[0], 1);
      break;
    case DWELL_AGGREGATE_MEAN:
      _dwell_judge_set_value (self, sum, n);
      break;
    case DWELL_AGGREGATE_SUM:
      _dwell_judge_set_value (self, sum, 1);
      break;
    case DWELL_AGGREGATE_PERCENTILE:
    case DWELL_AGGREGATE_NONE:
    default:
      _dwell_judge_set_value (self, values[get_rank (self)], 1);
      break;
    }
}

static gboolean
is_violated (const DwellJudge *self)
{
  const DwellRequirement *requirement = self->requirement;
  guint64 n = self->result->n_violations;

  if (requirement->aggregate != DWELL_AGGREGATE_NONE)
    return n > 0;
  if (requirement->allow_is_percent)
    return (__int128) n * 100 * requirement->allow_percent.of >
           (__int128) requirement->allow_percent.n * self->n_decided;
  if (requirement->allow_of == 0 || self->n_in_ring == 0)
    return n > requirement->allow;
  return self->is_excess;
}

/* Returns the result and takes it from the judge. */
DwellRequirementResult *
_dwell_judge_finish (DwellJudge *self)
{
  DwellRequirementResult *result = g_steal_pointer (&self->result);

  if (self->values != NULL)
    {
      self->result = result;
      aggregate (self);
      self->result = NULL;
    }

  self->result = result;
  if (is_violated (self))
    result->verdict = DWELL_OUTCOME_VIOLATED;
  else if (self->n_decided > 0)
    result->verdict = DWELL_OUTCOME_PASSED;
  else
    _dwell_result_set_undecided (result, result->n_inconclusive > 0 ? "cut" : "no-data");
  self->result = NULL;

  g_clear_pointer (&self->beyond, g_array_unref);
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_pointer (&self->stretches, g_array_unref);
  g_clear_pointer (&self->ring, g_free);
  return result;
}
