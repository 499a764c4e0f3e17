/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a block, parsed on any thread. Equal frames have one number, so that the meaning of
 * a frame is looked up only once per block. */
#pragma once

#include "formats/common/dwell-lines.h"
#include "formats/common/dwell-text-numbers.h"
#include "formats/perf-script/dwell-perf-line.h"

G_BEGIN_DECLS

typedef struct {
  guint32 kind : 3;   /* DwellPerfKind */
  guint32 index : 29; /* of the head, frame, source or comment */
  guint32 line;       /* in the block, from 0 */
} DwellPerfEntry;

typedef struct {
  GArray *entries;  /* DwellPerfEntry */
  GArray *heads;    /* DwellPerfHead; like all texts, theirs point into the block */
  GArray *frames;   /* DwellPerfFrame: each different one once */
  GArray *sources;  /* DwellPerfSource */
  GArray *comments; /* DwellScan */

  /*< private >*/
  DwellTextNumbers texts; /* of frames, with the same numbers */
} DwellPerfBlock;

DwellPerfBlock *dwell_perf_block_new  (const DwellBlock *block) G_GNUC_WARN_UNUSED_RESULT;
void            dwell_perf_block_free (DwellPerfBlock   *self);

G_END_DECLS
