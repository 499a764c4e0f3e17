/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scale: times to pixels and back, and where a ruler has its ticks. Times are int64 ns; the
 * viewport's begin is subtracted before any double, so nothing jitters however far in one zooms. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 begin; /* ns at pixel 0 */
  gint64 end;   /* ns at pixel width */
  double width; /* px, > 0 */
} DwellScale;

static inline double
dwell_scale_to_x (const DwellScale *self,
                  gint64            time)
{
  return (double) (time - self->begin) * self->width / (double) (self->end - self->begin);
}

static inline gint64
dwell_scale_to_time (const DwellScale *self,
                     double            x)
{
  return self->begin + (gint64) (x * (double) (self->end - self->begin) / self->width);
}

/* The smallest of 1, 2, 5 × 10ⁿ ns whose ticks stay @min_gap pixels apart. */
gint64 dwell_scale_tick_step  (const DwellScale *self,
                               double            min_gap);
/* The first multiple of @step at or after the scale's begin. */
gint64 dwell_scale_first_tick (const DwellScale *self,
                               gint64            step);

G_END_DECLS
