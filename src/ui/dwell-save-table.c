/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving a table as text: asks where to, and tells how it went. */
#include "config.h"

#include "ui/dwell-save-table.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "ui/dialogs/dwell-file-dialogs.h"
#include "ui/dwell-toast.h"

/* What is to be saved, until it is. */
typedef struct {
  GtkWidget *from;
  GBytes    *bytes;
} Save;

static void
save_free (Save *self)
{
  g_object_unref (self->from);
  g_bytes_unref (self->bytes);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Save, save_free)

static void
on_saved (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(Save) self = user_data;
  g_autofree char *name = g_file_get_parse_name (G_FILE (source));
  g_autoptr(GError) error = NULL;
  g_autofree char *message = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    message = g_strdup_printf (_("Saved “%s”"), name);
  else
    message = g_strdup_printf (_("Could not save “%s”: %s"), name, error->message);

  dwell_toast_show (self->from, message);
}

static void
on_chosen (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(Save) self = user_data;
  g_autoptr(GFile) file = dwell_save_dialog_choose_finish (result, NULL);
  GBytes *bytes = self->bytes;

  if (file != NULL)
    g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                         on_saved, g_steal_pointer (&self));
}

/**
 * dwell_save_table:
 * @from: the widget that shows the table
 * @session: what the table is of: it is saved beside its file
 * @what: what the table tells, for the file's name
 * @text: (transfer full): the table
 */
void
dwell_save_table (GtkWidget    *from,
                  DwellSession *session,
                  const char   *what,
                  char         *text)
{
  guint n_files;
  GFile **files = dwell_session_get_files (session, &n_files);
  g_autoptr(GFile) folder = n_files > 0 ? g_file_get_parent (files[0]) : NULL;
  g_autofree char *name = g_strdup_printf ("%s-%s.csv", dwell_session_get_title (session), what);
  Save *self = g_new0 (Save, 1);

  self->from = g_object_ref (from);
  self->bytes = g_bytes_new_take (text, strlen (text));
  g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
  dwell_save_dialog_choose_async (GTK_WINDOW (gtk_widget_get_root (from)), folder, name, on_chosen,
                                  self);
}
