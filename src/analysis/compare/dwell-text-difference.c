/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aligns two texts: stretches that are not aligned yet are kept on a stack, without recursion, and
 * each is split at most MAX_SPLITS times. */
#include "config.h"

#include "analysis/compare/dwell-text-difference.h"

/* How many times stretches between anchors are searched for anchors again: keeps the time nearly
 * linear. */
#define MAX_SPLITS 32

typedef struct {
  guint32 base;
  guint32 base_end;
  guint32 new;
  guint32 new_end;
  guint   n_splits;
} Stretch;

typedef struct {
  guint32 base;     /* its place */
  guint32 new;
  guint   n_base;   /* how often it occurs */
  guint   n_new;
} Place;

typedef struct {
  const guint32 *base;
  const guint32 *new;
  guint32       *partners; /* of each line of the base */
  GArray        *stretches;
} Alignment;

/* Aligns equal lines at both ends of a stretch, and leaves the part between. */
static void
spread (Alignment *self,
        Stretch   *stretch)
{
  while (stretch->base < stretch->base_end && stretch->new < stretch->new_end &&
         self->base[stretch->base] == self->new[stretch->new])
    self->partners[stretch->base++] = stretch->new++;

  while (stretch->base < stretch->base_end && stretch->new < stretch->new_end &&
         self->base[stretch->base_end - 1] == self->new[stretch->new_end - 1])
    self->partners[--stretch->base_end] = --stretch->new_end;
}

static Place *
get_place (GHashTable *places,
           guint32     line)
{
  Place *place = g_hash_table_lookup (places, GUINT_TO_POINTER (line));

  if (place == NULL)
    {
      place = g_new0 (Place, 1);
      g_hash_table_insert (places, GUINT_TO_POINTER (line), place);
    }
  return place;
}

/* Returns the lines that occur once on each side of the stretch, by their place in the base. */
static GArray *
find_anchors (const Alignment *self,
              const Stretch   *stretch)
{
  g_autoptr(GHashTable) places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *anchors = g_array_new (FALSE, FALSE, sizeof (DwellTextPair));

  for (guint32 i = stretch->new; i < stretch->new_end; i++)
    {
      Place *place = get_place (places, self->new[i]);

      place->new = i;
      place->n_new++;
    }
  for (guint32 i = stretch->base; i < stretch->base_end; i++)
    {
      Place *place = get_place (places, self->base[i]);

      place->base = i;
      place->n_base++;
    }

  for (guint32 i = stretch->base; i < stretch->base_end; i++)
    {
      const Place *place = get_place (places, self->base[i]);
      DwellTextPair pair = { place->base, place->new };

      if (place->n_base == 1 && place->n_new == 1)
        g_array_append_val (anchors, pair);
    }

  return anchors;
}

/* Keeps only the longest chain of anchors that rise in the new text, too. Patience sorting: @ends
 * has the last anchor of a chain of each length, and @before the predecessor of each anchor. */
static void
choose_chain (GArray *anchors)
{
  const DwellTextPair *pairs = (const DwellTextPair *) (gpointer) anchors->data;
  guint n = anchors->len;
  g_autofree guint *ends = g_new (guint, n + 1);
  g_autofree guint *before = g_new (guint, n + 1);
  g_autofree DwellTextPair *chain = g_new (DwellTextPair, n + 1);
  guint length = 0;

  for (guint i = 0; i < n; i++)
    {
      guint low = 0;
      guint high = length;

      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (pairs[ends[middle]].new < pairs[i].new)
            low = middle + 1;
          else
            high = middle;
        }
      before[i] = low > 0 ? ends[low - 1] : 0;
      ends[low] = i;
      length = MAX (length, low + 1);
    }

  for (guint i = length, at = length > 0 ? ends[length - 1] : 0; i > 0; at = before[at])
    chain[--i] = pairs[at];
  g_array_set_size (anchors, 0);
  g_array_append_vals (anchors, chain, length);
}

/* Queues the parts between the anchors of a stretch for alignment. */
static void
split (Alignment     *self,
       const Stretch *stretch)
{
  g_autoptr(GArray) anchors = find_anchors (self, stretch);
  Stretch next = *stretch;

  if (anchors->len == 0)
    return;

  choose_chain (anchors);
  next.n_splits++;
  for (guint i = 0; i <= anchors->len; i++)
    {
      const DwellTextPair *anchor = i < anchors->len
                                      ? &g_array_index (anchors, DwellTextPair, i) : NULL;

      next.base_end = anchor != NULL ? anchor->base : stretch->base_end;
      next.new_end = anchor != NULL ? anchor->new : stretch->new_end;
      g_array_append_val (self->stretches, next);
      if (anchor != NULL)
        {
          self->partners[anchor->base] = anchor->new;
          next.base = anchor->base + 1;
          next.new = anchor->new + 1;
        }
    }
}

static void
align (Alignment *self,
       guint32    n_base,
       guint32    n_new)
{
  Stretch stretch = { 0, n_base, 0, n_new, 0 };

  g_array_append_val (self->stretches, stretch);
  while (self->stretches->len > 0)
    {
      stretch = g_array_index (self->stretches, Stretch, self->stretches->len - 1);
      g_array_set_size (self->stretches, self->stretches->len - 1);
      spread (self, &stretch);
      if (stretch.base < stretch.base_end && stretch.new < stretch.new_end &&
          stretch.n_splits < MAX_SPLITS)
        split (self, &stretch);
    }
}

static void
add_pair (GArray  *pairs,
          guint32  base,
          guint32  new)
{
  DwellTextPair pair = { base, new };

  g_array_append_val (pairs, pair);
}

/**
 * dwell_text_difference_new:
 * @base: (array length=n_base): the lines of the base: equal lines have equal numbers
 * @n_base: how many
 * @new: (array length=n_new): the lines of the new text
 * @n_new: how many
 *
 * Aligns two texts.
 *
 * Returns: (transfer full): #DwellTextPair: all lines of both in their order, removed ones before
 *   new ones
 */
GArray *
dwell_text_difference_new (const guint32 *base,
                           guint32        n_base,
                           const guint32 *new,
                           guint32        n_new)
{
  g_autofree guint32 *partners = g_new (guint32, (gsize) n_base + 1);
  g_autoptr(GArray) stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  Alignment alignment = { base, new, partners, stretches };
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (DwellTextPair));
  guint32 next = 0;

  for (guint32 i = 0; i < n_base; i++)
    partners[i] = DWELL_TEXT_NO_LINE;
  align (&alignment, n_base, n_new);

  for (guint32 i = 0; i < n_base; i++)
    {
      for (; partners[i] != DWELL_TEXT_NO_LINE && next < partners[i]; next++)
        add_pair (pairs, DWELL_TEXT_NO_LINE, next);
      if (partners[i] != DWELL_TEXT_NO_LINE)
        next = partners[i] + 1;
      add_pair (pairs, i, partners[i]);
    }
  for (; next < n_new; next++)
    add_pair (pairs, DWELL_TEXT_NO_LINE, next);

  return pairs;
}
