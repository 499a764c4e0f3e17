/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Order: areas that must run one after another, in each activation of an area or cyclically. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

typedef struct {
  gint64  begin;
  gint64  end;
  guint32 context;
  guint   place; /* index in the list of areas */
} Found;

static int
compare_found (gconstpointer a,
               gconstpointer b)
{
  const Found *left = a;
  const Found *right = b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

static GArray *
collect (DwellJudge *self)
{
  const DwellTrace *trace = self->trace->trace;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Found));

  for (guint i = 0; i < self->n_areas; i++)
    {
      guint32 n;
      const guint32 *spans = _dwell_requirements_get_spans (self->trace, self->areas[i], &n);

      for (guint32 j = 0; j < n; j++)
        {
          Found found = { dwell_trace_get_span_begin (trace, spans[j]),
                          dwell_trace_get_span_end (trace, spans[j]),
                          dwell_trace_get_span_context (trace, spans[j]), i };

          if ((trace->span_flags[spans[j]] & DWELL_SPAN_BEGIN_MISSING) == 0)
            g_array_append_val (all, found);
        }
    }
  g_array_sort (all, compare_found);
  return all;
}

static const char *
get_title (const DwellJudge *self,
           guint             place)
{
  return dwell_trace_get_area_title (self->trace->trace, self->areas[place]);
}

/* Counts a sample that holds, or adds a violation; @detail: (transfer full) (nullable): what is
 * wrong. */
static void
decide (DwellJudge *self,
        gint64      begin,
        gint64      end,
        guint32     context,
        char       *detail)
{
  self->result->n_samples++;
  _dwell_judge_decide (self, detail != NULL);
  if (detail != NULL)
    _dwell_judge_violate (self, &(DwellSample) { .begin = begin, .end = end, .scale = 1,
                                                 .context = context, .detail = detail });
}

/* What is wrong in an activation whose areas are @found from @first on; NULL if nothing is
 * wrong. */
static char *
find_fault (const DwellJudge *self,
            const GArray     *found,
            guint             first,
            gint64            end,
            guint32           context)
{
  const Found *previous = NULL;
  guint expected = 0;

  for (guint i = first; i < found->len; i++)
    {
      const Found *next = &g_array_index (found, Found, i);

      if (next->begin >= end)
        break;
      if (next->context != context)
        continue;
      if (next->place < expected)
        return g_strdup_printf ("repeated: %s", get_title (self, next->place));
      if (next->place > expected)
        break;
      if (previous != NULL && next->begin < previous->end)
        return g_strdup_printf ("%s began before %s ended", get_title (self, next->place),
                                get_title (self, previous->place));
      previous = next;
      expected++;
    }
  if (expected < self->n_areas)
    return g_strdup_printf ("missing: %s", get_title (self, expected));
  return NULL;
}

/* Judges each activation of the areas that @scope names. */
static void
judge_in (DwellJudge   *self,
          const GArray *scope,
          const GArray *found)
{
  const DwellTrace *trace = self->trace->trace;
  g_autoptr(GArray) spans = g_array_new (FALSE, FALSE, sizeof (DwellSequence));
  guint first = 0;
  guint32 span;

  _dwell_sequences_add_spans (spans, self->trace, scope);
  while (_dwell_judge_goes_on (self) &&
         (span = _dwell_sequences_next_span (spans, self->trace, scope)) != DWELL_NONE)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = dwell_trace_get_span_end (trace, span);
      guint32 context = dwell_trace_get_span_context (trace, span);

      while (first < found->len && g_array_index (found, Found, first).begin < begin)
        first++;
      if (!_dwell_judge_counts (self, begin, end))
        continue;
      if ((trace->span_flags[span] & DWELL_SPAN_INCOMPLETE) != 0)
        self->result->n_inconclusive++;
      else
        decide (self, begin, end, context, find_fault (self, found, first, end, context));
    }
}

static void
judge_round (DwellJudge   *self,
             const GArray *found)
{
  for (guint i = 1; i < found->len && _dwell_judge_goes_on (self); i++)
    {
      const Found *previous = &g_array_index (found, Found, i - 1);
      const Found *next = &g_array_index (found, Found, i);
      guint expected = (previous->place + 1) % self->n_areas;
      char *detail = NULL;

      if (!_dwell_judge_counts (self, next->begin, next->end))
        continue;
      if (next->place != expected)
        detail = g_strdup_printf ("expected %s, found %s", get_title (self, expected),
                                  get_title (self, next->place));
      else if (next->begin < previous->end)
        detail = g_strdup_printf ("%s began before %s ended", get_title (self, next->place),
                                  get_title (self, previous->place));
      decide (self, next->begin, next->end, next->context, detail);
    }
}

/* Judges an order. Returns: why it cannot be judged, or NULL */
const char *
_dwell_judge_order (DwellJudge *self)
{
  g_autoptr(GArray) scope = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) found = collect (self);
  const char *reason;

  if (self->requirement->scope == NULL)
    {
      judge_round (self, found);
      return NULL;
    }

  reason = _dwell_requirements_find_area (self->trace->trace, self->requirement->scope, FALSE,
                                          scope, self->result->suggestions);
  g_free (self->result->subject);
  self->result->subject =
    g_strdup (scope->len == 1 ? dwell_trace_get_area_title (self->trace->trace,
                                                            g_array_index (scope, guint32, 0))
                              : self->requirement->scope->text);
  judge_in (self, scope, found);
  return reason;
}
