/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scale: converts times to pixels and back, and computes the ticks of a ruler. Times are int64
 * ns. The start of the scale is subtracted before the conversion to double, so that nothing jitters
 * at any zoom. Differences are unsigned, so that they do not overflow at the ends of int64. */
#pragma once

#include <math.h>

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  gint64 begin; /* ns at pixel 0 */
  gint64 end;   /* ns at pixel width; > begin */
  double width; /* px, > 0 */
} DwellScale;

/* Returns how many ns are in view, at least 1. */
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

/* Returns the ns that contains @x; G_MININT64 or G_MAXINT64 if that is beyond them. */
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

gint64 dwell_scale_tick_step  (const DwellScale *self,
                               double            min_gap);
gint64 dwell_scale_first_tick (const DwellScale *self,
                               gint64            step);

G_END_DECLS
