/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides by its bytes whether a dropped file is a trace, the source of a program, a file of
 * requirements, or one that says what to compare. */
#include "config.h"

#include "ui/shell/dwell-dropped.h"

#include <string.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-task.h"
#include "formats/dwell-comparison-file.h"
#include "formats/dwell-formats.h"

static void
look_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  g_autoptr(DwellSource) source = dwell_source_new (task_data, cancellable, NULL);
  GBytes *head = source != NULL ? dwell_source_get_head (source) : NULL;
  gsize n = 0;
  const char *bytes = head != NULL ? g_bytes_get_data (head, &n) : NULL;

  g_task_return_int (task, dwell_requirements_is_one (bytes, n) ? DWELL_DROPPED_REQUIREMENTS
                           : dwell_comparison_file_is_one (bytes, n) ? DWELL_DROPPED_COMPARISON
                           : n > 0 && memchr (bytes, '\0', n) == NULL &&
                             dwell_formats_recognise (bytes, n) == NULL ? DWELL_DROPPED_TEXT
                                                                         : DWELL_DROPPED_TRACE);
}

/**
 * dwell_dropped_look_async:
 * @file: a dropped file, or another
 * @callback: called on the main thread when the kind of @file is known
 * @user_data: data for @callback
 *
 * Looks at the head of @file on a worker.
 */
void
dwell_dropped_look_async (GFile               *file,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (file, NULL, callback, user_data);

  g_task_set_source_tag (task, dwell_dropped_look_async);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  dwell_task_run_in_thread (task, look_in_thread);
}

/**
 * dwell_dropped_look_finish:
 * @result: the result that the callback got
 *
 * Returns: what the file is; %DWELL_DROPPED_TEXT is text that no format recognises, and so may be a
 *   program's source
 */
DwellDropped
dwell_dropped_look_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_dropped_look_async),
                        DWELL_DROPPED_TRACE);

  return (DwellDropped) g_task_propagate_int (G_TASK (result), NULL);
}
