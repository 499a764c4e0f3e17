/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the ranges of an animation (a glide) from one range to another.
 *
 * The width changes by equal ratios, which looks like a constant speed. The start is a linear
 * function of the width, so that the one instant that both ranges have at the same pixel (in a
 * zoom, the one under the pointer) does not move. Between ranges of equal width, the glide shifts
 * the range. It slows down towards its end. */
#include "config.h"

#include "ui/timeline/dwell-glide.h"

#include <math.h>

#include <adwaita.h>

#define GLIDE_US      200000
#define LONG_GLIDE_US 350000 /* if the widths differ by a factor of more than 100 */

/**
 * dwell_glide_at:
 * @from_begin: the start of the range that the glide started from, ns
 * @from_end: the end of that range, ns, > @from_begin
 * @elapsed_us: the time since it started
 * @begin: (inout): the start of the target range, ns; set to the start of the range to show
 * @end: (inout): the end of the target range, ns, > @begin; set to the end of the range to show
 *
 * Computes the range to show during a glide.
 *
 * Returns: %FALSE if the glide has ended; the range to show is the target then
 */
gboolean
dwell_glide_at (gint64  from_begin,
                gint64  from_end,
                gint64  elapsed_us,
                gint64 *begin,
                gint64 *end)
{
  double from_width = (double) (from_end - from_begin);
  double to_width = (double) (*end - *begin);
  double distance = (double) from_begin - (double) *begin;
  double ratio = log (to_width / from_width);
  double t = (double) elapsed_us / (fabs (ratio) > 2 * M_LN10 ? LONG_GLIDE_US : GLIDE_US);
  double width;
  double rest;

  if (t >= 1)
    return FALSE;

  t = adw_easing_ease (ADW_EASE_OUT_CUBIC, MAX (t, 0));
  width = from_width * exp (ratio * t);
  rest = fabs (ratio) < 0.001 ? 1 - t : (width - to_width) / (from_width - to_width);

  *begin = dwell_time_plus (*begin, round (distance * rest));
  *end = dwell_time_plus (*begin, round (width));
  return TRUE;
}
