/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows samples in time: a frame lasts over all consecutive samples of its thread that have the
 * same path down to it. A sample lasts until the next one, but not much longer than the usual
 * distance of samples. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "formats/perf-script/dwell-perf-samples.h"

/* Rows of a thread: deeper frames are only in the call tree. */
#define MAX_DEPTH 256

/* A sample lasts at most this many times the usual distance. */
#define MAX_DISTANCES 3

/* How long a sample lasts if no distance between samples is known. */
#define LONE_NS 1000000

typedef struct {
  DwellPerfSamples *samples;
  DwellBuilder     *builder;
  gint64            shift;  /* the time that becomes 0 */
  guint32           track;
  guint32           rows[MAX_DEPTH];
  guint32           n_rows;
  guint32           nodes[MAX_DEPTH]; /* nodes of the open spans, the outermost first */
  guint32           spans[MAX_DEPTH];
  guint32           n_open;
  gboolean          is_too_deep;
} Work;

static int
compare_samples (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  const DwellPerfSample *left = a;
  const DwellPerfSample *right = b;

  if (left->thread != right->thread)
    return left->thread < right->thread ? -1 : 1;
  return (left->time > right->time) - (left->time < right->time);
}

static int
compare_marks (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const DwellPerfMark *left = a;
  const DwellPerfMark *right = b;

  if (left->thread != right->thread)
    return left->thread < right->thread ? -1 : 1;
  return (left->time > right->time) - (left->time < right->time);
}

/* Sorts by thread and time; entries of the same time stay in the order of the file. */
static gboolean
sort (DwellColumn       *column,
      GCompareDataFunc   compare,
      GError           **error)
{
  const char *elements = column->data;
  gsize size = column->element_size;
  gsize n = 1;

  while (n < column->n && compare (elements + (n - 1) * size, elements + n * size, NULL) <= 0)
    n++;
  if (n >= column->n)
    return TRUE;
  if (column->n > G_MAXINT || !dwell_memory_claim (column->n * size, error))
    {
      if (error != NULL && *error == NULL)
        dwell_memory_set_error (error);
      return FALSE;
    }

  g_qsort_with_data (column->data, (int) column->n, size, compare, NULL);
  dwell_memory_release (column->n * size);
  return TRUE;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  gint64 left = *(const gint64 *) a;
  gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

/* The median distance of consecutive samples in a thread; 0 if there are none. */
static gint64
get_distance (const DwellPerfSample *samples,
              gsize                  n,
              gint64                *distances)
{
  gsize n_distances = 0;

  for (gsize i = 1; i < n; i++)
    if (samples[i].thread == samples[i - 1].thread)
      distances[n_distances++] = samples[i].time - samples[i - 1].time;
  if (n_distances == 0)
    return 0;

  qsort (distances, n_distances, sizeof *distances, compare_times);
  return distances[n_distances / 2];
}

static void
close_spans (Work    *self,
             guint32  n_kept,
             gint64   time)
{
  while (self->n_open > n_kept)
    dwell_builder_close_span (self->builder, self->spans[--self->n_open], time, 0);
}

/* The path to @node, the outermost node first. Returns how many rows it takes. */
static guint32
get_path (Work    *self,
          guint32  node,
          guint32 *path)
{
  const guint32 *parents = self->builder->node_parent->data;
  guint32 depth = 0;

  for (guint32 p = node; p != DWELL_NONE; p = parents[p])
    depth++;
  self->is_too_deep |= depth > MAX_DEPTH;
  for (; depth > MAX_DEPTH; depth--)
    node = parents[node];
  for (guint32 i = depth; i > 0; i--, node = parents[node])
    path[i - 1] = node;

  return depth;
}

static gboolean
open_spans (Work     *self,
            guint32   node,
            gint64    time,
            GError  **error)
{
  guint32 path[MAX_DEPTH];
  guint32 depth = get_path (self, node, path);
  guint32 n_common = 0;

  while (n_common < MIN (depth, self->n_open) && path[n_common] == self->nodes[n_common])
    n_common++;
  close_spans (self, n_common, time);
  if (!dwell_builder_reserve_spans (self->builder, depth, error))
    return FALSE;

  for (guint32 i = n_common; i < depth; i++)
    {
      if (self->n_rows <= i)
        self->rows[self->n_rows++] = dwell_builder_add_row (self->builder, self->track, 0);
      self->nodes[i] = path[i];
      self->spans[i] = dwell_builder_open_span (self->builder,
                                                dwell_column_index (self->builder->node_area,
                                                                    guint32, path[i]),
                                                self->rows[i],
                                                i > 0 ? self->spans[i - 1] : DWELL_NONE, time);
    }
  self->n_open = depth;
  return TRUE;
}

static gboolean
add_thread (Work                   *self,
            const DwellPerfSample  *samples,
            gsize                   n,
            gint64                  distance,
            GError                **error)
{
  gint64 longest = self->samples->is_timed ? distance * MAX_DISTANCES : 1;

  for (gsize i = 0; i < n; i++)
    {
      gint64 begin = samples[i].time - self->shift;
      gint64 end = begin + (self->samples->is_timed ? distance : 1);

      if (i + 1 < n)
        end = MIN (samples[i + 1].time - self->shift, begin + longest);
      if (!open_spans (self, samples[i].node, begin, error))
        return FALSE;

      self->builder->end = MAX (self->builder->end, end);
      if (i + 1 == n || end < samples[i + 1].time - self->shift)
        close_spans (self, 0, end);
    }

  return TRUE;
}

/* Adds a track for a thread, with its name. */
static guint32
add_track (Work    *self,
           guint32  thread)
{
  const DwellPerfThread *known = &g_array_index (self->samples->threads, DwellPerfThread, thread);
  const char *name = dwell_strings_get (self->builder->strings, known->comm);

  return dwell_builder_add_track (self->builder, name, known->context, FALSE);
}

static gboolean
add_spans (Work      *self,
           guint32   *tracks,
           GError   **error)
{
  const DwellPerfSample *samples = self->samples->samples->data;
  gsize n = self->samples->samples->n;
  gint64 *distances = dwell_big_try_alloc (MAX (n, 1) * sizeof (gint64), error);
  gint64 usual;
  gboolean is_good = distances != NULL;

  /* The distance for threads with only one sample. */
  usual = is_good ? get_distance (samples, n, distances) : 0;
  if (usual <= 0)
    usual = LONE_NS;

  for (gsize first = 0, end; is_good && first < n; first = end)
    {
      guint32 thread = samples[first].thread;
      gint64 distance;

      for (end = first; end < n && samples[end].thread == thread; end++)
        continue;

      distance = get_distance (samples + first, end - first, distances);
      tracks[thread] = self->track = add_track (self, thread);
      self->n_rows = self->n_open = 0;
      is_good = add_thread (self, samples + first, end - first, distance > 0 ? distance : usual,
                            error);
    }

  dwell_big_free (distances);
  return is_good;
}

static gboolean
add_marks (Work     *self,
           guint32  *tracks,
           GError  **error)
{
  const DwellPerfMark *marks = self->samples->marks->data;

  for (gsize i = 0; i < self->samples->marks->n; i++)
    {
      guint32 *track = &tracks[marks[i].thread];
      gint64 time = marks[i].time - self->shift;

      if (*track == DWELL_NONE)
        *track = add_track (self, marks[i].thread);
      if (!dwell_builder_add_mark (self->builder, DWELL_MARK_MESSAGE, time, *track, DWELL_NONE,
                                   DWELL_NONE, marks[i].text, error))
        return FALSE;

      self->builder->end = MAX (self->builder->end, time);
    }

  return TRUE;
}

static void
find_shift (Work *self)
{
  const DwellPerfSample *samples = self->samples->samples->data;
  const DwellPerfMark *marks = self->samples->marks->data;

  if (!self->samples->is_timed)
    return;

  self->shift = G_MAXINT64;
  for (gsize i = 0; i < self->samples->samples->n; i++)
    self->shift = MIN (self->shift, samples[i].time);
  for (gsize i = 0; i < self->samples->marks->n; i++)
    self->shift = MIN (self->shift, marks[i].time);

  dwell_builder_set_property (self->builder, "time_offset", N_("Time at 0"),
                              g_variant_new_int64 (self->shift));
}

/**
 * dwell_perf_samples_finish:
 * @self: all samples of a file
 * @error: %DWELL_ERROR_LIMIT
 *
 * Makes spans and marks from them, and gives threads their last names.
 *
 * Returns: %FALSE without the memory
 */
gboolean
dwell_perf_samples_finish (DwellPerfSamples  *self,
                           GError           **error)
{
  DwellBuilder *builder = self->builder;
  g_autofree Work *work = g_new0 (Work, 1);
  g_autofree guint32 *tracks = g_new (guint32, MAX (self->threads->len, 1));

  work->samples = self;
  work->builder = builder;
  for (guint i = 0; i < self->threads->len; i++)
    {
      const DwellPerfThread *thread = &g_array_index (self->threads, DwellPerfThread, i);

      tracks[i] = DWELL_NONE;
      dwell_column_index (builder->contexts, DwellContext, thread->context).name = thread->comm;
    }

  if (!sort (self->samples, compare_samples, error) || !sort (self->marks, compare_marks, error))
    return FALSE;

  dwell_ids_clear (&self->nodes);
  find_shift (work);
  builder->begin = builder->end = 0;
  builder->axis = self->is_timed ? DWELL_AXIS_TIME : DWELL_AXIS_SAMPLES;
  builder->spans_are_sequence = TRUE;
  if (!add_spans (work, tracks, error) || !add_marks (work, tracks, error))
    return FALSE;

  if (!self->is_timed)
    dwell_builder_add_note (builder, N_("The file has no time stamps: the axis counts samples."));
  else
    dwell_builder_add_note (builder, N_("Spans represent samples: a frame lasts over all "
                                        "successive samples that contain it."));
  if (work->is_too_deep)
    dwell_builder_add_note (builder, N_("The timeline shows the 256 outermost frames of deeper "
                                        "stacks."));
  return TRUE;
}
