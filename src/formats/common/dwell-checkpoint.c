/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes partial traces while a file is read. One is made when enough time has passed and the trace
 * has grown enough; they take only a small part of the whole time. */
#include "config.h"

#include "formats/common/dwell-checkpoint.h"

/* When the first partial trace is made; how much larger each following one must be; no partial
 * trace is made if the rest takes less than SOON_US; and which fraction (1/n) of the whole time
 * those after the first may take. Columns that a partial trace shares are copied when they grow,
 * which takes as long again. */
#define FIRST_AFTER_US ((gint64) 150 * 1000)
#define GROWTH         1.6
#define SOON_US        ((gint64) 200 * 1000)
#define COST_SHARE     20

/**
 * dwell_checkpoint_init:
 * @self: (out caller-allocates): a checkpoint
 * @partial: called with each partial trace (transfer full), on the thread that reads
 * @user_data: for @partial
 * @progress: (nullable): the progress of reading
 * @is_eager: whether to make partial traces from the first on, whatever they cost
 *
 * Initialises a checkpoint. Its times count from now.
 */
void
dwell_checkpoint_init (DwellCheckpoint  *self,
                       DwellPartialFunc  partial,
                       gpointer          user_data,
                       DwellProgress    *progress,
                       gboolean          is_eager)
{
  *self = (DwellCheckpoint) {
    .partial = partial,
    .user_data = user_data,
    .progress = progress,
    .is_eager = is_eager,
    .begin_us = g_get_monotonic_time (),
  };
}

/* Whether there is time for a partial trace of size @n. The time is assumed to be proportional to
 * the size of the trace. */
static gboolean
has_time (const DwellCheckpoint *self,
          double                 n)
{
  double elapsed_us = (double) (g_get_monotonic_time () - self->begin_us);
  double fraction = self->progress != NULL ? dwell_progress_get_fraction (self->progress) : 0;
  double whole_us = elapsed_us / (fraction > 0 ? fraction : 1);
  double cost_us = self->last_n > 0 ? (double) self->last_us * n / self->last_n : 0;

  if (elapsed_us < FIRST_AFTER_US || (fraction > 0 && whole_us - elapsed_us < SOON_US))
    return FALSE;

  return ((double) self->spent_us + cost_us) * COST_SHARE <= whole_us || self->last_n == 0;
}

/**
 * dwell_checkpoint_is_due:
 * @self: (nullable): a checkpoint
 * @builder: the builder of the trace
 *
 * Returns: whether a partial trace should be shown now
 */
gboolean
dwell_checkpoint_is_due (DwellCheckpoint    *self,
                         const DwellBuilder *builder)
{
  double n = (double) dwell_builder_count_shown (builder);

  return self != NULL && n > 0 && n >= self->last_n * GROWTH &&
         (self->is_eager || has_time (self, n));
}

/**
 * dwell_checkpoint_show:
 * @self: a checkpoint that is due
 * @builder: the builder of the trace
 * @now: ns; open spans last until then in the partial trace
 *
 * Makes a partial trace and passes it on.
 */
void
dwell_checkpoint_show (DwellCheckpoint *self,
                       DwellBuilder    *builder,
                       gint64           now)
{
  gint64 begin_us = g_get_monotonic_time ();
  gboolean is_first = self->last_n == 0;
  DwellTrace *trace = dwell_builder_snapshot (builder, now);

  if (trace != NULL)
    self->partial (trace, self->user_data);

  self->last_n = (double) dwell_builder_count_shown (builder);
  self->last_us = g_get_monotonic_time () - begin_us;
  self->spent_us += is_first ? 0 : self->last_us;
}
