/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts plain numbers, pairs of a key and a number, or numbers by a key: stable, in time linear in
 * their count. */
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

guint32 *dwell_sort_numbers (const guint32 *keys,
                             guint32        n,
                             guint32        n_keys,
                             guint32       *first,
                             guint32       *count,
                             gsize          stride) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
