/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view: the arithmetic of ranges at the borders of 64 bits, history against a naive one, scope,
 * focus and its moves, finding, tracks, and what is kept when the trace is another. */
#include "config.h"

#include "core/dwell-error.h"
#include "model-fixture.h"
#include "model/session/dwell-session-private.h"
#include "support/grouped-trace.h"

/* The session's trace is another from now on, as after a reload. */
static void
replace_trace (DwellView  *view,
               DwellTrace *trace)
{
  DwellSession *session = dwell_view_get_session (view);

  _dwell_session_adopt_reading (session, dwell_reading_new (trace), DWELL_SESSION_READY);
  WAIT_UNTIL (!dwell_session_get_busy (session));
}

static DwellView *
make_fixture_view (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();

  return fixture_view (trace);
}

/* A trace of one span, and another inside it if that has a length. */
static DwellTrace *
make_axis (gint64 begin,
           gint64 end,
           gint64 inner_begin,
           gint64 inner_end)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 area = fixture_area (builder, "all", "", "");
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  gboolean reserved = dwell_builder_reserve_spans (builder, 2, NULL);
  guint32 span;

  g_assert_true (reserved);
  span = dwell_builder_open_span (builder, area, row, DWELL_NONE, begin);
  dwell_builder_close_span (builder, span, end, 0);

  if (inner_begin < inner_end)
    {
      row = dwell_builder_add_row (builder, track, 0);
      span = dwell_builder_open_span (builder, area, row, span, inner_begin);
      dwell_builder_close_span (builder, span, inner_end, 0);
    }

  return dwell_builder_finish (builder);
}

static void
assert_range (DwellView *view,
              gint64     begin,
              gint64     end)
{
  gint64 actual_begin;
  gint64 actual_end;

  dwell_view_get_range (view, &actual_begin, &actual_end);
  g_assert_cmpint (actual_begin, ==, begin);
  g_assert_cmpint (actual_end, ==, end);
}

/* A session that lasts much longer than its events: it opens on them, and follows them for as long
 * as nothing else was asked for. */
static DwellTrace *
make_short (gint64 end,
            gint64 stated_end)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  guint32 area = fixture_area (builder, "all", "", "");
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, "t", context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  gboolean reserved = dwell_builder_reserve_spans (builder, 2, NULL);
  guint32 span;

  g_assert_true (reserved);
  builder->begin = 0;
  builder->end = stated_end;
  span = dwell_builder_open_span (builder, area, row, DWELL_NONE, 1000);
  dwell_builder_close_span (builder, span, end, 0);
  /* Its end was not recorded: it says nothing of where events are. */
  span = dwell_builder_open_span (builder, area, row, DWELL_NONE, end);
  dwell_builder_close_span (builder, span, stated_end, DWELL_SPAN_END_MISSING);
  return dwell_builder_finish (builder);
}

static void
test_range_recorded (void)
{
  g_autoptr(DwellTrace) trace = make_short (6000, 100000);
  g_autoptr(DwellTrace) longer = make_short (11000, 100000);
  g_autoptr(DwellTrace) most = make_short (51000, 100000);
  DwellView *view = fixture_view (trace);

  g_assert_cmpint (trace->begin, ==, 0);
  g_assert_cmpint (trace->end, ==, 100000);
  g_assert_cmpint (trace->recorded_begin, ==, 1000);
  g_assert_cmpint (trace->recorded_end, ==, 6000);
  assert_range (view, 900, 6100);

  replace_trace (view, dwell_trace_ref (longer));
  assert_range (view, 800, 11200);

  /* Half of the session, or more of it: then the whole is shown. */
  replace_trace (view, dwell_trace_ref (most));
  assert_range (view, 0, 100000);

  dwell_view_set_range (view, 2000, 3000);
  replace_trace (view, dwell_trace_ref (longer));
  assert_range (view, 2000, 3000);
  dwell_view_show_whole (view);
  replace_trace (view, dwell_trace_ref (trace));
  assert_range (view, 0, 100000);

  g_object_unref (view);
}

static void
test_range_limits (void)
{
  DwellView *view = make_fixture_view ();
  guint n_changes = 0;

  COUNT_SIGNAL (view, "range-changed", &n_changes);
  assert_range (view, 0, 1000 * MS);

  dwell_view_set_range (view, 200 * MS, 100 * MS);
  assert_range (view, 100 * MS, 200 * MS);
  dwell_view_set_range (view, 100 * MS, 200 * MS);
  g_assert_cmpuint (n_changes, ==, 1);

  /* At least 10 ns around the middle. */
  dwell_view_set_range (view, 500, 500);
  assert_range (view, 495, 505);
  dwell_view_set_range (view, 500, 504);
  assert_range (view, 497, 507);

  /* At most the whole and 2 % on each side. */
  dwell_view_set_range (view, G_MININT64, G_MAXINT64);
  assert_range (view, -20 * MS, 1020 * MS);
  dwell_view_set_range (view, -300 * MS, -200 * MS);
  assert_range (view, -20 * MS, 80 * MS);
  dwell_view_set_range (view, G_MAXINT64 - 100 * MS, G_MAXINT64);
  assert_range (view, 920 * MS, 1020 * MS);

  dwell_view_show_whole (view);
  assert_range (view, 0, 1000 * MS);

  fixture_view_free (view);
}

/* The borders of a range that is in order, whatever was asked for. */
static void
check_range (DwellView  *view,
             DwellTrace *trace)
{
  __int128 whole = MAX ((__int128) trace->end - trace->begin, 10);
  gint64 begin;
  gint64 end;

  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (begin, <, end);
  g_assert_true ((__int128) end - begin >= 10);
  g_assert_true ((__int128) end - begin <= G_MAXINT64);
  /* A trace too short to be shown gets the least width, on whichever side there is room. */
  g_assert_true (begin >= (__int128) trace->begin - whole / 50 - 10);
  g_assert_true (end <= (__int128) trace->end + whole / 50 + 10);
}

static gint64
random_int64 (void)
{
  guint64 value = ((guint64) (guint32) g_test_rand_int () << 32) | (guint32) g_test_rand_int ();

  return (gint64) (value >> g_test_rand_int_range (0, 64)) * (g_test_rand_bit () ? 1 : -1);
}

static void
test_range_random (void)
{
  static const gint64 axes[][2] = {
    { 0, 1000000 }, { 0, 0 }, { 5, 7 }, { G_MAXINT64 - 3, G_MAXINT64 }, { G_MININT64, G_MININT64 },
    { G_MININT64 / 2, G_MAXINT64 / 2 }, { 0, G_MAXINT64 }, { G_MININT64 + 1, 0 },
    { G_MAXINT64 - 1000000, G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    {
      g_autoptr(DwellTrace) trace = make_axis (axes[i][0], axes[i][1], 0, 0);
      DwellView *view = fixture_view (trace);

      check_range (view, trace);

      for (guint j = 0; j < 2000; j++)
        {
          gint64 begin;
          gint64 end;

          dwell_view_get_range (view, &begin, &end);

          switch (g_test_rand_int_range (0, 4))
            {
            case 0:
              dwell_view_set_range (view, random_int64 (), random_int64 ());
              break;

            case 1:
              dwell_view_set_range (view, begin - begin / 7, end - end / 9);
              break;

            case 2:
              dwell_view_set_range (view, begin + (end - begin) / 5, end - (end - begin) / 3);
              break;

            default:
              dwell_view_show_whole (view);
            }

          check_range (view, trace);
        }

      fixture_view_free (view);
    }
}

static void
assert_can_go (DwellView *view,
               gboolean   back,
               gboolean   forward)
{
  gboolean can_go_back;
  gboolean can_go_forward;

  g_object_get (view, "can-go-back", &can_go_back, "can-go-forward", &can_go_forward, NULL);
  g_assert_cmpint (can_go_back, ==, back);
  g_assert_cmpint (can_go_forward, ==, forward);
}

/* Against an array of all ranges that were visited and a place in it. */
static void
test_history (void)
{
  DwellView *view = make_fixture_view ();
  gint64 visited[60] = { 0 };
  guint n = 1;
  guint place = 0;

  assert_can_go (view, FALSE, FALSE);
  dwell_view_set_range (view, 0, 100 * MS);

  for (guint i = 0; i < 500; i++)
    {
      int what = g_test_rand_int_range (0, 3);

      if (what == 0 && place < G_N_ELEMENTS (visited) - 1)
        {
          gint64 begin = g_test_rand_int_range (0, 800) * MS;

          dwell_view_go_to_range (view, begin, begin + 100 * MS);

          if (begin != visited[place])
            {
              visited[++place] = begin;
              n = place + 1;
            }
        }
      else if (what == 1)
        {
          dwell_view_go_back (view);
          place = place > 0 ? place - 1 : 0;
        }
      else
        {
          dwell_view_go_forward (view);
          place = MIN (place + 1, n - 1);
        }

      assert_range (view, visited[place], visited[place] + 100 * MS);
      assert_can_go (view, place > 0, place < n - 1);
    }

  fixture_view_free (view);
}

/* Limit: model/HISTORY_MAX */
static void
test_long_history (void)
{
  DwellView *view = make_fixture_view ();

  for (guint i = 1; i <= 150; i++)
    dwell_view_go_to_range (view, i * MS, (i + 10) * MS);

  for (guint i = 0; i < 100; i++)
    dwell_view_go_back (view);
  assert_can_go (view, FALSE, TRUE);
  assert_range (view, 50 * MS, 60 * MS);
  fixture_view_free (view);
}

static void
test_history_of_gestures (void)
{
  DwellView *view = make_fixture_view ();

  /* One step back undoes a whole gesture. */
  dwell_view_remember (view);

  for (guint i = 0; i < 20; i++)
    dwell_view_set_range (view, i * 10 * MS, (1000 - i * 10) * MS);

  dwell_view_go_back (view);
  assert_range (view, 0, 1000 * MS);
  assert_can_go (view, FALSE, TRUE);

  /* A gesture that went nowhere leaves nothing to go back to. */
  dwell_view_remember (view);
  dwell_view_go_back (view);
  assert_range (view, 0, 1000 * MS);
  assert_can_go (view, FALSE, FALSE);

  /* It does not grow without end. */
  for (guint i = 0; i < 1000; i++)
    dwell_view_go_to_range (view, i % 100 * MS, 500 * MS + i % 100 * MS);

  for (guint i = 0; i < 100; i++)
    dwell_view_go_back (view);

  assert_can_go (view, FALSE, TRUE);
  fixture_view_free (view);
}

static void
assert_scope (DwellView  *view,
              DwellScope  scope,
              gint64      begin,
              gint64      end)
{
  gint64 actual_begin;
  gint64 actual_end;

  g_assert_cmpint (dwell_view_get_scope (view), ==, scope);
  dwell_view_get_scope_range (view, &actual_begin, &actual_end);
  g_assert_cmpint (actual_begin, ==, begin);
  g_assert_cmpint (actual_end, ==, end);
}

static void
test_scope (void)
{
  DwellView *view = make_fixture_view ();
  guint n_selections = 0;
  guint n_scopes = 0;

  COUNT_SIGNAL (view, "selection-changed", &n_selections);
  COUNT_SIGNAL (view, "scope-changed", &n_scopes);
  assert_scope (view, DWELL_SCOPE_WHOLE, 0, 1000 * MS);

  /* Nothing is selected: the scope cannot be the selection. */
  dwell_view_set_scope (view, DWELL_SCOPE_SELECTION);
  g_assert_false (dwell_view_get_selection (view, NULL, NULL));
  assert_scope (view, DWELL_SCOPE_WHOLE, 0, 1000 * MS);
  g_assert_cmpuint (n_scopes, ==, 0);

  dwell_view_set_selection (view, 300 * MS, 200 * MS);
  assert_scope (view, DWELL_SCOPE_SELECTION, 200 * MS, 300 * MS);
  dwell_view_set_selection (view, 200 * MS, 300 * MS);
  g_assert_cmpuint (n_selections, ==, 1);
  g_assert_cmpuint (n_scopes, ==, 1);

  /* Looking past the selection keeps it. */
  dwell_view_set_scope (view, DWELL_SCOPE_VISIBLE);
  assert_scope (view, DWELL_SCOPE_VISIBLE, 0, 1000 * MS);
  g_assert_cmpuint (n_scopes, ==, 2);
  dwell_view_set_range (view, 0, 100 * MS);
  assert_scope (view, DWELL_SCOPE_VISIBLE, 0, 100 * MS);
  g_assert_cmpuint (n_scopes, ==, 3);
  g_assert_true (dwell_view_get_selection (view, NULL, NULL));

  /* Any selection made is the scope, even the same again. */
  dwell_view_set_selection (view, 200 * MS, 300 * MS);
  assert_scope (view, DWELL_SCOPE_SELECTION, 200 * MS, 300 * MS);
  g_assert_cmpuint (n_scopes, ==, 4);
  dwell_view_set_range (view, 0, 200 * MS);
  g_assert_cmpuint (n_scopes, ==, 4);

  /* Only what is on the axis can be selected. */
  dwell_view_set_selection (view, G_MININT64, 10 * MS);
  assert_scope (view, DWELL_SCOPE_SELECTION, 0, 10 * MS);
  dwell_view_set_selection (view, 5 * MS, 5 * MS);
  g_assert_false (dwell_view_get_selection (view, NULL, NULL));
  assert_scope (view, DWELL_SCOPE_WHOLE, 0, 1000 * MS);

  dwell_view_drop_selection (view);
  g_assert_cmpuint (n_selections, ==, 3);
  fixture_view_free (view);
}

static void
assert_focus (DwellView *view,
              guint32    span,
              guint32    mark)
{
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, span);
  g_assert_cmpuint (dwell_view_get_focus_mark (view), ==, mark);
}

static void
test_focus (void)
{
  DwellView *view = make_fixture_view ();
  DwellTrace *trace = dwell_view_get_trace (view);
  guint n_changes = 0;

  COUNT_SIGNAL (view, "focus-changed", &n_changes);
  assert_focus (view, DWELL_NONE, DWELL_NONE);

  dwell_view_focus_span (view, SPAN_LOAD);
  assert_focus (view, SPAN_LOAD, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, trace->span_area[SPAN_LOAD]);
  dwell_view_focus_span (view, SPAN_LOAD);
  g_assert_cmpuint (n_changes, ==, 1);

  /* Its own area does not take the focus away from a span, another area does. */
  dwell_view_focus_area (view, trace->span_area[SPAN_LOAD]);
  assert_focus (view, SPAN_LOAD, DWELL_NONE);
  dwell_view_focus_area (view, trace->span_area[SPAN_DRAW]);
  assert_focus (view, DWELL_NONE, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, trace->span_area[SPAN_DRAW]);

  /* The area of a mark is that of its span. */
  dwell_view_focus_mark (view, MARK_HALF_WAY);
  assert_focus (view, DWELL_NONE, MARK_HALF_WAY);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, trace->span_area[SPAN_LOAD]);
  dwell_view_focus_mark (view, MARK_LOST);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, DWELL_NONE);

  dwell_view_focus_span (view, DWELL_NONE);
  assert_focus (view, DWELL_NONE, DWELL_NONE);
  g_assert_cmpuint (n_changes, ==, 5);
  fixture_view_free (view);
}

static void
assert_in_view (DwellView *view,
                gint64     time)
{
  gint64 begin;
  gint64 end;

  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (begin, <=, time);
  g_assert_cmpint (end, >=, time);
}

static void
test_reveal (void)
{
  DwellView *view = make_fixture_view ();
  gint64 begin;
  gint64 end;

  /* A span that is in view does not move the range. */
  dwell_view_reveal_span (view, SPAN_DRAW);
  assert_range (view, 0, 1000 * MS);

  /* Its track is unfolded and shown. */
  dwell_view_set_track_state (view, 0, DWELL_TRACK_FOLDED | DWELL_TRACK_HIDDEN
                                       | DWELL_TRACK_PINNED);
  dwell_view_reveal_span (view, SPAN_PARSE);
  g_assert_cmpint (dwell_view_get_track_state (view, 0), ==, DWELL_TRACK_PINNED);

  /* A span that fits is centred; the former range goes into the history, because this is a jump. */
  dwell_view_set_range (view, 0, 120 * MS);
  dwell_view_reveal_span (view, SPAN_LOAD_AGAIN);
  assert_range (view, 565 * MS, 685 * MS);
  dwell_view_go_back (view);
  assert_range (view, 0, 120 * MS);

  /* A span that is longer than the range and partly in it counts as in view. */
  dwell_view_reveal_span (view, SPAN_MAIN);
  assert_range (view, 0, 120 * MS);

  /* A longer one outside is shown from its begin. */
  dwell_view_set_range (view, 0, 120 * MS);
  dwell_view_reveal_span (view, SPAN_DRAW);
  assert_range (view, 500 * MS, 620 * MS);

  dwell_view_set_range (view, 0, 10 * MS);
  dwell_view_reveal_mark (view, MARK_LOST);
  assert_in_view (view, 950 * MS);
  assert_focus (view, DWELL_NONE, MARK_LOST);

  dwell_view_zoom_to_span (view, SPAN_LOAD_AGAIN);
  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (begin, ==, 600 * MS - 50 * MS / 20);
  g_assert_cmpint (end, ==, 650 * MS + 50 * MS / 20);
  assert_focus (view, SPAN_LOAD_AGAIN, DWELL_NONE);
  fixture_view_free (view);
}

/* The zoom goes to the selection or to the focus, whichever was chosen later. */
static void
test_zoom_to_latest (void)
{
  DwellView *view = make_fixture_view ();

  g_assert_false (dwell_view_zoom_to_latest (view));
  g_assert_false (dwell_view_zoom_to_selection (view));

  dwell_view_focus_span (view, SPAN_LOAD_AGAIN);
  dwell_view_set_selection (view, 200 * MS, 400 * MS);
  g_assert_true (dwell_view_zoom_to_latest (view));
  assert_range (view, 190 * MS, 410 * MS);

  dwell_view_focus_span (view, SPAN_LOAD_AGAIN);
  g_assert_true (dwell_view_zoom_to_latest (view));
  assert_range (view, 600 * MS - 50 * MS / 20, 650 * MS + 50 * MS / 20);

  /* What is left. */
  dwell_view_focus_span (view, DWELL_NONE);
  g_assert_true (dwell_view_zoom_to_latest (view));
  assert_range (view, 190 * MS, 410 * MS);
  dwell_view_drop_selection (view);
  g_assert_false (dwell_view_zoom_to_latest (view));
  fixture_view_free (view);
}

static void
test_reveal_narrow (void)
{
  g_autoptr(DwellTrace) trace = make_axis (0, 1000000000, 500000000, 500001000);
  DwellView *view = fixture_view (trace);

  /* A thousand ns in a second would be nothing: they become 50 of 1000. */
  dwell_view_reveal_span (view, 1);
  assert_range (view, 500000500 - 10000, 500000500 + 10000);
  dwell_view_go_back (view);
  assert_range (view, 0, 1000000000);

  /* Three of a thousand are enough. */
  dwell_view_set_range (view, 500000500 - 160000, 500000500 + 160000);
  dwell_view_reveal_span (view, 1);
  assert_range (view, 500000500 - 160000, 500000500 + 160000);
  fixture_view_free (view);
}

/* Flows 0 → 1 → 3 and 0 → 2 → 3, 3 → 4: the one that was followed goes on. */
static void
test_flow_moves (void)
{
  static const DwellFlow flows[] = {
    { 5, 11, 0, 1, 0, 0, 0 }, { 6, 21, 0, 2, 0, 0, 1 }, { 12, 35, 1, 3, 0, 0, 0 },
    { 22, 31, 2, 3, 0, 0, 1 }, { 36, 41, 3, 4, 0, 0, 1 },
  };
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  DwellArea area = { .parent = DWELL_NONE };
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_THREAD, 1, DWELL_NONE);
  guint32 row = dwell_builder_add_row (builder, dwell_builder_add_track (builder, "c", context,
                                                                         FALSE), 0);
  g_autoptr(DwellTrace) trace = NULL;
  DwellView *view;

  dwell_builder_add_area (builder, &area);
  g_assert_true (dwell_builder_reserve_spans (builder, 5, NULL));
  for (guint i = 0; i < 5; i++)
    dwell_builder_close_span (builder, dwell_builder_open_span (builder, 0, row, DWELL_NONE,
                                                                10 * i), 10 * i + 9, 0);
  for (guint i = 0; i < G_N_ELEMENTS (flows); i++)
    g_assert_true (dwell_builder_add_flow (builder, &flows[i]));
  trace = dwell_builder_finish (builder);
  view = fixture_view (trace);

  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_FLOW));
  dwell_view_focus_span (view, 0);
  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_PREVIOUS_IN_FLOW));
  assert_focus (view, 0, DWELL_NONE);
  /* The first of two that begin there. */
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_FLOW));
  assert_focus (view, 1, DWELL_NONE);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_FLOW));
  assert_focus (view, 3, DWELL_NONE);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_PREVIOUS_IN_FLOW));
  assert_focus (view, 1, DWELL_NONE);
  /* Along the other, there and back. */
  dwell_view_focus_span (view, 4);
  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_FLOW));
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_PREVIOUS_IN_FLOW));
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_PREVIOUS_IN_FLOW));
  assert_focus (view, 2, DWELL_NONE);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_PREVIOUS_IN_FLOW));
  assert_focus (view, 0, DWELL_NONE);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_FLOW));
  assert_focus (view, 2, DWELL_NONE);

  fixture_view_free (view);
}

typedef struct {
  guint32   from;
  DwellMove move;
  guint32   to; /* DWELL_NONE: nothing is there */
} MoveCase;

static void
test_moves (void)
{
  static const MoveCase cases[] = {
    { SPAN_MAIN, DWELL_MOVE_PARENT, DWELL_NONE },
    { SPAN_MAIN, DWELL_MOVE_FIRST_CHILD, SPAN_LOAD },
    { SPAN_LOAD, DWELL_MOVE_FIRST_CHILD, SPAN_PARSE },
    { SPAN_PARSE, DWELL_MOVE_FIRST_CHILD, DWELL_NONE },
    { SPAN_PARSE, DWELL_MOVE_PARENT, SPAN_LOAD },
    { SPAN_LOAD, DWELL_MOVE_NEXT_IN_ROW, SPAN_DRAW },
    { SPAN_DRAW, DWELL_MOVE_PREVIOUS_IN_ROW, SPAN_LOAD },
    { SPAN_DRAW, DWELL_MOVE_NEXT_IN_ROW, DWELL_NONE },
    { SPAN_LOAD, DWELL_MOVE_PREVIOUS_IN_ROW, DWELL_NONE },
    { SPAN_LOAD, DWELL_MOVE_NEXT_SAME_AREA, SPAN_LOAD_AGAIN },
    { SPAN_LOAD, DWELL_MOVE_PREVIOUS_SAME_AREA, DWELL_NONE },
    { SPAN_LOAD_AGAIN, DWELL_MOVE_PREVIOUS_SAME_AREA, SPAN_LOAD },
    { SPAN_LOAD_AGAIN, DWELL_MOVE_LONGEST, SPAN_LOAD },
    { SPAN_LOAD, DWELL_MOVE_SHORTEST, SPAN_LOAD_AGAIN },
    { SPAN_LOAD, DWELL_MOVE_ROW_ABOVE, SPAN_MAIN },
    { SPAN_DRAW, DWELL_MOVE_ROW_BELOW, SPAN_LOAD_AGAIN },
    { SPAN_PARSE, DWELL_MOVE_ROW_ABOVE, SPAN_LOAD },
    /* Into the track below, the busiest being above. */
    { SPAN_PARSE, DWELL_MOVE_ROW_BELOW, SPAN_WORK },
    { SPAN_WORK, DWELL_MOVE_ROW_ABOVE, SPAN_LOAD_AGAIN },
    { SPAN_WORK, DWELL_MOVE_ROW_BELOW, DWELL_NONE },
    { SPAN_MAIN, DWELL_MOVE_ROW_ABOVE, DWELL_NONE },
  };
  DwellView *view = make_fixture_view ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      dwell_view_focus_span (view, cases[i].from);
      dwell_view_show_whole (view);
      g_test_message ("move %d from %u", (int) cases[i].move, cases[i].from);
      g_assert_cmpint (dwell_view_move_focus (view, cases[i].move), ==, cases[i].to != DWELL_NONE);
      g_assert_cmpuint (dwell_view_get_focus_span (view), ==,
                        cases[i].to != DWELL_NONE ? cases[i].to : cases[i].from);
    }

  /* Extremes are those of the scope. */
  dwell_view_set_selection (view, 500 * MS, 1000 * MS);
  dwell_view_focus_span (view, SPAN_LOAD);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_LONGEST));
  assert_focus (view, SPAN_LOAD_AGAIN, DWELL_NONE);
  fixture_view_free (view);
}

static void
test_moves_without_focus (void)
{
  DwellView *view = make_fixture_view ();
  DwellTrace *trace = dwell_view_get_trace (view);

  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_NEXT_SAME_AREA));
  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_LONGEST));
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_ROW));
  assert_focus (view, SPAN_MAIN, DWELL_NONE);

  /* A folded track has no rows to begin in. */
  dwell_view_focus_span (view, DWELL_NONE);
  dwell_view_set_track_state (view, 0, DWELL_TRACK_FOLDED);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_ROW_BELOW));
  assert_focus (view, SPAN_WORK, DWELL_NONE);

  /* From an area to its first span in view, or the last before. */
  dwell_view_set_range (view, 450 * MS, 900 * MS);
  dwell_view_focus_area (view, trace->span_area[SPAN_LOAD]);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_NEXT_SAME_AREA));
  assert_focus (view, SPAN_LOAD_AGAIN, DWELL_NONE);
  dwell_view_focus_span (view, DWELL_NONE);
  dwell_view_focus_area (view, trace->span_area[SPAN_LOAD]);
  dwell_view_set_range (view, 420 * MS, 500 * MS);
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_PREVIOUS_SAME_AREA));
  assert_focus (view, SPAN_LOAD, DWELL_NONE);

  /* Marks: along their track, to their span, and down to the rows. */
  dwell_view_focus_mark (view, MARK_HALF_WAY);
  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_ROW));
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_PARENT));
  assert_focus (view, SPAN_LOAD, DWELL_NONE);
  dwell_view_focus_mark (view, MARK_LOST);
  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_PARENT));
  g_assert_true (dwell_view_move_focus (view, DWELL_MOVE_ROW_BELOW));
  assert_focus (view, SPAN_WORK, DWELL_NONE);
  fixture_view_free (view);
}

/* The filter shows tracks by their names; something in another track ends it. */
static void
test_track_filter (void)
{
  g_autoptr(DwellView) view = make_fixture_view ();
  DwellTrace *trace = dwell_view_get_trace (view);
  const char *wanted = dwell_trace_get_string (trace, trace->tracks[0].name);
  guint n_all = dwell_view_get_lanes (view)->len;
  guint n_changes = 0;
  g_autoptr(GError) error = NULL;

  COUNT_SIGNAL (view, "lanes-changed", &n_changes);
  g_assert_cmpstr (dwell_view_get_track_filter (view), ==, "");
  g_assert_true (dwell_view_set_track_filter (view, wanted, NULL));
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_true (dwell_view_set_track_filter (view, wanted, NULL));
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpstr (dwell_view_get_track_filter (view), ==, wanted);

  for (guint i = 0; i < dwell_view_get_lanes (view)->len; i++)
    {
      const DwellLane *lane = &g_array_index (dwell_view_get_lanes (view), DwellLane, i);

      g_assert_cmpint (lane->kind, ==, DWELL_LANE_TRACK);
      g_assert_nonnull (strstr (dwell_trace_get_string (trace, trace->tracks[lane->track].name),
                                wanted));
    }

  g_assert_true (dwell_view_set_track_filter (view, "nowhere", NULL));
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, 0);
  dwell_view_reveal_span (view, 0);
  g_assert_cmpstr (dwell_view_get_track_filter (view), ==, "");
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, n_all);

  g_assert_false (dwell_view_set_track_filter (view, "/(/", &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, n_all);
}

/* The spans of the focused area are those that have it, in whatever trace is shown. */
static void
test_lit (void)
{
  g_autoptr(DwellView) view = make_fixture_view ();
  DwellTrace *trace = dwell_view_get_trace (view);
  guint32 area = trace->span_area[0];

  g_assert_null (dwell_view_get_lit (view));
  dwell_view_focus_area (view, area);
  WAIT_UNTIL (dwell_view_get_lit (view) != NULL);
  for (guint32 span = 0; span < trace->n_spans; span++)
    g_assert_cmpint (dwell_find_has_span (dwell_view_get_lit (view), span), ==,
                     trace->span_area[span] == area);

  replace_trace (view, fixture_trace ());
  WAIT_UNTIL (dwell_view_get_lit (view) != NULL);
  dwell_view_focus_area (view, DWELL_NONE);
  g_assert_null (dwell_view_get_lit (view));
}

static void
test_find (void)
{
  static const DwellHit hits[] = {
    { SPAN_LOAD, DWELL_NONE }, { DWELL_NONE, MARK_HALF_WAY }, { SPAN_LOAD_AGAIN, DWELL_NONE }
  };
  DwellView *view = make_fixture_view ();
  guint n_changes = 0;

  COUNT_SIGNAL (view, "find-changed", &n_changes);
  g_assert_cmpstr (dwell_view_get_find_text (view), ==, "");
  g_assert_false (dwell_view_find_step (view, 1));

  dwell_view_set_find_text (view, "/^load$|half/");
  g_assert_true (dwell_view_is_finding (view));
  g_assert_null (dwell_view_get_find (view));
  g_assert_cmpuint (n_changes, ==, 1);
  WAIT_UNTIL (!dwell_view_is_finding (view));
  g_assert_nonnull (dwell_view_get_find (view));
  g_assert_cmpuint (n_changes, ==, 2);

  /* Forwards twice around, then backwards. */
  for (guint i = 0; i < 2 * G_N_ELEMENTS (hits); i++)
    {
      g_assert_true (dwell_view_find_step (view, 1));
      assert_focus (view, hits[i % 3].span, hits[i % 3].mark);
    }

  for (guint i = 2 * G_N_ELEMENTS (hits) - 1; i-- > 0;)
    {
      g_assert_true (dwell_view_find_step (view, -1));
      assert_focus (view, hits[i % 3].span, hits[i % 3].mark);
    }

  /* Without a focus from where the view is. */
  dwell_view_set_range (view, 350 * MS, 700 * MS);
  dwell_view_focus_span (view, DWELL_NONE);
  g_assert_true (dwell_view_find_step (view, 1));
  assert_focus (view, SPAN_LOAD_AGAIN, DWELL_NONE);

  /* Nothing to be found. */
  dwell_view_set_find_text (view, "nowhere");
  WAIT_UNTIL (!dwell_view_is_finding (view));
  g_assert_false (dwell_view_find_step (view, 1));

  /* A broken expression says so; a new text drops the error, an empty one all. */
  n_changes = 0;
  dwell_view_set_find_text (view, "/(/");
  g_assert_nonnull (dwell_view_get_find_error (view));
  g_assert_null (dwell_view_get_find (view));
  g_assert_false (dwell_view_is_finding (view));
  dwell_view_set_find_text (view, "draw");
  g_assert_null (dwell_view_get_find_error (view));
  dwell_view_set_find_text (view, NULL);
  g_assert_false (dwell_view_is_finding (view));
  g_assert_null (dwell_view_get_find (view));
  dwell_view_set_find_text (view, "");
  g_assert_cmpuint (n_changes, ==, 3);
  fixture_view_free (view);
}

/* A span of an area, in a track, both called so that SLOW_PATTERN takes too long. */
#define SLOW_PATTERN "/((a*)*)*b$/"

static DwellTrace *
make_slow_names (void)
{
  DwellBuilder *builder = dwell_builder_new ("test", "Test", DWELL_TABLE_SPANS);
  g_autofree char *many = g_strnfill (4000, 'a');
  g_autofree char *name = g_strconcat (many, "xb!", NULL);
  guint32 area = fixture_area (builder, name, "", "");
  guint32 context = dwell_builder_add_context (builder, "c", DWELL_CONTEXT_SESSION, 0, DWELL_NONE);
  guint32 track = dwell_builder_add_track (builder, name, context, FALSE);
  guint32 row = dwell_builder_add_row (builder, track, 0);
  gboolean reserved = dwell_builder_reserve_spans (builder, 1, NULL);

  g_assert_true (reserved);
  dwell_builder_close_span (builder, dwell_builder_open_span (builder, area, row, DWELL_NONE, 0),
                            3, 0);
  return dwell_builder_finish (builder);
}

/* The filter of tracks says so, too. */
static void
test_track_filter_given_up (void)
{
  g_autoptr(DwellTrace) trace = make_slow_names ();
  DwellView *view = fixture_view (trace);
  g_autoptr(GError) error = NULL;
  gboolean is_complete;

  g_assert_false (dwell_view_set_track_filter (view, SLOW_PATTERN, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, 0);
  g_clear_error (&error);
  is_complete = dwell_view_set_track_filter (view, "/a+xb!$/", &error);
  g_assert_no_error (error);
  g_assert_true (is_complete);
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, 1);
  fixture_view_free (view);
}

/* An expression that takes too long for a name says that names are left out. */
static void
test_find_given_up (void)
{
  g_autoptr(DwellTrace) trace = make_slow_names ();
  DwellView *view = fixture_view (trace);

  dwell_view_set_find_text (view, SLOW_PATTERN);
  WAIT_UNTIL (!dwell_view_is_finding (view));
  g_assert_nonnull (dwell_view_get_find (view));
  g_assert_nonnull (dwell_view_get_find_error (view));
  dwell_view_set_find_text (view, "/a+xb!$/");
  WAIT_UNTIL (!dwell_view_is_finding (view));
  g_assert_null (dwell_view_get_find_error (view));
  fixture_view_free (view);
}

/* Typing faster than answers come: only the last question is answered. */
static void
test_find_typing (void)
{
  DwellView *view = make_fixture_view ();
  static const char * const texts[] = { "l", "lo", "loa", "load" };

  for (guint round = 0; round < 50; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        {
          dwell_view_set_find_text (view, texts[i]);

          if (g_test_rand_bit ())
            g_main_context_iteration (NULL, FALSE);
        }

      WAIT_UNTIL (!dwell_view_is_finding (view));
      g_assert_cmpuint (dwell_find_get_n_spans (dwell_view_get_find (view)), ==, 2);
      dwell_view_set_find_text (view, NULL);
    }

  /* With a question under way. */
  dwell_view_set_find_text (view, "load");
  fixture_view_free (view);
}

/* The steps through all hits are all hits in order of time, then of kind and number. */
static void
test_find_random (void)
{
  for (guint round = 0; round < 30; round++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());
      g_autoptr(DwellTrace) trace = NULL;
      RandomTraceShape shape;
      DwellView *view;
      DwellFind *find;
      guint64 n;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);
      view = fixture_view (trace);
      dwell_view_set_find_text (view, "a");
      WAIT_UNTIL (!dwell_view_is_finding (view));
      find = dwell_view_get_find (view);
      n = dwell_find_get_n_spans (find) + dwell_find_get_n_marks (find);

      for (guint64 i = 0; i < 2 * n; i++)
        {
          gboolean stepped = dwell_view_find_step (view, 1);
          DwellHit hit = { dwell_view_get_focus_span (view), dwell_view_get_focus_mark (view) };

          g_assert_true (stepped);
          g_assert_true (hit.span != DWELL_NONE ? dwell_find_has_span (find, hit.span)
                                                : dwell_find_has_mark (find, hit.mark));
          g_assert_cmpuint (dwell_find_get_ordinal (find, hit), ==, i % n + 1);
        }

      for (guint64 i = 2 * n; i-- > 1;)
        {
          gboolean stepped = dwell_view_find_step (view, -1);
          DwellHit hit = { dwell_view_get_focus_span (view), dwell_view_get_focus_mark (view) };

          g_assert_true (stepped);
          g_assert_cmpuint (dwell_find_get_ordinal (find, hit), ==, (i - 1) % n + 1);
        }

      fixture_view_free (view);
    }
}

static guint32
get_lane_track (DwellView *view,
                guint      lane)
{
  const GArray *lanes = dwell_view_get_lanes (view);

  return lane < lanes->len ? g_array_index (lanes, DwellLane, lane).track : DWELL_NONE;
}

static void
test_tracks (void)
{
  DwellView *view = make_fixture_view ();
  guint n_changes = 0;

  COUNT_SIGNAL (view, "lanes-changed", &n_changes);

  /* The busiest track comes first; tracks without spans are grouped. */
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, 3);
  g_assert_cmpuint (get_lane_track (view, 0), ==, 0);
  g_assert_cmpuint (get_lane_track (view, 1), ==, 1);
  g_assert_cmpint (g_array_index (dwell_view_get_lanes (view), DwellLane, 2).kind, ==,
                   DWELL_LANE_QUIET);

  dwell_view_move_track (view, 1, 0);
  g_assert_cmpuint (get_lane_track (view, 0), ==, 1);
  dwell_view_move_track (view, 1, DWELL_NONE);
  dwell_view_set_show_quiet (view, TRUE);
  g_assert_cmpuint (n_changes, ==, 3);

  dwell_view_set_track_state (view, 0, DWELL_TRACK_HIDDEN);
  dwell_view_set_track_state (view, 0, DWELL_TRACK_HIDDEN);
  g_assert_cmpuint (n_changes, ==, 4);
  g_assert_cmpuint (get_lane_track (view, 0), !=, 0);
  dwell_view_show_all_tracks (view);
  dwell_view_show_all_tracks (view);
  g_assert_cmpuint (n_changes, ==, 5);
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);

  /* Where there are no groups to be seen, none can be folded. */
  dwell_view_set_group_shown (view, DWELL_TRACKS_FUNCTIONS, FALSE);
  g_assert_true (dwell_view_get_group_shown (view, DWELL_TRACKS_FUNCTIONS));
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);

  dwell_view_fold_all (view, TRUE);
  g_assert_cmpint (dwell_view_get_track_state (view, 2), ==, DWELL_TRACK_FOLDED);
  g_assert_true (g_array_index (dwell_view_get_lanes (view), DwellLane, 0).is_folded);
  dwell_view_fold_all (view, FALSE);
  g_assert_cmpint (dwell_view_get_track_state (view, 0), ==, 0);
  fixture_view_free (view);
}

/* Describes the lanes: numbers of tracks, names of groups, those that are folded in brackets. */
static char *
describe_lanes (DwellView *view)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dwell_view_get_lanes (view)->len; i++)
    {
      const DwellLane *lane = &g_array_index (dwell_view_get_lanes (view), DwellLane, i);

      if (lane->kind == DWELL_LANE_TRACK)
        g_string_append_printf (text, " %u", lane->track);
      else
        g_string_append_printf (text, lane->is_folded ? " (%s)" : " %s",
                                dwell_lanes_get_group_name (dwell_view_get_trace (view),
                                                            lane->process, lane->group));
    }

  return g_string_free (text, FALSE);
}

static void
assert_lanes (DwellView  *view,
              const char *wanted)
{
  g_autofree char *text = describe_lanes (view);

  g_assert_cmpstr (text, ==, wanted);
}

static void
assert_title (DwellView  *view,
              guint       lane,
              const char *wanted)
{
  g_autofree char *title = dwell_lane_dup_title (&g_array_index (dwell_view_get_lanes (view),
                                                                 DwellLane, lane),
                                                 dwell_view_get_trace (view));

  g_assert_cmpstr (title, ==, wanted);
}

/* A group is folded in one process or, by the menu, in all; what is revealed unfolds its own. */
static void
test_groups (void)
{
  g_autoptr(DwellTrace) trace = grouped_trace ();
  DwellView *view = fixture_view (trace);
  guint n_changes = 0;

  COUNT_SIGNAL (view, "lanes-changed", &n_changes);
  assert_lanes (view, " editor Functions 0 Data 1 helper Functions 2 Data 3");

  dwell_view_fold_group (view, 0, DWELL_TRACKS_DATA, TRUE);
  dwell_view_fold_group (view, 0, DWELL_TRACKS_DATA, TRUE);
  g_assert_cmpuint (n_changes, ==, 1);
  assert_lanes (view, " editor Functions 0 (Data) helper Functions 2 Data 3");
  g_assert_false (dwell_view_get_group_shown (view, DWELL_TRACKS_DATA));
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 1);

  dwell_view_set_group_shown (view, DWELL_TRACKS_DATA, FALSE);
  dwell_view_fold_group (view, trace->contexts[trace->tracks[2].context].parent,
                         DWELL_N_TRACK_GROUPS, TRUE);
  assert_lanes (view, " editor Functions 0 (Data) (helper)");
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 3);

  /* A track that is pinned stands above its group, whatever that is. */
  dwell_view_set_track_state (view, 3, DWELL_TRACK_PINNED);
  assert_lanes (view, " 3 editor Functions 0 (Data) (helper)");
  assert_title (view, 0, "helper, speed");
  assert_title (view, 3, "main");
  dwell_view_set_track_state (view, 3, 0);

  dwell_view_reveal_span (view, 3);
  assert_lanes (view, " editor Functions 0 (Data) helper Functions 2 Data 3");
  dwell_view_show_all_tracks (view);
  g_assert_true (dwell_view_get_group_shown (view, DWELL_TRACKS_DATA));
  g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);

  /* The process of the first track comes first. */
  dwell_view_move_track (view, 3, 0);
  assert_lanes (view, " helper Functions 2 Data 3 editor Functions 0 Data 1");
  fixture_view_free (view);
}

/* The name of a group stands for all its tracks. */
static void
test_group_filter (void)
{
  g_autoptr(DwellTrace) trace = grouped_trace ();
  DwellView *view = fixture_view (trace);

  dwell_view_set_track_filter (view, "data", NULL);
  assert_lanes (view, " editor Data 1 helper Data 3");
  dwell_view_set_track_filter (view, "help", NULL);
  assert_lanes (view, " helper Functions 2 Data 3");
  dwell_view_set_track_filter (view, "main", NULL);
  assert_lanes (view, " editor Functions 0 helper Functions 2");
  dwell_view_set_track_filter (view, "nothing", NULL);
  assert_lanes (view, "");
  fixture_view_free (view);
}

/* Another trace: the same spans, 50 ms later, and numbers of tracks and areas that are others. */
static void
test_kept (void)
{
  DwellView *view = make_fixture_view ();
  DwellTrace *trace;
  guint n_traces = 0;

  COUNT_SIGNAL (view, "trace-changed", &n_traces);
  dwell_view_set_track_state (view, 0, DWELL_TRACK_FOLDED);
  dwell_view_set_track_state (view, 1, DWELL_TRACK_PINNED);
  dwell_view_move_track (view, 1, 0);
  dwell_view_set_range (view, 100 * MS, 500 * MS);
  dwell_view_set_selection (view, 0, 80 * MS);
  dwell_view_focus_span (view, SPAN_PARSE);
  dwell_view_set_find_text (view, "load");
  WAIT_UNTIL (!dwell_view_is_finding (view));

  replace_trace (view, fixture_trace_shifted (50));
  trace = dwell_view_get_trace (view);
  g_assert_cmpuint (n_traces, ==, 1);
  g_assert_true (trace == dwell_session_get_trace (dwell_view_get_session (view)));

  assert_range (view, 100 * MS, 500 * MS);
  assert_scope (view, DWELL_SCOPE_SELECTION, 50 * MS, 80 * MS);
  g_assert_cmpint (dwell_view_get_track_state (view, 0), ==, 0);
  g_assert_cmpint (dwell_view_get_track_state (view, 1), ==, DWELL_TRACK_FOLDED);
  g_assert_cmpint (dwell_view_get_track_state (view, 2), ==, DWELL_TRACK_PINNED);
  g_assert_cmpuint (get_lane_track (view, 0), ==, 2);
  g_assert_cmpuint (get_lane_track (view, 1), ==, 1);

  /* No span of that name begins there any more, but the area is still there. */
  assert_focus (view, DWELL_NONE, DWELL_NONE);
  g_assert_cmpuint (dwell_view_get_focus_area (view), ==, trace->span_area[SPAN_PARSE]);

  WAIT_UNTIL (!dwell_view_is_finding (view));
  g_assert_cmpuint (dwell_find_get_n_spans (dwell_view_get_find (view)), ==, 2);

  /* The whole is the new whole. */
  dwell_view_show_whole (view);
  dwell_view_focus_mark (view, MARK_LOST);
  replace_trace (view, fixture_trace_shifted (50));
  assert_focus (view, DWELL_NONE, MARK_LOST);
  dwell_view_focus_span (view, SPAN_LOAD_AGAIN);
  replace_trace (view, fixture_trace_shifted (50));
  assert_focus (view, SPAN_LOAD_AGAIN, DWELL_NONE);
  replace_trace (view, fixture_trace ());
  assert_range (view, 0, 1000 * MS);
  fixture_view_free (view);
}

/* Any trace after any other: nothing is out of bounds, and a span found again is the same. */
static void
test_kept_random (void)
{
  g_autoptr(DwellTrace) empty = make_axis (0, 0, 0, 0);
  DwellView *view = fixture_view (empty);
  g_autoptr(GRand) rand = g_rand_new_with_seed (random_trace_new_seed ());

  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(DwellTrace) trace = NULL;
      g_autoptr(DwellTrace) old = dwell_trace_ref (dwell_view_get_trace (view));
      RandomTraceShape shape;
      guint32 old_span;
      guint32 span;

      random_trace_choose_shape (rand, &shape);
      trace = random_trace_new (rand, &shape);

      if (old->n_marks > 0 && g_rand_boolean (rand))
        dwell_view_focus_mark (view, (guint32) g_rand_int_range (rand, 0, (int) old->n_marks));
      else if (old->n_spans > 0)
        dwell_view_focus_span (view, (guint32) g_rand_int_range (rand, 0, (int) old->n_spans));

      old_span = dwell_view_get_focus_span (view);
      replace_trace (view, g_rand_boolean (rand) ? dwell_trace_ref (trace) : dwell_trace_ref (old));
      span = dwell_view_get_focus_span (view);

      if (dwell_view_get_trace (view) == old)
        g_assert_cmpuint (span, ==, old_span);

      if (span != DWELL_NONE)
        {
          trace = (dwell_trace_unref (trace), dwell_trace_ref (dwell_view_get_trace (view)));
          g_assert_cmpint (dwell_trace_get_span_begin (trace, span), ==,
                           dwell_trace_get_span_begin (old, old_span));
          g_assert_cmpstr (dwell_trace_get_area_name (trace, trace->span_area[span]), ==,
                           dwell_trace_get_area_name (old, old->span_area[old_span]));
        }

      check_range (view, dwell_view_get_trace (view));
      g_assert_nonnull (dwell_view_get_lanes (view));
      dwell_view_move_focus (view, (DwellMove) g_rand_int_range (rand, 0, DWELL_MOVE_SHORTEST + 1));
    }

  fixture_view_free (view);
}

/* A session that has read nothing yet. */
static void
test_without_trace (void)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/nowhere/at-all.csv");
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);

  g_assert_null (dwell_view_get_trace (view));
  assert_range (view, 0, 10);
  assert_scope (view, DWELL_SCOPE_WHOLE, 0, 0);
  dwell_view_set_range (view, 2, 5);
  dwell_view_show_whole (view);
  dwell_view_set_selection (view, 0, 5);
  dwell_view_drop_selection (view);
  dwell_view_set_find_text (view, "text");
  g_assert_false (dwell_view_is_finding (view));
  g_assert_false (dwell_view_find_step (view, 1));
  g_assert_false (dwell_view_move_focus (view, DWELL_MOVE_NEXT_IN_ROW));
  g_assert_cmpuint (dwell_view_get_lanes (view)->len, ==, 0);
  dwell_view_fold_all (view, TRUE);
  g_object_unref (session);
  fixture_view_free (view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/view/range/limits", test_range_limits);
  g_test_add_func ("/view/range/random", test_range_random);
  g_test_add_func ("/view/history/random", test_history);
  g_test_add_func ("/view/history/long-history", test_long_history);
  g_test_add_func ("/view/history/gestures", test_history_of_gestures);
  g_test_add_func ("/view/scope", test_scope);
  g_test_add_func ("/view/focus", test_focus);
  g_test_add_func ("/view/reveal", test_reveal);
  g_test_add_func ("/view/reveal/narrow", test_reveal_narrow);
  g_test_add_func ("/view/zoom-to-latest", test_zoom_to_latest);
  g_test_add_func ("/view/moves", test_moves);
  g_test_add_func ("/view/moves/flows", test_flow_moves);
  g_test_add_func ("/view/moves/without-focus", test_moves_without_focus);
  g_test_add_func ("/view/track-filter", test_track_filter);
  g_test_add_func ("/view/track-filter/given-up", test_track_filter_given_up);
  g_test_add_func ("/view/lit", test_lit);
  g_test_add_func ("/view/find", test_find);
  g_test_add_func ("/view/find/given-up", test_find_given_up);
  g_test_add_func ("/view/find/typing", test_find_typing);
  g_test_add_func ("/view/find/random", test_find_random);
  g_test_add_func ("/view/range/recorded", test_range_recorded);
  g_test_add_func ("/view/tracks", test_tracks);
  g_test_add_func ("/view/groups", test_groups);
  g_test_add_func ("/view/groups/filter", test_group_filter);
  g_test_add_func ("/view/kept", test_kept);
  g_test_add_func ("/view/kept/random", test_kept_random);
  g_test_add_func ("/view/without-trace", test_without_trace);

  return fixture_run ();
}
