/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace with tracks of values that were computed from it behind its own. All numbers of spans,
 * areas, tracks and so on stay what they were; only columns of writes and tables of names are
 * copied, all else is shared. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* A value, which holds until the next of its track. Not known: NAN. */
typedef struct {
  gint64 time;
  double value;
} DwellDerivedPoint;

/* What the values of such a track may be. */
typedef struct {
  guint32 track;
  double  low;  /* -INFINITY: no limit */
  double  high; /* INFINITY: no limit */
} DwellDerivedLimit;

/* A track to add. */
typedef struct {
  const char *name;    /* of its area: what it is known by again */
  const char *title;   /* of its track */
  const char *unit;
  const char *text;    /* what it was computed by: the full name of its area */
  guint32     subject; /* the track that it is about, whose context and group it has; or
                          DWELL_NONE */
  gboolean    is_linear; /* between two values lies a straight line */
  const DwellDerivedPoint *points; /* by time */
  gsize       n_points;
} DwellDerivedTrack;

DwellTrace *dwell_trace_derive     (DwellTrace              *base,
                                    const DwellDerivedTrack *tracks,
                                    guint                    n_tracks,
                                    GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean    dwell_trace_is_derived (const DwellTrace        *self,
                                    guint32                  track);
guint32     dwell_trace_find_derived (const DwellTrace      *self,
                                    guint32                  area);
gboolean    dwell_trace_is_of_same_base (const DwellTrace   *self,
                                    const DwellTrace        *other);

G_END_DECLS
