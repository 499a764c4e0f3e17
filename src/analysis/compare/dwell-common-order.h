/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The longest common order of two lists of names: pairs their elements so that as many as possible
 * have a partner of the same name, and partners come in the same order in both.
 *
 * Of several solutions, the one with the earliest partners is taken. What is equal from the start
 * on is paired at once; the rest costs the product of its lengths. Where that is more than
 * DWELL_COMMON_ORDER_CELLS, or more than DWELL_COMMON_ORDER_CELLS_IN_ALL for all pairs of lists
 * together, what is equal up to the end is paired, too; and if the part between is still too large,
 * the first of a name is paired with the first, the second with the second, whatever is between
 * them. */
#pragma once

#include "core/dwell-memory.h"

G_BEGIN_DECLS

#define DWELL_COMMON_ORDER_CELLS        4000000u
#define DWELL_COMMON_ORDER_CELLS_IN_ALL 400000000u

/* Can be used for any number of pairs of lists. */
typedef struct {
  /*< public >*/
  DwellColumn *base_names; /* guint32: numbers of names, each less than n_names, or DWELL_NONE, */
  DwellColumn *new_names;  /* which never has a partner */
  DwellColumn *partners;   /* guint32, out: place in new_names by place in base_names, or
                            * DWELL_NONE */

  /*< private >*/
  guint32      n_names;
  guint32     *heads;      /* by name: its next place in new_names, or DWELL_NONE */
  DwellColumn *links;      /* guint32, by place: the next place of the same name */
  DwellColumn *lengths;    /* guint32: of a row of the table */
  DwellColumn *steps;      /* guint8: the best step from each cell of the table */
  guint64      n_cells;    /* so far */
} DwellCommonOrder;

DwellCommonOrder *dwell_common_order_new  (guint32           n_names) G_GNUC_WARN_UNUSED_RESULT;
void              dwell_common_order_free (DwellCommonOrder *self);
gboolean          dwell_common_order_find (DwellCommonOrder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DwellCommonOrder, dwell_common_order_free)

G_END_DECLS
