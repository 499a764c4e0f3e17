/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laying out a row: one sweep from left to right over whatever tells most cheaply what is there.
 * Chunks narrower than a column give one piece, those with buckets no wider than a column their
 * nodes, all others their spans; the columns that the viewport's edges cut are walked, for what lies
 * in them may lie outside.
 *
 * The sweep holds the latest long span (as long as a column: drawn to scale) and the fold of the
 * column it is in. Since positions in a row are consecutive, two long spans tell whether anything
 * lies between them, also where a bucket names only one of them as its span. */
#include "config.h"

#include <math.h>

#include "analysis/dwell-layout-private.h"

/* Of more spans than this in one column that is walked, the rest is judged by these. */
#define SAMPLE 64

/* What a bar drawn to scale keeps when the viewport leaves less of it, px. */
#define SLIVER 0.01

/* The spans in one column between two long ones. */
typedef struct {
  guint64 column;
  guint64 from;       /* where they begin; the column's begin if that is not known */
  guint64 to;         /* where they end */
  guint64 limit_from; /* how far its bar may be widened */
  guint64 limit_to;
  guint32 behind;     /* the long span that ends it, or DWELL_NONE */
  guint32 at;         /* the one that covers most */
  guint64 most;       /* how much of the column it covers, ns; G_MAXUINT64 = not known yet */
  double  covered;    /* ns */
  guint32 n;          /* how many were walked */
  guint32 chunk_at;   /* of the latest piece; DWELL_NONE if its spans were walked */
  guint64 piece_end;  /* likewise; a long span before that end is in covered, too */
  guint8  is_cut;     /* what of it lies in the next column is told there */
} Fold;

/* What a node or a whole chunk tells of a column. */
typedef struct {
  guint64 column;
  guint64 first;    /* the stretch of which it tells */
  guint64 end;
  guint32 chunk_at; /* where its chunk begins in row_spans */
  double  covered;  /* ns, by spans of that chunk */
} Piece;

typedef struct {
  const DwellLayoutIndex *index;
  const DwellTrace       *trace;
  guint32                 low;    /* the row in row_spans */
  guint32                 high;
  guint64                 begin;  /* the viewport: first and last instant */
  guint64                 last;
  guint                   shift;  /* columns are 2^shift ns */
  double                  scale;  /* px per ns */
  double                  width;
  double                  min_width;
  GArray                 *bars;

  gboolean has_fold;
  Fold     fold;
  double   folded_to; /* where the latest folded bar ends, px */
  guint32  long_at;   /* the latest long span, or DWELL_NONE */
  guint64  long_first;
  guint64  free_from; /* where it ends */
  guint32  next_at;   /* the first position not walked yet */

  DwellBar latest; /* bar */

  /* dwell_layout_bar_count(): the bar sought, and how many spans the folds hold that made it */
  const DwellBar *sought;
  guint32         n_found;
} Sweep;

static guint64
column_size (const Sweep *s)
{
  return G_GUINT64_CONSTANT (1) << s->shift;
}

static guint64
column_last (const Sweep *s,
             guint64      column)
{
  return (column << s->shift) + (column_size (s) - 1);
}

static guint64
end_of (guint64 first,
        guint64 length)
{
  return first + length < first ? G_MAXUINT64 : first + length;
}

static double
to_x (const Sweep *s,
      guint64      instant)
{
  return (instant >= s->begin ? (double) (instant - s->begin) : -(double) (s->begin - instant)) *
         s->scale;
}

static gboolean
is_long (const Sweep *s,
         guint32      at)
{
  return dwell_span_length (s->trace, at) >= column_size (s);
}

/* How many spans the fold holds. */
static guint32
count_fold (const Sweep *s)
{
  const Fold *fold = &s->fold;
  guint32 from;
  guint32 to = fold->behind;

  if (fold->chunk_at == DWELL_NONE)
    return fold->n;

  from = _dwell_layout_reaching (s->trace, s->low, s->high, fold->from);

  if (to == DWELL_NONE)
    to = _dwell_layout_beginning (s->trace, from, s->high, fold->to);
  if (from < to && is_long (s, from))
    from++;
  if (from < to && is_long (s, to - 1))
    to--;

  return to - MIN (from, to);
}

static void
add_bar (Sweep   *s,
         double   x0,
         double   x1,
         guint32  at,
         gboolean is_folded,
         double   coverage)
{
  DwellBar bar = { 0 };

  bar.x0 = (float) CLAMP (x0, 0, s->width - SLIVER);
  bar.x1 = (float) CLAMP (x1, bar.x0 + SLIVER, s->width);
  bar.span = s->trace->row_spans[at];
  bar.is_folded = is_folded;
  bar.coverage = (guint8) CLAMP (coverage * 255 + 0.5, 0, 255);

  if (is_folded && s->sought != NULL && bar.x0 == s->sought->x0 && bar.x1 == s->sought->x1)
    s->n_found += count_fold (s);

  /* Folds that were widened to the same place are one bar. */
  if (is_folded && s->latest.is_folded && bar.x0 == s->latest.x0 && bar.x1 == s->latest.x1)
    return;

  s->latest = bar;
  if (s->bars != NULL)
    g_array_append_val (s->bars, bar);
}

/* Makes a bar of the fold, of at least the smallest width: in its column if there is room, else
 * across its neighbours. */
static void
flush_fold (Sweep *s)
{
  Fold *fold = &s->fold;
  double x0;
  double x1;
  double low;
  double high;

  if (!s->has_fold)
    return;

  x0 = to_x (s, fold->from);
  x1 = to_x (s, fold->to);

  if (fold->n == 1 && fold->chunk_at == DWELL_NONE && !fold->is_cut && x1 - x0 >= s->min_width)
    {
      add_bar (s, x0, x1, fold->at, FALSE, 1);
      s->has_fold = FALSE;
      return;
    }

  low = MAX (MAX (to_x (s, fold->limit_from), MIN (s->folded_to, x0)), 0);
  high = MIN (MAX (to_x (s, fold->limit_to), x1), s->width);
  x0 = MAX (x0, low);
  x1 = MIN (MAX (x1, x0), s->width);

  if (x1 - x0 < s->min_width)
    {
      x1 = MIN (x0 + s->min_width, high);
      x0 = MAX (x1 - s->min_width, low);

      if (x1 - x0 < s->min_width)
        {
          x0 = (x0 + x1 - s->min_width) / 2;
          x0 = CLAMP (x0, 0, MAX (s->width - s->min_width, 0));
          x1 = MIN (x0 + s->min_width, s->width);
        }
    }

  add_bar (s, x0, x1, fold->at, TRUE, fold->covered * s->scale / MAX (x1 - x0, SLIVER));
  s->folded_to = x1;
  s->has_fold = FALSE;
}

/* How much of @column the span at @at covers. */
static guint64
get_overlap (const Sweep *s,
             guint32      at,
             guint64      column)
{
  guint64 length = dwell_span_length (s->trace, at);
  guint64 first = dwell_span_first (s->trace, at);
  guint64 last = MIN (dwell_last_instant (first, length), column_last (s, column));

  first = MAX (first, column << s->shift);
  return length > 0 && last >= first ? last - first + 1 : 0;
}

/* Opens the fold of @column, or that of the spans behind the latest long one in it. */
static void
open_fold (Sweep   *s,
           guint64  column,
           guint64  from,
           guint32  at)
{
  guint64 column_first = column << s->shift;

  flush_fold (s);
  s->has_fold = TRUE;
  s->fold = (Fold) { 0 };
  s->fold.column = column;
  s->fold.from = from;
  s->fold.to = from;
  s->fold.limit_from = s->long_at != DWELL_NONE ? MAX (column_first, s->free_from) : column_first;
  s->fold.limit_to = end_of (column_first, column_size (s));
  s->fold.at = at;
  s->fold.behind = DWELL_NONE;
  s->fold.chunk_at = DWELL_NONE;
}

/* A walked span shorter than a column. */
static void
fold_span (Sweep  *s,
           guint32 at,
           guint64 first,
           guint64 length)
{
  guint64 column = MAX (first, s->begin) >> s->shift;
  Fold *fold = &s->fold;

  if (!s->has_fold || fold->column != column)
    open_fold (s, column, first, at);

  fold->to = MAX (fold->to, end_of (first, length));
  fold->covered += (double) length;
  fold->n++;

  if (fold->most == G_MAXUINT64)
    fold->most = get_overlap (s, fold->at, column);

  if (length >= fold->most)
    {
      fold->most = length;
      fold->at = at;
    }
}

/* Short spans of which a piece tells: @at covers most. */
static void
fold_piece (Sweep       *s,
            const Piece *piece,
            guint32      at)
{
  Fold *fold = &s->fold;
  double covered = piece->covered;

  if (s->long_at != DWELL_NONE && s->long_at >= piece->chunk_at && s->free_from > piece->first)
    covered -= (double) (MIN (s->free_from, piece->end) - MAX (s->long_first, piece->first));

  if (s->has_fold && fold->column == piece->column)
    {
      guint64 overlap = get_overlap (s, at, piece->column);

      if (fold->most == G_MAXUINT64)
        fold->most = get_overlap (s, fold->at, piece->column);

      if (overlap >= fold->most)
        {
          fold->most = overlap;
          fold->at = at;
        }
    }
  else
    {
      guint64 from = piece->column << s->shift;

      open_fold (s, piece->column, s->long_at != DWELL_NONE ? MAX (from, s->free_from) : from, at);
      fold->most = G_MAXUINT64;
    }

  fold->to = fold->limit_to;
  fold->covered += MAX (covered, 0);
  fold->chunk_at = piece->chunk_at;
  fold->piece_end = piece->end;
}

static void
add_long (Sweep   *s,
          guint32  at,
          guint64  first,
          guint64  length)
{
  Fold *fold = &s->fold;

  if (s->has_fold && first <= fold->limit_to)
    {
      if (fold->chunk_at != DWELL_NONE && at - fold->chunk_at < DWELL_CHUNK_SPANS &&
          fold->piece_end > first)
        fold->covered = MAX (fold->covered - (double) MIN (fold->piece_end - first, length), 0);

      fold->behind = at;
      fold->limit_to = first;
      fold->to = MIN (fold->to, first);
    }

  flush_fold (s);
  add_bar (s, to_x (s, first), to_x (s, end_of (first, length)), at, FALSE, 1);
  s->long_at = at;
  s->long_first = first;
  s->free_from = end_of (first, length);
}

/* Walks from position @at on as far as spans begin at @last or before; but of a column in which
 * more than @sample begin, the rest only as far as its last span, which alone can be a long one. */
static void
walk (Sweep   *s,
      guint32  at,
      guint32  end,
      guint64  last,
      guint32  sample)
{
  for (at = MAX (at, s->next_at); at < end; at++)
    {
      guint64 first = dwell_span_first (s->trace, at);
      guint64 length = dwell_span_length (s->trace, at);

      if (first > last)
        break;

      if (length >= column_size (s))
        {
          if (at != s->long_at)
            add_long (s, at, first, length);
        }
      else
        {
          fold_span (s, at, first, length);
        }

      if (s->has_fold && s->fold.n >= sample)
        {
          guint64 column_end = MIN (column_last (s, s->fold.column), last);
          guint32 behind = _dwell_layout_beginning (s->trace, at + 1, end, column_end + 1);

          if (column_end < G_MAXUINT64 && behind > at + 2)
            {
              s->fold.covered += s->fold.covered / s->fold.n * (behind - at - 2);
              s->fold.to = MAX (s->fold.to, dwell_span_first (s->trace, behind - 1));
              s->fold.n += behind - at - 2;
              at = behind - 2;
            }
        }
    }

  s->next_at = MAX (s->next_at, at);
}

/* A node in a column that is wholly in view, with the span at @at. */
static void
add_node (Sweep       *s,
          const Piece *piece,
          guint32      at)
{
  guint64 first;

  if (!is_long (s, at))
    {
      fold_piece (s, piece, at);
      return;
    }

  first = dwell_span_first (s->trace, at);

  if (at != s->long_at)
    {
      /* Short ones before it in this column. */
      if (first >> s->shift == piece->column && at > s->low && at - 1 != s->long_at &&
          !is_long (s, at - 1) &&
          dwell_span_last (s->trace, at - 1) >= piece->column << s->shift)
        fold_piece (s, piece, at - 1);

      add_long (s, at, first, dwell_span_length (s->trace, at));
    }

  /* Short ones behind it. */
  if (s->free_from <= column_last (s, piece->column) && at + 1 < s->high && !is_long (s, at + 1) &&
      dwell_span_first (s->trace, at + 1) <= column_last (s, piece->column))
    fold_piece (s, piece, at + 1);
}

/* The nodes of @chunk in the columns @first_column … @last_column. */
static void
add_nodes (Sweep                  *s,
           const DwellLayoutChunk *chunk,
           guint32                 chunk_at,
           guint64                 first_column,
           guint64                 last_column)
{
  guint level = MIN (s->shift - chunk->shift, (guint) chunk->n_levels - 1);
  guint shift = chunk->shift + level;
  guint to_column = s->shift - shift;
  const DwellLayoutNode *nodes = s->index->nodes + chunk->first_node;
  guint64 base = chunk->first >> shift;
  guint64 from = MAX (base, first_column << to_column);
  guint64 to = MIN (chunk->last >> shift, column_last (s, last_column) >> shift);
  guint64 size = G_GUINT64_CONSTANT (1) << shift;
  double scale = (double) size / 65535.0;

  for (guint i = 0; i < level; i++)
    nodes += (chunk->last >> (chunk->shift + i)) - (chunk->first >> (chunk->shift + i)) + 1;

  for (guint64 bucket = from; bucket <= to; bucket++)
    {
      const DwellLayoutNode *node = &nodes[bucket - base];
      Piece piece = { bucket >> to_column, bucket << shift, 0, chunk_at, node->coverage * scale };

      piece.end = end_of (piece.first, size);

      if (node->span == DWELL_NONE)
        continue;
      else if (node->place & DWELL_NODE_LONG)
        add_node (s, &piece, chunk_at + (node->place & ~DWELL_NODE_LONG));
      else
        fold_piece (s, &piece, chunk_at + node->place);
    }
}

/* The first of the row's chunks that reaches @instant. */
static guint32
find_chunk (const DwellLayoutIndex *index,
            guint32                 row,
            guint64                 instant)
{
  guint32 low = index->row_chunks[row];
  guint32 high = index->row_chunks[row + 1];

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (index->chunks[middle].last < instant)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Where chunk @chunk of @row begins in row_spans. */
static guint32
get_chunk_at (const Sweep *s,
              guint32      row,
              guint32      chunk)
{
  return MIN (s->low + (chunk - s->index->row_chunks[row]) * DWELL_CHUNK_SPANS, s->high);
}

/* Walks a column that is only partly in view: from what reaches @from to what begins at @to. */
static void
walk_edge (Sweep   *s,
           guint32  row,
           guint64  from,
           guint64  to)
{
  guint32 chunk = find_chunk (s->index, row, from);
  guint32 at = get_chunk_at (s, row, chunk);

  at = _dwell_layout_reaching (s->trace, at, get_chunk_at (s, row, chunk + 1), from);
  walk (s, at, s->high, to, SAMPLE);
}

/* The fold of the viewport's first column reaches into the second one, whose node (if it comes from
 * a node) tells of that part, too. */
static void
cut_first_column (Sweep  *s,
                  guint32 row)
{
  guint64 end = end_of (s->fold.column << s->shift, column_size (s));
  guint32 chunk = find_chunk (s->index, row, end);

  if (s->has_fold && s->fold.to > end && chunk < s->index->row_chunks[row + 1] &&
      s->index->chunks[chunk].first < end && s->index->chunks[chunk].shift <= s->shift)
    {
      s->fold.to = end;
      s->fold.is_cut = TRUE;
    }
}

/* The columns that are wholly in view. */
static void
sweep_columns (Sweep   *s,
               guint32  row,
               guint64  first_column,
               guint64  last_column)
{
  guint64 from = first_column << s->shift;
  guint64 to = column_last (s, last_column);
  guint32 end = s->index->row_chunks[row + 1];

  for (guint32 i = find_chunk (s->index, row, from); i < end; i++)
    {
      const DwellLayoutChunk *chunk = &s->index->chunks[i];
      guint32 chunk_at = get_chunk_at (s, row, i);
      guint32 chunk_end = get_chunk_at (s, row, i + 1);

      if (chunk->first > to)
        break;

      if (chunk->first >= from && chunk->last <= to && chunk->longest < column_size (s) &&
          chunk->first >> s->shift == chunk->last >> s->shift)
        {
          Piece piece = { chunk->first >> s->shift, chunk->first, end_of (chunk->last, 1), chunk_at,
                          (double) chunk->covered };

          fold_piece (s, &piece, chunk->longest_at);
        }
      else if (chunk->shift <= s->shift)
        {
          add_nodes (s, chunk, chunk_at, first_column, last_column);
        }
      else
        {
          guint32 at = chunk->first >= from
                         ? chunk_at
                         : _dwell_layout_reaching (s->trace, chunk_at, chunk_end, from);

          walk (s, at, chunk_end, to, DWELL_CHUNK_SPANS + 1);
        }
    }
}

static void
sweep_row (Sweep  *s,
           guint32 row)
{
  guint64 mask = column_size (s) - 1;
  guint64 first_column = (s->begin >> s->shift) + ((s->begin & mask) != 0);
  guint64 behind_column = (s->last + 1) >> s->shift;

  if (s->index->row_chunks == NULL ||
      s->index->row_chunks[row] == s->index->row_chunks[row + 1])
    {
      guint32 sample = s->high - s->low < DWELL_CHUNK_SPANS ? DWELL_CHUNK_SPANS : SAMPLE;

      walk (s, _dwell_layout_reaching (s->trace, s->low, s->high, s->begin), s->high, s->last,
            sample);
    }
  else
    {
      if ((s->begin & mask) != 0)
        walk_edge (s, row, s->begin, MIN (s->begin | mask, s->last));

      if (first_column < behind_column)
        {
          cut_first_column (s, row);
          sweep_columns (s, row, first_column, behind_column - 1);
        }

      if (behind_column >= first_column && ((s->last + 1) & mask) != 0)
        walk_edge (s, row, behind_column << s->shift, s->last);
    }

  /* The very end of a trace is often a moment, and the viewport then ends in it. */
  if (dwell_span_first (s->trace, s->high - 1) == s->last + 1 &&
      dwell_span_length (s->trace, s->high - 1) == 0)
    fold_span (s, s->high - 1, s->last + 1, 0);

  flush_fold (s);
}

/* False if there is nothing to lay out. */
static gboolean
sweep_init (Sweep            *s,
            DwellLayoutIndex *index,
            guint32           row,
            gint64            begin,
            gint64            end,
            double            width,
            double            min_width)
{
  const DwellTrace *trace = index->trace;
  double range = (double) ((guint64) end - (guint64) begin);

  if (row >= trace->n_rows || trace->rows[row].n_spans == 0 || begin >= end || !(width > SLIVER))
    return FALSE;

  *s = (Sweep) { 0 };
  s->index = index;
  s->trace = trace;
  s->low = trace->rows[row].first_span;
  s->high = s->low + trace->rows[row].n_spans;
  s->begin = dwell_instant (begin);
  s->last = dwell_instant (end) - 1;
  s->scale = width / range;
  s->width = width;
  s->min_width = MAX (min_width, SLIVER);
  s->long_at = DWELL_NONE;

  while (s->shift < 63 && (double) column_size (s) * s->scale < s->min_width)
    s->shift++;

  return TRUE;
}

/**
 * dwell_layout_row:
 * @self: an index
 * @row: a row
 * @begin: ns, where the viewport begins
 * @end: ns, where it ends
 * @width: its width in pixels
 * @min_width: how wide a folded bar is at least, in pixels
 * @bars: (element-type DwellBar): where to append
 *
 * Lays out the bars of a row, in order of their left edges. A moment at @end itself is shown, too,
 * where it is the row's last.
 */
void
dwell_layout_row (DwellLayoutIndex *self,
                  guint32           row,
                  gint64            begin,
                  gint64            end,
                  double            width,
                  double            min_width,
                  GArray           *bars)
{
  Sweep sweep;

  if (!sweep_init (&sweep, self, row, begin, end, width, min_width))
    return;

  sweep.bars = bars;
  sweep_row (&sweep, row);
}

/**
 * dwell_layout_bar_count:
 * @self: an index
 * @row: a row
 * @begin: as it was for dwell_layout_row()
 * @end: likewise
 * @width: likewise
 * @min_width: likewise
 * @bar: a bar that it made
 *
 * Returns: how many spans @bar stands for: those shorter than a column in its stretch of time; a
 *   span in two columns is counted in both
 */
guint32
dwell_layout_bar_count (DwellLayoutIndex *self,
                        guint32           row,
                        gint64            begin,
                        gint64            end,
                        double            width,
                        double            min_width,
                        const DwellBar   *bar)
{
  Sweep sweep;

  if (!bar->is_folded || !sweep_init (&sweep, self, row, begin, end, width, min_width))
    return 1;

  sweep.sought = bar;
  sweep_row (&sweep, row);

  return MAX (sweep.n_found, 1);
}

/**
 * dwell_layout_coverage:
 * @self: an index
 * @track: a track
 * @begin: ns, where the first column begins
 * @end: ns, where the last one ends
 * @n_columns: how many columns
 * @coverage: (array length=n_columns): set to how much of each column's time is covered, 0…1
 *
 * The activity of a track. Where its rows are depths, what is covered in a lower one is (but for
 * scopes that straddle) covered in the one above, so the fullest counts; where they are named, their
 * sum, and 1 at most.
 */
void
dwell_layout_coverage (DwellLayoutIndex *self,
                       guint32           track,
                       gint64            begin,
                       gint64            end,
                       guint             n_columns,
                       float            *coverage)
{
  const DwellTrack *band = &self->trace->tracks[track];
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  g_autofree float *row_coverage = g_new (float, n_columns);
  Sweep sweep;

  for (guint i = 0; i < n_columns; i++)
    coverage[i] = 0;

  for (guint32 row = band->first_row; row < band->first_row + band->n_rows; row++)
    {
      memset (row_coverage, 0, n_columns * sizeof (float));
      g_array_set_size (bars, 0);

      /* In columns of a pixel or two, but nothing widened: that would count twice. */
      if (sweep_init (&sweep, self, row, begin, end, n_columns, 1))
        {
          sweep.bars = bars;
          sweep.min_width = SLIVER;
          sweep_row (&sweep, row);
        }

      for (guint i = 0; i < bars->len; i++)
        {
          const DwellBar *bar = &g_array_index (bars, DwellBar, i);
          float share = bar->coverage / 255.0f;

          for (guint x = (guint) bar->x0; x < n_columns && (float) x < bar->x1; x++)
            row_coverage[x] += share * (MIN (bar->x1, (float) x + 1) - MAX (bar->x0, (float) x));
        }

      for (guint x = 0; x < n_columns; x++)
        coverage[x] = MIN (band->rows_are_named ? coverage[x] + row_coverage[x]
                                                : MAX (coverage[x], row_coverage[x]), 1);
    }
}
