/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suggests requirements for what the user is looking at. A text starts with the colon after the id:
 * “: call of act <= 500 us”. */
#pragma once

#include "analysis/dwell-samples.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

char *dwell_requirement_words_of_area  (DwellReading     *reading,
                                        guint32           area,
                                        GCancellable     *cancellable) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_words_of_track (const DwellTrace *trace,
                                        guint32           track) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_words_of_limit (const DwellTrace *trace,
                                        guint32           area,
                                        DwellMeasure      measure,
                                        gint64            limit_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_words_of_percentile (const DwellTrace *trace,
                                        guint32           area,
                                        DwellMeasure      measure,
                                        double            percentile,
                                        gint64            value_ns) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_requirement_words_of_spans (DwellView        *view,
                                        const guint32    *spans,
                                        guint             n_spans) G_GNUC_WARN_UNUSED_RESULT;
char **dwell_requirement_words_of_deadlines (DwellView         *view) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
