/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Within a row span numbers rise with their begins, so the order by row and number is also the
 * order by row and time. */
#include "config.h"

#include "analysis/dwell-overruns.h"

#include "core/dwell-memory.h"
#include "core/dwell-search.h"
#include "core/dwell-sort.h"

/* A span and its row as one number, which sorts by row, then by span. */
static guint64
make_key (const DwellTrace *trace,
          guint32           span)
{
  return (guint64) trace->span_row[span] << 32 | span;
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

static guint
get_column (const DwellTrace *trace,
            gint64            time)
{
  guint64 duration = (guint64) trace->end - (guint64) trace->begin;
  guint64 offset = (guint64) CLAMP (time, trace->begin, trace->end) - (guint64) trace->begin;
  __uint128_t column = (__uint128_t) offset * DWELL_OVERRUNS_N_COLUMNS / MAX (duration, 1);

  return (guint) MIN (column, DWELL_OVERRUNS_N_COLUMNS - 1);
}

static void
count_columns (DwellOverruns *self)
{
  const DwellTrace *trace = self->trace;
  gint64 changes[DWELL_OVERRUNS_N_COLUMNS + 1] = { 0 };
  gint64 n = 0;

  for (guint64 i = 0; i < self->n; i++)
    self->columns[get_column (trace, dwell_trace_get_span_end (trace, self->spans[i]))]++;

  for (guint i = 0; i < self->stretches->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (self->stretches, DwellOverrunMark, i);

      changes[get_column (trace, mark->begin)]++;
      changes[get_column (trace, mark->end) + 1]--;
    }
  for (guint i = 0; i < DWELL_OVERRUNS_N_COLUMNS; i++)
    {
      n += changes[i];
      self->has_stretch[i] = n > 0;
    }
}

static int
compare_begins (gconstpointer a,
                gconstpointer b)
{
  const DwellOverrunMark *left = a;
  const DwellOverrunMark *right = b;

  if (left->begin != right->begin)
    return left->begin < right->begin ? -1 : 1;
  if (left->end != right->end)
    return left->end < right->end ? -1 : 1;
  return (left->cause > right->cause) - (left->cause < right->cause);
}

static int
compare_tracks (gconstpointer a,
                gconstpointer b)
{
  const DwellOverrunBar *left = a;
  const DwellOverrunBar *right = b;

  if (left->track != right->track)
    return left->track < right->track ? -1 : 1;
  return (left->begin > right->begin) - (left->begin < right->begin);
}

static int
compare_places_of_marks (gconstpointer a,
                         gconstpointer b)
{
  const DwellOverrunMark *left = a;
  const DwellOverrunMark *right = b;

  return left->track != right->track ? (left->track < right->track ? -1 : 1)
                                     : compare_begins (a, b);
}

static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const DwellOverrunMark *left = a;
  const DwellOverrunMark *right = b;

  if (left->span != right->span)
    return left->span < right->span ? -1 : 1;
  return (left->cause > right->cause) - (left->cause < right->cause);
}

static void
list_ends (DwellOverruns *self)
{
  for (guint i = 0; i < self->stretches->len; i++)
    g_array_append_val (self->ends, g_array_index (self->stretches, DwellOverrunMark, i).end);
  dwell_sort_int64 ((gint64 *) (gpointer) self->ends->data, self->ends->len, NULL);
}

/* Merges the marks of each track. */
static void
make_bars (const GArray *marks,
           GArray       *bars)
{
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (DwellOverrunBar));

  for (guint i = 0; i < marks->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, i);
      DwellOverrunBar bar = { mark->track, mark->begin, mark->end,
                              (guint8) mark->is_torn_at_begin, (guint8) mark->is_torn_at_end };

      if (mark->track != DWELL_NONE)
        g_array_append_val (all, bar);
    }
  g_array_sort (all, compare_tracks);

  for (guint i = 0; i < all->len; i++)
    {
      const DwellOverrunBar *bar = &g_array_index (all, DwellOverrunBar, i);
      DwellOverrunBar *last = bars->len > 0
        ? &g_array_index (bars, DwellOverrunBar, bars->len - 1) : NULL;

      if (last != NULL && last->track == bar->track && bar->begin <= last->end)
        {
          last->is_torn_at_begin |= bar->is_torn_at_begin;
          last->is_torn_at_end |= bar->is_torn_at_end;
          last->end = MAX (last->end, bar->end);
        }
      else
        g_array_append_vals (bars, bar, 1);
    }
}

static gint64
get_begin (const DwellOverruns *self,
           guint64              place)
{
  return dwell_trace_get_span_begin (self->trace, self->spans[self->by_begin[place]]);
}

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const DwellOverruns *self = user_data;
  guint32 left = self->spans[*(const guint32 *) a];
  guint32 right = self->spans[*(const guint32 *) b];
  gint64 left_begin = dwell_trace_get_span_begin (self->trace, left);
  gint64 right_begin = dwell_trace_get_span_begin (self->trace, right);

  if (left_begin != right_begin)
    return left_begin < right_begin ? -1 : 1;
  return (left > right) - (left < right);
}

static void
sort_by_begin (DwellOverruns *self)
{
  for (guint64 i = 0; i < self->n; i++)
    self->by_begin[i] = (guint32) i;
  g_qsort_with_data (self->by_begin, (int) self->n, sizeof (guint32), compare_places, self);
}

/* Adds the keys of spans that violate requirements, and keeps all marks. */
static void
take_marks (DwellOverruns *self,
            const GArray  *marks,
            GArray        *keys)
{
  for (guint i = 0; marks != NULL && i < marks->len; i++)
    {
      const DwellOverrunMark *mark = &g_array_index (marks, DwellOverrunMark, i);

      if (mark->is_undecided)
        {
          g_array_append_vals (self->undecided, mark, 1);
          continue;
        }
      g_array_append_vals (mark->span != DWELL_NONE ? self->violations : self->stretches, mark, 1);
      if (mark->span != DWELL_NONE)
        g_array_append_vals (keys, &(guint64) { make_key (self->trace, mark->span) }, 1);
    }

}

static void
sort_marks (DwellOverruns *self)
{
  g_array_sort (self->stretches, compare_begins);
  g_array_sort (self->violations, compare_spans);
  g_array_sort (self->undecided, compare_places_of_marks);
}

/**
 * dwell_overruns_new:
 * @trace: a whole trace
 * @marks: (nullable) (element-type DwellOverrunMark): violations of requirements in it
 * @others: (nullable) (element-type DwellOverrunMark): violations of other requirements
 *
 * Sorts marks into the orders in which they are looked up; call it on a worker.
 *
 * Returns: (transfer full) (nullable): the overruns, or %NULL if there is too little memory
 */
DwellOverruns *
dwell_overruns_new (DwellTrace   *trace,
                    const GArray *marks,
                    const GArray *others)
{
  gsize n_most = (marks != NULL ? marks->len : 0) + (others != NULL ? others->len : 0);
  g_autoptr(GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  DwellOverruns *self;
  guint32 *spans = dwell_big_try_alloc (MAX (n_most, 1) * sizeof (guint32), NULL);
  guint32 *by_begin = spans == NULL ? NULL
                                    : dwell_big_try_alloc (MAX (n_most, 1) * sizeof (guint32),
                                                           NULL);

  if (by_begin == NULL)
    {
      dwell_big_free (spans);
      return NULL;
    }

  self = g_new0 (DwellOverruns, 1);
  self->trace = dwell_trace_ref (trace);
  self->spans = spans;
  self->by_begin = by_begin;
  self->bars = g_array_new (FALSE, FALSE, sizeof (DwellOverrunBar));
  self->stretches = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  self->ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->violations = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  self->undecided = g_array_new (FALSE, FALSE, sizeof (DwellOverrunMark));
  self->torn = g_array_new (FALSE, FALSE, sizeof (DwellOverrunBar));

  take_marks (self, marks, keys);
  take_marks (self, others, keys);
  sort_marks (self);
  g_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len; i++)
    if (i == 0 || g_array_index (keys, guint64, i) != g_array_index (keys, guint64, i - 1))
      spans[self->n++] = (guint32) g_array_index (keys, guint64, i);
  sort_by_begin (self);
  list_ends (self);
  make_bars (self->stretches, self->bars);
  make_bars (self->undecided, self->torn);
  count_columns (self);
  return self;
}

/**
 * dwell_overruns_free:
 * @self: (transfer full): overruns
 */
void
dwell_overruns_free (DwellOverruns *self)
{
  g_array_unref (self->torn);
  g_array_unref (self->undecided);
  g_array_unref (self->violations);
  g_array_unref (self->ends);
  g_array_unref (self->stretches);
  g_array_unref (self->bars);
  dwell_big_free (self->by_begin);
  dwell_big_free ((gpointer) self->spans);
  dwell_trace_unref (self->trace);
  g_free (self);
}

/**
 * dwell_overruns_search:
 * @self: overruns
 * @row: a row of the trace
 * @time: ns
 *
 * Returns: the place of the first overrun of @row that ends at @time or later; if there is none, of
 *   the first of a later row, or n
 */
guint64
dwell_overruns_search (const DwellOverruns *self,
                       guint32              row,
                       gint64               time)
{
  const guint32 *rows = self->trace->span_row;
  const guint32 *spans = self->spans;

  return dwell_lower_bound (i, 0, self->n,
                            rows[spans[i]] < row ||
                            (rows[spans[i]] == row &&
                             dwell_trace_get_span_end (self->trace, spans[i]) < time));
}

/**
 * dwell_overruns_has_span:
 * @self: overruns
 * @span: a span of their trace
 *
 * Returns: whether it is one of them
 */
gboolean
dwell_overruns_has_span (const DwellOverruns *self,
                         guint32              span)
{
  guint64 key = make_key (self->trace, span);
  guint64 place = dwell_lower_bound (i, 0, self->n, make_key (self->trace, self->spans[i]) < key);

  return place < self->n && self->spans[place] == span;
}

static guint
search_bars (const GArray *array,
             guint32       track,
             gint64        time)
{
  const DwellOverrunBar *bars = (const DwellOverrunBar *) (gconstpointer) array->data;

  return dwell_lower_bound (i, 0, array->len,
                            bars[i].track < track ||
                            (bars[i].track == track && bars[i].end < time));
}

/**
 * dwell_overruns_search_torn:
 * @self: overruns
 * @track: a track of the trace
 * @time: ns
 *
 * Like dwell_overruns_search_bar(), for what could not be decided.
 *
 * Returns: the place in torn, or their number
 */
guint
dwell_overruns_search_torn (const DwellOverruns *self,
                            guint32              track,
                            gint64               time)
{
  return search_bars (self->torn, track, time);
}

/**
 * dwell_overruns_search_bar:
 * @self: overruns
 * @track: a track of the trace
 * @time: ns
 *
 * Returns: the place of the first bar of @track that ends at @time or later; if there is none, of
 *   the first of a later track, or the number of bars
 */
guint
dwell_overruns_search_bar (const DwellOverruns *self,
                           guint32              track,
                           gint64               time)
{
  return search_bars (self->bars, track, time);
}

/**
 * dwell_overruns_count:
 * @self: overruns
 *
 * Returns: the number of overruns, both spans and stretches
 */
guint64
dwell_overruns_count (const DwellOverruns *self)
{
  return self->n + self->stretches->len;
}

static gint64
get_stretch_begin (const DwellOverruns *self,
                   guint64              place)
{
  return g_array_index (self->stretches, DwellOverrunMark, place).begin;
}

/**
 * dwell_overruns_count_stretches:
 * @self: overruns
 * @begin: ns
 * @end: ns
 *
 * Returns: how many stretches overlap the range from @begin to @end, both inclusive
 */
guint
dwell_overruns_count_stretches (const DwellOverruns *self,
                                gint64               begin,
                                gint64               end)
{
  guint n_begun = dwell_lower_bound (i, 0, self->stretches->len,
                                     get_stretch_begin (self, i) <= end);
  guint n_ended = dwell_lower_bound (i, 0, self->ends->len,
                                     g_array_index (self->ends, gint64, i) < begin);

  return n_begun - n_ended;
}

/**
 * dwell_overruns_find:
 * @self: overruns
 * @time: ns
 *
 * Returns: the place, among all overruns by begin, of the first that begins at @time or later;
 *   their number if there is none
 */
guint64
dwell_overruns_find (const DwellOverruns *self,
                     gint64               time)
{
  return dwell_lower_bound (i, 0, self->n, get_begin (self, i) < time) +
         dwell_lower_bound (i, 0, (guint64) self->stretches->len,
                            get_stretch_begin (self, i) < time);
}

/**
 * dwell_overruns_get_mark:
 * @self: overruns
 * @place: less than dwell_overruns_count()
 *
 * Spans and stretches are sorted by begin; where both begin at the same time, spans come first.
 *
 * Returns: the mark at @place; for a span with several causes, the first
 */
DwellOverrunMark
dwell_overruns_get_mark (const DwellOverruns *self,
                         guint64              place)
{
  guint64 n_stretches = self->stretches->len;
  guint64 first = place > n_stretches ? place - n_stretches : 0;
  guint64 end = MIN (place, self->n);
  /* How many spans are before it. */
  guint64 n_spans = dwell_lower_bound (i, first, end,
                                       get_begin (self, i) <=
                                       get_stretch_begin (self, place - i - 1));
  guint n;

  if (n_spans == self->n ||
      (place - n_spans < n_stretches &&
       get_stretch_begin (self, place - n_spans) < get_begin (self, n_spans)))
    return g_array_index (self->stretches, DwellOverrunMark, place - n_spans);

  return *dwell_overruns_get_violations (self, self->spans[self->by_begin[n_spans]], &n);
}

/**
 * dwell_overruns_get_undecided:
 * @self: overruns
 * @track: a track of their trace
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n) (nullable): what could not be decided on @track, by
 *   begin; %NULL: there are none
 */
const DwellOverrunMark *
dwell_overruns_get_undecided (const DwellOverruns *self,
                              guint32              track,
                              guint               *n)
{
  const DwellOverrunMark *marks = (const DwellOverrunMark *) (gconstpointer) self->undecided->data;
  guint first = dwell_lower_bound (i, 0, self->undecided->len, marks[i].track < track);
  guint end = dwell_lower_bound (i, first, self->undecided->len, marks[i].track <= track);

  *n = end - first;
  return *n > 0 ? marks + first : NULL;
}

/**
 * dwell_overruns_get_violations:
 * @self: overruns
 * @span: a span of their trace
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the requirements that @span violates
 */
const DwellOverrunMark *
dwell_overruns_get_violations (const DwellOverruns *self,
                               guint32              span,
                               guint               *n)
{
  const DwellOverrunMark *marks = (const DwellOverrunMark *) (gconstpointer) self->violations->data;
  guint first = dwell_lower_bound (i, 0, self->violations->len, marks[i].span < span);
  guint end = dwell_lower_bound (i, first, self->violations->len, marks[i].span <= span);

  *n = end - first;
  return marks + first;
}
