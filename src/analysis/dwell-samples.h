/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples: one figure for each span of one or several areas in a range of time (how long it lasted,
 * or how long after the previous one it began), to study their distribution.
 *
 *   call    begin to end, of complete spans wholly inside the range
 *   net     own time of the same spans, where it has a meaning
 *   period  from the previous begin to its begin, over recorded begins of its area inside the range
 *   jitter  a period minus the median of its area's periods in the whole trace, whatever the range;
 *           negative if the span came early
 * Doubtful spans have no samples. If there are several areas, each has its own periods.
 *
 * The values of a derived track of times, e.g. the samples of a requirement, are samples, too: one
 * for each known value. */
#pragma once

#include "analysis/statistics/dwell-statistics.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_MEASURE_CALL,
  DWELL_MEASURE_NET,
  DWELL_MEASURE_PERIOD,
  DWELL_MEASURE_JITTER,
  DWELL_N_MEASURES,
} DwellMeasure;

/* Immutable. The time of a sample is the begin of its span, or the time of its write. */
typedef struct {
  DwellTrace    *trace;
  DwellMeasure   measure;
  guint64        n;
  const guint32 *spans;  /* in order of begin; NULL if from a sample table */
  const guint32 *places; /* for samples of tracks, instead of spans: places in track_writes */
  const gint64  *values; /* ns, by the same index */
  const gint64  *sorted; /* the values, rising */

  /*< private >*/
  gatomicrefcount ref_count;
} DwellSamples;

/* A rectangle of samples: times and values from … to, both inclusive. */
typedef struct {
  gint64 begin;
  gint64 end;
  gint64 low;
  gint64 high;
} DwellSampleBox;

/* The allowed values, both limits inclusive; G_MININT64 and G_MAXINT64: no limit on that side. */
typedef struct {
  gint64 low;
  gint64 high;
} DwellSampleLimits;

#define DWELL_SAMPLE_NO_LIMITS ((DwellSampleLimits) { G_MININT64, G_MAXINT64 })

static inline gboolean
dwell_sample_limits_exist (const DwellSampleLimits *self)
{
  return self->low != G_MININT64 || self->high != G_MAXINT64;
}

typedef struct {
  gint64 time;   /* ns; the time of the sample in the middle */
  gint64 median; /* ns; the median of the samples around it */
} DwellMedianPoint;

DwellSamples *dwell_samples_new   (DwellStatisticsIndex *index,
                                   const guint32        *areas,
                                   guint                 n_areas,
                                   guint32               context,
                                   gint64                begin,
                                   gint64                end,
                                   DwellMeasure          measure,
                                   GCancellable         *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellSamples *dwell_samples_new_of_tracks (DwellTrace    *trace,
                                   const guint32        *tracks,
                                   guint                 n_tracks,
                                   gint64                begin,
                                   gint64                end,
                                   GCancellable         *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellSamples *dwell_samples_ref   (DwellSamples         *self);
void          dwell_samples_unref (DwellSamples         *self);

gboolean      dwell_samples_has_track      (const DwellTrace   *trace,
                                            guint32             track);
gint64        dwell_samples_get_time       (const DwellSamples *self,
                                            guint64             i);
gint64        dwell_samples_get_percentile (const DwellSamples *self,
                                            double              fraction);
guint64       dwell_samples_count_up_to    (const DwellSamples *self,
                                            gint64              value);
gboolean      dwell_samples_find           (const DwellSamples *self,
                                            guint32             span,
                                            gint64             *value);
DwellSampleLimits
              dwell_sample_limits_of_deadline (DwellMeasure     measure,
                                            gint64              limit_ns);
DwellSampleLimits
              dwell_sample_limits_of_track (const DwellTrace   *trace,
                                            guint32             track,
                                            double              low,
                                            double              high);
guint64       dwell_samples_count_beyond   (const DwellSamples      *self,
                                            const DwellSampleLimits *limits);
GArray       *dwell_samples_select_beyond  (const DwellSamples      *self,
                                            const DwellSampleLimits *limits)
                                           G_GNUC_WARN_UNUSED_RESULT;
GArray       *dwell_samples_select         (const DwellSamples   *self,
                                            const DwellSampleBox *box) G_GNUC_WARN_UNUSED_RESULT;
GArray       *dwell_samples_get_median     (const DwellSamples *self,
                                            guint               n_points) G_GNUC_WARN_UNUSED_RESULT;
guint32      *dwell_samples_count_cells    (const DwellSamples   *self,
                                            const DwellSampleBox *box,
                                            guint                 n_columns,
                                            guint                 n_rows,
                                            gboolean              is_log)
                                           G_GNUC_WARN_UNUSED_RESULT;
gboolean      dwell_samples_suggest_log    (const DwellSamples *self);

DwellSamples *_dwell_samples_new_of_values (DwellTrace         *trace,
                                            DwellMeasure        measure,
                                            gint64             *values,
                                            gint64             *sorted,
                                            guint64             n) G_GNUC_WARN_UNUSED_RESULT;

/* Bins chosen from the data: the width is by Freedman and Diaconis (1981), rounded to 1, 2 or 5
 * times a power of ten that is a multiple of @resolution_ns, so that no bin is empty just because
 * the clock is coarse. */
typedef struct {
  gint64  low;  /* ns, inclusive */
  gint64  high; /* ns, exclusive, except in the last bin, which includes the largest value */
  guint64 n;
} DwellBin;

GArray       *dwell_samples_get_bins       (const DwellSamples *self,
                                            gboolean            is_log,
                                            gint64              resolution_ns)
                                           G_GNUC_WARN_UNUSED_RESULT;
GArray       *dwell_samples_get_common_bins (const DwellSamples * const *samples,
                                            guint                       n_samples,
                                            gboolean                    is_log,
                                            gint64                      resolution_ns)
                                           G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSamples, dwell_samples_unref)

G_END_DECLS
