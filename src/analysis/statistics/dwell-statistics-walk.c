/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over the spans from which all totals come, and the blocks that make it short.
 *
 * The index is made in two passes over blocks, each on all processors: a survey finds how many
 * spans of each pair a block has and how far they reach. Summed up, this is all that a block needs
 * to know about earlier blocks, so the main walk, which sums up times, can start at all blocks in
 * parallel.
 *
 * The last spans of the rows suffice to continue at a border: a row's spans are disjoint and
 * numbers rise with the begin, so every open span is the last of its row; and a sibling that
 * overlaps a later child is still open when that begins. */
#include "config.h"

#include <string.h>

#include "analysis/statistics/dwell-statistics-private.h"
#include "core/dwell-memory.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

#define MIN_BLOCK_SPANS 65536u

/* A walk from a border to a time. */
typedef struct {
  const guint32 *context_blocks; /* by context: the block in which it is walked */
  gint64         until;          /* the last begin */
} Filter;

/*< private >
 * _dwell_statistics_load_rows: sets the states of the rows in which @last_spans began last */
void
_dwell_statistics_load_rows (const DwellStatisticsIndex *self,
                             const guint32              *last_spans,
                             DwellRowState              *rows)
{
  const DwellTrace *trace = self->trace;

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 span = last_spans[row];

      rows[row].span = span;
      rows[row].owner = DWELL_NONE;
      rows[row].cover = 0;
      if (span == DWELL_NONE)
        continue;

      rows[row].reach = dwell_trace_get_span_begin (trace, span);
      if ((trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0)
        rows[row].owner = _dwell_statistics_get_pair (self, row, trace->span_area[span]);
    }

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 span = last_spans[row];
      guint32 parent = span != DWELL_NONE ? trace->span_parent[span] : DWELL_NONE;
      DwellRowState *above;

      if (parent == DWELL_NONE)
        continue;

      above = &rows[trace->span_row[parent]];
      if (above->span == parent)
        above->reach = MAX (above->reach, dwell_trace_get_span_end (trace, span));
    }
}

/* Returns whether a span is nested. A child lies in its parent, so a span that is not inside an
 * earlier one of its pair is not nested: this avoids looking at frames for nearly all spans. Lines
 * have no parents, but the lines of a context and the functions that run them are one stack, in
 * order of time: what lies inside is nested. */
static inline gboolean
find_nested (const DwellStatisticsIndex *self,
             DwellNesting               *nesting,
             guint32                     row,
             guint32                     span,
             guint32                     pair,
             gint64                      begin,
             gint64                      end,
             const DwellPairState       *state)
{
  const DwellTrace *trace = self->trace;

  if (G_LIKELY (end > state->reach))
    return FALSE;

  if (trace->rows[row].is_lines)
    return begin < state->reach;

  return _dwell_nesting_is_nested (nesting, self->row_contexts[row], trace->span_parent[span],
                                   pair);
}

/* Several threads may set bits of the same word where blocks meet. */
static inline void
set_nested (const DwellStatisticsIndex *self,
            guint32                     span)
{
  __atomic_fetch_or (&self->nested[span / 64], (guint64) 1 << span % 64, __ATOMIC_RELAXED);
}

static inline void
add_span (DwellPairState *pair,
          gint64          begin,
          gint64          end,
          guint           flags,
          gboolean        is_nested)
{
  guint64 length = _dwell_statistics_length (begin, end);

  pair->call += length;
  pair->net += length;
  pair->outer += is_nested ? 0 : length;
  pair->n_recorded += (flags & DWELL_SPAN_BEGIN_MISSING) == 0;
  pair->n_incomplete += (flags & DWELL_SPAN_INCOMPLETE) != 0;
  pair->n_undefined += (flags & DWELL_SPAN_OWN_UNDEFINED) != 0;

  if (end <= pair->reach)
    return;

  pair->covered += _dwell_statistics_length (MAX (begin, pair->reach), end);
  pair->reach = end;
  pair->reach_is_recorded = (flags & DWELL_SPAN_END_MISSING) == 0;
}

/* Subtracts the children so far of the span in @row from its pair's own time. */
static inline void
settle_row (DwellRowState  *row,
            DwellPairState *states)
{
  if (row->cover > 0 && row->owner != DWELL_NONE)
    states[row->owner].net -= row->cover;

  row->cover = 0;
}

/* Walks the spans of @block: either those that pass @filter, which are counted; or all, finding
 * which are nested. The compiler makes both variants from this function. */
G_ALWAYS_INLINE static inline gboolean
walk (const DwellStatisticsIndex *self,
      guint32                     block,
      const Filter               *filter,
      DwellNesting               *nesting,
      DwellPairState             *states,
      DwellRowState              *rows,
      GCancellable               *cancellable)
{
  const DwellTrace *trace = self->trace;
  gboolean fetches_ahead = _dwell_statistics_fetches_ahead (self, sizeof *states);
  guint32 first = block * self->block_size;
  guint32 last = (guint32) MIN ((guint64) first + self->block_size, trace->n_spans);

  for (guint32 span = first; span < last; span++)
    {
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = begin + dwell_trace_get_span_duration (trace, span);
      guint flags = trace->span_flags[span];
      guint32 row = trace->span_row[span];
      guint32 parent = trace->span_parent[span];
      gboolean is_nested;
      guint32 pair;

      if ((span & DWELL_STATISTICS_CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;

      if (fetches_ahead)
        _dwell_statistics_fetch_ahead (self, span, last, states, sizeof *states);
      if (filter != NULL && (begin > filter->until ||
                             filter->context_blocks[self->row_contexts[row]] != block))
        continue;

      if (parent != DWELL_NONE && rows[trace->span_row[parent]].span == parent)
        _dwell_row_state_add_child (&rows[trace->span_row[parent]], begin, end);

      settle_row (&rows[row], states);
      pair = _dwell_statistics_get_pair (self, row, trace->span_area[span]);
      if (nesting != NULL)
        {
          is_nested = find_nested (self, nesting, row, span, pair, begin, end, &states[pair]);
          if (is_nested)
            set_nested (self, span);
        }
      else
        {
          states[pair].n++;
          is_nested = _dwell_statistics_is_nested (self, span);
        }

      rows[row].span = span;
      rows[row].reach = begin;
      rows[row].owner = DWELL_NONE;
      if ((flags & DWELL_SPAN_DOUBTFUL) == 0)
        {
          rows[row].owner = pair;
          add_span (&states[pair], begin, end, flags, is_nested);
        }
    }

  for (guint32 row = 0; row < trace->n_rows; row++)
    settle_row (&rows[row], states);

  return TRUE;
}

typedef struct {
  DwellStatisticsIndex *self;
  GCancellable         *cancellable;
} Making;

/* Counts the spans of a block and finds the reach of its pairs within the block. */
static void
survey (guint    block,
        gpointer user_data)
{
  Making *making = user_data;
  DwellStatisticsIndex *self = making->self;
  const DwellTrace *trace = self->trace;
  gboolean fetches_ahead = _dwell_statistics_fetches_ahead (self, sizeof (DwellPairState));
  DwellPairState *states = self->states + (gsize) (block + 1) * self->n_pairs;
  guint32 *last_spans = self->last_spans + (gsize) (block + 1) * trace->n_rows;
  guint32 first = block * self->block_size;
  guint32 last = (guint32) MIN ((guint64) first + self->block_size, trace->n_spans);
  gint64 earliest = G_MAXINT64;
  gint64 latest = G_MININT64;
  guint32 n_longs = 0;

  if (g_cancellable_is_cancelled (making->cancellable))
    return;

  memset (last_spans, 0xff, trace->n_rows * sizeof (guint32));
  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    states[pair].reach = DWELL_TIME_NONE;

  for (guint32 span = first; span < last; span++)
    {
      guint32 row = trace->span_row[span];
      guint32 pair = _dwell_statistics_get_pair (self, row, trace->span_area[span]);
      gint64 begin = dwell_trace_get_span_begin (trace, span);
      gint64 end = begin + dwell_trace_get_span_duration (trace, span);

      if ((span & DWELL_STATISTICS_CANCEL_MASK) == 0 &&
          g_cancellable_is_cancelled (making->cancellable))
        return;

      if (fetches_ahead)
        _dwell_statistics_fetch_ahead (self, span, last, states, sizeof *states);
      states[pair].n++;
      last_spans[row] = span;
      earliest = MIN (earliest, begin);
      latest = MAX (latest, begin);

      n_longs += _dwell_duration_is_long (_dwell_statistics_length (begin, end));

      if ((trace->span_flags[span] & DWELL_SPAN_DOUBTFUL) == 0 && end > states[pair].reach)
        {
          states[pair].reach = end;
          states[pair].reach_is_recorded = (trace->span_flags[span] & DWELL_SPAN_END_MISSING) == 0;
        }
    }

  self->block_begins[block] = earliest;
  self->block_ends[block] = latest;
  self->block_longs[block + 1] = n_longs;
}

/* Turns the results of each block into the state before the next. */
static void
sum_up_survey (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;

  for (guint32 block = 0; block < self->n_blocks; block++)
    {
      const DwellPairState *before = self->states + (gsize) block * self->n_pairs;
      DwellPairState *after = self->states + (gsize) (block + 1) * self->n_pairs;
      const guint32 *last_before = self->last_spans + (gsize) block * trace->n_rows;
      guint32 *last_after = self->last_spans + (gsize) (block + 1) * trace->n_rows;
      gint64 *context_begins = self->context_begins + (gsize) (block + 1) * trace->n_contexts;

      self->block_longs[block + 1] += self->block_longs[block];
      for (guint32 pair = 0; pair < self->n_pairs; pair++)
        {
          after[pair].n += before[pair].n;
          if (before[pair].reach >= after[pair].reach)
            {
              after[pair].reach = before[pair].reach;
              after[pair].reach_is_recorded = before[pair].reach_is_recorded;
            }
        }

      for (guint32 context = 0; context < trace->n_contexts; context++)
        context_begins[context] = DWELL_TIME_NONE;

      for (guint32 row = 0; row < trace->n_rows; row++)
        {
          gint64 *begin = &context_begins[self->row_contexts[row]];

          if (last_after[row] == DWELL_NONE)
            last_after[row] = last_before[row];
          if (last_after[row] != DWELL_NONE)
            *begin = MAX (*begin, dwell_trace_get_span_begin (trace, last_after[row]));
        }
    }
}

/* Walks through a block and adds the sums to the state after it. */
static void
walk_block (guint    block,
            gpointer user_data)
{
  Making *making = user_data;
  DwellStatisticsIndex *self = making->self;
  const DwellPairState *before = self->states + (gsize) block * self->n_pairs;
  DwellPairState *after = self->states + (gsize) (block + 1) * self->n_pairs;
  DwellPairState *states;
  DwellNesting nesting;
  DwellRowState *rows;

  if (g_cancellable_is_cancelled (making->cancellable))
    return;

  states = dwell_big_alloc (self->n_pairs * sizeof (DwellPairState));
  rows = dwell_big_alloc (self->trace->n_rows * sizeof (DwellRowState));

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    states[pair].reach = before[pair].reach;

  _dwell_statistics_load_rows (self, self->last_spans + (gsize) block * self->trace->n_rows, rows);
  _dwell_nesting_init (&nesting, self);
  walk (self, block, NULL, &nesting, states, rows, making->cancellable);
  _dwell_nesting_clear (&nesting);

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      after[pair].call = states[pair].call;
      after[pair].outer = states[pair].outer;
      after[pair].net = states[pair].net;
      after[pair].covered = states[pair].covered;
      after[pair].n_recorded = states[pair].n_recorded;
      after[pair].n_incomplete = states[pair].n_incomplete;
      after[pair].n_undefined = states[pair].n_undefined;
    }

  dwell_big_free (rows);
  dwell_big_free (states);
}

static void
sum_up_walk (DwellStatisticsIndex *self)
{
  for (guint32 block = 0; block < self->n_blocks; block++)
    {
      const DwellPairState *before = self->states + (gsize) block * self->n_pairs;
      DwellPairState *after = self->states + (gsize) (block + 1) * self->n_pairs;

      for (guint32 pair = 0; pair < self->n_pairs; pair++)
        {
          after[pair].call += before[pair].call;
          after[pair].outer += before[pair].outer;
          after[pair].net += before[pair].net;
          after[pair].covered += before[pair].covered;
          after[pair].n_recorded += before[pair].n_recorded;
          after[pair].n_incomplete += before[pair].n_incomplete;
          after[pair].n_undefined += before[pair].n_undefined;
        }
    }
}

/*< private >
 * _dwell_statistics_cut: chooses the size of blocks so that the data of a block is small compared
 * with its spans: 3 bytes a span for the pairs, half a byte for the rows, one for the contexts */
void
_dwell_statistics_cut (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  guint64 size = MAX (MIN_BLOCK_SPANS, 32 * (guint64) self->n_pairs);

  size = MAX (size, 8 * ((guint64) trace->n_rows + trace->n_contexts));
  if (self->block_size == 0)
    self->block_size = (guint32) MIN (size, G_MAXUINT32);
  self->n_blocks = (guint32) (((guint64) trace->n_spans + self->block_size - 1) / self->block_size);
}

/*< private >
 * _dwell_statistics_count_state_bytes: returns the maximum bytes for blocks and for making them */
gsize
_dwell_statistics_count_state_bytes (const DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  gsize n_borders = (gsize) self->n_blocks + 1;
  gsize n_threads = dwell_parallel_get_n_threads ();

  return n_borders * (self->n_pairs * sizeof (DwellPairState) + trace->n_rows * sizeof (guint32) +
                      trace->n_contexts * sizeof (gint64) + 2 * sizeof (gint64) +
                      sizeof (guint32)) +
         trace->n_spans / 8 + sizeof (guint64) +
         n_threads * (self->n_pairs * sizeof (DwellPairState) +
                      trace->n_rows * sizeof (DwellRowState) +
                      _dwell_nesting_count_bytes (self));
}

static void
make_blocks (DwellStatisticsIndex *self)
{
  const DwellTrace *trace = self->trace;
  gsize n_borders = (gsize) self->n_blocks + 1;

  self->states = dwell_big_alloc (n_borders * self->n_pairs * sizeof (DwellPairState));
  self->last_spans = dwell_big_alloc (n_borders * trace->n_rows * sizeof (guint32));
  self->context_begins = dwell_big_alloc (n_borders * trace->n_contexts * sizeof (gint64));
  self->block_begins = dwell_big_alloc (self->n_blocks * sizeof (gint64));
  self->block_ends = dwell_big_alloc (self->n_blocks * sizeof (gint64));
  self->block_longs = dwell_big_alloc (n_borders * sizeof (guint32));

  memset (self->last_spans, 0xff, trace->n_rows * sizeof (guint32));
  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    self->states[pair].reach = DWELL_TIME_NONE;
  for (guint32 context = 0; context < trace->n_contexts; context++)
    self->context_begins[context] = DWELL_TIME_NONE;
}

/*< private >
 * _dwell_statistics_make_states: makes the states at the borders of blocks, and finds the lengths
 * of the pairs' lists. Returns false if cancelled. */
gboolean
_dwell_statistics_make_states (DwellStatisticsIndex *self,
                               GCancellable         *cancellable)
{
  Making making = { self, cancellable };
  guint32 first = 0;

  make_blocks (self);
  dwell_parallel_for (self->n_blocks, survey, &making);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;

  sum_up_survey (self);

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      self->pairs[pair].first = first;
      first += self->states[(gsize) self->n_blocks * self->n_pairs + pair].n;
    }

  self->pairs[self->n_pairs].first = first;
  self->nested = dwell_big_alloc (((gsize) self->trace->n_spans / 64 + 1) * sizeof (guint64));

  dwell_parallel_for (self->n_blocks, walk_block, &making);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;

  sum_up_walk (self);
  return TRUE;
}

/* The block in which @context passes @until: the last with no later begin before it. */
static guint32
find_block (const DwellStatisticsIndex *self,
            guint32                     context,
            gint64                      until)
{
  const gint64 *begins = self->context_begins + context;
  gsize n_contexts = self->trace->n_contexts;

  return dwell_lower_bound (i, 1, self->n_blocks + 1, begins[i * n_contexts] <= until) - 1;
}

static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* The spans that end after @time, or just then if @touching, by number. */
static GArray *
find_open (const DwellStatisticsIndex *self,
           const DwellRowState        *rows,
           gint64                      time,
           gboolean                    touching)
{
  const DwellTrace *trace = self->trace;
  GArray *open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 span = rows[row].span;

      if (span != DWELL_NONE && (dwell_trace_get_span_end (trace, span) > time ||
                                 (touching && dwell_trace_get_span_end (trace, span) == time)))
        g_array_append_val (open, span);
    }

  g_array_sort (open, compare_spans);
  return open;
}

/* Subtracts what lies beyond @time: walks over the open spans again as if all of them began at
 * @time. */
static void
clip (const DwellStatisticsIndex *self,
      gint64                      time,
      const GArray               *open,
      DwellPairState             *states,
      DwellRowState              *rows)
{
  const DwellTrace *trace = self->trace;

  for (guint i = 0; i < open->len; i++)
    {
      DwellRowState *row = &rows[trace->span_row[g_array_index (open, guint32, i)]];

      row->reach = time;
      if (row->owner != DWELL_NONE)
        states[row->owner].reach = time;
    }

  for (guint i = 0; i < open->len; i++)
    {
      guint32 span = g_array_index (open, guint32, i);
      guint32 parent = trace->span_parent[span];
      gint64 end = dwell_trace_get_span_end (trace, span);
      guint64 beyond = _dwell_statistics_length (time, end);
      guint32 pair = rows[trace->span_row[span]].owner;

      if (parent != DWELL_NONE)
        {
          DwellRowState *above = &rows[trace->span_row[parent]];

          if (above->span == parent)
            _dwell_row_state_add_child (above, time, end);
        }

      if (pair == DWELL_NONE)
        continue;

      states[pair].call -= beyond;
      states[pair].net -= beyond;
      states[pair].outer -= _dwell_statistics_is_nested (self, span) ? 0 : beyond;
      if (end > states[pair].reach)
        {
          states[pair].covered -= _dwell_statistics_length (states[pair].reach, end);
          states[pair].reach = end;
        }
    }

  for (guint i = 0; i < open->len; i++)
    {
      const DwellRowState *row = &rows[trace->span_row[g_array_index (open, guint32, i)]];

      if (row->owner != DWELL_NONE)
        states[row->owner].net += row->cover;
    }
}

/* Takes the states at the borders before @context_blocks, and walks from there. */
static gboolean
walk_to (const DwellStatisticsIndex *self,
         const Filter               *filter,
         DwellPairState             *states,
         DwellRowState              *rows,
         GCancellable               *cancellable)
{
  const DwellTrace *trace = self->trace;
  g_autofree guint32 *last_spans = g_new (guint32, MAX (trace->n_rows, 1));
  g_autofree guint8 *is_wanted = g_new0 (guint8, (gsize) self->n_blocks + 1);

  for (guint32 context = 0; context < trace->n_contexts; context++)
    is_wanted[filter->context_blocks[context]] = TRUE;

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      gsize block = filter->context_blocks[self->row_contexts[row]];

      last_spans[row] = self->last_spans[block * trace->n_rows + row];
    }

  for (guint32 pair = 0; pair < self->n_pairs; pair++)
    {
      gsize block = filter->context_blocks[self->pairs[pair].context];

      states[pair] = self->states[block * self->n_pairs + pair];
    }

  _dwell_statistics_load_rows (self, last_spans, rows);

  for (guint32 block = 0; block < self->n_blocks; block++)
    if (is_wanted[block] && !walk (self, block, filter, NULL, states, rows, cancellable))
      return FALSE;

  return !g_cancellable_is_cancelled (cancellable);
}

/*< private >
 * _dwell_statistics_get_states: returns the sums of all spans that began before @time (or at it, if
 * @inclusive), clipped there. If not @inclusive, spans without a recorded begin or end count only
 * if they ended before @time, and spans without a meaningful own time if they ended by then.
 *
 * Returns: (transfer full) (nullable): states by pair, whose reach is meaningless, for
 *   dwell_big_free(); %NULL if cancelled */
DwellPairState *
_dwell_statistics_get_states (const DwellStatisticsIndex *self,
                              gint64                      time,
                              gboolean                    inclusive,
                              GCancellable               *cancellable)
{
  const DwellTrace *trace = self->trace;
  DwellPairState *states = dwell_big_alloc (self->n_pairs * sizeof (DwellPairState));
  DwellRowState *rows = dwell_big_alloc (trace->n_rows * sizeof (DwellRowState));
  g_autofree guint32 *context_blocks = g_new (guint32, MAX (trace->n_contexts, 1));
  Filter filter = { context_blocks, inclusive || time == G_MININT64 ? time : time - 1 };

  for (guint32 context = 0; context < trace->n_contexts; context++)
    context_blocks[context] = find_block (self, context, filter.until);

  if (walk_to (self, &filter, states, rows, cancellable))
    {
      g_autoptr(GArray) open = find_open (self, rows, time, !inclusive);

      for (guint i = 0; i < open->len && !inclusive; i++)
        {
          guint32 span = g_array_index (open, guint32, i);
          guint32 pair = rows[trace->span_row[span]].owner;
          guint flags = trace->span_flags[span];

          if (pair != DWELL_NONE)
            {
              states[pair].n_incomplete -= (flags & DWELL_SPAN_INCOMPLETE) != 0;
              states[pair].n_undefined -= (flags & DWELL_SPAN_OWN_UNDEFINED) != 0 &&
                                          dwell_trace_get_span_end (trace, span) > time;
            }
        }

      clip (self, time, open, states, rows);
    }
  else
    {
      g_clear_pointer (&states, dwell_big_free);
    }

  dwell_big_free (rows);
  return states;
}
