/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of many 64-bit numbers: 128 bits, which no file can fill; and text of them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

__extension__ typedef unsigned __int128 DwellWide;

#define DWELL_WIDE_MAX (~(DwellWide) 0)

/* Plain decimal digits. */
char *dwell_wide_to_text (DwellWide value) G_GNUC_WARN_UNUSED_RESULT;

/* Stays at the largest number rather than wrap. */
static inline DwellWide
dwell_wide_multiply (DwellWide a,
                     DwellWide b)
{
  DwellWide product;

  return __builtin_mul_overflow (a, b, &product) ? DWELL_WIDE_MAX : product;
}

/* Stays at the largest number rather than wrap. */
static inline DwellWide
dwell_wide_add (DwellWide a,
                DwellWide b)
{
  return a > DWELL_WIDE_MAX - b ? DWELL_WIDE_MAX : a + b;
}

/* For numbers that are kept in 64 bits: stays at the largest rather than wrap. */
static inline guint64
dwell_wide_narrow (DwellWide value)
{
  return value > G_MAXUINT64 ? G_MAXUINT64 : (guint64) value;
}

G_END_DECLS
