/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps through the spans of a state variable, from state to state or to the next entry of one
 * (entering the same state again at once is not a change); and sums up the time in each state. */
#include "config.h"

#include "analysis/values/dwell-values-private.h"
#include "core/dwell-hash.h"
#include "core/dwell-search.h"

/* The number of spans between two checks of the cancellable. */
#define LOOK_EVERY 65536u

/* Position in row_spans of the first span of @row that begins after @time, or the row's end. */
static guint32
find_behind (const DwellTrace *trace,
             const DwellRow   *row,
             gint64            time)
{
  return dwell_lower_bound (i, row->first_span, row->first_span + row->n_spans,
                            dwell_trace_get_span_begin (trace, trace->row_spans[i]) <= time);
}

/**
 * dwell_values_find_state_at:
 * @trace: a trace
 * @track: the track of a variable with states
 * @time: ns
 *
 * Returns: the span of the state that holds at @time; %DWELL_NONE if none does
 */
guint32
dwell_values_find_state_at (const DwellTrace *trace,
                            guint32           track,
                            gint64            time)
{
  const DwellRow *row = &trace->rows[trace->tracks[track].first_row];
  guint32 place = find_behind (trace, row, time);
  guint32 span;

  if (place == row->first_span)
    return DWELL_NONE;

  span = trace->row_spans[place - 1];

  /* The state that lasts to the end of the trace holds there. */
  if (dwell_trace_get_span_end (trace, span) > time ||
      dwell_trace_get_span_begin (trace, span) == time ||
      (dwell_trace_get_span_end (trace, span) == time && time == trace->end))
    return span;

  return DWELL_NONE;
}

/**
 * dwell_values_find_last_state:
 * @trace: a trace
 * @track: the track of a variable with states
 * @begin: ns, the first moment of a range
 * @end: ns, its last
 *
 * Returns: the span of the state that holds at the end of the range, as far as it is in the
 *   session; %DWELL_NONE if none does
 */
guint32
dwell_values_find_last_state (const DwellTrace *trace,
                              guint32           track,
                              gint64            begin,
                              gint64            end)
{
  return dwell_values_clip (trace, &begin, &end) ? dwell_values_find_state_at (trace, track, end)
                                                 : DWELL_NONE;
}

/* Returns whether the span at @place enters a wanted state, or any state that differs from the
 * previous one. */
static gboolean
is_entry (const DwellTrace *trace,
          const DwellRow   *row,
          guint32           place,
          const guint8     *wanted)
{
  guint32 area = trace->span_area[trace->row_spans[place]];
  guint32 before = DWELL_NONE;

  if (place > row->first_span &&
      dwell_trace_get_span_end (trace, trace->row_spans[place - 1]) ==
      dwell_trace_get_span_begin (trace, trace->row_spans[place]))
    before = trace->span_area[trace->row_spans[place - 1]];

  if (wanted == NULL)
    return area != before;

  return wanted[area] && (before == DWELL_NONE || !wanted[before]);
}

guint32
_dwell_values_step_state (const DwellTrace          *trace,
                          guint32                    track,
                          gint64                     time,
                          int                        direction,
                          const DwellValueCondition *condition,
                          GCancellable              *cancellable)
{
  const DwellRow *row = &trace->rows[trace->tracks[track].first_row];
  guint32 end = row->first_span + row->n_spans;
  g_autofree guint8 *wanted = NULL;
  guint32 place;

  if (condition != NULL)
    wanted = _dwell_value_condition_match_states (condition, trace, track);

  place = find_behind (trace, row, direction > 0 || time == G_MININT64 ? time : time - 1);

  for (guint32 n = 1; direction > 0 ? place < end : place > row->first_span; n++)
    {
      guint32 at = direction > 0 ? place++ : --place;

      if (is_entry (trace, row, at, wanted))
        return trace->row_spans[at];

      if (n % LOOK_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
        break;
    }

  return DWELL_NONE;
}

static gint64
make_key (guint32 area,
          guint32 context)
{
  return (gint64) ((guint64) area << 32 | context);
}

/* The track of each variable with states, by variable and context. */
static GHashTable *
map_tracks (const DwellTrace *trace)
{
  GHashTable *tracks = g_hash_table_new_full (dwell_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 track = 0; track < trace->n_tracks; track++)
    if (dwell_values_has_states (trace, track))
      {
        gint64 *key = g_new (gint64, 1);

        *key = make_key (trace->tracks[track].area, trace->tracks[track].context);
        g_hash_table_insert (tracks, key, GUINT_TO_POINTER (track));
      }

  return tracks;
}

static int
compare_states (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const DwellTrace *trace = data;
  const DwellStateTime *left = a;
  const DwellStateTime *right = b;
  const DwellArea *left_area = &trace->areas[left->area];
  const DwellArea *right_area = &trace->areas[right->area];

  if (left->track != right->track)
    return left->track < right->track ? -1 : 1;

  if (left_area->has_value && right_area->has_value && left_area->value != right_area->value)
    return left_area->value < right_area->value ? -1 : 1;

  return left->area < right->area ? -1 : left->area > right->area;
}

/**
 * dwell_values_collect_states:
 * @trace: a trace
 * @statistics: statistics by area of a range
 *
 * Collects from @statistics how often and how long each variable was in each of its states.
 *
 * Returns: (transfer full) (element-type DwellStateTime): the states by track, value and name
 */
GArray *
dwell_values_collect_states (const DwellTrace      *trace,
                             const DwellStatistics *statistics)
{
  g_autoptr(GHashTable) tracks = map_tracks (trace);
  GArray *states = g_array_new (FALSE, FALSE, sizeof (DwellStateTime));

  for (guint i = 0; i < statistics->n_rows; i++)
    {
      const DwellStatisticsRow *row = &statistics->rows[i];
      const DwellArea *area;
      gpointer track;
      gint64 key;

      if (row->context == DWELL_NONE || row->area == DWELL_NONE)
        continue;

      area = &trace->areas[row->area];
      if (area->kind != DWELL_AREA_STATE)
        continue;

      key = make_key (area->parent != DWELL_NONE ? area->parent : row->area, row->context);
      if (g_hash_table_lookup_extended (tracks, &key, NULL, &track))
        {
          DwellStateTime state = { GPOINTER_TO_UINT (track), row->area, row->count,
                                   dwell_wide_clamp (row->net.total), row->share };

          g_array_append_val (states, state);
        }
    }

  g_array_sort_with_data (states, compare_states, (gpointer) trace);
  return states;
}
