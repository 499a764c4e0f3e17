/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows how the durations, self times, periods or jitter of some areas are distributed over a
 * view's scope. The areas are the focused one and those that the user keeps beside it. They are
 * areas of spans, or of derived tracks, whose values take the place of a measure. Answers are made
 * on workers, and only while a widget shows them; an answer to an outdated question is dropped. */
#pragma once

#include "model/lists/distribution/dwell-distribution-answer.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_DISTRIBUTION_MAX_AREAS 8

#define DWELL_TYPE_DISTRIBUTION (dwell_distribution_get_type ())
G_DECLARE_FINAL_TYPE (DwellDistribution, dwell_distribution, DWELL, DISTRIBUTION, DwellQuery)

/* Signals: areas-changed, answer-changed (also when the answer was dropped), deadlines-changed
 * (deadlines of the areas may have changed), selected. */

DwellDistribution *dwell_distribution_new         (void) G_GNUC_WARN_UNUSED_RESULT;
void               dwell_distribution_set_measure (DwellDistribution *self,
                                                   DwellMeasure       measure);
DwellMeasure       dwell_distribution_get_measure (DwellDistribution *self);
void               dwell_distribution_set_scale   (DwellDistribution *self,
                                                   DwellScaleKind     scale);

gboolean           dwell_distribution_is_derived  (DwellDistribution *self);
guint              dwell_distribution_get_n_areas (DwellDistribution *self);
guint32            dwell_distribution_get_left_out (DwellDistribution *self);
guint32            dwell_distribution_get_area    (DwellDistribution *self,
                                                   guint              i);
gboolean           dwell_distribution_is_kept     (DwellDistribution *self,
                                                   guint              i);
gboolean           dwell_distribution_keep_area   (DwellDistribution *self,
                                                   guint32            area);
void               dwell_distribution_drop_area   (DwellDistribution *self,
                                                   guint32            area);

DwellDistributionAnswer *
                   dwell_distribution_get_answer  (DwellDistribution *self);
void               dwell_distribution_select      (DwellDistribution    *self,
                                                   int                   part,
                                                   const DwellSampleBox *box,
                                                   const char           *label);
void               dwell_distribution_select_over (DwellDistribution    *self,
                                                   const char           *label);
DwellSampleLimits  dwell_distribution_get_part_limits (DwellDistribution *self,
                                                       guint              part);
void               dwell_distribution_set_deadline (DwellDistribution   *self,
                                                    gint64               limit_ns);
gboolean           dwell_distribution_get_deadline (DwellDistribution   *self,
                                                    gint64              *limit_ns);

G_END_DECLS
