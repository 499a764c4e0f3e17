/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels over time: how many are open, how many wait, what was written; and conditions that must
 * never or always hold. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

/* A run of values that are bad. */
typedef struct {
  gboolean    is_open;
  DwellSample worst;
} Run;

static void
end_run (DwellJudge *self,
         Run        *run,
         gint64      time)
{
  if (!run->is_open)
    return;

  run->is_open = FALSE;
  run->worst.end = time;
  _dwell_judge_violate (self, &run->worst);
}

/* A value that held from the sample's begin to its end. */
static void
add_value (DwellJudge        *self,
           Run               *run,
           const DwellSample *sample)
{
  if (_dwell_judge_note (self, sample) != DWELL_SAMPLE_BREAKS)
    {
      end_run (self, run, sample->begin);
      return;
    }
  if (!run->is_open)
    {
      run->is_open = TRUE;
      run->worst = *sample;
      return;
    }
  run->worst.end = sample->end;
  if (self->limit.has_high ? sample->low > run->worst.low : sample->low < run->worst.low)
    {
      run->worst.low = run->worst.high = sample->low;
    }
  if (self->is_real && (self->limit.has_high ? sample->real > run->worst.real
                                             : sample->real < run->worst.real))
    run->worst.real = sample->real;
}

static void
judge_steps (DwellJudge *self,
             DwellSteps *steps)
{
  const DwellTrace *trace = self->trace->trace;
  gint64 begin = MAX (trace->begin, self->requirement->from);
  gint64 end = MIN (trace->end, self->requirement->until);
  gint64 level = 0;
  gint64 since = trace->begin;
  gboolean goes_on = TRUE;
  Run run = { 0 };

  self->result->has_samples = FALSE;
  _dwell_steps_sort (steps);
  while (goes_on && _dwell_judge_goes_on (self))
    {
      gint64 time = trace->end;
      gint64 step = 0;
      DwellSample sample;

      goes_on = _dwell_steps_next (steps, &time, &step);
      sample = (DwellSample) { .begin = MAX (since, begin), .end = MIN (time, end), .low = level,
                               .high = level, .scale = 1, .context = DWELL_NONE };
      if (sample.begin < sample.end &&
          (self->stretches == NULL || _dwell_judge_is_in_scope (self, sample.begin, sample.end)))
        add_value (self, &run, &sample);
      since = time;
      level = MAX (level + step, 0);
    }
  end_run (self, &run, end);
}

/* The steps of the areas. */
static void
add_spans (DwellJudge *self,
           DwellSteps *steps)
{
  const DwellTrace *trace = self->trace->trace;

  for (guint i = 0; i < self->n_areas; i++)
    {
      guint32 n;
      const guint32 *spans = _dwell_requirements_get_spans (self->trace, self->areas[i], &n);

      for (guint32 j = 0; j < n; j++)
        {
          gint64 begin = dwell_trace_get_span_begin (trace, spans[j]);
          gint64 end = dwell_trace_get_span_end (trace, spans[j]);

          _dwell_requirements_prefetch (trace, spans, j, n);
          if (self->contexts != NULL &&
              !self->contexts[dwell_trace_get_span_context (trace, spans[j])])
            continue;
          g_array_append_val (steps->ups, begin);
          g_array_append_val (steps->downs, end);
        }
    }
}

/* Judges how many activations are open, or wait. Returns: why it cannot, or NULL */
const char *
_dwell_judge_levels (DwellJudge *self)
{
  const DwellRequirement *requirement = self->requirement;
  g_auto(DwellSteps) steps = { 0 };

  _dwell_steps_init (&steps);
  if (requirement->curve == DWELL_CURVE_CONCURRENCY)
    add_spans (self, &steps);
  for (guint i = 0; requirement->events != NULL && i < requirement->events->len; i++)
    {
      g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
      GArray *times = i == 0 ? steps.ups : steps.downs;
      const char *reason = _dwell_requirements_collect_events (self->trace,
                                                               requirement->events->pdata[i],
                                                               found, self->result->suggestions);

      if (reason != NULL)
        return reason;
      for (guint j = 0; j < found->len; j++)
        g_array_append_val (times, g_array_index (found, DwellStretch, j).begin);
    }
  judge_steps (self, &steps);
  return NULL;
}

/* Judges each write. Returns: why it cannot, or NULL */
const char *
_dwell_judge_values (DwellJudge *self)
{
  const DwellTrace *trace = self->trace->trace;
  guint32 track = _dwell_requirements_find_track (trace, self->areas[0]);
  Run run = { 0 };
  guint32 first;
  guint32 end;

  if (track == DWELL_NONE)
    return "no-data";
  if (dwell_values_has_states (trace, track))
    return "not-in-format";

  self->is_real = dwell_values_is_real (trace, track);
  first = trace->tracks[track].first_write;
  end = first + trace->tracks[track].n_writes;
  for (guint32 i = first; i < end && _dwell_judge_goes_on (self); i++)
    {
      gint64 time = dwell_trace_get_track_write_time (trace, i);
      DwellValue value = dwell_values_get (trace, i);
      DwellSample sample = {
        .begin = time, .scale = 1, .context = DWELL_NONE,
        .end = i + 1 < end ? dwell_trace_get_track_write_time (trace, i + 1) : trace->end,
      };

      if (self->is_real)
        sample.real = value.real;
      else
        sample.low = sample.high = MIN (value.integer, G_MAXINT64 - 1);
      if (!_dwell_judge_is_in_scope (self, time, time))
        continue;
      if (self->n_to_skip > 0)
        self->n_to_skip--;
      else
        add_value (self, &run, &sample);
    }
  end_run (self, &run, run.worst.end);
  return NULL;
}

/* Judges a condition that must never or always hold. Returns: why it cannot, or NULL */
const char *
_dwell_judge_condition (DwellJudge *self)
{
  const DwellRequirement *requirement = self->requirement;
  g_autoptr(GArray) bad = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  g_autoptr(GArray) while_ = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  DwellStretch whole = { G_MININT64, G_MAXINT64 };
  const char *reason =
    _dwell_stretches_of_condition (self->trace, requirement->condition,
                                   requirement->curve == DWELL_CURVE_ALWAYS, bad,
                                   self->result->suggestions);
  guint next = 0;

  self->result->has_samples = FALSE;
  if (reason == NULL && requirement->condition_while != NULL)
    reason = _dwell_stretches_of_condition (self->trace, requirement->condition_while, FALSE,
                                            while_, self->result->suggestions);
  if (reason != NULL)
    return reason;
  if (requirement->condition_while == NULL)
    g_array_append_val (while_, whole);

  for (guint i = 0; i < bad->len; i++)
    {
      const DwellStretch *stretch = &g_array_index (bad, DwellStretch, i);

      while (next < while_->len && g_array_index (while_, DwellStretch, next).end < stretch->begin)
        next++;
      for (guint j = next; j < while_->len; j++)
        {
          const DwellStretch *other = &g_array_index (while_, DwellStretch, j);
          gint64 begin = MAX (stretch->begin, other->begin);
          gint64 end = MIN (stretch->end, other->end);
          gboolean is_moment = stretch->begin == stretch->end || other->begin == other->end;

          if (other->begin > stretch->end)
            break;
          if (begin > end || (begin == end && !is_moment) ||
              !_dwell_judge_is_in_scope (self, begin, end))
            continue;
          _dwell_judge_violate (self, &(DwellSample) { .begin = begin, .end = end,
                                                       .low = end - begin, .high = end - begin,
                                                       .scale = 1, .context = DWELL_NONE });
        }
    }
  self->n_decided = 1;
  return NULL;
}
