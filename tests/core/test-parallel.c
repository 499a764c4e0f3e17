/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each job runs once; jobs may call for more jobs; several threads may call at once; the threads
 * are the same from call to call. */
#include "config.h"

#include "core/dwell-parallel.h"

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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/parallel/each-once", test_each_once);
  g_test_add_func ("/parallel/nested", test_nested);
  g_test_add_func ("/parallel/many-callers", test_many_callers);
  g_test_add_func ("/parallel/same-threads", test_same_threads);

  return g_test_run ();
}
