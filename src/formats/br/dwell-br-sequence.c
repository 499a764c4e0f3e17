/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects steps: a stack, and when it begins. If there are too many, only those that cover a point
 * of an even grid are kept. At the end, the steps become spans. */
#include "config.h"

#include "formats/br/dwell-br-sequence.h"

#include <glib/gi18n-lib.h>

#define MAX_STEPS ((gsize) 1 << 20)
#define MAX_SPANS ((gsize) 1 << 22)
/* The number of rows in the timeline. */
#define MAX_DEPTH 256

/**
 * dwell_br_sequence_init:
 * @self: (out): uninitialised memory
 * @limits: how many steps are kept, and how many spans are made of them
 */
void
dwell_br_sequence_init (DwellBrSequence       *self,
                        const DwellReadLimits *limits)
{
  *self = (DwellBrSequence) {
    .steps = dwell_column_new (sizeof (DwellBrStep)),
    .next = G_MININT64,
    .max_steps = limits->max_steps > 0 ? limits->max_steps : MAX_STEPS,
    .max_spans = limits->max_spans > 0 ? limits->max_spans : MAX_SPANS,
  };
}

/**
 * dwell_br_sequence_clear:
 * @self: a sequence
 *
 * Frees what @self owns.
 */
void
dwell_br_sequence_clear (DwellBrSequence *self)
{
  dwell_column_free (self->steps);
}

/* Returns the first point of the grid that is not before @time. */
static gint64
get_grid_point (const DwellBrSequence *self,
                gint64                 time)
{
  gint64 over = time % self->stride;

  if (over == 0)
    return time;
  return time - over + self->stride;
}

static void
append (DwellBrSequence *self,
        guint32          node,
        gint64           begin)
{
  gsize n = self->steps->n;

  if (self->stride > 0 && n > 0 &&
      dwell_column_index (self->steps, DwellBrStep, n - 1).node == node)
    return;

  dwell_column_append (self->steps, &(DwellBrStep) { begin, node }, 1);
}

/* Keeps only steps that cover a point of a grid with the distance @stride. */
static void
thin_out (DwellBrSequence *self,
          gint64           stride)
{
  DwellBrStep *steps = self->steps->data;
  gsize n = self->steps->n;

  self->stride = stride;
  self->steps->n = 0;
  for (gsize i = 0; i < n; i++)
    {
      DwellBrStep step = steps[i];
      gint64 end = i + 1 < n ? steps[i + 1].begin : self->now;
      gint64 point = get_grid_point (self, step.begin);

      if (point < end)
        append (self, step.node, point);
    }

  self->next = get_grid_point (self, self->now);
}

/* Removes at least half of the steps. */
static void
shorten (DwellBrSequence *self)
{
  gint64 half = (gint64) self->max_steps / 2;

  if (self->stride == 0)
    thin_out (self, MAX (self->now / half + 1, 1));
  else
    thin_out (self, MIN (2 * self->stride, DWELL_TIME_MAX));
}

/**
 * dwell_br_sequence_keep:
 * @self: a sequence
 * @node: the stack of a block that ends after @self->next
 * @begin: where the block begins on the axis, ns or samples
 *
 * Keeps a block as a step. dwell_br_sequence_add() decides whether to call this.
 */
void
dwell_br_sequence_keep (DwellBrSequence *self,
                        guint32          node,
                        gint64           begin)
{
  append (self, node, self->stride > 0 ? self->next : begin);
  if (self->stride > 0)
    self->next = get_grid_point (self, self->now);

  while (self->steps->n >= self->max_steps)
    shorten (self);
}

/**
 * dwell_br_sequence_restart:
 * @self: a sequence
 *
 * Moves the end of all blocks so far back to 0: they were taken for samples, but the profile has
 * times, so they took no time.
 */
void
dwell_br_sequence_restart (DwellBrSequence *self)
{
  if (self->stride > 0)
    self->steps->n = 0;
  for (gsize i = 0; i < self->steps->n; i++)
    dwell_column_index (self->steps, DwellBrStep, i).begin = 0;

  self->stride = 0;
  self->now = 0;
  self->next = G_MININT64;
}

/* Returns the number of outer frames that two stacks share. Equal stacks are from different blocks:
 * then the innermost frame begins anew. */
static guint32
count_common (DwellBrProfile *profile,
              guint32         before,
              guint32         after)
{
  const guint32 *parents = profile->builder->node_parent->data;
  guint32 a = before;
  guint32 b = after;
  guint32 depth;

  if (before == DWELL_NONE)
    return 0;

  while (dwell_br_profile_get_depth (profile, a) > dwell_br_profile_get_depth (profile, b))
    a = parents[a];
  while (dwell_br_profile_get_depth (profile, b) > dwell_br_profile_get_depth (profile, a))
    b = parents[b];

  depth = dwell_br_profile_get_depth (profile, a);
  for (; a != b; depth--)
    {
      a = parents[a];
      b = parents[b];
    }

  return before == after ? depth - 1 : depth;
}

static gsize
cut_depth (guint32 depth)
{
  return MIN (depth, MAX_DEPTH);
}

static gsize
count_spans (DwellBrSequence *self,
             DwellBrProfile  *profile)
{
  guint32 before = DWELL_NONE;
  gsize n = 0;

  for (gsize i = 0; i < self->steps->n; i++)
    {
      guint32 node = dwell_column_index (self->steps, DwellBrStep, i).node;

      n += cut_depth (dwell_br_profile_get_depth (profile, node)) -
           cut_depth (count_common (profile, before, node));
      before = node;
    }

  return n;
}

/* The open spans while steps are added. */
typedef struct {
  DwellBuilder *builder;
  guint32       track;
  guint32       open[MAX_DEPTH];
  guint32       n_open;
  guint32       n_rows;
  gboolean      is_too_deep;
} Spans;

static void
close_spans (Spans   *spans,
             guint32  n_left,
             gint64   end)
{
  while (spans->n_open > n_left)
    dwell_builder_close_span (spans->builder, spans->open[--spans->n_open], end, 0);
}

/* Opens spans for the frames of @node, from the depth @first on (0 = outermost). */
static void
open_spans (Spans          *spans,
            DwellBrProfile *profile,
            guint32         node,
            guint32         first,
            gint64          begin)
{
  const guint32 *parents = spans->builder->node_parent->data;
  guint32 depth = dwell_br_profile_get_depth (profile, node);
  guint32 nodes[MAX_DEPTH];

  spans->is_too_deep = spans->is_too_deep || depth > MAX_DEPTH;
  for (; depth > MAX_DEPTH; depth--)
    node = parents[node];
  for (guint32 i = depth; i > first; i--, node = parents[node])
    nodes[i - 1] = node;

  for (guint32 i = first; i < depth; i++)
    {
      guint32 parent = i > 0 ? spans->open[i - 1] : DWELL_NONE;

      /* This track is the only one with rows, so their ids count from 0. */
      while (spans->n_rows <= i)
        {
          dwell_builder_add_row (spans->builder, spans->track, 0);
          spans->n_rows++;
        }
      spans->open[i] = dwell_builder_open_span (spans->builder,
                                                dwell_column_index (spans->builder->node_area,
                                                                    guint32, nodes[i]),
                                                i, parent, begin);
    }
  spans->n_open = depth;
}

static void
add_steps (DwellBrSequence *self,
           DwellBrProfile  *profile,
           Spans           *spans)
{
  guint32 before = DWELL_NONE;

  for (gsize i = 0; i < self->steps->n; i++)
    {
      const DwellBrStep *step = &dwell_column_index (self->steps, DwellBrStep, i);
      guint32 n_common = MIN (count_common (profile, before, step->node), spans->n_open);

      close_spans (spans, n_common, step->begin);
      open_spans (spans, profile, step->node, n_common, step->begin);
      before = step->node;
    }

  close_spans (spans, 0, self->now);
}

/* Adds a block that is cut by the end of the file; its duration is unknown. */
static void
add_unfinished (DwellBrSequence *self,
                DwellBrProfile  *profile,
                Spans           *spans,
                guint32          node)
{
  if (node == DWELL_NONE)
    return;

  open_spans (spans, profile, node, 0, self->now);
  while (spans->n_open > 0)
    dwell_builder_close_span (spans->builder, spans->open[--spans->n_open], self->now,
                              DWELL_SPAN_END_MISSING);
}

/**
 * dwell_br_sequence_add_spans:
 * @self: a sequence
 * @profile: the profile with the nodes
 * @unfinished: the stack of a block that is cut by the end of the file, or %DWELL_NONE
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds the spans to the builder. To be called once, at the end.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_br_sequence_add_spans (DwellBrSequence  *self,
                             DwellBrProfile   *profile,
                             guint32           unfinished,
                             GError          **error)
{
  DwellBuilder *builder = profile->builder;
  Spans spans = { .builder = builder };
  gsize n;

  while ((n = count_spans (self, profile)) > self->max_spans && self->steps->n > 1)
    shorten (self);

  if (!dwell_builder_reserve_spans (builder, n + MAX_DEPTH, error))
    return FALSE;

  builder->begin = 0;
  builder->end = self->now;
  builder->axis = profile->is_timed ? DWELL_AXIS_CUMULATIVE_TIME : DWELL_AXIS_SAMPLES;
  if (n > 0 || unfinished != DWELL_NONE)
    {
      /* There are no time stamps: the name says what the axis shows. */
      spans.track = dwell_builder_add_track (builder, profile->is_timed ? _("Cumulative time")
                                                                        : _("Samples"),
                                             profile->context, FALSE);
      add_steps (self, profile, &spans);
      add_unfinished (self, profile, &spans, unfinished);
    }

  if (self->stride > 0)
    dwell_builder_add_note (builder, N_("The sequence is thinned out: it shows the stack at "
                                        "regular steps, not every line that ran."));
  if (spans.is_too_deep)
    dwell_builder_add_note (builder, N_("The sequence shows the 256 outermost frames of deeper "
                                        "stacks."));
  return TRUE;
}
