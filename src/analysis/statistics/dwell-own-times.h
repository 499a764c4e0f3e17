/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to walks over all spans, block by block: computes the own time of each span. */
#pragma once

#include "analysis/statistics/dwell-statistics-private.h"

G_BEGIN_DECLS

/* The children in a block of the span that was the last of its row before the block. */
typedef struct {
  guint32 span;
  guint64 cover;
} DwellHead;

/* The results that blocks leave for later ones. */
typedef struct {
  guint          n_blocks;
  DwellHead     *heads; /* by block and row */
  DwellRowState *tails; /* likewise: the last that began in the block */
} DwellOwnTimes;

/* The rows while a block is walked. */
typedef struct {
  DwellHead     *heads;
  DwellRowState *rows;
} DwellOwnBlock;

typedef void (*DwellOwnFunc) (guint32  owner,
                              guint64  own,
                              gpointer user_data);

/* Called when all children of @self's span are known. */
static inline guint64
_dwell_row_state_get_own (const DwellRowState *self)
{
  return self->length - MIN (self->cover, self->length);
}

/* A span begins: it covers a part of its parent, if that was entered. */
static inline void
_dwell_own_block_cover (DwellOwnBlock    *self,
                        const DwellTrace *trace,
                        guint32           span)
{
  guint32 parent = trace->span_parent[span];
  DwellRowState *above = parent != DWELL_NONE ? &self->rows[trace->span_row[parent]] : NULL;

  if (above != NULL && above->span == parent)
    _dwell_row_state_add_child (above, dwell_trace_get_span_begin (trace, span),
                                dwell_trace_get_span_end (trace, span));
}

/* A span whose own time is wanted begins in @row, so all children of the previous span there are
 * known. @owner is what the own time of the new span is added to, or %DWELL_NONE. Returns whether
 * the own time of the previous span is known now: then @own belongs to @left. */
static inline gboolean
_dwell_own_block_enter (DwellOwnBlock    *self,
                        guint32           row,
                        guint32           span,
                        gint64            begin,
                        gint64            end,
                        guint32           owner,
                        guint32          *left,
                        guint64          *own)
{
  DwellRowState *state = &self->rows[row];
  gboolean is_known = FALSE;

  if (state->span == self->heads[row].span)
    {
      self->heads[row].cover = state->cover;
    }
  else if (state->owner != DWELL_NONE)
    {
      *left = state->owner;
      *own = _dwell_row_state_get_own (state);
      is_known = TRUE;
    }

  state->span = span;
  state->owner = owner;
  state->reach = begin;
  state->length = _dwell_statistics_length (begin, end);
  state->cover = 0;
  return is_known;
}

gsize    _dwell_own_times_count_bytes  (const DwellStatisticsIndex *index,
                                        guint                       n_blocks);
void     _dwell_own_times_init         (DwellOwnTimes              *self,
                                        const DwellStatisticsIndex *index,
                                        guint                       n_blocks);
void     _dwell_own_times_clear        (DwellOwnTimes              *self);
void     _dwell_own_times_settle       (const DwellOwnTimes        *self,
                                        const DwellStatisticsIndex *index,
                                        DwellOwnFunc                func,
                                        gpointer                    user_data);

void     _dwell_own_block_begin        (DwellOwnBlock              *self,
                                        const DwellOwnTimes        *times,
                                        const DwellStatisticsIndex *index,
                                        guint                       job,
                                        guint32                     block);
void     _dwell_own_block_end          (DwellOwnBlock              *self,
                                        const DwellStatisticsIndex *index);

G_END_DECLS
