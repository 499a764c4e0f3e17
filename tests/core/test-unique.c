/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that are taken get a number: by a plain loop over all numbers, too. */
#include "config.h"

#include "core/dwell-unique.h"

static void
test_order (void)
{
  static const char * const names[][2] = {
    { "a", "a" }, { "a", "a (2)" }, { "b (2)", "b (2)" }, { "b", "b" }, { "b", "b (3)" },
    { "a (2)", "a (2) (2)" }, { "a (3)", "a (3)" }, { "a", "a (4)" }, { "", "" }, { "", " (2)" },
  };
  g_autoptr(GHashTable) taken = dwell_unique_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *unique = dwell_unique_claim (taken, names[i][0], " (", ")");

      g_assert_cmpstr (unique, ==, names[i][1]);
    }
}

/* Few names, which are often those of others with a number. */
static void
test_random (void)
{
  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(GHashTable) taken = dwell_unique_new ();
      g_autoptr(GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = 0; i < 60; i++)
        {
          int number = g_test_rand_int_range (0, 9);
          g_autofree char *name = number < 4 ? g_strdup ("x")
                                             : g_strdup_printf ("x_%d", number - 3);
          g_autofree char *unique = dwell_unique_claim (taken, name, "_", "");
          char *expected = g_strdup (name);

          for (guint n = 2; g_hash_table_contains (seen, expected); n++)
            {
              g_free (expected);
              expected = g_strdup_printf ("%s_%u", name, n);
            }
          g_assert_cmpstr (unique, ==, expected);
          g_hash_table_add (seen, expected);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/unique/order", test_order);
  g_test_add_func ("/unique/random", test_random);

  return g_test_run ();
}
