/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a comparison doubtful: shown by the command line and the window. */
#pragma once

#include "analysis/compare/dwell-costs-difference.h"
#include "analysis/compare/dwell-difference.h"
#include "analysis/compare/dwell-weight-difference.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_DOUBT_FORMATS = 1 << 0, /* the formats differ: areas are matched by their names */
  DWELL_DOUBT_PARTIAL = 1 << 1, /* one of the recordings is cut off */
  DWELL_DOUBT_LENGTHS = 1 << 2, /* the ranges differ in length by more than a fifth, and totals are
                                 * compared as they are */
  DWELL_DOUBT_MATCHED = 1 << 3, /* less than half of the base’s time has a partner */
  DWELL_DOUBT_CONTEXTS = 1 << 4, /* a context has no partner: for pages that show contexts */
  DWELL_DOUBT_PROPERTIES = 1 << 5, /* program, command line or metric differ: see
                                    * dwell_doubts_find_properties() */
  DWELL_DOUBT_UNITS = 1 << 6,   /* weights count different things */
} DwellDoubts;

guint        dwell_difference_get_doubts        (const DwellDifference       *self);
guint        dwell_weight_difference_get_doubts (const DwellWeightDifference *self);
guint        dwell_costs_difference_get_doubts  (const DwellCostsDifference  *self);
const char **dwell_doubts_find_properties       (const DwellTrace            *base,
                                                 const DwellTrace            *new)
                                                G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
