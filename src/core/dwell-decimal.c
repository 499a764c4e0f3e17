/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans decimal numbers and scales them. */
#include "config.h"

#include "core/dwell-decimal.h"

/* The largest power of ten that fits 64 bits. */
#define MAX_POWER 19

static guint64
get_power_of_ten (int power)
{
  static const guint64 powers[MAX_POWER + 1] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
    G_GUINT64_CONSTANT (10000000000), G_GUINT64_CONSTANT (100000000000),
    G_GUINT64_CONSTANT (1000000000000), G_GUINT64_CONSTANT (10000000000000),
    G_GUINT64_CONSTANT (100000000000000), G_GUINT64_CONSTANT (1000000000000000),
    G_GUINT64_CONSTANT (10000000000000000), G_GUINT64_CONSTANT (100000000000000000),
    G_GUINT64_CONSTANT (1000000000000000000), G_GUINT64_CONSTANT (10000000000000000000),
  };

  return powers[power];
}

/* Scans the sign and digits after an e, and adds them to @power. */
static gboolean
scan_exponent (DwellScan *s,
               int       *power)
{
  gint64 exponent;

  s->p++;
  if (!dwell_scan_i64 (s, &exponent))
    return FALSE;

  *power += (int) CLAMP (exponent, -1000, 1000);
  return TRUE;
}

/* Scans digits with a point among them: as many as fit, and the power of ten to multiply them
 * by. */
static gboolean
scan_digits (DwellScan    *s,
             const char   *points,
             DwellDecimal *number)
{
  guint64 digits = 0;
  int power = 0;
  gboolean has_point = FALSE;
  const char *p = s->p;

  for (; p < s->end; p++)
    {
      guint digit = (guint) (*p - '0');

      if (digit <= 9 && digits <= (G_MAXUINT64 - 9) / 10)
        {
          digits = digits * 10 + digit;
          power -= has_point;
        }
      else if (digit <= 9)
        power += !has_point;
      else if (!has_point && (*p == points[0] || (points[0] != '\0' && *p == points[1])) &&
               *p != '\0')
        has_point = TRUE;
      else
        break;
    }

  if (p <= s->p + has_point)
    return FALSE;

  s->p = p;
  number->digits = digits;
  number->power = power;
  return TRUE;
}

/**
 * dwell_scan_decimal:
 * @s: a cursor, which is moved only on success
 * @points: one or two characters, each of which is a decimal sign
 * @number: (out): the number
 *
 * Scans a sign, if any, digits with a decimal sign, if any, and an exponent, if any.
 *
 * Returns: whether there is a number
 */
gboolean
dwell_scan_decimal (DwellScan    *s,
                    const char   *points,
                    DwellDecimal *number)
{
  DwellScan t = *s;

  number->is_negative = dwell_scan_char (&t, '-');
  if (!number->is_negative)
    dwell_scan_char (&t, '+');

  if (!scan_digits (&t, points, number) ||
      (t.p < t.end && (*t.p == 'e' || *t.p == 'E') && !scan_exponent (&t, &number->power)))
    return FALSE;

  *s = t;
  return TRUE;
}

/**
 * dwell_decimal_scale:
 * @self: a number
 * @ratio: what to multiply it by
 * @result: (out): the product, halves away from 0
 * @is_rounded: (out): whether it is not exact
 *
 * Returns: %FALSE if it does not fit
 */
gboolean
dwell_decimal_scale (const DwellDecimal *self,
                     const DwellRatio   *ratio,
                     gint64             *result,
                     gboolean           *is_rounded)
{
  unsigned __int128 product = (unsigned __int128) self->digits * ratio->dividend;
  unsigned __int128 divisor = ratio->divisor;
  guint64 whole;

  *is_rounded = FALSE;
  if (self->digits == 0)
    {
      *result = 0;
      return TRUE;
    }

  /* The product is below 2^127: shifted by more than 38 places to the right, it is 0. */
  if (self->power > MAX_POWER || self->power < -2 * MAX_POWER)
    {
      *is_rounded = TRUE;
      *result = 0;
      return self->power < 0;
    }

  if (self->power > 0 &&
      __builtin_mul_overflow (product, get_power_of_ten (self->power), &product))
    return FALSE;
  if (self->power < 0)
    divisor *= get_power_of_ten (MIN (-self->power, MAX_POWER));
  if (self->power < -MAX_POWER)
    {
      guint64 more = get_power_of_ten (-self->power - MAX_POWER);

      *is_rounded = product % more != 0;
      product /= more;
    }

  if (G_LIKELY (product <= G_MAXUINT64 && divisor <= G_MAXUINT64))
    {
      guint64 by = (guint64) divisor;

      whole = (guint64) product / by;
      *is_rounded |= (guint64) product != whole * by;
      whole += (guint64) product % by >= by - by / 2 && by > 1;
    }
  else
    {
      unsigned __int128 wide = product / divisor;
      unsigned __int128 rest = product % divisor;

      wide += rest >= divisor - divisor / 2 && divisor > 1;
      *is_rounded |= rest != 0;
      if (wide > G_MAXINT64)
        return FALSE;
      whole = (guint64) wide;
    }

  *result = self->is_negative ? -(gint64) whole : (gint64) whole;
  return whole <= G_MAXINT64;
}

/**
 * dwell_decimal_append:
 * @text: (inout): the digits of @number are appended to this
 * @number: a number
 *
 * Does what g_string_append_printf() does, in a tenth of the time.
 */
void
dwell_decimal_append (GString *text,
                      guint64  number)
{
  char digits[20];
  gsize n = sizeof digits;

  do
    digits[--n] = (char) ('0' + number % 10);
  while ((number /= 10) > 0);

  g_string_append_len (text, digits + n, (gssize) (sizeof digits - n));
}
