/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes partial traces while a file is read. One is made when enough time has passed and the trace
 * has grown enough; their cost stays a small part of the whole. */
#include "config.h"

#include "formats/common/dwell-checkpoint.h"

/* When the first partial trace is made; how much larger each following one must be; no partial
 * trace is made if the rest takes less than SOON_US; and, in costs of the last partial trace, how
 * long reading must go on before the next. */
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
  gint64 now_us = g_get_monotonic_time ();

  *self = (DwellCheckpoint) {
    .partial = partial,
    .user_data = user_data,
    .progress = progress,
    .is_eager = is_eager,
    .begin_us = now_us,
    .due_us = now_us + (is_eager ? 0 : FIRST_AFTER_US),
  };
}

/* Returns TRUE if the rest will be read very soon, at the present speed. */
static gboolean
is_over_soon (const DwellCheckpoint *self,
              gint64                 now_us)
{
  double fraction = self->progress != NULL ? dwell_progress_get_fraction (self->progress) : 0;

  return fraction > 0 && !self->is_eager &&
         (double) (now_us - self->begin_us) * (1 - fraction) < (double) SOON_US * fraction;
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
  gsize n = dwell_builder_count_shown (builder);
  gint64 now_us;

  if (self == NULL || n == 0 || (double) n < self->due_n)
    return FALSE;

  now_us = g_get_monotonic_time ();
  return now_us >= self->due_us && !is_over_soon (self, now_us);
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
  DwellTrace *trace = dwell_builder_snapshot (builder, now);

  self->due_n = (double) dwell_builder_count_shown (builder) * GROWTH;

  if (trace != NULL)
    self->partial (trace, self->user_data);

  if (!self->is_eager)
    self->due_us = self->begin_us + (g_get_monotonic_time () - begin_us) * COST_SHARE;
}
