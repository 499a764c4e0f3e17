/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each job runs once; jobs may call for more jobs; several threads may call at once; the threads
 * are the same from call to call, and no more than a limit. */
#include "config.h"

#include <unistd.h>

#include "core/dwell-parallel.h"

/* Stands before that of GLib: in a process of a test's own there are many processors. */
guint
g_get_num_processors (void)
{
  return g_test_subprocess () ? 1000 : (guint) MAX (sysconf (_SC_NPROCESSORS_ONLN), 1);
}

static void
count_job (guint    job,
           gpointer user_data)
{
  int *counts = user_data;

  g_atomic_int_inc (&counts[job]);
}

static void
test_each_once (void)
{
  static const guint ns[] = { 0, 1, 2, 3, 7, 64, 1000, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (ns); i++)
    {
      g_autofree int *counts = g_new0 (int, ns[i] + 1);

      dwell_parallel_for (ns[i], count_job, counts);

      for (guint job = 0; job < ns[i]; job++)
        g_assert_cmpint (counts[job], ==, 1);

      g_assert_cmpint (counts[ns[i]], ==, 0);
    }
}

typedef struct {
  guint depth;
  int   n_leaves; /* atomic */
} Nest;

typedef struct {
  Nest *nest;
  guint level;
} NestCall;

static void
nest_job (guint    job,
          gpointer user_data)
{
  NestCall *call = user_data;
  NestCall inner = { call->nest, call->level + 1 };

  if (call->level == call->nest->depth)
    g_atomic_int_inc (&call->nest->n_leaves);
  else
    dwell_parallel_for (4, nest_job, &inner);
}

static void
test_nested (void)
{
  Nest nest = { 5, 0 };
  NestCall call = { &nest, 0 };

  for (guint i = 0; i < 20; i++)
    {
      nest.n_leaves = 0;
      dwell_parallel_for (4, nest_job, &call);
      g_assert_cmpint (nest.n_leaves, ==, 4 * 4 * 4 * 4 * 4 * 4);
    }
}

static gpointer
call_often (gpointer data)
{
  for (guint i = 0; i < 300; i++)
    {
      int counts[32] = { 0 };

      dwell_parallel_for (G_N_ELEMENTS (counts), count_job, counts);

      for (guint job = 0; job < G_N_ELEMENTS (counts); job++)
        g_assert_cmpint (counts[job], ==, 1);
    }

  return NULL;
}

static void
test_many_callers (void)
{
  GThread *threads[8];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("caller", call_often, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

typedef struct {
  GMutex      lock;
  GHashTable *threads;
} Seen;

static void
note_thread (guint    job,
             gpointer user_data)
{
  Seen *seen = user_data;

  g_usleep (200);
  g_mutex_lock (&seen->lock);
  g_hash_table_add (seen->threads, g_thread_self ());
  g_mutex_unlock (&seen->lock);
}

/* However often it is called, no more threads than processors work, and the caller is one. */
static void
test_same_threads (void)
{
  Seen seen = { .threads = g_hash_table_new (NULL, NULL) };

  g_mutex_init (&seen.lock);

  for (guint i = 0; i < 50; i++)
    dwell_parallel_for (8, note_thread, &seen);

  g_assert_cmpuint (g_hash_table_size (seen.threads), <=, dwell_parallel_get_n_threads ());
  g_assert_cmpuint (g_hash_table_size (seen.threads), >=, MIN (2, dwell_parallel_get_n_threads ()));
  g_assert_true (g_hash_table_contains (seen.threads, g_thread_self ()));

  g_mutex_clear (&seen.lock);
  g_hash_table_unref (seen.threads);
}

typedef struct {
  Seen  seen;
  GCond all_cond;  /* all that may work at a time do */
  guint n_inside;
  guint n_at_once; /* the most that were inside */
} Crowd;

/* Each of the first jobs waits until as many are inside as may be; a minute, if they are fewer. */
static void
crowd_job (guint    job,
           gpointer user_data)
{
  Crowd *crowd = user_data;
  gint64 deadline = g_get_monotonic_time () + G_TIME_SPAN_MINUTE;
  gboolean is_waiting = TRUE;

  g_mutex_lock (&crowd->seen.lock);
  g_hash_table_add (crowd->seen.threads, g_thread_self ());
  crowd->n_inside++;
  crowd->n_at_once = MAX (crowd->n_at_once, crowd->n_inside);
  g_cond_broadcast (&crowd->all_cond);

  while (is_waiting && crowd->n_at_once < dwell_parallel_get_n_threads ())
    is_waiting = g_cond_wait_until (&crowd->all_cond, &crowd->seen.lock, deadline);

  crowd->n_inside--;
  g_mutex_unlock (&crowd->seen.lock);
}

/* Of many processors, some are enough. Limit: core/MAX_THREADS */
static void
test_most_threads (void)
{
  Crowd crowd = { .seen.threads = g_hash_table_new (NULL, NULL) };

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
    }
  else
    {
      g_mutex_init (&crowd.seen.lock);
      g_cond_init (&crowd.all_cond);

      g_assert_cmpuint (dwell_parallel_get_n_threads (), ==, 64);
      dwell_parallel_for (10000, crowd_job, &crowd);
      g_assert_cmpuint (g_hash_table_size (crowd.seen.threads), ==, 64);
      g_assert_cmpuint (crowd.n_at_once, ==, 64);

      g_cond_clear (&crowd.all_cond);
      g_mutex_clear (&crowd.seen.lock);
    }

  g_hash_table_unref (crowd.seen.threads);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/parallel/each-once", test_each_once);
  g_test_add_func ("/parallel/nested", test_nested);
  g_test_add_func ("/parallel/many-callers", test_many_callers);
  g_test_add_func ("/parallel/same-threads", test_same_threads);
  g_test_add_func ("/parallel/most-threads", test_most_threads);

  return g_test_run ();
}
