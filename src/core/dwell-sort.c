/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A radix sort from the lowest byte up, over the bytes in which keys differ. Small arrays are
 * sorted by insertion. */
#include "config.h"

#include "core/dwell-sort.h"

#include <string.h>

#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* For fewer elements, counting costs more than it saves. */
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
  gboolean is_in_order = TRUE;

  for (gsize i = 1; i < n; i++)
    {
      differing |= keyed[i].key ^ keyed[0].key;
      is_in_order = is_in_order && keyed[i - 1].key <= keyed[i].key;
    }

  if (is_in_order)
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

static gboolean
is_sorted (const gint64 *values,
           gsize         n)
{
  for (gsize i = 1; i < n; i++)
    if (values[i - 1] > values[i])
      return FALSE;

  return TRUE;
}

/* Counts how often each byte occurs at each place of the values, with the sign bit flipped so that
 * they sort as unsigned numbers. */
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
 * @cancellable: (nullable): checked between passes; a cancelled sort leaves any order
 *
 * Sorts by one byte after the other, from the lowest; a byte that all have in common costs nothing
 * (durations differ in three or four bytes). Values that are sorted already are left as they are.
 */
void
dwell_sort_int64 (gint64       *values,
                  gsize         n,
                  GCancellable *cancellable)
{
  g_autofree guint64 (*counts)[256] = NULL;
  gint64 *from = values;
  gint64 *scratch;
  gint64 *to;

  if (is_sorted (values, n))
    return;

  counts = g_malloc0 (8 * sizeof *counts);
  to = scratch = dwell_big_alloc (n * sizeof (gint64));
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

/* Sorts the numbers 0…n-1 by key, stably, on all processors: a share of the numbers a job. */
typedef struct {
  const guint32 *keys;   /* by number */
  guint32       *sorted; /* out: numbers */
  guint32       *counts; /* n_jobs × n_keys: first counts, then places to write to */
  guint32        n;
  guint32        n_keys;
  guint32        n_jobs;
} CountingSort;

static inline guint32
share_begin (const CountingSort *sort,
             guint32             job)
{
  return (guint32) ((guint64) sort->n * job / sort->n_jobs);
}

static void
count_share (guint    job,
             gpointer user_data)
{
  const CountingSort *sort = user_data;
  const guint32 *keys = sort->keys;
  guint32 *counts = sort->counts + (gsize) job * sort->n_keys;
  guint32 end = share_begin (sort, job + 1);

  for (guint32 i = share_begin (sort, job); i < end; i++)
    counts[keys[i]]++;
}

static void
place_share (guint    job,
             gpointer user_data)
{
  const CountingSort *sort = user_data;
  const guint32 *keys = sort->keys;
  guint32 *sorted = sort->sorted;
  guint32 *places = sort->counts + (gsize) job * sort->n_keys;
  guint32 end = share_begin (sort, job + 1);

  for (guint32 i = share_begin (sort, job); i < end; i++)
    sorted[places[keys[i]]++] = i;
}

/**
 * dwell_sort_numbers:
 * @keys: (array length=n): the key of each number
 * @n: how many numbers there are
 * @n_keys: how many different keys; all keys are below this
 * @first: (out): for each key, the place of its first number
 * @count: (out): for each key, how many numbers have it
 * @stride: bytes from the @first of one key to that of the next, and likewise for @count, which may
 *   be members of structs
 *
 * Sorts the numbers 0 … @n - 1 by key, on all processors; numbers with the same key are in rising
 * order.
 *
 * Returns: (transfer full): the numbers, for dwell_big_free()
 */
guint32 *
dwell_sort_numbers (const guint32 *keys,
                    guint32        n,
                    guint32        n_keys,
                    guint32       *first,
                    guint32       *count,
                    gsize          stride)
{
  CountingSort sort = { .keys = keys, .n = n, .n_keys = n_keys };
  guint32 place = 0;

  /* Many keys and few numbers would spend more on counters than on sorting. */
  sort.n_jobs = n > 65536 && n / 64 > n_keys ? dwell_parallel_get_n_threads () : 1;
  sort.sorted = dwell_big_alloc ((gsize) n * sizeof (guint32));
  sort.counts = dwell_big_alloc ((gsize) sort.n_jobs * n_keys * sizeof (guint32));

  dwell_parallel_for (sort.n_jobs, count_share, &sort);

  for (guint32 key = 0; key < n_keys; key++)
    {
      *(guint32 *) ((char *) first + key * stride) = place;
      for (guint32 job = 0; job < sort.n_jobs; job++)
        {
          guint32 *counter = &sort.counts[(gsize) job * n_keys + key];
          guint32 n_here = *counter;

          *counter = place;
          place += n_here;
        }
      *(guint32 *) ((char *) count + key * stride) =
        place - *(guint32 *) ((char *) first + key * stride);
    }

  dwell_parallel_for (sort.n_jobs, place_share, &sort);
  dwell_big_free (sort.counts);
  return sort.sorted;
}
