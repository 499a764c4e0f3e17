/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A radix sort from the lowest byte up, over the bytes in which keys differ; few numbers are put in
 * place one by one. */
#include "config.h"

#include "core/dwell-sort.h"

#include <string.h>

#include "core/dwell-memory.h"

/* Below, counting costs more than it saves. */
#define FEW 48

static void
insert_each (DwellKeyed *keyed,
             gsize       n)
{
  for (gsize i = 1; i < n; i++)
    {
      DwellKeyed moving = keyed[i];
      gsize place = i;

      for (; place > 0 && keyed[place - 1].key > moving.key; place--)
        keyed[place] = keyed[place - 1];
      keyed[place] = moving;
    }
}

static void
sort_by_byte (const DwellKeyed *from,
              DwellKeyed       *to,
              gsize             n,
              guint             shift)
{
  gsize places[256] = { 0 };
  gsize place = 0;

  for (gsize i = 0; i < n; i++)
    places[from[i].key >> shift & 0xff]++;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      gsize n_here = places[i];

      places[i] = place;
      place += n_here;
    }

  for (gsize i = 0; i < n; i++)
    to[places[from[i].key >> shift & 0xff]++] = from[i];
}

/**
 * dwell_sort_keyed:
 * @keyed: (array length=n): the elements to sort
 * @scratch: (array length=n): room for as many
 * @n: how many elements there are
 *
 * Sorts by key; elements with equal keys keep their order.
 */
void
dwell_sort_keyed (DwellKeyed *keyed,
                  DwellKeyed *scratch,
                  gsize       n)
{
  DwellKeyed *from = keyed;
  DwellKeyed *to = scratch;
  guint64 differing = 0;
  gboolean is_sorted = TRUE;

  for (gsize i = 1; i < n; i++)
    {
      differing |= keyed[i].key ^ keyed[0].key;
      is_sorted = is_sorted && keyed[i - 1].key <= keyed[i].key;
    }

  if (is_sorted)
    return;

  if (n <= FEW)
    {
      insert_each (keyed, n);
      return;
    }

  for (guint shift = 0; shift < 64; shift += 8)
    if ((differing >> shift & 0xff) != 0)
      {
        DwellKeyed *swapped = from;

        sort_by_byte (from, to, n, shift);
        from = to;
        to = swapped;
      }

  if (from != keyed)
    memcpy (keyed, from, n * sizeof *keyed);
}

/* Counts how often each byte occurs at each place of the values, the sign turned so that order is
 * that of unsigned numbers. */
static void
count_bytes (const gint64 *values,
             gsize         n,
             guint64       counts[8][256])
{
  for (gsize i = 0; i < n; i++)
    {
      guint64 key = (guint64) values[i] ^ G_GUINT64_CONSTANT (1) << 63;

      for (guint byte = 0; byte < 8; byte++)
        counts[byte][key >> (8 * byte) & 0xff]++;
    }
}

/**
 * dwell_sort_int64:
 * @values: (array length=n): what to sort
 * @n: how many
 * @cancellable: (nullable): looked at between passes; a cancelled sort leaves any order
 *
 * Sorts by one byte after the other, from the lowest; a byte that all have in common costs nothing:
 * durations differ in three or four.
 */
void
dwell_sort_int64 (gint64       *values,
                  gsize         n,
                  GCancellable *cancellable)
{
  g_autofree guint64 (*counts)[256] = g_malloc0 (8 * sizeof *counts);
  gint64 *from = values;
  gint64 *scratch = dwell_big_alloc (n * sizeof (gint64));
  gint64 *to = scratch;

  count_bytes (values, n, counts);
  for (guint byte = 0; byte < 8 && n > 0; byte++)
    {
      guint64 *places = counts[byte];
      gsize place = 0;
      gint64 *swap = from;

      if (places[((guint64) from[0] ^ G_GUINT64_CONSTANT (1) << 63) >> (8 * byte) & 0xff] == n ||
          g_cancellable_is_cancelled (cancellable))
        continue;

      for (guint i = 0; i < 256; i++)
        {
          guint64 n_here = places[i];

          places[i] = place;
          place += n_here;
        }
      for (gsize i = 0; i < n; i++)
        to[places[((guint64) from[i] ^ G_GUINT64_CONSTANT (1) << 63) >> (8 * byte) & 0xff]++] =
          from[i];

      from = to;
      to = swap;
    }

  if (from != values)
    memcpy (values, from, n * sizeof (gint64));
  dwell_big_free (scratch);
}
