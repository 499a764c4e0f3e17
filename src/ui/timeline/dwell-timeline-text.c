/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes spans, marks, ranges and overruns in words, for screen readers and labels.
 *
 * Names come from files, so that callers must show the results as plain text, not as markup. */
#include "config.h"

#include "ui/timeline/dwell-timeline-text.h"

#include <glib/gi18n-lib.h>

#include "analysis/layout/dwell-layout.h"
#include "core/dwell-axis.h"
#include "core/dwell-text.h"

static const char *
track_name (const DwellTrace *trace,
            guint32           track)
{
  return dwell_trace_get_string (trace, trace->tracks[track].name);
}

/**
 * dwell_timeline_describe_span:
 * @trace: a trace
 * @span: a span of it
 *
 * Returns: (transfer full): “OpenStartupscreen, 3.333 s, from 1.234 s, depth 1, in thread 11”
 */
char *
dwell_timeline_describe_span (const DwellTrace *trace,
                              guint32           span)
{
  gint64 duration_ns = dwell_trace_get_span_duration (trace, span);
  g_autofree char *duration = dwell_axis_duration (trace, duration_ns);
  g_autofree char *begin = dwell_axis_place_in (trace, dwell_trace_get_span_begin (trace, span),
                                                MAX (duration_ns, trace->end - trace->begin));
  guint flags = trace->span_flags[span];
  g_autofree char *whole = NULL;

  /* Translators: a span as a screen reader says it: name, duration, start, depth, track */
  whole = g_strdup_printf (_("%s, %s, from %s, depth %u, in %s"),
                           dwell_trace_get_area_title (trace, trace->span_area[span]),
                           duration, begin, dwell_trace_get_span_depth (trace, span),
                           track_name (trace, dwell_trace_get_span_track (trace, span)));

  if ((flags & DWELL_SPAN_INCOMPLETE) != 0)
    /* Translators: %s is the description of a span */
    return g_strdup_printf (_("%s, incomplete"), whole);

  return g_steal_pointer (&whole);
}

/**
 * dwell_timeline_describe_mark:
 * @trace: a trace
 * @mark: a mark of it
 *
 * Returns: (transfer full): “Message “loaded”, at 1.234 s, in thread 11”
 */
char *
dwell_timeline_describe_mark (const DwellTrace *trace,
                              guint32           mark)
{
  g_autofree char *time = dwell_axis_place_in (trace, trace->mark_time[mark],
                                               trace->end - trace->begin);
  const char *text = dwell_trace_get_string (trace, trace->mark_text[mark]);
  const char *track = track_name (trace, trace->mark_track[mark]);

  if (trace->mark_kind[mark] == DWELL_MARK_ORPHAN_END)
    {
      guint32 area = trace->mark_area[mark];

      /* Translators: an end in the file that has no start: name, time, track */
      return g_strdup_printf (_("End of %s without a start, at %s, in %s"),
                              area != DWELL_NONE ? dwell_trace_get_area_title (trace, area) : text,
                              time, track);
    }

  /* Translators: text of a message, its time, its track */
  return g_strdup_printf (_("Message “%s”, at %s, in %s"), text, time, track);
}

/**
 * dwell_timeline_describe_range:
 * @trace: a trace
 * @begin: ns
 * @end: ns
 *
 * Counts the spans in the range, by two binary searches for each row.
 *
 * Returns: (transfer full): “12.3 ms – 48.1 ms · 35.8 ms · 12 spans”
 */
char *
dwell_timeline_describe_range (const DwellTrace *trace,
                               gint64            begin,
                               gint64            end)
{
  g_autofree char *from = dwell_axis_place_in (trace, begin, end - begin);
  g_autofree char *to = dwell_axis_place_in (trace, end, end - begin);
  g_autofree char *difference = dwell_axis_duration (trace, end - begin);
  g_autofree char *count = NULL;
  g_autofree char *spans = NULL;
  guint64 n_spans = 0;

  for (guint32 row = 0; row < trace->n_rows; row++)
    n_spans += dwell_layout_count (trace, row, begin, end);

  count = dwell_text_count (n_spans);
  /* Translators: %s is the number with the locale's separators */
  spans = g_strdup_printf (ngettext ("%s span", "%s spans", dwell_text_plural (n_spans)),
                           count);

  /* Translators: a selected range: start, end, difference, how many spans are in it */
  return g_strdup_printf (_("%s – %s · %s · %s"), from, to, difference, spans);
}

/**
 * dwell_timeline_describe_overruns:
 * @n: the number of spans and ranges of time that break a limit and are shown as one mark, in the
 *   overview or in the header of a track
 *
 * Returns: (transfer full): “3 violations here”
 */
char *
dwell_timeline_describe_overruns (guint64 n)
{
  g_autofree char *count = dwell_text_count (n);

  /* Translators: of deadlines and timing requirements */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s violation here", "%s violations here",
                                       (gulong) n), count);
}
