/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the pyramids. First the chunks are measured, to find the number of nodes of each; then one
 * block of memory is allocated for all, and the chunks are filled in parallel, each from a copy of
 * its spans' times.
 *
 * A level is made from the one below with exact lengths, not rounded ones: a span that covers half
 * of a bucket either fills one of its halves or covers half of one of them, so it is already the
 * span of at least one half. Hence no span as long as a bucket is ever missed on its level. */
#include "config.h"

#include <string.h>

#include "analysis/layout/dwell-layout-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* The number of chunks that one job measures or fills. */
#define JOB_CHUNKS 16

/* The maximum bytes for an index, including while it is built. */
#define MAX_SPAN_BYTES 6

/* The times of spans are prefetched this many spans ahead. */
#define PREFETCH 24

typedef struct {
  DwellLayoutIndex *index;
  guint32          *chunk_rows; /* the row of a chunk */
  guint32           n_chunks;
  GCancellable     *cancellable;
} Build;

/* One chunk's spans while it is filled. */
typedef struct {
  guint32 first_at; /* position in row_spans */
  guint32 n;
  guint64 first[DWELL_CHUNK_SPANS];
  guint64 length[DWELL_CHUNK_SPANS];
} Spans;

static guint32
count_buckets (const DwellLayoutChunk *chunk,
               guint                   shift)
{
  return (guint32) ((chunk->last >> shift) - (chunk->first >> shift)) + 1;
}

/* Returns the first place of a chunk's spans in row_spans, and their number. */
static guint32
get_extent (const Build *build,
            guint32      chunk,
            guint32     *n)
{
  const DwellRow *row = &build->index->trace->rows[build->chunk_rows[chunk]];
  guint32 skipped = (chunk - build->index->row_chunks[build->chunk_rows[chunk]]) *
                    DWELL_CHUNK_SPANS;

  *n = MIN (row->n_spans - skipped, DWELL_CHUNK_SPANS);
  return row->first_span + skipped;
}

/* Its stretch of time and the size of its buckets. */
static void
measure_chunk (const Build *build,
               guint32      number)
{
  DwellLayoutChunk *chunk = &build->index->chunks[number];
  const DwellTrace *trace = build->index->trace;
  guint32 n;
  guint32 at = get_extent (build, number, &n);
  guint32 max_buckets = MAX (n / DWELL_CHUNK_BUCKET_SPANS, 4);

  chunk->first = dwell_first_instant (trace, trace->row_spans[at]);
  chunk->last = MAX (dwell_last_instant (trace, trace->row_spans[at + n - 1]), chunk->first);

  while ((chunk->last >> chunk->shift) - (chunk->first >> chunk->shift) >= max_buckets)
    chunk->shift++;

  chunk->n_levels = 1;
  while (chunk->shift + chunk->n_levels < 64 &&
         count_buckets (chunk, chunk->shift + chunk->n_levels - 1) > 2)
    chunk->n_levels++;
}

static guint32
count_nodes (const DwellLayoutChunk *chunk)
{
  guint32 n = 0;

  for (guint level = 0; level < chunk->n_levels; level++)
    n += count_buckets (chunk, chunk->shift + level);

  return n;
}

static void
copy_spans (const Build      *build,
            guint32           number,
            Spans            *spans)
{
  const DwellTrace *trace = build->index->trace;

  spans->first_at = get_extent (build, number, &spans->n);

  for (guint32 i = 0; i < spans->n; i++)
    {
      guint32 span = trace->row_spans[spans->first_at + i];

      /* A row's spans are scattered in memory: most of the time would be spent waiting for them. */
      if (i + PREFETCH < spans->n)
        {
          guint32 ahead = trace->row_spans[spans->first_at + i + PREFETCH];

          dwell_trace_prefetch_span (trace, ahead);
        }

      spans->first[i] = dwell_first_instant (trace, span);
      spans->length[i] = dwell_length (trace, span);
    }
}

static guint64
get_last (const Spans *spans,
          guint        i)
{
  return spans->first[i] + (spans->length[i] > 0 ? spans->length[i] - 1 : 0);
}

/* Returns how many ns of span @i are in bucket @bucket of 2^@shift ns. */
static guint64
get_overlap (const Spans *spans,
             guint        i,
             guint64      bucket,
             guint        shift)
{
  guint64 bottom = bucket << shift;
  guint64 top = bottom + ((G_GUINT64_CONSTANT (1) << shift) - 1);
  guint64 first = MAX (spans->first[i], bottom);
  guint64 last = MIN (get_last (spans, i), top);

  return spans->length[i] > 0 && last >= first ? last - first + 1 : 0;
}

/* Twice the logarithm, to base 2, of 2^@shift / @covers; rounded. */
static guint
get_rarity (guint64 covers,
            guint   shift)
{
  const guint64 root_of_half = G_GUINT64_CONSTANT (0xb504f333f9de6484); /* of 2⁶⁴ */
  guint n_leading;
  guint rarity;

  if (covers == 0)
    return DWELL_MAX_RARITY;

  n_leading = (guint) __builtin_clzll (covers);
  rarity = 2 * (shift + n_leading - 63);

  if (rarity > 0 && covers << n_leading >= root_of_half)
    rarity--;

  return MIN (rarity, DWELL_MAX_RARITY);
}

static void
set_node (DwellLayoutNode  *node,
          const DwellTrace *trace,
          const Spans      *spans,
          guint             place,
          guint64           covers,
          guint             shift)
{
  node->span = trace->row_spans[spans->first_at + place];
  node->place = place & (DWELL_CHUNK_SPANS - 1);
  node->rarity = get_rarity (covers, shift) & DWELL_MAX_RARITY;
  node->is_long = spans->length[place] >> shift != 0;
}

/* The lowest level, from the spans. */
static void
fill_lowest (const DwellLayoutIndex *index,
             DwellLayoutChunk       *chunk,
             const Spans            *spans)
{
  guint64 covered[DWELL_CHUNK_MAX_BUCKETS] = { 0 };
  guint64 most[DWELL_CHUNK_MAX_BUCKETS] = { 0 };
  guint16 place[DWELL_CHUNK_MAX_BUCKETS];
  DwellLayoutNode *nodes = index->nodes + chunk->first_node;
  guint shift = chunk->shift;
  guint64 base = chunk->first >> shift;
  guint64 n = count_buckets (chunk, shift);
  double scale = 65535.0 / (double) (G_GUINT64_CONSTANT (1) << shift);

  memset (place, 0xff, sizeof place);

  for (guint i = 0; i < spans->n; i++)
    {
      /* Clamped, so that a row out of order only looks wrong. */
      guint64 from = MIN ((spans->first[i] >> shift) - base, n - 1);
      guint64 to = MIN ((get_last (spans, i) >> shift) - base, n - 1);

      for (guint64 bucket = from; bucket <= to; bucket++)
        {
          guint64 part = from == to ? spans->length[i]
                                    : get_overlap (spans, i, base + bucket, shift);

          covered[bucket] += part;

          if (part >= most[bucket])
            {
              most[bucket] = part;
              place[bucket] = (guint16) i;
            }
        }
    }

  for (guint64 bucket = 0; bucket < n; bucket++)
    {
      nodes[bucket].coverage = (guint16) MIN ((double) covered[bucket] * scale + 0.5, 65535.0);

      if (place[bucket] == G_MAXUINT16)
        nodes[bucket].span = DWELL_NONE;
      else
        set_node (&nodes[bucket], index->trace, spans, place[bucket], most[bucket], shift);
    }
}

/* A level of buckets of 2^@shift ns from the level below it. */
static void
fill_level (const DwellLayoutIndex *index,
            const DwellLayoutChunk *chunk,
            const Spans            *spans,
            const DwellLayoutNode  *below,
            DwellLayoutNode        *nodes,
            guint                   shift)
{
  static const DwellLayoutNode empty = { DWELL_NONE, 0, 0, 0, 0 };
  guint64 first = chunk->first >> shift;
  guint64 last = chunk->last >> shift;
  guint64 first_below = chunk->first >> (shift - 1);
  guint64 last_below = chunk->last >> (shift - 1);

  for (guint64 bucket = first; bucket <= last; bucket++, nodes++)
    {
      guint64 half = bucket * 2;
      const DwellLayoutNode *left = &empty;
      const DwellLayoutNode *right = &empty;
      guint64 left_covers = 0;
      guint64 right_covers = 0;

      if (half >= first_below)
        left = &below[half - first_below];
      if (half + 1 <= last_below)
        right = &below[half + 1 - first_below];

      nodes->coverage = (guint16) ((left->coverage + right->coverage + 1) / 2);

      if (left->span != DWELL_NONE)
        left_covers = get_overlap (spans, left->place, bucket, shift);
      if (right->span != DWELL_NONE)
        right_covers = get_overlap (spans, right->place, bucket, shift);

      if (right->span != DWELL_NONE && (left->span == DWELL_NONE || right_covers >= left_covers))
        set_node (nodes, index->trace, spans, right->place, right_covers, shift);
      else if (left->span != DWELL_NONE)
        set_node (nodes, index->trace, spans, left->place, left_covers, shift);
      else
        nodes->span = DWELL_NONE;
    }
}

static void
fill_chunk (const Build *build,
            guint32      number)
{
  const DwellLayoutIndex *index = build->index;
  DwellLayoutChunk *chunk = &index->chunks[number];
  DwellLayoutNode *below = index->nodes + chunk->first_node;
  Spans spans;

  copy_spans (build, number, &spans);
  chunk->longest_span = index->trace->row_spans[spans.first_at];

  for (guint i = 0; i < spans.n; i++)
    {
      chunk->covered += spans.length[i];

      if (spans.length[i] >= chunk->longest)
        {
          chunk->longest = spans.length[i];
          chunk->longest_span = index->trace->row_spans[spans.first_at + i];
        }
    }

  fill_lowest (index, chunk, &spans);

  for (guint level = 1; level < chunk->n_levels; level++)
    {
      guint shift = chunk->shift + level;
      DwellLayoutNode *nodes = below + count_buckets (chunk, shift - 1);

      fill_level (index, chunk, &spans, below, nodes, shift);
      below = nodes;
    }
}

static void
measure_job (guint    job,
             gpointer data)
{
  const Build *build = data;
  guint32 end = MIN ((job + 1) * JOB_CHUNKS, build->n_chunks);

  for (guint32 i = job * JOB_CHUNKS; i < end; i++)
    measure_chunk (build, i);
}

static void
fill_job (guint    job,
          gpointer data)
{
  const Build *build = data;
  guint32 end = MIN ((job + 1) * JOB_CHUNKS, build->n_chunks);

  if (g_cancellable_is_cancelled (build->cancellable))
    return;

  for (guint32 i = job * JOB_CHUNKS; i < end; i++)
    fill_chunk (build, i);
}

/* Counts the chunks of each row. */
static void
cut_rows (Build *build)
{
  const DwellTrace *trace = build->index->trace;
  guint32 *row_chunks = dwell_big_alloc (((gsize) trace->n_rows + 1) * sizeof (guint32));

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 n_spans = trace->rows[row].n_spans;
      guint32 n = n_spans < DWELL_CHUNK_MIN_ROW ? 0 : (n_spans - 1) / DWELL_CHUNK_SPANS + 1;

      row_chunks[row + 1] = row_chunks[row] + n;
    }

  build->index->row_chunks = row_chunks;
  build->n_chunks = row_chunks[trace->n_rows];
  build->chunk_rows = dwell_big_alloc ((gsize) build->n_chunks * sizeof (guint32));

  for (guint32 row = 0; row < trace->n_rows; row++)
    for (guint32 chunk = row_chunks[row]; chunk < row_chunks[row + 1]; chunk++)
      build->chunk_rows[chunk] = row;
}

/**
 * dwell_layout_index_new:
 * @trace: a trace
 * @cancellable: (nullable): checked now and then
 *
 * Builds the pyramids of all rows, on all processors. Takes at most 5 bytes a span.
 *
 * Returns: (transfer full) (nullable): the index; %NULL when cancelled, or if there is too little
 *   memory
 */
DwellLayoutIndex *
dwell_layout_index_new (DwellTrace   *trace,
                        GCancellable *cancellable)
{
  gsize n_bytes = trace->n_spans * MAX_SPAN_BYTES + ((gsize) trace->n_rows + 1) * sizeof (guint32);
  DwellLayoutIndex *self;
  Build build = { .cancellable = cancellable };
  guint32 n_nodes = 0;
  guint n_jobs;

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  build.index = self = dwell_layout_index_new_plain (trace);
  cut_rows (&build);
  n_jobs = (build.n_chunks + JOB_CHUNKS - 1) / JOB_CHUNKS;
  self->chunks = dwell_big_alloc ((gsize) build.n_chunks * sizeof (DwellLayoutChunk));
  dwell_parallel_for (n_jobs, measure_job, &build);

  for (guint32 i = 0; i < build.n_chunks; i++)
    {
      self->chunks[i].first_node = n_nodes;
      n_nodes += count_nodes (&self->chunks[i]);
    }

  self->nodes = dwell_big_alloc ((gsize) n_nodes * sizeof (DwellLayoutNode));
  dwell_parallel_for (n_jobs, fill_job, &build);
  dwell_big_free (build.chunk_rows);
  dwell_memory_release (n_bytes);

  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self, dwell_layout_index_unref);

  return self;
}

/**
 * dwell_layout_index_new_plain:
 * @trace: a trace
 *
 * Takes no time: for small traces, and partial ones that will soon be replaced. Folded bars of many
 * spans then take their coverage and span from a sample.
 *
 * Returns: (transfer full): an index without pyramids
 */
DwellLayoutIndex *
dwell_layout_index_new_plain (DwellTrace *trace)
{
  DwellLayoutIndex *self = g_new0 (DwellLayoutIndex, 1);

  self->trace = dwell_trace_ref (trace);
  g_atomic_ref_count_init (&self->ref_count);

  return self;
}

/**
 * dwell_layout_index_ref:
 * @self: an index
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellLayoutIndex *
dwell_layout_index_ref (DwellLayoutIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_layout_index_unref:
 * @self: (transfer full): an index
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_layout_index_unref (DwellLayoutIndex *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free (self->nodes);
  dwell_big_free (self->chunks);
  dwell_big_free (self->row_chunks);
  dwell_trace_unref (self->trace);
  g_free (self);
}
