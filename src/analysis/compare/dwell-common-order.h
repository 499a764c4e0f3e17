/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The longest common order of two lists of names: which of one is which of the other, so that as
 * many as can be have a partner of the same name and partners come in the same order in both.
 *
 * Of several ways, that with the earliest partners is taken. What is the same from the begin on is
 * taken at once; the rest costs the product of its lengths. Where that is more than
 * DWELL_COMMON_ORDER_CELLS, or more than DWELL_COMMON_ORDER_CELLS_IN_ALL for all pairs of lists
 * together, what is the same up to the end is taken, too; and if there is still too much between,
 * the first of a name for the first, the second for the second, whatever stands between them. */
#pragma once

#include "core/dwell-memory.h"

G_BEGIN_DECLS

#define DWELL_COMMON_ORDER_CELLS        4000000u
#define DWELL_COMMON_ORDER_CELLS_IN_ALL 400000000u

/* One for any number of pairs of lists. */
typedef struct {
  /*< public >*/
  DwellColumn *base_names; /* guint32: numbers of names, each less than n_names, or DWELL_NONE, */
  DwellColumn *new_names;  /* which is the name of nothing else */
  DwellColumn *partners;   /* guint32, out: place in new_names by place in base_names, DWELL_NONE */

  /*< private >*/
  guint32      n_names;
  guint32     *heads;      /* by name: its next place in new_names, or DWELL_NONE */
  DwellColumn *links;      /* guint32: by place: the next place of the name */
  DwellColumn *lengths;    /* guint32: of a row of the table */
  DwellColumn *steps;      /* guint8: what is best from each cell of the table */
  guint64      n_cells;    /* so far */
} DwellCommonOrder;

DwellCommonOrder *dwell_common_order_new  (guint32           n_names) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_common_order_free (DwellCommonOrder *self);
gboolean          dwell_common_order_find (DwellCommonOrder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCommonOrder, dwell_common_order_free)

G_END_DECLS
