/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses how an export states the limits of its session. Text1 has two ways (README.md,
 * "Statistics"): with TOTAL_TIME, the session lasts from 0 to that time, extended to contain all
 * events; without it, from the first to the last event. So a session that does not begin at 0 is
 * only read again if it begins with a written event and, unless it began before 0, ends with one.
 * If neither way is exact, the closer one is used. */
#include "config.h"

#include "core/dwell-memory.h"
#include "formats/text1/write/dwell-text1-writer.h"

#define STRETCH 4096

/* The earliest and the latest time of rows so far; empty while first > last. */
typedef struct {
  gint64 first;
  gint64 last;
} Extent;

static void
widen (Extent *extent,
       gint64  time)
{
  extent->first = MIN (extent->first, time);
  extent->last = MAX (extent->last, time);
}

/* Looks at the rows of events from the first on until one is at the start of the session, and from
 * the last one back until one is at its end: no row can be further out. */
static void
find_extent_of_events (DwellText1Writer *self,
                       Extent           *extent)
{
  g_autoptr(DwellText1Events) events = dwell_text1_events_new (self, FALSE);
  g_autofree DwellText1Row *rows = g_new (DwellText1Row, STRETCH * 2);
  guint32 first = 0;
  guint32 last = self->trace->n_file_events;

  while (first < last && (extent->first > self->begin || extent->last < self->end))
    {
      gboolean is_forward = extent->first > self->begin;
      guint32 n = MIN (last - first, STRETCH);
      gsize n_rows = dwell_text1_events_fill (events, is_forward ? first : last - n, n, rows);

      for (gsize i = 0; i < n_rows; i++)
        widen (extent, rows[i].time);
      if (is_forward)
        first += n;
      else
        last -= n;
    }
}

/* Returns whether the end of a span has a row. An end that was not recorded has none if a reader
 * infers it, from the end of the caller or of the session. */
static gboolean
has_end (const DwellText1Writer *self,
         guint32                 span)
{
  const DwellTrace *trace = self->trace;
  guint32 parent = trace->span_parent[span];

  while (parent != DWELL_NONE &&
         (self->areas[trace->span_area[parent]] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0)
    parent = trace->span_parent[parent];

  return (trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0 ||
         dwell_trace_get_span_end (trace, span) <
         (parent != DWELL_NONE ? dwell_trace_get_span_end (trace, parent) : trace->end);
}

static void
find_extent_of_spans (const DwellText1Writer *self,
                      Extent                 *extent)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, i);
      gint64 end = dwell_trace_get_span_end (trace, i);

      if ((self->areas[trace->span_area[i]] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0 ||
          !self->contexts[dwell_trace_get_span_context (trace, i)])
        continue;

      if (begin >= self->begin && begin <= self->end &&
          (trace->span_flags[i] & DWELL_SPAN_BEGIN_MISSING) == 0)
        widen (extent, begin);
      if (end >= self->begin && end <= self->end && has_end (self, i))
        widen (extent, end);
    }
}

static void
find_extent_of_stops (const DwellText1Writer *self,
                      Extent                 *extent)
{
  const DwellTrace *trace = self->trace;

  for (guint32 i = 0; i < trace->n_suspensions; i++)
    {
      guint32 span = trace->suspension_span[i];
      gint64 begin = trace->suspension_begin[i];
      gint64 end = trace->suspension_end[i];

      if ((self->areas[trace->span_area[span]] & DWELL_TEXT1_AREA_IS_CHOSEN) == 0 ||
          !self->contexts[dwell_trace_get_span_context (trace, span)] || begin == end)
        continue;

      if (begin >= self->begin && begin <= self->end && dwell_text1_stop_has_begin (trace, i))
        widen (extent, begin);
      if (end >= self->begin && end <= self->end && dwell_text1_stop_has_end (trace, i))
        widen (extent, end);
    }
}

static void
find_extent_of_writes (const DwellText1Writer *self,
                       Extent                 *extent)
{
  for (guint32 i = 0; i < self->trace->n_writes; i++)
    {
      gint64 time = dwell_trace_get_write_time (self->trace, i);

      if (time >= self->begin && time <= self->end && dwell_text1_write_has_row (self, i))
        widen (extent, time);
    }
}

/* Returns how far the session that a reader finds is from the one that is written. */
static double
measure_distance (const DwellText1Writer *self,
                  const Extent           *read)
{
  return ABS ((double) read->first - (double) self->begin) +
         ABS ((double) read->last - (double) self->end);
}

static void
choose_session (DwellText1Writer *self,
                gint64            total,
                gboolean          can_write_total)
{
  Extent rows = { G_MAXINT64, G_MININT64 };
  Extent with_total;

  /* A session from 0 to TOTAL_TIME is read again as it is, so the rows need not be searched. */
  if (can_write_total && self->begin == 0 && total == self->end)
    rows = (Extent) { self->begin, self->end };
  else if (self->trace->n_file_events > 0)
    find_extent_of_events (self, &rows);
  else
    {
      find_extent_of_spans (self, &rows);
      find_extent_of_stops (self, &rows);
      find_extent_of_writes (self, &rows);
    }

  with_total = (Extent) { MIN (rows.first, 0), MAX (rows.last, total) };
  if (rows.first > rows.last)
    rows = (Extent) { 0, 0 };

  if (can_write_total && measure_distance (self, &with_total) <= measure_distance (self, &rows))
    {
      self->total_time = total;
      rows = with_total;
    }

  self->read_begin = rows.first;
  self->read_end = rows.last;
}

/**
 * dwell_text1_writer_settle_session:
 * @self: a writer that has the areas, contexts and range to write
 *
 * Determines TOTAL_TIME, and the session that a reader will find. Without a timeline, TOTAL_TIME
 * is the duration of the session, or of the range of the statistics.
 */
void
dwell_text1_writer_settle_session (DwellText1Writer *self)
{
  const DwellTrace *trace = self->trace;
  guint sections = self->settings->sections;
  gboolean is_whole = !dwell_text1_writer_has_range (self);
  gboolean is_recorded = is_whole && !self->is_filtered && trace->total_time != DWELL_TIME_NONE;
  gboolean has_timeline = (sections & DWELL_TEXT1_TIMELINE) != 0 &&
                          dwell_text1_has_timeline (trace);
  gint64 length = dwell_time_between (self->begin, self->end);
  gint64 total = is_recorded ? trace->total_time : has_timeline ? self->end : length;
  gboolean can_write = (sections & DWELL_TEXT1_INFO) != 0 && dwell_text1_has_time (trace) &&
                       dwell_template_has_macro (self->templates[DWELL_TEMPLATE_INFO_ENTRY],
                                                 DWELL_MACRO_TOTAL_TIME);

  self->total_time = DWELL_TIME_NONE;
  self->read_begin = self->begin;
  self->read_end = self->end;

  if (has_timeline)
    choose_session (self, total, can_write && total >= 0 && total <= DWELL_TIME_MAX);
  else if (can_write)
    self->total_time = total;
  else if (dwell_text1_has_time (trace) && !dwell_text1_has_timeline (trace))
    self->read_begin = self->read_end = 0;
}
