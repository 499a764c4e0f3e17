/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the lines of a block. */
#include "config.h"

#include "formats/perf-script/dwell-perf-block.h"

/* The number of a frame, which may be a new one. */
static guint32
find_frame (DwellPerfBlock       *self,
            const DwellPerfFrame *frame)
{
  guint32 number = dwell_text_numbers_find (&self->texts, frame->both);

  if (number == self->frames->len)
    g_array_append_vals (self->frames, frame, 1);

  return number;
}

static void
add_line (DwellPerfBlock *self,
          DwellScan       text,
          guint32         n)
{
  DwellPerfHead head;
  DwellPerfFrame frame;
  DwellPerfSource source;
  DwellPerfKind kind = dwell_perf_parse_line (text, &head, &frame, &source);
  DwellPerfEntry entry = { .kind = kind, .line = n };

  switch (kind)
    {
    case DWELL_PERF_HEAD:
      entry.index = self->heads->len & ((1u << 29) - 1);
      g_array_append_val (self->heads, head);
      break;
    case DWELL_PERF_FRAME:
      entry.index = find_frame (self, &frame) & ((1u << 29) - 1);
      break;
    case DWELL_PERF_SOURCE:
      entry.index = self->sources->len & ((1u << 29) - 1);
      g_array_append_val (self->sources, source);
      break;
    case DWELL_PERF_COMMENT:
      entry.index = self->comments->len & ((1u << 29) - 1);
      g_array_append_val (self->comments, text);
      break;
    case DWELL_PERF_EMPTY:
    case DWELL_PERF_NOWHERE:
    case DWELL_PERF_LOST:
    case DWELL_PERF_BAD:
    default:
      break;
    }

  g_array_append_val (self->entries, entry);
}

/**
 * dwell_perf_block_new:
 * @block: whole lines; texts of the returned block point into it
 *
 * Returns: (transfer full): the parsed lines
 */
DwellPerfBlock *
dwell_perf_block_new (const DwellBlock *block)
{
  DwellPerfBlock *self = g_new0 (DwellPerfBlock, 1);
  DwellScan s = { block->text, block->text + block->length };
  DwellScan text;

  self->entries = g_array_new (FALSE, FALSE, sizeof (DwellPerfEntry));
  self->heads = g_array_new (FALSE, FALSE, sizeof (DwellPerfHead));
  self->frames = g_array_new (FALSE, FALSE, sizeof (DwellPerfFrame));
  self->sources = g_array_new (FALSE, FALSE, sizeof (DwellPerfSource));
  self->comments = g_array_new (FALSE, FALSE, sizeof (DwellScan));
  dwell_text_numbers_init (&self->texts);

  if (block->offset == 0)
    dwell_scan_literal (&s, "\xef\xbb\xbf");
  for (guint32 n = 0; dwell_scan_line (&s, &text); n++)
    add_line (self, text, n);

  return self;
}

/**
 * dwell_perf_block_free:
 * @self: (transfer full): a block
 */
void
dwell_perf_block_free (DwellPerfBlock *self)
{
  g_array_unref (self->entries);
  g_array_unref (self->heads);
  g_array_unref (self->frames);
  g_array_unref (self->sources);
  g_array_unref (self->comments);
  dwell_text_numbers_clear (&self->texts);
  g_free (self);
}
