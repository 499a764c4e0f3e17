/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the list models have in common: a list follows a view, asks one question at a time on a
 * worker, and shows the last answer, whose rows become objects only when somebody looks at them.
 *
 * A new list derives from DwellList and fills in its class: item_type and get_item; update where
 * rows are made at once; ask, take and shows_wanted where they are made on a worker. It connects in
 * its init to what it depends on (dwell_list_connect_view(), dwell_list_connect_session()), says
 * dwell_list_update() when it wants something else, and dwell_list_replace() when it has it. */
#pragma once

#include "model/dwell-job.h"
#include "model/lists/dwell-positions.h"
#include "model/view/dwell-view.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LIST (dwell_list_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellList, dwell_list, DWELL, LIST, GObject)

/**
 * DwellListClass:
 * @item_type: of the items
 * @get_item: (transfer full): makes the item at a position, which is one of the list's; for a
 *   frozen list on any thread
 * @clear: shows nothing: the view is another, or what is shown is outdated and nobody sees it
 * @take_trace: the view is another, none, or has another trace; a question about the former one was
 *   cancelled, and update follows
 * @update: shows at once what needs no question; called while the list is active, whatever the view
 *   and its trace, which may be missing
 * @ask: starts a job (dwell_list_ask()) if something is wanted that is not shown; called while the
 *   list is active, has a trace and no job
 * @take: a job has ended, maybe cancelled: shows its answer if it is still wanted; update follows
 * @shows_wanted: whether what is shown is of the trace that is wanted, if an older one
 * @is_busy: whether something better than what is shown will come
 * @share: gives another list what is shown, to be frozen
 *
 * All but @item_type and @get_item may be left out.
 */
struct _DwellListClass
{
  GObjectClass parent_class;

  GType      item_type;
  gpointer (*get_item)     (DwellList *self,
                            guint      position);
  void     (*clear)        (DwellList *self);
  void     (*take_trace)   (DwellList *self);
  void     (*update)       (DwellList *self);
  void     (*ask)          (DwellList *self);
  void     (*take)         (DwellList *self,
                            gpointer   question);
  gboolean (*shows_wanted) (DwellList *self);
  gboolean (*is_busy)      (DwellList *self);
  void     (*share)        (DwellList *self,
                            DwellList *frozen);
};

/* A GListModel. Properties: n-items, busy (boolean), view. */
void        dwell_list_set_view   (DwellList *self,
                                   DwellView *view);
/* A list that nobody sees is not active: it asks nothing, and keeps what it shows. */
void        dwell_list_set_active (DwellList *self,
                                   gboolean   is_active);
gboolean    dwell_list_get_busy   (DwellList *self);
GListModel *dwell_list_freeze     (DwellList *self) G_GNUC_WARN_UNUSED_RESULT;

/* For those who derive. */
DwellView    *dwell_list_get_view        (DwellList       *self);
DwellSession *dwell_list_get_session     (DwellList       *self);
DwellTrace   *dwell_list_get_trace       (DwellList       *self);
guint         dwell_list_get_n_items     (DwellList       *self);
void          dwell_list_connect_view    (DwellList       *self,
                                          const char      *signal,
                                          GCallback        callback);
void          dwell_list_connect_session (DwellList       *self,
                                          const char      *signal,
                                          GCallback        callback);
void          dwell_list_update          (DwellList       *self);
void          dwell_list_update_busy     (DwellList       *self);
void          dwell_list_ask             (DwellList       *self,
                                          gpointer         question,
                                          GDestroyNotify   free,
                                          DwellWorkFunc    work);
gpointer      dwell_list_get_question    (DwellList       *self);
void          dwell_list_cancel          (DwellList       *self);
void          dwell_list_abandon         (DwellList       *self);
void          dwell_list_change          (DwellList       *self,
                                          DwellListChange  change);
void          dwell_list_replace         (DwellList       *self,
                                          guint            n_items);

G_END_DECLS
