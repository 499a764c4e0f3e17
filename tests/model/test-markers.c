/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers and notes: their order, their texts, stepping through them, and what becomes of them when
 * the trace is another; and the list that shows them. */
#include "config.h"

#include "model-fixture.h"
#include "model/lists/dwell-marker-list.h"
#include "model/session/dwell-session-private.h"

static DwellView *
make_view (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();

  return fixture_view (trace);
}

static void
assert_markers (DwellView  *view,
                const char *expected)
{
  g_autoptr(GString) texts = g_string_new (NULL);

  for (guint i = 0; i < dwell_view_get_n_markers (view); i++)
    {
      const DwellMarker *marker = dwell_view_get_marker (view, i);

      g_string_append_printf (texts, "%s%" G_GINT64_FORMAT " %s", i > 0 ? ", " : "",
                              marker->time / MS, marker->text);
      if (marker->span != DWELL_NONE)
        g_string_append_printf (texts, " on %u", marker->span);
    }

  g_assert_cmpstr (texts->str, ==, expected);
}

static void
test_order (void)
{
  DwellView *view = make_view ();
  guint n_changes = 0;

  COUNT_SIGNAL (view, "markers-changed", &n_changes);
  g_assert_cmpint (dwell_view_add_marker (view, 500 * MS, "b"), ==, 0);
  g_assert_cmpint (dwell_view_add_marker (view, 100 * MS, "a"), ==, 0);
  g_assert_cmpint (dwell_view_add_marker (view, 500 * MS, "c"), ==, 2);
  g_assert_cmpint (dwell_view_add_note (view, SPAN_PARSE, "slow"), ==, 1);
  assert_markers (view, "100 a, 150 slow on 2, 500 b, 500 c");
  g_assert_cmpuint (n_changes, ==, 4);
  g_assert_cmpint (dwell_view_find_marker (view, 150 * MS, SPAN_PARSE), ==, 1);
  g_assert_cmpint (dwell_view_find_marker (view, 150 * MS, DWELL_NONE), ==, -1);
  g_assert_cmpint (dwell_view_find_marker (view, 500 * MS, DWELL_NONE), ==, 2);

  dwell_view_rename_marker (view, 2, "B");
  dwell_view_rename_marker (view, 2, "B");
  dwell_view_remove_marker (view, 0);
  assert_markers (view, "150 slow on 2, 500 B, 500 c");
  g_assert_cmpuint (n_changes, ==, 6);
  fixture_view_free (view);
}

/* Texts come from people and from files.
 * Limit: model/MAX_TEXT_BYTES */
static void
test_texts (void)
{
  static const char * const cases[][2] = {
    { "", "" },
    { "  two words\n", "two words" },
    { "two\nlines\tand <b>more</b>", "two\nlines and <b>more</b>" },
    { "a\r\nb\rc\xe2\x80\xa8" "d\xe2\x80\xa9" "e\n\n…", "a\nb\nc\nd\ne\n\n…" },
    { "caf\xe9", "caf\357\277\275" },
    { "Grün", "Grün" },
  };
  DwellView *view = make_view ();
  g_autofree char *longest = g_strnfill (5000, 'x');
  g_autofree char *cut = g_strnfill (2000, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int n = dwell_view_add_marker (view, 0, cases[i][0]);

      g_assert_cmpstr (dwell_view_get_marker (view, (guint) n)->text, ==, cases[i][1]);
      dwell_view_remove_marker (view, (guint) n);
    }

  dwell_view_add_marker (view, 0, longest);
  g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, cut);
  memcpy (longest + 1999, "ü", 2);
  dwell_view_rename_marker (view, 0, longest);
  g_assert_cmpuint (strlen (dwell_view_get_marker (view, 0)->text), ==, 1999);
  fixture_view_free (view);
}

static void
test_first_line (void)
{
  static const char * const cases[][2] = {
    { "", "" }, { "one", "one" }, { "one\ntwo\nthree", "one…" }, { "ü\n", "ü…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *line = dwell_marker_get_first_line (cases[i][0]);

      g_assert_cmpstr (line, ==, cases[i][1]);
    }
}

static void
test_limit (void)
{
  DwellView *view = make_view ();
  GArray *markers = dwell_view_get_markers (view);

  g_array_ref (markers);
  dwell_view_add_marker (view, 0, "kept");
  g_assert_cmpuint (markers->len, ==, 0);
  g_array_unref (markers);

  for (guint i = 0; i < 50; i++)
    g_assert_cmpint (dwell_view_add_marker (view, G_MAXINT64 - 50 + i, ""), ==, (int) i + 1);
  fixture_view_free (view);
}

static void
test_step (void)
{
  DwellView *view = make_view ();
  gint64 cursor;

  g_assert_cmpint (dwell_view_step_marker (view, 1), ==, -1);
  dwell_view_add_marker (view, 100 * MS, "a");
  dwell_view_add_marker (view, 700 * MS, "b");
  dwell_view_add_note (view, SPAN_LOAD_AGAIN, "c");

  /* From the middle, then from the cursor. */
  g_assert_cmpint (dwell_view_step_marker (view, 1), ==, 1);
  g_assert_cmpuint (dwell_view_get_focus_span (view), ==, SPAN_LOAD_AGAIN);
  g_assert_cmpint (dwell_view_step_marker (view, 1), ==, 2);
  g_assert_true (dwell_view_get_cursor (view, &cursor));
  g_assert_cmpint (cursor, ==, 700 * MS);
  g_assert_cmpint (dwell_view_step_marker (view, 1), ==, -1);
  g_assert_cmpint (dwell_view_step_marker (view, -1), ==, 1);
  g_assert_cmpint (dwell_view_step_marker (view, -1), ==, 0);
  g_assert_cmpint (dwell_view_step_marker (view, -1), ==, -1);

  /* It is brought into view. */
  dwell_view_set_range (view, 800 * MS, 900 * MS);
  dwell_view_reveal_marker (view, 0);
  g_assert_cmpint (view != NULL, ==, TRUE);
  dwell_view_get_range (view, &cursor, &(gint64) { 0 });
  g_assert_cmpint (cursor, <, 100 * MS);
  fixture_view_free (view);
}

/* When the file is read again, shifted: markers keep their times, and notes go with their spans or
 * become markers. */
static void
test_another_trace (void)
{
  DwellView *view = make_view ();
  DwellSession *session = dwell_view_get_session (view);

  dwell_view_add_marker (view, 900 * MS, "a");
  dwell_view_add_note (view, SPAN_DRAW, "d");
  _dwell_session_adopt_reading (session, dwell_reading_new (fixture_trace ()),
                                DWELL_SESSION_READY);
  assert_markers (view, "500 d on 3, 900 a");
  _dwell_session_adopt_reading (session, dwell_reading_new (fixture_trace_shifted (7)),
                                DWELL_SESSION_READY);
  assert_markers (view, "500 d, 900 a");
  WAIT_UNTIL (!dwell_session_get_busy (session));
  fixture_view_free (view);
}

static char *
describe (gpointer item)
{
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;
  g_autofree char *since = NULL;
  g_autofree char *span = NULL;

  g_object_get (item, "time", &time, "text", &text, "since", &since, "span", &span, NULL);
  return g_strdup_printf ("%s|%s|%s|%s", time, text, since, span);
}

static void
test_list (void)
{
  DwellView *view = make_view ();
  g_autoptr(DwellMarkerList) list = dwell_marker_list_new ();
  g_autoptr(Mirror) mirror = mirror_new (list, describe);

  dwell_view_add_marker (view, 100 * MS, "a");
  dwell_query_set_view (DWELL_QUERY (list), view);
  g_assert_cmpuint (mirror->texts->len, ==, 1);
  dwell_view_add_marker (view, 350 * MS, "b");
  dwell_view_add_note (view, SPAN_PARSE, "n");
  fixture_assert_text (g_ptr_array_index (mirror->texts, 0), "0.100 s|a||");
  fixture_assert_text (g_ptr_array_index (mirror->texts, 1), "0.150 s|n|50 ms|parse");
  fixture_assert_text (g_ptr_array_index (mirror->texts, 2), "0.350 s|b|200 ms|");

  /* Removing a marker changes the distance that the next one shows. */
  dwell_view_remove_marker (view, 1);
  fixture_assert_text (g_ptr_array_index (mirror->texts, 1), "0.350 s|b|250 ms|");
  dwell_view_rename_marker (view, 0, "A");
  fixture_assert_text (g_ptr_array_index (mirror->texts, 0), "0.100 s|A||");
  mirror->n_changes = 0;
  dwell_view_rename_marker (view, 0, "A");
  g_assert_cmpuint (mirror->n_changes, ==, 0);
  dwell_query_set_view (DWELL_QUERY (list), NULL);
  g_assert_cmpuint (mirror->texts->len, ==, 0);
  fixture_view_free (view);
}

/* The list against markers that come, go and change at random. */
static void
test_list_random (void)
{
  DwellView *view = make_view ();
  g_autoptr(DwellMarkerList) list = dwell_marker_list_new ();
  g_autoptr(Mirror) mirror = mirror_new (list, describe);

  dwell_query_set_view (DWELL_QUERY (list), view);
  for (guint i = 0; i < 300; i++)
    {
      guint n = dwell_view_get_n_markers (view);
      int what = g_test_rand_int_range (0, 4);

      if (n == 0 || what < 2)
        dwell_view_add_marker (view, g_test_rand_int_range (0, 1000) * MS, "x");
      else if (what == 2)
        dwell_view_remove_marker (view, (guint) g_test_rand_int_range (0, (int) n));
      else
        dwell_view_rename_marker (view, (guint) g_test_rand_int_range (0, (int) n), "y");
    }
  dwell_query_set_view (DWELL_QUERY (list), NULL);
  fixture_view_free (view);
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/markers/order", test_order);
  g_test_add_func ("/markers/texts", test_texts);
  g_test_add_func ("/markers/first-line", test_first_line);
  g_test_add_func ("/markers/limit", test_limit);
  g_test_add_func ("/markers/step", test_step);
  g_test_add_func ("/markers/another-trace", test_another_trace);
  g_test_add_func ("/markers/list", test_list);
  g_test_add_func ("/markers/list/random", test_list_random);

  return fixture_run ();
}
