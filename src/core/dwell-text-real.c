/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "core/dwell-text-real.h"

#include <math.h>

/* Below this, a double has all whole digits right. */
#define TOO_LARGE 1e15

/**
 * dwell_text_real:
 * @real: a number
 * @n_digits: the significant digits that are enough, at least 1
 *
 * Makes text that can be compared with whole numbers at a glance: whole digits are never cut, as
 * integers have them all. Only from 10¹⁵ and below 10⁻⁴ there is a power of ten.
 *
 * Returns: (transfer full): the text: “9977710”, “18.5”, “2e+15”
 */
char *
dwell_text_real (double real,
                 guint  n_digits)
{
  double size = fabs (real);

  if (size >= pow (10, n_digits - 1) && size < TOO_LARGE)
    return g_strdup_printf ("%.0f", real);

  return g_strdup_printf ("%.*g", (int) n_digits, real);
}
