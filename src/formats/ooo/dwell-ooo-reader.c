/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an RTL_LOGFILE log, block by block in the order of the file. It takes regular records from
 * the workers as they are, and parses all other lines itself, since it knows what precedes them. */
#include "config.h"

#include "formats/ooo/dwell-ooo-reader.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/ooo/dwell-ooo-block.h"
#include "formats/ooo/dwell-ooo-records.h"

struct _DwellOooReader
{
  DwellOooRecords  records;
  GAsyncQueue     *pool;       /* DwellOooBlock that are free to be used */
  DwellCheckpoint *checkpoint;
};

/* Takes a regular record from a worker. */
static inline void
take_regular (DwellOooReader       *self,
              const char           *block_text,
              DwellOooBlock        *lines,
              const DwellOooRecord *record)
{
  DwellOooStamp stamp = { record->time, record->thread, record->kind };
  const char *begin = block_text + record->begin;
  const char *end = begin + record->length;
  DwellOooText text = { { begin, end }, { begin + record->message, end }, { begin, begin },
                        DWELL_NONE, TRUE };

  if (record->kind != '|')
    {
      dwell_ooo_records_take_scope (&self->records, &stamp, &lines->names[record->name].info);
      return;
    }

  if (record->name != DWELL_OOO_NO_NAME)
    {
      text.name.end += lines->names[record->name].length;
      text.name_id = lines->names[record->name].info.string;
    }

  dwell_ooo_records_take_message (&self->records, &stamp, &text);
}

/* Returns FALSE if the time leaps: the line may begin with digits that are the rest of an
 * interrupted text. */
static inline gboolean
is_regular (const DwellOooReader *self,
            const DwellOooRecord *record)
{
  return record->kind != DWELL_OOO_IRREGULAR &&
         (self->records.interrupted->len == 0 ||
          dwell_ooo_records_is_near (&self->records, record->time));
}

/* Returns the line of a record. */
static DwellScan
get_line (const DwellBlock     *block,
          const DwellOooRecord *record)
{
  const char *begin = block->text + record->begin;
  const char *end = begin + record->length;

  /* The record of a regular line begins at the text, after the stamp. */
  if (record->kind != DWELL_OOO_IRREGULAR)
    {
      begin = memrchr (block->text, '\n', record->begin);
      begin = begin != NULL ? begin + 1 : block->text;
    }

  return (DwellScan) { begin, end };
}

/* Shows the trace as far as it has been read. Not after a clock was set back: then spans are not in
 * the order of their starts, which is corrected only at the end. */
static gboolean
show (DwellOooReader  *self,
      GError         **error)
{
  DwellBuilder *builder = self->records.log.builder;

  if (self->records.log.set_back->len > 0 || !dwell_checkpoint_is_due (self->checkpoint, builder))
    return TRUE;
  if (!dwell_ooo_log_settle_parents (&self->records.log, error))
    return FALSE;

  dwell_checkpoint_show (self->checkpoint, builder,
                         dwell_ooo_processes_get_time (&self->records.processes));
  return TRUE;
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  DwellOooReader *self = user_data;

  return dwell_ooo_block_parse (self->pool, block);
}

/* Adds all messages of the block to the trace. */
static gboolean
end_block (DwellOooReader  *self,
           GError         **error)
{
  DwellOooMessages *messages = &self->records.messages;

  dwell_ooo_messages_end_block (messages);
  if (messages->error == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&messages->error));
  return FALSE;
}

static gboolean
consume_block (const DwellBlock  *block,
               gpointer           parsed,
               guint64            n_lines_before,
               gpointer           user_data,
               GError           **error)
{
  DwellOooReader *self = user_data;
  DwellOooBlock *lines = parsed;
  gsize n_own_bytes = self->records.log.straddlers->len * sizeof (guint32);

  if (!dwell_builder_check (self->records.log.builder, n_own_bytes, error) ||
      !dwell_ooo_records_reserve (&self->records, lines->n_records, error))
    return FALSE;

  for (; lines->n_known < lines->n_names; lines->n_known++)
    {
      DwellOooBlockName *name = &lines->names[lines->n_known];
      const char *begin = lines->text->str + name->begin;

      dwell_ooo_log_get_name (&self->records.log, begin, begin + name->length, &name->info);
    }

  for (guint32 i = 0; i < lines->n_records; i++)
    {
      const DwellOooRecord *record = &lines->records[i];
      guint32 n_behind = lines->n_records - i - 1;
      gboolean is_cut = n_behind == 0 && block->is_last && block->text[block->length - 1] != '\n';

      self->records.log.line = n_lines_before + i + 1;

      if (G_LIKELY (is_regular (self, record)))
        take_regular (self, block->text, lines, record);
      else if (!dwell_ooo_records_take_irregular_line (&self->records, get_line (block, record),
                                                       is_cut, n_behind, error))
        return FALSE;
    }

  return end_block (self, error) && show (self, error);
}

static void
free_block (gpointer parsed,
            gpointer user_data)
{
  DwellOooReader *self = user_data;

  g_async_queue_push_front (self->pool, parsed);
}

const DwellLineWork dwell_ooo_line_work = { parse_block, consume_block, free_block };

/**
 * dwell_ooo_reader_new:
 * @builder: the builder of the trace; must outlive the reader
 * @checkpoint: (nullable): gets partial traces
 *
 * Returns: (transfer full): a reader at the start of a log
 */
DwellOooReader *
dwell_ooo_reader_new (DwellBuilder    *builder,
                      DwellCheckpoint *checkpoint)
{
  DwellOooReader *self = g_new0 (DwellOooReader, 1);

  dwell_ooo_records_init (&self->records, builder);
  self->pool = g_async_queue_new_full ((GDestroyNotify) dwell_ooo_block_free);
  self->checkpoint = checkpoint;

  return self;
}

/**
 * dwell_ooo_reader_free:
 * @self: (transfer full): a reader
 */
void
dwell_ooo_reader_free (DwellOooReader *self)
{
  g_async_queue_unref (self->pool);
  dwell_ooo_records_clear (&self->records);
  g_free (self);
}

/**
 * dwell_ooo_reader_finish:
 * @self: a reader that has consumed all blocks
 * @file_name: name of the log, without folders
 * @error: %DWELL_ERROR_SYNTAX if there was neither a header nor a record, %DWELL_ERROR_LIMIT
 *
 * Completes the trace: ends what is open.
 *
 * Returns: %FALSE if there is nothing to show
 */
gboolean
dwell_ooo_reader_finish (DwellOooReader  *self,
                         const char      *file_name,
                         GError         **error)
{
  if (!dwell_ooo_records_reserve (&self->records, 0, error))
    return FALSE;

  dwell_ooo_records_resume_all (&self->records);
  if (!end_block (self, error))
    return FALSE;

  if (self->records.log.builder->n_events == 0 && !self->records.processes.has_headers)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("line 1: neither the header nor a record of an RTL_LOGFILE log"));
      return FALSE;
    }

  dwell_ooo_processes_end (&self->records.processes, file_name);
  return dwell_ooo_log_settle_parents (&self->records.log, error) &&
         dwell_ooo_log_put_in_order (&self->records.log, error);
}
