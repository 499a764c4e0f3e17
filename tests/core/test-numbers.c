/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting against GLib's, searching against counting, 128-bit sums as text, and variances from sums
 * of squares that wrapped against those of the numbers themselves. */
#include "config.h"

#include <math.h>

#include "core/dwell-memory.h"
#include "core/dwell-search.h"
#include "core/dwell-sort.h"
#include "core/dwell-squares.h"
#include "core/dwell-wide.h"

static int
compare_keyed (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const DwellKeyed *left = a;
  const DwellKeyed *right = b;

  if (left->key != right->key)
    return left->key < right->key ? -1 : 1;

  return (left->value > right->value) - (left->value < right->value);
}

static void
test_sort (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n = (guint) g_test_rand_int_range (0, round % 10 == 0 ? 5000 : 100);
      guint shift = (guint) g_test_rand_int_range (0, 57);
      g_autofree DwellKeyed *keyed = g_new (DwellKeyed, n + 1);
      g_autofree DwellKeyed *scratch = g_new (DwellKeyed, n + 1);
      g_autofree DwellKeyed *expected = NULL;

      for (guint i = 0; i < n; i++)
        keyed[i] = (DwellKeyed) { (guint64) g_test_rand_int_range (0, 300) << shift, i };

      expected = g_memdup2 (keyed, (n + 1) * sizeof *keyed);
      g_qsort_with_data (expected, (int) n, sizeof *expected, compare_keyed, NULL);
      dwell_sort_keyed (keyed, scratch, n);

      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (keyed[i].key, ==, expected[i].key);
          g_assert_cmpuint (keyed[i].value, ==, expected[i].value);
        }
    }
}

static void
test_int64 (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint n = (guint) g_test_rand_int_range (0, 1000);
      gint64 span = G_GINT64_CONSTANT (1) << g_test_rand_int_range (1, 62);
      g_autofree gint64 *values = g_new (gint64, n + 1);
      guint64 sum = 0;

      for (guint i = 0; i < n; i++)
        {
          values[i] = round % 5 == 0 ? (gint64) i / 3 - 100
                                     : (gint64) (g_test_rand_double () * (double) span) - span / 2;
          sum += (guint64) values[i];
        }
      dwell_sort_int64 (values, n, NULL);

      for (guint i = 0; i < n; i++)
        {
          g_assert_true (i == 0 || values[i - 1] <= values[i]);
          sum -= (guint64) values[i];
        }
      g_assert_cmpuint (sum, ==, 0);
    }
}

/* Each number stands once, among those of its key, and they rise. Many are shared among threads. */
static void
test_numbers_by_key (void)
{
  for (guint round = 0; round < 20; round++)
    {
      guint32 n = (guint32) g_test_rand_int_range (0, round % 5 == 0 ? 200000 : 1000);
      guint32 n_keys = (guint32) g_test_rand_int_range (1, 500);
      g_autofree guint32 *keys = g_new (guint32, n + 1);
      g_autofree guint32 *first = g_new (guint32, n_keys);
      g_autofree guint32 *count = g_new (guint32, n_keys);
      guint32 place = 0;
      guint32 *sorted;

      for (guint32 i = 0; i < n; i++)
        keys[i] = (guint32) g_test_rand_int_range (0, (gint32) n_keys);
      sorted = dwell_sort_numbers (keys, n, n_keys, first, count, sizeof (guint32));

      for (guint32 key = 0; key < n_keys; key++)
        {
          g_assert_cmpuint (first[key], ==, place);
          for (guint32 i = 0; i < count[key]; i++, place++)
            {
              g_assert_cmpuint (keys[sorted[place]], ==, key);
              g_assert_true (i == 0 || sorted[place - 1] < sorted[place]);
            }
        }
      g_assert_cmpuint (place, ==, n);
      dwell_big_free (sorted);
    }
}

static void
test_wide (void)
{
  static const struct {
    guint64     high;
    guint64     low;
    const char *text;
  } cases[] = {
    { 0, 0, "0" }, { 0, 7, "7" }, { 0, G_MAXUINT64, "18446744073709551615" },
    { 1, 0, "18446744073709551616" },
    { G_MAXUINT64, G_MAXUINT64, "340282366920938463463374607431768211455" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dwell_wide_to_text ((DwellWide) cases[i].high << 64 | cases[i].low);

      g_assert_cmpstr (text, ==, cases[i].text);
    }

  g_assert_true (dwell_wide_add (DWELL_WIDE_MAX, 1) == DWELL_WIDE_MAX);
  g_assert_true (dwell_wide_multiply (DWELL_WIDE_MAX, 2) == DWELL_WIDE_MAX);
  g_assert_cmpuint (dwell_wide_narrow ((DwellWide) 1 << 64), ==, G_MAXUINT64);
}

/* Whatever the sums of squares do at 64 bits: the variance is that of the numbers, or none. */
static void
test_squares (void)
{
  guint n_recovered = 0;

  for (guint round = 0; round < 5000; round++)
    {
      guint n = (guint) g_test_rand_int_range (1, 12);
      guint bits = (guint) g_test_rand_int_range (4, 36);
      guint64 sum = 0;
      guint64 max = 0;
      guint64 squares = 0;
      double mean = 0;
      double m2 = 0;
      double variance;
      DwellSquares state;

      for (guint i = 0; i < n; i++)
        {
          guint64 value = ((guint64) 1 << bits) +
                          ((guint64) g_test_rand_int () & (((guint64) 1 << (bits - 2)) - 1));
          double distance = (double) value - mean;

          sum += value;
          max = MAX (max, value);
          squares += value * value;
          mean += distance / (i + 1);
          m2 += distance * ((double) value - mean);
        }

      state = dwell_squares_solve (n, sum, max, squares, FALSE, &variance);
      n_recovered += state == DWELL_SQUARES_RECOVERED;

      if (state == DWELL_SQUARES_UNAVAILABLE)
        g_assert_true (isnan (variance) && bits > 30);
      else
        g_assert_cmpfloat_with_epsilon (variance, m2 / n, 1e-6 * (1 + m2 / n));
    }

  g_assert_cmpuint (n_recovered, >, 0);
}

static void
test_search (void)
{
  for (guint round = 0; round < 300; round++)
    {
      guint32 n = (guint32) g_test_rand_int_range (0, 40);
      guint32 first = (guint32) g_test_rand_int_range (0, (int) n + 1);
      g_autofree gint64 *sorted = g_new (gint64, n + 1);
      gint64 key = g_test_rand_int_range (-2, 32);
      guint32 lower = first;
      guint32 upper = first;
      guint n_evaluated = 0;

      for (guint32 i = 0; i < n; i++)
        sorted[i] = (i > 0 ? sorted[i - 1] : 0) + g_test_rand_int_range (0, 3);

      while (lower < n && sorted[lower] < key)
        lower++;
      while (upper < n && sorted[upper] <= key)
        upper++;

      g_assert_cmpuint (dwell_lower_bound (i, first, n, sorted[i] < key), ==, lower);
      g_assert_cmpuint (dwell_lower_bound (i, first, n, sorted[i] <= key), ==, upper);
      g_assert_cmpuint (dwell_lower_bound (i, (n_evaluated++, first), n, sorted[i] < key), ==,
                        lower);
      g_assert_cmpuint (n_evaluated, ==, 1);
    }

  /* Places near the largest number do not overflow. */
  g_assert_cmpuint (dwell_lower_bound (i, 0, G_MAXUINT32, i < G_MAXUINT32 - 1), ==,
                    G_MAXUINT32 - 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/numbers/sort", test_sort);
  g_test_add_func ("/numbers/search", test_search);
  g_test_add_func ("/numbers/sort-int64", test_int64);
  g_test_add_func ("/numbers/sort-by-key", test_numbers_by_key);
  g_test_add_func ("/numbers/wide", test_wide);
  g_test_add_func ("/numbers/squares", test_squares);
  return g_test_run ();
}
