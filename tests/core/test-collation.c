/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in the order that people expect. */
#include "config.h"

#include "core/dwell-collation.h"

#include <locale.h>
#include <string.h>

static void
test_order (void)
{
  static const char * const sorted[] = {
    "", "1", "2", "10", "a", "a1", "A2", "a10", "a10b", "a11", "b", "cpu0/irq 9", "cpu0/irq 10",
    "cpu1/irq 2", "v1.9", "v1.10", "v2.0", "Zeit", "zeit 18446744073709551615",
    "zeit 18446744073709551616",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sorted); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sorted); j++)
      {
        int order = dwell_collation_compare (sorted[i], sorted[j]);

        g_assert_cmpint ((order > 0) - (order < 0), ==, (i > j) - (i < j));
      }
}

/* Case does not matter, and neither does how a letter is composed. */
static void
test_same (void)
{
  static const char * const pairs[][2] = {
    { "Read", "READ" }, { "\303\274ber", "U\314\210ber" }, { "Irq 10", "iRQ 10" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_assert_cmpint (dwell_collation_compare (pairs[i][0], pairs[i][1]), ==, 0);
}

/* Random names of few letters and digits: the keys agree with a walk over runs of digits. */
static int
compare_naively (const char *a,
                 const char *b)
{
  while (*a != '\0' && *b != '\0')
    {
      if (g_ascii_isdigit (*a) && g_ascii_isdigit (*b))
        {
          guint64 x = g_ascii_strtoull (a, (char **) &a, 10);
          guint64 y = g_ascii_strtoull (b, (char **) &b, 10);

          if (x != y)
            return x < y ? -1 : 1;
          continue;
        }
      if (*a != *b)
        return *a < *b ? -1 : 1;
      a++, b++;
    }

  return (*a != '\0') - (*b != '\0');
}

static void
make_name (char *name)
{
  guint n = (guint) g_test_rand_int_range (0, 8);

  /* No digit 0: leading ones only decide between equal numbers. */
  for (guint i = 0; i < n; i++)
    name[i] = "abc123"[g_test_rand_int_range (0, 6)];
  name[n] = '\0';
}

static void
test_random (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      char a[8];
      char b[8];
      int order;

      make_name (a);
      make_name (b);
      order = dwell_collation_compare (a, b);
      g_assert_cmpint ((order > 0) - (order < 0), ==, compare_naively (a, b));
    }
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/collation/order", test_order);
  g_test_add_func ("/collation/same", test_same);
  g_test_add_func ("/collation/random", test_random);

  return g_test_run ();
}
