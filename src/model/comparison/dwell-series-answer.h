/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recordings of a series or of groups, read and compared on a worker: private to this
 * folder. */
#pragma once

#include "analysis/compare/dwell-recordings-cells.h"
#include "model/comparison/dwell-comparison-options.h"

G_BEGIN_DECLS

typedef struct {
  gatomicrefcount  ref_count;
  DwellReading    *reading;    /* of the view; has statistics */
  GPtrArray       *files;      /* GFile: the others */
  char            *title;      /* of the view's own recording */
  DwellCompared    by;
  guint            n_base;     /* how many recordings are the base; 0: a series */
  guint            reference;  /* of a series: see dwell_series_get_reference() */
  DwellRecordings *recordings; /* NULL: failed or cancelled */
  char            *problem;    /* (nullable): why it failed; NULL without recordings: cancelled */
} DwellSeriesAnswer;

DwellSeriesAnswer *_dwell_series_answer_new    (DwellView         *view) G_GNUC_WARN_UNUSED_RESULT;
gboolean           _dwell_series_answer_equal  (DwellSeriesAnswer *self,
                                                DwellSeriesAnswer *other);
void               _dwell_series_answer_run    (DwellSeriesAnswer *self,
                                                GCancellable      *cancellable);
char              *_dwell_series_answer_name   (DwellSeriesAnswer *self,
                                                guint              place)
                                               G_GNUC_WARN_UNUSED_RESULT;
DwellSeriesAnswer *_dwell_series_answer_ref    (DwellSeriesAnswer *self);
void               _dwell_series_answer_unref  (DwellSeriesAnswer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSeriesAnswer, _dwell_series_answer_unref)

G_END_DECLS
