/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges several sequences in order of time: the writes of all tracks of a variable, or the
 * activations of all areas that match a pattern. It uses a heap of sequences, so that nothing is
 * copied. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

static gboolean
is_before (const DwellSequence *a,
           const DwellSequence *b)
{
  return a->time != b->time ? a->time < b->time : a->number < b->number;
}

static void
swap (DwellSequence *a,
      DwellSequence *b)
{
  DwellSequence other = *a;

  *a = *b;
  *b = other;
}

/* Adds the elements from @next to before @end, of which the first is at @time. The sequence with
 * the next element is the first in @self. */
void
_dwell_sequences_add (GArray  *self,
                      guint    number,
                      gint64   time,
                      guint32  next,
                      guint32  end)
{
  DwellSequence added = { .number = number, .time = time, .next = next, .end = end };
  guint place = self->len;
  DwellSequence *all;

  g_array_append_val (self, added);
  all = (DwellSequence *) (gpointer) self->data;
  for (; place > 0 && is_before (&all[place], &all[(place - 1) / 2]); place = (place - 1) / 2)
    swap (&all[place], &all[(place - 1) / 2]);
}

/* Moves past the next element of the first sequence; @time: the time of the following element, if
 * there is one. */
void
_dwell_sequences_step (GArray *self,
                       gint64  time)
{
  DwellSequence *all = (DwellSequence *) (gpointer) self->data;
  guint place = 0;

  all[0].time = time;
  if (++all[0].next == all[0].end)
    {
      all[0] = all[self->len - 1];
      g_array_set_size (self, self->len - 1);
    }
  for (;;)
    {
      guint least = place;

      for (guint child = 2 * place + 1; child <= 2 * place + 2 && child < self->len; child++)
        if (is_before (&all[child], &all[least]))
          least = child;
      if (least == place)
        return;
      swap (&all[place], &all[least]);
      place = least;
    }
}

/* Adds the spans of each of the areas, to be returned by _dwell_sequences_next_span(). */
void
_dwell_sequences_add_spans (GArray                 *self,
                            DwellRequirementsTrace *trace,
                            const GArray           *areas)
{
  for (guint i = 0; i < areas->len; i++)
    {
      guint32 n;
      const guint32 *spans = _dwell_requirements_get_spans (trace,
                                                            g_array_index (areas, guint32, i), &n);

      if (n > 0)
        _dwell_sequences_add (self, i, dwell_trace_get_span_begin (trace->trace, spans[0]), 0, n);
    }
}

/* Returns: the span that begins next, or DWELL_NONE */
guint32
_dwell_sequences_next_span (GArray                 *self,
                            DwellRequirementsTrace *trace,
                            const GArray           *areas)
{
  const DwellSequence *now = (const DwellSequence *) (gconstpointer) self->data;
  const guint32 *spans;
  guint32 place;
  guint32 n;

  if (self->len == 0)
    return DWELL_NONE;

  spans = _dwell_requirements_get_spans (trace, g_array_index (areas, guint32, now->number), &n);
  place = now->next;
  _dwell_sequences_step (self, place + 1 < n
                               ? dwell_trace_get_span_begin (trace->trace, spans[place + 1]) : 0);
  return spans[place];
}
