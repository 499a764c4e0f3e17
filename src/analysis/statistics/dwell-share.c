/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares as text for other programs. */
#include "config.h"

#include "analysis/statistics/dwell-share.h"

/**
 * dwell_share_to_plain:
 * @share: 0…1; negative or NaN if there is none
 *
 * Returns: (transfer full): the number with nine significant digits and a decimal point, in every
 *   locale; empty if there is no share
 */
char *
dwell_share_to_plain (double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (share >= 0 ? g_ascii_formatd (digits, sizeof digits, "%.9g", share) : "");
}
