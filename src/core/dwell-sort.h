/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting numbers that carry a number: stable, in time linear in their count. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint64 key;
  guint32 value;
} DwellKeyed;

/* Sorts @keyed by key; equal keys keep their order. @scratch: as many again. */
void dwell_sort_keyed (DwellKeyed *keyed,
                       DwellKeyed *scratch,
                       gsize       n);

G_END_DECLS
