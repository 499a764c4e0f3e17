/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of areas in contexts over any range: src/formats/text1/README.md, "Statistics".
 *
 * An index is made once per trace and grouping, on workers: what each pair of context and group
 * has summed up to at every 65 536th span, so that totals over a range cost two short walks,
 * whatever the number of spans; and the spans of each pair in order of begin. Extremes and
 * percentiles need the spans of the range themselves: ask for totals first, details after, while
 * the user drags.
 *
 * Definitions, for the spans of a pair, over the range [begin, end]:
 *   count       begins recorded inside the range (doubtful spans are in nothing; only as children
 *               they shorten the own time of others)
 *   call.sum    time inside the range of all spans; call.total of the outermost of (context, group)
 *   gross       call without pauses of the context (equal to call where a format has no pauses)
 *   net         own time: call.sum less the union of children, less pauses
 *   min max avg std p50 p90 p99   over complete spans that lie wholly inside the range; the four
 *               last and avg are of the call time; std of the population; percentiles nearest rank
 *   period      from begin to begin of consecutive recorded begins inside the range
 *   outside     the range less the union of the outermost spans; min, max, avg over complete gaps
 *               between outermost spans
 *   share       net.total as a part of all net time in the range in the same context, of lines that
 *               of lines, of states of the range (dwell-share.h); absent where some of that has no
 *               meaning
 * A span is outermost if neither its parent nor one above that is of its pair: frames decide, not
 * times. What merely overlaps (processes of several threads, calls of a clock that was set back)
 * are siblings. Over all contexts, periods are those of the merged begins, everything else is added
 * up or the extremes of all.
 * A variable or signal has a count of writes and the periods between them,
 * nothing else; a variable of which only the states are known counts their entries.
 * A module or author is what its functions are: lines ran in the same time once more, and states
 * are no calls. Where no function ran, it is what its lines are.
 * What does not exist is absent (n_… 0, net_is_defined false, share negative), never 0. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"
#include "core/dwell-wide.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_GROUP_BY_AREA,
  DWELL_GROUP_BY_MODULE,
  DWELL_GROUP_BY_AUTHOR,
} DwellGroupBy;

/* Total with extremes. total is always there; min, max, avg only if the row's n_… is not 0. */
typedef struct {
  DwellWide total; /* sums of overlapping times need more than 64 bits */
  gint64    min;
  gint64    max;
  DwellMean avg;
} DwellTimes;

/* The kind of a row. */
typedef enum {
  DWELL_STATISTICS_OF_SPANS,
  DWELL_STATISTICS_OF_WRITES, /* count and period exist, no other time does */
  DWELL_STATISTICS_OF_RECORD, /* only the file's own statistics have it: nothing else exists */
} DwellStatisticsOf;

/* One row: an area (or group) in a context, or summed over all contexts. */
typedef struct {
  DwellStatisticsOf of;
  guint32    context;    /* DWELL_NONE: the sum over all */
  guint32    area;       /* DWELL_NONE if grouped */
  guint32    group;      /* string id of module or author (may be 0: none), if grouped */
  guint64    count;
  guint64    incomplete; /* spans in the range whose begin or end was not recorded */
  guint64    n_complete; /* spans that min, max, avg, std and percentiles are over */
  guint64    n_periods;
  guint64    n_gaps;
  DwellTimes net;
  DwellTimes gross;
  DwellTimes call;
  DwellTimes period;     /* total unused */
  DwellTimes outside;
  DwellWide  call_sum;
  double     std;
  gint64     p50;
  gint64     p90;
  gint64     p99;
  double     share;      /* 0…1; negative if there is none */
  gboolean   net_is_defined; /* false where own time has no meaning */
  const DwellRecordedRow *recorded; /* the trace's or the index's: what the file itself says of
                                     * the whole session; NULL if nothing, or of another range */
  gboolean   is_recorded_sum; /* it says so of each context; @recorded is their sum */
  gboolean   is_comparable;  /* whether that can be held against the figures */
} DwellStatisticsRow;

typedef enum {
  DWELL_STATISTICS_TOTALS, /* count, incomplete, the totals, share: fast */
  DWELL_STATISTICS_ALL,
} DwellStatisticsDetail;

typedef struct _DwellStatisticsIndex DwellStatisticsIndex;

/* Rows: first those of all contexts (in order of area or group), then context by context. Pairs
 * with no span and no write at all in the trace have no row, unless the file's own statistics have
 * of them and the range is the whole session; pairs with none in the range do, with count 0. */
typedef struct {
  DwellGroupBy          group_by;
  DwellStatisticsDetail detail;
  gint64                begin;
  gint64                end;
  guint                 n_rows;
  DwellStatisticsRow   *rows;

  /*< private >*/
  GArray               *recorded_sums; /* that rows point into, or NULL */
} DwellStatistics;

/* Returns whether @self has anything in the range: pairs that only ran elsewhere
 * have rows, too. */
static inline gboolean
dwell_statistics_row_is_in_range (const DwellStatisticsRow *self)
{
  return self->count > 0 || self->incomplete > 0 || self->call_sum > 0 ||
         self->of == DWELL_STATISTICS_OF_RECORD;
}

DwellStatisticsIndex *
            dwell_statistics_index_new       (DwellTrace           *trace,
                                              DwellGroupBy          group_by,
                                              GCancellable         *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
DwellStatisticsIndex *
            dwell_statistics_index_ref       (DwellStatisticsIndex *self);
void        dwell_statistics_index_unref     (DwellStatisticsIndex *self);
DwellStatisticsIndex *
            dwell_statistics_index_extend    (DwellStatisticsIndex *base,
                                              DwellTrace           *trace)
                                             G_GNUC_WARN_UNUSED_RESULT;
DwellTrace *dwell_statistics_index_get_trace (DwellStatisticsIndex *self);
gboolean    dwell_statistics_index_list_spans (DwellStatisticsIndex *self,
                                              GCancellable         *cancellable);

DwellStatistics *
            dwell_statistics_index_query     (DwellStatisticsIndex  *self,
                                              gint64                 begin,
                                              gint64                 end,
                                              DwellStatisticsDetail  detail,
                                              GCancellable          *cancellable)
                                             G_GNUC_WARN_UNUSED_RESULT;
void        dwell_statistics_free            (DwellStatistics       *self);

guint32  dwell_statistics_index_get_longest  (DwellStatisticsIndex *self,
                                              guint32               context,
                                              guint32               area,
                                              gint64                begin,
                                              gint64                end);
guint32  dwell_statistics_index_get_shortest (DwellStatisticsIndex *self,
                                              guint32               context,
                                              guint32               area,
                                              gint64                begin,
                                              gint64                end);
guint32  dwell_statistics_index_get_neighbour (DwellStatisticsIndex *self,
                                               guint32               span,
                                               int                   direction);
guint64  dwell_statistics_index_get_rank     (DwellStatisticsIndex *self,
                                              guint32               span,
                                              guint64              *n_spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellStatisticsIndex, dwell_statistics_index_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellStatistics, dwell_statistics_free)

G_END_DECLS
