/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes how much memory the process may take: what its limits (ulimit) leave of address space
 * and data, minus a reserve for small allocations and minus what threads claimed. Without limits
 * there is nothing to compute. */
#include "config.h"

#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-memory-private.h"

/* The reserve that is kept free below the limits: a fixed part, and a share of what the process
 * uses already. */
#define SPARE_BYTES ((gsize) 32 << 20)
#define SPARE_SHARE 16

/* Address space of a thread's stack, and for how many more stacks there must be room. */
#define STACK_BYTES ((gsize) 8 << 20)
#define MIN_STACKS  8

static gsize claimed; /* atomic: by all threads */
static _Thread_local gsize own_claimed;
static _Thread_local gboolean has_lacked;

/* Reads a number of pages of this process from Linux, by its place in the line. 0 if it is not
 * available: then no limit can be kept. */
static gsize
count_pages (guint field)
{
  char text[256] = { 0 };
  const char *p = text;
  int file = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);

  if (file < 0)
    return 0;

  if (read (file, text, sizeof text - 1) < 0)
    text[0] = '\0';
  close (file);

  for (guint i = 0; i < field && p != NULL; i++)
    {
      p = strchr (p, ' ');
      p = p != NULL ? p + 1 : NULL;
    }

  return p != NULL ? (gsize) g_ascii_strtoull (p, NULL, 10) : 0;
}

/* The C library would take 64 MiB of address space for each thread that allocates. */
static void
take_one_arena (void)
{
#ifdef M_ARENA_MAX
  static gsize is_taken = 0;

  if (g_once_init_enter (&is_taken))
    {
      mallopt (M_ARENA_MAX, 1);
      g_once_init_leave (&is_taken, 1);
    }
#endif
}

/* Returns whether the limits allow @n_bytes in addition to what is used and to @n_claimed. */
static gboolean
fit_beside (gsize n_bytes,
            gsize n_claimed)
{
  static const struct {
    int   resource;
    guint field;
  } limits[] = { { RLIMIT_AS, 0 }, { RLIMIT_DATA, 5 } };
  gsize page_bytes = (gsize) sysconf (_SC_PAGESIZE);

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      struct rlimit limit;
      gsize used;
      gsize wanted;

      if (getrlimit (limits[i].resource, &limit) != 0 ||
          limit.rlim_cur == RLIM_INFINITY)
        continue;

      take_one_arena ();
      used = count_pages (limits[i].field) * page_bytes;
      wanted = MAX (SPARE_BYTES, used / SPARE_SHARE) + n_claimed;
      if (used > limit.rlim_cur || wanted > limit.rlim_cur - used ||
          n_bytes > limit.rlim_cur - used - wanted)
        return FALSE;
    }

  return TRUE;
}

/*< private >
 * _dwell_memory_fits: whether the limits allow @n_bytes; the claims of this thread do not count
 * against it */
gboolean
_dwell_memory_fits (gsize n_bytes)
{
  return fit_beside (n_bytes, (gsize) g_atomic_pointer_get (&claimed) - own_claimed);
}

/**
 * dwell_memory_set_error:
 * @error: (out): %DWELL_ERROR_LIMIT
 *
 * For functions that report too little memory by returning %NULL.
 */
void
dwell_memory_set_error (GError **error)
{
  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_LIMIT, _("not enough memory"));
}

/**
 * dwell_memory_note_lack:
 *
 * Notes that this thread met a lack of memory, for dwell_memory_take_lack().
 */
void
dwell_memory_note_lack (void)
{
  has_lacked = TRUE;
}

/**
 * dwell_memory_take_lack:
 *
 * Work returns nothing both when memory is lacking and when it is cancelled: this distinguishes the
 * two.
 *
 * Returns: whether this thread, or one that worked for it in dwell_parallel_for(), met a lack of
 *   memory since the last call
 */
gboolean
dwell_memory_take_lack (void)
{
  gboolean has = has_lacked;

  has_lacked = FALSE;
  return has;
}

/*< private >
 * _dwell_memory_fail: sets the error that there is too little memory. Returns %FALSE. */
gboolean
_dwell_memory_fail (GError **error)
{
  dwell_memory_note_lack ();
  dwell_memory_set_error (error);
  return FALSE;
}

/**
 * dwell_memory_check:
 * @n_bytes: how much is going to be taken
 * @error: %DWELL_ERROR_LIMIT
 *
 * If the process has no limits, this costs next to nothing.
 *
 * Returns: whether the limits of the process allow that much, and leave the reserve for what is
 *   allocated without asking
 */
gboolean
dwell_memory_check (gsize    n_bytes,
                    GError **error)
{
  return _dwell_memory_fits (n_bytes) || _dwell_memory_fail (error);
}

/**
 * dwell_memory_allows_thread:
 *
 * Returns: whether the limits of the process leave enough memory for one more thread to be useful
 */
gboolean
dwell_memory_allows_thread (void)
{
  return _dwell_memory_fits (MIN_STACKS * STACK_BYTES);
}

/* Returns whether the system has that much memory. A trial mapping shows this on systems that do
 * not promise more than they have. */
static gboolean
is_promised (gsize n_bytes)
{
  gpointer mapping;

  if (n_bytes < DWELL_MAPPED_BYTES)
    return TRUE;

  mapping = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED)
    return FALSE;

  munmap (mapping, n_bytes);
  return TRUE;
}

/**
 * dwell_memory_claim:
 * @n_bytes: how much the caller will take at most
 * @error: %DWELL_ERROR_LIMIT
 *
 * For work that allocates in many places where it cannot fail: other threads do not get what was
 * claimed, until it is released with dwell_memory_release().
 *
 * Returns: whether that much is available
 */
gboolean
dwell_memory_claim (gsize    n_bytes,
                    GError **error)
{
  gsize n_claimed = (gsize) g_atomic_pointer_add (&claimed, (gssize) n_bytes);

  own_claimed += n_bytes;
  if (fit_beside (n_bytes, n_claimed) && is_promised (n_bytes))
    return TRUE;

  dwell_memory_release (n_bytes);
  return _dwell_memory_fail (error);
}

/**
 * dwell_memory_release:
 * @n_bytes: what was claimed by this thread
 */
void
dwell_memory_release (gsize n_bytes)
{
  g_atomic_pointer_add (&claimed, -(gssize) n_bytes);
  own_claimed -= n_bytes;
}
