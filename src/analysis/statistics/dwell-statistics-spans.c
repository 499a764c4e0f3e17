/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single spans among those of their area: the longest, the shortest, the next, the rank. The lists
 * of an area's pairs are adjacent in the index, each in order of begin. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

/* The number of entries of a list that a job takes. */
#define SHARE_ENTRIES 65536u

typedef struct {
  guint32 span;     /* the best span so far, or DWELL_NONE */
  guint64 n_longer; /* spans longer than the length to compare with */
  guint64 n;        /* complete spans */
} ShareFinds;

typedef struct {
  const DwellTrace *trace;
  const guint32    *entries;
  guint32           n_entries;
  gint64            begin;
  gint64            end;
  gboolean          find_shortest;
  guint64           length; /* the length that is ranked */
  ShareFinds       *finds;  /* by job */
} Scan;

static guint64
get_length (const DwellTrace *trace,
            guint32           span)
{
  return _dwell_statistics_length (dwell_trace_get_span_begin (trace, span),
                                   dwell_trace_get_span_end (trace, span));
}

/* Sorts by time, then by number. */
static gboolean
is_earlier (const DwellTrace *trace,
            guint32           span,
            guint32           other)
{
  gint64 begin = dwell_trace_get_span_begin (trace, span);
  gint64 other_begin = dwell_trace_get_span_begin (trace, other);

  return begin < other_begin || (begin == other_begin && span < other);
}

/* Of two spans of equal length the earlier is the better. */
static gboolean
is_better (const Scan *scan,
           guint32     span,
           guint32     other)
{
  guint64 length = get_length (scan->trace, span);
  guint64 other_length;

  if (other == DWELL_NONE)
    return TRUE;

  other_length = get_length (scan->trace, other);
  if (length != other_length)
    return scan->find_shortest ? length < other_length : length > other_length;

  return is_earlier (scan->trace, span, other);
}

static void
scan_share (guint    job,
            gpointer user_data)
{
  const Scan *scan = user_data;
  const DwellTrace *trace = scan->trace;
  guint32 last = (guint32) MIN ((guint64) (job + 1) * SHARE_ENTRIES, scan->n_entries);
  ShareFinds finds = { DWELL_NONE, 0, 0 };

  for (guint32 i = job * SHARE_ENTRIES; i < last; i++)
    {
      guint32 span = scan->entries[i];

      if ((trace->span_flags[span] & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) != 0 ||
          dwell_trace_get_span_begin (trace, span) < scan->begin ||
          dwell_trace_get_span_end (trace, span) > scan->end)
        continue;

      finds.n++;
      finds.n_longer += get_length (trace, span) > scan->length;
      if (is_better (scan, span, finds.span))
        finds.span = span;
    }

  scan->finds[job] = finds;
}

/* Scans the lists of some adjacent pairs. */
static ShareFinds
scan_pairs (const DwellStatisticsIndex *self,
            Scan                       *scan,
            guint32                     first_pair,
            guint32                     n_pairs)
{
  ShareFinds all = { DWELL_NONE, 0, 0 };
  guint n_jobs;

  scan->trace = self->trace;
  scan->entries = _dwell_statistics_get_entries (self, NULL);
  if (scan->entries == NULL)
    return all;

  scan->entries += self->pairs[first_pair].first;
  scan->n_entries = self->pairs[first_pair + n_pairs].first - self->pairs[first_pair].first;

  n_jobs = (guint) (((guint64) scan->n_entries + SHARE_ENTRIES - 1) / SHARE_ENTRIES);
  scan->finds = g_new (ShareFinds, MAX (n_jobs, 1));
  dwell_parallel_for (n_jobs, scan_share, scan);

  for (guint job = 0; job < n_jobs; job++)
    {
      const ShareFinds *finds = &scan->finds[job];

      all.n += finds->n;
      all.n_longer += finds->n_longer;
      if (finds->span != DWELL_NONE && is_better (scan, finds->span, all.span))
        all.span = finds->span;
    }

  g_free (scan->finds);
  return all;
}

static guint32
get_extreme (DwellStatisticsIndex *self,
             guint32               context,
             guint32               area,
             Scan                 *scan)
{
  guint32 first;
  guint32 last;

  g_return_val_if_fail (self->group_by == DWELL_GROUP_BY_AREA, DWELL_NONE);
  g_return_val_if_fail (area < self->n_groups, DWELL_NONE);

  first = self->group_pairs[area];
  last = self->group_pairs[area + 1];

  if (context != DWELL_NONE)
    {
      while (first < last && self->pairs[first].context != context)
        first++;
      last = MIN (last, first + 1);
    }

  return scan_pairs (self, scan, first, last - first).span;
}

/**
 * dwell_statistics_index_get_longest:
 * @self: an index by area
 * @context: a context, or %DWELL_NONE for all
 * @area: an area
 * @begin: ns, the range's first moment
 * @end: ns, its last
 *
 * Finds the span with the longest call time in the range. Linear in the area's spans.
 *
 * Returns: the first such span, or %DWELL_NONE if no complete span lies in the range
 */
guint32
dwell_statistics_index_get_longest (DwellStatisticsIndex *self,
                                    guint32               context,
                                    guint32               area,
                                    gint64                begin,
                                    gint64                end)
{
  Scan scan = { .begin = begin, .end = end };

  return get_extreme (self, context, area, &scan);
}

/**
 * dwell_statistics_index_get_shortest:
 * @self: an index by area
 * @context: a context, or %DWELL_NONE for all
 * @area: an area
 * @begin: ns, the range's first moment
 * @end: ns, its last
 *
 * Returns: as dwell_statistics_index_get_longest() for the shortest call time
 */
guint32
dwell_statistics_index_get_shortest (DwellStatisticsIndex *self,
                                     guint32               context,
                                     guint32               area,
                                     gint64                begin,
                                     gint64                end)
{
  Scan scan = { .begin = begin, .end = end, .find_shortest = TRUE };

  return get_extreme (self, context, area, &scan);
}

/* The entry of a pair that comes next after @span in @direction; DWELL_NONE if there is none. */
static guint32
find_next (const DwellStatisticsIndex *self,
           guint32                     pair,
           guint32                     span,
           int                         direction)
{
  const guint32 *entries = _dwell_statistics_get_entries (self, NULL);
  guint32 first = self->pairs[pair].first;
  guint32 end = self->pairs[pair + 1].first;
  guint32 place;

  if (entries == NULL)
    return DWELL_NONE;

  place = dwell_lower_bound (i, first, end, is_earlier (self->trace, entries[i], span));
  if (direction > 0)
    {
      place += place < end && entries[place] == span;
      return place < end ? entries[place] : DWELL_NONE;
    }

  return place > first ? entries[place - 1] : DWELL_NONE;
}

/**
 * dwell_statistics_index_get_neighbour:
 * @self: an index by area
 * @span: a span
 * @direction: 1 for the next, -1 for the previous
 *
 * Returns: the span of the same area that follows or precedes @span in order of begin, then of
 *   number, over all contexts; %DWELL_NONE at the end
 */
guint32
dwell_statistics_index_get_neighbour (DwellStatisticsIndex *self,
                                      guint32               span,
                                      int                   direction)
{
  guint32 nearest = DWELL_NONE;
  guint32 area;

  g_return_val_if_fail (self->group_by == DWELL_GROUP_BY_AREA, DWELL_NONE);
  g_return_val_if_fail (span < self->trace->n_spans, DWELL_NONE);

  area = self->trace->span_area[span];

  for (guint32 pair = self->group_pairs[area]; pair < self->group_pairs[area + 1]; pair++)
    {
      guint32 next = find_next (self, pair, span, direction);

      if (next == DWELL_NONE)
        continue;

      if (nearest == DWELL_NONE || is_earlier (self->trace, next, nearest) == (direction > 0))
        nearest = next;
    }

  return nearest;
}

/**
 * dwell_statistics_index_get_rank:
 * @self: an index by area
 * @span: a span
 * @n_spans: (out): how many complete spans its area has over all contexts
 *
 * Linear in the area's spans, as dwell_statistics_index_get_longest().
 *
 * Returns: 1 for the longest, and so on; the same for equal lengths; 0 for an incomplete span,
 *   which has no rank
 */
guint64
dwell_statistics_index_get_rank (DwellStatisticsIndex *self,
                                 guint32               span,
                                 guint64              *n_spans)
{
  const DwellTrace *trace = self->trace;
  Scan scan = { .begin = G_MININT64, .end = G_MAXINT64 };
  ShareFinds finds;
  guint32 area;

  g_return_val_if_fail (self->group_by == DWELL_GROUP_BY_AREA, 0);
  g_return_val_if_fail (span < trace->n_spans, 0);

  area = trace->span_area[span];
  scan.length = get_length (trace, span);
  finds = scan_pairs (self, &scan, self->group_pairs[area],
                      self->group_pairs[area + 1] - self->group_pairs[area]);
  *n_spans = finds.n;

  return (trace->span_flags[span] & (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_DOUBTFUL)) == 0
           ? finds.n_longer + 1 : 0;
}
