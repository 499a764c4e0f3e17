/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which span of an area of the base is which of its partner in the new recording.
 *
 *   counts   the begins of either in its range, as src/analysis/compare/dwell-occurrence.h counts
 *            them: a span that began before, or that is doubtful, has no partner
 *   equal    as many of both: the n-th by begin is the n-th
 *   others   by parents: the parents are paired first, in the same way, and in two that are one
 *            their children by the longest common order of names (dwell-common-order.h). What does
 *            not count itself, as what began before the range, is no parent: what is in it is taken
 *            to be in what is around it. Without any, all of a recording is the parent
 *
 * Only two spans of which all is known have a difference: complete ones, and not clamped.
 * Differences are of the new less the base. */
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
  guint32           n_base;        /* how many count */
  guint32           n_new;
  gboolean          is_by_parents; /* for the counts differ */
  guint32           n_pairs;
  DwellSpanPair    *pairs;         /* by begin of the span of the base, and number */

  /*< private >*/
  guint32          *by_new; /* (nullable): places of pairs by begin of the new; NULL: as they are */
} DwellSpanPairs;

/* What of a difference is none. */
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
