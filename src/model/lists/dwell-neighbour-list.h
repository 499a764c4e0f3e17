/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the callers and the callees of a line or a routine in the stacks of a trace: under two
 * headings, the heaviest first. Each weight includes callees, and counts each stack once. The
 * rows are made on workers. */
#pragma once

#include "analysis/tree/dwell-tree-groups.h"
#include "model/lists/dwell-list.h"

G_BEGIN_DECLS

typedef enum {
  DWELL_NEIGHBOUR_NAME,
  DWELL_NEIGHBOUR_WEIGHT,
  DWELL_NEIGHBOUR_SHARE,
} DwellNeighbourColumn;

#define DWELL_TYPE_NEIGHBOUR_ITEM (dwell_neighbour_item_get_type ())
G_DECLARE_FINAL_TYPE (DwellNeighbourItem, dwell_neighbour_item, DWELL, NEIGHBOUR_ITEM, GObject)

gboolean dwell_neighbour_item_is_heading (DwellNeighbourItem   *self);
guint32  dwell_neighbour_item_get_area   (DwellNeighbourItem   *self);
double   dwell_neighbour_item_get_share  (DwellNeighbourItem   *self);
char    *dwell_neighbour_item_get_text   (DwellNeighbourItem   *self,
                                          DwellNeighbourColumn  column);

#define DWELL_TYPE_NEIGHBOUR_LIST (dwell_neighbour_list_get_type ())
G_DECLARE_FINAL_TYPE (DwellNeighbourList, dwell_neighbour_list, DWELL, NEIGHBOUR_LIST, DwellList)

DwellNeighbourList *dwell_neighbour_list_new  (void) G_GNUC_WARN_UNUSED_RESULT;
void                dwell_neighbour_list_show (DwellNeighbourList *self,
                                               DwellTrace         *trace,
                                               guint32             area);

G_END_DECLS
