/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes names unique. With each name, the last number that was tried is kept, so that any number of
 * equal names take only about one step each. */
#include "config.h"

#include "core/dwell-unique.h"

/**
 * dwell_unique_new:
 *
 * Returns: (transfer full): the table of dwell_unique_claim(), without names
 */
GHashTable *
dwell_unique_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * dwell_unique_claim:
 * @taken: (inout): the names that are taken
 * @name: a name
 * @before: text between the name and its number
 * @after: text after the number
 *
 * Takes @name or, if it is taken, @name with the smallest number from 2 on that makes it unique.
 *
 * Returns: (transfer full): the name that was taken
 */
char *
dwell_unique_claim (GHashTable *taken,
                    const char *name,
                    const char *before,
                    const char *after)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (taken, name));
  char *unique = g_strdup (name);

  while (n > 0 && g_hash_table_contains (taken, unique))
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%s%u%s", name, before, ++n, after);
    }

  g_hash_table_insert (taken, g_strdup (name), GUINT_TO_POINTER (MAX (n, 1)));
  if (n > 0)
    g_hash_table_insert (taken, g_strdup (unique), GUINT_TO_POINTER (1));
  return unique;
}
