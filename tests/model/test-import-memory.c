/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that are remembered: kept, recalled, used by sessions, limited in number, broken by
 * hand. */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "support/file-fixture.h"
#include "formats/text1/dwell-text1.h"
#include "model-fixture.h"
#include "model/import/dwell-import-memory.h"

/* A file that does not say how its rows are made. */
static const char bare[] = "* HANDLE(Functions)\n00000000,main,\n00000001,foo,\n"
                           "* TIMELINE\n100 00000000 E\n200 00000001 E\n300 00000001 X\n"
                           "400 00000000 X\n";
static const char * const bare_options[] = { "TimelineEntry=%TIME% %HANDLE% %EVENT%", NULL };

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "dwell", "import", NULL);
}

/* The paths of all that is remembered. */
static GPtrArray *
list_memories (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = get_folder ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));

  return paths;
}

static void
forget_all (void)
{
  g_autoptr(GPtrArray) paths = list_memories ();

  for (guint i = 0; i < paths->len; i++)
    g_unlink (g_ptr_array_index (paths, i));
}

static void
test_keep_and_recall (void)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/tmp/a [b].txt");
  g_autoptr(GFile) other = g_file_new_for_path ("/tmp/other.txt");
  const char *key_values[] = { "TimelineEntry= %TIME%\t; %HANDLE% ", "ValueBase=hex", NULL };
  g_autoptr(DwellImportOptions) options = dwell_import_options_new (&dwell_text1_format, FALSE,
                                                                    key_values);
  g_autoptr(DwellImportOptions) recalled = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (dwell_import_memory_recall (&file, 1, &error));
  g_assert_no_error (error);
  g_assert_true (dwell_import_memory_keep (&file, 1, options, &error));
  g_assert_no_error (error);

  recalled = dwell_import_memory_recall (&file, 1, &error);
  g_assert_no_error (error);
  g_assert_true (recalled->format == &dwell_text1_format);
  g_assert_false (recalled->is_forced);
  g_assert_true (g_strv_equal ((const char * const *) recalled->key_values, key_values));
  g_assert_null (dwell_import_memory_recall (&other, 1, NULL));
  forget_all ();
}

/* The oldest go.
 * Limit: model/DWELL_IMPORT_MEMORY_MAX */
static void
test_bounded (void)
{
  g_autoptr(DwellImportOptions) options = dwell_import_options_new (&dwell_text1_format, TRUE,
                                                                    NULL);
  g_autoptr(GPtrArray) paths = NULL;

  for (guint i = 0; i < DWELL_IMPORT_MEMORY_MAX + 20; i++)
    {
      g_autofree char *path = g_strdup_printf ("/tmp/%u.txt", i);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_assert_true (dwell_import_memory_keep (&file, 1, options, NULL));
    }

  paths = list_memories ();
  g_assert_cmpuint (paths->len, ==, DWELL_IMPORT_MEMORY_MAX);
  forget_all ();
}

static DwellSession *
open_session (GFile              *file,
              const char         *format_id,
              const char * const *key_values)
{
  DwellSession *session = dwell_session_new (&file, 1, format_id, key_values);

  dwell_session_load (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  return session;
}

static void
close_session (DwellSession *session)
{
  g_assert_finalize_object (session);
  fixture_settle ();
}

static void
test_session (void)
{
  g_autoptr(GFile) file = file_fixture_write ("bare.txt", bare, strlen (bare));
  DwellSession *session = open_session (file, NULL, NULL);

  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 0);
  g_assert_null (dwell_session_get_key_values (session));
  g_assert_false (dwell_session_get_recalled (session));

  /* With options the session shows the file; and the next session remembers them. */
  dwell_session_reload_with_options (session, NULL, bare_options);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2);
  g_assert_false (dwell_session_get_recalled (session));
  dwell_session_reload (session);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2);
  close_session (session);

  session = open_session (file, NULL, NULL);
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2);
  g_assert_true (dwell_session_get_recalled (session));
  g_assert_cmpstr (dwell_session_get_key_values (session)[0], ==, bare_options[0]);
  close_session (session);

  /* That no options are wanted is remembered, too. */
  session = open_session (file, NULL, (const char * const []) { NULL });
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 0);
  close_session (session);
  session = open_session (file, NULL, NULL);
  g_assert_false (dwell_session_get_recalled (session));
  g_assert_nonnull (dwell_session_get_key_values (session));
  close_session (session);

  forget_all ();
  file_fixture_remove_all ();
}

/* Another recording of the same name takes the options; another format does not. */
static void
test_changed_file (void)
{
  g_autoptr(GFile) file = file_fixture_write ("x.txt", bare, strlen (bare));
  DwellSession *session = open_session (file, NULL, bare_options);

  close_session (session);
  g_object_unref (file);
  file = file_fixture_write ("x.txt", "2,0,default\n0,0,10\n1,0,5\n", 25);
  session = open_session (file, NULL, NULL);
  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_cmpstr (dwell_session_get_trace (session)->format_id, ==, "lms");
  g_assert_false (dwell_session_get_recalled (session));
  close_session (session);
  forget_all ();
  file_fixture_remove_all ();
}

/* A reload that fails leaves the trace, and how it was read. */
static void
test_failing_reload (void)
{
  g_autoptr(GFile) file = file_fixture_write ("x.txt", bare, strlen (bare));
  const char *wrong[] = { "BinaryFile=/nowhere/x.BIN", NULL };
  DwellSession *session = open_session (file, NULL, bare_options);

  dwell_session_reload_with_options (session, NULL, wrong);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_nonnull (dwell_session_get_error (session));
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2);
  g_assert_cmpstr (dwell_session_get_key_values (session)[0], ==, bare_options[0]);
  close_session (session);

  session = open_session (file, NULL, NULL);
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2);
  close_session (session);
  forget_all ();
  file_fixture_remove_all ();
}

/* Asked for while it is being read: only the last reading counts. */
static void
test_reload_while_reading (void)
{
  g_autoptr(GFile) file = file_fixture_write ("x.txt", bare, strlen (bare));
  DwellSession *session = dwell_session_new (&file, 1, NULL, NULL);

  dwell_session_load (session);
  dwell_session_reload_with_options (session, "text1", bare_options);
  WAIT_UNTIL (!dwell_session_get_busy (session));
  g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
  g_assert_cmpuint (dwell_session_get_trace (session)->n_spans, ==, 2);
  g_assert_cmpstr (dwell_session_get_format_id (session), ==, "text1");
  close_session (session);
  forget_all ();
  file_fixture_remove_all ();
}

/* Key files that users have broken. */
static void
test_broken (void)
{
  static const char * const broken[] = {
    "", "rubbish", "[file]\n", "[file]\nFormat=unheard-of\n",
    "[file]\nFormat=text1\n[text1]\nValueBase=oct\n", "[file]\nFormat=text1\n[text1]\nNo=1\n",
    "[file]\nFormat=text1\n[text1]\nValueBase=\xff\n", "[file\n",
    "[file]\nFormat=\\x\n", "[file]\nFormat=text1\n[text1]\nTimelineEntry=\\x\nValueBase=16\n",
  };
  g_autoptr(GFile) file = file_fixture_write ("x.txt", bare, strlen (bare));
  DwellSession *session = open_session (file, NULL, bare_options);
  g_autoptr(GPtrArray) paths = list_memories ();

  close_session (session);
  g_assert_cmpuint (paths->len, ==, 1);

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      const GError *error;

      g_assert_true (g_file_set_contents (g_ptr_array_index (paths, 0), broken[i], -1, NULL));
      session = open_session (file, NULL, NULL);
      error = dwell_session_get_memory_error (session);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, g_ptr_array_index (paths, 0)));
      g_assert_cmpint (dwell_session_get_state (session), ==, DWELL_SESSION_READY);
      g_assert_false (dwell_session_get_recalled (session));
      close_session (session);
    }

  forget_all ();
  file_fixture_remove_all ();
}

/* One that is longer was not written here.
 * Limit: model/MAX_OPTIONS_BYTES */
static void
test_too_long (void)
{
  g_autofree char *comment = g_strnfill (256 << 10, '#');
  g_autoptr(GFile) file = file_fixture_write ("x.txt", bare, strlen (bare));
  DwellSession *session = open_session (file, NULL, bare_options);
  g_autoptr(GPtrArray) paths = list_memories ();
  const char *path = paths->pdata[0];
  g_autofree char *kept = NULL;
  gsize length;

  close_session (session);
  g_assert_true (g_file_get_contents (path, &kept, &length, NULL));
  for (guint is_longer = 0; is_longer < 2; is_longer++)
    {
      g_autofree char *text = g_strdup_printf ("%s%.*s", kept, (int) ((256 << 10) - length +
                                                                      is_longer), comment);

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      session = open_session (file, NULL, NULL);
      g_assert_cmpint (dwell_session_get_recalled (session), ==, !is_longer);
      g_assert_cmpint (dwell_session_get_memory_error (session) != NULL, ==, is_longer);
      close_session (session);
    }

  forget_all ();
  file_fixture_remove_all ();
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("dwell-test-XXXXXX", NULL);

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  fixture_init (&argc, &argv);

  g_test_add_func ("/import-memory/keep-and-recall", test_keep_and_recall);
  g_test_add_func ("/import-memory/bounded", test_bounded);
  g_test_add_func ("/import-memory/session", test_session);
  g_test_add_func ("/import-memory/changed-file", test_changed_file);
  g_test_add_func ("/import-memory/failing-reload", test_failing_reload);
  g_test_add_func ("/import-memory/reload-while-reading", test_reload_while_reading);
  g_test_add_func ("/import-memory/broken", test_broken);
  g_test_add_func ("/import-memory/too-long", test_too_long);

  return fixture_run ();
}
