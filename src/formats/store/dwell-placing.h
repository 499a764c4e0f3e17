/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the store: a track that gets its spans. */
#pragma once

#include "formats/store/dwell-store.h"

G_BEGIN_DECLS

typedef struct {
  DwellStore    *store;
  guint32        track;
  GArray        *rows;    /* gint64: when each is free again */
  GArray        *row_ids; /* guint32 */
  GArray        *active;  /* those that others may lie in, the last begun last */
  DwellAreaKind  kind;
  gint64         offset_ns;
  guint64        n_overlapping;
  guint          enclosed_step; /* of flows, in order of time: the next that gets its span */
  guint          other_step;
  guint          end_step;
} DwellPlacing;

void    _dwell_placing_init   (DwellPlacing           *self,
                               DwellStore             *store,
                               guint32                 thread,
                               guint32                 track,
                               DwellAreaKind           kind,
                               gint64                  offset_ns);
void    _dwell_placing_add    (DwellPlacing           *self,
                               const DwellStoreRecord *record);
guint64 _dwell_placing_finish (DwellPlacing           *self);

G_END_DECLS
