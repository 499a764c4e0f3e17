/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of the list models: a query that shows its answer as rows. Row objects are made only
 * for the rows that a widget asks for.
 *
 * A new list derives from DwellList and fills in its class: item_type and get_item; of
 * DwellQuery's class update if rows are made at once, or ask, take and shows_wanted if they are
 * made on a worker. It calls dwell_list_replace() when its rows change. */
#pragma once

#include "model/lists/dwell-query.h"
#include "model/lists/dwell-positions.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LIST (dwell_list_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellList, dwell_list, DWELL, LIST, DwellQuery)

/**
 * DwellListClass:
 * @item_type: the type of the items
 * @get_item: (transfer full): makes the item at a position inside the list; for a frozen list it is
 *   called on any thread
 * @share: (nullable): shares the rows shown with another list, which will be frozen
 */
struct _DwellListClass
{
  DwellQueryClass parent_class;

  GType      item_type;
  gpointer (*get_item) (DwellList *self,
                        guint      position);
  void     (*share)    (DwellList *self,
                        DwellList *frozen);
};

/* A GListModel. Property: n-items. */

GListModel *dwell_list_freeze      (DwellList       *self) G_GNUC_WARN_UNUSED_RESULT;

/* For derived classes. */

guint       dwell_list_get_n_items (DwellList       *self);
void        dwell_list_change      (DwellList       *self,
                                    DwellListChange  change);
void        dwell_list_replace     (DwellList       *self,
                                    guint            n_items);

G_END_DECLS
