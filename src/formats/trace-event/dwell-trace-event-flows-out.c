/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flows as trace events. A flow without a name whose steps are at the starts of spans is written in
 * the events of these spans, with a number that binds them; other flows are events of their own,
 * which a reader assigns to the spans around them. */
#include "config.h"

#include "formats/trace-event/dwell-trace-event-out.h"

#include "core/dwell-memory.h"
#include "core/dwell-sort.h"

/* Bits in the value of a span that contains a step of its flow; the bits above are the number of
 * the flow. */
#define FLOWS_IN  1
#define FLOWS_OUT 2
#define N_BITS    2

/* A span at an end of an arrow, in a chain of arrows. */
typedef struct {
  gint64  time_ns;
  guint32 span;
  guint32 from; /* the span in which the arrow to it starts, or DWELL_NONE */
  guint8  bits;
} Step;

/* Writes a step of a flow: the end of @arrow, or its start if @phase is 's'. */
static void
write_step (DwellEventOut   *self,
            char             phase,
            const DwellFlow *arrow)
{
  const DwellTrace *trace = self->trace;
  gint64 time = phase == 's' ? arrow->from_time : arrow->to_time;
  guint32 span = phase == 's' ? arrow->from_span : arrow->to_span;
  guint32 track = dwell_trace_get_span_track (trace, span);
  guint32 parent = trace->span_parent[span];
  gint64 begin = dwell_trace_get_span_begin (trace, span);

  dwell_event_out_begin (self, phase, track);
  dwell_event_out_add_time (self, "ts", time + self->offset_ns);
  g_string_append_printf (self->text, ",\"id\":%u", arrow->chain);
  dwell_event_out_add_name (self, "name", dwell_trace_get_string (trace, arrow->name));
  dwell_event_out_add_name (self, "cat", dwell_trace_get_string (trace, arrow->category));
  /* Other spans may begin at the same time; then a reader takes the innermost span for the
   * enclosing one. */
  if (phase == 'f' &&
      (time != begin ||
       (parent != DWELL_NONE && dwell_trace_get_span_begin (trace, parent) == begin)))
    g_string_append (self->text, ",\"bp\":\"e\"");
  g_string_append_c (self->text, '}');
}

static gboolean
follows (const DwellFlow *before,
         const DwellFlow *arrow)
{
  return before->chain == arrow->chain && before->to_span == arrow->from_span &&
         before->to_time == arrow->from_time;
}

static gboolean
is_in_range (DwellEventOut   *self,
             const DwellFlow *arrow)
{
  return arrow->from_time >= self->begin && arrow->from_time <= self->end &&
         arrow->to_time >= self->begin && arrow->to_time <= self->end &&
         dwell_event_out_takes_part (self, arrow->from_span) &&
         dwell_event_out_takes_part (self, arrow->to_span);
}

/* Sorts the arrows in the range by chain, and those of a chain by time. */
static gboolean
sort_arrows (DwellEventOut  *self,
             GError        **error)
{
  const DwellFlow *flows = self->trace->flows;
  gsize n_flows = self->trace->n_flows;
  gsize n = 0;

  self->arrows = dwell_big_try_alloc (2 * (n_flows + 1) * sizeof *self->arrows, error);
  if (self->arrows == NULL)
    return FALSE;

  for (gsize i = 0; i < n_flows; i++)
    if (is_in_range (self, &flows[i]))
      self->arrows[n++] = (DwellKeyed) { (guint64) flows[i].from_time ^ (guint64) 1 << 63,
                                         (guint32) i };

  dwell_sort_keyed (self->arrows, self->arrows + n, n);
  for (gsize i = 0; i < n; i++)
    self->arrows[i].key = flows[self->arrows[i].value].chain;
  dwell_sort_keyed (self->arrows, self->arrows + n, n);
  self->n_arrows = n;
  return TRUE;
}

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const Step *left = a;
  const Step *right = b;

  return left->time_ns != right->time_ns ? (left->time_ns > right->time_ns ? 1 : -1)
                                         : (left->span > right->span) - (left->span < right->span);
}

/* Whether an end of an arrow is at the start of a span that is bound to a thread, and that has no
 * flow yet. */
static gboolean
is_at_begin (const DwellEventOut *self,
             guint32              span,
             gint64               time)
{
  return self->async_ids[span] == 0 && dwell_trace_get_span_begin (self->trace, span) == time &&
         !g_hash_table_contains (self->steps, GUINT_TO_POINTER (span));
}

/* Adds the ends of @n arrows to @steps, those at the same span as one. Returns whether all are at
 * starts of spans, at different times, with at most one arrow to each. */
static gboolean
gather_steps (DwellEventOut    *self,
              const DwellKeyed *arrows,
              gsize             n,
              GArray           *steps)
{
  guint n_steps = 0;

  for (gsize i = 0; i < n; i++)
    {
      const DwellFlow *arrow = &self->trace->flows[arrows[i].value];
      Step ends[] = { { arrow->from_time, arrow->from_span, DWELL_NONE, FLOWS_OUT },
                      { arrow->to_time, arrow->to_span, arrow->from_span, FLOWS_IN } };

      if (arrow->name != 0 || arrow->category != 0 ||
          !is_at_begin (self, arrow->from_span, arrow->from_time) ||
          !is_at_begin (self, arrow->to_span, arrow->to_time))
        return FALSE;

      g_array_append_vals (steps, ends, G_N_ELEMENTS (ends));
    }

  g_array_sort (steps, compare_steps);
  for (guint i = 0; i < steps->len; i++)
    {
      Step step = g_array_index (steps, Step, i);
      Step *last = n_steps > 0 ? &g_array_index (steps, Step, n_steps - 1) : NULL;

      if (last == NULL || last->time_ns != step.time_ns)
        g_array_index (steps, Step, n_steps++) = step;
      else if (last->span != step.span || (last->bits & step.bits & FLOWS_IN) != 0)
        return FALSE;
      else
        {
          last->bits |= step.bits;
          last->from = MIN (last->from, step.from);
        }
    }

  g_array_set_size (steps, n_steps);
  return TRUE;
}

/* Writes a chain in the events of its spans, if a reader then makes the same arrows from it: each
 * from the last earlier span that flows out. */
static void
bind_chain (DwellEventOut    *self,
            const DwellKeyed *arrows,
            gsize             n)
{
  g_autoptr(GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  guint32 from = DWELL_NONE;
  guint32 number = (guint32) arrows[0].key;

  if (number > G_MAXUINT32 >> N_BITS || !gather_steps (self, arrows, n, steps))
    return;

  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      if (step->from != from || ((step->bits & FLOWS_IN) == 0) != (i == 0))
        return;
      if (step->bits & FLOWS_OUT)
        from = step->span;
    }

  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      g_hash_table_insert (self->steps, GUINT_TO_POINTER (step->span),
                           GUINT_TO_POINTER (number << N_BITS | step->bits));
    }
}

/**
 * dwell_event_out_plan_flows:
 * @self: the output, in which the form of each span is known
 * @error: the cause
 *
 * Finds out which flows are written in the events of their spans.
 *
 * Returns: %FALSE if there is not enough memory
 */
gboolean
dwell_event_out_plan_flows (DwellEventOut  *self,
                            GError        **error)
{
  gsize next;

  if (!sort_arrows (self, error))
    return FALSE;

  for (gsize first = 0; first < self->n_arrows; first = next)
    {
      for (next = first + 1;
           next < self->n_arrows && self->arrows[next].key == self->arrows[first].key; next++)
        ;
      bind_chain (self, self->arrows + first, next - first);
    }

  return TRUE;
}

/**
 * dwell_event_out_add_step:
 * @self: the output
 * @span: the span of the current event
 *
 * Adds the step of a flow to the event of the span, if it is written there.
 */
void
dwell_event_out_add_step (DwellEventOut *self,
                          guint32        span)
{
  guint step = GPOINTER_TO_UINT (g_hash_table_lookup (self->steps, GUINT_TO_POINTER (span)));

  if (step == 0)
    return;

  g_string_append_printf (self->text, ",\"bind_id\":%u", step >> N_BITS);
  if (step & FLOWS_IN)
    g_string_append (self->text, ",\"flow_in\":true");
  if (step & FLOWS_OUT)
    g_string_append (self->text, ",\"flow_out\":true");
}

/**
 * dwell_event_out_flows:
 * @self: the output
 * @error: the cause
 *
 * Writes the flows that are not in the events of their spans, chain by chain: an arrow that starts
 * where the previous one ended continues it.
 *
 * Returns: whether all was written
 */
gboolean
dwell_event_out_flows (DwellEventOut  *self,
                       GError        **error)
{
  const DwellFlow *flows = self->trace->flows;
  const DwellFlow *before = NULL;

  for (gsize i = 0; i < self->n_arrows; i++)
    {
      const DwellFlow *arrow = &flows[self->arrows[i].value];
      const DwellFlow *next = i + 1 < self->n_arrows ? &flows[self->arrows[i + 1].value] : NULL;
      guint step = GPOINTER_TO_UINT (g_hash_table_lookup (self->steps,
                                                          GUINT_TO_POINTER (arrow->from_span)));

      if (step != 0 && step >> N_BITS == arrow->chain)
        continue;
      if (before == NULL || !follows (before, arrow))
        write_step (self, 's', arrow);
      write_step (self, next != NULL && follows (arrow, next) ? 't' : 'f', arrow);
      before = arrow;
      if (!dwell_event_out_flush_some (self, 1, error))
        return FALSE;
    }

  return TRUE;
}
