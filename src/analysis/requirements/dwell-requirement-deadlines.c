/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deadlines are requirements for one measure of one area, which the window stores instead of a
 * file. They are judged by the same judge and marked like any other requirement. */
#include "config.h"

#include "analysis/requirements/dwell-requirement-sentence.h"
#include "analysis/requirements/dwell-requirements-private.h"

static const struct { DwellCurve curve; const char *word; } measures[DWELL_N_MEASURES] = {
  [DWELL_MEASURE_CALL] = { DWELL_CURVE_CALL, "call" },
  [DWELL_MEASURE_NET] = { DWELL_CURVE_NET, "net" },
  [DWELL_MEASURE_PERIOD] = { DWELL_CURVE_PERIOD, "period" },
  [DWELL_MEASURE_JITTER] = { DWELL_CURVE_JITTER, "jitter" },
};

/**
 * dwell_measure_get_word:
 * @self: a measure
 *
 * Returns: its name in a file of requirements
 */
const char *
dwell_measure_get_word (DwellMeasure self)
{
  return measures[self].word;
}

/**
 * dwell_deadline_put_into_words:
 * @self: a deadline
 * @trace: its trace
 *
 * Returns: (transfer full): the deadline as a requirement, starting with the colon after the id: “:
 *   call of act <= 500 us”
 */
char *
dwell_deadline_put_into_words (const DwellDeadline *self,
                               const DwellTrace    *trace)
{
  DwellTopic topic = { .kind = DWELL_TOPIC_DEADLINE, .measure = measures[self->measure].word,
                       .name = dwell_trace_get_area_title (trace, self->area),
                       .limit_ns = self->limit_ns };

  return dwell_topic_put_into_words (&topic, "");
}

static void
check (DwellRequirementsTrace *trace,
       const DwellDeadline    *deadline,
       guint                   cause,
       GArray                 *marks)
{
  DwellQuantity most = { DWELL_UNIT_TIME, deadline->limit_ns, 1, (double) deadline->limit_ns };
  DwellQuantity least = { DWELL_UNIT_TIME, -deadline->limit_ns, 1, -(double) deadline->limit_ns };
  gboolean goes_both_ways = deadline->measure == DWELL_MEASURE_JITTER;
  DwellRequirement requirement = {
    .severity = DWELL_SEVERITY_ERROR, .curve = measures[deadline->measure].curve,
    .limit = { .has_high = TRUE, .high = most, .has_low = goes_both_ways, .low = least },
    .from = G_MININT64, .until = G_MAXINT64,
  };
  DwellJudge judge;

  _dwell_judge_init (&judge, &requirement, trace, DWELL_REQUIREMENTS_MAX_WORST);
  judge.areas = &deadline->area;
  judge.n_areas = 1;
  judge.marks = marks;
  judge.n_before = cause;
  if (_dwell_judge_claim (&judge) == NULL)
    _dwell_judge_spans (&judge);
  _dwell_judge_release (&judge);
  _dwell_requirement_result_free (_dwell_judge_finish (&judge));
}

/**
 * dwell_deadlines_check:
 * @deadlines: (array length=n_deadlines): deadlines of areas of @trace
 * @n_deadlines: how many
 * @trace: a whole trace
 * @first_cause: the cause of the marks of the first deadline; each further deadline has the next
 *   number
 * @marks: gets a DwellOverrunMark for each violation, up to a million, and for samples that could
 *   not be decided
 * @cancellable: (nullable): checked now and then
 *
 * Checks deadlines in a trace, as dwell_requirements_check() checks a file; call it on a worker.
 *
 * Returns: %FALSE if it was cancelled, or if there is too little memory
 */
gboolean
dwell_deadlines_check (const DwellDeadline *deadlines,
                       guint                n_deadlines,
                       DwellTrace          *trace,
                       guint                first_cause,
                       GArray              *marks,
                       GCancellable        *cancellable)
{
  DwellRequirementsTrace shared;
  gboolean is_good;

  if (!_dwell_requirements_trace_init (&shared, trace, cancellable, NULL))
    return FALSE;

  for (guint i = 0; i < n_deadlines && !g_cancellable_is_cancelled (cancellable); i++)
    check (&shared, &deadlines[i], first_cause + i, marks);
  is_good = !g_cancellable_is_cancelled (cancellable) &&
            !g_atomic_int_get (&shared.is_lacking);
  _dwell_requirements_trace_clear (&shared);
  return is_good;
}
