/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which contexts and groups have spans in common. With 500 contexts and 10 000 areas a table
 * of all possible pairs would be far larger than the number of existing pairs; so a table is used
 * only if it is small compared with the spans, and hashing otherwise. Either is filled on all
 * processors and only read afterwards. */
#include "config.h"

#include <string.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

#define SHARE_SPANS (1u << 20)
#define MIN_PLACES  64

/* A set of keys as in DwellStatisticsIndex. */
typedef struct {
  guint64 *keys;
  gsize    n;
  gsize    mask;
} KeySet;

static gboolean
key_set_init (KeySet *self,
              gsize   n_places)
{
  self->keys = dwell_big_try_alloc (n_places * sizeof (guint64), NULL);
  self->mask = n_places - 1;
  self->n = 0;
  return self->keys != NULL;
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
  gsize i = dwell_hash_u64 (key) & self->mask;

  while (self->keys[i] != 0 && self->keys[i] != key)
    i = (i + 1) & self->mask;

  return i;
}

/* Returns whether there was memory. */
static gboolean
key_set_add (KeySet  *self,
             guint64  key)
{
  gsize place = key_set_find (self, key);

  if (self->keys[place] == key)
    return TRUE;

  if (self->n * 2 > self->mask)
    {
      KeySet old = *self;

      if (!key_set_init (self, (old.mask + 1) * 2))
        {
          *self = old;
          return FALSE;
        }

      self->n = old.n;
      for (gsize i = 0; i <= old.mask; i++)
        if (old.keys[i] != 0)
          self->keys[key_set_find (self, old.keys[i])] = old.keys[i];

      key_set_clear (&old);
      place = key_set_find (self, key);
    }

  self->keys[place] = key;
  self->n++;
  return TRUE;
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

static DwellStatisticsClass
get_class (const DwellStatisticsIndex *self,
           guint32                     area)
{
  DwellAreaKind kind = self->trace->areas[area].kind;

  return kind == DWELL_AREA_LINE  ? DWELL_STATISTICS_LINES
         : kind == DWELL_AREA_STATE ? DWELL_STATISTICS_STATES : DWELL_STATISTICS_FUNCTIONS;
}

/* The class that the areas of one group share: times of different classes are never added up. */
static guint64
get_group_key (const DwellStatisticsIndex *self,
               guint32                     area)
{
  const DwellArea *a = &self->trace->areas[area];
  guint32 string = self->group_by == DWELL_GROUP_BY_MODULE ? a->module : a->author;

  return (guint64) get_class (self, area) << 32 | string;
}

/* Numbers the groups in order of class and of their string's id. Returns whether there was
 * memory. */
static gboolean
make_groups_of_keys (DwellStatisticsIndex *self)
{
  guint32 n_areas = self->trace->n_areas;
  guint64 *keys = dwell_big_try_alloc (n_areas * sizeof (guint64), NULL);

  self->group_strings = dwell_big_try_alloc (n_areas * sizeof (guint32), NULL);
  if (keys == NULL || self->group_strings == NULL)
    {
      dwell_big_free (keys);
      return FALSE;
    }

  for (guint32 area = 0; area < n_areas; area++)
    keys[area] = get_group_key (self, area);
  qsort (keys, n_areas, sizeof (guint64), compare_keys);

  self->n_groups = 0;
  for (guint32 i = 0; i < n_areas; i++)
    if (i == 0 || keys[i] != keys[self->n_groups - 1])
      keys[self->n_groups++] = keys[i];

  for (guint32 i = 0; i < self->n_groups; i++)
    {
      self->group_strings[i] = (guint32) keys[i];
      self->group_classes[i] = (guint8) (keys[i] >> 32);
    }

  for (guint32 area = 0; area < n_areas; area++)
    {
      guint64 key = get_group_key (self, area);
      const guint64 *found = bsearch (&key, keys, self->n_groups, sizeof (guint64), compare_keys);

      self->area_groups[area] = (guint32) (found - keys);
    }

  dwell_big_free (keys);
  return TRUE;
}

/*< private >
 * _dwell_statistics_make_groups: numbers the groups, by area in order of area. False where there is
 * no memory. */
gboolean
_dwell_statistics_make_groups (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;

  self->area_groups = dwell_big_try_alloc (trace->n_areas * sizeof (guint32), NULL);
  self->group_classes = dwell_big_try_alloc (trace->n_areas, NULL);
  self->state_tracks = dwell_big_try_alloc (trace->n_areas * sizeof (guint32), NULL);
  if (self->area_groups == NULL || self->group_classes == NULL || self->state_tracks == NULL)
    return FALSE;

  self->n_groups = trace->n_areas;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (trace->tracks[i].kind == DWELL_TRACK_SPANS && trace->tracks[i].area != DWELL_NONE &&
        trace->tracks[i].n_rows > 0)
      self->state_tracks[trace->tracks[i].area]++;

  if (self->group_by != DWELL_GROUP_BY_AREA)
    return make_groups_of_keys (self);

  for (guint32 area = 0; area < trace->n_areas; area++)
    {
      self->area_groups[area] = area;
      self->group_classes[area] = (guint8) get_class (self, area);
    }

  return TRUE;
}

typedef struct {
  DwellStatisticsIndex *self;
  GCancellable         *cancellable;
  GMutex                mutex;
  KeySet                keys;
  gboolean              is_full; /* there was too little memory for all keys */
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
  gboolean is_good;
  KeySet found;

  if (g_cancellable_is_cancelled (discovery->cancellable))
    return;

  is_good = key_set_init (&found, MIN_PLACES);
  for (guint32 span = job * SHARE_SPANS; span < last && is_good; span++)
    {
      guint32 context = self->row_contexts[trace->span_row[span]];
      guint32 group = self->area_groups[trace->span_area[span]];

      is_good = key_set_add (&found, ((guint64) group << 32 | context) + 1);
    }

  g_mutex_lock (&discovery->mutex);
  for (gsize i = 0; i <= found.mask && is_good; i++)
    if (found.keys[i] != 0)
      is_good = key_set_add (&discovery->keys, found.keys[i]);
  discovery->is_full = discovery->is_full || !is_good;
  g_mutex_unlock (&discovery->mutex);

  key_set_clear (&found);
}

/* Replaces the ones in the table by the numbers of pairs. */
static gboolean
number_table (DwellStatisticsIndex *self,
              gsize                 n_places)
{
  guint32 n_contexts = self->trace->n_contexts;

  for (gsize i = 0; i < n_places; i++)
    self->n_pairs += self->table[i];

  self->pairs = dwell_big_try_alloc (((gsize) self->n_pairs + 1) * sizeof (DwellPair), NULL);
  self->n_pairs = 0;

  for (gsize i = 0; i < n_places && self->pairs != NULL; i++)
    if (self->table[i] != 0)
      {
        self->pairs[self->n_pairs].group = (guint32) (i / n_contexts);
        self->pairs[self->n_pairs].context = (guint32) (i % n_contexts);
        self->table[i] = self->n_pairs++;
      }

  return self->pairs != NULL;
}

/* Takes over @keys. */
static gboolean
number_keys (DwellStatisticsIndex *self,
             KeySet               *keys)
{
  gsize n_bytes = (keys->n + 1) * (2 * sizeof (guint64) + sizeof (DwellPair)) +
                  (keys->mask + 1) * sizeof (guint32);
  guint64 *sorted;
  gsize n = 0;

  self->keys = keys->keys;
  self->mask = keys->mask;
  if (!dwell_memory_claim (n_bytes, NULL))
    return FALSE;

  sorted = dwell_big_alloc (keys->n * sizeof (guint64));
  for (gsize i = 0; i <= keys->mask; i++)
    if (keys->keys[i] != 0)
      sorted[n++] = keys->keys[i];

  qsort (sorted, n, sizeof (guint64), compare_keys);

  self->n_pairs = (guint32) n;
  self->pairs = dwell_big_alloc ((n + 1) * sizeof (DwellPair));
  self->values = dwell_big_alloc ((keys->mask + 1) * sizeof (guint32));

  for (gsize i = 0; i < n; i++)
    {
      self->pairs[i].group = (guint32) ((sorted[i] - 1) >> 32);
      self->pairs[i].context = (guint32) (sorted[i] - 1);
      self->values[key_set_find (keys, sorted[i])] = (guint32) i;
    }

  dwell_big_free (sorted);
  dwell_memory_release (n_bytes);
  return TRUE;
}

static gboolean
find_in_table (Discovery *discovery,
               guint      n_jobs,
               gsize      n_places)
{
  DwellStatisticsIndex *self = discovery->self;

  self->table = dwell_big_try_alloc (n_places * sizeof (guint32), NULL);
  if (self->table == NULL)
    return FALSE;

  dwell_parallel_for (n_jobs, discover_in_table, discovery);
  return number_table (self, n_places);
}

static gboolean
find_in_set (Discovery *discovery,
             guint      n_jobs)
{
  if (!key_set_init (&discovery->keys, MIN_PLACES))
    return FALSE;

  g_mutex_init (&discovery->mutex);
  dwell_parallel_for (n_jobs, discover_in_set, discovery);
  g_mutex_clear (&discovery->mutex);
  return number_keys (discovery->self, &discovery->keys) && !discovery->is_full;
}

/*< private >
 * _dwell_statistics_make_pairs: finds the pairs that have spans, without their entries. Returns
 * false if cancelled, or if there is too little memory. */
gboolean
_dwell_statistics_make_pairs (DwellStatisticsIndex *self,
                              GCancellable         *cancellable)
{
  const DwellTrace *trace = self->trace;
  Discovery discovery = { .self = self, .cancellable = cancellable };
  guint64 n_places = (guint64) self->n_groups * trace->n_contexts;
  guint n_jobs = (guint) (((guint64) trace->n_spans + SHARE_SPANS - 1) / SHARE_SPANS);
  gboolean use_table = n_places <= trace->n_spans / 4 + 65536;

  self->row_contexts = dwell_big_try_alloc (trace->n_rows * sizeof (guint32), NULL);
  self->group_pairs = dwell_big_try_alloc (((gsize) self->n_groups + 1) * sizeof (guint32), NULL);
  if (self->row_contexts == NULL || self->group_pairs == NULL)
    return FALSE;

  for (guint32 row = 0; row < trace->n_rows; row++)
    self->row_contexts[row] = trace->tracks[trace->rows[row].track].context;

  if (!(use_table ? find_in_table (&discovery, n_jobs, (gsize) n_places)
                  : find_in_set (&discovery, n_jobs)))
    return FALSE;

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    self->group_pairs[self->pairs[pair].group + 1]++;
  for (guint32 group = 0; group < self->n_groups; group++)
    self->group_pairs[group + 1] += self->group_pairs[group];

  return !g_cancellable_is_cancelled (cancellable);
}
