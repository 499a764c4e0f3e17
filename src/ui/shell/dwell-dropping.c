/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at the files, and asks the user what to do if several of them may be recordings. */
#include "config.h"

#include "ui/shell/dwell-dropping.h"

#include "ui/shell/dwell-file-kinds.h"

/**
 * dwell_drop_free:
 * @self: (transfer full): a drop
 */
void
dwell_drop_free (DwellDrop *self)
{
  g_ptr_array_unref (self->recordings);
  g_ptr_array_unref (self->requirements);
  g_free (self);
}

static void
return_drop (GTask     *task,
             DwellDrop *drop)
{
  g_task_return_pointer (task, drop, (GDestroyNotify) dwell_drop_free);
  g_object_unref (task);
}

static void
on_asked (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GTask *task = user_data;
  DwellDrop *drop = g_object_steal_data (G_OBJECT (task), "drop");

  drop->answer = dwell_join_dialog_ask_finish (result);
  return_drop (task, drop);
}

static DwellDrop *
part_files (GPtrArray *files,
            GArray    *kinds)
{
  DwellDrop *self = g_new0 (DwellDrop, 1);

  self->recordings = g_ptr_array_new_with_free_func (g_object_unref);
  self->requirements = g_ptr_array_new_with_free_func (g_object_unref);
  self->answer = DWELL_JOIN_TABS;
  for (guint i = 0; i < files->len; i++)
    {
      DwellFileKind kind = g_array_index (kinds, DwellFileKind, i);

      self->is_text = kind == DWELL_FILE_KIND_TEXT && files->len == 1;
      g_ptr_array_add (kind == DWELL_FILE_KIND_REQUIREMENTS ? self->requirements : self->recordings,
                       g_object_ref (files->pdata[i]));
    }

  return self;
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GTask *task = user_data;
  g_autoptr(GArray) kinds = dwell_file_kinds_look_finish (result);
  DwellDrop *drop = part_files (g_task_get_task_data (task), kinds);

  if (drop->recordings->len <= 1)
    {
      return_drop (task, drop);
      return;
    }

  g_object_set_data_full (G_OBJECT (task), "drop", drop, (GDestroyNotify) dwell_drop_free);
  dwell_join_dialog_ask_async (GTK_WINDOW (g_task_get_source_object (task)), drop->recordings,
                               on_asked, task);
}

/**
 * dwell_dropping_ask_async:
 * @window: the window
 * @files: (element-type GFile): what was dropped on it
 * @callback: called when it is known what to do
 * @user_data: data for @callback
 *
 * Looks at the files on a worker; asks what to do with several recordings.
 */
void
dwell_dropping_ask_async (GtkWindow           *window,
                          GPtrArray           *files,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  GTask *task = g_task_new (window, NULL, callback, user_data);

  g_task_set_source_tag (task, dwell_dropping_ask_async);
  g_task_set_task_data (task, g_ptr_array_ref (files), (GDestroyNotify) g_ptr_array_unref);
  dwell_file_kinds_look_async (files, on_looked, task);
}

/**
 * dwell_dropping_ask_finish:
 * @result: the result that the callback got
 *
 * Returns: (transfer full): what was dropped, and what to do with it
 */
DwellDrop *
dwell_dropping_ask_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_dropping_ask_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
