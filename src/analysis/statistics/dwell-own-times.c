/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The own time of each span, in one walk in order of number. The own time of a span is known when
 * the next span of its row begins. Blocks are walked on all processors; children of spans from
 * earlier blocks, and spans left open at the end of a block, are combined afterwards. */
#include "config.h"

#include "analysis/statistics/dwell-own-times.h"

#include "core/dwell-memory.h"

/*< private >
 * _dwell_own_times_count_bytes: the memory that this many blocks take */
gsize
_dwell_own_times_count_bytes (const DwellStatisticsIndex *index,
                              guint                       n_blocks)
{
  return (gsize) index->trace->n_rows *
         (n_blocks * (sizeof (DwellHead) + sizeof (DwellRowState)) + sizeof (DwellRowState));
}

/*< private >
 * _dwell_own_times_init: prepares for walking this many blocks */
void
_dwell_own_times_init (DwellOwnTimes              *self,
                       const DwellStatisticsIndex *index,
                       guint                       n_blocks)
{
  gsize n = (gsize) n_blocks * index->trace->n_rows;

  self->n_blocks = n_blocks;
  self->heads = dwell_big_alloc (n * sizeof (DwellHead));
  self->tails = dwell_big_alloc (n * sizeof (DwellRowState));
}

/*< private >
 * _dwell_own_times_clear: frees what _dwell_own_times_init() made */
void
_dwell_own_times_clear (DwellOwnTimes *self)
{
  g_clear_pointer (&self->tails, dwell_big_free);
  g_clear_pointer (&self->heads, dwell_big_free);
}

/*< private >
 * _dwell_own_block_begin: sets the state before @block of @index, the @job-th block that is
 * walked */
void
_dwell_own_block_begin (DwellOwnBlock              *self,
                        const DwellOwnTimes        *times,
                        const DwellStatisticsIndex *index,
                        guint                       job,
                        guint32                     block)
{
  guint32 n_rows = index->trace->n_rows;

  self->heads = times->heads + (gsize) job * n_rows;
  self->rows = times->tails + (gsize) job * n_rows;
  _dwell_statistics_load_rows (index, index->last_spans + (gsize) block * n_rows, self->rows);
  for (guint32 row = 0; row < n_rows; row++)
    self->heads[row].span = self->rows[row].span;
}

/*< private >
 * _dwell_own_block_end: keeps the results of the block for _dwell_own_times_settle() */
void
_dwell_own_block_end (DwellOwnBlock              *self,
                      const DwellStatisticsIndex *index)
{
  for (guint32 row = 0; row < index->trace->n_rows; row++)
    if (self->rows[row].span == self->heads[row].span)
      {
        self->heads[row].cover = self->rows[row].cover;
        self->rows[row].span = DWELL_NONE;
      }
}

/*< private >
 * _dwell_own_times_settle: follows each row from block to block for the own times that no single
 * block could find, and calls @func for each */
void
_dwell_own_times_settle (const DwellOwnTimes        *self,
                         const DwellStatisticsIndex *index,
                         DwellOwnFunc                func,
                         gpointer                    user_data)
{
  guint32 n_rows = index->trace->n_rows;
  g_autofree DwellRowState *open = g_new (DwellRowState, MAX (n_rows, 1));

  for (guint32 row = 0; row < n_rows; row++)
    open[row] = (DwellRowState) { .owner = DWELL_NONE, .span = DWELL_NONE };

  for (guint block = 0; block <= self->n_blocks; block++)
    for (guint32 row = 0; row < n_rows; row++)
      {
        gsize place = (gsize) block * n_rows + row;
        gboolean at_end = block == self->n_blocks;

        if (!at_end && open[row].span == self->heads[place].span)
          open[row].cover += self->heads[place].cover;

        if (!at_end && self->tails[place].span == DWELL_NONE)
          continue;

        if (open[row].owner != DWELL_NONE)
          func (open[row].owner, _dwell_row_state_get_own (&open[row]), user_data);

        if (!at_end)
          open[row] = self->tails[place];
      }
}
