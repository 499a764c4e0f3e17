/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preset `source` writes a Text1 file as it was read, byte by byte. Most of it was kept as
 * bytes; rows of events are regenerated, as dwell-text1-source.h describes. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/text1/write/dwell-text1-writer.h"

typedef struct {
  DwellText1Writer       *writer;
  const DwellText1Source *source;
  DwellText1Events       *events;
  DwellSink              *sink;
  DwellProgress          *progress;
  GCancellable           *cancellable;
} Work;

/* Converts a name to the encoding of the file; UTF-16 is converted from UTF-8 only when it is
 * written. */
static char *
encode (const char         *name,
        DwellText1Encoding  encoding)
{
  GString *bytes;

  if (encoding != DWELL_TEXT1_WINDOWS_1252)
    return g_strdup (name);

  bytes = g_string_new (NULL);
  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      guint byte = c < 0x80 ? c : 0x80;

      for (; c >= 0x80 && byte < 0x100; byte++)
        {
          char single = (char) byte;
          g_autofree char *letter = dwell_text_to_utf8 (&single, 1, DWELL_CHARSET_WINDOWS_1252);

          if (g_utf8_get_char (letter) == c)
            break;
        }

      g_string_append_c (bytes, byte < 0x100 ? (char) byte : '?');
    }

  return g_string_free (bytes, FALSE);
}

static void
set_contexts (const Work                *work,
              const DwellText1Timeline  *timeline,
              DwellText1RowFormat       *format)
{
  const DwellTrace *trace = work->writer->trace;

  for (guint32 i = 0; i < trace->n_contexts; i++)
    {
      guint64 id = trace->contexts[i].id;
      const char *name = dwell_trace_get_context_name (trace, i);

      if (timeline->context_form == DWELL_TEXT1_CONTEXT_AS_NAME)
        dwell_text1_row_format_set_context (format, i, encode (name, work->source->encoding));
      else
        dwell_text1_row_format_set_context (format, i,
          g_strdup_printf (timeline->context_form == DWELL_TEXT1_CONTEXT_AS_HEX
                             ? "0x%" G_GINT64_MODIFIER "x" : "%" G_GUINT64_FORMAT, id));
    }
}

/* Makes the formats of all timelines of the main file, or that of the .BIN. */
static GArray *
make_formats (const Work *work,
              gboolean    is_binary)
{
  GArray *formats = g_array_new (FALSE, TRUE, sizeof (DwellText1RowFormat));
  guint n = is_binary ? 1 : work->source->timelines->len;

  g_array_set_clear_func (formats, (GDestroyNotify) dwell_text1_row_format_clear);
  g_array_set_size (formats, n);

  for (guint i = 0; i < n; i++)
    {
      DwellText1RowFormat *format = &g_array_index (formats, DwellText1RowFormat, i);
      const DwellText1Timeline *timeline =
        is_binary ? NULL : &g_array_index (work->source->timelines, DwellText1Timeline, i);

      dwell_text1_row_format_init (format, is_binary ? NULL : timeline->entry,
                                   is_binary ? DWELL_TEXT1_LF : timeline->line_end,
                                   work->writer->trace->n_contexts);
      if (!is_binary && dwell_template_has_macro (timeline->entry, DWELL_MACRO_CONTEXT))
        set_contexts (work, timeline, format);
      format->is_swapped = work->source->is_swapped;
      format->is_1_0 = work->source->binary_is_1_0;
    }

  return formats;
}

static gboolean
write_part (Work                  *work,
            const DwellText1Part  *part,
            gboolean               is_binary,
            GError               **error)
{
  g_autoptr(GArray) formats = make_formats (work, is_binary);
  g_autoptr(GString) pending = g_string_new (NULL);
  DwellText1Output output = {
    .sink = work->sink,
    .pending = pending,
    .encoding = is_binary ? DWELL_TEXT1_UTF_8 : work->source->encoding,
    .cancellable = work->cancellable,
  };

  output.stream = dwell_sink_open_part (work->sink, is_binary ? DWELL_TEXT1_BINARY_SUFFIX : "",
                                        work->cancellable, error);
  if (output.stream == NULL)
    return FALSE;

  for (guint i = 0; i < part->pieces->len && !dwell_sink_is_full (work->sink); i++)
    {
      const DwellText1Piece *piece = &g_array_index (part->pieces, DwellText1Piece, i);
      guint format = is_binary ? 0 : piece->timeline;

      if (piece->text_length > 0)
        {
          if (!dwell_text1_output_write (&output, (const char *) part->text->data +
                                                  piece->text_offset, piece->text_length, error))
            return FALSE;
        }
      else if (format >= formats->len ||
               !dwell_text1_write_rows (&output,
                                        &g_array_index (formats, DwellText1RowFormat, format),
                                        work->events, piece->first_event, piece->n_events, NULL,
                                        work->progress, error))
        return FALSE;
    }

  return dwell_text1_output_flush (&output, TRUE, error);
}

/**
 * dwell_text1_write_source:
 * @self: a writer of a trace from Text1
 * @sink: the sink
 * @progress: (nullable): shows how much is written
 * @cancellable: (nullable): a cancellable
 * @error: the reason of a failure
 *
 * Writes the files exactly as they were read.
 *
 * Returns: %FALSE if it failed
 */
gboolean
dwell_text1_write_source (DwellText1Writer  *self,
                          DwellSink         *sink,
                          DwellProgress     *progress,
                          GCancellable      *cancellable,
                          GError           **error)
{
  g_autoptr(DwellText1Events) events = NULL;
  Work work = { self, self->trace->source, NULL, sink, progress, cancellable };

  if (!self->is_text1 || self->trace->source == NULL)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_OPTION,
                           _("The preset “source” writes back what was read from one Text1 file; "
                             "this recording comes from elsewhere"));
      return FALSE;
    }

  events = dwell_text1_events_new (self, TRUE);
  work.events = events;
  return write_part (&work, &work.source->main, FALSE, error) &&
         (!work.source->has_binary || write_part (&work, &work.source->binary, TRUE, error));
}
