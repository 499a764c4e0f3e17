/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps: times at which something begins or ends. Begins and ends are sorted separately, since
 * begins are mostly in order, and iterated together. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"

void
_dwell_steps_init (DwellSteps *self)
{
  self->ups = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->downs = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->next_up = 0;
  self->next_down = 0;
}

void
_dwell_steps_clear (DwellSteps *self)
{
  g_clear_pointer (&self->ups, g_array_unref);
  g_clear_pointer (&self->downs, g_array_unref);
}

static void
sort_one (guint    job,
          gpointer user_data)
{
  DwellSteps *self = user_data;
  GArray *times = job == 0 ? self->ups : self->downs;

  dwell_sort_int64 ((gint64 *) (gpointer) times->data, times->len, NULL);
}

/* Must be called after all were added, before iterating. */
void
_dwell_steps_sort (DwellSteps *self)
{
  dwell_parallel_for (2, sort_one, self);
}

/* Gets the time of the next step, and the sum of all steps at that time. Returns: whether there is
 * one */
gboolean
_dwell_steps_next (DwellSteps *self,
                   gint64     *time,
                   gint64     *step)
{
  const gint64 *ups = (const gint64 *) (gconstpointer) self->ups->data;
  const gint64 *downs = (const gint64 *) (gconstpointer) self->downs->data;
  guint n_ups = self->ups->len;
  guint n_downs = self->downs->len;

  if (self->next_up >= n_ups && self->next_down >= n_downs)
    return FALSE;

  *step = 0;
  *time = self->next_up < n_ups && (self->next_down >= n_downs ||
                                    ups[self->next_up] <= downs[self->next_down])
          ? ups[self->next_up] : downs[self->next_down];
  for (; self->next_up < n_ups && ups[self->next_up] == *time; self->next_up++)
    ++*step;
  for (; self->next_down < n_downs && downs[self->next_down] == *time; self->next_down++)
    --*step;
  return TRUE;
}
