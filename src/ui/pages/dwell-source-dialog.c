/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file dialog of the desktop, which opens in the folder of the recording. */
#include "config.h"

#include "ui/pages/dwell-source-dialog.h"

#include "ui/widgets/dwell-file-dialogs.h"

typedef struct {
  GtkWidget             *widget;
  DwellSourceChosenFunc  take;
  gpointer               user_data;
} Request;

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree Request *request = user_data;
  g_autoptr(GtkWidget) widget = request->widget;
  g_autoptr(GFile) file = dwell_pick_dialog_choose_finish (result, NULL);

  if (file != NULL)
    request->take (widget, file, request->user_data);
}

/**
 * dwell_source_dialog_show:
 * @widget: a widget of the window
 * @title: the question
 * @session: the session whose source it is
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
  g_autoptr(GFile) folder = dwell_session_get_folder (session);
  Request *request = g_new0 (Request, 1);

  *request = (Request) { g_object_ref (widget), take, user_data };
  dwell_pick_dialog_choose_async (GTK_WINDOW (gtk_widget_get_root (widget)), folder, title,
                                  on_chosen, request);
}
