/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that views show of a session or of a range, as text to compare: its axis, statistics of every
 * area in every context, activations and states, their suspensions, values, the tree. Areas are
 * identified by name and value. */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

typedef enum {
  SESSION_DUMP_TEXT1 = 1 << 0, /* with handles, suspensions and numbers of states, which other
                                * formats do not have */
  SESSION_DUMP_CUT   = 1 << 1, /* a range was cut out: without what depends on what is outside */
} SessionDumpFlags;

char *session_dump (DwellTrace *trace,
                    gint64      begin,
                    gint64      end,
                    guint       flags) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
