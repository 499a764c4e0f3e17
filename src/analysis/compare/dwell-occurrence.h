/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The n-th time that something happens in a range of a recording: a span of an area starts, in any
 * context, or a mark with a text occurs. The n-th of one recording corresponds to the n-th of
 * another. Spans whose start was not recorded do not count, since they started earlier. */
#pragma once

#include "analysis/compare/dwell-anchors.h"

G_BEGIN_DECLS

typedef struct {
  guint32     area;   /* for spans; DWELL_NONE: for marks */
  const char *text;   /* (nullable): for marks */
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
