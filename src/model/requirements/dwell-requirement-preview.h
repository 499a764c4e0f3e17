/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of one line of a file of requirements while it is edited: what is wrong in it, or
 * whether the trace of the view meets it. If only its limit has changed, the result is known at
 * once. */
#pragma once

#include "analysis/requirements/dwell-requirement-samples.h"
#include "model/lists/dwell-query.h"

G_BEGIN_DECLS

#define DWELL_TYPE_REQUIREMENT_PREVIEW (dwell_requirement_preview_get_type ())
G_DECLARE_FINAL_TYPE (DwellRequirementPreview, dwell_requirement_preview, DWELL,
                      REQUIREMENT_PREVIEW, DwellQuery)

/* Signal: changed (there is another answer). */

DwellRequirementPreview *
             dwell_requirement_preview_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void         dwell_requirement_preview_set_line     (DwellRequirementPreview *self,
                                                     GBytes                  *text,
                                                     guint                    line,
                                                     const char              *above,
                                                     const char              *sentence);
const char  *dwell_requirement_preview_get_fault    (DwellRequirementPreview *self);
gboolean     dwell_requirement_preview_get_place    (DwellRequirementPreview *self,
                                                     guint                   *begin,
                                                     guint                   *end);
const GPtrArray *
             dwell_requirement_preview_get_results  (DwellRequirementPreview *self);
const DwellRequirementSamples *
             dwell_requirement_preview_get_samples  (DwellRequirementPreview *self);
gboolean     dwell_requirement_preview_is_good      (DwellRequirementPreview *self);
char        *dwell_requirement_preview_describe     (DwellRequirementPreview *self)
                                                    G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
