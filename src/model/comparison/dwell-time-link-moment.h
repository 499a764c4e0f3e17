/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to a link of timelines: when what is in focus happens, and when it happens in the other
 * recording. A question and its answer, in one job. */
#pragma once

#include "analysis/compare/dwell-alignment.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

typedef struct {
  DwellReading      *from;       /* in which something is in focus */
  DwellReading      *to;
  guint32            span;       /* of from, or DWELL_NONE: a mark */
  guint32            mark;
  guint32            to_area;    /* of a span: its area in the other recording */
  gboolean           is_of_base; /* from is the base */
  gboolean           is_found;   /* out */
  guint              number;     /* out: of its kind, from 0 */
  DwellAlignedMoment moment;     /* out */
} DwellTimeLinkMoment;

DwellTimeLinkMoment *_dwell_time_link_moment_new  (DwellView *from,
                                                   DwellView *to,
                                                   guint32    to_area,
                                                   gboolean   is_of_base);
void                 _dwell_time_link_moment_free (gpointer      data);
void                 _dwell_time_link_moment_find (gpointer      data,
                                                   GCancellable *cancellable);

G_END_DECLS
