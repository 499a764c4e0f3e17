/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the list of events, its items and its filter share. */
#pragma once

#include "model/dwell-event-list.h"

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

typedef struct _DwellEventFilter DwellEventFilter;

/* On the main thread, when the filter's worker has ended, cancelled or not. */
typedef void (*DwellEventFilterFunc) (DwellEventFilter *filter,
                                      gpointer          user_data);

/* One job on a worker: which events of a window match. */
struct _DwellEventFilter
{
  DwellTrace       *trace;
  DwellEventOrder  *order;
  DwellEventWindow  window;
  DwellPattern     *pattern;
  DwellFind        *find; /* NULL: look first, and leave it here */
  GArray           *rows; /* out: guint32 from the window's first; NULL: cancelled */

  GCancellable         *cancellable;
  DwellEventFilterFunc  done; /* NULL: the asker is gone; main thread only */
  gpointer              user_data;
};

DwellEventFilter *_dwell_event_filter_start (DwellTrace           *trace,
                                             DwellEventOrder      *order,
                                             DwellEventWindow      window,
                                             DwellPattern         *pattern,
                                             DwellFind            *find,
                                             DwellEventFilterFunc  done,
                                             gpointer              user_data);

G_END_DECLS
