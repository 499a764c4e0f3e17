/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which contexts and groups have spans in common. With 500 contexts and 10 000 areas a table of all
 * that could be would be far larger than what there is; so a table only where it stays small beside
 * the spans, and hashing otherwise. Either is filled on all processors and only read afterwards. */
#include "config.h"

#include <string.h>

#include "analysis/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

#define SHARE_SPANS (1u << 20)
#define MIN_PLACES  64

/* A set of keys as DwellStatisticsIndex has them. */
typedef struct {
  guint64 *keys;
  gsize    n;
  gsize    mask;
} KeySet;

static void
key_set_init (KeySet *self,
              gsize   n_places)
{
  self->keys = dwell_big_alloc (n_places * sizeof (guint64));
  self->mask = n_places - 1;
  self->n = 0;
}

static void
key_set_clear (KeySet *self)
{
  dwell_big_free (self->keys);
}

static gsize
key_set_find (const KeySet *self,
              guint64       key)
{
  gsize i = _dwell_statistics_hash (key) & self->mask;

  while (self->keys[i] != 0 && self->keys[i] != key)
    i = (i + 1) & self->mask;

  return i;
}

static void
key_set_add (KeySet  *self,
             guint64  key)
{
  gsize place = key_set_find (self, key);

  if (self->keys[place] == key)
    return;

  if (self->n * 2 > self->mask)
    {
      KeySet old = *self;

      key_set_init (self, (old.mask + 1) * 2);
      self->n = old.n;
      for (gsize i = 0; i <= old.mask; i++)
        if (old.keys[i] != 0)
          self->keys[key_set_find (self, old.keys[i])] = old.keys[i];

      key_set_clear (&old);
      place = key_set_find (self, key);
    }

  self->keys[place] = key;
  self->n++;
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

static guint32
get_group_string (const DwellStatisticsIndex *self,
                  guint32                     area)
{
  return self->group_by == DWELL_GROUP_BY_MODULE ? self->trace->areas[area].module
                                                 : self->trace->areas[area].author;
}

/*< private >
 * _dwell_statistics_make_groups: numbers the groups in order of area, or of their string's id */
void
_dwell_statistics_make_groups (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;

  self->area_groups = g_new (guint32, MAX (trace->n_areas, 1));
  self->n_groups = trace->n_areas;

  if (self->group_by == DWELL_GROUP_BY_AREA)
    {
      for (guint32 area = 0; area < trace->n_areas; area++)
        self->area_groups[area] = area;
      return;
    }

  self->group_strings = g_new (guint32, MAX (trace->n_areas, 1));
  for (guint32 area = 0; area < trace->n_areas; area++)
    self->group_strings[area] = get_group_string (self, area);

  qsort (self->group_strings, trace->n_areas, sizeof (guint32), compare_strings);

  self->n_groups = 0;
  for (guint32 i = 0; i < trace->n_areas; i++)
    if (i == 0 || self->group_strings[i] != self->group_strings[self->n_groups - 1])
      self->group_strings[self->n_groups++] = self->group_strings[i];

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      guint32 string = get_group_string (self, area);
      const guint32 *found = bsearch (&string, self->group_strings, self->n_groups,
                                      sizeof (guint32), compare_strings);

      self->area_groups[area] = (guint32) (found - self->group_strings);
    }
}

typedef struct {
  DwellStatisticsIndex *self;
  GCancellable         *cancellable;
  GMutex                mutex;
  KeySet                keys;
} Discovery;

static void
discover_in_table (guint    job,
                   gpointer user_data)
{
  Discovery *discovery = user_data;
  const DwellStatisticsIndex *self = discovery->self;
  const DwellTrace *trace = self->trace;
  guint32 last = (guint32) MIN ((guint64) (job + 1) * SHARE_SPANS, trace->n_spans);

  if (g_cancellable_is_cancelled (discovery->cancellable))
    return;

  for (guint32 span = job * SHARE_SPANS; span < last; span++)
    {
      guint32 context = self->row_contexts[trace->span_row[span]];
      guint32 group = self->area_groups[trace->span_area[span]];
      guint32 *place = &self->table[(gsize) group * trace->n_contexts + context];

      /* Several threads may write the same 1. */
      if (__atomic_load_n (place, __ATOMIC_RELAXED) == 0)
        __atomic_store_n (place, 1, __ATOMIC_RELAXED);
    }
}

static void
discover_in_set (guint    job,
                 gpointer user_data)
{
  Discovery *discovery = user_data;
  const DwellStatisticsIndex *self = discovery->self;
  const DwellTrace *trace = self->trace;
  guint32 last = (guint32) MIN ((guint64) (job + 1) * SHARE_SPANS, trace->n_spans);
  KeySet found;

  if (g_cancellable_is_cancelled (discovery->cancellable))
    return;

  key_set_init (&found, MIN_PLACES);

  for (guint32 span = job * SHARE_SPANS; span < last; span++)
    {
      guint32 context = self->row_contexts[trace->span_row[span]];
      guint32 group = self->area_groups[trace->span_area[span]];

      key_set_add (&found, ((guint64) group << 32 | context) + 1);
    }

  g_mutex_lock (&discovery->mutex);
  for (gsize i = 0; i <= found.mask; i++)
    if (found.keys[i] != 0)
      key_set_add (&discovery->keys, found.keys[i]);
  g_mutex_unlock (&discovery->mutex);

  key_set_clear (&found);
}

/* The table's ones become the numbers of pairs. */
static void
number_table (DwellStatisticsIndex *self,
              gsize                 n_places)
{
  guint32 n_contexts = self->trace->n_contexts;

  for (gsize i = 0; i < n_places; i++)
    self->n_pairs += self->table[i];

  self->pairs = dwell_big_alloc (((gsize) self->n_pairs + 1) * sizeof (DwellPair));
  self->n_pairs = 0;

  for (gsize i = 0; i < n_places; i++)
    if (self->table[i] != 0)
      {
        self->pairs[self->n_pairs].group = (guint32) (i / n_contexts);
        self->pairs[self->n_pairs].context = (guint32) (i % n_contexts);
        self->table[i] = self->n_pairs++;
      }
}

/* Takes @keys over. */
static void
number_keys (DwellStatisticsIndex *self,
             KeySet               *keys)
{
  guint64 *sorted = dwell_big_alloc (keys->n * sizeof (guint64));
  gsize n = 0;

  for (gsize i = 0; i <= keys->mask; i++)
    if (keys->keys[i] != 0)
      sorted[n++] = keys->keys[i];

  qsort (sorted, n, sizeof (guint64), compare_keys);

  self->n_pairs = (guint32) n;
  self->pairs = dwell_big_alloc ((n + 1) * sizeof (DwellPair));
  self->values = dwell_big_alloc ((keys->mask + 1) * sizeof (guint32));
  self->keys = keys->keys;
  self->mask = keys->mask;

  for (gsize i = 0; i < n; i++)
    {
      self->pairs[i].group = (guint32) ((sorted[i] - 1) >> 32);
      self->pairs[i].context = (guint32) (sorted[i] - 1);
      self->values[key_set_find (keys, sorted[i])] = (guint32) i;
    }

  dwell_big_free (sorted);
}

/*< private >
 * _dwell_statistics_make_pairs: finds the pairs that have spans, without their entries. False if
 * cancelled. */
gboolean
_dwell_statistics_make_pairs (DwellStatisticsIndex *self,
                              GCancellable         *cancellable)
{
  const DwellTrace *trace = self->trace;
  Discovery discovery = { .self = self, .cancellable = cancellable };
  guint64 n_places = (guint64) self->n_groups * trace->n_contexts;
  guint n_jobs = (guint) (((guint64) trace->n_spans + SHARE_SPANS - 1) / SHARE_SPANS);
  gboolean use_table = n_places <= trace->n_spans / 4 + 65536;

  self->row_contexts = g_new (guint32, MAX (trace->n_rows, 1));
  for (guint32 row = 0; row < trace->n_rows; row++)
    self->row_contexts[row] = trace->tracks[trace->rows[row].track].context;

  if (use_table)
    {
      self->table = dwell_big_alloc ((gsize) n_places * sizeof (guint32));
      dwell_parallel_for (n_jobs, discover_in_table, &discovery);
      number_table (self, (gsize) n_places);
    }
  else
    {
      g_mutex_init (&discovery.mutex);
      key_set_init (&discovery.keys, MIN_PLACES);
      dwell_parallel_for (n_jobs, discover_in_set, &discovery);
      number_keys (self, &discovery.keys);
      g_mutex_clear (&discovery.mutex);
    }

  self->group_pairs = g_new0 (guint32, (gsize) self->n_groups + 1);
  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    self->group_pairs[self->pairs[pair].group + 1]++;
  for (guint32 group = 0; group < self->n_groups; group++)
    self->group_pairs[group + 1] += self->group_pairs[group];

  return !g_cancellable_is_cancelled (cancellable);
}
