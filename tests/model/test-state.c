/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of views: to a key file and back, for the same trace, another, none of ours; what files
 * are known by; and the keeper, restoring and saving, also when the program is killed. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "support/fault.h"
#include "support/file-fixture.h"
#include "support/folder.h"
#include "support/grouped-trace.h"
#include "core/dwell-error.h"
#include "model-fixture.h"
#include "core/dwell-keys.h"
#include "model/session/dwell-session-private.h"
#include "model/view/dwell-state-keeper.h"
#include "model/view/dwell-state-store.h"
#include "model/view/dwell-view-state.h"

static const char recording[] = "2,0,default\n0,0,10\n0,0,20\n1,0,5\n1,0,7\n2,1,other\n0,1,30\n"
                                "1,1,9\n";

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

/* --- The store --- */

static char *
make_id (gconstpointer bytes,
         gsize         length)
{
  g_autoptr(GFile) file = file_fixture_write ("x", bytes, length);
  g_autoptr(GError) error = NULL;
  char *id = dwell_state_store_make_id (&file, 1, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (id), ==, 32);
  file_fixture_remove_all ();
  return id;
}

static void
test_ids (void)
{
  const gsize length = 1 << 20;
  g_autofree char *bytes = g_malloc0 (length);
  g_autofree char *whole = make_id (bytes, length);
  g_autofree char *same = make_id (bytes, length);
  g_autofree char *shorter = make_id (bytes, length - 1);
  g_autofree char *empty = make_id (bytes, 0);
  const gsize places[] = { 0, 1000, length - 1, length - 16000 };
  g_autoptr(GFile) missing = g_file_new_for_path ("/nowhere/x");
  g_autoptr(GError) error = NULL;

  g_assert_cmpstr (whole, ==, same);
  g_assert_cmpstr (whole, !=, shorter);
  g_assert_cmpstr (whole, !=, empty);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *changed = NULL;

      bytes[places[i]] = 1;
      changed = make_id (bytes, length);
      bytes[places[i]] = 0;
      g_assert_cmpstr (whole, !=, changed);
    }

  g_assert_null (dwell_state_store_make_id (&missing, 1, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static guint
count_files (void)
{
  g_autofree char *path = dwell_state_store_get_path ("x");
  g_autofree char *folder = g_path_get_dirname (path);

  return folder_count (folder);
}

static void
forget_all (void)
{
  g_autofree char *path = dwell_state_store_get_path ("x");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_unlink (file), ==, 0);
    }
}

/* Limit: model/DWELL_STATE_STORE_MAX */
static void
test_store (void)
{
  static const char * const broken[] = { "", "rubbish", "[dwell-view", "[dwell-view]\nVersion=9\n",
                                         "\xff\xfe" };
  g_autofree char *path = dwell_state_store_get_path ("one");
  g_autoptr(GHashTable) asides = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GKeyFile) state = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_state_store_load ("one", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (dwell_state_store_save ("one", NULL, "[dwell-view]\nVersion=1\n", &error));
  g_assert_no_error (error);
  state = dwell_state_store_load ("one", NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (state);

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *aside = NULL;
      g_autofree char *text = NULL;

      g_assert_true (g_file_set_contents (path, broken[i], -1, NULL));
      g_assert_null (dwell_state_store_load ("one", &aside, &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, broken[i]);
      g_assert_true (g_hash_table_add (asides, g_steal_pointer (&aside)));
    }

  for (guint i = 0; i < DWELL_STATE_STORE_MAX + 20; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      g_assert_true (dwell_state_store_save (id, NULL, "[dwell-view]\nVersion=1\n", NULL));
    }
  g_assert_cmpuint (count_files (), ==, DWELL_STATE_STORE_MAX);
  dwell_state_store_forget ();
  g_assert_cmpuint (count_files (), ==, 0);
  dwell_state_store_forget ();
}

/* Of states that are too long together, those that were not used for longest go.
 * Limit: model/MAX_FOLDER_BYTES */
static void
test_too_much (void)
{
  enum { N = 6, BYTES = 15 << 20 };

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      g_autofree char *path = dwell_state_store_get_path (id);
      struct utimbuf times = { .modtime = 1000000 + i };

      g_assert_true (dwell_state_store_save (id, NULL, "[dwell-view]\nVersion=1\n", NULL));
      g_assert_cmpint (truncate (path, BYTES), ==, 0);
      g_assert_cmpint (g_utime (path, &times), ==, 0);
    }

  /* Four of them have less than 64 MiB, and five have more. */
  g_assert_true (dwell_state_store_save ("one", NULL, "[dwell-view]\nVersion=1\n", NULL));
  g_assert_cmpuint (count_files (), ==, 1 + 4);
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      g_autofree char *path = dwell_state_store_get_path (id);

      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS) == (i >= N - 4));
    }
  forget_all ();
}

/* Of more broken states than are put aside, the newest takes the place of the one before it.
 * Limit: model/MAX_BROKEN */
static void
test_many_broken (void)
{
  g_autofree char *path = dwell_state_store_get_path ("one");
  g_autofree char *last = NULL;
  g_autofree char *text = NULL;

  for (guint i = 1; i <= 12; i++)
    {
      g_autofree char *broken = g_strdup_printf ("broken %u", i);

      g_assert_true (dwell_state_store_save ("one", NULL, "[dwell-view]\nVersion=1\n", NULL));
      g_assert_true (g_file_set_contents (path, broken, -1, NULL));
      g_clear_pointer (&last, g_free);
      g_assert_null (dwell_state_store_load ("one", &last, NULL));
      g_assert_cmpuint (count_files (), ==, MIN (i, 10));
    }

  g_assert_true (g_file_get_contents (last, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "broken 12");
  dwell_state_store_forget ();
}

/* What is longer was not written here: it is put aside as broken, and nothing longer is saved.
 * Limit: model/MAX_STATE_BYTES */
static void
test_too_long (void)
{
  enum { MAX = 16 << 20 };
  g_autofree char *path = dwell_state_store_get_path ("one");
  g_autofree char *comment = g_strnfill (MAX, '#');
  g_autofree char *fits = NULL;
  g_autofree char *broken = NULL;
  g_autofree char *longer = g_strconcat ("[dwell-view]\nVersion=1\n", comment, NULL);
  g_autoptr(GKeyFile) state = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_false (dwell_state_store_save ("one", NULL, longer, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_clear_error (&error);

  fits = g_strndup (longer, MAX);
  g_assert_true (dwell_state_store_save ("one", NULL, fits, &error));
  g_assert_no_error (error);
  state = dwell_state_store_load ("one", &broken, &error);
  g_assert_no_error (error);
  g_assert_nonnull (state);

  g_assert_true (g_file_set_contents (path, longer, -1, NULL));
  g_assert_null (dwell_state_store_load ("one", &broken, &error));
  g_assert_error (error, DWELL_ERROR, DWELL_ERROR_LIMIT);
  g_assert_nonnull (broken);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  dwell_state_store_forget ();
}

/* --- The keeper --- */

static DwellView *
open_view (GFile             *file,
           DwellStateKeeper **keeper)
{
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);

  *keeper = dwell_state_keeper_new (view);
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session) &&
              dwell_state_keeper_get_is_restored (*keeper));
  return view;
}

static void
close_view (DwellView        *view,
            DwellStateKeeper *keeper)
{
  dwell_state_keeper_close (keeper);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  fixture_settle ();
  g_assert_finalize_object (keeper);
  fixture_view_free (view);
}

static void
test_keeper (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autoptr(GFile) moved = NULL;
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);

  /* A view that was not changed is not saved. */
  close_view (view, keeper);
  g_assert_cmpuint (count_files (), ==, 0);

  /* By itself, a little later. */
  view = open_view (file, &keeper);
  dwell_view_add_marker (view, 12 * MS, "here");
  g_assert_false (dwell_state_keeper_get_is_saved (keeper));
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_assert_cmpuint (count_files (), ==, 1);

  /* And at the end; under whatever name it is found. */
  dwell_view_add_marker (view, 15 * MS, "there");
  close_view (view, keeper);
  moved = file_fixture_write ("b.csv", recording, strlen (recording));
  view = open_view (moved, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  g_assert_cmpstr (dwell_view_get_marker (view, 1)->text, ==, "there");
  close_view (view, keeper);
  g_assert_cmpuint (count_files (), ==, 1);

  forget_all ();
  file_fixture_remove_all ();
}

/* The file is recorded again while it is open: the state is saved for the new recording, too. */
static void
test_reload (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *longer = g_strconcat (recording, "0,0,40\n1,0,4\n", NULL);
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);
  DwellSession *session = dwell_view_get_session (view);

  dwell_view_add_marker (view, 12 * MS, "here");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_object_unref (file);
  file = file_fixture_write ("a.csv", longer, strlen (longer));
  dwell_session_reload (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  WAIT_UNTIL (count_files () == 2);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  close_view (view, keeper);

  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  close_view (view, keeper);
  forget_all ();
  file_fixture_remove_all ();
}

/* A state that cannot be used is reported, and put aside rather than overwritten. */
static void
test_keeper_broken (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *id = dwell_state_store_make_id (&file, 1, NULL, NULL);
  g_autofree char *path = dwell_state_store_get_path (id);
  DwellStateKeeper *keeper;
  DwellView *view;

  g_assert_true (dwell_state_store_save (id, NULL, "rubbish", NULL));
  view = open_view (file, &keeper);
  dwell_view_add_marker (view, 12 * MS, "here");
  close_view (view, keeper);
  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
  close_view (view, keeper);
  g_assert_cmpuint (count_files (), ==, 2);
  forget_all ();
  file_fixture_remove_all ();
}

static void
on_unread (DwellStateKeeper *keeper,
           const char       *cause,
           const char       *broken,
           guint            *n)
{
  g_assert_cmpstr (cause, !=, "");
  g_assert_null (broken);
  ++*n;
}

/* A state that cannot be read now is reported and stays; what is saved later is added to it. */
static void
test_keeper_unread (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  g_autofree char *id = dwell_state_store_make_id (&file, 1, NULL, NULL);
  g_autofree char *path = dwell_state_store_get_path (id);
  g_autofree char *hidden = g_strconcat (path, ".hidden", NULL);
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);
  guint n = 0;

  dwell_view_add_marker (view, 12 * MS, "here");
  close_view (view, keeper);
  g_assert_cmpint (g_rename (path, hidden), ==, 0);
  g_assert_cmpint (symlink (path, path), ==, 0);

  view = dwell_view_new (session);
  keeper = dwell_state_keeper_new (view);
  g_signal_connect (keeper, "unread", G_CALLBACK (on_unread), &n);
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session) &&
              dwell_state_keeper_get_is_restored (keeper));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 0);
  dwell_view_add_marker (view, 15 * MS, "there");
  g_assert_cmpint (g_rename (hidden, path), ==, 0);
  g_clear_object (&session);
  close_view (view, keeper);

  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  close_view (view, keeper);
  forget_all ();
  file_fixture_remove_all ();
}

static void
on_failed (DwellStateKeeper *keeper,
           const char       *cause,
           guint            *n)
{
  g_assert_cmpstr (cause, !=, "");
  ++*n;
}

/* If nothing can be saved, that is reported. */
static void
test_keeper_unwritable (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *path = dwell_state_store_get_path ("id");
  g_autofree char *folder = g_path_get_dirname (path);
  DwellStateKeeper *keeper;
  DwellView *view;
  guint n = 0;

  forget_all ();
  g_rmdir (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  view = open_view (file, &keeper);
  g_signal_connect (keeper, "failed", G_CALLBACK (on_failed), &n);
  dwell_view_add_marker (view, 12 * MS, "here");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_assert_cmpuint (n, ==, 1);
  dwell_view_add_marker (view, 13 * MS, "there");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  g_assert_cmpuint (n, ==, 1);
  g_unlink (folder);
  close_view (view, keeper);
  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 2);
  close_view (view, keeper);
  forget_all ();
  file_fixture_remove_all ();
}

/* Gone before its state was found. */
/* --- The desktop's notifications --- */

static void
on_called (GDBusConnection       *bus,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  char **shown = user_data;

  if (g_str_equal (method, "Notify"))
    {
      const char *summary;
      const char *body;

      g_variant_get_child (parameters, 3, "&s", &summary);
      g_variant_get_child (parameters, 4, "&s", &body);
      *shown = g_strdup_printf ("%s|%s", summary, body);
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", 1));
    }
  else
    {
      const char * const none[] = { NULL };

      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(^as)", none));
    }
}

/* Shows the desktop's notifications in @shown. Returns: (transfer full) (nullable): the bus */
static GDBusConnection *
show_notifications (char **shown)
{
  static const char description[] =
    "<node><interface name='org.freedesktop.Notifications'>"
    "<method name='Notify'><arg type='s'/><arg type='u'/><arg type='s'/><arg type='s'/>"
    "<arg type='s'/><arg type='as'/><arg type='a{sv}'/><arg type='i'/>"
    "<arg type='u' direction='out'/></method>"
    "<method name='GetCapabilities'><arg type='as' direction='out'/></method>"
    "</interface></node>";
  static const GDBusInterfaceVTable calls = { .method_call = on_called };
  g_autoptr(GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (description, NULL);
  GDBusConnection *bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);

  if (bus == NULL)
    return NULL;

  g_dbus_connection_register_object (bus, "/org/freedesktop/Notifications", node->interfaces[0],
                                     &calls, shown, NULL, NULL);
  g_bus_own_name_on_connection (bus, "org.freedesktop.Notifications",
                                G_BUS_NAME_OWNER_FLAGS_REPLACE, NULL, NULL, NULL, NULL);
  return bus;
}

/* Markers that cannot be saved when the window has gone are not lost without a word. */
static void
test_loss (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  g_autofree char *path = dwell_state_store_get_path ("id");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = NULL;
  g_autoptr(GDBusConnection) bus = NULL;
  g_autoptr(GApplication) application = NULL;
  DwellStateKeeper *keeper;
  DwellView *view;

  if (g_getenv ("DBUS_SESSION_BUS_ADDRESS") == NULL || !(bus = show_notifications (&shown)))
    {
      g_test_skip ("there is no session bus");
      return;
    }

  application = g_application_new ("io.github.dwell_profiler.Test", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (application, NULL, NULL));
  g_application_set_default (application);
  g_assert_true (dwell_state_store_save ("id", NULL, "[dwell-view]\nVersion=1\n", NULL));
  forget_all ();
  g_rmdir (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  view = open_view (file, &keeper);
  dwell_view_add_marker (view, 12 * MS, "here");
  close_view (view, keeper);
  WAIT_UNTIL (shown != NULL);
  g_assert_true (g_str_has_prefix (shown, "Markers and notes could not be saved|a.csv: "));

  g_application_set_default (NULL);
  g_unlink (folder);
  file_fixture_remove_all ();
}

static void
test_early_end (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);
  DwellView *view = dwell_view_new (session);
  DwellStateKeeper *keeper = dwell_state_keeper_new (view);

  dwell_session_load (session);
  WAIT_UNTIL (dwell_session_get_state (session) == DWELL_SESSION_READY);
  dwell_state_keeper_close (keeper);
  g_assert_finalize_object (keeper);
  g_object_unref (session);
  fixture_view_free (view);
  g_assert_cmpuint (count_files (), ==, 0);
  file_fixture_remove_all ();
}

/* Returns the markers, in their order. */
static char *
join_markers (DwellView *view)
{
  g_autoptr(GString) texts = g_string_new (NULL);

  for (guint i = 0; i < dwell_view_get_n_markers (view); i++)
    g_string_append_printf (texts, "%s;", dwell_view_get_marker (view, i)->text);

  return g_string_free (g_steal_pointer (&texts), FALSE);
}

/* Open twice, as in two windows or two programs: what either adds, changes and removes counts. */
static void
test_two_keepers (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  DwellStateKeeper *keeper, *other_keeper;
  DwellView *view = open_view (file, &keeper);
  DwellView *other;
  g_autofree char *texts = NULL;

  dwell_view_add_marker (view, 10 * MS, "kept");
  dwell_view_add_marker (view, 11 * MS, "removed here");
  dwell_view_add_marker (view, 12 * MS, "removed there");
  dwell_view_set_deadline (view, 0, DWELL_MEASURE_CALL, 5 * MS);
  dwell_view_set_deadline (view, 1, DWELL_MEASURE_NET, 6 * MS);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));

  other = open_view (file, &other_keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (other), ==, 3);
  dwell_view_remove_marker (view, 1);
  dwell_view_add_marker (view, 13 * MS, "added here; with \\,\nanother line and \"quotes\"");
  dwell_view_set_is_favourite (view, 0, TRUE);
  dwell_view_set_range (view, 11 * MS, 15 * MS);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
  dwell_view_remove_marker (other, 2);
  dwell_view_add_marker (other, 14 * MS, "added there");
  dwell_view_set_is_favourite (other, 1, TRUE);
  dwell_view_set_deadline (other, 1, DWELL_MEASURE_NET, 7 * MS);
  dwell_view_set_kept (other, DWELL_KEPT_FILTER, "events", "a;b");
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (other_keeper));

  /* And both at once, at the end. */
  dwell_view_add_marker (view, 16 * MS, "last here");
  dwell_view_add_marker (other, 17 * MS, "last there");
  dwell_state_keeper_close (keeper);
  dwell_state_keeper_close (other_keeper);
  WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper) &&
              dwell_state_keeper_get_is_saved (other_keeper));
  close_view (view, keeper);
  close_view (other, other_keeper);

  view = open_view (file, &keeper);
  texts = join_markers (view);
  g_assert_cmpstr (texts, ==, "kept;added here; with \\,\nanother line and \"quotes\";"
                              "added there;last here;last there;");
  g_assert_true (dwell_view_get_is_favourite (view, 0, FALSE));
  g_assert_true (dwell_view_get_is_favourite (view, 1, FALSE));
  g_assert_cmpint (dwell_view_get_deadline (view, 0, DWELL_MEASURE_CALL), ==, 5 * MS);
  g_assert_cmpint (dwell_view_get_deadline (view, 1, DWELL_MEASURE_NET), ==, 7 * MS);
  g_assert_cmpstr (dwell_view_get_kept (view, DWELL_KEPT_FILTER, "events"), ==, "a;b");
  close_view (view, keeper);
  forget_all ();
  file_fixture_remove_all ();
}

/* A marker that the user sets before the last state is restored is saved, too. */
static void
test_early_marker (void)
{
  g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
  DwellStateKeeper *keeper;
  DwellView *view = open_view (file, &keeper);

  dwell_view_add_marker (view, 12 * MS, "last time");
  close_view (view, keeper);

  for (guint round = 1; round <= 2; round++)
    {
      DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);

      view = dwell_view_new (session);
      keeper = dwell_state_keeper_new (view);
      dwell_session_load (session);
      g_object_unref (session);
      WAIT_UNTIL (dwell_view_get_trace (view) != NULL);
      g_assert_false (dwell_state_keeper_get_is_restored (keeper));
      dwell_view_add_marker (view, 20 * MS + round, "early");
      WAIT_UNTIL (dwell_state_keeper_get_is_restored (keeper));
      g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1 + round);
      close_view (view, keeper);
    }

  view = open_view (file, &keeper);
  g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 3);
  close_view (view, keeper);
  forget_all ();
  file_fixture_remove_all ();
}

/* The program is killed: what was saved by itself is there and whole. */
static void
test_killed (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr(GFile) file = g_file_new_for_path (g_getenv ("DWELL_TEST_FILE"));
      DwellStateKeeper *keeper;
      DwellView *view = open_view (file, &keeper);

      dwell_view_add_marker (view, 12 * MS, "before the end");
      WAIT_UNTIL (dwell_state_keeper_get_is_saved (keeper));
      dwell_view_add_marker (view, 13 * MS, "lost");
      kill (getpid (), SIGKILL);
    }
  else
    {
      g_autoptr(GFile) file = file_fixture_write ("a.csv", recording, strlen (recording));
      DwellStateKeeper *keeper;
      DwellView *view;

      g_setenv ("DWELL_TEST_FILE", g_file_peek_path (file), TRUE);
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_failed ();
      g_assert_cmpuint (count_files (), ==, 1);
      view = open_view (file, &keeper);
      g_assert_cmpuint (dwell_view_get_n_markers (view), ==, 1);
      g_assert_cmpstr (dwell_view_get_marker (view, 0)->text, ==, "before the end");
      close_view (view, keeper);
      forget_all ();
      file_fixture_remove_all ();
    }
}

#define KILLED_ID "00112233445566778899aabbccddeeff"

/* A state of one of many lengths, with its number at both ends. */
static char *
make_numbered (guint i)
{
  g_autofree char *padding = g_strnfill (i * 1711 % 30000, 'x');

  return g_strdup_printf ("[dwell-view]\nVersion=1\nCursor=%u\n\n[filters]\na=%s\nend=%u\n", i,
                          padding, i);
}

/* Saves forever, from the number that is there. */
static void
save_forever (void)
{
  g_autoptr(GKeyFile) state = dwell_state_store_load (KILLED_ID, NULL, NULL);
  guint i = (guint) g_key_file_get_integer (state, "dwell-view", "Cursor", NULL);
  g_autofree char *base = make_numbered (i);

  for (;;)
    {
      char *text = make_numbered (++i);

      g_assert_true (dwell_state_store_save (KILLED_ID, base, text, NULL));
      g_free (base);
      base = text;
    }
}

/* Killed a hundred times at random while a state is saved: a whole one is there each time, and what
 * was left over goes when it is saved again. */
static void
test_killed_saving (void)
{
  g_autofree char *first = make_numbered (0);
  guint number = 0;

  if (g_test_subprocess ())
    save_forever ();

  g_setenv ("DWELL_TEST_FILE", "", TRUE);
  g_assert_true (dwell_state_store_save (KILLED_ID, NULL, first, NULL));
  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GKeyFile) state = NULL;
      g_autoptr(GSubprocess) process =
        g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                          &error, "/proc/self/exe", "-p", "/state/store/killed",
                          "--GTestSubprocess", NULL);

      g_assert_no_error (error);
      g_usleep ((gulong) g_test_rand_int_range (5000, 50000));
      g_subprocess_force_exit (process);
      g_assert_true (g_subprocess_wait (process, NULL, NULL));

      state = dwell_state_store_load (KILLED_ID, NULL, &error);
      g_assert_no_error (error);
      number = (guint) g_key_file_get_integer (state, "dwell-view", "Cursor", NULL);
      g_assert_cmpint (g_key_file_get_integer (state, "filters", "end", NULL), ==, (int) number);
    }

  g_test_message ("saved %u times", number);
  g_assert_true (dwell_state_store_save (KILLED_ID, NULL, first, NULL));
  g_assert_cmpuint (count_files (), ==, 1);
  g_unsetenv ("DWELL_TEST_FILE");
  forget_all ();
}

/* --- Faults of the disk --- */

/* Puts state 1 there. */
static void
prepare_fault (void)
{
  g_autofree char *old = make_numbered (1);

  forget_all ();
  g_assert_true (dwell_state_store_save (KILLED_ID, NULL, old, NULL));
}

/* The old state is there or the new one, whichever was said, and what was left over does not
 * stay. */
static void
check_fault (gboolean is_killed,
             gboolean is_saved)
{
  g_autofree char *new = make_numbered (2);
  g_autoptr(GError) error = NULL;
  g_autoptr(GKeyFile) state = dwell_state_store_load (KILLED_ID, NULL, &error);
  int number;

  g_assert_no_error (error);
  number = g_key_file_get_integer (state, "dwell-view", "Cursor", NULL);
  if (is_killed)
    g_assert_true (number == 1 || number == 2);
  else
    g_assert_cmpint (number, ==, is_saved ? 2 : 1);
  g_assert_cmpint (g_key_file_get_integer (state, "filters", "end", NULL), ==, number);

  g_assert_true (dwell_state_store_save (KILLED_ID, NULL, new, NULL));
  g_assert_cmpuint (count_files (), ==, 1);
}

/* Each call that saves a state fails, once and from then on, or is the last. */
static void
test_faults (void)
{
  g_autofree char *old = make_numbered (1);
  g_autofree char *new = make_numbered (2);
  g_autofree char *mark = NULL;
  guint n_met;

  if (g_test_subprocess ())
    exit (dwell_state_store_save (KILLED_ID, old, new, NULL) ? 0 : 1);

  mark = file_fixture_path ("mark");
  g_setenv ("DWELL_TEST_FILE", "", TRUE);
  n_met = fault_meet_each ("/state/store/faults", g_get_user_state_dir (), mark, prepare_fault,
                           check_fault);
  g_assert_cmpuint (n_met, >, 20);
  g_unsetenv ("DWELL_TEST_FILE");
  file_fixture_remove_all ();
  forget_all ();
}

static void
assert_cursor (int cursor)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GKeyFile) state = dwell_state_store_load (KILLED_ID, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (g_key_file_get_integer (state, "dwell-view", "Cursor", NULL), ==, cursor);
}

/* What another window has saved, and cannot be read to be merged, is not written over. */
static void
test_unreadable (void)
{
  static const Fault fault = { "read", EIO, 1 };
  g_autofree char *theirs = make_numbered (3);
  g_autofree char *mark = file_fixture_path ("mark");
  gboolean is_saved;

  g_setenv ("DWELL_TEST_FILE", "", TRUE);
  g_assert_true (dwell_state_store_save (KILLED_ID, NULL, theirs, NULL));
  g_assert_true (fault_meet (&fault, "/state/store/faults", g_get_user_state_dir (), mark,
                             &is_saved));
  g_assert_false (is_saved);
  assert_cursor (3);

  g_unsetenv ("DWELL_TEST_FILE");
  file_fixture_remove_all ();
  forget_all ();
}

/* Returns whether a state that cannot be read is told to be one, and not to be put aside. */
static gboolean
stays_unread (void)
{
  g_autofree char *broken = NULL;
  g_autoptr(GError) error = NULL;

  return dwell_state_store_load (KILLED_ID, &broken, &error) == NULL && error != NULL &&
         error->domain == G_IO_ERROR && broken == NULL;
}

/* A state that the disk does not let be read now is no broken one: it stays where it is, and is
 * there the next time. */
static void
test_unread (void)
{
  g_autofree char *path = dwell_state_store_get_path (KILLED_ID);
  g_autofree char *kept = make_numbered (3);
  g_autofree char *mark = NULL;
  gboolean is_done;

  if (g_test_subprocess ())
    exit (stays_unread () ? 0 : 1);

  mark = file_fixture_path ("mark");
  g_setenv ("DWELL_TEST_FILE", "", TRUE);
  g_assert_true (dwell_state_store_save (KILLED_ID, NULL, kept, NULL));
  for (guint at = 1; at <= 2; at++)
    {
      const Fault fault = { "read", EIO, at };

      g_assert_true (fault_meet (&fault, "/state/store/unread", g_get_user_state_dir (), mark,
                                 &is_done));
      g_assert_true (is_done);
      g_assert_cmpuint (count_files (), ==, 1);
      assert_cursor (3);
    }

  /* What cannot even be looked at is not written over either. */
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (symlink (path, path), ==, 0);
  g_assert_true (stays_unread ());
  g_assert_false (dwell_state_store_save (KILLED_ID, NULL, kept, NULL));
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));

  g_unsetenv ("DWELL_TEST_FILE");
  file_fixture_remove_all ();
  forget_all ();
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  int status;

  /* A folder of its own; that of the test it was started by. */
  if (g_getenv ("DWELL_TEST_FILE") == NULL)
    {
      folder = g_dir_make_tmp ("dwell-state-XXXXXX", NULL);
      g_setenv ("XDG_STATE_HOME", folder, TRUE);
    }
  fixture_init (&argc, &argv);

  g_test_add_func ("/state/round-trip", test_round_trip);
  g_test_add_func ("/state/too-many", test_too_many);
  g_test_add_func ("/state/too-many/texts", test_too_many_texts);
  g_test_add_func ("/state/round-trip/groups", test_groups);
  g_test_add_func ("/state/merge", test_merge);
  g_test_add_func ("/state/another-trace", test_another_trace);
  g_test_add_func ("/state/broken", test_broken);
  g_test_add_func ("/state/ids", test_ids);
  g_test_add_func ("/state/store", test_store);
  g_test_add_func ("/state/store/too-much", test_too_much);
  g_test_add_func ("/state/store/many-broken", test_many_broken);
  g_test_add_func ("/state/store/too-long", test_too_long);
  g_test_add_func ("/state/store/killed", test_killed_saving);
  g_test_add_func ("/state/store/faults", test_faults);
  g_test_add_func ("/state/store/unreadable", test_unreadable);
  g_test_add_func ("/state/store/unread", test_unread);
  g_test_add_func ("/state/keeper", test_keeper);
  g_test_add_func ("/state/keeper/reload", test_reload);
  g_test_add_func ("/state/keeper/broken", test_keeper_broken);
  g_test_add_func ("/state/keeper/unread", test_keeper_unread);
  g_test_add_func ("/state/keeper/unwritable", test_keeper_unwritable);
  g_test_add_func ("/state/keeper/loss", test_loss);
  g_test_add_func ("/state/keeper/early-end", test_early_end);
  g_test_add_func ("/state/keeper/two", test_two_keepers);
  g_test_add_func ("/state/keeper/early-marker", test_early_marker);
  g_test_add_func ("/state/keeper/killed", test_killed);

  status = fixture_run ();
  return status;
}
