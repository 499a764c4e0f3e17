/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-state-numbers.h"

#include "core/dwell-hash.h"

/* A number that is taken by a state of a group. */
typedef struct {
  guint32 group;
  gint64  number;
} Taken;

static guint
hash_taken (gconstpointer data)
{
  const Taken *taken = data;

  return dwell_int64_hash (&taken->number) * 31 + taken->group;
}

static gboolean
are_equal (gconstpointer a,
           gconstpointer b)
{
  const Taken *left = a;
  const Taken *right = b;

  return left->group == right->group && left->number == right->number;
}

static gboolean
take (GHashTable *taken,
      guint32     group,
      gint64      number)
{
  return g_hash_table_add (taken, g_memdup2 (&(Taken) { group, number }, sizeof (Taken)));
}

/* Takes the smallest number of the group that is free. @next: by group: all numbers below are
 * taken */
static gint64
make_number (GHashTable *taken,
             GHashTable *next,
             guint32     group)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (next, GUINT_TO_POINTER (group)));

  while (!take (taken, group, number))
    number++;

  g_hash_table_insert (next, GUINT_TO_POINTER (group), GUINT_TO_POINTER (number + 1));
  return number;
}

/**
 * dwell_state_numbers_new:
 * @trace: a trace
 * @groups: (nullable) (array): by area: states of one group get different numbers; %NULL: a group
 *   is a variable
 *
 * Gives each state its number in the file. If it has none there, or another state of its group has
 * the same, it gets the smallest number that is free.
 *
 * Returns: (transfer full) (array): by area: the number of a state
 */
gint64 *
dwell_state_numbers_new (const DwellTrace *trace,
                         const guint32    *groups)
{
  g_autoptr(GHashTable) taken = g_hash_table_new_full (hash_taken, are_equal, g_free, NULL);
  g_autoptr(GHashTable) next = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *has_number = g_new0 (guint8, (gsize) trace->n_areas + 1);
  gint64 *numbers = g_new0 (gint64, (gsize) trace->n_areas + 1);

  for (guint32 i = 0; i < trace->n_areas; i++)
    {
      const DwellArea *area = &trace->areas[i];

      numbers[i] = area->value;
      has_number[i] = area->kind == DWELL_AREA_STATE && dwell_state_has_number (area) &&
                      take (taken, groups != NULL ? groups[i] : area->parent, area->value);
    }

  for (guint32 i = 0; i < trace->n_areas; i++)
    if (trace->areas[i].kind == DWELL_AREA_STATE && !has_number[i])
      numbers[i] = make_number (taken, next, groups != NULL ? groups[i] : trace->areas[i].parent);

  return numbers;
}
