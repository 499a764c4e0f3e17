/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses a block on any thread, and hands it to the log in the order of the file. */
#include "config.h"

#include "formats/btf/dwell-btf-block.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "core/dwell-load.h"

#define FIRST_SLOTS 256

/* A text of the block. What it is as a name, a note, a type or an event the log says once it is
 * asked for the first time. */
typedef struct {
  const char *p;
  guint32     length;
  guint32     hash;
  guint32     entity;   /* or DWELL_NONE, as the next: not asked yet */
  guint32     note;
  gint16      type;     /* or -1, as the next two */
  gint16      event;
  gint16      word;
} Text;

/* An event whose names are numbers of texts. */
typedef struct {
  DwellBtfRecord record;
  guint32        type;
  guint32        event;
  guint32        note;
} Entry;

/* A line that is no event. */
typedef struct {
  guint32 begin;
  guint32 length;
  guint32 line;
  guint32 is_bad;
} Other;

struct _DwellBtfBlock
{
  GArray  *texts;   /* Text */
  guint32 *slots;   /* number of a text and 1; 0 = free */
  guint32  n_slots;
  GArray  *entries;
  GArray  *others;
};

/* Reads behind the text, but never behind the padding of the block. */
static guint32
hash_text (const char *p,
           gsize       length)
{
  guint64 hash = length;

  for (; length > 0; p += 8)
    {
      guint64 bytes = dwell_load_u64 (p);

      if (length < 8)
        bytes &= ((guint64) 1 << (8 * length)) - 1;
      hash = (hash ^ bytes) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
      length -= MIN (length, 8);
    }

  return (guint32) (hash ^ hash >> 32);
}

static void
grow_slots (DwellBtfBlock *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);

  for (guint i = 0; i < self->texts->len; i++)
    {
      guint32 slot = g_array_index (self->texts, Text, i).hash & (self->n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i + 1;
    }
}

static guint32
number_text (DwellBtfBlock *self,
             DwellScan      text)
{
  guint32 length = (guint32) (text.end - text.p);
  Text added = { text.p, length, hash_text (text.p, length), DWELL_NONE, DWELL_NONE, -1, -1, -1 };
  guint32 slot = added.hash & (self->n_slots - 1);

  while (self->slots[slot] != 0)
    {
      const Text *known = &g_array_index (self->texts, Text, self->slots[slot] - 1);

      if (known->hash == added.hash && known->length == length &&
          memcmp (known->p, text.p, length) == 0)
        return self->slots[slot] - 1;
      slot = (slot + 1) & (self->n_slots - 1);
    }

  g_array_append_val (self->texts, added);
  self->slots[slot] = self->texts->len;
  if (self->texts->len * 2 > self->n_slots)
    grow_slots (self);

  return self->texts->len - 1;
}

/* Notes of signals and cores are numbers; those of others are texts, whatever they look like. A
 * type that is a number may be any. */
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
    .record = {
      .time = line->time <= G_MAXINT64 ? (gint64) line->time : -1,
      .source = number_text (self, line->source),
      .target = number_text (self, line->target),
      .source_instance = line->source_instance,
      .target_instance = line->target_instance,
      .line = n,
    },
    .type = number_text (self, line->type),
    .event = number_text (self, line->event),
    .note = DWELL_NONE,
  };

  if (line->note.p < line->note.end)
    {
      DwellBtfNumber number = may_have_value (line->type)
                                ? dwell_btf_number_parse (line->note, &entry.record.value)
                                : DWELL_BTF_NO_NUMBER;

      entry.record.note = number == DWELL_BTF_INTEGER ? DWELL_BTF_INTEGER_NOTE
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
 * Returns: (transfer full): what it says
 */
DwellBtfBlock *
dwell_btf_block_new (const DwellBlock *block)
{
  DwellBtfBlock *self = g_new0 (DwellBtfBlock, 1);
  DwellScan s = { block->text, block->text + block->length };
  DwellScan text;
  DwellBtfLine line;

  self->texts = g_array_new (FALSE, FALSE, sizeof (Text));
  self->entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), (guint) (block->length / 40));
  self->others = g_array_new (FALSE, FALSE, sizeof (Other));
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);

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
  g_array_unref (self->texts);
  g_array_unref (self->entries);
  g_array_unref (self->others);
  g_free (self->slots);
  g_free (self);
}

static DwellScan
get_scan (const Text *text)
{
  return (DwellScan) { text->p, text->p + text->length };
}

static guint32
get_entity (Text        *text,
            DwellBtfLog *log)
{
  if (G_UNLIKELY (text->entity == DWELL_NONE))
    text->entity = dwell_btf_log_add_entity (log, get_scan (text));

  return text->entity;
}

static guint8
get_type (Text        *text,
          DwellBtfLog *log)
{
  if (G_UNLIKELY (text->type < 0))
    {
      DwellScan name = get_scan (text);

      dwell_btf_log_translate (log, DWELL_BTF_TYPES, &name);
      text->type = (gint16) dwell_btf_type_find (name);
    }

  return (guint8) text->type;
}

static void
find_event (Text        *text,
            DwellBtfLog *log)
{
  text->event = (gint16) dwell_btf_event_find (get_scan (text));
  text->word = dwell_btf_log_add_word (log, get_scan (text));
}

/* Notes are kept of what shows them. */
static gboolean
is_note_shown (const DwellBtfRecord *record)
{
  return record->kind != DWELL_BTF_READ && record->type != DWELL_BTF_SYSTEM;
}

/* Learns about the entities of a record. */
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
  Text *texts = (Text *) (gpointer) self->texts->data;
  Text *event = &texts[entry->event];
  DwellBtfRecord record = entry->record;

  if (G_UNLIKELY (event->event < 0))
    find_event (event, log);

  record.source = get_entity (&texts[record.source], log);
  record.target = get_entity (&texts[record.target], log);
  record.line = (guint32) MIN (n_lines_before + record.line + 1, G_MAXUINT32);
  record.type = get_type (&texts[entry->type], log);
  record.kind = (guint8) event->event;
  record.word = (guint8) event->word;
  if (record.note == DWELL_BTF_TEXT_NOTE && is_note_shown (&record))
    {
      Text *note = &texts[entry->note];

      if (note->note == DWELL_NONE)
        note->note = dwell_strings_intern_bytes (log->builder->strings, note->p, note->length,
                                                 DWELL_CHARSET_WINDOWS_1252);
      record.value = note->note;
    }

  learn (log, &record);
  dwell_column_index (log->records, DwellBtfRecord, log->records->n++) = record;
}

/**
 * dwell_btf_block_log:
 * @self: a block
 * @block: the lines that it was made of
 * @n_lines_before: how many lines the file has before it
 * @log: (inout): the log
 * @error: %DWELL_ERROR_LIMIT
 *
 * Adds what a block says to the log. Blocks come in the order of the file.
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
