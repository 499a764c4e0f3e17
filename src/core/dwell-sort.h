/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting numbers, alone or with one that they carry: stable, in time linear in their count. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct {
  guint64 key;
  guint32 value;
} DwellKeyed;

void dwell_sort_keyed (DwellKeyed *keyed,
                       DwellKeyed *scratch,
                       gsize       n);

void dwell_sort_int64 (gint64       *values,
                       gsize         n,
                       GCancellable *cancellable);

G_END_DECLS
