/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares: parts of a whole. All shares are computed here. The whole is:
 *
 *   functions       all net time of the functions, scopes and processes that ran in the same range
 *                   and context (for sums over all contexts: in all), if all of it has a meaning.
 *                   Lines do not count, as they ran at the same time as their functions; states do
 *                   not count, as they are not calls
 *   call tree       all that is shown, for both self and total: everything, or what is at and below
 *                   one node. So a root of everything that ran is 100 %
 *   lines           all net time of lines in the same range and context
 *   states          the length of the range as far as it lies in the session, in each context in
 *                   which the variable has states. In the remaining time its state is not known
 *   profiles that have weights (samples, costs) rather than times of spans
 *                   the total weight in the file, else the sum of the outermost weights */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 0…1; negative if the whole is 0 or not known (negative). */
static inline double
dwell_share (double part,
             double whole)
{
  return whole > 0 ? part / whole : -1;
}

char *dwell_share_to_plain (double share) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
