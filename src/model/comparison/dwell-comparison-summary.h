/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison in words: what changed, and why the result may be doubtful. */
#pragma once

#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

/* The figures of two recordings that have names. */
typedef struct {
  const char        *base_name;
  const char        *new_name;
  const DwellFigure *total;
  const char        *base_unit; /* (nullable): ns */
  const char        *new_unit;  /* (nullable): ns */
  DwellVerdict       verdict;
  gboolean           is_of_one; /* both are one range of one recording, so nothing differs */
} DwellNamedTotal;

char *dwell_comparison_summary_make        (const DwellDifference *difference)
                                           G_GNUC_WARN_UNUSED_RESULT;
char *dwell_comparison_summary_count       (const char            *measure,
                                            const guint            n_verdicts[DWELL_N_VERDICTS])
                                           G_GNUC_WARN_UNUSED_RESULT;
char *dwell_comparison_summary_make_named  (const DwellNamedTotal *self)
                                           G_GNUC_WARN_UNUSED_RESULT;
char *dwell_comparison_summary_hidden      (guint                  n_hidden)
                                           G_GNUC_WARN_UNUSED_RESULT;
char *dwell_comparison_summary_make_doubts (const DwellDifference *difference)
                                           G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
