/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lays out a row: reports its spans to the sweep, and answers questions about bars. Chunks narrower
 * than a column are reported as one piece, chunks with buckets no wider than a column as nodes, all
 * others as spans; columns cut by the viewport's edges are walked, as some of their spans may be
 * outside. */
#include "config.h"

#include <string.h>

#include "analysis/layout/dwell-layout-sweep.h"
#include "core/dwell-search.h"

/* The number of spans of one column that are walked; further ones are judged by these. */
#define SAMPLE 64

/* The times of spans are prefetched this many nodes ahead. */
#define PREFETCH 12

/* 2^(-n / 2), by a node's rarity. */
#define PAIR(whole) whole, whole * G_SQRT2 / 2
static const double shares[DWELL_MAX_RARITY + 1] = {
  PAIR (0x1p0), PAIR (0x1p-1), PAIR (0x1p-2), PAIR (0x1p-3), PAIR (0x1p-4), PAIR (0x1p-5),
  PAIR (0x1p-6), PAIR (0x1p-7), PAIR (0x1p-8), PAIR (0x1p-9), PAIR (0x1p-10), PAIR (0x1p-11),
  PAIR (0x1p-12), PAIR (0x1p-13), PAIR (0x1p-14), PAIR (0x1p-15),
};
#undef PAIR

/* The nodes of @chunk in the columns @first_column … @last_column. */
static void
add_nodes (DwellSweep             *s,
           const DwellLayoutChunk *chunk,
           guint32                 chunk_at,
           guint64                 first_column,
           guint64                 last_column)
{
  const DwellTrace *trace = s->trace;
  guint level = MIN (s->shift - chunk->shift, (guint) chunk->n_levels - 1);
  guint shift = chunk->shift + level;
  guint to_column = s->shift - shift;
  const DwellLayoutNode *nodes = s->index->nodes + chunk->first_node;
  guint64 base = chunk->first >> shift;
  guint64 from = MAX (base, first_column << to_column);
  guint64 to = MIN (chunk->last >> shift, dwell_sweep_column_last (s, last_column) >> shift);
  guint64 size = G_GUINT64_CONSTANT (1) << shift;
  double scale = (double) size / 65535.0;

  for (guint i = 0; i < level; i++)
    nodes += (chunk->last >> (chunk->shift + i)) - (chunk->first >> (chunk->shift + i)) + 1;

  for (guint64 bucket = from; bucket <= to; bucket++)
    {
      const DwellLayoutNode *node = &nodes[bucket - base];
      DwellPiece piece = { bucket >> to_column, bucket << shift, 0, chunk_at,
                           node->coverage * scale };
      double covers = (double) size * shares[node->rarity];

      if (bucket + PREFETCH <= to && node[PREFETCH].span != DWELL_NONE &&
          node[PREFETCH].is_long)
        {
          dwell_trace_prefetch_span (trace, node[PREFETCH].span);
        }

      piece.end = dwell_end_of (piece.first, size);

      if (node->span == DWELL_NONE)
        continue;
      else if (node->is_long)
        _dwell_sweep_add_piece (s, &piece, chunk_at + node->place, covers);
      else
        _dwell_sweep_fold_piece (s, &piece, node->span, covers);
    }
}

/* The first of the row's chunks that reaches @instant. */
static guint32
find_chunk (const DwellLayoutIndex *index,
            guint32                 row,
            guint64                 instant)
{
  return dwell_lower_bound (i, index->row_chunks[row], index->row_chunks[row + 1],
                            index->chunks[i].last < instant);
}

/* Returns where chunk @chunk of @row begins in row_spans. */
static guint32
get_chunk_at (const DwellSweep *s,
              guint32           row,
              guint32           chunk)
{
  return MIN (s->low + (chunk - s->index->row_chunks[row]) * DWELL_CHUNK_SPANS, s->high);
}

/* Walks a column that is only partly in view: from the first span that reaches @from to the last
 * that begins at @to. */
static void
walk_edge (DwellSweep *s,
           guint32     row,
           guint64     from,
           guint64     to)
{
  guint32 chunk = find_chunk (s->index, row, from);
  guint32 at = get_chunk_at (s, row, chunk);

  at = _dwell_layout_reaching (s->trace, at, get_chunk_at (s, row, chunk + 1), from);
  _dwell_sweep_walk (s, at, s->high, to, SAMPLE);
}

/* The fold of the viewport's first column reaches into the second one, whose node (if it comes from
 * a node) covers that part, too. */
static void
cut_first_column (DwellSweep *s,
                  guint32     row)
{
  guint64 end = dwell_end_of (s->fold.column << s->shift, dwell_sweep_column_size (s));
  guint32 chunk = find_chunk (s->index, row, end);

  if (s->has_fold && s->fold.to > end && chunk < s->index->row_chunks[row + 1] &&
      s->index->chunks[chunk].first < end && s->index->chunks[chunk].shift <= s->shift)
    {
      s->fold.to = end;
      s->fold.is_cut = TRUE;
    }
}

/* Reports the columns that are wholly in view. */
static void
sweep_columns (DwellSweep *s,
               guint32     row,
               guint64     first_column,
               guint64     last_column)
{
  guint64 from = first_column << s->shift;
  guint64 to = dwell_sweep_column_last (s, last_column);
  guint32 end = s->index->row_chunks[row + 1];

  for (guint32 i = find_chunk (s->index, row, from); i < end; i++)
    {
      const DwellLayoutChunk *chunk = &s->index->chunks[i];
      guint32 chunk_at = get_chunk_at (s, row, i);
      guint32 chunk_end = get_chunk_at (s, row, i + 1);

      if (chunk->first > to)
        break;

      if (chunk->first >= from && chunk->last <= to &&
          chunk->longest < dwell_sweep_column_size (s) &&
          chunk->first >> s->shift == chunk->last >> s->shift)
        {
          DwellPiece piece = { chunk->first >> s->shift, chunk->first,
                               dwell_end_of (chunk->last, 1), chunk_at, (double) chunk->covered };

          _dwell_sweep_fold_piece (s, &piece, chunk->longest_span, (double) chunk->longest);
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

          /* Without sampling, as a column may hold the ends of two such chunks. */
          _dwell_sweep_walk (s, at, chunk_end, to, G_MAXUINT32);
        }
    }
}

/* The two long spans that the edges of a viewport cut where columns begin: the nodes in view may
 * name other spans, as these two are mostly in the part of the column outside. */
static void
walk_first (DwellSweep *s)
{
  guint32 at = _dwell_layout_reaching (s->trace, s->low, s->high, s->begin);

  if (at < s->high && dwell_sweep_is_long (s, s->trace->row_spans[at]) &&
      dwell_first_instant (s->trace, s->trace->row_spans[at]) < s->begin)
    _dwell_sweep_walk (s, at, at + 1, s->last, SAMPLE);
}

static void
walk_last (DwellSweep *s)
{
  guint32 behind = _dwell_layout_beginning (s->trace, s->low, s->high, s->last + 1);
  guint32 span = s->trace->row_spans[MAX (behind, s->low + 1) - 1];

  if (behind > s->low && behind - 1 != s->long_at && dwell_sweep_is_long (s, span) &&
      dwell_last_instant (s->trace, span) > s->last)
    _dwell_sweep_walk (s, behind - 1, behind, s->last, SAMPLE);
}

static void
sweep_row (DwellSweep *s,
           guint32     row)
{
  guint64 mask = dwell_sweep_column_size (s) - 1;
  guint64 first_column = (s->begin >> s->shift) + ((s->begin & mask) != 0);
  guint64 behind_column = (s->last + 1) >> s->shift;
  guint32 final = s->trace->row_spans[s->high - 1];

  if (s->index->row_chunks == NULL ||
      s->index->row_chunks[row] == s->index->row_chunks[row + 1])
    {
      guint32 sample = s->high - s->low < DWELL_CHUNK_SPANS ? DWELL_CHUNK_SPANS : SAMPLE;
      guint32 at = _dwell_layout_reaching (s->trace, s->low, s->high, s->begin);

      _dwell_sweep_walk (s, at, s->high, s->last, sample);
    }
  else
    {
      if ((s->begin & mask) != 0)
        walk_edge (s, row, s->begin, MIN (s->begin | mask, s->last));
      else
        walk_first (s);

      if (first_column < behind_column)
        {
          cut_first_column (s, row);
          sweep_columns (s, row, first_column, behind_column - 1);
        }

      if (behind_column >= first_column && ((s->last + 1) & mask) != 0)
        walk_edge (s, row, behind_column << s->shift, s->last);
      else if (first_column < behind_column)
        walk_last (s);
    }

  /* The end of a trace is often a span without duration, and the viewport then ends at it. */
  if (dwell_first_instant (s->trace, final) == s->last + 1 && dwell_length (s->trace, final) == 0)
    _dwell_sweep_fold_span (s, final, s->last + 1, 0);

  _dwell_sweep_flush (s);
}

/* False if there is nothing to lay out. */
static gboolean
sweep_init (DwellSweep       *s,
            DwellLayoutIndex *index,
            guint32           row,
            gint64            begin,
            gint64            end,
            double            width,
            double            min_width)
{
  const DwellTrace *trace = index->trace;
  double range = (double) ((guint64) end - (guint64) begin);

  if (row >= trace->n_rows || trace->rows[row].n_spans == 0 || begin >= end ||
      !(width > DWELL_SLIVER))
    return FALSE;

  *s = (DwellSweep) { 0 };
  s->index = index;
  s->trace = trace;
  s->low = trace->rows[row].first_span;
  s->high = s->low + trace->rows[row].n_spans;
  s->begin = dwell_instant (begin);
  s->last = dwell_instant (end) - 1;
  s->scale = width / range;
  s->width = width;
  s->min_width = MAX (min_width, DWELL_SLIVER);
  s->long_at = DWELL_NONE;

  while (s->shift < 63 && (double) dwell_sweep_column_size (s) * s->scale < s->min_width)
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
 * @min_width: the least width of a folded bar, in pixels; 2 is a good value
 * @bars: (element-type DwellBar): the bars are appended to it
 *
 * Lays out the bars of a row, in order of their left edges. A span without duration at @end itself
 * is shown, too, if it is the row's last. At most @width / @min_width + 2 bars are folded; if they
 * have less room than @min_width they overlap their neighbours a little, so draw them last.
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
  DwellSweep sweep;

  if (!sweep_init (&sweep, self, row, begin, end, width, min_width))
    return;

  sweep.bars = bars;
  sweep_row (&sweep, row);
}

/**
 * dwell_layout_bar_count:
 * @self: an index
 * @row: a row
 * @begin: as given to dwell_layout_row()
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
  DwellSweep sweep;

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
 * Finds the activity of a track. If its rows are depths, what is covered in a lower row is also
 * covered in the row above (except for straddling scopes), so the fullest row counts; if they are
 * named rows, it is their sum, but at most 1.
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
  DwellSweep sweep;

  for (guint i = 0; i < n_columns; i++)
    coverage[i] = 0;

  for (guint32 row = band->first_row; row < band->first_row + band->n_rows; row++)
    {
      memset (row_coverage, 0, n_columns * sizeof (float));
      g_array_set_size (bars, 0);

      /* In columns of one or two pixels, without widening, which would count time twice. */
      if (sweep_init (&sweep, self, row, begin, end, n_columns, 1))
        {
          sweep.bars = bars;
          sweep.min_width = DWELL_SLIVER;
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
