/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waiting for the workers. */
#pragma once

#include "core/dwell-task.h"
#include "wait.h"

G_BEGIN_DECLS

/* The number of threads of dwell_task_run_in_thread(). */
#define WORKERS_N 10

typedef struct {
  GMutex lock;
  GCond  cond;
  guint  n_met;
  guint  n_ended;
} WorkersMeeting;

static inline void
workers_meet (GTask        *task,
              gpointer      source_object,
              gpointer      task_data,
              GCancellable *cancellable)
{
  WorkersMeeting *meeting = task_data;

  g_mutex_lock (&meeting->lock);
  meeting->n_met++;
  g_cond_broadcast (&meeting->cond);

  while (meeting->n_met < WORKERS_N)
    g_cond_wait (&meeting->cond, &meeting->lock);

  g_mutex_unlock (&meeting->lock);
  g_task_return_boolean (task, TRUE);
}

static inline void
workers_met (GObject      *source_object,
             GAsyncResult *result,
             gpointer      user_data)
{
  WorkersMeeting *meeting = user_data;

  meeting->n_ended++;
}

/* Threads that are held back, so that what is asked meanwhile waits in the queue. */
typedef struct {
  GMutex   lock;
  GCond    cond;
  gboolean is_over;
  guint    n_ended;
} WorkersHold;

static inline void
workers_wait (GTask        *task,
              gpointer      source_object,
              gpointer      task_data,
              GCancellable *cancellable)
{
  WorkersHold *hold = task_data;

  g_mutex_lock (&hold->lock);
  while (!hold->is_over)
    g_cond_wait (&hold->cond, &hold->lock);
  g_mutex_unlock (&hold->lock);
  g_task_return_boolean (task, TRUE);
}

static inline void
workers_let_go (GObject      *source_object,
                GAsyncResult *result,
                gpointer      user_data)
{
  WorkersHold *hold = user_data;

  hold->n_ended++;
}

static inline void
workers_hold (WorkersHold *hold)
{
  for (guint i = 0; i < WORKERS_N; i++)
    {
      g_autoptr(GTask) task = g_task_new (NULL, NULL, workers_let_go, hold);

      g_task_set_task_data (task, hold, NULL);
      dwell_task_run_in_thread (task, workers_wait);
    }
}

static inline void
workers_release (WorkersHold *hold)
{
  g_mutex_lock (&hold->lock);
  hold->is_over = TRUE;
  g_cond_broadcast (&hold->cond);
  g_mutex_unlock (&hold->lock);
  WAIT_UNTIL (hold->n_ended == WORKERS_N);
}

/* Whether a thread of dwell_task_run_in_thread() is still there. */
static inline gboolean
workers_are_there (void)
{
  g_autoptr(GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  gboolean are_there = FALSE;
  const char *number;

  while (threads != NULL && !are_there && (number = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", number, "comm", NULL);
      g_autofree char *name = NULL;

      are_there = g_file_get_contents (path, &name, NULL, NULL) &&
                  g_str_equal (name, "dwell-task\n");
    }

  return are_there;
}

/* Lets workers come to their end, cancelled ones too: when all threads have met, none of them works
 * on anything that was asked before. Then they end, which takes but a moment, unless there is more
 * to do: a thread that is about to end has memory that nothing points to any more, which would be
 * taken for a leak at the end of the program. */
static inline void
wait_for_workers (void)
{
  WorkersMeeting meeting = { .n_met = 0 };

  for (guint i = 0; i < WORKERS_N; i++)
    {
      g_autoptr(GTask) task = g_task_new (NULL, NULL, workers_met, &meeting);

      g_task_set_task_data (task, &meeting, NULL);
      dwell_task_run_in_thread (task, workers_meet);
    }

  WAIT_UNTIL (meeting.n_ended == WORKERS_N);
  for (guint i = 0; i < 1000 && workers_are_there (); i++)
    g_usleep (200);
}

G_END_DECLS
