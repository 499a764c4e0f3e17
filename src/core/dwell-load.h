/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Little-endian integers from bytes that need not be aligned: for binary files, and for looking at
 * eight characters at once. All their bytes must be readable. */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

static inline guint32
dwell_load_u32 (gconstpointer bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

static inline guint64
dwell_load_u64 (gconstpointer bytes)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT64_FROM_LE (value);
}

/* A word of eight times the same byte: for comparing eight characters with one. */
#define DWELL_EACH_BYTE(byte) (G_GUINT64_CONSTANT (0x0101010101010101) * (byte))

/* Marks which of the eight bytes of @word are @byte: the lowest mark is right, but those above it
 * may be wrong. */
static inline guint64
dwell_mark_bytes (guint64 word,
                  guint8  byte)
{
  guint64 others = word ^ DWELL_EACH_BYTE (byte);

  return (others - DWELL_EACH_BYTE (0x01)) & ~others & DWELL_EACH_BYTE (0x80);
}

/* The number, from 0, of the byte with the lowest mark; there must be one. */
static inline guint
dwell_first_mark (guint64 marks)
{
  return (guint) __builtin_ctzll (marks) / 8;
}

G_END_DECLS
