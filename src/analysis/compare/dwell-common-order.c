/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of longest common subsequences, filled in from the end, so that the walk along it from
 * the start takes partners as early as it can. */
#include "config.h"

#include "analysis/compare/dwell-common-order.h"

#include <string.h>

#include "core/dwell-trace.h"

enum {
  STEP_PAIR,
  STEP_OVER_BASE,
  STEP_OVER_NEW,
};

/* The part of both lists that is not paired yet. */
typedef struct {
  const guint32 *base_names;
  const guint32 *new_names;
  guint32       *partners;
  guint32        begin; /* of both */
  guint32        base_end;
  guint32        new_end;
} Middle;

/**
 * dwell_common_order_new:
 * @n_names: names are numbers below this
 *
 * Returns: (transfer full): two empty lists, which the caller fills in
 */
DwellCommonOrder *
dwell_common_order_new (guint32 n_names)
{
  DwellCommonOrder *self = g_new0 (DwellCommonOrder, 1);

  self->base_names = dwell_column_new (sizeof (guint32));
  self->new_names = dwell_column_new (sizeof (guint32));
  self->partners = dwell_column_new (sizeof (guint32));
  self->links = dwell_column_new (sizeof (guint32));
  self->lengths = dwell_column_new (sizeof (guint32));
  self->steps = dwell_column_new (sizeof (guint8));
  self->n_names = n_names;
  self->heads = g_new (guint32, MAX (n_names, 1));
  memset (self->heads, 0xff, n_names * sizeof *self->heads);
  return self;
}

/**
 * dwell_common_order_free:
 * @self: (transfer full): lists of names
 *
 * Frees @self.
 */
void
dwell_common_order_free (DwellCommonOrder *self)
{
  dwell_column_free (self->base_names);
  dwell_column_free (self->new_names);
  dwell_column_free (self->partners);
  dwell_column_free (self->links);
  dwell_column_free (self->lengths);
  dwell_column_free (self->steps);
  g_free (self->heads);
  g_free (self);
}

static gboolean
is_same (const Middle *middle,
         guint32       base,
         guint32       new)
{
  return middle->base_names[base] == middle->new_names[new] &&
         middle->base_names[base] != DWELL_NONE;
}

/* Pairs what is equal from the start on. */
static void
take_begin (Middle *middle)
{
  for (; middle->begin < MIN (middle->base_end, middle->new_end) &&
         is_same (middle, middle->begin, middle->begin); middle->begin++)
    middle->partners[middle->begin] = middle->begin;
}

static void
take_end (Middle *middle)
{
  for (; MIN (middle->base_end, middle->new_end) > middle->begin &&
         is_same (middle, middle->base_end - 1, middle->new_end - 1);
       middle->base_end--, middle->new_end--)
    middle->partners[middle->base_end - 1] = middle->new_end - 1;
}

/* Of each name, pairs the first with the first, the second with the second, and so on. */
static void
take_from_front (DwellCommonOrder *self,
                 const Middle     *middle)
{
  guint32 *links = self->links->data;

  for (guint32 i = middle->new_end; i-- > middle->begin;)
    if (middle->new_names[i] != DWELL_NONE)
      {
        links[i] = self->heads[middle->new_names[i]];
        self->heads[middle->new_names[i]] = i;
      }
  for (guint32 i = middle->begin; i < middle->base_end; i++)
    {
      guint32 name = middle->base_names[i];
      guint32 partner = name != DWELL_NONE ? self->heads[name] : DWELL_NONE;

      middle->partners[i] = partner;
      if (partner != DWELL_NONE)
        self->heads[name] = links[partner];
    }
  for (guint32 i = middle->begin; i < middle->new_end; i++)
    if (middle->new_names[i] != DWELL_NONE)
      self->heads[middle->new_names[i]] = DWELL_NONE;
}

/* lengths[k]: the greatest number of pairs from a row of the base and place k of the new list
 * on. */
static void
fill_table (DwellCommonOrder *self,
            const Middle     *middle)
{
  guint32 n_new = middle->new_end - middle->begin;
  guint32 *lengths = self->lengths->data;

  memset (lengths, 0, ((gsize) n_new + 1) * sizeof *lengths);
  for (guint32 i = middle->base_end - middle->begin; i-- > 0;)
    {
      guint8 *steps = (guint8 *) self->steps->data + (gsize) i * n_new;
      guint32 behind_both = 0;

      for (guint32 k = n_new; k-- > 0;)
        {
          guint32 behind_base = lengths[k];

          steps[k] = is_same (middle, middle->begin + i, middle->begin + k) ? STEP_PAIR
                     : behind_base >= lengths[k + 1] ? STEP_OVER_BASE : STEP_OVER_NEW;
          lengths[k] = steps[k] == STEP_PAIR ? behind_both + 1
                       : MAX (behind_base, lengths[k + 1]);
          behind_both = behind_base;
        }
    }
}

static void
take_longest (DwellCommonOrder *self,
              const Middle     *middle)
{
  guint32 n_base = middle->base_end - middle->begin;
  guint32 n_new = middle->new_end - middle->begin;
  const guint8 *steps = self->steps->data;

  fill_table (self, middle);
  for (guint32 i = 0, k = 0; i < n_base && k < n_new;)
    {
      guint8 step = steps[(gsize) i * n_new + k];

      if (step == STEP_PAIR)
        middle->partners[middle->begin + i] = middle->begin + k;
      i += step != STEP_OVER_NEW;
      k += step != STEP_OVER_BASE;
    }
}

/* Makes room in a column whose contents last for one call only. */
static gboolean
make_room (DwellColumn *column,
           gsize        n)
{
  column->n = 0;
  return dwell_column_reserve (column, n, NULL);
}

static guint64
get_n_cells (const Middle *middle)
{
  return (guint64) (middle->base_end - middle->begin) * (middle->new_end - middle->begin);
}

static gboolean
is_too_much (const DwellCommonOrder *self,
             const Middle           *middle)
{
  guint64 n_cells = get_n_cells (middle);

  return n_cells > DWELL_COMMON_ORDER_CELLS ||
         self->n_cells + n_cells > DWELL_COMMON_ORDER_CELLS_IN_ALL;
}

/**
 * dwell_common_order_find:
 * @self: two lists of names
 *
 * Fills in the partners.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_common_order_find (DwellCommonOrder *self)
{
  Middle middle = { self->base_names->data, self->new_names->data, NULL, 0,
                    (guint32) self->base_names->n, (guint32) self->new_names->n };
  guint64 n_cells;

  if (!make_room (self->partners, middle.base_end))
    return FALSE;

  self->partners->n = middle.base_end;
  middle.partners = self->partners->data;
  memset (middle.partners, 0xff, middle.base_end * sizeof *middle.partners);
  take_begin (&middle);
  if (is_too_much (self, &middle))
    take_end (&middle);

  n_cells = get_n_cells (&middle);
  if (n_cells == 0)
    return TRUE;

  if (is_too_much (self, &middle))
    {
      if (!make_room (self->links, middle.new_end))
        return FALSE;
      take_from_front (self, &middle);
      return TRUE;
    }

  self->n_cells += n_cells;
  if (!make_room (self->lengths, (gsize) (middle.new_end - middle.begin) + 1) ||
      !make_room (self->steps, n_cells))
    return FALSE;

  take_longest (self, &middle);
  return TRUE;
}
