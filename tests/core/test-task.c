/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks on worker threads: all are done, also where none can be started. */
#include "config.h"

#include <pthread.h>

#include "core/dwell-task.h"

#define N_TASKS 100

typedef struct {
  gint64 sum;
  guint  n;
} Results;

static GThread *main_thread;
static int n_on_main; /* atomic: tasks that the main thread did */

static void
work (GTask        *task,
      gpointer      source_object,
      gpointer      task_data,
      GCancellable *cancellable)
{
  if (g_thread_self () == main_thread)
    g_atomic_int_inc (&n_on_main);

  g_task_return_int (task, 2 * GPOINTER_TO_INT (task_data));
}

static void
worked (GObject      *source_object,
        GAsyncResult *result,
        gpointer      user_data)
{
  Results *results = user_data;

  results->sum += g_task_propagate_int (G_TASK (result), NULL);
  results->n++;
}

/* The sum of what N_TASKS tasks return. */
static gint64
run_all (void)
{
  Results results = { 0 };

  main_thread = g_thread_self ();

  for (int i = 0; i < N_TASKS; i++)
    {
      g_autoptr(GTask) task = g_task_new (NULL, NULL, worked, &results);

      g_task_set_task_data (task, GINT_TO_POINTER (i), NULL);
      dwell_task_run_in_thread (task, work);
    }

  while (results.n < N_TASKS)
    g_main_context_iteration (NULL, TRUE);

  return results.sum;
}

static void
test_threads (void)
{
  g_assert_cmpint (run_all (), ==, N_TASKS * (N_TASKS - 1));
  g_assert_cmpint (g_atomic_int_get (&n_on_main), ==, 0);
}

/* No address space holds the stack that a thread is given here; GLib's own thread is there. */
static void
run_without_threads (void)
{
  pthread_attr_t attributes;

  g_type_ensure (G_TYPE_TASK);
  pthread_attr_init (&attributes);
  g_assert_cmpint (pthread_attr_setstacksize (&attributes, (gsize) 1 << 47), ==, 0);
  g_assert_cmpint (pthread_setattr_default_np (&attributes), ==, 0);
  pthread_attr_destroy (&attributes);

  g_assert_cmpint (run_all (), ==, N_TASKS * (N_TASKS - 1));
  g_assert_cmpint (g_atomic_int_get (&n_on_main), ==, N_TASKS);
}

static void
test_no_threads (void)
{
  if (g_test_subprocess ())
    {
      run_without_threads ();
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/task/threads", test_threads);
  g_test_add_func ("/task/no-threads", test_no_threads);

  return g_test_run ();
}
