/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns keep what they hold when they move, leave to others what these share, know their limits
 * and give back what they do not need; big memory is zeroed and can be of any size, none included.
 * What the process may not take is refused. */
#include "config.h"

#include <string.h>

#include "core/dwell-error.h"
#include "core/dwell-memory.h"
#include "support/memory-limits.h"

static void
test_append (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (sizeof (guint32));
  g_autoptr(GArray) naive = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < 5000; i++)
    {
      guint32 values[500];
      guint n = (guint) g_test_rand_int_range (0, G_N_ELEMENTS (values));
      guint32 *first;

      for (guint k = 0; k < n; k++)
        values[k] = (guint32) g_test_rand_int ();

      first = dwell_column_append (column, values, n);
      g_assert_true (first == (guint32 *) column->data + naive->len);
      g_array_append_vals (naive, values, n);
      g_assert_cmpuint (column->n, ==, naive->len);
      g_assert_cmpuint (column->n, <=, column->n_room);
    }

  g_assert_cmpmem (column->data, column->n * 4, naive->data, naive->len * 4);
}

static void
test_append_zeros (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (1);

  g_assert_true (dwell_column_reserve (column, 100, NULL));
  memset (column->data, 0xff, 100);
  dwell_column_append (column, NULL, 100);

  for (guint i = 0; i < 100; i++)
    g_assert_cmpuint (dwell_column_index (column, guint8, i), ==, 0);
}

static void
test_limit (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new_with_max (8, 10);
  g_autoptr(DwellColumn) large = dwell_column_new (8);
  g_autoptr(GError) error = NULL;

  dwell_column_append (column, NULL, 7);
  g_assert_true (dwell_column_has_room (column, 3));
  g_assert_false (dwell_column_has_room (column, 4));
  g_assert_false (dwell_column_has_room (column, G_MAXSIZE));
  g_assert_true (dwell_column_has_room (large, DWELL_COLUMN_MAX));
  g_assert_false (dwell_column_has_room (large, DWELL_COLUMN_MAX + 1));

  dwell_column_append (column, NULL, 3);
  g_assert_cmpuint (column->n_room, ==, 10);
  g_assert_false (dwell_column_reserve (column, 1, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpuint (column->n, ==, 10);
}

static void
test_over_the_limit (void)
{
  if (g_test_subprocess ())
    {
      DwellColumn *column = dwell_column_new_with_max (8, 10);

      dwell_column_append (column, NULL, 11);
      return;
    }

  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*No room*");
}

/* A column as long as @n, of the numbers from 0. */
static DwellColumn *
count_up (gsize n)
{
  DwellColumn *column = dwell_column_new (sizeof (guint64));

  g_assert_true (dwell_column_reserve (column, n, NULL));
  for (guint64 i = 0; i < n; i++)
    dwell_column_append (column, &i, 1);
  return column;
}

static void
check_numbers (const guint64 *numbers,
               gsize          n)
{
  for (guint64 i = 0; i < n; i++)
    g_assert_cmpuint (numbers[i], ==, i);
}

/* Small and mapped columns: a shared prefix keeps its address, wherever the column moves. */
static void
test_share (void)
{
  static const gsize sizes[] = { 1, 32, 1000, 200000, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      gsize n = sizes[i];
      DwellColumn *column = count_up (n);
      guint64 *shared = dwell_column_share (column);

      g_assert_true (dwell_column_is_shared (column));
      g_assert_true (shared == column->data);

      /* Items appended in place are behind the shared prefix. */
      while (column->data == shared)
        dwell_column_append (column, &column->n, 1);

      g_assert_false (dwell_column_is_shared (column));
      check_numbers (column->data, column->n);
      check_numbers (shared, n);

      dwell_column_free (column);
      check_numbers (shared, n);
      dwell_big_free (shared);
    }
}

static void
test_unshare (void)
{
  static const gsize sizes[] = { 0, 10, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr(DwellColumn) column = count_up (sizes[i]);
      guint64 *before = column->data;
      guint64 *shared;

      g_assert_true (dwell_column_unshare (column, NULL));
      g_assert_true (column->data == before);

      shared = dwell_column_share (column);
      g_assert_true (dwell_column_unshare (column, NULL));
      g_assert_true (column->data != shared);
      for (gsize k = 0; k < column->n; k++)
        dwell_column_index (column, guint64, k) = 7;

      check_numbers (shared, sizes[i]);
      dwell_big_free (shared);
    }
}

static void
test_clear_and_take (void)
{
  g_autoptr(DwellColumn) column = count_up (500000);
  guint64 *shared = dwell_column_share (column);

  dwell_column_clear (column);
  g_assert_cmpuint (column->n, ==, 0);
  dwell_column_append (column, &(guint64) { 42 }, 1);
  check_numbers (shared, 500000);
  g_assert_cmpuint (dwell_column_index (column, guint64, 0), ==, 42);

  dwell_column_take (column, count_up (300000));
  g_assert_cmpuint (column->n, ==, 300000);
  check_numbers (column->data, 300000);
  dwell_column_append (column, &column->n, 1);
  check_numbers (column->data, 300001);
  check_numbers (shared, 500000);
  dwell_big_free (shared);
}

static void
test_trim (void)
{
  static const gsize sizes[] = { 0, 3, 5000, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr(DwellColumn) column = count_up (sizes[i]);

      dwell_column_trim (column);
      g_assert_cmpuint (column->n, ==, sizes[i]);
      check_numbers (column->data, sizes[i]);

      /* After a refusal, smaller requests succeed. */
      for (guint k = 0; k < 1000; k++)
        dwell_column_append (column, &column->n, 1);
      check_numbers (column->data, sizes[i] + 1000);
    }
}

static void
test_trim_gives_back (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (1);
  gpointer shared;
  gsize before;

  g_assert_true (dwell_column_reserve (column, 256 * MIB, NULL));
  dwell_column_append (column, NULL, 5 * MIB);
  shared = dwell_column_share (column);
  before = limits_get_used ();
  dwell_column_trim (column);
  g_assert_cmpuint (limits_get_used (), <, before - 240 * MIB);

  dwell_big_free (shared);
}

/* Many columns of few elements take no address space to speak of. */
static void
test_small_columns (void)
{
  g_autoptr(GPtrArray) columns =
    g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_column_free);
  gsize before = limits_get_used ();

  for (guint i = 0; i < 30000; i++)
    {
      DwellColumn *column = dwell_column_new (8);

      dwell_column_append (column, &(guint64) { i }, 1);
      g_ptr_array_add (columns, column);
    }

  g_assert_cmpuint (limits_get_used (), <, before + 256 * MIB);
}

typedef struct {
  DwellColumn *column;
  int          is_over; /* atomic */
} Ahead;

static gpointer
look_ahead (gpointer data)
{
  Ahead *ahead = data;
  gsize first = 0;

  while (!g_atomic_int_get (&ahead->is_over))
    {
      dwell_column_populate (ahead->column, first, 100000);
      first = (first + 50000) % 3000000;
    }

  return NULL;
}

/* Others may look ahead while the column moves. */
static void
test_populate (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (sizeof (guint64));
  Ahead ahead = { column, FALSE };
  GThread *thread = g_thread_new ("ahead", look_ahead, &ahead);

  for (guint64 i = 0; i < 2000000; i++)
    dwell_column_append (column, &i, 1);

  g_atomic_int_set (&ahead.is_over, TRUE);
  g_thread_join (thread);
  check_numbers (column->data, column->n);
}

static void
test_big (void)
{
  static const gsize sizes[] = { 0, 1, 63, 4096, 1 << 20, (2 << 20) - 64, 2 << 20, 9000001 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      char *memory = dwell_big_alloc (sizes[i]);

      g_assert_nonnull (memory);

      for (gsize k = 0; k < sizes[i]; k++)
        g_assert_true (memory[k] == 0);

      memset (memory, 1, sizes[i]);
      dwell_big_free (memory);
    }

  dwell_big_free (NULL);
}

/* No computer has so much. */
static void
test_too_much (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (1000);
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_big_try_alloc (G_MAXSIZE, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (dwell_big_try_alloc ((gsize) 1 << 60, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_false (dwell_memory_claim ((gsize) 1 << 60, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);

  dwell_column_append (column, NULL, 5);
  g_assert_true (dwell_memory_claim (MIB, NULL));
  dwell_memory_release (MIB);
}

/* Limit: core/SPARE_BYTES */
static void
check_limited (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (1);
  g_autoptr(GError) error = NULL;
  gsize n_before;

  g_assert_true (dwell_memory_check (300 * MIB, NULL));
  g_assert_false (dwell_memory_check (500 * MIB, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);

  /* If doubling is not possible, a column takes only what it needs. */
  g_assert_true (dwell_column_reserve (column, 130 * MIB, NULL));
  dwell_column_append (column, NULL, 130 * MIB);
  g_assert_true (dwell_column_reserve (column, 10 * MIB, NULL));
  n_before = column->n;
  g_assert_false (dwell_column_reserve (column, 450 * MIB, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_cmpuint (column->n, ==, n_before);

  g_assert_null (dwell_big_try_alloc (450 * MIB, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_true (dwell_memory_take_lack ());
  g_assert_false (dwell_memory_take_lack ());

  /* The spare remains for allocations that cannot fail. */
  while (dwell_column_reserve (column, column->n_room - column->n + 1, NULL))
    column->n = column->n_room;
  dwell_column_append (column, NULL, column->n_room - column->n + MIB);
  g_free (g_malloc (4 * MIB));
}

static gpointer
claim_too_much (gpointer data)
{
  g_assert_true (dwell_memory_check (50 * MIB, NULL));
  g_assert_false (dwell_memory_check (280 * MIB, NULL));
  g_assert_false (dwell_memory_claim (280 * MIB, NULL));
  return NULL;
}

static void
check_claims (void)
{
  g_assert_true (dwell_memory_claim (300 * MIB, NULL));
  g_thread_join (g_thread_new ("other", claim_too_much, NULL));

  /* One's own can be taken, but not claimed again. */
  g_assert_true (dwell_memory_check (200 * MIB, NULL));
  g_assert_false (dwell_memory_claim (280 * MIB, NULL));
  dwell_memory_release (300 * MIB);
  g_assert_true (dwell_memory_claim (280 * MIB, NULL));
  dwell_memory_release (280 * MIB);
}

static void
test_limited (void)
{
  limits_run (check_limited, 500 * MIB);
}

static void
test_claims (void)
{
  limits_run (check_claims, 600 * MIB);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/memory/append", test_append);
  g_test_add_func ("/memory/append-zeros", test_append_zeros);
  g_test_add_func ("/memory/limit", test_limit);
  g_test_add_func ("/memory/over-the-limit", test_over_the_limit);
  g_test_add_func ("/memory/share", test_share);
  g_test_add_func ("/memory/unshare", test_unshare);
  g_test_add_func ("/memory/clear-and-take", test_clear_and_take);
  g_test_add_func ("/memory/trim", test_trim);
  g_test_add_func ("/memory/trim-gives-back", test_trim_gives_back);
  g_test_add_func ("/memory/small-columns", test_small_columns);
  g_test_add_func ("/memory/populate", test_populate);
  g_test_add_func ("/memory/big", test_big);
  g_test_add_func ("/memory/too-much", test_too_much);
  g_test_add_func ("/memory/limited", test_limited);
  g_test_add_func ("/memory/claims", test_claims);

  return g_test_run ();
}
