/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of tracks in formats that have only processes and threads: the numbers of the file if
 * viewers can handle them, otherwise the next free ones. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  const DwellTrace *trace;
  guint32          *of_contexts; /* processes, by context; 0: not a process */
  guint32          *processes;   /* by track */
  guint32          *threads;     /* by track; if it needs no thread, the number of its process */
  guint8           *is_main;     /* by track: whether it represents its context */
  GHashTable       *taken;       /* process << 32 | thread */
} DwellTrackNumbers;

void     dwell_track_numbers_init       (DwellTrackNumbers       *self,
                                         const DwellTrace        *trace);
void     dwell_track_numbers_clear      (DwellTrackNumbers       *self);
gboolean dwell_track_numbers_has_thread (const DwellTrackNumbers *self,
                                         guint32                  track);
gboolean dwell_track_is_of_process      (const DwellTrace        *trace,
                                         guint32                  track);

G_END_DECLS
