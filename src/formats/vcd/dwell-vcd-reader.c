/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads value change dumps: workers parse blocks as if each began between two changes; the consumer
 * reads the definitions, parses again the few blocks that begin within a comment, and applies the
 * changes. */
#include "config.h"

#include "formats/vcd/dwell-vcd-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-lines.h"
#include "formats/vcd/dwell-vcd-header.h"

#define MAX_LINE_BYTES ((gsize) 1 << 20)

/* The shortest change with its line end has three bytes, most have more. */
#define BYTES_PER_CHANGE 5

typedef struct {
  GArray   *changes;       /* DwellVcdChange */
  gboolean  is_in_section; /* whether the block ends within a section, if it did not begin in one */
} Parsed;

typedef struct {
  DwellVcdSignals signals;
  DwellVcdHeader  header;
  gboolean        is_in_section;
  gboolean        is_cut; /* the last line has no end */
} Reader;

static Parsed *
parse (DwellScan text,
       gboolean  is_in_section)
{
  Parsed *parsed = g_new (Parsed, 1);

  parsed->changes = g_array_sized_new (FALSE, FALSE, sizeof (DwellVcdChange),
                                       (guint) ((text.end - text.p) / BYTES_PER_CHANGE));
  parsed->is_in_section = dwell_vcd_changes_parse (text, is_in_section, parsed->changes);
  return parsed;
}

static void
free_parsed (gpointer data,
             gpointer user_data)
{
  Parsed *parsed = data;

  g_array_unref (parsed->changes);
  g_free (parsed);
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  DwellScan text = { block->text, block->text + (block->offset > 0 ? block->length : 0) };

  return parse (text, FALSE);
}

/* Parses @text, for which the result of the worker is not valid, and applies its changes. */
static gboolean
play_text (Reader    *self,
           DwellScan  text,
           guint64    n_lines,
           GError   **error)
{
  Parsed *parsed = parse (text, self->is_in_section);
  gboolean is_good = dwell_vcd_signals_play (&self->signals, parsed->changes, text.p, n_lines,
                                             error);

  self->is_in_section = parsed->is_in_section;
  free_parsed (parsed, NULL);
  return is_good;
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           data,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  Parsed *parsed = data;
  DwellScan text = { block->text, block->text + block->length };

  if (block->length > 0)
    self->is_cut = text.end[-1] != '\n';

  if (!self->header.is_done)
    {
      if (block->offset == 0)
        dwell_scan_literal (&text, "\xef\xbb\xbf");
      text.p = dwell_vcd_header_take (&self->header, text, &n_lines_before);
      return text.p != NULL ? play_text (self, text, n_lines_before, error)
                            : dwell_builder_check (self->signals.builder, 0, error);
    }

  if (self->is_in_section || block->offset == 0)
    return play_text (self, text, n_lines_before, error);

  self->is_in_section = parsed->is_in_section;
  return dwell_vcd_signals_play (&self->signals, parsed->changes, block->text, n_lines_before,
                                 error);
}

static void
finish (Reader *self)
{
  DwellProblems *problems = self->signals.builder->problems;

  dwell_vcd_header_finish (&self->header);
  dwell_vcd_signals_finish (&self->signals);
  if (self->is_in_section)
    dwell_problems_add (problems, DWELL_SEVERITY_ERROR, "section-not-closed", 0, -1,
                        _("The file ends within a comment"));
  else if (self->is_cut)
    dwell_problems_add (problems, DWELL_SEVERITY_INFO, "no-line-end", 0, -1,
                        _("The last line lacks a line break: it may have been cut"));
}

/**
 * dwell_vcd_read:
 * @source: the source of the file
 * @options: the options of reading; there are none
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_SYNTAX if there is no signal
 *
 * Reads a value change dump. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_vcd_read (DwellSource         *source,
                const DwellOptions  *options,
                DwellBuilder        *builder,
                DwellCheckpoint     *checkpoint,
                DwellProgress       *progress,
                GCancellable        *cancellable,
                GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_parsed };
  Reader self = { 0 };
  gboolean is_good;

  dwell_vcd_signals_init (&self.signals, builder);
  dwell_vcd_header_init (&self.header, &self.signals);
  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, &self, builder->problems, progress,
                             cancellable, error);
  if (is_good && self.signals.signals->len == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("no signal is declared by “$var”"));
      is_good = FALSE;
    }
  if (is_good)
    finish (&self);

  dwell_vcd_header_clear (&self.header);
  dwell_vcd_signals_clear (&self.signals);
  return is_good;
}
