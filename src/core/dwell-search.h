/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Binary search in anything that is sorted: the order is given as an expression, which the compiler
 * puts into the loop. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the first place from @first to before @end where @is_before does not hold, or @end if it
 * holds everywhere: a lower bound with “element < key”, an upper bound with “element <= key”.
 *
 * @is_before is an expression of @place, a variable that only it sees, of the type of @end; it must
 * hold up to some place and nowhere after it. @first and @end are evaluated once:
 *   dwell_lower_bound (i, 0, self->n, self->times[i] < time) */
#define dwell_lower_bound(place, first, end, is_before) \
  G_GNUC_EXTENSION ({ \
    __typeof__ ((end) + 0) bound_low = (first); \
    __typeof__ ((end) + 0) bound_high = (end); \
    while (bound_low < bound_high) \
      { \
        __typeof__ ((end) + 0) place = bound_low + (bound_high - bound_low) / 2; \
        if (is_before) \
          bound_low = place + 1; \
        else \
          bound_high = place; \
      } \
    bound_low; \
  })

G_END_DECLS
