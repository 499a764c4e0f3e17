/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declares the parts that the list of events, its items and its filter share. */
#pragma once

#include "model/lists/dwell-cell-text.h"
#include "model/lists/events/dwell-event-list.h"

G_BEGIN_DECLS

DwellEventItem *_dwell_event_item_new (DwellTrace     *trace,
                                       DwellEvent      event,
                                       gint64          resolution,
                                       DwellTimeUnits *units,
                                       GArray         *arg_keys) G_GNUC_WARN_UNUSED_RESULT;

const char *_dwell_mark_kind_get_title (DwellMarkKind kind);

/* A range of the order of events. */
typedef struct {
  guint64 first;
  guint   n;
} DwellEventWindow;

/* What rows are sorted by: an argument, or the time. */
typedef struct {
  guint32  key; /* a key of the trace; DWELL_NONE: the time */
  gboolean is_descending;
} DwellEventSort;

struct _DwellEventList
{
  DwellList parent_instance;

  guint            max;        /* greatest number of events shown */
  DwellPattern    *pattern;    /* NULL: all */
  DwellFind       *find;       /* of the pattern and the order's trace, or NULL */
  gboolean         only_found; /* shows only the view's hits */
  int              sort_by;    /* a number of dwell_event_list_get_arg(); -1: the time */
  gboolean         is_descending;
  DwellEventWindow wanted;
  gboolean         is_windowed;

  /* The answer that is shown. */
  DwellTrace       *trace; /* NULL: nothing */
  DwellEventOrder  *order;
  DwellPattern     *shown_pattern;
  DwellEventWindow  window;
  GArray           *rows; /* guint32, counted from the window's first; NULL: all events */
  GArray           *found; /* guint32: which of the rows are hits; NULL if rows is */
  GArray           *by_time; /* guint32: the rows by time; NULL: they are by time */
  DwellEventSort    sort;
  DwellFind        *hits; /* from which found was computed, or NULL */
  gboolean          shows_found; /* only hits */
  gint64            resolution; /* ns, of the times that are shown */
  DwellTimeUnits   *units;      /* of the trace, or NULL */
  GArray           *arg_keys;   /* guint32: the commonest of the trace, or NULL */
};

/* Returns the view's hits in @trace, or NULL. */
DwellFind *_dwell_event_list_get_hits (DwellEventList *self,
                                       DwellTrace     *trace);

/* The events of a window that match: a question and its answer, for a job. */
typedef struct {
  DwellTrace       *trace;
  DwellEventOrder  *order;
  DwellEventWindow  window;
  DwellPattern     *pattern; /* NULL: all match */
  DwellFind        *find; /* NULL: the worker searches first, and sets it */
  DwellFind        *hits; /* the view's, or NULL */
  gboolean          only_found; /* only hits match */
  DwellEventSort    sort;
  GArray           *rows; /* out: guint32, counted from the window's first; NULL: cancelled */
  GArray           *found; /* out: guint32, which of the rows are hits */
  GArray           *by_time; /* out: guint32: the rows in the order of the window, or NULL */
} DwellEventFilter;

static inline gboolean
_dwell_event_sort_is_by_time (DwellEventSort sort)
{
  return sort.key == DWELL_NONE && !sort.is_descending;
}

DwellEventFilter *_dwell_event_filter_new  (DwellTrace       *trace,
                                            DwellEventOrder  *order,
                                            DwellEventWindow  window,
                                            DwellPattern     *pattern,
                                            DwellFind        *find,
                                            DwellFind        *hits,
                                            gboolean          only_found,
                                            DwellEventSort    sort)
                                           G_GNUC_WARN_UNUSED_RESULT;
void              _dwell_event_filter_free (gpointer          data);
void              _dwell_event_filter_run  (gpointer          data,
                                            GCancellable     *cancellable);

void _dwell_event_list_set_max (DwellEventList *self,
                                guint           max);

G_END_DECLS
