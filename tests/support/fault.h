/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Has a program that a test starts meet a fault of the disk. */
#pragma once

#include <errno.h>
#include <stdlib.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

/* A fault that fault-injector.c injects. */
typedef struct {
  const char *kind;
  int         number; /* errno */
  guint       at;
} Fault;

/* Has the program that @launcher starts meet @fault in @folder, which has no links in it.
 * @mark: (nullable): the file that is made then */
static inline void
fault_inject (GSubprocessLauncher *launcher,
              const Fault         *fault,
              const char          *folder,
              const char          *mark)
{
  const char *options = g_getenv ("ASAN_OPTIONS");
  g_autofree char *sanitizer = g_strconcat (options != NULL ? options : "",
                                            ":verify_asan_link_order=0", NULL);
  g_autofree char *at = g_strdup_printf ("%u", fault->at);
  g_autofree char *number = g_strdup_printf ("%d", fault->number);

  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", sanitizer, TRUE);
  g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", g_getenv ("DWELL_FAULT_INJECTOR"), TRUE);
  g_subprocess_launcher_setenv (launcher, "FAULT_FOLDER", folder, TRUE);
  g_subprocess_launcher_setenv (launcher, "FAULT_KIND", fault->kind, TRUE);
  g_subprocess_launcher_setenv (launcher, "FAULT_ERRNO", number, TRUE);
  g_subprocess_launcher_setenv (launcher, "FAULT_AT", at, TRUE);
  if (mark != NULL)
    g_subprocess_launcher_setenv (launcher, "FAULT_MARK", mark, TRUE);
}

/* Runs @test of this program in a subprocess that meets @fault in @folder. Returns: whether it met
 * it
 * @mark: a file of the test's own
 * @is_done: (out): whether it says that it did what it should */
static inline gboolean
fault_meet (const Fault *fault,
            const char  *test,
            const char  *folder,
            const char  *mark,
            gboolean    *is_done)
{
  g_autoptr(GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                               G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *without_links = realpath (folder, NULL);
  g_autoptr(GSubprocess) process = NULL;
  g_autoptr(GError) error = NULL;

  g_remove (mark);
  fault_inject (launcher, fault, without_links, mark);
  process = g_subprocess_launcher_spawn (launcher, &error, "/proc/self/exe", "-p", test,
                                         "--GTestSubprocess", NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));

  /* It may fail; it may not abort. */
  g_assert_true (g_subprocess_get_if_exited (process) || g_str_equal (fault->kind, "kill"));
  *is_done = g_subprocess_get_successful (process);
  return g_file_test (mark, G_FILE_TEST_EXISTS);
}

/* Runs @test again and again, so that each call that writes into @folder fails, once and from then
 * on, or is the last. Returns: how many calls did
 * @prepare: called before each run
 * @check: called after it */
static inline guint
fault_meet_each (const char *test,
                 const char *folder,
                 const char *mark,
                 void      (*prepare) (void),
                 void      (*check) (gboolean is_killed,
                                     gboolean is_done))
{
  static const Fault kinds[] = { { "once", ENOSPC, 0 }, { "lasting", ENOSPC, 0 },
                                 { "once", EIO, 0 }, { "lasting", EROFS, 0 }, { "kill" } };
  guint n_met = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      Fault fault = kinds[i];
      gboolean is_met = TRUE;

      while (is_met)
        {
          gboolean is_done;

          fault.at++;
          prepare ();
          is_met = fault_meet (&fault, test, folder, mark, &is_done);
          n_met += is_met;
          g_test_message ("%s %d at %u: %d", fault.kind, fault.number, fault.at, is_done);
          g_assert_true (is_met || is_done);
          check (is_met && g_str_equal (fault.kind, "kill"), is_done);
        }
    }

  return n_met;
}
