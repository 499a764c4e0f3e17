/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the store: a track that spans are being placed in. */
#pragma once

#include "formats/store/dwell-store.h"

G_BEGIN_DECLS

typedef struct {
  DwellStore    *store;
  guint32        track;
  GArray        *rows;    /* gint64: when each is free again */
  GArray        *row_ids; /* guint32 */
  GArray        *active;  /* spans that others may lie in, the one that began last at the end */
  DwellAreaKind  kind;
  gint64         offset_ns;
  guint64        n_overlapping;
  guint          enclosed_step; /* the next step of a flow, by time, that needs its enclosing
                                 * span */
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
