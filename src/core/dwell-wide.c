/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of 128 bits as text. */
#include "config.h"

#include "core/dwell-wide.h"

/* The number of digits of 2^128 − 1. */
#define DIGITS_MAX 39

/**
 * dwell_wide_to_text:
 * @value: a number
 *
 * Returns: (transfer full): its decimal digits, whatever the locale
 */
char *
dwell_wide_to_text (DwellWide value)
{
  char digits[DIGITS_MAX + 1] = { 0 };
  guint place = DIGITS_MAX;

  do
    {
      digits[--place] = (char) ('0' + (int) (value % 10));
      value /= 10;
    }
  while (value > 0);

  return g_strdup (digits + place);
}

/**
 * dwell_signed_wide_to_text:
 * @value: a number
 *
 * Returns: (transfer full): its decimal digits, after “-” if it is below 0, in every locale
 */
char *
dwell_signed_wide_to_text (DwellSignedWide value)
{
  g_autofree char *digits = dwell_wide_to_text (value < 0 ? -(DwellWide) value : (DwellWide) value);

  return g_strconcat (value < 0 ? "-" : "", digits, NULL);
}
