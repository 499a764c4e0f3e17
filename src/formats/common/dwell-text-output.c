/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "formats/common/dwell-text-output.h"

#include <glib/gi18n-lib.h>

/**
 * dwell_text_output_flush:
 * @stream: what is written to
 * @text: the text to write; it is empty afterwards
 * @progress: (nullable): shows how much was written
 * @fraction: how much of everything will have been written then, 0…1
 * @cancellable: (nullable): a cancellable
 * @error: the cause
 *
 * Writes a piece of a text.
 *
 * Returns: %FALSE if that failed
 */
gboolean
dwell_text_output_flush (GOutputStream  *stream,
                         GString        *text,
                         DwellProgress  *progress,
                         double          fraction,
                         GCancellable   *cancellable,
                         GError        **error)
{
  if (progress != NULL)
    dwell_progress_set (progress, N_("Writing"), fraction);
  if (!g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error))
    return FALSE;

  g_string_truncate (text, 0);
  return TRUE;
}
