/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes records. Each completes the text of the previous one, unless that was interrupted.
 *
 * A thread is interrupted if a record of another thread is in the middle of its line: TRACE1-3
 * of the writer write stamp, text and line end one by one. The rest of the text follows on a
 * line without a stamp, which belongs to the thread that has waited longest. It never follows if
 * the thread writes another record first. */
#include "config.h"

#include "formats/ooo/dwell-ooo-records.h"

/* The greatest number of threads that are interrupted at a time. */
#define MAX_INTERRUPTED 256
/* One byte more than the limit shows that the text was longer. */
#define MAX_INTERRUPTED_BYTES (DWELL_OOO_MAX_TEXT_BYTES + 1)

/**
 * dwell_ooo_records_init:
 * @self: (out): uninitialised memory
 * @builder: the builder of the trace; must outlive @self
 */
void
dwell_ooo_records_init (DwellOooRecords *self,
                        DwellBuilder    *builder)
{
  dwell_ooo_log_init (&self->log, builder);
  dwell_ooo_processes_init (&self->processes, &self->log);
  dwell_ooo_messages_init (&self->messages, &self->log);
  self->interrupted = g_ptr_array_new ();
}

/**
 * dwell_ooo_records_clear:
 * @self: records
 *
 * Frees what @self owns.
 */
void
dwell_ooo_records_clear (DwellOooRecords *self)
{
  g_ptr_array_unref (self->interrupted);
  dwell_ooo_messages_clear (&self->messages);
  dwell_ooo_processes_clear (&self->processes);
  dwell_ooo_log_clear (&self->log);
}

/**
 * dwell_ooo_records_reserve:
 * @self: records
 * @n_records: how many records may be taken after this
 * @error: %DWELL_ERROR_LIMIT if there are too many spans
 *
 * Makes room for a span of each record, and of each interrupted one.
 *
 * Returns: %FALSE if a limit is reached
 */
gboolean
dwell_ooo_records_reserve (DwellOooRecords  *self,
                           gsize             n_records,
                           GError          **error)
{
  return dwell_builder_reserve_spans (self->log.builder, n_records + self->interrupted->len, error);
}

/* Completes the text in which @thread was interrupted: no more of it will come. */
static void
end_interruption (DwellOooRecords *self,
                  DwellOooThread  *thread)
{
  g_autoptr(GString) text = g_steal_pointer (&thread->interrupted);
  DwellOooText parts;

  g_ptr_array_remove (self->interrupted, thread);
  dwell_ooo_messages_flush (&self->messages);
  dwell_ooo_text_split (&parts, &self->log, (DwellScan) { text->str, text->str + text->len });
  dwell_ooo_messages_take (&self->messages, thread, thread->interrupted_time, &parts);
}

/* Handles the irregular beginnings of a record. */
static void
begin_irregular_record (DwellOooRecords *self,
                        DwellOooThread  *thread,
                        gint64           time)
{
  if (thread->interrupted != NULL)
    {
      end_interruption (self, thread);
      dwell_ooo_messages_flush (&self->messages);
    }

  if (self->processes.is_closed)
    {
      thread->is_late = TRUE;
      dwell_ooo_log_complain (&self->log, DWELL_OOO_LATE_RECORD);
    }

  if (time < thread->last)
    {
      if (thread->n_set_backs++ == 0)
        g_array_append_val (self->log.set_back, thread->track);
      dwell_ooo_log_complain (&self->log, DWELL_OOO_CLOCK_SET_BACK);
    }
}

/* Begins a record. Returns its thread, or NULL if there are too many, and its time on the axis. */
static inline DwellOooThread *
begin_record (DwellOooRecords     *self,
              const DwellOooStamp *stamp,
              gint64              *time)
{
  DwellOooThread *thread = dwell_ooo_processes_get_thread (&self->processes, stamp->thread);

  *time = dwell_ooo_processes_advance (&self->processes, stamp->time);
  dwell_ooo_messages_flush (&self->messages);

  if (G_UNLIKELY (thread == NULL))
    {
      self->messages.has_record = FALSE;
      return NULL;
    }

  if (G_UNLIKELY (thread->interrupted != NULL || self->processes.is_closed || *time < thread->last))
    begin_irregular_record (self, thread, *time);

  thread->last = *time;
  self->log.builder->n_events++;
  return thread;
}

/* Takes an end whose name no open scope has. "name return : void" ends the scope "name" with an
 * exit message; any other end is an orphan. */
static void
end_unmatched_scope (DwellOooRecords *self,
                     DwellOooThread  *thread,
                     gint64           time,
                     guint32          name)
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

/**
 * dwell_ooo_records_take_scope:
 * @self: records, with reserved room for a span
 * @stamp: stamp of the record, of kind '{' or '}'
 * @name: (inout): name of the scope; its area may be filled in
 *
 * Begins or ends a physical scope.
 */
void
dwell_ooo_records_take_scope (DwellOooRecords     *self,
                              const DwellOooStamp *stamp,
                              DwellOooNameInfo    *name)
{
  gint64 time;
  DwellOooThread *thread = begin_record (self, stamp, &time);
  DwellOooOwner owner;
  guint32 scope;

  if (G_UNLIKELY (thread == NULL))
    return;

  if (stamp->kind == '{')
    {
      owner = dwell_ooo_thread_open (thread, name, time);
      dwell_ooo_messages_set_record (&self->messages, thread, time, owner);
      return;
    }

  if (G_UNLIKELY (thread->n_dropped > 0))
    {
      thread->n_dropped--;
      self->messages.has_record = FALSE;
      return;
    }

  scope = dwell_ooo_thread_find (thread, name->string);
  if (G_UNLIKELY (scope == DWELL_OOO_NO_SCOPE))
    {
      end_unmatched_scope (self, thread, time, name->string);
      return;
    }

  owner = (DwellOooOwner) { thread->scopes[scope].span, thread->scopes[scope].area };
  dwell_ooo_thread_close (thread, scope, time);
  dwell_ooo_messages_set_record (&self->messages, thread, time, owner);
}

/**
 * dwell_ooo_records_take_message:
 * @self: records, with reserved room for a span
 * @stamp: stamp of the record, of kind '|'
 * @text: text after the stamp
 *
 * Takes a message.
 */
void
dwell_ooo_records_take_message (DwellOooRecords     *self,
                                const DwellOooStamp *stamp,
                                const DwellOooText  *text)
{
  gint64 time;
  DwellOooThread *thread = begin_record (self, stamp, &time);

  if (G_LIKELY (thread != NULL))
    dwell_ooo_messages_take (&self->messages, thread, time, text);
}

/**
 * dwell_ooo_records_interrupt:
 * @self: records, with reserved room for a span
 * @stamp: stamp of the record, of kind '|'
 * @text: text after the stamp, up to the interruption
 *
 * Takes the first part of a record that another thread's record interrupts.
 */
void
dwell_ooo_records_interrupt (DwellOooRecords     *self,
                             const DwellOooStamp *stamp,
                             DwellScan            text)
{
  gint64 time;
  DwellOooThread *thread = begin_record (self, stamp, &time);

  if (thread == NULL)
    return;

  if (self->interrupted->len == MAX_INTERRUPTED)
    end_interruption (self, g_ptr_array_index (self->interrupted, 0));

  thread->interrupted = g_string_new_len (text.p, MIN (text.end - text.p, MAX_INTERRUPTED_BYTES));
  thread->interrupted_time = time;
  g_ptr_array_add (self->interrupted, thread);
}

/**
 * dwell_ooo_records_resume:
 * @self: records, with an interrupted thread
 * @text: the rest of the text
 *
 * Completes the text of the thread that has waited longest.
 */
void
dwell_ooo_records_resume (DwellOooRecords *self,
                          DwellScan        text)
{
  DwellOooThread *thread = g_ptr_array_index (self->interrupted, 0);
  gsize room = MAX_INTERRUPTED_BYTES - thread->interrupted->len;

  g_string_append_len (thread->interrupted, text.p,
                       (gssize) MIN ((gsize) (text.end - text.p), room));
  end_interruption (self, thread);
}

/**
 * dwell_ooo_records_resume_all:
 * @self: records
 *
 * Completes all interrupted texts, because the process or the log has ended.
 */
void
dwell_ooo_records_resume_all (DwellOooRecords *self)
{
  while (self->interrupted->len > 0)
    end_interruption (self, g_ptr_array_index (self->interrupted, 0));

  dwell_ooo_messages_flush (&self->messages);
  self->messages.has_record = FALSE;
}
