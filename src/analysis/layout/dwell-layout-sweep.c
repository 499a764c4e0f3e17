/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes bars from spans and pieces. The spans of rows are scattered in the trace's columns, and
 * most of the cost of a layout is waiting for memory: hence the prefetching, and only the number of
 * a narrow span is looked at. */
#include "config.h"

#include "analysis/layout/dwell-layout-sweep.h"

#include <math.h>

/* The times of spans are prefetched this many spans ahead. */
#define PREFETCH 16

static double
to_x (const DwellSweep *self,
      guint64           instant)
{
  return (instant >= self->begin ? (double) (instant - self->begin)
                                 : -(double) (self->begin - instant)) * self->scale;
}

/* Returns how many spans the fold holds. */
static guint32
count_fold (const DwellSweep *self)
{
  const DwellFold *fold = &self->fold;
  const guint32 *row_spans = self->trace->row_spans;
  guint32 from;
  guint32 to = fold->behind;

  if (fold->chunk_at == DWELL_NONE)
    return fold->n;

  from = _dwell_layout_reaching (self->trace, self->low, self->high, fold->from);

  if (to == DWELL_NONE)
    to = _dwell_layout_beginning (self->trace, from, self->high, fold->to);
  if (from < to && dwell_sweep_is_long (self, row_spans[from]))
    from++;
  if (from < to && dwell_sweep_is_long (self, row_spans[to - 1]))
    to--;

  return to - MIN (from, to);
}

static void
add_bar (DwellSweep *self,
         double      x0,
         double      x1,
         guint32     span,
         gboolean    is_folded,
         double      coverage)
{
  DwellBar bar = { 0 };

  bar.x0 = (float) CLAMP (x0, 0, self->width - DWELL_SLIVER);
  bar.x1 = (float) CLAMP (x1, bar.x0 + DWELL_SLIVER, self->width);
  bar.span = span;
  bar.is_folded = (guint8) is_folded;
  bar.coverage = (guint8) CLAMP (coverage * 255 + 0.5, 0, 255);

  if (is_folded && self->sought != NULL && bar.x0 == self->sought->x0 &&
      bar.x1 == self->sought->x1)
    self->n_found += count_fold (self);

  /* Folds that were widened to the same place become one bar. */
  if (is_folded && self->latest.is_folded && bar.x0 == self->latest.x0 &&
      bar.x1 == self->latest.x1)
    return;

  self->latest = bar;
  if (self->bars != NULL)
    g_array_append_val (self->bars, bar);
}

/* Returns where the fold's bar is: it has at least the minimum width, in its column if there is
 * room, else overlapping its neighbours. */
static void
place_fold (const DwellSweep *self,
            double           *x0,
            double           *x1)
{
  double low = MAX (MAX (to_x (self, self->fold.limit_from), MIN (self->folded_to, *x0)), 0);
  double high = MIN (MAX (to_x (self, self->fold.limit_to), *x1), self->width);

  *x0 = MAX (*x0, low);
  *x1 = MIN (MAX (*x1, *x0), self->width);

  if (*x1 - *x0 >= self->min_width)
    return;

  *x1 = MIN (*x0 + self->min_width, high);
  *x0 = MAX (*x1 - self->min_width, low);

  if (*x1 - *x0 < self->min_width)
    {
      *x0 = CLAMP ((*x0 + *x1 - self->min_width) / 2, 0, MAX (self->width - self->min_width, 0));
      *x1 = MIN (*x0 + self->min_width, self->width);
    }
}

void
_dwell_sweep_flush (DwellSweep *self)
{
  const DwellFold *fold = &self->fold;
  double x0;
  double x1;

  if (!self->has_fold)
    return;

  x0 = to_x (self, fold->from);
  x1 = to_x (self, fold->to);

  if (fold->n == 1 && fold->chunk_at == DWELL_NONE && !fold->is_cut && x1 - x0 >= self->min_width)
    {
      add_bar (self, x0, x1, fold->span, FALSE, 1);
    }
  else
    {
      place_fold (self, &x0, &x1);
      add_bar (self, x0, x1, fold->span, TRUE,
               fold->covered * self->scale / MAX (x1 - x0, DWELL_SLIVER));
      self->folded_to = x1;
    }

  self->has_fold = FALSE;
}

/* Opens the fold of @column, or of the part of it after the latest long span. */
static void
open_fold (DwellSweep *self,
           guint64     column,
           guint64     from,
           guint32     span)
{
  DwellFold *fold = &self->fold;
  guint64 first = column << self->shift;

  _dwell_sweep_flush (self);
  self->has_fold = TRUE;
  fold->column = column;
  fold->from = from;
  fold->to = from;
  fold->limit_from = self->long_at != DWELL_NONE ? MAX (first, self->free_from) : first;
  fold->limit_to = dwell_end_of (first, dwell_sweep_column_size (self));
  fold->behind = DWELL_NONE;
  fold->span = span;
  fold->most = 0;
  fold->covered = 0;
  fold->n = 0;
  fold->chunk_at = DWELL_NONE;
  fold->piece_end = 0;
  fold->is_cut = FALSE;
}

/* Makes @span, which covers @covers ns, that of the fold if it covers at least as much as the
 * present one. */
static void
compare_span (DwellFold *fold,
              guint32    span,
              double     covers)
{
  if (covers >= fold->most)
    {
      fold->most = covers;
      fold->span = span;
    }
}

void
_dwell_sweep_fold_span (DwellSweep *self,
                        guint32     span,
                        guint64     first,
                        guint64     length)
{
  guint64 column = MAX (first, self->begin) >> self->shift;
  DwellFold *fold = &self->fold;

  if (!self->has_fold || fold->column != column)
    open_fold (self, column, first, span);

  fold->to = MAX (fold->to, dwell_end_of (first, length));
  fold->covered += (double) length;
  fold->n++;
  compare_span (fold, span, (double) length);
}

void
_dwell_sweep_fold_piece (DwellSweep       *self,
                         const DwellPiece *piece,
                         guint32           span,
                         double            covers)
{
  DwellFold *fold = &self->fold;
  double covered = piece->covered;

  /* Minus the part of the latest long span in it. */
  if (self->long_at != DWELL_NONE && self->long_at >= piece->chunk_at &&
      self->free_from > piece->first)
    covered -= (double) (MIN (self->free_from, piece->end) -
                         MAX (self->long_first, piece->first));

  if (!self->has_fold || fold->column != piece->column)
    {
      guint64 from = piece->column << self->shift;

      if (self->long_at != DWELL_NONE)
        from = MAX (from, self->free_from);
      if (self->has_fold) /* the span is of another chunk, and may reach into this column */
        from = MAX (from, fold->to);

      open_fold (self, piece->column, from, span);
    }

  compare_span (fold, span, covers);
  fold->to = fold->limit_to;
  fold->covered += MAX (covered, 0);
  fold->chunk_at = piece->chunk_at;
  fold->piece_end = piece->end;
}

/* A long span at position @at: it ends the fold, and is a bar. */
static void
add_long (DwellSweep *self,
          guint32     at,
          guint32     span,
          guint64     first,
          guint64     length)
{
  DwellFold *fold = &self->fold;

  if (self->has_fold && first <= fold->limit_to)
    {
      if (fold->chunk_at != DWELL_NONE && at - fold->chunk_at < DWELL_CHUNK_SPANS &&
          fold->piece_end > first)
        fold->covered = MAX (fold->covered - (double) MIN (fold->piece_end - first, length), 0);

      fold->behind = at;
      fold->limit_to = first;
      fold->to = MIN (fold->to, first);
    }

  _dwell_sweep_flush (self);
  add_bar (self, to_x (self, first), to_x (self, dwell_end_of (first, length)), span, FALSE, 1);
  self->long_at = at;
  self->long_first = first;
  self->free_from = dwell_end_of (first, length);
}

void
_dwell_sweep_add_piece (DwellSweep       *self,
                        const DwellPiece *piece,
                        guint32           at,
                        double            covers)
{
  const DwellTrace *trace = self->trace;
  guint32 span = trace->row_spans[at];
  guint64 column_last = dwell_sweep_column_last (self, piece->column);

  if (!dwell_sweep_is_long (self, span))
    {
      _dwell_sweep_fold_piece (self, piece, span, covers);
      return;
    }

  if (at != self->long_at)
    {
      guint64 first = dwell_first_instant (trace, span);

      /* Short spans before it in this column. */
      if (first >> self->shift == piece->column && at > self->low && at - 1 != self->long_at)
        {
          guint32 before = trace->row_spans[at - 1];

          if (!dwell_sweep_is_long (self, before) &&
              dwell_last_instant (trace, before) >= piece->column << self->shift)
            _dwell_sweep_fold_piece (self, piece, before,
                                     (double) dwell_length (trace, before));
        }

      add_long (self, at, span, first, dwell_length (trace, span));
    }

  /* Short spans after it. */
  if (self->free_from <= column_last && at + 1 < self->high)
    {
      guint32 behind = trace->row_spans[at + 1];

      if (dwell_first_instant (trace, behind) <= column_last &&
          !dwell_sweep_is_long (self, behind))
        _dwell_sweep_fold_piece (self, piece, behind, (double) dwell_length (trace, behind));
    }
}

/* Passes over the rest of the fold's column, before position @end and no later than @last, except
 * for its last span, the only one that can be long; judges the rest by the spans seen so far.
 * Returns the position to continue from; @at is the one walked last. */
static guint32
skip_column (DwellSweep *self,
             guint32     at,
             guint32     end,
             guint64     last)
{
  DwellFold *fold = &self->fold;
  guint64 column_last = MIN (dwell_sweep_column_last (self, fold->column), last);
  guint32 behind;
  guint32 n_skipped;

  if (column_last == G_MAXUINT64)
    return at + 1;

  behind = _dwell_layout_beginning (self->trace, at + 1, end, column_last + 1);
  if (behind < at + 3)
    return at + 1;

  n_skipped = behind - at - 2;
  fold->covered += fold->covered / fold->n * n_skipped;
  fold->to = MAX (fold->to,
                  dwell_first_instant (self->trace, self->trace->row_spans[behind - 1]));
  fold->n += n_skipped;

  return behind - 1;
}

void
_dwell_sweep_walk (DwellSweep *self,
                   guint32     at,
                   guint32     end,
                   guint64     last,
                   guint32     sample)
{
  const DwellTrace *trace = self->trace;

  at = MAX (at, self->next_at);

  while (at < end)
    {
      guint32 span = trace->row_spans[at];
      guint64 first;
      guint64 length;

      if (at + PREFETCH < end)
        {
          guint32 ahead = trace->row_spans[at + PREFETCH];

          dwell_trace_prefetch_span (trace, ahead);
        }

      first = dwell_first_instant (trace, span);
      length = dwell_length (trace, span);

      if (first > last)
        break;

      if (length < dwell_sweep_column_size (self))
        _dwell_sweep_fold_span (self, span, first, length);
      else if (at != self->long_at)
        add_long (self, at, span, first, length);

      at = self->has_fold && self->fold.n >= sample ? skip_column (self, at, end, last) : at + 1;
    }

  self->next_at = MAX (self->next_at, at);
}
