/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a table for the clipboard and for a drag: as text, as tab-separated values, and as a file
 * for programs that accept nothing else. A worker writes them when a program requests them, so that
 * millions of rows cost nothing until they are pasted. */
#include "config.h"

#include "ui/table/dwell-table-content.h"

#include <string.h>

#include "core/dwell-task.h"
#include "formats/common/dwell-cache-folder.h"
#include "formats/common/dwell-sink.h"

#define URI_LIST "text/uri-list"

static const char * const text_types[] = {
  "text/tab-separated-values;charset=utf-8",
  "text/tab-separated-values",
  "text/plain;charset=utf-8",
  "text/plain",
};

struct _DwellTableContent
{
  GdkContentProvider parent_instance;

  DwellTableText *text;
  char           *file_name; /* or NULL */
};

G_DEFINE_FINAL_TYPE (DwellTableContent, dwell_table_content, GDK_TYPE_CONTENT_PROVIDER)

/* The task of a worker. */
typedef struct {
  DwellTableText *text;
  char           *file_name; /* NULL: write the text itself, not the URI of a file */
  GOutputStream  *stream;
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

  dwell_table_text_unref (self->text);
  g_free (self->file_name);
  g_object_unref (self->stream);
  g_free (self);
}

/* Writes the table into a file in the cache folder. Returns its URI, or NULL on an error. */
static char *
write_file (Work          *work,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autofree char *folder = dwell_cache_folder_make ("dragged");
  g_autofree char *path = g_build_filename (folder, work->file_name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (file);
  GOutputStream *stream;

  stream = dwell_sink_open_part (sink, "", cancellable, error);
  if (stream == NULL ||
      !dwell_table_text_write (work->text, '\t', stream, cancellable, error) ||
      !dwell_sink_commit (sink, cancellable, error))
    return NULL;

  return g_file_get_uri (file);
}

static gboolean
do_work (Work          *work,
         GCancellable  *cancellable,
         GError       **error)
{
  g_autofree char *uri = NULL;
  g_autofree char *list = NULL;

  if (work->file_name == NULL)
    return dwell_table_text_write (work->text, '\t', work->stream, cancellable, error);

  uri = write_file (work, cancellable, error);
  if (uri == NULL)
    return FALSE;

  list = g_strconcat (uri, "\r\n", NULL);
  return g_output_stream_write_all (work->stream, list, strlen (list), NULL, cancellable, error);
}

static void
work_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GError *error = NULL;

  if (do_work (task_data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static GdkContentFormats *
dwell_table_content_ref_formats (GdkContentProvider *provider)
{
  DwellTableContent *self = DWELL_TABLE_CONTENT (provider);
  GdkContentFormatsBuilder *builder = gdk_content_formats_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (text_types); i++)
    gdk_content_formats_builder_add_mime_type (builder, text_types[i]);
  if (self->file_name != NULL)
    gdk_content_formats_builder_add_mime_type (builder, URI_LIST);

  return gdk_content_formats_builder_free_to_formats (builder);
}

static void
dwell_table_content_write_async (GdkContentProvider  *provider,
                                 const char          *mime_type,
                                 GOutputStream       *stream,
                                 int                  io_priority,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  DwellTableContent *self = DWELL_TABLE_CONTENT (provider);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  work->text = dwell_table_text_ref (self->text);
  work->file_name = g_str_equal (mime_type, URI_LIST) ? g_strdup (self->file_name) : NULL;
  work->stream = g_object_ref (stream);
  g_task_set_priority (task, io_priority);
  g_task_set_source_tag (task, dwell_table_content_write_async);
  g_task_set_task_data (task, work, work_free);
  dwell_task_run_in_thread (task, work_in_thread);
}

static gboolean
dwell_table_content_write_finish (GdkContentProvider  *provider,
                                  GAsyncResult        *result,
                                  GError             **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
dwell_table_content_finalize (GObject *object)
{
  DwellTableContent *self = DWELL_TABLE_CONTENT (object);

  dwell_table_text_unref (self->text);
  g_free (self->file_name);

  G_OBJECT_CLASS (dwell_table_content_parent_class)->finalize (object);
}

static void
dwell_table_content_class_init (DwellTableContentClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = dwell_table_content_finalize;
  provider_class->ref_formats = dwell_table_content_ref_formats;
  provider_class->write_mime_type_async = dwell_table_content_write_async;
  provider_class->write_mime_type_finish = dwell_table_content_write_finish;
}

static void
dwell_table_content_init (DwellTableContent *self)
{
}

/**
 * dwell_table_content_new:
 * @text: rows of a table
 * @file_name: (nullable): the name of a file that is offered, too; %NULL: none
 *
 * Returns: (transfer full): content for the clipboard or a drag
 */
GdkContentProvider *
dwell_table_content_new (DwellTableText *text,
                         const char     *file_name)
{
  DwellTableContent *self = g_object_new (DWELL_TYPE_TABLE_CONTENT, NULL);

  self->text = dwell_table_text_ref (text);
  self->file_name = g_strdup (file_name);
  if (self->file_name != NULL)
    g_strdelimit (self->file_name, G_DIR_SEPARATOR_S, '-');

  return GDK_CONTENT_PROVIDER (self);
}
