/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions on real files: loading, partial traces, failing, cancelling, reloading, keeping what
 * took long to read, and noticing that a file was written to, replaced, deleted or put back; and
 * what readings promise. */
#include "config.h"

#include <glib/gstdio.h>

#include "core/dwell-error.h"
#include "formats/dwell-trace-cache.h"
#include "model-fixture.h"
#include "model/session/dwell-session-private.h"
#include "support/folder.h"

typedef struct {
  char         *folder;
  char         *path;
  GFile        *file;
  DwellSession *session;
} Fixture;

static void
assert_subtitle (DwellSession *session,
                 const char   *text)
{
  g_autofree char *subtitle = NULL;

  g_object_get (session, "subtitle", &subtitle, NULL);
  fixture_assert_text (subtitle, text);
}

/* An LMS profile of @n_cycles cycles of two spans each. */
static void
write_profile (const char *path,
               guint       n_cycles)
{
  g_autoptr(GString) text = g_string_new ("2,0,default\n2,1,default.render\n");
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < n_cycles; i++)
    g_string_append (text, "0,0,10\n0,1,5\n1,1,20\n1,0,3\n");

  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  guint n_cycles = GPOINTER_TO_UINT (user_data);
  g_autoptr(GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("dwell-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "profile.csv", NULL);
  fixture->file = g_file_new_for_path (fixture->path);
  fixture->session = dwell_session_new (&fixture->file, 1, NULL, NULL);

  if (n_cycles > 0)
    write_profile (fixture->path, n_cycles);
}

static void
remove_all (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }

  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  if (fixture->session != NULL)
    g_assert_finalize_object (fixture->session);

  fixture_settle ();
  remove_all (fixture->folder);
  g_object_unref (fixture->file);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
load (DwellSession *session)
{
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
}

static guint32
get_n_spans (DwellSession *session)
{
  return dwell_session_get_trace (session)->n_spans;
}

static void
test_load (Fixture       *fixture,
           gconstpointer  user_data)
{
  DwellSession *session = fixture->session;
  guint n_states = 0;
  guint n_traces = 0;
  guint n_indexes = 0;
  g_autofree char *doing = NULL;
  double progress;

  COUNT_SIGNAL (session, "notify::state", &n_states);
  COUNT_SIGNAL (session, "trace-changed", &n_traces);
  COUNT_SIGNAL (session, "indexes-changed", &n_indexes);

  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_LOADING);
  g_assert_false (dwell_session_get_busy (session));
  g_assert_cmpstr (dwell_session_get_title (session), ==, "profile.csv");
  assert_subtitle (session, "");
  g_assert_null (dwell_session_get_reading (session));

  dwell_session_load (session);
  g_assert_true (dwell_session_get_busy (session));
  g_assert_cmpstr (dwell_session_get_doing (session), !=, "");
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));

  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_no_error (dwell_session_get_error (session));
  g_assert_cmpuint (n_states, ==, 1);
  g_assert_cmpuint (n_traces, ==, 1);
  g_assert_cmpuint (n_indexes, ==, 4);
  g_assert_cmpuint (get_n_spans (session), ==, 200);
  g_assert_nonnull (dwell_session_get_reading (session)->layout);
  g_assert_nonnull (dwell_session_get_reading (session)->statistics);
  g_assert_nonnull (dwell_session_get_reading (session)->event_order);
  g_assert_cmpint (dwell_session_get_resolution (session), ==, 1000);
  g_assert_cmpint (dwell_session_get_read_time_us (session), >, 0);
  g_assert_cmpuint (dwell_session_get_read_bytes (session), >, 2000);
  g_assert_false (dwell_session_get_changed_on_disk (session));

  assert_subtitle (session, "LMS profiler CSV · 3.79 ms · 400 events");
  g_object_get (session, "progress", &progress, "doing", &doing, NULL);
  g_assert_cmpfloat (progress, ==, 1);
  g_assert_cmpstr (doing, ==, "");
}

static void
test_missing (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellSession *session = fixture->session;

  load (session);
  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_FAILED);
  g_assert_error (dwell_session_get_error (session), G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (dwell_session_get_error (session)->message, "profile.csv"));
  g_assert_null (dwell_session_get_reading (session));

  /* The session notices as soon as the file exists; then it can be read. */
  write_profile (fixture->path, 10);
  WAIT_UNTIL (dwell_session_get_changed_on_disk (session));
  g_assert_false (dwell_session_get_deleted_on_disk (session));
  load (session);
  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_no_error (dwell_session_get_error (session));
  g_assert_false (dwell_session_get_changed_on_disk (session));
}

static void
test_unrecognized (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_assert_true (g_file_set_contents (fixture->path, "nothing that anyone knows", -1, NULL));
  load (fixture->session);
  g_assert_cmpint (dwell_session_get_state (fixture->session), ==, DWELL_SESSION_FAILED);
  g_assert_error (dwell_session_get_error (fixture->session), DWELL_ERROR,
                  DWELL_ERROR_UNRECOGNIZED);
}

typedef struct {
  DwellSession *session;
  guint         n_partial;
  guint32       n_spans;
  gboolean      cancels;
} Partials;

static void
partial_trace_changed (Partials *partials)
{
  DwellTrace *trace = dwell_session_get_trace (partials->session);

  g_assert_cmpuint (trace->n_spans, >=, partials->n_spans);
  partials->n_spans = trace->n_spans;

  if (dwell_session_get_state (partials->session) != DWELL_SESSION_PARTIAL)
    return;

  g_assert_true (trace->is_partial);
  g_assert_null (dwell_session_get_reading (partials->session)->layout);
  g_assert_null (dwell_session_get_reading (partials->session)->statistics);
  g_assert_null (dwell_session_get_reading (partials->session)->event_order);
  partials->n_partial++;

  if (partials->cancels)
    dwell_session_cancel (partials->session);
}

static void
test_partial (Fixture       *fixture,
              gconstpointer  user_data)
{
  Partials partials = { fixture->session };
  DwellView *view = dwell_view_new (fixture->session);
  gint64 begin;
  gint64 end;

  fixture->session->limits.is_eager = TRUE;
  g_signal_connect_swapped (fixture->session, "trace-changed", G_CALLBACK (partial_trace_changed),
                            &partials);
  load (fixture->session);

  g_assert_cmpuint (partials.n_partial, >, 0);
  g_assert_cmpint (dwell_session_get_state (fixture->session), ==, DWELL_SESSION_READY);
  g_assert_false (dwell_session_get_trace (fixture->session)->is_partial);
  g_assert_cmpuint (get_n_spans (fixture->session), ==, 2 * GPOINTER_TO_UINT (user_data));

  /* A view of the whole partial trace becomes one of the whole trace. */
  dwell_view_get_range (view, &begin, &end);
  g_assert_cmpint (begin, ==, dwell_view_get_trace (view)->begin);
  g_assert_cmpint (end, ==, dwell_view_get_trace (view)->end);
  g_assert_finalize_object (view);
}

/* Enough is enough: what was read is the trace. */
static void
test_cancel_partial (Fixture       *fixture,
                     gconstpointer  user_data)
{
  Partials partials = { fixture->session, .cancels = TRUE };

  fixture->session->limits.is_eager = TRUE;
  g_signal_connect_swapped (fixture->session, "trace-changed", G_CALLBACK (partial_trace_changed),
                            &partials);
  load (fixture->session);

  g_assert_cmpint (dwell_session_get_state (fixture->session), ==, DWELL_SESSION_READY);
  g_assert_no_error (dwell_session_get_error (fixture->session));
  g_assert_cmpuint (get_n_spans (fixture->session), >, 0);
  g_assert_nonnull (dwell_session_get_reading (fixture->session)->layout);
  g_assert_nonnull (dwell_session_get_reading (fixture->session)->statistics);

  /* It can be read to its end later. */
  partials.cancels = FALSE;
  dwell_session_reload (fixture->session);
  WAIT_UNTIL (!dwell_session_get_busy (fixture->session));
  g_assert_false (dwell_session_get_trace (fixture->session)->is_partial);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  user_data)
{
  dwell_session_load (fixture->session);
  dwell_session_cancel (fixture->session);
  WAIT_UNTIL (!dwell_session_get_busy (fixture->session));
  g_assert_cmpint (dwell_session_get_state (fixture->session), ==, DWELL_SESSION_FAILED);
  g_assert_error (dwell_session_get_error (fixture->session), G_IO_ERROR, G_IO_ERROR_CANCELLED);

  load (fixture->session);
  g_assert_cmpint (dwell_session_get_state (fixture->session), ==, DWELL_SESSION_READY);
}

/* Closed at any moment: while reading, while indexing, afterwards. */
static void
test_close (Fixture       *fixture,
            gconstpointer  user_data)
{
  for (guint i = 0; i < 40; i++)
    {
      DwellSession *session = dwell_session_new (&fixture->file, 1, NULL, NULL);

      session->limits.is_eager = TRUE;
      dwell_session_load (session);

      for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
        g_main_context_iteration (NULL, n % 3 == 0 && dwell_session_get_busy (session));

      g_assert_finalize_object (session);
    }
}

static void
assert_has_layout (DwellSession *session)
{
  g_assert_nonnull (dwell_session_get_reading (session)->layout);
}

static void
test_reload (Fixture       *fixture,
             gconstpointer  user_data)
{
  DwellSession *session = fixture->session;
  g_autoptr(DwellTrace) old = NULL;
  guint n_states = 0;
  gulong handler;

  load (session);
  old = dwell_trace_ref (dwell_session_get_trace (session));
  write_profile (fixture->path, 70);
  WAIT_UNTIL (dwell_session_get_changed_on_disk (session));

  /* The old trace and its layout stay until the new ones come, in one step. */
  COUNT_SIGNAL (session, "notify::state", &n_states);
  handler = g_signal_connect (session, "trace-changed", G_CALLBACK (assert_has_layout), NULL);
  dwell_session_reload (session);
  g_assert_true (dwell_session_get_trace (session) == old);
  assert_has_layout (session);
  g_assert_nonnull (dwell_session_get_reading (session)->statistics);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_signal_handler_disconnect (session, handler);

  g_assert_true (dwell_session_get_trace (session) != old);
  g_assert_cmpuint (get_n_spans (session), ==, 140);
  g_assert_cmpuint (n_states, ==, 0);
  g_assert_false (dwell_session_get_changed_on_disk (session));
}

static void
test_reload_fails (Fixture       *fixture,
                   gconstpointer  user_data)
{
  DwellSession *session = fixture->session;

  load (session);
  g_assert_cmpint (g_remove (fixture->path), ==, 0);
  WAIT_UNTIL (dwell_session_get_deleted_on_disk (session));
  g_assert_true (dwell_session_get_changed_on_disk (session));

  dwell_session_reload (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_error (dwell_session_get_error (session), G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (get_n_spans (session), ==, 200);
  g_assert_nonnull (dwell_session_get_reading (session)->statistics);
  g_assert_true (dwell_session_get_deleted_on_disk (session));

  /* Another of that name takes its place. */
  write_profile (fixture->path, 10);
  WAIT_UNTIL (!dwell_session_get_deleted_on_disk (session));
  g_assert_true (dwell_session_get_changed_on_disk (session));
  dwell_session_reload (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_no_error (dwell_session_get_error (session));
  g_assert_cmpuint (get_n_spans (session), ==, 20);
  g_assert_false (dwell_session_get_changed_on_disk (session));
}

static void
test_replaced (Fixture       *fixture,
               gconstpointer  user_data)
{
  DwellSession *session = fixture->session;
  g_autofree char *other = g_build_filename (fixture->folder, "other.csv", NULL);
  g_autofree char *kept = g_build_filename (fixture->folder, "kept.csv", NULL);

  load (session);

  /* By renaming another file over it, of the same size. */
  write_profile (other, GPOINTER_TO_UINT (user_data));
  g_assert_cmpint (g_rename (fixture->path, kept), ==, 0);
  g_assert_cmpint (g_rename (other, fixture->path), ==, 0);
  WAIT_UNTIL (dwell_session_get_changed_on_disk (session));
  g_assert_false (dwell_session_get_deleted_on_disk (session));

  /* The very same is put back: nothing has changed. */
  g_assert_cmpint (g_rename (kept, fixture->path), ==, 0);
  WAIT_UNTIL (!dwell_session_get_changed_on_disk (session));
}

/* A log that is written to all the time is noticed once. */
static void
test_growing (Fixture       *fixture,
              gconstpointer  user_data)
{
  DwellSession *session = fixture->session;
  guint n_notified = 0;

  load (session);
  COUNT_SIGNAL (session, "notify::changed-on-disk", &n_notified);

  for (guint i = 101; !dwell_session_get_changed_on_disk (session); i++)
    {
      write_profile (fixture->path, i);
      g_assert_cmpuint (i, <, 100000);
      g_main_context_iteration (NULL, FALSE);
    }

  for (guint i = 0; i < 100; i++)
    {
      write_profile (fixture->path, 1000 + i);
      g_main_context_iteration (NULL, FALSE);
    }

  g_assert_cmpuint (n_notified, ==, 1);
}

/* Changes after reading began count, whether or not they were read. */
static void
test_changed_while_read (Fixture       *fixture,
                         gconstpointer  user_data)
{
  Partials partials = { fixture->session };

  fixture->session->limits.is_eager = TRUE;
  g_signal_connect_swapped (fixture->session, "trace-changed", G_CALLBACK (partial_trace_changed),
                            &partials);
  dwell_session_load (fixture->session);
  WAIT_UNTIL (partials.n_partial > 0);
  write_profile (fixture->path, 5);
  WAIT_UNTIL (!dwell_session_get_busy (fixture->session));
  WAIT_UNTIL (dwell_session_get_changed_on_disk (fixture->session));
}

static void
test_joined (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autofree char *second_path = g_build_filename (fixture->folder, "second.csv", NULL);
  g_autoptr(GFile) second = g_file_new_for_path (second_path);
  GFile *files[] = { fixture->file, second };
  DwellSession *session = dwell_session_new (files, 2, "lms", NULL);
  guint n_files;

  write_profile (second_path, 30);
  g_assert_cmpstr (dwell_session_get_title (session), ==, "profile.csv and 1 more");
  load (session);
  g_assert_no_error (dwell_session_get_error (session));
  g_assert_cmpuint (get_n_spans (session), ==, 260);
  g_assert_true (dwell_session_get_files (session, &n_files)[1] == second);
  g_assert_cmpuint (n_files, ==, 2);

  g_assert_cmpint (g_remove (second_path), ==, 0);
  WAIT_UNTIL (dwell_session_get_deleted_on_disk (session));
  g_assert_finalize_object (session);
}

static void
test_for_trace (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellSession *session = dwell_session_new_for_trace (trace, "Example");
  guint n_files;

  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_cmpstr (dwell_session_get_title (session), ==, "Example");
  assert_subtitle (session, "Test · 1 s · 14 events");
  g_assert_true (dwell_session_get_busy (session));
  g_assert_cmpint (dwell_session_get_resolution (session), ==, 1000000);
  dwell_session_get_files (session, &n_files);
  g_assert_cmpuint (n_files, ==, 0);
  dwell_session_load (session);
  dwell_session_cancel (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_true (dwell_session_get_trace (session) == trace);
  g_assert_finalize_object (session);
}

/* Called before the view hears of it: then it still has the former reading as a whole. */
static void
check_reading (DwellView **view)
{
  const DwellReading *reading = dwell_view_get_reading (*view);

  g_assert_true (dwell_view_get_trace (*view) == reading->trace);
  if (reading->statistics != NULL)
    g_assert_true (dwell_statistics_index_get_trace (reading->statistics) == reading->trace);
  if (reading->values != NULL)
    g_assert_true (dwell_value_index_get_trace (reading->values) == reading->trace);
}

static void
test_reading (void)
{
  g_autoptr(DwellTrace) trace = fixture_trace ();
  DwellSession *session = dwell_session_new_for_trace (trace, "test");
  g_autoptr(DwellReading) first = dwell_reading_ref (dwell_session_get_reading (session));
  DwellView *view = NULL;
  DwellReading *last;

  g_signal_connect_swapped (session, "trace-changed", G_CALLBACK (check_reading), &view);
  g_signal_connect_swapped (session, "indexes-changed", G_CALLBACK (check_reading), &view);
  view = dwell_view_new (session);
  g_assert_true (dwell_view_get_reading (view) == first);
  WAIT_UNTIL (!dwell_session_get_busy (session));

  /* One that others hold never changes. */
  last = dwell_view_get_reading (view);
  g_assert_true (last == dwell_session_get_reading (session));
  g_assert_true (last->trace == first->trace);
  g_assert_nonnull (last->statistics);
  g_assert_null (first->layout);
  g_assert_null (first->statistics);

  _dwell_session_adopt_reading (session, dwell_reading_new (fixture_trace_shifted (7)),
                                DWELL_SESSION_READY);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_true (dwell_view_get_reading (view) == dwell_session_get_reading (session));
  g_assert_true (dwell_view_get_trace (view) != trace);
  g_assert_nonnull (dwell_view_get_reading (view)->statistics);
  g_signal_handlers_disconnect_by_data (session, &view);
  g_assert_finalize_object (view);
  g_assert_finalize_object (session);
}

/* Of a trace without times the subtitle says what everything weighs. */
static void
test_weight (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "compare", "tree-a.folded",
                                                 NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);

  dwell_session_load (session);
  WAIT_UNTIL (dwell_session_get_state (session) == DWELL_SESSION_READY &&
              !dwell_session_get_busy (session));
  assert_subtitle (session, "Folded stacks · 4 events · 100 samples");
  g_assert_finalize_object (session);
  fixture_settle ();
}

static void
read_for_long (DwellSession *session)
{
  session->read_time_us = 10 * G_USEC_PER_SEC;
}

static void
remove_cache_folders (void)
{
  static const char * const folders[] = { "dwell/traces", "dwell" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (g_get_user_cache_dir (), folders[i], NULL);

      g_assert_cmpint (g_rmdir (path), ==, 0);
    }
}

/* A recording that took long to read is kept once all is made of it; another one is not. */
static void
test_kept (Fixture       *fixture,
           gconstpointer  user_data)
{
  const DwellOpenOptions options = { .uses_cache = TRUE };
  g_autoptr(DwellTrace) found = NULL;
  gulong handler;

  dwell_session_set_uses_cache (fixture->session, TRUE);
  load (fixture->session);
  g_assert_null (fixture->session->keeping);

  handler = g_signal_connect (fixture->session, "indexes-changed", G_CALLBACK (read_for_long),
                              NULL);
  load (fixture->session);
  g_assert_nonnull (fixture->session->keeping);
  WAIT_UNTIL (fixture->session->keeping == NULL);
  g_signal_handler_disconnect (fixture->session, handler);

  found = dwell_trace_cache_find (fixture->file, &options, NULL);
  g_assert_cmpuint (found->n_spans, ==, get_n_spans (fixture->session));

  /* Closed meanwhile. */
  dwell_trace_cache_clear ();
  g_signal_connect (fixture->session, "indexes-changed", G_CALLBACK (read_for_long), NULL);
  load (fixture->session);
  g_assert_nonnull (fixture->session->keeping);
  g_assert_finalize_object (g_steal_pointer (&fixture->session));
  wait_for_workers ();
  dwell_trace_cache_clear ();
  remove_cache_folders ();
}

int
main (int   argc,
      char *argv[])
{
  static const struct {
    const char *name;
    guint       n_cycles;
    void      (*test) (Fixture       *fixture,
                       gconstpointer  user_data);
  } tests[] = {
    { "/session/load", 100, test_load },
    { "/session/missing", 0, test_missing },
    { "/session/unrecognized", 0, test_unrecognized },
    { "/session/partial", 200000, test_partial },
    { "/session/cancel", 200000, test_cancel },
    { "/session/cancel/partial", 200000, test_cancel_partial },
    { "/session/close", 50000, test_close },
    { "/session/reload", 100, test_reload },
    { "/session/reload/fails", 100, test_reload_fails },
    { "/session/disk/replaced", 100, test_replaced },
    { "/session/disk/growing", 100, test_growing },
    { "/session/disk/changed-while-read", 200000, test_changed_while_read },
    { "/session/joined", 100, test_joined },
    { "/session/kept", 100, test_kept },
  };
  char *cache = folder_new ();
  int status;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  fixture_init (&argc, &argv);
  g_test_add_func ("/session/for-trace", test_for_trace);
  g_test_add_func ("/session/weight", test_weight);
  g_test_add_func ("/session/reading", test_reading);

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, GUINT_TO_POINTER (tests[i].n_cycles), set_up,
                tests[i].test, tear_down);

  status = fixture_run ();
  folder_remove (cache);
  return status;
}
