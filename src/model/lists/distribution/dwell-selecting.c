/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "model/lists/distribution/dwell-selecting.h"

void
_dwell_selecting_free (gpointer data)
{
  DwellSelecting *self = data;

  dwell_distribution_answer_unref (self->answer);
  g_clear_pointer (&self->spans, g_array_unref);
  g_free (self->limits);
  g_free (self->label);
  g_free (self);
}

static int
compare_begins (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const DwellTrace *trace = user_data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (dwell_trace_get_span_begin (trace, left) != dwell_trace_get_span_begin (trace, right))
    return dwell_trace_get_span_begin (trace, left) < dwell_trace_get_span_begin (trace, right)
           ? -1 : 1;
  return (left > right) - (left < right);
}

/* Returns the spans that exceed the limits of their parts, in the order of their starts. */
static GArray *
select_over (const DwellSelecting *self)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->answer->n_parts; i++)
    {
      g_autoptr(GArray) over = NULL;

      if (!dwell_sample_limits_exist (&self->limits[i]))
        continue;

      over = dwell_samples_select_beyond (self->answer->parts[i].samples, &self->limits[i]);
      g_array_append_vals (spans, over->data, over->len);
    }

  if (self->answer->n_parts > 1)
    g_array_sort_with_data (spans, compare_begins, self->answer->trace);
  return spans;
}

void
_dwell_selecting_work (gpointer      data,
                       GCancellable *cancellable)
{
  DwellSelecting *self = data;
  DwellDistributionAnswer *answer = self->answer;

  if (self->limits != NULL)
    self->spans = select_over (self);
  else
    self->spans = dwell_samples_select (self->part < 0 ? answer->all
                                                       : answer->parts[self->part].samples,
                                        &self->box);
}
