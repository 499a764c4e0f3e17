/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the timeline asks of a trace: lanes, bars, activity, values. */
#include "config.h"

#include "analysis/layout/dwell-lanes.h"
#include "analysis/layout/dwell-layout.h"
#include "analysis/values/dwell-values.h"
#include "fuzz.h"

#define MAX_LOOKED_AT 64 /* rows, tracks: what holds of so many holds of all */

static void
check_bars (const FuzzInput  *input,
            DwellLayoutIndex *index,
            const DwellTrace *trace,
            guint32           row)
{
  gint64 begin = fuzz_time (input, trace);
  gint64 end = MAX (begin, fuzz_time (input, trace));
  double width = 1 + g_rand_int (input->rand) % 400;
  double min_width = 1 + g_rand_int (input->rand) % 4;
  guint32 n_in_view = dwell_layout_count (trace, row, begin, end);
  g_autoptr(GArray) bars = g_array_new (FALSE, FALSE, sizeof (DwellBar));
  guint64 n_spans = 0;
  guint n_folded = 0;

  if (end <= begin)
    return;

  dwell_layout_row (index, row, begin, end, width, min_width, bars);

  for (guint i = 0; i < bars->len; i++)
    {
      const DwellBar *bar = &g_array_index (bars, DwellBar, i);

      g_assert_cmpfloat (bar->x0, <=, bar->x1);
      g_assert_cmpuint (bar->span, <, trace->n_spans);
      g_assert_cmpuint (trace->span_row[bar->span], ==, row);
      if (i > 0)
        g_assert_cmpfloat (bar[-1].x0, <=, bar->x0);
      n_folded += bar->is_folded;
      n_spans += dwell_layout_bar_count (index, row, begin, end, width, min_width, bar);
    }

  /* Nothing is ever lost. */
  g_assert_cmpuint (n_spans, >=, n_in_view);
  g_assert_cmpfloat (n_folded, <=, width / min_width + 2);
  dwell_layout_snap (trace, row, 1, begin, end - begin);
}

static void
check_activity (const FuzzInput  *input,
                DwellLayoutIndex *index,
                const DwellTrace *trace,
                guint32           track)
{
  float coverage[50];
  gint64 begin = fuzz_time (input, trace);
  gint64 end = fuzz_time (input, trace);

  if (end <= begin)
    return;

  dwell_layout_coverage (index, track, begin, end, G_N_ELEMENTS (coverage), coverage);
  for (guint i = 0; i < G_N_ELEMENTS (coverage); i++)
    g_assert_true (coverage[i] >= 0 && coverage[i] <= 1);
}

static void
check_lanes (const FuzzInput  *input,
             const DwellTrace *trace)
{
  g_autofree guint32 *order = g_new (guint32, trace->n_tracks + 1);
  g_autofree guint8 *states = g_new0 (guint8, trace->n_tracks + 1);
  g_autoptr(GArray) lanes = NULL;
  int y = 0;

  dwell_lanes_default_order (trace, order);
  for (guint32 i = 0; i < trace->n_tracks && fuzz_chance (input, 2); i++)
    states[i] = g_rand_int (input->rand) & (DWELL_TRACK_FOLDED | DWELL_TRACK_HIDDEN |
                                            DWELL_TRACK_PINNED | DWELL_TRACK_LINES);

  lanes = dwell_lanes_new (trace, order, states, fuzz_chance (input, 2));
  for (guint i = 0; i < lanes->len; i++)
    {
      const DwellLane *lane = &g_array_index (lanes, DwellLane, i);
      g_autofree char *title = dwell_lane_dup_title (lane, trace);
      guint32 row;

      g_assert_cmpint (lane->y, >=, y);
      g_assert_true (g_utf8_validate (title, -1, NULL));
      y = lane->y + lane->height;
      for (guint32 k = 0; k < MIN (lane->n_rows, MAX_LOOKED_AT); k++)
        {
          row = dwell_lane_get_row (lane, trace, k);
          g_assert_cmpuint (row, <, trace->n_rows);
          g_assert_cmpuint (dwell_lane_find_row (lane, trace, row), ==, k);
        }
      if (lane->height > 0)
        g_assert_cmpint (dwell_lanes_at (lanes, trace, lane->y, &row), ==, (int) i);
    }
}

/* All that is shown while a file is still read. */
void
fuzz_lay_out (const FuzzInput *input,
              DwellTrace      *trace)
{
  gboolean is_plain = fuzz_chance (input, 4);
  g_autoptr(DwellLayoutIndex) index = is_plain ? dwell_layout_index_new_plain (trace)
                                               : dwell_layout_index_new (trace, NULL);

  g_assert_nonnull (index);
  for (guint32 i = 0; i < MIN (trace->n_rows, MAX_LOOKED_AT); i++)
    check_bars (input, index, trace, g_rand_int (input->rand) % trace->n_rows);
  for (guint32 i = 0; i < MIN (trace->n_tracks, MAX_LOOKED_AT); i++)
    check_activity (input, index, trace, g_rand_int (input->rand) % trace->n_tracks);
  check_lanes (input, trace);
}
