/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep over a row from left to right makes bars of the spans that its caller reports.
 *
 * It holds the latest long span (as long as a column: drawn to scale) and the fold of the column
 * that it is in. Since positions in a row are consecutive, two long spans show whether anything
 * lies between them, also where a bucket names only one of them as its span. */
#pragma once

#include "analysis/layout/dwell-layout-private.h"

G_BEGIN_DECLS

/* The width that a bar drawn to scale keeps when less of it is in the viewport, px. */
#define DWELL_SLIVER 0.01

/* The part of a column that a node or a whole chunk stands for. */
typedef struct {
  guint64 column;
  guint64 first;    /* the stretch that it stands for */
  guint64 end;
  guint32 chunk_at; /* where its chunk begins in row_spans */
  double  covered;  /* ns, by spans of that chunk */
} DwellPiece;

/* The spans in one column between two long ones. */
typedef struct {
  guint64 column;
  guint64 from;       /* where they begin; the column's begin if that is not known */
  guint64 to;         /* where they end */
  guint64 limit_from; /* how far its bar may be widened */
  guint64 limit_to;
  guint32 behind;     /* the position of the long span that ends it, or DWELL_NONE */
  guint32 span;       /* the one that covers most */
  double  most;       /* how much of the column it covers, ns, about */
  double  covered;    /* ns */
  guint32 n;          /* how many were walked */
  guint32 chunk_at;   /* of the latest piece; DWELL_NONE if its spans were walked */
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

/* Behind what begins at @first; the last of all instants if that is beyond it. */
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

/* Walks the spans from position @at on, before @end, that begin at @last or earlier; of a column in
 * which more than @sample begin, the rest only as far as its last span. */
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
/* A piece of which the span at position @at covers most, which may be a long one. */
void _dwell_sweep_add_piece  (DwellSweep       *self,
                              const DwellPiece *piece,
                              guint32           at,
                              double            covers);
/* A single short span. */
void _dwell_sweep_fold_span  (DwellSweep       *self,
                              guint32           span,
                              guint64           first,
                              guint64           length);
/* Makes a bar of the fold, if there is one. */
void _dwell_sweep_flush      (DwellSweep       *self);

G_END_DECLS
