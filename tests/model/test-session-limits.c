/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions where the process may take little address space: many small ones are held at once, and
 * what is too large for all of it is shown as far as it goes, or refused. */
#include "config.h"

#include <glib/gstdio.h>

#include "support/memory-limits.h"
#include "core/dwell-error.h"
#include "model-fixture.h"

#define N_SESSIONS 500
#define N_CYCLES   200000

static void
load (DwellSession *session)
{
  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
}

static void
hold_many (void)
{
  static const char * const names[] = {
    "autonomous-car.csv", "motor-control.txt", "nightly-invoices.prof", "office-start_4711.log",
    "route-planner_4711_0_4.aprof",
  };
  g_autoptr(GPtrArray) sessions = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < N_SESSIONS; i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                     names[i % G_N_ELEMENTS (names)], NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);
      DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);

      g_ptr_array_add (sessions, session);
      load (session);
      g_assert_no_error (dwell_session_get_error (session));
      g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
      g_assert_false (dwell_session_has_lacked (session));
    }
}

static void
test_many (void)
{
#if TEST_IS_LIMITLESS
  hold_many ();
#else
  limits_run (hold_many, 2000 * MIB);
#endif
}

static GFile *
write_profile (void)
{
  g_autoptr(GString) text = g_string_new ("2,0,default\n2,1,default.render\n");
  g_autoptr(GFileIOStream) stream = NULL;
  GFile *file = g_file_new_tmp ("dwell-XXXXXX.csv", &stream, NULL);

  for (guint i = 0; i < N_CYCLES; i++)
    g_string_append_printf (text, "0,0,%u\n0,1,5\n1,1,20\n1,0,3\n", i % 13);

  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (stream)),
                                            text->str, text->len, NULL, NULL, NULL));
  return file;
}

/* Whatever memory is available, a session is whole, or shows a part and says so, or fails with an
 * error. */
static void
load_short (gsize n_more)
{
  g_autoptr(GFile) file = write_profile ();
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  const GError *failure;

  limits_set (limits_get_used () + n_more);
  load (session);
  failure = dwell_session_get_error (session);

  if (failure != NULL)
    {
      g_assert_error (failure, DWELL_ERROR, DWELL_ERROR_LIMIT);
      g_assert_nonnull (strstr (failure->message, "not enough memory"));
    }
  else
    {
      g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
      g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2 * N_CYCLES);
      g_assert_true (dwell_session_has_lacked (session) ==
                     (dwell_session_get_reading (session)->layout == NULL ||
                      dwell_session_get_reading (session)->statistics == NULL));
    }

  g_test_message ("%" G_GSIZE_FORMAT " MiB: %s", n_more / MIB,
                  failure != NULL ? failure->message
                  : dwell_session_has_lacked (session) ? "without an index" : "whole");
  g_assert_true (g_file_delete (file, NULL, NULL));
}

static gsize room;

static void
load_in_room (void)
{
  load_short (room);
}

static void
test_short (gconstpointer data)
{
  room = GPOINTER_TO_SIZE (data) * MIB;
  limits_run (load_in_room, 0);
}

/* The trace is there; for its indexes there is no room. */
static void
lack_indexes (void)
{
  g_autoptr(GFile) file = write_profile ();
  g_autoptr(DwellSession) session = dwell_session_new (&file, 1, NULL, NULL);
  g_autoptr(DwellSession) other = NULL;

  load (session);
  limits_set (limits_get_used () + 22 * MIB);
  other = dwell_session_new_for_trace (dwell_session_get_trace (session), "other");
  WAIT_UNTIL (!dwell_session_get_busy (other));

  g_assert_true (dwell_session_has_lacked (other));
  g_assert_null (dwell_session_get_reading (other)->statistics);
  g_assert_cmpuint (dwell_session_get_trace (other)->n_spans, ==, 2 * N_CYCLES);
  g_assert_true (g_file_delete (file, NULL, NULL));
}

static void
test_no_indexes (void)
{
  limits_run (lack_indexes, 0);
}

int
main (int    argc,
      char **argv)
{
  static const gsize rooms[] = { 40, 60, 80, 120, 160, 240, 1000 };

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session-limits/many", test_many);
  g_test_add_func ("/session-limits/no-indexes", test_no_indexes);
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      g_autofree char *path = g_strdup_printf ("/session-limits/short/%" G_GSIZE_FORMAT, rooms[i]);

      g_test_add_data_func (path, GSIZE_TO_POINTER (rooms[i]), test_short);
    }

  return g_test_run ();
}
