/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep over a row from left to right makes bars from the spans that its caller reports.
 *
 * It keeps the latest long span (at least as long as a column: drawn to scale) and the fold of the
 * current column. Since positions in a row are consecutive, the positions of two long spans show
 * whether anything is between them, even if a bucket has only one of them as its span. */
#pragma once

#include "analysis/layout/dwell-layout-private.h"

G_BEGIN_DECLS

/* The width that a bar drawn to scale keeps when less of it is in the viewport, px. */
#define DWELL_SLIVER 0.01

/* The part of a column that is given by a node or a whole chunk. */
typedef struct {
  guint64 column;
  guint64 first;    /* the stretch of the piece */
  guint64 end;
  guint32 chunk_at; /* the start of its chunk in row_spans */
  double  covered;  /* ns covered by spans of that chunk */
} DwellPiece;

/* The spans in one column between two long ones. */
typedef struct {
  guint64 column;
  guint64 from;       /* where they begin; the column's begin if that is not known */
  guint64 to;         /* where they end */
  guint64 limit_from; /* how far its bar may be widened */
  guint64 limit_to;
  guint32 behind;     /* the position of the long span that ends it, or DWELL_NONE */
  guint32 span;       /* the span that covers most */
  double  most;       /* how much of the column it covers, ns, about */
  double  covered;    /* ns */
  guint32 n;          /* how many were walked */
  guint32 chunk_at;   /* chunk of the latest piece; DWELL_NONE if its spans were walked */
  guint64 piece_end;  /* likewise; a long span before that end is in covered, too */
  guint8  is_cut;     /* its part in the next column is reported there */
} DwellFold;

typedef struct {
  const DwellLayoutIndex *index;
  const DwellTrace       *trace;
  guint32                 low;       /* the row in row_spans */
  guint32                 high;
  guint64                 begin;     /* the viewport: first and last instant */
  guint64                 last;
  guint                   shift;     /* columns are 2^shift ns */
  double                  scale;     /* px per ns */
  double                  width;
  double                  min_width;
  GArray                 *bars;      /* may be NULL */

  gboolean  has_fold;
  DwellFold fold;
  double    folded_to;  /* where the latest folded bar ends, px */
  guint32   long_at;    /* the position of the latest long span, or DWELL_NONE */
  guint64   long_first;
  guint64   free_from;  /* where it ends */
  guint32   next_at;    /* the first position not walked yet */
  DwellBar  latest;     /* bar */

  /* dwell_layout_bar_count(): the bar sought, and how many spans the folds hold that made it */
  const DwellBar *sought;
  guint32         n_found;
} DwellSweep;

static inline guint64
dwell_sweep_column_size (const DwellSweep *self)
{
  return G_GUINT64_CONSTANT (1) << self->shift;
}

static inline guint64
dwell_sweep_column_last (const DwellSweep *self,
                         guint64           column)
{
  return (column << self->shift) + (dwell_sweep_column_size (self) - 1);
}

/* The end of what begins at @first; the last of all instants if the end is beyond it. */
static inline guint64
dwell_end_of (guint64 first,
              guint64 length)
{
  return first + length < first ? G_MAXUINT64 : first + length;
}

static inline gboolean
dwell_sweep_is_long (const DwellSweep *self,
                     guint32           span)
{
  return dwell_length (self->trace, span) >= dwell_sweep_column_size (self);
}

/* Walks the spans from position @at on, before @end, that begin at @last or earlier. In a column in
 * which more than @sample spans begin, it skips the rest except for the last span. */
void _dwell_sweep_walk       (DwellSweep       *self,
                              guint32           at,
                              guint32           end,
                              guint64           last,
                              guint32           sample);
/* Adds the short spans of a piece: @span covers most, @covers ns about. */
void _dwell_sweep_fold_piece (DwellSweep       *self,
                              const DwellPiece *piece,
                              guint32           span,
                              double            covers);
/* Adds a piece of which the span at position @at, which may be a long one, covers most. */
void _dwell_sweep_add_piece  (DwellSweep       *self,
                              const DwellPiece *piece,
                              guint32           at,
                              double            covers);
/* Adds a single short span. */
void _dwell_sweep_fold_span  (DwellSweep       *self,
                              guint32           span,
                              guint64           first,
                              guint64           length);
/* Makes a bar of the fold, if there is one. */
void _dwell_sweep_flush      (DwellSweep       *self);

G_END_DECLS
