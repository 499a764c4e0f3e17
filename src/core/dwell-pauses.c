/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes when contexts did not run. Two functions of one context may have the same pause, so
 * their union is computed, with running sums of its lengths: the pauses in a range are the
 * difference of two sums. */
#include "config.h"

#include <string.h>

#include "core/dwell-search.h"
#include "core/dwell-trace-private.h"

/* The union while it is computed. */
typedef struct {
  const DwellTrace *trace;
  guint32          *first;  /* by context, and one more: into begin … */
  gint64           *begin;
  gint64           *end;
  guint64          *before;
  guint32           n;
} Union;

/* The context that the suspension @number is a pause of, or DWELL_NONE. */
static guint32
get_paused_context (const DwellTrace *trace,
                    guint32           number)
{
  guint32 span = trace->suspension_span[number];

  return trace->suspension_kind[number] == DWELL_SUSPENSION_PAUSE &&
         trace->areas[trace->span_area[span]].kind != DWELL_AREA_LINE
           ? dwell_trace_get_span_context (trace, span) : DWELL_NONE;
}

/* The numbers of all pauses, context after context; those of the i-th begin at @places[i]. */
static guint32 *
sort_by_context (const DwellTrace *trace,
                 guint32          *places)
{
  guint32 *next = dwell_big_alloc (((gsize) trace->n_contexts + 1) * sizeof (guint32));
  guint32 *numbers;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    {
      guint32 context = get_paused_context (trace, i);

      if (context != DWELL_NONE)
        places[context + 1]++;
    }

  for (guint32 i = 0; i < trace->n_contexts; i++)
    places[i + 1] += places[i];
  memcpy (next, places, ((gsize) trace->n_contexts + 1) * sizeof (guint32));

  numbers = dwell_big_alloc ((gsize) places[trace->n_contexts] * sizeof (guint32));
  for (guint32 i = 0; i < trace->n_suspensions; i++)
    {
      guint32 context = get_paused_context (trace, i);

      if (context != DWELL_NONE)
        numbers[next[context]++] = i;
    }

  dwell_big_free (next);
  return numbers;
}

static int
compare_begins (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const DwellTrace *trace = user_data;
  gint64 left = trace->suspension_begin[*(const guint32 *) a];
  gint64 right = trace->suspension_begin[*(const guint32 *) b];

  return (left > right) - (left < right);
}

/* Files have pauses in order of their ends, so they are in order of their starts already, except
 * where they overlap. */
static void
sort_by_begin (const DwellTrace *trace,
               guint32          *numbers,
               guint32           n)
{
  for (guint32 i = 1; i < n; i++)
    if (compare_begins (&numbers[i - 1], &numbers[i], (gpointer) trace) > 0)
      {
        g_qsort_with_data (numbers, (int) n, sizeof (guint32), compare_begins, (gpointer) trace);
        return;
      }
}

/* Appends the union of the @n pauses @numbers, which are in order of start. */
static void
append (Union         *self,
        const guint32 *numbers,
        guint32        n)
{
  guint32 first = self->n;
  guint64 before = 0;

  for (guint32 i = 0; i < n; i++)
    {
      gint64 begin = self->trace->suspension_begin[numbers[i]];
      gint64 end = self->trace->suspension_end[numbers[i]];

      if (self->n > first && begin <= self->end[self->n - 1])
        {
          self->end[self->n - 1] = MAX (self->end[self->n - 1], end);
          continue;
        }

      self->begin[self->n] = begin;
      self->end[self->n++] = end;
    }

  for (guint32 i = first; i < self->n; i++)
    {
      self->before[i] = before;
      before += (guint64) self->end[i] - (guint64) self->begin[i];
    }
}

/*< private >
 * _dwell_trace_unite_pauses: computes the pauses of contexts from those of spans */
void
_dwell_trace_unite_pauses (DwellTrace *self)
{
  gsize n_places = (gsize) self->n_contexts + 1;
  guint32 *places = dwell_big_alloc (n_places * sizeof (guint32));
  guint32 *numbers = sort_by_context (self, places);
  gsize n = places[self->n_contexts];
  Union all = {
    .trace = self,
    .first = dwell_big_alloc (n_places * sizeof (guint32)),
    .begin = dwell_big_alloc (n * sizeof (gint64)),
    .end = dwell_big_alloc (n * sizeof (gint64)),
    .before = dwell_big_alloc (n * sizeof (guint64)),
  };

  for (guint32 i = 0; i < self->n_contexts; i++)
    {
      sort_by_begin (self, numbers + places[i], places[i + 1] - places[i]);
      all.first[i] = all.n;
      append (&all, numbers + places[i], places[i + 1] - places[i]);
    }

  all.first[self->n_contexts] = all.n;
  dwell_big_free (numbers);
  dwell_big_free (places);
  self->context_pauses = _dwell_trace_own (self, all.first, dwell_big_free);
  self->pause_begin = _dwell_trace_own (self, all.begin, dwell_big_free);
  self->pause_end = _dwell_trace_own (self, all.end, dwell_big_free);
  self->pause_before = _dwell_trace_own (self, all.before, dwell_big_free);
}

/* Returns the first pause in [@low, @end) that ends after @time, or @end. The search goes in
 * growing steps from @step on: with 1, a pause nearby is found fast. */
static guint32
find_pause (const DwellTrace *self,
            guint32           low,
            guint32           end,
            gint64            time,
            guint32           step)
{
  guint32 high = low;

  for (; high < end && self->pause_end[high] <= time; step *= 2)
    {
      low = high + 1;
      high = end - low > step ? low + step : end;
    }

  return dwell_lower_bound (i, low, high, self->pause_end[i] <= time);
}

/* Returns how long the pauses of a context lasted before @time. @place is the first of them that
 * ends after @time, or @end; there is at least one pause. */
static guint64
get_before (const DwellTrace *self,
            guint32           place,
            guint32           end,
            gint64            time)
{
  if (place == end)
    return self->pause_before[end - 1] +
           ((guint64) self->pause_end[end - 1] - (guint64) self->pause_begin[end - 1]);

  return self->pause_before[place] +
         (self->pause_begin[place] < time
            ? (guint64) time - (guint64) self->pause_begin[place] : 0);
}

/**
 * dwell_trace_get_paused:
 * @self: a trace
 * @context: a context
 * @begin: ns
 * @end: ns
 * @place: (inout) (nullable): the pause to begin the search at: the result for an earlier @begin in
 *   the same context, or %DWELL_NONE at first; for calls with rising @begin
 *
 * Returns: for how long @context did not run between @begin and @end, ns; 0 if the format does not
 *   know it
 */
guint64
dwell_trace_get_paused (const DwellTrace *self,
                        guint32           context,
                        gint64            begin,
                        gint64            end,
                        guint32          *place)
{
  gboolean is_near = place != NULL && *place != DWELL_NONE;
  guint32 first;
  guint32 last;

  if (self->context_pauses == NULL)
    return 0;

  first = is_near ? *place : self->context_pauses[context];
  last = self->context_pauses[context + 1];
  first = find_pause (self, first, last, begin, is_near ? 1 : last - first);
  if (place != NULL)
    *place = first;
  if (first == last || self->pause_begin[first] >= end || begin >= end)
    return 0;

  return get_before (self, find_pause (self, first, last, end, 1), last, end) -
         get_before (self, first, last, begin);
}

/**
 * dwell_trace_get_span_gross:
 * @self: a trace
 * @span: a span
 *
 * Returns: the gross time, ns: the duration minus the time in which the context did not run
 */
gint64
dwell_trace_get_span_gross (const DwellTrace *self,
                            guint32           span)
{
  return dwell_trace_get_span_duration (self, span) -
         (gint64) dwell_trace_get_paused (self, dwell_trace_get_span_context (self, span),
                                          dwell_trace_get_span_begin (self, span),
                                          dwell_trace_get_span_end (self, span), NULL);
}
