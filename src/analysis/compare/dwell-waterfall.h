/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the total of one recording becomes that of another, in steps: the rows that changed most,
 * then the sums of all other rows that are new, gone or changed. Own times add up, so each step
 * begins where the previous one ends. */
#pragma once

#include "analysis/compare/dwell-difference.h"

G_BEGIN_DECLS

/* Rows that have a step of their own. */
#define DWELL_WATERFALL_ROWS 5

typedef enum {
  DWELL_STEP_BASE,    /* the whole of the base, from 0 */
  DWELL_STEP_ROW,
  DWELL_STEP_NEW,     /* other rows that only the new recording has */
  DWELL_STEP_GONE,    /* other rows that only the base has */
  DWELL_STEP_CHANGED, /* other rows of both */
  DWELL_STEP_WHOLE,   /* the whole of the new recording, from 0 */
} DwellStepKind;

typedef struct {
  DwellStepKind   kind;
  guint           row;    /* for DWELL_STEP_ROW: the row's number in the difference */
  guint           n_rows; /* rows that the step sums up */
  DwellSignedWide begin;  /* ns */
  DwellSignedWide end;
} DwellWaterfallStep;

typedef struct {
  guint              n_steps;
  DwellWaterfallStep steps[DWELL_WATERFALL_ROWS + 5];
  DwellSignedWide    low; /* ns: the limits of the picture's axis; low is 0 where changes are
                           * large */
  DwellSignedWide    high;
} DwellWaterfall;

void dwell_waterfall_make (DwellWaterfall        *self,
                           const DwellDifference *difference);

G_END_DECLS
