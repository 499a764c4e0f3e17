/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits lines into frames and weights. */
#include "config.h"

#include "formats/folded/dwell-folded-block.h"

#define FIRST_FRAMES 1024

/* The previous stack. */
typedef struct {
  DwellScan  text;
  GArray    *ends; /* gsize: ends of its frames in its text */
} Before;

/* How many frames @stack has in common with the previous one, from the outermost on. Moves @p past
 * them and their semicolon. */
static guint
skip_common (const Before  *before,
             DwellScan      stack,
             const char   **p)
{
  const gsize *ends = (const gsize *) (gpointer) before->ends->data;
  gsize length = (gsize) (stack.end - stack.p);
  gsize begin = 0;
  guint n = 0;

  while (n < before->ends->len && ends[n] <= length &&
         (ends[n] == length || stack.p[ends[n]] == ';') &&
         memcmp (before->text.p + begin, stack.p + begin, ends[n] - begin) == 0)
    {
      begin = MIN (ends[n] + 1, length);
      n++;
    }

  *p = stack.p + begin;
  return n;
}

static void
add_stack (DwellFoldedBlock *self,
           Before           *before,
           DwellScan         stack,
           DwellFoldedEntry *entry)
{
  const char *p;
  guint first = self->frames->len;

  entry->n_common = skip_common (before, stack, &p);
  g_array_set_size (before->ends, entry->n_common);
  before->text = stack;

  while (p < stack.end)
    {
      const char *semicolon = memchr (p, ';', (gsize) (stack.end - p));
      DwellScan frame = { p, semicolon != NULL ? semicolon : stack.end };
      gsize end = (gsize) (frame.end - stack.p);
      guint32 number;

      p = semicolon != NULL ? semicolon + 1 : stack.end;
      if (frame.p == frame.end)
        {
          entry->faults |= DWELL_FOLDED_EMPTY_FRAME;
          continue;
        }
      if (before->ends->len == DWELL_FOLDED_MAX_DEPTH)
        {
          entry->faults |= DWELL_FOLDED_TOO_DEEP;
          break;
        }

      number = dwell_text_numbers_find (&self->texts, frame);
      g_array_append_val (self->frames, number);
      g_array_append_val (before->ends, end);
    }

  entry->n_frames = self->frames->len - first;

  /* The ends do not show where the frame after an empty one begins. */
  if (entry->faults & DWELL_FOLDED_EMPTY_FRAME)
    g_array_set_size (before->ends, 0);
}

/**
 * dwell_folded_block_new:
 * @block: whole lines; the returned block points into them
 * @n_columns: how many numbers may be at the end of a line
 * @column: the number that is read, from 0
 *
 * Returns: (transfer full): the parsed lines
 */
DwellFoldedBlock *
dwell_folded_block_new (const DwellBlock *block,
                        guint             n_columns,
                        guint             column)
{
  DwellFoldedBlock *self = g_new (DwellFoldedBlock, 1);
  DwellScan s = { block->text, block->text + block->length };
  g_autoptr(GArray) ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  Before before = { { block->text, block->text }, ends };
  DwellScan text;

  self->entries = g_array_new (FALSE, FALSE, sizeof (DwellFoldedEntry));
  self->frames = g_array_sized_new (FALSE, FALSE, sizeof (guint32), FIRST_FRAMES);
  dwell_text_numbers_init (&self->texts);

  if (block->offset == 0)
    dwell_scan_literal (&s, "\xef\xbb\xbf");

  for (guint32 n = 0; dwell_scan_line (&s, &text); n++)
    {
      DwellFoldedLine line;
      DwellFoldedLineKind kind = dwell_folded_line_parse (text, n_columns, &line);
      DwellFoldedEntry entry = { .line = n, .kind = (guint8) kind,
                                 .is_exact = (guint8) line.is_exact,
                                 .weight = line.weights[column] };

      if (kind == DWELL_FOLDED_STACK)
        add_stack (self, &before, line.stack, &entry);
      else if (kind == DWELL_FOLDED_COMMENT)
        entry.comment = line.stack;

      if (kind != DWELL_FOLDED_EMPTY)
        g_array_append_val (self->entries, entry);
    }

  return self;
}

/**
 * dwell_folded_block_free:
 * @self: (transfer full): a block
 */
void
dwell_folded_block_free (DwellFoldedBlock *self)
{
  g_array_unref (self->entries);
  g_array_unref (self->frames);
  dwell_text_numbers_clear (&self->texts);
  g_free (self);
}
