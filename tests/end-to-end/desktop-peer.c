/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program on the desktop, for the end-to-end tests.
 *
 *   desktop-peer drag FILE…   a window from which the files are dragged, as from a file manager;
 *                             ends with 0 if they were dropped, 2 if they were refused
 *   desktop-peer drop TYPE    a window that accepts a drop of that MIME type, as an office program
 *                             would: prints the offered types, a line each, an empty line and the
 *                             dropped data; ends with 2 if there is none
 *   desktop-peer paste        prints the text on the clipboard; ends with 2 if there is none
 *
 * The first two print “accepted” when the drop would be accepted: a drop before that is ignored.
 */
#include <stdio.h>

#include <gtk/gtk.h>

typedef struct {
  GMainLoop  *loop;
  int         status;
  const char *type; /* that is dropped */
  GdkDrop    *drop;
  gboolean    is_accepted;
} Peer;

static void
tell_accepted (Peer *peer)
{
  if (!peer->is_accepted)
    printf ("accepted\n");
  fflush (stdout);
  peer->is_accepted = TRUE;
}

static void
on_selected_action (GdkDrag    *drag,
                    GParamSpec *pspec,
                    Peer       *peer)
{
  if (gdk_drag_get_selected_action (drag) != 0)
    tell_accepted (peer);
}

static void
on_drag_begin (GtkDragSource *source,
               GdkDrag       *drag,
               Peer          *peer)
{
  g_signal_connect (drag, "notify::selected-action", G_CALLBACK (on_selected_action), peer);
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
on_dropped_whole (GObject      *object,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  Peer *peer = user_data;
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (object);

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (object), result, NULL) < 0)
    peer->status = 2;
  else
    fwrite (g_memory_output_stream_get_data (memory), 1,
            g_memory_output_stream_get_data_size (memory), stdout);
  gdk_drop_finish (peer->drop, peer->status == 0 ? GDK_ACTION_COPY : 0);
  g_main_loop_quit (peer->loop);
}

static void
on_dropped (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  Peer *peer = user_data;
  g_autoptr(GInputStream) stream = gdk_drop_read_finish (GDK_DROP (object), result, NULL, NULL);
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();

  if (stream != NULL)
    {
      g_output_stream_splice_async (memory, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, 0, NULL,
                                    on_dropped_whole, peer);
      return;
    }

  peer->status = 2;
  gdk_drop_finish (peer->drop, 0);
  g_main_loop_quit (peer->loop);
}

/* A second motion is sent only after the first was answered. */
static GdkDragAction
on_drag_motion (GtkDropTargetAsync *target,
                GdkDrop            *drop,
                double              x,
                double              y,
                Peer               *peer)
{
  tell_accepted (peer);
  return GDK_ACTION_COPY;
}

static gboolean
on_drop (GtkDropTargetAsync *target,
         GdkDrop            *drop,
         double              x,
         double              y,
         Peer               *peer)
{
  const char *types[] = { peer->type, NULL };
  gsize n;
  const char * const *offered =
    gdk_content_formats_get_mime_types (gdk_drop_get_formats (drop), &n);

  for (gsize i = 0; i < n; i++)
    printf ("%s\n", offered[i]);
  printf ("\n");
  peer->drop = g_object_ref (drop);
  gdk_drop_read_async (drop, types, 0, NULL, on_dropped, peer);
  return TRUE;
}

static void
take_drop (Peer       *peer,
           const char *type)
{
  const char *types[] = { type };
  GtkDropTargetAsync *target = gtk_drop_target_async_new (gdk_content_formats_new (types, 1),
                                                          GDK_ACTION_COPY);
  GtkWidget *window = gtk_window_new ();

  peer->type = type;
  g_signal_connect (target, "drag-motion", G_CALLBACK (on_drag_motion), peer);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), peer);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (target));
  gtk_window_set_title (GTK_WINDOW (window), "office");
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
  Peer peer = { .loop = g_main_loop_new (NULL, FALSE) };

  if (argc < 2 || !gtk_init_check ())
    return 1;

  if (g_str_equal (argv[1], "drag"))
    offer_files (&peer, argv + 2, (guint) argc - 2);
  else if (g_str_equal (argv[1], "drop"))
    take_drop (&peer, argv[2]);
  else
    gdk_clipboard_read_text_async (gdk_display_get_clipboard (gdk_display_get_default ()), NULL,
                                   on_text_read, &peer);

  g_main_loop_run (peer.loop);
  g_main_loop_unref (peer.loop);
  g_clear_object (&peer.drop);
  return peer.status;
}
