/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a whole trace violates timing requirements, including deadlines. Spans are sorted by row
 * and stretches of time by track, so that those in view are found quickly for drawing; and all
 * together by time, to step from one to the next. */
#pragma once

#include <gio/gio.h>

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* A violation of a requirement, or a sample that could not be decided because the recording cuts
 * it. */
typedef struct {
  gint64   begin;
  gint64   end;
  guint32  span;      /* the span that violates it as a whole; DWELL_NONE: the stretch from begin to
                       * end does */
  guint32  track;     /* where the stretch is marked; DWELL_NONE: only in the overview */
  guint32  cause;     /* number of the requirement's result, or of the deadline */
  gboolean has_value;
  double   value;     /* in the unit of the result */
  gboolean is_undecided;      /* it could not be decided; track is set even if it has a span */
  gboolean is_torn_at_begin;  /* the recording begins in it */
  gboolean is_torn_at_end;    /* the recording ends in it */
} DwellOverrunMark;

/* A marked stretch of a track: stretches that overlap or touch are merged. */
typedef struct {
  guint32 track;
  gint64  begin;
  gint64  end;
  guint8  is_torn_at_begin; /* for what could not be decided */
  guint8  is_torn_at_end;
} DwellOverrunBar;

#define DWELL_OVERRUNS_N_COLUMNS 4096

/* Immutable and counted. */
typedef struct {
  DwellTrace    *trace;
  guint64        n;
  const guint32 *spans; /* by row, then by begin, without duplicates */
  GArray        *bars;  /* DwellOverrunBar, by track, then by begin */
  GArray        *torn;  /* DwellOverrunBar, likewise: what could not be decided */
  /* The overview: how many spans end in each of these equal parts of the trace's time, and whether
   * a stretch lies there. */
  guint32        columns[DWELL_OVERRUNS_N_COLUMNS];
  guint8         has_stretch[DWELL_OVERRUNS_N_COLUMNS];

  /*< private >*/
  guint32       *by_begin;   /* places of spans */
  GArray        *stretches;  /* DwellOverrunMark without a span, by begin */
  GArray        *ends;       /* gint64: ends of the stretches, rising */
  GArray        *violations; /* DwellOverrunMark with a span, by span */
  GArray        *undecided;  /* DwellOverrunMark that could not be decided, by track and begin */
} DwellOverruns;

DwellOverruns *dwell_overruns_new      (DwellTrace           *trace,
                                        const GArray         *marks,
                                        const GArray         *others)
                                       G_GNUC_WARN_UNUSED_RESULT;
void           dwell_overruns_free     (DwellOverruns        *self);
guint64        dwell_overruns_search   (const DwellOverruns  *self,
                                        guint32               row,
                                        gint64                time);
gboolean       dwell_overruns_has_span (const DwellOverruns  *self,
                                        guint32               span);
guint          dwell_overruns_search_bar (const DwellOverruns *self,
                                        guint32               track,
                                        gint64                time);
guint          dwell_overruns_search_torn (const DwellOverruns *self,
                                        guint32               track,
                                        gint64                time);
guint          dwell_overruns_count_stretches (const DwellOverruns *self,
                                        gint64                begin,
                                        gint64                end);
guint64        dwell_overruns_count    (const DwellOverruns  *self);
guint64        dwell_overruns_find     (const DwellOverruns  *self,
                                        gint64                time);
DwellOverrunMark
               dwell_overruns_get_mark (const DwellOverruns  *self,
                                        guint64               place);
const DwellOverrunMark *
               dwell_overruns_get_undecided (const DwellOverruns *self,
                                        guint32               track,
                                        guint                *n);
const DwellOverrunMark *
               dwell_overruns_get_violations (const DwellOverruns *self,
                                        guint32               span,
                                        guint                *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellOverruns, dwell_overruns_free)

G_END_DECLS
