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

/* Lets workers come to their end, cancelled ones too: when all threads have met, none of them works
 * on anything that was asked before. */
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
}

G_END_DECLS
