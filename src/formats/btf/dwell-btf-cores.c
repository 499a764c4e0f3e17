/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On which core an activation runs: cores tell the process that they run, but not its
 * activation. */
#include "config.h"

#include "formats/btf/dwell-btf-cast.h"

/* Returns (transfer none) (nullable) the process that a core runs in a span. */
static DwellBtfActor *
find_running (const DwellBtfCast *self,
              guint32             span)
{
  const DwellArea *area = &self->trace->areas[self->trace->span_area[span]];

  return g_hash_table_lookup (self->by_name, GUINT_TO_POINTER (area->name));
}

/**
 * dwell_btf_cast_find_cores:
 * @self: a cast whose cores and actors are known
 *
 * Finds the cores that ever run each process: no others are searched for it.
 */
void
dwell_btf_cast_find_cores (DwellBtfCast *self)
{
  const DwellTrace *trace = self->trace;

  for (guint i = 0; i < self->cores->len; i++)
    {
      const DwellRow *row = &trace->rows[g_array_index (self->cores, DwellBtfCore, i).row];

      for (guint32 k = row->first_span; k < row->first_span + row->n_spans; k++)
        {
          DwellBtfActor *actor = find_running (self, trace->row_spans[k]);

          if (actor != NULL && (actor->cores->len == 0 ||
                                g_array_index (actor->cores, guint, actor->cores->len - 1) != i))
            g_array_append_val (actor->cores, i);
        }
    }
}

/* Returns whether a span of @row with the name of @actor begins, ends or lasts at @time. */
static gboolean
has_actor_at (const DwellBtfCast  *self,
              guint32              row,
              const DwellBtfActor *actor,
              gint64               time,
              gboolean             leaves)
{
  const DwellTrace *trace = self->trace;
  const DwellRow *r = &trace->rows[row];
  guint32 place = dwell_trace_row_search (trace, row, time);

  /* The span in which it leaves the core ends then, and comes before a span that ends later. */
  if (leaves && place > r->first_span &&
      dwell_trace_get_span_end (trace, trace->row_spans[place - 1]) == time &&
      find_running (self, trace->row_spans[place - 1]) == actor)
    return TRUE;

  return place < r->first_span + r->n_spans &&
         dwell_trace_get_span_begin (trace, trace->row_spans[place]) <= time &&
         find_running (self, trace->row_spans[place]) == actor;
}

/* Returns (transfer none) one of the cores that ever run a process. */
static DwellBtfCore *
get_core (const DwellBtfCast  *self,
          const DwellBtfActor *actor,
          guint                i)
{
  return &g_array_index (self->cores, DwellBtfCore, g_array_index (actor->cores, guint, i));
}

/**
 * dwell_btf_cast_free_core:
 * @self: a cast
 * @actor: a process
 * @run: its activation
 *
 * Lets other activations of the same process take the core on which @run ran.
 */
void
dwell_btf_cast_free_core (DwellBtfCast        *self,
                          const DwellBtfActor *actor,
                          gconstpointer        run)
{
  for (guint i = 0; i < actor->cores->len; i++)
    {
      DwellBtfCore *core = get_core (self, actor, i);

      if (core->run == run)
        core->run = NULL;
    }
}

/* How likely it is that an activation runs on a core that runs its process then: most, if it is on
 * that core already; least, if another activation is. Otherwise it is more likely if the core
 * begins to run the process at that time, and a little more if it stops when the activation
 * leaves. */
static guint
rate_core (const DwellBtfCast *self,
           const DwellBtfCore *core,
           gconstpointer       run,
           gint64              time,
           gint64              until)
{
  const DwellTrace *trace = self->trace;
  const DwellRow *row = &trace->rows[core->row];
  guint32 place = dwell_trace_row_search (trace, core->row, time);
  guint rate = 2;

  if (core->run == run)
    return 6;
  if (core->run != NULL)
    return 1;

  if (place < row->first_span + row->n_spans)
    {
      guint32 span = trace->row_spans[place];

      rate += 2 * (dwell_trace_get_span_begin (trace, span) == time) +
              (dwell_trace_get_span_end (trace, span) == until);
    }
  return rate;
}

/**
 * dwell_btf_cast_find_core:
 * @self: a cast
 * @actor: a process
 * @run: its activation
 * @context: the context of @run
 * @time: ns
 * @until: when it leaves the core, onto which it comes at @time; %DWELL_TIME_NONE if it leaves it
 *   at @time
 *
 * Finds the core of an activation. A core tells the process that it runs, but not the activation:
 * of several that run at the same time, each takes another core.
 *
 * Returns: (transfer none) (nullable): the name of the core on which it ran; %NULL if not known
 */
const char *
dwell_btf_cast_find_core (DwellBtfCast        *self,
                          const DwellBtfActor *actor,
                          gconstpointer        run,
                          guint32              context,
                          gint64               time,
                          gint64               until)
{
  gboolean leaves = until == DWELL_TIME_NONE;
  const DwellTrack *track;
  DwellBtfCore *best = NULL;
  guint best_rate = 0;

  for (guint i = 0; i < actor->cores->len; i++)
    {
      DwellBtfCore *core = get_core (self, actor, i);

      if (dwell_btf_cast_is_of_file (self, core->context, context) &&
          has_actor_at (self, core->row, actor, time, leaves))
        {
          guint rate = rate_core (self, core, run, time, until);

          if (rate > best_rate)
            best = core;
          best_rate = MAX (rate, best_rate);
        }
    }

  dwell_btf_cast_free_core (self, actor, run);
  if (best == NULL)
    return NULL;

  if (!leaves)
    best->run = run;
  track = &self->trace->tracks[self->trace->rows[best->row].track];
  return dwell_btf_cast_get_name (self, track->area, "C");
}
