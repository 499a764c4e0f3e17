/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths of a file of folded stacks, as one tree: a node for each chain of callers, with what
 * the stacks that end there weigh. Lines stand in any order; most begin as the one before did, and
 * cost what is new in them. No recursion: stacks may be deep. */
#pragma once

#include "core/dwell-builder.h"
#include "core/dwell-scan.h"
#include "formats/folded/dwell-folded-line.h"

G_BEGIN_DECLS

/* Frames of a stack beyond this are left out. */
#define DWELL_FOLDED_MAX_DEPTH 100000

typedef struct {
  guint32 parent; /* node, or DWELL_NONE */
  guint32 frame;  /* string */
  guint64 count;  /* of the stacks that end here */
  gint64  self;   /* what they weigh, whole */
  gint64  thousandths;
} DwellFoldedNode;

/* A frame of the stack before. */
typedef struct {
  gsize   end;  /* of the frame, in the text of the stack */
  guint32 node;
} DwellFoldedStep;

typedef struct {
  DwellStrings *strings; /* not owned */
  DwellColumn  *nodes;   /* DwellFoldedNode */
  DwellIds      children; /* nodes, by parent and frame */
  GByteArray   *text;    /* the stack before */
  GArray       *steps;   /* DwellFoldedStep: its frames */
  gint64        max_total;
  gint64        total;
  gint64        total_thousandths;
  guint64       n_stacks;
  gboolean      has_fractions;
} DwellFoldedPaths;

/* What was wrong with a stack: bits. */
typedef enum {
  DWELL_FOLDED_EMPTY_FRAME = 1 << 0, /* left out */
  DWELL_FOLDED_TOO_DEEP    = 1 << 1, /* its innermost frames were left out */
  DWELL_FOLDED_TOO_HEAVY   = 1 << 2, /* the sum would be too large: the stack was left out */
} DwellFoldedFaults;

void     dwell_folded_paths_init  (DwellFoldedPaths         *self,
                                   DwellStrings             *strings,
                                   gint64                    max_total);
void     dwell_folded_paths_clear (DwellFoldedPaths         *self);
gboolean dwell_folded_paths_add   (DwellFoldedPaths         *self,
                                   DwellScan                 stack,
                                   const DwellFoldedWeight  *weight,
                                   guint                    *faults,
                                   GError                  **error);

G_END_DECLS
