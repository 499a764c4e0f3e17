/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of a link of timelines. */
#pragma once

#include "model/comparison/dwell-comparison-options.h"
#include "model/comparison/dwell-time-link-moment.h"
#include "model/comparison/dwell-time-link-question.h"
#include "model/comparison/dwell-time-link.h"

G_BEGIN_DECLS

struct _DwellTimeLink
{
  DwellQuery parent_instance;

  DwellView     *other;         /* (nullable) */
  GSignalGroup  *other_signals;
  char          *matching;      /* of the options: what is matched */
  DwellAlignment alignment;
  guint32        base_area;     /* both are aligned at its first start; or DWELL_NONE */
  gboolean       has_moment;    /* moment is set; used when aligned at an area */
  DwellAlignedMoment moment;
  guint          number;        /* of its kind, from 1; 0: the first start of an area */
  gint64         shift;         /* ns by which the new recording shows later times */
  DwellJob      *finding;       /* (nullable): another moment */
  DwellTimeLinkMoment *next;    /* (nullable): the one to find after that */
  guint          serial;        /* of the wanted answer */
  guint          shown_serial;
  gboolean       is_linking;

  DwellTimeLinkQuestion *shown; /* (nullable): the answer */
};

/* dwell-time-link.c */
DwellView *_dwell_time_link_get_own       (DwellTimeLink *self);
void       _dwell_time_link_changed       (DwellTimeLink *self);

/* dwell-time-link-follow.c */
void       _dwell_time_link_connect       (DwellTimeLink *self);
void       _dwell_time_link_all           (DwellTimeLink *self);
void       _dwell_time_link_times         (DwellTimeLink *self);
void       _dwell_time_link_forget_moment (DwellTimeLink *self);
void       _dwell_time_link_focus_span    (DwellTimeLink *self,
                                           DwellView     *to,
                                           guint32        span);

G_END_DECLS
