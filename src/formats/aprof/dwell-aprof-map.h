/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a file's ids, which may be sparse and huge, to our numbers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DWELL_APROF_UNMAPPED G_MAXUINT32

typedef struct {
  guint64 id;
  guint32 number; /* or DWELL_APROF_UNMAPPED: the slot is free */
} DwellAprofSlot;

typedef struct {
  DwellAprofSlot *slots;
  gsize           n;
  guint           bits; /* slots: 1 << bits */
} DwellAprofMap;

void    dwell_aprof_map_init  (DwellAprofMap       *self);
void    dwell_aprof_map_clear (DwellAprofMap       *self);
guint32 dwell_aprof_map_get   (const DwellAprofMap *self,
                               guint64              id);
/* Replaces what was there. */
void    dwell_aprof_map_set   (DwellAprofMap       *self,
                               guint64              id,
                               guint32              number);

G_END_DECLS
