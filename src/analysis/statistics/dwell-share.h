/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares: the part of a whole that something is. All shares are made here. The whole is:
 *
 *   functions       all net time of what ran in the same range and context (over all contexts: in
 *                   all), where all of it has a meaning. Of functions, scopes, processes: their
 *                   lines ran in the same time once more, and states are no calls
 *   call tree       the same for self and total, of what is shown: all of it, or what is at and
 *                   below one node. So the root of everything that ran is 100 %
 *   lines           all net time of lines in the same range and context
 *   states          the length of the range as far as it lies in the session, in each context in
 *                   which the variable has states. In what is left it was in no state that is known
 *   profiles that have weights (samples, costs) rather than times of spans
 *                   what the file says is the weight of all, else the sum of what is outermost */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 0…1; negative if the whole is nothing, or negative: not known. */
static inline double
dwell_share (double part,
             double whole)
{
  return whole > 0 ? part / whole : -1;
}

char *dwell_share_to_plain (double share) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
