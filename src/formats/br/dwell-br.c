/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes the format with its options, and passes the bytes of the source to the reader. */
#include "config.h"

#include "formats/br/dwell-br.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "formats/br/dwell-br-names.h"
#include "formats/br/dwell-br-reader.h"
#include "formats/br/dwell-br-writer.h"
#include "formats/common/dwell-export-select.h"

#define BUFFER_BYTES ((gsize) 2 << 20)
G_STATIC_ASSERT (BUFFER_BYTES > 2 * DWELL_BR_LOOKAHEAD);

/* The bytes of the file that are in memory. */
typedef struct {
  guint8  *bytes;
  gsize    n;
  guint64  offset; /* of the first */
  gboolean is_at_end;
} Buffer;

static gboolean
fill (Buffer         *buffer,
      DwellSource    *source,
      DwellProblems  *problems,
      GCancellable   *cancellable,
      GError        **error)
{
  while (buffer->n < BUFFER_BYTES && !buffer->is_at_end)
    {
      gssize n = dwell_source_read (source, buffer->bytes + buffer->n, BUFFER_BYTES - buffer->n,
                                    problems, cancellable, error);

      if (n < 0)
        return FALSE;

      buffer->n += (gsize) n;
      buffer->is_at_end = n == 0;
    }

  return TRUE;
}

static void
drop (Buffer *buffer,
      gsize   n)
{
  memmove (buffer->bytes, buffer->bytes + n, buffer->n - n);
  buffer->n -= n;
  buffer->offset += n;
}

static void
show_if_due (DwellBrReader   *reader,
             DwellCheckpoint *checkpoint)
{
  reader->builder->n_events = reader->profile.n_blocks;
  if (reader->is_open || !dwell_checkpoint_is_due (checkpoint, reader->builder))
    return;

  dwell_br_reader_update_builder (reader);
  if (reader->profile.error == NULL)
    dwell_checkpoint_show (checkpoint, reader->builder, 0);
}

static gboolean
read_all (DwellBrReader    *reader,
          DwellSource      *source,
          DwellCheckpoint  *checkpoint,
          DwellProgress    *progress,
          GCancellable     *cancellable,
          GError          **error)
{
  g_autofree guint8 *bytes = g_malloc (BUFFER_BYTES);
  Buffer buffer = { .bytes = bytes };

  do
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !dwell_builder_check (reader->builder, 0, error) ||
          !fill (&buffer, source, reader->builder->problems, cancellable, error))
        return FALSE;

      drop (&buffer, dwell_br_reader_take (reader, buffer.bytes, buffer.bytes + buffer.n,
                                           buffer.offset, buffer.is_at_end));
      if (progress != NULL)
        dwell_progress_set (progress, N_("Reading"), dwell_source_get_fraction (source));
      show_if_due (reader, checkpoint);
    }
  while (!buffer.is_at_end && !reader->is_stopped && reader->profile.error == NULL);

  return dwell_br_reader_finish (reader, error);
}

static gboolean
read_br (DwellSource         *source,
         const DwellOptions  *options,
         DwellBuilder        *builder,
         DwellCheckpoint     *checkpoint,
         DwellProgress       *progress,
         GCancellable        *cancellable,
         GError             **error)
{
  gboolean is_windows = g_str_equal (dwell_options_get (options, "Encoding"), "CP1252");
  DwellBrReader reader;
  gboolean is_good;

  dwell_br_reader_init (&reader, builder,
                        is_windows ? DWELL_CHARSET_WINDOWS_1252 : DWELL_CHARSET_CP437,
                        dwell_source_get_limits (source));
  is_good = read_all (&reader, source, checkpoint, progress, cancellable, error);
  dwell_br_reader_clear (&reader);
  return is_good;
}

static const char * const suffixes[] = { ".prof", NULL };
static const char * const encoding_choices[] = { "CP437", "CP1252", NULL };

static const DwellOption read_options[] = {
  { "Encoding", DWELL_OPTION_CHOICE, encoding_choices, "CP437",
    N_("The encoding of names that are not UTF-8.") },
};

const DwellFormat dwell_br_format = {
  .id = "br",
  .title = N_("Business Rules! profile"),
  .mime_type = "application/x-br-profile",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_STACK_NODES | DWELL_TABLE_LINES | DWELL_TABLE_RECORDS,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = dwell_br_recognise,
  .read = read_br,
  .pack_source = dwell_br_names_pack,
  .unpack_source = dwell_br_names_unpack,
  .describe_record = dwell_br_describe_record,
  .write = dwell_br_write,
  .can_write = dwell_br_can_write,
  .is_whole = TRUE,
  .write_options = dwell_export_selection_options,
  .n_write_options = DWELL_EXPORT_N_SELECTION_OPTIONS,
  .settings_size = sizeof (DwellExportSettings),
  .write_summary = N_("The profile in the format of Business Rules! itself."),
};
