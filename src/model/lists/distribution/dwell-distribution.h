/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the durations, own times, periods or jitter of some areas are distributed over a view's
 * scope. The areas are the one in the view's focus and those that the user keeps beside it. Asked
 * for on workers, and only while somebody looks; an answer to an outdated question is dropped. */
#pragma once

#include "model/lists/distribution/dwell-distribution-answer.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_DISTRIBUTION_MAX_AREAS 8

#define DWELL_TYPE_DISTRIBUTION (dwell_distribution_get_type ())
G_DECLARE_FINAL_TYPE (DwellDistribution, dwell_distribution, DWELL, DISTRIBUTION, DwellQuery)

/* Signals: areas-changed, answer-changed (one came or went), deadlines-changed (those of the areas
 * may be others), selected. */
DwellDistribution *dwell_distribution_new         (void) G_GNUC_WARN_UNUSED_RESULT;
void               dwell_distribution_set_measure (DwellDistribution *self,
                                                   DwellMeasure       measure);
DwellMeasure       dwell_distribution_get_measure (DwellDistribution *self);
/* How values are placed, for as long as that is possible with them. */
void               dwell_distribution_set_scale   (DwellDistribution *self,
                                                   DwellScaleKind     scale);

/* The first follows the focus until it is kept. */
guint              dwell_distribution_get_n_areas (DwellDistribution *self);
guint32            dwell_distribution_get_area    (DwellDistribution *self,
                                                   guint              i);
gboolean           dwell_distribution_is_kept     (DwellDistribution *self,
                                                   guint              i);
/* Keeps what is in focus; false where there are as many as can be. */
gboolean           dwell_distribution_keep_area   (DwellDistribution *self,
                                                   guint32            area);
void               dwell_distribution_drop_area   (DwellDistribution *self,
                                                   guint32            area);

/* What was answered last; (nullable) (transfer none). */
DwellDistributionAnswer *
                   dwell_distribution_get_answer  (DwellDistribution *self);
/* Finds the samples of @box in one part (−1: in all) and has them be the view's hits, called
 * @label; "selected" (GArray of guint32, of the answer's trace) follows. */
void               dwell_distribution_select      (DwellDistribution    *self,
                                                   int                   part,
                                                   const DwellSampleBox *box,
                                                   const char           *label);
/* As that, what exceeds the deadlines. */
void               dwell_distribution_select_over (DwellDistribution    *self,
                                                   const char           *label);
gint64             dwell_distribution_get_part_deadline (DwellDistribution *self,
                                                         guint              part);
/* The deadline of all the areas for what is measured, as the view keeps it; false: they have
 * different ones. */
void               dwell_distribution_set_deadline (DwellDistribution   *self,
                                                    gint64               limit_ns);
gboolean           dwell_distribution_get_deadline (DwellDistribution   *self,
                                                    gint64              *limit_ns);

const char        *dwell_measure_get_title (DwellMeasure measure);

G_END_DECLS
