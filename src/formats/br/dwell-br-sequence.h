/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequence of blocks as nested spans. The axis is the sum of their times, or their number if
 * they are samples. A frame is one span over consecutive blocks that have it.
 *
 * Not all blocks of a long profile are kept: like a sampling profiler, the sequence then shows
 * the stack at even steps of the axis, and the step is doubled whenever there are too many. */
#pragma once

#include "formats/br/dwell-br-profile.h"
#include "formats/common/dwell-read-limits.h"

G_BEGIN_DECLS

typedef struct {
  gint64  begin;
  guint32 node;
} DwellBrStep;

typedef struct {
  DwellColumn *steps;   /* DwellBrStep */
  gint64       now;     /* the end of the last block */
  gint64       next;    /* blocks that end after this are kept; G_MININT64: all */
  gint64       stride;  /* distance of the grid; 0: all blocks were kept */
  gsize        max_steps;
  gsize        max_spans;
} DwellBrSequence;

void     dwell_br_sequence_init      (DwellBrSequence  *self,
                                      const DwellReadLimits *limits);
void     dwell_br_sequence_clear     (DwellBrSequence  *self);
void     dwell_br_sequence_keep      (DwellBrSequence  *self,
                                      guint32           node,
                                      gint64            begin);
void     dwell_br_sequence_restart   (DwellBrSequence  *self);
gboolean dwell_br_sequence_add_spans (DwellBrSequence  *self,
                                      DwellBrProfile   *profile,
                                      guint32           unfinished,
                                      GError          **error);

/* Returns FALSE if a block of that duration would end beyond DWELL_TIME_MAX. */
static inline gboolean
dwell_br_sequence_has_room (const DwellBrSequence *self,
                            gint64                 duration)
{
  return duration <= DWELL_TIME_MAX - self->now;
}

/* Adds a block of @duration ns, or of 1 for a sample; it is shortened if the axis has less room. */
static inline void
dwell_br_sequence_add (DwellBrSequence *self,
                       guint32          node,
                       gint64           duration)
{
  gint64 begin = self->now;

  self->now += MIN (duration, DWELL_TIME_MAX - begin);
  if (G_UNLIKELY (self->now > self->next))
    dwell_br_sequence_keep (self, node, begin);
}

G_END_DECLS
