/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much a reader takes and keeps, for callers that want other limits than the usual ones. With
 * small limits, tests reach every limit with small files. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In each member 0 means the usual limit. */
typedef struct {
  gsize    block_bytes; /* read for a block of lines */
  guint    n_threads;   /* that read lines, including the caller's */
  guint32  max_names;   /* of Business Rules!, including the predefined ones */
  gsize    max_records; /* raw records that are kept */
  gsize    max_steps;   /* of a sequence without time stamps; at least 2 */
  gsize    max_spans;   /* made of such a sequence */
  gboolean is_eager;    /* the first partial trace is made at once, the following ones as often as
                         * the trace grows, whatever they cost */
} DwellReadLimits;

G_END_DECLS
