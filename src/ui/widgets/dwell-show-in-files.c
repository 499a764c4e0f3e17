/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a file in the file manager: selected in its folder, if the file manager implements
 * org.freedesktop.FileManager1; otherwise the folder, in the program that opens folders. If there
 * is none, a toast shows the path. */
#include "config.h"

#include "ui/widgets/dwell-show-in-files.h"

#include <glib/gi18n-lib.h>

typedef struct {
  GtkWidget       *from;
  GFile           *file;
  DwellReportFunc  report;
} Show;

static void
show_free (Show *self)
{
  g_object_unref (self->from);
  g_object_unref (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Show, show_free)

static void
on_folder_shown (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(Show) self = user_data;
  g_autofree char *name = g_file_get_parse_name (self->file);
  g_autofree char *message = NULL;

  if (gtk_show_uri_full_finish (GTK_WINDOW (source), result, NULL))
    return;

  /* Translators: a file with its folders */
  message = g_strdup_printf (_("No file manager was found. The file is %s"), name);
  self->report (self->from, message);
}

/* @self: (transfer full) */
static void
show_folder (Show *self)
{
  GtkRoot *root = gtk_widget_get_root (self->from);
  g_autoptr(GFile) folder = g_file_get_parent (self->file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  /* The window may have been closed in the meantime. */
  if (uri != NULL && root != NULL)
    gtk_show_uri_full (GTK_WINDOW (root), uri, GDK_CURRENT_TIME, NULL, on_folder_shown, self);
  else
    show_free (self);
}

static void
on_shown (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(Show) self = user_data;
  g_autoptr(GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result,
                                                              NULL);

  if (answer == NULL)
    show_folder (g_steal_pointer (&self));
}

/**
 * dwell_show_in_files:
 * @from: a widget of the window
 * @file: a file
 * @report: shows a message in the window if nothing can show the file
 *
 * Shows @file in the file manager.
 */
void
dwell_show_in_files (GtkWidget       *from,
                     GFile           *file,
                     DwellReportFunc  report)
{
  g_autofree char *uri = g_file_get_uri (file);
  const char *uris[] = { uri, NULL };
  GApplication *application = g_application_get_default ();
  GDBusConnection *bus = application != NULL ? g_application_get_dbus_connection (application)
                                             : NULL;
  Show *show = g_new0 (Show, 1);

  show->from = g_object_ref (from);
  show->file = g_object_ref (file);
  show->report = report;

  if (bus != NULL)
    g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                            "org.freedesktop.FileManager1", "ShowItems",
                            g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                            NULL, on_shown, show);
  else
    show_folder (show);
}
