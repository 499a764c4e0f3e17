/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large memory. A column doubles its memory whenever it is full, which keeps system calls few;
 * memory costs nothing until it is touched. The kernel moves the pages to a larger place without
 * copying them, unless a trace shares the elements. */
#include "config.h"

#include "core/dwell-memory-private.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define FIRST_BYTES     ((gsize) (DWELL_COLUMNS_ARE_TIGHT ? 1 : 256))

/* With the address sanitizer, columns up to this size have no more room than was reserved, so that
 * it finds writes to elements that were not reserved. */
#define TIGHT_BYTES     ((gsize) (DWELL_COLUMNS_ARE_TIGHT ? 65536 : 0))

#define MOST_BYTES      ((gsize) G_MAXSSIZE / 2)

/* Precedes the memory. Its size aligns large memory to 64 bytes. */
typedef struct {
  gsize           n_mapped; /* bytes, including this header; 0: from g_malloc() */
  gatomicrefcount ref_count;
  char            padding[64 - sizeof (gsize) - sizeof (gatomicrefcount)];
} Header;

G_STATIC_ASSERT (sizeof (Header) == 64);

static gsize
round_up (gsize n,
          gsize step)
{
  return (n + step - 1) / step * step;
}

static Header *
get_header (gpointer memory)
{
  return (Header *) memory - 1;
}

static gboolean
is_shared (gpointer memory)
{
  return !g_atomic_ref_count_compare (&get_header (memory)->ref_count, 1);
}

/* Maps @n_bytes, all in huge pages. Returns NULL if there is no memory. */
static gpointer
map (gsize n_bytes)
{
  char *begin = mmap (NULL, n_bytes + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  char *place;
  gsize n_before;

  if (begin == MAP_FAILED)
    return NULL;

  place = (char *) round_up ((gsize) begin, HUGE_PAGE_BYTES);
  n_before = (gsize) (place - begin);
  if (n_before > 0)
    munmap (begin, n_before);
  munmap (place + n_bytes, HUGE_PAGE_BYTES - n_before);
  madvise (place, n_bytes, MADV_HUGEPAGE);
  return place;
}

static gpointer
allocate (gsize n_bytes)
{
  /* With 0 bytes, the pointer would be just past the block, where the leak checker does not
   * recognise it. */
  gsize total = MAX (n_bytes, 1) + sizeof (Header);
  gsize n_mapped = total < DWELL_MAPPED_BYTES ? 0 : round_up (total, HUGE_PAGE_BYTES);
  Header *header = n_mapped == 0 ? g_try_malloc0 (total) : map (n_mapped);

  if (header == NULL)
    return NULL;

  header->n_mapped = n_mapped;
  g_atomic_ref_count_init (&header->ref_count);
  return header + 1;
}

/**
 * dwell_big_alloc:
 * @n_bytes: how much
 *
 * Allocates memory for an index: zeroed, aligned to 64 bytes if large, in huge pages where that
 * pays. Ends the program, as g_malloc() does, if there is no memory: only for memory that was
 * claimed, and for small amounts.
 *
 * Returns: (transfer full): memory for dwell_big_free(); never %NULL, even for 0 bytes
 */
gpointer
dwell_big_alloc (gsize n_bytes)
{
  gpointer memory = n_bytes <= MOST_BYTES ? allocate (n_bytes) : NULL;

  if (memory == NULL)
    g_error ("Out of memory: %" G_GSIZE_FORMAT " bytes", n_bytes);

  return memory;
}

/* Small amounts always are, as those from g_malloc(). */
static gboolean
is_allowed (gsize n_bytes)
{
  return n_bytes < DWELL_MAPPED_BYTES ||
         (n_bytes <= MOST_BYTES && _dwell_memory_fits (n_bytes + HUGE_PAGE_BYTES));
}

/**
 * dwell_big_try_alloc:
 * @n_bytes: how much
 * @error: %DWELL_ERROR_LIMIT
 *
 * Does what dwell_big_alloc() does, within the limits of the process.
 *
 * Returns: (transfer full) (nullable): memory for dwell_big_free()
 */
gpointer
dwell_big_try_alloc (gsize    n_bytes,
                     GError **error)
{
  gpointer memory = is_allowed (n_bytes) ? allocate (n_bytes) : NULL;

  if (memory == NULL)
    _dwell_memory_fail (error);

  return memory;
}

/**
 * dwell_big_drop:
 * @begin: memory of any kind
 * @n_bytes: how much
 *
 * Gives whole pages in that range back to the system while the rest of the memory is still needed.
 * The contents of the range are lost.
 */
void
dwell_big_drop (gpointer begin,
                gsize    n_bytes)
{
  gsize page_bytes = (gsize) sysconf (_SC_PAGESIZE);
  gsize first = round_up ((gsize) begin, page_bytes);
  gsize end = ((gsize) begin + n_bytes) / page_bytes * page_bytes;

  if (end > first)
    madvise ((gpointer) first, end - first, MADV_DONTNEED);
}

/**
 * dwell_big_free:
 * @memory: (nullable) (transfer full): memory from dwell_big_alloc()
 */
void
dwell_big_free (gpointer memory)
{
  Header *header;

  if (memory == NULL)
    return;

  header = get_header (memory);
  if (!g_atomic_ref_count_dec (&header->ref_count))
    return;

  if (header->n_mapped == 0)
    g_free (header);
  else
    munmap (header, header->n_mapped);
}

/* Moves the pages of mapped memory that is not shared. Returns the new memory, or NULL. */
static gpointer
move_pages (gpointer memory,
            gsize    n_bytes)
{
  Header *header = get_header (memory);
  gsize n_mapped = round_up (n_bytes + sizeof (Header), HUGE_PAGE_BYTES);
  gpointer place = map (n_mapped);

  if (place == NULL)
    return NULL;

  if (mremap (header, header->n_mapped, n_mapped, MREMAP_MAYMOVE | MREMAP_FIXED, place) != place)
    {
      munmap (place, n_mapped);
      return NULL;
    }

  header = place;
  header->n_mapped = n_mapped;
  return header + 1;
}

/* Returns memory of that size with the first @n_used bytes of @memory, which is freed or moved. On
 * failure, returns NULL and leaves @memory as it was. */
static gpointer
move (gpointer memory,
      gsize    n_used,
      gsize    n_bytes)
{
  gpointer moved;

  if (get_header (memory)->n_mapped > 0 && !is_shared (memory))
    return move_pages (memory, n_bytes);

  moved = allocate (n_bytes);
  if (moved != NULL)
    {
      memcpy (moved, memory, n_used);
      dwell_big_free (memory);
    }
  return moved;
}

/**
 * dwell_column_new:
 * @element_size: bytes of an element
 *
 * Returns: (transfer full): an empty column that can hold as many elements as there are ids
 */
DwellColumn *
dwell_column_new (gsize element_size)
{
  return dwell_column_new_with_max (element_size, DWELL_COLUMN_MAX);
}

static void
set_data (DwellColumn *self,
          gpointer     data,
          gsize        n_bytes)
{
  self->data = data;
  self->n_room = MIN (n_bytes / self->element_size, self->n_max);
}

/* Makes room for a few elements, for which there always is memory. */
static void
start (DwellColumn *self)
{
  gsize n_bytes = MAX (FIRST_BYTES, self->element_size);

  set_data (self, dwell_big_alloc (n_bytes), n_bytes);
  self->n = 0;
}

/**
 * dwell_column_new_with_max:
 * @element_size: bytes of an element
 * @n_max: the most elements that it will hold
 *
 * Returns: (transfer full): an empty column
 */
DwellColumn *
dwell_column_new_with_max (gsize element_size,
                           gsize n_max)
{
  DwellColumn *self = g_new0 (DwellColumn, 1);

  g_return_val_if_fail (element_size > 0 && n_max > 0, NULL);

  self->element_size = element_size;
  self->n_max = n_max;
  g_mutex_init (&self->moving);
  start (self);

  return self;
}

/**
 * dwell_column_free:
 * @self: (transfer full): a column
 */
void
dwell_column_free (DwellColumn *self)
{
  dwell_big_free (self->data);
  g_mutex_clear (&self->moving);
  g_free (self);
}

/**
 * dwell_column_has_room:
 * @self: a column
 * @n_more: elements to come
 *
 * Returns: whether the column may hold @n_more further elements
 */
gboolean
dwell_column_has_room (DwellColumn *self,
                       gsize        n_more)
{
  return n_more <= self->n_max - self->n;
}

/* Moves to room for @n_room elements. */
static gboolean
resize (DwellColumn *self,
        gsize        n_room)
{
  gsize n_bytes = n_room * self->element_size;
  gpointer data;

  g_mutex_lock (&self->moving);
  data = move (self->data, self->n * self->element_size, n_bytes);
  if (data != NULL)
    set_data (self, data, MAX (n_bytes + sizeof (Header), get_header (data)->n_mapped) -
                          sizeof (Header));
  g_mutex_unlock (&self->moving);

  return data != NULL;
}

/* Does the same within the limits of the process. */
static gboolean
try_resize (DwellColumn *self,
            gsize        n_room)
{
  return n_room <= MOST_BYTES / self->element_size &&
         is_allowed (n_room * self->element_size) && resize (self, n_room);
}

/**
 * dwell_column_grow:
 * @self: a column
 * @n_more: elements to come
 * @error: %DWELL_ERROR_LIMIT
 *
 * The slow path of dwell_column_reserve().
 *
 * Returns: whether there is memory for them
 */
gboolean
dwell_column_grow (DwellColumn  *self,
                   gsize         n_more,
                   GError      **error)
{
  if (dwell_column_has_room (self, n_more))
    {
      gsize n_needed = self->n + n_more;
      gsize n_ahead = n_needed < TIGHT_BYTES / self->element_size ? 0 : 2 * self->n_room;

      if (try_resize (self, MIN (MAX (n_needed, n_ahead), self->n_max)) ||
          try_resize (self, n_needed))
        return TRUE;
    }

  return _dwell_memory_fail (error);
}

/**
 * dwell_column_append:
 * @self: a column
 * @elements: (nullable): what to append; %NULL for zeros
 * @n_elements: how many
 *
 * Only for what was reserved or claimed, and for small amounts: ends the program, as g_malloc()
 * does, if there is no memory.
 *
 * Returns: (transfer none): the first of the new elements
 */
gpointer
dwell_column_append (DwellColumn   *self,
                     gconstpointer  elements,
                     gsize          n_elements)
{
  gpointer first;

  if (!dwell_column_reserve (self, n_elements, NULL) &&
      !(dwell_column_has_room (self, n_elements) &&
        n_elements <= MOST_BYTES / self->element_size - self->n &&
        resize (self, self->n + n_elements)))
    g_error ("No room in a column of %" G_GSIZE_FORMAT " elements", self->n);

  first = (char *) self->data + self->n * self->element_size;
  if (elements != NULL)
    memcpy (first, elements, n_elements * self->element_size);
  else
    memset (first, 0, n_elements * self->element_size);
  self->n += n_elements;

  return first;
}

/**
 * dwell_column_populate:
 * @self: a column
 * @first: an element that will be written soon
 * @n: how many
 *
 * Has the kernel provide (and clear) the huge pages that begin among those elements. That is half
 * the cost of writing new memory. Any thread may call this at any time: if the elements are not
 * writable yet, another thread is doing the same, or the kernel cannot do it, nothing happens.
 */
void
dwell_column_populate (DwellColumn *self,
                       gsize        first,
                       gsize        n)
{
#ifdef MADV_POPULATE_WRITE
  if (n == 0 || !g_mutex_trylock (&self->moving))
    return;

  if (first + n <= self->n_room && get_header (self->data)->n_mapped > 0)
    {
      gsize data = (gsize) self->data;
      gsize begin = round_up (data + first * self->element_size, HUGE_PAGE_BYTES);
      gsize end = round_up (data + (first + n) * self->element_size, HUGE_PAGE_BYTES);

      if (begin < end)
        madvise ((gpointer) begin, end - begin, MADV_POPULATE_WRITE);
    }

  g_mutex_unlock (&self->moving);
#endif
}

/**
 * dwell_column_share:
 * @self: a column
 *
 * Returns: (transfer full): the present elements, for dwell_big_free(): they stay where they are
 *   even if the column moves
 */
gpointer
dwell_column_share (DwellColumn *self)
{
  g_atomic_ref_count_inc (&get_header (self->data)->ref_count);
  return self->data;
}

/**
 * dwell_column_is_shared:
 * @self: a column
 *
 * Returns: whether a partial trace shares the elements, which must stay as they are
 */
gboolean
dwell_column_is_shared (DwellColumn *self)
{
  return is_shared (self->data);
}

/**
 * dwell_column_unshare:
 * @self: a column
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes all elements the column's own, so that they can be changed: traces that share
 * them keep what they were.
 *
 * Returns: whether there was memory
 */
gboolean
dwell_column_unshare (DwellColumn  *self,
                      GError      **error)
{
  return !is_shared (self->data) || try_resize (self, MAX (self->n, 1)) ||
         _dwell_memory_fail (error);
}

/**
 * dwell_column_clear:
 * @self: a column
 *
 * Drops all elements. Traces that share them keep them.
 */
void
dwell_column_clear (DwellColumn *self)
{
  self->n = 0;
  if (!is_shared (self->data))
    return;

  g_mutex_lock (&self->moving);
  dwell_big_free (self->data);
  start (self);
  g_mutex_unlock (&self->moving);
}

/**
 * dwell_column_take:
 * @self: a column
 * @other: (transfer full): another with elements of the same size
 *
 * Takes over the elements of @other; traces that share the old ones keep them.
 */
void
dwell_column_take (DwellColumn *self,
                   DwellColumn *other)
{
  g_return_if_fail (self->element_size == other->element_size);

  g_mutex_lock (&self->moving);
  dwell_big_free (self->data);
  self->data = g_steal_pointer (&other->data);
  self->n = other->n;
  self->n_room = MIN (other->n_room, self->n_max);
  g_mutex_unlock (&self->moving);

  dwell_column_free (other);
}

/**
 * dwell_column_trim:
 * @self: a column that will not grow any more
 *
 * Gives back the memory after the last element.
 */
void
dwell_column_trim (DwellColumn *self)
{
  gsize n_used = MAX (self->n * self->element_size, 1) + sizeof (Header);
  Header *header;

  g_mutex_lock (&self->moving);
  header = get_header (self->data);

  /* Mapped memory is cut in place, because it may be shared. Nothing reads what is after the
   * elements. */
  if (header->n_mapped > 0)
    {
      gsize n_kept = round_up (n_used, (gsize) sysconf (_SC_PAGESIZE));

      if (n_kept < header->n_mapped)
        munmap ((char *) header + n_kept, header->n_mapped - n_kept);
      header->n_mapped = n_kept;
    }
  else if (!is_shared (self->data))
    {
      header = g_realloc (header, n_used);
      self->data = header + 1;
    }

  self->n_room = self->n;
  g_mutex_unlock (&self->moving);
}
