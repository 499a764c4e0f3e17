/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Amounts in windows. The amount of activity before a time is a piecewise linear function, and so
 * is the amount in the window that begins at a time: all windows are checked, not only adjacent
 * ones. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include <math.h>

#include "core/dwell-sort.h"

/* The amount of activity before @time, and the number active from there on. */
typedef struct {
  gint64   time;
  gint64   slope;
  __int128 amount;
} Edge;

/* The amounts at or beyond which a window violates the limit. */
typedef struct {
  DwellJudge *judge;
  gint64      length;
  gint64      scale;
  gboolean    is_count;
  GArray     *edges;  /* Edge, of amounts of time */
  GArray     *begins; /* gint64, of counts */
  __int128    high;
  __int128    low;
  gboolean    has_seen;
  __int128    least;
  __int128    most;
  gboolean    is_in_run;
  gint64      first;
  gint64      last;
  gint64      worst;
  __int128    worst_amount;
  __int128    worst_beyond;
} Sliding;

static __int128
divide_down (__int128 a,
             __int128 b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static __int128
divide_up (__int128 a,
           __int128 b)
{
  return -divide_down (-a, b);
}

static gint64
clamp_amount (__int128 amount)
{
  return amount >= G_MAXINT64 ? G_MAXINT64 - 1 : (gint64) amount;
}

static void
set_limits (Sliding *self)
{
  const DwellLimit *limit = &self->judge->limit;
  __int128 part;
  __int128 whole;

  part = (__int128) limit->high.of * self->judge->factor;
  whole = (__int128) limit->high.n * self->scale;
  if (limit->has_high)
    self->high = limit->high_is_strict ? divide_up (whole, part) : divide_down (whole, part) + 1;

  part = (__int128) limit->low.of * self->judge->factor;
  whole = (__int128) limit->low.n * self->scale;
  if (limit->has_low)
    self->low = limit->low_is_strict ? divide_down (whole, part) : divide_up (whole, part) - 1;
}

static void
end_run (Sliding *self)
{
  if (!self->is_in_run)
    return;

  self->is_in_run = FALSE;
  _dwell_judge_violate (self->judge, &(DwellSample) {
    .begin = self->worst, .end = self->worst + self->length,
    .low = clamp_amount (self->worst_amount), .high = clamp_amount (self->worst_amount),
    .scale = self->scale, .context = DWELL_NONE, .is_run = TRUE, .from = self->first,
    .until = self->last + self->length });
}

/* Adds a violation: windows that begin from @first to @last are bad, and the one at @time
 * represents them. */
static void
add_bad (Sliding  *self,
         gint64    first,
         gint64    last,
         gint64    time,
         __int128  amount,
         __int128  beyond)
{
  if (self->is_in_run && first > self->last + 1)
    end_run (self);
  if (!self->is_in_run)
    {
      self->is_in_run = TRUE;
      self->first = first;
      self->last = last;
      self->worst_beyond = -1;
    }
  self->last = MAX (self->last, last);
  if (beyond > self->worst_beyond)
    {
      self->worst = time;
      self->worst_amount = amount;
      self->worst_beyond = beyond;
    }
}

/* The part of a linear piece that is at @limit or above it. */
static void
add_above (Sliding  *self,
           gint64    begin,
           gint64    end,
           __int128  amount,
           gint64    slope,
           __int128  limit,
           int       sign)
{
  __int128 length = (__int128) end - begin;
  __int128 first = 0;
  __int128 last = length;

  if (slope > 0)
    first = amount >= limit ? 0 : divide_up (limit - amount, slope);
  else if (slope < 0)
    last = amount < limit ? -1 : MIN (length, divide_down (amount - limit, -slope));
  else if (amount < limit)
    last = -1;
  if (first > last)
    return;

  add_bad (self, begin + (gint64) first, begin + (gint64) last, begin + (gint64) first,
           sign * (amount + slope * first), amount + slope * first - limit);
  add_bad (self, begin + (gint64) first, begin + (gint64) last, begin + (gint64) last,
           sign * (amount + slope * last), amount + slope * last - limit);
}

static void
add_point (Sliding  *self,
           gint64    time,
           __int128  amount)
{
  _dwell_curve_add (self->judge, time,
                    (double) ((long double) amount * self->judge->factor / self->scale));
}

/* Amounts of time change linearly from one edge to the next and beyond; counts hold. */
static void
add_points (Sliding  *self,
            gint64    begin,
            gint64    end,
            __int128  amount,
            __int128  at_end)
{
  const DwellColumn *points = self->judge->curve->points;
  gboolean is_next = !self->is_count && points->n > 0 &&
                     dwell_column_index (points, DwellDerivedPoint, points->n - 1).time == begin;

  if (!is_next)
    add_point (self, begin, amount);
  if (!self->is_count && end > begin)
    add_point (self, end, at_end);
}

static void
add_piece (Sliding  *self,
           gint64    begin,
           gint64    end,
           __int128  amount,
           gint64    slope)
{
  __int128 at_end = amount + (__int128) slope * (end - begin);

  if (!self->has_seen)
    self->least = self->most = amount;
  self->has_seen = TRUE;
  self->least = MIN (self->least, MIN (amount, at_end));
  self->most = MAX (self->most, MAX (amount, at_end));
  if (self->judge->curve != NULL)
    add_points (self, begin, end, amount, at_end);
  if (self->judge->limit.has_high)
    add_above (self, begin, end, amount, slope, self->high, 1);
  if (self->judge->limit.has_low)
    add_above (self, begin, end, -amount, -slope, -self->low, -1);
}

static __int128
get_amount (const Edge *edge,
            gint64      time)
{
  return edge->amount + (__int128) edge->slope * (time - edge->time);
}

/* The last edge at @time or before it. */
static guint
find_edge (const GArray *edges,
           gint64        time)
{
  guint low = 0;
  guint high = edges->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (edges, Edge, middle).time <= time)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
slide_amounts (Sliding *self,
               gint64   begin,
               gint64   end)
{
  const Edge *edges = (const Edge *) (gconstpointer) self->edges->data;
  guint n = self->edges->len;
  guint tail = find_edge (self->edges, begin);
  guint head = find_edge (self->edges, begin + self->length);

  for (gint64 time = begin; _dwell_judge_goes_on (self->judge);)
    {
      gint64 next = end;

      while (tail + 1 < n && edges[tail + 1].time <= time)
        tail++;
      while (head + 1 < n && edges[head + 1].time <= time + self->length)
        head++;
      if (tail + 1 < n)
        next = MIN (next, edges[tail + 1].time);
      if (head + 1 < n)
        next = MIN (next, edges[head + 1].time - self->length);

      add_piece (self, time, next,
                 get_amount (&edges[head], time + self->length) - get_amount (&edges[tail], time),
                 edges[head].slope - edges[tail].slope);
      if (next >= end)
        return;
      time = next;
    }
}

/* The first begin at @time or later. */
static guint
find_begin (const GArray *begins,
            gint64        time)
{
  guint low = 0;
  guint high = begins->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (begins, gint64, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
slide_counts (Sliding *self,
              gint64   begin,
              gint64   end)
{
  const gint64 *begins = (const gint64 *) (gconstpointer) self->begins->data;
  guint n = self->begins->len;
  guint tail = find_begin (self->begins, begin);
  guint head = tail;

  for (gint64 time = begin; time <= end && _dwell_judge_goes_on (self->judge);)
    {
      gint64 last = end;

      while (tail < n && begins[tail] < time)
        tail++;
      while (head < n && begins[head] < time + self->length)
        head++;
      if (tail < n)
        last = MIN (last, begins[tail]);
      if (head < n)
        last = MIN (last, begins[head] - self->length);
      add_piece (self, time, last, head - MIN (head, tail), 0);
      time = last + 1;
    }
}

/* The amount from @begin to @end; for counts, begins at @end belong to the next window. */
static __int128
measure (const Sliding *self,
         gint64         begin,
         gint64         end)
{
  if (self->is_count)
    return find_begin (self->begins, end) - find_begin (self->begins, begin);

  return get_amount (&g_array_index (self->edges, Edge, find_edge (self->edges, end)), end) -
         get_amount (&g_array_index (self->edges, Edge, find_edge (self->edges, begin)), begin);
}

static void
judge_any (Sliding *self,
           gint64   begin,
           gint64   end,
           gboolean is_whole)
{
  DwellJudge *judge = self->judge;
  __int128 all;

  if (dwell_time_between (begin, end) >= self->length - self->is_count)
    {
      if (self->is_count)
        slide_counts (self, begin, end - self->length + 1);
      else
        slide_amounts (self, begin, end - self->length);
      end_run (self);
      if (judge->curve != NULL)
        _dwell_curve_add (judge, end - self->length + 1 + self->is_count, NAN);
      return;
    }
  if (!is_whole)
    return;

  all = measure (self, begin, end + self->is_count);
  if (judge->limit.has_high && all >= self->high)
    {
      _dwell_judge_violate (judge, &(DwellSample) {
        .begin = begin, .end = end, .low = clamp_amount (all), .high = G_MAXINT64,
        .scale = self->scale, .context = DWELL_NONE, .is_run = TRUE, .from = begin, .until = end });
      judge->n_decided = 1;
    }
  else
    {
      judge->result->n_inconclusive = 1;
      _dwell_judge_leave (judge, &(DwellSample) {
        .begin = begin, .end = end, .low = clamp_amount (all), .high = G_MAXINT64,
        .scale = self->scale, .context = DWELL_NONE });
    }
}

/* How many whole windows from @time on end before the activity changes: their amounts are equal. */
static guint64
count_alike (const Sliding *self,
             gint64         time,
             gint64         end)
{
  gint64 change = end;

  if (self->is_count)
    {
      guint next = find_begin (self->begins, time);

      if (next < self->begins->len)
        change = MIN (change, g_array_index (self->begins, gint64, next));
    }
  else
    {
      guint next = find_edge (self->edges, time) + 1;

      if (next < self->edges->len)
        change = MIN (change, g_array_index (self->edges, Edge, next).time);
    }

  return (guint64) dwell_time_between (time, MAX (time, change)) / (guint64) self->length;
}

static void
judge_tumbling (Sliding *self,
                gint64   begin,
                gint64   end)
{
  gboolean is_load = self->judge->requirement->curve == DWELL_CURVE_LOAD;

  for (gint64 time = begin; time < end && _dwell_judge_goes_on (self->judge);)
    {
      gint64 last = dwell_time_between (time, end) >= self->length ? time + self->length : end;
      DwellSample sample = { .begin = time, .end = last, .scale = self->scale,
                             .context = DWELL_NONE };
      guint64 n_equal = MAX (count_alike (self, time, end), 1);

      sample.low = sample.high = clamp_amount (measure (self, time, last));
      if (last - time < self->length)
        sample.high = is_load ? sample.low + self->length - (last - time) : G_MAXINT64;
      _dwell_judge_add_equal (self->judge, sample, n_equal);
      time += (last - time) * (gint64) n_equal;
    }
}

static void
judge_each_area (Sliding      *self,
                 const GArray *areas)
{
  DwellRequirementsTrace *trace = self->judge->trace;
  g_autoptr(GArray) spans = g_array_new (FALSE, FALSE, sizeof (DwellSequence));
  guint32 span;

  _dwell_sequences_add_spans (spans, trace, areas);
  while (_dwell_judge_goes_on (self->judge) &&
         (span = _dwell_sequences_next_span (spans, trace, areas)) != DWELL_NONE)
    {
      gint64 begin = dwell_trace_get_span_begin (trace->trace, span);
      gint64 end = dwell_trace_get_span_end (trace->trace, span);
      gboolean is_cut = (trace->trace->span_flags[span] & DWELL_SPAN_INCOMPLETE) != 0;
      gboolean is_load = self->judge->requirement->curve == DWELL_CURVE_LOAD;
      DwellSample sample = { .begin = begin, .end = end, .scale = is_load ? end - begin : 1,
                             .context = dwell_trace_get_span_context (trace->trace, span) };

      if (sample.scale == 0)
        continue;
      sample.low = sample.high = clamp_amount (measure (self, begin, end + (self->is_count &&
                                                                            begin == end)));
      if (is_cut)
        {
          sample.low = is_load ? 0 : sample.low;
          sample.high = G_MAXINT64;
        }
      _dwell_judge_add (self->judge, sample);
    }
}

static void
add_context (DwellRequirementsTrace *self,
             const guint8           *contexts,
             GArray                 *stretches)
{
  DwellTrace *trace = self->trace;

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (trace->areas[area].kind != DWELL_AREA_LINE && trace->areas[area].kind != DWELL_AREA_STATE)
      _dwell_stretches_add_area (self, area, contexts, DWELL_CURVE_GROSS, stretches);
}

static void
add_begins (Sliding *self,
            guint32  area)
{
  DwellRequirementsTrace *trace = self->judge->trace;
  const guint8 *contexts = self->judge->contexts;
  guint32 n;
  const guint32 *spans = _dwell_requirements_get_spans (trace, area, &n);

  for (guint32 i = 0; i < n; i++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace->trace, spans[i]);

      _dwell_requirements_prefetch (trace->trace, spans, i, n);
      if ((trace->trace->span_flags[spans[i]] & DWELL_SPAN_BEGIN_MISSING) == 0 &&
          (contexts == NULL || contexts[dwell_trace_get_span_context (trace->trace, spans[i])]))
        g_array_append_val (self->begins, begin);
    }
}

/* Resolves one of the names. Returns: why it stands for nothing, or NULL */
static const char *
add_name (Sliding                    *self,
          const DwellRequirementName *name,
          DwellSteps                 *steps,
          GString                    *subject)
{
  DwellRequirementsTrace *trace = self->judge->trace;
  DwellRequirementResult *result = self->judge->result;
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) stretches = g_array_new (FALSE, FALSE, sizeof (DwellStretch));
  g_autofree guint8 *contexts = g_new0 (guint8, trace->trace->n_contexts);
  gboolean is_load = self->judge->requirement->curve == DWELL_CURVE_LOAD;
  const char *reason = "no-such-name";

  if (!name->is_context)
    reason = _dwell_requirements_find_area (trace->trace, name, FALSE, areas, result->suggestions);
  if (reason != NULL && is_load &&
      (reason = _dwell_requirements_find_contexts (trace->trace, name, contexts, NULL)) == NULL)
    {
      g_ptr_array_set_size (result->suggestions, 0);
      add_context (trace, contexts, stretches);
    }
  g_string_append_printf (subject, "%s%s", subject->len > 0 ? ", " : "",
                          name->pattern == NULL && areas->len == 1
                            ? dwell_trace_get_area_title (trace->trace,
                                                          g_array_index (areas, guint32, 0))
                            : name->text);
  if (reason != NULL)
    return reason;

  for (guint i = 0; i < areas->len; i++)
    {
      if (self->is_count)
        add_begins (self, g_array_index (areas, guint32, i));
      else
        _dwell_stretches_add_area (trace, g_array_index (areas, guint32, i), self->judge->contexts,
                                   is_load ? DWELL_CURVE_GROSS : self->judge->requirement->curve,
                                   stretches);
    }
  _dwell_stretches_unite (stretches);
  for (guint i = 0; i < stretches->len; i++)
    {
      const DwellStretch *stretch = &g_array_index (stretches, DwellStretch, i);
      gint64 end = MIN (stretch->end, trace->trace->end);

      g_array_append_val (steps->ups, stretch->begin);
      g_array_append_val (steps->downs, end);
    }
  return NULL;
}

static void
make_edges (Sliding    *self,
            DwellSteps *steps)
{
  Edge edge = { self->judge->trace->trace->begin, 0, 0 };
  gint64 time;
  gint64 step;

  _dwell_steps_sort (steps);
  g_array_append_val (self->edges, edge);
  while (_dwell_steps_next (steps, &time, &step))
    {
      edge.amount += (__int128) edge.slope * (time - edge.time);
      edge.time = time;
      edge.slope += step;
      g_array_append_val (self->edges, edge);
    }
}

static void
judge_ranges (Sliding *self)
{
  DwellJudge *judge = self->judge;
  g_autoptr(GArray) ranges = _dwell_stretches_of_scope (judge, FALSE);

  for (guint i = 0; i < ranges->len; i++)
    {
      const DwellStretch *range = &g_array_index (ranges, DwellStretch, i);

      if (judge->requirement->window == DWELL_WINDOW_ANY)
        {
          judge_any (self, range->begin, range->end, judge->stretches == NULL);
        }
      else if (judge->requirement->window == DWELL_WINDOW_EACH_TIME)
        {
          judge_tumbling (self, range->begin, range->end);
        }
      else
        {
          DwellSample sample = { .begin = range->begin, .end = range->end, .scale = 1,
                                 .context = DWELL_NONE };

          sample.low = sample.high = clamp_amount (measure (self, range->begin,
                                                            range->end + self->is_count));
          if (judge->requirement->curve == DWELL_CURVE_LOAD)
            sample.scale = MAX (range->end - range->begin, 1);
          _dwell_judge_add (judge, sample);
        }
    }
  if (!self->has_seen)
    return;

  _dwell_judge_note (judge, &(DwellSample) { .low = clamp_amount (self->least),
                                             .high = clamp_amount (self->least),
                                             .scale = self->scale });
  _dwell_judge_note (judge, &(DwellSample) { .low = clamp_amount (self->most),
                                             .high = clamp_amount (self->most),
                                             .scale = self->scale });
}

/* Judges amounts in windows, in activations or in the whole. Returns: why they cannot be judged, or
 * NULL */
const char *
_dwell_judge_windows (DwellJudge *judge)
{
  const DwellRequirement *requirement = judge->requirement;
  g_autoptr(GArray) edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  g_autoptr(GArray) begins = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto(DwellSteps) steps = { 0 };
  g_autoptr(GArray) areas = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GString) subject = g_string_new (NULL);
  Sliding self = { .judge = judge, .length = requirement->length, .scale = 1, .edges = edges,
                   .begins = begins, .is_count = requirement->curve == DWELL_CURVE_COUNT };
  const char *reason = NULL;

  _dwell_steps_init (&steps);
  if (requirement->curve == DWELL_CURVE_LOAD && requirement->window != DWELL_WINDOW_NONE)
    self.scale = MAX (requirement->length, 1);
  judge->result->has_samples = requirement->window != DWELL_WINDOW_ANY;

  for (guint i = 0; i < requirement->names->len && reason == NULL; i++)
    reason = add_name (&self, requirement->names->pdata[i], &steps, subject);
  judge->result->subject = g_strdup (subject->str);
  if (reason == NULL && requirement->window == DWELL_WINDOW_EACH_AREA)
    reason = _dwell_requirements_find_area (judge->trace->trace, requirement->scope, FALSE, areas,
                                            judge->result->suggestions);
  if (reason != NULL)
    return reason;

  make_edges (&self, &steps);
  dwell_sort_int64 ((gint64 *) (gpointer) begins->data, begins->len, NULL);
  set_limits (&self);
  if (requirement->window == DWELL_WINDOW_EACH_AREA)
    judge_each_area (&self, areas);
  else
    judge_ranges (&self);
  return NULL;
}
