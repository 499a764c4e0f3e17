/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads folded stacks. Workers part the lines of a block; the consumer adds their stacks to one
 * tree of paths, which at the end becomes the stack nodes of the trace. */
#include "config.h"

#include "formats/folded/dwell-folded-reader.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-lines.h"
#include "formats/folded/dwell-folded-finish.h"
#include "formats/folded/dwell-folded-line.h"
#include "formats/folded/dwell-folded-paths.h"

#define MAX_LINE_BYTES ((gsize) 4 << 20)

/* What comments say is kept so far. */
#define MAX_COMMENT_BYTES 4096

/* A line of a block that says something. */
typedef struct {
  guint32           begin; /* of the stack, in the block */
  guint32           length;
  guint32           line;  /* in the block, from 0 */
  guint8            kind;  /* DwellFoldedLineKind */
  guint8            is_exact;
  DwellFoldedWeight weight;
} Entry;

typedef struct {
  DwellBuilder     *builder;
  DwellFoldedPaths  paths;
  GString          *comments;
  guint             n_columns; /* of numbers: 2 in a differential file */
  guint             column;    /* the one that is read, from 0 */
  guint64           n_inexact;
} Reader;

static void
add_entry (GArray           *entries,
           const DwellBlock *block,
           DwellScan         text,
           guint32           n,
           const Reader     *self)
{
  DwellFoldedLine line;
  DwellFoldedLineKind kind = dwell_folded_line_parse (text, self->n_columns, &line);
  Entry entry = { .line = n, .kind = (guint8) kind, .is_exact = (guint8) line.is_exact,
                  .weight = line.weights[self->column] };

  if (kind == DWELL_FOLDED_EMPTY)
    return;

  if (kind != DWELL_FOLDED_BAD)
    {
      entry.begin = (guint32) (line.stack.p - block->text);
      entry.length = (guint32) (line.stack.end - line.stack.p);
    }
  g_array_append_val (entries, entry);
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  DwellScan s = { block->text, block->text + block->length };
  DwellScan text;

  if (block->offset == 0)
    dwell_scan_literal (&s, "\xef\xbb\xbf");

  for (guint32 n = 0; dwell_scan_line (&s, &text); n++)
    add_entry (entries, block, text, n, user_data);

  return entries;
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  g_array_unref (data);
}

static void
take_comment (Reader    *self,
              DwellScan  text)
{
  g_autofree char *valid = NULL;

  if (self->comments->len + (gsize) (text.end - text.p) > MAX_COMMENT_BYTES || text.p == text.end)
    return;

  valid = dwell_text_to_utf8 (text.p, (gsize) (text.end - text.p), DWELL_CHARSET_WINDOWS_1252);
  if (self->comments->len > 0)
    g_string_append_c (self->comments, '\n');
  g_string_append (self->comments, valid);
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
  if (faults & DWELL_FOLDED_TOO_HEAVY)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "large-weight", line, -1,
                        _("The weights add up to more than can be counted: a stack was left out"));
}

static gboolean
take_entry (Reader           *self,
            const DwellBlock *block,
            const Entry      *entry,
            guint64           line,
            GError          **error)
{
  DwellScan text = { block->text + entry->begin, block->text + entry->begin + entry->length };
  guint faults;

  if (entry->kind == DWELL_FOLDED_COMMENT)
    take_comment (self, text);
  else if (entry->kind == DWELL_FOLDED_BAD)
    dwell_problems_add (self->builder->problems, DWELL_SEVERITY_WARNING, "bad-line", line, -1,
                        _("Expected “FRAME;FRAME;… NUMBER”: the line was left out"));
  else
    {
      if (!dwell_folded_paths_add (&self->paths, text, &entry->weight, &faults, error))
        return FALSE;

      self->n_inexact += !entry->is_exact;
      if (G_UNLIKELY (faults != 0))
        report_faults (self, faults, line);
    }

  return TRUE;
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  const GArray *entries = parsed;

  if (!dwell_builder_check (self->builder, self->comments->len, error))
    return FALSE;

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (!take_entry (self, block, entry, n_lines_before + entry->line + 1, error))
        return FALSE;
    }

  return TRUE;
}

/* How many numbers stand at the ends of the first lines, in the encoding of the file. */
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
                              ? N_("The file has two numbers a stack, as files that compare "
                                   "recordings have: the first is shown.")
                              : N_("The file has two numbers a stack, as files that compare "
                                   "recordings have: the second is shown."));
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
  dwell_folded_paths_init (&self.paths, builder->strings, dwell_folded_unit_get_max (unit));
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
