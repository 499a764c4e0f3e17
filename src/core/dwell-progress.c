/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of a worker, as two atomic words: what it is doing and how much of that is done. The
 * worker writes them at any time; the side that shows them reads them now and then (a tick
 * callback, the CLI's timer). They are not read together, so a reader may see the new activity with
 * the old fraction. */
#include "config.h"

#include "core/dwell-progress.h"

/* The fraction is kept in parts of this, so that it fits an atomic int. */
#define WHOLE 1000000000

struct _DwellProgress
{
  gatomicrefcount ref_count;
  const char     *doing; /* atomic; static storage */
  int             parts; /* atomic; of WHOLE */
};

/**
 * dwell_progress_new:
 *
 * Returns: (transfer full): progress at 0, without an activity
 */
DwellProgress *
dwell_progress_new (void)
{
  DwellProgress *self = g_new0 (DwellProgress, 1);

  g_atomic_ref_count_init (&self->ref_count);

  return self;
}

/**
 * dwell_progress_ref:
 * @self: a progress
 *
 * Returns: (transfer full): @self, which has one reference more
 */
DwellProgress *
dwell_progress_ref (DwellProgress *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_progress_unref:
 * @self: (transfer full): a progress
 */
void
dwell_progress_unref (DwellProgress *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

/**
 * dwell_progress_set:
 * @self: (nullable): a progress; %NULL does nothing, so that workers need not check
 * @doing: (nullable): the activity, untranslated but marked for translation, in static storage:
 *   "Reading"; %NULL leaves it as it is
 * @fraction: how much of it is done, 0…1; other values are clamped, and NaN is allowed
 */
void
dwell_progress_set (DwellProgress *self,
                    const char    *doing,
                    double         fraction)
{
  if (self == NULL)
    return;

  if (!(fraction > 0))
    fraction = 0;

  if (doing != NULL)
    g_atomic_pointer_set (&self->doing, doing);

  g_atomic_int_set (&self->parts, (int) (MIN (fraction, 1) * WHOLE));
}

/**
 * dwell_progress_get_fraction:
 * @self: a progress
 *
 * Returns: how much is done, 0…1
 */
double
dwell_progress_get_fraction (DwellProgress *self)
{
  return (double) g_atomic_int_get (&self->parts) / WHOLE;
}

/**
 * dwell_progress_get_doing:
 * @self: a progress
 *
 * Returns: (nullable): the activity, untranslated; `NULL` until one is set
 */
const char *
dwell_progress_get_doing (DwellProgress *self)
{
  return (const char *) g_atomic_pointer_get (&self->doing);
}
