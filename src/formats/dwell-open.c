/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens files: source, recognition, options, builder, reader, trace. Only this file puts the name
 * of a file before an error message. */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "analysis/requirements/dwell-requirements.h"
#include "core/dwell-error.h"
#include "core/dwell-join.h"
#include "formats/dwell-comparison-file.h"
#include "formats/dwell-foreign.h"
#include "formats/folded/dwell-folded.h"
#include "formats/dwell-trace-cache.h"

static char *
get_display_name (GFile *file)
{
  g_autofree char *base_name = g_file_get_basename (file);

  return base_name != NULL ? g_filename_display_name (base_name) : g_file_get_parse_name (file);
}

/* Takes @failure, and puts the name of @file before its message. */
static void
propagate_named (GError **error,
                 GFile   *file,
                 GError  *failure)
{
  g_autofree char *name = get_display_name (file);

  dwell_error_name_file (&failure, name);
  g_propagate_error (error, failure);
}

static gboolean
is_all_zeros (const char *head,
              gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (head[i] != 0)
      return FALSE;

  return TRUE;
}

/* Reports a file of no known format; adds what it is instead, if its first bytes show that. */
static void
set_unrecognized (const char  *head,
                  gsize        length,
                  GError     **error)
{
  const char *what = dwell_foreign_describe (head, length);
  const DwellFormat *suggested;

  if (is_all_zeros (head, length))
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_UNRECOGNIZED,
                           _("the file holds nothing but zeros"));
      return;
    }

  if (what != NULL)
    {
      g_set_error (error, DWELL_ERROR, DWELL_ERROR_FOREIGN,
                   /* Translators: what the file is instead, as “a PNG picture” */
                   _("the file is not in a format that Dwell reads (%s)"), _(what));
      return;
    }

  suggested = dwell_formats_suggest (head, length);
  if (suggested == &dwell_folded_format)
    /* Translators: folded is not translated */
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_UNRECOGNIZED,
                         _("the file is not in a format that Dwell recognises; it may contain "
                           "stacks of one function each, which the format folded reads"));
  else if (suggested != NULL)
    /* Translators: csv and Begin=COLUMN are not translated */
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_UNRECOGNIZED,
                         _("the file is not in a format that Dwell recognises; it may be a table, "
                           "which the format csv reads with options that describe its columns, "
                           "such as Begin=COLUMN"));
  else
    g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_UNRECOGNIZED,
                         _("the file is not in a format that Dwell reads"));
}

static const DwellFormat *
choose_format (DwellSource        *source,
               const DwellFormat  *forced,
               GError            **error)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);
  const DwellFormat *format = forced;

  if (length == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_EMPTY, _("the file is empty"));
      return NULL;
    }

  if (format == NULL)
    format = dwell_formats_recognise (head, length);

  if (format == NULL)
    set_unrecognized (head, length, error);

  return format;
}

/* One of several files: its part of the progress, and the format that it must have. */
typedef struct {
  const DwellFormat *required; /* (nullable): that of the files before */
  const DwellFormat *format;   /* out */
  double             first;
  double             last;
} Part;

static gboolean
check_format (const Part  *part,
              GError     **error)
{
  if (part->format == NULL)
    return FALSE;

  if (part->required == NULL || part->format == part->required)
    return TRUE;

  g_set_error (error, DWELL_ERROR, DWELL_ERROR_APART,
               /* Translators: formats: of this file, of the files before */
               _("the file has a different format (%s) from the files before it (%s)"),
               _(part->format->title), _(part->required->title));
  return FALSE;
}

static DwellTrace *
open_source (DwellSource             *source,
             const DwellOpenOptions  *options,
             const DwellFormat       *format,
             DwellProgress           *progress,
             GCancellable            *cancellable,
             GError                 **error)
{
  g_autoptr(DwellBuilder) builder = NULL;
  g_autoptr(DwellOptions) format_options = NULL;
  DwellCheckpoint checkpoint;
  gboolean is_watched = options != NULL && options->partial != NULL;
  DwellTrace *trace;

  if (is_watched)
    dwell_checkpoint_init (&checkpoint, options->partial, options->user_data, progress,
                           options->limits.is_eager);

  format_options = dwell_options_new (format, options != NULL ? options->key_values : NULL, error);
  if (format_options == NULL)
    return NULL;

  builder = dwell_builder_new (format->id, format->title, format->tables);
  if (!format->read (source, format_options, builder, is_watched ? &checkpoint : NULL,
                     progress, cancellable, error))
    return NULL;

  trace = dwell_builder_finish (g_steal_pointer (&builder));
  if (trace == NULL)
    dwell_memory_set_error (error);
  return trace;
}

/* Appends to the message of a limit how much of the file was read. Takes @failure. */
static GError *
add_place (GError      *failure,
           DwellSource *source)
{
  int percent = (int) (dwell_source_get_own_fraction (source) * 100);
  GError *placed;

  if (!g_error_matches (failure, DWELL_ERROR, DWELL_ERROR_LIMIT) || percent >= 100)
    return failure;

  placed = g_error_new (DWELL_ERROR, DWELL_ERROR_LIMIT,
                        /* Translators: why reading ended, “too little memory”, say; how much of the
                         * file was read until then */
                        _("%s, %d %% into the file"), failure->message, percent);
  g_error_free (failure);
  return placed;
}

/* Whether the file is not a recording but one of Dwell's own: a comparison or requirements. If so,
 * sets @failure to that, or to what is wrong with the file. */
static gboolean
is_no_recording (GFile         *file,
                 DwellSource   *source,
                 GCancellable  *cancellable,
                 GError       **failure)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);
  g_autoptr(DwellComparisonFile) comparison = NULL;

  if (dwell_requirements_is_one (head, length))
    {
      g_set_error_literal (failure, DWELL_ERROR, DWELL_ERROR_REQUIREMENTS,
                           _("the file contains timing requirements, not a recording: see "
                             "“dwell-cli check”"));
      return TRUE;
    }
  if (!dwell_comparison_file_is_one (head, length))
    return FALSE;

  comparison = dwell_comparison_file_load (file, cancellable, failure);
  if (comparison != NULL)
    g_set_error_literal (failure, DWELL_ERROR, DWELL_ERROR_COMPARISON,
                         _("the file names two recordings to compare, but contains no recording: "
                           "see “dwell-cli compare”"));
  return TRUE;
}

static DwellTrace *
open_part (GFile                   *file,
           const DwellOpenOptions  *options,
           Part                    *part,
           DwellProgress           *progress,
           GCancellable            *cancellable,
           GError                 **error)
{
  GError *failure = NULL;
  DwellTrace *trace = NULL;
  g_autoptr(DwellSource) source = dwell_source_new (file, cancellable, &failure);

  if (source != NULL && !is_no_recording (file, source, cancellable, &failure))
    {
      dwell_source_set_range (source, part->first, part->last);
      if (options != NULL)
        dwell_source_set_limits (source, &options->limits);
      part->format = choose_format (source, options != NULL ? options->format : NULL, &failure);

      if (check_format (part, &failure))
        trace = open_source (source, options, part->format, progress, cancellable, &failure);
    }

  if (trace == NULL && source != NULL)
    failure = add_place (failure, source);

  if (trace == NULL)
    propagate_named (error, file, failure);

  return trace;
}

/**
 * dwell_open_file:
 * @file: a file
 * @options: (nullable): how to read it
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: why nothing can be shown; the message begins with the name of the file
 *
 * Reads a file into a trace, on all processors. Blocks: for worker threads and for the command
 * line.
 *
 * Returns: (transfer full): the trace
 */
DwellTrace *
dwell_open_file (GFile                   *file,
                 const DwellOpenOptions  *options,
                 DwellProgress           *progress,
                 GCancellable            *cancellable,
                 GError                 **error)
{
  Part part = { .first = 0, .last = 1 };
  DwellTrace *kept = options != NULL && options->uses_cache
                     ? dwell_trace_cache_find (file, options, cancellable) : NULL;

  return kept != NULL ? kept : open_part (file, options, &part, progress, cancellable, error);
}

/* Returns the sizes of files, for the progress; 0 for a size that is unknown. */
static double *
measure_files (GFile * const *files,
               guint          n_files)
{
  double *ends = g_new0 (double, n_files + 1);

  for (guint i = 0; i < n_files; i++)
    {
      g_autoptr(GFileInfo) info = g_file_query_info (files[i], G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                     G_FILE_QUERY_INFO_NONE, NULL, NULL);

      ends[i + 1] = ends[i] + (info != NULL ? (double) g_file_info_get_size (info) : 0);
    }

  for (guint i = 0; i < n_files && ends[n_files] > 0; i++)
    ends[i] /= ends[n_files];
  ends[n_files] = 1;

  return ends;
}

/**
 * dwell_open_joined:
 * @files: (array length=n_files): the files, at least one
 * @n_files: how many
 * @options: (nullable): how to read them; there are no partial traces
 * @progress: (nullable): shows how much of all files was read
 * @cancellable: (nullable): a cancellable
 * @error: why nothing can be shown; the message begins with the name of the file that is the cause
 *
 * Reads files one after another and joins them to one trace: see dwell_join(). All must have the
 * format of the first. Blocks.
 *
 * Returns: (transfer full): the trace
 */
DwellTrace *
dwell_open_joined (GFile * const           *files,
                   guint                    n_files,
                   const DwellOpenOptions  *options,
                   DwellProgress           *progress,
                   GCancellable            *cancellable,
                   GError                 **error)
{
  g_autoptr(GPtrArray) traces = g_ptr_array_new_with_free_func ((GDestroyNotify) dwell_trace_unref);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *ends = measure_files (files, n_files);
  DwellOpenOptions unwatched = { 0 };
  const DwellFormat *format = NULL;

  g_return_val_if_fail (n_files > 0, NULL);

  if (options != NULL)
    {
      unwatched = *options;
      unwatched.partial = NULL;
    }

  for (guint i = 0; i < n_files; i++)
    {
      Part part = { .required = format, .first = ends[i], .last = ends[i + 1] };
      DwellTrace *trace = open_part (files[i], &unwatched, &part, progress, cancellable, error);

      if (trace == NULL)
        return NULL;

      g_ptr_array_add (traces, trace);
      g_ptr_array_add (names, get_display_name (files[i]));
      format = part.format;
    }

  return dwell_join ((DwellTrace * const *) traces->pdata, (const char * const *) names->pdata,
                     n_files, error);
}
