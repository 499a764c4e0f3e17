/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of two timelines for files: the base above, the new recording below, and between them
 * how much later the new one is. Corresponding moments are above one another. */
#pragma once

#include "analysis/compare/dwell-alignment.h"
#include "paint/dwell-picture.h"
#include "paint/dwell-timeline-painter.h"

G_BEGIN_DECLS

/* The ranges of the scenes must be set; their gutters are set by the picture. */
typedef struct {
  DwellTimelineScene       base;
  DwellTimelineScene       new;
  const char              *base_title;
  const char              *new_title;
  const DwellAlignedTimes *times;
} DwellTimelineTwins;

void     dwell_timeline_twins_set_ranges (DwellTimelineTwins       *self,
                                          const DwellAnchoredSide  *base,
                                          const DwellAnchoredSide  *new);
int      dwell_timeline_twins_get_height (const DwellTimelineTwins *self);
gboolean dwell_timeline_twins_write      (const DwellTimelineTwins *self,
                                          GOutputStream            *stream,
                                          DwellPictureType          type,
                                          int                       width,
                                          int                       height,
                                          GCancellable             *cancellable,
                                          GError                  **error);

G_END_DECLS
