/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workbench's entry: gettext, the widgets, the application, nothing more. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "ui/dwell-application.h"
#include "ui/dwell-ui.h"

int
main (int   argc,
      char *argv[])
{
  g_autoptr(DwellApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, DWELL_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  dwell_ui_init ();
  application = dwell_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
