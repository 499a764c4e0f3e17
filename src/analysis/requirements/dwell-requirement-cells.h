/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of requirements, as cells of a table. */
#pragma once

#include "analysis/dwell-columns.h"
#include "analysis/requirements/dwell-requirements.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_REQUIREMENT_VERDICT,
  DWELL_REQUIREMENT_ID,
  DWELL_REQUIREMENT_TEXT,
  DWELL_REQUIREMENT_SUBJECT,
  DWELL_REQUIREMENT_VIOLATIONS,
  DWELL_REQUIREMENT_SAMPLES,
  DWELL_REQUIREMENT_UNDECIDED,
  DWELL_REQUIREMENT_VALUE,
  DWELL_REQUIREMENT_MIN,
  DWELL_REQUIREMENT_MAX,
  DWELL_REQUIREMENT_MARGIN,
  DWELL_REQUIREMENT_REASON,
  DWELL_REQUIREMENT_SEVERITY,
  DWELL_REQUIREMENT_BECAUSE,
  DWELL_REQUIREMENT_LINE,
  DWELL_N_REQUIREMENT_COLUMNS,
} DwellRequirementColumn;

extern const DwellColumnInfo dwell_requirement_columns[DWELL_N_REQUIREMENT_COLUMNS];

DwellCellValue dwell_requirement_result_get_cell (const DwellRequirementResult *self,
                                                  DwellRequirementColumn        column);
const char    *dwell_outcome_get_title           (DwellOutcome                  self);
const char    *dwell_requirement_reason_get_title (const char                   *reason);
const char    *dwell_requirement_get_reason      (const DwellRequirementResult *self);

G_END_DECLS
