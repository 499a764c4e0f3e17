/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps the ids of a file, which may be sparse and huge, to indexes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_APROF_UNMAPPED G_MAXUINT32

typedef struct {
  guint64 id;
  guint32 number; /* DWELL_APROF_UNMAPPED: the slot is free */
} DwellAprofSlot;

typedef struct {
  DwellAprofSlot *slots;
  gsize           n;
  guint           bits; /* there are 1 << bits slots */
} DwellAprofMap;

void     dwell_aprof_map_init    (DwellAprofMap       *self);
void     dwell_aprof_map_clear   (DwellAprofMap       *self);
gboolean dwell_aprof_map_reserve (DwellAprofMap       *self,
                                  gsize                n_more,
                                  GError             **error);
guint32  dwell_aprof_map_get     (const DwellAprofMap *self,
                                  guint64              id);
void     dwell_aprof_map_set     (DwellAprofMap       *self,
                                  guint64              id,
                                  guint32              number);

G_END_DECLS
