/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large memory. A column reserves address space for all that it could ever hold, without access
 * and so without cost, and makes stretches of it writable as it grows: it never moves, nothing is
 * copied, and readers of a prefix need no lock. Doubling the writable part keeps system calls few;
 * pages cost memory only once they are touched. */
#include "config.h"

#include <string.h>
#include <sys/mman.h>

#include "core/dwell-memory.h"

#define HUGE_PAGE_BYTES    ((gsize) 2 << 20)
#define FIRST_COMMIT_BYTES ((gsize) 64 << 10)
#define BIG_HEADER_BYTES   64
#define BIG_FROM_BYTES     ((gsize) 1 << 20)

static gsize
round_up (gsize n,
          gsize step)
{
  return (n + step - 1) / step * step;
}

/* Reserves address space; asks for less and less where the system is short of it. */
static gpointer
reserve (gsize  element_size,
         gsize *n_max,
         gsize *n_bytes)
{
  for (;; *n_max /= 2)
    {
      gpointer mapping;

      *n_bytes = round_up (*n_max * element_size, HUGE_PAGE_BYTES) + HUGE_PAGE_BYTES;
      mapping = mmap (NULL, *n_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                      -1, 0);
      if (mapping != MAP_FAILED)
        return mapping;

      if (*n_max < 1024)
        g_error ("No address space left");
    }
}

/**
 * dwell_column_new:
 * @element_size: bytes of an element
 *
 * Makes an empty column that can hold as many elements as there are ids.
 *
 * Returns: (transfer full): the column
 */
DwellColumn *
dwell_column_new (gsize element_size)
{
  return dwell_column_new_with_max (element_size, DWELL_COLUMN_MAX);
}

/**
 * dwell_column_new_with_max:
 * @element_size: bytes of an element
 * @n_max: the most elements that it will hold
 *
 * Makes an empty column. Where the system is short of address space it may hold fewer than @n_max:
 * see dwell_column_has_room().
 *
 * Returns: (transfer full): the column
 */
DwellColumn *
dwell_column_new_with_max (gsize element_size,
                           gsize n_max)
{
  DwellColumn *self = g_new0 (DwellColumn, 1);

  g_return_val_if_fail (element_size > 0 && n_max > 0, NULL);

  self->element_size = element_size;
  self->n_max = n_max;
  self->mapping = reserve (element_size, &self->n_max, &self->mapping_bytes);
  self->data = (gpointer) round_up ((gsize) self->mapping, HUGE_PAGE_BYTES);
  g_atomic_ref_count_init (&self->ref_count);

  return self;
}

DwellColumn *
dwell_column_ref (DwellColumn *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
dwell_column_unref (DwellColumn *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  munmap (self->mapping, self->mapping_bytes);
  g_free (self);
}

/**
 * dwell_column_has_room:
 * @self: a column
 * @n_more: elements to come
 *
 * Returns: whether @n_more elements can be reserved behind the last
 */
gboolean
dwell_column_has_room (DwellColumn *self,
                       gsize        n_more)
{
  return n_more <= self->n_max - self->n;
}

/**
 * dwell_column_commit:
 * @self: a column
 * @n_more: elements to come
 *
 * The slow path of dwell_column_reserve(). Aborts, as g_malloc() does, when memory or the room that
 * dwell_column_has_room() speaks of is exceeded.
 */
void
dwell_column_commit (DwellColumn *self,
                     gsize        n_more)
{
  gsize old_bytes = round_up (self->n_committed * self->element_size, 4096);
  gsize new_bytes;

  if (!dwell_column_has_room (self, n_more))
    g_error ("A column of %" G_GSIZE_FORMAT " elements is full", self->n_max);

  new_bytes = MAX ((self->n + n_more) * self->element_size, old_bytes * 2);
  new_bytes = MIN (round_up (MAX (new_bytes, FIRST_COMMIT_BYTES), FIRST_COMMIT_BYTES),
                   round_up (self->n_max * self->element_size, HUGE_PAGE_BYTES));

  if (mprotect (self->data, new_bytes, PROT_READ | PROT_WRITE) != 0)
    g_error ("Out of memory: %" G_GSIZE_FORMAT " bytes for a column", new_bytes);

  if (new_bytes >= HUGE_PAGE_BYTES)
    madvise (self->data, new_bytes, MADV_HUGEPAGE);

  self->n_committed = MIN (new_bytes / self->element_size, self->n_max);
}

/**
 * dwell_column_populate:
 * @self: a column
 * @first: an element that will be written soon
 * @n: how many
 *
 * Has the kernel provide (and clear) the huge pages that begin among those elements. That is half
 * of what writing new memory costs, and may be asked of any thread, at any time: where elements are
 * not writable yet, or the kernel cannot do it, nothing happens.
 */
void
dwell_column_populate (DwellColumn *self,
                       gsize        first,
                       gsize        n)
{
#ifdef MADV_POPULATE_WRITE
  gsize begin = round_up (first * self->element_size, HUGE_PAGE_BYTES);
  gsize end = round_up ((first + n) * self->element_size, HUGE_PAGE_BYTES);

  if (first + n <= self->n_max && begin < end && begin > 0)
    madvise ((char *) self->data + begin, end - begin, MADV_POPULATE_WRITE);
#endif
}

/**
 * dwell_column_append:
 * @self: a column
 * @elements: (nullable): what to append; %NULL for zeros
 * @n_elements: how many
 *
 * Returns: (transfer none): the first of the new elements
 */
gpointer
dwell_column_append (DwellColumn   *self,
                     gconstpointer  elements,
                     gsize          n_elements)
{
  gpointer first;

  dwell_column_reserve (self, n_elements);
  first = (char *) self->data + self->n * self->element_size;
  if (elements != NULL)
    memcpy (first, elements, n_elements * self->element_size);
  else
    memset (first, 0, n_elements * self->element_size);
  self->n += n_elements;

  return first;
}

/**
 * dwell_big_alloc:
 * @n_bytes: how much
 *
 * Memory for an index: zeroed, aligned to 64 bytes when it is large, huge pages where it pays.
 *
 * Returns: (transfer full): memory for dwell_big_free(); never %NULL, even for no bytes
 */
gpointer
dwell_big_alloc (gsize n_bytes)
{
  gsize total;
  gsize *header;

  if (n_bytes > G_MAXSIZE / 2)
    g_error ("Out of memory: %" G_GSIZE_FORMAT " bytes", n_bytes);

  /* No bytes would lie behind the block, where a search for leaks finds none that points to it. */
  total = MAX (n_bytes, 1) + BIG_HEADER_BYTES;
  if (total < BIG_FROM_BYTES)
    {
      header = g_malloc0 (total);
      header[0] = 0;
    }
  else
    {
      total = round_up (total, HUGE_PAGE_BYTES);
      header = mmap (NULL, total, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (header == MAP_FAILED)
        g_error ("Out of memory: %" G_GSIZE_FORMAT " bytes", n_bytes);
      madvise (header, total, MADV_HUGEPAGE);
      header[0] = total;
    }

  return (char *) header + BIG_HEADER_BYTES;
}

/**
 * dwell_big_free:
 * @memory: (nullable) (transfer full): memory from dwell_big_alloc()
 */
void
dwell_big_free (gpointer memory)
{
  gsize *header;

  if (memory == NULL)
    return;

  header = (gsize *) ((char *) memory - BIG_HEADER_BYTES);
  if (header[0] == 0)
    g_free (header);
  else
    munmap (header, header[0]);
}
