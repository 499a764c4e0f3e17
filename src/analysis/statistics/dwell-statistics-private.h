/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the statistics: the index, and the state of a walk over the spans.
 *
 * A pair is a context and a group (an area, a module, an author) that have spans in common. Spans
 * are walked in order of number, which within a context is the order of begin. The walk keeps a
 * state for each pair (sums, and how far its spans reach) and for each row (the span that began
 * last, and how far its children reach). At the border of every block of 65 536 spans or more, the
 * index stores the state of the walk; so the state at any time is found from that of a border by
 * walking one block.
 *
 * The state counts each span in full from its begin on. The parts beyond the time asked for are
 * subtracted afterwards: they belong to the spans that began last in their rows. */
#pragma once

#include "analysis/statistics/dwell-statistics.h"
#include "core/dwell-hash.h"

G_BEGIN_DECLS

/* The spans between two checks of a cancellable, minus one: a mask. */
#define DWELL_STATISTICS_CANCEL_MASK 0xffff

typedef struct {
  DwellSignedWide call;    /* time of all spans */
  DwellSignedWide outer;   /* time of the outermost */
  DwellSignedWide net;     /* time of all, minus the union of their children */
  guint64         covered; /* the union of the outermost spans */
  gint64          reach;   /* the latest end so far; DWELL_TIME_NONE before the first span */
  guint32         n;       /* number of spans including doubtful ones: the place in the pair's
                            * list */
  guint32         n_recorded;             /* begins */
  guint32         n_incomplete;
  guint32         n_undefined       : 31; /* spans whose own time has no meaning */
  guint32         reach_is_recorded : 1;  /* whether the end at reach was recorded */
} DwellPairState;

G_STATIC_ASSERT (sizeof (DwellPairState) == 80);

typedef struct {
  guint32 span;   /* the last that began in the row, or DWELL_NONE */
  guint32 owner;  /* what its own time is added to: a pair, or whatever the walk uses; or
                   * DWELL_NONE */
  gint64  reach;  /* the latest end of its children, or its begin */
  guint64 cover;  /* the union of its children, as far as they are known */
  guint64 length; /* of the span */
} DwellRowState;

typedef struct {
  guint32 context;
  guint32 group;
  guint32 first; /* entry: _dwell_statistics_get_entries() */
} DwellPair;

/* Net and gross times of a trace with suspensions: dwell-statistics-suspensions.c. */
typedef struct _DwellSuspensionIndex DwellSuspensionIndex;

/* Variables and signals: dwell-statistics-writes.c. */
typedef struct _DwellWriteIndex DwellWriteIndex;

/* The file's figures of an area, summed up over its contexts. */
typedef struct {
  DwellRecordedRow row;
  guint32          n;     /* contexts that the file has figures for */
  guint32          n_met; /* … in which the area has spans */
} DwellRecordedSum;

/* Classes of rows: only times of the same class can be added up. Lines ran at the same time as the
 * functions around them, and a variable was in one of its states meanwhile. */
typedef enum {
  DWELL_STATISTICS_FUNCTIONS,
  DWELL_STATISTICS_LINES,
  DWELL_STATISTICS_STATES,
  DWELL_N_STATISTICS_CLASSES,
} DwellStatisticsClass;

struct _DwellStatisticsIndex
{
  gatomicrefcount ref_count;
  DwellTrace     *trace;
  DwellGroupBy    group_by;

  /* NULL, or the extended index, which owns everything except arrays by area or group */
  DwellStatisticsIndex *base;

  /* Pairs are numbered by group, then by context. */
  guint32    n_groups;
  guint32   *area_groups;   /* by area */
  guint32   *group_strings; /* by group: string of the module or author; NULL by area */
  guint8    *group_classes; /* by group: DwellStatisticsClass */
  guint32   *state_tracks;  /* by area: the number of tracks with the states of that variable */
  guint32   *group_pairs;   /* by group, and one more: its first pair */
  guint32   *row_contexts;  /* by row */
  guint32    n_pairs;
  DwellPair *pairs;         /* with one more at the end, whose first is the number of entries */

  /* From (group, context) to pair: a table if it is not much larger than its contents, else open
   * addressing with keys plus one, where 0 is an empty place. */
  guint32 *table;
  guint64 *keys;
  guint32 *values;
  gsize    mask;

  GMutex   listing;
  guint32 *entries; /* only for _dwell_statistics_get_entries(); NULL before the first call */
  guint64 *nested;  /* a bit for each span: whether it was entered from a frame of its pair */

  DwellSuspensionIndex *suspensions; /* NULL if the format knows none */
  DwellWriteIndex      *writes;      /* NULL if there are none, or not by area */

  guint32 *recorded;      /* rows of the file's own statistics, in the order of rows; by area */
  guint32  n_recorded;
  GArray  *recorded_sums; /* DwellRecordedSum, by area; NULL if there are no rows */
  gboolean has_contexts;  /* the file names the context of each event that has one */

  /* Blocks: the states before each block, and after the last. */
  guint32         n_blocks;
  guint32         block_size;
  DwellPairState *states;         /* by block and pair */
  guint32        *last_spans;     /* by block and row: the last that began, or DWELL_NONE */
  gint64         *context_begins; /* by block and context: the last begin, or DWELL_TIME_NONE */
  gint64         *block_begins;   /* by block: the earliest begin inside */
  gint64         *block_ends;     /* and the latest */
  guint32        *block_longs;    /* by block: the number of spans before it with a long duration */
};

/* Count, sum, least and greatest of one kind of time. */
typedef struct {
  DwellWide sum;
  guint64   min;
  guint64   max;
  guint64   n;
} DwellExtremes;

typedef struct {
  DwellExtremes net;
  DwellExtremes gross; /* only with suspensions; else the same as call */
  DwellExtremes call;
  DwellExtremes period;
  DwellExtremes gap;
  double        std;
  guint64       percentiles[3]; /* 50, 90, 99 */
} DwellDetails;

/* Durations in 4 bytes: long ones are stored separately, at the number minus DWELL_TIME_FAR. As in
 * the trace, they are so few that the numbers suffice. */
typedef struct {
  const guint32 *values;
  gsize          n;
  const guint64 *longs;
} DwellDurations;

static inline gboolean
_dwell_duration_is_long (guint64 duration)
{
  return duration >= DWELL_TIME_FAR;
}

static inline guint64
_dwell_durations_get (const DwellDurations *self,
                      gsize                 i)
{
  guint32 value = self->values[i];

  return G_LIKELY (!_dwell_duration_is_long (value)) ? value : self->longs[value - DWELL_TIME_FAR];
}

/* The number of a pair that is known to have spans. */
static inline guint32
_dwell_statistics_get_pair (const DwellStatisticsIndex *self,
                            guint32                     row,
                            guint32                     area)
{
  guint32 context = self->row_contexts[row];
  guint32 group = self->area_groups[area];
  guint64 key = ((guint64) group << 32 | context) + 1;

  if (self->table != NULL)
    return self->table[(gsize) group * self->trace->n_contexts + context];

  for (gsize i = dwell_hash_u64 (key); ; i++)
    if (self->keys[i & self->mask] == key)
      return self->values[i & self->mask];
}

/* A walk prefetches its data of a pair this many spans ahead if there are too many pairs for a
 * processor's cache. */
#define DWELL_STATISTICS_AHEAD      16
#define DWELL_STATISTICS_MANY_BYTES ((gsize) 256 << 10)

/* Whether a walk that keeps this many bytes per pair prefetches them. */
static inline gboolean
_dwell_statistics_fetches_ahead (const DwellStatisticsIndex *self,
                                 gsize                       size)
{
  return self->n_pairs * size > DWELL_STATISTICS_MANY_BYTES;
}

/* Prefetches a walk's data in @pairs, @size bytes per pair but at most two cache lines, for a span
 * some places after @span, if that is before @last. */
static inline void
_dwell_statistics_fetch_ahead (const DwellStatisticsIndex *self,
                               guint32                     span,
                               guint32                     last,
                               gconstpointer               pairs,
                               gsize                       size)
{
  const DwellTrace *trace = self->trace;
  const char *ahead;

  if (last - span <= DWELL_STATISTICS_AHEAD)
    return;

  span += DWELL_STATISTICS_AHEAD;
  ahead = (const char *) pairs +
          size * _dwell_statistics_get_pair (self, trace->span_row[span],
                                             trace->span_area[span]);
  __builtin_prefetch (ahead, 1);
  __builtin_prefetch (ahead + size - 1, 1);
}

static inline guint64
_dwell_statistics_length (gint64 begin,
                          gint64 end)
{
  return (guint64) end - (guint64) begin;
}

static inline gboolean
_dwell_statistics_is_nested (const DwellStatisticsIndex *self,
                             guint32                     span)
{
  return self->nested[span / 64] >> span % 64 & 1;
}

/* A child of @self's span begins: adds the part of it that earlier siblings do not cover. */
static inline void
_dwell_row_state_add_child (DwellRowState *self,
                            gint64         begin,
                            gint64         end)
{
  gint64 from = MAX (begin, self->reach);

  if (end > from)
    {
      self->reach = end;
      self->cover += _dwell_statistics_length (from, end);
    }
}

static inline void
_dwell_extremes_add (DwellExtremes *self,
                     guint64        time)
{
  self->min = self->n == 0 ? time : MIN (self->min, time);
  self->max = MAX (self->max, time);
  self->sum += time;
  self->n++;
}

/* Adds everything that was added to @other to @self. */
static inline void
_dwell_extremes_merge (DwellExtremes       *self,
                       const DwellExtremes *other)
{
  if (other->n == 0)
    return;

  self->min = self->n == 0 ? other->min : MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->sum += other->sum;
  self->n += other->n;
}

/* dwell-statistics.c */
DwellStatisticsIndex *
         _dwell_statistics_index_new   (DwellTrace           *trace,
                                        DwellGroupBy          group_by,
                                        guint32               block_size,
                                        GCancellable         *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;

/* dwell-statistics-entries.c */
const guint32 *
         _dwell_statistics_get_entries (const DwellStatisticsIndex *self,
                                        GCancellable               *cancellable);

/* dwell-statistics-suspensions.c */
typedef struct {
  DwellSignedWide suspended; /* of all spans */
  DwellSignedWide paused;    /* of the outermost */
} DwellSuspensionSums;

gsize    _dwell_suspension_index_count_bytes (const DwellStatisticsIndex *index);
DwellSuspensionIndex *
         _dwell_suspension_index_new   (const DwellStatisticsIndex *index,
                                        GCancellable               *cancellable)
                                       G_GNUC_WARN_UNUSED_RESULT;
void     _dwell_suspension_index_free  (DwellSuspensionIndex *self);
DwellSuspensionSums *
         _dwell_suspension_index_get_sums    (const DwellSuspensionIndex *self,
                                              gint64                      time);
gboolean _dwell_suspension_index_get_details (const DwellSuspensionIndex *self,
                                              gint64                      begin,
                                              gint64                      end,
                                              DwellDetails               *pair_details,
                                              DwellDetails               *group_details);

/* dwell-statistics-writes.c */
gsize    _dwell_write_index_count_bytes      (const DwellTrace      *trace);
DwellWriteIndex *
         _dwell_write_index_new        (const DwellTrace      *trace) G_GNUC_WARN_UNUSED_RESULT;
void     _dwell_write_index_free       (DwellWriteIndex       *self);
void     _dwell_write_index_query      (const DwellWriteIndex *self,
                                        gint64                 begin,
                                        gint64                 end,
                                        DwellStatisticsDetail  detail,
                                        GArray                *rows);

/* dwell-statistics-recorded.c */
gsize    _dwell_statistics_count_recorded_bytes (const DwellStatisticsIndex *self);
void     _dwell_statistics_sort_recorded (DwellStatisticsIndex       *self);

/* dwell-statistics-rows.c */
void     _dwell_statistics_complete      (const DwellStatisticsIndex *self,
                                          DwellStatistics            *statistics);

/* dwell-statistics-pairs.c */
gboolean _dwell_statistics_make_groups (DwellStatisticsIndex *self);
gboolean _dwell_statistics_make_pairs  (DwellStatisticsIndex *self,
                                        GCancellable         *cancellable);

/* dwell-statistics-nesting.c */
typedef struct {
  const DwellStatisticsIndex *index;
  guint32 *tops;      /* by context: the innermost frame of its path, or DWELL_NONE */
  guint32 *on_path;   /* by row: its span that is on the path, or DWELL_NONE */
  guint32 *n_on_path; /* by pair: frames on the path */
} DwellNesting;

gsize    _dwell_nesting_count_bytes    (const DwellStatisticsIndex *index);
void     _dwell_nesting_init           (DwellNesting               *self,
                                        const DwellStatisticsIndex *index);
void     _dwell_nesting_clear          (DwellNesting               *self);
void     _dwell_nesting_move           (DwellNesting               *self,
                                        guint32                     context,
                                        guint32                     span);

/* Returns whether a span of @pair that is entered from @parent is nested. */
static inline gboolean
_dwell_nesting_is_nested (DwellNesting *self,
                          guint32       context,
                          guint32       parent,
                          guint32       pair)
{
  if (parent == DWELL_NONE)
    return FALSE;

  if (self->tops[context] != parent)
    _dwell_nesting_move (self, context, parent);

  return self->n_on_path[pair] > 0;
}

/* dwell-statistics-walk.c */
void     _dwell_statistics_load_rows   (const DwellStatisticsIndex *self,
                                        const guint32              *last_spans,
                                        DwellRowState              *rows);
void     _dwell_statistics_cut         (DwellStatisticsIndex *self);
gsize    _dwell_statistics_count_state_bytes (const DwellStatisticsIndex *self);
gboolean _dwell_statistics_make_states (DwellStatisticsIndex *self,
                                        GCancellable         *cancellable);
DwellPairState *
         _dwell_statistics_get_states  (const DwellStatisticsIndex *self,
                                        gint64                      time,
                                        gboolean                    inclusive,
                                        GCancellable               *cancellable);

/* dwell-statistics-details.c */
gboolean _dwell_statistics_get_details (const DwellStatisticsIndex *self,
                                        gint64                      begin,
                                        gint64                      end,
                                        const DwellPairState       *states_at_begin,
                                        const DwellPairState       *states_at_end,
                                        DwellDetails               *pair_details,
                                        DwellDetails               *group_details,
                                        GCancellable               *cancellable);

/* dwell-statistics-spread.c */
void     _dwell_statistics_spread      (const DwellDurations *durations,
                                        DwellDetails         *details,
                                        GCancellable         *cancellable);

G_END_DECLS
