/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths of a file of folded stacks, as one tree: a node for each chain of callers, with the
 * weight of the stacks that end there. Lines may be in any order; most begin like the previous one,
 * and take time only for what is new in them. Nothing is recursive, because stacks may be deep. */
#pragma once

#include "core/dwell-builder.h"
#include "formats/folded/dwell-folded-line.h"

G_BEGIN_DECLS

typedef struct {
  guint32 parent; /* node, or DWELL_NONE */
  guint32 frame;  /* string */
  guint64 count;  /* of stacks that end here */
  gint64  self;   /* their weight, in thousandths */
} DwellFoldedNode;

typedef struct {
  DwellColumn  *nodes;     /* DwellFoldedNode */
  DwellIds      children;  /* nodes, by parent and frame */
  GArray       *stack;     /* guint32: strings: the frames of the previous stack */
  GArray       *path;      /* guint32: their nodes, as far as needed */
  gint64        max_total; /* thousandths; likewise the next */
  gint64        total;
  guint64       n_stacks;
  gboolean      has_fractions;
} DwellFoldedPaths;

void     dwell_folded_paths_init  (DwellFoldedPaths         *self,
                                   gint64                    max_total);
void     dwell_folded_paths_clear (DwellFoldedPaths         *self);
gboolean dwell_folded_paths_add   (DwellFoldedPaths         *self,
                                   guint                     n_common,
                                   const guint32            *frames,
                                   guint                     n_frames,
                                   const DwellFoldedWeight  *weight,
                                   gboolean                 *is_too_heavy,
                                   GError                  **error);

G_END_DECLS
