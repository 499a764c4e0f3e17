/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of what follows a view, asks one question at a time on a worker, and keeps the last
 * answer until there is a better one: of the list models, and of what is shown otherwise.
 *
 * A derived class connects in its init to what its answer depends on (dwell_asker_connect_view(),
 * dwell_asker_connect_session()), fills in ask, take and shows_wanted of its class, and calls
 * dwell_asker_update() when it wants another answer. */
#pragma once

#include "model/dwell-job.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_ASKER (dwell_asker_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellAsker, dwell_asker, DWELL, ASKER, GObject)

/**
 * DwellAskerClass:
 * @clear: shows nothing: the view is another, or the answer is outdated and not seen
 * @take_trace: there is another view or none, or another trace; a question about the former one has
 *   been cancelled, and update follows
 * @update: shows at once what needs no question; called while the asker is active, also without a
 *   view or a trace
 * @ask: starts a job (dwell_asker_ask()) if something is wanted that is not shown; called while the
 *   asker is active, has a trace and no job
 * @take: a job has ended, maybe cancelled, and the trace is still the one that it was about: shows
 *   the answer if it is wanted; update follows
 * @shows_wanted: whether the answer that is shown is of the view's trace
 * @is_busy: whether something better than what is shown will come
 *
 * All may be left out; take only where nothing is ever asked.
 */
struct _DwellAskerClass
{
  GObjectClass parent_class;

  void     (*clear)        (DwellAsker *self);
  void     (*take_trace)   (DwellAsker *self);
  void     (*update)       (DwellAsker *self);
  void     (*ask)          (DwellAsker *self);
  void     (*take)         (DwellAsker *self,
                            gpointer    question);
  gboolean (*shows_wanted) (DwellAsker *self);
  gboolean (*is_busy)      (DwellAsker *self);
};

/* Properties: busy (boolean), view. */

void          dwell_asker_set_view        (DwellAsker     *self,
                                           DwellView      *view);
void          dwell_asker_set_active      (DwellAsker     *self,
                                           gboolean        is_active);
gboolean      dwell_asker_get_busy        (DwellAsker     *self);
gboolean      dwell_asker_has_lacked      (DwellAsker     *self);

/* For derived classes. */

DwellView    *dwell_asker_get_view        (DwellAsker     *self);
DwellSession *dwell_asker_get_session     (DwellAsker     *self);
DwellReading *dwell_asker_get_reading     (DwellAsker     *self);
DwellTrace   *dwell_asker_get_trace       (DwellAsker     *self);
void          dwell_asker_connect_view    (DwellAsker     *self,
                                           const char     *signal,
                                           GCallback       callback);
void          dwell_asker_connect_session (DwellAsker     *self,
                                           const char     *signal,
                                           GCallback       callback);
void          dwell_asker_update          (DwellAsker     *self);
void          dwell_asker_start_over      (DwellAsker     *self);
void          dwell_asker_update_busy     (DwellAsker     *self);
void          dwell_asker_ask             (DwellAsker     *self,
                                           gpointer        question,
                                           GDestroyNotify  free,
                                           DwellWorkFunc   work);
gpointer      dwell_asker_get_question    (DwellAsker     *self);
void          dwell_asker_cancel          (DwellAsker     *self);
void          dwell_asker_abandon         (DwellAsker     *self);

G_END_DECLS
