/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of list models and other objects that follow a view: a query asks one question at a
 * time on a worker, and keeps the last answer until there is a better one.
 *
 * A derived class connects in its init to the signals that its answer depends on
 * (dwell_query_connect_view(), dwell_query_connect_session()), fills in ask, take and
 * shows_wanted of its class, and calls dwell_query_update() when it wants another answer. */
#pragma once

#include "model/dwell-job.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_QUERY (dwell_query_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellQuery, dwell_query, DWELL, QUERY, GObject)

/**
 * DwellQueryClass:
 * @clear: shows nothing: the view has been replaced, or the answer is outdated and invisible
 * @take_trace: the view or the trace has been replaced or removed; a question about the former
 *   trace has been cancelled, and update follows
 * @update: shows at once what needs no question; called while the query is active, also without a
 *   view or a trace
 * @ask: starts a job (dwell_query_ask()) if the answer shown is not the wanted one; called while
 *   the query is active, has a trace and no job
 * @take: a job has ended, maybe cancelled, and its trace is still the view's: shows the answer if
 *   it is wanted; update follows
 * @shows_wanted: returns whether the answer shown is of the view's trace
 * @is_busy: returns whether a better answer than the one shown will come
 * @check_filter: returns false with an error if the filter left out rows that may match
 *
 * All may be left out; @take only in a class that never asks.
 */
struct _DwellQueryClass
{
  GObjectClass parent_class;

  void     (*clear)        (DwellQuery *self);
  void     (*take_trace)   (DwellQuery *self);
  void     (*update)       (DwellQuery *self);
  void     (*ask)          (DwellQuery *self);
  void     (*take)         (DwellQuery *self,
                            gpointer    question);
  gboolean (*shows_wanted) (DwellQuery *self);
  gboolean (*is_busy)      (DwellQuery *self);
  gboolean (*check_filter) (DwellQuery *self,
                            GError    **error);
};

/* Properties: busy (boolean), view. */

void          dwell_query_set_view        (DwellQuery     *self,
                                           DwellView      *view);
void          dwell_query_set_active      (DwellQuery     *self,
                                           gboolean        is_active);
void          dwell_query_hold            (DwellQuery     *self);
void          dwell_query_release         (DwellQuery     *self);
gboolean      dwell_query_get_busy        (DwellQuery     *self);
gboolean      dwell_query_has_lacked      (DwellQuery     *self);
gboolean      dwell_query_check_filter    (DwellQuery     *self,
                                           GError        **error);

/* For derived classes. */

DwellView    *dwell_query_get_view        (DwellQuery     *self);
DwellSession *dwell_query_get_session     (DwellQuery     *self);
DwellReading *dwell_query_get_reading     (DwellQuery     *self);
DwellTrace   *dwell_query_get_trace       (DwellQuery     *self);
void          dwell_query_connect_view    (DwellQuery     *self,
                                           const char     *signal,
                                           GCallback       callback);
void          dwell_query_connect_session (DwellQuery     *self,
                                           const char     *signal,
                                           GCallback       callback);
void          dwell_query_update          (DwellQuery     *self);
void          dwell_query_start_over      (DwellQuery     *self);
void          dwell_query_update_busy     (DwellQuery     *self);
void          dwell_query_ask             (DwellQuery     *self,
                                           gpointer        question,
                                           GDestroyNotify  free,
                                           DwellWorkFunc   work);
gpointer      dwell_query_get_question    (DwellQuery     *self);
void          dwell_query_cancel          (DwellQuery     *self);
void          dwell_query_abandon         (DwellQuery     *self);

G_END_DECLS
