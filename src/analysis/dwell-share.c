/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "analysis/dwell-share.h"

/**
 * dwell_share_to_plain:
 * @share: 0…1; what is negative or no number does not exist
 *
 * Returns: (transfer full): the number, whatever the locale
 */
char *
dwell_share_to_plain (double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (share >= 0 ? g_ascii_formatd (digits, sizeof digits, "%.9g", share) : "");
}
