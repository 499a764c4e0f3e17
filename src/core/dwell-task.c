/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A queue of tasks and the threads that take from it. When no thread can be started, for example
 * under a limit of address space, g_task_run_in_thread() leaves a task in its queue for ever; here,
 * the main loop of the caller runs the task instead. */
#include "config.h"

#include "core/dwell-task.h"

/* As many as GTask starts. There may be more than processors, because tasks also wait for disks. */
#define MAX_THREADS 10

typedef struct {
  GTask           *task;
  GTaskThreadFunc  func;
} Entry;

static GMutex lock;
static GQueue waiting = G_QUEUE_INIT; /* of Entry; under the lock */
static guint n_threads;               /* under the lock */

static void
entry_run (Entry *self)
{
  self->func (self->task, g_task_get_source_object (self->task),
              g_task_get_task_data (self->task), g_task_get_cancellable (self->task));
  g_object_unref (self->task);
  g_free (self);
}

static gpointer
thread_main (gpointer data)
{
  Entry *entry;

  g_mutex_lock (&lock);

  while ((entry = g_queue_pop_head (&waiting)) != NULL)
    {
      g_mutex_unlock (&lock);
      entry_run (entry);
      g_mutex_lock (&lock);
    }

  n_threads--;
  g_mutex_unlock (&lock);
  return NULL;
}

static gboolean
run_first (gpointer data)
{
  Entry *entry;

  g_mutex_lock (&lock);
  entry = g_queue_pop_head (&waiting);
  g_mutex_unlock (&lock);

  if (entry != NULL)
    entry_run (entry);

  return G_SOURCE_REMOVE;
}

/* Returns FALSE only if there is no thread to take the task. Under the lock. */
static gboolean
ensure_thread (void)
{
  GThread *thread;

  if (n_threads == MAX_THREADS)
    return TRUE;

  thread = g_thread_try_new ("dwell-task", thread_main, NULL, NULL);
  if (thread == NULL)
    return n_threads > 0;

  g_thread_unref (thread);
  n_threads++;
  return TRUE;
}

/**
 * dwell_task_run_in_thread:
 * @task: a task that does not return on cancellation by itself, but when @func returns it
 * @func: (scope async): does the work and returns the task's result
 *
 * Does what g_task_run_in_thread() does, but always runs the task: if the process may not start a
 * thread and none is running, the main context of @task calls @func and is blocked meanwhile.
 */
void
dwell_task_run_in_thread (GTask           *task,
                          GTaskThreadFunc  func)
{
  Entry *entry;
  gboolean has_thread;

  g_return_if_fail (G_IS_TASK (task));

  entry = g_new (Entry, 1);
  *entry = (Entry) { g_object_ref (task), func };
  g_mutex_lock (&lock);
  g_queue_push_tail (&waiting, entry);
  has_thread = ensure_thread ();
  g_mutex_unlock (&lock);

  if (!has_thread)
    {
      g_autoptr(GSource) source = g_idle_source_new ();

      g_source_set_callback (source, run_first, NULL, NULL);
      g_source_attach (source, g_task_get_context (task));
    }
}
