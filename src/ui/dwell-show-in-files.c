/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a file in the file manager: marked in its folder, where the file manager offers that by
 * org.freedesktop.FileManager1; else the folder, in whatever opens folders. */
#include "config.h"

#include "ui/dwell-show-in-files.h"

static void
on_shown (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GFile) file = user_data;
  g_autoptr(GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result,
                                                              NULL);
  g_autoptr(GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (answer == NULL && uri != NULL)
    gtk_show_uri (NULL, uri, GDK_CURRENT_TIME);
}

/**
 * dwell_show_in_files:
 * @file: a file
 */
void
dwell_show_in_files (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  const char *uris[] = { uri, NULL };
  GApplication *application = g_application_get_default ();
  GDBusConnection *bus = application != NULL ? g_application_get_dbus_connection (application)
                                             : NULL;
  g_autoptr(GFile) folder = g_file_get_parent (file);

  if (bus != NULL)
    g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                            "org.freedesktop.FileManager1", "ShowItems",
                            g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                            NULL, on_shown, g_object_ref (file));
  else if (folder != NULL)
    {
      g_autofree char *folder_uri = g_file_get_uri (folder);

      gtk_show_uri (NULL, folder_uri, GDK_CURRENT_TIME);
    }
}
