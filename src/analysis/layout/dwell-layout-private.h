/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the row layout: the pyramids, and instants.
 *
 * An instant is a time with its sign bit inverted, so that instants compare as unsigned numbers,
 * nothing overflows, and instant >> k is the number of a bucket for every k. */
#pragma once

#include "analysis/layout/dwell-layout.h"

G_BEGIN_DECLS

/* Rows are cut into chunks of this many spans, each with a pyramid over its own stretch of time: a
 * burst has fine buckets and a pause has none. So however uneven a trace is, at most a few chunks
 * in a viewport have buckets wider than a column and must be walked. */
#define DWELL_CHUNK_SPANS 1024
/* A row with fewer spans has no pyramid. */
#define DWELL_CHUNK_MIN_ROW 512
/* The average number of spans in a bucket of the lowest level. */
#define DWELL_CHUNK_BUCKET_SPANS 4
#define DWELL_CHUNK_MAX_BUCKETS (DWELL_CHUNK_SPANS / DWELL_CHUNK_BUCKET_SPANS)

/* A bucket. A span that covers more than half of it, or exactly its second half, is its span; if
 * there is none, its span is one that covers at least half as much as any other. */
typedef struct {
  guint32 span;         /* DWELL_NONE: the bucket is empty */
  guint16 coverage;     /* 0…65535: how much of it is covered by any span */
  guint16 place   : 10; /* number of the span in its chunk */
  guint16 rarity  : 5;  /* it covers about 2^(-rarity / 2) of the bucket */
  guint16 is_long : 1;  /* it is as long as the bucket, or longer */
} DwellLayoutNode;

G_STATIC_ASSERT (sizeof (DwellLayoutNode) == 8);
G_STATIC_ASSERT (DWELL_CHUNK_SPANS <= 1 << 10);

#define DWELL_MAX_RARITY 31

typedef struct {
  guint64 first;      /* instant at which its first span begins */
  guint64 last;       /* the last instant that a span of it touches */
  guint64 covered;    /* ns */
  guint64 longest;    /* ns: the longest of its spans */
  guint32 longest_span;
  guint32 first_node; /* level after level, the finest first */
  guint8  shift;      /* finest buckets are 2^shift ns */
  guint8  n_levels;
} DwellLayoutChunk;

struct _DwellLayoutIndex
{
  DwellTrace       *trace;
  guint32          *row_chunks; /* n_rows + 1 numbers: the first chunk of each row; NULL if plain */
  DwellLayoutChunk *chunks;
  DwellLayoutNode  *nodes;
  gatomicrefcount   ref_count;
};

static inline guint64
dwell_instant (gint64 time)
{
  return (guint64) time ^ (G_GUINT64_CONSTANT (1) << 63);
}

/* The instant at which @span begins, and its length. */
static inline guint64
dwell_first_instant (const DwellTrace *trace,
                     guint32           span)
{
  return dwell_instant (dwell_trace_get_span_begin (trace, span));
}

static inline guint64
dwell_length (const DwellTrace *trace,
              guint32           span)
{
  return (guint64) dwell_trace_get_span_end (trace, span) -
         (guint64) dwell_trace_get_span_begin (trace, span);
}

/* The last instant that @span touches: a moment touches its own. */
static inline guint64
dwell_last_instant (const DwellTrace *trace,
                    guint32           span)
{
  gint64 begin = dwell_trace_get_span_begin (trace, span);
  gint64 end = dwell_trace_get_span_end (trace, span);

  return end > begin ? dwell_instant (end) - 1 : dwell_instant (begin);
}

/* In [@low, @high) of row_spans: the first that touches @instant or a later instant. */
guint32 _dwell_layout_reaching  (const DwellTrace *trace,
                                 guint32           low,
                                 guint32           high,
                                 guint64           instant);
/* In [@low, @high) of row_spans: the first that begins at @instant or later. */
guint32 _dwell_layout_beginning (const DwellTrace *trace,
                                 guint32           low,
                                 guint32           high,
                                 guint64           instant);

G_END_DECLS
