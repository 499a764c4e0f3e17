/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal digits, eight at a time and without a branch for each: for numbers in millions of lines.
 * Eight bytes must be readable. */
#pragma once

#include "core/dwell-load.h"

G_BEGIN_DECLS

/* Reads eight bytes, little-endian; digits become their values. */
static inline guint64
dwell_digits_load (const char *p)
{
  return dwell_load_u64 (p) ^ DWELL_EACH_BYTE ('0');
}

/* How many of the eight bytes are digits, up to the first that is not. */
static inline guint
dwell_digits_count (guint64 bytes)
{
  guint64 others = (bytes | (bytes + DWELL_EACH_BYTE (0x06))) &
                   DWELL_EACH_BYTE (0xf0);

  return others != 0 ? (guint) __builtin_ctzll (others) / 8 : 8;
}

/* The number of the first @n digits, 1 ≤ n ≤ 8: combines pairs, then fours, then eight. */
static inline guint32
dwell_digits_combine (guint64 bytes,
                      guint   n)
{
  bytes <<= 64 - 8 * n;
  bytes = bytes * 10 + (bytes >> 8);
  return (guint32) (((bytes & G_GUINT64_CONSTANT (0x000000ff000000ff)) *
                       G_GUINT64_CONSTANT (0x000f424000000064) +
                     ((bytes >> 16) & G_GUINT64_CONSTANT (0x000000ff000000ff)) *
                       G_GUINT64_CONSTANT (0x0000271000000001)) >> 32);
}

/* Returns how many digits there are at @p, at most eight; if any, sets their number. */
static inline guint
dwell_digits_scan (const char *p,
                   guint64    *number)
{
  guint64 bytes = dwell_digits_load (p);
  guint n = dwell_digits_count (bytes);

  if (n > 0)
    *number = dwell_digits_combine (bytes, n);
  return n;
}

G_END_DECLS
