/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes arrows between spans from the steps of flows. */
#include "config.h"

#include "formats/store/dwell-store.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-search.h"

static int
compare_numbers (guint32 a,
                 guint32 b)
{
  return (a > b) - (a < b);
}

static int
compare_times (const DwellStoreFlow *left,
               const DwellStoreFlow *right)
{
  return left->time_ns != right->time_ns ? (left->time_ns > right->time_ns ? 1 : -1)
                                         : compare_numbers (left->order, right->order);
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b)
{
  const DwellStoreFlow *left = a;
  const DwellStoreFlow *right = b;

  return left->thread != right->thread ? compare_numbers (left->thread, right->thread)
                                       : compare_times (left, right);
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  const DwellStoreFlow *left = a;
  const DwellStoreFlow *right = b;

  return left->key != right->key ? compare_numbers (left->key, right->key)
                                 : compare_times (left, right);
}

/*< private >
 * _dwell_store_sort_flows: sorts them by thread and time, the order in which spans are made */
void
_dwell_store_sort_flows (DwellStore *self)
{
  g_array_sort (self->flows, compare_threads);
}

/*< private >
 * _dwell_store_find_flows: returns the place of the first step of the thread or of a later one */
guint
_dwell_store_find_flows (DwellStore *self,
                         guint32     thread)
{
  return dwell_lower_bound (i, 0, self->flows->len,
                            g_array_index (self->flows, DwellStoreFlow, i).thread < thread);
}

/* Binds each step that names a span of its own to that span. */
static void
bind_own (DwellStore *self)
{
  for (guint i = 0; i < self->flows->len; i++)
    {
      DwellStoreFlow *step = &g_array_index (self->flows, DwellStoreFlow, i);

      if (step->binding == DWELL_STORE_OWN_SPAN)
        step->span = g_array_index (self->step_spans, guint32, step->span);
    }
}

/* The time of a step within its span. */
static gint64
get_time (const DwellBuilder   *builder,
          const DwellStoreFlow *step,
          gint64                offset_ns)
{
  gint64 begin = dwell_builder_get_span_begin (builder, step->span);
  gint64 end = dwell_builder_get_span_end (builder, step->span);

  return CLAMP (step->time_ns - offset_ns, begin, end);
}

/* Adds an arrow from one step to the next, if both have a span. Returns whether it did. */
static gboolean
add_arrow (DwellStore           *self,
           const DwellStoreFlow *from,
           const DwellStoreFlow *to,
           gint64                offset_ns,
           guint32               chain)
{
  const DwellStoreName *name = &g_array_index (self->names, DwellStoreName, from->name);
  DwellFlow flow = { .from_span = from->span, .to_span = to->span, .name = name->text,
                     .category = name->category, .chain = chain };

  if (from->span == DWELL_NONE || to->span == DWELL_NONE)
    return FALSE;

  flow.from_time = get_time (self->builder, from, offset_ns);
  flow.to_time = get_time (self->builder, to, offset_ns);
  return dwell_builder_add_flow (self->builder, &flow);
}

/*< private >
 * _dwell_store_add_flows: makes arrows from steps that are bound to spans. A flow whose begin is
 * missing begins with its first step. After a step that ends an arrow but not the flow, the next
 * arrow starts where that arrow started. */
void
_dwell_store_add_flows (DwellStore *self,
                        gint64      offset_ns)
{
  const DwellStoreFlow *from = NULL;
  gboolean is_new = TRUE;
  guint32 chain = 0;
  guint64 n_lost = 0;

  bind_own (self);
  g_array_sort (self->flows, compare_keys);
  for (guint i = 0; i < self->flows->len; i++)
    {
      const DwellStoreFlow *step = &g_array_index (self->flows, DwellStoreFlow, i);
      gboolean goes_on = from != NULL && from->key == step->key && step->phase != 's';

      /* A begin or an end to which no other step belongs. */
      if (!goes_on)
        n_lost += (from != NULL && is_new) + (step->phase == 'f' || step->phase == 'F');
      else if (!add_arrow (self, from, step, offset_ns, chain))
        n_lost++;

      is_new = !goes_on;
      chain += !goes_on;
      if (step->phase == 'f' || (step->phase == 'F' && !goes_on))
        from = NULL;
      else if (step->phase != 'F')
        from = step;
    }
  n_lost += from != NULL && is_new;

  if (n_lost > 0)
    dwell_problems_add_n (self->builder->problems, n_lost, DWELL_SEVERITY_INFO, "flows", 0, -1,
                          _("An arrow between events lacks an end, or the span at one of its ends: "
                            "it is not shown"));
}
