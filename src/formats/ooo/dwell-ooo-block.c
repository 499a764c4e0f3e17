/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses blocks, on the workers. Most lines of a log are regular: a stamp, a name that occurred
 * many times before, perhaps a message. Such a line becomes a record of 24 bytes; its name costs a
 * hash and a comparison, and nothing is allocated.
 *
 * Each byte after the stamp is read once, eight at a time: for the hash and, in the same pass,
 * to find braces and bars. Without them no other record can have interrupted the line. */
#include "config.h"

#include "formats/ooo/dwell-ooo-block.h"

#include "core/dwell-load.h"

#include "formats/ooo/dwell-ooo-line.h"

#define FIRST_SLOTS   1024
#define FIRST_NAMES   512
/* A log with more names, or more bytes of names, than this hardly repeats them. */
#define MAX_NAMES      16384
#define MAX_NAME_BYTES (1 << 21)
#define FIRST_RECORDS 16384
/* Longer lines are left to the reader, so offsets within the text fit into 16 bits. */
#define MAX_TEXT_BYTES 65535
/* The end of a line that a header follows directly. */
#define YEAR "1970"

static DwellOooBlock *
block_new (void)
{
  DwellOooBlock *self = g_new0 (DwellOooBlock, 1);

  self->n_records_allocated = FIRST_RECORDS;
  self->records = g_new (DwellOooRecord, self->n_records_allocated);
  self->n_names_allocated = FIRST_NAMES;
  self->names = g_new (DwellOooBlockName, self->n_names_allocated);
  self->slot_mask = FIRST_SLOTS - 1;
  self->slots = g_new0 (guint64, FIRST_SLOTS);
  self->text = g_string_new (NULL);

  return self;
}

/**
 * dwell_ooo_block_free:
 * @self: (transfer full): a block that is in no pool
 *
 * Frees the block.
 */
void
dwell_ooo_block_free (DwellOooBlock *self)
{
  g_free (self->records);
  g_free (self->names);
  g_free (self->slots);
  g_string_free (self->text, TRUE);
  g_free (self);
}

static DwellOooBlock *
take_block (GAsyncQueue *pool)
{
  DwellOooBlock *self = g_async_queue_try_pop (pool);

  if (self == NULL)
    self = block_new ();

  self->n_records = 0;
  if (self->n_names > MAX_NAMES || self->text->len > MAX_NAME_BYTES)
    {
      self->n_names = 0;
      self->n_known = 0;
      g_string_truncate (self->text, 0);
      memset (self->slots, 0, (self->slot_mask + 1) * sizeof *self->slots);
    }

  return self;
}

/* Reads @n ≤ 8 bytes, the first as the lowest; the others are 0. Eight must be readable. */
static inline guint64
load_bytes (const char *p,
            gsize       n)
{
  guint64 word = dwell_load_u64 (p);

  return n >= 8 ? word : word & ((G_GUINT64_CONSTANT (1) << (8 * n)) - 1);
}

/* Like dwell_ooo_scan_stamp(), but only for a time of six digits, as nearly all have, which it
 * converts in parallel. FALSE does not mean that the line has no stamp. */
static inline gboolean
scan_common_stamp (DwellScan     *line,
                   DwellOooStamp *stamp)
{
  guint64 digits = load_bytes (line->p, 8) ^ G_GUINT64_CONSTANT (0x20303030303030);
  const char *p = line->p + 7;
  guint64 thread = 0;

  digits &= G_GUINT64_CONSTANT (0xffffffffffffff);
  if (((digits | (digits + G_GUINT64_CONSTANT (0x767676767676))) &
       G_GUINT64_CONSTANT (0xff808080808080)) != 0)
    return FALSE;

  /* Joins pairs, then fours, then all eight digits, as if two zeros stood before the six. */
  digits = ((digits << 16) * 2561) >> 8;
  digits = ((digits & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff)) * 6553601) >> 16;
  digits = ((digits & G_GUINT64_CONSTANT (0x0000ffff0000ffff)) * 42949672960001) >> 32;

  for (; (guchar) (*p - '0') < 10 && p < line->p + 16; p++)
    thread = thread * 10 + (guint64) (*p - '0');

  if (p == line->p + 7 || p + 2 > line->end || thread > G_MAXUINT32 || p[0] != ' ' ||
      p[1] < '{' || p[1] > '}' || (p + 2 < line->end && p[2] != ' '))
    return FALSE;

  *stamp = (DwellOooStamp) { (guint32) digits, (guint32) thread, p[1] };
  line->p = MIN (p + 3, line->end);
  return TRUE;
}

/* Returns non-zero if one of the bytes is '{', '|' or '}' (or '~' or DEL, which are as rare). */
static inline guint64
find_braces (guint64 word)
{
  return ((word & DWELL_EACH_BYTE (0x7f)) + DWELL_EACH_BYTE (0x80 - '{')) & ~word &
         DWELL_EACH_BYTE (0x80);
}

static inline guint64
scan_braces (const char *text,
             gsize       length)
{
  guint64 braces = 0;

  for (gsize i = 0; i < length; i += 8)
    braces |= find_braces (load_bytes (text + i, length - i));

  return braces;
}

static inline guint32
hash_name (const char *text,
           gsize       length,
           guint64    *braces)
{
  guint64 h = length;
  guint64 found = 0;

  for (gsize i = 0; i < length; i += 8)
    {
      guint64 word = load_bytes (text + i, length - i);

      found |= find_braces (word);
      h = (h ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      h ^= h >> 32;
    }

  *braces = found;
  return (guint32) (h ^ (h >> 15));
}

static void
grow_slots (DwellOooBlock *self)
{
  guint64 *old = self->slots;
  guint32 n_old = self->slot_mask + 1;

  self->slot_mask = n_old * 2 - 1;
  self->slots = g_new0 (guint64, (gsize) n_old * 2);

  for (guint32 i = 0; i < n_old; i++)
    {
      guint32 slot = (guint32) (old[i] >> 32) & self->slot_mask;

      if (old[i] == 0)
        continue;

      while (self->slots[slot] != 0)
        slot = (slot + 1) & self->slot_mask;

      self->slots[slot] = old[i];
    }

  g_free (old);
}

static guint32
add_name (DwellOooBlock *self,
          const char    *text,
          gsize          length,
          guint32        hash)
{
  guint32 slot;

  if (self->n_names == self->n_names_allocated)
    {
      self->n_names_allocated *= 2;
      self->names = g_renew (DwellOooBlockName, self->names, self->n_names_allocated);
    }

  if (self->n_names * 2 > self->slot_mask)
    grow_slots (self);

  for (slot = hash & self->slot_mask; self->slots[slot] != 0; slot = (slot + 1) & self->slot_mask);

  self->names[self->n_names] = (DwellOooBlockName) { (guint32) self->text->len, (guint32) length };
  g_string_append_len (self->text, text, (gssize) length);
  self->slots[slot] = (guint64) hash << 32 | (self->n_names + 1);
  return self->n_names++;
}

static inline guint32
intern_name (DwellOooBlock *self,
             const char    *text,
             gsize          length,
             guint32        hash)
{
  guint32 slot = hash & self->slot_mask;

  for (; self->slots[slot] != 0; slot = (slot + 1) & self->slot_mask)
    {
      guint32 name = (guint32) self->slots[slot] - 1;
      const DwellOooBlockName *known = &self->names[name];

      if ((guint32) (self->slots[slot] >> 32) == hash && known->length == length &&
          memcmp (self->text->str + known->begin, text, length) == 0)
        return name;
    }

  return add_name (self, text, length, hash);
}

/* Fills @record from a regular line. Returns FALSE if the line is irregular. */
static inline gboolean
parse_line (DwellOooBlock  *self,
            const char     *block_text,
            DwellScan       line,
            DwellOooRecord *record)
{
  DwellOooStamp stamp;
  const char *name_end;
  guint64 braces;
  guint64 braces_behind = 0;
  guint32 hash;

  if ((!scan_common_stamp (&line, &stamp) && !dwell_ooo_scan_stamp (&line, &stamp)) ||
      line.end - line.p > MAX_TEXT_BYTES ||
      (line.end - line.p >= 4 && memcmp (line.end - 4, YEAR, 4) == 0))
    return FALSE;

  record->time = stamp.time;
  record->thread = stamp.thread;
  record->begin = (guint32) (line.p - block_text);
  record->length = (guint32) (line.end - line.p);
  record->kind = stamp.kind;
  record->message = 0;
  record->name = DWELL_OOO_NO_NAME;

  if (stamp.kind != '|')
    {
      name_end = dwell_ooo_strip_colon (line.p, line.end);
    }
  else if (line.end - line.p >= 2 && line.p[0] == ':' && line.p[1] == ' ')
    {
      record->message = 2;
      return scan_braces (line.p + 2, record->length - 2) == 0 ||
             !dwell_ooo_may_hold_cut (line.p, line.end);
    }
  else
    {
      name_end = dwell_ooo_find_colon (line.p, line.end);
      if (name_end == NULL)
        return FALSE;

      record->message = (guint16) (name_end + 3 - line.p);
      braces_behind = scan_braces (name_end, (gsize) (line.end - name_end));
    }

  hash = hash_name (line.p, (gsize) (name_end - line.p), &braces);
  if ((braces | braces_behind) != 0 && dwell_ooo_may_hold_cut (line.p, line.end))
    return FALSE;

  record->name = intern_name (self, line.p, (gsize) (name_end - line.p), hash);
  return TRUE;
}

/**
 * dwell_ooo_block_parse:
 * @pool: blocks (#DwellOooBlock) that are free for reuse
 * @block: whole lines of the file
 *
 * Parses a block. May be called on any thread.
 *
 * Returns: (transfer full): a record for each line
 */
DwellOooBlock *
dwell_ooo_block_parse (GAsyncQueue      *pool,
                       const DwellBlock *block)
{
  DwellOooBlock *self = take_block (pool);
  gboolean has_nul = memchr (block->text, 0, block->length) != NULL;
  DwellScan s = { block->text, block->text + block->length };

  while (s.p < s.end)
    {
      const char *newline = memchr (s.p, '\n', (gsize) (s.end - s.p));
      DwellScan line = { s.p, newline != NULL ? newline : s.end };
      DwellOooRecord *record;

      s.p = newline != NULL ? newline + 1 : s.end;
      if (line.end > line.p && line.end[-1] == '\r')
        line.end--;

      if (self->n_records == self->n_records_allocated)
        {
          self->n_records_allocated *= 2;
          self->records = g_renew (DwellOooRecord, self->records, self->n_records_allocated);
        }

      record = &self->records[self->n_records++];

      if (newline != NULL &&
          (!has_nul || memchr (line.p, 0, (gsize) (line.end - line.p)) == NULL) &&
          parse_line (self, block->text, line, record))
        continue;

      record->kind = DWELL_OOO_IRREGULAR;
      record->begin = (guint32) (line.p - block->text);
      record->length = (guint32) (line.end - line.p);
    }

  return self;
}
