/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast path of reading, for files of gigabytes: takes a block as a whole. Most blocks have the
 * same callers, byte by byte, as the previous block, so one lookup finds their node. A block that
 * is irregular in any way is left to dwell-br-reader.c, which reads record by record. */
#include "config.h"

#include <string.h>

#include "core/dwell-load.h"
#include "formats/br/dwell-br-reader-private.h"

#define TAIL_FRAMES 31 /* as many as fit into DWELL_BR_TAIL_BYTES */
/* A block is read up to this many bytes after its start: a line, its function, a time, a tail, and
 * one more caller with its function, which then turns out to exceed the tail. */
#define BLOCK_BYTES (8 + 257 + 9 + DWELL_BR_TAIL_BYTES + 8 + 257)

/* Reads the tag at *@p, if there is one, and moves *@p past it. Interns the name of a function,
 * unless it is the same name as last time. */
static inline DwellBrTag
scan_tag (DwellBrReader  *self,
          const guint8  **p,
          guint64         offset)
{
  const guint8 *tag = *p;

  switch (*tag)
    {
    case DWELL_BR_MAIN:
      *p = tag + 1;
      return DWELL_BR_TAG_MAIN;

    case DWELL_BR_GOSUB:
      *p = tag + 1;
      return DWELL_BR_TAG_GOSUB;

    case DWELL_BR_FUNCTION:
      *p = tag + 2 + tag[1];
      if (memcmp (self->name, tag, 2 + (gsize) tag[1]) != 0)
        {
          memcpy (self->name, tag, 2 + (gsize) tag[1]);
          self->name_tag = dwell_br_profile_get_function (&self->profile, tag + 2, tag[1],
                                                          offset);
        }
      return self->name_tag;

    default:
      return DWELL_BR_TAG_NONE;
    }
}

static guint
hash_tail (const guint8 *p,
           gsize         length)
{
  guint64 hash = length;

  for (; length >= 8; p += 8, length -= 8)
    {
      hash = (hash ^ dwell_load_u64 (p)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
    }

  for (; length > 0; p++, length--)
    hash = (hash ^ *p) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (hash >> 40) % DWELL_BR_N_TAILS;
}

/* Returns the node of a list of callers, innermost first, that is not in the cache of tails. */
static guint32
find_callers (DwellBrReader        *self,
              const guint8 * const *frames,
              guint                 n_frames,
              guint64               offset)
{
  guint32 node = DWELL_NONE;

  for (guint i = n_frames; i-- > 0;)
    {
      const guint8 *p = frames[i];
      const guint8 *tag = p + DWELL_BR_FRAME_BYTES;
      guint32 module = dwell_br_profile_get_module (&self->profile, dwell_br_get_u16 (p + 1),
                                                    offset);

      node = dwell_br_profile_get_node (&self->profile, node, module, dwell_br_get_u32 (p + 3),
                                        p[7], scan_tag (self, &tag, offset));
      if (node == DWELL_NONE)
        break;
    }

  return node;
}

/* Returns the tail from @p to the end of the block; NULL if there are other records than callers
 * and their tags. @offset is that of the block. */
static DwellBrTail *
find_tail (DwellBrReader *self,
           const guint8  *p,
           guint64        offset)
{
  const guint8 *frames[TAIL_FRAMES];
  const guint8 *q = p;
  guint n_frames = 0;
  guint n_tags = 0;
  DwellBrTail *tail;
  gsize length;

  while (*q == DWELL_BR_BACKTRACE && n_frames < TAIL_FRAMES)
    {
      const guint8 *tag = q + DWELL_BR_FRAME_BYTES;

      frames[n_frames++] = q;
      q = tag + (*tag == DWELL_BR_FUNCTION ? 2 + (gsize) tag[1]
                 : *tag == DWELL_BR_GOSUB || *tag == DWELL_BR_MAIN ? 1 : 0);
      n_tags += q > tag;
      if (q - p > DWELL_BR_TAIL_BYTES)
        return NULL;
    }

  if (*q != DWELL_BR_END)
    return NULL;

  length = (gsize) (q - p);
  tail = &self->tails[hash_tail (p, length)];
  if (tail->length == length && tail->mapping == self->profile.mapping &&
      memcmp (tail->bytes, p, length) == 0)
    return tail;

  tail->length = (guint32) length;
  tail->mapping = self->profile.mapping;
  tail->n_records = n_frames + n_tags;
  memcpy (tail->bytes, p, length);
  tail->node = find_callers (self, frames, n_frames, offset);
  return tail;
}

static inline gboolean
is_same_tail (DwellBrReader *self,
              const guint8  *p)
{
  const DwellBrTail *tail = self->tail;

  return p[tail->length] == DWELL_BR_END && memcmp (tail->bytes, p, tail->length) == 0 &&
         tail->mapping == self->profile.mapping;
}

/* Reads a regular block: line, tag, time, callers, end. Returns its length; 0: the block is not
 * regular. BLOCK_BYTES bytes may be read at @p. */
static inline gsize
take_block (DwellBrReader *self,
            const guint8  *p,
            guint64        offset)
{
  const guint8 *q = p + DWELL_BR_FRAME_BYTES;
  DwellBrTag tag = scan_tag (self, &q, offset);
  guint n_records = 2 + (tag != DWELL_BR_TAG_NONE);
  guint64 time = 0;
  guint32 module;
  guint32 node;

  if (*q == DWELL_BR_TIME)
    {
      time = dwell_br_get_u64 (q + 1);
      if (time > (guint64) (DWELL_TIME_MAX - self->sequence.now))
        return 0;

      dwell_br_reader_set_timed (self);
      q += DWELL_BR_TIME_BYTES;
      n_records++;
    }

  if (!is_same_tail (self, q))
    {
      DwellBrTail *tail = find_tail (self, q, offset);

      if (tail == NULL)
        return 0;
      self->tail = tail;
    }

  module = dwell_br_profile_get_module (&self->profile, dwell_br_get_u16 (p + 1), offset);
  node = dwell_br_profile_get_node (&self->profile, self->tail->node, module,
                                    dwell_br_get_u32 (p + 3), p[7], tag);
  if (G_UNLIKELY (node == DWELL_NONE))
    return 0;

  dwell_br_profile_add_block (&self->profile, node, (gint64) time);
  dwell_br_sequence_add (&self->sequence, node, self->profile.is_timed ? (gint64) time : 1);
  self->n_records += n_records + self->tail->n_records;
  return (gsize) (q - p) + self->tail->length + 1;
}

/* Reads consecutive regular blocks. Returns the end of the last one. */
const guint8 *
_dwell_br_reader_take_blocks (DwellBrReader *self,
                              const guint8  *p,
                              const guint8  *end,
                              guint64        offset)
{
  const guint8 *begin = p;

  while (end - p > BLOCK_BYTES && *p == DWELL_BR_LINE)
    {
      gsize length = take_block (self, p, offset + (guint64) (p - begin));

      if (length == 0)
        break;
      p += length;
    }

  return p;
}
