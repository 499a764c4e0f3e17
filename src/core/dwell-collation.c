/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "core/dwell-collation.h"

#include <string.h>

/**
 * dwell_collation_key:
 * @text: UTF-8
 *
 * Returns: (transfer full): a key that strcmp() sorts as people expect @text to be sorted. Where
 *   there are many names, make it once for each.
 */
char *
dwell_collation_key (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return g_utf8_collate_key_for_filename (folded, -1);
}

/**
 * dwell_collation_compare:
 * @a: UTF-8
 * @b: UTF-8
 *
 * For lists of a few texts.
 *
 * Returns: below 0: @a comes first; above 0: @b does; 0: either
 */
int
dwell_collation_compare (const char *a,
                         const char *b)
{
  g_autofree char *key_a = dwell_collation_key (a);
  g_autofree char *key_b = dwell_collation_key (b);

  return strcmp (key_a, key_b);
}
