/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tables. A worker parses a block as if it began with a row; where a quoted cell continues
 * from the previous block, the consumer parses the block again together with the rest of that
 * one. */
#include "config.h"

#include "formats/csv/dwell-csv-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/common/dwell-lines.h"
#include "formats/csv/dwell-csv-take.h"

#define MAX_LINE_BYTES ((gsize) 1 << 20)

/* Limit of a row with line ends in its cells; a quote that is not closed within it is not taken for
 * one. */
#define MAX_ROW_BYTES ((gsize) 1 << 20)

typedef struct {
  DwellCsvPlan   plan;
  DwellCsvTaker  taker;
  GByteArray    *carry;       /* a row that has not ended in any block so far */
  guint64        carry_lines; /* line ends before it */
} Reader;

static guint32
count_newlines (const char *p,
                const char *end)
{
  guint32 n = 0;

  for (; (p = memchr (p, '\n', (gsize) (end - p))) != NULL; p++)
    n++;

  return n;
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  Reader *self = user_data;
  gsize n_skipped = block->offset < self->plan.begin
                      ? MIN (self->plan.begin - block->offset, block->length) : 0;
  const char *begin = block->text + n_skipped;

  return dwell_csv_block_new (&self->plan, (DwellScan) { begin, block->text + block->length },
                              count_newlines (block->text, begin));
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  dwell_csv_block_free (data);
}

/* Parses the carried text as far as possible. */
static void
parse_carry (Reader *self)
{
  const char *text = (const char *) self->carry->data;
  DwellCsvBlock *parsed = dwell_csv_block_new (&self->plan,
                                               (DwellScan) { text, text + self->carry->len }, 0);

  dwell_csv_taker_take (&self->taker, parsed, self->carry_lines);
  self->carry_lines += parsed->n_lines;
  g_byte_array_remove_range (self->carry, 0, (guint) (parsed->end - text));
  dwell_csv_block_free (parsed);
}

/* Gives up a row whose quote does not end: its first line is left out. */
static void
drop_line (Reader *self)
{
  const char *text = (const char *) self->carry->data;
  const char *newline = memchr (text, '\n', self->carry->len);

  self->carry_lines++;
  dwell_problems_add (self->taker.store.builder->problems, DWELL_SEVERITY_ERROR,
                      "quote-not-closed", self->carry_lines, -1,
                      /* Translators: a number of MiB */
                      _("A quoted cell is not closed within %d MiB: the line was left out"),
                      (int) (MAX_ROW_BYTES >> 20));
  g_byte_array_remove_range (self->carry, 0, newline != NULL ? (guint) (newline + 1 - text)
                                                             : self->carry->len);
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           data,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  DwellCsvBlock *parsed = data;
  const char *rest = block->text;

  if (self->carry->len == 0)
    {
      dwell_csv_taker_take (&self->taker, parsed, n_lines_before);
      self->carry_lines = n_lines_before + parsed->n_lines;
      rest = parsed->end;
    }

  g_byte_array_append (self->carry, (const guint8 *) rest,
                       (guint) (block->text + block->length - rest));
  if (rest == block->text && self->carry->len > 0)
    parse_carry (self);
  while (self->carry->len > 0 && (block->is_last || self->carry->len > MAX_ROW_BYTES))
    {
      drop_line (self);
      parse_carry (self);
    }

  return dwell_builder_check (self->taker.store.builder,
                              self->taker.store.n_bytes + self->carry->len, error);
}

/*< private >
 * _dwell_csv_dup_utf8: returns the first bytes of a file in UTF-8; @length: how many */
char *
_dwell_csv_dup_utf8 (const char *head,
                     gsize      *length)
{
  const char *charset = dwell_source_find_charset (head, *length);
  gsize n_read;
  char *text;

  if (charset == NULL)
    return g_memdup2 (head, MAX (*length, 1));

  /* A character that is cut at the end is left out. */
  text = g_convert (head, (gssize) (*length & ~(gsize) 1), "UTF-8", charset, &n_read, length,
                    NULL);
  if (text == NULL && n_read > 0)
    text = g_convert (head, (gssize) n_read, "UTF-8", charset, NULL, length, NULL);
  if (text == NULL)
    *length = 0;
  return text != NULL ? text : g_strdup ("");
}

static gboolean
prepare (Reader              *self,
         DwellSource         *source,
         const DwellOptions  *options,
         GError             **error)
{
  gsize length;
  const char *head = g_bytes_get_data (dwell_source_get_head (source), &length);
  const char *charset = dwell_source_find_charset (head, length);
  g_autofree char *text = _dwell_csv_dup_utf8 (head, &length);

  dwell_csv_plan_init (&self->plan, (DwellScan) { text, text + length }, options);
  if (charset != NULL)
    dwell_source_set_charset (source, charset);
  if (self->plan.error == NULL)
    return TRUE;

  g_propagate_error (error, g_error_copy (self->plan.error));
  return FALSE;
}

/**
 * dwell_csv_read:
 * @source: the source of the file
 * @options: the options of reading
 * @builder: (inout): the builder of the trace
 * @checkpoint: not used: rows may come in any order, so there are no partial traces
 * @progress: (nullable): shows how much was read
 * @cancellable: (nullable): a cancellable
 * @error: the cause; %DWELL_ERROR_OPTION if the columns are not known, %DWELL_ERROR_SYNTAX if no
 *   row can be read
 *
 * Reads a table. Implements #DwellFormat.read; for any thread.
 *
 * Returns: %FALSE if nothing can be shown
 */
gboolean
dwell_csv_read (DwellSource         *source,
                const DwellOptions  *options,
                DwellBuilder        *builder,
                DwellCheckpoint     *checkpoint,
                DwellProgress       *progress,
                GCancellable        *cancellable,
                GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  Reader self = { .carry = g_byte_array_new () };
  gboolean is_good = prepare (&self, source, options, error);

  if (is_good)
    {
      dwell_csv_taker_init (&self.taker, &self.plan, builder);
      is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, &self, builder->problems, progress,
                                 cancellable, error) &&
                dwell_csv_taker_finish (&self.taker, error);
      dwell_csv_taker_clear (&self.taker);
    }

  dwell_csv_plan_clear (&self.plan);
  g_byte_array_unref (self.carry);
  return is_good;
}
