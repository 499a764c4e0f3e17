/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an RTL_LOGFILE log. Plain records come from the workers as they are; all other lines are
 * taken apart here, where it is known what stands before them:
 *
 *   header and closing lines, which can be glued together where files were;
 *   a NUL, which ends a message that was too long for the writer's buffer, and its line with it;
 *   torn lines: the writer's TRACE1-3 write stamp, text and line end one by one, so that another
 *   thread's record can stand between them. The rest of the text then comes on a line of its own;
 *   lines without a stamp: such a rest, or more of the record before. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "core/dwell-error.h"
#include "formats/ooo/dwell-ooo-block.h"
#include "formats/ooo/dwell-ooo-message.h"
#include "formats/ooo/dwell-ooo-process.h"
#include "formats/ooo/dwell-ooo-reader.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
/* A text and the time that cut into it were written within this. */
#define NEAR_MS 60000
/* More threads than this are not in the middle of a line at a time. */
#define MAX_INTERRUPTED 256
/* A byte more than the limit tells that there was more. */
#define MAX_INTERRUPTED_BYTES (DWELL_OOO_MAX_TEXT_BYTES + 1)

struct _DwellOooReader
{
  DwellOooLog       log;
  DwellOooProcesses processes;
  DwellOooMessages  messages;
  DwellOooBlockPool pool;
  DwellCheckpoint  *checkpoint;
  GPtrArray        *interrupted; /* (element-type DwellOooThread) in the order of the file */
  gsize             n_left;      /* records of the block at hand, with this one */
};

/* Room for a span for each record that is there or to come. */
static gboolean
reserve (DwellOooReader  *self,
         gsize            n_records,
         GError         **error)
{
  return dwell_builder_reserve_spans (self->log.builder, n_records + self->interrupted->len, error);
}

/* Whether a record of that time follows the one before without a leap. */
static gboolean
is_near (const DwellOooReader *self,
         guint32               time)
{
  return MIN (time - self->processes.raw, self->processes.raw - time) < NEAR_MS;
}

/* The text of an interrupted record is whole now. */
static void
resume (DwellOooReader *self,
        DwellOooThread *thread)
{
  g_autoptr(GString) text = g_steal_pointer (&thread->interrupted);

  g_ptr_array_remove (self->interrupted, thread);
  dwell_ooo_messages_flush (&self->messages);
  dwell_ooo_messages_say_raw (&self->messages, thread, thread->interrupted_time,
                              (DwellScan) { text->str, text->str + text->len });
}

/* A record of @thread begins. Returns its time on the axis. */
static inline gint64
begin_record (DwellOooReader *self,
              DwellOooThread *thread,
              gint64          time)
{
  dwell_ooo_messages_flush (&self->messages);
  if (G_UNLIKELY (thread->interrupted != NULL))
    {
      resume (self, thread);
      dwell_ooo_messages_flush (&self->messages);
    }

  if (G_UNLIKELY (self->processes.is_closed))
    {
      thread->is_late = TRUE;
      dwell_ooo_log_complain (&self->log, DWELL_OOO_LATE_RECORD);
    }

  if (G_UNLIKELY (time < thread->last))
    {
      if (thread->n_set_backs++ == 0)
        g_array_append_val (self->log.set_back, thread->track);
      dwell_ooo_log_complain (&self->log, DWELL_OOO_CLOCK_SET_BACK);
    }

  thread->last = time;
  self->log.builder->n_events++;
  return time;
}

static inline void
begin_scope (DwellOooReader   *self,
             DwellOooThread   *thread,
             gint64            time,
             DwellOooNameInfo *name)
{
  DwellOooOwner owner = dwell_ooo_thread_open (thread, name, time);

  dwell_ooo_messages_set_record (&self->messages, thread, time, owner);
}

/* No open scope has the name exactly: "name return : void" ends one with an exit message, any other
 * is an orphan. */
static void
end_oddly (DwellOooReader *self,
           DwellOooThread *thread,
           gint64          time,
           guint32         name)
{
  DwellStrings *strings = self->log.builder->strings;
  const char *text = dwell_strings_get (strings, name);
  const char *end = text + dwell_strings_get_length (strings, name);
  guint32 scope = dwell_ooo_thread_find_prefix (thread, (DwellScan) { text, end }, " ");
  DwellOooOwner owner = { DWELL_NONE, DWELL_NONE };

  if (scope == DWELL_OOO_NO_SCOPE)
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_ORPHAN_END);
      owner.area = dwell_ooo_log_get_area (&self->log, name);
      dwell_ooo_messages_set_record (&self->messages, thread, time, owner);
      dwell_ooo_messages_hold (&self->messages, DWELL_MARK_ORPHAN_END,
                               (DwellScan) { NULL, NULL }, TRUE);
      return;
    }

  owner = (DwellOooOwner) { thread->scopes[scope].span, thread->scopes[scope].area };
  text += dwell_strings_get_length (strings, thread->scopes[scope].name) + 1;
  dwell_ooo_thread_close (thread, scope, time);
  dwell_ooo_messages_set_record (&self->messages, thread, time, owner);
  dwell_ooo_messages_hold (&self->messages, DWELL_MARK_EXIT, (DwellScan) { text, end }, FALSE);
}

static inline void
end_named_scope (DwellOooReader *self,
                 DwellOooThread *thread,
                 gint64          time,
                 guint32         name)
{
  guint32 scope;
  DwellOooOwner owner;

  if (G_UNLIKELY (thread->n_dropped > 0))
    {
      thread->n_dropped--;
      self->messages.has_record = FALSE;
      return;
    }

  scope = dwell_ooo_thread_find (thread, name);
  if (scope == DWELL_OOO_NO_SCOPE)
    {
      end_oddly (self, thread, time, name);
      return;
    }

  owner = (DwellOooOwner) { thread->scopes[scope].span, thread->scopes[scope].area };
  dwell_ooo_thread_close (thread, scope, time);
  dwell_ooo_messages_set_record (&self->messages, thread, time, owner);
}

/* A record from a line that was taken apart here. If @is_interrupted, the rest of its text is to
 * come. Room for a span must have been reserved. */
static void
take_record (DwellOooReader      *self,
             const DwellOooStamp *stamp,
             DwellScan            text,
             gboolean             is_interrupted)
{
  gint64 time = dwell_ooo_processes_advance (&self->processes, stamp->time);
  DwellOooThread *thread = dwell_ooo_processes_get_thread (&self->processes, stamp->thread);
  DwellOooNameInfo name;

  if (thread == NULL)
    {
      self->messages.has_record = FALSE;
      return;
    }

  begin_record (self, thread, time);

  if (stamp->kind == '|' && is_interrupted)
    {
      if (self->interrupted->len == MAX_INTERRUPTED)
        resume (self, g_ptr_array_index (self->interrupted, 0));

      thread->interrupted = g_string_new_len (text.p, MIN (text.end - text.p, MAX_INTERRUPTED_BYTES));
      thread->interrupted_time = time;
      g_ptr_array_add (self->interrupted, thread);
      return;
    }

  if (stamp->kind == '|')
    {
      dwell_ooo_messages_say_raw (&self->messages, thread, time, text);
      return;
    }

  dwell_ooo_log_get_name (&self->log, text.p, dwell_ooo_strip_colon (text.p, text.end), &name);
  if (stamp->kind == '{')
    begin_scope (self, thread, time, &name);
  else
    end_named_scope (self, thread, time, name.string);
}

/* The records of a line that begins with a stamp. */
static void
take_records (DwellOooReader *self,
              DwellOooStamp   stamp,
              DwellScan       text)
{
  DwellOooCut cut;

  while (dwell_ooo_find_cut (text.p, text.end, stamp.time, &cut))
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_TORN_LINE);
      take_record (self, &stamp, (DwellScan) { text.p, cut.begin },
                   cut.stamp.thread != stamp.thread);
      stamp = cut.stamp;
      text.p = cut.text;
    }

  take_record (self, &stamp, text, FALSE);
}

/* Text without a stamp: the rest of what was interrupted first, else more of the record before. */
static void
take_text (DwellOooReader *self,
           DwellScan       text)
{
  DwellScan bare = text;
  gboolean is_bridge = dwell_scan_literal (&bare, "| ");

  /* The bridge to another log writes its second record so. */
  if (is_bridge)
    dwell_scan_literal (&bare, ": ");

  if (self->interrupted->len > 0 && !is_bridge)
    {
      DwellOooThread *thread = g_ptr_array_index (self->interrupted, 0);
      gsize room = MAX_INTERRUPTED_BYTES - thread->interrupted->len;

      g_string_append_len (thread->interrupted, text.p,
                           (gssize) MIN ((gsize) (text.end - text.p), room));
      resume (self, thread);
    }
  else if (self->messages.has_record)
    {
      if (!is_bridge)
        dwell_ooo_log_complain (&self->log, DWELL_OOO_CONTINUED_RECORD);
      dwell_ooo_messages_add_line (&self->messages, bare);
    }
  else
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_STRAY_LINE);
    }
}

static void
begin_process (DwellOooReader *self)
{
  while (self->interrupted->len > 0)
    resume (self, g_ptr_array_index (self->interrupted, 0));

  dwell_ooo_messages_flush (&self->messages);
  self->messages.has_record = FALSE;
  dwell_ooo_processes_begin (&self->processes);
}

/* Header and closing lines. @is_cut: the file ends with the line, without a line end. */
static gboolean
take_header (DwellOooReader *self,
             DwellScan      *line,
             gboolean        is_cut)
{
  gint64 clock;
  guint64 id;
  guint32 time;

  if (dwell_ooo_scan_opening (line, &clock))
    {
      begin_process (self);
      dwell_ooo_processes_set_opening (&self->processes, clock);
      if (clock == DWELL_OOO_NO_CLOCK)
        dwell_ooo_log_complain (&self->log, DWELL_OOO_BAD_HEADER);
      return TRUE;
    }

  if (self->processes.has_header && !self->processes.has_time &&
      dwell_ooo_scan_timer (line, &time))
    {
      dwell_ooo_processes_set_timer (&self->processes, time);
      return TRUE;
    }

  if (dwell_ooo_scan_process (line, &id))
    {
      if (!self->processes.has_header || self->processes.has_id || self->processes.has_time)
        begin_process (self);
      /* Digits may be lacking. */
      if (!is_cut)
        dwell_ooo_processes_set_id (&self->processes, id);
      return TRUE;
    }

  return FALSE;
}

/* @line holds no NUL, and no header but at its beginning. */
static void
take_line (DwellOooReader *self,
           DwellScan       line,
           gboolean        is_cut)
{
  DwellOooStamp stamp;
  DwellOooCut cut;
  DwellScan text = line;
  gboolean has_stamp;
  gboolean has_cut;

  dwell_scan_blanks (&text);
  if (text.p == text.end)
    {
      /* Only the line end of the interrupted record was to come. */
      if (self->interrupted->len > 0)
        resume (self, g_ptr_array_index (self->interrupted, 0));
      return;
    }

  if (is_cut)
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_CUT_LINE);
      line.end = dwell_ooo_strip_partial_character (line.p, line.end);
    }

  if (take_header (self, &line, is_cut) ||
      (is_cut && dwell_ooo_is_fragment (line.p, line.end)))
    return;

  text = line;
  has_stamp = dwell_ooo_scan_stamp (&text, &stamp);
  has_cut = self->processes.has_time && dwell_ooo_find_cut (line.p, line.end, self->processes.raw, &cut);

  /* The end of the text that was interrupted can be digits, which make a time too long. */
  if (has_stamp && has_cut && (self->interrupted->len == 0 || cut.text != text.p ||
                               is_near (self, stamp.time)))
    has_cut = FALSE;

  if (has_cut)
    {
      dwell_ooo_log_complain (&self->log, DWELL_OOO_TORN_LINE);
      take_text (self, (DwellScan) { line.p, cut.begin });
      take_records (self, cut.stamp, (DwellScan) { cut.text, line.end });
    }
  else if (has_stamp)
    {
      take_records (self, stamp, text);
    }
  else
    {
      take_text (self, line);
    }
}

/* Parts the line where a closing line has no line end, and where a header has none before it. */
static void
part_line (DwellOooReader *self,
           DwellScan       line,
           gboolean        is_cut)
{
  const char *opening = dwell_ooo_find_opening (line.p, line.end);
  DwellScan first = { line.p, opening != NULL ? opening : line.end };
  gboolean has_no_end = is_cut || opening != NULL;
  const char *closing = has_no_end ? dwell_ooo_find_closing (first.p, first.end) : NULL;
  guint32 time;

  if (closing != NULL)
    {
      DwellScan last = { closing, first.end };

      first.end = closing;
      if (first.end > first.p)
        take_line (self, first, TRUE);
      if (dwell_ooo_scan_closing (&last, &time))
        dwell_ooo_processes_set_closing (&self->processes, time);
    }
  else if (dwell_ooo_scan_closing (&first, &time))
    {
      dwell_ooo_processes_set_closing (&self->processes, time);
      if (first.end > first.p)
        take_line (self, first, has_no_end);
    }
  else if (first.end > first.p || opening == NULL)
    {
      take_line (self, first, has_no_end);
    }

  if (opening != NULL)
    take_line (self, (DwellScan) { opening, line.end }, is_cut);
}

/* A line that no worker could take. @is_cut: the file ends with it, without a line end. */
static gboolean
take_odd_line (DwellOooReader  *self,
               DwellScan        line,
               gboolean         is_cut,
               GError         **error)
{
  guint64 n_nuls = 0;

  /* No record is shorter than a stamp. */
  if (!reserve (self, (gsize) (line.end - line.p) / 10 + self->n_left, error))
    return FALSE;

  while (TRUE)
    {
      const char *nul = memchr (line.p, 0, (gsize) (line.end - line.p));
      DwellScan part = { line.p, nul != NULL ? nul : line.end };

      if (nul != NULL)
        part.end = dwell_ooo_strip_partial_character (part.p, part.end);

      dwell_scan_literal (&part, BYTE_ORDER_MARK);

      if (part.end > part.p || (n_nuls == 0 && nul == NULL))
        part_line (self, part, is_cut && nul == NULL);

      if (nul == NULL)
        break;

      n_nuls++;
      line.p = nul + 1;
    }

  if (n_nuls > 0)
    dwell_ooo_log_complain_n (&self->log, DWELL_OOO_NUL_BYTES, n_nuls);

  return TRUE;
}

/* A plain record, as a worker made it. */
static inline void
take_plain (DwellOooReader       *self,
            const char           *block_text,
            DwellOooBlock        *lines,
            const DwellOooRecord *record)
{
  gint64 time = dwell_ooo_processes_advance (&self->processes, record->time);
  DwellOooThread *thread = dwell_ooo_processes_get_thread (&self->processes, record->thread);

  if (G_UNLIKELY (thread == NULL))
    {
      self->messages.has_record = FALSE;
      return;
    }

  begin_record (self, thread, time);

  if (record->kind == '{')
    {
      begin_scope (self, thread, time, &lines->names[record->name].info);
    }
  else if (record->kind == '}')
    {
      end_named_scope (self, thread, time, lines->names[record->name].info.string);
    }
  else
    {
      const char *begin = block_text + record->begin;
      const char *end = begin + record->length;
      const char *message = begin + record->message;
      DwellOooText text = { { begin, end }, { message, end }, { begin, begin }, DWELL_NONE, TRUE };

      if (record->name != DWELL_OOO_NO_NAME)
        {
          text.name.end += lines->names[record->name].length;
          text.name_id = lines->names[record->name].info.string;
        }

      dwell_ooo_messages_say (&self->messages, thread, time, &text);
    }
}

/* The line that a record was made of. */
static DwellScan
get_line (const DwellBlock     *block,
          const DwellOooRecord *record)
{
  const char *begin = block->text + record->begin;
  const char *end = begin + record->length;

  /* Else the record's text stands behind the stamp. */
  if (record->kind != DWELL_OOO_ODD)
    {
      begin = memrchr (block->text, '\n', record->begin);
      begin = begin != NULL ? begin + 1 : block->text;
    }

  return (DwellScan) { begin, end };
}

/* Lets the trace be seen as far as it is read. Once a clock was set back, spans are no longer in the
 * order of their begins, which is mended only at the end. */
static void
show (DwellOooReader *self)
{
  DwellBuilder *builder = self->log.builder;

  if (self->log.set_back->len > 0 || !dwell_checkpoint_is_due (self->checkpoint, builder))
    return;

  dwell_ooo_log_settle_parents (&self->log);
  dwell_checkpoint_show (self->checkpoint, builder,
                         self->processes.offset + self->processes.time_ms * 1000000);
}

static gpointer
parse_block (const DwellBlock *block,
             gpointer          user_data)
{
  DwellOooReader *self = user_data;

  return dwell_ooo_block_parse (&self->pool, block);
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

  if (!reserve (self, lines->n_records, error))
    return FALSE;

  for (; lines->n_told < lines->n_names; lines->n_told++)
    {
      DwellOooBlockName *name = &lines->names[lines->n_told];
      const char *begin = lines->text->str + name->begin;

      dwell_ooo_log_get_name (&self->log, begin, begin + name->length, &name->info);
    }

  for (guint32 i = 0; i < lines->n_records; i++)
    {
      const DwellOooRecord *record = &lines->records[i];
      gboolean is_last = block->is_last && i + 1 == lines->n_records;

      self->log.line = n_lines_before + i + 1;
      self->n_left = lines->n_records - i;

      if (G_LIKELY (record->kind != DWELL_OOO_ODD &&
                    (self->interrupted->len == 0 || is_near (self, record->time))))
        take_plain (self, block->text, lines, record);
      else if (!take_odd_line (self, get_line (block, record),
                               is_last && block->text[block->length - 1] != '\n', error))
        return FALSE;
    }

  dwell_ooo_messages_end_block (&self->messages);
  if (self->messages.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->messages.error));
      return FALSE;
    }

  show (self);
  return TRUE;
}

static void
free_block (gpointer parsed)
{
  dwell_ooo_block_free (parsed);
}

const DwellLineWork dwell_ooo_line_work = { parse_block, consume_block, free_block };

/**
 * dwell_ooo_reader_new:
 * @builder: (transfer none): what it fills; must outlive it
 * @checkpoint: (nullable): who wants to see the trace while it is read
 *
 * Returns: (transfer full): a reader at the beginning of a log
 */
DwellOooReader *
dwell_ooo_reader_new (DwellBuilder    *builder,
                      DwellCheckpoint *checkpoint)
{
  DwellOooReader *self = g_new0 (DwellOooReader, 1);

  dwell_ooo_log_init (&self->log, builder);
  dwell_ooo_processes_init (&self->processes, &self->log);
  dwell_ooo_messages_init (&self->messages, &self->log);
  dwell_ooo_block_pool_init (&self->pool);
  self->checkpoint = checkpoint;
  self->interrupted = g_ptr_array_new ();

  return self;
}

void
dwell_ooo_reader_free (DwellOooReader *self)
{
  g_ptr_array_unref (self->interrupted);
  dwell_ooo_block_pool_clear (&self->pool);
  dwell_ooo_messages_clear (&self->messages);
  dwell_ooo_processes_clear (&self->processes);
  dwell_ooo_log_clear (&self->log);
  g_free (self);
}

/**
 * dwell_ooo_reader_finish:
 * @self: a reader
 * @file_name: the log's, without folders
 * @error: %DWELL_ERROR_SYNTAX if there was neither a header nor a record, %DWELL_ERROR_LIMIT
 *
 * All blocks were consumed: ends what is open.
 *
 * Returns: whether there is something to show
 */
gboolean
dwell_ooo_reader_finish (DwellOooReader  *self,
                         const char      *file_name,
                         GError         **error)
{
  if (!reserve (self, 0, error))
    return FALSE;

  while (self->interrupted->len > 0)
    resume (self, g_ptr_array_index (self->interrupted, 0));

  dwell_ooo_messages_flush (&self->messages);
  dwell_ooo_messages_end_block (&self->messages);

  if (self->messages.error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->messages.error));
      return FALSE;
    }

  if (self->log.builder->n_events == 0 && !self->processes.has_headers)
    {
      g_set_error_literal (error, DWELL_ERROR, DWELL_ERROR_SYNTAX,
                           _("line 1: neither the header nor a record of an RTL_LOGFILE log"));
      return FALSE;
    }

  dwell_ooo_processes_end (&self->processes, file_name);
  dwell_ooo_log_settle_parents (&self->log);
  dwell_ooo_log_put_in_order (&self->log);
  return TRUE;
}
