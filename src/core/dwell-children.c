/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the children of all spans, and computes own times. */
#include "config.h"

#include "core/dwell-children.h"

#include <string.h>

#include "core/dwell-memory.h"

struct _DwellChildren
{
  guint32 *first; /* by span */
  guint32 *next;  /* by span: the next child of the same parent */
  gsize    n_bytes;
};

/**
 * dwell_children_new:
 * @trace: a trace
 *
 * Lists the children of all spans in order of number, which is the order of their starts. Takes 8
 * bytes per span.
 *
 * Returns: (transfer full) (nullable): the lists; %NULL if own times follow from suspensions, or
 *   there is too little memory. The functions below accept %NULL, too, and then search for the
 *   children of a span
 */
DwellChildren *
dwell_children_new (const DwellTrace *trace)
{
  gsize n_bytes = 2 * (gsize) trace->n_spans * sizeof (guint32);
  DwellChildren *self;

  if ((trace->tables & DWELL_TABLE_SUSPENSIONS) != 0 || !dwell_memory_claim (n_bytes, NULL))
    return NULL;

  self = g_new (DwellChildren, 1);
  self->n_bytes = n_bytes;
  self->first = dwell_big_alloc (n_bytes / 2);
  self->next = dwell_big_alloc (n_bytes / 2);
  memset (self->first, 0xff, n_bytes / 2); /* DWELL_NONE */

  for (guint32 span = trace->n_spans; span-- > 0;)
    {
      guint32 parent = trace->span_parent[span];

      self->next[span] = DWELL_NONE;
      if (parent == DWELL_NONE)
        continue;

      self->next[span] = self->first[parent];
      self->first[parent] = span;
    }

  return self;
}

/**
 * dwell_children_free:
 * @self: (transfer full): lists
 *
 * Frees @self.
 */
void
dwell_children_free (DwellChildren *self)
{
  dwell_big_free (self->first);
  dwell_big_free (self->next);
  dwell_memory_release (self->n_bytes);
  g_free (self);
}

/**
 * dwell_children_get_first:
 * @self: (nullable): lists
 * @trace: their trace
 * @span: a span
 *
 * Returns: the first span whose parent is @span, or %DWELL_NONE
 */
guint32
dwell_children_get_first (const DwellChildren *self,
                          const DwellTrace    *trace,
                          guint32              span)
{
  return self != NULL ? self->first[span] : dwell_trace_get_first_child (trace, span);
}

/**
 * dwell_children_get_next:
 * @self: (nullable): lists
 * @trace: their trace
 * @child: a span with a parent
 *
 * Returns: the next child of its parent in order of start, or %DWELL_NONE
 */
guint32
dwell_children_get_next (const DwellChildren *self,
                         const DwellTrace    *trace,
                         guint32              child)
{
  return self != NULL ? self->next[child] : dwell_trace_get_next_sibling (trace, child);
}

static gint64
get_suspended (const DwellTrace *trace,
               guint32           span)
{
  guint32 row = trace->span_row[span];
  guint32 end = trace->rows[row].first_suspension + trace->rows[row].n_suspensions;
  gint64 suspended = 0;

  for (guint32 i = dwell_trace_suspension_search (trace, row,
                                                  dwell_trace_get_span_begin (trace, span));
       i < end && trace->suspension_span[trace->row_suspensions[i]] == span;
       i++)
    suspended += trace->suspension_end[trace->row_suspensions[i]] -
                 trace->suspension_begin[trace->row_suspensions[i]];

  return suspended;
}

/**
 * dwell_children_get_own:
 * @self: (nullable): lists
 * @trace: their trace
 * @span: a span
 *
 * Does what dwell_trace_get_span_own() does, with lists in time linear in the children of @span.
 *
 * Returns: ns, or %DWELL_TIME_NONE where own time has no meaning
 */
gint64
dwell_children_get_own (const DwellChildren *self,
                        const DwellTrace    *trace,
                        guint32              span)
{
  gint64 own = dwell_trace_get_span_duration (trace, span);
  gint64 covered_to = dwell_trace_get_span_begin (trace, span);

  if (trace->span_flags[span] & DWELL_SPAN_OWN_UNDEFINED)
    return DWELL_TIME_NONE;

  if (trace->tables & DWELL_TABLE_SUSPENSIONS)
    return own - get_suspended (trace, span);

  for (guint32 child = dwell_children_get_first (self, trace, span);
       child != DWELL_NONE;
       child = dwell_children_get_next (self, trace, child))
    {
      gint64 from = MAX (dwell_trace_get_span_begin (trace, child), covered_to);
      gint64 end = dwell_trace_get_span_end (trace, child);

      if (end > from)
        {
          own -= end - from;
          covered_to = end;
        }
    }

  return own;
}
