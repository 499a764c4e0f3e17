/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Appends tracks of computed values to a trace. All numbers of spans, areas, tracks and so on stay
 * the same; only columns of writes and tables of names are copied, everything else is shared. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* A value, which holds until the next one in its track. NAN: not known. */
typedef struct {
  gint64 time;
  double value;
} DwellDerivedPoint;

/* The range that the values of a derived track may have. */
typedef struct {
  guint32 track;
  double  low;  /* -INFINITY: no limit */
  double  high; /* INFINITY: no limit */
} DwellDerivedLimit;

/* A track to add. */
typedef struct {
  const char *name;    /* name of its area, by which it is recognised later */
  const char *title;   /* of its track */
  const char *unit;
  const char *text;    /* what it was computed from: the full name of its area */
  guint32     subject; /* the track that it is about, whose context and group it has; or
                          DWELL_NONE */
  gboolean    is_linear; /* values are connected by straight lines */
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
