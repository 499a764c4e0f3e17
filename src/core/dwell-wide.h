/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of many 64-bit numbers: 128 bits, which no file can overflow; their means and their text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

__extension__ typedef unsigned __int128 DwellWide;
__extension__ typedef __int128 DwellSignedWide;

#define DWELL_WIDE_MAX (~(DwellWide) 0)

char *dwell_wide_to_text        (DwellWide       value) G_GNUC_WARN_UNUSED_RESULT;
char *dwell_signed_wide_to_text (DwellSignedWide value) G_GNUC_WARN_UNUSED_RESULT;

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

/* Converts to 64 bits; stays at the largest number rather than wrap. */
static inline guint64
dwell_wide_narrow (DwellWide value)
{
  return value > G_MAXUINT64 ? G_MAXUINT64 : (guint64) value;
}

/* The same for 63 bits. */
static inline gint64
dwell_wide_clamp (DwellWide value)
{
  return value > G_MAXINT64 ? G_MAXINT64 : (gint64) value;
}

/* Adds @more to @sum, which stays at the largest or smallest number rather than wrap. */
static inline void
dwell_add_saturated (gint64 *sum,
                     gint64  more)
{
  if (__builtin_add_overflow (*sum, more, sum))
    *sum = more < 0 ? G_MININT64 : G_MAXINT64;
}

/* A mean of whole numbers, exact however large they are. */
typedef struct {
  gint64 whole;
  double rest; /* from 0 to less than 1 */
} DwellMean;

/* The mean of @n numbers, at least one, that add up to @sum. */
static inline DwellMean
dwell_mean_new (DwellWide sum,
                guint64   n)
{
  return (DwellMean) { dwell_wide_clamp (sum / n), (double) (sum % n) / (double) n };
}

/* The sum of the @n numbers whose mean is @mean; n · rest is close to a whole number. */
static inline DwellWide
dwell_mean_to_sum (DwellMean mean,
                   guint64   n)
{
  return (DwellWide) mean.whole * n + (guint64) (mean.rest * (double) n + 0.5);
}

static inline gint64
dwell_mean_round (DwellMean mean)
{
  return mean.whole + (mean.rest >= 0.5 && mean.whole < G_MAXINT64);
}

G_END_DECLS
