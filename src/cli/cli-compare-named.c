/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwell-cli compare FILE.dwell-comparison: the file names the recordings, and how to compare them
 * unless options say otherwise. */
#include "config.h"

#include "cli/cli-compare.h"

#include <glib/gi18n-lib.h>

/* Enough to recognise the file. */
#define HEAD_BYTES 64

/**
 * dwell_cli_named_is_one:
 * @arguments: of the command line
 *
 * Returns: whether they are a single file, and that is a comparison file
 */
gboolean
_dwell_cli_named_is_one (const DwellCliArguments *arguments)
{
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFileInputStream) stream = NULL;
  g_autoptr(GFileInfo) info = NULL;
  char head[HEAD_BYTES];
  gsize n = 0;

  if (arguments->compare->bases != NULL || arguments->compare->is_series || arguments->is_joined ||
      g_strv_length (arguments->files) != 1)
    return FALSE;

  /* A pipe can be read only once. */
  file = g_file_new_for_commandline_arg (arguments->files[0]);
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, NULL,
                            NULL);
  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return FALSE;

  stream = g_file_read (file, NULL, NULL);
  return stream != NULL &&
         g_input_stream_read_all (G_INPUT_STREAM (stream), head, sizeof head, &n, NULL, NULL) &&
         dwell_comparison_file_is_one (head, n);
}

/* Returns: (transfer full) (nullable): the name of a file; NULL if an error was printed */
static char *
find_file (const DwellCliArguments *arguments,
           GFile                   *file,
           const char              *name)
{
  g_autoptr(GFile) recording = dwell_comparison_file_resolve (file, name);
  g_autofree char *path = NULL;

  if (!dwell_comparison_file_leaves (name) || arguments->compare->allows_outside)
    {
      path = g_file_get_path (recording);
      return path != NULL ? g_steal_pointer (&path) : g_file_get_uri (recording);
    }

  path = g_file_get_parse_name (recording);
  dwell_cli_complain (arguments->files[0], _("it names a recording that is not in its folder, "
                                             "“%s”: see --allow-outside"), path);
  return NULL;
}

/* Returns: (transfer full) (nullable): the names of the files of a recording; NULL if an error was
 *   printed */
static GStrv
find_files (const DwellCliArguments        *arguments,
            GFile                          *file,
            const DwellComparisonRecording *recording)
{
  g_auto(GStrv) files = g_new0 (char *, g_strv_length (recording->names) + 1);

  for (guint i = 0; recording->names[i] != NULL; i++)
    {
      files[i] = find_file (arguments, file, recording->names[i]);
      if (files[i] == NULL)
        return NULL;
    }

  return g_steal_pointer (&files);
}

/* A format or options on the command line apply to both sides. */
static gboolean
find_side (DwellCliSide                   *self,
           const DwellCliArguments        *arguments,
           GFile                          *file,
           const DwellComparisonRecording *recording,
           GStrv                          *files)
{
  gboolean is_given = arguments->input_format != NULL || arguments->options != NULL;

  *files = find_files (arguments, file, recording);
  *self = (DwellCliSide) {
    .files = *files,
    .format = is_given ? arguments->input_format : dwell_formats_find (recording->format),
    .options = is_given ? arguments->options : recording->options,
  };
  return *files != NULL;
}

/* Options of the command line take precedence over those of the file. */
static gboolean
take_options (DwellCliNamed  *self,
              GError        **error)
{
  DwellCliCompare *options = &self->options;
  const DwellComparisonFile *file = self->file;
  gboolean is_time;

  if (!dwell_comparison_options_read (self->kept, file, error))
    return FALSE;

  if (options->measure_text == NULL && options->what != DWELL_CLI_COMPARE_DISTRIBUTION)
    {
      options->measure_id = dwell_compared_get_id (self->kept->by);
      _dwell_cli_measure_parse (options->measure_id, &options->measure, &is_time);
    }
  if (options->per_text == NULL)
    options->per = dwell_compared_per_get (self->kept->per);
  if (options->noise_text == NULL)
    options->noise = self->kept->noise;
  options->by_context |= self->kept->by_context;

  if (file->has_base_range && options->base_from_text == NULL)
    options->base_from = file->base_begin;
  if (file->has_base_range && options->base_to_text == NULL)
    options->base_to = file->base_end;
  if (file->has_new_range && self->arguments.from == G_MININT64)
    self->arguments.from = file->new_begin;
  if (file->has_new_range && self->arguments.to == G_MAXINT64)
    self->arguments.to = file->new_end;
  return TRUE;
}

/**
 * dwell_cli_named_init:
 * @self: (out caller-allocates): what is to be compared; clear it in any case
 * @arguments: of the command line, which must outlive @self
 *
 * Returns: %FALSE if an error was printed
 */
gboolean
_dwell_cli_named_init (DwellCliNamed           *self,
                       const DwellCliArguments *arguments)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (arguments->files[0]);
  g_autoptr(GError) error = NULL;

  *self = (DwellCliNamed) { .arguments = *arguments, .options = *arguments->compare };
  self->arguments.compare = &self->options;
  self->kept = dwell_comparison_options_new (NULL);

  self->file = dwell_comparison_file_load (file, NULL, &error);
  if (self->file == NULL || !take_options (self, &error))
    {
      dwell_cli_complain (arguments->files[0], "%s", error->message);
      return FALSE;
    }

  return find_side (&self->base, arguments, file, &self->file->base, &self->base_files) &&
         find_side (&self->new, arguments, file, &self->file->new, &self->new_files);
}

/**
 * dwell_cli_named_clear:
 * @self: what was compared
 */
void
_dwell_cli_named_clear (DwellCliNamed *self)
{
  g_clear_pointer (&self->file, dwell_comparison_file_free);
  g_clear_pointer (&self->kept, dwell_comparison_options_free);
  g_strfreev (self->base_files);
  g_strfreev (self->new_files);
}
