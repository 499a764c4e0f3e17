/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events that do not change a process: of signals, semaphores, stimuli, cores and schedulers. */
#pragma once

#include "formats/btf/dwell-btf-tracks.h"

G_BEGIN_DECLS

typedef struct {
  DwellBuilder      *builder;
  const DwellBtfLog *log;
  DwellBtfTracks    *tracks;
  gboolean           has_scheduler;
  guint32            semaphore_states[4]; /* names: strings */
  guint64            n_counted;           /* number of events that are not shown */
} DwellBtfOthers;

void        dwell_btf_others_init     (DwellBtfOthers       *self,
                                       DwellBtfTracks       *tracks,
                                       gboolean              has_scheduler);
void        dwell_btf_others_take     (DwellBtfOthers       *self,
                                       const DwellBtfRecord *record);
void        dwell_btf_others_mark     (DwellBtfOthers       *self,
                                       const DwellBtfRecord *record,
                                       guint32               process);
const char *dwell_btf_others_get_note (DwellBtfOthers       *self,
                                       const DwellBtfRecord *record);

G_END_DECLS
