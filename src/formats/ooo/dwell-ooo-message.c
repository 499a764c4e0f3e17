/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a '|' record says, and who says it. In this order:
 *
 *   name : message                    an open scope of that name says it (CONTEXT_TRACE)
 *   : message                         nobody does (TRACE)
 *   : module (author) ::function      TRACE with the whole text of a name, or
 *   : module (author) ::function : message
 *   module (author) : message         TRACE_AUTHOR as its macro writes it, or
 *   module (author) : ::function : message
 *   name : message                    a function that is not open, as the documentation has it
 *
 * Where the message itself begins with a brace, it begins or ends a logical scope. */
#include "config.h"

#include "formats/ooo/dwell-ooo-line.h"
#include "formats/ooo/dwell-ooo-message.h"

#define COLON " : "

typedef struct {
  guint32   mark;
  DwellScan text;
} DwellOooMarkText;

/**
 * dwell_ooo_messages_init:
 * @self: messages
 * @log: (transfer none): the log that they are of; must outlive them
 */
void
dwell_ooo_messages_init (DwellOooMessages *self,
                         DwellOooLog      *log)
{
  *self = (DwellOooMessages) { .log = log };
  self->own_text = g_string_new (NULL);
  self->texts = g_array_new (FALSE, FALSE, sizeof (DwellOooMarkText));
}

void
dwell_ooo_messages_clear (DwellOooMessages *self)
{
  g_clear_error (&self->error);
  g_string_free (self->own_text, TRUE);
  g_array_unref (self->texts);
}

/* As much as the limit allows; whatever is cut is told with the mark. */
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

/* The held text may be added to, and outlives the block. */
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

/* A text that the block does not keep is needed no longer than now. */
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
 * The record before is complete: makes the mark of its text, if it has one.
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
 * The block's memory is about to go: whatever is still to be taken out of it is.
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
 * @self: messages; the record at hand was set
 * @kind: the kind of mark
 * @text: bytes of the file
 * @is_in_block: whether they stay where they are until the end of the block; then they are fewer
 *   than the limit
 *
 * Holds a text of that record until it is known to be whole.
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
 * @self: messages; there is a record
 * @line: a line without a stamp
 *
 * Adds a line to the text of the record before it.
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

/* "::function" or "::function : message" of @module (author): the function, and the message behind
 * it. False if it does not begin so. */
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

/* No open scope says it: who, as far as the text tells. */
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

/* A message that begins with a brace: a logical scope begins or ends. */
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
 * dwell_ooo_messages_say:
 * @self: messages; nothing is held
 * @thread: who wrote it
 * @time: ns
 * @text: what it wrote
 *
 * Takes the text of a '|' record. Room for one span must have been reserved.
 */
void
dwell_ooo_messages_say (DwellOooMessages   *self,
                        DwellOooThread     *thread,
                        gint64              time,
                        const DwellOooText *text)
{
  DwellOooOwner owner = { DWELL_NONE, DWELL_NONE };
  DwellScan message = text->message;
  g_autofree char *utf8 = NULL;
  guint32 scope = DWELL_OOO_NO_SCOPE;

  /* The first colon may be part of a name. */
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
 * @log: the log that it is of
 * @text: all that stands behind the stamp of a '|' record; outlives @self
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
