/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that pair spans. */
#pragma once

#include "analysis/compare/dwell-span-pairs.h"

G_BEGIN_DECLS

/* After this many spans a walk checks whether it was cancelled. */
#define _DWELL_SPANS_A_LOOK 1048576u

/* The spans that count of some areas: area after area, those of each area by begin. */
typedef struct {
  guint32  n_areas;
  guint32 *first; /* by number of the area, and one more */
  guint32 *spans;
} DwellSpanLists;

/* dwell-span-pairs.c */
gboolean _dwell_span_lists_init  (DwellSpanLists          *self,
                                  const DwellAnchoredSide *side,
                                  const guint32           *numbers,
                                  guint32                  n_areas,
                                  GCancellable            *cancellable);
void     _dwell_span_lists_clear (DwellSpanLists          *self);
gboolean _dwell_span_lists_sort  (const DwellTrace        *trace,
                                  guint32                 *spans,
                                  guint32                  n);

/* dwell-span-parents.c */
guint32 *_dwell_span_parents_pair (const DwellSpanPairs   *pairs,
                                   const DwellMatch       *match,
                                   const DwellSpanLists   *of_base,
                                   GCancellable           *cancellable) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
