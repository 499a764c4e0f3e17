/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which spans are nested in their pair: entered, by way of whatever others, from a frame of
 * the same pair. Frames decide, never times: siblings overlap (processes of several threads, calls
 * of a clock that was set back), and neither called the other.
 *
 * The walk keeps the path of each context: the frame that was asked about last and all above it,
 * and of each pair how many frames of it are on the path. To ask about another frame, the path goes
 * up to where both ways part and down again. Numbers rise as frames are entered, so of a stack each
 * frame comes to the path once and leaves it once. Only where siblings overlap their paths take
 * turns, as long as names have dots (LMS) or straddlers are open (OOo). */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"

/*< private >
 * _dwell_nesting_count_bytes: bytes that a walk takes */
gsize
_dwell_nesting_count_bytes (const DwellStatisticsIndex *index)
{
  const DwellTrace *trace = index->trace;

  return ((gsize) trace->n_contexts + trace->n_rows + index->n_pairs) * sizeof (guint32);
}

/*< private >
 * _dwell_nesting_init: as at the begin of a walk, wherever that begins */
void
_dwell_nesting_init (DwellNesting               *self,
                     const DwellStatisticsIndex *index)
{
  const DwellTrace *trace = index->trace;

  self->index = index;
  self->tops = dwell_big_alloc (trace->n_contexts * sizeof (guint32));
  self->on_path = dwell_big_alloc (trace->n_rows * sizeof (guint32));
  self->n_on_path = dwell_big_alloc (index->n_pairs * sizeof (guint32));

  for (guint32 context = 0; context < trace->n_contexts; context++)
    self->tops[context] = DWELL_NONE;
  for (guint32 row = 0; row < trace->n_rows; row++)
    self->on_path[row] = DWELL_NONE;
}

void
_dwell_nesting_clear (DwellNesting *self)
{
  dwell_big_free (self->n_on_path);
  dwell_big_free (self->on_path);
  dwell_big_free (self->tops);
}

/* A doubtful frame is no frame of its pair. */
static inline void
count (DwellNesting *self,
       guint32       span,
       int           change)
{
  const DwellTrace *trace = self->index->trace;
  guint32 pair;

  if ((trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) != 0)
    return;

  pair = _dwell_statistics_get_pair (self->index, trace->span_row[span], trace->span_area[span]);
  self->n_on_path[pair] += (guint32) change;
}

/*< private >
 * _dwell_nesting_move: makes the path of @context that of the frame @span */
void
_dwell_nesting_move (DwellNesting *self,
                     guint32       context,
                     guint32       span)
{
  const DwellTrace *trace = self->index->trace;
  guint32 fork = span;

  while (fork != DWELL_NONE && self->on_path[trace->span_row[fork]] != fork)
    fork = trace->span_parent[fork];

  for (guint32 above = self->tops[context]; above != fork; above = trace->span_parent[above])
    {
      self->on_path[trace->span_row[above]] = DWELL_NONE;
      count (self, above, -1);
    }

  for (guint32 below = span; below != fork; below = trace->span_parent[below])
    {
      self->on_path[trace->span_row[below]] = below;
      count (self, below, 1);
    }

  self->tops[context] = span;
}
