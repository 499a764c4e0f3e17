/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes the Text1 format, and reads its files. The main file contains names, statistics and
 * perhaps the timeline; otherwise the timeline is the .BIN beside it. A .BIN without a main file is
 * read with handles instead of names. */
#include "config.h"

#include "formats/text1/dwell-text1.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/text1/dwell-text1-options.h"
#include "formats/text1/dwell-text1-preview.h"
#include "formats/text1/read/dwell-text1-binary.h"
#include "formats/text1/read/dwell-text1-reader.h"
#include "formats/text1/read/dwell-text1-recognise.h"
#include "formats/text1/write/dwell-text1-export.h"

#define TAKE_ALL (DWELL_TEXT1_TAKE_ROWS | DWELL_TEXT1_TAKE_EVENTS | DWELL_TEXT1_TAKE_TEXT)

typedef struct {
  DwellSource        *main_file;  /* (nullable): NULL if there is only a .BIN */
  DwellSource        *binary;     /* (nullable) */
  DwellSource        *opened;     /* (owned) (nullable): the one that the caller did not open */
  gboolean            is_named;   /* the user named the .BIN: it overrides the file's timeline */
  GError             *failure;    /* (nullable): why the .BIN beside the main file cannot be read */
  double              first;      /* where it begins in the caller's progress */
  double              last;
  DwellText1Options   options;
  DwellText1Encoding  encoding;
  DwellBuilder       *builder;
  DwellText1Reader   *reader;
  DwellCheckpoint    *checkpoint;
  DwellProgress      *progress;
  GCancellable       *cancellable;
} Reading;

static const char *
get_head (DwellSource *source,
          gsize       *length)
{
  return g_bytes_get_data (dwell_source_get_head (source), length);
}

/* Opens the other of the two files. */
static gboolean
find_files (Reading             *self,
            DwellSource         *source,
            const DwellOptions  *options,
            GError             **error)
{
  const char *path = dwell_options_get (options, "BinaryFile");
  gsize length;
  const char *head = get_head (source, &length);

  if (!dwell_text1_is_main (head, length, &self->options.given) &&
      dwell_text1_binary_recognise (head, length) > 0)
    {
      self->binary = source;
      self->main_file = self->opened = dwell_text1_open_main (source, &self->options.given,
                                                              self->cancellable);
      return TRUE;
    }

  self->main_file = source;
  self->binary = self->opened = dwell_text1_open_binary (source, path, self->cancellable,
                                                         &self->failure);
  self->is_named = *path != '\0';
  if (self->failure == NULL || !self->is_named)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&self->failure));
  return FALSE;
}

static void
prepare_source (Reading     *self,
                DwellSource *source)
{
  double n_main = (double) dwell_source_get_size (source);
  double n_binary = self->binary != NULL ? (double) dwell_source_get_size (self->binary) : 0;
  double share = n_main + n_binary > 0 ? n_main / (n_main + n_binary) : 1;
  double middle = self->first + share * (self->last - self->first);

  dwell_source_set_range (source, self->first, middle);
  if (self->binary != NULL)
    dwell_source_set_range (self->binary, middle, self->last);

  if (self->encoding == DWELL_TEXT1_UTF_16_LE)
    dwell_source_set_charset (source, "UTF-16LE");
  else if (self->encoding == DWELL_TEXT1_UTF_16_BE)
    dwell_source_set_charset (source, "UTF-16BE");
}

static void
make_reader (Reading *self)
{
  g_clear_pointer (&self->reader, dwell_text1_reader_free);
  self->reader = dwell_text1_reader_new (self->builder, &self->options.given, self->encoding,
                                         self->options.order, self->options.task_object,
                                         self->checkpoint);
}

/* Drops everything that was read. */
static void
reset_builder (DwellBuilder *builder)
{
  DwellBuilder *fresh = dwell_builder_new (builder->format_id, builder->format_title,
                                           builder->tables);
  DwellBuilder old = *builder;

  *builder = *fresh;
  *fresh = old;
  dwell_builder_free (fresh);
}

/* Reads the file twice more: first its sections, then its events. */
static gboolean
read_main_twice (Reading  *self,
                 guint     take,
                 GError  **error)
{
  guint parts[] = { DWELL_TEXT1_TAKE_ROWS, take & ~(guint) DWELL_TEXT1_TAKE_ROWS };

  g_clear_pointer (&self->reader, dwell_text1_reader_free);
  reset_builder (self->builder);
  make_reader (self);

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr(DwellSource) source = dwell_source_new (dwell_source_get_file (self->main_file),
                                                        self->cancellable, error);
      gboolean is_late;

      if (source == NULL)
        return FALSE;

      prepare_source (self, source);
      if (!dwell_text1_reader_run (self->reader, source, parts[i], &is_late, self->progress,
                                   self->cancellable, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
has_problem (const DwellBuilder *builder,
             const char         *code)
{
  for (guint i = 0; i < dwell_problems_get_n (builder->problems); i++)
    if (g_str_equal (dwell_problems_get (builder->problems, i)->code, code))
      return TRUE;

  return FALSE;
}

static gboolean
read_main (Reading  *self,
           GError  **error)
{
  guint take = self->is_named ? TAKE_ALL & ~(guint) DWELL_TEXT1_TAKE_EVENTS : TAKE_ALL;
  gboolean is_late = FALSE;

  prepare_source (self, self->main_file);
  if (!dwell_text1_reader_run (self->reader, self->main_file, take, &is_late, self->progress,
                               self->cancellable, error) &&
      (!is_late || !read_main_twice (self, take, error)))
    return FALSE;

  /* Bytes that could not be decoded cannot be written again. */
  if (has_problem (self->builder, "bad-encoding"))
    dwell_text1_reader_get_record (self->reader)->is_exact = FALSE;

  if (dwell_text1_reader_get_n_sections (self->reader) > 0 || self->binary != NULL)
    return TRUE;

  g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                       /* Translators: the quoted text is as it stands in files */
                       _("no line is a header such as “* HANDLE(Functions) "
                         "%HANDLE%,%NAME%,%VALUE%”"));
  return FALSE;
}

/* Adds an info: there may be no timeline, but a folder that cannot be listed, for example in a
 * sandbox, looks just the same. A .BIN that is there and cannot be read is an error. */
static void
report_missing_timeline (Reading *self)
{
  if (dwell_text1_reader_has_timeline (self->reader))
    return;

  if (self->failure != NULL)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "read-failed", 0, -1,
                        _("Reading failed: %s"), self->failure->message);
  else
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "no-timeline", 0, -1,
                        /* Translators: a file's name */
                        _("The file has no timeline, and no “%s.BIN” was found beside it: choose "
                          "one with the option BinaryFile"),
                        dwell_source_get_name (self->main_file));
}

/* Reads the .BIN, unless the main file's own timeline takes precedence. */
static gboolean
read_binary (Reading  *self,
             GError  **error)
{
  if (self->binary == NULL)
    {
      report_missing_timeline (self);
      return TRUE;
    }

  if (!self->is_named && dwell_text1_reader_has_timeline (self->reader))
    {
      dwell_problems_add (self->builder->problems, DWELL_SEVERITY_INFO, "binary-not-read", 0, -1,
                          /* Translators: a file's name */
                          _("“%s” was not read because the file has a timeline of its own: the "
                            "option BinaryFile reads it instead"),
                          dwell_source_get_name (self->binary));
      return TRUE;
    }

  if (dwell_text1_reader_has_timeline (self->reader))
    dwell_builder_add_note (self->builder, N_("The binary timeline is shown instead of the file’s "
                                              "own."));
  if (self->main_file == NULL)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "no-main-file", 0, -1,
                        _("The main file that names the handles was not found beside this one"));

  return dwell_text1_binary_read (self->binary, self->options.version,
                                  dwell_text1_reader_get_machine (self->reader), self->builder,
                                  dwell_text1_reader_get_record (self->reader), self->checkpoint,
                                  self->progress, self->cancellable, error);
}

static void
reading_clear (Reading *self)
{
  g_clear_pointer (&self->reader, dwell_text1_reader_free);
  g_clear_pointer (&self->opened, dwell_source_free);
  g_clear_error (&self->failure);
  dwell_text1_options_clear (&self->options);
}

static gboolean
read_text1 (DwellSource         *source,
            const DwellOptions  *options,
            DwellBuilder        *builder,
            DwellCheckpoint     *checkpoint,
            DwellProgress       *progress,
            GCancellable        *cancellable,
            GError             **error)
{
  Reading self = {
    .builder = builder, .checkpoint = checkpoint, .progress = progress, .cancellable = cancellable
  };
  gboolean is_good;

  dwell_source_get_range (source, &self.first, &self.last);
  dwell_text1_options_read (&self.options, options);
  is_good = find_files (&self, source, options, error);
  if (is_good)
    {
      if (self.main_file != NULL)
        self.encoding = dwell_text1_choose_encoding (&self.options, self.main_file);
      make_reader (&self);
      is_good = (self.main_file == NULL || read_main (&self, error)) &&
                read_binary (&self, error) && dwell_text1_reader_finish (self.reader, error);
    }

  reading_clear (&self);
  return is_good;
}

/* Areas and contexts are enough. */
static gboolean
can_write (const DwellTrace *trace)
{
  return TRUE;
}

static const char * const suffixes[] = { ".txt", ".BIN", ".bin", NULL };

/* For the rest there are macros. */
static gboolean
loses_fact (const DwellTrace *trace,
            guint32           area,
            DwellAreaFact     fact)
{
  return fact == DWELL_AREA_FACT_AUTHOR;
}

const DwellFormat dwell_text1_format = {
  .id = "text1",
  .title = N_("winIDEA Text1"),
  .mime_type = "application/x-text1-profile",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_WRITES | DWELL_TABLE_EVENTS | DWELL_TABLE_SUSPENSIONS,
  .read_options = dwell_text1_read_options,
  .n_read_options = DWELL_TEXT1_N_READ_OPTIONS,
  .recognise = dwell_text1_recognise,
  .preview = dwell_text1_preview,
  .read = read_text1,
  .list_companions = dwell_text1_list_companions,
  .pack_source = dwell_text1_source_pack,
  .unpack_source = dwell_text1_source_unpack,
  .write = dwell_text1_export,
  .can_write = can_write,
  .loses_fact = loses_fact,
  .write_title = N_("Text1"),
  .write_options = dwell_text1_write_options,
  .n_write_options = DWELL_TEXT1_N_WRITE_OPTIONS,
  .settings_size = sizeof (DwellText1Settings),
  .presets = dwell_text1_presets,
  .n_presets = DWELL_TEXT1_N_PRESETS,
  .shared_sections = DWELL_TEXT1_CONTEXTS | DWELL_TEXT1_TIMELINE,
  .slow_sections = DWELL_TEXT1_STATISTICS,
  .folded_sections = DWELL_TEXT1_INFO | DWELL_TEXT1_CONTEXTS,
  .selects_itself = TRUE,
  .check_text = dwell_text1_check_text,
  .check = dwell_text1_check,
  .decode = dwell_text1_decode_part,
  .get_examples = dwell_text1_get_examples,
  .companion_suffix = DWELL_TEXT1_BINARY_SUFFIX,
  .has_companion = dwell_text1_has_binary,
  .look_beside = dwell_text1_look_beside,
};
