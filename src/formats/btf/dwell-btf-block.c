/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses a block on any thread, and adds it to the log in the order of the file. */
#include "config.h"

#include "formats/btf/dwell-btf-block.h"

#include <glib/gi18n-lib.h>

#include "formats/common/dwell-text-numbers.h"

/* What a text of the block means as a name, a note, a type or an event; found out when first
 * needed. */
typedef struct {
  guint32 entity; /* or DWELL_NONE, like the next: not found out yet */
  guint32 note;
  gint16  type;   /* or -1, like the next two */
  gint16  event;
  gint16  word;
} Known;

/* An event; its names are numbers of texts. */
typedef struct {
  gint64  time;  /* -1: the number is too large */
  guint64 value; /* of a note that is a number */
  guint32 source;
  guint32 target;
  guint32 type;
  guint32 event;
  guint32 note;
  gint32  source_instance;
  gint32  target_instance;
  guint32 line;
  guint32 note_kind; /* DwellBtfNote */
} Entry;

/* A line that is not an event. */
typedef struct {
  guint32 begin;
  guint32 length;
  guint32 line;
  guint32 is_bad;
} Other;

struct _DwellBtfBlock
{
  DwellTextNumbers texts;
  GArray          *known;   /* Known, by number of a text */
  GArray          *entries;
  GArray          *others;
};

static guint32
number_text (DwellBtfBlock *self,
             DwellScan      text)
{
  static const Known nothing = { DWELL_NONE, DWELL_NONE, -1, -1, -1 };
  guint32 number = dwell_text_numbers_find (&self->texts, text);

  if (number == self->known->len)
    g_array_append_val (self->known, nothing);

  return number;
}

/* Notes of signals and cores are numbers; those of others are texts, whatever they look like. A
 * type given as a number may be any type. */
static gboolean
may_have_value (DwellScan type)
{
  return dwell_btf_type_find (type) == DWELL_BTF_SIGNAL || g_ascii_isdigit (*type.p) ||
         dwell_btf_type_find (type) == DWELL_BTF_CORE;
}

static void
add_event (DwellBtfBlock      *self,
           const DwellBtfLine *line,
           guint32             n)
{
  Entry entry = {
    .time = line->time <= G_MAXINT64 ? (gint64) line->time : -1,
    .source = number_text (self, line->source),
    .target = number_text (self, line->target),
    .type = number_text (self, line->type),
    .event = number_text (self, line->event),
    .source_instance = line->source_instance,
    .target_instance = line->target_instance,
    .line = n,
  };

  if (line->note.p < line->note.end)
    {
      DwellBtfNumber number = may_have_value (line->type)
                                ? dwell_btf_number_parse (line->note, &entry.value)
                                : DWELL_BTF_NO_NUMBER;

      entry.note_kind = number == DWELL_BTF_INTEGER ? DWELL_BTF_INTEGER_NOTE
                        : number == DWELL_BTF_REAL ? DWELL_BTF_REAL_NOTE : DWELL_BTF_TEXT_NOTE;
      if (number == DWELL_BTF_NO_NUMBER)
        entry.note = number_text (self, line->note);
    }

  g_array_append_val (self->entries, entry);
}

/**
 * dwell_btf_block_new:
 * @block: whole lines of the file
 *
 * Parses a block. May be called on any thread.
 *
 * Returns: (transfer full): the parsed block
 */
DwellBtfBlock *
dwell_btf_block_new (const DwellBlock *block)
{
  DwellBtfBlock *self = g_new0 (DwellBtfBlock, 1);
  DwellScan s = { block->text, block->text + block->length };
  DwellScan text;
  DwellBtfLine line;

  dwell_text_numbers_init (&self->texts);
  self->known = g_array_new (FALSE, FALSE, sizeof (Known));
  self->entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), (guint) (block->length / 40));
  self->others = g_array_new (FALSE, FALSE, sizeof (Other));

  if (block->offset == 0)
    dwell_scan_literal (&s, "\xef\xbb\xbf");

  for (guint32 n = 0; dwell_scan_line (&s, &text); n++)
    {
      DwellBtfLineKind kind = dwell_btf_line_parse (text, &line);

      if (G_LIKELY (kind == DWELL_BTF_LINE_EVENT))
        add_event (self, &line, n);
      else if (kind != DWELL_BTF_LINE_EMPTY)
        {
          Other other = { (guint32) (text.p - block->text), (guint32) (text.end - text.p), n,
                          kind == DWELL_BTF_LINE_BAD };

          g_array_append_val (self->others, other);
        }
    }

  return self;
}

/**
 * dwell_btf_block_free:
 * @self: (transfer full): a block
 */
void
dwell_btf_block_free (DwellBtfBlock *self)
{
  dwell_text_numbers_clear (&self->texts);
  g_array_unref (self->known);
  g_array_unref (self->entries);
  g_array_unref (self->others);
  g_free (self);
}

static Known *
get_known (DwellBtfBlock *self,
           guint32        text)
{
  return &g_array_index (self->known, Known, text);
}

static guint32
get_entity (DwellBtfBlock *self,
            guint32        text,
            DwellBtfLog   *log)
{
  Known *known = get_known (self, text);

  if (G_UNLIKELY (known->entity == DWELL_NONE))
    known->entity = dwell_btf_log_add_entity (log, dwell_text_numbers_get (&self->texts, text));

  return known->entity;
}

static guint8
get_type (DwellBtfBlock *self,
          guint32        text,
          DwellBtfLog   *log)
{
  Known *known = get_known (self, text);

  if (G_UNLIKELY (known->type < 0))
    {
      DwellScan name = dwell_text_numbers_get (&self->texts, text);

      dwell_btf_log_translate (log, DWELL_BTF_TYPES, &name);
      known->type = (gint16) dwell_btf_type_find (name);
    }

  return (guint8) known->type;
}

static const Known *
get_event (DwellBtfBlock *self,
           const Entry   *entry,
           guint64        n_lines_before,
           DwellBtfLog   *log)
{
  Known *known = get_known (self, entry->event);

  if (G_UNLIKELY (known->event < 0))
    {
      DwellScan word = dwell_text_numbers_get (&self->texts, entry->event);

      known->event = (gint16) dwell_btf_event_find (word);
      known->word = dwell_btf_log_add_word (log, word, n_lines_before + entry->line + 1);
    }

  return known;
}

static guint32
get_note (DwellBtfBlock *self,
          guint32        text,
          DwellBtfLog   *log)
{
  Known *known = get_known (self, text);

  if (known->note == DWELL_NONE)
    {
      DwellScan note = dwell_text_numbers_get (&self->texts, text);

      known->note = dwell_strings_intern_bytes (log->builder->strings, note.p,
                                                (gsize) (note.end - note.p),
                                                DWELL_CHARSET_WINDOWS_1252);
    }

  return known->note;
}

static gboolean
has_instances (const DwellBtfRecord *record)
{
  return record->type == DWELL_BTF_TASK || record->type == DWELL_BTF_INTERRUPT ||
         record->type == DWELL_BTF_RUNNABLE;
}

/* Keeps texts only of events that show them: events in which a process calls or leaves a runnable
 * do not. */
static gboolean
is_text_shown (const DwellBtfRecord *record)
{
  return record->kind != DWELL_BTF_READ && record->type != DWELL_BTF_SYSTEM &&
         !(record->type == DWELL_BTF_RUNNABLE &&
           dwell_btf_takes_event (record->type, record->kind));
}

/* Collects what a record reveals about its entities. */
static void
learn (DwellBtfLog          *log,
       const DwellBtfRecord *record)
{
  DwellBtfEntity *target = dwell_btf_log_get_entity (log, record->target);

  if (record->type == DWELL_BTF_TASK || record->type == DWELL_BTF_INTERRUPT)
    target->is_process = TRUE;
  else if (record->type == DWELL_BTF_CORE)
    target->is_core = TRUE;
  else if (record->kind == DWELL_BTF_WRITE && record->note == DWELL_BTF_REAL_NOTE)
    target->is_float = TRUE;
}

static void
log_entry (DwellBtfBlock *self,
           const Entry   *entry,
           guint64        n_lines_before,
           DwellBtfLog   *log)
{
  const Known *event = get_event (self, entry, n_lines_before, log);
  DwellBtfRecord record = {
    .time = entry->time,
    .type = get_type (self, entry->type, log),
    .kind = (guint8) event->event,
    .note = (guint8) entry->note_kind,
    .word = (guint8) event->word,
  };

  record.source = get_entity (self, entry->source, log);
  record.target = get_entity (self, entry->target, log);
  if (has_instances (&record))
    {
      record.target_instance = entry->target_instance;
      record.source_instance = entry->source_instance;
    }
  else if (record.note == DWELL_BTF_INTEGER_NOTE || record.note == DWELL_BTF_REAL_NOTE)
    record.value = entry->value;

  if (record.note == DWELL_BTF_TEXT_NOTE && is_text_shown (&record))
    record.text = get_note (self, entry->note, log);
  else if (record.note == DWELL_BTF_TEXT_NOTE)
    record.note = DWELL_BTF_NO_NOTE;

  learn (log, &record);
  dwell_btf_log_append (log, &record, n_lines_before + entry->line + 1);
}

/**
 * dwell_btf_block_log:
 * @self: a block
 * @block: the lines from which it was made
 * @n_lines_before: how many lines the file has before it
 * @log: (inout): the log
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds the contents of a block to the log. Blocks come in the order of the file.
 *
 * Returns: %FALSE if there is too little memory
 */
gboolean
dwell_btf_block_log (DwellBtfBlock     *self,
                     const DwellBlock  *block,
                     guint64            n_lines_before,
                     DwellBtfLog       *log,
                     GError           **error)
{
  if (!dwell_column_reserve (log->records, self->entries->len, error))
    return FALSE;

  for (guint i = 0; i < self->others->len; i++)
    {
      const Other *other = &g_array_index (self->others, Other, i);
      const char *p = block->text + other->begin;
      guint64 line = n_lines_before + other->line + 1;

      if (!other->is_bad)
        dwell_btf_log_read_comment (log, (DwellScan) { p, p + other->length }, line);
      else
        dwell_problems_add (log->builder->problems, DWELL_SEVERITY_WARNING, "bad-line", line, -1,
                            _("Expected “TIME,SOURCE,INSTANCE,TYPE,TARGET,INSTANCE,EVENT”: the "
                              "line was left out"));
    }

  for (guint i = 0; i < self->entries->len; i++)
    log_entry (self, &g_array_index (self->entries, Entry, i), n_lines_before, log);

  return dwell_builder_check (log->builder, 0, error);
}
