/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes, recognises and reads the LMS format. Workers make records from blocks of lines
 * (dwell-lms-parse.c); the consumer pairs them in the order of the file (dwell-lms-pairing.c).
 * While an id waits for a label further down, records are kept, at eight bytes per line. */
#include "config.h"

#include "formats/lms/dwell-lms.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "core/dwell-scan.h"
#include "formats/lms/dwell-lms-pairing.h"

#define MAX_LINE_BYTES ((gsize) 64 << 10)

/* Recognition looks at this many lines that are not empty, and needs this many of the format. */
#define RECOGNISED_LINES 10
#define NEEDED_LINES     3

typedef struct {
  DwellLmsPairing  pairing;
  DwellCheckpoint *checkpoint;
  GAsyncQueue     *pool;      /* DwellLmsBlock that are free for reuse */
  GQueue           held;      /* DwellLmsBlock that wait, in the order of the file */
  gsize            position;  /* of the next record in the first of them */
  guint64          n_lines;
  gsize            n_expected; /* atomic: spans in all blocks parsed so far */
} Reader;

/* Returns TRUE for e.g. "0,12,5…", with blanks around numbers; @type is the first digit. */
static gboolean
is_own_line (DwellScan  line,
             char      *type)
{
  guint64 id;

  dwell_scan_blanks (&line);
  if (line.p == line.end || *line.p < '0' || *line.p > '2')
    return FALSE;

  *type = *line.p++;
  dwell_scan_blanks (&line);
  if (!dwell_scan_char (&line, ','))
    return FALSE;

  dwell_scan_blanks (&line);
  if (!dwell_scan_u64 (&line, &id))
    return FALSE;

  dwell_scan_blanks (&line);
  if (!dwell_scan_char (&line, ','))
    return FALSE;

  /* A label may be anything, but a time is a number: other tables have a name there. */
  dwell_scan_blanks (&line);
  return *type == '2' || (line.p < line.end && (*line.p == '-' || g_ascii_isdigit (*line.p)));
}

static gboolean
is_blank (DwellScan line)
{
  dwell_scan_blanks (&line);
  return line.p == line.end;
}

static guint
recognise (const char *head,
           gsize       length)
{
  DwellScan s = { head, head + length };
  DwellScan line;
  guint n_lines = 0;
  guint n_own = 0;
  gboolean has_label = FALSE;

  dwell_scan_literal (&s, "\xef\xbb\xbf");

  while (n_lines < RECOGNISED_LINES && dwell_scan_line (&s, &line))
    {
      char type;

      if (is_blank (line))
        continue;

      n_lines++;
      if (is_own_line (line, &type))
        {
          n_own++;
          has_label |= type == '2';
        }
    }

  if (n_own < NEEDED_LINES || !has_label)
    return 0;

  return n_own == n_lines ? 95 : 75;
}

/* Has memory made ready: there will be about as many spans as begins. */
static void
expect_spans (Reader              *self,
              const DwellLmsBlock *block)
{
  gsize n = dwell_lms_block_count_begins (block);

  dwell_builder_expect_spans (self->pairing.builder,
                              (gsize) g_atomic_pointer_add (&self->n_expected, n), n);
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  Reader *self = user_data;
  DwellLmsBlock *parsed = g_async_queue_try_pop (self->pool);

  if (parsed == NULL)
    parsed = dwell_lms_block_new ();

  dwell_lms_block_parse (parsed, block, dwell_lms_get_wide_parser ());
  expect_spans (self, parsed);
  return parsed;
}

static void
free_block (gpointer data,
            gpointer user_data)
{
  Reader *self = user_data;
  DwellLmsBlock *block = data;

  if (!block->is_held)
    g_async_queue_push_front (self->pool, block);
}

/* Takes records of held blocks as far as labels are known. */
static gboolean
run_held (Reader  *self,
          GError **error)
{
  DwellLmsBlock *block;

  while ((block = g_queue_peek_head (&self->held)) != NULL)
    {
      if (!dwell_lms_pairing_run (&self->pairing, block, &self->position, error))
        return FALSE;

      if (self->position < block->n_records)
        break;

      self->position = 0;
      g_queue_pop_head (&self->held);
      if (block->is_held)
        {
          block->is_held = FALSE;
          free_block (block, self);
        }
    }

  return TRUE;
}

static gboolean
show_if_due (Reader  *self,
             GError **error)
{
  if (!dwell_checkpoint_is_due (self->checkpoint, self->pairing.builder))
    return TRUE;
  if (!dwell_lms_pairing_repair (&self->pairing, error))
    return FALSE;

  dwell_checkpoint_show (self->checkpoint, self->pairing.builder, self->pairing.end);
  return TRUE;
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           data,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  Reader *self = user_data;
  DwellLmsBlock *parsed = data;

  parsed->n_lines_before = n_lines_before;
  self->n_lines = n_lines_before + parsed->n_records;
  self->pairing.is_at_end = block->is_last;
  dwell_lms_pairing_expect (&self->pairing, parsed);
  g_queue_push_tail (&self->held, parsed);

  if (!run_held (self, error))
    {
      g_queue_remove (&self->held, parsed);
      return FALSE;
    }

  parsed->is_held = !g_queue_is_empty (&self->held);
  return show_if_due (self, error);
}

static void
reader_clear (Reader *self)
{
  DwellLmsBlock *block;

  while ((block = g_queue_pop_head (&self->held)) != NULL)
    dwell_lms_block_free (block);

  g_async_queue_unref (self->pool);
  dwell_lms_pairing_clear (&self->pairing);
}

static gboolean
read_lms (DwellSource         *source,
          const DwellOptions  *options,
          DwellBuilder        *builder,
          DwellCheckpoint     *checkpoint,
          DwellProgress       *progress,
          GCancellable        *cancellable,
          GError             **error)
{
  static const DwellLineWork work = { parse_block, consume_block, free_block };
  Reader self = {
    .checkpoint = checkpoint,
    .pool = g_async_queue_new_full ((GDestroyNotify) dwell_lms_block_free),
    .held = G_QUEUE_INIT,
  };
  gboolean is_packed = g_str_equal (dwell_options_get (options, "Rows"), "packed");
  gboolean is_good;

  dwell_lms_pairing_init (&self.pairing, builder, is_packed);
  dwell_builder_add_note (builder, N_("Rows are labels, not threads: the file does not record "
                                      "which thread a process ran in."));

  is_good = dwell_lines_run (source, MAX_LINE_BYTES, &work, &self, builder->problems,
                             progress, cancellable, error) &&
            dwell_lms_pairing_finish (&self.pairing, self.n_lines, error);

  if (is_good && builder->n_events == 0 && self.pairing.n_labels == 0)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("line 1: expected “0,ID,TIME”, “1,ID,TIME” or “2,ID,LABEL”"));
      is_good = FALSE;
    }

  reader_clear (&self);
  return is_good;
}

static const char * const suffixes[] = { ".csv", NULL };
static const char * const row_choices[] = { "label", "packed", NULL };
static const char * const row_titles[] =
  { N_("One for each label"), N_("As few as possible"), NULL };

static const DwellOption read_options[] = {
  { "Rows", DWELL_OPTION_CHOICE, row_choices, "label",
    N_("A row for each label, or the labels of a runtime packed into as few rows as possible."),
    N_("Rows"), row_titles },
};

const DwellFormat dwell_lms_format = {
  .id = "lms",
  .title = N_("LMS profiler CSV"),
  .mime_type = "application/x-lms-profile",
  .suffixes = suffixes,
  .tables = DWELL_TABLE_SPANS | DWELL_TABLE_MARKS,
  .read_options = read_options,
  .n_read_options = G_N_ELEMENTS (read_options),
  .recognise = recognise,
  .read = read_lms,
};
