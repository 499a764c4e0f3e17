/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a block, parsed on any thread. Most stacks begin like the previous one: only the
 * frames after the common ones are kept, as numbers. */
#pragma once

#include "formats/common/dwell-lines.h"
#include "formats/common/dwell-text-numbers.h"
#include "formats/folded/dwell-folded-line.h"

G_BEGIN_DECLS

/* Frames of a stack beyond this number are left out. */
#define DWELL_FOLDED_MAX_DEPTH 100000

/* What was wrong with a stack: bits. */
typedef enum {
  DWELL_FOLDED_EMPTY_FRAME = 1 << 0, /* empty frames were left out */
  DWELL_FOLDED_TOO_DEEP    = 1 << 1, /* its innermost frames were left out */
} DwellFoldedFaults;

/* A line that is not empty. */
typedef struct {
  DwellScan         comment;
  DwellFoldedWeight weight;
  guint32           line;     /* in the block, from 0 */
  guint32           n_common; /* outermost frames that it shares with the previous stack */
  guint32           n_frames; /* frames after them */
  guint8            kind;     /* DwellFoldedLineKind */
  guint8            is_exact;
  guint8            faults;   /* DwellFoldedFaults */
} DwellFoldedEntry;

typedef struct {
  GArray           *entries; /* DwellFoldedEntry */
  GArray           *frames;  /* guint32: numbers of texts; the frames of one entry after another */
  DwellTextNumbers  texts;
} DwellFoldedBlock;

DwellFoldedBlock *dwell_folded_block_new  (const DwellBlock *block,
                                           guint             n_columns,
                                           guint             column) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_folded_block_free (DwellFoldedBlock *self);

G_END_DECLS
