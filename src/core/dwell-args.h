/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the arguments of spans and marks, and the flows between spans. An argument is an index into
 * the trace's args; the arguments of one span follow one another:
 *
 *   for (guint32 arg = dwell_args_first (trace, span, DWELL_NONE);
 *        arg != DWELL_NONE;
 *        arg = dwell_args_next (trace, arg))
 */
#pragma once

#include "core/dwell-trace.h"

G_BEGIN_DECLS

/* The first argument of @span or of @mark, one of which is DWELL_NONE. Returns DWELL_NONE if it has
 * no arguments. */
static inline guint32
dwell_args_first (const DwellTrace *trace,
                  guint32           span,
                  guint32           mark)
{
  if (span != DWELL_NONE)
    return trace->span_args != NULL ? trace->span_args[span] : DWELL_NONE;

  return trace->mark_args != NULL && mark != DWELL_NONE ? trace->mark_args[mark] : DWELL_NONE;
}

static inline guint32
dwell_args_next (const DwellTrace *trace,
                 guint32           arg)
{
  return trace->args[arg].is_last ? DWELL_NONE : arg + 1;
}

guint32     dwell_args_find        (const DwellTrace *trace,
                                    guint32           first,
                                    guint32           key);
guint32     dwell_args_find_key    (const DwellTrace *trace,
                                    const char       *name);
guint       dwell_args_rank_keys   (const DwellTrace *trace,
                                    guint32          *keys,
                                    guint             max);
const char *dwell_args_get_key     (const DwellTrace *trace,
                                    guint32           arg);
gboolean    dwell_args_get_integer (const DwellTrace *trace,
                                    guint32           arg,
                                    gint64           *integer);
gboolean    dwell_args_get_real    (const DwellTrace *trace,
                                    guint32           arg,
                                    double           *real);
const char *dwell_args_get_string  (const DwellTrace *trace,
                                    guint32           arg);
char       *dwell_args_dup_text    (const DwellTrace *trace,
                                    guint32           arg) G_GNUC_WARN_UNUSED_RESULT;
void        dwell_args_append_json (const DwellTrace *trace,
                                    guint32           arg,
                                    GString          *text);

guint32     dwell_flows_from       (const DwellTrace *trace,
                                    guint32           span,
                                    guint32          *n);
guint32     dwell_flows_to         (const DwellTrace *trace,
                                    guint32           span,
                                    guint32          *n);

G_END_DECLS
