/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of variables and signals (src/formats/text1/README.md, "Statistics"): they have a
 * count of writes and the periods between them, nothing else. For a variable of which only the
 * states are known, the entries of its states are counted.
 *
 * Times of one variable lie in order, so a count is two binary searches and a mean period is a
 * difference; for the extremes, those of every 256 consecutive periods are stored. So a range takes
 * microseconds, however many writes it has. */
#include "config.h"

#include <string.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

#define PERIODS_A_BLOCK 256

/* The times of a variable in a context, or in all. */
typedef struct {
  guint32  context; /* or DWELL_NONE */
  guint32  area;
  guint64  n;
  guint32  first;     /* first place in track_writes or row_spans, if it has no times of its own */
  gboolean is_states; /* whether the times are those at which states were entered */
  gint64  *times;     /* or NULL */
  guint64  n_blocks;
  guint64 *least; /* by block of periods */
  guint64 *most;
} Series;

struct _DwellWriteIndex
{
  const DwellTrace *trace;
  GArray           *series; /* Series, in the order of rows */
};

static gint64
get_time (const DwellWriteIndex *self,
          const Series          *series,
          guint64                number)
{
  const DwellTrace *trace = self->trace;

  if (series->times != NULL)
    return series->times[number];

  return series->is_states
           ? dwell_trace_get_span_begin (trace, trace->row_spans[series->first + number])
           : dwell_trace_get_track_write_time (trace, series->first + number);
}

/* The period that ends with the time @number, from 1 on. */
static guint64
get_period (const DwellWriteIndex *self,
            const Series          *series,
            guint64                number)
{
  return _dwell_statistics_length (get_time (self, series, number - 1),
                                   get_time (self, series, number));
}

/* The first time at @time or later; or, if @after, after @time. */
static guint64
search (const DwellWriteIndex *self,
        const Series          *series,
        gint64                 time,
        gboolean               after)
{
  if (after)
    return dwell_lower_bound (i, 0, series->n, get_time (self, series, i) <= time);

  return dwell_lower_bound (i, 0, series->n, get_time (self, series, i) < time);
}

static void
clear_series (gpointer data)
{
  Series *series = data;

  dwell_big_free (series->times);
  dwell_big_free (series->least);
  dwell_big_free (series->most);
}

static gboolean
is_recorded (const DwellTrace *trace,
             guint32           place)
{
  guint8 flags = trace->span_flags[trace->row_spans[place]];

  return (flags & (DWELL_SPAN_BEGIN_MISSING | DWELL_SPAN_DOUBTFUL)) == 0;
}

/* Finds the places in row_spans from the first recorded entry of a state to the place after the
 * last. Returns whether all between are recorded, too. */
static gboolean
find_entries (const DwellTrace *trace,
              const DwellTrack *track,
              guint32          *first,
              guint32          *end)
{
  const DwellRow *row = trace->rows + track->first_row;
  guint32 n_recorded = 0;

  *first = *end = row->first_span;
  for (guint32 place = row->first_span; place < row->first_span + row->n_spans; place++)
    if (is_recorded (trace, place))
      {
        if (n_recorded++ == 0)
          *first = place;
        *end = place + 1;
      }

  return *end - *first == n_recorded;
}

/* The recorded entries of the states of one track. */
static void
take_entries (Series           *series,
              const DwellTrace *trace,
              const DwellTrack *track)
{
  guint32 end;

  series->is_states = TRUE;
  if (find_entries (trace, track, &series->first, &end))
    {
      series->n = end - series->first;
      return;
    }

  series->times = dwell_big_alloc ((end - series->first) * sizeof (gint64));
  for (guint32 place = series->first; place < end; place++)
    if (is_recorded (trace, place))
      series->times[series->n++] = dwell_trace_get_span_begin (trace, trace->row_spans[place]);
}

static gboolean
is_written (const DwellTrace *trace,
            const DwellTrack *track)
{
  DwellAreaKind kind = track->area != DWELL_NONE ? trace->areas[track->area].kind
                                                 : DWELL_N_AREA_KINDS;

  return (kind == DWELL_AREA_VARIABLE || kind == DWELL_AREA_AUX) &&
         (track->n_writes > 0 ||
          (track->n_rows > 0 && trace->rows[track->first_row].n_spans > 0));
}

static int
compare_areas (gconstpointer a,
               gconstpointer b)
{
  const Series *left = a;
  const Series *right = b;

  return (left->area > right->area) - (left->area < right->area);
}

/* DWELL_NONE, which stands for all contexts, comes first. */
static int
compare_series (gconstpointer a,
                gconstpointer b)
{
  const Series *left = a;
  const Series *right = b;
  guint32 context = left->context + 1;
  guint32 other = right->context + 1;

  return context != other ? (context > other) - (context < other) : compare_areas (a, b);
}

/* Merges the times of @series into those of @sum. */
static void
add_to_sum (const DwellWriteIndex *self,
            Series                *sum,
            const Series          *series)
{
  gint64 *times = dwell_big_alloc ((sum->n + series->n) * sizeof (gint64));
  guint64 n = 0;

  for (guint64 i = 0, j = 0; i < sum->n || j < series->n;)
    {
      gboolean is_sum = j == series->n ||
                        (i < sum->n && get_time (self, sum, i) <= get_time (self, series, j));

      times[n++] = is_sum ? get_time (self, sum, i++) : get_time (self, series, j++);
    }

  dwell_big_free (sum->times);
  sum->times = times;
  sum->n = n;
}

/* Merges the @n series at @all into the first. They are merged in pairs, repeatedly, so that each
 * time is copied only log₂ @n times. */
static void
merge_series (const DwellWriteIndex *self,
              Series                *all,
              guint                  n)
{
  for (; n > 1; n = (n + 1) / 2)
    for (guint i = 0; i < n; i += 2)
      {
        if (i + 1 < n)
          {
            add_to_sum (self, &all[i], &all[i + 1]);
            clear_series (&all[i + 1]);
          }
        all[i / 2] = all[i];
      }
}

/* Several tracks of one area in one context, as in a joined trace, make one series. */
static void
merge_tracks (DwellWriteIndex *self)
{
  Series *all = (Series *) self->series->data;
  guint n = 0;

  g_array_sort (self->series, compare_series);

  for (guint i = 0, end; i < self->series->len; i = end)
    {
      for (end = i + 1; end < self->series->len; end++)
        if (compare_series (&all[i], &all[end]) != 0)
          break;

      merge_series (self, &all[i], end - i);
      all[n++] = all[i];
    }

  /* What is left after them was moved or freed. */
  memset (all + n, 0, (self->series->len - n) * sizeof *all);
  g_array_set_size (self->series, n);
}

/* Adds the series of all contexts: they share the times if there is only one context. */
static void
add_sums (DwellWriteIndex *self)
{
  guint n = self->series->len;

  g_array_sort (self->series, compare_areas);

  for (guint i = 0; i < n; i++)
    {
      const Series *series = &g_array_index (self->series, Series, i);
      Series *last = &g_array_index (self->series, Series, self->series->len - 1);

      if (self->series->len > n && last->area == series->area)
        {
          add_to_sum (self, last, series);
        }
      else
        {
          Series sum = *series;

          sum.context = DWELL_NONE;
          if (series->times != NULL)
            {
              sum.times = dwell_big_alloc (series->n * sizeof (gint64));
              memcpy (sum.times, series->times, series->n * sizeof (gint64));
            }
          g_array_append_val (self->series, sum);
        }
    }

  g_array_sort (self->series, compare_series);
}

static void
sum_up_blocks (guint    job,
               gpointer user_data)
{
  DwellWriteIndex *self = user_data;
  Series *series = &g_array_index (self->series, Series, job);
  guint64 n_periods = series->n > 0 ? series->n - 1 : 0;

  series->n_blocks = n_periods / PERIODS_A_BLOCK;
  series->least = dwell_big_alloc (series->n_blocks * sizeof (guint64));
  series->most = dwell_big_alloc (series->n_blocks * sizeof (guint64));

  for (guint64 block = 0; block < series->n_blocks; block++)
    {
      series->least[block] = G_MAXUINT64;

      for (guint64 i = 0; i < PERIODS_A_BLOCK; i++)
        {
          guint64 period = get_period (self, series, block * PERIODS_A_BLOCK + i + 1);

          series->least[block] = MIN (series->least[block], period);
          series->most[block] = MAX (series->most[block], period);
        }
    }
}

/* The maximum number of times of a track that are copied: those of a variable with several tracks,
 * or of states some of whose entries were not recorded. */
static gsize
count_own_times (const DwellTrace *trace,
                 const DwellTrack *track,
                 gboolean          is_shared)
{
  guint32 first;
  guint32 end;

  if (track->n_writes > 0)
    return is_shared ? track->n_writes : 0;

  return !find_entries (trace, track, &first, &end) || is_shared ? end - first : 0;
}

/*< private >
 * _dwell_write_index_count_bytes: returns the maximum bytes for the index and for making it */
gsize
_dwell_write_index_count_bytes (const DwellTrace *trace)
{
  g_autofree guint8 *is_shared = g_new0 (guint8, MAX (trace->n_areas, 1));
  g_autofree guint8 *is_seen = g_new0 (guint8, MAX (trace->n_areas, 1));
  gsize n_series = 0;
  gsize n_times = 0;

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (is_written (trace, &trace->tracks[i]))
      {
        guint32 area = trace->tracks[i].area;

        n_series++;
        is_shared[area] = is_seen[area];
        is_seen[area] = TRUE;
      }

  for (guint32 i = 0; i < trace->n_tracks; i++)
    if (is_written (trace, &trace->tracks[i]))
      n_times += count_own_times (trace, &trace->tracks[i], is_shared[trace->tracks[i].area]);

  /* Each series, and the sum of all contexts, in arrays that double and are sorted; while a sum
   * grows, it is in memory twice. */
  return 2 * n_series * 3 * sizeof (Series) + n_times * 4 * sizeof (gint64);
}

/*< private >
 * _dwell_write_index_new: returns NULL if there are no writes. */
DwellWriteIndex *
_dwell_write_index_new (const DwellTrace *trace)
{
  DwellWriteIndex *self = g_new0 (DwellWriteIndex, 1);

  self->trace = trace;
  self->series = g_array_new (FALSE, TRUE, sizeof (Series));
  g_array_set_clear_func (self->series, clear_series);

  for (guint32 i = 0; i < trace->n_tracks; i++)
    {
      const DwellTrack *track = &trace->tracks[i];
      Series series = { .context = track->context, .area = track->area };

      if (!is_written (trace, track))
        continue;

      series.first = track->first_write;
      series.n = track->n_writes;
      if (series.n == 0)
        take_entries (&series, trace, track);
      g_array_append_val (self->series, series);
    }

  if (self->series->len == 0)
    {
      _dwell_write_index_free (self);
      return NULL;
    }

  merge_tracks (self);
  add_sums (self);
  dwell_parallel_for (self->series->len, sum_up_blocks, self);
  return self;
}

void
_dwell_write_index_free (DwellWriteIndex *self)
{
  g_array_unref (self->series);
  g_free (self);
}

/* The periods that end with the times from @first to before @last. */
static void
find_extremes (const DwellWriteIndex *self,
               const Series          *series,
               guint64                first,
               guint64                last,
               DwellTimes            *times)
{
  guint64 least = G_MAXUINT64;
  guint64 most = 0;

  for (guint64 i = first; i < last;)
    {
      guint64 block = (i - 1) / PERIODS_A_BLOCK;

      if ((i - 1) % PERIODS_A_BLOCK == 0 && i + PERIODS_A_BLOCK <= last)
        {
          least = MIN (least, series->least[block]);
          most = MAX (most, series->most[block]);
          i += PERIODS_A_BLOCK;
        }
      else
        {
          guint64 period = get_period (self, series, i++);

          least = MIN (least, period);
          most = MAX (most, period);
        }
    }

  times->min = (gint64) MIN (least, G_MAXINT64);
  times->max = (gint64) MIN (most, G_MAXINT64);
}

/*< private >
 * _dwell_write_index_query: appends a DwellStatisticsRow to @rows for each variable in all
 * contexts, and for each in each context that it has times in. */
void
_dwell_write_index_query (const DwellWriteIndex *self,
                          gint64                 begin,
                          gint64                 end,
                          DwellStatisticsDetail  detail,
                          GArray                *rows)
{
  for (guint i = 0; i < self->series->len; i++)
    {
      const Series *series = &g_array_index (self->series, Series, i);
      guint64 first = search (self, series, begin, FALSE);
      guint64 last = search (self, series, end, TRUE);
      DwellStatisticsRow row = {
        .context = series->context, .area = series->area, .of = DWELL_STATISTICS_OF_WRITES,
        .count = last - first, .share = -1,
      };

      if (detail == DWELL_STATISTICS_ALL && row.count > 1)
        {
          row.n_periods = row.count - 1;
          row.period.avg = dwell_mean_new (
            _dwell_statistics_length (get_time (self, series, first),
                                      get_time (self, series, last - 1)), row.n_periods);
          find_extremes (self, series, first + 1, last, &row.period);
        }

      g_array_append_val (rows, row);
    }
}
