/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the spans of both sides by begin, in two walks along each, and pairs them. Spans are nearly
 * in that order already, so most lists need no sorting. */
#include "config.h"

#include "analysis/compare/dwell-span-pairs-private.h"

#include <math.h>
#include <string.h>

#include "core/dwell-memory.h"
#include "core/dwell-search.h"
#include "core/dwell-sort.h"

/* Whether a span comes after another, or is the same. */
static gboolean
is_not_before (const DwellTrace *trace,
               guint32           span,
               guint32           other)
{
  gint64 begin = dwell_trace_get_span_begin (trace, span);
  gint64 other_begin = dwell_trace_get_span_begin (trace, other);

  return begin > other_begin || (begin == other_begin && span >= other);
}

/* Sorts spans, whose numbers rise, by begin. Returns FALSE if there is too little memory. */
gboolean
_dwell_span_lists_sort (const DwellTrace *trace,
                        guint32          *spans,
                        guint32           n)
{
  gsize n_bytes = 2 * (gsize) n * sizeof (DwellKeyed);
  DwellKeyed *keyed;
  guint32 i = 1;

  while (i < n && is_not_before (trace, spans[i], spans[i - 1]))
    i++;
  if (i >= n)
    return TRUE;

  keyed = dwell_big_try_alloc (n_bytes, NULL);
  if (keyed == NULL)
    return FALSE;

  for (i = 0; i < n; i++)
    keyed[i] = (DwellKeyed) { (guint64) dwell_trace_get_span_begin (trace, spans[i]) ^
                              G_GUINT64_CONSTANT (1) << 63, spans[i] };
  dwell_sort_keyed (keyed, keyed + n, n);
  for (i = 0; i < n; i++)
    spans[i] = keyed[i].value;
  dwell_big_free (keyed);
  return TRUE;
}

/* The number of a span's area; DWELL_NONE: the area is not wanted, or the span does not count. */
static guint32
get_number (const DwellAnchoredSide *side,
            const guint32           *numbers,
            guint32                  span)
{
  guint32 number = numbers[side->trace->span_area[span]];

  return number != DWELL_NONE &&
         _dwell_anchored_side_has_begin (side, span, dwell_trace_get_span_begin (side->trace, span))
           ? number : DWELL_NONE;
}

static gboolean
count (DwellSpanLists          *self,
       const DwellAnchoredSide *side,
       const guint32           *numbers,
       GCancellable            *cancellable)
{
  for (guint32 i = 0; i < side->trace->n_spans; i++)
    {
      guint32 number = get_number (side, numbers, i);

      if (i % _DWELL_SPANS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (number != DWELL_NONE)
        self->first[number + 1]++;
    }
  for (guint32 i = 0; i < self->n_areas; i++)
    self->first[i + 1] += self->first[i];

  return TRUE;
}

/* While spans are inserted, firsts holds the place of the next span of each area. */
static gboolean
put_in (DwellSpanLists          *self,
        const DwellAnchoredSide *side,
        const guint32           *numbers,
        GCancellable            *cancellable)
{
  for (guint32 i = 0; i < side->trace->n_spans; i++)
    {
      guint32 number = get_number (side, numbers, i);

      if (i % _DWELL_SPANS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (number != DWELL_NONE)
        self->spans[self->first[number]++] = i;
    }
  memmove (self->first + 1, self->first, self->n_areas * sizeof *self->first);
  self->first[0] = 0;
  for (guint32 i = 0; i < self->n_areas; i++)
    if (!_dwell_span_lists_sort (side->trace, self->spans + self->first[i],
                                 self->first[i + 1] - self->first[i]))
      return FALSE;

  return TRUE;
}

/* Lists the spans of those areas that have a number: @numbers, by area, else DWELL_NONE. Returns
 * FALSE if it was cancelled or there is too little memory; @self must be cleared in either case. */
gboolean
_dwell_span_lists_init (DwellSpanLists          *self,
                        const DwellAnchoredSide *side,
                        const guint32           *numbers,
                        guint32                  n_areas,
                        GCancellable            *cancellable)
{
  *self = (DwellSpanLists) { n_areas, g_new0 (guint32, (gsize) n_areas + 1), NULL };
  if (!count (self, side, numbers, cancellable))
    return FALSE;

  self->spans = dwell_big_try_alloc (MAX ((gsize) self->first[n_areas], 1) * sizeof (guint32),
                                     NULL);
  return self->spans != NULL && put_in (self, side, numbers, cancellable);
}

void
_dwell_span_lists_clear (DwellSpanLists *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->spans, dwell_big_free);
}

/* Lists the spans of one area, or of no area. */
static gboolean
list_area (DwellSpanLists          *lists,
           const DwellAnchoredSide *side,
           guint32                  area,
           GCancellable            *cancellable)
{
  g_autofree guint32 *numbers = g_new (guint32, MAX (side->trace->n_areas, 1));

  memset (numbers, 0xff, side->trace->n_areas * sizeof *numbers);
  if (area != DWELL_NONE)
    numbers[area] = 0;
  return _dwell_span_lists_init (lists, side, numbers, 1, cancellable);
}

/* Pairs each span of the base with its partner in @partners, or without @partners with the span at
 * the same place. */
static void
fill_pairs (DwellSpanPairs       *self,
            const DwellSpanLists *of_base,
            const DwellSpanLists *of_new,
            const guint32        *partners)
{
  for (guint32 i = 0; i < self->n_base; i++)
    {
      guint32 span = of_base->spans[i];
      guint32 partner = partners != NULL ? partners[span] : of_new->spans[i];

      if (partner != DWELL_NONE)
        self->pairs[self->n_pairs++] = (DwellSpanPair) { span, partner };
    }
}

/* Orders the pairs by the begin of the new span, where that is a different order. */
static gboolean
order_by_new (DwellSpanPairs       *self,
              const DwellSpanLists *of_new)
{
  const DwellTrace *trace = self->new.trace;
  DwellKeyed *keyed;
  guint32 i = 1;

  while (i < self->n_pairs &&
         is_not_before (trace, self->pairs[i].new_span, self->pairs[i - 1].new_span))
    i++;
  if (i >= self->n_pairs)
    return TRUE;

  self->by_new = dwell_big_try_alloc (self->n_pairs * sizeof *self->by_new, NULL);
  keyed = dwell_big_try_alloc (2 * (gsize) self->n_pairs * sizeof *keyed, NULL);
  if (self->by_new == NULL || keyed == NULL)
    {
      g_clear_pointer (&keyed, dwell_big_free);
      return FALSE;
    }

  for (i = 0; i < self->n_pairs; i++)
    {
      guint32 span = self->pairs[i].new_span;
      guint32 place = dwell_lower_bound (k, 0, self->n_new,
                                         !is_not_before (trace, of_new->spans[k], span));

      keyed[i] = (DwellKeyed) { place, i };
    }
  dwell_sort_keyed (keyed, keyed + self->n_pairs, self->n_pairs);
  for (i = 0; i < self->n_pairs; i++)
    self->by_new[i] = keyed[i].value;
  dwell_big_free (keyed);
  return TRUE;
}

static gboolean
pair (DwellSpanPairs       *self,
      const DwellMatch     *match,
      const DwellSpanLists *of_base,
      const DwellSpanLists *of_new,
      GCancellable         *cancellable)
{
  gsize n_most = MIN (self->n_base, self->n_new);
  guint32 *partners = NULL;

  self->is_by_parents = self->n_base != self->n_new && n_most > 0;
  self->pairs = dwell_big_try_alloc (MAX (n_most, 1) * sizeof *self->pairs, NULL);
  if (self->pairs == NULL)
    return FALSE;
  if (n_most == 0)
    return TRUE;

  if (self->is_by_parents)
    {
      partners = _dwell_span_parents_pair (self, match, of_base, cancellable);
      if (partners == NULL)
        return FALSE;
    }
  fill_pairs (self, of_base, of_new, partners);
  g_clear_pointer (&partners, dwell_big_free);
  return order_by_new (self, of_new);
}

/**
 * dwell_span_pairs_new:
 * @base: the base and its range, which must outlive the pairs
 * @new: the new recording and its range, which must outlive the pairs, too
 * @match: which areas of the two correspond
 * @base_area: an area of the base
 * @cancellable: (nullable): checked now and then
 *
 * Pairs the spans of an area with those of its partner; takes time linear in the spans of both
 * sides, plus the bounded cost of the common order of children: call it on a worker. Pairs take 12
 * bytes each at most; while parents are paired, each span of either side takes up to 25 bytes.
 *
 * Returns: (transfer full) (nullable): the pairs, of which there may be 0; %NULL: it was cancelled,
 *   or there is too little memory
 */
DwellSpanPairs *
dwell_span_pairs_new (const DwellAnchoredSide *base,
                      const DwellAnchoredSide *new,
                      const DwellMatch        *match,
                      guint32                  base_area,
                      GCancellable            *cancellable)
{
  g_autoptr(DwellSpanPairs) self = g_new0 (DwellSpanPairs, 1);
  DwellSpanLists of_base = { 0 };
  DwellSpanLists of_new = { 0 };
  gboolean is_paired;

  self->base = *base;
  self->new = *new;
  self->base_area = base_area;
  self->new_area = match->new_of_base[base_area];
  is_paired = list_area (&of_base, base, base_area, cancellable) &&
              list_area (&of_new, new, self->new_area, cancellable);
  if (is_paired)
    {
      self->n_base = of_base.first[1];
      self->n_new = of_new.first[1];
      is_paired = pair (self, match, &of_base, &of_new, cancellable);
    }
  _dwell_span_lists_clear (&of_base);
  _dwell_span_lists_clear (&of_new);
  return is_paired ? g_steal_pointer (&self) : NULL;
}

/**
 * dwell_span_pairs_free:
 * @self: (transfer full): pairs
 *
 * Frees @self.
 */
void
dwell_span_pairs_free (DwellSpanPairs *self)
{
  g_clear_pointer (&self->pairs, dwell_big_free);
  g_clear_pointer (&self->by_new, dwell_big_free);
  g_free (self);
}

static guint32
get_span (const DwellSpanPairs *self,
          guint32               pair,
          gboolean              is_of_base)
{
  return is_of_base ? self->pairs[pair].base_span : self->pairs[pair].new_span;
}

/* The pair at a place in the order of one side. */
static guint32
get_pair (const DwellSpanPairs *self,
          guint32               place,
          gboolean              is_of_base)
{
  return is_of_base || self->by_new == NULL ? place : self->by_new[place];
}

/**
 * dwell_span_pairs_find:
 * @self: pairs
 * @span: any span of one side
 * @is_of_base: whether it is of the base rather than of the new recording
 *
 * Looks for a span by bisection.
 *
 * Returns: the number of its pair; %DWELL_NONE: it has no partner
 */
guint32
dwell_span_pairs_find (const DwellSpanPairs *self,
                       guint32               span,
                       gboolean              is_of_base)
{
  const DwellTrace *trace = is_of_base ? self->base.trace : self->new.trace;
  guint32 place;

  if (span >= trace->n_spans)
    return DWELL_NONE;

  place = dwell_lower_bound (i, 0, self->n_pairs,
                             !is_not_before (trace,
                                             get_span (self, get_pair (self, i, is_of_base),
                                                       is_of_base), span));
  if (place == self->n_pairs)
    return DWELL_NONE;

  place = get_pair (self, place, is_of_base);
  return get_span (self, place, is_of_base) == span ? place : DWELL_NONE;
}

static gboolean
is_whole (const DwellTrace *trace,
          guint32           span)
{
  return (trace->span_flags[span] &
          (DWELL_SPAN_INCOMPLETE | DWELL_SPAN_CLAMPED | DWELL_SPAN_DOUBTFUL)) == 0;
}

/**
 * dwell_span_pairs_get_difference:
 * @self: pairs
 * @pair: the number of a pair
 * @difference_ns: (out): how much longer the new span took; not set if %FALSE is returned
 *
 * Returns: whether the difference is known
 */
gboolean
dwell_span_pairs_get_difference (const DwellSpanPairs *self,
                                 guint32               pair,
                                 gint64               *difference_ns)
{
  if (!is_whole (self->base.trace, self->pairs[pair].base_span) ||
      !is_whole (self->new.trace, self->pairs[pair].new_span))
    return FALSE;

  *difference_ns =
    dwell_trace_get_span_duration (self->new.trace, self->pairs[pair].new_span) -
    dwell_trace_get_span_duration (self->base.trace, self->pairs[pair].base_span);
  return TRUE;
}

/**
 * dwell_span_pairs_differs:
 * @self: pairs
 * @pair: the number of a pair
 * @noise: the differences to ignore
 *
 * Returns: whether its durations are known and differ by at least one of the two thresholds in
 *   @noise
 */
gboolean
dwell_span_pairs_differs (const DwellSpanPairs *self,
                          guint32               pair,
                          const DwellSpanNoise *noise)
{
  gint64 difference;
  gint64 duration;

  if (!dwell_span_pairs_get_difference (self, pair, &difference) || difference == 0 ||
      ABS (difference) < noise->least_ns)
    return FALSE;

  duration = dwell_trace_get_span_duration (self->base.trace, self->pairs[pair].base_span);
  return duration == 0 || fabs ((double) difference / (double) duration) >= noise->noise;
}

/**
 * dwell_span_pairs_list_different:
 * @self: pairs
 * @noise: the differences to ignore
 * @is_of_base: whether spans of the base rather than of the new recording are wanted
 * @cancellable: (nullable): checked now and then
 *
 * Returns: (transfer full) (nullable) (element-type guint32): the spans of those pairs that differ,
 *   in the order of the base; %NULL: it was cancelled, or there is too little memory
 */
GArray *
dwell_span_pairs_list_different (const DwellSpanPairs *self,
                                 const DwellSpanNoise *noise,
                                 gboolean              is_of_base,
                                 GCancellable         *cancellable)
{
  g_autoptr(GArray) spans = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n_pairs; i++)
    {
      guint32 span = get_span (self, i, is_of_base);

      if (i % _DWELL_SPANS_A_LOOK == 0 &&
          (g_cancellable_is_cancelled (cancellable) ||
           !dwell_memory_check (2 * (gsize) (spans->len + _DWELL_SPANS_A_LOOK) * sizeof span,
                                NULL)))
        return NULL;
      if (dwell_span_pairs_differs (self, i, noise))
        g_array_append_val (spans, span);
    }

  return g_steal_pointer (&spans);
}
