/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the message of a '|' record and its owner. These forms are tried in this order:
 *
 *   name : message                    of an open scope of that name (CONTEXT_TRACE)
 *   : message                         without an owner (TRACE)
 *   : module (author) ::function      TRACE with a whole name as its text, or
 *   : module (author) ::function : message
 *   module (author) : message         TRACE_AUTHOR as its macro writes it, or
 *   module (author) : ::function : message
 *   name : message                    of a function that is not open, as the documentation has it
 *
 * A message that begins with a brace begins or ends a logical scope. */
#include "config.h"

#include "formats/ooo/dwell-ooo-message.h"

#include "formats/ooo/dwell-ooo-line.h"

#define COLON " : "

typedef struct {
  guint32   mark;
  DwellScan text;
} DwellOooMarkText;

/**
 * dwell_ooo_messages_init:
 * @self: (out): uninitialised memory
 * @log: the log; must outlive @self
 */
void
dwell_ooo_messages_init (DwellOooMessages *self,
                         DwellOooLog      *log)
{
  *self = (DwellOooMessages) { .log = log };
  self->own_text = g_string_new (NULL);
  self->texts = g_array_new (FALSE, FALSE, sizeof (DwellOooMarkText));
}

/**
 * dwell_ooo_messages_clear:
 * @self: messages
 *
 * Frees what @self owns.
 */
void
dwell_ooo_messages_clear (DwellOooMessages *self)
{
  g_clear_error (&self->error);
  g_string_free (self->own_text, TRUE);
  g_array_unref (self->texts);
}

/* Appends as much as the limit allows, and records that the rest is cut. */
static void
append (DwellOooMessages *self,
        DwellScan         text)
{
  gsize length = (gsize) (text.end - text.p);
  gsize room = DWELL_OOO_MAX_TEXT_BYTES - self->own_text->len;

  if (length > room)
    {
      self->is_cut = TRUE;
      length = room;
    }

  g_string_append_len (self->own_text, text.p, (gssize) length);
}

/* Copies the pending text, so that it can be extended and outlives the block. */
static void
own_text (DwellOooMessages *self)
{
  if (self->is_own)
    return;

  g_string_truncate (self->own_text, 0);
  self->is_own = TRUE;
  append (self, self->text);
  self->text = (DwellScan) { NULL, NULL };
}

/* Interns the copied text at once, because its buffer is reused. */
static guint32
intern_own_text (DwellOooMessages *self)
{
  const char *text = self->own_text->str;
  const char *end = text + self->own_text->len;

  if (self->is_cut)
    {
      dwell_ooo_log_complain (self->log, DWELL_OOO_LONG_MESSAGE);
      end = dwell_ooo_strip_partial_character (text, end);
    }

  return dwell_ooo_log_intern (self->log, text, end, DWELL_OOO_LONG_MESSAGE);
}

/**
 * dwell_ooo_messages_flush:
 * @self: messages
 *
 * Adds the mark of the pending text, if there is one: its record is complete.
 */
void
dwell_ooo_messages_flush (DwellOooMessages *self)
{
  DwellOooMarkText later = { (guint32) self->log->builder->mark_time->n, self->text };

  if (!self->is_holding)
    return;

  self->is_holding = FALSE;
  if (dwell_builder_add_mark (self->log->builder, self->kind, self->time, self->track,
                              self->owner.span, self->owner.area,
                              self->is_own ? intern_own_text (self) : 0,
                              self->error == NULL ? &self->error : NULL) && !self->is_own)
    g_array_append_val (self->texts, later);
}

/**
 * dwell_ooo_messages_end_block:
 * @self: messages
 *
 * Copies or interns what @self refers to in the memory of the block, which is about to be reused.
 */
void
dwell_ooo_messages_end_block (DwellOooMessages *self)
{
  guint32 *mark_text;

  if (self->is_holding)
    own_text (self);

  mark_text = self->log->builder->mark_text->data;
  for (guint i = 0; i < self->texts->len; i++)
    {
      const DwellOooMarkText *text = &g_array_index (self->texts, DwellOooMarkText, i);

      mark_text[text->mark] = dwell_ooo_log_intern (self->log, text->text.p, text->text.end,
                                                    DWELL_OOO_LONG_MESSAGE);
    }

  g_array_set_size (self->texts, 0);
}

/**
 * dwell_ooo_messages_hold:
 * @self: messages, with the current record set
 * @kind: kind of the mark
 * @text: bytes of the file
 * @is_in_block: %TRUE if the bytes stay valid until the end of the block, and are within the limit
 *
 * Keeps a text of the current record until it is known to be complete.
 */
void
dwell_ooo_messages_hold (DwellOooMessages *self,
                         DwellMarkKind     kind,
                         DwellScan         text,
                         gboolean          is_in_block)
{
  self->is_holding = TRUE;
  self->is_cut = FALSE;
  self->is_own = FALSE;
  self->kind = kind;
  self->text = text;

  if (!is_in_block)
    own_text (self);
}

/**
 * dwell_ooo_messages_add_line:
 * @self: messages, with a current record
 * @line: a line without a stamp
 *
 * Appends a line to the text of the record before it.
 */
void
dwell_ooo_messages_add_line (DwellOooMessages *self,
                             DwellScan         line)
{
  const char newline[] = { '\n' };

  if (!self->is_holding)
    {
      dwell_ooo_messages_hold (self, DWELL_MARK_MESSAGE, line, FALSE);
      return;
    }

  own_text (self);
  if (self->own_text->len > 0)
    append (self, (DwellScan) { newline, newline + 1 });
  append (self, line);
}

/* Splits "::function" or "::function : message" of @module (author) into the function and the
 * message. Returns FALSE if the text does not begin like that. */
static gboolean
find_function (DwellOooMessages *self,
               DwellOooThread   *thread,
               DwellScan         author,
               DwellScan        *message,
               DwellOooOwner    *owner)
{
  const char *colon = dwell_ooo_find_colon (message->p, message->end);
  const char *end = colon != NULL ? colon : dwell_ooo_strip_colon (message->p, message->end);
  g_autoptr(GString) name = NULL;
  guint32 string;
  guint32 scope;

  if (message->end - message->p < 3 || message->p[0] != ':' || message->p[1] != ':')
    return FALSE;

  name = g_string_new_len (author.p, author.end - author.p);
  g_string_append_c (name, ' ');
  g_string_append_len (name, message->p, end - message->p);
  string = dwell_ooo_log_intern (self->log, name->str, name->str + name->len, DWELL_OOO_LONG_NAME);

  scope = dwell_ooo_thread_find (thread, string);
  owner->span = scope != DWELL_OOO_NO_SCOPE ? thread->scopes[scope].span : DWELL_NONE;
  owner->area = dwell_ooo_log_get_area (self->log, string);
  message->p = colon != NULL ? colon + strlen (COLON) : message->end;
  return TRUE;
}

/* Finds the owner of a message that no open scope has, as far as the text names it. */
static void
find_author (DwellOooMessages   *self,
             DwellOooThread     *thread,
             const DwellOooText *text,
             DwellScan          *message,
             DwellOooOwner      *owner)
{
  DwellScan s = text->name_id == DWELL_NONE ? *message : text->name;
  DwellScan author = s;
  DwellScan part;
  gboolean has_author = dwell_ooo_scan_author (&s, &part, &part);

  author.end = s.p;

  if (text->name_id == DWELL_NONE)
    {
      if (has_author && dwell_scan_char (&s, ' ') &&
          find_function (self, thread, author, &s, owner))
        *message = s;
    }
  else if (has_author && s.p == s.end)
    {
      if (!find_function (self, thread, author, message, owner))
        owner->area = dwell_ooo_log_get_author_area (self->log, text->name_id);
    }
  else if (text->name_id != 0)
    {
      owner->area = dwell_ooo_log_get_area (self->log, text->name_id);
    }
}

/* Begins or ends a logical scope: the message begins with a brace. */
static void
brace (DwellOooMessages *self,
       DwellOooThread   *thread,
       gint64            time,
       DwellScan         message,
       DwellOooOwner     owner)
{
  gboolean opens = *message.p++ == '{';
  DwellOooOwner scope = owner;
  gboolean found;
  guint32 label;

  dwell_scan_blanks (&message);
  while (message.end > message.p && message.end[-1] == ' ')
    message.end--;

  label = dwell_ooo_log_intern (self->log, message.p, message.end, DWELL_OOO_LONG_NAME);

  if (opens)
    {
      scope.span = dwell_ooo_thread_open_label (thread, label, owner, time);
      found = scope.span != DWELL_NONE;
    }
  else
    {
      found = dwell_ooo_thread_close_label (thread, label, owner, time, &scope.span);
    }

  if (found)
    scope.area = dwell_column_index (self->log->builder->span_area, guint32, scope.span);
  else
    scope.area = dwell_ooo_log_get_label_area (self->log, label, owner.area);

  dwell_ooo_messages_set_record (self, thread, time, scope);

  if (!opens && !found)
    {
      dwell_ooo_log_complain (self->log, DWELL_OOO_ORPHAN_END);
      dwell_ooo_messages_hold (self, DWELL_MARK_ORPHAN_END, (DwellScan) { NULL, NULL }, TRUE);
    }
}

/**
 * dwell_ooo_messages_take:
 * @self: messages, without a pending text
 * @thread: the thread of the record
 * @time: time of the record, ns
 * @text: text of the record
 *
 * Takes the text of a '|' record. Room for one span must have been reserved.
 */
void
dwell_ooo_messages_take (DwellOooMessages   *self,
                         DwellOooThread     *thread,
                         gint64              time,
                         const DwellOooText *text)
{
  DwellOooOwner owner = { DWELL_NONE, DWELL_NONE };
  DwellScan message = text->message;
  g_autofree char *utf8 = NULL;
  guint32 scope = DWELL_OOO_NO_SCOPE;

  /* The first colon may be part of the name of an open scope. */
  if (thread->n_colons > 0)
    {
      message = text->whole;
      scope = dwell_ooo_thread_find_prefix (thread, message, COLON);
    }

  if (thread->n_colons > 0 && scope == DWELL_OOO_NO_SCOPE &&
      !g_utf8_validate_len (message.p, (gsize) (message.end - message.p), NULL))
    {
      utf8 = dwell_text_to_utf8 (message.p, (gsize) (message.end - message.p),
                                 DWELL_CHARSET_WINDOWS_1252);
      message = (DwellScan) { utf8, utf8 + strlen (utf8) };
      scope = dwell_ooo_thread_find_prefix (thread, message, COLON);
    }

  if (scope != DWELL_OOO_NO_SCOPE)
    message.p += strlen (COLON) + dwell_strings_get_length (self->log->builder->strings,
                                                            thread->scopes[scope].name);
  else
    message = text->message;

  if (scope == DWELL_OOO_NO_SCOPE && text->name_id != DWELL_NONE)
    scope = dwell_ooo_thread_find (thread, text->name_id);

  if (scope != DWELL_OOO_NO_SCOPE)
    owner = (DwellOooOwner) { thread->scopes[scope].span, thread->scopes[scope].area };
  else
    find_author (self, thread, text, &message, &owner);

  if (message.p < message.end && (*message.p == '{' || *message.p == '}'))
    {
      brace (self, thread, time, message, owner);
      return;
    }

  dwell_ooo_messages_set_record (self, thread, time, owner);
  dwell_ooo_messages_hold (self, DWELL_MARK_MESSAGE, message, text->is_in_block && utf8 == NULL);
}

/**
 * dwell_ooo_text_split:
 * @self: (out): the parts
 * @log: the log
 * @text: all bytes after the stamp of a '|' record; must outlive @self
 *
 * Splits the text of a record at its first ` : `.
 */
void
dwell_ooo_text_split (DwellOooText *self,
                      DwellOooLog  *log,
                      DwellScan     text)
{
  const char *colon = dwell_ooo_find_colon (text.p, text.end);
  const char *stripped = dwell_ooo_strip_colon (text.p, text.end);

  *self = (DwellOooText) { text, text, { text.p, text.p }, DWELL_NONE, FALSE };

  if (text.end > text.p && *text.p == ':' && (text.end - text.p == 1 || text.p[1] == ' '))
    {
      self->message.p = MIN (text.p + 2, text.end);
    }
  else if (colon != NULL || stripped != text.end)
    {
      self->name.end = colon != NULL ? colon : stripped;
      self->message.p = colon != NULL ? colon + strlen (COLON) : text.end;
      self->name_id = dwell_ooo_log_intern (log, self->name.p, self->name.end, DWELL_OOO_LONG_NAME);
    }
}
