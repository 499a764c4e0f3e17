/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two recordings are in step, and where in the course of a run the new one falls behind.
 *
 *   anchor   an area that started exactly once in the ranges of both (or the first start of an area
 *            that both have): its starts are the same moment of both runs
 *   chain    the longest selection of anchors that come in the same order in both; among equally
 *            long ones, the one with the earliest times in the new recording. Anchors that are not
 *            in the chain have moved
 *   drift    of an anchor: how much later than in the base it came, both counted from the starts of
 *            their ranges. Where it rises, the new recording loses time
 *   lost     how much drift was added since the previous anchor, or since the start. Together with
 *            what was lost after the last anchor, these add up to the change of the ranges' lengths
 *
 * Between anchors time runs evenly, so that a moment of one recording has a place in the other. */
#pragma once

#include "analysis/compare/dwell-match.h"

G_BEGIN_DECLS

typedef struct {
  guint32 base_area;
  guint32 new_area;
  gint64  base_time;
  gint64  new_time;
  gint64  drift;
  gint64  lost; /* 0 for anchors that have moved */
} DwellAnchor;

typedef struct {
  const DwellTrace *trace;
  gint64            begin;
  gint64            end;      /* not before begin */
  const guint8     *contexts; /* (nullable): the contexts whose spans count */
} DwellAnchoredSide;

typedef struct {
  /*< public, read-only >*/
  DwellAnchoredSide base;
  DwellAnchoredSide new;
  guint             n_anchors;
  DwellAnchor      *anchors; /* the chain: the times of both recordings never fall */
  guint             n_moved;
  DwellAnchor      *moved;   /* sorted by time in the base */
  gint64            drift;   /* at the end: the change of the ranges' lengths */
  gint64            lost;    /* after the last anchor */

  /*< private >*/
  gint64           *firsts;  /* the first start of each area of the base, ns; or DWELL_TIME_NONE */
  gint64           *new_firsts; /* the first start of its partner */
} DwellAnchors;

DwellAnchors *dwell_anchors_new         (const DwellAnchoredSide *base,
                                         const DwellAnchoredSide *new,
                                         const DwellMatch        *match,
                                         gboolean                 takes_first,
                                         GCancellable            *cancellable)
                                        G_GNUC_WARN_UNUSED_RESULT;
DwellAnchors *dwell_anchors_copy_chain  (const DwellAnchors      *self) G_GNUC_WARN_UNUSED_RESULT;
void          dwell_anchors_free        (DwellAnchors            *self);

gboolean      dwell_anchors_get_first   (const DwellAnchors      *self,
                                         guint32                  base_area,
                                         gint64                  *base_time,
                                         gint64                  *new_time);

gint64        dwell_anchors_map         (const DwellAnchors      *self,
                                         gint64                   base_time);
gint64        dwell_anchors_map_back    (const DwellAnchors      *self,
                                         gint64                   new_time);

gboolean      _dwell_anchored_side_has_begin (const DwellAnchoredSide *side,
                                              guint32                  span,
                                              gint64                   begin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellAnchors, dwell_anchors_free)

G_END_DECLS
