/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the lines of a block. */
#include "config.h"

#include "formats/callgrind/dwell-callgrind-block.h"

#include "core/dwell-digits.h"

/* Most lines are costs with two short numbers, with a few other lines in between. */
#define BYTES_PER_LINE  8
#define LINES_PER_ENTRY 4

/* The greatest number of numbers in a plain line. */
#define MAX_PLAIN 16

static void
add_value (DwellCallgrindBlock *self,
           DwellCallgrindEntry *entry,
           guint64              value)
{
  g_array_append_val (self->values, value);
  entry->n_values++;
}

/* Returns an entry to be filled in place: copying what was just written would take longer. */
static DwellCallgrindEntry *
add_entry (DwellCallgrindBlock *self)
{
  if (G_UNLIKELY (self->n_entries == self->n_room))
    {
      self->n_room *= 2;
      self->entries = g_renew (DwellCallgrindEntry, self->entries, self->n_room);
    }

  return &self->entries[self->n_entries++];
}

/* Adds a line of costs to the last entry if that is of the same form; else makes a new entry. */
static void
add_costs (DwellCallgrindBlock *self,
           guint8               form,
           guint32              n_values)
{
  DwellCallgrindEntry *last = self->n_entries > 0 ? &self->entries[self->n_entries - 1] : NULL;

  if (G_UNLIKELY (self->n_forms == self->n_form_room))
    {
      self->n_form_room *= 2;
      self->forms = g_renew (guint8, self->forms, self->n_form_room);
    }

  self->forms[self->n_forms++] = form;
  if (last != NULL && last->kind == DWELL_CALLGRIND_COSTS && last->n_values == n_values)
    last->n_lines++;
  else
    *add_entry (self) = (DwellCallgrindEntry) { .kind = DWELL_CALLGRIND_COSTS, .n_lines = 1,
                                                .n_values = n_values };
}

/* Returns room for MAX_PLAIN more values; the caller then sets the length of values. */
static guint64 *
get_room (DwellCallgrindBlock *self)
{
  guint length = self->values->len;

  if (G_UNLIKELY (length + MAX_PLAIN > self->n_value_room))
    {
      self->n_value_room = 2 * (length + MAX_PLAIN);
      g_array_set_size (self->values, self->n_value_room);
      self->values->len = length;
    }

  return (guint64 *) (gpointer) self->values->data + length;
}

/* Returns how many digits there are at @p, at most 16, and stores their number. Another digit may
 * follow. */
static inline guint
scan_digits (const char *p,
             guint64    *number)
{
  static const guint32 powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };
  guint n = dwell_digits_scan (p, number);
  guint64 rest = 0;
  guint n_more;

  if (G_LIKELY (n < 8))
    return n;

  n_more = dwell_digits_scan (p + 8, &rest);
  *number = *number * powers[n_more] + rest;
  return 8 + n_more;
}

/* Takes a line of costs in the usual form: decimal numbers with one blank between them, the first
 * of which may be relative. Refuses any other line. Reads past the text, but never past the padding
 * of the block. */
static gboolean
add_plain_costs (DwellCallgrindBlock *self,
                 DwellScan           *s)
{
  guint64 *values = get_room (self);
  const char *p = s->p;
  guint8 form = 0;
  guint n = 0;

  if (*p == '*')
    {
      form = DWELL_CALLGRIND_SAME;
      values[n++] = 0;
      if (*++p != ' ')
        return FALSE;
    }
  else if (*p == '+' || *p == '-')
    form = *p == '+' ? DWELL_CALLGRIND_PLUS : DWELL_CALLGRIND_MINUS;

  for (p += form != 0; n < MAX_PLAIN; p++)
    {
      guint n_digits = scan_digits (p, &values[n]);

      if (n_digits == 0)
        return FALSE;

      p += n_digits;
      n++;
      if (*p == '\n')
        break;
      if (*p != ' ')
        return FALSE;
    }

  if (*p != '\n')
    return FALSE;

  s->p = p + 1;
  self->values->len += n;
  add_costs (self, form, n);
  return TRUE;
}

static void
add_line (DwellCallgrindBlock *self,
          const DwellBlock    *block,
          DwellScan            text)
{
  DwellCallgrindLine line;
  DwellCallgrindKind kind = dwell_callgrind_line_parse (text, &line);
  DwellCallgrindEntry *entry = add_entry (self);
  DwellCallgrindName name;
  guint64 calls = 0;

  *entry = (DwellCallgrindEntry) { .kind = (guint8) kind, .n_lines = 1 };
  switch (kind)
    {
    case DWELL_CALLGRIND_COST:
      entry->is_bad = !dwell_callgrind_scan_words (line.text, self->values, &entry->forms,
                                                   &entry->n_values);
      break;

    case DWELL_CALLGRIND_CALLS:
      entry->is_bad = !dwell_scan_u64 (&line.text, &calls);
      if (!entry->is_bad)
        add_value (self, entry, calls);
      break;

    case DWELL_CALLGRIND_HEADER:
      line.text = text;
      break;

    case DWELL_CALLGRIND_EMPTY:
    case DWELL_CALLGRIND_JUMP:
    case DWELL_CALLGRIND_BAD:
    case DWELL_CALLGRIND_COSTS:
      break;

    case DWELL_CALLGRIND_OBJECT:
    case DWELL_CALLGRIND_FILE:
    case DWELL_CALLGRIND_INLINED:
    case DWELL_CALLGRIND_FUNCTION:
    case DWELL_CALLGRIND_CALLEE_OBJECT:
    case DWELL_CALLGRIND_CALLEE_FILE:
    case DWELL_CALLGRIND_CALLEE:
    case DWELL_CALLGRIND_JUMP_FILE:
    case DWELL_CALLGRIND_JUMP_FUNCTION:
    default:
      entry->is_bad = !dwell_callgrind_scan_name (line.text, &name);
      entry->has_id = name.has_id;
      line.text = name.name;
      if (name.has_id)
        add_value (self, entry, name.id);
      break;
    }

  entry->begin = (guint32) (line.text.p - block->text);
  entry->length = (guint32) (line.text.end - line.text.p);
}

/**
 * dwell_callgrind_block_new:
 * @block: whole lines; the returned block points into them
 *
 * Returns: (transfer full): the parsed lines
 */
DwellCallgrindBlock *
dwell_callgrind_block_new (const DwellBlock *block)
{
  DwellCallgrindBlock *self = g_new (DwellCallgrindBlock, 1);
  DwellScan s = { block->text, block->text + block->length };
  guint n = (guint) (block->length / BYTES_PER_LINE) + 1;
  DwellScan text;

  *self = (DwellCallgrindBlock) { .n_room = n / LINES_PER_ENTRY + 1, .n_form_room = n };
  self->entries = g_new (DwellCallgrindEntry, self->n_room);
  self->forms = g_new (guint8, n);
  self->n_value_room = 2 * n + MAX_PLAIN;
  self->values = g_array_sized_new (FALSE, FALSE, sizeof (guint64), self->n_value_room);
  if (block->offset == 0)
    dwell_scan_literal (&s, "\xef\xbb\xbf");
  while (s.p < s.end)
    if (!add_plain_costs (self, &s) && dwell_scan_line (&s, &text))
      add_line (self, block, text);

  return self;
}

/**
 * dwell_callgrind_block_free:
 * @self: (transfer full): a block
 */
void
dwell_callgrind_block_free (DwellCallgrindBlock *self)
{
  g_free (self->entries);
  g_free (self->forms);
  g_array_unref (self->values);
  g_free (self);
}
