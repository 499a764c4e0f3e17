/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs values into blocks. Values wait until a block is full; the last block is filled up. */
#include "config.h"

#include "core/dwell-packed.h"

#include <string.h>

/**
 * dwell_packed_new:
 * @n_max: the most values that it will hold, at most 2³¹
 *
 * Returns: (transfer full): an empty column
 */
DwellPacked *
dwell_packed_new (gsize n_max)
{
  DwellPacked *self = g_new0 (DwellPacked, 1);
  gsize n_blocks = n_max / DWELL_PACKED_BLOCK + 1;

  g_return_val_if_fail (n_max <= (gsize) 1 << 31, NULL);

  self->n_max = n_max;
  self->blocks = dwell_column_new_with_max (sizeof (DwellPackedBlock), n_blocks);
  self->words = dwell_column_new_with_max (sizeof (guint64), n_max + 3 * DWELL_PACKED_BLOCK);
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

/**
 * dwell_packed_ref:
 * @self: a column
 *
 * Returns: (transfer full): @self, which has one reference more
 */
DwellPacked *
dwell_packed_ref (DwellPacked *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_packed_unref:
 * @self: (transfer full): a column
 *
 * Drops a reference; with the last one the memory is freed.
 */
void
dwell_packed_unref (DwellPacked *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_column_free (self->blocks);
  dwell_column_free (self->words);
  g_free (self);
}

/**
 * dwell_packed_has_room:
 * @self: a column
 * @n_more: values to come
 *
 * Returns: whether the column may hold @n_more further values
 */
gboolean
dwell_packed_has_room (DwellPacked *self,
                       gsize        n_more)
{
  return n_more <= self->n_max - self->n;
}

/**
 * dwell_packed_is_full:
 * @self: a column
 *
 * Returns: whether memory was lacking for a value; if so, no value may be looked up
 */
gboolean
dwell_packed_is_full (const DwellPacked *self)
{
  return self->is_full;
}

static guint
count_bits (guint64 value)
{
  return value == 0 ? 0 : 64 - (guint) __builtin_clzll (value);
}

/* Writes the values minus @base as 2 × @width words. */
static void
write_words (guint64       *words,
             const guint64 *values,
             guint64        base,
             guint          width)
{
  guint64 word = 0;
  guint n_bits = 0;

  for (guint i = 0; i < DWELL_PACKED_BLOCK; i++)
    {
      guint64 value = values[i] - base;

      word |= value << n_bits;
      n_bits += width;
      if (n_bits >= 64)
        {
          *words++ = word;
          n_bits -= 64;
          /* Two shifts, for none may be by 64. */
          word = value >> 1 >> (width - n_bits - 1);
        }
    }
}

static void
add_block (DwellPacked   *self,
           const guint64 *values)
{
  DwellPackedBlock block = { .base = values[0], .word = (guint32) self->words->n };
  guint64 max = values[0];
  guint64 different = 0;

  /* Whole columns often hold one value: this loop is the faster one. */
  for (guint i = 1; i < DWELL_PACKED_BLOCK; i++)
    different |= values[i] ^ values[0];

  for (guint i = 1; i < DWELL_PACKED_BLOCK && different != 0; i++)
    {
      block.base = MIN (block.base, values[i]);
      max = MAX (max, values[i]);
    }

  block.width = count_bits (max - block.base);
  if (!dwell_column_reserve (self->blocks, 1, NULL) ||
      !dwell_column_reserve (self->words, 2 * block.width + 1, NULL))
    {
      self->is_full = TRUE;
      return;
    }

  dwell_column_append (self->blocks, &block, 1);
  if (block.width == 0)
    return;

  write_words (&dwell_column_index (self->words, guint64, self->words->n), values, block.base,
               block.width);
  self->words->n += 2 * block.width;
}

/**
 * dwell_packed_append:
 * @self: a column that is not finished and has room
 * @values: (array length=n_values): what to append
 * @n_values: how many
 *
 * Without memory for them, the column is full: see dwell_packed_is_full().
 */
void
dwell_packed_append (DwellPacked   *self,
                     const guint64 *values,
                     gsize          n_values)
{
  g_return_if_fail (!self->is_finished);

  while (n_values > 0)
    {
      gsize n_pending = self->n % DWELL_PACKED_BLOCK;
      gsize n = MIN (n_values, DWELL_PACKED_BLOCK - n_pending);

      if (n == DWELL_PACKED_BLOCK)
        add_block (self, values);
      else
        {
          memcpy (self->pending + n_pending, values, n * sizeof *values);
          if (n_pending + n == DWELL_PACKED_BLOCK)
            add_block (self, self->pending);
        }

      self->n += n;
      values += n;
      n_values -= n;
    }
}

/**
 * dwell_packed_repeat:
 * @self: a column that is not finished
 * @value: a value
 * @n: how many times
 *
 * Appends @value @n times.
 */
void
dwell_packed_repeat (DwellPacked *self,
                     guint64      value,
                     gsize        n)
{
  guint64 values[DWELL_PACKED_BLOCK];

  for (gsize i = 0; i < MIN (n, DWELL_PACKED_BLOCK); i++)
    values[i] = value;

  for (; n > 0; n -= MIN (n, DWELL_PACKED_BLOCK))
    dwell_packed_append (self, values, MIN (n, DWELL_PACKED_BLOCK));
}

/**
 * dwell_packed_get_size:
 * @self: a column
 *
 * Returns: how many bytes it takes
 */
guint64
dwell_packed_get_size (const DwellPacked *self)
{
  return sizeof *self + self->blocks->n * sizeof (DwellPackedBlock) +
         self->words->n * sizeof (guint64);
}

/**
 * dwell_packed_finish:
 * @self: a column
 *
 * Ends a column: no value may follow. Finishing it again changes nothing.
 */
void
dwell_packed_finish (DwellPacked *self)
{
  gsize n_pending = self->n % DWELL_PACKED_BLOCK;

  if (self->is_finished)
    return;

  if (n_pending > 0)
    {
      for (gsize i = n_pending; i < DWELL_PACKED_BLOCK; i++)
        self->pending[i] = self->pending[0];
      add_block (self, self->pending);
    }

  /* Looking up the last value reads one word beyond it. */
  self->words->n++;
  dwell_column_trim (self->words);
  dwell_column_trim (self->blocks);
  self->words->n--;
  self->is_finished = TRUE;
}
