/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dwell-cli compare prints before its rows: figures of the whole, and reasons to doubt
 * them. */
#pragma once

#include "cli/cli-compare.h"

G_BEGIN_DECLS

typedef struct {
  const DwellCliPair *pair;
  const DwellFigure  *total;
  const char         *base_unit; /* of the total; NULL: ns */
  const char         *new_unit;
  const guint        *n_verdicts;
  DwellVerdict        verdict;
  gboolean            is_of_one; /* both are one range of one recording: nothing differs */
  const char         *unit;    /* (nullable): of the measure */
  const char         *per;     /* (nullable): what it is divided by */
  double              geomean; /* NAN: none */
  double              base_matched; /* negative: none */
  double              new_matched;
  const GPtrArray    *answers; /* DwellCliGateAnswer */
  GArray             *notes;   /* DwellComparisonNote */
} DwellCliSummary;

void  _dwell_cli_summary_tell (const DwellCliSummary *self,
                               DwellCliRows          *rows,
                               guint                  n_hidden);

G_END_DECLS
