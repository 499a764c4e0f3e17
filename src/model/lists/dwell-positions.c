/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the arguments of items-changed for lists that show an array of positions in something
 * that does not change. Sorting or filtering again changes only the rows from the first to the
 * last position that differ. */
#include "config.h"

#include "model/lists/dwell-positions.h"

DwellListChange
_dwell_positions_compare (const GArray *old,
                          const GArray *new)
{
  const guint32 *a = (const guint32 *) old->data;
  const guint32 *b = (const guint32 *) new->data;
  guint n_common = MIN (old->len, new->len);
  guint n_first = 0;
  guint n_last = 0;

  while (n_first < n_common && a[n_first] == b[n_first])
    n_first++;

  /* An item belongs to the common beginning or to the common end, never to both. */
  while (n_last < n_common - n_first && a[old->len - 1 - n_last] == b[new->len - 1 - n_last])
    n_last++;

  return (DwellListChange) { n_first, old->len - n_first - n_last, new->len - n_first - n_last };
}
