/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers questions from the pyramids of values. A stretch of writes is cut greedily into the
 * largest possible nodes from its start on; a search skips every node that cannot contain a
 * match. */
#include "config.h"

#include "analysis/values/dwell-values-private.h"

/* The level of the largest node that begins at @place (of the track) and ends at @end or before;
 * -1 if a single write is all that fits. */
static int
get_level (guint32 place,
           guint32 end)
{
  int level = -1;

  while (level + 1 < (int) DWELL_VALUE_LEVELS)
    {
      guint64 size = (guint64) DWELL_VALUE_LEAF << (4 * (level + 1));

      if (place % size != 0 || place + size > end)
        break;

      level++;
    }

  return level;
}

/* Adds the writes [@first, @end) of @track, counted from its first, each as long as it holds. */
static void
add_stretch (const DwellValueIndex *self,
             guint32                track,
             guint32                first,
             guint32                end,
             gboolean               is_real,
             DwellValueNode        *sum)
{
  const DwellTrace *trace = self->trace;
  guint32 base = trace->tracks[track].first_write;
  gboolean is_linear = dwell_values_is_linear (trace, track);

  while (first < end)
    {
      int level = get_level (first, end);

      if (level >= 0)
        {
          _dwell_value_node_merge (sum, dwell_value_get_node (self, track, (guint) level, first),
                                   is_real);
          first += dwell_value_level_size ((guint) level);
        }
      else
        {
          guint32 place = base + first;
          guint32 next = place + 1 < base + trace->tracks[track].n_writes ? place + 1 : place;

          guint64 held = (guint64) dwell_trace_get_track_write_time (trace, next) -
                         (guint64) dwell_trace_get_track_write_time (trace, place);

          if (is_linear)
            _dwell_value_node_slope (sum, dwell_values_get (trace, place).real,
                                     dwell_values_get (trace, next).real, held);
          else
            _dwell_value_node_add (sum, dwell_values_get (trace, place), held, is_real);
          first++;
        }
    }
}

/* The place of the first write of @track at @time or later, or the track's end. */
static guint32
find_from (const DwellTrace *trace,
           guint32           track,
           gint64            time)
{
  return time == G_MININT64 ? trace->tracks[track].first_write
                            : dwell_trace_write_search (trace, track, time - 1);
}

static gint64
get_time (const DwellTrace *trace,
          guint32           place)
{
  return dwell_trace_get_track_write_time (trace, place);
}

/* Adds the value of @track from @begin to @end, between which there is no write; @place is the
 * write that holds there. */
static void
add_part (const DwellTrace *trace,
          guint32           track,
          guint32           place,
          gint64            begin,
          gint64            end,
          DwellValueNode   *node)
{
  guint64 held = (guint64) end - (guint64) begin;
  double last;

  if (!dwell_values_is_linear (trace, track))
    {
      _dwell_value_node_add (node, dwell_values_get (trace, place), held,
                             dwell_values_is_real (trace, track));
      return;
    }

  last = dwell_values_get_at (trace, track, place, end).real;
  _dwell_value_node_slope (node, dwell_values_get_at (trace, track, place, begin).real, last, held);
  _dwell_value_node_slope (node, last, last, 0);
}

/* @node as the summary of a range in which values held for @known ns. */
static void
fill_summary (DwellValueSummary    *summary,
              const DwellValueNode *node,
              guint64               known,
              gboolean              is_real)
{
  summary->has_values = !_dwell_value_node_is_empty (node, is_real);

  if (summary->has_values)
    {
      summary->least = node->least;
      summary->greatest = node->greatest;
    }

  if (is_real)
    {
      summary->has_mean = node->real.weight > 0;
      summary->mean = summary->has_mean ? node->real.mean : 0;
    }
  else
    {
      summary->has_mean = known > 0;
      summary->mean = known > 0 ? (double) ((long double) node->sum / known) : 0;
    }
}

/**
 * dwell_value_index_summarise:
 * @self: an index
 * @track: a track
 * @begin: ns, the range's first moment
 * @end: ns, its last
 * @summary: (out caller-allocates): what the track held in the range
 *
 * Only the part of the range inside the session counts. The value at its start counts as held in
 * it, unless another is written at that very moment. The mean is weighted by the time for which
 * each value held in the range.
 */
void
dwell_value_index_summarise (DwellValueIndex   *self,
                             guint32            track,
                             gint64             begin,
                             gint64             end,
                             DwellValueSummary *summary)
{
  const DwellTrace *trace = self->trace;
  gboolean is_real = dwell_values_is_real (trace, track);
  guint32 base = trace->tracks[track].first_write;
  guint64 known = 0;
  DwellValueNode node;
  guint32 behind;
  guint32 first;

  *summary = (DwellValueSummary) { 0 };
  if (!dwell_values_clip (trace, &begin, &end))
    return;

  first = find_from (trace, track, begin);
  behind = dwell_trace_write_search (trace, track, end);
  _dwell_value_node_clear (&node, is_real);
  summary->n_writes = behind - first;

  if (first > base && (first == behind || get_time (trace, first) > begin))
    {
      gint64 until = first < behind ? get_time (trace, first) : end;

      known = (guint64) until - (guint64) begin;
      add_part (trace, track, first - 1, begin, until, &node);
    }

  if (first < behind)
    {
      gint64 last = get_time (trace, behind - 1);

      add_stretch (self, track, first - base, behind - 1 - base, is_real, &node);
      add_part (trace, track, behind - 1, last, end, &node);
      known += (guint64) end - (guint64) get_time (trace, first);
    }

  fill_summary (summary, &node, known, is_real);
  summary->has_last = behind > base;
  if (summary->has_last)
    summary->last = dwell_values_get_at (trace, track, behind - 1, end);
}

/**
 * dwell_value_index_get_extent:
 * @self: an index
 * @track: a track
 * @first: the first place in track_writes
 * @end: the place after the last
 * @least: (out): the least finite value written there
 * @greatest: (out): the greatest
 *
 * Returns: whether there is a finite value
 */
gboolean
dwell_value_index_get_extent (DwellValueIndex *self,
                              guint32          track,
                              guint32          first,
                              guint32          end,
                              DwellValue      *least,
                              DwellValue      *greatest)
{
  guint32 base = self->trace->tracks[track].first_write;
  gboolean is_real = dwell_values_is_real (self->trace, track);
  DwellValueNode node;

  _dwell_value_node_clear (&node, is_real);
  add_stretch (self, track, first - base, end - base, is_real, &node);
  *least = node.least;
  *greatest = node.greatest;
  return !_dwell_value_node_is_empty (&node, is_real);
}

/* A search among the writes of a track, counted from its first. */
typedef struct {
  const DwellValueIndex     *index;
  guint32                    track;
  gboolean                   is_real;
  const DwellValueCondition *condition;
} Search;

static gboolean
holds_at (const Search *search,
          guint32       place)
{
  const DwellTrace *trace = search->index->trace;
  guint32 base = trace->tracks[search->track].first_write;

  return dwell_value_condition_holds (search->condition, dwell_values_get (trace, base + place),
                                      search->is_real);
}

/* The first write at @place or later for which the condition holds (or not), or @end. */
static guint32
find_forward (const Search *search,
              guint32       place,
              guint32       end,
              gboolean      is_wanted)
{
  while (place < end)
    {
      int level = get_level (place, end);

      while (level >= 0 &&
             _dwell_value_condition_may (search->condition,
                                         dwell_value_get_node (search->index, search->track,
                                                               (guint) level, place),
                                         search->is_real, is_wanted))
        level--;

      if (level >= 0)
        place += dwell_value_level_size ((guint) level);
      else if (holds_at (search, place) == is_wanted)
        return place;
      else
        place++;
    }

  return end;
}

/* The place after the last write before @place for which the condition holds (or not), or 0. */
static guint32
find_backward (const Search *search,
               guint32       place,
               gboolean      is_wanted)
{
  while (place > 0)
    {
      int level = -1;

      while (level + 1 < (int) DWELL_VALUE_LEVELS &&
             place % ((guint64) DWELL_VALUE_LEAF << (4 * (level + 1))) == 0)
        level++;

      while (level >= 0 &&
             _dwell_value_condition_may (search->condition,
                                         dwell_value_get_node (search->index, search->track,
                                                               (guint) level,
                                                               place - dwell_value_level_size (
                                                                         (guint) level)),
                                         search->is_real, is_wanted))
        level--;

      if (level >= 0)
        place -= dwell_value_level_size ((guint) level);
      else if (holds_at (search, place - 1) == is_wanted)
        return place;
      else
        place--;
    }

  return 0;
}

/* Forward: leaves the writes for which it holds now, then finds the next for which it holds.
 * Backward: finds the last write before for which it holds, then the first of its uninterrupted
 * run. */
static guint32
step_to_condition (const Search *search,
                   guint32       first,
                   guint32       behind,
                   int           direction)
{
  guint32 n = search->index->trace->tracks[search->track].n_writes;
  guint32 place;

  if (direction > 0)
    {
      place = behind > 0 && holds_at (search, behind - 1)
              ? find_forward (search, behind, n, FALSE) : behind;
      place = find_forward (search, place, n, TRUE);
      return place < n ? place : DWELL_NONE;
    }

  place = find_backward (search, first, TRUE);
  return place > 0 ? find_backward (search, place - 1, FALSE) : DWELL_NONE;
}

/* The condition that the value is not @value. */
static DwellValueCondition
make_other (DwellValue value,
            gboolean   is_real)
{
  return (DwellValueCondition) {
    .relation = DWELL_VALUE_NOT_EQUAL,
    .is_number = TRUE,
    .is_integer = !is_real,
    .integer = is_real ? 0 : value.integer,
    .real = is_real ? value.real : 0,
  };
}

/* Steps to the next write of a different value, or to the write that set the previous value. */
static guint32
step_to_change (Search  *search,
                guint32  first,
                guint32  behind,
                int      direction)
{
  const DwellTrace *trace = search->index->trace;
  const DwellTrack *track = &trace->tracks[search->track];
  guint32 from = direction > 0 ? behind : first;
  DwellValueCondition other;
  guint32 place;

  /* The first write is a change, too: before it nothing is known. */
  if (from == 0)
    return direction > 0 && track->n_writes > 0 ? 0 : DWELL_NONE;

  other = make_other (dwell_values_get (trace, track->first_write + from - 1), search->is_real);
  search->condition = &other;

  if (direction < 0)
    return find_backward (search, from - 1, TRUE);

  place = find_forward (search, from, track->n_writes, TRUE);
  return place < track->n_writes ? place : DWELL_NONE;
}

/**
 * dwell_value_index_step:
 * @self: an index
 * @track: a track of a variable
 * @time: the time to step from, ns
 * @direction: 1 to what comes later, -1 to what came before
 * @condition: (nullable): the condition that must become true; %NULL for any change
 * @cancellable: (nullable): checked now and then
 *
 * Finds the next moment at which the value changes, or comes to fulfil a condition that it did not
 * fulfil before. Logarithmic in the writes, linear in the spans of states.
 *
 * Returns: the place of a write in track_writes, or for a state variable a span; %DWELL_NONE if
 *   there is no such moment
 */
guint32
dwell_value_index_step (DwellValueIndex           *self,
                        guint32                    track,
                        gint64                     time,
                        int                        direction,
                        const DwellValueCondition *condition,
                        GCancellable              *cancellable)
{
  const DwellTrace *trace = self->trace;
  guint32 base = trace->tracks[track].first_write;
  Search search = { self, track, dwell_values_is_real (trace, track), condition };
  guint32 first;
  guint32 behind;
  guint32 place;

  if (dwell_values_has_states (trace, track))
    return _dwell_values_step_state (trace, track, time, direction, condition, cancellable);

  first = find_from (trace, track, time) - base;
  behind = dwell_trace_write_search (trace, track, time) - base;
  place = condition != NULL ? step_to_condition (&search, first, behind, direction)
                            : step_to_change (&search, first, behind, direction);

  return place != DWELL_NONE ? base + place : DWELL_NONE;
}
