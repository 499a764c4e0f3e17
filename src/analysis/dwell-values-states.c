/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stepping through the spans of a state variable: from state to state, to the next entry of one.
 * The same state entered again at once is no change. */
#include "config.h"

#include "analysis/dwell-values-private.h"

/* Spans between two looks at the cancellable. */
#define LOOK_EVERY 65536u

/* Position in row_spans of the first span of @row that begins after @time, or the row's end. */
static guint32
find_behind (const DwellTrace *trace,
             const DwellRow   *row,
             gint64            time)
{
  guint32 low = row->first_span;
  guint32 high = row->first_span + row->n_spans;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (trace->span_begin[trace->row_spans[middle]] <= time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

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
  return trace->span_end[span] > time || trace->span_begin[span] == time ? span : DWELL_NONE;
}

/* Whether the span at @place is an entry: of a wanted state, or of any other than before. */
static gboolean
is_entry (const DwellTrace *trace,
          const DwellRow   *row,
          guint32           place,
          const guint8     *wanted)
{
  guint32 area = trace->span_area[trace->row_spans[place]];
  guint32 before = DWELL_NONE;

  if (place > row->first_span &&
      trace->span_end[trace->row_spans[place - 1]] == trace->span_begin[trace->row_spans[place]])
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
