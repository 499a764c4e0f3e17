/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs the spans of an area of the base with those of its partner in the new recording.
 *
 *   counts   the starts of each in its range, as src/analysis/compare/dwell-occurrence.h counts
 *            them: a span that started before the range, or that is doubtful, has no partner
 *   equal    the same number on both sides: the n-th by begin is paired with the n-th
 *   others   by parents: the parents are paired first, in the same way, and then the children of
 *            two paired parents by the longest common order of names (dwell-common-order.h). A span
 *            that does not count, e.g. as it started before the range, is skipped as a parent in
 *            favour of the next span around it. Spans without a parent are children of the whole
 *            recording
 *
 * A pair has a difference only if both spans are complete and not clamped. Differences are new
 * minus base. */
#pragma once

#include "analysis/compare/dwell-anchors.h"

G_BEGIN_DECLS

typedef struct {
  guint32 base_span;
  guint32 new_span;
} DwellSpanPair;

typedef struct {
  /*< public, read-only >*/
  DwellAnchoredSide base;
  DwellAnchoredSide new;
  guint32           base_area;
  guint32           new_area;      /* DWELL_NONE: there is no partner */
  guint32           n_base;        /* how many spans count */
  guint32           n_new;
  gboolean          is_by_parents; /* as the counts differ */
  guint32           n_pairs;
  DwellSpanPair    *pairs;         /* by begin of the span of the base, then by number */

  /*< private >*/
  guint32          *by_new; /* (nullable): places of pairs by begin of the new span; NULL: they are
                             * in that order */
} DwellSpanPairs;

/* Differences to ignore. */
typedef struct {
  double noise;    /* 0.01: a change of less than a hundredth */
  gint64 least_ns; /* a change of less than that */
} DwellSpanNoise;

DwellSpanPairs *dwell_span_pairs_new      (const DwellAnchoredSide *base,
                                           const DwellAnchoredSide *new,
                                           const DwellMatch        *match,
                                           guint32                  base_area,
                                           GCancellable            *cancellable)
                                          G_GNUC_WARN_UNUSED_RESULT;
void            dwell_span_pairs_free     (DwellSpanPairs          *self);
guint32         dwell_span_pairs_find     (const DwellSpanPairs    *self,
                                           guint32                  span,
                                           gboolean                 is_of_base);
gboolean        dwell_span_pairs_get_difference (const DwellSpanPairs *self,
                                                 guint32               pair,
                                                 gint64               *difference_ns);
gboolean        dwell_span_pairs_differs  (const DwellSpanPairs    *self,
                                           guint32                  pair,
                                           const DwellSpanNoise    *noise);
GArray         *dwell_span_pairs_list_different (const DwellSpanPairs *self,
                                                 const DwellSpanNoise *noise,
                                                 gboolean              is_of_base,
                                                 GCancellable         *cancellable)
                                                G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellSpanPairs, dwell_span_pairs_free)

G_END_DECLS
