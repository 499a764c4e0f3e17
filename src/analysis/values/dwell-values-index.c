/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the pyramids of values: one block of memory for the nodes of all tracks; the lowest levels
 * are filled in parallel from the writes, the others from the level below. */
#include "config.h"

#include "analysis/values/dwell-values-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* The number of nodes of the lowest level that one job fills. */
#define JOB_NODES 2048u

/* Writes are prefetched this many places ahead, as those of a track are scattered. */
#define PREFETCH 24u

typedef struct {
  guint32 track;
  guint32 first; /* node of the lowest level */
  guint32 end;
} Job;

typedef struct {
  DwellValueIndex *index;
  GArray          *jobs; /* Job */
  GCancellable    *cancellable;
} Build;

void
_dwell_value_node_clear (DwellValueNode *self,
                         gboolean        is_real)
{
  *self = (DwellValueNode) { .sum = 0 };

  if (is_real)
    {
      self->least.real = INFINITY;
      self->greatest.real = -INFINITY;
    }
  else
    {
      self->least.integer = G_MAXINT64;
      self->greatest.integer = G_MININT64;
    }
}

gboolean
_dwell_value_node_is_empty (const DwellValueNode *self,
                            gboolean              is_real)
{
  return is_real ? self->least.real > self->greatest.real
                 : self->least.integer > self->greatest.integer;
}

/* Adds a mean over @weight ns. Products of doubles and 2⁶⁴ fit the range of a long double. */
static void
add_mean (DwellValueNode *self,
          double          mean,
          guint64         weight)
{
  guint64 total = self->real.weight + weight;

  if (weight == 0)
    return;

  self->real.mean = (double) (((long double) self->real.mean * self->real.weight +
                               (long double) mean * weight) / total);
  self->real.weight = total;
}

void
_dwell_value_node_add (DwellValueNode *self,
                       DwellValue      value,
                       guint64         held,
                       gboolean        is_real)
{
  if (!is_real)
    {
      self->least.integer = MIN (self->least.integer, value.integer);
      self->greatest.integer = MAX (self->greatest.integer, value.integer);
      self->sum += (__int128) value.integer * held;
    }
  else if (isfinite (value.real))
    {
      self->least.real = fmin (self->least.real, value.real);
      self->greatest.real = fmax (self->greatest.real, value.real);
      add_mean (self, value.real, held);
    }
  else
    {
      self->has_non_finite = TRUE;
    }
}

void
_dwell_value_node_slope (DwellValueNode *self,
                         double          value,
                         double          next,
                         guint64         held)
{
  DwellValue begin = { .real = value };

  _dwell_value_node_add (self, begin, 0, TRUE);
  if (isfinite (value))
    add_mean (self, isfinite (next) ? value + (next - value) / 2 : value, held);
}

void
_dwell_value_node_merge (DwellValueNode       *self,
                         const DwellValueNode *other,
                         gboolean              is_real)
{
  self->has_non_finite |= other->has_non_finite;

  if (is_real)
    {
      self->least.real = fmin (self->least.real, other->least.real);
      self->greatest.real = fmax (self->greatest.real, other->greatest.real);
      add_mean (self, other->real.mean, other->real.weight);
    }
  else
    {
      self->least.integer = MIN (self->least.integer, other->least.integer);
      self->greatest.integer = MAX (self->greatest.integer, other->greatest.integer);
      self->sum += other->sum;
    }
}

/* A node of the lowest level. */
static void
fill_leaf (const DwellTrace *trace,
           const DwellTrack *track,
           guint32           leaf,
           gboolean          is_real,
           gboolean          is_linear,
           DwellValueNode   *node)
{
  guint32 first = track->first_write + leaf * DWELL_VALUE_LEAF;
  guint32 end = track->first_write + track->n_writes;
  gint64 time = dwell_trace_get_track_write_time (trace, first);

  _dwell_value_node_clear (node, is_real);

  for (guint32 place = first; place < first + DWELL_VALUE_LEAF; place++)
    {
      gint64 next = time;

      if (place + PREFETCH < end)
        dwell_trace_prefetch_write (trace, trace->track_writes[place + PREFETCH]);

      if (place + 1 < end)
        next = dwell_trace_get_track_write_time (trace, place + 1);

      if (is_linear && place + 1 < end)
        _dwell_value_node_slope (node, dwell_values_get (trace, place).real,
                                 dwell_values_get (trace, place + 1).real,
                                 (guint64) next - (guint64) time);
      else
        _dwell_value_node_add (node, dwell_values_get (trace, place),
                               (guint64) next - (guint64) time, is_real);
      time = next;
    }
}

static void
fill_job (guint    number,
          gpointer data)
{
  const Build *build = data;
  const Job *job = &g_array_index (build->jobs, Job, number);
  const DwellTrace *trace = build->index->trace;
  gboolean is_real = dwell_values_is_real (trace, job->track);
  gboolean is_linear = dwell_values_is_linear (trace, job->track);
  DwellValueNode *nodes = build->index->nodes + build->index->first_nodes[job->track];

  if (g_cancellable_is_cancelled (build->cancellable))
    return;

  for (guint32 leaf = job->first; leaf < job->end; leaf++)
    fill_leaf (trace, &trace->tracks[job->track], leaf, is_real, is_linear,
               &nodes[leaf]);
}

/* The levels above the lowest. */
static void
fill_levels (DwellValueIndex *self,
             guint32          track)
{
  gboolean is_real = dwell_values_is_real (self->trace, track);
  guint32 n_writes = self->trace->tracks[track].n_writes;
  guint n_levels = dwell_value_count_levels (n_writes);
  DwellValueNode *below = self->nodes + self->first_nodes[track];

  for (guint level = 1; level < n_levels; level++)
    {
      DwellValueNode *nodes = below + n_writes / dwell_value_level_size (level - 1);

      for (guint32 i = 0; i < n_writes / dwell_value_level_size (level); i++)
        {
          _dwell_value_node_clear (&nodes[i], is_real);
          for (guint j = 0; j < DWELL_VALUE_FAN; j++)
            _dwell_value_node_merge (&nodes[i], &below[i * DWELL_VALUE_FAN + j], is_real);
        }

      below = nodes;
    }
}

/* Assigns nodes to each track, and cuts the lowest levels into jobs. Returns the number of
 * nodes. */
static guint32
cut_tracks (Build *build)
{
  const DwellTrace *trace = build->index->trace;
  guint32 n_nodes = 0;

  for (guint32 track = 0; track < trace->n_tracks; track++)
    {
      guint32 n_writes = trace->tracks[track].n_writes;
      guint32 n_leaves = n_writes / DWELL_VALUE_LEAF;

      build->index->first_nodes[track] = n_nodes;
      for (guint level = 0; level < dwell_value_count_levels (n_writes); level++)
        n_nodes += n_writes / dwell_value_level_size (level);

      for (guint32 first = 0; first < n_leaves; first += JOB_NODES)
        {
          Job job = { track, first, MIN (n_leaves, first + JOB_NODES) };

          g_array_append_val (build->jobs, job);
        }
    }

  return n_nodes;
}

/**
 * dwell_value_index_new:
 * @trace: a trace; the index keeps a reference
 * @cancellable: (nullable): checked now and then
 *
 * Builds the pyramids of all tracks with writes, on all processors. Takes 1.4 bytes a write.
 *
 * Returns: (transfer full) (nullable): the index; %NULL when cancelled, or if there is too little
 *   memory
 */
DwellValueIndex *
dwell_value_index_new (DwellTrace   *trace,
                       GCancellable *cancellable)
{
  DwellValueIndex *self = g_new0 (DwellValueIndex, 1);
  g_autoptr(GArray) jobs = g_array_new (FALSE, FALSE, sizeof (Job));
  Build build = { self, jobs, cancellable };

  self->trace = dwell_trace_ref (trace);
  g_atomic_ref_count_init (&self->ref_count);
  self->first_nodes = dwell_big_try_alloc ((gsize) trace->n_tracks * sizeof (guint32), NULL);
  if (self->first_nodes != NULL)
    self->nodes = dwell_big_try_alloc ((gsize) cut_tracks (&build) * sizeof (DwellValueNode), NULL);
  if (self->nodes == NULL)
    {
      dwell_value_index_unref (self);
      return NULL;
    }

  dwell_parallel_for (jobs->len, fill_job, &build);

  if (g_cancellable_is_cancelled (cancellable))
    {
      dwell_value_index_unref (self);
      return NULL;
    }

  for (guint32 track = 0; track < trace->n_tracks; track++)
    fill_levels (self, track);

  return self;
}

/**
 * dwell_value_index_ref:
 * @self: an index
 *
 * Returns: (transfer full): @self, with one more reference
 */
DwellValueIndex *
dwell_value_index_ref (DwellValueIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * dwell_value_index_unref:
 * @self: (transfer full): an index
 *
 * Drops a reference; frees the memory with the last one.
 */
void
dwell_value_index_unref (DwellValueIndex *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  dwell_big_free (self->nodes);
  dwell_big_free (self->first_nodes);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_value_index_get_trace:
 * @self: an index
 *
 * Returns: (transfer none): its trace
 */
DwellTrace *
dwell_value_index_get_trace (DwellValueIndex *self)
{
  return self->trace;
}
