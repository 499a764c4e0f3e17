/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of the program.
 *
 * GSettings aborts if its schema is not installed, so the schema is looked up first: a program that
 * was only built, not installed, uses the defaults and saves nothing.
 *
 * GSettings writes to dconf, if that is installed, otherwise to a file of its own. dconf needs a
 * session bus: without one it prints a warning at every change and loses the change. */
#include "config.h"

#include "ui/widgets/dwell-settings.h"

/* Chooses the backend of every use of GSettings in the program, including those of GTK. */
static void
choose_backend (void)
{
  GApplication *application = g_application_get_default ();

  if (application != NULL && g_application_get_dbus_connection (application) == NULL)
    g_setenv ("GSETTINGS_BACKEND", "keyfile", FALSE);
}

/**
 * dwell_settings_get:
 *
 * The first call must come after the application has registered, and before anything else uses
 * GSettings.
 *
 * Returns: (transfer none) (nullable): the settings, or %NULL where no schema is installed
 */
GSettings *
dwell_settings_get (void)
{
  static GSettings *settings = NULL;
  static gboolean is_looked_up = FALSE;
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();

  if (!is_looked_up)
    choose_backend ();

  if (!is_looked_up && source != NULL)
    {
      g_autoptr(GSettingsSchema) schema = NULL;

      schema = g_settings_schema_source_lookup (source, DWELL_APPLICATION_ID, TRUE);
      if (schema != NULL)
        settings = g_settings_new_full (schema, NULL, NULL);
    }

  is_looked_up = TRUE;

  return settings;
}
