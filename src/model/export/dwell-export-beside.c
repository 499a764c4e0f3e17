/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for the companion on a worker, because the file can be on a slow disk. */
#include "config.h"

#include "model/export/dwell-export-beside.h"

#include "core/dwell-task.h"

/* A question and its answer: the data of the task. */
typedef struct {
  const DwellFormat *format;
  GFile             *file;
  char              *name;
  DwellBeside        beside;
} Look;

static void
look_free (gpointer data)
{
  Look *self = data;

  g_object_unref (self->file);
  g_free (self->name);
  g_free (self);
}

static void
look_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Look *self = task_data;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_file (self->file);

  self->name = dwell_sink_get_part_name (sink, self->format->companion_suffix);
  self->beside = self->format->look_beside (sink, cancellable);
  g_task_return_boolean (task, TRUE);
}

/**
 * dwell_export_beside_look_async:
 * @format: the format of the export, which can have a companion
 * @file: the target of the export
 * @callback: called on the main thread when the answer is known
 * @user_data: data for @callback
 *
 * Looks on a worker for a companion file, which the user did not confirm when choosing @file.
 */
void
dwell_export_beside_look_async (const DwellFormat   *format,
                                GFile               *file,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Look *look = g_new0 (Look, 1);

  look->format = format;
  look->file = g_object_ref (file);
  g_task_set_source_tag (task, dwell_export_beside_look_async);
  g_task_set_task_data (task, look, look_free);
  dwell_task_run_in_thread (task, look_in_thread);
}

/**
 * dwell_export_beside_look_finish:
 * @result: the result that the callback got
 * @name: (out) (transfer full): the name of the companion of the file, whether it exists or not
 *
 * Returns: what kind of file there is beside the target
 */
DwellBeside
dwell_export_beside_look_finish (GAsyncResult  *result,
                                 char         **name)
{
  Look *look;

  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_export_beside_look_async),
                        DWELL_BESIDE_NOTHING);

  look = g_task_get_task_data (G_TASK (result));
  *name = g_strdup (look->name);
  return look->beside;
}
