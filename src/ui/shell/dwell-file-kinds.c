/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file without zero bytes in its head counts as text if neither a format nor Dwell itself
 * recognises it. */
#include "config.h"

#include "ui/shell/dwell-file-kinds.h"

#include <string.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-task.h"
#include "formats/dwell-comparison-file.h"
#include "formats/dwell-formats.h"

static DwellFileKind
look (GFile        *file,
      GCancellable *cancellable)
{
  g_autoptr(DwellSource) source = dwell_source_new (file, cancellable, NULL);
  GBytes *head = source != NULL ? dwell_source_get_head (source) : NULL;
  gsize n = 0;
  const char *bytes = head != NULL ? g_bytes_get_data (head, &n) : NULL;

  if (dwell_requirements_is_one (bytes, n))
    return DWELL_FILE_KIND_REQUIREMENTS;
  if (dwell_comparison_file_is_one (bytes, n))
    return DWELL_FILE_KIND_COMPARISON;

  return n > 0 && memchr (bytes, '\0', n) == NULL && dwell_formats_recognise (bytes, n) == NULL
           ? DWELL_FILE_KIND_TEXT : DWELL_FILE_KIND_TRACE;
}

static void
look_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GPtrArray *files = task_data;
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (DwellFileKind));

  for (guint i = 0; i < files->len; i++)
    {
      DwellFileKind kind = look (files->pdata[i], cancellable);

      g_array_append_val (kinds, kind);
    }

  g_task_return_pointer (task, kinds, (GDestroyNotify) g_array_unref);
}

/**
 * dwell_file_kinds_look_async:
 * @files: (element-type GFile): files
 * @callback: called on the main thread when their kinds are known
 * @user_data: data for @callback
 *
 * Reads the heads of files on a worker.
 */
void
dwell_file_kinds_look_async (GPtrArray           *files,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, dwell_file_kinds_look_async);
  g_task_set_task_data (task, g_ptr_array_ref (files), (GDestroyNotify) g_ptr_array_unref);
  dwell_task_run_in_thread (task, look_in_thread);
}

/**
 * dwell_file_kinds_look_finish:
 * @result: the result that the callback got
 *
 * Returns: (transfer full) (element-type DwellFileKind): the kind of each file;
 *   %DWELL_FILE_KIND_TEXT is text that no format recognises, which may be a program's source
 */
GArray *
dwell_file_kinds_look_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_file_kinds_look_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
