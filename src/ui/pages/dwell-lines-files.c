/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the Lines page leaves to others: saving to the export dialog, choosing a source to the file
 * chooser. */
#include "config.h"

#include "ui/pages/dwell-lines-files.h"

#include <glib/gi18n-lib.h>

#include "ui/dialogs/dwell-export-dialog.h"
#include "ui/dwell-toast.h"

static GFile *
get_folder (DwellSession *session)
{
  guint n;
  GFile **files = dwell_session_get_files (session, &n);

  return n > 0 ? g_file_get_parent (files[0]) : NULL;
}

/**
 * dwell_lines_save:
 * @page: where the user is told
 * @view: of the session
 * @format_id: of a format that can be written
 *
 * Shows how the file would begin, and writes it where the user wants it.
 */
void
dwell_lines_save (GtkWidget  *page,
                  DwellView  *view,
                  const char *format_id)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (page));
  DwellExportDialog *dialog;

  if (dwell_session_get_state (dwell_view_get_session (view)) != DWELL_SESSION_READY)
    return;

  dialog = dwell_export_dialog_new (window, view);
  if (dwell_export_dialog_set_format (dialog, format_id))
    {
      gtk_window_present (GTK_WINDOW (dialog));
      return;
    }

  gtk_window_destroy (GTK_WINDOW (dialog));
  dwell_toast_show (page, _("There is nothing here that this format can hold"));
}

static void
on_choose_again (GtkWidget *page)
{
  gtk_widget_activate_action (page, "lines.choose-source", NULL);
}

/* A program as text that could not be read, with its name in @message. */
void
dwell_lines_tell_failure (GtkWidget  *page,
                          const char *message)
{
  /* Translators: a file and why it could not be read */
  g_autofree char *text = g_strdup_printf (_("%s. Choose the text of the program."), message);
  g_autoptr(AdwToast) toast = dwell_toast_show_lasting (page, text, _("Choose…"));

  if (toast != NULL)
    g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_choose_again), page,
                             G_CONNECT_SWAPPED);
}

static void
on_source_response (GtkNativeDialog *dialog,
                    int              response,
                    gpointer         user_data)
{
  g_autoptr(DwellLinesPage) page = user_data;
  g_autoptr(GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file != NULL)
    dwell_lines_page_load_source (page, file);
  g_object_unref (dialog);
}

/**
 * dwell_lines_choose_source:
 * @page: the page
 * @session: where to begin: in its file's folder
 *
 * Asks for a source file, which @page then shows.
 */
void
dwell_lines_choose_source (DwellLinesPage *page,
                           DwellSession   *session)
{
  g_autoptr(GFile) folder = get_folder (session);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_("Choose the Source"),
                                 GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))),
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_source_response), g_object_ref (page));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
