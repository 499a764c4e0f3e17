/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons to doubt a comparison, as notes, each with a code for programs. They name the options of
 * dwell-cli compare that help. */
#pragma once

#include "analysis/compare/dwell-costs-difference.h"
#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

typedef struct {
  const char *code;
  char       *text;
} DwellComparisonNote;

/* The part of a recording that is compared. */
typedef struct {
  const DwellTrace *trace;
  gint64            begin;
  gint64            end;
} DwellNotedSide;

GArray *dwell_comparison_notes_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void    dwell_comparison_notes_add        (GArray                *notes,
                                           const char            *code,
                                           char                  *text);
void    dwell_comparison_notes_add_doubts (GArray                *notes,
                                           guint                  doubts,
                                           const DwellNotedSide  *base,
                                           const DwellNotedSide  *new);
void    dwell_comparison_notes_add_measured (GArray                     *notes,
                                             const DwellCostsDifference *difference);
GArray *dwell_comparison_notes_make       (const DwellDifference *difference,
                                           const DwellMatch      *match)
                                          G_GNUC_WARN_UNUSED_RESULT;
GArray *dwell_comparison_notes_make_of_costs (const DwellCostsDifference *difference)
                                             G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
