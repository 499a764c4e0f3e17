/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting rows by their cells. Each cell is turned into four numbers once, so that rows need not be
 * compared: they are sorted by radix, by the least significant of the four numbers first. A text
 * becomes its rank among the texts; its collation key is made only once for each text of a table,
 * because names recur in many rows. */
#include "config.h"

#include "core/dwell-arrangement.h"

#include <math.h>
#include <string.h>

#include "core/dwell-collation.h"
#include "core/dwell-sort.h"

/* From the least significant to the most. */
enum {
  PART_REST,
  PART_LOW,
  PART_HIGH,
  PART_GROUP, /* number, text or nothing */
  N_PARTS
};

enum {
  NUMBER,
  TEXT,
  NOTHING,
};

typedef struct {
  guint64 parts[N_PARTS];
  guint32 row;
} Key;

typedef struct {
  char   *key;    /* for strcmp() */
  guint64 rank;   /* in the current sort; equal keys have equal ranks */
  guint   serial; /* of the last sort that had this text */
} Text;

struct _DwellArrangement
{
  GArray     *keys;   /* Key */
  GHashTable *texts;  /* text, by its address → Text */
  GPtrArray  *ranked; /* Text of the current sort */
  GArray     *sorted; /* DwellKeyed, twice as many as keys: the second half is room to sort */
  GArray     *rows;
  guint       serial;
};

static void
text_free (gpointer data)
{
  g_free (((Text *) data)->key);
  g_free (data);
}

/**
 * dwell_arrangement_new:
 *
 * Returns: (transfer full): an arrangement without rows, to be used by one thread
 */
DwellArrangement *
dwell_arrangement_new (void)
{
  DwellArrangement *self = g_new0 (DwellArrangement, 1);

  self->keys = g_array_new (FALSE, FALSE, sizeof (Key));
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, text_free);
  self->ranked = g_ptr_array_new ();
  self->sorted = g_array_new (FALSE, FALSE, sizeof (DwellKeyed));
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->serial = 1;
  return self;
}

/**
 * dwell_arrangement_free:
 * @self: (transfer full): an arrangement
 */
void
dwell_arrangement_free (DwellArrangement *self)
{
  g_array_unref (self->keys);
  g_hash_table_unref (self->texts);
  g_ptr_array_unref (self->ranked);
  g_array_unref (self->sorted);
  g_array_unref (self->rows);
  g_free (self);
}

static Text *
get_text (DwellArrangement *self,
          const char       *text)
{
  Text *found = g_hash_table_lookup (self->texts, text);

  if (found == NULL)
    {
      found = g_new0 (Text, 1);
      found->key = dwell_collation_key (text);
      g_hash_table_insert (self->texts, (gpointer) text, found);
    }

  if (found->serial != self->serial)
    {
      found->serial = self->serial;
      g_ptr_array_add (self->ranked, found);
    }

  return found;
}

/* The bits of @real, changed so that they sort as the numbers do. */
static guint64
order_real (double real)
{
  guint64 bits;

  memcpy (&bits, &real, sizeof bits);
  return bits >> 63 != 0 ? ~bits : bits | G_GUINT64_CONSTANT (1) << 63;
}

/* A real number is split exactly: into its whole part and its fraction. Where the whole part needs
 * too many bits, it is set to the limit, and the rest is the number itself. */
static void
set_number (Key                  *key,
            const DwellCellValue *cell)
{
  double truncated = trunc (cell->rest);
  gboolean is_huge = !(truncated > -0x1p126 && truncated < 0x1p126);
  DwellSignedWide limit = (DwellSignedWide) (DWELL_WIDE_MAX >> 1);
  DwellSignedWide whole = cell->whole;
  double rest = cell->rest;
  DwellWide shifted;

  if (!is_huge)
    {
      whole += (DwellSignedWide) truncated;
      rest -= truncated;
    }
  else
    {
      whole = rest < 0 ? -limit : limit;
    }

  shifted = (DwellWide) whole ^ (DwellWide) 1 << 127;
  key->parts[PART_GROUP] = NUMBER;
  key->parts[PART_HIGH] = (guint64) (shifted >> 64);
  key->parts[PART_LOW] = (guint64) shifted;
  key->parts[PART_REST] = order_real (rest + 0.0);
}

/**
 * dwell_arrangement_add:
 * @self: an arrangement
 * @row: a row
 * @cell: what it is sorted by; its text, which may be in several rows, must stay at its address as
 *   long as @self is
 *
 * Appends a row.
 */
void
dwell_arrangement_add (DwellArrangement     *self,
                       guint32               row,
                       const DwellCellValue *cell)
{
  Key key = { .parts = { [PART_GROUP] = NOTHING }, .row = row };

  if (cell->kind == DWELL_CELL_TEXT)
    {
      key.parts[PART_GROUP] = TEXT;
      key.parts[PART_LOW] = (guint64) (gsize) get_text (self, cell->text);
    }
  else if (cell->kind != DWELL_CELL_NONE && !isnan (cell->rest))
    {
      set_number (&key, cell);
    }

  g_array_append_val (self->keys, key);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp ((*(Text * const *) a)->key, (*(Text * const *) b)->key);
}

static void
rank_texts (DwellArrangement *self)
{
  g_ptr_array_sort (self->ranked, compare_texts);
  for (guint i = 0; i < self->ranked->len; i++)
    {
      Text *text = self->ranked->pdata[i];
      const Text *previous = i > 0 ? self->ranked->pdata[i - 1] : NULL;

      text->rank = previous != NULL && strcmp (previous->key, text->key) == 0 ? previous->rank : i;
    }

  for (guint i = 0; self->ranked->len > 0 && i < self->keys->len; i++)
    {
      Key *key = &g_array_index (self->keys, Key, i);

      if (key->parts[PART_GROUP] == TEXT)
        key->parts[PART_LOW] = ((const Text *) (gsize) key->parts[PART_LOW])->rank;
    }
}

/* Descending order is ascending order of inverted numbers, so that ties keep their order. */
static void
sort_by_part (DwellArrangement *self,
              guint             part,
              gboolean          descending)
{
  DwellKeyed *sorted = (DwellKeyed *) (gpointer) self->sorted->data;
  const Key *keys = (const Key *) (gconstpointer) self->keys->data;
  guint n = self->keys->len;

  for (guint i = 0; i < n; i++)
    {
      guint64 key = keys[sorted[i].value].parts[part];

      if (descending && part != PART_GROUP)
        key = ~key;
      else if (descending && key != NOTHING)
        key = TEXT - key;
      sorted[i].key = key;
    }

  if (n > 0)
    dwell_sort_keyed (sorted, sorted + n, n);
}

/**
 * dwell_arrangement_sort:
 * @self: an arrangement
 * @descending: whether the greatest, or last in the alphabet, comes first
 *
 * Sorts the rows in time linear in their number and removes them from the arrangement, which keeps
 * the texts so that the next sort is faster.
 *
 * Returns: (transfer none): the rows in order, as many as were added; valid until the next sort
 */
const guint32 *
dwell_arrangement_sort (DwellArrangement *self,
                        gboolean          descending)
{
  guint n = self->keys->len;
  DwellKeyed *sorted;

  rank_texts (self);
  g_array_set_size (self->sorted, 2 * n);
  g_array_set_size (self->rows, n);
  sorted = (DwellKeyed *) (gpointer) self->sorted->data;

  for (guint i = 0; i < n; i++)
    sorted[i].value = i;
  for (guint part = 0; part < N_PARTS; part++)
    sort_by_part (self, part, descending);
  for (guint i = 0; i < n; i++)
    g_array_index (self->rows, guint32, i) = g_array_index (self->keys, Key, sorted[i].value).row;

  g_array_set_size (self->keys, 0);
  g_ptr_array_set_size (self->ranked, 0);
  self->serial++;
  return (const guint32 *) (gconstpointer) self->rows->data;
}
