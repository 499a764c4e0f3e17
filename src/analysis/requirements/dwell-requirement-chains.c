/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains: each stage reads what the previous stage wrote last. An occurrence reads at its begin and
 * writes at its end; occurrences are linked by time, so that overlapping ones need no identity.
 * Immediate forward and backward job chains: Günzel et al., RTAS 2021. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <stdlib.h>

#define NOTHING G_MAXUINT

typedef struct {
  const DwellStretch *all; /* by begin */
  guint               n;
  guint              *by_end;
  guint              *next;     /* by occurrence: the one in the next stage that reads what it
                                 * wrote */
  guint              *previous; /* by occurrence: the one in the previous stage whose value it
                                 * read */
} Stage;

static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const DwellStretch *all = user_data;
  guint left = *(const guint *) a;
  guint right = *(const guint *) b;

  if (all[left].end != all[right].end)
    return all[left].end < all[right].end ? -1 : 1;
  return (left > right) - (left < right);
}

/* The first occurrence that begins at @time or later. */
static guint
find_reader (const Stage *self,
             gint64       time)
{
  guint low = 0;
  guint high = self->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->all[middle].begin < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n ? low : NOTHING;
}

/* The last occurrence that ended at @time or before. */
static guint
find_writer (const Stage *self,
             gint64       time)
{
  guint low = 0;
  guint high = self->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->all[self->by_end[middle]].end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? self->by_end[low - 1] : NOTHING;
}

static void
link_queue (Stage *writers,
            Stage *readers)
{
  guint next = 0;

  for (guint i = 0; i < readers->n; i++)
    readers->previous[i] = NOTHING;
  for (guint i = 0; i < writers->n; i++)
    {
      writers->next[i] = NOTHING;
      if (writers->all[i].end == G_MAXINT64)
        continue;
      while (next < readers->n && readers->all[next].begin < writers->all[i].end)
        next++;
      if (next == readers->n)
        continue;
      writers->next[i] = next;
      readers->previous[next++] = i;
    }
}

static void
link_registers (Stage *writers,
                Stage *readers)
{
  for (guint i = 0; i < writers->n; i++)
    writers->next[i] = writers->all[i].end == G_MAXINT64 ? NOTHING
                                                         : find_reader (readers,
                                                                        writers->all[i].end);
  for (guint i = 0; i < readers->n; i++)
    readers->previous[i] = find_writer (writers, readers->all[i].begin);
}

/* The time of the first response to a stimulus, or G_MAXINT64. */
static gint64
find_response (const Stage *stages,
               guint        n_stages,
               guint        stimulus)
{
  for (guint i = 0; i + 1 < n_stages && stimulus != NOTHING; i++)
    stimulus = stages[i].next[stimulus];
  return stimulus == NOTHING ? G_MAXINT64 : stages[n_stages - 1].all[stimulus].end;
}

static guint
find_stimulus (const Stage *stages,
               guint        n_stages,
               guint        response)
{
  for (guint i = n_stages - 1; i > 0 && response != NOTHING; i--)
    response = stages[i].previous[response];
  return response;
}

static void
judge_reaction (DwellJudge  *self,
                const Stage *stages,
                guint        n_stages)
{
  gboolean is_long = self->requirement->is_long;

  for (guint i = is_long; i < stages->n && _dwell_judge_goes_on (self); i++)
    {
      gint64 begin = stages->all[i - (is_long ? 1 : 0)].begin;
      gint64 end = find_response (stages, n_stages, i);
      gint64 until = end == G_MAXINT64 ? self->trace->trace->end : end;

      _dwell_judge_add (self, (DwellSample) {
        .begin = begin, .end = until, .low = until - begin,
        .high = end == G_MAXINT64 ? G_MAXINT64 : until - begin, .scale = 1,
        .context = DWELL_NONE });
    }
}

/* Responses in the order in which they were put out. */
static void
judge_age (DwellJudge  *self,
           const Stage *stages,
           guint        n_stages)
{
  const Stage *last = &stages[n_stages - 1];
  const DwellTrace *trace = self->trace->trace;

  for (guint i = 0; i < last->n && _dwell_judge_goes_on (self); i++)
    {
      guint response = last->by_end[i];
      gint64 end = last->all[response].end;
      guint stimulus = find_stimulus (stages, n_stages, response);
      gboolean is_known = stimulus != NOTHING;
      gint64 begin = is_known ? stages->all[stimulus].begin : trace->begin;

      if (end == G_MAXINT64)
        break;
      if (self->requirement->is_long)
        {
          end = i + 1 < last->n ? last->all[last->by_end[i + 1]].end : G_MAXINT64;
          is_known = is_known && end != G_MAXINT64;
          end = MIN (end, trace->end);
        }
      _dwell_judge_add (self, (DwellSample) {
        .begin = begin, .end = end, .low = end - begin,
        .high = is_known ? end - begin : G_MAXINT64, .scale = 1, .context = DWELL_NONE });
    }
}

/* Finds the first response to each stimulus; all others are repeated. This uses the whole
 * recording, whatever part of it is in scope. */
static void
judge_responses (DwellJudge   *self,
                 const Stage  *stages,
                 guint         n_stages,
                 guint8       *is_reached,
                 GArray       *repeated)
{
  const Stage *last = &stages[n_stages - 1];
  DwellCurve curve = self->requirement->curve;

  for (guint i = 0; i < last->n && _dwell_judge_goes_on (self); i++)
    {
      DwellStretch response = last->all[last->by_end[i]];
      guint stimulus = find_stimulus (stages, n_stages, last->by_end[i]);

      if (response.end == G_MAXINT64 || stimulus == NOTHING)
        continue;
      if (curve == DWELL_CURVE_REPEATED &&
          _dwell_judge_counts (self, response.begin, response.end))
        {
          self->result->n_samples++;
          if (is_reached[stimulus])
            g_array_append_val (repeated, response);
        }
      else if (curve == DWELL_CURVE_LATENCY && !is_reached[stimulus])
        {
          gint64 begin = stages->all[stimulus].begin;

          _dwell_judge_add (self, (DwellSample) { .begin = begin, .end = response.end,
                                                  .low = response.end - begin,
                                                  .high = response.end - begin, .scale = 1,
                                                  .context = DWELL_NONE });
        }
      is_reached[stimulus] = TRUE;
    }
}

static void
judge_missed (DwellJudge   *self,
              const GArray *missed)
{
  guint64 n = self->result->n_samples;

  if (n == 0)
    return;

  _dwell_judge_set_value (self, missed->len, self->factor == 100 ? (gint64) n : 1);
  if (self->result->n_violations == 0)
    return;

  self->result->n_violations = 0;
  for (guint i = 0; i < missed->len; i++)
    {
      const DwellStretch *one = &g_array_index (missed, DwellStretch, i);

      _dwell_judge_violate (self, &(DwellSample) { .begin = one->begin, .end = one->end, .low = 1,
                                                   .high = 1, .scale = 1, .context = DWELL_NONE });
    }
  for (guint i = 0; i < self->result->worst->len; i++)
    g_array_index (self->result->worst, DwellRequirementViolation, i).value = 1;
  self->result->n_violations = 1;
}

/* The stimuli without a response although a later one has a response. Those after the last one with
 * a response are still under way. */
static void
find_lost (DwellJudge   *self,
           const Stage  *stimuli,
           const guint8 *is_reached,
           GArray       *lost)
{
  guint n = stimuli->n;

  while (n > 0 && !is_reached[n - 1])
    n--;
  for (guint i = 0; i < stimuli->n; i++)
    {
      DwellStretch stimulus = stimuli->all[i];

      stimulus.end = MIN (stimulus.end, self->trace->trace->end);
      if (!_dwell_judge_counts (self, stimulus.begin, stimulus.end))
        continue;
      self->result->n_samples += i < n;
      self->result->n_inconclusive += i >= n;
      if (i < n && !is_reached[i])
        g_array_append_val (lost, stimulus);
    }
}

static void
judge_passage (DwellJudge  *self,
               const Stage *stages,
               guint        n_stages)
{
  g_autofree guint8 *is_reached = g_new0 (guint8, stages->n + 1);
  g_autoptr(GArray) missed = g_array_new (FALSE, FALSE, sizeof (DwellStretch));

  judge_responses (self, stages, n_stages, is_reached, missed);
  if (self->requirement->curve == DWELL_CURVE_LOST)
    find_lost (self, stages, is_reached, missed);
  if (self->requirement->curve != DWELL_CURVE_LATENCY)
    judge_missed (self, missed);
}

static void
prepare_stage (Stage  *self,
               GArray *found)
{
  self->all = (const DwellStretch *) (gconstpointer) found->data;
  self->n = found->len;
  self->by_end = g_new (guint, self->n + 1);
  self->next = g_new (guint, self->n + 1);
  self->previous = g_new (guint, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    self->by_end[i] = i;
  g_qsort_with_data (self->by_end, (int) self->n, sizeof (guint), compare_ends,
                     (gpointer) self->all);
}

/* Judges a chain. Returns: why it cannot be judged, or NULL */
const char *
_dwell_judge_chain (DwellJudge *self)
{
  const DwellRequirementChain *chain = self->requirement->chain;
  g_autoptr(GPtrArray) lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint n = chain->stages->len;
  Stage stages[DWELL_REQUIREMENTS_MAX_NAMES] = { 0 };
  const char *reason = NULL;

  self->result->subject = g_strdup (chain->id);
  for (guint i = 0; i < n && reason == NULL; i++)
    {
      GArray *list = g_array_new (FALSE, FALSE, sizeof (DwellStretch));

      g_ptr_array_add (lists, list);
      reason = _dwell_requirements_collect_events (self->trace, chain->stages->pdata[i], list,
                                                   self->result->suggestions);
      prepare_stage (&stages[i], list);
    }
  for (guint i = 0; i + 1 < n && reason == NULL; i++)
    {
      if (chain->is_queued)
        link_queue (&stages[i], &stages[i + 1]);
      else
        link_registers (&stages[i], &stages[i + 1]);
    }

  if (reason == NULL && self->requirement->curve == DWELL_CURVE_REACTION)
    judge_reaction (self, stages, n);
  else if (reason == NULL && self->requirement->curve == DWELL_CURVE_AGE)
    judge_age (self, stages, n);
  else if (reason == NULL)
    judge_passage (self, stages, n);

  for (guint i = 0; i < n; i++)
    {
      g_free (stages[i].by_end);
      g_free (stages[i].next);
      g_free (stages[i].previous);
    }
  return reason;
}
