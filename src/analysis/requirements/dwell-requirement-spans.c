/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of spans: calls, gaps, periods and their jitter. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <stdlib.h>

#include "core/dwell-memory.h"
#include "core/dwell-sort.h"

typedef struct {
  gint64  begin;
  guint32 span;
} Entry;

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *left = a;
  const Entry *right = b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;
  return (left->span > right->span) - (left->span < right->span);
}

/* Puts the spans of an area in order of begin: those of one context are. */
static void
sort_spans (const DwellTrace *trace,
            guint32          *spans,
            guint32           n)
{
  Entry *entries;
  gboolean is_sorted = TRUE;

  for (guint32 i = 1; i < n && is_sorted; i++)
    is_sorted = dwell_trace_get_span_begin (trace, spans[i - 1]) <=
                dwell_trace_get_span_begin (trace, spans[i]);
  if (is_sorted)
    return;

  entries = dwell_big_alloc (n * sizeof (Entry));
  for (guint32 i = 0; i < n; i++)
    entries[i] = (Entry) { dwell_trace_get_span_begin (trace, spans[i]), spans[i] };
  qsort (entries, n, sizeof (Entry), compare_entries);
  for (guint32 i = 0; i < n; i++)
    spans[i] = entries[i].span;
  dwell_big_free (entries);
}

static void
list_spans (DwellRequirementsTrace *self)
{
  const DwellTrace *trace = self->trace;
  guint32 *next = g_new0 (guint32, trace->n_areas + 1);

  self->first = g_new0 (guint32, trace->n_areas + 2);
  self->spans = dwell_big_alloc (MAX (trace->n_spans, 1) * sizeof (guint32));
  for (guint32 span = 0; span < trace->n_spans; span++)
    if ((trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0)
      self->first[trace->span_area[span] + 1]++;
  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      self->first[area + 1] += self->first[area];
      next[area] = self->first[area];
    }
  for (guint32 span = 0; span < trace->n_spans; span++)
    if ((trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0)
      self->spans[next[trace->span_area[span]]++] = span;
  for (guint32 area = 0; area < trace->n_areas; area++)
    sort_spans (trace, self->spans + self->first[area], self->first[area + 1] - self->first[area]);
  g_free (next);
}

/* Returns the spans of an area, all contexts together, by begin. */
const guint32 *
_dwell_requirements_get_spans (DwellRequirementsTrace *self,
                               guint32                 area,
                               guint32                *n)
{
  if (self->first == NULL)
    list_spans (self);

  *n = self->first[area + 1] - self->first[area];
  return self->spans + self->first[area];
}

static void
find_last_records (DwellRequirementsTrace *self)
{
  const DwellTrace *trace = self->trace;

  self->context_last = g_new (gint64, trace->n_contexts);
  for (guint32 i = 0; i < trace->n_contexts; i++)
    self->context_last[i] = G_MININT64;

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      gint64 *last = &self->context_last[dwell_trace_get_span_context (trace, span)];
      gboolean has_end = (trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0;

      *last = MAX (*last, has_end ? dwell_trace_get_span_end (trace, span)
                                  : dwell_trace_get_span_begin (trace, span));
    }
  for (guint32 mark = 0; mark < trace->n_marks; mark++)
    {
      gint64 *last = &self->context_last[trace->tracks[trace->mark_track[mark]].context];

      *last = MAX (*last, trace->mark_time[mark]);
    }
}

/* Whether a span was open when the record of its context ended; else an end that is missing was
 * inferred from what came after it. */
gboolean
_dwell_requirements_is_open (DwellRequirementsTrace *self,
                             guint32                 span)
{
  const DwellTrace *trace = self->trace;

  if ((trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0)
    return FALSE;
  if (self->context_last == NULL)
    find_last_records (self);
  if (dwell_trace_get_span_end (trace, span) <
      self->context_last[dwell_trace_get_span_context (trace, span)])
    return FALSE;

  for (guint32 above = trace->span_parent[span]; above != DWELL_NONE;
       above = trace->span_parent[above])
    if ((trace->span_flags[above] & DWELL_SPAN_END_MISSING) == 0)
      return FALSE;
  return TRUE;
}

gboolean
_dwell_requirements_is_outermost (const DwellTrace *trace,
                                  guint32           span)
{
  for (guint32 above = trace->span_parent[span]; above != DWELL_NONE;
       above = trace->span_parent[above])
    if (trace->span_area[above] == trace->span_area[span])
      return FALSE;
  return TRUE;
}

/* The sample of a span: what was seen, and what it can be at most. */
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

static void
add_span (DwellJudge *self,
          guint32     span)
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
                                             dwell_trace_get_span_own (trace, span)));
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

  for (guint32 i = 0; i < n; i++)
    {
      guint32 span = spans[i];
      guint32 context = dwell_trace_get_span_context (trace, span);
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = dwell_trace_get_span_end (trace, span);
      guint8 flags = trace->span_flags[span];

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

static int
compare_int64 (gconstpointer a,
               gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
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
  g_array_sort (periods, compare_int64);
  return periods->len > 0 ? g_array_index (periods, gint64, (periods->len - 1) / 2) : 0;
}

/* The deviations from the ideal grid: from the least one with which most lie within the limit; of
 * a track, which has no limit, from the least. */
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
  qsort (sorted, begins->len, sizeof (gint64), compare_int64);

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

  for (guint32 i = 0; i < n; i++)
    {
      Entry entry = { dwell_trace_get_span_begin (trace, spans[i]), spans[i] };

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

  for (guint i = curve == DWELL_CURVE_CYCLE_JITTER ? 2 : 1; i < begins->len; i++)
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

/* Judges the samples of the one area. */
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
      for (guint32 i = 0; i < n; i++)
        if (is_counted (self, spans[i]))
          add_span (self, spans[i]);
    }
}
