/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequence of blocks on the axis of their times added up (or of their numbers, if they are
 * samples), as nested spans: a frame lasts as long as it stands in one block after the other.
 *
 * Of a long profile not every block is kept: as a sampling profiler would, the sequence then shows
 * the stack at even steps along the axis, which are doubled whenever it has grown too long. */
#pragma once

#include "formats/br/dwell-br-profile.h"

G_BEGIN_DECLS

typedef struct {
  gint64  begin;
  guint32 node;
} DwellBrStep;

typedef struct {
  DwellColumn *steps;   /* DwellBrStep */
  gint64       now;     /* the end of the last block */
  gint64       next;    /* blocks that end behind it are kept; G_MININT64: all are */
  gint64       stride;  /* 0: every block is there */
  gsize        max_steps;
  gsize        max_spans;
} DwellBrSequence;

void     dwell_br_sequence_init    (DwellBrSequence *self);
void     dwell_br_sequence_clear   (DwellBrSequence *self);
void     dwell_br_sequence_keep    (DwellBrSequence *self,
                                    guint32          node,
                                    gint64           begin);
/* What was taken for samples turns out to be timed: it took no time. */
void     dwell_br_sequence_restart (DwellBrSequence *self);
gboolean dwell_br_sequence_tell    (DwellBrSequence *self,
                                    DwellBrProfile  *profile,
                                    guint32          unfinished,
                                    GError         **error);

/* Whether a block that is as long as that ends at a time that can be told. */
static inline gboolean
dwell_br_sequence_has_room (const DwellBrSequence *self,
                            gint64                 duration)
{
  return duration <= DWELL_TIME_MAX - self->now;
}

/* The next block, as long as it is: ns, or 1 for a sample; or as long as there is room. */
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

/* For tests: bounds that small files reach; 0 = the defaults. */
void     dwell_br_sequence_set_max (gsize max_steps,
                                    gsize max_spans);

G_END_DECLS
