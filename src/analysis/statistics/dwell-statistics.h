/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of areas in contexts over any range: src/formats/text1/README.md, "Statistics".
 *
 * An index is made once per trace and grouping, on workers. It has the sums of each pair of context
 * and group at every 65 536th span, so that totals over a range take two short walks, whatever the
 * number of spans; and the spans of each pair in order of begin. Extremes and percentiles need all
 * spans of the range: while the user drags, ask for totals first and for details afterwards.
 *
 * Definitions, for the spans of a pair, over the range [begin, end]:
 *   count       begins recorded inside the range (doubtful spans are in no figures; but as children
 *               they reduce the own time of others)
 *   call.sum    time inside the range of all spans; call.total: of the outermost spans of (context,
 *               group)
 *   gross       call minus pauses of the context (equal to call if a format has no pauses)
 *   net         own time: call.sum minus the union of children, minus pauses
 *   min max avg std p50 p90 p99   over complete spans that are wholly inside the range; the last
 *                                 four and avg are of the call time; std is that of the population;
 *                                 percentiles are by nearest rank
 *   period      from begin to begin of consecutive recorded begins inside the range
 *   outside     the range minus the union of the outermost spans; min, max, avg are over complete
 *               gaps between outermost spans
 *   share       net.total as a part of all net time in the range in the same context; for lines, of
 *               that of lines; for states, of the range (dwell-share.h); absent if some of that has
 *               no meaning
 * A span is outermost if none of its ancestors is of its pair; this depends on frames, not on
 * times. Spans that merely overlap (processes of several threads, calls while the clock was set
 * back) are siblings. Over all contexts, periods are those of the merged begins; all other figures
 * are sums or extremes. A variable or signal has a count of writes and the periods between them,
 * nothing else; for a variable of which only the states are known, their entries are counted. A
 * module or author has the figures of its functions, as lines ran at the same time and states are
 * not calls. Where no function ran, it has the figures of its lines. Figures that do not exist are
 * absent (n_… 0, net_is_defined false, share negative), never 0. */
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

/* Total with extremes. total is always valid; min, max, avg only if the row's n_… is not 0. */
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
  DWELL_STATISTICS_OF_RECORD, /* only in the file's own statistics: it has no other figures */
} DwellStatisticsOf;

/* One row: an area (or group) in a context, or summed over all contexts. */
typedef struct {
  DwellStatisticsOf of;
  guint32    context;    /* DWELL_NONE: the sum over all */
  guint32    area;       /* DWELL_NONE if grouped */
  guint32    group;      /* string id of module or author (may be 0: none), if grouped */
  guint64    count;
  guint64    incomplete; /* spans in the range whose begin or end was not recorded */
  guint64    n_complete; /* spans used for min, max, avg, std and percentiles */
  guint64    n_periods;
  guint64    n_gaps;
  DwellTimes net;
  DwellTimes gross;
  DwellTimes call;
  DwellTimes period;     /* total is not used */
  DwellTimes outside;
  DwellWide  call_sum;
  double     std;
  gint64     p50;
  gint64     p90;
  gint64     p99;
  double     share;      /* 0…1; negative if there is none */
  gboolean   net_is_defined; /* false if own time has no meaning */
  const DwellRecordedRow *recorded; /* owned by the trace or the index: the file's own figures of
                                     * the whole session; NULL if there are none, or for another
                                     * range */
  gboolean   is_recorded_sum; /* the file has figures for each context; @recorded is their sum */
  gboolean   is_comparable;  /* whether that can be compared with the figures */
} DwellStatisticsRow;

typedef enum {
  DWELL_STATISTICS_TOTALS, /* only count, incomplete, the totals and share: fast */
  DWELL_STATISTICS_ALL,
} DwellStatisticsDetail;

typedef struct _DwellStatisticsIndex DwellStatisticsIndex;

/* Rows: first those of all contexts (in order of area or group), then context by context. Pairs
 * without any span or write in the trace have no row, unless the file's own statistics have them
 * and the range is the whole session. Pairs without spans or writes in the range only do have a
 * row, with count 0. */
typedef struct {
  DwellGroupBy          group_by;
  DwellStatisticsDetail detail;
  gint64                begin;
  gint64                end;
  guint                 n_rows;
  DwellStatisticsRow   *rows;

  /*< private >*/
  GArray               *recorded_sums; /* the data that rows point to, or NULL */
} DwellStatistics;

/* Returns whether the row has anything in the range, as pairs that ran only outside the range have
 * rows, too. */
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
