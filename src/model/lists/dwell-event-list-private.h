/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the list of events, its items and its filter share. */
#pragma once

#include "model/lists/dwell-event-list.h"

G_BEGIN_DECLS

DwellEventItem *_dwell_event_item_new (DwellTrace *trace,
                                       DwellEvent  event,
                                       gint64      resolution) G_GNUC_WARN_UNUSED_RESULT;

const char *_dwell_mark_kind_get_title (DwellMarkKind kind);

/* A stretch of the order of events. */
typedef struct {
  guint64 first;
  guint   n;
} DwellEventWindow;

/* Which events of a window match: a question and its answer, for a job. */
typedef struct {
  DwellTrace       *trace;
  DwellEventOrder  *order;
  DwellEventWindow  window;
  DwellPattern     *pattern;
  DwellFind        *find; /* NULL: look first, and leave it here */
  GArray           *rows; /* out: guint32 from the window's first; NULL: cancelled */
} DwellEventFilter;

DwellEventFilter *_dwell_event_filter_new  (DwellTrace       *trace,
                                            DwellEventOrder  *order,
                                            DwellEventWindow  window,
                                            DwellPattern     *pattern,
                                            DwellFind        *find) G_GNUC_WARN_UNUSED_RESULT;
void              _dwell_event_filter_free (gpointer          data);
void              _dwell_event_filter_run  (gpointer          data,
                                            GCancellable     *cancellable);

void _dwell_event_list_set_max (DwellEventList *self,
                                guint           max);

G_END_DECLS
