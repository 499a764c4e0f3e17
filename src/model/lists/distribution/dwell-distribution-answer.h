/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a distribution, for all areas together and for each, ready to be drawn. It is
 * immutable and reference-counted. */
#pragma once

#include "analysis/dwell-samples.h"

G_BEGIN_DECLS

/* More samples than this are shown as cells of a picture rather than as dots. */
#define DWELL_DISTRIBUTION_MAX_DOTS 4000
#define DWELL_DISTRIBUTION_COLUMNS  320
#define DWELL_DISTRIBUTION_ROWS     120

typedef struct {
  guint32       area;
  DwellSamples *samples;
  GArray       *bins;   /* DwellBin: the same bounds in all parts, each with its own counts */
  GArray       *median; /* DwellMedianPoint */
  guint32      *cells;  /* DWELL_DISTRIBUTION_COLUMNS × _ROWS of the answer's box, or NULL */
} DwellDistributionPart;

typedef struct {
  DwellTrace            *trace;
  DwellMeasure           measure;
  gboolean               is_derived; /* of derived tracks: measure does not matter */
  gint64                 begin; /* ns, the scope */
  gint64                 end;
  gboolean               is_log;
  DwellSamples          *all;
  DwellSampleBox         box;   /* of all samples */
  guint                  n_parts;
  DwellDistributionPart *parts;

  /*< private >*/
  gatomicrefcount ref_count;
} DwellDistributionAnswer;

typedef enum {
  DWELL_SCALE_AUTOMATIC,
  DWELL_SCALE_LINEAR,
  DWELL_SCALE_LOGARITHMIC,
} DwellScaleKind;

typedef struct {
  DwellStatisticsIndex *index;
  GArray               *areas; /* guint32 */
  DwellMeasure          measure;
  gint64                begin;
  gint64                end;
  DwellScaleKind        scale;
  gint64                resolution_ns;
} DwellDistributionQuestion;

const char              *dwell_measure_get_title         (DwellMeasure  measure);
guint32                  dwell_distribution_find_heaviest (DwellStatisticsIndex *index,
                                                           gint64        begin,
                                                           gint64        end,
                                                           GCancellable *cancellable);
DwellDistributionAnswer *dwell_distribution_answer_new   (const DwellDistributionQuestion *question,
                                                          GCancellable *cancellable)
                                                         G_GNUC_WARN_UNUSED_RESULT;
const char              *dwell_distribution_answer_get_title (const DwellDistributionAnswer *self);
DwellDistributionAnswer *dwell_distribution_answer_ref   (DwellDistributionAnswer *self);
void                     dwell_distribution_answer_unref (DwellDistributionAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellDistributionAnswer, dwell_distribution_answer_unref)

G_END_DECLS
