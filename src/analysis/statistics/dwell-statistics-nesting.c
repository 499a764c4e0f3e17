/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which spans are nested in their pair: entered, directly or through other frames, from a
 * frame of the same pair. This is decided by frames, never by times: siblings can overlap
 * (processes of several threads, calls while the clock was set back) although neither called the
 * other.
 *
 * The walk keeps the path of each context, i.e. the last frame asked about and all frames above it,
 * and for each pair the number of its frames on the path. To ask about another frame, the path goes
 * up to the common ancestor and down again. Numbers rise as frames are entered, so each frame of a
 * stack enters and leaves the path once. Only where siblings overlap do their paths alternate, up
 * to the depth given by dotted names (LMS) or open straddlers (OOo). */
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
 * _dwell_nesting_init: sets the state at the start of a walk, wherever that is */
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

/* A doubtful frame does not count as a frame of its pair. */
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
 * _dwell_nesting_move: changes the path of @context to that of the frame @span */
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
