/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers questions about samples: percentiles and bins from the sorted values; cells of a picture,
 * the moving median and the contents of a box from the samples in order of time. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "analysis/dwell-samples.h"
#include "analysis/statistics/dwell-percentile.h"
#include "core/dwell-memory.h"
#include "core/dwell-search.h"

#define MIN_BINS       10
#define MAX_BINS       200
#define MIN_WINDOW     5
#define MAX_WINDOW     1001
#define SAMPLES_WINDOW 50
/* A logarithmic scale is suggested if the 99th percentile is more than this many times the 10th. */
#define LOG_SPREAD     50

/**
 * dwell_samples_get_percentile:
 * @self: samples, at least one
 * @fraction: in (0, 1]: see dwell_percentile_get_rank()
 *
 * Returns: the smallest value that at least @fraction of all values do not exceed
 */
gint64
dwell_samples_get_percentile (const DwellSamples *self,
                              double              fraction)
{
  g_return_val_if_fail (self->n > 0, 0);

  return self->sorted[dwell_percentile_get_rank (fraction, self->n)];
}

/**
 * dwell_samples_count_up_to:
 * @self: samples
 * @value: ns
 *
 * Returns: how many values are at most @value
 */
guint64
dwell_samples_count_up_to (const DwellSamples *self,
                           gint64              value)
{
  return dwell_lower_bound (i, 0, self->n, self->sorted[i] <= value);
}

/**
 * dwell_samples_get_time:
 * @self: samples, but not of a sample table
 * @i: the number of a sample
 *
 * Returns: its time, ns: the begin of its span, or the time of its write
 */
gint64
dwell_samples_get_time (const DwellSamples *self,
                        guint64             i)
{
  const DwellTrace *trace = self->trace;

  return self->places != NULL ? dwell_trace_get_track_write_time (trace, self->places[i])
                              : dwell_trace_get_span_begin (trace, self->spans[i]);
}

/* The first sample at @time or later. */
static guint64
search_time (const DwellSamples *self,
             gint64              time)
{
  return dwell_lower_bound (i, 0, self->n, dwell_samples_get_time (self, i) < time);
}

/**
 * dwell_samples_find:
 * @self: samples of spans
 * @span: a span of their trace
 * @value: (out): its sample, ns
 *
 * Returns: whether it has a sample
 */
gboolean
dwell_samples_find (const DwellSamples *self,
                    guint32             span,
                    gint64             *value)
{
  gint64 time = dwell_trace_get_span_begin (self->trace, span);

  for (guint64 i = search_time (self, time);
       i < self->n && dwell_samples_get_time (self, i) == time; i++)
    if (self->spans[i] == span)
      {
        *value = self->values[i];
        return TRUE;
      }

  return FALSE;
}

/**
 * dwell_samples_select:
 * @self: samples of spans
 * @box: ranges of time and values
 *
 * Returns: (transfer full) (element-type guint32): the spans of the samples in @box, by begin
 */
GArray *
dwell_samples_select (const DwellSamples   *self,
                      const DwellSampleBox *box)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint64 i = search_time (self, box->begin); i < self->n; i++)
    {
      if (dwell_samples_get_time (self, i) > box->end)
        break;
      if (self->values[i] >= box->low && self->values[i] <= box->high)
        g_array_append_val (spans, self->spans[i]);
    }
  return spans;
}

/**
 * dwell_sample_limits_of_deadline:
 * @measure: what is measured
 * @limit_ns: a deadline, ns, not negative; %G_MAXINT64: none
 *
 * Returns: the allowed values; jitter, which can be negative, is limited on both sides
 */
DwellSampleLimits
dwell_sample_limits_of_deadline (DwellMeasure measure,
                                 gint64       limit_ns)
{
  if (limit_ns == G_MAXINT64)
    return DWELL_SAMPLE_NO_LIMITS;

  return (DwellSampleLimits) { measure == DWELL_MEASURE_JITTER ? -limit_ns : G_MININT64, limit_ns };
}

/**
 * dwell_samples_count_beyond:
 * @self: samples
 * @limits: the allowed values
 *
 * Returns: how many values are not within @limits
 */
guint64
dwell_samples_count_beyond (const DwellSamples      *self,
                            const DwellSampleLimits *limits)
{
  guint64 n_low = limits->low > G_MININT64 ? dwell_samples_count_up_to (self, limits->low - 1) : 0;

  return n_low + self->n - dwell_samples_count_up_to (self, limits->high);
}

/**
 * dwell_samples_select_beyond:
 * @self: samples of spans
 * @limits: the allowed values
 *
 * Returns: (transfer full) (element-type guint32): the spans of the samples that are not within
 *   @limits, by begin
 */
GArray *
dwell_samples_select_beyond (const DwellSamples      *self,
                             const DwellSampleLimits *limits)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint64 i = 0; i < self->n; i++)
    if (self->values[i] > limits->high || self->values[i] < limits->low)
      g_array_append_val (spans, self->spans[i]);
  return spans;
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/**
 * dwell_samples_get_median:
 * @self: samples
 * @n_points: the maximum number of points
 *
 * Each point is the median of a window around it of a fiftieth of all samples, but at least 5 and
 * at most 1001. At the ends the window is shifted inwards so that it stays complete.
 *
 * Returns: (transfer full) (element-type DwellMedianPoint): the moving median, by time
 */
GArray *
dwell_samples_get_median (const DwellSamples *self,
                          guint               n_points)
{
  guint64 window = CLAMP (self->n / SAMPLES_WINDOW, MIN_WINDOW, MAX_WINDOW) | 1;
  GArray *points = g_array_new (FALSE, FALSE, sizeof (DwellMedianPoint));
  g_autofree gint64 *values = NULL;

  window = MIN (window, self->n);
  n_points = (guint) MIN (n_points, self->n);
  values = g_new (gint64, MAX (window, 1));

  for (guint i = 0; i < n_points; i++)
    {
      guint64 middle = n_points > 1 ? (self->n - 1) / (n_points - 1) * i +
                                      (self->n - 1) % (n_points - 1) * i / (n_points - 1)
                                    : self->n / 2;
      guint64 first = MIN (middle - MIN (middle, window / 2), self->n - window);
      DwellMedianPoint point = { .time = dwell_samples_get_time (self, middle) };

      memcpy (values, self->values + first, window * sizeof (gint64));
      qsort (values, window, sizeof (gint64), compare_values);
      point.median = values[(window - 1) / 2];
      g_array_append_val (points, point);
    }
  return points;
}

static double
place_value (gint64   value,
             gboolean is_log)
{
  return is_log ? log2 ((double) MAX (value, 1)) : (double) value;
}

/* Which of @n equal parts of [low, high] contains @at. */
static guint
find_part (double at,
           double low,
           double high,
           guint  n)
{
  double part = high > low ? (at - low) / (high - low) * n : 0;

  return (guint) CLAMP (part, 0, n - 1);
}

/**
 * dwell_samples_count_cells:
 * @self: samples
 * @box: the range of times and values that the picture shows
 * @n_columns: cells along the time, at least one
 * @n_rows: cells along the values, at least one
 * @is_log: whether values are placed by their logarithm, with values below 1 in the lowest row
 *
 * Returns: (transfer full): @n_columns × @n_rows counts, row by row from the lowest values; for
 *   dwell_big_free()
 */
guint32 *
dwell_samples_count_cells (const DwellSamples   *self,
                           const DwellSampleBox *box,
                           guint                 n_columns,
                           guint                 n_rows,
                           gboolean              is_log)
{
  guint32 *cells = dwell_big_alloc ((gsize) n_columns * n_rows * sizeof (guint32));
  double low = place_value (box->low, is_log);
  double high = place_value (box->high, is_log);
  double duration = (double) ((guint64) box->end - (guint64) box->begin);

  for (guint64 i = search_time (self, box->begin); i < self->n; i++)
    {
      gint64 time = dwell_samples_get_time (self, i);
      gint64 value = self->values[i];
      guint column;
      guint row;

      if (time > box->end)
        break;
      if (value < box->low || value > box->high)
        continue;

      column = find_part ((double) ((guint64) time - (guint64) box->begin), 0, duration, n_columns);
      row = find_part (place_value (value, is_log), low, high, n_rows);
      cells[(gsize) row * n_columns + column]++;
    }
  return cells;
}

/**
 * dwell_samples_suggest_log:
 * @self: samples
 *
 * Returns: whether a logarithmic scale suits: the 99th percentile is more than fifty times the
 *   10th, and no value is negative
 */
gboolean
dwell_samples_suggest_log (const DwellSamples *self)
{
  return self->n > 0 && self->sorted[0] >= 0 &&
         (double) dwell_samples_get_percentile (self, 0.99) >
           LOG_SPREAD * (double) MAX (dwell_samples_get_percentile (self, 0.1), 1);
}

/* Samples that share their bins; those without values are left out. */
typedef struct {
  const DwellSamples * const *samples;
  guint                       n_samples;
  gint64                      first; /* the least value of all */
  gint64                      last;
} Together;

/* The unrounded width of bins for values, or for their logarithms: the smallest that any of the
 * samples needs. */
static double
suggest_width (const Together *self,
               gboolean        is_log)
{
  double low = place_value (self->first, is_log);
  double high = place_value (self->last, is_log);
  double width = high - low;

  for (guint i = 0; i < self->n_samples; i++)
    {
      const DwellSamples *samples = self->samples[i];
      double quartiles;

      if (samples->n == 0)
        continue;

      quartiles = place_value (dwell_samples_get_percentile (samples, 0.75), is_log) -
                  place_value (dwell_samples_get_percentile (samples, 0.25), is_log);
      width = MIN (width, 2 * quartiles / cbrt ((double) samples->n));
    }

  return CLAMP (width, (high - low) / MAX_BINS, (high - low) / MIN_BINS);
}

/* The smallest of 1, 2, 5, 10, 20 … times @unit that is at least @width. */
static gint64
round_width (double width,
             gint64 unit)
{
  const gint64 steps[] = { 1, 2, 5 };

  for (gint64 power = unit; power <= G_MAXINT64 / 10; power *= 10)
    for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
      if ((double) (steps[i] * power) >= width)
        return steps[i] * power;

  return G_MAXINT64 / 10;
}

/* A bin ends before @high; but the greatest 64-bit number belongs to the last bin, since no bin can
 * follow. */
static void
add_bin (GArray         *bins,
         const Together *self,
         gint64          low,
         gint64          high)
{
  DwellBin bin = { .low = low, .high = high };

  for (guint i = 0; i < self->n_samples; i++)
    {
      const DwellSamples *samples = self->samples[i];
      guint64 before = low == G_MININT64 ? 0 : dwell_samples_count_up_to (samples, low - 1);

      bin.n += (high > self->last || high == G_MAXINT64
                  ? samples->n : dwell_samples_count_up_to (samples, high - 1)) - before;
    }

  g_array_append_val (bins, bin);
}

static void
add_linear_bins (GArray         *bins,
                 const Together *self,
                 gint64          resolution_ns)
{
  gint64 width = round_width (suggest_width (self, FALSE), MAX (resolution_ns, 1));
  gint64 over = ((self->first % width) + width) % width;
  gint64 low = self->first < G_MININT64 + over ? G_MININT64 : self->first - over;

  for (;;)
    {
      gint64 high;

      if (__builtin_add_overflow (low, width, &high))
        high = G_MAXINT64;
      add_bin (bins, self, low, high);
      if (high > self->last || high == G_MAXINT64)
        return;
      low = high;
    }
}

/* Bins of equal ratio; edges are whole multiples of the resolution, and equal edges are merged. */
static void
add_log_bins (GArray         *bins,
              const Together *self,
              gint64          resolution_ns)
{
  gint64 unit = MAX (resolution_ns, 1);
  double step = MAX (suggest_width (self, TRUE), 1.0 / 64);
  gint64 low = self->first;
  double place = floor (place_value (MAX (low, 1), TRUE) / step) * step;

  /* The logarithm may be rounded up, but the first bin must not begin above the least value. */
  if (low > 0)
    low = MIN (low, (gint64) floor (MIN (exp2 (place), 0x1p62) / (double) unit) * unit);

  for (guint i = 1; low <= self->last; i++)
    {
      double edge = exp2 (place + i * step);
      gint64 high = edge < 0x1p62 ? (gint64) ceil (edge / (double) unit) * unit : G_MAXINT64;

      if (high <= low)
        continue;
      add_bin (bins, self, low, high);
      if (high == G_MAXINT64)
        return;
      low = high;
    }
}

/**
 * dwell_samples_get_common_bins:
 * @samples: (array length=n_samples): samples
 * @n_samples: how many
 * @is_log: whether bins have equal ratios instead of equal widths; values below 1 share the first
 * @resolution_ns: all values are multiples of this
 *
 * Returns: (transfer full) (element-type DwellBin): adjacent bins with all samples, fine enough for
 *   each of @samples; empty if there are no values
 */
GArray *
dwell_samples_get_common_bins (const DwellSamples * const *samples,
                               guint                       n_samples,
                               gboolean                    is_log,
                               gint64                      resolution_ns)
{
  GArray *bins = g_array_new (FALSE, FALSE, sizeof (DwellBin));
  Together self = { samples, n_samples, G_MAXINT64, G_MININT64 };

  for (guint i = 0; i < n_samples; i++)
    if (samples[i]->n > 0)
      {
        self.first = MIN (self.first, samples[i]->sorted[0]);
        self.last = MAX (self.last, samples[i]->sorted[samples[i]->n - 1]);
      }

  if (self.first > self.last)
    return bins;

  if (is_log)
    add_log_bins (bins, &self, resolution_ns);
  else
    add_linear_bins (bins, &self, resolution_ns);
  return bins;
}

/**
 * dwell_samples_get_bins:
 * @self: samples
 * @is_log: whether bins have equal ratios instead of equal widths; values below 1 share the first
 * @resolution_ns: all values are multiples of this
 *
 * Returns: (transfer full) (element-type DwellBin): adjacent bins with all samples; empty if there
 *   are no samples
 */
GArray *
dwell_samples_get_bins (const DwellSamples *self,
                        gboolean            is_log,
                        gint64              resolution_ns)
{
  return dwell_samples_get_common_bins (&self, 1, is_log, resolution_ns);
}
