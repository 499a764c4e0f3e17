/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs the spans of an area that did not start equally often on both sides, from the outermost
 * spans inwards: the number of a span is greater than that of its parent, so that one walk is
 * enough.
 *
 * Which ancestors of the area's spans must be paired is found by going up to the nearest one whose
 * area has equally many spans on both sides. Spans of these areas are paired by number, all others
 * as children of two paired parents. */
#include "config.h"

#include <string.h>

#include "analysis/compare/dwell-common-order.h"
#include "analysis/compare/dwell-span-pairs-private.h"
#include "core/dwell-memory.h"

/* The spans of a side that count, as a tree. */
typedef struct {
  const DwellAnchoredSide *side;
  guint32 *above;     /* by span: the nearest span above it that counts, or DWELL_NONE */
  guint32 *first;     /* by parent + 1 (0: the outermost), and one more: into below */
  guint32 *below;     /* children, parent after parent, by number */
  guint32 *n_of_area; /* how many spans count */
} Side;

typedef struct {
  const DwellMatch *match;
  guint32           area;     /* the area of the base that is asked for */
  Side              base;
  Side              new;
  guint8           *is_wanted; /* by span of the base: whether it is above a span of the area */
  guint32          *partners;  /* out: by span of the base */
  guint32          *numbers;   /* by area of the base: whether its spans are paired by number */
  guint32           n_numbers;
  gboolean          wants_outermost;
  DwellCommonOrder *order;
} Pairing;

static gboolean
counts (const Side *self,
        guint32     span)
{
  return _dwell_anchored_side_has_begin (self->side, span,
                                         dwell_trace_get_span_begin (self->side->trace, span));
}

/* The bytes that a side takes. */
static gsize
get_size (const DwellAnchoredSide *side)
{
  return (3 * (gsize) side->trace->n_spans + 2) * sizeof (guint32);
}

/* For no parent, DWELL_NONE, this is 0. */
static guint32
get_place (guint32 parent)
{
  return parent + 1;
}

/* Finds the parent of each span, and counts its children. */
static gboolean
climb (Side         *self,
       GCancellable *cancellable)
{
  const DwellTrace *trace = self->side->trace;

  for (guint32 i = 0; i < trace->n_spans; i++)
    {
      guint32 parent = trace->span_parent[i];

      if (i % _DWELL_SPANS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;

      self->above[i] = parent == DWELL_NONE || counts (self, parent) ? parent
                                                                     : self->above[parent];
      if (!counts (self, i))
        continue;

      self->first[get_place (self->above[i])]++;
      self->n_of_area[trace->span_area[i]]++;
    }

  return TRUE;
}

/* Inserts children from the last on: firsts holds the place after that of the next child to
 * insert. */
static gboolean
put_in (Side         *self,
        GCancellable *cancellable)
{
  guint32 n_spans = self->side->trace->n_spans;

  for (guint32 i = 0; i <= n_spans; i++)
    self->first[i + 1] += self->first[i];
  for (guint32 i = n_spans; i-- > 0;)
    {
      if (i % _DWELL_SPANS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (counts (self, i))
        self->below[--self->first[get_place (self->above[i])]] = i;
    }

  return TRUE;
}

static gboolean
side_init (Side                    *self,
           const DwellAnchoredSide *side,
           GCancellable            *cancellable)
{
  gsize n_spans = side->trace->n_spans;

  self->side = side;
  self->above = dwell_big_alloc (MAX (n_spans, 1) * sizeof (guint32));
  self->first = dwell_big_alloc ((n_spans + 2) * sizeof (guint32));
  self->below = dwell_big_alloc (MAX (n_spans, 1) * sizeof (guint32));
  self->n_of_area = g_new0 (guint32, MAX (side->trace->n_areas, 1));
  memset (self->first, 0, (n_spans + 2) * sizeof (guint32));
  return climb (self, cancellable) && put_in (self, cancellable);
}

static void
side_clear (Side *self)
{
  g_clear_pointer (&self->above, dwell_big_free);
  g_clear_pointer (&self->first, dwell_big_free);
  g_clear_pointer (&self->below, dwell_big_free);
  g_clear_pointer (&self->n_of_area, g_free);
}

/* Whether there are equally many spans of an area of the base and of its partner. */
static gboolean
is_equal (const Pairing *self,
          guint32        area)
{
  guint32 partner = self->match->new_of_base[area];

  return partner != DWELL_NONE && self->base.n_of_area[area] == self->new.n_of_area[partner];
}

/* Marks the parents that must be paired before a span can be. Stops at a marked one, as all above
 * it is marked already. */
static void
want_above (Pairing *self,
            guint32  span)
{
  guint32 above = self->base.above[span];

  for (; above != DWELL_NONE && !self->is_wanted[above]; above = self->base.above[above])
    {
      guint32 area = self->base.side->trace->span_area[above];

      self->is_wanted[above] = TRUE;
      if (!is_equal (self, area))
        continue;

      if (self->numbers[area] == DWELL_NONE)
        self->numbers[area] = self->n_numbers++;
      return;
    }

  self->wants_outermost = self->wants_outermost || above == DWELL_NONE;
}

/* Pairs all spans of areas that have equally many on both sides. */
static gboolean
pair_by_number (Pairing      *self,
                GCancellable *cancellable)
{
  const DwellTrace *base = self->base.side->trace;
  guint32 n_new_areas = self->new.side->trace->n_areas;
  g_autofree guint32 *new_numbers = g_new (guint32, MAX (n_new_areas, 1));
  DwellSpanLists of_base = { 0 };
  DwellSpanLists of_new = { 0 };
  gboolean are_listed;

  memset (new_numbers, 0xff, n_new_areas * sizeof *new_numbers);
  for (guint32 i = 0; i < base->n_areas; i++)
    if (self->numbers[i] != DWELL_NONE)
      new_numbers[self->match->new_of_base[i]] = self->numbers[i];

  are_listed = _dwell_span_lists_init (&of_base, self->base.side, self->numbers, self->n_numbers,
                                       cancellable) &&
               _dwell_span_lists_init (&of_new, self->new.side, new_numbers, self->n_numbers,
                                       cancellable);
  for (guint32 i = 0; are_listed && i < of_base.first[self->n_numbers]; i++)
    self->partners[of_base.spans[i]] = of_new.spans[i];

  _dwell_span_lists_clear (&of_base);
  _dwell_span_lists_clear (&of_new);
  return are_listed;
}

/* The children of a parent, by begin. */
static guint32 *
get_children (const Side *self,
              guint32     parent,
              guint32    *n)
{
  guint32 place = get_place (parent);
  guint32 *children = self->below + self->first[place];

  *n = self->first[place + 1] - self->first[place];
  return _dwell_span_lists_sort (self->side->trace, children, *n) ? children : NULL;
}

/* Names are numbers of areas of the base; @base_of_new is NULL for the base itself. */
static gboolean
take_names (DwellColumn      *names,
            const DwellTrace *trace,
            const guint32    *children,
            guint32           n,
            const guint32    *base_of_new)
{
  names->n = 0;
  if (!dwell_column_reserve (names, n, NULL))
    return FALSE;

  names->n = n;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 area = trace->span_area[children[i]];

      dwell_column_index (names, guint32, i) = base_of_new != NULL ? base_of_new[area] : area;
    }

  return TRUE;
}

/* Pairs the children of two paired spans, which may be DWELL_NONE. */
static gboolean
pair_children (Pairing *self,
               guint32  base_parent,
               guint32  new_parent)
{
  const DwellTrace *base = self->base.side->trace;
  guint32 n_base;
  guint32 n_new;
  guint32 *of_base = get_children (&self->base, base_parent, &n_base);
  guint32 *of_new = get_children (&self->new, new_parent, &n_new);

  if (of_base == NULL || of_new == NULL ||
      !take_names (self->order->base_names, base, of_base, n_base, NULL) ||
      !take_names (self->order->new_names, self->new.side->trace, of_new, n_new,
                   self->match->base_of_new) ||
      !dwell_common_order_find (self->order))
    return FALSE;

  for (guint32 i = 0; i < n_base; i++)
    {
      guint32 place = dwell_column_index (self->order->partners, guint32, i);
      guint32 area = base->span_area[of_base[i]];

      if (place != DWELL_NONE && (self->is_wanted[of_base[i]] || area == self->area) &&
          !is_equal (self, area))
        self->partners[of_base[i]] = of_new[place];
    }

  return TRUE;
}

static gboolean
pair_all (Pairing              *self,
          const DwellSpanLists *of_base,
          GCancellable         *cancellable)
{
  guint32 n_spans = self->base.side->trace->n_spans;

  for (guint32 i = 0; i < of_base->first[1]; i++)
    want_above (self, of_base->spans[i]);
  if (!pair_by_number (self, cancellable) ||
      (self->wants_outermost && !pair_children (self, DWELL_NONE, DWELL_NONE)))
    return FALSE;

  for (guint32 i = 0; i < n_spans; i++)
    {
      if (i % _DWELL_SPANS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (self->is_wanted[i] && self->partners[i] != DWELL_NONE &&
          (g_cancellable_is_cancelled (cancellable) ||
           !pair_children (self, i, self->partners[i])))
        return FALSE;
    }

  return TRUE;
}

static gboolean
pairing_init (Pairing              *self,
              const DwellSpanPairs *pairs,
              GCancellable         *cancellable)
{
  gsize n_spans = MAX (pairs->base.trace->n_spans, 1);
  gsize n_areas = pairs->base.trace->n_areas;

  self->partners = dwell_big_alloc (n_spans * sizeof (guint32));
  self->is_wanted = dwell_big_alloc (n_spans);
  self->numbers = g_new (guint32, MAX (n_areas, 1));
  memset (self->partners, 0xff, n_spans * sizeof (guint32));
  memset (self->is_wanted, 0, n_spans);
  memset (self->numbers, 0xff, n_areas * sizeof (guint32));
  self->order = dwell_common_order_new ((guint32) n_areas);
  return side_init (&self->base, &pairs->base, cancellable) &&
         side_init (&self->new, &pairs->new, cancellable);
}

static void
pairing_clear (Pairing *self)
{
  side_clear (&self->base);
  side_clear (&self->new);
  g_clear_pointer (&self->partners, dwell_big_free);
  g_clear_pointer (&self->is_wanted, dwell_big_free);
  g_clear_pointer (&self->numbers, g_free);
  g_clear_pointer (&self->order, dwell_common_order_free);
}

/* Returns: (transfer full) (nullable): for dwell_big_free(): by span of the base its partner in the
 * new recording, or DWELL_NONE; valid only for spans of the area that @pairs are of, which are in
 * @of_base. NULL: it was cancelled, or there is too little memory */
guint32 *
_dwell_span_parents_pair (const DwellSpanPairs *pairs,
                          const DwellMatch     *match,
                          const DwellSpanLists *of_base,
                          GCancellable         *cancellable)
{
  gsize n_spans = MAX (pairs->base.trace->n_spans, 1);
  gsize n_bytes = get_size (&pairs->base) + get_size (&pairs->new) +
                  n_spans * (sizeof (guint32) + sizeof (guint8));
  Pairing self = { match, pairs->base_area };
  guint32 *partners = NULL;

  if (!dwell_memory_claim (n_bytes, NULL))
    return NULL;

  if (pairing_init (&self, pairs, cancellable) && pair_all (&self, of_base, cancellable))
    partners = g_steal_pointer (&self.partners);
  pairing_clear (&self);
  dwell_memory_release (n_bytes);
  return partners;
}
