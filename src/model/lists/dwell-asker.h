/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows a view, asks one question at a time on a worker, and keeps the last answer until a
 * better one is there: the base of the list models, and of what is shown otherwise.
 *
 * An asker connects in its init to what it depends on (dwell_asker_connect_view(),
 * dwell_asker_connect_session()), fills in ask, take and shows_wanted of its class, and says
 * dwell_asker_update() when it wants something else. */
#pragma once

#include "model/dwell-job.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_ASKER (dwell_asker_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellAsker, dwell_asker, DWELL, ASKER, GObject)

/**
 * DwellAskerClass:
 * @clear: shows nothing: the view is another, or what is shown is outdated and nobody sees it
 * @take_trace: the view is another, none, or has another trace; a question about the former one was
 *   cancelled, and update follows
 * @update: shows at once what needs no question; called while the asker is active, whatever the
 *   view and its trace, which may be missing
 * @ask: starts a job (dwell_asker_ask()) if something is wanted that is not shown; called while the
 *   asker is active, has a trace and no job
 * @take: a job has ended, maybe cancelled, and the trace is still the one that it was about: shows
 *   the answer if it is wanted; update follows
 * @shows_wanted: whether what is shown is of the trace that is wanted, if an older one
 * @is_busy: whether something better than what is shown will come
 *
 * All may be left out; @take only by who never asks.
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
/* An asker whose answer nobody sees is not active: it asks nothing, and keeps what it shows. */
void          dwell_asker_set_active      (DwellAsker     *self,
                                           gboolean        is_active);
gboolean      dwell_asker_get_busy        (DwellAsker     *self);
/* Whether there was too little memory for what is wanted: nothing is shown, or what was before. */
gboolean      dwell_asker_has_lacked      (DwellAsker     *self);

/* For those who derive. */
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
