/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pipeline is a ring of slots, each with a buffer for a block of whole lines. A free thread
 * fills the next slot (one thread at a time, because the source is sequential), parses it without
 * any lock, and marks it as parsed. The caller consumes parsed slots in order; while the next one
 * is not ready, it works like the other threads. A consumed slot is free again, so the ring bounds
 * the memory.
 *
 * The bytes after the last line end of a block are copied to the start of the next block. A line
 * that exceeds the limit ends its block; filling the next block skips the rest of the line. */
#include "config.h"

#include "formats/common/dwell-lines.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

#define BLOCK_BYTES ((gsize) 256 << 10)

typedef enum {
  FREE,
  TAKEN, /* a thread fills or parses it */
  PARSED,
} SlotState;

typedef struct {
  SlotState  state;
  DwellBlock block;
  gpointer   parsed;
  guint64    n_lines;  /* number of line ends in the block */
  double     fraction; /* how much of the file was read when the block was filled, 0…1 */
  gboolean   is_cut;   /* its last line exceeded the limit */
  char      *buffer;
  gsize      capacity;
} Slot;

typedef struct {
  DwellSource         *source;
  const DwellLineWork *work;
  gpointer             user_data;
  gsize                max_line_bytes;
  gsize                block_bytes;
  guint                n_threads;
  GCancellable        *cancellable;
  DwellProblems       *problems;    /* of the source; only the consumer uses those of the caller */

  /* used by the thread that fills a slot */
  GByteArray          *tail;        /* the beginning of a line whose end was not read yet */
  guint64              tail_offset;
  gboolean             is_skipping; /* the rest of a line that exceeded the limit follows */

  GMutex               mutex;       /* guards all that follows, and the states of slots */
  GCond                cond;
  Slot                *slots;
  guint                n_slots;
  guint64              n_filled;    /* number of blocks whose filling has begun */
  guint64              n_consumed;
  gboolean             is_filling;
  gboolean             is_over;     /* the last block was filled */
  gboolean             is_stopped;
  GError              *error;
} Run;

static const char *
find_last_newline (const char *text,
                   gsize       length)
{
  return length > 0 ? memrchr (text, '\n', length) : NULL;
}

/* Does the same if CR ends lines, too. Ignores a CR at the very end, because an LF may follow. */
static const char *
find_last_line_end (const Run  *run,
                    const char *text,
                    gsize       length)
{
  if (!run->work->cr_ends_lines)
    return find_last_newline (text, length);

  for (gsize i = length; i > 0; i--)
    if (text[i - 1] == '\n' || (text[i - 1] == '\r' && i < length))
      return text + i - 1;

  return NULL;
}

/* Returns the start of the first line of more than @max bytes; NULL if there is none. @length may
 * end inside a line. Searches the @max bytes after the start of each line backwards, so a stretch
 * of short lines is skipped at once. */
static const char *
find_long_line (const Run  *run,
                const char *text,
                gsize       length)
{
  const char *end = text + length;
  const char *line = text;

  while ((gsize) (end - line) > run->max_line_bytes)
    {
      const char *newline = find_last_line_end (run, line, run->max_line_bytes + 1);

      if (newline == NULL)
        return line;

      line = newline + 1;
    }

  return NULL;
}

static gboolean
ensure_capacity (Slot    *slot,
                 gsize    n_bytes,
                 GError **error)
{
  gsize capacity = MAX (n_bytes + DWELL_BLOCK_PADDING, slot->capacity * 2);

  if (n_bytes + DWELL_BLOCK_PADDING <= slot->capacity)
    return TRUE;
  if (!dwell_memory_check (capacity, error))
    return FALSE;

  slot->capacity = capacity;
  slot->buffer = g_realloc (slot->buffer, slot->capacity);
  return TRUE;
}

/* Reads about as many bytes as a block has. Sets @is_end at the end of the file. */
static gboolean
read_more (Run       *run,
           Slot      *slot,
           gsize     *length,
           gboolean  *is_end,
           GError   **error)
{
  gsize wanted = *length + run->block_bytes;

  if (!ensure_capacity (slot, wanted, error))
    return FALSE;

  while (*length < wanted && !*is_end)
    {
      gssize n = dwell_source_read (run->source, slot->buffer + *length, wanted - *length,
                                    run->problems, run->cancellable, error);

      if (n < 0)
        return FALSE;

      *is_end = n == 0;
      *length += (gsize) n;
    }

  return TRUE;
}

static const char *
find_first_line_end (const Run  *run,
                     const char *text,
                     gsize       length)
{
  const char *newline = length > 0 ? memchr (text, '\n', length) : NULL;
  gsize n = newline != NULL ? (gsize) (newline - text) : length;
  const char *carriage = n > 0 && run->work->cr_ends_lines ? memchr (text, '\r', n) : NULL;

  return carriage != NULL && carriage + 1 != newline ? carriage : newline;
}

/* Removes the rest of a line that exceeded the limit. */
static void
skip_rest_of_line (Run   *run,
                   Slot  *slot,
                   gsize *length)
{
  const char *newline = find_first_line_end (run, slot->buffer, *length);
  gsize n = newline != NULL ? (gsize) (newline + 1 - slot->buffer) : *length;

  memmove (slot->buffer, slot->buffer + n, *length - n);
  *length -= n;
  slot->block.offset += n;
  run->is_skipping = newline == NULL;
}

/* Ends the block at @n of the @length bytes read; the others go to the next block. */
static void
cut_block (Run   *run,
           Slot  *slot,
           gsize  n,
           gsize  length)
{
  g_byte_array_append (run->tail, (const guint8 *) slot->buffer + n, (guint) (length - n));
  run->tail_offset = slot->block.offset + n;
}

/* Ends the block @max_line_bytes after the start of the line @line. */
static void
cut_long_line (Run        *run,
               Slot       *slot,
               const char *line,
               gsize       length)
{
  gsize n = (gsize) (line - slot->buffer) + run->max_line_bytes;

  run->is_skipping = TRUE;
  slot->is_cut = TRUE;
  cut_block (run, slot, n, length);
  slot->buffer[n] = '\n';
  slot->block.length = n + 1;
}

/* Fills @slot with the next block. To be called by one thread at a time. */
static gboolean
fill_slot (Run     *run,
           Slot    *slot,
           GError **error)
{
  gsize length = run->tail->len;
  gboolean is_end = FALSE;
  const char *newline = NULL;
  const char *line = NULL;

  if (!ensure_capacity (slot, length, error))
    return FALSE;
  if (length > 0)
    memcpy (slot->buffer, run->tail->data, length);
  g_byte_array_set_size (run->tail, 0);
  slot->block = (DwellBlock) { .offset = run->tail_offset };
  slot->is_cut = FALSE;

  while (!is_end && newline == NULL && line == NULL)
    {
      if (!read_more (run, slot, &length, &is_end, error))
        return FALSE;

      if (run->is_skipping)
        skip_rest_of_line (run, slot, &length);

      newline = find_last_line_end (run, slot->buffer, length);
      if (newline == NULL && run->work->ends_anywhere)
        newline = slot->buffer + length - 1;
      line = find_long_line (run, slot->buffer, length);
    }

  slot->block.length = length;
  slot->block.is_last = is_end && line == NULL;
  if (line != NULL)
    cut_long_line (run, slot, line, length);
  else if (!is_end)
    {
      slot->block.length = (gsize) (newline + 1 - slot->buffer);
      cut_block (run, slot, slot->block.length, length);
    }

  memset (slot->buffer + slot->block.length, 0, DWELL_BLOCK_PADDING);
  slot->block.text = slot->buffer;
  slot->fraction = dwell_source_get_fraction (run->source);
  return TRUE;
}

/* Counts CRs without an LF after them. The padding makes it safe to read the byte after the
 * last. */
static guint64
count_lone_carriages (const char *text,
                      gsize       length)
{
  guint64 n = 0;

  for (const char *p = text; (p = memchr (p, '\r', (gsize) (text + length - p))) != NULL; p++)
    n += p[1] != '\n';

  return n;
}

static guint64
count_newlines (const char *text,
                gsize       length)
{
  guint64 n = 0;

  /* One-byte counters let the compiler count many bytes at once; @length per round is bounded so
   * that they cannot overflow. */
  while (length > 0)
    {
      gsize portion = MIN (length, 240);
      guint8 n_here = 0;

      for (gsize i = 0; i < portion; i++)
        n_here = (guint8) (n_here + (text[i] == '\n'));

      n += n_here;
      text += portion;
      length -= portion;
    }

  return n;
}

static gboolean
can_fill (Run *run)
{
  return !run->is_stopped && !run->is_over && !run->is_filling &&
         run->n_filled - run->n_consumed < run->n_slots;
}

/* Fills and parses the next block. Called with the lock, which it releases meanwhile. */
static void
make_block (Run *run)
{
  Slot *slot = &run->slots[run->n_filled++ % run->n_slots];
  g_autoptr(GError) error = NULL;
  gboolean is_filled;

  slot->state = TAKEN;
  run->is_filling = TRUE;
  g_mutex_unlock (&run->mutex);

  is_filled = fill_slot (run, slot, &error);

  g_mutex_lock (&run->mutex);
  run->is_filling = FALSE;
  run->is_over = !is_filled || slot->block.is_last;
  if (!is_filled)
    {
      run->is_stopped = TRUE;
      run->error = g_steal_pointer (&error);
    }

  g_cond_broadcast (&run->cond);
  if (run->is_stopped)
    return;

  g_mutex_unlock (&run->mutex);
  slot->n_lines = count_newlines (slot->block.text, slot->block.length);
  if (run->work->cr_ends_lines)
    slot->n_lines += count_lone_carriages (slot->block.text, slot->block.length);
  slot->parsed = run->work->parse (&slot->block, run->user_data);
  g_mutex_lock (&run->mutex);

  slot->state = PARSED;
  g_cond_broadcast (&run->cond);
}

static gpointer
worker_main (gpointer user_data)
{
  Run *run = user_data;

  g_mutex_lock (&run->mutex);

  while (!run->is_stopped && !run->is_over)
    if (can_fill (run))
      make_block (run);
    else
      g_cond_wait (&run->cond, &run->mutex);

  g_mutex_unlock (&run->mutex);
  return NULL;
}

/* Waits for the next block in order, and works meanwhile. Returns NULL at the end. Called with the
 * lock. */
static Slot *
next_block (Run *run)
{
  Slot *slot = &run->slots[run->n_consumed % run->n_slots];

  while (!run->is_stopped && slot->state != PARSED)
    if (can_fill (run))
      make_block (run);
    else if (run->is_over && run->n_consumed == run->n_filled)
      return NULL;
    else
      g_cond_wait (&run->cond, &run->mutex);

  return run->is_stopped ? NULL : slot;
}

static void
note_long_line (Run           *run,
                const Slot    *slot,
                guint64        line,
                DwellProblems *problems)
{
  const char *before = find_last_newline (slot->block.text, slot->block.length - 1);
  gsize begin = before != NULL ? (gsize) (before + 1 - slot->block.text) : 0;

  dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "long-line", line,
                      (gint64) (slot->block.offset + begin),
                      _("A line is longer than %" PRIu64 " bytes: the rest of it was not read"),
                      (guint64) run->max_line_bytes);
}

static void
start_workers (Run       *run,
               GPtrArray *threads)
{
  for (guint i = 1; i < run->n_threads; i++)
    {
      GThread *thread = dwell_memory_allows_thread ()
                        ? g_thread_try_new ("dwell-lines", worker_main, run, NULL) : NULL;

      if (thread != NULL)
        g_ptr_array_add (threads, thread);
    }
}

/* Consumes all blocks. Starts no thread for a file of one block. Called with the lock. */
static gboolean
consume_all (Run            *run,
             GPtrArray      *threads,
             DwellProblems  *problems,
             DwellProgress  *progress,
             GError        **error)
{
  gboolean is_good = TRUE;
  guint64 n_lines_before = 0;
  Slot *slot;

  while (is_good && (slot = next_block (run)) != NULL)
    {
      g_mutex_unlock (&run->mutex);

      if (run->n_consumed == 0 && !slot->block.is_last)
        start_workers (run, threads);

      is_good = !g_cancellable_set_error_if_cancelled (run->cancellable, error) &&
                run->work->consume (&slot->block, slot->parsed, n_lines_before, run->user_data,
                                    error);
      n_lines_before += slot->n_lines;
      if (slot->is_cut)
        note_long_line (run, slot, n_lines_before, problems);

      run->work->free (g_steal_pointer (&slot->parsed), run->user_data);
      if (progress != NULL)
        dwell_progress_set (progress, N_("Reading"), slot->fraction);

      g_mutex_lock (&run->mutex);
      slot->state = FREE;
      run->n_consumed++;
      g_cond_broadcast (&run->cond);
    }

  return is_good;
}

static void
run_clear (Run *run)
{
  for (guint i = 0; i < run->n_slots; i++)
    {
      if (run->slots[i].parsed != NULL)
        run->work->free (run->slots[i].parsed, run->user_data);
      g_free (run->slots[i].buffer);
    }

  g_free (run->slots);
  g_byte_array_unref (run->tail);
  dwell_problems_unref (run->problems);
  g_clear_error (&run->error);
  g_mutex_clear (&run->mutex);
  g_cond_clear (&run->cond);
}

/**
 * dwell_lines_run:
 * @source: a source, which is read from its present position
 * @max_line_bytes: longer lines are cut, not counting the line end
 * @work: functions that parse and consume blocks
 * @user_data: for the functions of @work
 * @problems: gets the problems of the source, and the lines that were cut
 * @progress: (nullable): set whenever a block was consumed
 * @cancellable: (nullable): a cancellable
 * @error: %G_IO_ERROR_CANCELLED, %DWELL_ERROR_LIMIT, or the error of the consumer
 *
 * Reads @source to its end, and has all blocks parsed and consumed.
 *
 * Returns: %FALSE, with an error, if it did not get there
 */
gboolean
dwell_lines_run (DwellSource          *source,
                 gsize                 max_line_bytes,
                 const DwellLineWork  *work,
                 gpointer              user_data,
                 DwellProblems        *problems,
                 DwellProgress        *progress,
                 GCancellable         *cancellable,
                 GError              **error)
{
  g_autoptr(GPtrArray) threads = g_ptr_array_new ();
  const DwellReadLimits *limits = dwell_source_get_limits (source);
  guint n_threads = limits->n_threads > 0 ? limits->n_threads : dwell_parallel_get_n_threads ();
  gboolean is_good;
  Run run = {
    .source = source,
    .work = work,
    .user_data = user_data,
    .max_line_bytes = max_line_bytes,
    .block_bytes = limits->block_bytes > 0 ? limits->block_bytes : BLOCK_BYTES,
    .n_threads = n_threads,
    .cancellable = cancellable,
    .problems = dwell_problems_new (),
    .tail = g_byte_array_new (),
    .n_slots = 2 * n_threads + 2,
  };

  g_mutex_init (&run.mutex);
  g_cond_init (&run.cond);
  run.slots = g_new0 (Slot, run.n_slots);

  g_mutex_lock (&run.mutex);
  is_good = consume_all (&run, threads, problems, progress, error);
  run.is_stopped = TRUE;
  g_cond_broadcast (&run.cond);
  g_mutex_unlock (&run.mutex);

  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));

  if (is_good && run.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&run.error));
      is_good = FALSE;
    }

  dwell_problems_add_all (problems, run.problems, NULL);
  run_clear (&run);
  return is_good;
}
