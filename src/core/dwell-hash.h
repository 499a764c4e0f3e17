/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes of numbers in which all bits count, by multiplication (Knuth, The Art of Computer
 * Programming, vol. 3, 6.4). GLib's g_int64_hash() uses only the low 32 bits: all keys that differ
 * only above them would collide. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

static inline guint32
dwell_hash_u64 (guint64 key)
{
  return (guint32) ((key ^ key >> 29) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static inline guint32
dwell_hash_two (guint32 a,
                guint32 b)
{
  return dwell_hash_u64 ((guint64) a << 32 | b);
}

/* A GHashFunc of keys that point to 64 bits. */
static inline guint
dwell_int64_hash (gconstpointer key)
{
  return dwell_hash_u64 (*(const guint64 *) key);
}

G_END_DECLS
