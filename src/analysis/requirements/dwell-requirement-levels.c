/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels over time: how many activations are open or waiting, and values written; and conditions
 * that must never or always hold. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

/* A run of values that violate the limit. */
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

/* How far a known value is beyond the limit. */
static double
get_beyond (const DwellJudge  *self,
            const DwellSample *sample)
{
  double value = _dwell_judge_get_value (self, sample);

  return -_dwell_judge_get_margin (self, value, value, TRUE);
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
      run->worst.has_at = TRUE;
      run->worst.at = sample->begin;
      return;
    }
  run->worst.end = sample->end;
  if (get_beyond (self, sample) > get_beyond (self, &run->worst))
    {
      run->worst.low = run->worst.high = sample->low;
      run->worst.real = sample->real;
      run->worst.at = sample->begin;
    }
}

/* Judges a level that held from its begin to its end, as far as that is in scope; @next: the next
 * stretch of the scope. A run ends with its stretch. */
static void
add_level (DwellJudge   *self,
           Run          *run,
           DwellSample   level,
           const GArray *scope,
           guint        *next)
{
  for (; *next < scope->len; ++*next)
    {
      const DwellStretch *stretch = &g_array_index (scope, DwellStretch, *next);
      DwellSample sample = level;

      sample.begin = MAX (level.begin, stretch->begin);
      sample.end = MIN (level.end, stretch->end);
      if (sample.begin < sample.end)
        add_value (self, run, &sample);
      if (stretch->end > level.end)
        return;
      end_run (self, run, stretch->end);
    }
}

static void
judge_steps (DwellJudge *self,
             DwellSteps *steps)
{
  const DwellTrace *trace = self->trace->trace;
  g_autoptr(GArray) scope = _dwell_stretches_of_scope (self, FALSE);
  gint64 level = 0;
  gint64 since = trace->begin;
  gboolean goes_on = TRUE;
  guint next = 0;
  Run run = { 0 };

  self->result->has_samples = FALSE;
  _dwell_steps_sort (steps);
  while (goes_on && _dwell_judge_goes_on (self))
    {
      gint64 time = trace->end;
      gint64 step = 0;

      goes_on = _dwell_steps_next (steps, &time, &step);
      add_level (self, &run, (DwellSample) { .begin = since, .end = time, .low = level,
                                             .high = level, .scale = 1, .context = DWELL_NONE },
                 scope, &next);
      since = time;
      level = MAX (level + step, 0);
    }
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

/* Judges how many activations are open or waiting. Returns: why it cannot be judged, or NULL */
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

/* A track of a variable, and its writes. */
typedef struct {
  guint32 track;
  Run     run;
} Signal;

static void
judge_write (DwellJudge *self,
             Signal     *signal,
             guint32     write,
             gboolean    is_last)
{
  const DwellTrace *trace = self->trace->trace;
  gint64 time = dwell_trace_get_track_write_time (trace, write);
  DwellValue value = dwell_values_get (trace, write);
  DwellSample sample = {
    .begin = time, .scale = 1, .context = DWELL_NONE, .is_of_track = TRUE, .track = signal->track,
    .end = is_last ? trace->end : dwell_trace_get_track_write_time (trace, write + 1),
  };

  if (self->is_real)
    sample.real = value.real;
  else
    sample.low = sample.high = MIN (value.integer, G_MAXINT64 - 1);
  if (_dwell_judge_counts (self, time, time))
    add_value (self, &signal->run, &sample);
}

/* Iterates over the writes of all @signals in order of time. */
static void
judge_writes (DwellJudge *self,
              GArray     *signals,
              GArray     *sequences)
{
  const DwellTrace *trace = self->trace->trace;

  while (sequences->len > 0 && _dwell_judge_goes_on (self))
    {
      const DwellSequence *now = &g_array_index (sequences, DwellSequence, 0);
      gboolean is_last = now->next + 1 == now->end;

      judge_write (self, &g_array_index (signals, Signal, now->number), now->next, is_last);
      _dwell_sequences_step (sequences, is_last
                                        ? 0 : dwell_trace_get_track_write_time (trace,
                                                                                now->next + 1));
    }
}

/* Judges each write, in any track of the variable that has numbers. Returns: why they cannot be
 * judged, or NULL */
const char *
_dwell_judge_values (DwellJudge *self)
{
  const DwellTrace *trace = self->trace->trace;
  g_autoptr(GArray) signals = g_array_new (FALSE, FALSE, sizeof (Signal));
  g_autoptr(GArray) sequences = g_array_new (FALSE, FALSE, sizeof (DwellSequence));
  guint32 n;
  const guint32 *tracks = _dwell_requirements_get_tracks (self->trace, self->areas[0], &n);

  for (guint32 i = 0; i < n; i++)
    {
      const DwellTrack *track = &trace->tracks[tracks[i]];
      Signal signal = { .track = tracks[i] };

      if (dwell_values_has_states (trace, tracks[i]))
        continue;
      if (track->n_writes > 0)
        _dwell_sequences_add (sequences, signals->len,
                              dwell_trace_get_track_write_time (trace, track->first_write),
                              track->first_write, track->first_write + track->n_writes);
      g_array_append_val (signals, signal);
    }
  if (signals->len == 0)
    return n > 0 ? "not-in-format" : "no-data";

  self->is_real = dwell_values_is_real (trace, g_array_index (signals, Signal, 0).track);
  judge_writes (self, signals, sequences);
  for (guint i = 0; i < signals->len; i++)
    {
      Run *run = &g_array_index (signals, Signal, i).run;

      end_run (self, run, run->worst.end);
    }
  return NULL;
}

/* Appends the parts of the scope in which a condition must never or always hold. Returns: why they
 * are not known, or NULL */
static const char *
find_parts (DwellJudge *self,
            GArray     *parts)
{
  const DwellRequirementCondition *condition = self->requirement->condition_while;
  g_autoptr(GArray) scope = _dwell_stretches_of_scope (self, TRUE);
  const char *reason = NULL;

  if (condition != NULL)
    reason = _dwell_stretches_of_condition (self->trace, condition, FALSE, scope, parts,
                                            self->result->suggestions);
  else
    g_array_append_vals (parts, scope->data, scope->len);

  /* What begins at the end of the recording is in it for that moment. */
  for (guint i = 0; i < parts->len; i++)
    {
      DwellStretch *part = &g_array_index (parts, DwellStretch, i);

      if (part->begin == self->trace->trace->end)
        part->end = part->begin;
    }
  return reason;
}

/* Judges a condition that must never or always hold, where that is known and in scope. Returns: why
 * it cannot be judged, or NULL */
const char *
_dwell_judge_condition (DwellJudge *self)
{
  const DwellRequirementCondition *condition = self->requirement->condition;
  gboolean is_of_track = condition->kind == DWELL_CONDITION_IS;
  gboolean is_always = self->requirement->curve == DWELL_CURVE_ALWAYS;
  g_autoptr(GArray) parts = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  g_autoptr(GArray) bad = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  g_autoptr(GArray) good = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  const char *reason = find_parts (self, parts);

  self->result->has_samples = FALSE;
  if (reason == NULL)
    reason = _dwell_stretches_of_condition (self->trace, condition, is_always, parts, bad,
                                            self->result->suggestions);
  if (reason == NULL && bad->len == 0)
    reason = _dwell_stretches_of_condition (self->trace, condition, !is_always, parts, good,
                                            self->result->suggestions);
  if (reason != NULL)
    return reason;

  for (guint i = 0; i < bad->len; i++)
    {
      const DwellStretch *stretch = &g_array_index (bad, DwellStretch, i);
      gint64 end = MIN (stretch->end, self->trace->trace->end);
      gint64 length = end - stretch->begin;

      _dwell_judge_violate (self, &(DwellSample) { .begin = stretch->begin, .end = end,
                                                   .low = length, .high = length, .scale = 1,
                                                   .context = DWELL_NONE,
                                                   .is_of_track = is_of_track,
                                                   .track = stretch->track });
    }
  self->n_decided = bad->len + good->len > 0;
  return NULL;
}
