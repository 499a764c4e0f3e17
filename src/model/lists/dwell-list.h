/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of the list models: a query that shows its answer as rows. Rows become objects only
 * when they are looked at.
 *
 * A new list derives from DwellList and fills in its class: item_type and get_item; of DwellQuery's
 * class update where rows are made at once; ask, take and shows_wanted where they are made on a
 * worker. It calls dwell_list_replace() when it has other rows. */
#pragma once

#include "model/lists/dwell-query.h"
#include "model/lists/dwell-positions.h"

G_BEGIN_DECLS

#define DWELL_TYPE_LIST (dwell_list_get_type ())
G_DECLARE_DERIVABLE_TYPE (DwellList, dwell_list, DWELL, LIST, DwellQuery)

/**
 * DwellListClass:
 * @item_type: of the items
 * @get_item: (transfer full): makes the item at a position, which is one of the list's; for a
 *   frozen list on any thread
 * @share: (nullable): shares what is shown with another list, which is to be frozen
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
