/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of spans: calls, gaps, periods and their jitter. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include "core/dwell-sort.h"

typedef struct {
  gint64  begin;
  guint32 span;
} Entry;

/* The sample of a span: the time that was seen, and the maximum that it can be. */
static DwellSample
make_sample (DwellRequirementsTrace *trace,
             guint32                 span,
             gint64                  value)
{
  guint8 flags = trace->trace->span_flags[span];
  DwellSample sample = {
    .begin = dwell_trace_get_span_begin (trace->trace, span),
    .end = dwell_trace_get_span_end (trace->trace, span),
    .low = value, .high = value, .scale = 1,
    .context = dwell_trace_get_span_context (trace->trace, span),
    .is_span = TRUE, .span = span,
  };

  if ((flags & DWELL_SPAN_BEGIN_MISSING) != 0 || _dwell_requirements_is_open (trace, span))
    sample.high = G_MAXINT64;
  else if ((flags & DWELL_SPAN_END_MISSING) != 0)
    sample.low = 0;
  return sample;
}

/* The pauses of a span's context that lie in it, each a sample. */
static void
add_pauses (DwellJudge *self,
            guint32     span)
{
  DwellTrace *trace = self->trace->trace;
  DwellSample whole = make_sample (self->trace, span, 0);
  guint32 low = trace->context_pauses[whole.context];
  guint32 last = trace->context_pauses[whole.context + 1];
  guint32 high = last;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (trace->pause_end[middle] <= whole.begin)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < last && trace->pause_begin[low] < whole.end; low++)
    {
      DwellSample sample = whole;

      sample.is_span = FALSE;
      sample.begin = MAX (whole.begin, trace->pause_begin[low]);
      sample.end = MIN (whole.end, trace->pause_end[low]);
      sample.low = sample.high = sample.end - sample.begin;
      if (sample.end == whole.end && whole.high == G_MAXINT64)
        sample.high = G_MAXINT64;
      _dwell_judge_add (self, sample);
    }
}

/* @children: (nullable): of all spans, if own times are wanted */
static void
add_span (DwellJudge          *self,
          const DwellChildren *children,
          guint32              span)
{
  DwellTrace *trace = self->trace->trace;
  gint64 duration = dwell_trace_get_span_duration (trace, span);

  switch ((int) self->requirement->curve)
    {
    case DWELL_CURVE_GROSS:
      _dwell_judge_add (self, make_sample (self->trace, span,
                                           dwell_trace_get_span_gross (trace, span)));
      break;
    case DWELL_CURVE_NET:
      if ((trace->span_flags[span] & DWELL_SPAN_OWN_UNDEFINED) == 0)
        _dwell_judge_add (self, make_sample (self->trace, span,
                                             dwell_children_get_own (children, trace, span)));
      break;
    case DWELL_CURVE_PREEMPTED:
      _dwell_judge_add (self, make_sample (self->trace, span, duration -
                                           dwell_trace_get_span_gross (trace, span)));
      break;
    case DWELL_CURVE_PAUSE:
      add_pauses (self, span);
      break;
    default:
      _dwell_judge_add (self, make_sample (self->trace, span, duration));
      break;
    }
}

static gboolean
is_counted (const DwellJudge *self,
            guint32           span)
{
  return self->contexts == NULL ||
         self->contexts[dwell_trace_get_span_context (self->trace->trace, span)];
}

/* From the end of an outermost span to the begin of the next, context by context. */
static void
add_gaps (DwellJudge    *self,
          const guint32 *spans,
          guint32        n)
{
  DwellTrace *trace = self->trace->trace;
  g_autofree gint64 *reach = g_new (gint64, trace->n_contexts);
  g_autofree guint8 *is_known = g_new0 (guint8, trace->n_contexts);

  for (guint32 i = 0; i < trace->n_contexts; i++)
    reach[i] = G_MAXINT64;

  for (guint32 i = 0; i < n && _dwell_judge_goes_on (self); i++)
    {
      guint32 span = spans[i];
      guint32 context = dwell_trace_get_span_context (trace, span);
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = dwell_trace_get_span_end (trace, span);
      guint8 flags = trace->span_flags[span];

      _dwell_requirements_prefetch (trace, spans, i, n);
      if (!is_counted (self, span) || !_dwell_requirements_is_outermost (trace, span))
        continue;
      if (is_known[context] && (flags & DWELL_SPAN_BEGIN_MISSING) == 0 && reach[context] <= begin)
        _dwell_judge_add (self, (DwellSample) { .begin = reach[context], .end = begin,
                                                .low = begin - reach[context],
                                                .high = begin - reach[context], .scale = 1,
                                                .context = context });
      if (reach[context] == G_MAXINT64 || end >= reach[context])
        {
          reach[context] = end;
          is_known[context] = (flags & DWELL_SPAN_END_MISSING) == 0;
        }
    }
}

static gint64
get_median_period (const GArray *begins)
{
  g_autoptr(GArray) periods = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 1; i < begins->len; i++)
    {
      gint64 period = g_array_index (begins, Entry, i).begin -
                      g_array_index (begins, Entry, i - 1).begin;

      g_array_append_val (periods, period);
    }
  dwell_sort_int64 ((gint64 *) (gpointer) periods->data, periods->len, NULL);
  return periods->len > 0 ? g_array_index (periods, gint64, (periods->len - 1) / 2) : 0;
}

/* The deviations from the ideal grid: from the smallest offset with which most are within the
 * limit; for a track, which has no limit, from the smallest offset. */
static void
add_grid (DwellJudge   *self,
          const GArray *begins)
{
  gint64 period = self->requirement->around;
  gint64 most = self->limit.high.n;
  g_autofree gint64 *deviations = g_new (gint64, begins->len + 1);
  g_autofree gint64 *sorted = g_new (gint64, begins->len + 1);
  gint64 start = 0;
  guint n_best = 0;
  guint end = 0;

  for (guint i = 0; i < begins->len; i++)
    if (__builtin_mul_overflow ((gint64) i, period, &sorted[i]) ||
        __builtin_sub_overflow (g_array_index (begins, Entry, i).begin, sorted[i], &deviations[i]))
      deviations[i] = -DWELL_TIME_MAX;
  for (guint i = 0; i < begins->len; i++)
    sorted[i] = deviations[i];
  dwell_sort_int64 (sorted, begins->len, NULL);

  if (self->requirement->is_track && begins->len > 0)
    {
      start = sorted[0];
      n_best = begins->len;
    }
  for (guint i = 0; i < begins->len; i++)
    {
      while (end < begins->len && dwell_time_between (sorted[i], sorted[end]) <= most)
        end++;
      if (end - MIN (i, end) > n_best)
        {
          n_best = end - i;
          start = sorted[i];
        }
    }
  for (guint i = 0; i < begins->len; i++)
    {
      const Entry *entry = &g_array_index (begins, Entry, i);
      gint64 value = deviations[i] - start;

      _dwell_judge_add (self, (DwellSample) {
        .begin = entry->begin, .end = entry->begin, .low = value, .high = value, .scale = 1,
        .context = dwell_trace_get_span_context (self->trace->trace, entry->span) });
    }
}

static void
add_periods (DwellJudge    *self,
             const guint32 *spans,
             guint32        n)
{
  DwellTrace *trace = self->trace->trace;
  DwellCurve curve = self->requirement->curve;
  g_autoptr(GArray) begins = g_array_new (FALSE, FALSE, sizeof (Entry));
  gint64 usual = self->requirement->around;

  for (guint32 i = 0; i < n && _dwell_judge_goes_on (self); i++)
    {
      Entry entry = { dwell_trace_get_span_begin (trace, spans[i]), spans[i] };

      _dwell_requirements_prefetch (trace, spans, i, n);
      if (is_counted (self, spans[i]) &&
          (trace->span_flags[spans[i]] & DWELL_SPAN_BEGIN_MISSING) == 0)
        g_array_append_val (begins, entry);
    }
  if (curve == DWELL_CURVE_GRID_JITTER)
    {
      add_grid (self, begins);
      return;
    }
  if (curve == DWELL_CURVE_JITTER && usual == 0)
    usual = get_median_period (begins);

  for (guint i = curve == DWELL_CURVE_CYCLE_JITTER ? 2 : 1;
       i < begins->len && _dwell_judge_goes_on (self); i++)
    {
      const Entry *entry = &g_array_index (begins, Entry, i);
      gint64 value = entry->begin - entry[-1].begin;
      gint64 begin = entry[-1].begin;

      if (curve == DWELL_CURVE_JITTER)
        {
          value -= usual;
        }
      else if (curve == DWELL_CURVE_CYCLE_JITTER)
        {
          begin = entry[-2].begin;
          value -= entry[-1].begin - begin;
        }
      _dwell_judge_add (self, (DwellSample) {
        .begin = begin, .end = entry->begin, .low = value, .high = value, .scale = 1,
        .context = dwell_trace_get_span_context (trace, entry->span) });
    }
}

/* Judges the samples of the single area. */
void
_dwell_judge_spans (DwellJudge *self)
{
  guint32 n;
  const guint32 *spans = _dwell_requirements_get_spans (self->trace, self->areas[0], &n);

  if (self->requirement->curve == DWELL_CURVE_GAP)
    {
      add_gaps (self, spans, n);
    }
  else if (self->requirement->curve > DWELL_CURVE_GAP)
    {
      add_periods (self, spans, n);
    }
  else
    {
      const DwellChildren *children = self->requirement->curve == DWELL_CURVE_NET
                                      ? _dwell_requirements_get_children (self->trace) : NULL;

      for (guint32 i = 0; i < n && _dwell_judge_goes_on (self); i++)
        {
          _dwell_requirements_prefetch (self->trace->trace, spans, i, n);
          if (is_counted (self, spans[i]))
            add_span (self, children, spans[i]);
        }
    }
}
