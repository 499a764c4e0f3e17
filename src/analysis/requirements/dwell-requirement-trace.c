/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of a trace that several requirements need, made when first asked for by any of them;
 * requirements are judged on several threads. */
#include "config.h"

#include "analysis/requirements/dwell-requirements-private.h"

#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-sort.h"

static gsize
count_bytes (const DwellTrace *trace)
{
  gsize n_each = 2 * sizeof (guint32) + sizeof (gsize) +
                 dwell_parallel_get_n_threads () * sizeof (guint32);

  return trace->n_spans * sizeof (guint32) + trace->n_areas * n_each +
         (2 * ((gsize) trace->n_areas + 1) + trace->n_tracks) * sizeof (guint32) +
         trace->n_contexts * sizeof (gint64);
}

/* Prepares @self for @trace. Returns: whether there is enough memory for the data */
gboolean
_dwell_requirements_trace_init (DwellRequirementsTrace  *self,
                                DwellTrace              *trace,
                                GCancellable            *cancellable,
                                GError                 **error)
{
  *self = (DwellRequirementsTrace) { .trace = trace, .cancellable = cancellable };
  return dwell_memory_claim (count_bytes (trace), error);
}

/* Must be called only after _dwell_requirements_trace_init() succeeded. */
void
_dwell_requirements_trace_clear (DwellRequirementsTrace *self)
{
  g_free (self->first);
  g_free (self->count);
  g_free (self->is_ready);
  dwell_big_free (self->spans);
  g_free (self->first_track);
  g_free (self->tracks);
  g_free (self->context_last);
  g_clear_pointer (&self->children, dwell_children_free);
  g_clear_pointer (&self->lines, dwell_line_table_unref);
  g_clear_pointer (&self->costs, dwell_costs_unref);
  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->tree, dwell_tree_unref);
  dwell_memory_release (count_bytes (self->trace));
}

static void
list_spans (DwellRequirementsTrace *self)
{
  const DwellTrace *trace = self->trace;

  self->first = g_new0 (guint32, trace->n_areas + 1);
  self->count = g_new0 (guint32, trace->n_areas + 1);
  self->is_ready = g_new0 (gsize, trace->n_areas + 1);
  self->spans = dwell_sort_numbers (trace->span_area, trace->n_spans, trace->n_areas, self->first,
                                    self->count, sizeof (guint32));
}

static guint64
get_key (const DwellTrace *trace,
         guint32           span)
{
  return (guint64) dwell_trace_get_span_begin (trace, span) ^ G_GUINT64_CONSTANT (1) << 63;
}

/* Sorts the spans of an area by begin; those of one context are in order already. */
static void
sort_spans (DwellRequirementsTrace *self,
            guint32                *spans,
            guint32                 n)
{
  const DwellTrace *trace = self->trace;
  gsize n_bytes = 2 * (gsize) n * sizeof (DwellKeyed);
  gboolean is_sorted = TRUE;
  DwellKeyed *keyed;

  for (guint32 i = 1; i < n && is_sorted; i++)
    {
      _dwell_requirements_prefetch (trace, spans, i, n);
      is_sorted = get_key (trace, spans[i - 1]) <= get_key (trace, spans[i]);
    }
  if (is_sorted || !_dwell_requirements_trace_claim (self, n_bytes))
    return;

  keyed = dwell_big_alloc (n_bytes);
  for (guint32 i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { get_key (trace, spans[i]), spans[i] };
  dwell_sort_keyed (keyed, keyed + n, n);
  for (guint32 i = 0; i < n; i++)
    spans[i] = keyed[i].value;
  dwell_big_free (keyed);
  dwell_memory_release (n_bytes);
}

/* Leaves doubtful spans of an area out, and sorts the others. */
static void
make_ready (DwellRequirementsTrace *self,
            guint32                 area)
{
  guint32 *spans = self->spans + self->first[area];
  guint32 n = 0;

  for (guint32 i = 0; i < self->count[area]; i++)
    if ((self->trace->span_flags[spans[i]] & DWELL_SPAN_DOUBTFUL) == 0)
      spans[n++] = spans[i];

  self->count[area] = n;
  sort_spans (self, spans, n);
}

/* Returns the spans of an area, all contexts together, by begin. */
const guint32 *
_dwell_requirements_get_spans (DwellRequirementsTrace *self,
                               guint32                 area,
                               guint32                *n)
{
  if (g_once_init_enter (&self->is_listed))
    {
      list_spans (self);
      g_once_init_leave (&self->is_listed, 1);
    }
  if (g_once_init_enter (&self->is_ready[area]))
    {
      make_ready (self, area);
      g_once_init_leave (&self->is_ready[area], 1);
    }

  *n = self->count[area];
  return self->spans + self->first[area];
}

static void
list_tracks (DwellRequirementsTrace *self)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint32 *next = NULL;

  self->first_track = g_new0 (guint32, trace->n_areas + 1);
  self->tracks = g_new (guint32, trace->n_tracks + 1);
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].area != DWELL_NONE)
      self->first_track[trace->tracks[i].area + 1]++;
  for (guint32 i = 0; i < trace->n_areas; i++)
    self->first_track[i + 1] += self->first_track[i];

  next = g_memdup2 (self->first_track, (trace->n_areas + 1) * sizeof (guint32));
  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].area != DWELL_NONE)
      self->tracks[next[trace->tracks[i].area]++] = i;
}

/* Returns the tracks of a variable or signal in their order: it may have one in each process. */
const guint32 *
_dwell_requirements_get_tracks (DwellRequirementsTrace *self,
                                guint32                 area,
                                guint32                *n)
{
  if (g_once_init_enter (&self->has_tracks))
    {
      list_tracks (self);
      g_once_init_leave (&self->has_tracks, 1);
    }

  *n = self->first_track[area + 1] - self->first_track[area];
  return self->tracks + self->first_track[area];
}

/* For own times. Returns: (nullable): the result of dwell_children_new(), made once for all */
const DwellChildren *
_dwell_requirements_get_children (DwellRequirementsTrace *self)
{
  if (g_once_init_enter (&self->has_children))
    {
      self->children = dwell_children_new (self->trace);
      g_once_init_leave (&self->has_children, 1);
    }

  return self->children;
}

static void
find_last_records (DwellRequirementsTrace *self)
{
  const DwellTrace *trace = self->trace;

  self->context_last = g_new (gint64, trace->n_contexts + 1);
  for (guint32 i = 0; i < trace->n_contexts; i++)
    self->context_last[i] = G_MININT64;

  for (guint32 span = 0; span < trace->n_spans; span++)
    {
      gint64 *last = &self->context_last[dwell_trace_get_span_context (trace, span)];
      gboolean has_end = (trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0;

      *last = MAX (*last, has_end ? dwell_trace_get_span_end (trace, span)
                                  : dwell_trace_get_span_begin (trace, span));
    }
  for (guint32 mark = 0; mark < trace->n_marks; mark++)
    {
      gint64 *last = &self->context_last[trace->tracks[trace->mark_track[mark]].context];

      *last = MAX (*last, trace->mark_time[mark]);
    }
}

/* Whether a span was open when the record of its context ended; otherwise a missing end was
 * inferred from later events. */
gboolean
_dwell_requirements_is_open (DwellRequirementsTrace *self,
                             guint32                 span)
{
  const DwellTrace *trace = self->trace;

  if ((trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0)
    return FALSE;
  if (g_once_init_enter (&self->has_last))
    {
      find_last_records (self);
      g_once_init_leave (&self->has_last, 1);
    }
  if (dwell_trace_get_span_end (trace, span) <
      self->context_last[dwell_trace_get_span_context (trace, span)])
    return FALSE;

  for (guint32 above = trace->span_parent[span]; above != DWELL_NONE;
       above = trace->span_parent[above])
    if ((trace->span_flags[above] & DWELL_SPAN_END_MISSING) == 0)
      return FALSE;
  return TRUE;
}

gboolean
_dwell_requirements_is_outermost (const DwellTrace *trace,
                                  guint32           span)
{
  for (guint32 above = trace->span_parent[span]; above != DWELL_NONE;
       above = trace->span_parent[above])
    if (trace->span_area[above] == trace->span_area[span])
      return FALSE;
  return TRUE;
}

/* Claims memory for a while; the caller gives it back with dwell_memory_release(). If there is too
 * little, nothing more is judged. */
gboolean
_dwell_requirements_trace_claim (DwellRequirementsTrace *self,
                                 gsize                   n_bytes)
{
  if (dwell_memory_claim (n_bytes, NULL))
    return TRUE;

  g_atomic_int_set (&self->is_lacking, TRUE);
  return FALSE;
}
