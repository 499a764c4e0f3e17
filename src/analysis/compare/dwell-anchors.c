/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds anchors in one walk along the spans of each side, and the chain by patience sorting. */
#include "config.h"

#include "analysis/compare/dwell-anchors.h"

#include <stdlib.h>

#include "core/dwell-search.h"

/* After this many spans a walk checks whether it was cancelled. */
#define SPANS_A_LOOK 1048576u

/* How often and when an area starts in a range. */
typedef struct {
  gint64  first;
  guint32 n; /* counted up to 2 */
} Begins;

/* Whether the start of a span was recorded and is in the range. */
gboolean
_dwell_anchored_side_has_begin (const DwellAnchoredSide *side,
                                guint32                  span,
                                gint64                   begin)
{
  const DwellTrace *trace = side->trace;

  return begin >= side->begin && begin <= side->end &&
         (trace->span_flags[span] & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) == 0 &&
         (side->contexts == NULL || side->contexts[dwell_trace_get_span_context (trace, span)]);
}

/* Returns: (transfer full) (nullable): the starts of each area; %NULL if it was cancelled. */
static Begins *
find_begins (const DwellAnchoredSide *side,
             GCancellable            *cancellable)
{
  const DwellTrace *trace = side->trace;
  Begins *begins = g_new0 (Begins, MAX (trace->n_areas, 1));

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, i);
      Begins *of_area = &begins[trace->span_area[i]];

      if (i % SPANS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        {
          g_free (begins);
          return NULL;
        }
      if (!_dwell_anchored_side_has_begin (side, i, begin))
        continue;

      of_area->first = of_area->n == 0 ? begin : MIN (of_area->first, begin);
      of_area->n = MIN (of_area->n + 1, 2);
    }

  return begins;
}

static int
compare_anchors (gconstpointer a,
                 gconstpointer b)
{
  const DwellAnchor *left = a;
  const DwellAnchor *right = b;

  if (left->base_time != right->base_time)
    return left->base_time < right->base_time ? -1 : 1;
  if (left->new_time != right->new_time)
    return left->new_time < right->new_time ? -1 : 1;
  return (left->base_area > right->base_area) - (left->base_area < right->base_area);
}

static GArray *
find_candidates (const DwellAnchors *self,
                 const DwellMatch   *match,
                 const Begins       *of_base,
                 const Begins       *of_new,
                 gboolean            takes_first)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (DwellAnchor));

  for (guint32 i = 0; i < self->base.trace->n_areas; i++)
    {
      guint32 area = match->new_of_base[i];
      DwellAnchor anchor = { i, area };

      if (area == DWELL_NONE || of_base[i].n == 0 || of_new[area].n == 0 ||
          (!takes_first && (of_base[i].n > 1 || of_new[area].n > 1)))
        continue;

      anchor.base_time = of_base[i].first;
      anchor.new_time = of_new[area].first;
      anchor.drift = dwell_time_between (self->new.begin, anchor.new_time) -
                     dwell_time_between (self->base.begin, anchor.base_time);
      g_array_append_val (candidates, anchor);
    }

  g_array_sort (candidates, compare_anchors);
  return candidates;
}

/* When each area that started in both first started. */
static void
keep_firsts (DwellAnchors     *self,
             const DwellMatch *match,
             const Begins     *of_base,
             const Begins     *of_new)
{
  guint32 n_areas = self->base.trace->n_areas;

  self->firsts = g_new (gint64, MAX (n_areas, 1));
  self->new_firsts = g_new (gint64, MAX (n_areas, 1));
  for (guint32 i = 0; i < n_areas; i++)
    {
      guint32 area = match->new_of_base[i];
      gboolean is_of_both = area != DWELL_NONE && of_base[i].n > 0 && of_new[area].n > 0;

      self->firsts[i] = is_of_both ? of_base[i].first : DWELL_TIME_NONE;
      self->new_firsts[i] = is_of_both ? of_new[area].first : DWELL_TIME_NONE;
    }
}

/* Patience: @last is the candidate with the least new time that ends a chain of each length. */
static void
choose_chain (DwellAnchors *self,
              GArray       *candidates)
{
  const DwellAnchor *all = (const DwellAnchor *) candidates->data;
  g_autofree guint *last = g_new (guint, MAX (candidates->len, 1));
  g_autofree guint *before = g_new (guint, MAX (candidates->len, 1));
  g_autofree guint8 *is_in = g_new0 (guint8, MAX (candidates->len, 1));
  guint length = 0;
  guint k = 0;

  for (guint i = 0; i < candidates->len; i++)
    {
      guint place = dwell_lower_bound (n, 0, length, all[last[n]].new_time <= all[i].new_time);

      before[i] = place > 0 ? last[place - 1] : 0;
      last[place] = i;
      length = MAX (length, place + 1);
    }

  self->n_anchors = length;
  self->n_moved = candidates->len - length;
  self->anchors = g_new (DwellAnchor, MAX (self->n_anchors, 1));
  self->moved = g_new (DwellAnchor, MAX (self->n_moved, 1));

  for (guint i = length, at = length > 0 ? last[length - 1] : 0; i-- > 0; at = before[at])
    {
      self->anchors[i] = all[at];
      is_in[at] = TRUE;
    }
  for (guint i = 0; i < candidates->len; i++)
    if (!is_in[i])
      self->moved[k++] = all[i];
}

/**
 * dwell_anchors_new:
 * @base: the base and its range
 * @new: the new recording and its range
 * @match: which areas of the two correspond
 * @takes_first: whether areas that started several times are anchors, too, by their first start
 * @cancellable: (nullable): checked now and then
 *
 * Finds where two recordings are in step; takes time linear in their spans, so call it on a worker.
 *
 * Returns: (transfer full) (nullable): the anchors, or %NULL if it was cancelled
 */
DwellAnchors *
dwell_anchors_new (const DwellAnchoredSide *base,
                   const DwellAnchoredSide *new,
                   const DwellMatch        *match,
                   gboolean                 takes_first,
                   GCancellable            *cancellable)
{
  g_autoptr(DwellAnchors) self = g_new0 (DwellAnchors, 1);
  g_autofree Begins *of_base = find_begins (base, cancellable);
  g_autofree Begins *of_new = of_base != NULL ? find_begins (new, cancellable) : NULL;
  g_autoptr(GArray) candidates = NULL;
  gint64 drift = 0;

  if (of_new == NULL)
    return NULL;

  self->base = *base;
  self->new = *new;
  candidates = find_candidates (self, match, of_base, of_new, takes_first);
  choose_chain (self, candidates);
  keep_firsts (self, match, of_base, of_new);

  for (guint i = 0; i < self->n_anchors; i++)
    {
      self->anchors[i].lost = self->anchors[i].drift - drift;
      drift = self->anchors[i].drift;
    }

  self->drift = dwell_time_between (new->begin, new->end) -
                dwell_time_between (base->begin, base->end);
  self->lost = self->drift - drift;
  return g_steal_pointer (&self);
}

/**
 * dwell_anchors_copy_chain:
 * @self: anchors
 *
 * Returns: (transfer full): a copy of the chain only, without moved anchors and first starts of
 *   areas; the traces must outlive it
 */
DwellAnchors *
dwell_anchors_copy_chain (const DwellAnchors *self)
{
  DwellAnchors *copy = g_memdup2 (self, sizeof *self);

  copy->anchors = g_memdup2 (self->anchors, self->n_anchors * sizeof *self->anchors);
  copy->n_moved = 0;
  copy->moved = NULL;
  copy->firsts = copy->new_firsts = NULL;
  return copy;
}

/**
 * dwell_anchors_free:
 * @self: (transfer full): anchors
 *
 * Frees @self.
 */
void
dwell_anchors_free (DwellAnchors *self)
{
  g_free (self->anchors);
  g_free (self->moved);
  g_free (self->firsts);
  g_free (self->new_firsts);
  g_free (self);
}

/**
 * dwell_anchors_get_first:
 * @self: anchors
 * @base_area: an area of the base
 * @base_time: (out): when it first started in the base’s range
 * @new_time: (out): when its partner first started in the new recording’s; neither is set if %FALSE
 *   is returned
 *
 * Returns: whether it started in both
 */
gboolean
dwell_anchors_get_first (const DwellAnchors *self,
                         guint32             base_area,
                         gint64             *base_time,
                         gint64             *new_time)
{
  if (base_area >= self->base.trace->n_areas || self->firsts[base_area] == DWELL_TIME_NONE)
    return FALSE;

  *base_time = self->firsts[base_area];
  *new_time = self->new_firsts[base_area];
  return TRUE;
}

static gint64
get_time (const DwellAnchor *anchor,
          gboolean           is_back)
{
  return is_back ? anchor->new_time : anchor->base_time;
}

static gint64
map (const DwellAnchors *self,
     gint64              time,
     gboolean            is_back)
{
  const DwellAnchoredSide *from = is_back ? &self->new : &self->base;
  const DwellAnchoredSide *to = is_back ? &self->base : &self->new;
  guint place = dwell_lower_bound (i, 0, self->n_anchors,
                                   get_time (&self->anchors[i], is_back) <= time);
  DwellSignedWide low = place > 0 ? get_time (&self->anchors[place - 1], is_back) : from->begin;
  DwellSignedWide low_to = place > 0 ? get_time (&self->anchors[place - 1], !is_back) : to->begin;
  DwellSignedWide high = place < self->n_anchors ? get_time (&self->anchors[place], is_back)
                                                 : from->end;
  DwellSignedWide high_to = place < self->n_anchors ? get_time (&self->anchors[place], !is_back)
                                                    : to->end;
  DwellSignedWide mapped;

  if (time <= low || high <= low)
    mapped = low_to + (time - low);
  else if (time >= high)
    mapped = high_to + (time - high);
  else
    mapped = low_to + ((time - low) * (high_to - low_to) + (high - low) / 2) / (high - low);

  return (gint64) CLAMP (mapped, G_MININT64 / 2, DWELL_TIME_MAX);
}

/**
 * dwell_anchors_map:
 * @self: anchors
 * @base_time: a time of the base
 *
 * Before the start and after the end of the ranges, time runs equally fast in both.
 *
 * Returns: the corresponding time in the new recording
 */
gint64
dwell_anchors_map (const DwellAnchors *self,
                   gint64              base_time)
{
  return map (self, base_time, FALSE);
}

/**
 * dwell_anchors_map_back:
 * @self: anchors
 * @new_time: a time of the new recording
 *
 * Returns: the corresponding time in the base
 */
gint64
dwell_anchors_map_back (const DwellAnchors *self,
                        gint64              new_time)
{
  return map (self, new_time, TRUE);
}
