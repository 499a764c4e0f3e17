/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scale: times to pixels and back, and where a ruler has its ticks. Times are int64 ns; the
 * viewport's begin is subtracted before any double, so nothing jitters however far in one zooms.
 * Differences are made without a sign, so that nothing overflows at the ends of int64 either. */
#pragma once

#include <math.h>

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 begin; /* ns at pixel 0 */
  gint64 end;   /* ns at pixel width; > begin */
  double width; /* px, > 0 */
} DwellScale;

/* How many ns are in view; at least 1. */
static inline double
dwell_scale_get_range (const DwellScale *self)
{
  return self->end > self->begin ? (double) ((guint64) self->end - (guint64) self->begin) : 1;
}

static inline double
dwell_scale_to_x (const DwellScale *self,
                  gint64            time)
{
  double offset = time >= self->begin ? (double) ((guint64) time - (guint64) self->begin)
                                      : -(double) ((guint64) self->begin - (guint64) time);

  return offset * self->width / dwell_scale_get_range (self);
}

/* The ns that holds @x; the first or last there is where @x lies beyond. */
static inline gint64
dwell_scale_to_time (const DwellScale *self,
                     double            x)
{
  double offset = floor (x * dwell_scale_get_range (self) / self->width);

  if (offset >= (double) ((guint64) G_MAXINT64 - (guint64) self->begin))
    return G_MAXINT64;
  if (-offset >= (double) ((guint64) self->begin - (guint64) G_MININT64))
    return G_MININT64;

  return (gint64) (offset >= 0 ? (guint64) self->begin + (guint64) offset
                               : (guint64) self->begin - (guint64) -offset);
}

/* The smallest of 1, 2, 5 × 10ⁿ ns whose ticks stay @min_gap pixels apart. */
gint64 dwell_scale_tick_step  (const DwellScale *self,
                               double            min_gap);
/* The first multiple of @step at or after the scale's begin; G_MAXINT64 if there is none. */
gint64 dwell_scale_first_tick (const DwellScale *self,
                               gint64            step);

G_END_DECLS
