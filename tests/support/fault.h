/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Has a program that a test starts meet a fault of the disk. */
#pragma once

#include <gio/gio.h>

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
