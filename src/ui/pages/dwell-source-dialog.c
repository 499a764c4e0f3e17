/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A dialog of the desktop, which begins in the folder of the recording. */
#include "config.h"

#include "ui/pages/dwell-source-dialog.h"

#include <glib/gi18n-lib.h>

typedef struct {
  GtkWidget             *widget;
  DwellSourceChosenFunc  take;
  gpointer               user_data;
} Request;

static void
on_response (GtkNativeDialog *dialog,
             int              response,
             gpointer         user_data)
{
  g_autofree Request *request = user_data;
  g_autoptr(GtkWidget) widget = request->widget;
  g_autoptr(GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    request->take (widget, file, request->user_data);
  g_object_unref (dialog);
}

/**
 * dwell_source_dialog_show:
 * @widget: a widget of the window
 * @title: what is asked
 * @session: of whose files the source is
 * @take: takes the file, if one is chosen
 * @user_data: for @take
 *
 * Asks for a source file.
 */
void
dwell_source_dialog_show (GtkWidget             *widget,
                          const char            *title,
                          DwellSession          *session,
                          DwellSourceChosenFunc  take,
                          gpointer               user_data)
{
  guint n;
  GFile **files = dwell_session_get_files (session, &n);
  g_autoptr(GFile) folder = n > 0 ? g_file_get_parent (files[0]) : NULL;
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (title, GTK_WINDOW (gtk_widget_get_root (widget)),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));
  Request *request = g_new0 (Request, 1);

  *request = (Request) { g_object_ref (widget), take, user_data };
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), request);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
