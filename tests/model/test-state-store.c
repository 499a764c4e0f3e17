/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of views' states: what recordings are known by; what is broken, too much, cannot be
 * read or written; also when the program is killed. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utime.h>

#include "core/dwell-error.h"
#include "state-fixture.h"
#include "support/fault.h"
#include "support/file-fixture.h"

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
  g_assert_cmpuint (states_count (), ==, DWELL_STATE_STORE_MAX);
  dwell_state_store_forget ();
  g_assert_cmpuint (states_count (), ==, 0);
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
  g_assert_cmpuint (states_count (), ==, 1 + 4);
  for (guint i = 0; i < N; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      g_autofree char *path = dwell_state_store_get_path (id);

      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS) == (i >= N - 4));
    }
  states_forget ();
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
      g_assert_cmpuint (states_count (), ==, MIN (i, 10));
    }

  g_assert_true (g_file_get_contents (last, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "broken 12");
  dwell_state_store_forget ();
}

/* What has been broken since it was loaded is put aside before a state is saved; where it cannot
 * be, nothing is written over it. */
static void
test_broken_since (void)
{
  static const char plain[] = "[dwell-view]\nVersion=1\n";
  g_autofree char *path = dwell_state_store_get_path ("one");
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (dwell_state_store_save ("one", NULL, plain, NULL));
  g_assert_true (g_file_set_contents (path, "broken", -1, NULL));
  g_assert_true (dwell_state_store_save ("one", plain, plain, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, plain);
  g_assert_cmpuint (states_count (), ==, 2);
  states_forget ();

  /* A file does not take the place of a folder. */
  g_assert_true (dwell_state_store_save ("one", NULL, plain, NULL));
  g_assert_true (g_file_set_contents (path, "broken", -1, NULL));
  for (guint i = 1; i <= 10; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup ("one-broken")
                                     : g_strdup_printf ("one-broken-%u", i);
      g_autofree char *folder = dwell_state_store_get_path (name);

      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
    }
  g_assert_false (dwell_state_store_save ("one", plain, plain, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "broken");
  states_forget ();
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
                          &error, "/proc/self/exe", "-p", "/state-store/killed",
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
  g_assert_cmpuint (states_count (), ==, 1);
  g_unsetenv ("DWELL_TEST_FILE");
  states_forget ();
}

/* --- Faults of the disk --- */

/* Puts state 1 there. */
static void
prepare_fault (void)
{
  g_autofree char *old = make_numbered (1);

  states_forget ();
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
  g_assert_cmpuint (states_count (), ==, 1);
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
  n_met = fault_meet_each ("/state-store/faults", g_get_user_state_dir (), mark, prepare_fault,
                           check_fault);
  g_assert_cmpuint (n_met, >, 20);
  g_unsetenv ("DWELL_TEST_FILE");
  file_fixture_remove_all ();
  states_forget ();
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
  g_assert_true (fault_meet (&fault, "/state-store/faults", g_get_user_state_dir (), mark,
                             &is_saved));
  g_assert_false (is_saved);
  assert_cursor (3);

  g_unsetenv ("DWELL_TEST_FILE");
  file_fixture_remove_all ();
  states_forget ();
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

      g_assert_true (fault_meet (&fault, "/state-store/unread", g_get_user_state_dir (), mark,
                                 &is_done));
      g_assert_true (is_done);
      g_assert_cmpuint (states_count (), ==, 1);
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
  states_forget ();
}

int
main (int   argc,
      char *argv[])
{
  states_init (&argc, &argv);

  g_test_add_func ("/state-store/ids", test_ids);
  g_test_add_func ("/state-store", test_store);
  g_test_add_func ("/state-store/too-much", test_too_much);
  g_test_add_func ("/state-store/many-broken", test_many_broken);
  g_test_add_func ("/state-store/broken-since", test_broken_since);
  g_test_add_func ("/state-store/too-long", test_too_long);
  g_test_add_func ("/state-store/killed", test_killed_saving);
  g_test_add_func ("/state-store/faults", test_faults);
  g_test_add_func ("/state-store/unreadable", test_unreadable);
  g_test_add_func ("/state-store/unread", test_unread);

  return fixture_run ();
}
