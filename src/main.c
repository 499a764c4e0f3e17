/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry point of the workbench: initializes gettext and the widgets, and runs the
 * application. */
#include "config.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <unistd.h>

#include "ui/shell/dwell-application.h"
#include "ui/shell/dwell-ui.h"

/* Keeps the numbers of closed standard streams from files that are opened later: a socket to the
 * display is not what is to be read as standard input. */
static void
open_standard_streams (void)
{
  int fd = 0;

  while (fd >= 0 && fd <= STDERR_FILENO)
    fd = open ("/dev/null", O_RDWR);
  if (fd >= 0)
    close (fd);
}

int
main (int   argc,
      char *argv[])
{
  /* A program that runs from its build directory finds its translations by this variable. */
  const char *locale_dir = g_getenv ("DWELL_LOCALE_DIR");
  g_autoptr(DwellApplication) application = NULL;

  open_standard_streams ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : DWELL_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  dwell_ui_init ();
  application = dwell_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
