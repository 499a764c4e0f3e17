/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the lines of a block. */
#include "config.h"

#include "formats/perf-script/dwell-perf-block.h"

#define FIRST_SLOTS 1024

/* Eight bytes a step (Knuth's multiplier, The Art of Computer Programming, vol. 3, 6.4). */
static guint32
hash_text (DwellScan text)
{
  guint64 sum = (guint64) (text.end - text.p);
  guint64 word;

  for (; text.end - text.p >= 8; text.p += 8)
    {
      memcpy (&word, text.p, 8);
      sum = (sum ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      sum ^= sum >> 29;
    }

  word = 0;
  memcpy (&word, text.p, (gsize) (text.end - text.p));
  sum = (sum ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (sum >> 32);
}

static gboolean
are_equal (DwellScan a,
           DwellScan b)
{
  gsize length = (gsize) (a.end - a.p);

  return length == (gsize) (b.end - b.p) && memcmp (a.p, b.p, length) == 0;
}

static void
grow (DwellPerfBlock *self)
{
  guint32 n = self->n_slots > 0 ? self->n_slots * 2 : FIRST_SLOTS;

  g_free (self->slots);
  self->slots = g_new0 (guint32, n);
  self->n_slots = n;
  for (guint32 i = 0; i < self->frames->len; i++)
    {
      guint32 slot = hash_text (g_array_index (self->frames, DwellPerfFrame, i).both) & (n - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (n - 1);
      self->slots[slot] = i + 1;
    }
}

/* The number of a frame, which is new or one that says the same. */
static guint32
find_frame (DwellPerfBlock       *self,
            const DwellPerfFrame *frame)
{
  guint32 slot;

  if (2 * self->frames->len >= self->n_slots)
    grow (self);

  slot = hash_text (frame->both) & (self->n_slots - 1);
  for (; self->slots[slot] != 0; slot = (slot + 1) & (self->n_slots - 1))
    if (are_equal (g_array_index (self->frames, DwellPerfFrame, self->slots[slot] - 1).both,
                   frame->both))
      return self->slots[slot] - 1;

  g_array_append_vals (self->frames, frame, 1);
  self->slots[slot] = self->frames->len;
  return self->frames->len - 1;
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
 * @block: whole lines; the texts of what is returned point into it
 *
 * Returns: (transfer full): what its lines say
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
  g_free (self->slots);
  g_free (self);
}
