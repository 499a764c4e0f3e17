/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row layout: which bars a row shows in a viewport of so many pixels, at a cost that depends on the
 * number of pixels, not of spans.
 *
 * Each row has a pyramid of buckets of 2ᵏ ns, which store how much of the bucket is covered and
 * which span covers most; if there are fewer spans in view than pixels, the spans are walked.
 * Columns are buckets, too: the smallest that are at least @min_width pixels wide, at whole
 * multiples of 2ᵏ ns, so that panning only shifts the picture.
 *
 * Spans as long as a column are drawn to scale, with their true edges. All shorter spans in one
 * column between two of those are one folded bar. No span is ever lost. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* A bar, in pixels from the viewport's left edge; first < last, may be clipped at the edges. */
typedef struct {
  float   x0;
  float   x1;
  guint32 span;      /* this bar's span; in a folded bar one that covers much: no other span covers
                      * three times as much (next to a bar to scale in the same column: the span
                      * adjacent to that) */
  guint8  is_folded; /* stands for several spans, or for one too narrow to be drawn to scale */
  guint8  coverage;  /* 0…255: how much of the bar is covered at all */
} DwellBar;

typedef struct _DwellLayoutIndex DwellLayoutIndex;

DwellLayoutIndex *dwell_layout_index_new   (DwellTrace       *trace,
                                            GCancellable     *cancellable)
                                            G_GNUC_WARN_UNUSED_RESULT;
DwellLayoutIndex *dwell_layout_index_ref   (DwellLayoutIndex *self);
void              dwell_layout_index_unref (DwellLayoutIndex *self);
DwellLayoutIndex *dwell_layout_index_new_plain (DwellTrace   *trace) G_GNUC_WARN_UNUSED_RESULT;

void     dwell_layout_row (DwellLayoutIndex *self,
                           guint32           row,
                           gint64            begin,
                           gint64            end,
                           double            width,
                           double            min_width,
                           GArray           *bars);
void     dwell_layout_coverage (DwellLayoutIndex *self,
                                guint32           track,
                                gint64            begin,
                                gint64            end,
                                guint             n_columns,
                                float            *coverage);

guint32  dwell_layout_bar_count (DwellLayoutIndex *self,
                                 guint32           row,
                                 gint64            begin,
                                 gint64            end,
                                 double            width,
                                 double            min_width,
                                 const DwellBar   *bar);

guint32  dwell_layout_count   (const DwellTrace *trace,
                               guint32           row,
                               gint64            begin,
                               gint64            end);
gint64   dwell_layout_snap    (const DwellTrace *trace,
                               guint32           first_row,
                               guint32           n_rows,
                               gint64            time,
                               gint64            reach);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellLayoutIndex, dwell_layout_index_unref)

G_END_DECLS
