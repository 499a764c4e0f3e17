/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times or numbers of samples as text, as the axis of a trace counts them. */
#include "config.h"

#include "core/dwell-axis.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-text.h"

static gboolean
counts_samples (const DwellTrace *trace)
{
  return trace != NULL && trace->axis == DWELL_AXIS_SAMPLES;
}

/* The largest time of the trace, not of what is in view, so that a time reads the same
 * everywhere. */
static gint64
get_largest (const DwellTrace *trace)
{
  if (trace == NULL)
    return G_MAXINT64;

  return MAX (trace->end, trace->begin < 0 ? -MAX (trace->begin, -G_MAXINT64) : trace->begin);
}

/* Numbers can be negative: there is a margin left of the start of the axis. */
static char *
make_number (gint64 number)
{
  g_autofree char *count = dwell_text_count ((guint64) ABS (number));

  return number < 0 ? g_strconcat ("−", count, NULL) : g_steal_pointer (&count);
}

/**
 * dwell_axis_time:
 * @trace: (nullable): the trace that has the axis; %NULL for an axis of time
 * @time: a place on it, ns
 * @resolution: ns, as for dwell_text_time()
 *
 * Returns: (transfer full): the place as text, “1.234 567 s” or “sample 12”; all places of a trace
 *   are in one unit
 */
char *
dwell_axis_time (const DwellTrace *trace,
                 gint64            time,
                 gint64            resolution)
{
  g_autofree char *number = NULL;

  if (!counts_samples (trace))
    return dwell_text_time (time, resolution, get_largest (trace));

  number = make_number (time);
  /* Translators: a place on an axis that counts samples; %s is a number */
  return g_strdup_printf (_("sample %s"), number);
}

/**
 * dwell_axis_place_in:
 * @trace: (nullable): the trace that has the axis; %NULL for an axis of time
 * @time: a place on it, ns
 * @length: the length of the range that the place lies in, ns
 *
 * Returns: (transfer full): the place as text, with enough digits to distinguish places in the
 *   range: to a thousandth of @length or finer
 */
char *
dwell_axis_place_in (const DwellTrace *trace,
                     gint64            time,
                     gint64            length)
{
  gint64 resolution = 1;

  while (resolution <= length / 10000)
    resolution *= 10;

  return dwell_axis_time (trace, time, resolution);
}

/**
 * dwell_axis_duration:
 * @trace: (nullable): the trace that has the axis; %NULL for an axis of time
 * @duration: a length on it, ns
 *
 * Returns: (transfer full): the length as text: “12.34 ms”, “12 samples”
 */
char *
dwell_axis_duration (const DwellTrace *trace,
                     gint64            duration)
{
  g_autofree char *number = NULL;

  if (!counts_samples (trace))
    return dwell_text_duration (duration);

  number = make_number (duration);
  return g_strdup_printf (ngettext ("%s sample", "%s samples",
                                     dwell_text_plural ((guint64) ABS (duration))), number);
}

/**
 * dwell_axis_range:
 * @trace: (nullable): the trace that has the axis; %NULL for an axis of time
 * @begin: start of a range, ns
 * @end: its end, ns
 *
 * Returns: (transfer full): the range as text: “1.2 s – 3.4 s, 2.2 s”
 */
char *
dwell_axis_range (const DwellTrace *trace,
                  gint64            begin,
                  gint64            end)
{
  g_autofree char *begin_text = dwell_axis_place_in (trace, begin, end - begin);
  g_autofree char *end_text = dwell_axis_place_in (trace, end, end - begin);
  g_autofree char *length = dwell_axis_duration (trace, end - begin);

  /* Translators: begin, end and length of a stretch of time */
  return g_strdup_printf (_("%s – %s, %s"), begin_text, end_text, length);
}

/**
 * dwell_axis_tick:
 * @trace: (nullable): the trace that has the axis; %NULL for an axis of time
 * @time: a place on it, ns
 * @step: the distance of two ticks, ns
 * @largest: the largest of all places with a label, ns
 *
 * Returns: (transfer full): the label of a ruler: “2.5 µs”, “12”
 */
char *
dwell_axis_tick (const DwellTrace *trace,
                 gint64            time,
                 gint64            step,
                 gint64            largest)
{
  return counts_samples (trace) ? make_number (time) : dwell_text_tick (time, step, largest);
}
