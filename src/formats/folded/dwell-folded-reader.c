/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads folded stacks. Workers split the lines of a block; the consumer adds their stacks to one
 * tree of paths, which at the end becomes the stack nodes of the trace. */
#include "config.h"

#include "formats/folded/dwell-folded-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-comments.h"
#include "formats/folded/dwell-folded-block.h"
#include "formats/folded/dwell-folded-finish.h"
#include "formats/folded/dwell-folded-paths.h"

#define MAX_LINE_BYTES ((gsize) 4 << 20)

typedef struct {
  DwellBuilder     *builder;
  DwellFoldedPaths  paths;
  GString          *comments;
  guint             n_columns; /* numbers per line: 2 in a differential file */
  guint             column;    /* the number that is read, from 0 */
  guint64           n_inexact;
} Reader;

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  const Reader *self = user_data;

  return dwell_folded_block_new (block, self->n_columns, self->column);
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  dwell_folded_block_free (data);
}

static void
take_comment (Reader    *self,
              DwellScan  text)
{
  g_autofree char *valid = NULL;

  if (text.p == text.end)
    return;

  valid = dwell_text_to_utf8 (text.p, (gsize) (text.end - text.p), DWELL_CHARSET_WINDOWS_1252);
  dwell_comments_add (self->comments, valid);
}

static void
report_faults (Reader  *self,
               guint    faults,
               guint64  line)
{
  DwellProblems *problems = self->builder->problems;

  if (faults & DWELL_FOLDED_EMPTY_FRAME)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "empty-frame", line, -1,
                        _("A stack has a frame without a name: the frame was left out"));
  if (faults & DWELL_FOLDED_TOO_DEEP)
    dwell_problems_add (problems, DWELL_SEVERITY_WARNING, "deep-stack", line, -1,
                        _("A stack has more than %d frames: the innermost were left out"),
                        DWELL_FOLDED_MAX_DEPTH);
}

static void
report_too_heavy (Reader  *self,
                  guint64  line)
{
  dwell_problems_add (self->builder->problems, DWELL_SEVERITY_ERROR, "large-weight", line, -1,
                      _("The weights add up to more than can be counted: a stack was left out"));
}

/* @frames: strings: the frames that the entry does not share with the previous stack */
static gboolean
take_entry (Reader                  *self,
            const DwellFoldedEntry  *entry,
            const guint32           *frames,
            guint64                  line,
            GError                 **error)
{
  gboolean is_too_heavy;

  if (entry->kind == DWELL_FOLDED_COMMENT)
    take_comment (self, entry->comment);
  else if (entry->kind == DWELL_FOLDED_BAD)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-line", line, -1,
                        _("Expected “FRAME;FRAME;… NUMBER”: the line was left out"));
  else
    {
      if (!dwell_folded_paths_add (&self->paths, entry->n_common, frames, entry->n_frames,
                                   &entry->weight, &is_too_heavy, error))
        return FALSE;

      self->n_inexact += !entry->is_exact;
      if (G_UNLIKELY (is_too_heavy))
        report_too_heavy (self, line);
      else if (G_UNLIKELY (entry->faults != 0))
        report_faults (self, entry->faults, line);
    }

  return TRUE;
}

/* Converts numbers of frames to strings. */
static void
intern_frames (Reader           *self,
               DwellFoldedBlock *block)
{
  guint n_texts = block->texts.texts->len;
  g_autofree guint32 *strings = g_new (guint32, n_texts);

  for (guint i = 0; i < n_texts; i++)
    {
      DwellScan text = dwell_text_numbers_get (&block->texts, i);

      strings[i] = dwell_strings_intern_bytes (self->builder->strings, text.p,
                                               (gsize) (text.end - text.p),
                                               DWELL_CHARSET_WINDOWS_1252);
    }

  for (guint i = 0; i < block->frames->len; i++)
    {
      guint32 *frame = &g_array_index (block->frames, guint32, i);

      *frame = strings[*frame];
    }
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  DwellFoldedBlock *lines = parsed;
  const guint32 *frames = (const guint32 *) (gpointer) lines->frames->data;

  if (!dwell_builder_check (self->builder, self->comments->len, error))
    return FALSE;

  intern_frames (self, lines);
  for (guint i = 0; i < lines->entries->len; i++)
    {
      const DwellFoldedEntry *entry = &g_array_index (lines->entries, DwellFoldedEntry, i);

      if (!take_entry (self, entry, frames, n_lines_before + entry->line + 1, error))
        return FALSE;
      frames += entry->n_frames;
    }

  return TRUE;
}

/* How many numbers are at the ends of the first lines, in the encoding of the file. */
static guint
count_columns (DwellSource *source,
               const char  *charset)
{
  GBytes *head = dwell_source_get_head (source);
  gsize length;
  const char *bytes = g_bytes_get_data (head, &length);
  g_autofree char *text = NULL;

  if (charset != NULL)
    {
      text = g_convert (bytes, (gssize) (length & ~(gsize) 1), "UTF-8", charset, NULL, &length,
                        NULL);
      bytes = text;
    }

  return bytes != NULL ? dwell_folded_count_columns ((DwellScan) { bytes, bytes + length }) : 1;
}

static void
prepare (Reader             *self,
         DwellSource        *source,
         const DwellOptions *options)
{
  GBytes *head = dwell_source_get_head (source);
  gsize length;
  const char *bytes = g_bytes_get_data (head, &length);
  const char *charset = dwell_source_find_charset (bytes, length);

  self->n_columns = count_columns (source, charset);
  if (charset != NULL)
    dwell_source_set_charset (source, charset);

  if (self->n_columns == 2)
    {
      self->column = g_str_equal (dwell_options_get (options, "Column"), "1") ? 0 : 1;
      dwell_builder_add_note (self->builder,
                              self->column == 0
                              ? N_("The file has two numbers per stack, like files that compare "
                                   "recordings: the first is shown.")
                              : N_("The file has two numbers per stack, like files that compare "
                                   "recordings: the second is shown."));
    }
}

/**
 * dwell_folded_read:
 * @source: the source of the file
 * @options: the options of reading
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if there is no stack
 *
 * Reads folded stacks. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_folded_read (DwellSource         *source,
                   const DwellOptions  *options,
                   DwellBuilder        *builder,
                   DwellCheckpoint     *checkpoint,
                   DwellProgress       *progress,
                   GCancellable        *cancellable,
                   GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  DwellFoldedUnit unit = dwell_folded_unit_find (dwell_options_get (options, "Unit"));
  Reader self = { .builder = builder, .comments = g_string_new (NULL) };
  gboolean is_good;

  prepare (&self, source, options);
  dwell_folded_paths_init (&self.paths, dwell_folded_unit_get_max (unit));
  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, &self, builder->problems, progress,
                             cancellable, error);

  if (is_good && self.paths.n_stacks == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("line 1: expected “FRAME;FRAME;… NUMBER”"));
      is_good = FALSE;
    }

  if (is_good && self.n_inexact > 0)
    dwell_builder_add_note (builder, N_("Weights are rounded to thousandths."));
  if (is_good && self.comments->len > 0)
    dwell_builder_set_property (builder, "comments", N_("Comments"),
                                g_variant_new_string (self.comments->str));

  is_good = is_good &&
            dwell_folded_finish (&self.paths, builder, unit,
                                 g_str_equal (dwell_options_get (options, "Contexts"), "auto"),
                                 error);
  dwell_folded_paths_clear (&self.paths);
  g_string_free (self.comments, TRUE);
  return is_good;
}
