/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pool of threads that lives as long as the program: one less than there are processors, because
 * the caller works, too. Each call is a batch in a list, the newest first; idle workers join the
 * newest batch that has jobs left. A caller works on its own batch until no job is left to take,
 * then waits for the helpers that still work on it.
 *
 * Nested calls cannot deadlock: a thread waits only for threads inside jobs of its own batch, and
 * these wait only for batches that those jobs started; so the innermost batch always runs. */
#include "config.h"

#include "core/dwell-parallel.h"

#include "core/dwell-memory.h"

#define MAX_THREADS 64

typedef struct _Batch Batch;

struct _Batch
{
  DwellJobFunc func;
  gpointer     user_data;
  gsize        n;
  gsize        next;      /* atomic: the job to be taken next; rises beyond n */
  guint        n_helpers; /* workers inside; under the lock */
  gboolean     has_lacked; /* a worker met a lack of memory; under the lock */
  Batch       *older;     /* under the lock */
};

static GMutex lock;
static GCond work_cond; /* a batch was added */
static GCond left_cond; /* a helper left a batch */
static Batch *newest;
static guint n_workers;

static void
run_jobs (Batch *batch)
{
  gsize job;

  while ((job = (gsize) g_atomic_pointer_add (&batch->next, 1)) < batch->n)
    batch->func ((guint) job, batch->user_data);
}

/* The newest batch with jobs left, or NULL. Under the lock. */
static Batch *
find_work (void)
{
  Batch *batch = newest;

  while (batch != NULL && (gsize) g_atomic_pointer_get (&batch->next) >= batch->n)
    batch = batch->older;

  return batch;
}

static gpointer
worker_main (gpointer data)
{
  g_mutex_lock (&lock);

  for (;;)
    {
      Batch *batch;

      while ((batch = find_work ()) == NULL)
        g_cond_wait (&work_cond, &lock);

      batch->n_helpers++;
      g_mutex_unlock (&lock);
      dwell_memory_take_lack ();
      run_jobs (batch);
      g_mutex_lock (&lock);
      batch->has_lacked |= dwell_memory_take_lack ();

      /* Last access to @batch: once the lock is released, its caller may return. */
      if (--batch->n_helpers == 0)
        g_cond_broadcast (&left_cond);
    }

  return NULL;
}

/* Starts the workers once. With fewer than wanted, or none at all, work is only slower. */
static void
ensure_workers (void)
{
  static gsize started = 0;

  if (!g_once_init_enter (&started))
    return;

  for (guint i = 1; i < dwell_parallel_get_n_threads (); i++)
    {
      GThread *thread = dwell_memory_allows_thread ()
                        ? g_thread_try_new ("dwell-worker", worker_main, NULL, NULL) : NULL;

      if (thread == NULL)
        break;

      g_thread_unref (thread);
      n_workers++;
    }

  g_once_init_leave (&started, 1);
}

static void
add_batch (Batch *batch)
{
  g_mutex_lock (&lock);
  batch->older = newest;
  newest = batch;

  if (batch->n > n_workers)
    g_cond_broadcast (&work_cond);
  else
    for (gsize i = 1; i < batch->n; i++)
      g_cond_signal (&work_cond);

  g_mutex_unlock (&lock);
}

/* Takes @batch out of the list, so that no thread joins it any more, and waits for those inside. */
static void
finish_batch (Batch *batch)
{
  Batch **link = &newest;

  g_mutex_lock (&lock);

  while (*link != batch)
    link = &(*link)->older;

  *link = batch->older;

  while (batch->n_helpers > 0)
    g_cond_wait (&left_cond, &lock);

  g_mutex_unlock (&lock);

  if (batch->has_lacked)
    dwell_memory_note_lack ();
}

/**
 * dwell_parallel_for:
 * @n: how many jobs
 * @func: (scope call): does one job; called from several threads at once
 * @user_data: for @func
 *
 * Calls @func for 0 … @n - 1, each once. Jobs start in that order and end in any order. The caller
 * sees afterwards what they wrote. Any thread may call this function, and so may a job.
 */
void
dwell_parallel_for (guint        n,
                    DwellJobFunc func,
                    gpointer     user_data)
{
  Batch batch = { .func = func, .user_data = user_data, .n = n };

  if (n > 1)
    ensure_workers ();

  if (n <= 1 || n_workers == 0)
    {
      run_jobs (&batch);
      return;
    }

  add_batch (&batch);
  run_jobs (&batch);
  finish_batch (&batch);
}

/**
 * dwell_parallel_get_n_threads:
 *
 * Returns: how many jobs of one call run at the same time at most, to decide how finely to divide
 *   work
 */
guint
dwell_parallel_get_n_threads (void)
{
  return CLAMP (g_get_num_processors (), 1, MAX_THREADS);
}
