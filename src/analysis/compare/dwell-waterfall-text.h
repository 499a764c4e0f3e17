/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words beside the steps of a waterfall. */
#pragma once

#include "analysis/compare/dwell-waterfall.h"

G_BEGIN_DECLS

typedef struct {
  char *name;
  char *value; /* a change with its sign; for a whole recording, its time */
  char *note;  /* “×1.31”, or that only one recording has it; "" for no text */
} DwellWaterfallText;

const DwellDifferenceRow *
       dwell_waterfall_get_row     (const DwellWaterfall  *self,
                                    const DwellDifference *difference,
                                    guint                  step);
GArray *dwell_waterfall_make_texts (const DwellWaterfall  *self,
                                    const DwellDifference *difference) G_GNUC_WARN_UNUSED_RESULT;
char  *dwell_waterfall_describe_cut (const DwellWaterfall *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
