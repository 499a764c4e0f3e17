/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a tree from the nesting of spans: walks over the spans of a range in order of number, which
 * within a context is the order of begin. The walk keeps a state for each row: the span that began
 * last, its node, and how far its children reach. Spans that are open at the start of the range
 * come first. The spans are walked in chunks, independently on several threads; a chunk finds the
 * nodes of spans that were open before it when they are needed. The trees of the chunks are merged
 * in order. */
#include "config.h"

#include <string.h>

#include "analysis/tree/dwell-tree-private.h"
#include "core/dwell-parallel.h"
#include "core/dwell-search.h"

#define MIN_CHUNK_SPANS 65536u
#define CANCEL_MASK     0xffffu

typedef struct {
  guint32 span;       /* the last that began in the row, or DWELL_NONE */
  guint32 node;       /* its node, or DWELL_NONE: not known yet */
  gint64  reach;      /* the latest end of its children, or its begin */
  guint32 suspension; /* current place of its row in row_suspensions */
} RowState;

/* Numbers from first to before last. */
typedef struct {
  guint32 first;
  guint32 last;
} Interval;

typedef struct {
  const DwellTrace       *trace;
  const DwellTreeOptions *options;
  guint32                *map;       /* area by area */
  guint8                 *is_wanted; /* by row */
  GArray                 *chunks;    /* Interval */
  GArray                 *open;      /* spans that began before the range and last into it */
  DwellTreeBuild        **builds;    /* the tree of the open spans, then one for each chunk */
  gboolean                has_suspensions;
  GCancellable           *cancellable;
} Gathering;

typedef struct {
  const Gathering *gathering;
  DwellTreeBuild  *build;
  RowState        *rows;
  guint32         *pauses; /* by context: its current pause, or DWELL_NONE */
  GArray          *path;
} Walk;

static guint32
find (Walk    *walk,
      guint32  above,
      guint32  item,
      guint32  span)
{
  guint32 number = _dwell_tree_build_find (walk->build, above, item, span);
  DwellTreeNode *node = _dwell_tree_build_get (walk->build, number);

  /* If there was too little memory for it, it is @above, which may be the root. */
  if (walk->build->is_full)
    return above;

  if (_dwell_tree_is_earlier (walk->gathering->trace, TRUE, span, node->first))
    node->first = span;
  return number;
}

/* The node of a span below @above, the node of its caller. It is @above itself if the span has no
 * node, as it is doubtful or a line of its caller. */
static guint32
step (Walk    *walk,
      guint32  above,
      guint32  span)
{
  const DwellTrace *trace = walk->gathering->trace;
  guint32 area = trace->span_area[span];
  guint32 item = walk->gathering->map[area];
  guint32 parent = trace->span_parent[span];

  if (trace->span_flags[span] & DWELL_SPAN_DOUBTFUL)
    return above;

  if (item != area && parent != DWELL_NONE &&
      _dwell_tree_build_get (walk->build, above)->item == item &&
      trace->areas[trace->span_area[parent]].kind != DWELL_AREA_LINE)
    return above;

  return find (walk, above, item, span);
}

/* Returns the parent node of the outermost spans of @row. */
static guint32
get_root (Walk    *walk,
          guint32  span)
{
  const DwellTrace *trace = walk->gathering->trace;

  if (!walk->gathering->options->by_context)
    return DWELL_TREE_ROOT;

  return find (walk, DWELL_TREE_ROOT, trace->n_areas + dwell_trace_get_span_context (trace, span),
               span);
}

/* The node of a span that began before this chunk, found by going down the path to it. */
static guint32
find_node (Walk    *walk,
           guint32  span)
{
  const DwellTrace *trace = walk->gathering->trace;
  guint32 node = DWELL_NONE;

  g_array_set_size (walk->path, 0);
  for (; span != DWELL_NONE; span = trace->span_parent[span])
    {
      const RowState *row = &walk->rows[trace->span_row[span]];

      if (row->span == span && row->node != DWELL_NONE)
        {
          node = row->node;
          break;
        }
      g_array_append_val (walk->path, span);
    }

  if (node == DWELL_NONE)
    node = get_root (walk, g_array_index (walk->path, guint32, walk->path->len - 1));

  for (guint i = walk->path->len; i-- > 0;)
    {
      RowState *row;

      span = g_array_index (walk->path, guint32, i);
      row = &walk->rows[trace->span_row[span]];
      node = step (walk, node, span);
      if (row->span == span)
        row->node = node;
    }

  return node;
}

static guint64
get_length (gint64 begin,
            gint64 end)
{
  return end > begin ? (guint64) end - (guint64) begin : 0;
}

/* For how long the context of @span did not run between @begin and @end. */
static guint64
get_paused (Walk    *walk,
            guint32  span,
            gint64   begin,
            gint64   end)
{
  const DwellTrace *trace = walk->gathering->trace;
  guint32 context = dwell_trace_get_span_context (trace, span);

  return dwell_trace_get_paused (trace, context, begin, end, &walk->pauses[context]);
}

/* The length of the suspensions of @span between @begin and @end. Those of a row come in order of
 * begin, so in order of its spans. */
static guint64
get_suspended (Walk    *walk,
               guint32  span,
               gint64   begin,
               gint64   end)
{
  const DwellTrace *trace = walk->gathering->trace;
  const DwellRow *row = &trace->rows[trace->span_row[span]];
  RowState *state = &walk->rows[trace->span_row[span]];
  guint64 suspended = 0;

  if (state->suspension == DWELL_NONE)
    state->suspension = dwell_trace_suspension_search (trace, trace->span_row[span], begin);

  for (; state->suspension < row->first_suspension + row->n_suspensions; state->suspension++)
    {
      guint32 i = trace->row_suspensions[state->suspension];

      if (trace->suspension_span[i] > span)
        break;
      if (trace->suspension_span[i] == span)
        suspended += get_length (MAX (begin, trace->suspension_begin[i]),
                                 MIN (end, trace->suspension_end[i]));
    }

  return suspended;
}

/* A child of the span in @row lies from @begin to @end: subtracts the part not covered by earlier
 * siblings from the own time. */
static void
add_child (Walk     *walk,
           RowState *row,
           gint64    begin,
           gint64    end)
{
  const Gathering *gathering = walk->gathering;
  gint64 from = MAX (begin, row->reach);

  if (end <= from)
    return;

  row->reach = end;
  if (!gathering->has_suspensions &&
      (gathering->trace->span_flags[row->span] & DWELL_SPAN_DOUBTFUL) == 0)
    _dwell_tree_build_get (walk->build, row->node)->self -= get_length (from, end);
}

static void
count_span (Walk    *walk,
            guint32  span,
            guint32  node_number,
            guint64  gross)
{
  const Gathering *gathering = walk->gathering;
  const DwellTrace *trace = gathering->trace;
  DwellTreeNode *node = _dwell_tree_build_get (walk->build, node_number);
  guint64 whole_length = get_length (dwell_trace_get_span_begin (trace, span),
                                     dwell_trace_get_span_end (trace, span));

  node->total += gross;
  node->count += dwell_trace_get_span_begin (trace, span) >= gathering->options->begin &&
                 (trace->span_flags[span] & DWELL_SPAN_BEGIN_MISSING) == 0;
  if (node->longest == DWELL_NONE || whole_length > node->longest_length)
    {
      node->longest = span;
      node->longest_length = whole_length;
    }
}

static void
add_span (Walk    *walk,
          guint32  span)
{
  const Gathering *gathering = walk->gathering;
  const DwellTrace *trace = gathering->trace;
  gint64 begin = MAX (dwell_trace_get_span_begin (trace, span), gathering->options->begin);
  gint64 end = MIN (dwell_trace_get_span_end (trace, span), gathering->options->end);
  guint32 parent = trace->span_parent[span];
  RowState *row = &walk->rows[trace->span_row[span]];
  guint flags = trace->span_flags[span];
  guint64 length = get_length (begin, end);
  guint64 suspended = 0;
  guint64 paused = 0;
  DwellTreeNode *node;
  guint32 above;

  if (parent != DWELL_NONE)
    {
      RowState *caller = &walk->rows[trace->span_row[parent]];

      above = caller->span == parent && caller->node != DWELL_NONE ? caller->node
                                                                   : find_node (walk, parent);
      if (caller->span == parent)
        add_child (walk, caller, begin, end);
    }
  else
    {
      above = get_root (walk, span);
    }

  row->span = span;
  row->node = step (walk, above, span);
  row->reach = begin;
  if (flags & DWELL_SPAN_DOUBTFUL)
    return;

  if (gathering->has_suspensions)
    {
      suspended = get_suspended (walk, span, begin, end);
      paused = get_paused (walk, span, begin, end);
    }
  node = _dwell_tree_build_get (walk->build, row->node);
  node->self += (DwellTreeWeight) length - suspended;
  node->self_is_undefined |= (flags & DWELL_SPAN_OWN_UNDEFINED) != 0;
  if (row->node != above)
    count_span (walk, span, row->node, length - paused);
}

/* A span that began before the range but whose number is among those of other contexts: it is now
 * the last in its row, and may overlap later siblings. */
static void
pass_span (Walk    *walk,
           guint32  span)
{
  const DwellTrace *trace = walk->gathering->trace;
  guint32 parent = trace->span_parent[span];
  RowState *row = &walk->rows[trace->span_row[span]];

  row->span = span;
  row->node = DWELL_NONE;
  row->reach = dwell_trace_get_span_begin (trace, span);
  if (parent != DWELL_NONE && walk->rows[trace->span_row[parent]].span == parent)
    walk->rows[trace->span_row[parent]].reach =
      MAX (walk->rows[trace->span_row[parent]].reach, dwell_trace_get_span_end (trace, span));
}

/* The place in row_spans after the last span of @row with a number below @number. */
static guint32
find_number (const DwellTrace *trace,
             guint32           row,
             guint32           number)
{
  guint32 first = trace->rows[row].first_span;

  return dwell_lower_bound (i, first, first + trace->rows[row].n_spans,
                            trace->row_spans[i] < number);
}

/* The rows as they are before the span @first: the last spans of all rows suffice, as every open
 * span is the last in its row, and a sibling that overlaps a later child is open then. */
static void
load_rows (Walk    *walk,
           guint32  first)
{
  const Gathering *gathering = walk->gathering;
  const DwellTrace *trace = gathering->trace;

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      RowState *state = &walk->rows[row];
      guint32 place = gathering->is_wanted[row] ? find_number (trace, row, first) : 0;

      state->span = DWELL_NONE;
      state->node = DWELL_NONE;
      state->suspension = DWELL_NONE;
      if (!gathering->is_wanted[row] || place == trace->rows[row].first_span)
        continue;

      state->span = trace->row_spans[place - 1];
      state->reach = dwell_trace_get_span_begin (trace, state->span);
    }

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      guint32 span = walk->rows[row].span;
      guint32 parent = span != DWELL_NONE ? trace->span_parent[span] : DWELL_NONE;
      RowState *caller;

      if (parent == DWELL_NONE)
        continue;

      caller = &walk->rows[trace->span_row[parent]];
      if (caller->span == parent)
        caller->reach = MAX (caller->reach, dwell_trace_get_span_end (trace, span));
    }
}

/* Job 0: the spans that are open at the start. Others: a chunk each. */
static void
walk_chunk (guint    job,
            gpointer user_data)
{
  const Gathering *gathering = user_data;
  const DwellTrace *trace = gathering->trace;
  const GArray *open = gathering->open;
  Interval chunk = { 0, 0 };
  Walk walk;

  if (g_cancellable_is_cancelled (gathering->cancellable))
    return;

  if (job > 0)
    chunk = g_array_index (gathering->chunks, Interval, job - 1);

  walk.gathering = gathering;
  walk.build = _dwell_tree_build_new (trace, (gsize) trace->n_spans + trace->n_contexts);
  walk.rows = dwell_big_alloc (trace->n_rows * sizeof (RowState));
  walk.pauses = dwell_big_alloc (trace->n_contexts * sizeof (guint32));
  walk.path = g_array_new (FALSE, FALSE, sizeof (guint32));

  memset (walk.pauses, 0xff, trace->n_contexts * sizeof (guint32));
  load_rows (&walk, job > 0 ? chunk.first : 0);
  for (guint i = 0; job == 0 && i < open->len; i++)
    add_span (&walk, g_array_index (open, guint32, i));

  for (guint32 span = chunk.first; span < chunk.last; span++)
    {
      if ((span & CANCEL_MASK) == 0 &&
          (walk.build->is_full || g_cancellable_is_cancelled (gathering->cancellable)))
        break;

      if (dwell_trace_get_span_begin (trace, span) > gathering->options->end ||
          !gathering->is_wanted[trace->span_row[span]])
        continue;

      if (dwell_trace_get_span_begin (trace, span) < gathering->options->begin)
        pass_span (&walk, span);
      else
        add_span (&walk, span);
    }

  g_array_unref (walk.path);
  dwell_big_free (walk.pauses);
  dwell_big_free (walk.rows);
  gathering->builds[job] = walk.build;
}

/* Returns whether the spans of a row are those of source lines. */
static gboolean
holds_lines (const DwellTrace *trace,
             const DwellRow   *row)
{
  guint32 span = trace->row_spans[row->first_span];

  return trace->areas[trace->span_area[span]].kind == DWELL_AREA_LINE;
}

/* Leaves out rows of lines, as the functions in the same context already include their time. */
static void
find_wanted_rows (Gathering *gathering)
{
  const DwellTrace *trace = gathering->trace;
  const guint8 *contexts = gathering->options->contexts;
  g_autofree guint8 *has_functions = g_new0 (guint8, MAX (trace->n_contexts, 1));

  for (guint pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < trace->n_rows; i++)
      {
        const DwellRow *row = &trace->rows[i];
        const DwellTrack *track = &trace->tracks[row->track];
        gboolean is_lines;

        if (track->kind != DWELL_TRACK_SPANS || track->group != DWELL_TRACKS_FUNCTIONS ||
            row->n_spans == 0)
          continue;

        is_lines = holds_lines (trace, row);
        if (pass == 0)
          has_functions[track->context] |= !is_lines;
        else
          gathering->is_wanted[i] = (!is_lines || !has_functions[track->context]) &&
                                    (contexts == NULL || contexts[track->context]);
      }
}

/* The place in row_spans of the first span of @row that begins at @time or later, or its end. */
static guint32
find_begin (const DwellTrace *trace,
            guint32           row,
            gint64            time)
{
  guint32 first = trace->rows[row].first_span;

  return dwell_lower_bound (i, first, first + trace->rows[row].n_spans,
                            dwell_trace_get_span_begin (trace, trace->row_spans[i]) < time);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Finds the spans of all wanted rows: those open at the start of the range, and the intervals of
 * numbers of those that begin in it. The intervals of several contexts may be far apart (joined
 * files). */
static GArray *
find_spans (Gathering *gathering)
{
  const DwellTrace *trace = gathering->trace;
  const DwellTreeOptions *options = gathering->options;
  GArray *intervals = g_array_new (FALSE, FALSE, sizeof (Interval));

  for (guint32 row = 0; row < trace->n_rows; row++)
    {
      const DwellRow *r = &trace->rows[row];
      Interval interval;
      guint32 first;
      guint32 last;

      if (!gathering->is_wanted[row] || options->begin > options->end)
        continue;

      first = find_begin (trace, row, options->begin);
      last = options->end < G_MAXINT64 ? find_begin (trace, row, options->end + 1)
                                       : r->first_span + r->n_spans;
      if (first > r->first_span &&
          dwell_trace_get_span_end (trace, trace->row_spans[first - 1]) > options->begin)
        g_array_append_val (gathering->open, trace->row_spans[first - 1]);

      if (first < last)
        {
          interval.first = trace->row_spans[first];
          interval.last = trace->row_spans[last - 1] + 1;
          g_array_append_val (intervals, interval);
        }
    }

  g_array_sort (gathering->open, compare_numbers);
  g_array_sort (intervals, compare_numbers);
  return intervals;
}

/* Makes @intervals, which are sorted by start, disjoint, and joins those with up to @max_gap spans
 * between them, which are then walked, too. Returns: how many spans. */
static guint64
unite (GArray  *intervals,
       guint32  max_gap)
{
  guint64 n_spans = 0;
  guint n = 0;

  for (guint i = 0; i < intervals->len; i++)
    {
      Interval next = g_array_index (intervals, Interval, i);
      Interval *last = n > 0 ? &g_array_index (intervals, Interval, n - 1) : NULL;

      if (last != NULL && next.first <= (guint64) last->last + max_gap)
        last->last = MAX (last->last, next.last);
      else
        g_array_index (intervals, Interval, n++) = next;
    }

  g_array_set_size (intervals, n);
  for (guint i = 0; i < n; i++)
    n_spans += g_array_index (intervals, Interval, i).last -
               g_array_index (intervals, Interval, i).first;
  return n_spans;
}

/* Chunks are so large that the state of all rows is small in comparison. Loading the state for
 * another chunk costs more than walking over as many spans as there are rows. */
static void
cut (Gathering *gathering,
     GArray    *intervals,
     guint64    chunk_size)
{
  guint64 n_spans = unite (intervals, gathering->trace->n_rows);

  if (chunk_size == 0)
    {
      chunk_size = MAX (MIN_CHUNK_SPANS, 8 * (guint64) gathering->trace->n_rows);
      chunk_size = MAX (chunk_size, n_spans / (4 * dwell_parallel_get_n_threads ()) + 1);
    }

  for (guint i = 0; i < intervals->len; i++)
    {
      const Interval *interval = &g_array_index (intervals, Interval, i);
      Interval chunk = { interval->first, 0 };

      for (; chunk.first < interval->last; chunk.first = chunk.last)
        {
          chunk.last = (guint32) MIN (chunk.first + chunk_size, interval->last);
          g_array_append_val (gathering->chunks, chunk);
        }
    }
}

/* Merges the trees of all chunks into the first. */
static DwellTreeBuild *
merge_builds (Gathering *gathering,
              guint      n)
{
  gboolean is_done = !g_cancellable_is_cancelled (gathering->cancellable);
  DwellTreeBuild *whole = is_done ? g_steal_pointer (&gathering->builds[0]) : NULL;

  for (guint i = 0; i < n; i++)
    {
      if (whole != NULL && gathering->builds[i] != NULL)
        _dwell_tree_build_merge (whole, gathering->builds[i], TRUE);
      g_clear_pointer (&gathering->builds[i], _dwell_tree_build_free);
    }

  return whole;
}

/*< private >
 * _dwell_tree_walk_spans: makes a tree of the spans of a range
 *
 * Returns: (transfer full) (nullable): the nodes; %NULL if cancelled, or where there is no memory
 *   for them */
DwellTreeBuild *
_dwell_tree_walk_spans (const DwellTrace       *trace,
                        const DwellTreeOptions *options,
                        guint32                 chunk_size,
                        GCancellable           *cancellable)
{
  g_autoptr(GArray) chunks = g_array_new (FALSE, FALSE, sizeof (Interval));
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr(GArray) intervals = NULL;
  g_autofree guint8 *is_wanted = NULL;
  g_autofree DwellTreeBuild **builds = NULL;
  Gathering gathering = {
    .trace = trace,
    .options = options,
    .chunks = chunks,
    .open = open,
    .has_suspensions = (trace->tables & DWELL_TABLE_SUSPENSIONS) != 0,
    .cancellable = cancellable,
  };
  /* The states of all threads; intervals and open spans in arrays that double, and are sorted. */
  gsize n_bytes = trace->n_rows * (dwell_parallel_get_n_threads () * sizeof (RowState) +
                                   sizeof (guint8) + 3 * sizeof (Interval) + 3 * sizeof (guint32));
  DwellTreeBuild *build;

  gathering.map = _dwell_tree_map_areas (trace, options->shows_lines);
  if (gathering.map == NULL || !dwell_memory_claim (n_bytes, NULL))
    {
      dwell_big_free (gathering.map);
      return NULL;
    }

  gathering.is_wanted = is_wanted = g_new0 (guint8, MAX (trace->n_rows, 1));
  find_wanted_rows (&gathering);
  intervals = find_spans (&gathering);
  cut (&gathering, intervals, chunk_size);

  gathering.builds = builds = g_new0 (DwellTreeBuild *, chunks->len + 1);
  dwell_parallel_for (chunks->len + 1, walk_chunk, &gathering);
  build = merge_builds (&gathering, chunks->len + 1);

  dwell_big_free (gathering.map);
  dwell_memory_release (n_bytes);
  return build;
}
