/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The periods of groups that have spans in several contexts: from each begin to the next in any of
 * the contexts. Span numbers are in order of time only within a context, so each block is cut into
 * runs whose begins do not fall, and these are merged, in windows of time, on all processors.
 * Periods that cross the border of two windows are added at the end. */
#include "config.h"

#include "analysis/statistics/dwell-statistics-gather.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"

/* The number of windows for each thread: several, as some take longer than others. */
#define THREAD_WINDOWS 4

typedef struct {
  gint64  begin;
  guint32 first; /* span */
  guint32 end;   /* after the last */
} Run;

/* The results of a window for a group. */
typedef struct {
  DwellExtremes period;
  gint64        first_begin; /* DWELL_TIME_NONE before there is one */
  gint64        last_begin;
} Finds;

typedef struct {
  const DwellGathering *gathering;
  guint32               n_shared;   /* number of groups in several contexts */
  guint32              *places;     /* by group: its number among these, or DWELL_NONE */
  guint64              *block_runs; /* by block in the range, and one more: its first run */
  Run                  *runs;       /* sorted by begin once all are found */
  guint                 n_windows;
  gint64               *borders;    /* by window, and one more: its begin */
  Finds                *finds;      /* by window and group of several contexts */
} Merging;

/* The next span of a run. */
typedef struct {
  gint64  begin;
  guint32 span;
  guint32 end;
} Cursor;

typedef struct {
  const Merging *merging;
  Finds         *finds;
  GArray        *heap; /* Cursor: a binary heap, the earliest first */
  guint          n_taken;
} Window;

static void
get_spans (const DwellGathering *gathering,
           guint                 block,
           guint32              *first,
           guint32              *end)
{
  const DwellStatisticsIndex *self = gathering->self;

  *first = gathering->blocks[block] * self->block_size;
  *end = (guint32) MIN ((guint64) *first + self->block_size, self->trace->n_spans);
}

/* Finds the runs of a block; @runs: (nullable): where they go. Returns how many there are. */
static guint64
find_runs (const DwellGathering *gathering,
           guint                 block,
           Run                  *runs)
{
  const DwellTrace *trace = gathering->self->trace;
  gint64 last_begin = G_MAXINT64;
  guint64 n = 0;
  guint32 first;
  guint32 end;

  get_spans (gathering, block, &first, &end);
  for (guint32 span = first; span < end; span++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, span);

      if (begin < last_begin || span == first)
        {
          if (runs != NULL && n > 0)
            runs[n - 1].end = span;
          if (runs != NULL)
            runs[n] = (Run) { begin, span, end };
          n++;
        }
      last_begin = begin;
    }

  return n;
}

static void
count_block_runs (guint    job,
                  gpointer user_data)
{
  const Merging *self = user_data;

  if (!g_cancellable_is_cancelled (self->gathering->cancellable))
    self->block_runs[job + 1] = find_runs (self->gathering, job, NULL);
}

static void
list_block_runs (guint    job,
                 gpointer user_data)
{
  const Merging *self = user_data;

  find_runs (self->gathering, job, self->runs + self->block_runs[job]);
}

static int
compare_runs (gconstpointer a,
              gconstpointer b)
{
  const Run *left = a;
  const Run *right = b;

  return left->begin < right->begin ? -1 : left->begin > right->begin;
}

/* Moves the cursor at @place down the heap until those below it are later. */
static void
move_down (GArray *heap,
           guint   place)
{
  Cursor *cursors = (Cursor *) (gpointer) heap->data;
  Cursor moved = cursors[place];

  for (guint child; (child = 2 * place + 1) < heap->len; place = child)
    {
      child += child + 1 < heap->len && cursors[child + 1].begin < cursors[child].begin;
      if (moved.begin <= cursors[child].begin)
        break;
      cursors[place] = cursors[child];
    }

  cursors[place] = moved;
}

static void
add_cursor (GArray *heap,
            Cursor  cursor)
{
  guint place = heap->len;
  Cursor *cursors;

  g_array_append_val (heap, cursor);
  cursors = (Cursor *) (gpointer) heap->data;
  for (guint above; place > 0 && cursors[above = (place - 1) / 2].begin > cursor.begin;
       place = above)
    cursors[place] = cursors[above];
  cursors[place] = cursor;
}

static inline void
take_span (Window  *self,
           guint32  span,
           gint64   begin)
{
  const DwellStatisticsIndex *index = self->merging->gathering->self;
  guint32 place = self->merging->places[index->area_groups[index->trace->span_area[span]]];
  Finds *finds;

  if (place == DWELL_NONE ||
      (index->trace->span_flags[span] & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) != 0)
    return;

  finds = &self->finds[place];
  if (finds->first_begin == DWELL_TIME_NONE)
    finds->first_begin = begin;
  else
    _dwell_extremes_add (&finds->period, _dwell_statistics_length (finds->last_begin, begin));
  finds->last_begin = begin;
}

/* Takes the spans of the runs in the heap that begin before @until_ns, in order of time. */
static void
take_spans (Window *self,
            gint64  until_ns)
{
  const DwellTrace *trace = self->merging->gathering->self->trace;
  GArray *heap = self->heap;

  while (heap->len > 0)
    {
      Cursor *cursor = &g_array_index (heap, Cursor, 0);

      if (cursor->begin >= until_ns ||
          ((++self->n_taken & DWELL_STATISTICS_CANCEL_MASK) == 0 &&
           g_cancellable_is_cancelled (self->merging->gathering->cancellable)))
        return;

      take_span (self, cursor->span, cursor->begin);
      if (++cursor->span < cursor->end)
        cursor->begin = dwell_trace_get_span_begin (trace, cursor->span);
      else
        {
          *cursor = g_array_index (heap, Cursor, heap->len - 1);
          g_array_set_size (heap, heap->len - 1);
        }
      if (heap->len > 1)
        move_down (heap, 0);
    }
}

/* The first span of a run that does not begin before @begin_ns, or its end. */
static guint32
search_run (const DwellTrace *trace,
            const Run        *run,
            gint64            begin_ns)
{
  guint32 first = run->first;
  guint32 end = run->end;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;

      if (dwell_trace_get_span_begin (trace, middle) < begin_ns)
        first = middle + 1;
      else
        end = middle;
    }

  return first;
}

static void
merge_window (guint    job,
              gpointer user_data)
{
  const Merging *self = user_data;
  const DwellTrace *trace = self->gathering->self->trace;
  gint64 begin_ns = self->borders[job];
  gint64 end_ns = self->borders[job + 1];
  guint64 n_runs = self->block_runs[self->gathering->n_blocks];
  Window window = { self, self->finds + (gsize) job * self->n_shared,
                    g_array_new (FALSE, FALSE, sizeof (Cursor)), 0 };

  for (guint32 i = 0; i < self->n_shared; i++)
    window.finds[i].first_begin = DWELL_TIME_NONE;

  for (guint64 i = 0; i < n_runs && self->runs[i].begin < end_ns; i++)
    {
      const Run *run = &self->runs[i];
      Cursor cursor = { run->begin, run->first, run->end };

      if (run->begin < begin_ns)
        {
          cursor.span = search_run (trace, run, begin_ns);
          if (cursor.span == run->end)
            continue;
          cursor.begin = dwell_trace_get_span_begin (trace, cursor.span);
        }

      take_spans (&window, run->begin);
      add_cursor (window.heap, cursor);
    }

  take_spans (&window, end_ns);
  g_array_unref (window.heap);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const gint64 *left = a;
  const gint64 *right = b;

  return *left < *right ? -1 : *left > *right;
}

/* Cuts the range so that the same number of blocks begin in each window, and so about the same
 * number of spans. */
static void
choose_windows (Merging *self)
{
  const DwellGathering *gathering = self->gathering;
  g_autofree gint64 *begins = g_new (gint64, gathering->n_blocks);

  for (guint i = 0; i < gathering->n_blocks; i++)
    begins[i] = CLAMP (gathering->self->block_begins[gathering->blocks[i]], gathering->begin,
                       gathering->end);
  qsort (begins, gathering->n_blocks, sizeof *begins, compare_times);

  self->n_windows = MIN (THREAD_WINDOWS * dwell_parallel_get_n_threads (), gathering->n_blocks);
  self->borders = g_new (gint64, self->n_windows + 1);
  for (guint i = 0; i < self->n_windows; i++)
    self->borders[i] = begins[(guint64) i * gathering->n_blocks / self->n_windows];
  self->borders[0] = gathering->begin;
  self->borders[self->n_windows] = MIN (gathering->end, DWELL_TIME_MAX) + 1;
}

static void
mend_borders (const Merging *self)
{
  const DwellStatisticsIndex *index = self->gathering->self;

  for (guint32 group = 0; group < index->n_groups; group++)
    {
      DwellExtremes *period = &self->gathering->group_details[group].period;
      gint64 last_begin = DWELL_TIME_NONE;

      if (self->places[group] == DWELL_NONE)
        continue;

      for (guint window = 0; window < self->n_windows; window++)
        {
          const Finds *finds = &self->finds[(gsize) window * self->n_shared +
                                            self->places[group]];

          if (finds->first_begin == DWELL_TIME_NONE)
            continue;

          if (last_begin != DWELL_TIME_NONE)
            _dwell_extremes_add (period, _dwell_statistics_length (last_begin,
                                                                   finds->first_begin));
          _dwell_extremes_merge (period, &finds->period);
          last_begin = finds->last_begin;
        }
    }
}

static gboolean
merge_runs (Merging *self)
{
  guint n_blocks = self->gathering->n_blocks;
  guint64 n_runs;
  gsize n_bytes;

  for (guint i = 0; i < n_blocks; i++)
    self->block_runs[i + 1] += self->block_runs[i];
  n_runs = self->block_runs[n_blocks];
  choose_windows (self);
  n_bytes = n_runs * (sizeof (Run) + dwell_parallel_get_n_threads () * sizeof (Cursor)) +
            self->n_windows * ((gsize) self->n_shared * sizeof (Finds));
  if (!dwell_memory_claim (n_bytes, NULL))
    return FALSE;

  self->runs = dwell_big_alloc (n_runs * sizeof (Run));
  self->finds = dwell_big_alloc (self->n_windows * ((gsize) self->n_shared * sizeof (Finds)));
  dwell_parallel_for (n_blocks, list_block_runs, self);
  qsort (self->runs, n_runs, sizeof (Run), compare_runs);
  dwell_parallel_for (self->n_windows, merge_window, self);
  mend_borders (self);

  dwell_big_free (self->finds);
  dwell_big_free (self->runs);
  dwell_memory_release (n_bytes);
  return TRUE;
}

/*< private >
 * _dwell_statistics_find_periods: stores the periods of groups with spans in several contexts into
 * their details. Returns whether there was enough memory. */
gboolean
_dwell_statistics_find_periods (const DwellGathering *gathering)
{
  const DwellStatisticsIndex *self = gathering->self;
  g_autofree guint32 *places = g_new (guint32, MAX (self->n_groups, 1));
  g_autofree guint64 *block_runs = g_new0 (guint64, (gsize) gathering->n_blocks + 1);
  Merging merging = { .gathering = gathering, .places = places, .block_runs = block_runs };
  gboolean is_whole = TRUE;

  for (guint32 group = 0; group < self->n_groups; group++)
    places[group] = self->group_pairs[group + 1] - self->group_pairs[group] > 1
                    ? merging.n_shared++ : DWELL_NONE;
  if (merging.n_shared == 0 || gathering->n_blocks == 0)
    return TRUE;

  dwell_parallel_for (gathering->n_blocks, count_block_runs, &merging);
  if (!g_cancellable_is_cancelled (gathering->cancellable))
    is_whole = merge_runs (&merging);
  g_free (merging.borders);
  return is_whole;
}
