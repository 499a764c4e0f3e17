/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only times are kept: they are whole numbers that doubles represent exactly, so that comparing
 * them gives the same results as the judge. */
#include "config.h"

#include "analysis/requirements/dwell-requirement-samples.h"

#include <math.h>
#include <string.h>

#include "analysis/requirements/dwell-requirements-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-search.h"
#include "core/dwell-sort.h"

/* The maximum number of samples cut by the recording, as these must be checked for each limit. */
#define MAX_INEXACT 100000

/**
 * dwell_requirement_keeps_samples:
 * @requirement: a requirement
 *
 * Returns: whether its samples do not depend on its limit, and are times, so that
 *   dwell_requirement_samples_judge() can judge them
 */
gboolean
dwell_requirement_keeps_samples (const DwellRequirement *requirement)
{
  gboolean is_of_chain = requirement->curve == DWELL_CURVE_REACTION ||
                         requirement->curve == DWELL_CURVE_AGE ||
                         requirement->curve == DWELL_CURVE_LATENCY;
  gboolean is_of_spans = requirement->curve <= DWELL_CURVE_CYCLE_JITTER &&
                         requirement->curve != DWELL_CURVE_GRID_JITTER;
  gboolean is_of_events = (requirement->curve == DWELL_CURVE_DELAY ||
                           requirement->curve == DWELL_CURVE_SPREAD) &&
                          !requirement->is_one_to_one;

  return !requirement->is_track && requirement->window == DWELL_WINDOW_NONE &&
         requirement->allow_of == 0 &&
         (is_of_spans || is_of_events || (is_of_chain && !requirement->chain->is_queued));
}

static void
samples_free (DwellRequirementSamples *self)
{
  dwell_big_free (self->exact);
  g_array_unref (self->inexact);
  g_free (self);
}

/**
 * dwell_requirement_samples_ref:
 * @self: samples
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellRequirementSamples *
dwell_requirement_samples_ref (DwellRequirementSamples *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_requirement_samples_unref:
 * @self: (transfer full): samples
 */
void
dwell_requirement_samples_unref (DwellRequirementSamples *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    samples_free (self);
}

/* Extends the column in which a sample begins to its value; a cut sample is drawn with the part
 * that was seen. */
static void
add_to_column (DwellRequirementSamples         *self,
               const DwellRequirementSampleRow *row)
{
  guint64 duration = MAX ((guint64) self->end - (guint64) self->begin, 1);
  guint64 offset = (guint64) CLAMP (row->begin, self->begin, self->end) - (guint64) self->begin;
  guint place = (guint) MIN ((__uint128_t) offset * DWELL_REQUIREMENT_N_COLUMNS / duration,
                             DWELL_REQUIREMENT_N_COLUMNS - 1);
  DwellRequirementColumnRange *column = &self->columns[place];

  column->least = fmin (column->least, row->low);
  column->greatest = fmax (column->greatest, row->low);
  self->least = fmin (self->least, row->low);
  self->greatest = fmax (self->greatest, row->low);
}

/* Sorts as whole numbers, which times are. */
static void
sort (double       *values,
      guint64       n,
      GCancellable *cancellable)
{
  gint64 *whole = (gint64 *) values;

  for (guint64 i = 0; i < n; i++)
    {
      gint64 value = (gint64) values[i];

      memcpy (&whole[i], &value, sizeof value);
    }
  dwell_sort_int64 (whole, n, cancellable);
  for (guint64 i = 0; i < n; i++)
    {
      gint64 value;
      double real;

      memcpy (&value, &values[i], sizeof value);
      real = (double) value;
      memcpy (&values[i], &real, sizeof real);
    }
}

/**
 * dwell_requirement_samples_new:
 * @trace: a trace
 * @rows: (element-type DwellRequirementSampleRow): all samples of a subject, in ns
 * @cancellable: (nullable): checked now and then
 *
 * Sorts samples, for a requirement for which dwell_requirement_keeps_samples() is true; call it on
 * a worker.
 *
 * Returns: (transfer full) (nullable): the samples; %NULL: it was cancelled, there is too little
 *   memory, or the recording cuts too many
 */
DwellRequirementSamples *
dwell_requirement_samples_new (const DwellTrace *trace,
                               const GArray     *rows,
                               GCancellable     *cancellable)
{
  g_autoptr(DwellRequirementSamples) self = g_new0 (DwellRequirementSamples, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n = rows->len;
  self->begin = trace->begin;
  self->end = trace->end;
  self->least = self->greatest = NAN;
  self->inexact = g_array_new (FALSE, FALSE, sizeof (DwellRequirementKept));
  for (guint i = 0; i < DWELL_REQUIREMENT_N_COLUMNS; i++)
    self->columns[i] = (DwellRequirementColumnRange) { NAN, NAN };
  self->exact = dwell_big_try_alloc (MAX (rows->len, 1) * sizeof (double), NULL);
  if (self->exact == NULL)
    return NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const DwellRequirementSampleRow *row = &g_array_index (rows, DwellRequirementSampleRow, i);
      DwellRequirementKept kept = { *row, i };

      add_to_column (self, row);
      if (row->low != row->high)
        {
          g_array_append_val (self->inexact, kept);
          continue;
        }
      if (self->n_exact == 0 || row->low < self->min.row.low)
        self->min = kept;
      if (self->n_exact == 0 || row->low > self->max.row.low)
        self->max = kept;
      self->exact[self->n_exact++] = row->low;
    }
  sort (self->exact, self->n_exact, cancellable);
  if (self->inexact->len > MAX_INEXACT || g_cancellable_is_cancelled (cancellable))
    return NULL;

  return g_steal_pointer (&self);
}

/* Reads a limit such as “<= 5 ms” as in the requirement. Returns: whether it is valid */
static gboolean
parse_limit (const DwellRequirement *requirement,
             const char             *text,
             DwellLimit             *limit)
{
  gboolean is_jitter = requirement->curve == DWELL_CURVE_JITTER ||
                       requirement->curve == DWELL_CURVE_CYCLE_JITTER;
  g_autofree char *file = g_strdup_printf ("dwell-requirements 1\nR: %s of x %s\n",
                                           is_jitter ? "jitter" : "call", text);
  g_autoptr(DwellRequirements) parsed = dwell_requirements_parse (file, strlen (file));

  if (parsed->errors->len > 0 || parsed->requirements->len != 1)
    return FALSE;

  *limit = ((const DwellRequirement *) parsed->requirements->pdata[0])->limit;
  return TRUE;
}

/* Adds a sample: whether it breaks the limit, and whether it is the worst. */
typedef struct {
  DwellJudge  judge; /* with the new limit */
  double      beyond; /* of the worst; negative: no violation */
  DwellRequirementKept worst;
} Again;

static void
look_at (Again                      *self,
         const DwellRequirementKept *kept,
         guint64                     n)
{
  const DwellRequirementSampleRow *row = &kept->row;
  DwellRequirementResult *result = self->judge.result;
  DwellSample sample = { .low = (gint64) row->low, .scale = 1,
                         .high = isfinite (row->high) ? (gint64) row->high : G_MAXINT64 };
  DwellSampleState state = _dwell_judge_classify (&self->judge, &sample);
  double margin = _dwell_judge_get_margin (&self->judge, row->low, row->high,
                                           isfinite (row->high));

  if (state == DWELL_SAMPLE_UNDECIDED)
    {
      result->n_inconclusive += n;
      return;
    }

  self->judge.n_decided += n;
  if (isfinite (margin) && !(result->margin <= margin))
    result->margin = margin;
  if (state != DWELL_SAMPLE_BREAKS)
    return;

  result->n_violations += n;
  if (self->beyond < 0 || -margin > self->beyond ||
      (-margin == self->beyond && kept->place < self->worst.place))
    {
      self->beyond = -margin;
      self->worst = *kept;
    }
}

static void
count_exact (const DwellRequirementSamples *self,
             Again                         *again)
{
  const DwellLimit *limit = &again->judge.limit;
  DwellRequirementResult *result = again->judge.result;
  guint64 n_above = 0;
  guint64 n_below = 0;

  if (limit->has_high)
    n_above = self->n_exact -
              dwell_lower_bound (i, 0, self->n_exact,
                                 self->exact[i] < result->high ||
                                 (!limit->high_is_strict && self->exact[i] == result->high));
  if (limit->has_low)
    n_below = dwell_lower_bound (i, 0, self->n_exact,
                                 self->exact[i] < result->low ||
                                 (limit->low_is_strict && self->exact[i] == result->low));

  /* The extremes give the worst and count as one sample each; the others are only counted. */
  look_at (again, &self->max, 0);
  look_at (again, &self->min, 0);
  again->judge.n_decided += self->n_exact;
  /* A lower limit may be above the upper one; then no value is within both. */
  result->n_violations += MIN (n_above + n_below, self->n_exact);
}

static void
add_worst (Again *self)
{
  DwellRequirementViolation worst = {
    .begin = self->worst.row.begin, .end = self->worst.row.end, .has_value = TRUE,
    .value = self->worst.row.low, .at = self->worst.row.begin,
    .context = self->worst.row.context
  };

  if (self->beyond >= 0)
    g_array_append_val (self->judge.result->worst, worst);
}

/**
 * dwell_requirement_samples_judge:
 * @self: the samples of a requirement
 * @former: its result with its original limit
 * @limit: another limit, as in a file: “<= 5 ms”
 *
 * Judges the samples by another limit. The result is as from dwell_requirements_check(), except
 * that only the worst violation is kept.
 *
 * Returns: (transfer full) (nullable): the result, which is valid only as long as the requirement
 *   of @former; %NULL: @limit is invalid
 */
DwellRequirementResult *
dwell_requirement_samples_judge (const DwellRequirementSamples *self,
                                 const DwellRequirementResult  *former,
                                 const char                    *limit)
{
  const DwellRequirement *requirement = former->requirement;
  DwellRequirement changed = *requirement;
  Again again = { .beyond = -1 };
  DwellRequirementResult *result;

  if (!parse_limit (requirement, limit, &changed.limit))
    return NULL;

  _dwell_judge_init (&again.judge, &changed, NULL, 1);
  result = again.judge.result;
  result->n_samples = self->n;
  result->min = self->n_exact > 0 ? self->min.row.low : NAN;
  result->max = self->n_exact > 0 ? self->max.row.low : NAN;
  g_clear_pointer (&again.judge.values, g_array_unref);
  if (requirement->aggregate == DWELL_AGGREGATE_NONE)
    {
      if (self->n_exact > 0)
        count_exact (self, &again);
      for (guint i = 0; i < self->inexact->len; i++)
        look_at (&again, &g_array_index (self->inexact, DwellRequirementKept, i), 1);
      add_worst (&again);
    }
  else
    {
      result->n_inconclusive = self->inexact->len;
      if (isfinite (former->value) && former->value == floor (former->value))
        _dwell_judge_set_value (&again.judge, (gint64) former->value, 1);
      else if (isfinite (former->value))
        _dwell_judge_set_real (&again.judge, former->value);
    }

  result = _dwell_judge_finish (&again.judge);
  result->requirement = requirement;
  result->subject = g_strdup (former->subject);
  return result;
}

/**
 * dwell_requirement_result_free:
 * @self: (transfer full): a result that dwell_requirement_samples_judge() made
 */
void
dwell_requirement_result_free (DwellRequirementResult *self)
{
  _dwell_requirement_result_free (self);
}
