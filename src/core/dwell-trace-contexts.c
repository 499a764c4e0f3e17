/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "core/dwell-trace-contexts.h"

/**
 * dwell_trace_get_context_label:
 * @self: a trace
 * @context: a context
 *
 * Returns: (transfer none): its name for people, UTF-8: empty if it is the recording itself
 */
const char *
dwell_trace_get_context_label (const DwellTrace *self,
                               guint32           context)
{
  const char *name = dwell_trace_get_context_name (self, context);

  return self->contexts[context].kind == DWELL_CONTEXT_SESSION &&
         g_str_equal (name, DWELL_CONTEXT_UNNAMED) ? "" : name;
}

/**
 * dwell_trace_count_contexts:
 * @self: a trace
 * @kind: a kind of context
 *
 * Returns: how many contexts of that kind there are
 */
guint32
dwell_trace_count_contexts (const DwellTrace *self,
                            DwellContextKind  kind)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->n_contexts; i++)
    n += self->contexts[i].kind == kind;

  return n;
}
