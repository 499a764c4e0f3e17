/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The n-th time that something happens in a range of a recording: that a span of an area begins,
 * whatever its context, or that a mark has a text. The n-th of one recording stands beside the n-th
 * of another. Spans whose begin was not recorded do not count, for they began before. */
#pragma once

#include "analysis/compare/dwell-anchors.h"

G_BEGIN_DECLS

typedef struct {
  guint32     area;   /* of spans; DWELL_NONE: of marks */
  const char *text;   /* (nullable): of marks */
  guint       number; /* from 0 */
} DwellOccurrence;

gboolean dwell_occurrence_of_span   (DwellOccurrence         *self,
                                     const DwellAnchoredSide *side,
                                     guint32                  span,
                                     GCancellable            *cancellable);
gboolean dwell_occurrence_of_mark   (DwellOccurrence         *self,
                                     const DwellAnchoredSide *side,
                                     guint32                  mark,
                                     GCancellable            *cancellable);
gint64   dwell_occurrence_find_time (const DwellOccurrence   *self,
                                     const DwellAnchoredSide *side,
                                     GCancellable            *cancellable);

G_END_DECLS
