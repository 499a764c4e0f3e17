/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program on the desktop, for the end-to-end tests.
 *
 *   desktop-peer drag FILE…   a window from which the files are dragged, as from a file manager;
 *                             ends with 0 when they were taken, 2 when they were not
 *   desktop-peer paste        prints the text on the clipboard; ends with 2 if there is none
 */
#include <gtk/gtk.h>

typedef struct {
  GMainLoop *loop;
  int        status;
} Peer;

static void
on_drag_begin (GtkDragSource *source,
               GdkDrag       *drag,
               Peer          *peer)
{
  g_print ("drag-begin\n");
}

static gboolean
on_drag_cancel (GtkDragSource       *source,
                GdkDrag             *drag,
                GdkDragCancelReason  reason,
                Peer                *peer)
{
  peer->status = 2;
  return FALSE;
}

static void
on_drag_end (GtkDragSource *source,
             GdkDrag       *drag,
             gboolean       is_delete,
             Peer          *peer)
{
  g_main_loop_quit (peer->loop);
}

static void
offer_files (Peer  *peer,
             char **names,
             guint  n_names)
{
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GdkContentProvider) content = NULL;
  GtkDragSource *source = gtk_drag_source_new ();
  GtkWidget *window = gtk_window_new ();
  GdkFileList *list;

  for (guint i = 0; i < n_names; i++)
    g_ptr_array_add (files, g_file_new_for_commandline_arg (names[i]));
  list = gdk_file_list_new_from_array ((GFile **) files->pdata, files->len);
  content = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, list);
  g_boxed_free (GDK_TYPE_FILE_LIST, list);

  gtk_drag_source_set_content (source, content);
  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), peer);
  g_signal_connect (source, "drag-cancel", G_CALLBACK (on_drag_cancel), peer);
  g_signal_connect (source, "drag-end", G_CALLBACK (on_drag_end), peer);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (source));

  gtk_window_set_title (GTK_WINDOW (window), "files");
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 200, 120);
  gtk_window_present (GTK_WINDOW (window));
}

static void
on_text_read (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  Peer *peer = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);

  peer->status = text != NULL ? 0 : 2;
  g_print ("%s", text != NULL ? text : "");
  g_main_loop_quit (peer->loop);
}

int
main (int    argc,
      char **argv)
{
  Peer peer = { g_main_loop_new (NULL, FALSE), 0 };

  if (argc < 2 || !gtk_init_check ())
    return 1;

  if (g_str_equal (argv[1], "drag"))
    offer_files (&peer, argv + 2, (guint) argc - 2);
  else
    gdk_clipboard_read_text_async (gdk_display_get_clipboard (gdk_display_get_default ()), NULL,
                                   on_text_read, &peer);

  g_main_loop_run (peer.loop);
  g_main_loop_unref (peer.loop);
  return peer.status;
}
