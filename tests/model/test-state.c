/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of views: to a key file and back, for the same trace, another, none of ours. */
#include "config.h"

#include <string.h>

#include "model-fixture.h"
#include "model/view/dwell-view-state.h"
#include "support/grouped-trace.h"

static DwellView *
make_view (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();

  return fixture_view (trace);
}

static GKeyFile *
parse (const char *text)
{
  GKeyFile *state = g_key_file_new ();
  g_autoptr(GError) error = NULL;

  g_key_file_load_from_data (state, text, strlen (text), G_KEY_FILE_NONE, &error);
  g_assert_no_error (error);
  return state;
}

static guint32
find_area (DwellView  *view,
           const char *name)
{
  DwellTrace *trace = dwell_view_get_trace (view);

  for (guint32 area = 0; area < trace->n_areas; area++)
    if (g_str_equal (dwell_trace_get_area_name (trace, area), name))
      return area;

  g_assert_not_reached ();
}

/* Everything that there is to keep. */
static void
change_view (DwellView *view)
{
  dwell_view_set_selection (view, 150 * MS, 400 * MS);
  dwell_view_set_scope (view, DWELL_SCOPE_VISIBLE);
  dwell_view_set_cursor (view, 300 * MS);
  dwell_view_set_range (view, 100 * MS, 600 * MS);
  dwell_view_set_track_state (view, 0, DWELL_TRACK_FOLDED | DWELL_TRACK_PINNED);
  dwell_view_set_track_state (view, 1, DWELL_TRACK_HIDDEN | DWELL_TRACK_LINES);
  dwell_view_move_track (view, 1, 0);
  dwell_view_set_show_quiet (view, TRUE);
  dwell_view_add_marker (view, 250 * MS, "; a = [b] \\ ü\n\n [c]\nText=d");
  dwell_view_add_marker (view, 250 * MS, "");
  dwell_view_add_note (view, SPAN_PARSE, "slow");
  dwell_view_set_kept (view, DWELL_KEPT_FILTER, "statistics", "/lo.d/");
  dwell_view_set_is_favourite (view, find_area (view, "load"), TRUE);
  dwell_view_set_is_favourite (view, find_area (view, "draw"), TRUE);
  dwell_view_set_is_favourite (view, find_area (view, "parse"), FALSE);
  dwell_view_set_deadline (view, find_area (view, "draw"), DWELL_MEASURE_CALL, 16 * MS);
  dwell_view_set_deadline (view, find_area (view, "draw"), DWELL_MEASURE_JITTER, 0);
}

/* Another program's file, or one of a recording that has been looked at for years.
 * Limit: model/DWELL_STATE_MAX_MARKERS
 * Limit: model/DWELL_STATE_MAX_FAVOURITES
 * Limit: model/MAX_DEADLINES */
static void
test_too_many (void)
{
  enum { MAX = 5000, N = MAX + 20 };
  DwellView *view = make_view ();
  g_autoptr(GString) text = g_string_new (DWELL_VIEW_STATE_PLAIN "[areas]\n");
  g_autoptr(GString) names = g_string_new (NULL);
  g_autoptr(GString) measures = g_string_new (NULL);
  g_autoptr(GString) limits = g_string_new (NULL);
  g_autoptr(GKeyFile) state = NULL;
  g_autoptr(GKeyFile) kept = NULL;
  g_autofree char *kept_text = NULL;
  g_auto(GStrv) groups = NULL;
  g_auto(GStrv) favourites = NULL;
  g_auto(GStrv) deadlines = NULL;
  gsize n;
  guint n_markers = 0;

  for (guint i = 0; i < N; i++)
    {
      g_string_append_printf (names, "%u;", i);
      g_string_append (measures, "call;");
      g_string_append_printf (limits, "%u;", i);
    }
  g_string_append_printf (text, "Favourites=%s\nWithDeadline=%s\nDeadlineOf=%s\nDeadlines=%s\n",
                          names->str, names->str, measures->str, limits->str);
  for (guint i = 1; i <= N; i++)
    g_string_append_printf (text, "[marker %u]\nTime=%u\nText=x\n", i, i * 1000);

  state = parse (text->str);
  dwell_view_state_apply (view, state);
  kept_text = dwell_view_state_gather (view);
  kept = parse (kept_text);
  groups = g_key_file_get_groups (kept, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    n_markers += g_str_has_prefix (groups[i], "marker ");
  g_assert_cmpuint (n_markers, ==, MAX);
  favourites = g_key_file_get_string_list (kept, "areas", "Favourites", &n, NULL);
  g_assert_cmpuint (n, ==, MAX);
  deadlines = g_key_file_get_string_list (kept, "areas", "WithDeadline", &n, NULL);
  g_assert_cmpuint (n, ==, MAX);

  /* The window says that there is no room for one more. */
  g_assert_cmpint (dwell_view_add_marker (view, MS, "one more"), ==, -1);
  fixture_view_free (view);
}

/* Of a thousand files whose names are long none is forgotten.
 * Limit: model/MAX_KEPT
 * Limit: model/MAX_KEPT_BYTES */
static void
test_too_many_texts (void)
{
  enum { MAX = 100, MAX_BYTES = 4000 };
  DwellView *view = make_view ();
  g_autofree char *most = g_strnfill (MAX_BYTES, 'x');
  g_autofree char *uris = g_strnfill (1000 * MAX_BYTES, 'u');
  g_autoptr(GString) text = g_string_new (DWELL_VIEW_STATE_PLAIN "[filters]\n");
  g_autoptr(GKeyFile) state = NULL;
  g_autoptr(GKeyFile) kept = NULL;
  g_autofree char *kept_text = NULL;
  g_auto(GStrv) names = NULL;
  gsize n;

  g_string_append_printf (text, "longest=%s\nlonger=%sx\n", most, most);
  for (guint i = 2; i < MAX + 20; i++)
    g_string_append_printf (text, "page%u=x\n", i);
  g_string_append_printf (text, "[layout]\nbase=%s\nseries-0=%s\nseries-1=%sx\n", uris, uris, most);

  state = parse (text->str);
  dwell_view_state_apply (view, state);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "longest"), ==, most);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "longer"), ==, "");
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "page99"), ==, "x");
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "page100"), ==, "");

  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "base"), ==, uris);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-0"), ==, uris);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_LAYOUT, "series-1"), ==, "");

  kept_text = dwell_view_state_gather (view);
  kept = parse (kept_text);
  names = g_key_file_get_keys (kept, "filters", &n, NULL);
  g_assert_cmpuint (n, ==, MAX - 1);
  fixture_view_free (view);
}

static void
test_round_trip (void)
{
  DwellView *view = make_view ();
  DwellView *other = make_view ();
  g_autofree char *untouched = dwell_view_state_gather (view);
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autoptr(GKeyFile) state = NULL;
  gint64 begin;
  gint64 end;

  change_view (view);
  text = dwell_view_state_gather (view);
  g_assert_cmpstr (text, !=, untouched);
  state = parse (text);
  g_assert_true (dwell_view_state_check (state, NULL));
  dwell_view_state_apply (other, state);
  again = dwell_view_state_gather (other);
  g_assert_cmpstr (again, ==, text);

  /* And it really is so. */
  dwell_view_get_range (other, &begin, &end);
  g_assert_cmpint (begin, ==, 100 * MS);
  g_assert_cmpint (end, ==, 600 * MS);
  g_assert_true (dwell_view_get_selection (other, &begin, NULL));
  g_assert_cmpint (begin, ==, 150 * MS);
  g_assert_cmpint (dwell_view_get_scope (other), ==, DWELL_SCOPE_VISIBLE);
  g_assert_true (dwell_view_get_cursor (other, &begin));
  g_assert_cmpint (begin, ==, 300 * MS);
  g_assert_cmpuint (dwell_view_get_lanes (other)->len, ==, dwell_view_get_lanes (view)->len);
  g_assert_cmpuint (dwell_view_get_marker (other, 0)->span, ==, SPAN_PARSE);
  g_assert_cmpstr (dwell_view_get_marker (other, 1)->text, ==, "; a = [b] \\ ü\n\n [c]\nText=d");
  g_assert_true (dwell_view_get_is_favourite (other, find_area (other, "load"), FALSE));
  g_assert_false (dwell_view_get_is_favourite (other, find_area (other, "parse"), TRUE));
  g_assert_false (dwell_view_get_is_favourite (other, find_area (other, "main"), FALSE));
  g_assert_true (dwell_view_get_is_favourite (other, find_area (other, "main"), TRUE));
  g_assert_cmpint (dwell_view_get_deadline (other, find_area (other, "draw"), DWELL_MEASURE_CALL),
                   ==, 16 * MS);
  g_assert_cmpint (dwell_view_get_deadline (other, find_area (other, "draw"),
                                            DWELL_MEASURE_JITTER), ==, 0);
  g_assert_cmpint (dwell_view_get_deadline (other, find_area (other, "draw"),
                                            DWELL_MEASURE_PERIOD), ==, G_MAXINT64);
  g_assert_cmpint (dwell_view_get_deadline (other, find_area (other, "load"), DWELL_MEASURE_CALL),
                   ==, G_MAXINT64);
  g_assert_cmpstr (dwell_view_get_kept (other, DWELL_KEPT_FILTER, "statistics"), ==, "/lo.d/");
  fixture_view_free (view);
  fixture_view_free (other);
}

/* Folded groups are restored, also by a state that names groups, as older ones do. */
static void
test_groups (void)
{
  g_autoptr(DwellTrace) trace = grouped_trace ();
  DwellView *view = fixture_view (trace);
  DwellView *other = fixture_view (trace);
  g_autoptr(GKeyFile) state = NULL;
  g_autoptr(GKeyFile) old = parse ("[dwell-view]\nVersion=1\n[tracks]\nHiddenGroups=data;\n");
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;

  dwell_view_fold_group (view, 0, DWELL_TRACKS_DATA, TRUE);
  dwell_view_fold_group (view, dwell_lanes_get_process (trace, DWELL_GROUPED_BY_PROCESS, 2),
                         DWELL_N_TRACK_GROUPS, TRUE);
  text = dwell_view_state_gather (view);
  state = parse (text);
  dwell_view_state_apply (other, state);
  again = dwell_view_state_gather (other);
  g_assert_cmpstr (again, ==, text);

  /* Two processes, a group, and its track; the other group and process are folded. */
  g_assert_cmpuint (dwell_view_get_lanes (other)->len, ==, 5);
  g_assert_cmpuint (dwell_view_count_hidden (other), ==, 3);

  dwell_view_state_apply (other, old);
  g_assert_false (dwell_view_get_group_shown (other, DWELL_TRACKS_DATA));
  g_assert_true (dwell_view_get_group_shown (other, DWELL_TRACKS_FUNCTIONS));
  g_assert_cmpuint (dwell_view_count_hidden (other), ==, 2);
  fixture_view_free (view);
  fixture_view_free (other);
}

/* Changes that the user made before the state was restored stay. */
static void
test_merge (void)
{
  DwellView *view = make_view ();
  DwellView *other = make_view ();
  g_autofree char *text = NULL;
  g_autoptr(GKeyFile) state = NULL;
  gint64 begin;

  change_view (view);
  text = dwell_view_state_gather (view);
  state = parse (text);
  dwell_view_set_range (other, 700 * MS, 800 * MS);
  dwell_view_add_marker (other, 900 * MS, "mine");
  dwell_view_add_note (other, SPAN_PARSE, "mine too");
  dwell_view_set_is_favourite (other, find_area (other, "draw"), FALSE);
  dwell_view_state_apply (other, state);
  dwell_view_get_range (other, &begin, &(gint64) { 0 });
  g_assert_cmpint (begin, ==, 700 * MS);
  g_assert_cmpuint (dwell_view_get_n_markers (other), ==, 4);
  g_assert_cmpstr (dwell_view_get_marker (other, 0)->text, ==, "mine too");
  g_assert_cmpstr (dwell_view_get_marker (other, 3)->text, ==, "mine");
  g_assert_false (dwell_view_get_is_favourite (other, find_area (other, "draw"), TRUE));
  g_assert_true (dwell_view_get_is_favourite (other, find_area (other, "load"), FALSE));
  fixture_view_free (view);
  fixture_view_free (other);
}

/* For a trace with other times, a track more and an area more. */
static void
test_another_trace (void)
{
  DwellView *view = make_view ();
  g_autoptr(DwellTrace) trace = fixture_trace_shifted (300);
  DwellView *other = fixture_view (trace);
  g_autofree char *text = NULL;
  g_autoptr(GKeyFile) state = NULL;
  gint64 begin;

  change_view (view);
  dwell_view_set_cursor (view, 20 * MS);
  text = dwell_view_state_gather (view);
  state = parse (text);
  dwell_view_state_apply (other, state);

  /* Tracks are known by their names: the first is new here. */
  g_assert_cmpint (dwell_view_get_track_state (other, 0), ==, 0);
  g_assert_cmpint (dwell_view_get_track_state (other, 1), ==,
                   DWELL_TRACK_FOLDED | DWELL_TRACK_PINNED);
  g_assert_cmpint (dwell_view_get_track_state (other, 2), ==,
                   DWELL_TRACK_HIDDEN | DWELL_TRACK_LINES);
  g_assert_true (dwell_view_get_is_favourite (other, find_area (other, "draw"), FALSE));
  g_assert_cmpuint (dwell_view_get_n_markers (other), ==, 3);
  g_assert_cmpuint (dwell_view_get_marker (other, 0)->span, ==, DWELL_NONE);
  g_assert_true (dwell_view_get_selection (other, &begin, NULL));
  g_assert_cmpint (begin, ==, 300 * MS);
  fixture_view_free (view);
  fixture_view_free (other);
}

/* Key files that users and other programs have broken change nothing. */
static void
test_broken (void)
{
  static const char * const foreign[] = { "", "[view]\nVersion=1\n", "[dwell-view]\n",
                                          "[dwell-view]\nVersion=2\n",
                                          "[dwell-view]\nVersion=x\n" };
  static const char * const broken[] = {
    "Range=1\nSelection=x;y\nScope=no\nCursor=1e99\n",
    "Range=1;2;3\nSelection=9;9\nScope=selection\nCursor=\n",
    "Range=-9223372036854775808;9223372036854775807\n",
    "Range=99999999999999999999;1\n",
    "[tracks]\nHidden=a;b\\tc;;\nOrder=;;;\nFolded=\\q\nShowQuiet=7\nHiddenGroups=x\n",
    "[marker 1]\nText=x\n[marker 2]\nTime=x\n",
    "[areas]\nFavourites=\nWithDeadline=a;b\nDeadlineOf=call;x\nDeadlines=x;-1\n",
    "Selection=\\q;1\\\n[tracks]\nOrder=\\q\\\nHidden=thread 11;\\q\\\nHiddenGroups=\\q\\\n",
    "[areas]\nFavourites=\\q\\\nNoFavourites=\\q\\\nWithDeadline=\\q\\\nDeadlineOf=\\q\\\n"
    "Deadlines=\\q\\\n[filters]\nstatistics=\\q\\\n[layout]\nrequirements=\\q\\\n",
    "[filters]\nstatistics=\n",
    "[filters]\nstat\xe4=x\n[sorting]\n\xff=x\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autoptr(GKeyFile) state = parse (foreign[i]);
      g_autoptr(GError) error = NULL;

      g_assert_false (dwell_view_state_check (state, &error));
      g_assert_nonnull (error);
    }

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *text = g_strconcat ("[dwell-view]\nVersion=1\n", broken[i], NULL);
      g_autoptr(GKeyFile) state = parse (text);
      DwellView *view = make_view ();
      g_autofree char *before = dwell_view_state_gather (view);
      g_autofree char *after = NULL;

      dwell_view_state_apply (view, state);
      g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);
      g_assert_cmpuint (dwell_view_count_hidden (view), ==, 0);
      after = dwell_view_state_gather (view);
      if (strstr (broken[i], "areas") == NULL && strstr (broken[i], "-92") == NULL)
        g_assert_cmpstr (after, ==, before);
      fixture_view_free (view);
    }
}

int
main (int   argc,
      char *argv[])
{
  fixture_init (&argc, &argv);

  g_test_add_func ("/state/round-trip", test_round_trip);
  g_test_add_func ("/state/too-many", test_too_many);
  g_test_add_func ("/state/too-many/texts", test_too_many_texts);
  g_test_add_func ("/state/round-trip/groups", test_groups);
  g_test_add_func ("/state/merge", test_merge);
  g_test_add_func ("/state/another-trace", test_another_trace);
  g_test_add_func ("/state/broken", test_broken);

  return fixture_run ();
}
