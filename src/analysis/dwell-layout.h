/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row layout: which bars a row shows in a viewport of so many pixels, at a cost that depends on the
 * pixels, not on the spans.
 *
 * Per row a pyramid of buckets of 2ᵏ ns holds how much of the bucket is covered and by which span
 * most; a row with fewer spans in view than pixels is walked exactly. Nothing is ever lost: a span
 * narrower than a pixel is part of a folded bar, which says so. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* A bar, in pixels from the viewport's left edge; first < last, may be clipped at the edges. */
typedef struct {
  float   x0;
  float   x1;
  guint32 span;     /* this bar's span; in a folded bar the one that covers most */
  guint8  is_folded; /* stands for several spans, or for one too narrow to be drawn to scale */
  guint8  coverage; /* 0…255: how much of a folded bar is covered at all */
} DwellBar;

typedef struct _DwellLayoutIndex DwellLayoutIndex;

/* NULL only when cancelled. Keeps a reference on @trace. */
DwellLayoutIndex *dwell_layout_index_new   (DwellTrace       *trace,
                                            GCancellable     *cancellable) G_GNUC_WARN_UNUSED_RESULT;
DwellLayoutIndex *dwell_layout_index_ref   (DwellLayoutIndex *self);
void              dwell_layout_index_unref (DwellLayoutIndex *self);

/* Appends the bars of @row to @bars (of DwellBar), left to right, for the time [begin, end) shown on
 * @width pixels. Folded bars are at least @min_width pixels wide (3 is a good value), and at most
 * width / min_width + 2 bars are made beside those of spans wide enough to be drawn to scale. */
void     dwell_layout_row (DwellLayoutIndex *self,
                           guint32           row,
                           gint64            begin,
                           gint64            end,
                           double            width,
                           double            min_width,
                           GArray           *bars);
/* How much of the time of each of @n_columns columns is covered, 0…1, summed over the rows of a
 * track and clipped at 1: the overview's activity. */
void     dwell_layout_coverage (DwellLayoutIndex *self,
                                guint32           track,
                                gint64            begin,
                                gint64            end,
                                guint             n_columns,
                                float            *coverage);

/* How many spans of @row lie at least partly in [begin, end). */
guint32  dwell_layout_count   (const DwellTrace *trace,
                               guint32           row,
                               gint64            begin,
                               gint64            end);
/* The span of @row at @time, or the nearest within @reach ns on either side; DWELL_NONE if none. */
guint32  dwell_layout_span_at (const DwellTrace *trace,
                               guint32           row,
                               gint64            time,
                               gint64            reach);
/* The begin or end of a span of any of the @n_rows rows from @first_row nearest to @time within
 * @reach ns; @time itself if there is none. */
gint64   dwell_layout_snap    (const DwellTrace *trace,
                               guint32           first_row,
                               guint32           n_rows,
                               gint64            time,
                               gint64            reach);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellLayoutIndex, dwell_layout_index_unref)

G_END_DECLS
