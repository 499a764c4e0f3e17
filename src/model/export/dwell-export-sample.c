/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer itself writes, into a sink that stops it when enough is there. */
#include "config.h"

#include "model/export/dwell-export-sample.h"

#include <string.h>

#include "core/dwell-task.h"

/* More than a screen of either. */
#define TEXT_BYTES   ((gsize) 32 << 10)
#define BINARY_BYTES ((gsize) 2 << 10)

#define BYTES_A_ROW 16u

/* Question and answer; the task's data. */
typedef struct {
  DwellTrace        *trace;
  const DwellFormat *format;
  gboolean           is_cut;
} Sample;

static void
sample_free (gpointer data)
{
  Sample *self = data;

  dwell_trace_unref (self->trace);
  g_free (self);
}

/* Offset, bytes and the letters among them, a row of sixteen a line. */
static char *
dump (const guint8 *bytes,
      gsize         n)
{
  GString *text = g_string_new (NULL);

  for (gsize row = 0; row < n; row += BYTES_A_ROW)
    {
      g_string_append_printf (text, "%08" G_GSIZE_MODIFIER "x ", row);
      for (gsize i = row; i < row + BYTES_A_ROW; i++)
        {
          if (i < n)
            g_string_append_printf (text, " %02x", bytes[i]);
          else
            g_string_append (text, "   ");
        }

      g_string_append (text, "  ");
      for (gsize i = row; i < MIN (row + BYTES_A_ROW, n); i++)
        g_string_append_c (text, g_ascii_isprint (bytes[i]) ? (char) bytes[i] : '.');
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static char *
make_text (Sample *self,
           GBytes *bytes)
{
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  if (n == 0)
    return g_strdup ("");

  if (memchr (data, '\0', n) != NULL)
    {
      self->is_cut = self->is_cut || n > BINARY_BYTES;
      return dump ((const guint8 *) data, MIN (n, BINARY_BYTES));
    }

  /* What is cut is cut behind a line, if there is one. */
  if (self->is_cut)
    {
      const char *last = g_strrstr_len (data, (gssize) n, "\n");

      n = last != NULL ? (gsize) (last - data) + 1 : n;
    }

  return g_utf8_make_valid (data, (gssize) n);
}

static void
write_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  Sample *self = task_data;
  g_autoptr(DwellSink) sink = dwell_sink_new_for_head (TEXT_BYTES);
  g_autoptr(GBytes) bytes = NULL;
  GError *error = NULL;

  if (!self->format->write (self->trace, NULL, sink, NULL, cancellable, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
        {
          g_task_return_error (task, error);
          return;
        }

      g_clear_error (&error);
      self->is_cut = TRUE;
    }

  bytes = dwell_sink_get_part (sink, "");
  g_task_return_pointer (task, bytes != NULL ? make_text (self, bytes) : g_strdup (""), g_free);
}

/**
 * dwell_export_sample_async:
 * @trace: what would be written
 * @format: that can write it
 * @cancellable: (nullable): to stop
 * @callback: called when the sample is there
 * @user_data: for @callback
 *
 * Writes the head of what an export would write.
 */
void
dwell_export_sample_async (DwellTrace          *trace,
                           const DwellFormat   *format,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Sample *sample = g_new0 (Sample, 1);

  g_return_if_fail (format->write != NULL);

  sample->trace = dwell_trace_ref (trace);
  sample->format = format;
  g_task_set_source_tag (task, dwell_export_sample_async);
  g_task_set_task_data (task, sample, sample_free);
  dwell_task_run_in_thread (task, write_in_thread);
}

/**
 * dwell_export_sample_finish:
 * @result: what the callback was given
 * @is_cut: (out): whether there is more than the head
 * @error: why it cannot be written
 *
 * Returns: (transfer full) (nullable): the head as text
 */
char *
dwell_export_sample_finish (GAsyncResult  *result,
                            gboolean      *is_cut,
                            GError       **error)
{
  Sample *sample;
  char *text;

  g_return_val_if_fail (g_async_result_is_tagged (result, dwell_export_sample_async), NULL);

  sample = g_task_get_task_data (G_TASK (result));
  text = g_task_propagate_pointer (G_TASK (result), error);
  *is_cut = sample->is_cut;
  return text;
}
