/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers that tracks get in formats that know processes and threads alone: those of the file
 * where viewers can tell them from others, else places. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef struct {
  const DwellTrace *trace;
  guint32          *of_contexts; /* processes, by context; 0: it is none */
  guint32          *processes;   /* by track */
  guint32          *threads;     /* by track; of one that needs none that of its process */
  guint8           *is_main;     /* by track: the one that stands for its context */
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
