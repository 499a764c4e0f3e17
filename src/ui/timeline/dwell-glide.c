/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gliding from range to range.
 *
 * The width changes by equal ratios, which the eye takes for an even speed, and the begin follows
 * the width, so that the one instant that both ranges have at the same pixel (the pointer's, when
 * one zooms there) stays put. Ranges of one width are slid between. The end is approached ever more
 * slowly. */

#include "config.h"

#include "ui/timeline/dwell-glide.h"

#include <math.h>

#include <adwaita.h>

#define GLIDE_US      200000
#define LONG_GLIDE_US 350000 /* across more than two powers of ten */

/**
 * dwell_glide_at:
 * @from_begin: where the glide began, ns
 * @from_end: ns, > @from_begin
 * @elapsed_us: since it began
 * @begin: (inout): where it leads; set to where it is
 * @end: (inout): where it leads, > @begin; set to where it is
 *
 * Returns: false if it has arrived
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
  double width, rest;

  if (t >= 1)
    return FALSE;

  t = adw_easing_ease (ADW_EASE_OUT_CUBIC, MAX (t, 0));
  width = from_width * exp (ratio * t);
  rest = fabs (ratio) < 0.001 ? 1 - t : (width - to_width) / (from_width - to_width);

  *begin = dwell_time_plus (*begin, round (distance * rest));
  *end = dwell_time_plus (*begin, MAX (1, round (width)));
  return TRUE;
}
