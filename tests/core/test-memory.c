/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns never move, zero what they are asked to, know their limits and live as long as anyone
 * holds them; big memory is zeroed and can be of any size, none included. */
#include "config.h"

#include <string.h>

#include "core/dwell-memory.h"

static void
test_append (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (sizeof (guint32));
  g_autoptr(GArray) naive = g_array_new (FALSE, FALSE, sizeof (guint32));
  gpointer data = column->data;

  for (guint i = 0; i < 2000; i++)
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
      g_assert_true (column->data == data);
      g_assert_cmpuint (column->n, <=, column->n_committed);
    }

  g_assert_cmpmem (column->data, column->n * 4, naive->data, naive->len * 4);
}

static void
test_append_zeros (void)
{
  g_autoptr(DwellColumn) column = dwell_column_new (1);

  dwell_column_reserve (column, 100);
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

  dwell_column_append (column, NULL, 7);
  g_assert_true (dwell_column_has_room (column, 3));
  g_assert_false (dwell_column_has_room (column, 4));
  g_assert_false (dwell_column_has_room (column, G_MAXSIZE));
  g_assert_true (dwell_column_has_room (large, DWELL_COLUMN_MAX));
  g_assert_false (dwell_column_has_room (large, DWELL_COLUMN_MAX + 1));

  dwell_column_append (column, NULL, 3);
  g_assert_cmpuint (column->n_committed, ==, 10);
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
  g_test_trap_assert_stderr ("*is full*");
}

static void
test_refs (void)
{
  DwellColumn *column = dwell_column_new (8);
  DwellColumn *again = dwell_column_ref (column);
  gint64 value = 42;

  dwell_column_append (column, &value, 1);
  dwell_column_unref (column);
  g_assert_cmpint (dwell_column_index (again, gint64, 0), ==, 42);
  dwell_column_unref (again);
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/memory/append", test_append);
  g_test_add_func ("/memory/append-zeros", test_append_zeros);
  g_test_add_func ("/memory/limit", test_limit);
  g_test_add_func ("/memory/over-the-limit", test_over_the_limit);
  g_test_add_func ("/memory/refs", test_refs);
  g_test_add_func ("/memory/big", test_big);

  return g_test_run ();
}
